/** Who played whom in a variant, and who is ahead: the data of ladders. */
import type { CellResult } from '../../../sim/chunks/results.ts'
import { exploitedIn, type Participant, playerKey } from '../../../sim/experiment/index.ts'
import { blocksOf, matchesOf, scoreOf } from '../../../sim/figures/reading.ts'
import { studentTwoSided } from '../../../sim/stats/distributions.ts'
import { differenceOf, dispersion, type Interval, type SpreadInterval } from '../../../sim/stats/interval.ts'
import { type Look, lookNormalP, strictest } from '../../../sim/stats/looks.ts'
import { holm } from '../../../sim/stats/paired.ts'
import { isMirror } from '../verdicts/verdicts.ts'

/** Two agents, by their numbers: one seat for `lone`, all others for `others`. */
export interface Met {
  readonly lone: number
  readonly others: number
  readonly cell: CellResult
  /** Mean share of a whole win of `lone`. */
  readonly score: SpreadInterval
}

/** The agents of a variant that play themselves or met another one, and these meetings. */
export interface RatedField {
  /** By number, in the order in which the line-ups name them. */
  readonly agents: readonly Participant[]
  /** The cell in which an agent plays all seats; undefined if there is none. */
  readonly mirrors: readonly (CellResult | undefined)[]
  readonly met: readonly Met[]
}

/** The field of a variant's cells. Line-ups of three agents or more, of two with several seats each, and of exploiters are left out. */
export function fieldOf(cells: readonly CellResult[]): RatedField {
  const agents: Participant[] = []
  const numberOf = (participant: Participant): number => {
    const known = agents.findIndex(agent => playerKey(agent) === playerKey(participant))
    return known >= 0 ? known : agents.push(participant) - 1
  }
  const mirrors: (CellResult | undefined)[] = []
  const met: Met[] = []
  for (const cell of cells) {
    // An agent that knows its opponent doesn't measure strength.
    if (exploitedIn(cell.cell.lineup)) continue
    const { participants } = cell.cell.lineup
    if (isMirror(cell.cell.lineup)) {
      const agent = numberOf(participants[0]!)
      mirrors[agent] ??= cell
      continue
    }
    const at = alone(participants)
    if (at < 0) continue
    const lone = numberOf(participants[at]!)
    const others = numberOf(participants[at === 0 ? 1 : 0]!)
    met.push({ lone, others, cell, score: scoreOf(cell, 'participant', at) })
  }
  return { agents, mirrors: agents.map((_, agent) => mirrors[agent]), met }
}

/** The position of the one participant among others that are all the same; -1 if there is none. */
function alone(participants: readonly Participant[]): number {
  return participants.findIndex((one, at) => {
    const others = participants.filter((_, other) => other !== at).map(playerKey)
    return others.every(other => other === others[0] && other !== playerKey(one))
  })
}

/** How two agents did against each other, `agent` being the earlier one in the field. */
export interface Matchup {
  readonly agent: number
  readonly opponent: number
  /** `agent` as a single seat against its opponent, and the other way round: with two seats, one line-up is the first. */
  readonly alone: Met | undefined
  readonly among: Met | undefined
  readonly matches: number
  readonly blocks: number
  /**
   * By how much of a whole win `agent` is ahead, from -1 to 1: its score above the fair share as a single seat, and its opponent's below
   * it, on average. With two seats, its score less one half.
   */
  readonly advantage: Interval
  /** Two-sided p-value of an advantage of 0, for one look and anytime. */
  readonly p: number
  readonly anytimeP: number
  /** The look at which the two are judged. */
  readonly look: Look
}

/** The pairs that met, the earlier agents first. */
export function pairsOf({ agents, met }: RatedField): Matchup[] {
  return agents.flatMap((_, agent) =>
    agents.flatMap((_, opponent) => (agent < opponent ? pairOf(met, agent, opponent) : [])),
  )
}

