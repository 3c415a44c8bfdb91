/** Random play of whole matches in one call. */
import type { RandomMatch, State } from '../contract/index.ts'
import { writeGauges } from './gauges.ts'
import { GAUGE_WORDS } from './info.ts'
import type { Recruiting } from './recruiting.ts'
import type { Rounds } from './rounds.ts'
import { MAX_CELLS, type Rules } from './rules.ts'
import { sizeOf, TO_MOVE } from './state.ts'

/** The position that is played on: V8 knows the address of an array of the module's own. */
const s = new Int32Array(sizeOf(MAX_CELLS))

export class Playout {
  readonly #rounds: Rounds
  readonly #recruiting: Recruiting
  readonly #cells: number

  constructor({ cells }: Rules, rounds: Rounds, recruiting: Recruiting) {
    this.#rounds = rounds
    this.#recruiting = recruiting
    this.#cells = cells
  }

  /** Plays from the beginning of a turn, or from the end of the match, to the end. */
  play(state: State, rngs: readonly Int32Array[], match: RandomMatch): void {
    const { events, gauges } = match
    const recruiting = this.#recruiting
    s.set(state)
    let decisions = 0
    const first = match.samples * GAUGE_WORDS
    let at = first
    while (s[TO_MOVE] !== 0) {
      const seat = this.#rounds.begin(s, events)
      if (s[TO_MOVE] !== 0) {
        if (recruiting.decides(s, seat)) {
          recruiting.recruit(s, seat, recruiting.sample(s, seat, rngs[seat]!), events)
          decisions++
        }
        this.#rounds.close(s)
      }
      writeGauges(s, this.#cells, gauges, at)
      at += GAUGE_WORDS
    }
    for (let i = 0; i < state.length; i++) state[i] = s[i]!
    const steps = (at - first) / GAUGE_WORDS
    match.steps += steps
    match.samples += steps
    match.decisions += decisions
  }
}
