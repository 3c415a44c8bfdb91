/** How players learned, and on what where it is not what they play. */
import type { CellResult } from '../../sim/chunks/results.ts'
import { type Experiment, isLearner, type ScoreEstimate, type Variant } from '../../sim/experiment/index.ts'
import { counted, inWords, thousands } from '../formatting.ts'

/** "trained on v0.2", where a cell's learners play rules that their policy does not know; otherwise empty. */
export function learnedOnWords({ cell: { lineup, variant } }: CellResult): string {
  const on = variant.policy?.learnedOn
  return on !== undefined && lineup.participants.some(isLearner) ? `trained on ${on}` : ''
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
      `${agents.length === 1 ? `The ${agents[0]!} player was` : `The ${inWords(agents)} players were`} trained on ${on}, not on ${inWords(named)}. ` +
      'Players trained on the new rules might play differently (--learn).'
    )
  })
}

/** "3 players of each variant: 6 rounds of 200 matches" where players learn before the run; otherwise empty. */
export function learningWords({ learn, variants }: Experiment): string {
  if (!learn) return ''
  const { from, generations, seeds, rounds, matches, shared } = learn
  const leagues = generations ? ` and ${counted(generations, 'further generation')} of each` : ''
  const players = `${counted(seeds, 'player', 'players')}${leagues}${isOneLearned(variants) ? '' : ' of each variant'}`
  const own = `${counted(rounds, 'round', 'rounds')} of ${counted(matches, 'match', 'matches')}`
  return shared
    ? `${players}: ${counted(shared.rounds, 'round', 'rounds')} on ${variants[0]!.name}, shared by all, then ${own} on each variant's own rules`
    : `${players}${from ? ', from shipped ones' : ''}: ${own}`
}

/** Warnings of players of several variants who learned their first rounds together, and of members who did. */
export function sharedWarnings({ learn, variants }: Experiment): string[] {
  const starts = Math.min(...(learn?.from ?? []).map(({ length }) => length))
  if (learn && learn.seeds > starts)
    return [
      `${learn.seeds} players start from ${counted(starts, 'shipped one', 'shipped ones')}, so some are alike, and intervals may be too narrow (learn: from: none trains all from nothing).`,
    ]
  if (!learn?.shared || isOneLearned(variants)) return []
  const rounds = learn.shared.rounds === 1 ? 'round' : `${learn.shared.rounds} rounds`
  return [
    `All players learned their first ${rounds} on ${variants[0]!.name}. ` +
      'They may keep its habits, so variants may look more alike than they are.',
  ]
}

/** Warnings of players that are not shown to beat greedy, which may not have learned to play: a verdict by them says little. */
export function weakWarnings({ learn, lineups, seats, variants }: Experiment): string[] {
  if (!lineups.some(({ participants }) => participants.some(isLearner))) return []
  const fair = 1 / seats.length
  const weak = (learn?.policies ?? []).flatMap((members, v) => {
    const { name, without } = variants[v]!
    if (without !== undefined) return []
    const of = isOneLearned(variants) ? '' : ` of ${name}`
    return members.flatMap((policy, member) =>
      policy.weak
        ? [
            `${members.length === 1 ? 'The player' : `Player ${member + 1}`}${of} ${weakWords(policy.weak, fair)}`,
          ]
        : [],
    )
  })
  const rest = weak.length - NAMED
  const told = rest > 1 ? [...weak.slice(0, NAMED), `${counted(rest, 'more player')} like this`] : weak
  return told.map((text, i) =>
    i === 0 ? `${text}. Verdicts from weak players say little about the rules.` : `${text}.`,
  )
}

/** Warnings of shipped players that are not shown to be stronger than a plain search, whose verdict then says more. */
export function searchWarnings({ learn, lineups, seats, variants }: Experiment): string[] {
  if (learn || !lineups.some(({ participants }) => participants.some(isLearner))) return []
  const even = 100 / seats.length
  return variants.flatMap(({ name, policy }) => {
    const against = policy?.againstSearch
    if (!against || against.low > even) return []
    const { score, low, high, matches } = against
    const whose = variants.length === 1 ? 'The trained player' : `The trained player of ${name}`
    return [
      `${whose} doesn't clearly beat mcts:iterations=400 (${score.toFixed(1)} %, ${low.toFixed(1)} to ${high.toFixed(1)}, n ${matches}; even: ${even.toFixed(1)} %). Ask players that look ahead, too: --agents planner.`,
    ]
  })
}

/** "loses to greedy (12.5 %, 4.2 to 30.1, n 200)" of a player that is not shown to beat it; `fair` is its fair share. */
export function weakWords({ matches, score, low, high }: ScoreEstimate, fair: number): string {
  const [mean, from, to] = [score, low, high].map(share => (100 * share).toFixed(1))
  const what = high < fair ? 'loses to greedy' : "doesn't clearly beat greedy"
  return `${what} (${mean} %, ${from} to ${to}, n ${thousands(matches)})`
}

/** Whether only one variant is learned: who does without an asset plays by what was learned with it. */
const isOneLearned = (variants: readonly Variant[]): boolean =>
  variants.filter(({ without }) => without === undefined).length === 1
