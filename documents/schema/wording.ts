/** JSON schemas in words, for the "expected ..." of a message. */
import { show } from '../document.ts'
import { bounds, branches, constants, type JsonSchema } from './branches.ts'

const NAMES_MAX = 24

/** What the schemas expect, in words: `an integer from 1 to 9`. Empty if anything will do. */
export function expectation(root: JsonSchema, schemas: readonly unknown[]): string {
  const open = schemas.flatMap(schema => branches(root, schema))
  const choices = open.flatMap(constants)
  const words = open.filter(schema => constants(schema).length === 0).map(inWords)
  if (words.includes('')) return ''
  if (choices.length > 0) words.unshift(oneOf(choices))
  return [...new Set(words)].join(' or ')
}

export function oneOf(names: readonly unknown[]): string {
  const unique = [
    ...new Set(names.map(name => (typeof name === 'string' && name !== '' ? name : show(name)))),
  ]
  if (unique.length <= 1) return unique.join()
  return `one of ${unique.slice(0, NAMES_MAX).join(', ')}${unique.length > NAMES_MAX ? ', ...' : ''}`
}

function inWords(schema: JsonSchema): string {
  switch (schema.type) {
    case 'integer':
      return `an integer${numberRange(schema)}`
    case 'number':
      return `a number${numberRange(schema)}`
    case 'string':
      return `text${sized(schema.minLength, schema.maxLength, 'character')}${schema.pattern ? ` matching /${schema.pattern}/` : ''}`
    case 'boolean':
      return 'true or false'
    case 'null':
      return 'null'
    case 'array':
      return `a list${sized(schema.minItems, schema.maxItems, 'item')}`
    case 'object':
      return 'keys and values'
    default:
      return ''
  }
}

function numberRange(schema: JsonSchema): string {
  const { min, max, open } = bounds(schema)
  const steps = schema.multipleOf === undefined ? '' : ` in steps of ${schema.multipleOf}`
  if (min !== undefined && max !== undefined && !open[0] && !open[1]) {
    return min === max ? ` equal to ${min}${steps}` : ` from ${min} to ${max}${steps}`
  }
  const low = min === undefined ? [] : [open[0] ? `above ${min}` : `of ${min} or more`]
  const high = max === undefined ? [] : [open[1] ? `below ${max}` : `of ${max} or less`]
  const both = [...low, ...high].join(' and ')
  return `${both === '' ? '' : ` ${both}`}${steps}`
}

function sized(min: number | undefined, max: number | undefined, unit: string): string {
  const many = (count: number) => `${count} ${unit}${count === 1 ? '' : 's'}`
  if (max === undefined) return min === undefined || min === 0 ? '' : ` of ${many(min)} or more`
  if (min === undefined) return ` of at most ${many(max)}`
  return min === max ? ` of ${many(min)}` : ` of ${min} to ${many(max)}`
}
