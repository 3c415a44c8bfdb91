/** Giving up: a line-up in which the game of the user's fails is played no further, in the variants in which it does; all else is. */
import type { ChunkResult } from './chunk.ts'
import { failureWords } from './game-failure.ts'
import { LineupError } from './pool.ts'
import type { Results } from './results.ts'

type OnChunk = ((result: ChunkResult) => void) | undefined

/** Gives up the variants of a line-up in more of whose blocks the game has failed than may be lost. */
export function giveUpFailing(results: Results, lineup: number, onChunk: OnChunk): void {
  const { experiment } = results
  const { count } = results.ranges[lineup]!
  for (const v of experiment.variants.keys()) {
    const lost = results.lostOften(v, lineup)
    if (!lost) continue
    const of = `${count} ${count === 1 ? 'block' : 'blocks'} of ${experiment.lineups[lineup]!.name}`
    const where = `${lost.length} of ${of}, more than a run may lose`
    const reason = `the game fails in ${where}: ${failureWords(experiment, lost[0]!)}`
    giveUp(results, lineup, v, reason, onChunk)
  }
}

/** Gives a line-up up in one variant, or if that is null, in all that it has left. */
export function giveUp(
  results: Results,
  lineup: number,
  variant: number | null,
  reason: string,
  onChunk: OnChunk,
): void {
  for (const v of variant === null ? results.experiment.variants.keys() : [variant]) {
    if (!results.giveUp(v, lineup, reason)) continue
    // The journal keeps why, also where no further chunk of the line-up says it.
    const chunk = { lineup, from: 0, to: 0, givenUp: [{ variant: v, reason }] }
    onChunk?.({ chunk, done: 0, variants: [], milliseconds: 0 })
  }
}

/** Throws a LineupError that names what was given up, if anything was, and the first reason for it. */
export function throwGivenUp(results: Results, stopped: boolean): void {
  const { lineups, variants } = results.experiment
  const all = lineups.flatMap(({ name }, lineup) => {
    const givenUp = results.givenUp(lineup)
    return givenUp.length === 0 ? [] : [{ name, givenUp }]
  })
  const [first] = all
  if (!first) return
  const { reason } = first.givenUp[0]!
  if (lineups.length === 1 && first.givenUp.length === variants.length) throw new LineupError(reason)
  const [one, ...others] = all.flatMap(({ name, givenUp }) =>
    givenUp.length === variants.length
      ? [name]
      : givenUp.map(({ variant }) => `${name} by the rules of ${variants[variant]!.name}`),
  )
  const more = others.length === 0 ? '' : `; given up as well: ${others.join(', ')}`
  throw new LineupError(`${one}: ${reason}${more}${stopped ? '' : '; all else was played'}`)
}
