/** Known positions: a search that starts from them selects and plays like one that plays down to them. */
import { describe, expect, it, vi } from 'vitest'
import { mcts } from '../../agents/mcts/index.ts'
import { AFTER_TURN, Path } from '../../agents/mcts/path.ts'
import { Positions } from '../../agents/mcts/positions.ts'
import {
  advance,
  CHANCE,
  type CompiledGame,
  newEvents,
  newState,
  OVER,
  sampleStep,
} from '../../engine/contract/index.ts'
import { generator } from '../../engine/laws/walk.ts'
import type { DefinedGame } from '../../library/game.ts'
import { gameOf as bulwarkOf } from '../bulwark/load.ts'
import { classicOf } from '../classics/load.ts'
import { gameOf as elephantsOf } from '../elephant-men/load.ts'
import { gameOf as frontlineOf } from '../frontline/load.ts'
import { afterwards, diceRace, ticTacToe } from '../plain/games.ts'

describe('known positions', () => {
  it('are those kept first, by node, however many there are', () => {
    const positions = new Positions(3)
    const out = new Int32Array(3)
    for (let node = 0; node < 1000; node++) {
      positions.add(node)
      expect(positions.seatOf(node)).toBeLessThan(0)
      if (node % 3 === 0) positions.keep(node, Int32Array.of(node, 7, -node), node % 2)
    }
    for (let node = 0; node < 1000; node += 3) {
      positions.keep(node, Int32Array.of(1, 2, 3), 5)
      expect(positions.seatOf(node)).toBe(node % 2)
      positions.load(node, out)
      expect(out).toEqual(Int32Array.of(node, 7, -node))
    }
    expect(positions.seatOf(1)).toBeLessThan(0)
    positions.add(3)
    expect(positions.seatOf(3)).toBeLessThan(0)
  })

  it('take 64 MiB at most: nodes beyond have none', () => {
    const size = 1 << 23
    const positions = new Positions(size / 128)
    const state = new Int32Array(size / 128).fill(9)
    for (const node of [0, 255, 256, 257]) {
      positions.add(node)
      positions.keep(node, state, 1)
    }
    expect([0, 255, 256, 257].map(node => positions.seatOf(node) >= 0)).toEqual([true, true, false, false])
    // A size that no doubling comes to.
    const odd = new Positions(1000)
    for (let node = 0; node < 20_000; node++) odd.add(node)
    expect(4 * odd.room).toBeLessThanOrEqual(1 << 26)
    for (const node of [16_776, 16_777]) odd.keep(node, new Int32Array(1000), 1)
    expect([16_776, 16_777].map(node => odd.seatOf(node))).toEqual([1, -1])
  })
})

describe('a path', () => {
  it("knows the decisions of a turn by their seats, chance's only by their number", () => {
    const path = new Path(20, 2)
    const chosen = (seat: number) => {
      const end = path.turnEnd[seat]!
      return [...path.turnAction.subarray((seat * path.turnAction.length) / 2, end)]
    }
    for (let round = 0; round < 2; round++) {
      path.clear()
      for (const [at, seat] of [1, 0, CHANCE, 1, 1, 0, CHANCE].entries()) {
        if (at === 3) path.add(seat, 0, 0, false)
        path.note(seat, 10 * at)
      }
      expect([chosen(0), chosen(1)]).toEqual([
        [10, 50],
        [0, 30, 40],
      ])
      expect(path.turnAction[path.turn[0]!]).toBe(30)
      path.pass(0)
      expect([path.isTurnOpen, path.steps]).toEqual([true, 0])
      path.pass(2)
      path.note(0, 3)
      path.add(0, 0, 0, false)
      expect([path.isTurnOpen, path.steps, path.decisions]).toEqual([false, 2, 7])
      expect([chosen(0).length, path.turn[1]]).toEqual([2, AFTER_TURN])
    }
  })
})

const compiled = (game: DefinedGame<object>): CompiledGame => game.compile(game.id, game.schema.parse({}))

/** The same game with some members replaced. */
const changed = (game: CompiledGame, members: Partial<CompiledGame>): CompiledGame =>
  new Proxy(game, {
    get(_, name) {
      if (name in members) return members[name as keyof CompiledGame]
      const value: unknown = Reflect.get(game, name, game)
      return typeof value === 'function' ? value.bind(game) : value
    },
  })

/** The same game, which says that it hides something: its searches know no positions, and no nodes by their edges. */
const secretive = (game: CompiledGame): CompiledGame =>
  changed(game, { info: { ...game.info, type: { ...game.info.type, information: 'imperfect' } } })

/** The same game for two seats, who seal their orders by turns, as long as both have some: a word more says who was the last. */
function alternating(game: CompiledGame): CompiledGame {
  const last = game.info.stateSize
  const withLast = (from: Int32Array, to: Int32Array): void => {
    to[last] = from[last]!
  }
  const turns: CompiledGame = changed(game, {
    info: { ...game.info, stateSize: last + 1 },
    sampleStep: (s, rngs, events) => sampleStep(turns, s, rngs, events),
    toMove: s => (game.toMove(s) === 3 ? 2 - s[last]! : game.toMove(s)),
    start: (s, events) => {
      game.start(s, events)
      s[last] = 0
    },
    apply: (s, seat, action, events) => {
      game.apply(s, seat, action, events)
      s[last] = 1 - seat
    },
    observe: (s, seat, view) => {
      game.observe(s.subarray(0, last), seat, view.subarray(0, last))
      withLast(s, view)
    },
    determinize: (view, seat, rng, out) => {
      game.determinize(view.subarray(0, last), seat, rng, out.subarray(0, last))
      withLast(view, out)
    },
  })
  return turns
}

