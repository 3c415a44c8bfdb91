/** What boardgame.io 0.50 calls a game, as far as it is played here, and what else a module may say of it. */
import { GameError } from '../modules/index.ts'
import type { PlainBoard, PlainGauge, PlainHolding } from '../plain/index.ts'

/** What every function of a game is given. */
export interface HookContext {
  G: unknown
  ctx: Ctx
  playerID?: string | undefined
  random?: unknown
  events?: unknown
  log?: unknown
}

/** A match's metadata; keys with `_` are boardgame.io's bookkeeping. */
export interface Ctx {
  numPlayers: number
  turn: number
  currentPlayer: string
  playOrder: string[]
  playOrderPos: number
  phase: string | null
  activePlayers: Record<string, string | null> | null
  numMoves?: number
  gameover?: unknown
  _activePlayersMinMoves?: Record<string, number> | null
  _activePlayersMaxMoves?: Record<string, number> | null
  _activePlayersNumMoves?: Record<string, number>
  _prevActivePlayers?: readonly Stages[]
  _nextActivePlayers?: ActivePlayersArg | null
  /** Data of plugins, by name. */
  _plugins?: Readonly<Record<string, unknown>> | undefined
}

export type Stages = Pick<
  Ctx,
  'activePlayers' | '_activePlayersMinMoves' | '_activePlayersMaxMoves' | '_activePlayersNumMoves'
>

export interface StageArg {
  stage?: string | null
  moveLimit?: number
  minMoves?: number
  maxMoves?: number
}

/** What `turn.activePlayers` and `setActivePlayers` take. */
export type ActivePlayersArg = readonly string[] | ActivePlayersObject

interface ActivePlayersObject extends Omit<StageArg, 'stage'> {
  currentPlayer?: StageArg | string | null
  others?: StageArg | string | null
  all?: StageArg | string | null
  value?: Record<string, StageArg | string | null>
  revert?: boolean
  next?: ActivePlayersArg
}

export type Hook = (context: HookContext, ...args: unknown[]) => unknown
export type Move = Hook | { readonly move: Hook; readonly noLimit?: boolean }
export type Moves = Readonly<Record<string, Move>>

export interface Turn {
  readonly order?: {
    readonly first: Hook
    readonly next: Hook
    readonly playOrder?: Hook
  }
  readonly activePlayers?: ActivePlayersArg
  readonly onBegin?: Hook
  readonly onEnd?: Hook
  readonly onMove?: Hook
  readonly endIf?: Hook
  readonly stages?: Readonly<Record<string, { readonly moves?: Moves; readonly next?: string }>>
  readonly moveLimit?: number
  readonly minMoves?: number
  readonly maxMoves?: number
}

export interface Phase {
  readonly start?: boolean
  readonly next?: string | Hook
  readonly moves?: Moves
  readonly turn?: Turn
  readonly endIf?: Hook
  readonly onBegin?: Hook
  readonly onEnd?: Hook
}

/** The parts of a plugin that decide how a match goes; `action` and `noClient` concern clients. */
export interface Plugin {
  readonly name: string
  readonly setup?: (state: object) => unknown
  readonly api?: (state: object) => unknown
  readonly flush?: (state: object) => unknown
  readonly dangerouslyFlushRawState?: (state: object) => unknown
  readonly isInvalid?: (state: object) => unknown
  readonly fnWrap?: (call: Hook, method: string) => Hook
  readonly playerView?: (state: object) => unknown
}

export interface BoardgameConfig {
  readonly name?: string
  readonly minPlayers?: number
  readonly maxPlayers?: number
  readonly setup: Hook
  readonly moves?: Moves
  readonly phases?: Readonly<Record<string, Phase>>
  readonly turn?: Turn
  readonly endIf?: Hook
  readonly onEnd?: Hook
  readonly playerView?: Hook
  readonly plugins?: readonly Plugin[]
  readonly ai?: { readonly enumerate?: (...all: unknown[]) => unknown }
}

/** What a module may export as `evenhand` beside its game. */
export interface Extras {
  /** The number of players, minPlayers or 2 if absent. */
  readonly numPlayers?: number
  /** Handed to `setup`. */
  readonly setupData?: Readonly<Record<string, unknown>>
  /** Moves and events by name, with what they may be called with: `true` for nothing, a list of arguments, or a function that returns one. */
  readonly moves?: Readonly<Record<string, Candidates>>
  /** Whose turn it is, where G says so and not ctx. boardgame.io still gets the move from a player whom ctx lets move. */
  readonly toMove?: (context: Readonly<Pick<HookContext, 'G' | 'ctx'>>) => string | number
  /** Roles or teams that are dealt by chance, as in defineGame. */
  readonly roles?: readonly string[] | Readonly<Record<string, number>>
  /** A player's role at the end, where gameover names a role without its players. */
  readonly roleOf?: (G: unknown, ctx: Ctx, playerID: string) => unknown
  /** The winner, the winners, the role or the scores of what the game calls gameover. */
  readonly outcome?: (gameover: unknown, G: unknown, ctx: Ctx) => unknown
  /** What a position is worth to a player, for agents that look ahead; with its least and its most where the first matches would show too little of it. */
  readonly score?: Score | { readonly of: Score; readonly min: number; readonly max: number }
  /** Numbers that reports plot, as in defineGame; `of` is given G, ctx and the player. */
  readonly gauges?: Readonly<Record<string, Omit<PlainGauge<unknown, object>, 'of'> & { of: Score }>>
  /** A fair guess at all of G by a player who sees this much of it. */
  readonly determinize?: (G: unknown, ctx: Ctx, playerID: string, random: unknown) => unknown
  /** How pages draw a position, as in defineGame. */
  readonly board?: Omit<PlainBoard<unknown, object>, 'at' | 'standings'> & {
    readonly at: (G: unknown, ctx: Ctx) => readonly PlainHolding[]
    readonly standings?: (G: unknown, ctx: Ctx) => readonly string[]
  }
  /** Names of the board's places that a move or event touches, in the order to click them. */
  readonly placesOf?: (decision: object, G: unknown, ctx: Ctx) => readonly string[]
  /** The most moves of a match. */
  readonly maxMoves?: number
  /** Says that moves roll where random matches don't show it. */
  readonly chance?: boolean
  /** The same of players who choose at the same time; false asks one of them after the other, whose turn it is first. */
  readonly simultaneous?: boolean
}

