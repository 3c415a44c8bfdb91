/**
 * The trial matches played when a game is compiled, always the same. They show what its code does not say (whether moves roll, who decides
 * at the same time, whether enumerate lists illegal moves), and compare our flow with boardgame.io's reducer, state by state.
 */
import { GameError, placeIn, reasonOf, tellReading } from '../modules/index.ts'
import { chanceAnswers } from '../plain/index.ts'
import { below, derive, RNG_WORDS, rootOf } from '../rng.ts'
import { type Ctx, copyOf } from './config.ts'
import type { MatchFlow, OwnFlow } from './flow.ts'
import { textOfDecision } from './moves.ts'
import type { ReducerFlow } from './reducer.ts'
import { findDifference, findNonPlain } from './scratch.ts'
import { Secrets } from './secrets.ts'
import type { MatchState, SeatDecision, Simulator } from './simulator.ts'

export interface TrialResult {
  rolls: boolean
  /** Whether a move did, and the most answers of chance before the first move. */
  movesRoll: boolean
  setupRolls: number
  /** Decks and hands that are not hidden. */
  readonly secrets: Secrets
  readonly deciders: Set<number>
  isJoint: boolean
  listsIllegal: boolean
  ended: boolean
  moves: number
  /** The most decisions of a match, those of chance included. */
  longest: number
  readonly events: Set<string>
  /** Decisions a turn, those of chance included; 0 if that varies. */
  perTurn: number
  /** Matches and moves that both flows played, and where they first differed. */
  proven: { matches: number; moves: number }
  difference: string | null
}

/** Matches; moves in all of them that are tried out, and that boardgame.io plays too. */
const MATCHES = 3
const TRIED_MAX = 60
const PROVEN_MAX = 240
/** Characters of G as JSON, over all moves, after which one match is enough: large games take long. */
const READ_MAX = 2 ** 22

/** `isOver` is called with every state; `most` is the most moves of a match. */
export function playTrials(
  simulator: Simulator,
  flow: OwnFlow,
  reducer: ReducerFlow | null,
  isOver: (position: MatchState) => boolean,
  most: number,
): TrialResult {
  const found: TrialResult = {
    rolls: false,
    movesRoll: false,
    setupRolls: 0,
    secrets: new Secrets(simulator.numPlayers, (at, seat) => simulator.viewOf(at, seat)),
    deciders: new Set(),
    isJoint: false,
    listsIllegal: false,
    ended: false,
    moves: 0,
    longest: 0,
    events: new Set(),
    perTurn: -1,
    proven: { matches: 0, moves: 0 },
    difference: null,
  }
  const rng = new Int32Array(RNG_WORDS)
  let read = 0
  for (let match = 0; match < MATCHES && found.moves < most && read < READ_MAX; match++) {
    derive(rng, rootOf('survey'), match, 0)
    const isProving = reducer !== null && simulator.flow === flow && found.proven.moves < PROVEN_MAX
    if (isProving) found.proven.matches++
    const last = playOne(found, { number: match + 1, simulator, flow, reducer, isProving, isOver, most, rng })
    read = (JSON.stringify(last.G)?.length ?? 0) * found.moves
  }
  found.perTurn = Math.max(0, found.perTurn)
  return found
}

interface TrialMatch {
  /** From 1. */
  readonly number: number
  readonly simulator: Simulator
  readonly flow: OwnFlow
  readonly reducer: ReducerFlow | null
  readonly isProving: boolean
  readonly isOver: (position: MatchState) => boolean
  readonly most: number
  readonly rng: Int32Array
}

