/** What a run is likely to answer, and what that takes: every question that its reports answer, asked of simulated runs. */

import type { CellResult, RunResult } from '../../sim/chunks/results.ts'
import { cellsIn, type Pilot } from '../../sim/chunks/simulated-run.ts'
import { type Experiment, exploitedIn } from '../../sim/experiment/index.ts'
import type { About } from '../../sim/figures/figure.ts'
import { blocksOf } from '../../sim/figures/reading.ts'
import { FIGURES } from '../../sim/figures/registry.ts'
import { BETWEEN, type Look, nextLook, PLANNED } from '../../sim/stats/looks.ts'
import { type Chances, chancesIf } from '../../sim/stats/planning.ts'
import {
  blocksForVerdict,
  judgedIn,
  judgedLevel,
  judgedNames,
  judgedStakes,
  meetsRule,
  nextAnalysis,
} from '../../sim/stopping.ts'
import {
  type Comparison,
  comparisonsOf,
  differingBlocks,
  familyOf,
  isShown,
  wayOf,
} from './changes/comparisons.ts'
import { changesApart, changeText, probesIn } from './changes/levers.ts'
import { isToldOf, usefulnessOf } from './changes/usefulness.ts'
import { byCell } from './changes/words.ts'
import type { GateFinding } from './gate/gate.ts'
import { type GoalFinding, goalsOf } from './gate/goals.ts'
import { isMirror } from './verdicts/verdicts.ts'
import { shortVerdict } from './verdicts/words.ts'

/**
 * What is asked: are the seats fair, did a change show in scores or in other figures, is a bound met, is an asset useful, does a rule stop the line-up? Does a step of a lever show
 * in scores, draws or length, and is a goal met, as the rules are or after a step? Does one of several changes show by itself (`alone`), and in what it adds to the others (`last`)?
 */
export type QuestionKind =
  | 'fair'
  | 'score'
  | 'course'
  | 'gate'
  | 'usefulness'
  | 'stop'
  | 'step'
  | 'goal'
  | 'alone'
  | 'last'

/** What one run says to one question. */
interface Answer {
  readonly kind: QuestionKind
  readonly variant: string
  /** Index of the line-up. */
  readonly lineup: number
  /** The bound, asset, step or change in question; empty if the kind says it. */
  readonly about: string
  /** The answer, each part in a word or two; empty as long as there is none. */
  readonly answer: readonly string[]
}

/** A question to an experiment, and the answer to expect. */
export interface PlannedQuestion extends Omit<Answer, 'answer'> {
  /** The share of simulated runs, of as many matches as the experiment asks for, that have an answer. */
  readonly chance: number
  /** Those answers, part by part, with their shares of all simulated runs, the most frequent first. */
  readonly answers: readonly { readonly answer: string; readonly share: number }[]
  /** Blocks of the line-up with which four in five have one; infinite if that is more than `most`. */
  readonly needed: number
  /** The most blocks that were tried. */
  readonly most: number
  /**
   * Of `fair`: blocks with which a fair game of the pilot's spread is shown to be fair with that chance; infinite if that is more than anybody plays. Absent for
   * other questions.
   */
  readonly ifFair?: number
  /**
   * Of `fair` and `score`, without a rule: the chances with the matches asked for if something is the truth, by the spread of the pilot. Absent where that has none.
   */
  readonly ifTrue?: readonly Supposed[]
}

/** The chance of an answer that counts as enough. */
export const ENOUGH = 0.8
/** The most matches tried, as a multiple of those asked for: a power of two. */
const TIMES = 16
/** More blocks than this would take days. */
const MOST_BLOCKS = 1e9
/** Simulated runs: the chance has a standard error of at most 5 points. With many cells fewer, for each takes some seconds: then 9 points. */
const RUNS = 100
const RUNS_MIN = 30
const CELL_RUNS = 600

/** How a plan judges runs. */
export interface PlanOptions {
  /** Of the experiment's gate; none by default. */
  readonly judge?: (result: RunResult) => readonly GateFinding[]
  /** Simulated runs. */
  readonly runs?: number | undefined
  /** How many numbers of matches the run was asked for before; none by default. */
  readonly earlier?: number | undefined
}

/**
 * Every question to an experiment, in the order of its line-ups, from a pilot of it. Simulated runs go on from the pilot, and are judged at doubling
 * numbers of blocks, line-ups with a rule as long as it does not stop them. Deterministic.
 */
