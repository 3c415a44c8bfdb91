/** Runs without a verdict that play on for as many matches as the report advises: how often that is enough. */
import { type Look, PLANNED } from '../../../sim/stats/looks.ts'
import { blocksForVerdict } from '../../../sim/stopping.ts'
import { generator } from '../../../test/stats/blocks.ts'
import { asked, kindAt, openOf } from './designers.ts'
import type { SeatGame } from './runs.ts'

/** What the advice supposes, and where further blocks come from: the game, or what it looks like after those played. */
export type Supposition = 'fair' | 'as it looks' | 'as it is'

/** The shares of open runs for which as many matches as advised were enough. */
export interface AdviceKept {
  /** Runs without a verdict after the matches planned that were given a number. */
  readonly open: number
  readonly enough: number
  /** How many more matches they were advised, on average. */
  readonly more: number
}

/** Runs that would take more blocks are left out. */
const MOST = 20_000
const [FIRST, SECOND] = PLANNED as readonly [Look, Look]

/** Plays this many experiments of `planned` blocks, and extends those without a verdict by the advice for the assumption. */
export function adviceKept(
  game: SeatGame,
  supposition: Supposition,
  planned: number,
  experiments: number,
  seed: number,
): AdviceKept {
  const random = generator(seed)
  let [open, enough, more] = [0, 0, 0]
  for (let experiment = 0; experiment < experiments; experiment++) {
    const { hists, draws } = played(game, planned, random)
    if (kindAt(hists, game, FIRST) !== 'inconclusive') continue
    const at = { look: SECOND, level: asked(game).level }
    const { fair, uneven } = blocksForVerdict(openOf(hists, game, FIRST), at, MOST)
    const needed = supposition === 'fair' ? fair : uneven
    if (needed === Infinity) continue
    const further = needed - planned
    if (supposition === 'as it looks') again(hists, draws, further, random)
    else game.play(hists, further, random)
    const kind = kindAt(hists, game, SECOND)
    open++
    enough += Number(supposition === 'fair' ? kind === 'fair' : kind !== 'inconclusive')
    more += further * game.seats
  }
  return { open, enough: enough / open, more: more / open }
}

const emptyHists = ({ seats, max }: SeatGame): number[][] =>
  Array.from({ length: seats }, () => new Array<number>(max + 1).fill(0))

/** Blocks, with what each of them was for every seat. */
function played(game: SeatGame, blocks: number, random: () => number) {
  const hists = emptyHists(game)
  const draws = Array.from({ length: blocks }, () => {
    const one = emptyHists(game)
    game.play(one, 1, random)
    const sums = one.map(hist => hist.indexOf(1))
    for (const [seat, sum] of sums.entries()) hists[seat]![sum]!++
    return sums
  })
  return { hists, draws }
}

/** Draws further blocks from those played. */
function again(
  hists: readonly number[][],
  draws: readonly number[][],
  blocks: number,
  random: () => number,
): void {
  for (let block = 0; block < blocks; block++)
    for (const [seat, sum] of draws[Math.floor(random() * draws.length)]!.entries()) hists[seat]![sum]!++
}
