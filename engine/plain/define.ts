/** The easy contract: what the author of a game writes. States and moves are plain values. */
import type { z } from 'zod'
import { didYouMean, show } from '../../documents/index.ts'
import type { GameBoard, Holding, Piece, TuningHints } from '../contract/index.ts'

/** The last argument of every function. */
export interface Context<Rules> {
  readonly rules: Rules
  /** Number of seats. */
  readonly seats: number
  /** From 0; -1 if chance decides, or no seat is meant. */
  readonly seat: number
}

/** Seeded draws for guesses. */
export interface Draws {
  /** A whole number in [0, n). */
  below(n: number): number
  pick<T>(list: readonly T[]): T
  /** A shuffled copy. */
  shuffle<T>(list: readonly T[]): T[]
}

/** The winner, the winners, or scores of which the highest wins; none of these is a draw. */
export interface Outcome {
  readonly winner?: number
  readonly winners?: readonly number[]
  readonly scores?: readonly number[]
  /** The id of an ending, by default 'win' or 'draw'. If all seats share the win, it means ID-draw. */
  readonly by?: string
  /** Of a win in a game with `roles`: the one that wins. Without winners, the seats that hold it by `roleOf` win. */
  readonly role?: string
}

/** A number that reports plot, and `greedy` and searches judge positions by. */
export interface PlainGauge<State, Rules> {
  readonly label?: string
  /** Bounds of `of`. */
  readonly min: number
  readonly max: number
  /** Worth of a lead of one, where a win is 60; default 1. */
  readonly weight?: number | undefined
  /** A whole number. */
  readonly of: (state: State, context: Context<Rules>) => number
}

/** What a place holds: a piece, more than that, or nothing. */
export type PlainHolding =
  | (Omit<Piece, 'sign'> & Partial<Pick<Piece, 'sign'>>)
  | (Omit<Holding, 'pieces'> & Partial<Pick<Holding, 'pieces'>>)
  | null
  | undefined

/** How pages draw positions: what never changes, as in `GameBoard`, and what each place holds in a state. */
export interface PlainBoard<State, Rules>
  extends Omit<GameBoard, 'at' | 'signs'>,
    Partial<Pick<GameBoard, 'signs'>> {
  /** By place. */
  readonly at: (state: State, context: Context<Rules>) => readonly PlainHolding[]
  /** By seat: what it has beside the board, in words. */
  readonly standings?: (state: State, context: Context<Rules>) => readonly string[]
}

/** An outcome of chance; `weight` is a whole number, 1 by default. */
export interface Chance<Move> {
  readonly move: Move
  readonly weight?: number
}

/**
 * A game. `State` and `Move` are plain values: numbers, texts, booleans, null, lists, and objects of these.
 */
