/**
 * The search for rules that meet goals: which candidates to play next, and for how many blocks. It screens
 * every key by itself, then proposes patches by what a model expects of them, and gives more blocks to the
 * best of each round (successive halving: Karnin, Koren & Somekh, ICML 2013). Decided by the candidates'
 * estimates alone, so that a tuning that is resumed asks for the same rounds.
 */
import { below, derive, RNG_WORDS, rootOf } from '../../engine/rng.ts'
import {
  type Change,
  type GateBound,
  numberAt,
  type Patch,
  patchKey,
  screenedMoves,
  sizeOf,
  type TuneKey,
} from '../experiment/index.ts'
import { normalCdf, normalQuantile } from '../stats/distributions.ts'
import { lookFactor, PLANNED } from '../stats/looks.ts'
import { distance, type FigureEstimate, type Link, linked, linkOf } from './goals.ts'
import { EffectModel, type Observation, type Prediction } from './model.ts'

/** A goal with the unit of its figure. */
export interface TuneGoal {
  readonly bound: GateBound
  readonly isPercent: boolean
  readonly tolerance: number
}

/** What is known of a goal's figure: an estimate, and an interval that holds at every look. */
export interface Known extends FigureEstimate {
  readonly low: number
  readonly high: number
}

export type TuneStage = 'screen' | 'propose' | 'deepen' | 'simplify'

/** Patches to play, each for so many blocks more, on blocks that nobody has played yet. */
export interface TuneRound {
  readonly stage: TuneStage
  readonly patches: readonly Patch[]
  readonly blocks: number
}

/** A patch that was played, and what is known of every goal. */
export interface Candidate {
  readonly patch: Patch
  /** The stage that proposed it. */
  readonly stage: TuneStage
  /** Blocks played. */
  readonly blocks: number
  readonly known: readonly Known[]
  /** Digest of all that was counted in its blocks. */
  readonly counted?: string | undefined
  /** Why it can't be played, if it can't. */
  readonly refused?: string
}

/** How a candidate stands, by the model and its own blocks. */
export interface Standing {
  readonly candidate: Candidate
  /** The expected sum of the goals' distances, in tolerances. */
  readonly loss: number
  /** The same from the narrower ranges that the search aims at. */
  readonly aim: number
  /** The chance that it meets all goals. */
  readonly chance: number
}

type Range = Pick<GateBound, 'low' | 'high'>

export interface SearchPlan {
  readonly keys: readonly TuneKey[]
  readonly goals: readonly TuneGoal[]
  /** Most changes of a patch. */
  readonly changes: number
  /** Matches for all rounds and the confirmation together. */
  readonly matches: number
  readonly seats: number
  readonly seed: string
  /** Most patches to confirm. */
  readonly finalists?: number
}

/** The share of the matches that the confirmation may take, if the search has found anything. */
const CONFIRM_SHARE = 0.35
/** The share of the first pass of the screening, and its blocks at least and at most. */
const SCREEN_SHARE = 0.12
export const SCREEN_BLOCKS = { min: 4, max: 50 }
/** Patches of a round of proposals, and the best of all that get more blocks after it. */
const BATCH = 24
const DEEPENED = 4
/** Likely candidates that get more blocks before others are proposed. */
const LIKELIEST = 3
/** Single numbers that are moved further after the screening. */
const FURTHER = 10
/** The chance at which a candidate is worth confirming. */
const LIKELY = 0.25
/** The share of the power that the confirmation can have, at which the search ends. */
const SURE = 0.85
/** Patches that the search expects to confirm, for the ranges it aims at. */
const AIMED = 2
/** The chance that the confirmation takes of calling any patch true that is not. */
const ALPHA = 0.05
/** Most patches to confirm. */
const FINALISTS = 5
/** Draws of the figures, by which an expected improvement is estimated. */
const DRAWS = 48
/** How far proposals move a number, in screened moves. */
export const REACHES = [1 / 6, 1 / 3, 0.5, 2 / 3, 1, 1.5, 2, 3]
/** Moves that pairs and threes are made of. */
const PAIRED = 40
const TRIPLED = 12

