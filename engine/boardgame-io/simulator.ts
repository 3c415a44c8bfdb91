/** Simulates a boardgame.io game: who is to move, which moves are legal, what they lead to, chance included. */
import { ForbiddenError, GameError, reasonOf, watched, withRandom } from '../modules/index.ts'
import { type ChanceAnswer, chanceAnswers, type Roll, Rolls, withAnswer } from '../plain/index.ts'
import { type BoardgameConfig, type Ctx, copyOf, type Extras, type Hook } from './config.ts'
import type { Decision, GameState, MatchFlow, OwnFlow } from './flow.ts'
import { Inference, mayBeIdle } from './inferred.ts'
import { type Enumerate, enumerateOf, movesToInfer, textOfDecision } from './moves.ts'
import { hashOf, isSame, Scratch } from './scratch.ts'

export type Choice = Decision | ChanceAnswer

export type SeatDecision = readonly [seat: number, decision: Decision]

/** A state of the easy contract. G and ctx are null until `setup` has its dice. */
export interface MatchState extends GameState {
  /** The pending roll, and the decisions that wait for it. */
  readonly roll: Roll | null
  readonly waiting: readonly SeatDecision[]
  /** Texts of listed decisions that turned out to be illegal here. */
  readonly refused: readonly string[]
  /** Turns with a decision, by phase, and the last of them. */
  readonly turns: Readonly<Record<string, number>>
  readonly counted: number
}

export class Simulator {
  readonly rolls = new Rolls()
  /** Plays: our own flow, until it is seen to differ from boardgame.io. */
  flow: MatchFlow
  /** boardgame.io's reducer, for what our flow throws at; null if it is not installed. */
  referenceFlow: MatchFlow | null = null
  /** The same while the trial matches are played, for candidates at which moves throw. */
  judge: MatchFlow | null = null
  /** Whether listed moves are tried out before they are offered. */
  isTrying = false
  /** Whether the first matches are played, which show what moves throw that need what isn't there, such as a browser. */
  isSurveying = false
  readonly #threw = new Map<string, unknown>()
  readonly #worked = new Set<string>()
  /** Whether the rules, and the list of moves, have drawn from Math. */
  rulesCallMath = false
  listingCallsMath = false
  readonly #ownFlow: OwnFlow
  readonly #enumerate: Enumerate
  /** Whether evenhand.moves lists arguments to try. */
  readonly #hasCandidates: boolean
  /** Moves that nothing lists; null if there are none. */
  readonly inference: Inference | null
  readonly lister: Hook | undefined
  readonly #playerView: Hook | undefined
  readonly #toMove: Extras['toMove']
  readonly numPlayers: number
  readonly setup: Hook
  readonly #setupData: unknown
  readonly #scratch = new Scratch()
  readonly #noTurns: Readonly<Record<string, number>>
  /** By move: a key of G whose value it changed the last time. */
  readonly #changed = new Map<string, string>()
  /** Legal moves by seat of the last state asked for. */
  #listedAt: GameState | null = null
  readonly #listed: (readonly Decision[] | undefined)[] = []

  constructor(game: BoardgameConfig, extras: Extras, flow: OwnFlow, numPlayers: number, setupData: unknown) {
    this.#ownFlow = flow
    this.flow = flow
    this.numPlayers = numPlayers
    this.setup = game.setup
    this.#setupData = setupData
    this.#noTurns = Object.fromEntries(Object.keys(game.phases ?? {}).map(phase => [phase, 0]))
    this.#playerView = game.playerView
    this.#toMove =
      extras.toMove && watched({ 'evenhand.toMove': extras.toMove }, ['evenhand.toMove'])['evenhand.toMove']
    const movesFor = (ctx: Ctx, playerID: string) => flow.movesFor(ctx, playerID)
    this.lister = extras.moves ? undefined : (game.ai?.enumerate as Hook | undefined)
    this.#hasCandidates = extras.moves !== undefined
    const unlisted = movesToInfer(game, extras)
    this.inference = unlisted.size > 0 ? new Inference(unlisted, movesFor, numPlayers) : null
    this.#enumerate = enumerateOf(game, extras, movesFor, this.inference)
    if (extras.moves || !game.ai?.enumerate) this.isTrying = true
  }