export type Score = (G: unknown, ctx: Ctx, playerID: string) => number

export type Candidates =
  | true
  | readonly unknown[]
  | ((G: unknown, ctx: Ctx, playerID: string) => true | readonly unknown[])

export type ConfigWithoutSetup = Omit<BoardgameConfig, 'setup'> & Partial<Pick<BoardgameConfig, 'setup'>>

/** True of a game without `setup`: its moves are functions, and it says how turns or matches go. */
export function isGameWithoutSetup(value: unknown): value is ConfigWithoutSetup {
  if (!mayBeBoardgame(value) || value.setup !== undefined || 'toMove' in value || 'compile' in value)
    return false
  const moves = Object.values(value.moves ?? {})
  const isMove = (move: Move): boolean => typeof move === 'function' || typeof move?.move === 'function'
  return (
    moves.length > 0 && moves.every(isMove) && [value.endIf, value.turn, value.phases, value.ai].some(Boolean)
  )
}

/** `defineGame`'s games have moves too, but as a function. */
export function isBoardgame(value: unknown): value is BoardgameConfig {
  return mayBeBoardgame(value) && typeof value.setup === 'function' && !('toMove' in value)
}

/** For games that the user calls boardgame.io's: `setup` may be absent, other formats' keys are ignored. */
export function mayBeBoardgame(value: unknown): value is ConfigWithoutSetup {
  if (typeof value !== 'object' || value === null) return false
  const { moves, phases, turn } = value as Readonly<Record<string, unknown>>
  const isTable = (part: unknown): boolean => typeof part === 'object' && part !== null
  return typeof moves !== 'function' && (isTable(moves) || isTable(phases) || isTable(turn))
}

/** Copies plain objects and lists; functions and class instances are shared. */
export function copyOf<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const copy: unknown[] = value.slice()
    for (let i = 0; i < copy.length; i++) {
      const part = copy[i]
      if (typeof part === 'object' && part !== null) copy[i] = copyOf(part)
    }
    return copy as T
  }
  const proto: unknown = Object.getPrototypeOf(value)
  if (proto !== Object.prototype && proto !== null) return value
  // Engines copy an object as a whole several times faster than key by key.
  const copy: Record<string, unknown> = { ...(value as Record<string, unknown>) }
  for (const key in copy) {
    const part = copy[key]
    if (typeof part === 'object' && part !== null) copy[key] = copyOf(part)
  }
  return copy as T
}

const EXTRAS = {
  numPlayers: 'number',
  setupData: 'object',
  moves: 'object',
  toMove: 'function',
  roles: 'object',
  roleOf: 'function',
  outcome: 'function',
  score: 'function or object',
  gauges: 'object',
  determinize: 'function',
  board: 'object',
  placesOf: 'function',
  maxMoves: 'number',
  chance: 'boolean',
  simultaneous: 'boolean',
} as const satisfies Record<keyof Extras, string>

/** A module's `evenhand` export. Throws a GameError for an unknown key or a wrong type. */
export function checkExtras(given: unknown): Extras {
  if (given === undefined) return {}
  if (typeof given !== 'object' || given === null)
    throw new GameError(`evenhand is ${String(given)}, expected an object`)
  for (const [key, value] of Object.entries(given)) {
    if (!Object.hasOwn(EXTRAS, key))
      throw new GameError(`evenhand.${key} is unknown, expected one of ${Object.keys(EXTRAS).join(', ')}`)
    const type = EXTRAS[key as keyof Extras]
    if (!type.split(' or ').includes(typeof value) || value === null)
      throw new GameError(`evenhand.${key} is ${String(value)}, expected a ${type}`)
  }
  const { board, placesOf, roleOf, roles, score } = given as Extras
  if (placesOf && !board) throw new GameError('evenhand.placesOf needs evenhand.board, whose places it names')
  if (board && typeof board.at !== 'function')
    throw new GameError(`evenhand.board.at is ${String(board.at)}, expected a function (G, ctx)`)
  if (roleOf && !roles)
    throw new GameError('evenhand.roleOf needs evenhand.roles, expected a list of their names')
  if (typeof score === 'object') requireScore(score)
  return given
}

function requireScore({ of, min, max }: Exclude<NonNullable<Extras['score']>, Score>): void {
  if (typeof of !== 'function' || !Number.isInteger(min) || !Number.isInteger(max) || min >= max)
    throw new GameError(
      `evenhand.score is { of: a ${typeof of}, min: ${String(min)}, max: ${String(max)} }, expected a function (G, ctx, playerID) for of, and whole numbers min below max`,
    )
}
