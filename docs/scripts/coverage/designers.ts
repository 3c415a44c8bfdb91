/** Designers who plan a run, look at it, and play on: what they come to, by the looks that a run allows. */
import { scoreInterval } from '../../../sim/stats/interval.ts'
import { BETWEEN, type Look, lookInterval, PLANNED } from '../../../sim/stats/looks.ts'
import { POWER } from '../../../sim/stats/planning.ts'
import { boundedOfHistogram } from '../../../sim/stats/sequence.ts'
import { DEFAULT_MARGIN, judge } from '../../../sim/stats/verdict.ts'
import { blocksForVerdict } from '../../../sim/stopping.ts'
import { generator } from '../../../test/stats/blocks.ts'
import { ALPHA, type Kind, MOST_BLOCKS, type RunEnds, type SeatGame, tenthMore, together } from './runs.ts'

interface Visit {
  readonly blocks: number
  readonly look: Look
}

/** When a designer looks: after `last`, and given the histograms of the seats then; null for no more. */
type Designer = (
  planned: number,
  last: Visit | null,
  hists: readonly number[][],
  game: SeatGame,
) => Visit | null

const planIndex = (last: Visit | null): number => (last ? PLANNED.indexOf(last.look) : -1)

/** Looks once, after the matches planned. */
const asPlanned: Designer = (planned, last) => (last ? null : { blocks: planned, look: PLANNED[0]! })

/** Doubles the matches, twice at most, until there is a verdict. */
const extending: Designer = (planned, last) => {
  const next = planIndex(last) + 1
  const look = PLANNED[next]
  return look ? { blocks: planned * 2 ** next, look } : null
}

/** Watches the run, too, whenever it has grown by a tenth. */
const impatient: Designer = (planned, last) => {
  const at = last?.blocks ?? 0
  const number = Math.max(0, Math.ceil(Math.log2(Math.max(1, (at + 1) / planned))))
  const plan = PLANNED[number]
  if (!plan) return null
  const target = planned * 2 ** number
  const next = tenthMore(at)
  return next < target ? { blocks: next, look: BETWEEN } : { blocks: target, look: plan }
}

/** Plays as many more as the report advises. */
const advised: Designer = (planned, last, hists, game) => {
  if (!last) return { blocks: planned, look: PLANNED[0]! }
  const look = PLANNED[planIndex(last) + 1]
  if (!look) return null
  const { level } = asked(game)
  const needed = blocksForVerdict(openOf(hists, game, last.look), { look, level }, MOST_BLOCKS)
  return { blocks: Math.min(MOST_BLOCKS, needed.uneven, needed.fair), look }
}

export const DESIGNERS = { asPlanned, extending, impatient, advised }

/** The level of a seat's interval, the seats to judge, and their fair share. */
export function asked({ seats }: SeatGame): {
  readonly level: number
  readonly seats: number
  readonly fair: number
  readonly power: number
} {
  return {
    level: seats === 2 ? 1 - ALPHA : 1 - ALPHA / seats,
    seats: seats === 2 ? 1 : seats,
    fair: 1 / seats,
    power: seats === 2 ? POWER : 1 - (1 - POWER) / seats,
  }
}

/** The stakes of the seats that have no verdict. */
export function openOf(hists: readonly number[][], game: SeatGame, look: Look) {
  const { level, seats, fair, power } = asked(game)
  return hists
    .slice(0, seats)
    .map(hist => ({ ...boundedOfHistogram(hist, game.max), fair, margin: DEFAULT_MARGIN, power }))
    .filter(stakes => judge({ ...lookInterval(stakes, look, level), fair }).kind === 'inconclusive')
}

/** The verdict of a look at the seats' sums. */
export function kindAt(hists: readonly number[][], game: SeatGame, look: Look): Kind {
  const { level, seats, fair } = asked(game)
  return together(
    hists.slice(0, seats).map(hist => {
      const interval = lookInterval(boundedOfHistogram(hist, game.max), look, level)
      return judge({ ...interval, fair }).kind
    }),
  )
}

/** Plays this many experiments of `planned` blocks, each until the designer has a verdict or stops. */
export function designed(
  game: SeatGame,
  designer: Designer,
  planned: number,
  experiments: number,
  seed: number,
): RunEnds {
  const random = generator(seed)
  let [favours, fair, matches] = [0, 0, 0]
  for (let experiment = 0; experiment < experiments; experiment++) {
    const hists = Array.from({ length: game.seats }, () => new Array<number>(game.max + 1).fill(0))
    let kind: Kind = 'inconclusive'
    let last: Visit | null = null
    while (kind === 'inconclusive') {
      const visit: Visit | null = designer(planned, last, hists, game)
      if (!visit) break
      game.play(hists, visit.blocks - (last?.blocks ?? 0), random)
      kind = kindAt(hists, game, visit.look)
      last = visit
    }
    favours += Number(kind === 'favours')
    fair += Number(kind === 'fair')
    matches += (last?.blocks ?? 0) * game.seats
  }
  return { favours: favours / experiments, fair: fair / experiments, matches: matches / experiments }
}

/** The share of experiments in which one look at the first seat, at 95 %, shows that it is ahead. */
export function plainly(game: SeatGame, planned: number, experiments: number, seed: number): number {
  const random = generator(seed)
  let found = 0
  for (let experiment = 0; experiment < experiments; experiment++) {
    const hists = Array.from({ length: game.seats }, () => new Array<number>(game.max + 1).fill(0))
    game.play(hists, planned, random)
    found += Number(scoreInterval(hists[0]!, game.max).low > 1 / game.seats)
  }
  return found / experiments
}