function playOne(found: TrialResult, match: TrialMatch): MatchState {
  const { simulator, isOver, most, rng } = match
  const { both, orTheirs } = sideBySide(found, match)
  let position = both(playing => simulator.start(playing), null)
  let turn = 0
  let inTurn = 0
  let last: { readonly at: MatchState; readonly made: readonly SeatDecision[] } | null = null
  let hasDrawn = false
  for (let decisions = 0; ; decisions++) {
    found.longest = Math.max(found.longest, decisions)
    inTurn = countTurn(found, position, turn, inTurn)
    turn = position.ctx?.turn ?? 0
    if (position.roll) {
      found.rolls = true
      if (position.ctx === null) found.setupRolls = Math.max(found.setupRolls, decisions + 1)
      else found.movesRoll = true
      hasDrawn = true
      const answer = below(rng, chanceAnswers(position.roll).length)
      position = both((playing, at, before) => simulator.answer(playing, at, answer, before), position)
      continue
    }
    if (last?.made.length === 1) found.secrets.look(last.at, position, last.made[0]![0], hasDrawn)
    else if (last === null && found.moves === 0 && hasDrawn)
      found.secrets.start(position, openingOf(simulator, rng.slice()))
    hasDrawn = false
    if (isOver(position)) {
      found.ended = true
      return position
    }
    if (found.moves++ >= most) return position
    const move = found.moves
    tellReading(() => ({
      doing: `playing trial match ${match.number} of ${MATCHES}: move ${move.toLocaleString('en')}${found.ended ? '' : ' without an end so far'}`,
      advice: found.ended
        ? 'Shorter matches help, and an ai.enumerate that lists only legal moves'
        : `No trial match has ended yet: check endIf and events.endGame. If random players need more than ${move.toLocaleString('en')} moves, set a limit: export const evenhand = { maxMoves: ... }`,
    }))
    const made = decide(found, simulator, position, rng, orTheirs)
    const next = both((playing, at, before) => simulator.play(playing, at, made, before), position)
    if (next.refused.length > 0) found.listsIllegal = true
    last = { at: position, made }
    position = next
  }
}

/** Another opening of a game that has one. */
function openingOf(simulator: Simulator, rng: Int32Array): MatchState {
  const { flow } = simulator
  let position = simulator.start(flow)
  while (position.roll) {
    const at = position
    const copy = (): MatchState => copyOf(at)
    const answer = below(rng, chanceAnswers(position.roll).length)
    position = simulator.answer(flow, copy(), answer, copy)
  }
  return position
}

/** Counts the decisions of a turn, `inTurn` of them so far. The last turn of a match may be cut short. */
function countTurn(found: TrialResult, { ctx }: MatchState, turn: number, inTurn: number): number {
  if (ctx?.turn === turn) return inTurn + 1
  const isNext = ctx?.turn === turn + 1
  if (!isNext || (turn > 0 && found.perTurn !== -1 && found.perTurn !== inTurn)) found.perTurn = 0
  else if (turn > 0) found.perTurn = inTurn
  return 1
}

/** A step on a state that it may change; `before()` returns a fresh copy. */
type PlayStep = (course: MatchFlow, draft: MatchState, before: () => MatchState) => MatchState

/** Asks our flow, or boardgame.io's reducer where only ours throws. */
type OrReference = <T>(ask: () => T) => T

/** Plays a match by our flow and by boardgame.io's reducer. From the first difference on, only the reducer plays. */
function sideBySide(
  found: TrialResult,
  { simulator, flow, reducer, isProving }: TrialMatch,
): { both: (step: PlayStep, at: MatchState | null) => MatchState; orTheirs: OrReference } {
  let shadow: MatchState | null = null
  const differ = (course: MatchFlow, difference: string): void => {
    found.difference = difference
    simulator.flow = course
  }
  const orTheirs: OrReference = ask => {
    try {
      return ask()
    } catch (error) {
      if (reducer === null || simulator.flow !== flow || error instanceof GameError) throw error
      simulator.flow = reducer
      try {
        const answer = ask()
        differ(reducer, `evenhand throws (${reasonOf(error)}) where ${reducer.name} doesn't`)
        return answer
      } catch {
        // Both throw: it is the game's mistake.
        simulator.flow = flow
        throw error
      }
    }
  }
  const both = (step: PlayStep, at: MatchState | null): MatchState => {
    // To boardgame.io, an object in two places is two from the next function on.
    const copy = (): MatchState => copyOf(at!)
    const next = orTheirs(() => step(simulator.flow, copy(), copy))
    const odd = findNonPlain(next.G, 'G')
    if (odd !== null)
      throw new GameError(
        `${odd}, expected only plain values, as boardgame.io does: numbers, strings, true, false, null, lists, and objects without a class. Return { ...state } in place of an instance, and make its methods functions`,
        at === null || at.ctx === null ? simulator.setup : undefined,
      )
    if (reducer === null || simulator.flow !== flow || !isProving || found.proven.moves >= PROVEN_MAX)
      return next
    found.proven.moves++
    const theirs = (): MatchState => copyOf(shadow!)
    try {
      shadow = step(reducer, theirs(), theirs)
    } catch (error) {
      const place = placeIn(error)
      throw new GameError(
        `${reducer.name} throws in the first matches: ${reasonOf(error)}${place === null ? '' : ` at ${place}`}${hintOf(error)}`,
      )
    }
    const difference = compare(next, shadow, reducer.hasSameBookkeeping)
    if (difference === null) return next
    differ(reducer, `${reducer.name} differs (${difference})`)
    return shadow
  }
  return { both, orTheirs }
}

