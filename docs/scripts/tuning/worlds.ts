/**
 * Planted problems: made-up games whose figures are known functions of their rules, so that it is known which
 * patches truly meet the goals. A match is a draw from them, not play, so that thousands of searches are cheap.
 */
import { derive, next, RNG_WORDS, rootOf } from '../../../engine/rng.ts'
import type { Patch, TuneKey } from '../../../sim/experiment/index.ts'
import { normalQuantile } from '../../../sim/stats/distributions.ts'
import { type Look, lookFactor, PLANNED } from '../../../sim/stats/looks.ts'
import { distance, toleranceOf } from '../../../sim/tuning/goals.ts'
import type { Candidate, Known, TuneGoal } from '../../../sim/tuning/search.ts'

/** Percent of draws and of the first seat's score, and turns. */
interface WorldFigures {
  readonly draws: number
  readonly first: number
  readonly length: number
}

/** A question whose answers are known or can be checked. */
export interface Problem {
  readonly kind: string
  readonly seats: number
  readonly keys: readonly TuneKey[]
  readonly goals: readonly TuneGoal[]
  /** Whether a patch of at most three changes meets the goals. */
  readonly solvable: boolean
  /** Matches for the search and the confirmation. */
  readonly matches: number
  open(seed: string): PatchTable
  /** Measures patches on fresh seeds until one is shown to meet the goals, within this many matches. */
  confirm(patches: readonly Patch[], matches: number, seed: string): Promise<Confirmed>
  /** Whether a patch truly meets all goals. */
  isTrue(patch: Patch): Promise<boolean>
}

/** Matches of patches, added up by patch; null is the baseline. */
export interface PatchTable {
  /** Matches played. */
  readonly spent: number
  /** Plays this many matches more of each of them, on the same seeds. */
  play(patches: readonly (Patch | null)[], matches: number): Promise<void>
  known(patch: Patch | null): readonly Known[]
  /** As the search hears of a patch. */
  candidate(patch: Patch): Candidate
  /** The sum of a patch's distances as they look. */
  loss(patch: Patch): number
}

interface World extends Problem {
  truth(values: Readonly<Record<string, unknown>>): WorldFigures
}

type Value = number | readonly [from: number, min: number, max: number] | boolean | readonly string[]

/** Keys from their values: a number (from 0 to five times it), one with its range, on/off, or words. */
function keysOf(values: Readonly<Record<string, Value>>): TuneKey[] {
  return Object.entries(values).map(([key, value]): TuneKey => {
    const path = [key]
    if (typeof value === 'boolean') return { key, path, from: value, others: [!value] }
    if (Array.isArray(value) && typeof value[0] === 'string')
      return { key, path, from: value[0], others: value.slice(1) }
    const [from, min, max] =
      typeof value === 'number' ? [value, 0, 5 * value] : (value as [number, number, number])
    const step = Math.max(1, Math.round(from / 10))
    return {
      key,
      path,
      from,
      others: [],
      number: { step, min, max, isWhole: true, bold: Math.max(1, Math.round((0.3 * from) / step)) },
    }
  })
}

/** A goal on draws, first-seat or length. */
function goal(figure: string, low: number | null, high: number | null): TuneGoal {
  const isPercent = figure !== 'length'
  const bound = { figure, written: `${low ?? ''}..${high ?? ''}`, low, high }
  return { bound, isPercent, tolerance: toleranceOf(bound, isPercent) }
}

const percent = (logit: number): number => 100 / (1 + Math.exp(-logit))
const noise = (count: number): Record<string, Value> =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`noise${i}`, i % 3 === 0 ? false : 10]))
const is = (value: unknown): number => (value === true || value === 'b' ? 1 : 0)
const num = (value: unknown): number => value as number

const few = goal('draws', null, 10)
const even = goal('first-seat', 47, 53)

const world = (
  kind: string,
  values: Readonly<Record<string, Value>>,
  goals: readonly TuneGoal[],
  truth: (v: Readonly<Record<string, unknown>>) => Partial<WorldFigures>,
  { solvable = true, seats = 2 } = {},
): World => {
  const made: World = {
    ...{ kind, seats, goals, solvable, keys: keysOf(values), matches: 20_000 },
    truth: v => ({ draws: 5, first: 100 / seats, length: 40, ...truth(v) }),
    open: seed => new PlayedWorld(made, seed),
    confirm: (patches, matches, seed) => confirmed(made, patches, matches, seed),
    isTrue: patch => Promise.resolve(isTrue(made, patch)),
  }
  return made
}

