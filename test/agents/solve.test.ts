/** The solver proves what plain minimax says, refuses what it cannot prove, and mcts keeps to what it proved. */
import { describe, expect, it } from 'vitest'
import {
  type CompiledGame,
  newEvents,
  newState,
  RESOLVE_BIT,
  WIN_UNITS,
  wrapGame,
} from '../../engine/contract/index.ts'
import { legalOf, settle, walk } from '../../engine/laws/walk.ts'
import { Solver } from '../../engine/solve/index.ts'
import { bestIn, highIn, lowIn, packProven, TranspositionTable } from '../../engine/solve/transpositions.ts'
import { gameOf as elephantMen, type Patch } from '../elephant-men/load.ts'
import { gameOf } from '../frontline/load.ts'
import { kept, SMALL } from './kept.ts'
import { expectSolved, isQuick, LANES } from './lanes.ts'

const LIMITS = { nodes: 1_000_000, bytes: 1 << 24 }
const TINY = { turns: 6, cells: 4, 'base.hp': 6 }
/** Boards on which some positions are won, some drawn, some lost, and one side or nobody wins from the start. */
const BOARDS: readonly Patch[] = [
  TINY,
  { ...TINY, tiebreak: 'base' },
  { ...TINY, 'gold.start': 12, first: 'B' },
  { ...TINY, turns: 8, 'gold.perTurn': 4 },
]

function start(game: CompiledGame): Int32Array {
  const state = newState(game.info)
  game.start(state, newEvents(game.info))
  return state
}

/** The position after an action, up to the next decision. */
function after(game: CompiledGame, state: Int32Array, seat: number, action: number): Int32Array {
  const next = state.slice()
  const events = newEvents(game.info)
  game.apply(next, seat, action, events)
  settle(game, next, events)
  return next
}

/** Minimax as the books have it: no bounds, no table. */
function plain(game: CompiledGame, state: Int32Array): number {
  settle(game, state, newEvents(game.info))
  const due = game.toMove(state)
  if (due === 0) {
    const returns = new Int32Array(2)
    game.result(state, returns)
    return returns[0]!
  }
  const seat = due - 1
  const values = [...legalOf(game, state, seat)].map(action => plain(game, after(game, state, seat, action)))
  return seat === 0 ? Math.max(...values) : Math.min(...values)
}

it.each(LANES.filter(isQuick))('best play is proven on $rules', expectSolved)

describe('the solver', () => {
  it.each(BOARDS)('agrees with plain minimax, from the start and along random matches: %o', patch => {
    const game = gameOf('default', patch)
    const solver = new Solver(game, LIMITS)
    expect(solver.value(start(game))).toBe(plain(game, start(game)))
    const met = new Set<number>()
    for (let index = 0; index < 10; index++)
      walk(game, 'solve', index, ({ state, mask, decisions }) => {
        if (mask === RESOLVE_BIT || (decisions < 3 && index > 0)) return
        const value = plain(game, state.slice())
        met.add(value)
        expect(solver.value(state)).toBe(value)
      })
    expect(met.size).toBeGreaterThan(1)
  })

  it('gives a line of best play that ends in the value, best for both at every step', () => {
    for (const patch of BOARDS) {
      const game = gameOf('default', patch)
      const solver = new Solver(game, LIMITS)
      const end = start(game)
      const value = solver.value(end)!
      const line = solver.line(end, value)
      const state = start(game)
      settle(game, state, newEvents(game.info))
      for (const text of line) {
        const seat = game.info.seats.indexOf(text[0]!)
        state.set(after(game, state, seat, game.text.parse(state, seat, text.slice(2))))
        expect(plain(game, state.slice())).toBe(value)
      }
      expect([...state]).toEqual([...end])
      expect(game.toMove(end)).toBe(0)
    }
  })

  it('finds the same with a table far too small', () => {
    const game = gameOf('default', { ...TINY, turns: 9 })
    const small = new Solver(game, { nodes: LIMITS.nodes, bytes: 1000 })
    const large = new Solver(game, LIMITS)
    expect(small.value(start(game))).toBe(large.value(start(game)))
    expect(small.nodes).toBeGreaterThan(large.nodes)
  })

  it('gives up at its limit of nodes, and says so', () => {
    const solver = new Solver(gameOf('default'), { nodes: 500, bytes: 1 << 20 })
    expect(solver.value(start(gameOf('default')))).toBe(null)
    expect(solver.nodes).toBe(500)
  })
})

describe('the solver refuses', () => {
  const refusal = (game: CompiledGame) => () => new Solver(game, LIMITS).value(start(game))
  const changed = (change: Partial<CompiledGame>): CompiledGame => wrapGame(gameOf('default', TINY), change)

  it('orders that are given at the same time', () => {
    expect(refusal(elephantMen('v0.2'))).toThrow(
      'elephant-men cannot be solved: its seats decide at the same time; expected a game of two seats',
    )
  })

  const { info } = gameOf('default', TINY)
  it.each([
    [{ chance: 'explicit' }, 'it has chance'],
    [{ information: 'imperfect' }, 'it has hidden information'],
  ] as const)('a game of the type %j', (type, why) => {
    expect(refusal(changed({ info: { ...info, type: { ...info.type, ...type } } }))).toThrow(why)
  })

  it('three seats', () => {
    expect(refusal(changed({ info: { ...info, seats: ['x', 'y', 'z'] } }))).toThrow('it has 3 seats')
  })
})

describe('the transposition table', () => {
  it('distinguishes states by all of their words, in a shared bucket', () => {
    const table = new TranspositionTable(3, 100, 2)
    const states = Array.from({ length: 4 }, (_, n) => Int32Array.of(7, n, 7))
    for (const [n, state] of states.entries()) table.store(state, packProven(n, WIN_UNITS, n), 1 + n)
    expect(states.map(state => lowIn(table.provenAt(table.find(state))))).toEqual([0, 1, 2, 3])
    expect(table.find(Int32Array.of(7, 4, 7))).toBe(-1)
  })

  it('keeps one entry a state, and of a full bucket the costliest', () => {
    const table = new TranspositionTable(1, 100, 2)
    for (let n = 0; n < 4; n++) table.store(Int32Array.of(n), packProven(0, WIN_UNITS, -1), 10 - n)
    table.store(Int32Array.of(2), packProven(30, 30, 5), 20)
    const [proven, cheapest] = [table.provenAt(table.find(Int32Array.of(2))), 3]
    expect([lowIn(proven), highIn(proven), bestIn(proven)]).toEqual([30, 30, 5])
    table.store(Int32Array.of(99), packProven(0, 0, -1), 1)
    expect([0, 1, 2, cheapest, 99].map(word => table.find(Int32Array.of(word)) >= 0)).toEqual([
      true,
      true,
      true,
      false,
      true,
    ])
  })
})

describe('mcts against the truth', () => {
  it('keeps the proven value nearly always when it plays to the end', async () => {
    const { asked, kept: right } = await kept(SMALL[2]!, { iterations: 2000, depth: 0, exploration: 0.7 })
    expect(asked).toBeGreaterThan(30)
    expect(right / asked).toBeGreaterThan(0.95)
  })
})
