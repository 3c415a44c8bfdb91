/**
 * `npm run coverage` renews the tables of docs/statistics.md: simulated runs of blocks whose truth is known, judged by the
 * functions that judge real ones. `npm run coverage -- 200` prints the same tables of 200 experiments each instead.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ROOT } from '../../engine/package.ts'
import { eloFromScore, llrNormal, sprtBounds } from '../../sim/stats/elo.ts'
import { boundedRateInterval, meanInterval, scoreInterval } from '../../sim/stats/interval.ts'
import { pairedDifference } from '../../sim/stats/paired.ts'
import {
  type Bounded,
  blocksForFair,
  blocksForVerdict,
  boundedOfHistogram,
  boundedOfSums,
  sequenceInterval,
  sequenceP,
} from '../../sim/stats/sequence.ts'
import { DEFAULT_MARGIN } from '../../sim/stats/verdict.ts'
import { drawBlocks, generator, type Model, pairModel } from '../../test/stats/blocks.ts'

const ALPHA = 0.05
const MOST_BLOCKS = 20_000

/** A game of simulated blocks: what they add to the histogram of every seat's sums. */
export interface SeatGame {
  readonly name: string
  readonly seats: number
  /** The sum of a block that won everything. */
  readonly max: number
  play(hists: readonly number[][], blocks: number, random: () => number): void
}

/** Two seats, of which the first has the model's sums. */
export function duel(name: string, model: Model): SeatGame {
  return {
    name,
    seats: 2,
    max: 4,
    play([white, black], blocks, random) {
      for (const [sum, count] of drawBlocks(model, blocks, random).entries()) {
        white![sum]! += count
        black![4 - sum]! += count
      }
    },
  }
}

/** So many even seats, whose matches are all won by one of them. */
export function table(seats: number): SeatGame {
  const wins = new Array<number>(seats)
  return {
    name: `${seats} seats`,
    seats,
    max: seats,
    play(hists, blocks, random) {
      for (let block = 0; block < blocks; block++) {
        wins.fill(0)
        for (let match = 0; match < seats; match++) wins[Math.floor(random() * seats)]!++
        for (let seat = 0; seat < seats; seat++) hists[seat]![wins[seat]!]!++
      }
    },
  }
}

/** When to look: the number of blocks at which to look after one at `played`; Infinity to stop. */
type Schedule = (played: number, hists: readonly number[][], game: SeatGame) => number

/** After every tenth more, from ten blocks on: 78 looks up to 20,000. */
const often: Schedule = played => Math.ceil(1.1 * Math.max(9, played))
/** After every block up to 300, then as above. */
const always: Schedule = played => (played < 300 ? played + 1 : often(played, [], table(2)))
/** Where the console says that so many more would do, for the seat that needs most; at least a twentieth more. */
const advised: Schedule = (played, hists, { seats, max }) => {
  if (played < 10) return 10
  const question = { fair: 1 / seats, margin: DEFAULT_MARGIN }
  const level = 1 - (seats === 2 ? ALPHA : ALPHA / seats)
  const needed = (seats === 2 ? hists.slice(0, 1) : hists).map(hist => {
    const blocks = boundedOfHistogram(hist, max)
    const fair = blocksForFair(blocks, question, level, MOST_BLOCKS)
    return fair > played ? fair : blocksForVerdict(blocks, question, level, MOST_BLOCKS)
  })
  return Math.max(Math.ceil(1.05 * played), ...needed)
}

type Kind = 'fair' | 'favours' | 'inconclusive'

/** What is nearer to the mean, in standard errors, is never ruled out: looking costs time. */
const NEAR = 1.5

/** The verdict that holds at every look, as `seatVerdicts` comes to it. */
function anytime(hists: readonly number[][], { seats, max }: SeatGame): Kind {
  const fair = 1 / seats
  const alpha = seats === 2 ? ALPHA : ALPHA / seats
  const shown = (seats === 2 ? hists.slice(0, 1) : hists).map((hist): Kind => {
    const blocks = boundedOfHistogram(hist, max)
    const isFar = (value: number) => Math.abs(blocks.mean - value) * Math.sqrt(blocks.n) > NEAR * blocks.sd
    const isOut = (value: number) => isFar(value) && sequenceP(blocks, value) <= alpha
    const isInside = Math.abs(blocks.mean - fair) < DEFAULT_MARGIN
    if (isInside && isOut(fair - DEFAULT_MARGIN) && isOut(fair + DEFAULT_MARGIN)) return 'fair'
    return isOut(fair) ? 'favours' : 'inconclusive'
  })
  return together(shown)
}

