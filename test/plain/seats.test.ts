/** Names of seats: records keep those with spaces; ambiguous ones are refused. */
import { describe, expect, it } from 'vitest'
import { InputError } from '../../documents/index.ts'
import { defineGame } from '../../engine/plain/index.ts'
import { framesOf } from '../../sim/records/record.ts'

/** Two seats take turns, with moves that begin like a part of a seat's name. */
const named = (seats: readonly string[]) =>
  defineGame({
    id: 'counting',
    summary: 'counts to four',
    seats,
    setup: () => ({ left: 4, next: 0 }),
    toMove: ({ next }) => next,
    moves: () => ['one', 'team two'],
    apply: ({ left, next }) => ({ left: left - 1, next: 1 - next }),
    outcome: ({ left, next }) => (left === 0 ? { winner: next } : null),
  }).compile('counting', {})

it('names with spaces are read back from records', () => {
  const game = named(['red team', 'the "blue" ones'])
  const decisions = ['red team one', 'the "blue" ones team two', 'red team team two', 'the "blue" ones one']
  const mistake = (at: number, text: string) => new InputError('x', `decision ${at + 1}: ${text}`)
  const frames = (given: readonly string[]) => [
    ...framesOf({
      game,
      title: '',
      agents: [],
      notes: [],
      rules: '',
      place: '',
      seed: '',
      outcome: '',
      decisions: given,
      mistake,
    } as Parameters<typeof framesOf>[0]),
  ]
  expect(frames(decisions).at(-1)!.decisions).toBe(4)
  expect(() => frames(['red one'])).toThrow(
    'decision 1: unknown seat "red", expected one of red team, the "blue" ones, chance',
  )
})

describe('a seat is refused', () => {
  it.each<[string[], string]>([
    [['a', ''], 'seat 1 is named "", expected a name'],
    [['a', 'b\n'], 'seat 1 is named "b\\n", expected a name on one line, without spaces around it'],
    [['chance', 'b'], 'seat 0 is named "chance", expected a different name'],
    [
      ['red team', 'red'],
      'seat 0 is named "red team", expected a name that doesn\'t begin with another seat\'s name',
    ],
  ])('%j', (seats, words) => {
    expect(() => named(seats)).toThrow(words)
  })
})

it('labels can colour no terminal', () => {
  const { info } = defineGame({
    id: 'coloured',
    seats: ['a', 'b'],
    setup: () => ({ n: 0 }),
    toMove: () => 0,
    moves: () => [1],
    apply: state => {
      state.n++
    },
    outcome: ({ n }) => (n > 2 ? { winner: 0 } : null),
    gauges: { n: { label: '\x1b[31mred', min: 0, max: 9, of: ({ n }) => n } },
    endings: { out: '\x1b[31mout' },
  }).compile('coloured', {})
  expect(info.gauges[0]!.label).toBe('\\u001b[31mred')
  expect(info.endings.map(({ label }) => label).join()).not.toContain('\x1b')
})
