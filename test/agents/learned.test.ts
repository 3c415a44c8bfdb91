/** Players of learned policies: the softmax, the file, the search for plans. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findAgent, makeAgent } from '../../agents/index.ts'
import type { ValueWeights } from '../../agents/learned/critic.ts'
import { FeatureCrosses, VALUE_WEIGHTS, WEIGHTS } from '../../agents/learned/crosses.ts'
import { Features } from '../../agents/learned/features.ts'
import { encodePolicy, featuresOf, readPolicy, rounded } from '../../agents/learned/file.ts'
import { expOf, Policy } from '../../agents/learned/policy.ts'
import { type CompiledGame, newEvents, newState, settle } from '../../engine/contract/index.ts'
import { below, rootOf } from '../../engine/rng.ts'
import { gameOf as bulwarkOf } from '../bulwark/load.ts'
import { classicOf } from '../classics/load.ts'
import { folder } from '../cli/command.ts'
import { gameOf as elephantMen } from '../elephant-men/load.ts'
import { gameOf as frontlineOf } from '../frontline/load.ts'
import { gameOf as prestigeOf } from '../prestige/load.ts'

const DESCRIPTION = {
  version: '1',
  ruleset: 'any',
  rules: 'any',
  seed: 'any',
  rounds: [],
  best: 0,
  robin: { shares: [], circle: [] },
} as const

const SOME = drawnWeights()

function drawnWeights(): Float32Array {
  const rng = rootOf('weights')
  return Float32Array.from({ length: WEIGHTS }, () => (below(rng, 2001) - 1000) / 1000)
}

/** Weights that differ everywhere. */
const someWeights = (): Float32Array => SOME.slice()

/** A file that says it is of another format. */
const renamed = (file: Buffer, from: string, to: string): Buffer =>
  Buffer.from(file.toString('latin1').replace(`evenhand policy ${from}`, `evenhand policy ${to}`), 'latin1')

/** Values that differ everywhere. */
const someValues = (): ValueWeights => ({
  weights: someWeights().subarray(0, VALUE_WEIGHTS),
  lead: Float64Array.of(2.25),
})

/** `toEqual` takes seconds for that many. */
function expectSame(found: Float32Array, wanted: Float32Array): void {
  expect(found.length).toBe(wanted.length)
  expect(found.findIndex((weight, i) => weight !== wanted[i])).toBe(-1)
}

function fileFor(game: CompiledGame, weights = someWeights(), values: ValueWeights | null = null): string {
  const file = join(folder(), 'some.policy')
  writeFileSync(
    file,
    encodePolicy({ ...DESCRIPTION, game: game.info.id, features: featuresOf(game.info) }, weights, values),
  )
  return file
}

interface Asked {
  readonly view: Int32Array
  readonly seat: number
  readonly legal: Int32Array
  readonly count: number
}

/** The first decision of a random match with at least two choices, after `skip` others. */
function asked(game: CompiledGame, skip = 0): Asked {
  const state = newState(game.info)
  const view = newState(game.info)
  const legal = new Int32Array(game.info.legalMax)
  const events = newEvents(game.info)
  const rng = rootOf('match')
  game.start(state, events)
  for (let met = 0; ; ) {
    const seat = settle(game, state, events)
    if (seat < 0) throw new Error('the match is over')
    const count = seat < game.info.seats.length ? game.legal(state, seat, legal) : 0
    if (count > 1 && met++ >= skip) {
      game.observe(state, seat, view)
      return { view, seat, legal, count }
    }
    game.apply(state, seat, game.sample(state, seat, rng), events)
  }
}

const GAMES: readonly (readonly [string, CompiledGame])[] = [
  ['Elephant Men', elephantMen('v0.2')],
  ['Frontline', frontlineOf('lean')],
  ['Bulwark', bulwarkOf()],
  ['Prestige', prestigeOf('three')],
  ['a classic without tokens', classicOf('kuhn-poker')],
]

