/** Simulated runs of blocks whose truth is known, checked again and again. */

import { llrNormalized, normalizedElo, sprtBounds } from '../../../sim/stats/elo.ts'
import { scoreInterval } from '../../../sim/stats/interval.ts'
import { SEQUENTIAL } from '../../../sim/stats/looks.ts'
import { boundedOfHistogram, sequenceInterval, sequenceP } from '../../../sim/stats/sequence.ts'
import { DEFAULT_MARGIN } from '../../../sim/stats/verdict.ts'
import { blocksForVerdict, nextAnalysis } from '../../../sim/stopping.ts'
import { drawBlocks, generator, type Model, pairModel, tableModel } from '../../../test/stats/blocks.ts'

/** The share of fair games that may be called unfair. */
export const ALPHA = 0.05
export const MOST_BLOCKS = 20_000

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

/**
 * A game of several seats without draws. The first seat wins more often than its share by `lead`, the others
 * less, evenly. In a share `link` of the blocks the seed decides for an agent, who wins in each of its seats
 * once.
 */
export function table(seats: number, { lead = 0, link = 0 } = {}): SeatGame {
  const wins = new Array<number>(seats)
  const [first, other] = [1 / seats + lead / (1 - link), 1 / seats - lead / (1 - link) / (seats - 1)]
  return {
    name: `${seats} seats${link === 0 ? '' : ', half of the seeds decide for an agent'}`,
    seats,
    max: seats,
    play(hists, blocks, random) {
      for (let block = 0; block < blocks; block++) {
        if (link > 0 && random() < link) wins.fill(1)
        else {
          wins.fill(0)
          for (let match = 0; match < seats; match++) {
            const drawn = random()
            wins[drawn < first ? 0 : Math.min(seats - 1, 1 + Math.floor((drawn - first) / other))]!++
          }
        }
        for (let seat = 0; seat < seats; seat++) hists[seat]![wins[seat]!]!++
      }
    },
  }
}

/** The blocks of the look after that at `played`; Infinity to stop. */
type Schedule = (played: number, hists: readonly number[][], game: SeatGame) => number

/** After every tenth more, from ten blocks on: 78 looks up to 20,000. */
export const tenthMore = (played: number): number => Math.ceil(1.1 * Math.max(9, played))
/** After every block up to 300, then as above. */
export const nextBlock = (played: number): number => (played < 300 ? played + 1 : tenthMore(played))
/** As many as the console advises, for the answer that takes fewer; at least a twentieth more. */
const advised: Schedule = (played, hists, { seats, max }) => {
  if (played < 10) return 10
  const question = { fair: 1 / seats, margin: DEFAULT_MARGIN }
  const level = 1 - (seats === 2 ? ALPHA : ALPHA / seats)
  const stakes = (seats === 2 ? hists.slice(0, 1) : hists).map(hist => ({
    ...boundedOfHistogram(hist, max),
    ...question,
  }))
  const { uneven, fair } = blocksForVerdict(stakes, { look: SEQUENTIAL, level }, MOST_BLOCKS)
  return Math.max(Math.ceil(1.05 * played), Math.min(uneven, fair))
}

export type Kind = 'fair' | 'favours' | 'inconclusive'

/** Standard errors within which nothing is ruled out: checking that costs time. */
const NEAR = 1.5

/** The anytime verdict, as `seatVerdicts` comes to it. */
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

export function together(kinds: readonly Kind[]): Kind {
  if (kinds.includes('favours')) return 'favours'
  return kinds.every(kind => kind === 'fair') ? 'fair' : 'inconclusive'
}

