/** What the author of a game writes in the easy contract. States and moves are plain values; functions look at them and at nothing else. */
import type { z } from 'zod'
import { didYouMean, show } from '../../documents/index.ts'
import type { GameBoard, Holding, Piece } from '../contract/index.ts'

/** What every function of a game is given last. */
export interface Context<Rules> {
  readonly rules: Rules
  /** Number of seats. */
  readonly seats: number
  /** The seat that is asked or that decides, from 0; -1 where chance decides, and where no seat is meant. */
  readonly seat: number
}

/** Where a guess draws from: the seed decides every draw. */
export interface Draws {
  /** A whole number from 0 to below n. */
  below(n: number): number
  /** One entry of a list. */
  pick<T>(list: readonly T[]): T
  /** The list in another order, as a new list. */
  shuffle<T>(list: readonly T[]): T[]
}

/** How a match ended: the winner, the winners, or scores of which the highest wins; none of these is a draw. */
export interface Outcome {
  readonly winner?: number
  readonly winners?: readonly number[]
  readonly scores?: readonly number[]
  /** The id of an ending; 'win' or 'draw' if absent. Where all seats share the win, its draw, ID-draw, is meant. */
  readonly by?: string
}

/** A number that reports plot, and by which `greedy` and searches judge positions. */
export interface PlainGauge<State, Rules> {
  readonly label?: string
  /** The least and the most that `of` returns. */
  readonly min: number
  readonly max: number
  /** What a lead of one is worth, where a whole win is 60; 1 if absent. */
  readonly weight?: number | undefined
  /** A seat's value, a whole number. */
  readonly of: (state: State, context: Context<Rules>) => number
}

/** What a place of a drawn board holds: a piece, whose sign may be left out, more than that, or nothing. */
export type PlainHolding =
  | (Omit<Piece, 'sign'> & Partial<Pick<Piece, 'sign'>>)
  | (Omit<Holding, 'pieces'> & Partial<Pick<Holding, 'pieces'>>)
  | null
  | undefined

/** How the page of a match draws positions: what never changes, as `GameBoard` has it, and what each place holds in a state. */
export interface PlainBoard<State, Rules>
  extends Omit<GameBoard, 'at' | 'signs'>,
    Partial<Pick<GameBoard, 'signs'>> {
  /** One for each of `places`, in their order. */
  readonly at: (state: State, context: Context<Rules>) => readonly PlainHolding[]
  /** What each seat has beside the board, in words. */
  readonly standings?: (state: State, context: Context<Rules>) => readonly string[]
}

/** An outcome of chance, with a whole weight; 1 if absent. */
export interface Chance<Move> {
  readonly move: Move
  readonly weight?: number
}

/** A game in the easy contract. `State` and `Move` are plain values: numbers, texts, booleans, null, lists, and objects of these. */
// biome-ignore-start lint/suspicious/noExplicitAny: whoever names no types gets those that his functions have.
export interface Definition<State = any, Move = any, Rules extends object = any> {
  // biome-ignore-end lint/suspicious/noExplicitAny: types of the parts.
  readonly id: string
  /** A sentence about it. */
  readonly summary?: string
  /** The names of 2 to 6 seats. A function of the rules, which are also its `rules`, as all other functions are given them. */
  readonly seats: readonly string[] | ((rules: Rules & { readonly rules: Rules }) => readonly string[])
  /** A zod object schema in which every key has a default; a function of zod that returns one, for modules that import nothing; or the defaults alone. */
  readonly rules?: z.ZodType<Rules> | ((zod: typeof z) => z.ZodType<Rules>) | Rules
  /** The position before the first decision. */
  readonly setup: (context: Context<Rules>) => State
  /** The seat that decides next; 'chance'; or a list of seats that decide at the same time, for `applyAll`. */
  readonly toMove: (state: State, context: Context<Rules>) => number | 'chance' | readonly number[]
  /** What `context.seat` may choose, at least one move. Of a game with secrets it must be the same for what the seat sees. */
  readonly moves: (state: State, context: Context<Rules>) => readonly Move[]
  /** Carries out a move: changes the state that it is given, or returns a new one. `before()` is the state as it was, anew, for who has changed it in vain. */
  readonly apply: (
    state: State,
    move: Move,
    context: Context<Rules>,
    before: () => State,
  ) => State | undefined
  /** Null or undefined as long as the match goes on. */
  readonly outcome: (state: State, context: Context<Rules>) => Outcome | null | undefined
  /** What chance may bring, where `toMove` returns 'chance'. */
  readonly chance?: ((state: State, context: Context<Rules>) => readonly Chance<Move>[]) | undefined
  /** Carries out the moves of all seats that decided at the same time, by seat. */
  readonly applyAll?:
    | ((
        state: State,
        moves: readonly (Move | undefined)[],
        context: Context<Rules>,
        before: () => State,
      ) => State | undefined)
    | undefined
  /** Games with secrets: what `context.seat` sees of a state, a state with, say, null in place of what is hidden. */
  readonly view?: ((state: State, context: Context<Rules>) => State) | undefined
  /** Games with secrets: a fair guess at the whole state that `context.seat` sees as this view, each as likely as random play makes it. */
  readonly determinize?:
    | ((view: State, context: Context<Rules> & { readonly random: Draws }) => State)
    | undefined
  /** By id. Without any, reports plot who has won. */
  readonly gauges?: Readonly<Record<string, PlainGauge<State, Rules>>>
  /** Ids of what reports are to count the use of, and which of them a move uses. Without them, all moves are one. */
  readonly assets?: readonly string[]
  readonly assetOf?: (move: Move, state: State, context: Context<Rules>) => string | null | undefined
  /** What endings that `outcome` names by id are called. */
  readonly endings?: Readonly<Record<string, string>>
  /** A move as records write it; itself if it is a text or a number, else as JSON. */
  readonly format?: (move: Move, context: Context<Rules>) => string
  /** The position for people, in lines. */
  readonly render?: (state: State, context: Context<Rules>) => string
  /** What the page of a match draws; without it the page shows the text of `render`. A function if it depends on the rules. */
  readonly board?: PlainBoard<State, Rules> | ((context: Context<Rules>) => PlainBoard<State, Rules>)
  /** The most decisions of a match, those of chance included, after which it ends undecided; 1,000 if absent. */
  readonly maxMoves?: number
  /** The most words of a state, and the most moves at once, where random matches show too few. */
  readonly stateWords?: number
  readonly movesAtOnce?: number | undefined
  /** The folder of its rule sets beside the module, 'rules' if absent, and the one that counts when none is named. */
  readonly rulesets?: string | undefined
  readonly ruleset?: string | undefined
}

