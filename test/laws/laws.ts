/** The laws of the contract: what every game must keep, whatever its rules. `laws` registers one test for each. */
import { describe, expect, it } from 'vitest'
import {
  CHANCE,
  CHANCE_BIT,
  type CompiledGame,
  newEvents,
  RESOLVE_BIT,
  WIN_UNITS,
} from '../../engine/contract/index.ts'
import { below } from '../../engine/rng.ts'
import { buffersOf, expectSame, type Guard, guarded, plain, strict } from './buffers.ts'
import { secretLaws } from './secrets.ts'
import { draw, dueOf, generator, legalOf, outcomeAt, type Position, settle, walk } from './walk.ts'

export interface LawOptions {
  /** Random matches that each law looks at. */
  readonly matches?: number
  readonly seed?: string
  /** The costliest laws look at one state in so many. */
  readonly stride?: number
}

/** Visits every `stride`-th state of all matches. */
export type Tour = (visit: (at: Position) => void, stride?: number) => void

export function laws(name: string, game: CompiledGame, options: LawOptions = {}): void {
  const { matches = 4, seed = 'laws', stride = 3 } = options
  const tour: Tour = (visit, every = 1) => {
    let met = 0
    for (let index = 0; index < matches; index++)
      walk(game, seed, index, at => {
        if (met++ % every === 0 || at.mask === 0) visit(at)
      })
  }
  describe(`the laws of a game: ${name}`, () => {
    it('sizes, seats, gauges, assets and endings make sense', () => checkCard(game))
    it('somebody is due, chance is, or a step is, until the match is over', () => tour(checkActors))
    it('legal actions are ascending, in range and of a possible number', () => tour(checkLegal))
    it('every legal action formats to a text of its own and parses back', () => tour(checkNotation, stride))
    if (game.text.fixedFormat)
      it('texts that are said to be fixed depend on seat and action alone', () => checkFixedTexts(tour))
    it('sample draws what a list and a pick would draw', () => tour(checkSample))
    it('gauges lie within their bounds, and zero-sum ones sum to nothing', () => tour(checkGauges))
    it('counts of events never fall', () => checkEvents(tour))
    it('a position is plain JSON, and is rendered', () => tour(checkDescribe, stride))
    it('looking at a state changes nothing', () => tour(checkLooking, stride))
    it('results share the whole win and name an ending', () => tour(checkResult))
    it('a match keeps to decisionMax and stepMax', () => tour(checkCaps))
    secretLaws(tour, stride)
    it('the same seed plays the same states', () => checkSameSeed(game, seed))
    it('a copy taken midway goes on as the match did: engines keep nothing', () =>
      checkCopies(game, seed, matches))
    it('engines stay within the buffers that they are lent', () => checkBuffers(game, seed))
    it('what a buffer held before does not matter', () => checkDirt(game, seed, stride))
  })
}

function checkCard(game: CompiledGame): void {
  const { seats, gauges, assets, endings } = game.info
  expect(seats.length).toBeGreaterThanOrEqual(2)
  expect(seats.length).toBeLessThanOrEqual(CHANCE)
  for (const names of [
    seats,
    gauges.map(g => g.id),
    endings.map(e => e.id),
    assets.map(a => `${a.group}/${a.id}`),
  ])
    expect(new Set(names).size).toBe(names.length)
  for (const size of ['stateSize', 'actionCount', 'legalMax', 'decisionMax', 'stepMax'] as const) {
    expect(Number.isInteger(game.info[size]), size).toBe(true)
    expect(game.info[size], size).toBeGreaterThan(0)
  }
  expect(game.info.legalMax).toBeLessThanOrEqual(game.info.actionCount)
  expect(game.info.step.perTurn).toBeGreaterThanOrEqual(1)
  expect(gauges.length).toBeGreaterThanOrEqual(1)
  for (const gauge of gauges) {
    expect(gauge.min).toBeLessThan(gauge.max)
    expect(Number.isFinite(gauge.weight)).toBe(true)
    if (gauge.zeroSum) expect(seats.length).toBe(2)
  }
}

function checkActors({ game, mask, state, decisions }: Position): void {
  const players = (1 << game.info.seats.length) - 1
  const sane = mask === RESOLVE_BIT || mask === CHANCE_BIT || (mask & ~players) === 0
  if (!sane || game.toMove(state) !== mask) expect.fail(`${mask} is due after ${decisions} decisions`)
}