export function planOf(
  pilot: Pilot,
  experiment: Experiment,
  { judge = () => [], runs, earlier = 0 }: PlanOptions = {},
): PlannedQuestion[] {
  const { lineups, variants } = experiment
  const many = Math.floor(CELL_RUNS / (lineups.length * variants.length))
  const times = factors(pilot, experiment)
  // More matches than were asked for would be another plan.
  const look = PLANNED[earlier] ?? BETWEEN
  const draws = Array.from({ length: runs ?? Math.max(RUNS_MIN, Math.min(RUNS, many)) }, (_, number) =>
    answersAt(pilot, experiment, number, times, judge, look),
  )
  const asked = times.indexOf(1)
  const compared = comparisonsOf(pilot.played)
  const blocksAt = (lineup: number, k: number) =>
    Math.max(pilot.blocksOf(lineup), Math.round(lineups[lineup]!.blocks * times[k]!))
  return draws[0]![0]!
    .map(({ answer: _, ...question }, q) => {
      const given = (k: number) => draws.map(draw => draw[k]![q]!.answer).filter(({ length }) => length > 0)
      const chances = times.map((_, k) => given(k).length / draws.length)
      return {
        ...question,
        chance: chances[asked]!,
        answers: sharesOf(given(asked), draws.length),
        ...(question.kind === 'fair' ? { ifFair: ifFair(pilot, experiment, question, look) } : {}),
        ...ifTrue(pilot, experiment, question, compared, look),
        needed: crossing(chances, k => blocksAt(question.lineup, k)),
        most: blocksAt(question.lineup, times.length - 1),
      }
    })
    .sort((a, b) => a.lineup - b.lineup)
}

/** The numbers of blocks at which runs are judged, over those asked for: what was played, then doubling up to TIMES, with 1 among them. */
function factors(pilot: Pilot, { lineups }: Experiment): number[] {
  const least = Math.min(1, ...lineups.map(({ blocks }, l) => pilot.blocksOf(l) / blocks))
  const doubling: number[] = []
  for (let factor = TIMES; factor >= 1 || factor > least; factor /= 2) doubling.unshift(factor)
  return doubling[0] === least ? doubling : [least, ...doubling]
}

/** Of a run without a rule the one given; a rule's own otherwise. */
const lookOf = ({ cell, look }: CellResult, planned: Look): Look => (cell.lineup.stop ? look : planned)

/** As "about N more matches" of a report counts them. */
function ifFair(
  { played }: Pilot,
  { margin, variants }: Experiment,
  { variant, lineup }: Omit<Answer, 'answer'>,
  look: Look,
): number {
  const cell = cellAt(played, variants, { variant, lineup })
  const judged = judgedIn(cell)
  const seats = judgedNames(cell.game.info, judged).map((_, index) =>
    judgedStakes(cell, judged, index, margin),
  )
  const at = { look: lookOf(cell, nextLook(look)), level: judgedLevel(cell, judged) }
  return blocksForVerdict(seats, at, MOST_BLOCKS).fair
}

function cellAt(
  { cells, experiment }: RunResult,
  variants: Experiment['variants'],
  { variant, lineup }: Pick<Answer, 'variant' | 'lineup'>,
): CellResult {
  const v = variants.findIndex(({ name }) => name === variant)
  return cells.find(({ cell }) => cell.index === v * experiment.lineups.length + lineup)!
}

/** Where a rule stops the line-up, the number of matches is not known. */
function ifTrue(
  { played }: Pilot,
  { lineups, margin, variants }: Experiment,
  question: Omit<Answer, 'answer'>,
  all: readonly Comparison[],
  look: Look,
): Pick<PlannedQuestion, 'ifTrue'> {
  const { kind } = question
  const { stop, blocks } = lineups[question.lineup]!
  if (stop || (kind !== 'fair' && kind !== 'score')) return {}
  const cell = cellAt(played, variants, question)
  const scores = all.filter(({ variant, metric }) => variant === cell && metric.kind === 'score')
  const chances =
    kind === 'fair' ? seatChances(cell, { margin, look }, blocks) : scoreChances(scores, all, look, blocks)
  return chances === null ? {} : { ifTrue: chances }
}

/** Each answer with its share of this many runs, the most frequent first. */
function sharesOf(given: readonly (readonly string[])[], runs: number): PlannedQuestion['answers'] {
  return [...new Set(given.flat())]
    .map(answer => ({ answer, share: given.filter(one => one.includes(answer)).length / runs }))
    .sort((a, b) => b.share - a.share || (a.answer < b.answer ? -1 : 1))
}