const FUNCTIONS = ['setup', 'toMove', 'moves', 'apply', 'outcome'] as const
const OPTIONAL = ['chance', 'applyAll', 'view', 'determinize', 'assetOf', 'format', 'render'] as const

/** The keys of a gauge. */
const GAUGE: readonly string[] = ['label', 'min', 'max', 'weight', 'of']

/** The functions of an author that play calls. */
export const PARTS = [...FUNCTIONS, ...OPTIONAL] as const

/** Keys of a definition beside its functions. */
const DATA = [
  ...['id', 'summary', 'seats', 'rules', 'gauges', 'assets', 'endings', 'board'],
  ...['maxMoves', 'stateWords', 'movesAtOnce', 'rulesets', 'ruleset'],
] as const

/** The names of the seats by some rules. */
export function seatsBy<Rules extends object>(
  {
    seats,
  }: {
    readonly seats: readonly string[] | ((rules: Rules & { readonly rules: Rules }) => readonly string[])
  },
  rules: Rules,
): readonly string[] {
  if (typeof seats !== 'function') return seats
  const given = { ...rules } as Rules & { readonly rules: Rules }
  if (!('rules' in given)) Object.defineProperty(given, 'rules', { value: rules })
  return seats(given)
}

const KEYS: readonly string[] = [...PARTS, ...DATA]

/** The keys of a definition that mean nothing. Those that begin with _ are the author's own. */
function unknownKeys(definition: object): string[] {
  return Object.keys(definition).filter(key => !KEYS.includes(key) && !key.startsWith('_'))
}

/** A key that looks like a slip of the pen; null if there is none. */
export function findMisspelling(definition: object): string | null {
  const missing = KEYS.filter(name => !(name in definition))
  for (const key of unknownKeys(definition)) {
    const guess = didYouMean(key, missing)
    if (guess !== '') return `${key}: games have no such key${guess}`
  }
  return null
}

/** What is said of keys that mean nothing, but for those that functions of the game look up by `this`. */
export function unknownKeyNotes({ id, ...rest }: Definition): string[] {
  const texts = Object.values(rest).filter(value => typeof value === 'function')
  return unknownKeys(rest)
    .filter(key => !texts.some(text => String(text).includes(`this.${key}`)))
    .map(key => `${id}: games have no key ${key}, so nothing looks at it; one of your own begins with _`)
}

/** What is wrong with a definition; null if nothing is that shows without playing. */
export function findMistake(definition: Definition): string | null {
  const given = definition as unknown as Readonly<Record<string, unknown>>
  for (const name of FUNCTIONS)
    if (typeof given[name] !== 'function')
      return `${name}: ${given[name] !== undefined ? `found ${show(given[name])}` : 'it is missing'}, expected a function${name === 'setup' ? '' : ' of the state'}`
  for (const name of OPTIONAL)
    if (given[name] !== undefined && typeof given[name] !== 'function') return `${name}: expected a function`
  if (!Array.isArray(definition.seats) && typeof definition.seats !== 'function')
    return 'seats: expected a list of names'
  if ((definition.view === undefined) !== (definition.determinize === undefined))
    return 'view and determinize: expected both, or neither in a game without secrets'
  if ((definition.assets === undefined) !== (definition.assetOf === undefined))
    return 'assets and assetOf: expected both, or neither'
  if (definition.board !== undefined && !['object', 'function'].includes(typeof definition.board))
    return 'board: expected family, places and at, or a function that returns them'
  for (const [id, gauge] of Object.entries(definition.gauges ?? {})) {
    const odd = Object.keys(gauge).find(key => !GAUGE.includes(key))
    if (odd !== undefined)
      return `gauge ${id}: gauges have no key ${odd}, expected some of ${GAUGE.join(', ')}${didYouMean(odd, GAUGE)}`
    if (
      !Number.isInteger(gauge.min) ||
      !Number.isInteger(gauge.max) ||
      gauge.min >= gauge.max ||
      typeof gauge.of !== 'function'
    )
      return `gauge ${id}: expected whole numbers min below max, and a function of`
  }
  return null
}