export class Search {
  #plan: SearchPlan
  readonly #rng = new Int32Array(RNG_WORDS)
  readonly #interned = new Map<string, Patch>()
  readonly #candidates = new Map<Patch, Candidate>()
  readonly #moves: readonly Change[]
  #baseline: readonly Known[] = []
  #links: readonly Link[] = []
  /** The goals' ranges, less what the confirmation needs to show that a value lies within: the search aims there. */
  #aims: readonly Range[] = []
  #models: readonly EffectModel[] = []
  #spent = 0
  /** Blocks of the baseline. */
  #played = 0
  /** Blocks of the next batch of proposals. */
  #blocks = 0

  constructor(plan: SearchPlan) {
    this.#plan = plan
    derive(this.#rng, rootOf(`${plan.seed}/tune`), 0, 0)
    this.#moves = plan.keys.flatMap(screenedMoves)
  }

  /** Allows this many matches in all from now on. */
  extend(matches: number): void {
    this.#plan = { ...this.#plan, matches }
  }

  /** Matches that its rounds have taken. */
  get spent(): number {
    return this.#spent
  }

  get baseline(): readonly Known[] {
    return this.#baseline
  }

  get #finalists(): number {
    return this.#plan.finalists ?? FINALISTS
  }

  /** In the order in which they were first played. */
  get candidates(): readonly Candidate[] {
    return [...this.#candidates.values()]
  }

  /** The fewest matches for which the screening tells something. */
  get leastMatches(): number {
    return Math.ceil((SCREEN_BLOCKS.min * this.#plan.seats * (1 + this.#moves.length)) / SCREEN_SHARE)
  }

  /** Blocks of the screening's first pass: fewer than `SCREEN_BLOCKS.min` tell nothing. */
  get screenBlocks(): number {
    const { matches, seats } = this.#plan
    const blocks = Math.floor((SCREEN_SHARE * matches) / (seats * (1 + this.#moves.length)))
    return Math.min(SCREEN_BLOCKS.max, blocks)
  }

  /**
   * The rounds to play, one after the other; call `learn` with the results of each before asking for the
   * next. They end when enough is found, or the matches are needed to confirm it. Asked again, it continues
   * with what `extend` allowed.
   */
  *rounds(): Generator<TuneRound, void, void> {
    const { changes } = this.#plan
    if (this.#candidates.size === 0) {
      this.#blocks = Math.max(SCREEN_BLOCKS.min, this.screenBlocks)
      yield* this.#screen(this.#blocks)
    }
    for (let round = 0; !this.#isSolved(); round++) {
      const blocks = this.#blocks
      const likely = this.#likely().slice(0, LIKELIEST)
      if (likely.length > 0 && this.#canAfford(2 * blocks * (likely.length + 1))) {
        yield { stage: 'deepen', patches: likely.map(({ candidate }) => candidate.patch), blocks: 2 * blocks }
        if (this.#isSolved()) break
      }
      if (!this.#canAfford(blocks * (BATCH + 1))) break
      const batch = this.#proposals(changes)
      if (batch.length > 0) yield { stage: 'propose', patches: batch, blocks }
      const best = this.#nearest()
      if (!this.#canAfford(4 * blocks * (best.length + 1))) break
      yield { stage: 'deepen', patches: best, blocks: 4 * blocks }
      if (batch.length === 0 && round > 0) break
      this.#blocks = Math.ceil(blocks * 1.25)
    }
    const blocks = 4 * this.#blocks
    const simpler = this.#simpler(blocks)
    while (simpler.length > 0 && !this.#canAfford(blocks * (simpler.length + 1))) simpler.pop()
    if (simpler.length > 0) yield { stage: 'simplify', patches: simpler, blocks }
  }

  /** Every change by itself, in passes over the better half. */
  *#screen(blocks: number): Generator<TuneRound, void, void> {
    let field: readonly Patch[] = this.#moves.map(move => this.#intern([move]))
    for (let pass = 0; pass < 3 && field.length > 0; pass++) {
      yield { stage: 'screen', patches: field, blocks }
      if (this.#isSolved()) break
      field = this.#survivors(field, Math.ceil(field.length / 2))
    }
    const further = this.#isSolved() ? [] : this.#further()
    if (further.length > 0 && this.#canAfford(blocks * (further.length + 1)))
      yield { stage: 'screen', patches: further, blocks }
  }

  /** Takes what is known of candidates after a round, and of the baseline. */
  learn(round: TuneRound, baseline: readonly Known[], found: readonly Candidate[]): void {
    this.#spent +=
      this.#plan.seats * round.blocks * (1 + found.filter(({ refused }) => refused === undefined).length)
    this.#played += round.blocks
    this.#baseline = baseline
    for (const one of found)
      this.#candidates.set(one.patch, {
        ...one,
        stage: this.#candidates.get(one.patch)?.stage ?? round.stage,
      })
    this.#links = this.#plan.goals.map(({ isPercent }, g) => linkOf(isPercent, baseline[g]!.mean))
    const played = this.candidates.filter(({ refused }) => refused === undefined)
    this.#models = this.#links.map((link, g) => {
      const from = link.to(baseline[g]!.mean)
      const seen = played.map(({ patch, known }): Observation => {
        const { mean, error } = linked(link, known[g]!)
        return { patch, effect: mean - from, variance: Math.max(1e-6, error ** 2) }
      })
      return new EffectModel(this.#plan.keys, seen)
    })
    this.#aims = this.#narrowed()
  }

  #narrowed(): readonly Range[] {
    const { goals, matches } = this.#plan
    const left = Math.max(matches - this.#spent, CONFIRM_SHARE * matches)
    const best = this.#aims.length > 0 ? this.#ranked()[0]?.candidate : undefined
    const { z, blocks } = this.#confirmation(AIMED, left)
    return goals.map(({ bound: { low, high } }, g) => {
      const [one, played] = best ? [best.known[g]!, best.blocks] : [this.#baseline[g]!, this.#played]
      const margin = z * one.error * Math.sqrt(played / blocks)
      // Not so narrow that nothing gets there.
      const most = low === null || high === null ? Math.abs(high ?? low!) / 2 : (high - low) / 4
      const by = Math.min(margin, most)
      return { low: low === null ? null : low + by, high: high === null ? null : high - by }
    })
  }

  /** Blocks of each of this many patches in the confirmation, and the half of an interval in standard errors. */
  #confirmation(count: number, left: number): { readonly blocks: number; readonly z: number } {
    const blocks = Math.max(2, left / (this.#plan.seats * (count + 1)))
    const level = 1 - (2 * ALPHA) / count
    return { blocks, z: normalQuantile((1 + level) / 2) * lookFactor(blocks, PLANNED[0]!, level) }
  }

  /**
   * The patches to confirm, the best first: fewest changes and smallest steps of those that are likely to
   * meet all goals; without any, those nearest to the goals. The more, the less each can be measured, so
   * there are as many as `left` matches can tell of.
   */
  finalists(left = this.#plan.matches - this.#spent): readonly Standing[] {
    const { chosen } = this.#chosen(left)
    const size = ({ candidate }: Standing): number => sizeOf(this.#plan.keys, candidate.patch)
    if (chosen.length > 0) return [...chosen].sort((a, b) => size(a) - size(b))
    const nearest: Standing[] = []
    for (const one of this.#ranked()) {
      if (nearest.length === Math.min(3, this.#finalists)) break
      if (!nearest.some(({ candidate }) => playedAlike(candidate, one.candidate))) nearest.push(one)
    }
    return nearest
  }

  /** Patches that get more blocks: the likely ones, or without any, those that may be the best. */
  #nearest(): readonly Patch[] {
    const patchOf = ({ candidate }: Standing): Patch => candidate.patch
    const likely = this.#likely().slice(0, DEEPENED)
    return likely.length > 0 ? likely.map(patchOf) : this.#survivors(this.#ranked().map(patchOf), DEEPENED)
  }

  #likely(): Standing[] {
    return this.#ranked().filter(({ chance }) => chance >= LIKELY)
  }

  /** The likely ones to confirm, and the chance that any of them is shown to meet the goals. */
  #chosen(left: number): { readonly chosen: readonly Standing[]; readonly hope: number } {
    const likely = this.#likely()
    if (likely.length === 0) return { chosen: [], hope: 0 }
    const size = ({ candidate }: Standing): number => sizeOf(this.#plan.keys, candidate.patch)
    const choose = (count: number) => {
      const rated = likely.map(one => ({ one, power: this.#power(one, count, left) }))
      const most = Math.max(...rated.map(({ power }) => power))
      const isGood = (power: number): boolean => power >= Math.min(0.7, 0.8 * most)
      rated.sort(
        (a, b) =>
          Number(isGood(b.power)) - Number(isGood(a.power)) ||
          (isGood(a.power) ? size(a.one) - size(b.one) : 0) ||
          b.power - a.power,
      )
      const chosen: Standing[] = []
      let hope = 0
      for (const best of rated) {
        if (chosen.length === count) break
        // A further change has to earn its place.
        const [{ one, power } = best] = rated
          .filter(part => isPartOf(part.one.candidate.patch, best.one.candidate.patch))
          .filter(part => part.power >= 0.8 * best.power)
          .sort((a, b) => size(a.one) - size(b.one))
        if (
          chosen.some(
            ({ candidate }) =>
              isPartOf(candidate.patch, one.candidate.patch) || playedAlike(candidate, one.candidate),
          )
        )
          continue
        chosen.push(one)
        hope = 1 - (1 - hope) * (1 - power)
      }
      return { chosen, hope }
    }
    const choices = Array.from({ length: this.#finalists }, (_, i) => choose(i + 1))
    const best = Math.max(...choices.map(({ hope }) => hope))
    return choices.findLast(({ hope }) => hope >= 0.9 * best)!
  }

  /** The power of a candidate that lies in the middle of all ranges. */
  #most({ known, blocks: played }: Candidate, left: number): number {
    const { blocks, z } = this.#confirmation(1, left)
    return this.#plan.goals.reduce((product, { bound: { low, high } }, g) => {
      if (low === null || high === null) return product
      const error = known[g]!.error * Math.sqrt(played / blocks)
      return product * Math.max(0, 2 * normalCdf((high - low) / 2 / error - z) - 1)
    }, 1)
  }

  /** The chance that the confirmation of so many patches shows that one meets all goals. */
  #power({ candidate }: Standing, count: number, left: number): number {
    const { goals } = this.#plan
    const { blocks, z } = this.#confirmation(count, left)
    const predicted = this.#predict(candidate.patch)
    return goals.reduce((product, { bound }, g) => {
      const { mean, variance } = predicted[g]!
      const value = this.#valueOf(g, mean)
      const error = candidate.known[g]!.error * Math.sqrt(candidate.blocks / blocks)
      const sd = Math.hypot(Math.sqrt(variance) / this.#links[g]!.slope(value), error)
      const below = (end: number): number => normalCdf((end - value) / sd)
      const high = bound.high === null ? 1 : below(bound.high - z * error)
      const low = bound.low === null ? 0 : below(bound.low + z * error)
      return product * Math.max(0, high - low)
    }, 1)
  }

  standingOf({ patch }: Candidate): Omit<Standing, 'candidate'> {
    return this.#standing(this.#predict(patch))
  }

  #intern(patch: Patch): Patch {
    const sorted = [...patch].sort((a, b) => a.key - b.key)
    const key = patchKey(sorted)
    const known = this.#interned.get(key)
    if (known) return known
    this.#interned.set(key, sorted)
    return sorted
  }

  /** Whether the search may take this many matches without what the confirmation needs. */
  #canAfford(blocks: number): boolean {
    const { matches, seats } = this.#plan
    return this.#spent + seats * blocks <= (1 - CONFIRM_SHARE) * matches
  }

  /**
   * Whether the confirmation is as likely to show that a candidate meets the goals as it would be, for the best
   * that can be found, after another round.
   */
  #isSolved(): boolean {
    const { matches, seats } = this.#plan
    const left = matches - this.#spent
    const round = seats * this.#blocks * (BATCH + 4 * DEEPENED)
    const { chosen, hope } = this.#chosen(left)
    return chosen.length > 0 && hope >= SURE * this.#most(chosen[0]!.candidate, left - round)
  }

  #predict(patch: Patch): readonly Prediction[] {
    return this.#models.map(model => model.predict(patch))
  }

  #valueOf(g: number, effect: number): number {
    const link = this.#links[g]!
    return link.from(link.to(this.#baseline[g]!.mean) + effect)
  }

  /** All that were played, the nearest to what the search aims at first. */
  #ranked(): Standing[] {
    return this.candidates
      .filter(({ refused }) => refused === undefined)
      .map(candidate => ({ candidate, ...this.#standing(this.#predict(candidate.patch)) }))
      .sort((a, b) => a.aim - b.aim)
  }

  #standing(predicted: readonly Prediction[]): Omit<Standing, 'candidate'> {
    let [loss, aim] = [0, 0]
    let chance = 1
    for (const [g, { bound, tolerance }] of this.#plan.goals.entries()) {
      const { mean, variance } = predicted[g]!
      const link = this.#links[g]!
      const from = link.to(this.#baseline[g]!.mean)
      const sd = Math.sqrt(variance)
      const below = (end: number | null, none: number): number =>
        end === null ? none : normalCdf((link.to(end) - from - mean) / sd)
      chance *= Math.max(0, below(bound.high, 1) - below(bound.low, 0))
      for (const z of NODES) {
        const value = this.#valueOf(g, mean + z * sd)
        loss += distance(bound, tolerance, value) / NODES.length
        aim += distance(this.#aims[g]!, tolerance, value) / NODES.length
      }
    }
    return { loss, aim, chance }
  }

  /** Drops what is clearly worse than the best, and keeps the most promising of the rest. */
  #survivors(field: readonly Patch[], most: number): readonly Patch[] {
    const { goals } = this.#plan
    const known = field
      .flatMap(patch => this.#candidates.get(patch) ?? [])
      .filter(one => one.refused === undefined)
    // The least and the most that a candidate's loss may be.
    const least = (one: Candidate): number =>
      goals.reduce((sum, { bound, tolerance }, g) => sum + nearest(bound, tolerance, one.known[g]!), 0)
    const worst = (one: Candidate): number =>
      goals.reduce((sum, { bound, tolerance }, g) => {
        const { low, high } = one.known[g]!
        return sum + Math.max(distance(bound, tolerance, low), distance(bound, tolerance, high))
      }, 0)
    const best = Math.min(...known.map(worst))
    const score = (one: Candidate): number =>
      goals.reduce((sum, { tolerance }, g) => {
        const { mean, error } = one.known[g]!
        return sum + nearest(this.#aims[g]!, tolerance, { low: mean - error, high: mean + error })
      }, 0)
    return known
      .filter(one => least(one) <= best)
      .map(one => ({
        one,
        loss: score(one),
        // Of what is nearly alike, the smaller patch.
        mid: Math.round(5 * this.#standing(this.#predict(one.patch)).aim),
        size: sizeOf(this.#plan.keys, one.patch),
      }))
      .sort((a, b) => a.loss - b.loss || a.mid - b.mid || a.size - b.size)
      .slice(0, most)
      .map(({ one }) => one.patch)
  }

  /** Single numbers moved further than the screening did, where that may come nearer to the goals. */
  #further(): readonly Patch[] {
    const best = this.#best()
    return [...new Set(this.#pool(1))]
      .filter(patch => patch.length === 1 && !this.#candidates.has(patch))
      .map(patch => ({ patch, gain: this.#improvement(this.#predict(patch), best) }))
      .filter(({ gain }) => gain > 0.05 * best)
      .sort((a, b) => b.gain - a.gain)
      .slice(0, FURTHER)
      .map(({ patch }) => patch)
  }

  /** Patches that may improve on the best, by the model, and others whose keys nobody has tried together. */
  #proposals(changes: number): readonly Patch[] {
    const fresh = (patch: Patch): boolean => !this.#candidates.has(patch)
    const best = this.#best()
    const pool = [...new Set(this.#pool(changes))].filter(fresh)
    const scored = pool
      .map(patch => ({
        patch,
        gain:
          this.#improvement(this.#predict(patch), best) * 0.8 ** patch.length -
          1e-3 * sizeOf(this.#plan.keys, patch),
      }))
      .sort((a, b) => b.gain - a.gain)
      .filter(({ gain }, i, [first]) => gain > 0 && (i < BATCH / 4 || gain > 0.2 * first!.gain))
    const isHopeful = scored.some(({ gain }) => gain > 0.1 * best)
    // With something to go on, the next batch knows more the sooner it comes.
    const size = isHopeful ? BATCH / 2 : BATCH
    const explored = changes > 1 ? Math.floor(isHopeful ? size / 8 : size / 2) : 0
    const chosen: Patch[] = []
    /** How often a pair of changes is in the batch: near copies tell little of their own. */
    const used = new Map<Change, number>()
    for (const { patch } of scored) {
      if (chosen.length >= size - explored) break
      if (patch.every(one => (used.get(one) ?? 0) >= BATCH / 4)) continue
      for (const one of patch) used.set(one, (used.get(one) ?? 0) + 1)
      chosen.push(patch)
    }
    return [...chosen, ...this.#untried(explored, changes, chosen)]
  }

  /** The least distance from what the search aims at, of what candidates are expected to be. */
  #best(): number {
    return this.#ranked().reduce((least, { candidate }) => {
      const sure = this.#predict(candidate.patch).map(({ mean }) => ({ mean, variance: 1e-9 }))
      return Math.min(least, this.#standing(sure).aim)
    }, Infinity)
  }

  /** The expected improvement on a loss. */
  #improvement(predicted: readonly Prediction[], best: number): number {
    let sum = 0
    for (let d = 0; d < DRAWS; d++) {
      let loss = 0
      for (const [g, { tolerance }] of this.#plan.goals.entries()) {
        const { mean, variance } = predicted[g]!
        loss += distance(
          this.#aims[g]!,
          tolerance,
          this.#valueOf(g, mean + drawOf(d, g) * Math.sqrt(variance)),
        )
      }
      sum += Math.max(0, best - loss)
    }
    return sum / DRAWS
  }

  /** Patches worth a prediction. */
  #pool(changes: number): Patch[] {
    const { keys } = this.#plan
    const moves = keys.flatMap((key, index): Change[] => {
      if (!key.number) return screenedMoves(key, index)
      const { bold } = key.number
      return REACHES.flatMap(reach =>
        [-reach * bold, reach * bold].flatMap(by => {
          const found = numberAt(key, by)
          return found ? [this.#change({ key: index, ...found })] : []
        }),
      )
    })
    const all = [...new Set([...this.#moves, ...moves].map(one => this.#change(one)))]
    const now = this.#standing(this.#models.map(() => ({ mean: 0, variance: 1e-9 }))).aim
    const ranked = all
      .map(move => ({ move, gain: this.#improvement(this.#predict([move]), now) }))
      .sort((a, b) => b.gain - a.gain)
      .map(({ move }) => move)
    const best = ranked.slice(0, PAIRED)
    const pool = ranked.map(move => [move])
    if (changes > 1)
      for (const [i, one] of best.entries()) for (const other of best.slice(0, i)) pool.push([other, one])
    if (changes > 2) {
      const few = best.slice(0, TRIPLED)
      for (const [i, one] of few.entries())
        for (const [j, other] of few.slice(0, i).entries())
          for (const third of few.slice(0, j)) pool.push([third, other, one])
    }
    for (const candidate of this.#grown()) {
      for (const one of candidate.patch) {
        const others = candidate.patch.filter(other => other !== one)
        pool.push(others)
        for (const by of [-1, -0.5, 0.5, 1]) {
          const key = keys[one.key]!
          const found = key.number ? numberAt(key, one.steps + by) : null
          if (found) pool.push([...others, this.#change({ key: one.key, ...found })])
        }
      }
      for (const move of all) {
        const others = candidate.patch.filter(({ key }) => key !== move.key)
        pool.push([...others, move])
        if (others.length === changes)
          for (const one of others) pool.push([...others.filter(other => other !== one), move])
      }
    }
    return pool
      .filter(patch => patch.length > 0 && patch.length <= changes && areApart(patch))
      .map(patch => this.#intern(patch))
  }

  /** Candidates that further changes are added to: the nearest to all goals, and to each goal by itself. */
  #grown(): readonly Candidate[] {
    const ranked = this.#ranked().map(({ candidate }) => candidate)
    const nearest = this.#plan.goals.flatMap((goal, g) => {
      const far = (one: Candidate): number => distance(this.#aims[g]!, goal.tolerance, one.known[g]!.mean)
      return [...ranked].sort((a, b) => far(a) - far(b)).slice(0, 1)
    })
    return [...new Set([...ranked.slice(0, 3), ...nearest])]
  }

  /** One object for a change, so that the batch can count it. */
  #change(change: Change): Change {
    return this.#intern([change])[0]!
  }

  /** Patches of as many screened moves as allowed, of which the fewest pairs were played together. */
  #untried(count: number, changes: number, chosen: readonly Patch[]): Patch[] {
    const isTried = new Set<string>()
    const pairsOf = (patch: Patch): string[] =>
      patch.flatMap((one, i) => patch.slice(0, i).map(other => patchKey([other, one])))
    for (const patch of [...this.#candidates.keys(), ...chosen])
      for (const pair of pairsOf(patch)) isTried.add(pair)
    const found: Patch[] = []
    for (let i = 0; i < count; i++) {
      let most: { patch: Patch; untried: number } | null = null
      for (let attempt = 0; attempt < 30; attempt++) {
        const picked: Change[] = []
        for (let c = 0; c < changes; c++) picked.push(this.#moves[below(this.#rng, this.#moves.length)]!)
        if (!areApart(picked)) continue
        const patch = this.#intern(picked)
        const untried = pairsOf(patch).filter(pair => !isTried.has(pair)).length
        if (untried > (most?.untried ?? 0) && !this.#candidates.has(patch)) most = { patch, untried }
      }
      if (!most) break
      found.push(most.patch)
      for (const pair of pairsOf(most.patch)) isTried.add(pair)
    }
    return found
  }

  /**
   * Fewer changes and smaller steps than those of the best patches: they may do as well. Includes patches that have
   * played fewer blocks than this. The most promising come first.
   */
  #simpler(blocks: number): Patch[] {
    const likely = this.#likely()
    const good = likely
      .filter(({ candidate: { patch } }) =>
        likely.every(({ candidate: other }) => other.patch === patch || !isPartOf(other.patch, patch)),
      )
      .slice(0, this.#finalists)
    const patches = good.flatMap(({ candidate: { patch } }) => [
      ...(patch.length > 1 ? patch.map(one => patch.filter(other => other !== one)) : []),
      ...patch.flatMap(one => {
        const key = this.#plan.keys[one.key]!
        const half = key.number ? Math.sign(one.steps) * Math.floor(Math.abs(one.steps) / 2) : 0
        const found = half === 0 ? null : numberAt(key, half)
        return found ? [patch.map(other => (other === one ? { key: one.key, ...found } : other))] : []
      }),
    ])
    return [...new Set(patches.map(patch => this.#intern(patch)))]
      .filter(patch => {
        const known = this.#candidates.get(patch)
        return !known || (known.refused === undefined && known.blocks < blocks)
      })
      .map(patch => ({ patch, chance: this.#standing(this.#predict(patch)).chance }))
      .filter(({ chance }) => chance >= LIKELY / 2)
      .sort((a, b) => b.chance - a.chance)
      .map(({ patch }) => patch)
  }
}

/** Mid-quantiles of the normal distribution, to average over. */
const NODES = Array.from({ length: 9 }, (_, i) => normalQuantile((i + 0.5) / 9))

/** Normal draws that fill the space of several figures evenly (van der Corput's sequence in several bases). */
function drawOf(draw: number, goal: number): number {
  const base = [2, 3, 5, 7, 11, 13][goal % 6]!
  let [value, share] = [0, 1 / base]
  for (let n = draw + 1; n > 0; n = Math.floor(n / base), share /= base) value += (n % base) * share
  return normalQuantile(Math.min(0.995, Math.max(0.005, value)))
}

/** The least distance of any value of an interval. */
function nearest(bound: Range, tolerance: number, { low, high }: { low: number; high: number }): number {
  if (low <= (bound.high ?? Infinity) && high >= (bound.low ?? -Infinity)) return 0
  return Math.min(distance(bound, tolerance, low), distance(bound, tolerance, high))
}

const areApart = (patch: Patch): boolean => new Set(patch.map(({ key }) => key)).size === patch.length

/** Whether two candidates played the same matches: their rules differ on paper only, for these players. */
const playedAlike = (one: Candidate, other: Candidate): boolean =>
  one.counted !== undefined && one.counted === other.counted

/** Whether a patch makes all changes of another, or goes further in one of its numbers. */
function isPartOf(small: Patch, large: Patch): boolean {
  return small.every(one =>
    large.some(
      other =>
        other.key === one.key &&
        (other.to === one.to ||
          (typeof one.to === 'number' &&
            Math.sign(other.steps) === Math.sign(one.steps) &&
            Math.abs(other.steps) >= Math.abs(one.steps))),
    ),
  )
}