describe.each([
  ['frontline', frontlineOf('lean'), {}],
  ['frontline, every tree anew', frontlineOf('default'), { reuse: false, iterations: 30 }],
  ['frontline, replies', frontlineOf('lean'), { selection: 'regret-matching', depth: 4 }],
  ['frontline, to the end of a turn', frontlineOf('lean'), { depth: 'turn' }],
  ['bulwark', bulwarkOf(), {}],
  ['bulwark with a bias, trees kept', bulwarkOf(), { bias: 2, reuse: true, rave: 0 }],
  ['bulwark by another model of battles', bulwarkOf({ 'battle.model': 'bradley-terry' }), {}],
  ['connect four', classicOf('connect-four'), {}],
  ['kalah, greedy playouts', classicOf('kalah'), { playout: 'greedy', depth: 2 }],
  ['breakthrough', classicOf('breakthrough'), { reuse: true, depth: 1 }],
  ['pig', classicOf('pig'), { depth: 3 }],
  ['nim', classicOf('nim'), { depth: 0 }],
  ['elephant-men', elephantsOf('v0.2'), {}],
  ['elephant-men, golems', elephantsOf('golems-2025-12'), { bias: 0, iterations: 300 }],
  ['elephant-men, orders by turns', alternating(elephantsOf('v0.1')), {}],
  ['goofspiel', classicOf('goofspiel'), { depth: 0 }],
  ['a game of plain values', compiled(ticTacToe), { depth: 0 }],
  ['a game of plain values by dice', compiled(diceRace), {}],
  ['a game with decisions at once, and alone', compiled(afterwards), {}],
] as const)('%s', (name, game, options) => {
  it('is searched in the same way with known positions and without', () => {
    const chosen = mcts.options.parse({ iterations: 60, solver: false, ...options })
    const players = [game, secretive(game)].map(played => ({
      played,
      agent: mcts.make(played, chosen),
      rng: generator(name, 0, 0),
    }))
    const [state, view, events] = [newState(game.info), newState(game.info), newEvents(game.info)]
    const legal = new Int32Array(game.info.legalMax)
    const rng = generator(`${name} match`, 0, 0)
    let searched = 0
    for (let decisions = 0; searched < 12; ) {
      const seat = decisions === 0 ? OVER : advance(game, state, events)
      if (seat === OVER) {
        game.start(state, events)
        for (const { agent } of players) agent.begin?.()
        decisions++
        continue
      }
      if (seat < 0) continue
      const count = seat === CHANCE ? 1 : game.legal(state, seat, legal)
      if (count > 1 && decisions++ % 3 === 0) {
        game.observe(state, seat, view)
        const [here, there] = players.map(({ agent, rng }) => agent.choose(view, seat, legal, count, rng))
        expect(here).toBe(there)
        expect(players[0]!.rng).toEqual(players[1]!.rng)
        searched++
      }
      game.apply(state, seat, game.sample(state, seat, rng), events)
    }
  })
})

describe.each([
  ['tic-tac-toe', classicOf('tic-tac-toe'), { iterations: 300, solver: 'bounds', reuse: true }],
  ['connect four, with proof searches', classicOf('connect-four'), { iterations: 2500 }],
  ['kalah', classicOf('kalah'), { iterations: 200, solver: 'bounds', reuse: true }],
  ['breakthrough', classicOf('breakthrough', { files: 3, ranks: 5 }), { iterations: 200, solver: 'wins' }],
  ['frontline', frontlineOf('lean', { cells: 5, turns: 12 }), { iterations: 300 }],
] as const)('%s', (name, game, options) => {
  it('is solved in the same way from known positions and from the root, at every decision of its matches', () => {
    const chosen = mcts.options.parse(options)
    const [knowing, replaying] = [mcts.make(game, chosen), mcts.make(game, chosen)]
    const rngs = [generator(name, 0, 0), generator(name, 0, 0)] as const
    const [state, view, events] = [newState(game.info), newState(game.info), newEvents(game.info)]
    const legal = new Int32Array(game.info.legalMax)
    game.start(state, events)
    for (const agent of [knowing, replaying]) agent.begin?.()
    for (let decisions = 0; decisions < 16; ) {
      const seat = advance(game, state, events)
      if (seat === OVER) break
      if (seat < 0) continue
      const count = game.legal(state, seat, legal)
      game.observe(state, seat, view)
      const here = knowing.choose(view, seat, legal, count, rngs[0])
      const nowhere = vi.spyOn(Positions.prototype, 'seatOf').mockReturnValue(-1)
      const there = replaying.choose(view, seat, legal, count, rngs[1])
      expect(nowhere).toHaveBeenCalled()
      nowhere.mockRestore()
      expect([here, ...rngs[0]]).toEqual([there, ...rngs[1]])
      game.apply(state, seat, here, events)
      decisions++
    }
  })
})
