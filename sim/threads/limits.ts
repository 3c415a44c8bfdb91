/** Limits of agents and their threads, and the errors for exceeding them. */
import { dirname } from 'node:path'
import { parseFormat, placeAmong, reasonOf } from '../../engine/modules/index.ts'
import type { Chunk } from '../chunks/chunk.ts'
import { type Experiment, gameNameOf, type Participant } from '../experiment/index.ts'
import { REASON_MAX } from '../match/fault.ts'
import { LOADING, MAKING, type PendingDecision } from '../match/heartbeat.ts'
import type { ThreadPlace } from './place.ts'
import type { ChunkLimits } from './watchdog.ts'

/** Seconds for a thread to start, beyond those for a decision. */
export const START_SECONDS = 10

/** A chunk's limits. Built-in agents can't hang in a built-in game. */
export function limitsOf(experiment: Experiment, { lineup }: Chunk): ChunkLimits {
  const asked = experiment.lineups[lineup]!.participants.map(one => secondsPerDecision(experiment, one))
  const { decisionSeconds, source } = experiment
  const playing = source ? decisionSeconds : Number.POSITIVE_INFINITY
  const ended = source || modulesIn(experiment).length > 0 ? decisionSeconds : Number.POSITIVE_INFINITY
  return { asked, waiting: ended + START_SECONDS, playing, ended }
}

/** Paths of the agent modules of all line-ups, or of some. */
export function modulesIn({ lineups }: Experiment, some?: ReadonlySet<number>): string[] {
  const all = lineups.filter((_, l) => !some || some.has(l)).flatMap(({ participants }) => participants)
  return [...new Set(all.filter(({ module }) => module !== undefined).map(({ agent }) => agent))]
}

/** Why a run ends whose threads hang while they play nothing. */
export function hangReason(
  experiment: Experiment,
  begun: ReadonlySet<number>,
  times: number,
  inGame: string | null,
): string {
  const modules = modulesIn(experiment, begun)
  if (experiment.source && (modules.length === 0 || inGame !== null))
    return (
      `game module ${gameNameOf(experiment)} hung its threads ${times} times for more than ${experiment.decisionSeconds} s without a decision${inGame === null ? '' : `, ${inGame}`}; ` +
      'expected its functions to return'
    )
  const subject =
    modules.length === 1 ? `agent module ${modules[0]}` : `one of the agent modules ${modules.join(', ')}`
  return (
    `${subject} hung its threads ${times} times for more than ${experiment.decisionSeconds} s between decisions; ` +
    'expected its timers and promises to end'
  )
}

/**
 * Why a block is lost in which the game hangs, to be continued by the moves. Reports hold it: where a loop was
 * stopped is chance, the function isn't.
 */
export function hungBlockReason(experiment: Experiment, entry: ThreadPlace['entry'] | null): string {
  const folder = dirname(parseFormat(gameNameOf(experiment)).file)
  const what = entry === null ? 'the game' : `${placeAmong([entry], folder)}: ${entry.name || 'the game'}`
  return `${what} doesn't return within ${experiment.decisionSeconds} s of CPU time`
}

/** The match in which a thread was lost, so that it can be found again; empty if there was none. */
export function matchWords(
  { variants, seed }: Experiment,
  match: { readonly variant: number; readonly block: number; readonly rotation: number } | null,
): string {
  if (match === null) return ''
  return `block ${match.block}, rotation ${match.rotation} of ${variants[match.variant]!.name}, seed ${seed}`
}

/** Why a line-up ends if the user's game ends threads; `reason` is `overrunReason`'s or `exitReason`'s. */
export function gameLossReason(experiment: Experiment, reason: string, times: number, match: string): string {
  return `game module ${gameNameOf(experiment)}: a thread ${reason}, ${times} times, in ${match}`
}

/**
 * Built-in agents have no limit, since users choose their iterations. But a user's game shows every decision
 * that they try, and none of these may take longer.
 */
export function secondsPerDecision({ decisionSeconds, source }: Experiment, { module }: Participant): number {
  return module === undefined && !source ? Number.POSITIVE_INFINITY : decisionSeconds
}

/** Which limit an agent hits first depends on the machine, and reports must not: the reason covers both. */
export function overrunReason(experiment: Experiment, participant: Participant | null): string {
  const seconds =
    participant === null ? Number.POSITIVE_INFINITY : secondsPerDecision(experiment, participant)
  return Number.isFinite(seconds)
    ? `used more than ${seconds} s of CPU time (--decision-seconds) or all the memory of its thread`
    : 'ran out of memory: allow more with --memory, or use fewer --threads'
}

/** From the pool's error. */
export function exitReason(error: Error): string {
  const exited = /^worker exited with code: (\d+)$/.exec(error.message)
  return exited
    ? `ended its thread with exit code ${exited[1]}`
    : `ended its thread: ${reasonOf(error, REASON_MAX)}`
}

export function placeOf(
  { lineups }: Experiment,
  { lineup, from, to }: Chunk,
  question: PendingDecision | null,
): string {
  const { name, participants } = lineups[lineup]!
  if (question?.decision === MAKING || question?.decision === LOADING)
    return `agent ${participants[question.participant]!.label} cannot be made`
  return `blocks ${from} to ${to - 1} of ${name} cannot be played`
}
