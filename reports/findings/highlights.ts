/** The matches of a cell that are worth looking at, and why. */
import { lacksGauges } from '../../engine/plain/index.ts'
import type { CellResult, RunResult } from '../../sim/chunks/results.ts'
import { seatedMembers, wholeVariants } from '../../sim/experiment/index.ts'
import { endingCount, lengthsOf, matchesOf } from '../../sim/figures/reading.ts'
import type { Fault } from '../../sim/match/fault.ts'
import { summarize } from '../../sim/stats/moments.ts'
import {
  EXTREMES,
  type Extreme,
  highlightPlaces,
  type Place,
  type Sampled,
} from '../../sim/tally/highlights.ts'
import { counted, inWords } from '../formatting.ts'
import { lineupsInOrder } from './order.ts'

/** A match that is worth looking at. */
export interface Highlight extends Place {
  /** What it is picked by: `typical`, `closest`, `ending:goal`, `forfeit:2`. */
  readonly id: string
  /** The same in words. */
  readonly words: string
  /** The members of a population that played it, by seat, from 1; empty without one. */
  readonly members: string
  /** Why it was forfeited, if it was. */
  readonly fault: Fault | null
}

const WORDS: Readonly<Record<Extreme, string>> = {
  closest: 'the closest',
  lopsided: 'the most lopsided',
  comeback: 'the largest comeback',
  longest: 'the longest',
}

/** The highlights of a cell: typical, the extremes (of which gauges show all but one), the first of each ending, the first that each agent forfeited. */
export function highlightsOf(cell: CellResult): Highlight[] {
  const { info } = cell.game
  const { extremes, endings, sampled } = highlightPlaces(cell.highlights, info)
  const typical = typicalOf(cell, sampled)
  const found = (id: string, plain: string, place: Place | null, fault: Fault | null = null): Highlight[] => {
    if (place === null) return []
    const seated = seatedMembers(cell.pairings, place.block, place.rotation).filter(member => member >= 0)
    const names = seated.map(member => `${1 + member}`)
    const who = seated.length === 1 ? 'player' : 'players'
    const words = seated.length === 0 ? plain : `${plain}, by ${who} ${inWords(names)}`
    return [{ id, words, members: names.join(' '), block: place.block, rotation: place.rotation, fault }]
  }
  return [
    ...found('typical', 'a typical one', typical),
    ...EXTREMES.filter(id => id === 'longest' || !lacksGauges(info)).flatMap(id =>
      found(id, WORDS[id], extremes[id]),
    ),
    ...endings.flatMap((place, e) => {
      const { id, label } = info.endings[e]!
      return found(`ending:${id}`, `ended: ${label}`, place)
    }),
    ...cell.cell.lineup.participants.flatMap(({ label }, p) => {
      const fault = cell.faults.find(({ participant }) => participant === p) ?? null
      return found(`forfeit:${p + 1}`, `forfeited by ${label}`, fault, fault)
    }),
  ]
}

/** Matches to watch: a typical one, the closest, and the most dramatic, which is the largest comeback. */
const WATCHED = ['typical', 'closest', 'comeback'] as const
/** Instead of those that nothing shows, such as all comebacks in a game without gauges. */
const INSTEAD = 'longest'

/** A cell by its index, and its matches to watch, each once. */
export interface WatchedCell {
  readonly cell: CellResult
  readonly index: number
  readonly highlights: readonly Highlight[]
}

/**
 * What a page plays of a run: matches of the strongest player against itself, if one met itself, by the changed
 * rules if one change is compared, else by the baseline's. Null if nothing is played.
 */
export function watchedOf(result: RunResult): WatchedCell | null {
  const { cells, experiment } = result
  const variants = wholeVariants(experiment)
  const { name } = variants[variants.length === 2 ? 1 : 0]!
  const played = lineupsInOrder(result)
    .map(lineup => cells.findIndex(({ cell }) => cell.variant.name === name && cell.lineup === lineup))
    .filter(index => index >= 0 && matchesOf(cells[index]!) > 0)
  // Random play is dull to watch.
  const isRandom = (index: number): boolean =>
    cells[index]!.cell.lineup.participants.every(({ agent }) => agent === 'random')
  const index = played.find(one => !isRandom(one)) ?? played[0]
  if (index === undefined) return null
  const cell = cells[index]!
  const all = highlightsOf(cell)
  const of = (id: string): Highlight[] => all.filter(one => one.id === id)
  const chosen = WATCHED.flatMap(of)
  const highlights = chosen.length === WATCHED.length ? chosen : [...chosen, ...of(INSTEAD)]
  const isFirst = ({ block, rotation }: Highlight, i: number): boolean =>
    i === highlights.findIndex(one => one.block === block && one.rotation === rotation)
  return { cell, index, highlights: highlights.filter(isFirst) }
}

/** Of the sampled matches, that with the usual ending whose length is nearest to the median; the first of those that tie. */
function typicalOf(cell: CellResult, sampled: readonly Sampled[]): Place | null {
  const usual = usualEnding(cell)
  const median = summarize(lengthsOf(cell)).q50
  const distance = ({ ending, steps }: Sampled): [number, number] => [
    ending === usual ? 0 : 1,
    Math.abs(steps - median),
  ]
  return sampled.reduce<Sampled | null>((best, one) => {
    if (best === null) return one
    const [a, b] = [distance(one), distance(best)]
    return a[0] < b[0] || (a[0] === b[0] && a[1] < b[1]) ? one : best
  }, null)
}

/** The ending that most matches had, the first of those that tie. */
function usualEnding(cell: CellResult): number {
  const counts = cell.game.info.endings.map((_, ending) => {
    let sum = 0
    for (let winner = 0; winner <= cell.layout.seats; winner++) sum += endingCount(cell, ending, winner)
    return sum
  })
  return counts.indexOf(Math.max(...counts))
}

/** Matches of a line-up that are not shown, all for one reason. */
export interface Lacking {
  readonly variant: string
  readonly lineup: string
  /** How many; 0 where none of the line-up is counted yet. */
  readonly matches: number
  /** Why, as a clause: "played by players whose policies are gone". */
  readonly why: string
}

/** Most line-ups listed one by one. */
const MAX_LISTED = 12

/**
 * A line for each of the first ones, and how many more there are: "./mine.js vs greedy: 4 matches, played with ./mine.js, ...". Of a run of
 * several variants (`isSwept`) the variant comes first.
 */
export function lackingWords(all: readonly Lacking[], isSwept: boolean): string[] {
  const rest = all.length - MAX_LISTED
  return [
    ...all.slice(0, MAX_LISTED).map(({ variant, lineup, matches, why }) => {
      const words = matches === 0 ? why : `${counted(matches, 'match', 'matches')}, ${why}`
      return `${isSwept ? `${variant}, ` : ''}${lineup}: ${words}`
    }),
    ...(rest > 0 ? [`${counted(rest, 'more line-up')}`] : []),
  ]
}
