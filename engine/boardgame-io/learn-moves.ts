/** Random matches, always the same, in which the moves that nothing lists are inferred. */

import { tellReading } from '../modules/index.ts'
import { chanceAnswers } from '../plain/index.ts'
import { below, derive, RNG_WORDS, rootOf } from '../rng.ts'
import { copyOf } from './config.ts'
import type { Decision, MatchFlow } from './flow.ts'
import { type Inference, LEARNING_MATCHES } from './inferred.ts'
import type { MatchState, SeatDecision, Simulator } from './simulator.ts'

/** Decisions of a match; and of a turn that nothing but an event seems to end. */
const DECISIONS_MAX = 150
const TURN_MAX = 50

interface Conditions {
  readonly simulator: Simulator
  readonly inference: Inference
  /** What plays if no move can be made without it; null if boardgame.io isn't installed. */
  readonly reducer: MatchFlow | null
  readonly seats: number
  readonly isOver: (position: MatchState) => boolean
  /** Whether G, and not ctx, seems to say whose turn it is. */
  readonly isHotSeat: () => boolean
}

/** Infers the moves. The simulator's flow becomes the reducer if nothing else can make a move. */
export function learnMoves(conditions: Conditions): void {
  new MoveLearner(conditions).play()
}

class MoveLearner {
  readonly #given: Conditions
  readonly #rng = new Int32Array(RNG_WORDS)
  readonly #deciders = new Set<number>()
  /** Phases in which a rule ended a turn. */
  readonly #ending = new Set<string | null>()

  constructor(given: Conditions) {
    this.#given = given
  }

  play(): void {
    const { simulator, inference, seats, isHotSeat } = this.#given
    for (let match = 0; match < LEARNING_MATCHES; match++) {
      derive(this.#rng, rootOf('inference'), match, 0)
      const phase = this.#match(match + 1)
      // Whoever moves until the match ends, while others never do, may have to end turns.
      const isAlone = this.#deciders.size > 0 && this.#deciders.size < seats
      if (isAlone && this.#ending.size === 0 && !isHotSeat()) inference.endsTurnIn.add(phase)
    }
    inference.settle()
    simulator.relist()
  }

  /** Plays a match and returns its last phase. */
  #match(number: number): string | null {
    const { simulator, inference, isOver } = this.#given
    let position = simulator.start(simulator.flow)
    let inTurn = 0
    for (let decisions = 0; decisions < DECISIONS_MAX; ) {
      const before = (): MatchState => copyOf(position)
      const at = decisions
      tellReading(() => ({
        doing: `inferring its moves in match ${number} of ${LEARNING_MATCHES}, move ${at}; tried ${inference.triedWords}`,
        advice: `List their arguments: ${inference.remedy}`,
      }))
      if (position.roll) {
        const answer = below(this.#rng, chanceAnswers(position.roll).length)
        position = simulator.answer(simulator.flow, before(), answer, before)
        continue
      }
      if (isOver(position)) break
      const { turn, phase } = position.ctx
      const made = this.#decide(position)
      const isStuck = inTurn > 0 && (made.length === 0 || inTurn >= TURN_MAX)
      if (isStuck && this.#mayEndTurns(phase)) {
        inference.endsTurnIn.add(phase)
        simulator.relist()
        continue
      }
      if (made.length === 0) break
      position = simulator.play(simulator.flow, before(), made, before)
      decisions++
      const isSame = position.ctx.turn === turn
      inTurn = isSame ? inTurn + 1 : 0
      const byEvent = made.some(([, decision]) => 'event' in decision)
      if (!isSame && !byEvent) this.#ending.add(phase)
    }
    return position.ctx?.phase ?? null
  }

  #mayEndTurns(phase: string | null): boolean {
    const { inference, isHotSeat } = this.#given
    return !inference.endsTurnIn.has(phase) && !this.#ending.has(phase) && !isHotSeat()
  }

  #decide(position: MatchState): SeatDecision[] {
    const { simulator } = this.#given
    return simulator.active(position).flatMap((seat): SeatDecision[] => {
      const byMove = new Map<string, Decision[]>()
      for (const decision of this.#legal(position, seat)) {
        const name = 'move' in decision ? decision.move : decision.event
        byMove.set(name, [...(byMove.get(name) ?? []), decision])
      }
      if (byMove.size === 0) return []
      this.#deciders.add(seat)
      for (const [first] of byMove.values()) this.#probe(position, seat, first!)
      const moves = [...byMove.values()][below(this.#rng, byMove.size)]!
      return [[seat, moves[below(this.#rng, moves.length)]!]]
    })
  }

  #legal(position: MatchState, seat: number): readonly Decision[] {
    const { simulator, inference, reducer } = this.#given
    const list = (): readonly Decision[] => {
      simulator.relist()
      return simulator.moves(position, seat)
    }
    let legal = simulator.moves(position, seat)
    if (legal.length === 0 && inference.widen(position.ctx, `${seat}`)) legal = list()
    const own = simulator.flow
    if (legal.length === 0 && reducer !== null && own !== reducer && inference.hasThrown) {
      simulator.flow = reducer
      legal = list()
      if (legal.length === 0) simulator.flow = own
    }
    if (legal.length === 0) inference.blame(position.ctx, `${seat}`)
    return legal
  }

  #probe(position: MatchState, seat: number, legal: Decision): void {
    const { simulator, inference } = this.#given
    for (const probe of inference.probesOf(legal)) simulator.isOffered(position, seat, probe)
  }
}