export const WORLDS: readonly Problem[] = [
  world('a word', { tie: ['a', 'b', 'c'], ...noise(8) }, [few], v => ({ draws: is(v.tie) ? 6 : 36 })),
  world('one of four words', { tie: ['a', 'c', 'd', 'b', 'e'], ...noise(8) }, [few], v => ({
    draws: is(v.tie) ? 5 : v.tie === 'e' ? 28 : 40,
  })),
  world('a number', { win: 10, ...noise(8) }, [few], v => ({
    draws: percent(-0.6 + 0.6 * (num(v.win) - 10)),
  })),
  world('a number to hit', { income: 20, ...noise(8) }, [even], v => ({
    first: percent(0.5 - 0.16 * (num(v.income) - 20)),
  })),
  world('two that only work together', { on: false, tie: ['a', 'b'], ...noise(6) }, [few], v => ({
    draws: is(v.on) && is(v.tie) ? 5 : 35,
  })),
  world('two numbers', { win: [10, 8, 12], hp: [10, 8, 12], ...noise(8) }, [few], v => ({
    draws: percent(-0.6 + 0.5 * (num(v.win) - 10) + 0.5 * (num(v.hp) - 10)),
  })),
  world('three small ones', { x: false, y: false, z: false, ...noise(8) }, [few], v => ({
    draws: percent(-0.4 - 0.8 * (is(v.x) + is(v.y) + is(v.z))),
  })),
  world('one helps and hurts', { tie: ['a', 'b'], income: 20, ...noise(8) }, [few, even], v => ({
    draws: is(v.tie) ? 6 : 36,
    first: percent((is(v.tie) ? 0.6 : 0) - 0.15 * (num(v.income) - 20)),
  })),
  world('draws and length', { tie: ['a', 'b'], hp: 20, ...noise(8) }, [few, goal('length', 25, 45)], v => ({
    draws: is(v.tie) ? 5 : 30,
    length: (is(v.tie) ? 70 : 60) * Math.exp(0.09 * (num(v.hp) - 20)),
  })),
  world('two that cancel', { x: false, y: false, ...noise(8) }, [few], v => ({
    draws: is(v.x) !== is(v.y) ? 6 : 36,
  })),
  world('30 that do nothing', { win: 10, ...noise(30) }, [few], v => ({
    draws: percent(-0.6 + 0.6 * (num(v.win) - 10)),
  })),
  world(
    'four seats',
    { order: ['a', 'b'], income: 20, ...noise(8) },
    [goal('first-seat', 22, 28)],
    v => ({ first: is(v.order) ? 25 : 34 - 0.4 * (num(v.income) - 20) }),
    { seats: 4 },
  ),
  world('no rule helps', { ...noise(12) }, [few], () => ({ draws: 36 }), { solvable: false }),
  world(
    'beyond the range',
    { win: [10, 9, 12], ...noise(8) },
    [few],
    v => ({
      draws: percent(-0.6 + 0.4 * (num(v.win) - 10)),
    }),
    { solvable: false },
  ),
  world(
    'goals at odds',
    { win: 10, ...noise(8) },
    [few, goal('length', 50, null)],
    v => ({
      draws: percent(-0.6 + 0.6 * (num(v.win) - 10)),
      length: 60 * Math.exp(0.15 * (num(v.win) - 10)),
    }),
    { solvable: false },
  ),
]

/** A patch's true figures. */
function figuresOf(world: World, patch: Patch): WorldFigures {
  const values = Object.fromEntries(world.keys.map(({ key, from }) => [key, from]))
  for (const { key, to } of patch) values[world.keys[key]!.key] = to
  return world.truth(values)
}

const read = (figures: WorldFigures, { bound }: TuneGoal): number =>
  bound.figure === 'draws' ? figures.draws : bound.figure === 'length' ? figures.length : figures.first

function isTrue(world: World, patch: Patch): boolean {
  const figures = figuresOf(world, patch)
  return world.goals.every(one => distance(one.bound, one.tolerance, read(figures, one)) === 0)
}

interface PlayedSums {
  matches: number
  readonly sums: number[]
}