/** The verdict by the intervals for one look, without a correction for seats: what reports used to print. */
function once(hists: readonly number[][], { seats, max }: SeatGame): Kind {
  return together(
    hists.map((hist): Kind => {
      const { low, high } = scoreInterval(hist, max)
      const fair = 1 / seats
      if (low >= fair - DEFAULT_MARGIN && high <= fair + DEFAULT_MARGIN) return 'fair'
      return low > fair || high < fair ? 'favours' : 'inconclusive'
    }),
  )
}

function together(kinds: readonly Kind[]): Kind {
  if (kinds.includes('favours')) return 'favours'
  return kinds.every(kind => kind === 'fair') ? 'fair' : 'inconclusive'
}

/** How runs of a game ended: shares of verdicts, and the mean number of matches played until there was one (or until 20,000 blocks). */
export interface Ends {
  readonly favours: number
  readonly fair: number
  readonly matches: number
}

/** Plays experiments, each until there is a verdict at a look, or MOST_BLOCKS. */
export function play(
  game: SeatGame,
  judge: typeof anytime,
  next: Schedule,
  experiments: number,
  seed: number,
): Ends {
  const random = generator(seed)
  let [favours, fair, matches] = [0, 0, 0]
  for (let experiment = 0; experiment < experiments; experiment++) {
    const hists = Array.from({ length: game.seats }, () => new Array<number>(game.max + 1).fill(0))
    let kind: Kind = 'inconclusive'
    let played = 0
    while (kind === 'inconclusive' && played < MOST_BLOCKS) {
      const until = Math.min(MOST_BLOCKS, next(played, hists, game))
      game.play(hists, until - played, random)
      played = until
      kind = judge(hists, game)
    }
    favours += Number(kind === 'favours')
    fair += Number(kind === 'fair')
    matches += played * game.seats
  }
  return { favours: favours / experiments, fair: fair / experiments, matches: matches / experiments }
}

/** Verdicts that hold at every look, at three schedules, and those for one look at the first two. */
export const verdicts = { anytime, once, often, always, advised }

/** Fair games, by the spread of their blocks. */
export const FAIR_GAMES: readonly SeatGame[] = [
  duel('2 seats, no draws', pairModel(0.5, 0, 0)),
  duel('2 seats, 30 % draws', pairModel(0.5, 0.3, 0)),
  duel('2 seats, 90 % draws', pairModel(0.5, 0.9, 0)),
  duel('2 seats, half of the seeds decide for a seat', pairModel(0.5, 0, 0.5)),
  duel('2 seats, half of the seeds decide for an agent', pairModel(0.5, 0, -0.5)),
  table(3),
  table(4),
]

