/** Learning a policy for some rules of a game, up to the bytes of its file. */
import { createHash } from 'node:crypto'
import { encodePolicy, type PolicyDescription } from '../agents/index.ts'
import { VERSION } from '../engine/package.ts'
import type { GameModule } from '../engine/registry/index.ts'
import { type LearnSettings, learn, type Round } from '../sim/learning/learn.ts'

export type { Round } from '../sim/learning/learn.ts'

export interface Learning {
  /** What the file says of itself. */
  readonly description: PolicyDescription
  /** The file. */
  readonly bytes: Uint8Array
  /** Whether the policy scores above the fair share against greedy, with all of its interval. */
  readonly beatsGreedy: boolean
}

/**
 * Learns. The same game, resolved rules and settings give the same bytes. `onRound` is told of every round; `between` is called before
 * every match and ends the learning by throwing.
 */
export async function learnPolicy(
  module: GameModule,
  ruleset: string,
  rules: unknown,
  settings: LearnSettings,
  onRound: (round: Round) => void,
  between: () => Promise<void>,
): Promise<Learning> {
  const { weights, rounds, beatsGreedy } = await learn(module.compile(rules), settings, onRound, between)
  const description: PolicyDescription = {
    version: VERSION,
    game: module.id,
    ruleset,
    rules: createHash('sha256').update(JSON.stringify(rules)).digest('hex'),
    seed: settings.seed,
    rounds,
  }
  return { description, bytes: encodePolicy(description, weights), beatsGreedy }
}