describe('the exponential', () => {
  it('is within a billionth of Math.exp from 0 to -60, and 0 below', () => {
    for (let x = 0; x >= -60; x -= 0.0137) expect(Math.abs(expOf(x) / Math.exp(x) - 1)).toBeLessThan(1e-9)
    expect([expOf(0), expOf(-60.1), expOf(Number.NEGATIVE_INFINITY)]).toEqual([1, 0, 0])
  })
})

describe('features', () => {
  it.each(GAMES)('sum the same whether or not neighbours share aspects: %s', (_, game) => {
    const weights = someWeights()
    const { view, seat, legal, count } = asked(game, game.info.decisionMax > 5 ? 3 : 0)
    const crosses = new FeatureCrosses(game)
    crosses.read(view, seat)
    const sumOf = (i: number): number => {
      crosses.list(legal[i]!, i)
      return crosses.sum(weights, i)
    }
    const sums = Array.from({ length: count }, (_, i) => sumOf(i))
    const start = asked(game)
    for (let i = count - 1; i >= 0; i--) {
      // What is remembered of another position must not count.
      crosses.read(start.view, start.seat)
      sumOf(i)
      crosses.read(view, seat)
      expect(sumOf(i)).toBe(sums[i])
    }
    expect(new Set(sums).size).toBeGreaterThan(1)
  })

  it.each(GAMES)('are the same after they were kept, packed and unpacked: %s', (_, game) => {
    const weights = someWeights()
    const policy = new Policy(game, weights.slice())
    const features = new Features()
    const positions = [0, 1, 2].map(skip => asked(game, game.info.decisionMax > 5 ? skip : 0))
    for (const { view, seat, legal, count } of positions) {
      policy.probabilities(view, seat, legal, count, 1)
      policy.keep(features, count, count - 1)
    }
    const taken = new Features()
    taken.append(features.packed())
    taken.append(features.packed())
    const [asking, taking] = [new FeatureCrosses(game), new FeatureCrosses(game)]
    for (const [i, { view, seat, legal, count }] of [...positions, ...positions].entries()) {
      asking.read(view, seat)
      taking.take(taken, i)
      expect([taking.takeActions(taken, i), taken.place(i)]).toEqual([count, count - 1])
      expect(taking.sumOfPosition(weights)).toBe(asking.sumOfPosition(weights))
      for (let a = 0; a < count; a++) {
        asking.list(legal[a]!, a)
        expect(taking.sum(weights, a)).toBe(asking.sum(weights, a))
      }
    }
  })

  it('are no more of an action than the game says at most', () => {
    const game = prestigeOf('three')
    const width = game.info.learning!.aspects
    const loud = {
      info: game.info,
      tokens: (view, seat, out) => game.tokens!(view, seat, out),
      aspects: (_, __, action, out) => {
        out.fill(action)
        return width + 1 + (action % 3)
      },
    } as CompiledGame
    const { view, seat, legal, count } = asked(game)
    const weights = someWeights()
    const crosses = new FeatureCrosses(loud)
    crosses.read(view, seat)
    crosses.list(legal[0]!, 0)
    const alone = crosses.sum(weights, 0)
    const features = new Features()
    for (let a = 0; a < count; a++) crosses.list(legal[a]!, a)
    crosses.keep(features, count, 0)
    crosses.read(view, seat)
    expect(crosses.takeActions(features, 0)).toBe(count)
    expect(crosses.sum(weights, 0)).toBe(alone)
  })

  it('are the same for both sides of a board at the start', () => {
    const game = elephantMen('v0.2')
    const state = newState(game.info)
    game.start(state, newEvents(game.info))
    const told = [0, 1].map(seat => {
      const view = newState(game.info)
      const out = new Int32Array(game.info.learning!.tokens)
      game.observe(state, seat, view)
      return [...out.subarray(0, game.tokens!(view, seat, out))].sort()
    })
    expect(told[1]).toEqual(told[0])
  })

  it('learn what they are shown', () => {
    const game = elephantMen('v0.2')
    const { view, seat, legal, count } = asked(game)
    const policy = new Policy(game, new Float32Array(WEIGHTS))
    const squares = new Float32Array(WEIGHTS).fill(0.01)
    const shown = legal[count >> 1]!
    expect(policy.learn(view, seat, legal, count, shown, squares, 0.1)).toBeCloseTo(1 / count, 12)
    expect(policy.best(view, seat, legal, count)).toBe(shown)
    expect(policy.learn(view, seat, legal, count, shown, squares, 0.1)).toBeGreaterThan(5 / count)
  })
})

