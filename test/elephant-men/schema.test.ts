/** What the schema refuses, and where it reports the fault. */
import { describe, expect, it } from 'vitest'
import { compile, schema } from '../../engine/elephant-men/index.ts'
import { generator } from '../../engine/laws/walk.ts'
import { fileOf, overlay, type Patch } from './load.ts'
import { Match } from './scenario.ts'

/** The faults of the golem rules under a patch, each as 'path: message'. */
function faults(patch: Patch): string[] {
  const checked = schema.safeParse(overlay(fileOf('golems-2026-04'), patch))
  if (checked.success) return []
  return checked.error.issues.map(issue => `${issue.path.join('.')}: ${issue.message}`)
}

const sides = (first: string[], second: string[]) => ({
  sides: [
    { name: 'green', units: first },
    { name: 'purple', units: second },
  ],
})

describe('schema, faults', () => {
  it.each<[string, Patch, RegExp]>([
    ['an unknown key', { favor: 7 }, /favor/],
    ['an unknown key further in', { 'favour.wins': 7 }, /^favour: .*wins/],
    ['an unknown key of a unit kind', { 'units.golem.range': 2 }, /^units\.golem: .*range/],
    ['a number out of range', { 'favour.win': 0 }, /^favour\.win: /],
    ['a number that is not an integer', { 'favour.kill': 1.5 }, /^favour\.kill: /],
    ['a text for a number', { phases: '3' }, /^phases: /],
    ['a word that is not one of the choices', { perPhase: 'two' }, /^perPhase: /],
    [
      'two units on one square',
      sides(['golem a1', 'monk a1'], ['monk h8']),
      /^sides\.0\.units\.1: two units on/,
    ],
    [
      'enemies on one square',
      sides(['golem a1'], ['monk h8', 'monk a1']),
      /^sides\.1\.units\.1: two units on/,
    ],
    ['a side without units', sides(['golem a1'], []), /^sides\.1\.units: a side without units/],
    ['one side', { sides: [{ name: 'green', units: ['golem a1'] }] }, /^sides: expected exactly two sides/],
    [
      'an unknown unit kind',
      sides(['rook a1'], ['monk h8']),
      /^sides\.0\.units\.0: unknown unit kind "rook"/,
    ],
    ['a unit off the board', sides(['golem i1'], ['monk h8']), /^sides\.0\.units\.0: i1 is off the board/],
    ['a unit off a smaller board', { 'board.ranks': 6 }, /^sides\.1\.units\.0: b7 is off the board/],
    ['a malformed placement', sides(['golem'], ['monk h8']), /^sides\.0\.units\.0: found "golem", expected/],
    ['an unknown action', { 'units.golem.actions': ['jump'] }, /^units\.golem\.actions\.0: /],
    ['an action twice', { 'units.golem.actions': ['shove', 'shove'] }, /^units\.golem\.actions: /],
    [
      'an action without a step',
      { order: ['move', 'poke'] },
      /^units\..*: .* no place in the resolution order/,
    ],
    ['an action with two steps', { order: ['move', 'move'] }, /^order: an action is listed twice/],
    ['moves that are not first', { order: ['poke', 'move'] }, /^order: move must come first/],
    ['moves that are interruptible', { interruptible: ['poke', 'move'] }, /^interruptible\.1: /],
    ['two actions of a kind with one sign', { 'units.golem.actions': ['move', 'shove'] }, /written ">"/],
    ['block and prayer with one sign', { 'units.monk.actions': ['block', 'pray'] }, /written ";"/],
    ['a delayed blow that rests on a miss', { cleave: { delay: 1, rest: 'miss' } }, /^cleave\.rest: /],
    ['a kind without hit points', { 'units.golem.hp': 0 }, /^units\.golem\.hp: /],
    ['no unit kinds', { units: 3 }, /^units: /],
  ])('%s', (_, patch, expected) => {
    const found = faults(patch)
    expect(found.some(fault => expected.test(fault))).toBe(true)
  })

  it('two sides of one name', () => {
    const twins = [
      { name: 'green', units: ['golem a1'] },
      { name: 'green', units: ['golem h8'] },
    ]
    expect(faults({ sides: twins })).toEqual(['sides.1.name: both sides are called green'])
  })

  it('more units than there are slots', () => {
    const rank = (n: number) => [...'abcdefgh'].map(file => `soldier ${file}${n}`)
    const many = sides([...rank(1), ...rank(2)], [...rank(7), ...rank(8)])
    expect(faults(many).join()).toMatch(/found 32 units, expected at most 31/)
  })

  it('nothing where nothing is wrong', () => expect(faults({})).toEqual([]))

  it('every fault is reported, not only the first', () => {
    expect(faults({ phases: 0, orders: 9, 'favour.win': -1 })).toHaveLength(3)
  })
})

/** Everywhere that a value stands in the golem rules, as paths. */
function pathsOf(value: unknown, path: readonly (string | number)[] = []): (readonly (string | number)[])[] {
  if (typeof value !== 'object' || value === null) return [path]
  const parts: [string | number, unknown][] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(value)
  return [path, ...parts.flatMap(([key, part]) => pathsOf(part, [...path, key]))]
}

/** A copy of the value with another one at the path. */
function put(value: unknown, path: readonly (string | number)[], other: unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return other
  if (Array.isArray(value))
    return value.map((part: unknown, i) => (i === key ? put(part, rest, other) : part))
  const parts = Object.entries(value as object)
  return Object.fromEntries(parts.map(([name, part]) => [name, name === key ? put(part, rest, other) : part]))
}

describe('schema, anything else', () => {
  const ODD = [
    null,
    undefined,
    true,
    -1,
    0,
    1,
    99,
    1e12,
    Number.NaN,
    '',
    'x',
    'soldier a1',
    [],
    ['move'],
    [[]],
    {},
  ]

  it.each(['v0.2', 'golems-2026-04'] as const)(
    '%s with odd values: faults or rules that play, never a crash',
    set => {
      const whole: unknown = schema.parse(fileOf(set))
      for (const path of pathsOf(whole))
        for (const odd of ODD) {
          const where = `${path.join('.')} = ${JSON.stringify(odd)}`
          expect(() => play(put(whole, path, odd)), where).not.toThrow()
        }
    },
  )
})

/** A few turns of random play, if the document is a valid rules object. */
function play(document: unknown): void {
  const checked = schema.safeParse(document)
  if (!checked.success) return
  const match = new Match(compile('elephant-men', checked.data))
  const rng = generator('odd', 0, 0)
  for (let n = 0; n < 30 && match.game.toMove(match.state) !== 0; n++) {
    const seat = match.game.toMove(match.state) & 1 ? 0 : 1
    const action = match.game.sample(match.state, seat, rng)
    match.decide(`${match.game.info.seats[seat]} ${match.game.text.format(match.state, seat, action)}`)
  }
}
