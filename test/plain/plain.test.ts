/** The easy contract: games of plain values keep every law, all agents play them, and what they do wrong is said in the author's words. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findAgent, makeAgent } from '../../agents/index.ts'
import { mcts } from '../../agents/mcts/index.ts'
import { ticTacToe as fast } from '../../engine/classics/index.ts'
import { advance, type CompiledGame, newEvents, newState, OVER } from '../../engine/contract/index.ts'
import { Codec } from '../../engine/plain/codec.ts'
import { rootOf } from '../../engine/rng.ts'
import { Solver } from '../../engine/solve/index.ts'
import { type DefinedGame, type Definition, defineGame } from '../../library/game.ts'
import { lawsOf } from '../../library/testing.ts'
import { MatchRunner } from '../../sim/match/runner.ts'
import { afterwards, diceRace, hands, poker, ticTacToe } from './games.ts'

const compiled = (game: DefinedGame<object>, rules: object = {}): CompiledGame =>
  game.compile(game.id, game.schema.parse(rules))

const GAMES = { ticTacToe, diceRace, poker, hands, afterwards }

describe.each(Object.entries(GAMES))('%s', (_name, game) => {
  it.each(lawsOf(compiled(game), { samples: 800 }))('keeps the law: $name', ({ check }) => check())

  it('is played by all agents, again with the same choices', async () => {
    const play = async (): Promise<readonly string[]> => {
      const it = compiled(game)
      const names = ['mcts', 'greedy', 'random']
      const agents = await Promise.all(
        it.info.seats.map(async (_, seat) => {
          const kind = await findAgent(names[seat]!)
          return {
            agent: makeAgent(kind, it, kind.options.parse(seat === 0 ? { iterations: 40 } : {})),
            foreign: false,
          }
        }),
      )
      const runner = new MatchRunner(it, agents)
      const all: string[] = []
      for (let block = 0; block < 3; block++) {
        runner.play(rootOf('plain'), block, block % it.info.seats.length, true)
        expect(runner.fault).toBeNull()
        all.push(...runner.record)
      }
      return all
    }
    expect(await play()).toEqual(await play())
  })
})

describe('the words of a value', () => {
  const roundTrip = (value: unknown, codec = new Codec()): unknown => {
    const words = new Int32Array(4096)
    expect(codec.write(value, words, 3)).toBeLessThanOrEqual(words.length)
    return codec.read(words, 3)
  }

  it('are read as that value, keys in their order', () => {
    const values = fc.jsonValue({ maxDepth: 4 })
    fc.assert(
      fc.property(values, value => {
        const back = roundTrip(value)
        expect(back).toEqual(value)
        expect(JSON.stringify(back)).toBe(JSON.stringify(value))
      }),
      {
        numRuns: 300,
        examples: [[{ a: [-0, 0.5, 2 ** 28, -(2 ** 28), 2 ** 31, 1e300] }], ['\u00ff\u0100x'], ['ÿÿÿ']],
      },
    )
    expect(Object.is(roundTrip(-0), -0)).toBe(true)
    expect(roundTrip([undefined, Number.POSITIVE_INFINITY])).toEqual([undefined, Number.POSITIVE_INFINITY])
    // In states of other frameworks alone.
    expect(roundTrip([Number.NaN], new Codec(true))).toEqual([Number.NaN])
  })

  it.each([
    [new Map(), 'found a Map'],
    [() => 1, 'found a function'],
    [1n, 'found a bigint'],
    [new (class Piece {})(), 'found a Piece'],
    [Array.from({ length: 40 }).reduce<unknown>(list => [list], 0), 'found more than 32 levels'],
  ])('are refused for what is no plain value', (value, message) => {
    expect(() => roundTrip({ a: [value] })).toThrow(message)
  })
})

describe('a game of plain values', () => {
  it('is the game that the fast contract plays', () => {
    const solved = (game: CompiledGame) => {
      const state = newState(game.info)
      game.start(state, newEvents(game.info))
      return new Solver(game, { nodes: 1e6, bytes: 2 ** 24 }).value(state)
    }
    expect(solved(compiled(ticTacToe))).toBe(solved(fast.compile('tic-tac-toe', { misere: false })))
  })

  const broken = (changes: Partial<Definition>): (() => unknown) => {
    const definition: Definition = {
      id: 'broken',
      seats: ['a', 'b'],
      setup: () => ({ n: 0 }),
      toMove: ({ n }) => n % 2,
      moves: () => ['on'],
      apply: state => {
        state.n++
      },
      outcome: ({ n }) => (n > 9 ? { winner: 0 } : null),
      ...changes,
    }
    return () => {
      for (const { check } of lawsOf(compiled(defineGame(definition)), { matches: 1 })) check()
    }
  }

  it('whole as it is keeps the laws', () => expect(broken({})).not.toThrow())

  it.each<[string, Partial<Definition>, RegExp]>([
    ['offers no move', { moves: () => [] }, /moves returned an empty list for a, expected at least/],
    ['names a seat that is none', { toMove: () => 2 }, /toMove returned 2, expected a seat from 0 to 1/],
    ['names no seat', { toMove: () => undefined as never }, /toMove returned undefined, expected a seat/],
    ['asks several seats without applyAll', { toMove: () => [0, 1] }, /no function applyAll/],
    ['has a winner that is no seat', { outcome: () => ({ winner: 7 }) }, /outcome returned the winner 7/],
    [
      'ends by what it does not declare',
      { outcome: () => ({ winner: 0, by: 'magic' }) },
      /by: "magic", expected one of win/,
    ],
    [
      'keeps what is no plain value',
      { setup: () => ({ n: new Set() }) },
      /setup returned a Set at n, expected only plain values/,
    ],
    [
      'has a gauge out of bounds',
      { gauges: { n: { min: 0, max: 3, of: ({ n }) => n } } },
      /gauge n is 4 for a, expected a whole number from 0 to 3/,
    ],
    [
      'has weights that are none',
      { toMove: () => 'chance', chance: () => [{ move: 1, weight: 0.5 }] },
      /weight of 0.5/,
    ],
    [
      'grows without bounds',
      { stateWords: 8, apply: state => ({ n: state.n + 1, all: Array(state.n * 4).fill(1) }) },
      /the state has grown to \d+ words, expected at most 8/,
    ],
    [
      'offers more moves than it said',
      { movesAtOnce: 2, moves: () => ['a', 'b', 'c'] },
      /moves returned 3 moves, expected at most 2/,
    ],
    ['writes two moves alike', { moves: () => [1, '1'] }, /have the same text, 1/],
    ['hides without a guess', { view: state => state }, /view and determinize: expected both/],
    [
      'makes rules that are no schema',
      { rules: () => 3 as never },
      /rules returned 3, expected a zod schema/,
    ],
    ['has no moves at all', { moves: undefined as never }, /moves: missing, expected a function/],
  ])('that %s is told so', (_what, changes, message) => expect(broken(changes)).toThrow(message))

  it('that guesses fewer moves than a seat sees, in a position that nobody tried, is told so', () => {
    const guessing = defineGame({
      id: 'guessing',
      seats: ['ann', 'bob'],
      setup: () => ({ n: 0, turn: 0, few: false }),
      toMove: ({ turn }) => turn,
      moves: ({ few }) => (few ? [1] : [1, 2, 3]),
      apply: (state, move) => {
        state.n += move
        state.turn = 1 - state.turn
      },
      outcome: ({ n, turn }) => (n >= 20 ? { winner: 1 - turn } : null),
      view: state => state,
      determinize: view => ({ ...view, few: view.n >= 12 }),
    })
    const game = compiled(guessing)
    const search = mcts.make(game, mcts.options.parse({ iterations: 50 }))
    const [state, view, events] = [newState(game.info), newState(game.info), newEvents(game.info)]
    const legal = new Int32Array(game.info.legalMax)
    game.start(state, events)
    const choose = (): void => {
      for (;;) {
        const seat = advance(game, state, events)
        if (seat < 0) continue
        game.observe(state, seat, view)
        const action = search.choose(view, seat, legal, game.legal(state, seat, legal), rootOf('guessing'))
        game.apply(state, seat, action, events)
      }
    }
    expect(choose).toThrow(
      /a guess from determinize offers (ann|bob) fewer moves \(1\) than its view does, expected the same moves/,
    )
  })

  it('that grows too far in one match plays the others as if that had not been', () => {
    const growing = defineGame({
      id: 'growing',
      seats: ['a', 'b'],
      stateWords: 400,
      setup: () => ({ n: 0, ones: 0, turn: 0, all: [0] }),
      toMove: ({ turn }) => turn,
      moves: () => [1, 2, 3],
      apply: (state, move) => {
        state.n += move
        state.ones = move === 1 ? state.ones + 1 : 0
        if (state.ones === 9) state.all = Array(60_000).fill(7)
        state.turn = 1 - state.turn
      },
      outcome: ({ n, turn }) => (n >= 12 ? { winner: 1 - turn } : null),
    })
    /** The positions of a match in which a seat's moves are these, and then ever on the last of them. */
    const path = (game: CompiledGame, moves: readonly number[]): string[] => {
      const state = newState(game.info)
      const events = newEvents(game.info)
      const passed: string[] = []
      game.start(state, events)
      for (let ply = 0; game.toMove(state) !== 0; ply++) {
        game.apply(state, ply % 2, moves[Math.min(ply, moves.length - 1)]!, events)
        game.resolve(state, events)
        passed.push(state.join())
      }
      return passed
    }
    const [game, other] = [compiled(growing), compiled(growing)]
    const all = Array.from({ length: 81 }, (_, i) => [
      i % 3,
      Math.floor(i / 3) % 3,
      Math.floor(i / 9) % 3,
      1,
      2,
    ])
    // Positions are kept only after some thousands were looked at.
    for (let i = 0; i < 40; i++) for (const moves of all) path(game, moves)
    expect(() => path(game, [0])).toThrow(/the state has grown to/)
    for (const moves of all) expect(path(game, moves)).toEqual(path(other, moves))
  })

  it('makes its rules with zod, without an import', () => {
    const { schema } = defineGame({
      id: 'ranged',
      seats: ['a', 'b'],
      rules: z => z.strictObject({ goal: z.int().min(5).max(9).default(7) }),
      setup: ({ rules }) => rules.goal,
      toMove: n => n % 2,
      moves: () => [1],
      apply: (n, move) => n - move,
      outcome: n => (n === 0 ? { winner: 0 } : null),
    })
    expect(schema.parse({})).toEqual({ goal: 7 })
    expect(schema.safeParse({ goal: 4 }).success).toBe(false)
  })

  it.each<[string, () => unknown, string]>([
    ['a map', () => new Map(), 'apply leaves a Map at seen.at[1], expected only plain values'],
    ['what is no number', () => Number.NaN, 'apply leaves NaN at seen.at[1], expected a number'],
    ['a function', () => () => 1, 'apply leaves a function at seen.at[1], expected'],
    ['an object of a class', () => new Date(0), 'apply leaves a Date at seen.at[1], expected'],
    ['itself', () => cyclic(), 'or one that contains itself, at seen.at[1].me.me'],
  ])('tells where in the state %s lies that comes late, and what has put it there', (_, value, words) => {
    let isLate = false
    const apply = (state: { n: number; seen: { at: unknown[] } }): undefined => {
      state.n++
      if (isLate) state.seen.at.push(value())
    }
    const game = compiled(
      defineGame({
        id: 'late',
        seats: ['a', 'b'],
        setup: () => ({ n: 0, seen: { at: [0] as unknown[] } }),
        toMove: ({ n }) => n % 2,
        moves: () => [1, 2],
        apply,
        outcome: ({ n }) => (n < 9 ? null : { winner: 0 }),
      }),
    )
    isLate = true
    const state = newState(game.info)
    game.start(state, newEvents(game.info))
    game.resolve(state, newEvents(game.info))
    const thrown = thrownBy(() => game.apply(state, 0, 0, newEvents(game.info)))
    expect(thrown).toMatchObject({ message: expect.stringContaining(words), part: apply })
  })

  it('gives every move what the words of its state hold, and refuses some that hold less than the state', () => {
    const slips = 2000
    const seen = new Set<string>()
    const apply = (state: { n: number; one: number[] & { gone?: number }; two: number[] }): undefined => {
      if (state.n >= slips) {
        seen.add(JSON.stringify([state.one, state.two, Object.keys(state.one)]))
        state.one.gone = 1
      }
      state.n++
      // Two names for one list: by the next move, they are separate lists.
      state.one[0] = state.n
      state.two = state.one
      state.two[1] = -state.n
    }
    const game = compiled(
      defineGame({
        ...{ id: 'slips', seats: ['a', 'b'], maxMoves: 4000 },
        setup: () => {
          const list = [0, 0]
          return { n: 0, one: list, two: list }
        },
        toMove: ({ n }) => n % 2,
        moves: () => [1],
        apply,
        outcome: () => null,
      }),
    )
    const state = newState(game.info)
    const events = newEvents(game.info)
    const play = (): void => {
      game.start(state, events)
      for (let next = 0; next !== OVER; ) {
        next = advance(game, state, events)
        if (next >= 0) game.apply(state, next, 0, events)
      }
    }
    const late = thrownBy(play) as Error
    expect(late.message).toContain('apply leaves the key "gone" on a list at one, expected only indices')
    const first = [...seen]
    seen.clear()
    expect(thrownBy(play)).toMatchObject({ message: late.message })
    expect([...seen]).toEqual(first)
    expect(first.length).toBeGreaterThan(1)
    expect(first[1]).toBe(
      JSON.stringify([
        [slips + 1, -slips - 1],
        [slips + 1, -slips - 1],
        ['0', '1'],
      ]),
    )
  })

  it.each([
    [[1, 0], 'race', 'race', 'win'],
    [[1, 1], 'race', 'race-draw', 'draw'],
    [[1, 1], 'race-draw', 'race-draw', 'draw'],
    [[1, 1], 'draw', 'draw', 'draw'],
    [[1, 1], 'win', 'draw', 'draw'],
    [[1, 1], undefined, 'draw', 'draw'],
  ])('that ends with the scores %j by %s ends by %s', (scores, by, id, kind) => {
    const game = compiled(
      defineGame({
        ...{ id: 'ends', seats: ['a', 'b'], endings: { race: 'raced' } },
        setup: () => ({ n: 0 }),
        toMove: () => 0,
        moves: () => [1],
        apply: ({ n }) => ({ n: n + 1 }),
        outcome: ({ n }) => (n === 0 ? null : { scores, ...(by === undefined ? {} : { by }) }),
      }),
    )
    const runner = new MatchRunner(
      game,
      [0, 1].map(() => ({ agent: { samplesUniformly: true, choose: () => 0 }, foreign: false })),
    )
    runner.play(rootOf('x'), 0, 0, false)
    expect(game.info.endings[runner.finished.ending]).toMatchObject({ id, kind })
  })

  describe('with roles', () => {
    const dealt = (outcome: object | null, more: object = {}) =>
      compiled(
        defineGame({
          ...{
            id: 'dealt',
            seats: ['a', 'b', 'c'],
            roles: ['crew', 'spy'],
            endings: { time: 'time ran out' },
          },
          setup: () => ({ n: 0 }),
          toMove: () => 0,
          moves: () => [1],
          apply: ({ n }: { n: number }) => ({ n: n + 1 }),
          outcome: ({ n }: { n: number }) => (n === 0 ? null : outcome),
          ...more,
        }),
      )

    it.each([
      [{ winners: [0, 1], role: 'crew' }, 'crew', [30, 30, 0]],
      [{ winner: 2, by: 'spy' }, 'spy', [0, 0, 60]],
      [{ winners: [2], role: 'spy', by: 'time' }, 'time-spy', [0, 0, 60]],
      [{ role: 'crew' }, 'crew', [0, 30, 30]],
      [{}, 'draw', [20, 20, 20]],
      [{ by: 'time' }, 'time-draw', [20, 20, 20]],
    ])('ends with %j by %s', (outcome, id, returns) => {
      const game = dealt(outcome, {
        roleOf: (_: object, { seat }: { seat: number }): string => (seat === 0 ? 'spy' : 'crew'),
      })
      const runner = new MatchRunner(
        game,
        [0, 1, 2].map(() => ({ agent: { samplesUniformly: true, choose: () => 0 }, foreign: false })),
      )
      runner.play(rootOf('x'), 0, 0, false)
      expect(game.info.endings[runner.finished.ending]!.id).toBe(id)
      expect([...runner.finished.returns]).toEqual(returns)
      expect(game.info.roles).toEqual([
        { id: 'crew', fair: 0.5 },
        { id: 'spy', fair: 0.5 },
      ])
      for (const { check } of lawsOf(game)) check()
    })

    it.each([
      [{ winner: 0 }, {}, 'outcome returned winners without their role, expected role: one of crew, spy'],
      [{ winner: 0, role: 'cook' }, {}, 'outcome returned the role "cook", expected one of crew, spy'],
      [
        { role: 'crew' },
        {},
        'outcome returned the role "crew" without winners: expected { role, winners: [seats] }',
      ],
      [{ role: 'crew' }, { roleOf: (): string => 'spy' }, 'the role "crew", but roleOf gives it to no seat'],
      [{ winners: [0, 1, 2], role: 'crew' }, {}, 'the role "crew" and all seats as winners'],
      [{ winner: 0, role: 'crew' }, { roles: undefined }, "expected the game to have roles: ['crew', ...]"],
      [{}, { roles: ['crew'] }, 'expected 2 to 8 different names'],
      [{}, { roles: ['crew', 'draw'] }, 'expected a name, and not win, draw or limit'],
      [
        {},
        { roles: { crew: 60, spy: 30 } },
        'found the fair shares 60, 30, expected percents above 0 that add up to 100',
      ],
      [{}, { roles: undefined, roleOf: (): string => 'crew' }, 'roleOf: expected a list roles beside it'],
    ])('refuses %j with %j', (outcome, more, words) => {
      expect(() => dealt(outcome, more)).toThrow(words)
    })

    const found = (outcome: (die: number) => object, more: object = {}) =>
      compiled(
        defineGame({
          ...{ id: 'found', seats: ['a', 'b', 'c'], endings: { crew: 'safe', spy: 'sunk' } },
          setup: () => ({ die: -1 }),
          toMove: () => 'chance' as const,
          chance: () => [0, 1, 2, 3, 4, 5].map(move => ({ move })),
          moves: () => [1],
          apply: (_: { die: number }, die: number) => ({ die }),
          outcome: ({ die }: { die: number }) => (die < 0 ? null : outcome(die)),
          ...more,
        }),
      ).info.roles?.map(({ id }) => id)

    it('finds teams of different size that win by endings of their own, in changing seats', () => {
      const others = (seat: number): number[] => [0, 1, 2].filter(one => one !== seat)
      const teams = (die: number) =>
        die < 3 ? { winners: others(die), by: 'crew' } : { winner: die - 3, by: 'spy' }
      expect(found(teams)).toEqual(['crew', 'spy'])
      expect(found(teams, { roles: [] })).toBeUndefined()
      // In fixed seats.
      expect(
        found(die => (die < 3 ? { winners: [0, 1], by: 'crew' } : { winner: 2, by: 'spy' })),
      ).toBeUndefined()
      // Two ways to win, open to any seat.
      expect(found(die => ({ winner: die % 3, by: die < 3 ? 'crew' : 'spy' }))).toBeUndefined()
      // A third ending.
      expect(found(die => (die === 5 ? { winner: 2 } : teams(die)))).toBeUndefined()
    })

    it('takes their fair shares in percent', () => {
      expect(dealt({}, { roles: { crew: 70, spy: 30 } }).info.roles).toEqual([
        { id: 'crew', fair: 0.7 },
        { id: 'spy', fair: 0.3 },
      ])
    })
  })

  it.each([
    ['a move of each seat', (n: number) => n % 2, 2],
    ['a move, where a seat moves twice', (n: number) => (n >> 1) % 2, 1],
  ])('has turns of %s', (_, toMove, perTurn) => {
    const game = compiled(
      defineGame({
        ...{ id: 'turns', seats: ['a', 'b'] },
        setup: () => ({ n: 0 }),
        toMove: ({ n }) => toMove(n),
        moves: () => [1],
        apply: ({ n }) => ({ n: n + 1 }),
        outcome: ({ n }) => (n < 6 ? null : {}),
      }),
    )
    expect(game.info.step.perTurn).toBe(perTurn)
  })

  it('ends undecided after its most moves', () => {
    const game = compiled(
      defineGame({
        id: 'endless',
        seats: ['a', 'b'],
        setup: () => 0,
        toMove: n => n % 2,
        moves: () => [1],
        apply: n => n + 1,
        outcome: () => null,
        maxMoves: 30,
      }),
    )
    const runner = new MatchRunner(
      game,
      [0, 1].map(() => ({ agent: { samplesUniformly: true, choose: () => 0 }, foreign: false })),
    )
    runner.play(rootOf('x'), 0, 0, false)
    expect(runner.finished.decisions).toBe(30)
    expect(game.info.endings[runner.finished.ending]).toMatchObject({ kind: 'length' })
  })
})

function cyclic(): object {
  const one: Record<string, unknown> = {}
  one.me = one
  return one
}

function thrownBy(act: () => void): unknown {
  try {
    act()
  } catch (error) {
    return error
  }
  return null
}
