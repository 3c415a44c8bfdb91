/**
 * Openings: what the first seat decides before another seat does, counted from the records of a run. In a
 * game of sealed orders that is its whole first turn. The members of a population are also counted one by
 * one.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { seatedMembers } from '../../sim/experiment/index.ts'
import { scoreInterval } from '../../sim/stats/interval.ts'

/** The parts of a record that count here. */
const Recorded = z.object({
  block: z.number(),
  rotation: z.number(),
  agents: z.array(z.string()),
  decisions: z.array(z.string()).min(1),
  winner: z.string().nullish(),
})
const Participant = z.object({ agent: z.string(), options: z.object({ file: z.string().optional() }) })
/** The parts of a manifest that count here. */
const Run = z.object({
  experiment: z.object({
    learn: z.object({ seeds: z.number() }).optional(),
    lineups: z.array(z.object({ name: z.string(), participants: z.array(Participant) })),
  }),
})

/** Matches with one opening: lost, drawn and won ones of the first seat. */
type Results = [number, number, number]

/** A player who names no policy: it is drawn from the population. */
function isTaught({ agent, options }: z.infer<typeof Participant>): boolean {
  return ['learned', 'planner'].includes(agent) && options.file === ''
}

/**
 * A row for each opening of a line-up, and of each member of its population in the first seat, the most frequent first:
 * `lineup`, `member` (from 1; empty for all of them), `rank` (from 1), `opening`, `matches`, `of` (all
 * matches of the line-up or member), `score` with its interval, which takes matches as independent,
 * `different` (how many openings were seen), and `effective`, how many equally frequent ones would be met
 * again as often: 1 / Σ share² (Simpson's index, as Hill's number of order 2). Throws an Error if the run has
 * no records.
 */
export function openingsIn(folder: string): Record<string, string>[] {
  const { experiment } = Run.parse(JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')))
  const seeds = experiment.learn?.seeds ?? 1
  const pairings = new Map(
    experiment.lineups.map(({ name, participants }) => {
      let draws = 0
      const drawOf = participants.map(one => (seeds > 1 && isTaught(one) ? draws++ : -1))
      return [name, { members: seeds, draws: Math.max(1, draws), drawOf }] as const
    }),
  )
  const counts = new Map<string, Map<string, Results>>()
  for (const line of readFileSync(join(folder, 'records.jsonl'), 'utf8').split('\n').filter(Boolean)) {
    const { block, rotation, agents, decisions, winner } = Recorded.parse(JSON.parse(line))
    const lineup = agents.join(' vs ')
    const first = decisions[0]!.split(' ', 1)[0]!
    const result = winner ? (winner === first ? 2 : 0) : 1
    const [member = -1] = seatedMembers(pairings.get(lineup)!, block, rotation)
    const members = member < 0 ? [''] : ['', String(1 + member)]
    for (const member of members)
      count(counts, JSON.stringify([lineup, member]), openingOf(decisions, first), result)
  }
  return [...counts].flatMap(([key, openings]) => rowsOf(JSON.parse(key), openings))
}

/** The first seat's decisions before another seat's first, without its name. */
function openingOf(decisions: readonly string[], first: string): string {
  const end = decisions.findIndex(text => !text.startsWith(`${first} `))
  return decisions
    .slice(0, end === -1 ? undefined : end)
    .map(text => text.slice(first.length + 1))
    .join(', ')
}

function count(
  counts: Map<string, Map<string, Results>>,
  key: string,
  opening: string,
  result: 0 | 1 | 2,
): void {
  const openings = counts.get(key) ?? new Map<string, Results>()
  counts.set(key, openings)
  const results = openings.get(opening) ?? [0, 0, 0]
  openings.set(opening, results)
  results[result]++
}

function rowsOf(
  [lineup, member]: [string, string],
  openings: Map<string, Results>,
): Record<string, string>[] {
  const sizes = [...openings].map(([opening, results]) => ({
    opening,
    results,
    matches: results.reduce((sum, one) => sum + one),
  }))
  const of = sizes.reduce((sum, { matches }) => sum + matches, 0)
  const met = sizes.reduce((sum, { matches }) => sum + (matches / of) ** 2, 0)
  return sizes
    .sort((a, b) => b.matches - a.matches || (a.opening < b.opening ? -1 : 1))
    .map(({ opening, results, matches }, i) => {
      const { mean, low, high } = scoreInterval(results, 2)
      return {
        lineup,
        member,
        rank: String(i + 1),
        opening,
        matches: String(matches),
        of: String(of),
        score: mean.toFixed(6),
        score_low: low.toFixed(6),
        score_high: high.toFixed(6),
        different: String(sizes.length),
        effective: (1 / met).toFixed(6),
      }
    })
}
