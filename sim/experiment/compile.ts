/** The games of variants: one each, shared by all trusted code, and separate ones for foreign agents. */

import type { CompiledGame, GameFormat } from '../../engine/contract/index.ts'
import { freezeClassOf, freezeData, onGameWork } from '../../engine/modules/index.ts'
import { weighsOnlyResult } from '../../engine/plain/index.ts'
import { findGame, type GameModule } from '../../engine/registry/index.ts'
import { beatGame } from '../match/heartbeat.ts'
import { idleSeats } from '../match/trial.ts'
import { type Experiment, gameNameOf, type Variant } from './types.ts'

export function experimentOf({ id, source }: GameModule): Pick<Experiment, 'game' | 'source'> {
  return { game: id, source }
}

/** By rules object: a game lives as long as the rules that it was compiled from. */
const games = new WeakMap<object, CompiledGame>()

/** A variant's game, compiled once on each thread. Callers must not change it. */
export function gameOf(
  experiment: Pick<Experiment, 'game' | 'source'>,
  { rules }: Pick<Variant, 'rules'>,
): CompiledGame {
  const known = games.get(rules)
  if (known) return known
  const compiled = findGame(gameNameOf(experiment)).compile(rules)
  if (experiment.source) showWork(compiled)
  games.set(rules, compiled)
  return compiled
}

/** What to tell the user about the games before a run, each line once. */
export function notesOf(experiment: Experiment): string[] {
  const games = experiment.variants.map(variant => gameOf(experiment, variant))
  const { format } = findGame(gameNameOf(experiment))
  // Games of boardgame.io say it themselves.
  const saysIdle = !experiment.source || format === 'boardgame.io'
  const notes = games.flatMap(game => [...(game.notes ?? []), ...(saysIdle ? [] : idleNotes(game))])
  return [...new Set([...notes, ...greedyNotes(experiment, games, format)])]
}

/** If greedy plays a game without gauges to go by, its verdict would be one on random play. */
function greedyNotes(
  { source, lineups }: Experiment,
  [first]: readonly CompiledGame[],
  format: GameFormat | undefined,
): string[] {
  const isAsked = lineups.some(({ participants }) => participants.some(({ agent }) => agent === 'greedy'))
  if (!isAsked || !source || !weighsOnlyResult(first!.info)) return []
  const gauges = format === 'boardgame.io' ? 'score (evenhand.score)' : 'gauges'
  return [
    `${first!.info.id} has no ${gauges}, so greedy can't tell who is ahead and plays at random until a move wins`,
  ]
}

/** A verdict on a user's game would say that a seat wins where the other was never asked. */
function idleNotes(game: CompiledGame): string[] {
  const idle = idleSeats(game)
  if (idle.length === 0) return []
  return [
    `${game.info.id}: ${idle.join(' and ')} never got a turn in random matches. Does apply pass the turn on? Run evenhand check-game`,
  ]
}

/** Makes a user's game show in its thread's heartbeat whenever it carries out a decision. */
function showWork(game: CompiledGame): void {
  const apply = game.apply.bind(game)
  const value: CompiledGame['apply'] = (state, seat, action, events) => {
    beatGame()
    apply(state, seat, action, events)
  }
  // A game that its author froze hangs unseen in a search, and is seen between matches.
  Reflect.defineProperty(game, 'apply', { value })
  // In random matches, it carries them out by itself.
  onGameWork(beatGame)
}

/**
 * A variant's game compiled again for a foreign agent, which can do anything to it without affecting a match.
 * What it shares with other games is frozen: its class, and constants in its description. Its `gauge` may be
 * called without the offset, as agents for version 0.2.0 do, or nothing would be written and nobody would
 * notice.
 */
export function separateGameOf(
  experiment: Pick<Experiment, 'game' | 'source'>,
  { rules }: Pick<Variant, 'rules'>,
): CompiledGame {
  const compiled = findGame(gameNameOf(experiment)).compile(rules)
  for (const part of [compiled, compiled.text]) freezeClassOf(part)
  freezeData(compiled.info)
  const gauge = compiled.gauge.bind(compiled)
  const value: CompiledGame['gauge'] = (state, out, at = 0) => gauge(state, out, at)
  // A plain assignment would fail, because the class is frozen.
  Object.defineProperty(compiled, 'gauge', { value })
  return compiled
}
