/** Laws of games whose rules draw by themselves: chance has 256 answers at most of their positions. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CHANCE, type CompiledGame } from '../../engine/contract/index.ts'
import { lawsOf } from '../../engine/laws/index.ts'
import { loadGame } from '../../engine/registry/index.ts'
import { small } from '../boardgame-io/small.ts'
import { own } from './own.ts'

const SHUFFLE = `const shuffled = list => list.map(x => [Math.random(), x]).sort((a, b) => a[0] - b[0]).map(pair => pair[1])
export default { id: 'shuffle', seats: ['a', 'b'], maxMoves: 20,
  setup: () => ({ deck: shuffled([1, 2, 3, 4]), sums: [0, 0], turn: 0 }),
  toMove: ({ turn }) => turn % 2,
  moves: () => ['draw', 'roll'],
  apply: (s, move, { seat }) => {
    s.sums[seat] += move === 'draw' ? s.deck[s.turn] : 1 + Math.floor(6 * Math.random())
    s.turn++
  },
  outcome: ({ turn, sums }) => (turn < 4 ? null : { scores: sums }) }`

const dice = small({
  setup: ({ random }: { random: { Shuffle(list: number[]): number[] } }) => ({
    deck: random.Shuffle([1, 2, 3]),
    n: 0,
    last: null,
  }),
  moves: {
    add: ({
      G,
      playerID,
      random,
    }: {
      G: { n: number; last: string }
      playerID: string
      random: { D6(): number }
    }) => {
      G.n += random.D6()
      G.last = playerID
    },
  },
  ai: { enumerate: () => [{ move: 'add' }] },
})

const dir = own()
writeFileSync(join(dir, 'shuffle.mjs'), SHUFFLE)
const shuffle = (await loadGame(join(dir, 'shuffle.mjs'))).compile({})

/** Checks texts, and parses an answer of chance by `parse`. */
function checkTexts(game: CompiledGame, parse: (action: number, count: number) => number): void {
  const text = {
    ...game.text,
    parse: (state: Int32Array, seat: number, written: string) => {
      const action = game.text.parse(state, seat, written)
      const count = seat === CHANCE ? game.legal(state, seat, new Int32Array(game.info.legalMax)) : 0
      return seat === CHANCE ? parse(action, count) : action
    },
  }
  const own = Object.create(game, { text: { value: text } }) as CompiledGame
  for (const name of ['start', 'toMove', 'legal', 'passive', 'sample', 'apply', 'resolve', 'result'] as const)
    Object.defineProperty(own, name, { value: (game[name] as () => unknown).bind(game) })
  Object.defineProperty(own, 'chanceWeights', { value: game.chanceWeights!.bind(game) })
  const law = lawsOf(own, { matches: 40, stride: 1 }).find(({ name }) => /has its own text/.test(name))
  law!.check()
}

describe.each([
  ['of plain values', shuffle],
  ['of boardgame.io', dice],
])('a game %s that draws', (_what, game) => {
  it.each(
    lawsOf(game, { matches: 2, stride: 1, exactGuesses: true }).map(({ name, check }) => [name, check]),
  )('keeps the law: %s', (_name, check) => (check as () => void)())

  it('has a few answers of a seed parsed at each position, and over all positions each of them', () => {
    const parsed = new Map<number, Set<number>>()
    let parses = 0
    checkTexts(game, (action, count) => {
      parsed.set(count, (parsed.get(count) ?? new Set()).add(action))
      if (count === 256) parses++
      return action
    })
    expect(parsed.get(256)?.size).toBe(256)
    expect(parses).toBeLessThan(256 * 40)
    if (parsed.has(6)) expect(parsed.get(6)?.size).toBe(6)
  })
})

it('finds an answer of a die that parses to another', () =>
  expect(() => checkTexts(dice, (action, count) => (count === 6 && action === 4 ? 3 : action))).toThrow(
    'which parses to 3',
  ))

it('finds an answer of a seed that parses to another', () =>
  expect(() => checkTexts(shuffle, (action, count) => (count === 256 && action === 2 ? 3 : action))).toThrow(
    'which parses to 3',
  ))
