/** Plays one match: asks agents, draws chance, samples gauges. Allocates nothing unless it records. */
import {
  type Action,
  advance,
  CHANCE,
  type CompiledGame,
  NOBODY,
  newRandomMatch,
  newState,
  OVER,
  requireEnd,
  type Seat,
  STEP,
  sampleMatch,
  takeSample,
  WIN_UNITS,
} from '../../engine/contract/index.ts'
import { auditGames, UnsoundError } from '../../engine/modules/index.ts'
import type { Highlights } from '../tally/highlights.ts'
import { AUDITED, COUNTED, type FinishedMatch, isSampled } from '../tally/match.ts'
import { Asker, type MatchAgent } from './asker.ts'
import type { Fault, Quarantine } from './fault.ts'
import { arraysDiffer, Generators, participantAt } from './generators.ts'
import { ROTATION, writeBlock } from './heartbeat.ts'

const NO_SEAT = -1

export class MatchRunner {
  /** The last match, for a Tallier to read. The next match overwrites its buffers. */
  readonly finished: FinishedMatch
  /** The last match's fault; null unless it was forfeited. */
  fault: Fault | null = null
  /** The last match's decisions as records write them; empty unless recorded. A new array for every match. */
  record: string[] = []
  /** Called with `record` before a recorded match, and after each of its decisions. */
  onRecord: ((record: readonly string[]) => void) | null = null
  readonly #game: CompiledGame
  readonly #seats: number
  readonly #state: Int32Array
  /** Legal actions, where options are counted. */
  readonly #legal: Int32Array
  /** The state before a decision, in the same matches. */
  readonly #before: Int32Array
  readonly #asker: Asker
  readonly #generators: Generators
  readonly #rngs: readonly Int32Array[]
  #rotation = 0

