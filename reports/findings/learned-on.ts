/** What players learned on where it is not what they play. */
import type { CellResult } from '../../sim/chunks/results.ts'
import { type Experiment, isLearner } from '../../sim/experiment/index.ts'
import { counted, inWords } from '../formatting.ts'

/** "players learned on v0.2", where a cell's learners play rules that their policy does not know; otherwise empty. */
export function learnedOnWords({ cell: { lineup, variant } }: CellResult): string {
  const on = variant.policy?.learnedOn
  return on !== undefined && lineup.participants.some(isLearner) ? `players learned on ${on}` : ''
}

/** Variants that a warning names. */
const NAMED = 3

/** Warnings of players who have not learned what they play, one for each policy. */
export function learnedOnWarnings({ variants, lineups }: Experiment): string[] {
  const learners = lineups.flatMap(({ participants }) => participants.filter(isLearner))
  const agents = [...new Set(learners.map(({ label }) => label))]
  const played = variants.flatMap(({ name, policy }) =>
    policy?.learnedOn === undefined ? [] : [{ name, on: policy.learnedOn }],
  )
  return [...new Set(played.map(({ on }) => on))].map(on => {
    const names = played.filter(one => one.on === on).map(({ name }) => name)
    const rest = names.length - NAMED
    const named = rest > 0 ? [...names.slice(0, NAMED), counted(rest, 'more variant')] : names
    return (
      `${inWords(agents)}: players of ${inWords(named)} learned on ${on}, not on these rules; ` +
      'those who learn them may play otherwise (--learn, or learn in the experiment file, teaches them first).'
    )
  })
}
