/** Who plays best: the order in which every report names its players. */
import { isRecord } from '../../documents/index.ts'
import type { CellResult, RunResult } from '../../sim/chunks/results.ts'
import {
  exploitedIn,
  isLearner,
  isMirror,
  type Lineup,
  type Participant,
  playerKey,
} from '../../sim/experiment/index.ts'
import { ladderOf } from './ladder/ladder.ts'
import { fieldOf } from './ladder/meetings.ts'

/** What is known of agents before they meet. Foreign ones come between greedy and mcts. */
const KNOWN: Readonly<Record<string, number>> = {
  random: 0,
  greedy: 1,
  mcts: 3,
  learned: 4,
  planner: 4,
}
const FOREIGN = 2
/** A learner that does not beat greedy. */
const WEAK = 0.5

/**
 * The agents of a run, the strongest first: by their Elo in the first variant if their matches connect them all,
 * else by what is known of them.
 */
export function playersInOrder(result: RunResult): readonly Participant[] {
  const { experiment, cells } = result
  const [first] = experiment.variants
  const own = cells.filter(({ cell }) => cell.variant.name === first?.name)
  const { agents } = fieldOf(own)
  const { rungs } = ladderOf(own)
  const elo = new Map(agents.map((agent, i) => [playerKey(agent), rungs[i]!.elo.elo]))
  const all = experiment.lineups
    .filter(lineup => exploitedIn(lineup) === null)
    .flatMap(({ participants }) => participants)
  const players = [...new Map(all.map(one => [playerKey(one), one])).values()]
  const ratings = players.map(one => elo.get(playerKey(one)) ?? Number.NaN)
  const isRated = players.length > 1 && ratings.every(rating => !Number.isNaN(rating))
  return players
    .map((one, i) => ({ one, by: [isRated ? ratings[i]! : 0, knownRank(result, one), iterationsOf(one)] }))
    .sort((a, b) => a.by.reduce((order, rank, i) => order || compare(b.by[i]!, rank), 0))
    .map(({ one }) => one)
}

/** Infinite ratings of who won or lost everything compare, too. */
const compare = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1)

function knownRank({ experiment: { learn } }: RunResult, one: Participant): number {
  const isWeak = isLearner(one) && learn?.policies?.[0]?.some(({ weak }) => weak)
  return isWeak ? WEAK : (KNOWN[one.agent] ?? FOREIGN)
}

const iterationsOf = ({ options }: Participant): number =>
  isRecord(options) && typeof options.iterations === 'number' ? options.iterations : 0

/** Line-ups in order: those in which one agent plays all seats, the strongest first, then the others by their players. */
export function lineupsInOrder(result: RunResult): readonly Lineup[] {
  const players = playersInOrder(result).map(playerKey)
  const ranks = ({ participants }: Lineup): number[] =>
    participants.map(one => players.indexOf(playerKey(one))).sort((a, b) => a - b)
  const place = (lineup: Lineup): number[] => [
    exploitedIn(lineup) ? 2 : isMirror(lineup) ? 0 : 1,
    ...ranks(lineup),
  ]
  return result.experiment.lineups
    .map(lineup => ({ lineup, at: place(lineup) }))
    .sort((a, b) => {
      const i = a.at.findIndex((rank, at) => rank !== b.at[at])
      return i < 0 ? 0 : a.at[i]! - (b.at[i] ?? -1)
    })
    .map(({ lineup }) => lineup)
}

/** Cells by variant, the strongest line-ups of each first. */
export function inOrder(result: RunResult, cells: readonly CellResult[]): readonly CellResult[] {
  const names = result.experiment.variants.map(({ name }) => name)
  const lineups = lineupsInOrder(result)
  const at = ({ cell }: CellResult): number =>
    names.indexOf(cell.variant.name) * lineups.length + lineups.indexOf(cell.lineup)
  return [...cells].sort((a, b) => at(a) - at(b))
}

/** The cells of a variant in which one agent plays all seats, the strongest first. */
export function mirrorsOf(result: RunResult, variant: number): readonly CellResult[] {
  const its = result.cells.filter(
    ({ cell }) => cell.variant.name === result.experiment.variants[variant]?.name,
  )
  return inOrder(
    result,
    its.filter(({ cell }) => isMirror(cell.lineup) && !exploitedIn(cell.lineup)),
  )
}