// biome-ignore-start lint/suspicious/noExplicitAny: whoever names no types gets those that his functions have.
export interface Definition<State = any, Move = any, Rules extends object = any> {
  // biome-ignore-end lint/suspicious/noExplicitAny: types of the parts.
  readonly id: string
  /** One sentence. */
  readonly summary?: string
  /** 2 to 6 names, or a function of the rules, which also come as its argument's `rules`. */
  readonly seats: readonly string[] | ((rules: Rules & { readonly rules: Rules }) => readonly string[])
  /**
   * A zod object schema with a default for every key; a function of zod that returns one, for modules without
   * imports; or just the defaults.
   */
  readonly rules?: z.ZodType<Rules> | ((zod: typeof z) => z.ZodType<Rules>) | Rules
  /** The opening position. */
  readonly setup: (context: Context<Rules>) => State
  /** The next seat; 'chance'; or a list of seats that decide at the same time, for `applyAll`. */
  readonly toMove: (state: State, context: Context<Rules>) => number | 'chance' | readonly number[]
  /** Moves of `context.seat`, at least one. With secrets, a view must give the same moves. */
  readonly moves: (state: State, context: Context<Rules>) => readonly Move[]
  /**
   * Carries out a move: changes the state, or returns a new one. `before()` returns a fresh copy, to undo a
   * partial change.
   */
  readonly apply: (
    state: State,
    move: Move,
    context: Context<Rules>,
    before: () => State,
  ) => State | undefined
  /** Null or undefined during the match. */
  readonly outcome: (state: State, context: Context<Rules>) => Outcome | null | undefined
  /** The outcomes when `toMove` returns 'chance'. */
  readonly chance?: ((state: State, context: Context<Rules>) => readonly Chance<Move>[]) | undefined
  /** Carries out simultaneous moves, by seat. */
  readonly applyAll?:
    | ((
        state: State,
        moves: readonly (Move | undefined)[],
        context: Context<Rules>,
        before: () => State,
      ) => State | undefined)
    | undefined
  /** With secrets: the state as `context.seat` sees it, with, say, null for hidden values. */
  readonly view?: ((state: State, context: Context<Rules>) => State) | undefined
  /** With secrets: a fair guess at the whole state behind a view, as likely as random play makes it. */
  readonly determinize?:
    | ((view: State, context: Context<Rules> & { readonly random: Draws }) => State)
    | undefined
  /** By id. By default reports plot who has won. */
  readonly gauges?: Readonly<Record<string, PlainGauge<State, Rules>>>
  /** Ids whose use reports count, and which of them a move uses. By default all moves count as one. */
  readonly assets?: readonly string[]
  readonly assetOf?: (move: Move, state: State, context: Context<Rules>) => string | null | undefined
  /** Labels of the endings that `outcome` names by id. */
  readonly endings?: Readonly<Record<string, string>>
  /**
   * Roles or teams that are dealt by chance; reports then judge them before the seats. Names (none: no roles), or each one's fair
   * share of the wins in percent (default: equal shares).
   */
  readonly roles?: readonly string[] | Readonly<Record<string, number>>
  /** The role of `context.seat`. Asked for only if `outcome` names a role without winners. */
  readonly roleOf?: ((state: State, context: Context<Rules>) => string | null | undefined) | undefined
  /** A move in records; by default itself if it is a text or a number, else JSON. */
  readonly format?: (move: Move, context: Context<Rules>) => string
  /** The position for people. */
  readonly render?: (state: State, context: Context<Rules>) => string
  /** Drawn on pages of matches, which otherwise show `render`. A function if it depends on the rules. */
  readonly board?: PlainBoard<State, Rules> | ((context: Context<Rules>) => PlainBoard<State, Rules>)
  /**
   * Names of the board's places that a move touches, in the order to click them: from, to. Whoever plays then
   * chooses moves on the board.
   */
  readonly placesOf?: (move: Move, state: State, context: Context<Rules>) => readonly string[]
  /** A match is a draw after this many decisions, including chance; default 1,000. */
  readonly maxMoves?: number
  /** Most words of a state and moves at once, if random matches show too few. */
  readonly stateWords?: number
  readonly movesAtOnce?: number | undefined
  /** The folder of rule sets beside the module (default 'rules'), and the default rule set. */
  readonly rulesets?: string | undefined
  readonly ruleset?: string | undefined
  /** What `evenhand tune` may do to the rules. */
  readonly tuning?: TuningHints | undefined
}

const FUNCTIONS = ['setup', 'toMove', 'moves', 'apply', 'outcome'] as const
const OPTIONAL = [
  'chance',
  'applyAll',
  'view',
  'determinize',
  'assetOf',
  'roleOf',
  'format',
  'render',
  'placesOf',
] as const

const GAUGE: readonly string[] = ['label', 'min', 'max', 'weight', 'of']

/** Functions that play calls. */
export const PARTS = [...FUNCTIONS, ...OPTIONAL] as const

const DATA = [
  ...['id', 'summary', 'seats', 'rules', 'gauges', 'assets', 'endings', 'roles', 'board'],
  ...['maxMoves', 'stateWords', 'movesAtOnce', 'rulesets', 'ruleset', 'tuning'],
] as const

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

/** Keys that begin with _ are the author's own. */
function unknownKeys(definition: object): string[] {
  return Object.keys(definition).filter(key => !KEYS.includes(key) && !key.startsWith('_'))
}