  readonly #number = (): number => {
    this.rulesCallMath = true
    return this.rolls.number()
  }

  /** The first state, or one that waits for a roll. */
  start(flow: MatchFlow): MatchState {
    return this.#begin(flow, [])
  }

  /** Carries out decisions in order. `draft` may be changed; `before()` returns a fresh copy of it. */
  play(
    flow: MatchFlow,
    draft: MatchState,
    made: readonly SeatDecision[],
    before: () => MatchState,
  ): MatchState {
    this.#forget()
    return this.#orReference(flow, draft, before, (by, at) => this.#run(by, at, made, [], before))
  }

  /** Continues what waits for chance with its answer; `draft` and `before` as in `play`. */
  answer(flow: MatchFlow, draft: MatchState, answer: number, before: () => MatchState): MatchState {
    const { ctx, roll, waiting } = draft
    const next = withAnswer(roll!, answer)
    if (next.left > 0) return advanced(draft, next, waiting, NOTHING)
    if (ctx === null) return this.#begin(flow, next.drawn)
    this.#forget()
    return this.#orReference(flow, draft, before, (by, at) => this.#run(by, at, waiting, next.drawn, before))
  }

  /** Seats to move; those without a legal move are skipped while others have one. */
  active(position: MatchState): number[] {
    const { G, ctx } = position
    if (this.#toMove) return [this.#seatOf(`${this.#toMove({ G, ctx })}`, 'evenhand.toMove returned')]
    const ids = ctx.activePlayers ? Object.keys(ctx.activePlayers) : [ctx.currentPlayer]
    const seats = ids.map(id => this.#seatOf(id)).sort((a, b) => a - b)
    if (seats.length < 2) return seats
    const able = seats.filter(seat => this.moves(position, seat).length > 0)
    return able.length === 0 ? seats : able
  }

  /** The player whom boardgame.io lets make a seat's move: with evenhand.toMove, the seat may not be active. */
  #moverOf({ activePlayers, currentPlayer }: Ctx, seat: number): string {
    const id = `${seat}`
    if (!this.#toMove || (activePlayers && id in activePlayers)) return id
    return activePlayers ? Object.keys(activePlayers)[0]! : currentPlayer
  }

  get hasPhases(): boolean {
    return Object.keys(this.#noTurns).length > 0
  }

  /** A seat's legal moves; valid until a decision is carried out. */
  moves(position: MatchState, seat: number): readonly Decision[] {
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

  #list(position: MatchState, seat: number): readonly Decision[] {
    const { refused } = position
    const all = this.#enumerated(position, seat)
    const listed = this.#threw.size === 0 ? all : all.filter(one => !this.isBroken(one))
    if (!this.isTrying && refused.length === 0) return listed
    const known = new Set<string>(refused)
    const legal = listed.filter(decision => {
      const text = textOfDecision(decision)
      if (known.has(text)) return false
      known.add(text)
      return this.isOffered(position, seat, decision)
    })
    return this.inference?.offered(legal, position.ctx) ?? legal
  }

  /** Forgets the moves listed, which inference may find more of. */
  relist(): void {
    this.#listedAt = null
  }

  /** The same of any decision that is tried: where a move throws that is a mere candidate, it is illegal. */
  isOffered(position: MatchState, seat: number, decision: Decision): boolean {
    const { inference } = this
    const isInferred = inference?.covers(decision)
    if (!isInferred && (!this.#hasCandidates || decision.args.length === 0))
      return this.isLegal(position, seat, decision)
    try {
      return isInferred
        ? this.#isInferred(inference!, position, seat, decision)
        : this.isLegal(position, seat, decision)
    } catch (error) {
      if (error instanceof ForbiddenError) throw error
      if (isInferred) inference!.threw(decision, error)
      else if (error instanceof GameError || this.#mayBeOurs(position, seat, decision)) throw error
      return false
    }
  }

  /** Whether boardgame.io's reducer makes a decision at which our own flow throws. */
  #mayBeOurs(position: MatchState, seat: number, decision: Decision): boolean {
    if (this.judge === null || this.flow !== this.#ownFlow) return false
    try {
      const { roll, next } = this.#try(this.judge, position, seat, decision, [])
      return roll !== null || next !== null
    } catch {
      return false
    }
  }

  #isInferred(
    inference: Inference,
    position: MatchState,
    seat: number,
    decision: Decision & { readonly move: string },
  ): boolean {
    if (this.flow === this.#ownFlow) {
      const at = this.#scratch.of(position)
      this.rolls.begin([])
      const begun = this.#untilStopped(() => this.#tryOn(at, seat, decision))
      const rolls = this.rolls.asked !== null
      const isChanged = this.#scratch.isChangedBy(begun) && begun !== null
      // A G that shares its parts with the one before is compared much faster with that one.
      const was = this.#scratch.isTouched ? position.G : at.G
      const isLegal = isChanged && !rolls && inference.judge(decision, was, begun.G)
      this.#scratch.revert()
      if (isChanged && !rolls) return isLegal
      if (!rolls && (begun === null || !mayBeIdle(decision))) return inference.judge(decision, null, null)
    }
    const low = this.#after(position, seat, decision, 0)
    const { next } = low.next === null && low.rolls > 0 ? this.#after(position, seat, decision, -1) : low
    return inference.judge(decision, position.G, next?.G ?? null)
  }

  /** The state after a decision if chance always gives the answer at this place, null if the decision is refused; and the rolls. */
  #after(
    position: MatchState,
    seat: number,
    decision: Decision,
    place: number,
  ): { readonly next: GameState | null; readonly rolls: number } {
    let drawn: readonly number[] = []
    for (let rolls = 0; rolls < ROLLS_MAX; rolls++) {
      const { roll, next } = this.#try(this.flow, position, seat, decision, drawn)
      if (roll === null) return { next, rolls }
      let answered = roll
      do answered = withAnswer(answered, chanceAnswers(answered).at(place)!.move.answer)
      while (answered.left > 0)
      ;({ drawn } = answered)
    }
    return { next: null, rolls: ROLLS_MAX }
  }

  /** Tries a decision on a copy: the roll it waits for, or the state it leads to, null if it is illegal or changes nothing. */
  #try(
    flow: MatchFlow,
    position: MatchState,
    seat: number,
    decision: Decision,
    drawn: readonly number[],
  ): { readonly roll: Roll | null; readonly next: GameState | null } {
    this.rolls.begin(drawn)
    const counts = this.#ownFlow.isCounted(position, this.#moverOf(position.ctx, seat), decision)
    const next = this.#carryOut(flow, copyOf(position), [seat, decision])
    const { asked: roll } = this.rolls
    const isLegal = roll === null && next !== null && (counts || !isUnchanged(position, next))
    return { roll, next: isLegal ? next : null }
  }

  #enumerated(position: MatchState, seat: number): readonly Decision[] {
    const { ctx, refused } = position
    const playerID = this.#moverOf(ctx, seat)
    const seen = this.viewOf(position, seat)
    this.rolls.beginFreely(() => hashOf([seen, ctx, playerID, refused]))
    const listed = withRandom(this.rolls.number, () => this.#enumerate(seen, ctx, playerID))
    if (this.rolls.hasDrawn) this.listingCallsMath = true
    return listed
  }

  /** Whether a decision is legal, as far as that shows before a roll. The state stays unchanged. */
  isLegal(position: MatchState, seat: number, decision: Decision): boolean {
    const isOwn = this.flow === this.#ownFlow
    try {
      const begun = isOwn && 'move' in decision ? this.#legalByFunction(position, seat, decision) : null
      const isLegal = begun ?? this.#isLegalAfterHooks(position, seat, decision)
      if (this.isSurveying && isLegal && 'move' in decision) this.#worked.add(decision.move)
      return isLegal
    } catch (error) {
      if (!(error instanceof ReferenceError && 'move' in decision)) throw error
      if (this.isSurveying && !this.#threw.has(decision.move)) this.#threw.set(decision.move, error)
      return false
    }
  }

  /** Whether a move did nothing but throw in the first matches. It is left out. */
  isBroken(decision: Decision): boolean {
    return 'move' in decision && this.#threw.has(decision.move) && !this.#worked.has(decision.move)
  }

  get hasThrown(): boolean {
    return this.#threw.size > 0
  }

  /** What such moves threw, by name. */
  get broken(): ReadonlyMap<string, unknown> {
    const own = [...this.#threw].filter(([name]) => !this.#worked.has(name))
    return new Map([...own, ...(this.inference?.broken ?? [])])
  }

  /** Why each move listed for a player without a legal one is illegal. */
  explainNoMoves(position: MatchState, seat: number): string {
    const listed = this.#enumerated(position, seat)
    if (listed.length === 0) return 'enumerate lists none'
    const texts = new Map(listed.map(decision => [textOfDecision(decision), decision] as const))
    const told = [...texts]
      .slice(0, NAMED_MAX)
      .map(([text, decision]) => `${text} ${this.#whyIllegal(position, seat, decision)}`)
    return [...told, ...(texts.size > NAMED_MAX ? ['...'] : [])].join(', ')
  }

  #whyIllegal(position: MatchState, seat: number, decision: Decision): string {
    const playerID = this.#moverOf(position.ctx, seat)
    if ('event' in decision) return "changes nothing or isn't allowed"
    const names = Object.keys(this.#ownFlow.movesFor(position.ctx, playerID))
    if (!names.includes(decision.move))
      return `isn't a move at this point (${names.join(', ') || 'there is none'})`
    if (this.flow !== this.#ownFlow) return 'is illegal, or changes nothing'
    this.rolls.begin([])
    const { G, ctx } = copyOf(position)
    const begun = this.#untilStopped(() =>
      this.#ownFlow.begin({ G, ctx }, playerID, decision.move, ownArgs(decision.args), this.rolls.api),
    )
    if (this.rolls.asked) return 'is illegal or changes nothing after its random numbers'
    return begun === null ? 'is INVALID_MOVE' : 'changes nothing'
  }

  /** Whether a move is legal by its own function; null if the function changes nothing and the hooks decide. */
  #legalByFunction(
    position: MatchState,
    seat: number,
    decision: Decision & { move: string },
  ): boolean | null {
    const at = this.#scratch.of(position)
    this.rolls.begin([])
    const begun = this.#untilStopped(() => this.#tryOn(at, seat, decision))
    const isChanged = this.#scratch.isChangedBy(begun)
    this.#scratch.revert()
    if (this.rolls.asked) return true
    if (begun === null) return false
    return isChanged || this.#ownFlow.isCounted(position, this.#moverOf(position.ctx, seat), decision) || null
  }

  /** Calls a move's function on the scratch copy, which is dropped if it throws. */
  #tryOn(at: GameState, seat: number, { move, args }: Decision & { move: string }): GameState | null {
    try {
      return this.#ownFlow.begin(at, this.#moverOf(at.ctx, seat), move, ownArgs(args), this.rolls.api)
    } catch (error) {
      if (this.rolls.asked === null) this.#scratch.forget()
      throw error
    }
  }

  viewOf({ G, ctx }: GameState, seat: number): unknown {
    return this.#playerView && ctx !== null ? this.#playerView({ G, ctx, playerID: `${seat}` }) : G
  }

  /** Falls back on boardgame.io's reducer where our flow throws; states are the same in both. */
  #orReference(
    flow: MatchFlow,
    draft: MatchState,
    before: () => MatchState,
    run: (flow: MatchFlow, draft: MatchState) => MatchState,
  ): MatchState {
    try {
      return run(flow, draft)
    } catch (error) {
      if (this.referenceFlow === null || flow !== this.#ownFlow || isSameForAnyFlow(error)) throw error
      try {
        return run(this.referenceFlow, before())
      } catch {
        throw error
      }
    }
  }

  #begin(flow: MatchFlow, drawn: readonly number[]): MatchState {
    this.rolls.begin(drawn)
    const nowhere = null as unknown as Ctx
    const at = this.#untilStopped(() => this.#setUp(flow))
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

  #isLegalAfterHooks(position: MatchState, seat: number, decision: Decision): boolean {
    const { roll, next } = this.#try(this.flow, position, seat, decision, [])
    return roll !== null || next !== null
  }

  #setUp(flow: MatchFlow): GameState {
    try {
      return flow.start(this.numPlayers, this.#setupData, this.rolls.api)
    } catch (error) {
      const isLacking = this.#setupData === undefined && this.setup.length > 1
      if (!isLacking || this.rolls.asked !== null || error instanceof GameError) throw error
      throw new GameError(
        `setup throws (${reasonOf(error)}), and takes setupData, which is missing; expected export const evenhand = { setupData: { ... } }`,
        this.setup,
      )
    }
  }

  #run(
    flow: MatchFlow,
    draft: MatchState,
    made: readonly SeatDecision[],
    drawn: readonly number[],
    before: () => MatchState,
  ): MatchState {
    this.rolls.begin(drawn)
    const carried: SeatDecision[] = []
    let at: GameState = draft
    const { turn: first, phase: inPhase } = draft.ctx
    let refused = NOTHING as readonly string[]
    for (const one of made) {
      if (carried.length > 0) at = unshared(at)
      const { turn, phase } = at.ctx
      const counts = this.#ownFlow.isCounted(at, this.#moverOf(at.ctx, one[0]), one[1])
      const name = 'move' in one[1] ? one[1].move : one[1].event
      const part = counts ? undefined : this.#changed.get(name)
      const was = part === undefined ? undefined : copyOf(partOf(at.G, part))
      const next = this.#carryOut(flow, at, one)
      const { asked: roll } = this.rolls
      if (roll) return advanced(before(), roll, made, NOTHING)
      const shows =
        counts ||
        next?.ctx.turn !== turn ||
        next.ctx.phase !== phase ||
        next.ctx.gameover !== undefined ||
        (part !== undefined && !isSame(was, partOf(next.G, part)))
      if (next && (shows || !this.#isUnchanged(this.#again(flow, drawn, carried, before), next, name))) {
        at = next
        carried.push(one)
      } else {
        at = this.#again(flow, drawn, carried, before)
        refused = [...refused, textOfDecision(one[1])]
      }
    }
    return advanced(counted(Object.assign(draft, at), first, inPhase), null, NOTHING, refused)
  }

  #carryOut(flow: MatchFlow, at: GameState, [seat, decision]: SeatDecision): GameState | null {
    const own = { ...decision, args: ownArgs(decision.args) }
    return this.#untilStopped(() => flow.decide(at, this.#moverOf(at.ctx, seat), own, this.rolls.api))
  }

  /** A fresh copy of the state after some decisions; the pending roll is kept. */
  #again(
    flow: MatchFlow,
    drawn: readonly number[],
    made: readonly SeatDecision[],
    before: () => GameState,
  ): GameState {
    let at = before()
    if (made.length > 0)
      this.rolls.again(drawn, () => {
        for (const [place, one] of made.entries())
          at = this.#carryOut(flow, place > 0 ? unshared(at) : at, one)!
      })
    return at
  }

  /** Notes which part of G a decision has changed, the smallest: the next time, only that is looked at. */
  #isUnchanged(before: GameState, after: GameState, name: string): boolean {
    const [one, other] = [before.G, after.G] as [unknown, unknown]
    if (isTable(one) && isTable(other)) {
      const changed = Object.keys(one).filter(key => !isSame(one[key], other[key]))
      const sizeOf = (key: string): number => JSON.stringify(one[key])?.length ?? 0
      const [smallest] = changed.sort((a, b) => sizeOf(a) - sizeOf(b))
      if (smallest !== undefined) {
        this.#changed.set(name, smallest)
        return false
      }
    }
    return isUnchanged(before, after)
  }

  #forget(): void {
    this.#listedAt = null
    this.#scratch.forget()
  }

  #untilStopped<T>(play: () => T): T | null {
    try {
      return withRandom(this.#number, play)
    } catch (error) {
      if (this.rolls.asked === null) throw error
      return null
    }
  }

  #seatOf(id: string, said = 'the player to move is'): number {
    const seat = Number(id)
    if (!(Number.isInteger(seat) && seat >= 0 && seat < this.numPlayers))
      throw new GameError(
        `${said} ${id}, expected one of ${Array.from({ length: this.numPlayers }, (_, at) => at).join(', ')}`,
      )
    return seat
  }
}