function row(...cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |\n`
}

function head(...cells: readonly string[]): string {
  return row(...cells) + row(...cells.map((_, i) => (i === 0 ? '---' : '---:')))
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`
const whole = (count: number): string => String(Math.round(count)).replace(/\B(?=(\d{3})+$)/g, ',')

function fairTable(experiments: number): string {
  return (
    head(
      'a fair game',
      'one-look interval, looked at often',
      'often',
      'at every block',
      'when advised',
      'found fair',
      'matches to it',
    ) +
    FAIR_GAMES.map((game, i) => {
      const seed = 100 + 10 * i
      const plain = play(game, once, often, experiments, seed)
      const [a, b, c] = [often, always, advised].map((next, j) =>
        play(game, anytime, next, experiments, seed + 1 + j),
      ) as [Ends, Ends, Ends]
      return row(
        game.name,
        ...[plain, a, b, c].map(({ favours }) => percent(favours)),
        percent(a.fair),
        whole(a.matches),
      )
    }).join('')
  )
}

/** A game in which the first seat scores so much more than one half. */
export function unfair(draws: number, effect: number): { readonly game: SeatGame; readonly model: Model } {
  const model = pairModel(0.5 + effect / (1 - draws), draws, 0)
  return {
    game: duel(`${100 * effect} ${effect === 0.01 ? 'point' : 'points'}, ${100 * draws} % draws`, model),
    model,
  }
}

/** The plan for one look that shows the effect with a chance of 80 %: its blocks, and the share of experiments in which it does. */
export function fixedPlan(
  model: Model,
  experiments: number,
  seed: number,
): { blocks: number; power: number } {
  const variance = model.chances.reduce((sum, chance, k) => sum + chance * (k / 4 - model.mean) ** 2, 0)
  const blocks = Math.ceil(((1.959964 + 0.841621) ** 2 * variance) / (model.mean - 0.5) ** 2)
  const random = generator(seed)
  let shown = 0
  for (let i = 0; i < experiments; i++)
    shown += Number(scoreInterval(drawBlocks(model, blocks, random), 4).low > 0.5)
  return { blocks, power: shown / experiments }
}

/** Blocks between two looks of the SPRT. */
const SPRT_STEP = 10

/** Wald's test of this very effect against none, both errors 5 %, by the pentanomial LLR. */
export function sprt(model: Model, experiments: number, seed: number): { matches: number; power: number } {
  const random = generator(seed)
  const { lower, upper } = sprtBounds(ALPHA, ALPHA)
  const elo = eloFromScore(model.mean)
  let [shown, matches] = [0, 0]
  for (let i = 0; i < experiments; i++) {
    const counts = [0, 0, 0, 0, 0]
    for (let llr = 0; llr > lower && llr < upper; matches += 2 * SPRT_STEP) {
      for (const [k, count] of drawBlocks(model, SPRT_STEP, random).entries()) counts[k]! += count
      llr = llrNormal(counts, 0, elo)
      if (llr >= upper) shown++
    }
  }
  return { matches: matches / experiments, power: shown / experiments }
}

function effectTable(experiments: number): string {
  const rows = [0, 0.3].flatMap(draws =>
    [0.01, 0.02, 0.03, 0.05].map((effect, i) => {
      const { game, model } = unfair(draws, effect)
      const seed = 1000 + 100 * draws + 10 * i
      const { favours, fair, matches } = play(game, anytime, often, experiments, seed)
      const plan = fixedPlan(model, experiments, seed + 1)
      const wald = sprt(model, experiments, seed + 2)
      return row(
        game.name,
        percent(favours),
        percent(fair),
        whole(matches),
        whole(2 * plan.blocks),
        percent(plan.power),
        whole(wald.matches),
        percent(wald.power),
      )
    }),
  )
  return (
    head(
      'the first seat is ahead by',
      'favours',
      'fair',
      'matches',
      'plan for one look: matches',
      'shown',
      'SPRT: matches',
      'shown',
    ) + rows.join('')
  )
}

/** Differences between two variants of which most are 0, with their true mean. */
export interface RareEffect {
  readonly name: string
  readonly mean: number
  readonly most: number
  draw(random: () => number): number
}

/** Effects that a share of the blocks shows. */
export function rareEffects(share: number): readonly RareEffect[] {
  const of = (name: string, mean: number, most: number, size: (random: () => number) => number) => ({
    name: `${100 * share} % of the blocks, ${name}`,
    mean: share * mean,
    most,
    draw: (random: () => number) => (random() < share ? size(random) : 0),
  })
  return [
    of('by 1', 1, 2, () => 1),
    of('by 1 to 3', 2, 4, random => 1 + Math.floor(3 * random())),
    of('by 1, a fifth of them the other way', 0.6, 2, random => (random() < 0.8 ? 1 : -1)),
  ]
}

/** Shares of samples whose interval holds the true mean: plain t, that of comparisons, and that for every look. */
export function rareCoverage(
  { mean, most, draw }: RareEffect,
  n: number,
  samples: number,
  seed: number,
): { t: number; mended: number; anytime: number } {
  const random = generator(seed)
  let [t, mended, always] = [0, 0, 0]
  const holds = ({ low, high }: { low: number; high: number }) => Number(low <= mean && mean <= high)
  for (let sample = 0; sample < samples; sample++) {
    const sums = { n, sum: 0, sumSquares: 0, differing: 0 }
    for (let block = 0; block < n; block++) {
      const difference = draw(random)
      if (difference === 0) continue
      sums.sum += difference
      sums.sumSquares += difference * difference
      sums.differing++
    }
    t += holds(meanInterval(n, sums.sum, sums.sumSquares))
    mended += holds(pairedDifference(sums))
    const ratio = { n, x: sums.sum, y: n, xx: sums.sumSquares, xy: sums.sum, yy: n }
    const blocks = boundedOfSums(ratio, { min: -most, max: most, perBlock: 1 })
    always += Number(sequenceP(blocks, mean) > ALPHA)
  }
  return { t: t / samples, mended: mended / samples, anytime: always / samples }
}

/** The same of the mean of a payoff that is 50 in 2 % of the blocks and else 0, of at most 50. */
export function payoffCoverage(
  n: number,
  samples: number,
  seed: number,
): { t: number; bounded: number; anytime: number } {
  const random = generator(seed)
  const [mean, bounds] = [1, { min: 0, max: 50 }]
  let [t, bounded, always] = [0, 0, 0]
  const holds = ({ low, high }: { low: number; high: number }) => Number(low <= mean && mean <= high)
  for (let sample = 0; sample < samples; sample++) {
    let paid = 0
    for (let block = 0; block < n; block++) paid += Number(random() < 0.02)
    const ratio = { n, x: 50 * paid, y: n, xx: 2500 * paid, xy: 50 * paid, yy: n }
    t += holds(meanInterval(n, ratio.x, ratio.xx))
    bounded += holds(boundedRateInterval(ratio, bounds))
    always += Number(sequenceP(boundedOfSums(ratio, { ...bounds, perBlock: 1 }), mean) > ALPHA)
  }
  return { t: t / samples, bounded: bounded / samples, anytime: always / samples }
}

function rareTable(samples: number): string {
  const rows = [0.005, 0.02, 0.1].flatMap(share =>
    rareEffects(share).flatMap(effect =>
      [50, 200, 1000].map(n => {
        const { t, mended, anytime: always } = rareCoverage(effect, n, samples, n)
        return row(effect.name, whole(n), percent(t), percent(mended), percent(always))
      }),
    ),
  )
  const payoffs = [30, 100, 1000].map(n => {
    const { t, bounded, anytime: always } = payoffCoverage(n, samples, n)
    return row(
      'a payoff: 50 in 2 % of the blocks, else 0',
      whole(n),
      percent(t),
      percent(bounded),
      percent(always),
    )
  })
  return head('differences', 'blocks', 'plain t', 'reports', 'at every look') + [...rows, ...payoffs].join('')
}

/** The narrowest half-width of a normal mixture is that of 8 blocks' worth of belief for each that was played (Howard et al. 2021). */
const BEST = 8

/** Half-widths times the root of the number of blocks, over the standard deviation of a block: 1.96 for one look. */
export function widths(model: Model, n: number): { normal: number; sums: number; bets: number } {
  const hist = model.chances.map(chance => chance * n)
  const bets = boundedOfHistogram(hist, 4)
  const [x, xx] = hist.reduce(
    ([sum, squares], count, k) => [sum + count * k, squares + count * k * k],
    [0, 0],
  )
  const whole = { n, x: Math.round(x), y: 4 * n, xx: Math.round(xx), xy: 4 * Math.round(x), yy: 16 * n }
  const arm = (blocks: Bounded) => ((sequenceInterval(blocks).high - bets.mean) * Math.sqrt(n)) / bets.sd
  // Tuned to 3,000 blocks without draws, whose variance is 1/8.
  const ratio = (BEST * n * bets.sd ** 2) / (3000 / 8)
  return {
    normal: Math.sqrt((1 + 1 / ratio) * (Math.log1p(ratio) - 2 * Math.log(ALPHA))),
    sums: arm(boundedOfSums(whole, { min: 0, max: 1, perBlock: 4 })),
    bets: arm(bets),
  }
}

/** The table of widths. */
export function widthTable(): string {
  const rows = [0, 0.3, 0.9].flatMap(draws =>
    [100, 1000, 10_000, 100_000].map(n => {
      const { normal, sums, bets } = widths(pairModel(0.5, draws, 0), n)
      return row(`${100 * draws} % draws`, whole(n), ...[normal, sums, bets].map(arm => arm.toFixed(2)))
    }),
  )
  return (
    head('two seats', 'blocks', 'normal mixture', 'bets, by sums of squares', 'bets, by the histogram') +
    rows.join('')
  )
}

const PAGE = join(ROOT, 'docs', 'statistics.md')

/** The page with one of its tables renewed. Throws an Error if its marks are missing. */
function renewed(page: string, name: string, text: string): string {
  const begin = `<!-- ${name}: written by npm run coverage -->\n`
  const end = `<!-- end of ${name} -->`
  const [from, to] = [page.indexOf(begin), page.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`docs/statistics.md lacks its marks ${begin.trim()} and ${end}`)
  return `${page.slice(0, from + begin.length)}\n${text}\n${page.slice(to)}`
}

const EXPERIMENTS = 2000

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const experiments = Number(process.argv[2] ?? EXPERIMENTS)
  const tables = { fair: fairTable, effects: effectTable, widths: widthTable, rare: rareTable }
  for (const [name, make] of Object.entries(tables)) {
    const text = make(experiments)
    process.stdout.write(`${text}\n`)
    if (process.argv[2] === undefined) writeFileSync(PAGE, renewed(readFileSync(PAGE, 'utf8'), name, text))
  }
}