function pairOf(met: readonly Met[], agent: number, opponent: number): Matchup[] {
  const played = met.filter(({ cell }) => matchesOf(cell) > 0)
  const alone = played.find(({ lone, others }) => lone === agent && others === opponent)
  const among = played.find(({ lone, others }) => lone === opponent && others === agent)
  const sides = [alone, among].flatMap(one => (one ? [one] : []))
  if (sides.length === 0) return []
  const advantage = advantageOf(alone, among)
  const spreads = sides.map(evenSpread)
  const variance = spreads.reduce((sum, one) => sum + one.variance, 0)
  const squares = spreads.reduce((sum, one) => sum + one.variance ** 2 / one.df, 0)
  const t = (advantage.mean * sides.length) / Math.sqrt(variance)
  const p = studentTwoSided(t, Math.max(1, variance ** 2 / squares))
  const matches = sides.reduce((sum, { cell }) => sum + matchesOf(cell), 0)
  const blocks = sides.reduce((sum, { cell }) => sum + blocksOf(cell), 0)
  const look = strictest(sides.map(({ cell }) => cell.look))
  const anytimeP = lookNormalP(p, blocks, look)
  return [{ agent, opponent, alone, among, matches, blocks, look, advantage, p, anytimeP }]
}

/** At least one of the two is given. */
function advantageOf(alone: Met | undefined, among: Met | undefined): Interval {
  if (alone && among) {
    const { n, mean, low, high } = differenceOf(alone.score, among.score)
    return { n, mean: mean / 2, low: low / 2, high: high / 2 }
  }
  const { cell, score } = (alone ?? among)!
  const fair = 1 / cell.layout.seats
  const { n, mean, low, high } = score
  return alone
    ? { n, mean: mean - fair, low: low - fair, high: high - fair }
    : { n, mean: fair - mean, low: fair - high, high: fair - low }
}

/** The variance that a score would have if the agents were even, as in Wilson's interval, and its degrees of freedom. */
function evenSpread({ cell, score: { n, mean, sd } }: Met): { variance: number; df: number } {
  const fair = 1 / cell.layout.seats
  const phi = dispersion(n, mean, n > 1 ? sd * sd * (n - 1) : 0)
  return { variance: (phi * fair * (1 - fair)) / n, df: Math.max(1, n - 1) }
}

/** Three agents of which the first beats the second, the second the third, and the third the first. */
export interface Cycle {
  readonly agents: readonly [number, number, number]
  /** The largest of the three p-values, one-sided and anytime: all three must be shown (Berger, Technometrics 24, 1982). */
  readonly p: number
  /** The same, adjusted by Holm's method for all triples of the field. */
  readonly adjusted: number
}

/** The triples that go in a circle by their scores, the surest first. */
export function cyclesOf(count: number, pairs: readonly Matchup[]): Cycle[] {
  const beats = (a: number, b: number): number => {
    const pair = pairs.find(one => one.agent === Math.min(a, b) && one.opponent === Math.max(a, b))
    const ahead = pair ? (a < b ? 1 : -1) * pair.advantage.mean : 0
    return ahead > 0 ? pair!.anytimeP / 2 : 1
  }
  const all: { agents: [number, number, number]; p: number }[] = []
  for (let a = 0; a < count; a++)
    for (let b = a + 1; b < count; b++)
      for (let c = b + 1; c < count; c++) {
        const forth = Math.max(beats(a, b), beats(b, c), beats(c, a))
        const back = Math.max(beats(a, c), beats(c, b), beats(b, a))
        all.push(forth <= back ? { agents: [a, b, c], p: forth } : { agents: [a, c, b], p: back })
      }
  const adjusted = holm(all.map(({ p }) => p))
  return all
    .map((one, i) => ({ ...one, adjusted: adjusted[i]! }))
    .filter(({ p }) => p < 1)
    .sort((a, b) => a.p - b.p)
}
