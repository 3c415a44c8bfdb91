/**
 * A match whose seats are people or agents. Plain and synchronous: it says who is due, takes decisions, and knows
 * what a seat may see. The same seed and decisions give the same match.
 */

import { show } from '../../documents/index.ts'
import {
  type Action,
  CHANCE,
  type CompiledGame,
  newEvents,
  newState,
  RESOLVE_BIT,
  requireEnd,
  type Seat,
  type State,
  settle,
} from '../../engine/contract/index.ts'
import { derive, RNG_WORDS, rootOf } from '../../engine/rng.ts'
import { HUMAN } from './protocol.ts'

/** A decision that was carried out, chance's too. */
export interface MadeDecision {
  readonly seat: Seat
  readonly action: Action
  /** As records write it, with the seat's name. */
  readonly written: string
  /** As the game tells it, without the seat's name; a sentence for chance. */
  readonly told: string
  /** Decisions before the phase that it belongs to: seats that decide at the same time share one. */
  readonly phase: number
}

/** A step of a person's plan, or a move. */
interface Choice {
  readonly action: Action
  /** How many steps of the plan come before it, and the position there. */
  readonly step: number
  readonly state: State
}

/** A position between two steps or phases, and what led to it. */
export interface SessionMoment {
  readonly state: State
  /** Steps completed before it. */
  readonly steps: number
  readonly decisions: readonly MadeDecision[]
}

export interface Note {
  /** Decisions made before it. */
  readonly decision: number
  readonly text: string
}

/** A position to begin at, and the match by other rules that led to it. */
export interface Opening extends Pick<SessionMoment, 'state' | 'steps'> {
  readonly before?: Session
}

/** A question to an agent. */
export interface Question {
  readonly seat: Seat
  /** The state itself: who answers makes the view. A copy. */
  readonly state: State
  /** Number of the decision, from 1, and the generator to draw from. */
  readonly decision: number
  readonly rng: Int32Array
}

/** Stream of a seat's luck, or of chance, in `derive`. */
const streamOf = (seat: Seat): number => (seat === CHANCE ? 0 : 1 + seat)

const has = (mask: number, seat: Seat): boolean => ((mask >> seat) & 1) === 1

export class Session {
  readonly game: CompiledGame
  /** By seat: what `--agents` calls it; HUMAN for people. */
  readonly agents: readonly string[]
  readonly seed: string
  readonly notes: Note[] = []
  /** Whether seats have anything to hide from each other. */
  readonly hides: boolean
  readonly #root: Int32Array
  readonly #opening: Opening | null
  readonly #events: Int32Array
  readonly #state: State
  readonly #legal: Int32Array
  #decisions: MadeDecision[] = []
  #moments: SessionMoment[] = []
  #steps = 0
  /** Decisions that moments hold. */
  #seen = 0
  /** Seats that were to move when the phase began, and the decisions before it. */
  #mask = 0
  #phase = 0
  /** Plans of people in this phase that are sealed, but not carried out yet. */
  readonly #sealed = new Map<Seat, readonly Action[]>()
  #plan: Action[] = []
  /** The person who looks at the screen. */
  #viewer: Seat | null

  /** `opening`: where to begin instead of at the game's own position. Throws what the game throws. */
  constructor(game: CompiledGame, agents: readonly string[], seed: string, opening: Opening | null = null) {
    const { dynamics, information } = game.info.type
    this.game = game
    this.agents = agents
    this.seed = seed
    this.hides = dynamics === 'simultaneous' || information === 'imperfect'
    this.#root = rootOf(seed)
    this.#opening = opening
    this.#state = newState(game.info)
    this.#events = newEvents(game.info)
    this.#legal = new Int32Array(game.info.legalMax)
    const people = this.people
    this.#viewer = people.length === 1 ? people[0]! : null
    this.notes.push(...(opening?.before?.notes ?? []))
    this.#replay([])
  }

  /** Seats of people. */
  get people(): Seat[] {
    return [...this.agents.keys()].filter(seat => this.agents[seat] === HUMAN)
  }

  /** All that were made, by earlier rules too. */
  get decisions(): readonly MadeDecision[] {
    return [...this.#earlier, ...this.#decisions]
  }

  get #earlier(): readonly MadeDecision[] {
    return this.#opening?.before?.decisions ?? []
  }

  /** The start, then a position after every step, and before every phase. */
  get moments(): readonly SessionMoment[] {
    return this.#moments
  }

