/** Which of the matches that a page names have no page of their own, and why. */
import { counted } from '../formatting.ts'

/** Matches of a line-up that are not shown, all for one reason. */
export interface Lacking {
  readonly variant: string
  readonly lineup: string
  /** How many; 0 where none of the line-up is counted yet. */
  readonly matches: number
  /** Why, as a clause: "played by players whose policies are gone". */
  readonly why: string
}

/** Line-ups that are told one by one. */
const TOLD = 12

/**
 * A line for each of the first ones, and how many more there are: "./mine.js vs greedy: 4 matches, played with ./mine.js, ...". Of a run of
 * several variants (`isSwept`) the variant comes first.
 */
export function lackingWords(all: readonly Lacking[], isSwept: boolean): string[] {
  const rest = all.length - TOLD
  return [
    ...all.slice(0, TOLD).map(({ variant, lineup, matches, why }) => {
      const words = matches === 0 ? why : `${counted(matches, 'match', 'matches')}, ${why}`
      return `${isSwept ? `${variant}, ` : ''}${lineup}: ${words}`
    }),
    ...(rest > 0 ? [`${counted(rest, 'more line-up')}`] : []),
  ]
}