function decide(
  found: TrialResult,
  simulator: Simulator,
  position: MatchState,
  rng: Int32Array,
  orTheirs: OrReference,
): SeatDecision[] {
  const seats = orTheirs(() => simulator.active(position))
  if (seats.length > 1) found.isJoint = true
  return seats.map((seat): SeatDecision => {
    found.deciders.add(seat)
    let moves = orTheirs(() => simulator.moves(position, seat))
    if (found.moves <= TRIED_MAX && !simulator.isTrying && !found.listsIllegal) {
      const listed = moves.length
      const texts = new Set(moves.map(textOfDecision))
      const legal = moves.filter(move => orTheirs(() => simulator.isLegal(position, seat, move)))
      const playable = moves.filter(move => !simulator.isBroken(move))
      if (texts.size < listed || legal.length < playable.length) found.listsIllegal = true
      if (simulator.hasThrown) {
        simulator.isTrying = legal.length < playable.length
        moves = legal
      }
    }
    requireMoves(moves, seat, position, simulator)
    const decision = moves[below(rng, moves.length)]!
    if ('event' in decision) found.events.add(decision.event)
    return [seat, decision]
  })
}

/** Throws a GameError if a player to move has no legal move. */
export function requireMoves(
  moves: readonly unknown[],
  seat: number,
  position: MatchState,
  simulator: Simulator,
): void {
  if (moves.length > 0) return
  for (const error of simulator.broken.values()) throw error
  const { ctx } = position
  const isBetween = ctx.phase === null && simulator.hasPhases
  const where = `turn ${ctx.turn}${ctx.phase === null ? '' : `, phase ${ctx.phase}`}${isBetween ? ', in no phase' : ''}`
  if (simulator.inference)
    throw new GameError(
      `player ${seat} must move in ${where}, but evenhand found no legal move: ${simulator.inference.askFor(ctx, `${seat}`)}`,
    )
  throw new GameError(
    `player ${seat} must move in ${where}, but has no legal move: ${simulator.explainNoMoves(position, seat)}; expected a legal move, or an end of the match, the phase or the turn${isBetween ? '. No phase follows one that ends without next, or one whose endIf still holds when it begins: boardgame.io checks endIf before onBegin' : ''}`,
    simulator.lister,
  )
}

/** Advice on errors of boardgame.io's about changing G. */
function hintOf(error: unknown): string {
  const reason = reasonOf(error, Number.POSITIVE_INFINITY)
  if (/read only|not extensible|Cannot delete/.test(reason))
    return ': only moves, onBegin, onMove and onEnd may change G, and nothing may change an outside object after it became part of G'
  if (/returned a new value \*and\* modified/.test(reason))
    return ': a move must either change G or return a new one'
  if (/proxy that has been revoked/.test(reason))
    return ': part of G was passed to an event or kept outside G; copy it, as in events.endGame({ scores: [...G.scores] })'
  return ''
}

function compare(ours: MatchState, theirs: MatchState, hasSameBookkeeping: boolean): string | null {
  const shown = (ctx: Ctx): object =>
    hasSameBookkeeping ? ctx : Object.fromEntries(Object.entries(ctx).filter(([key]) => !key.startsWith('_')))
  return (
    findDifference(ours.roll, theirs.roll, 'chance') ??
    findDifference(ours.refused, theirs.refused, 'illegal moves') ??
    (ours.ctx === null
      ? null
      : (findDifference(ours.G, theirs.G, 'G') ?? findDifference(shown(ours.ctx), shown(theirs.ctx), 'ctx')))
  )
}
