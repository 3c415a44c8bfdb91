/** A boardgame.io game on the table: whose turn it is, what they may choose, and what comes of it, chance and illegal moves included. */
import { drawingFrom, ForbiddenError, GameError, reasonOf } from '../modules/index.ts'
import { type BoardgameConfig, type Ctx, copyOf, type Extras, type Hook } from './config.ts'
import type { Course, Decision, Flow, Position } from './flow.ts'
import { type Enumerate, enumerateOf, textOfDecision } from './moves.ts'
import { type Answer, answered, type Roll, Rolls } from './rolls.ts'
import { hashOf, isSame } from './same.ts'
import { Scratch } from './scratch.ts'

/** What a player decides, or chance answers. */
export type Choice = Decision | Answer

/** A decision that somebody made. */
export type Made = readonly [seat: number, decision: Decision]

/** A position as the easy contract keeps it: plain values. Before `setup` is through, G and ctx are null. */
export interface Played extends Position {
  /** What chance is asked, and the decisions that wait for it. */
  readonly roll: Roll | null
  readonly waiting: readonly Made[]
  /** Texts of decisions that were listed and turned out to be illegal here. */
  readonly refused: readonly string[]
  /** The turns in which somebody decided, by the phase in which that was, and the last of them. */
  readonly turns: Readonly<Record<string, number>>
  readonly counted: number
}

export class Table {
  readonly rolls = new Rolls()
  /** What plays: our own flow, until something shows that it is not what boardgame.io does. */
  course: Course
  /** boardgame.io's own, for what ours throws at in the matches after the first; null if there is none. */
  theirs: Course | null = null
  /** Whether everything that is listed is tried before it is offered. */
  isTrying = false
  /** Whether the rules, and what lists moves, have drawn from Math. */
  rulesCallMath = false
  listingCallsMath = false
  readonly #flow: Flow
  readonly #enumerate: Enumerate
  /** The author's function that lists moves, if it is one. */
  readonly lister: Hook | undefined
  readonly #playerView: Hook | undefined
  readonly #numPlayers: number
  readonly #setup: Hook
  readonly #setupData: unknown
  readonly #scratch = new Scratch()
  readonly #noTurns: Readonly<Record<string, number>>
  /** What seats may choose in the position that was asked for last. */
  #listedAt: Position | null = null
  readonly #listed: (readonly Decision[] | undefined)[] = []

  constructor(game: BoardgameConfig, extras: Extras, flow: Flow, numPlayers: number, setupData: unknown) {
    this.#flow = flow
    this.course = flow
    this.#numPlayers = numPlayers
    this.#setup = game.setup
    this.#setupData = setupData
    this.#noTurns = Object.fromEntries(Object.keys(game.phases ?? {}).map(phase => [phase, 0]))
    this.#playerView = game.playerView
    const movesFor = (ctx: Ctx, playerID: string) => flow.movesFor(ctx, playerID)
    this.lister = extras.moves ? undefined : (game.ai?.enumerate as Hook | undefined)
    this.#enumerate = enumerateOf(game, extras, movesFor)
    if (extras.moves || !game.ai?.enumerate) this.isTrying = true
  }

