/**
 * The first matches of a game, always the same, played when it is compiled: they show what its code does not say (whether moves roll, who
 * decides at the same time, whether enumerate lists illegal moves), and hold our course of the game to boardgame.io's own, state by state.
 */
import { GameError, placeIn, reasonOf } from '../modules/index.ts'
import { below, derive, RNG_WORDS, rootOf } from '../rng.ts'
import { copyOf } from './config.ts'
import type { Course, Flow } from './flow.ts'
import { textOfDecision } from './moves.ts'
import { answersTo } from './rolls.ts'
import { differenceIn, oddIn } from './same.ts'
import type { Made, Played, Table } from './table.ts'

export interface Survey {
  rolls: boolean
  /** Whether chance was asked for a seed, as shuffles do. */
  isSeeded: boolean
  /** Who decided. */
  readonly deciders: Set<number>
  isJoint: boolean
  listsIllegal: boolean
  /** Whether a match came to its end. */
  ended: boolean
  moves: number
  /** The most decisions of a match, those of chance included. */
  longest: number
  readonly events: Set<string>
  /** How many decisions every turn of boardgame.io's took, those of chance included; 0 if not all took as many. */
  perTurn: number
  /** Matches and moves that both courses played, and where they first differed. */
  proven: { matches: number; moves: number }
  difference: string | null
}

/** Matches; moves in all of them that are played, that are tried out, and that boardgame.io plays as well. */
const MATCHES = 3
const TRIED_MAX = 60
const PROVEN_MAX = 240

