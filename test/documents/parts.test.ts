/** Parts in separate files, and what a schema says about its keys. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  fileKeys,
  fromFile,
  listKeys,
  literal,
  readDocument,
  readParts,
  validate,
} from '../../documents/index.ts'
import { refusal } from './refusal.ts'

describe('readParts', () => {
  const dir = mkdtempSync(join(tmpdir(), 'evenhand-parts-'))
  afterAll(() => rmSync(dir, { recursive: true }))
  const schema = z.strictObject({
    size: z.int().default(1),
    map: fromFile(z.strictObject({ name: z.string(), tiles: z.array(z.int()).default([]) }), 'default.yaml'),
  })
  const put = (name: string, text: string) => {
    writeFileSync(join(dir, name), text)
    return join(dir, name)
  }
  const rules = (text: string) => readDocument(put('rules.yaml', text))
  put('map.yaml', 'name: plain\ntiles:\n  - 1\n  - two\n')
  put('good.yaml', 'name: good\ntiles: [1]\n')

  it('knows the keys that may be files; their default is a path', () => {
    expect(fileKeys(schema)).toEqual(['map'])
    expect(fileKeys(z.string())).toEqual([])
    expect(schema.parse({})).toEqual({ size: 1, map: 'default.yaml' })
  })

  it('puts what a file holds in the place of its path, relative to the file that names it', () => {
    const [document] = readParts(schema, [rules('size: 2\nmap: good.yaml\n')])
    expect(document!.value).toEqual({ size: 2, map: { name: 'good', tiles: [1] } })
    const written = { size: 2, map: { name: 'here' } }
    expect(readParts(schema, [literal(written, 'x')])[0]!.value).toEqual(written)
  })

  it('tells a mistake in it by its own file, line and column', () => {
    const layers = readParts(schema, [rules('size: 2\nmap: map.yaml\n')])
    expect(refusal(() => validate(schema, layers))).toBe(
      `${join(dir, 'map.yaml')}:4:5: map.tiles[1] is "two", expected an integer`,
    )
    put('empty.yaml', 'tiles: []\n')
    const lacking = readParts(schema, [rules('map: empty.yaml\n')])
    expect(refusal(() => validate(schema, lacking))).toBe(
      `${join(dir, 'empty.yaml')}:1:1: map.name is missing, expected text`,
    )
  })

  it('tells a file that is not there by the place of its name', () => {
    const layer = rules('size: 2\nmap: none.yaml\n')
    expect(refusal(() => readParts(schema, [layer]))).toBe(
      `${join(dir, 'rules.yaml')}:2:6: map "none.yaml": no such file, expected a YAML or JSON file`,
    )
  })

  it('takes a part whole from the last layer that gives it, and reads no others', () => {
    const below = rules('size: 2\nmap: none.yaml\n')
    const above = literal({ map: { name: 'above' } }, 'above')
    const layers = readParts(schema, [below, above, literal({ size: 3 }, 'last')])
    expect(validate(schema, layers)).toEqual({ size: 3, map: { name: 'above', tiles: [] } })
  })

  it('is one key, a file, in the list of keys', () => {
    expect(listKeys(schema)).toMatchObject([
      { key: 'size', type: 'integer' },
      { key: 'map', type: 'file', default: 'default.yaml' },
    ])
  })
})

describe('listKeys', () => {
  const schema = z.strictObject({
    favour: z
      .strictObject({
        win: z.int().min(1).max(9).default(7).describe('marks that win'),
        share: z.number().gt(0).lt(1).optional(),
      })
      .prefault({}),
    pace: z.enum(['fast', 'slow']).default('fast').meta({ description: 'how quick' }),
    units: z.record(z.string(), z.strictObject({ hp: z.int().min(1).default(3) })),
    moves: z.array(z.int().min(1).max(6)).min(1).max(4).default([1, 2]),
    sides: z.array(z.strictObject({ name: z.string() })),
    hide: z.boolean().default(false),
    size: z.union([z.int(), z.literal('huge')]).optional(),
    place: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('inn'), beds: z.int() }),
      z.strictObject({ kind: z.literal('mine'), gold: z.int() }),
    ]),
  })

  it('lists every leaf in the order of declaration', () => {
    const row = (key: string, type: string, range: string, fallback: unknown = undefined, meaning = '') => ({
      key,
      type,
      range,
      default: fallback,
      meaning,
    })
    expect(listKeys(schema)).toEqual([
      row('favour.win', 'integer', '1..9', 7, 'marks that win'),
      row('favour.share', 'number', '>0 <1'),
      row('pace', 'text', 'fast|slow', 'fast', 'how quick'),
      row('units.<kind>.hp', 'integer', '1..', 3),
      row('moves', 'list of integer', '1..4 items, each 1..6', [1, 2]),
      row('sides[].name', 'text', ''),
      row('hide', 'boolean', '', false),
      row('size', 'integer or text', 'huge'),
      row('place.kind', 'text', 'inn|mine'),
      row('place.beds', 'integer', ''),
      row('place.gold', 'integer', ''),
    ])
  })

  it('takes defaults from a value, and from the default of an object', () => {
    const rows = listKeys(schema, { favour: { win: 8, share: 0.5 }, hide: true })
    expect(rows.slice(0, 3).map(row => row.default)).toEqual([8, 0.5, 'fast'])
    expect(rows.find(row => row.key === 'hide')?.default).toBe(true)
    const whole = z.object({ a: z.object({ b: z.int() }).default({ b: 4 }) })
    expect(listKeys(whole)[0]).toMatchObject({ key: 'a.b', default: 4 })
  })

  it('ends with schemas that hold themselves', () => {
    expect(listKeys(z.object({ any: z.json() })).length).toBeGreaterThan(0)
    const tree = z.object({
      name: z.string(),
      get below() {
        return z.array(tree)
      },
    })
    expect(listKeys(tree).map(row => row.key)).toEqual(['name', 'below[]'])
  })
})