const NAMED_MAX = 6
/** Answers of chance to one move that is tried. */
const ROLLS_MAX = 200

const NOTHING: readonly never[] = []

/** Whether two states differ in nothing but the count of moves. */
function isUnchanged(before: GameState, after: GameState): boolean {
  const uncounted = (ctx: Ctx): object => ({ ...ctx, numMoves: 0, _activePlayersNumMoves: null })
  return isSame(before.G, after.G) && isSame(uncounted(before.ctx), uncounted(after.ctx))
}

type MutableState = { -readonly [Key in keyof MatchState]: MatchState[Key] }

/** Reuses the state before, so that unchanged parts need not be read again. */
function advanced(
  draft: MutableState,
  roll: Roll | null,
  waiting: readonly SeatDecision[],
  refused: readonly string[],
): MatchState {
  draft.roll = roll
  if (waiting.length + draft.waiting.length > 0) draft.waiting = waiting
  if (refused.length + draft.refused.length > 0) draft.refused = refused
  return draft
}

/** Counts a turn once for its phase. */
function counted(draft: MutableState, turn: number, phase: string | null): MutableState {
  if (phase === null || turn === draft.counted || !Object.hasOwn(draft.turns, phase)) return draft
  draft.turns = { ...draft.turns, [phase]: draft.turns[phase]! + 1 }
  draft.counted = turn
  return draft
}

/** Splits an object that stands in two places of G, as boardgame.io does between moves. */
function unshared({ G, ctx }: GameState): GameState {
  return { G: copyOf(G), ctx }
}

/** Copies arguments, which a move may change or keep. */
function ownArgs(args: readonly unknown[]): readonly unknown[] {
  return args.some(arg => typeof arg === 'object') ? copyOf(args) : args
}

function isTable(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

function partOf(G: unknown, key: string): unknown {
  return isTable(G) ? G[key] : undefined
}

function isSameForAnyFlow(error: unknown): boolean {
  return error instanceof GameError || error instanceof ForbiddenError
}