/** `isOver` is shown every position, and says of it whether it is the end of a match; `most` is the most moves of one. */
export function survey(
  table: Table,
  flow: Flow,
  reducer: Course | null,
  isOver: (position: Played) => boolean,
  most: number,
): Survey {
  const found: Survey = {
    rolls: false,
    isSeeded: false,
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
  for (let match = 0; match < MATCHES && found.moves < most; match++) {
    derive(rng, rootOf('survey'), match, 0)
    const isProving = reducer !== null && table.course === flow && found.proven.moves < PROVEN_MAX
    if (isProving) found.proven.matches++
    playOne(found, { table, flow, reducer, isProving, isOver, most, rng })
  }
  found.perTurn = Math.max(0, found.perTurn)
  return found
}

interface Match {
  readonly table: Table
  readonly flow: Flow
  readonly reducer: Course | null
  readonly isProving: boolean
  readonly isOver: (position: Played) => boolean
  readonly most: number
  readonly rng: Int32Array
}

function playOne(found: Survey, match: Match): void {
  const { table, isOver, most, rng } = match
  const { both, orTheirs } = sideBySide(found, match)
  let position = both(course => table.start(course), null)
  let turn = 0
  let inTurn = 0
  for (let decisions = 0; ; decisions++) {
    found.longest = Math.max(found.longest, decisions)
    inTurn = stepped(found, position, turn, inTurn)
    turn = position.ctx?.turn ?? 0
    if (position.roll) {
      found.rolls = true
      if (position.roll.of === 0) found.isSeeded = true
      const answer = below(rng, answersTo(position.roll).length)
      position = both((course, at, before) => table.answer(course, at, answer, before), position)
      continue
    }
    if (isOver(position)) {
      found.ended = true
      return
    }
    if (found.moves++ >= most) return
    const made = decide(found, table, position, rng, orTheirs)
    const next = both((course, at, before) => table.play(course, at, made, before), position)
    if (next.refused.length > 0) found.listsIllegal = true
    position = next
  }
}

/** Counts the decisions of a turn, of which `inTurn` were seen before this position. The last turn of a match may be cut short. */
function stepped(found: Survey, { ctx }: Played, turn: number, inTurn: number): number {
  if (ctx?.turn === turn) return inTurn + 1
  const isNext = ctx?.turn === turn + 1
  if (!isNext || (turn > 0 && found.perTurn !== -1 && found.perTurn !== inTurn)) found.perTurn = 0
  else if (turn > 0) found.perTurn = inTurn
  return 1
}

/** A step, on a position that may be changed, and that `before` returns as it was, anew. */
type Step = (course: Course, draft: Played, before: () => Played) => Played

/** Asks our flow, or boardgame.io's course where ours throws and that does not. */
type OrTheirs = <T>(ask: () => T) => T

/** The ways in which a match is played by our flow and by boardgame.io's course beside it. From a difference on, that course alone plays. */
function sideBySide(
  found: Survey,
  { table, flow, reducer, isProving }: Match,
): { both: (step: Step, at: Played | null) => Played; orTheirs: OrTheirs } {
  let shadow: Played | null = null
  const differ = (course: Course, difference: string): void => {
    found.difference = difference
    table.course = course
  }
  const orTheirs: OrTheirs = ask => {
    try {
      return ask()
    } catch (error) {
      if (reducer === null || table.course !== flow || error instanceof GameError) throw error
      table.course = reducer
      try {
        const answer = ask()
        differ(
          reducer,
          `evenhand's own flow throws (${reasonOf(error)}) where boardgame.io's reducer does not`,
        )
        return answer
      } catch {
        // What throws in both is a mistake of the game.
        table.course = flow
        throw error
      }
    }
  }
  const both = (step: Step, at: Played | null): Played => {
    // A function of the user may have put one object into two places, or one of its own: to boardgame.io, each place is a value from the next function on.
    const copy = (): Played => copyOf(at!)
    const next = orTheirs(() => step(table.course, copy(), copy))
    const odd = oddIn(next.G, 'G')
    if (odd !== null)
      throw new GameError(
        `${odd}, expected plain values alone, as boardgame.io does: numbers, texts, true, false, null, lists, and objects without a class`,
      )
    if (reducer === null || table.course !== flow || !isProving || found.proven.moves >= PROVEN_MAX)
      return next
    found.proven.moves++
    const theirs = (): Played => copyOf(shadow!)
    try {
      shadow = step(reducer, theirs(), theirs)
    } catch (error) {
      const place = placeIn(error)
      throw new GameError(
        `boardgame.io's own reducer throws in the first matches: ${reasonOf(error)}${place === null ? '' : ` at ${place}`}${hintOf(error)}`,
      )
    }
    const difference = compare(next, shadow)
    if (difference === null) return next
    differ(reducer, `boardgame.io's reducer differs (${difference})`)
    return shadow
  }
  return { both, orTheirs }
}

function decide(found: Survey, table: Table, position: Played, rng: Int32Array, orTheirs: OrTheirs): Made[] {
  const seats = orTheirs(() => table.active(position))
  if (seats.length > 1) found.isJoint = true
  return seats.map((seat): Made => {
    found.deciders.add(seat)
    const moves = orTheirs(() => table.moves(position, seat))
    if (found.moves <= TRIED_MAX && !table.isTrying && !found.listsIllegal) {
      const texts = new Set(moves.map(textOfDecision))
      const areLegal = (): boolean => moves.every(move => table.isLegal(position, seat, move))
      if (texts.size < moves.length || !orTheirs(areLegal)) found.listsIllegal = true
    }
    requireMoves(moves, seat, position, table)
    const decision = moves[below(rng, moves.length)]!
    if ('event' in decision) found.events.add(decision.event)
    return [seat, decision]
  })
}

/** Throws a GameError if a player who is to move has nothing to choose. */
export function requireMoves(moves: readonly unknown[], seat: number, position: Played, table: Table): void {
  if (moves.length > 0) return
  const { ctx } = position
  const isBetween = ctx.phase === null && table.hasPhases
  const where = `turn ${ctx.turn}${ctx.phase === null ? '' : `, phase ${ctx.phase}`}${isBetween ? ', in no phase' : ''}`
  throw new GameError(
    `no legal move is listed for player ${seat} in ${where}, who is to move: ${table.whyNone(position, seat)}; expected one at least, or an end of the match, the phase or the turn${isBetween ? '. A phase that ends without next leads to none, and so does one whose endIf still holds when it begins: boardgame.io asks that before its onBegin' : ''}`,
    table.lister,
  )
}

/** What to do about what boardgame.io throws where its G may not be changed. */
function hintOf(error: unknown): string {
  const reason = reasonOf(error, Number.POSITIVE_INFINITY)
  if (/read only|not extensible|Cannot delete/.test(reason))
    return ': only moves and onBegin, onMove and onEnd may change G, not endIf, and none may change what it has put into G from outside'
  if (/returned a new value \*and\* modified/.test(reason)) return ': a move changes G or returns another one'
  return ''
}

function compare(ours: Played, theirs: Played): string | null {
  return (
    differenceIn(ours.roll, theirs.roll, 'chance') ??
    differenceIn(ours.refused, theirs.refused, 'illegal moves') ??
    (ours.ctx === null
      ? null
      : (differenceIn(ours.G, theirs.G, 'G') ?? differenceIn(ours.ctx, theirs.ctx, 'ctx')))
  )
}