describe('files of policies', () => {
  it('hold weights, rounded to steps of the largest one', () => {
    const game = elephantMen('v0.2')
    const weights = someWeights()
    const file = fileFor(game, weights)
    const read = readPolicy(file)
    expectSame(read.weights, rounded(weights))
    expect(weights.some((weight, i) => Math.abs(weight - read.weights[i]!) > 0.004)).toBe(false)
    expect(read.header).toMatchObject({ format: 'evenhand policy 1', game: 'elephant-men', rounds: [] })
    expect(read.header).not.toHaveProperty('values')
    expect(read.values).toBeNull()
    expect(readFileSync(file).length).toBeLessThan(512 * 1024)
  })

  it('hold position values, too', () => {
    const game = elephantMen('v0.2')
    const values = someValues()
    const file = fileFor(game, someWeights(), values)
    const read = readPolicy(file)
    expectSame(read.weights, rounded(someWeights()))
    expectSame(read.values!.weights, rounded(values.weights))
    expect(read.values!.lead).toEqual(values.lead)
    expect(read.header).toMatchObject({ format: 'evenhand policy 2', values: { lead: 2.25 } })
    expect(readFileSync(file).length).toBeLessThan(512 * 1024)
  })

  it.each([
    ['an empty file', () => Buffer.from('')],
    ['another file', () => Buffer.from('{"game": "elephant-men"}\n')],
    ['one that was cut short', plain => plain.subarray(0, -1)],
    ['one that goes on behind its weights', plain => Buffer.concat([plain, Buffer.alloc(VALUE_WEIGHTS)])],
    ['one with values that was cut short', (_, valued) => valued.subarray(0, -1)],
    ['one that ends before its values', (_, valued) => valued.subarray(0, -VALUE_WEIGHTS)],
    ['one without values that has what is said of them', (_, valued) => renamed(valued, '2', '1')],
    ['one with values of which nothing is said', plain => renamed(plain, '1', '2')],
  ] satisfies [string, (plain: Buffer, valued: Buffer) => Buffer][])('%s is refused', (_, spoiled) => {
    const game = elephantMen('v0.2')
    const [plain, valued] = [null, someValues()].map(values =>
      readFileSync(fileFor(game, someWeights(), values)),
    )
    const file = join(folder(), 'some.policy')
    writeFileSync(file, spoiled(plain!, valued!))
    expect(() => readPolicy(file)).toThrow(/some\.policy" is not a learned policy, expected a file that/)
  })
})

describe.each(['learned', 'planner'])('agent %s', id => {
  it.each(GAMES)('chooses legal actions, the same with the same draws: %s', async (_, game) => {
    const kind = await findAgent(id)
    const options = { file: fileFor(game), ...(id === 'planner' ? { plans: 4, replies: 2 } : {}) }
    for (const skip of [0, 5]) {
      const { view, seat, legal, count } = asked(game, game.info.decisionMax > 5 ? skip : 0)
      const before = view.slice()
      const chosen = [0, 0].map(() => {
        const agent = makeAgent(kind, game, options)
        agent.begin?.()
        return agent.choose(view, seat, legal, count, rootOf('draws'))
      })
      expect([...legal.subarray(0, count)]).toContain(chosen[0])
      expect(chosen[1]).toBe(chosen[0])
      expect(view).toEqual(before)
    }
  })

  it('says which file it needs, and names it by what it holds', async () => {
    const kind = await findAgent(id)
    const game = elephantMen('v0.2')
    const file = fileFor(game)
    expect(kind.refusal!(game, {})).toMatch(
      /^no policy for it ships, expected file=PATH with a policy from evenhand learn, or training before play /,
    )
    expect(kind.refusal!(frontlineOf('lean'), { file })).toBe(`${file} was trained on elephant-men`)
    const located = kind.locate!({ file: 'some.policy' }, join(file, '..'))
    expect(located).toMatchObject({ file, sha256: readPolicy(file).sha256 })
    writeFileSync(
      file,
      encodePolicy({ ...DESCRIPTION, game: 'elephant-men' }, new Float32Array(WEIGHTS), null),
    )
    expect(kind.refusal!(game, located)).toMatch(/some\.policy was changed, expected SHA-256 [0-9a-f]{64}$/)
  })
})

describe('agent learned', () => {
  it('tells the probabilities with which it draws', async () => {
    const game = elephantMen('v0.2')
    const { view, seat, legal, count } = asked(game)
    const kind = await findAgent('learned')
    const agent = makeAgent(kind, game, { file: fileFor(game), temperature: 5 })
    const told = new Float64Array(count)
    const rng = rootOf('draws')
    agent.policy!(view, seat, legal, count, rng, told)
    expect(rng).toEqual(rootOf('draws'))
    expect(told.reduce((a, b) => a + b)).toBeCloseTo(1, 12)
    const met = new Float64Array(count)
    const times = 2000
    for (let i = 0; i < times; i++)
      met[legal.indexOf(agent.choose(view, seat, legal, count, rng))]! += 1 / times
    for (let i = 0; i < count; i++) expect(Math.abs(met[i]! - told[i]!)).toBeLessThan(0.06)
  })
})

describe('agent planner', () => {
  it.each([
    ['until the turn is over in Prestige', prestigeOf('two'), 0, 1],
    ['as far as the horizon of Frontline', frontlineOf('lean'), 10, 1],
    ['until it is to move again in Bulwark, which names no horizon', bulwarkOf(), 1, 0],
  ] as const)('looks ahead %s, unless it is told otherwise', async (_, game, same, other) => {
    const kind = await findAgent('planner')
    // Without weights plans are drawn uniformly, so that there are several to compare.
    const file = fileFor(game, new Float32Array(WEIGHTS))
    const chosen = (turns?: number): number[] =>
      Array.from({ length: 12 }, (_, i) => {
        const { view, seat, legal, count } = asked(game, 8 * i)
        const options = { file, plans: 8, replies: 3, ...(turns === undefined ? {} : { turns }) }
        return makeAgent(kind, game, options).choose(view, seat, legal, count, rootOf('draws'))
      })
    expect(chosen()).toEqual(chosen(same))
    expect(chosen()).not.toEqual(chosen(other))
  })

  it('uses the position values of its policy, if the file has them', async () => {
    const game = bulwarkOf()
    const kind = await findAgent('planner')
    const chosen = (values: ValueWeights | null): number[] => {
      const file = fileFor(game, new Float32Array(WEIGHTS), values)
      return Array.from({ length: 12 }, (_, i) => {
        const { view, seat, legal, count } = asked(game, 8 * i)
        const planner = makeAgent(kind, game, { file, plans: 8, replies: 3 })
        return planner.choose(view, seat, legal, count, rootOf('draws'))
      })
    }
    const leading = (lead: number): ValueWeights => ({
      weights: new Float32Array(VALUE_WEIGHTS),
      lead: Float64Array.of(lead),
    })
    // A player that values being behind.
    expect(chosen(leading(-8))).not.toEqual(chosen(leading(8)))
    expect(chosen(someValues())).not.toEqual(chosen(null))
  })
})
