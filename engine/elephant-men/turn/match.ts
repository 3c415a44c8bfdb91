/** Random play of whole matches, turn by turn. */
import type { RandomMatch, State } from '../../contract/index.ts'
import { GAUGE_WORDS, mostFavour, readGauges } from '../info.ts'
import type { Tables } from '../rules/tables.ts'
import {
  DONE,
  FAVOUR,
  OUTCOME,
  OWN,
  PENDING,
  PHASE_COUNT,
  PLAN_ORDERS,
  planOf,
  scratch,
  TO_MOVE,
  TOTAL_HP,
} from '../state/layout.ts'
import { type Drawer, ordersByPhase } from './draw.ts'
import type { Judge, Resolver } from './resolve.ts'

const COUNT_BITS = PHASE_COUNT.bits
const COUNT_MASK = PHASE_COUNT.mask
const FIRST_ORDER = planOf(0) + PLAN_ORDERS
const SECOND_ORDER = planOf(1) + PLAN_ORDERS

/** Stands for hit points before the first sample. */
const UNSAMPLED = -1

export class Playout {
  readonly #drawer: Drawer
  readonly #resolver: Resolver
  readonly #judge: Judge
  /** Where the counts of a turn's phases end, in bits. */
  readonly #end: number
  readonly #stepMax: number
  readonly #favourMax: number
  readonly #judgesTurns: boolean

  constructor(t: Tables, drawer: Drawer, resolver: Resolver, judge: Judge) {
    this.#drawer = drawer
    this.#resolver = resolver
    this.#judge = judge
    this.#end = t.phases * COUNT_BITS
    this.#stepMax = t.phases * t.rules.limits.turns
    this.#favourMax = mostFavour(t.rules)
    this.#judgesTurns = t.rules.judged === 'turn'
  }

  /**
   * Plays from the beginning of a turn to the end of the match. Takes a sample of the gauges after the first phase of a match, the last
   * one, and those in which one has changed. Of the state, only the words before PENDING are brought up to date: what `toMove`, `result`
   * and `gauge` ask.
   */
  play(state: State, rngs: readonly Int32Array[], match: RandomMatch): void {
    scratch.set(state)
    const { events } = match
    const end = this.#end
    const toSteps = match.steps - scratch[DONE]!
    let decisions = 0
    let favour = scratch[FAVOUR]!
    let own0 = scratch[OWN]!
    let own1 = scratch[OWN + 1]!
    let hp0 = match.samples === 0 ? UNSAMPLED : scratch[TOTAL_HP]!
    let hp1 = scratch[TOTAL_HP + 1]!
    while (scratch[OUTCOME] === 0) {
      decisions += this.#drawer.drawTurn(0, rngs[0]!)
      decisions += this.#drawer.drawTurn(1, rngs[1]!)
      const first = ordersByPhase[0]!
      const second = ordersByPhase[1]!
      let at0 = FIRST_ORDER
      let at1 = SECOND_ORDER
      for (let shift = 0; shift < end; shift += COUNT_BITS) {
        const n0 = (first >>> shift) & COUNT_MASK
        const n1 = (second >>> shift) & COUNT_MASK
        this.#resolver.drawnPhase(events, at0, n0, at1, (n0 + n1) | 0)
        at0 = (at0 + n0) | 0
        at1 = (at1 + n1) | 0
        const done = (scratch[DONE]! + 1) | 0
        scratch[DONE] = done
        // These seldom change, and without them neither does a gauge, nor is a match decided before its last phase.
        const changes =
          (scratch[FAVOUR]! ^ favour) |
          (scratch[OWN]! ^ own0) |
          (scratch[OWN + 1]! ^ own1) |
          (scratch[TOTAL_HP]! ^ hp0) |
          (scratch[TOTAL_HP + 1]! ^ hp1)
        if (changes === 0 && done !== this.#stepMax) continue
        favour = scratch[FAVOUR]!
        own0 = scratch[OWN]!
        own1 = scratch[OWN + 1]!
        hp0 = scratch[TOTAL_HP]!
        hp1 = scratch[TOTAL_HP + 1]!
        readGauges(scratch, this.#favourMax, match.gauges, match.samples * GAUGE_WORDS)
        match.since[match.samples++] = done + toSteps - 1
        if (this.#judgesTurns) continue
        this.#judge.judge(scratch)
        if (scratch[OUTCOME] !== 0) break
      }
      if (this.#judgesTurns) this.#judge.judge(scratch)
      this.#resolver.endTurn(scratch)
    }
    scratch[TO_MOVE] = 0
    for (let i = 0; i < PENDING; i++) state[i] = scratch[i]!
    match.decisions += decisions
    match.steps = scratch[DONE]! + toSteps
  }
}