  /** What Math draws for the rules. */
  readonly #number = (): number => {
    this.rulesCallMath = true
    return this.rolls.number()
  }

  /** The position before the first decision, or what chance is to answer before. */
  start(course: Course): Played {
    return this.#begin(course, [])
  }

  /** Carries out decisions, in the order of the list. `draft` may be changed, and `before` returns it as it was, anew. */
  play(course: Course, draft: Played, made: readonly Made[], before: () => Played): Played {
    return this.#orTheirs(course, draft, before, (by, at) => this.#run(by, at, made, [], before))
  }

  /** Goes on with what waits for chance, which has answered; with the position as in `play`. */
  answer(course: Course, draft: Played, answer: number, before: () => Played): Played {
    const { ctx, roll, waiting } = draft
    const next = answered(roll!, answer)
    if (next.left > 0) return played(draft, next, waiting, NOTHING)
    if (ctx === null) return this.#begin(course, next.drawn)
    return this.#orTheirs(course, draft, before, (by, at) => this.#run(by, at, waiting, next.drawn, before))
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

  get hasPhases(): boolean {
    return Object.keys(this.#noTurns).length > 0
  }

  /** What a seat may choose; lent until a decision is carried out. */
  moves(position: Played, seat: number): readonly Decision[] {
    if (this.#listedAt !== position) {
      this.#listedAt = position
      this.#listed.length = 0
    }
    const known = this.#listed[seat]
    if (known) return known
    const moves = this.#list(position, seat)
    this.#listed[seat] = moves
    return moves
  }

  #list(position: Played, seat: number): readonly Decision[] {
    const { refused } = position
    const listed = this.#enumerated(position, seat)
    if (!this.isTrying && refused.length === 0) return listed
    const known = new Set<string>(refused)
    return listed.filter(decision => {
      const text = textOfDecision(decision)
      if (known.has(text)) return false
      known.add(text)
      return this.isLegal(position, seat, decision)
    })
  }

  /** What the author lists. */
  #enumerated(position: Played, seat: number): readonly Decision[] {
    const { ctx, refused } = position
    const playerID = `${seat}`
    const seen = this.viewOf(position, seat)
    this.rolls.beginFreely(() => hashOf([seen, ctx, playerID, refused]))
    const listed = drawingFrom(this.rolls.number, () => this.#enumerate(seen, ctx, playerID))
    if (this.rolls.hasDrawn) this.listingCallsMath = true
    return listed
  }

  /** Whether a decision is legal, as far as that shows before chance answers. The position stays as it is. */
  isLegal(position: Played, seat: number, decision: Decision): boolean {
    const isOwn = this.course === this.#flow
    const begun = isOwn && 'move' in decision ? this.#begun(position, seat, decision) : null
    return begun ?? this.#isLegalAsAWhole(position, seat, decision)
  }

  /** What was listed for a player who has nothing to choose, and why each of it is illegal. */
  whyNone(position: Played, seat: number): string {
    const listed = this.#enumerated(position, seat)
    if (listed.length === 0) return 'none is'
    const texts = new Map(listed.map(decision => [textOfDecision(decision), decision] as const))
    const told = [...texts]
      .slice(0, TOLD_MAX)
      .map(([text, decision]) => `${text} ${this.#whyIllegal(position, seat, decision)}`)
    return [...told, ...(texts.size > TOLD_MAX ? ['...'] : [])].join(', ')
  }

  #whyIllegal(position: Played, seat: number, decision: Decision): string {
    const playerID = `${seat}`
    if ('event' in decision) return 'changes nothing, or is not allowed'
    const names = Object.keys(this.#flow.movesFor(position.ctx, playerID))
    if (!names.includes(decision.move)) return `is none of the moves there (${names.join(', ') || 'none'})`
    if (this.course !== this.#flow) return 'is illegal, or changes nothing'
    this.rolls.begin([])
    const { G, ctx } = copyOf(position)
    const begun = this.#untilStopped(() =>
      this.#flow.begin({ G, ctx }, playerID, decision.move, ownArgs(decision.args), this.rolls.api),
    )
    if (this.rolls.asked) return 'is illegal, or changes nothing, once it has rolled'
    return begun === null ? 'is INVALID_MOVE' : 'changes nothing'
  }

  /** Whether a move is legal by what its own function does; null if that says nothing, as where it leaves all to the hooks of the game. */
  #begun(position: Played, seat: number, decision: Decision & { move: string }): boolean | null {
    const at = this.#scratch.of(position)
    this.rolls.begin([])
    const begun = this.#untilStopped(() => this.#tried(at, seat, decision))
    const isOther = begun !== null && begun.G !== at.G && !isSame(begun.G, position.G)
    const isChanged = this.#scratch.revert() || isOther
    if (this.rolls.asked) return true
    if (begun === null) return false
    return isChanged || this.#flow.counts(position, `${seat}`, decision) || null
  }

  /** Calls the function of a move on the scratch, of which nothing is kept if it throws. */
  #tried(at: Position, seat: number, { move, args }: Decision & { move: string }): Position | null {
    try {
      return this.#flow.begin(at, `${seat}`, move, ownArgs(args), this.rolls.api)
    } catch (error) {
      if (this.rolls.asked === null) this.#scratch.forget()
      throw error
    }
  }

  /** What a seat sees of G. */
  viewOf({ G, ctx }: Position, seat: number): unknown {
    return this.#playerView && ctx !== null ? this.#playerView({ G, ctx, playerID: `${seat}` }) : G
  }

  /** Has boardgame.io's course carry out what ours throws at, as it does with what takes a draft: positions are the same in both. What throws in both is the game's. */
  #orTheirs(
    course: Course,
    draft: Played,
    before: () => Played,
    run: (course: Course, draft: Played) => Played,
  ): Played {
    try {
      return run(course, draft)
    } catch (error) {
      if (this.theirs === null || course !== this.#flow || isForGood(error)) throw error
      try {
        return run(this.theirs, before())
      } catch {
        throw error
      }
    }
  }

  #begin(course: Course, drawn: readonly number[]): Played {
    this.rolls.begin(drawn)
    const nowhere = null as unknown as Ctx
    const at = this.#untilStopped(() => this.#setUp(course))
    const { asked: roll } = this.rolls
    return {
      ...(at && !roll ? at : { G: null, ctx: nowhere }),
      roll,
      waiting: [],
      refused: [],
      turns: this.#noTurns,
      counted: 0,
    }
  }

  #isLegalAsAWhole(position: Played, seat: number, decision: Decision): boolean {
    const before = (): Played => copyOf(position)
    const { roll, refused } = this.#run(this.course, before(), [[seat, decision]], [], before)
    return roll !== null || refused.length === 0
  }

  #setUp(course: Course): Position {
    try {
      return course.start(this.#numPlayers, this.#setupData, this.rolls.api)
    } catch (error) {
      const isLacking = this.#setupData === undefined && this.#setup.length > 1
      if (!isLacking || this.rolls.asked !== null || error instanceof GameError) throw error
      throw new GameError(
        `setup throws (${reasonOf(error)}), and takes setupData, which nobody gives; expected export const evenhand = { setupData: { ... } }`,
        this.#setup,
      )
    }
  }

  #run(
    course: Course,
    draft: Played,
    made: readonly Made[],
    drawn: readonly number[],
    before: () => Played,
  ): Played {
    this.#forget()
    this.rolls.begin(drawn)
    const carried: Made[] = []
    let at: Position = draft
    const { turn: first, phase: inPhase } = draft.ctx
    let refused = NOTHING as readonly string[]
    for (const one of made) {
      if (carried.length > 0) at = unshared(at)
      const { turn, phase } = at.ctx
      const counts = this.#flow.counts(at, `${one[0]}`, one[1])
      const next = this.#carryOut(course, at, one)
      const { asked: roll } = this.rolls
      if (roll) return played(before(), roll, made, NOTHING)
      const shows =
        counts || next?.ctx.turn !== turn || next.ctx.phase !== phase || next.ctx.gameover !== undefined
      if (next && (shows || !isUnchanged(this.#again(course, drawn, carried, before), next))) {
        at = next
        carried.push(one)
      } else {
        at = this.#again(course, drawn, carried, before)
        refused = [...refused, textOfDecision(one[1])]
      }
    }
    return played(counted(Object.assign(draft, at), first, inPhase), null, NOTHING, refused)
  }

  #carryOut(course: Course, at: Position, [seat, decision]: Made): Position | null {
    const own = { ...decision, args: ownArgs(decision.args) }
    return this.#untilStopped(() => course.decide(at, `${seat}`, own, this.rolls.api))
  }

  /** The position after some decisions, anew; what chance is asked next stays what it is. */
  #again(course: Course, drawn: readonly number[], made: readonly Made[], before: () => Position): Position {
    let at = before()
    if (made.length > 0)
      this.rolls.again(drawn, () => {
        for (const [place, one] of made.entries())
          at = this.#carryOut(course, place > 0 ? unshared(at) : at, one)!
      })
    return at
  }

  /** What is known of a position holds no longer. */
  #forget(): void {
    this.#listedAt = null
    this.#scratch.forget()
  }

  #untilStopped<T>(play: () => T): T | null {
    try {
      return drawingFrom(this.#number, play)
    } catch (error) {
      if (this.rolls.asked === null) throw error
      return null
    }
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

/** The most decisions that a message names. */
const TOLD_MAX = 6

/** An empty list. */
const NOTHING: readonly never[] = []

/** What of a position a step changes in place. */
type Draft = { -readonly [Key in keyof Played]: Played[Key] }

/** A position after a step: made of the one before, so that what stays the same need not be read anew. */
function played(
  draft: Draft,
  roll: Roll | null,
  waiting: readonly Made[],
  refused: readonly string[],
): Played {
  draft.roll = roll
  if (waiting.length + draft.waiting.length > 0) draft.waiting = waiting
  if (refused.length + draft.refused.length > 0) draft.refused = refused
  return draft
}

/** The same after a decision in a turn of a phase, which counts once. Turns outside of phases are nobody's. */
function counted(draft: Draft, turn: number, phase: string | null): Draft {
  if (phase === null || turn === draft.counted || !Object.hasOwn(draft.turns, phase)) return draft
  draft.turns = { ...draft.turns, [phase]: draft.turns[phase]! + 1 }
  draft.counted = turn
  return draft
}

/** The position after a decision for the next one, to which an object in two places is two, as it is in boardgame.io. */
function unshared({ G, ctx }: Position): Position {
  return { G: copyOf(G), ctx }
}

/** Arguments that a move may change or keep. */
function ownArgs(args: readonly unknown[]): readonly unknown[] {
  return args.some(arg => typeof arg === 'object') ? copyOf(args) : args
}

/** Whether a decision in the same turn and phase came to nothing but a count of moves that nothing looks at. */
function isUnchanged(before: Position, after: Position): boolean {
  const uncounted = (ctx: Ctx): object => ({ ...ctx, numMoves: 0, _activePlayersNumMoves: null })
  return isSame(before.G, after.G) && isSame(uncounted(before.ctx), uncounted(after.ctx))
}

/** Whether an error says the same whoever plays. */
function isForGood(error: unknown): boolean {
  return error instanceof GameError || error instanceof ForbiddenError
}