/** Shares of verdicts, and the mean number of matches until there was one, or until 20,000 blocks. */
export interface RunEnds {
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
): RunEnds {
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

/** Anytime verdicts, at three schedules, and those for one look at the first two. */
export const verdicts = { anytime, once, often: tenthMore, always: nextBlock, advised }

/** Fair games, by the spread of their blocks. */
export const FAIR_GAMES: readonly SeatGame[] = [
  duel('2 seats, no draws', pairModel(0.5, 0, 0)),
  duel('2 seats, 30 % draws', pairModel(0.5, 0.3, 0)),
  duel('2 seats, 90 % draws', pairModel(0.5, 0.9, 0)),
  duel('2 seats, half of the seeds decide for a seat', pairModel(0.5, 0, 0.5)),
  duel('2 seats, half of the seeds decide for an agent', pairModel(0.5, 0, -0.5)),
  table(3),
  table(4),
  table(3, { link: 0.5 }),
  table(4, { link: 0.5 }),
]

/** A game, with what its first seat gets in a block. */
export interface Unfair {
  readonly game: SeatGame
  readonly model: Model
}

/** A game of two seats in which the first scores so much more than one half. */
export function unfair(draws: number, effect: number, link = 0): Unfair {
  const model = pairModel(0.5 + effect / (1 - draws), draws, link)
  return {
    game: duel(`${100 * effect} ${effect === 0.01 ? 'point' : 'points'}, ${100 * draws} % draws`, model),
    model,
  }
}

/** A game of several seats in which the first wins so much more than its share. */
function unfairTable(seats: number, effect: number): Unfair {
  const model = tableModel(seats, 1 / seats + effect, 0)
  // In matches, for none of them is drawn.
  const chances = model.chances.filter((_, halves) => halves % 2 === 0)
  return { game: table(seats, { lead: effect }), model: { ...model, chances } }
}

/** Games in which the first seat is ahead by an effect that is given. */
export const UNFAIR_GAMES: readonly { readonly name: string; readonly of: (effect: number) => Unfair }[] = [
  { name: '2 seats, no draws', of: effect => unfair(0, effect) },
  { name: '2 seats, 30 % draws', of: effect => unfair(0.3, effect) },
  { name: '2 seats, half of the seeds decide for a seat', of: effect => unfair(0, effect, 0.5) },
  { name: '2 seats, half of the seeds decide for an agent', of: effect => unfair(0, effect, -0.5) },
  { name: '3 seats', of: effect => unfairTable(3, effect) },
  { name: '4 seats', of: effect => unfairTable(4, effect) },
]

/** Games of two seats in which the first is ahead by nothing, by 2 points and by 5. */
export const TRUTHS = [0, 0.3].flatMap(draws => [0, 0.02, 0.05].map(effect => unfair(draws, effect)))

/** The matches of a plan for one look that shows the effect with a chance of 80 %. */
export function plannedMatches({ game: { seats }, model: { chances, mean } }: Unfair): number {
  const max = chances.length - 1
  const variance = chances.reduce((sum, chance, k) => sum + chance * (k / max - mean) ** 2, 0)
  return seats * Math.ceil(((1.959964 + 0.841621) ** 2 * variance) / (mean - 1 / seats) ** 2)
}

/** Stops a run of pairs at a look, accepting elo1 or not; null lets it play on. */
export type PairRule = (counts: readonly number[]) => { readonly accepts: boolean } | null

/** `sprt: {elo0, elo1}` in normalized Elo, both errors 5 %. */
export function sprtRule(elo0: number, elo1: number): PairRule {
  const { lower, upper } = sprtBounds(ALPHA, ALPHA)
  return counts => {
    const llr = llrNormalized(counts, elo0, elo1)
    return llr <= lower || llr >= upper ? { accepts: llr > 0 } : null
  }
}

/** `width:` of this many points. */
export function widthRule(points: number): PairRule {
  return counts => {
    const blocks = boundedOfHistogram(counts, 4)
    // No arm of the sequence is shorter than three standard errors: looking costs time.
    if ((100 * 2 * 3 * blocks.sd) / Math.sqrt(blocks.n) > points) return null
    const { low, high } = sequenceInterval(blocks)
    return 100 * (high - low) <= points ? { accepts: true } : null
  }
}

/** The share of runs that accepted elo1, their mean number of matches, and the coverage of the intervals at the stop. */
export interface RuleEnds {
  readonly accepts: number
  readonly matches: number
  readonly anytime: number
  readonly once: number
}

/** Plays experiments, each until its rule stops it at a look. */
export function underRule(model: Model, rule: PairRule, experiments: number, seed: number): RuleEnds {
  const random = generator(seed)
  let [accepts, matches, anytime, once] = [0, 0, 0, 0]
  const holds = ({ low, high }: { low: number; high: number }) =>
    Number(low <= model.mean && model.mean <= high)
  for (let experiment = 0; experiment < experiments; experiment++) {
    const counts = [0, 0, 0, 0, 0]
    let [played, end]: [number, ReturnType<PairRule>] = [0, null]
    while (!end) {
      const look = nextAnalysis(played, 0)
      for (const [k, count] of drawBlocks(model, look - played, random).entries()) counts[k]! += count
      played = look
      end = rule(counts)
    }
    accepts += Number(end.accepts)
    matches += 2 * played
    anytime += holds(sequenceInterval(boundedOfHistogram(counts, 4)))
    once += holds(scoreInterval(counts, 4))
  }
  const share = (sum: number) => sum / experiments
  return { accepts: share(accepts), matches: share(matches), anytime: share(anytime), once: share(once) }
}

/** The normalized Elo of a model's pairs. */
export function normalizedOf(model: Model): number {
  return normalizedElo(model.chances).elo
}
