/** What to say of a game of the user's that throws in a match. */
import { dirname } from 'node:path'
import { oneLine, settingDifferences, shellWord } from '../../documents/index.ts'
import type { GameInfo } from '../../engine/contract/index.ts'
import { parseFormat, placeIn, reasonOf } from '../../engine/modules/index.ts'
import { findGame } from '../../engine/registry/index.ts'
import { type Experiment, gameNameOf, type Variant } from '../experiment/index.ts'
import { LOST_REASON_MAX, type LostBlock } from '../match/fault.ts'

/** Most moves shown, the last ones. */
const MOVES_SHOWN = 12

/** The match, and the participant asked in it, or -1. */
interface FailedMatch {
  readonly variant: number
  readonly lineup: number
  readonly block: number
  readonly rotation: number
  readonly asked: number
}

export class GameFailure extends Error {
  readonly match: FailedMatch
  readonly #experiment: Experiment
  readonly #info: GameInfo

  constructor(experiment: Experiment, cause: unknown, match: FailedMatch, info: GameInfo) {
    super('a game threw', { cause })
    this.match = match
    this.#experiment = experiment
    this.#info = info
  }

  /**
   * What was thrown, where in the user's code, and how the match came there: by these moves, null if unknown.
   * Reports hold it, so places are relative to the game's folder, the same on every machine.
   */
  reason(moves: readonly string[] | null): string {
    return this.#reason(moves, dirname(parseFormat(gameNameOf(this.#experiment)).file))
  }

  /** The same with the match and a hint, for an error that ends a run. */
  words(moves: readonly string[] | null): string {
    return failureWords(this.#experiment, { ...this.match, reason: this.#reason(moves) })
  }

  #reason(moves: readonly string[] | null, folder?: string): string {
    const place = placeIn(this.cause, folder) ?? 'the game'
    return oneLine(`${place}: ${reasonOf(this.cause)}${this.#thought()}${pathOf(moves)}`, LOST_REASON_MAX)
  }

  #thought(): string {
    const { seats, type } = this.#info
    const { lineup, asked, rotation } = this.match
    const who = this.#experiment.lineups[lineup]!.participants[asked]?.agent
    if (who === undefined) return ''
    const seat = seats[(asked - rotation + seats.length) % seats.length]
    const what =
      type.information === 'perfect'
        ? 'during its search'
        : 'during its search, in a guess at hidden information'
    return `, when ${who} had to decide for ${seat}, ${what}`
  }
}

/** Why a game failed, in which match, and what to do. */
export function failureWords(
  experiment: Experiment,
  { variant, block, rotation, reason }: Omit<LostBlock, 'decision'>,
): string {
  const { variants } = experiment
  const { name } = variants[variant]!
  const rules = rulesWords(experiment, variants[variant]!)
  const hint = `evenhand check-game ${shellWord(gameNameOf(experiment))}${rules} --matches 2000 may find the cause`
  return `${reason}; in block ${block}, rotation ${rotation} of ${name}; ${hint}`
}

/** A variant's rules as options: " --rules goal=12 bonus=2"; empty for the defaults. */
function rulesWords(experiment: Experiment, { rules }: Variant): string {
  const { schema } = findGame(gameNameOf(experiment))
  const changed = settingDifferences(schema, schema.parse({}), rules).flatMap(({ key, b }) =>
    b === undefined ? [] : [shellWord(`${key}=${JSON.stringify(b)}`)],
  )
  return changed.length === 0 ? '' : ` --rules ${changed.join(' ')}`
}

/** The moves to a position, to end a sentence about it; null if a replay doesn't come there. */
export function pathOf(moves: readonly string[] | null): string {
  if (moves === null) return ', but not when evenhand replays the match'
  if (moves.length === 0) return ', before the first move'
  const shown = moves.slice(-MOVES_SHOWN).join(', ')
  return `, reached by ${moves.length === 1 ? '1 move' : `${moves.length} moves`}: ${moves.length > MOVES_SHOWN ? '..., ' : ''}${shown}`
}