/** Where the chance first reaches ENOUGH, in between on a logarithmic scale. */
function crossing(chances: readonly number[], blocksAt: (k: number) => number): number {
  const k = chances.findIndex(chance => chance >= ENOUGH)
  if (k < 0) return Infinity
  if (k === 0) return blocksAt(0)
  const [below, above] = [chances[k - 1]!, chances[k]!]
  const [from, to] = [blocksAt(k - 1), blocksAt(k)]
  return Math.ceil(from * (to / from) ** ((ENOUGH - below) / (above - below)))
}

/** All answers of one simulated run, at each of its sizes. */
function answersAt(
  pilot: Pilot,
  asked: Experiment,
  number: number,
  times: readonly number[],
  judge: (result: RunResult) => readonly GateFinding[],
  look: Look,
): Answer[][] {
  const { lineups, margin } = asked
  const simulated = pilot.simulate(number)
  const { result: sums } = simulated
  const result = of(asked, sums, look)
  const stopped = lineups.map(() => false)
  const cellsOf = (lineup: number) =>
    cellsIn(result).filter(({ cell }) => cell.index % lineups.length === lineup)
  const isMet = (lineup: number) =>
    cellsOf(lineup).every(cell => meetsRule(cell, cell.cell.lineup, lineups[lineup]!.stop!, margin))
  for (const [l, { stop }] of lineups.entries()) {
    const blocks = pilot.blocksOf(l)
    stopped[l] = stop !== undefined && nextAnalysis(blocks - 1, stop.from) === blocks && isMet(l)
  }
  const answersAs = (at: RunResult) => answersOf(at, judge(at))
  return times.map(factor => {
    for (const [l, { blocks, stop }] of lineups.entries()) {
      const target = Math.max(pilot.blocksOf(l), Math.round(blocks * factor))
      for (let at = blocksOf(result.cells[l]!); stop && !stopped[l]; ) {
        at = nextAnalysis(at, stop.from)
        if (at > target) break
        simulated.grow(l, at)
        stopped[l] = isMet(l)
      }
      if (!stopped[l]) simulated.grow(l, target)
    }
    return [
      ...lineups.flatMap(({ stop }, lineup): Answer[] =>
        stop
          ? [{ kind: 'stop', variant: '', lineup, about: '', answer: stopped[lineup] ? ['met'] : [] }]
          : [],
      ),
      ...answersAs(of(asked, sums, factor === 1 ? look : nextLook(look))),
    ]
  })
}

/** The results under the requested experiment, whose line-ups have more blocks and maybe other names. The sums are shared and keep growing. */
function of(
  experiment: Experiment,
  { cells, handicaps, probes, complete }: RunResult,
  look: Look,
): RunResult {
  const { lineups, variants } = experiment
  const its = (all: readonly CellResult[]) =>
    all.map(one => {
      const { index } = one.cell
      const [variant, lineup] = [
        variants[Math.floor(index / lineups.length)]!,
        lineups[index % lineups.length]!,
      ]
      return { ...one, cell: { index, variant, lineup }, look: lookOf(one, look) }
    })
  return { experiment, cells: its(cells), handicaps: its(handicaps), probes: its(probes), complete }
}

/** What a run says to all questions but those of rules. */
function answersOf(result: RunResult, findings: readonly GateFinding[]): Answer[] {
  const { margin, lineups } = result.experiment
  const asked = (
    kind: QuestionKind,
    { cell }: CellResult,
    about: string,
    answer: readonly string[],
  ): Answer => ({
    ...{ kind, variant: cell.variant.name, lineup: cell.index % lineups.length, about, answer },
  })
  const shown = (all: readonly Comparison[], about: readonly About[]) =>
    wordsOf(all.filter(one => isAbout(one, about) && isShown(one)))
  const fair = result.cells
    .filter(({ cell }) => isMirror(cell.lineup) && !exploitedIn(cell.lineup))
    .map(cell => {
      const verdict = shortVerdict(cell, margin)
      return asked('fair', cell, '', verdict === 'inconclusive' ? [] : [verdict])
    })
  const changed = byCell(comparisonsOf(result)).flatMap(all => {
    const cell = all[0]!.variant
    return [asked('score', cell, '', shown(all, ['seat'])), asked('course', cell, '', shown(all, ['run']))]
  })
  const gate = findings.map(({ bound, cell, verdict }) =>
    asked('gate', cell, `${bound.figure} ${bound.written}`, verdict === 'inconclusive' ? [] : [verdict]),
  )
  const useful = usefulnessOf(result)
    .filter(({ seat }) => seat === '')
    .map(one => asked('usefulness', one.cell, one.asset.label, isToldOf(one) ? [one.verdict] : []))
  const steps = probesIn(result)
    .filter(({ probe }) => probe.kind === 'step')
    .map(one => asked('step', one.cell, changeText(one.probe), shown(one.row, ['seat', 'run'])))
  const goals = goalsOf(result).map(one =>
    asked('goal', one.now.cell, `${one.bound.figure} ${one.bound.written}`, metBy(one)),
  )
  const apart = changesApart(result).flatMap(({ variant, lineup, changes }) =>
    changes.flatMap(one =>
      (['alone', 'last'] as const)
        .filter(kind => one[kind].length > 0)
        .map((kind): Answer => {
          const answer = shown(one[kind], ['seat', 'run'])
          return { kind, variant, lineup: lineups.indexOf(lineup), about: one.change, answer }
        }),
    ),
  )
  return [...fair, ...changed, ...apart, ...gate, ...useful, ...steps, ...goals]
}