/** Plays matches of a world: luck of a seed. */
class PlayedWorld implements PatchTable {
  readonly world: World
  readonly #rng = new Int32Array(RNG_WORDS)
  readonly #sums = new Map<Patch | null, PlayedSums>()
  spent = 0

  constructor(world: World, seed: string) {
    this.world = world
    derive(this.#rng, rootOf(seed), 0, 0)
  }

  play(patches: readonly (Patch | null)[], matches: number): Promise<void> {
    for (const patch of patches) this.#play(patch, matches)
    return Promise.resolve()
  }

  #play(patch: Patch | null, matches: number): void {
    const one = this.#sums.get(patch) ?? { matches: 0, sums: this.world.goals.map(() => 0) }
    const figures = figuresOf(this.world, patch ?? [])
    for (const [g, goal] of this.world.goals.entries()) {
      const value = read(figures, goal)
      const sd = goal.isPercent ? Math.sqrt(value * (100 - value)) : 0.3 * value
      const luck = normalQuantile(((next(this.#rng) >>> 0) + 0.5) / 2 ** 32)
      const sum = matches * value + Math.sqrt(matches) * sd * luck
      const counted = goal.isPercent ? 100 * Math.min(matches, Math.max(0, Math.round(sum / 100))) : sum
      one.sums[g]! += counted
    }
    one.matches += matches
    this.spent += matches
    this.#sums.set(patch, one)
  }

  known(patch: Patch | null): Known[] {
    const { matches, sums } = this.#sums.get(patch)!
    return this.world.goals.map(({ isPercent }, g) => {
      const mean = sums[g]! / matches
      const safe = isPercent ? (100 * ((mean / 100) * matches + 1)) / (matches + 2) : mean
      const error = (isPercent ? Math.sqrt(safe * (100 - safe)) : 0.3 * Math.abs(mean)) / Math.sqrt(matches)
      return { mean, error, low: mean - 3.2 * error, high: mean + 3.2 * error }
    })
  }

  candidate(patch: Patch): Candidate {
    const blocks = this.#sums.get(patch)!.matches / this.world.seats
    return { patch, stage: 'screen', blocks, known: this.known(patch) }
  }

  loss(patch: Patch): number {
    return lossOf(this.world.goals, this.known(patch))
  }
}

/** The sum of the goals' distances in tolerances. */
export const lossOf = (goals: readonly TuneGoal[], known: readonly Known[]): number =>
  goals.reduce((sum, { bound, tolerance }, g) => sum + distance(bound, tolerance, known[g]!.mean), 0)

/** The parts of the matches left after which the confirmation looks whether it is done, as `evenhand tune` does. */
export const LOOKS = [0.25, 0.5, 1]

/** What the confirmation called true, and the matches that it took. */
export interface Confirmed {
  readonly met: readonly Patch[]
  readonly spent: number
}

/** At levels that Holm's method corrects. */
async function confirmed(
  world: World,
  patches: readonly Patch[],
  matches: number,
  seed: string,
): Promise<Confirmed> {
  if (patches.length === 0) return { met: [], spent: 0 }
  const table = new PlayedWorld(world, `${seed}/confirm`)
  let played = 0
  for (const [l, part] of LOOKS.entries()) {
    const each = Math.max(1, Math.floor((part * matches) / (patches.length + 1)))
    await table.play([null, ...patches], Math.max(0, each - played))
    played = Math.max(played, each)
    // The last look gets most of the error.
    const met = shown(table, patches, played / world.seats, PLANNED[LOOKS.length - 1 - l]!)
    if (met.length > 0) return { met, spent: table.spent }
  }
  return { met: [], spent: table.spent }
}

function shown(table: PlayedWorld, patches: readonly Patch[], blocks: number, look: Look): readonly Patch[] {
  const met = new Set<Patch>()
  for (let isMore = true; isMore; ) {
    const level = 1 - 0.1 / Math.max(1, patches.length - met.size)
    const z = normalQuantile((1 + level) / 2) * lookFactor(Math.max(2, blocks), look, level)
    const isMet = (patch: Patch): boolean =>
      table.known(patch).every(({ mean, error }, g) => {
        const { low, high } = table.world.goals[g]!.bound
        return mean - z * error >= (low ?? -Infinity) && mean + z * error <= (high ?? Infinity)
      })
    const more = patches.filter(patch => !met.has(patch) && isMet(patch))
    for (const patch of more) met.add(patch)
    isMore = more.length > 0
  }
  return [...met]
}
