/** Rules by which line-ups stop: which one counts for a line-up, and how many matches it may take at most. */
import { type Document, InputError } from '../../documents/index.ts'
import type { ExperimentFile } from './schema.ts'
import { isMirror, type Lineup, type StopRule } from './types.ts'

/** The most matches of a line-up that stops by a rule, where nobody sets them. */
const STOP_MATCHES = 1_000_000

/** A rule as files describe it. */
export type StopFile = NonNullable<ExperimentFile['stop']>

/** The margin, in points, that a rule asks about; undefined where it asks for none. */
export function marginAsked(stop: StopFile | undefined): number | undefined {
  return stop?.decide === undefined ? undefined : Number(stop.decide.split(' ').at(-1))
}

/** What a file and the command line say of when a line-up stops, and of its matches. */
export interface StopAsked {
  /** What the file says, and what replaces it. */
  readonly stop: StopFile | undefined
  readonly override: StopFile | undefined
  /** Matches that the file gives, and those that replace them. */
  readonly matches: number | undefined
  readonly replaced: number | undefined
  /** In points. */
  readonly margin: number
}

/**
 * A line-up with the rule that counts for it, if any. A question about seats is put to agents that play themselves alone. A rule of the command line
 * takes the place of the file's numbers of matches as well. Throws an InputError for a rule that can't be followed; `place` is that of the line-up.
 */
export function withRule(lineup: Lineup, asked: StopAsked, place: Document): Lineup {
  const { stop, override, matches, replaced, margin } = asked
  const rule = override ?? stop
  if (!rule || (rule.decide !== undefined && !isMirror(lineup))) return lineup
  const seats = lineup.participants.length
  const fail = (text: string): never => {
    throw new InputError(place.file, text, override ? null : place.at(['stop']))
  }
  if (rule.sprt && seats !== 2)
    fail(`found sprt in a game of ${seats} seats, expected width or decide: the test compares two`)
  const own = marginAsked(rule)
  if (own !== undefined && own !== margin)
    fail(
      `found "${rule.decide}", expected the margin of the experiment, ${margin}: it has one for all line-ups, which its key margin sets`,
    )
  const most = replaced ?? (override ? STOP_MATCHES : (matches ?? STOP_MATCHES))
  const { width, sprt } = rule
  const resolved: StopRule = {
    ...(width === undefined ? {} : { width }),
    ...(own === undefined ? {} : { decide: own }),
    ...(sprt === undefined ? {} : { sprt }),
    from: Math.ceil((rule.from ?? 0) / seats),
  }
  return { ...lineup, blocks: Math.ceil(most / seats), stop: resolved }
}