/** Whether a comparison is of a seat, or of a whole match; those that are adjusted for themselves are no part of plans. */
function isAbout({ metric }: Comparison, about: readonly About[]): boolean {
  return about.includes(FIGURES[metric.kind].about) && familyOf(metric) === 'others'
}

/** Which steps are found to meet a goal, if the rules as they are do not. */
function metBy({ now, steps }: GoalFinding): string[] {
  if (now.verdict === 'met') return ['met']
  return steps
    .filter(({ way, judged }) => way === 1 && judged.verdict === 'met')
    .map(({ found }) => `met with ${changeText(found.probe)}`)
}

/** Which way each figure went. Whether that is fairer depends on the score before, which doesn't matter here. */
function wordsOf(shown: readonly Comparison[]): string[] {
  return shown.map(({ metric, difference }) => wayOf(metric, difference))
}

/** What is supposed: a seat is so far off its fair share, or a change moves its score so far, in shares (of a win, or of the range of payoffs). */
export const SUPPOSED = [0, 0.02, 0.05] as const

/** What a run shows if something is the truth. */
export interface Supposed {
  /** One of SUPPOSED. */
  readonly effect: number
  /** The chance that it is shown not to be 0: with none, that of a false alarm. */
  readonly shown: number
  /** The chance that the seats are shown to be fair; absent where that is not asked. */
  readonly fair?: number
}

/**
 * The chances of verdicts on the seats of a cell after this many blocks of its spread; null where its blocks have none. With several seats it is the seat whose
 * chance is the least that is supposed to be off; false alarms are those of any, and all must be fair.
 */
export function seatChances(
  cell: CellResult,
  { margin, look }: { readonly margin: number; readonly look: Look },
  blocks: number,
): readonly Supposed[] | null {
  const judged = judgedIn(cell)
  const level = judgedLevel(cell, judged)
  const each = judgedNames(cell.game.info, judged).map((_, index) => index)
  const asked = each.length === 2 ? [0] : each
  const all = SUPPOSED.map(effect =>
    asked.map(seat => {
      const stakes = judgedStakes(cell, judged, seat, margin)
      const value = stakes.fair + effect * (stakes.max - stakes.min)
      return chancesIf(stakes, stakes, value, { look, level }, blocks)
    }),
  )
  return supposed(all, chances => chances.reduce((product, { fair }) => product * fair, 1))
}

/** The chances that the scores of the seats compared are shown to have changed, after this many blocks of the spread of these; null where no block differs. */
export function scoreChances(
  scores: readonly Comparison[],
  all: readonly Comparison[],
  look: Look,
  blocks: number,
): readonly Supposed[] | null {
  const chances = SUPPOSED.map(effect =>
    scores.map(one => {
      const differing = differingBlocks(one, all)
      return chancesIf(
        differing.blocks,
        { fair: 0, margin: 0 },
        effect,
        { look, level: differing.level },
        blocks,
      )
    }),
  )
  return supposed(chances, null)
}

/** Of several seats' chances by effect; null if any is unknown. */
function supposed(
  all: readonly (readonly (Chances | null)[])[],
  fairOf: ((chances: readonly Chances[]) => number) | null,
): readonly Supposed[] | null {
  const known = all.map(row => row.filter(one => one !== null))
  if (known.some((row, i) => row.length === 0 || row.length < all[i]!.length)) return null
  return SUPPOSED.map((effect, i) => {
    const row = known[i]!
    const offs = row.map(({ off }) => off)
    const sum = offs.reduce((total, off) => total + off, 0)
    const shown = effect === 0 ? Math.min(1, sum) : Math.min(...offs)
    return { effect, shown, ...(fairOf ? { fair: fairOf(row) } : {}) }
  })
}
