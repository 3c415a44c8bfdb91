/** No reading is forgotten: every on/off or multiple-choice key is drawn, tested and checked by the laws. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { listKeys } from '../../../documents/index.ts'
import { findGame } from '../../../engine/registry/index.ts'
import { rulesOf } from '../load.ts'
import { READINGS } from '../variants.ts'
import { OTHER_READINGS } from './sets.ts'

type Tree = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** Battle models have their own tests. */
const MODELS = 'battle.model'

/** `swarm.targets all`, for every value of a reading's key but the default. */
const others: readonly string[] = listKeys(findGame('bulwark').schema).flatMap(({ key, range, type }) => {
  const words = type === 'boolean' ? ['true', 'false'] : type === 'text' ? range.split('|') : []
  if (key === MODELS || words.length < 2) return []
  return words
    .filter(word => word !== textAt(rulesOf() as unknown as Tree, key))
    .map(word => `${key} ${word}`)
})

function textAt(rules: Tree, key: string): string {
  const [part = '', name = ''] = key.split('.')
  return String(rules[part]?.[name])
}

it('random matches draw every other reading', () => {
  const drawn = Object.entries(READINGS).flatMap(([part, keys]) =>
    Object.entries(keys).flatMap(([key, values]) =>
      values.map((value: unknown) => `${part}.${key} ${value}`),
    ),
  )
  expect(others.length).toBeGreaterThan(25)
  expect(drawn).toEqual(expect.arrayContaining([...others]))
})

it('the law suite plays by every other reading', () => {
  const sets = Object.values(OTHER_READINGS).map(rules => rulesOf(rules) as unknown as Tree)
  const missing = others.filter(one => {
    const [key = '', value] = one.split(' ')
    return sets.every(rules => textAt(rules, key) !== value)
  })
  expect(missing).toEqual([])
})

it('every key of a reading has a test that names it', () => {
  const folder = new URL('./', import.meta.url)
  const tests = readdirSync(folder)
    .map(name => readFileSync(new URL(name, folder), 'utf8'))
    .join()
  const keys = new Set([...others.map(one => one.split(' ')[0]!), 'setup.apart'])
  expect([...keys].filter(key => !new RegExp(`it\\(['"]${key}:`).test(tests))).toEqual([])
})
