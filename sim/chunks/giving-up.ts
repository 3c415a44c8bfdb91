/** Giving up: where a game of the user's or a spot check fails, a line-up ends; all else is played. */
import type { ChunkResult } from './chunk.ts'
import { failureWords } from './game-failure.ts'
import { LineupError } from './pool.ts'
import type { Results } from './results.ts'

type OnChunk = ((result: ChunkResult) => void) | undefined

/** Gives up variants of a line-up that lost more blocks than they may. */
export function giveUpFailing(results: Results, lineup: number, onChunk: OnChunk): void {
  const { experiment } = results
  const { count } = results.ranges[lineup]!
  for (const v of experiment.variants.keys()) {
    const lost = results.lostOften(v, lineup)
    if (!lost) continue
    const of = `${count} ${count === 1 ? 'block' : 'blocks'} of ${experiment.lineups[lineup]!.name}`
    const where = `${lost.length} of ${of}, more than the limit`
    const reason = `the game fails in ${where}: ${failureWords(experiment, lost[0]!)}`
    giveUp(results, lineup, v, reason, onChunk)
  }
}

/** `variant` is null for all. */
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

/** An error with all that was given up and the first reason; null if nothing was. */
export function givenUpError(results: Results, stopped: boolean): LineupError | null {
  const { lineups, variants } = results.experiment
  const all = lineups.flatMap(({ name }, lineup) => {
    const givenUp = results.givenUp(lineup)
    return givenUp.length === 0 ? [] : [{ name, givenUp }]
  })
  const [first] = all
  if (!first) return null
  const { reason } = first.givenUp[0]!
  if (lineups.length === 1 && first.givenUp.length === variants.length) return new LineupError(reason)
  const [one, ...others] = all.flatMap(({ name, givenUp }) =>
    givenUp.length === variants.length
      ? [name]
      : givenUp.map(({ variant }) => `${name} by the rules of ${variants[variant]!.name}`),
  )
  const more = others.length === 0 ? '' : `; also given up: ${others.join(', ')}`
  return new LineupError(`${one}: ${reason}${more}${stopped ? '' : '; everything else was played'}`)
}