function checkLegal({ game, mask, state }: Position): void {
  for (const seat of dueOf(game, mask)) {
    const out = new Int32Array(game.info.legalMax)
    const count = game.legal(state, seat, out)
    if (count < 1 || count > game.info.legalMax)
      expect.fail(`seat ${seat} has ${count} of ${game.info.legalMax} actions`)
    for (let i = 0; i < count; i++) {
      const ascends = out[i]! > (i === 0 ? -1 : out[i - 1]!) && out[i]! < game.info.actionCount
      if (!ascends) expect.fail(`action ${i} of seat ${seat} is ${out[i]} after ${out[i - 1]}`)
    }
    if (seat === CHANCE) checkOdds(game, state, count)
  }
}

function checkOdds(game: CompiledGame, state: Int32Array, count: number): void {
  const odds = new Int32Array(game.info.legalMax)
  const sum = game.chanceWeights!(state, odds)
  const weights = odds.subarray(0, count)
  expect(weights.every(weight => weight > 0)).toBe(true)
  expect(weights.reduce((total, weight) => total + weight, 0)).toBe(sum)
}

function checkNotation({ game, mask, state }: Position): void {
  for (const seat of dueOf(game, mask)) {
    const texts = new Set<string>()
    const list = legalOf(game, state, seat)
    for (const action of list) {
      const text = game.text.format(state, seat, action)
      texts.add(text)
      const back = game.text.parse(state, seat, text)
      if (back !== action) expect.fail(`${action} is written ${text}, which reads as ${back}`)
    }
    expect(texts.size).toBe(list.length)
  }
}

function checkFixedTexts(tour: Tour): void {
  const texts = new Map<number, string>()
  tour(({ game, mask, state }) => {
    for (const seat of dueOf(game, mask))
      for (const action of legalOf(game, state, seat)) {
        const text = game.text.format(state, seat, action)
        const key = seat * game.info.actionCount + action
        if ((texts.get(key) ?? text) !== text)
          expect.fail(`${action} of seat ${seat} is written ${text}, once it was ${texts.get(key)}`)
        texts.set(key, text)
      }
  })
}

function checkSample({ game, mask, state, rng, legal, odds }: Position): void {
  for (const seat of dueOf(game, mask)) {
    for (let trial = 0; trial < 4; trial++) {
      const twin = rng.slice()
      const action = game.sample(state, seat, rng)
      const count = game.legal(state, seat, legal)
      const place =
        seat === CHANCE ? outcomeAt(odds, below(twin, game.chanceWeights!(state, odds))) : below(twin, count)
      if (action !== legal[place]) expect.fail(`seat ${seat} drew ${action}, the list says ${legal[place]}`)
      expectSame(rng, twin, 'the generator after sample')
    }
  }
}

function checkGauges({ game, state, gauges }: Position): void {
  game.gauge(state, gauges)
  const seats = game.info.seats.length
  for (const [g, { id, min, max, zeroSum }] of game.info.gauges.entries()) {
    const values = gauges.subarray(g * seats, (g + 1) * seats)
    for (const value of values)
      if (value < min || value > max) expect.fail(`${id} is ${value}, outside ${min} to ${max}`)
    if (zeroSum && values[0]! + values[1]! !== 0) expect.fail(`${id} does not sum to 0: ${values.join(', ')}`)
  }
}

/** Buffers come empty, and a match only adds to them. */
function checkEvents(tour: Tour): void {
  let before = new Int32Array(0)
  tour(({ events, decisions, steps }) => {
    if (decisions === 0 && steps === 0) before = new Int32Array(events.length)
    for (let i = 0; i < events.length; i++)
      if (events[i]! < before[i]!) expect.fail(`count ${i} fell from ${before[i]} to ${events[i]}`)
    before.set(events)
  })
}

function checkDescribe({ game, state }: Position): void {
  const position = game.text.describe(state)
  expect(JSON.parse(JSON.stringify(position))).toStrictEqual(position)
  expect(game.text.render(state).length).toBeGreaterThan(0)
}

function checkLooking({ game, mask, state, rng, ...at }: Position): void {
  const before = state.slice()
  for (const seat of dueOf(game, mask)) {
    const count = game.legal(state, seat, at.legal)
    if (seat === CHANCE) game.chanceWeights!(state, at.odds)
    game.sample(state, seat, rng)
    game.text.parse(state, seat, game.text.format(state, seat, at.legal[count - 1]!))
  }
  for (let seat = 0; seat < game.info.seats.length; seat++) game.observe(state, seat, at.view)
  game.gauge(state, at.gauges)
  game.text.describe(state)
  game.text.render(state)
  if (mask === 0) game.result(state, at.returns)
  expectSame(state, before, 'the state that was looked at')
}

function checkResult({ game, mask, state, returns }: Position): void {
  if (mask !== 0) return
  const ending = game.info.endings[game.result(state, returns)]
  expect(ending).toBeDefined()
  expect(returns.every(share => share >= 0)).toBe(true)
  expect(returns.reduce((sum, share) => sum + share, 0)).toBe(WIN_UNITS)
}