  get steps(): number {
    return this.#steps
  }

  get isOver(): boolean {
    return this.#mask === 0
  }

  /** A copy of the position, without plans of this phase. */
  get state(): State {
    return this.#state.slice()
  }

  /** The person who is to decide next, or null. People plan before agents of the same phase are asked. */
  get person(): Seat | null {
    return this.people.find(seat => has(this.#mask, seat) && this.#owes(seat)) ?? null
  }

  /** Who may look: null for everybody, once the match is over or if nobody plays. */
  get viewer(): Seat | null {
    if (this.isOver) return null
    return this.hides ? this.#viewer : (this.person ?? this.#viewer)
  }

  /** Whether the screen is to be covered, because it is another person's turn and seats have secrets. */
  get isCovered(): boolean {
    return this.hides && this.person !== null && this.person !== this.#viewer
  }

  /** The person to move takes the screen. */
  uncover(): void {
    const { person } = this
    if (person !== null) this.#viewer = person
  }

  /** Whether the person to move plans and seals, rather than decide at once. */
  get plans(): boolean {
    const { dynamics, information } = this.game.info.type
    if (dynamics !== 'simultaneous') return false
    // A lone seat's decision may uncover something, which it can't take back.
    return information === 'perfect' || (this.#mask & (this.#mask - 1)) !== 0
  }

  /** What the person to move has planned and not sealed yet. */
  get plan(): readonly (Choice & { readonly told: string })[] {
    const { person } = this
    if (person === null) return []
    return this.#plan.map((action, step) => {
      const state = this.planned(step)
      return { action, step, state, told: this.toldOf(state, person, action) }
    })
  }

  /** The position with the unsealed plan of the person to move, or its first steps. */
  planned(steps = this.#plan.length): State {
    const { person } = this
    const state = this.state
    if (person !== null)
      for (const action of this.#plan.slice(0, steps))
        this.game.apply(state, person, action, this.#scratchEvents())
    return state
  }

  /** Whether nothing is left to plan. */
  get isComplete(): boolean {
    const { person } = this
    return person === null || !has(this.game.toMove(this.planned()), person)
  }

  /** The action that completes the plan by doing no more; null if there is none, as where every plan is one step. */
  get done(): Action | null {
    const { person } = this
    if (person === null || !this.plans || this.isComplete) return null
    const [empty, state] = [this.state, this.planned()]
    const action = this.game.passive(state, person)
    const isLonger = this.#legalIn(empty, person).some(other => !this.#completes(empty, person, other))
    return isLonger && this.#completes(empty, person, action) && this.#completes(state, person, action)
      ? action
      : null
  }

  #completes(state: State, seat: Seat, action: Action): boolean {
    const after = state.slice()
    this.game.apply(after, seat, action, this.#scratchEvents())
    return !has(this.game.toMove(after), seat)
  }

  /** What a seat may know of a position. */
  viewOf(state: State, seat: Seat): State {
    const view = newState(this.game.info)
    this.game.observe(state, seat, view)
    return view
  }

  /**
   * What the person to move may choose, ascending; nothing if its plan is complete. Games list the steps of a
   * plan in one order, people think of them in any: a step may come before others that stay legal after it.
   */
  choices(): Choice[] {
    const { person } = this
    if (person === null || this.isComplete) return []
    const known = new Map<Action, Choice>()
    for (let step = this.#plan.length; step >= 0; step--) {
      const state = this.planned(step)
      for (const action of this.#legalIn(state, person))
        if (!known.has(action) && this.#fits(state, person, action, this.#plan.slice(step)))
          known.set(action, { action, step, state })
    }
    return [...known.values()].sort((a, b) => a.action - b.action)
  }

  #fits(before: State, seat: Seat, first: Action, later: readonly Action[]): boolean {
    const state = before.slice()
    let last = first
    for (const action of later) {
      this.game.apply(state, seat, last, this.#scratchEvents())
      if (!this.#legalIn(state, seat).includes(action)) return false
      last = action
    }
    return true
  }

  #legalIn(state: State, seat: Seat): Action[] {
    if (!has(this.game.toMove(state), seat)) return []
    return [...this.#legal.subarray(0, this.game.legal(state, seat, this.#legal))]
  }

  /** Actions of `choices`. */
  legal(): Action[] {
    return this.choices().map(({ action }) => action)
  }

  /** A person's decision, or the next step of its plan. Throws an Error for an action that isn't legal. */
  choose(action: Action): void {
    this.#requireUncovered()
    const choice = this.choices().find(one => one.action === action)
    if (!choice) throw new Error('this move is not legal here')
    if (this.plans) this.#plan.splice(choice.step, 0, action)
    else {
      const { person } = this
      this.#viewer = person
      this.#carryOut(person!, action)
    }
  }

  /** Takes back the last step of the plan. */
  unplan(): void {
    this.#requireUncovered()
    if (this.#plan.pop() === undefined) throw new Error('nothing is planned yet')
  }

  /** Seals the plan, which must be complete, or be so by doing no more. The last person's seal carries all of them out. */
  seal(): void {
    const { person } = this
    if (person === null || !this.plans) throw new Error('there is nothing to seal')
    this.#requireUncovered()
    const { done } = this
    if (done !== null) this.#plan.push(done)
    else if (!this.isComplete) throw new Error('the plan is not complete yet')
    this.#viewer = person
    this.#sealed.set(person, this.#plan)
    this.#plan = []
    if (this.person !== null) return
    const sealed = [...this.#sealed].sort(([a], [b]) => a - b)
    this.#sealed.clear()
    for (const [seat, actions] of sealed) for (const action of actions) this.#carryOut(seat, action)
  }

  /** The next question to an agent; null if a person is due, or the match is over. */
  question(): Question | null {
    if (this.isOver || this.person !== null) return null
    const mask = this.game.toMove(this.#state)
    const seat = [...this.agents.keys()].find(one => has(mask, one))!
    const decision = this.decisions.length + 1
    return { seat, state: this.state, decision, rng: this.#rng(decision, seat) }
  }

  /** An agent's answer to the last question. Throws an Error for an action that isn't legal. */
  answer({ seat, decision }: Pick<Question, 'seat' | 'decision'>, action: Action): void {
    if (decision !== this.decisions.length + 1) throw new Error('the answer comes too late')
    const count = this.game.legal(this.#state, seat, this.#legal)
    if (!this.#legal.subarray(0, count).includes(action))
      throw new Error(`${this.agents[seat]} chose a move that is not legal`)
    this.#carryOut(seat, action)
  }

  get canTakeBack(): boolean {
    return this.#plan.length > 0 || this.#lastOfPerson() >= 0
  }

  /** Back to before the last decision of a person, or the last sealed plan; an unsealed plan goes, too. */
  takeBack(): void {
    if (!this.canTakeBack) throw new Error('there is nothing to take back')
    if (this.#plan.length > 0) {
      this.#plan = []
      return
    }
    const last = this.#decisions[this.#lastOfPerson()]!
    this.#replay(this.#decisions.slice(0, last.phase))
    const notes = this.notes.splice(0)
    const made = this.decisions.length
    this.notes.push(...notes.map(({ decision, text }) => ({ decision: Math.min(decision, made), text })))
    if (this.people.length === 1 || !this.hides) return
    // Whoever takes back looks at the screen: what it saw since is nothing that others still hide.
    this.#viewer = last.seat
  }

  /** Keeps a thought about the position. */
  note(text: string): void {
    this.notes.push({ decision: this.decisions.length, text })
  }

  /**
   * Plays the decisions of a record, as `MadeDecision.written`; chance decides by the seed. Throws an Error if one
   * can't be made, or chance decides differently.
   */
  restore(written: readonly string[]): void {
    const { seats } = this.game.info
    for (;;) {
      const other = this.#decisions.find((made, i) => i < written.length && made.written !== written[i])
      if (other) throw new Error(`now it would be ${show(other.written)}`)
      const text = written[this.#decisions.length]
      if (text === undefined) break
      const seat = seats.findIndex(name => text.startsWith(`${name} `))
      if (seat < 0) throw new Error(`${show(text)} is not due`)
      this.#carryOut(seat, this.game.text.parse(this.#state, seat, text.slice(seats[seat]!.length + 1)))
    }
    this.#viewer = this.people.length === 1 ? this.people[0]! : null
  }

  /** Once over: each seat's returns and the index of the ending. */
  result(): { readonly returns: Int32Array; readonly ending: number } {
    const returns = new Int32Array(this.game.info.seats.length)
    return { returns, ending: this.game.result(this.#state, returns) }
  }

  /** A decision as the game tells it, without the seat's name. */
  toldOf(state: State, seat: Seat, action: Action): string {
    const { text } = this.game
    return text.tell?.(state, seat, action) ?? text.format(state, seat, action)
  }

  /** The same, offered to the seat itself. */
  offerOf(state: State, seat: Seat, action: Action): string {
    const words = this.toldOf(state, seat, action)
    return this.game.text.tell ? offerText(words) : words
  }

  #requireUncovered(): void {
    if (this.isCovered) throw new Error('the screen is covered, expected the next player to uncover it first')
  }

  /** Whether a person of this phase still owes its plan. */
  #owes(seat: Seat): boolean {
    return !this.#sealed.has(seat) && has(this.game.toMove(this.#state), seat)
  }

  #seatsIn(mask: number): Seat[] {
    return [...this.agents.keys()].filter(seat => has(mask, seat))
  }

  #lastOfPerson(): number {
    return this.#decisions.findLastIndex(({ seat }) => this.agents[seat] === HUMAN)
  }

  #scratchEvents(): Int32Array {
    return newEvents(this.game.info)
  }

  #rng(decision: number, seat: Seat): Int32Array {
    const rng = new Int32Array(RNG_WORDS)
    derive(rng, this.#root, decision, streamOf(seat))
    return rng
  }

  /** Plays these decisions again, from the start. */
  #replay(decisions: readonly MadeDecision[]): void {
    this.#decisions = []
    this.#moments = [...(this.#opening?.before?.moments ?? [])]
    this.#steps = this.#opening?.steps ?? 0
    this.#seen = 0
    this.#phase = 0
    this.#plan = []
    this.#sealed.clear()
    if (this.#opening) this.#state.set(this.#opening.state)
    else this.game.start(this.#state.fill(0), this.#events)
    const told = this.#moments.reduce((count, { decisions }) => count + decisions.length, 0)
    const untold = this.#earlier.slice(told)
    if (this.#moments.length === 0 || untold.length > 0)
      this.#moments.push({ state: this.state, steps: this.#steps, decisions: untold })
    this.#begin()
    for (const { seat, action } of decisions) if (seat !== CHANCE) this.#carryOut(seat, action)
  }

  /** Applies a decision, and begins the next phase if it was the last of this one. */
  #carryOut(seat: Seat, action: Action): void {
    const owing = this.game.toMove(this.#state)
    const others = this.plans ? this.#seatsIn(this.#mask).filter(other => other !== seat) : []
    const viewsOf = (): string => others.map(other => this.viewOf(this.#state, other).join()).join(';')
    const before = viewsOf()
    this.#write(seat, action)
    const mask = this.game.toMove(this.#state)
    // What is sealed changes no other view; what does has ended the phase, even if the same seat is to move again.
    const isLasting = this.plans && mask !== 0 && (mask & owing) === mask && viewsOf() === before
    if (!isLasting) this.#begin()
  }

  /** Resolves, and lets chance decide, until seats are to move or the match is over. */
  #begin(): void {
    for (;;) {
      const next = settle(this.game, this.#state, this.#events, () => {
        this.#steps++
        this.#look()
      })
      if (next !== CHANCE) break
      const decision = this.decisions.length + 1
      this.#write(CHANCE, this.game.sample(this.#state, CHANCE, this.#rng(decision, CHANCE)))
    }
    this.#mask = this.game.toMove(this.#state) & ~RESOLVE_BIT
    this.#phase = this.#decisions.length
    if (this.#seen < this.#phase) this.#look()
  }

  /** Keeps the position as a moment, with the decisions since the last one. */
  #look(): void {
    const decisions = this.#decisions.slice(this.#seen)
    this.#seen = this.#decisions.length
    this.#moments.push({ state: this.state, steps: this.#steps, decisions })
  }

  #write(seat: Seat, action: Action): void {
    const { game } = this
    requireEnd(game, this.decisions.length + 1)
    const name = seat === CHANCE ? 'chance' : game.info.seats[seat]!
    this.#decisions.push({
      seat,
      action,
      written: `${name} ${game.text.format(this.#state, seat, action)}`,
      told: this.toldOf(this.#state, seat, action),
      phase: this.#phase,
    })
    game.apply(this.#state, seat, action, this.#events)
  }
}

/** A phrase after a seat's name, said to that seat: "founds its capital" is "Found your capital". */
export function offerText(told: string): string {
  const [verb = '', ...rest] = told.split(' ')
  const plain = verb.replace(/(.+?)(?:(?<=ss|x|ch|sh|o)es|(?<!s)s)$/, '$1')
  const words = [plain, ...rest.map(word => (word === 'its' ? 'your' : word))].join(' ')
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`
}
