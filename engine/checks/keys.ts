/** Rule keys that change nothing. */
import { isRecord, settingsOf } from '../../documents/index.ts'
import { type CompiledGame, newEvents, newState, sampleStep } from '../contract/index.ts'
import type { GameModule } from '../registry/index.ts'
import { derive, RNG_WORDS, rootOf } from '../rng.ts'
import { finding, type GameFinding } from './finding.ts'

/** Random matches compared, most decisions of each, and most keys tried. */
const MATCHES = 8
const DECISIONS = 400
const KEYS = 100

/** A warning that names the keys whose other values play the same random matches. */
export function keysWithoutEffect(game: GameModule, rules: object): GameFinding[] {
  const before = traceOf(game.compile(rules))
  const idle: string[] = []
  for (const { key, value } of settingsOf(game.schema, rules).slice(0, KEYS)) {
    const path = key.split('.')
    const others = othersOf(value)
      .map(other => changed(rules, path, other))
      .filter(other => game.schema.safeParse(other).success)
    if (others.length > 0 && others.every(other => traceOr(game, other) === before)) idle.push(key)
  }
  if (idle.length === 0) return []
  return [
    finding(
      'warning',
      `rules without effect in ${MATCHES} random matches: ${idle.join(', ')}`,
      'use them through context.rules or remove them, unless they matter in rare positions only',
    ),
  ]
}

/** None for lists and for keys below names that users choose. */
function othersOf(value: unknown): unknown[] {
  if (typeof value === 'boolean') return [!value]
  if (typeof value !== 'number') return []
  return [value + 1, value - 1, value * 2, Math.floor(value / 2), 0, 1].filter(other => other !== value)
}

function changed(rules: object, [first = '', ...rest]: readonly string[], value: unknown): object {
  const inner = (rules as Record<string, unknown>)[first]
  return { ...rules, [first]: rest.length > 0 && isRecord(inner) ? changed(inner, rest, value) : value }
}

/** Rules that cannot be played count as different. */
function traceOr(game: GameModule, rules: object): string {
  try {
    return traceOf(game.compile(rules))
  } catch {
    return ''
  }
}

function traceOf(game: CompiledGame): string {
  const { info } = game
  const state = newState(info)
  const rng = new Int32Array(RNG_WORDS)
  const rngs = new Array<Int32Array>(32).fill(rng)
  const gauges = new Int32Array(info.gauges.length * info.seats.length)
  const parts: string[] = [info.seats.join()]
  for (let match = 0; match < MATCHES; match++) {
    const events = newEvents(info)
    derive(rng, rootOf('keys'), match, 0)
    game.start(state, events)
    for (let decisions = 0; decisions < DECISIONS; ) {
      const made = sampleStep(game, state, rngs, events)
      game.gauge(state, gauges, 0)
      parts.push(state.join(), gauges.join())
      if (made < 0) break
      decisions += made
    }
    if (game.toMove(state) === 0) {
      const returns = new Int32Array(info.seats.length)
      parts.push(`${game.result(state, returns)} ${returns.join()}`)
    }
  }
  return parts.join('\n')
}