/** A key that looks misspelt; null if there is none. */
export function findMisspelling(definition: object): string | null {
  const missing = KEYS.filter(name => !(name in definition))
  for (const key of unknownKeys(definition)) {
    const guess = didYouMean(key, missing)
    if (guess !== '') return `${key}: games have no such key${guess}`
  }
  return null
}

/** Keys that functions look up by `this` are not reported. */
export function unknownKeyNotes({ id, ...rest }: Definition): string[] {
  const texts = Object.values(rest).filter(value => typeof value === 'function')
  return unknownKeys(rest)
    .filter(key => !texts.some(text => String(text).includes(`this.${key}`)))
    .map(key => `${id}: games have no key ${key}, so evenhand ignores it; let your own keys start with _`)
}

export function roleNames(roles: NonNullable<Definition['roles']>): readonly string[] {
  return Array.isArray(roles) ? roles : Object.keys(roles)
}

const ROLES_MAX = 8

function findOddRole({ roles, roleOf }: Pick<Definition, 'roles' | 'roleOf'>): string | null {
  if (roles === undefined)
    return roleOf === undefined
      ? null
      : 'roleOf: expected a list roles beside it, with the names of all roles'
  const names: readonly unknown[] = roleNames(roles)
  if (names.length === 0) return null
  if (names.length < 2 || names.length > ROLES_MAX || new Set(names).size < names.length)
    return `roles: found ${show(names)}, expected 2 to ${ROLES_MAX} different names`
  const odd = names.find(
    name => typeof name !== 'string' || name.trim() !== name || name === '' || RESERVED.includes(name),
  )
  if (odd !== undefined)
    return `roles: found ${show(odd)}, expected a name, and not ${RESERVED.slice(0, -1).join(', ')} or ${RESERVED.at(-1)}`
  if (Array.isArray(roles)) return null
  const shares: unknown[] = Object.values(roles)
  const sum = shares.reduce<number>(
    (all, share) => all + (typeof share === 'number' && share > 0 ? share : NaN),
    0,
  )
  return Math.abs(sum - 100) < 1e-6
    ? null
    : `roles: found the fair shares ${shares.join(', ')}, expected percents above 0 that add up to 100`
}

/** Endings of every game. */
const RESERVED = ['win', 'draw', 'limit']

/** A mistake that shows without playing; null if there is none. */
export function findMistake(definition: Definition): string | null {
  const given = definition as unknown as Readonly<Record<string, unknown>>
  for (const name of FUNCTIONS)
    if (typeof given[name] !== 'function')
      return `${name}: ${given[name] !== undefined ? `found ${show(given[name])}` : 'missing'}, expected a function${name === 'setup' ? '' : ' of the state'}${name === 'apply' && given.applyAll ? ' beside applyAll: apply() {} if all moves are simultaneous' : ''}`
  for (const name of OPTIONAL)
    if (given[name] !== undefined && typeof given[name] !== 'function') return `${name}: expected a function`
  if (!Array.isArray(definition.seats) && typeof definition.seats !== 'function')
    return 'seats: expected a list of names'
  if ((definition.view === undefined) !== (definition.determinize === undefined))
    return 'view and determinize: expected both, or neither in a game without secrets'
  if ((definition.assets === undefined) !== (definition.assetOf === undefined))
    return 'assets and assetOf: expected both, or neither'
  const odd = findOddRole(definition)
  if (odd !== null) return odd
  if (definition.board !== undefined && !['object', 'function'].includes(typeof definition.board))
    return 'board: expected family, places and at, or a function that returns them'
  if (definition.placesOf !== undefined && definition.board === undefined)
    return 'placesOf: expected board beside it, whose places it names'
  for (const [id, gauge] of Object.entries(definition.gauges ?? {})) {
    const odd = Object.keys(gauge).find(key => !GAUGE.includes(key))
    if (odd !== undefined)
      return `gauge ${id}: gauges have no key ${odd}, expected only ${GAUGE.join(', ')}${didYouMean(odd, GAUGE)}`
    if (
      !Number.isInteger(gauge.min) ||
      !Number.isInteger(gauge.max) ||
      gauge.min >= gauge.max ||
      typeof gauge.of !== 'function'
    )
      return `gauge ${id}: expected a function of, and whole numbers min and max with min below max`
  }
  return null
}
