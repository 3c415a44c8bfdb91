/** Lists moves: by `ai.enumerate` in all its spellings, or from the candidates of `evenhand.moves`. */
import { didYouMean } from '../../documents/index.ts'
import { GameError, reasonOf, watched } from '../modules/index.ts'
import { EVENT_NAMES, isEvent } from './calls.ts'
import type { BoardgameConfig, Candidates, Ctx, Extras, Move, Moves } from './config.ts'
import type { Decision } from './flow.ts'
import type { Inference } from './inferred.ts'

const ENUMERATE = 'ai.enumerate'

/** A player's decisions, legal or not. */
export type Enumerate = (G: unknown, ctx: Ctx, playerID: string) => Decision[]

/** `movesFor` gives a player's moves by name; `inference` lists those that nothing else does. */
export function enumerateOf(
  game: BoardgameConfig,
  { moves }: Extras,
  movesFor: (ctx: Ctx, playerID: string) => Moves,
  inference: Inference | null,
): Enumerate {
  if (moves) {
    requireKnownMoves(Object.keys(moves), [...allMoves(game).keys()])
    const listed = fromCandidates(moves, movesFor)
    return inference
      ? (G, ctx, playerID) => [...listed(G, ctx, playerID), ...inference.candidates(G, ctx, playerID)]
      : listed
  }
  const enumerate = game.ai?.enumerate
  return enumerate ? fromEnumerate(enumerate) : (...all) => inference?.candidates(...all) ?? []
}

/** The moves that neither ai.enumerate nor evenhand.moves lists. */
export function movesToInfer(game: BoardgameConfig, { moves = {} }: Extras): Map<string, Move> {
  if (game.ai?.enumerate) return new Map()
  return new Map([...allMoves(game)].filter(([name]) => !Object.hasOwn(moves, name)))
}

/** Every move of the game, its phases and stages, one of each name. */
export function allMoves({ moves, phases = {}, turn }: BoardgameConfig): Map<string, Move> {
  const all = new Map<string, Move>()
  const take = (some: Moves | undefined): void => {
    for (const [name, move] of Object.entries(some ?? {})) all.set(name, move)
  }
  take(moves)
  for (const one of [turn, ...Object.values(phases).map(phase => phase.turn)])
    for (const stage of Object.values(one?.stages ?? {})) take(stage.moves)
  for (const phase of Object.values(phases)) take(phase.moves)
  return all
}

/** Throws a GameError for a name that is no move, and no event. */
function requireKnownMoves(names: readonly string[], moves: readonly string[]): void {
  for (const name of names)
    if (!moves.includes(name) && !isEvent(name))
      throw new GameError(
        `evenhand.moves.${name} is neither a move of the game nor an event; expected one of ${[...moves, ...EVENT_NAMES].join(', ')}${didYouMean(name, [...moves, ...EVENT_NAMES])}`,
      )
}

function fromCandidates(
  moves: Readonly<Record<string, Candidates>>,
  movesFor: (ctx: Ctx, playerID: string) => Moves,
): Enumerate {
  return (G, ctx, playerID) => {
    const own = movesFor(ctx, playerID)
    const all: Decision[] = []
    for (const [name, given] of Object.entries(moves)) {
      const isMove = Object.hasOwn(own, name)
      if (!isMove && !isEvent(name)) continue
      const candidates = typeof given === 'function' ? given(G, ctx, playerID) : given
      if (candidates !== true && !Array.isArray(candidates))
        throw new GameError(
          `evenhand.moves.${name} is ${String(candidates)}, expected true or a list of arguments`,
        )
      for (const one of candidates === true ? [[]] : (candidates as readonly unknown[])) {
        const args = argsOf(one)
        all.push(isMove ? { move: name, args } : { event: name, args })
      }
    }
    return all
  }
}

function fromEnumerate(enumerate: (...all: unknown[]) => unknown): Enumerate {
  const takesObject = isOfObject(enumerate)
  const { [ENUMERATE]: ask } = watched({ [ENUMERATE]: enumerate }, [ENUMERATE])
  return (G, ctx, playerID) => {
    const found = takesObject ? ask({ G, ctx, playerID }) : ask(G, ctx, playerID)
    if (!Array.isArray(found))
      throw new GameError(`ai.enumerate returned ${String(found)}, expected a list of moves`, enumerate)
    const decisions = found.map(one => decisionOf(one, enumerate))
    for (const one of decisions)
      if ('event' in one && !isEvent(one.event))
        throw new GameError(
          `ai.enumerate lists the event ${one.event}, expected one of ${EVENT_NAMES.join(', ')}${didYouMean(one.event, EVENT_NAMES)}`,
          enumerate,
        )
    return decisions
  }
}

/** Whether a function takes one object with G, ctx and playerID rather than G itself, by its text. */
function isOfObject(enumerate: (...all: unknown[]) => unknown): boolean {
  if (enumerate.length > 1) return false
  const text = Function.prototype.toString.call(enumerate)
  const [, first = ''] =
    /^[^(]*?\(?\s*(\{[^}]*\}|[\w$]+)/.exec(text.replace(/^(async\s+)?function[^(]*/, '')) ?? []
  if (first.startsWith('{')) return /\b(G|ctx|playerID)\b/.test(first)
  return (
    first !== '' && new RegExp(`(^|[^\\w$.])${first.replaceAll('$', '\\$')}\\.(G|ctx|playerID)\\b`).test(text)
  )
}

/** Reads {move, args}, {event, args}, or what makeMove and gameEvent return. */
function decisionOf(given: unknown, enumerate: (...all: unknown[]) => unknown): Decision {
  if (typeof given === 'object' && given !== null) {
    const { move, event, args, type, payload } = given as Readonly<Record<string, unknown>>
    if (typeof move === 'string') return { move, args: argsOf(args) }
    if (typeof event === 'string') return { event, args: argsOf(args) }
    if (typeof payload === 'object' && payload !== null) {
      const { type: name, args: given } = payload as { type?: unknown; args?: unknown }
      if (typeof name === 'string' && type === 'MAKE_MOVE') return { move: name, args: argsOf(given) }
      if (typeof name === 'string' && type === 'GAME_EVENT') return { event: name, args: argsOf(given) }
    }
  }
  throw new GameError(
    `ai.enumerate lists ${reasonOf(JSON.stringify(given))}, expected { move, args } or { event, args }`,
    enumerate,
  )
}

/** Arguments as boardgame.io takes them: a list, or one by itself. */
function argsOf(args: unknown): readonly unknown[] {
  return args === undefined ? [] : Array.isArray(args) ? args : [args]
}

/** A decision as records and messages write it: clickCell(4). */
export function textOfDecision(decision: Decision): string {
  const name = 'move' in decision ? decision.move : decision.event
  return decision.args.length === 0
    ? name
    : `${name}(${decision.args.map(arg => JSON.stringify(arg) ?? 'undefined').join(',')})`
}