  /** `agents[participant]`, one for each seat of the game. */
  constructor(game: CompiledGame, agents: readonly MatchAgent[]) {
    this.#game = game
    this.#seats = game.info.seats.length
    this.#state = newState(game.info)
    this.#legal = new Int32Array(game.info.legalMax)
    this.#before = newState(game.info)
    this.#asker = new Asker(game, agents)
    this.#generators = new Generators(this.#seats, game.info.type.chance !== 'deterministic')
    this.#rngs = this.#generators.bySeat
    this.finished = {
      block: 0,
      rotation: 0,
      faulty: NO_SEAT,
      ending: 0,
      options: 0,
      choices: 0,
      returns: new Int32Array(this.#seats),
      ...newRandomMatch(game.info),
    }
  }

  /** Where it writes what it is doing: HEARTBEAT words. */
  get heartbeat(): Int32Array {
    return this.#asker.heartbeat
  }

  set heartbeat(words: Int32Array) {
    this.#asker.heartbeat = words
  }

  /** Has these agents play the next matches: `agents[participant]`. */
  use(agents: readonly MatchAgent[]): void {
    this.#asker.use(agents)
  }

  /**
   * Plays a rotation of a block; `root` are the words of the experiment's seed (rootOf). `finished`, `fault`
   * and `record` then hold the match. A quarantined match is forfeited at its known decision. Throws an Error
   * if the game breaks its limits.
   */
  play(
    root: Int32Array,
    block: number,
    rotation: number,
    recording: boolean,
    quarantined: Quarantine | null = null,
  ): void {
    this.#reset(root, block, rotation)
    auditGames(isSampled(AUDITED, block))
    try {
      this.#play(block, recording, quarantined)
    } finally {
      auditGames(false)
    }
  }

  #play(block: number, recording: boolean, quarantined: Quarantine | null): void {
    if (recording) this.onRecord?.(this.record)
    this.#game.start(this.#state, this.finished.events)
    if ((!this.#asker.allSilent || quarantined !== null) && !this.#beginAll(quarantined)) return
    const counting = isSampled(COUNTED, block)
    if (!recording && !counting && quarantined === null && this.#asker.allUniform()) this.#playAtRandom()
    else this.#playOn(recording, counting, quarantined)
    if (this.#generators.drewForbiddenChance())
      throw new Error(
        `${this.#game.info.id}: it was the turn of chance, expected none, because info.type.chance is deterministic`,
      )
  }

  /** Plays the rest of a match decision by decision; `counting` counts each one's options. */
  #playOn(recording: boolean, counting: boolean, quarantined: Quarantine | null): void {
    const game = this.#game
    const state = this.#state
    const match = this.finished
    let decisions = 0
    for (
      let seat = advance(game, state, match.events);
      seat !== OVER;
      seat = advance(game, state, match.events)
    ) {
      if (seat < 0) {
        if (seat === STEP) takeSample(game, state, match)
        continue
      }
      requireEnd(game, ++decisions)
      match.decisions = decisions
      if (quarantined !== null && quarantined.decision === decisions) {
        this.#forfeit(quarantined.participant, quarantined.reason)
        return
      }
      if (counting && seat !== CHANCE) {
        match.options += game.legal(state, seat, this.#legal)
        match.choices++
      }
      if (counting) this.#before.set(state)
      const action = this.#decide(seat)
      if (counting && arraysDiffer(state, this.#before))
        throw new UnsoundError(
          'a state changed while moves were listed, drawn or viewed; only apply may change it',
        )
      if (action < 0) {
        this.#forfeit(this.#participantAt(seat), this.#asker.reason)
        return
      }
      if (recording) this.#write(seat, action)
      game.apply(state, seat, action, match.events)
    }
    match.ending = game.result(state, match.returns)
  }

  /** Plays the rest of a match in which every choice is uniform. */
  #playAtRandom(): void {
    const game = this.#game
    const state = this.#state
    const match = this.finished
    if (game.sampleMatch) {
      game.sampleMatch(state, this.#rngs, match)
      requireEnd(game, match.decisions)
    } else sampleMatch(game, state, this.#rngs, match)
    match.ending = game.result(state, match.returns)
  }

  #reset(root: Int32Array, block: number, rotation: number): void {
    const { finished: match, heartbeat } = this
    this.#rotation = rotation
    match.block = block
    match.rotation = rotation
    match.faulty = NO_SEAT
    match.ending = 0
    match.decisions = 0
    match.options = 0
    match.choices = 0
    match.steps = 0
    match.samples = 0
    clearWords(match.events)
    this.fault = null
    if (this.record.length > 0) this.record = []
    this.#generators.seed(root, block, rotation)
    writeBlock(heartbeat, block)
    heartbeat[ROTATION] = rotation
  }

  /** False if an agent forfeits already. */
  #beginAll(quarantined: Quarantine | null): boolean {
    for (let e = 0; e < this.#seats; e++) {
      if (quarantined !== null && quarantined.decision === 0 && quarantined.participant === e) {
        this.#forfeit(e, quarantined.reason)
        return false
      }
      if (!this.#asker.begin(e)) {
        this.#forfeit(e, this.#asker.reason)
        return false
      }
    }
    return true
  }

  /** The seat's action, or -1 if its agent forfeits. */
  #decide(seat: Seat): Action {
    const rng = this.#rngs[seat]!
    if (seat === CHANCE) return this.#game.sample(this.#state, CHANCE, rng)
    return this.#asker.ask(this.#participantAt(seat), this.#state, seat, this.finished.decisions, rng)
  }

  #participantAt(seat: Seat): number {
    return participantAt(seat, this.#rotation, this.#seats)
  }

  /** The participant loses, and the others share the win. */
  #forfeit(participant: number, reason: string): void {
    const { finished: match } = this
    const seat = (participant - this.#rotation + this.#seats) % this.#seats
    match.faulty = seat
    match.returns.fill(WIN_UNITS / (this.#seats - 1))
    match.returns[seat] = 0
    this.fault = {
      block: match.block,
      rotation: this.#rotation,
      seat,
      participant,
      decision: match.decisions,
      reason,
    }
  }

  #write(seat: Seat, action: Action): void {
    const name = seat === CHANCE ? 'chance' : this.#game.info.seats[seat]!
    this.record.push(`${name} ${this.#game.text.format(this.#state, seat, action)}`)
    this.onRecord?.(this.record)
  }
}

/** Up to this many words, a loop is faster than `fill`. */
const FEW_WORDS = 200

function clearWords(words: Int32Array): void {
  if (words.length > FEW_WORDS) words.fill(0)
  else for (let i = 0; i < words.length; i++) words[i] = 0
}

export interface RecordedMatch {
  /** As records write them. */
  readonly decisions: readonly string[]
  /** The only winner, or NOBODY. */
  readonly winner: Seat
  /** Index of the ending; meaningless after a forfeit. */
  readonly ending: number
  readonly steps: number
  readonly fault: Fault | null
  /** For a replay: the match's values as a highlight (sim/tally/highlights). */
  readonly picked?: Highlights
}

/** The last match of a runner that recorded it. */
export function recordedMatch({ record, finished, fault }: MatchRunner): RecordedMatch {
  const { returns, ending, steps } = finished
  const winners = [...returns.keys()].filter(seat => returns[seat]! * returns.length > WIN_UNITS)
  return { decisions: record, winner: winners.length === 1 ? winners[0]! : NOBODY, ending, steps, fault }
}
