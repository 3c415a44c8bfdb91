/** A boardgame.io game on the table: whose turn it is, what they may choose, and what comes of it, chance and illegal moves included. */
import { drawingFrom, GameError } from '../modules/index.ts'
import { type BoardgameConfig, type Ctx, copyOf, type Extras, type Hook } from './config.ts'
import type { Course, Decision, Flow, Position } from './flow.ts'
import { type Enumerate, enumerateOf, textOfDecision } from './moves.ts'
import { answered, type Roll, Rolls } from './rolls.ts'

/** A decision that somebody made. */
export type Made = readonly [seat: number, decision: Decision]

/** A position as the easy contract keeps it: plain values. Before `setup` is through, G and ctx are null. */
export interface Played extends Position {
  /** What chance is asked, and the decisions that wait for it. */
  readonly roll: Roll | null
  readonly waiting: readonly Made[]
  /** Texts of decisions that were listed and turned out to be illegal here. */
  readonly refused: readonly string[]
}

export class Table {
  readonly rolls = new Rolls()
  /** Whether everything that is listed is tried before it is offered. */
  isTrying = false
  readonly #flow: Flow
  readonly #enumerate: Enumerate
  readonly #playerView: Hook | undefined
  readonly #numPlayers: number
  readonly #setupData: unknown

  constructor(game: BoardgameConfig, extras: Extras, flow: Flow, numPlayers: number, setupData: unknown) {
    this.#flow = flow
    this.#numPlayers = numPlayers
    this.#setupData = setupData
    this.#playerView = game.playerView
    const movesFor = (ctx: Ctx, playerID: string) => flow.movesFor(ctx, playerID)
    this.#enumerate = enumerateOf(game, extras, movesFor)
    if (extras.moves || !game.ai?.enumerate) this.isTrying = true
  }

  /** The position before the first decision, or what chance is to answer before. */
  start(course: Course): Played {
    return this.#begin(course, [])
  }

  /** Carries out decisions, in the order of the list. `before` may be changed. */
  play(course: Course, before: Position, made: readonly Made[]): Played {
    return this.#run(course, before, made, [])
  }

  /** Goes on with what waits for chance, which has answered. */
  answer(course: Course, { G, ctx, roll, waiting }: Played, answer: number): Played {
    const next = answered(roll!, answer)
    if (next.left > 0) return { G, ctx, roll: next, waiting, refused: [] }
    return ctx === null ? this.#begin(course, next.drawn) : this.#run(course, { G, ctx }, waiting, next.drawn)
  }

  /** Seats that may decide; those that have nothing to choose are not asked as long as others have. */
  active(position: Played): number[] {
    const { ctx } = position
    const ids = ctx.activePlayers ? Object.keys(ctx.activePlayers) : [ctx.currentPlayer]
    const seats = ids.map(id => this.#seatOf(id)).sort((a, b) => a - b)
    if (seats.length < 2) return seats
    const able = seats.filter(seat => this.moves(position, seat).length > 0)
    return able.length === 0 ? seats : able
  }

  /** What a seat may choose. */
  moves(position: Played, seat: number): readonly Decision[] {
    const { ctx, refused } = position
    const playerID = `${seat}`
    const listed = this.freely(() => this.#enumerate(this.viewOf(position, seat), ctx, playerID))
    if (!this.isTrying && refused.length === 0) return listed
    const seen = new Set<string>(refused)
    return listed.filter(decision => {
      const text = textOfDecision(decision)
      if (seen.has(text)) return false
      seen.add(text)
      return this.isLegal(position, seat, decision)
    })
  }

  /** Whether a decision is legal, as far as that shows before chance answers. The position stays as it is. */
  isLegal({ G, ctx }: Position, seat: number, decision: Decision): boolean {
    const before = { G, ctx }
    const { roll, refused } = this.#run(this.#flow, before, [[seat, decision]], [])
    return roll !== null || refused.length === 0
  }

  /** What a seat sees of G. */
  viewOf({ G, ctx }: Position, seat: number): unknown {
    return this.#playerView && ctx !== null ? this.#playerView({ G, ctx, playerID: `${seat}` }) : G
  }

  /** What code of the user returns that carries nothing out: what it draws is always the same. */
  freely<T>(ask: () => T): T {
    this.rolls.beginFreely()
    return drawingFrom(this.rolls.number, ask)
  }

  #begin(course: Course, drawn: readonly number[]): Played {
    this.rolls.begin(drawn)
    const nowhere = null as unknown as Ctx
    const at = this.#untilStopped(() => course.start(this.#numPlayers, this.#setupData, this.rolls.api))
    const { asked: roll } = this.rolls
    return { ...(at && !roll ? at : { G: null, ctx: nowhere }), roll, waiting: [], refused: [] }
  }

  #run(course: Course, before: Position, made: readonly Made[], drawn: readonly number[]): Played {
    this.rolls.begin(drawn)
    const refused: string[] = []
    let at = before
    for (const [seat, decision] of made) {
      const next = this.#untilStopped(() =>
        course.decide(copyOf(at), `${seat}`, copyOf(decision), this.rolls.api),
      )
      const { asked: roll } = this.rolls
      if (roll) return { G: before.G, ctx: before.ctx, roll, waiting: made, refused: [] }
      if (next && !this.#isUnchanged(at, next)) at = next
      else refused.push(textOfDecision(decision))
    }
    return { G: at.G, ctx: at.ctx, roll: null, waiting: [], refused }
  }

  #untilStopped<T>(play: () => T): T | null {
    try {
      return drawingFrom(this.rolls.number, play)
    } catch (error) {
      if (this.rolls.asked === null) throw error
      return null
    }
  }

  /** Whether a decision came to nothing but a count of moves that nothing looks at. */
  #isUnchanged(before: Position, after: Position): boolean {
    const { ctx: a } = before
    const { ctx: b } = after
    if (a.turn !== b.turn || a.phase !== b.phase || b.gameover !== undefined) return false
    if (this.#flow.countsMoves(a)) return false
    if (!isSame(before.G, after.G)) return false
    const uncounted = (ctx: Ctx): object => ({ ...ctx, numMoves: 0, _activePlayersNumMoves: null })
    return isSame(uncounted(a), uncounted(b))
  }

  #seatOf(id: string): number {
    const seat = Number(id)
    if (!(Number.isInteger(seat) && seat >= 0 && seat < this.#numPlayers))
      throw new GameError(
        `the player ${id} is to move, expected one of ${Array.from({ length: this.#numPlayers }, (_, at) => at).join(', ')}`,
      )
    return seat
  }
}

/** Whether two plain values are the same; undefined and absent are. */
function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>]
  for (const key in left) if (!isSame(left[key], right[key])) return false
  for (const key in right) if (right[key] !== undefined && !(key in left)) return false
  return true
}

/** Where two plain values differ, as a path and what is there; null if nowhere. */
export function differenceIn(a: unknown, b: unknown, path: string): string | null {
  if (Object.is(a, b)) return null
  const isTable = typeof a === 'object' && typeof b === 'object' && a !== null && b !== null
  if (!isTable || Array.isArray(a) !== Array.isArray(b))
    return `${path} is ${JSON.stringify(a)} and ${JSON.stringify(b)}`
  const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>]
  for (const key in left) {
    const found = differenceIn(left[key], right[key], `${path}.${key}`)
    if (found !== null) return found
  }
  for (const key in right)
    if (right[key] !== undefined && !(key in left))
      return `${path}.${key} is undefined and ${JSON.stringify(right[key])}`
  return null
}
