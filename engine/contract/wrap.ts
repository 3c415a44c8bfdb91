/** Games that differ from another in a few methods. */
import type { CompiledGame } from './game.ts'

const RANDOM_PLAY = ['toMove', 'legal', 'chanceWeights', 'sample', 'apply', 'resolve'] as const

/** What the optional methods speak of or do without calling it. */
const INSIDE = {
  sampleStep: RANDOM_PLAY,
  sampleMatch: [...RANDOM_PLAY, 'gauge', 'sampleStep'],
  isIdle: ['toMove', 'passive', 'apply', 'resolve', 'gauge', 'result'],
  out: ['toMove', 'apply', 'resolve'],
  isRevealed: ['observe', 'determinize'],
} as const satisfies { readonly [Name in keyof CompiledGame]?: readonly (keyof CompiledGame)[] }

/**
 * A game that is `inner` but for the members given; whatever else the contract has, now or later, is passed on to
 * `inner`. The overriding methods are called as they are, without a `this`. The inner game's `sampleStep` and `sampleMatch` would go past those
 * that random play consists of, its `isIdle` would not know of those that decide what an action leads to, its `out` of those that
 * decide who moves again, nor its `isRevealed` of those that decide what is seen: with one of these among the members, the game has none unless that is given too.
 */
export function wrapGame(inner: CompiledGame, overrides: Partial<CompiledGame>): CompiledGame {
  const wrapped: Record<PropertyKey, unknown> = {}
  // An engine's methods stand on its prototype, and may use private fields: they are bound to the engine itself.
  for (const key of membersOf(inner)) {
    const member = (inner as unknown as Record<PropertyKey, unknown>)[key]
    wrapped[key] = typeof member === 'function' ? member.bind(inner) : member
  }
  for (const [optional, methods] of Object.entries(INSIDE))
    if (methods.some(key => key in overrides)) delete wrapped[optional]
  return { ...(wrapped as unknown as CompiledGame), ...overrides }
}

function membersOf(thing: object): Set<PropertyKey> {
  const keys = new Set<PropertyKey>()
  for (let at: object | null = thing; at !== null && at !== Object.prototype; at = Object.getPrototypeOf(at))
    for (const key of Reflect.ownKeys(at)) if (key !== 'constructor') keys.add(key)
  return keys
}