function checkCaps({ game, mask, decisions, steps }: Position): void {
  expect(decisions).toBeLessThanOrEqual(game.info.decisionMax)
  expect(steps).toBeLessThanOrEqual(game.info.stepMax)
  if (mask === 0) expect(steps).toBeGreaterThan(0)
}

function statesOf(game: CompiledGame, seed: string, index: number): Int32Array[] {
  const states: Int32Array[] = []
  walk(game, seed, index, ({ state }) => states.push(state.slice()))
  return states
}

function expectSamePath(found: readonly Int32Array[], expected: readonly Int32Array[]): void {
  expect(found.length).toBe(expected.length)
  for (const [i, state] of found.entries()) expectSame(state, expected[i]!, `state ${i}`)
}

function checkSameSeed(game: CompiledGame, seed: string): void {
  const once = statesOf(game, seed, 0)
  // Another match in between, so that whatever an engine remembers would show.
  walk(game, seed, 1, () => {})
  expectSamePath(statesOf(game, seed, 0), once)
}

/** Plays on from a copy with the same draws, another match going on in between on the same engine. */
function checkCopies(game: CompiledGame, seed: string, matches: number): void {
  const finish = (start: Int32Array, rng: Int32Array, disturb: () => void): Int32Array[] => {
    const at = buffersOf(game, plain)
    const path: Int32Array[] = []
    at.state.set(start)
    for (let mask = game.toMove(at.state); mask !== 0; mask = game.toMove(at.state)) {
      disturb()
      if (mask === RESOLVE_BIT) game.resolve(at.state, at.events)
      else {
        const seat = dueOf(game, mask)[0]!
        game.apply(at.state, seat, draw(game, at.state, seat, rng, at), at.events)
      }
      path.push(at.state.slice())
    }
    return path
  }
  for (let index = 0; index < matches; index++) {
    const states = statesOf(game, seed, index)
    const middle = states[Math.floor(states.length / 2)]!
    const alone = finish(middle, generator(seed, index, 3), () => {})
    const other = buffersOf(game, plain)
    const rng = generator(seed, index, 4)
    game.start(other.state, other.events)
    const disturb = () => {
      settle(game, other.state, other.events)
      const seat = dueOf(game, game.toMove(other.state))[0]
      if (seat === undefined) return game.start(other.state, other.events)
      game.apply(other.state, seat, draw(game, other.state, seat, rng, other), other.events)
    }
    expectSamePath(finish(middle, generator(seed, index, 3), disturb), alone)
  }
}

function checkBuffers(game: CompiledGame, seed: string): void {
  const guards: Guard[] = []
  const lent = buffersOf(game, (words, what) => {
    const { buffer, guard } = guarded(words, what)
    guards.push(guard)
    return strict(buffer, what)
  })
  const visit = ({ mask, state, view, guess, rng, gauges, returns }: Position) => {
    for (const seat of dueOf(game, mask)) game.sample(state, seat, rng)
    for (let seat = 0; seat < game.info.seats.length; seat++) {
      game.observe(state, seat, view)
      game.determinize(view, seat, rng, guess)
      game.determinize(view, seat, rng, view)
    }
    game.gauge(state, gauges)
    game.text.describe(state)
    game.text.render(state)
    if (mask === 0) game.result(state, returns)
    for (const guard of guards)
      if (guard.touched() !== -1) expect.fail(`${guard.what}[${guard.touched()}] written`)
  }
  const end = walk(game, seed, 0, visit, lent)
  expectSame(end.state.slice(), statesOf(game, seed, 0).at(-1)!, 'the end')
}

function checkDirt(game: CompiledGame, seed: string, stride: number): void {
  const size = game.info.stateSize
  const dirty = new Int32Array(size).fill(-7)
  const clean = new Int32Array(size)
  game.start(dirty, newEvents(game.info))
  game.start(clean, newEvents(game.info))
  expectSame(dirty, clean, 'written over other words')
  let met = 0
  walk(game, seed, 0, ({ state, rng, gauges }) => {
    if (met++ % stride !== 0) return
    for (let seat = 0; seat < game.info.seats.length; seat++) {
      game.observe(state, seat, dirty.fill(-7))
      game.observe(state, seat, clean.fill(0))
      expectSame(dirty, clean, 'written over other words')
      const twin = rng.slice()
      game.determinize(clean, seat, rng, dirty.fill(-7))
      game.determinize(clean, seat, twin, clean)
      expectSame(dirty, clean, 'written over other words')
    }
    const again = gauges.slice().fill(-7)
    game.gauge(state, gauges)
    game.gauge(state, again)
    expectSame(again, gauges, 'gauges')
  })
}
