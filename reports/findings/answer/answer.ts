/** What a run asks, and its answer in a few sentences: at the strongest level of play first. */
import { settingText } from '../../../documents/index.ts'
import type { CellResult, RunResult } from '../../../sim/chunks/results.ts'
import { wholeVariants } from '../../../sim/experiment/index.ts'
import { matchesOf } from '../../../sim/figures/reading.ts'
import { inWords } from '../../formatting.ts'
import { ladderOf } from '../ladder/ladder.ts'
import { lineupsInOrder } from '../order.ts'
import { factorsOf } from '../variants.ts'
import { answerWarnings } from '../verdicts/warnings.ts'
import { compareAnswer } from './compare.ts'
import { type Found, fairnessAnswer } from './fairness.ts'
import { gateAnswer, ladderAnswer, leversAnswer, usefulnessAnswer } from './others.ts'
import { sweepAnswer } from './sweep.ts'

/** What a run asks. */
export type RunKind = 'play' | 'compare' | 'sweep' | 'levers' | 'usefulness' | 'ladder' | 'gate'

export interface Answer extends Found {
  readonly kind: RunKind
  /** "Is Bulwark fair?", "favour.win 7 → 9" */
  readonly title: string
  /** What may change the answer; mostly empty. */
  readonly distrust: readonly string[]
}

/** All pairs met: a ladder. */
const LADDER_MIN = 3
const SWEEP_MIN = 3

export function kindOfRun({ experiment, cells }: RunResult): RunKind {
  const { variants, gate = [] } = experiment
  if (variants.some(({ probe }) => probe?.kind === 'step')) return 'levers'
  if (variants.some(({ without }) => without !== undefined)) return 'usefulness'
  if (gate.length > 0) return 'gate'
  const whole = wholeVariants(experiment)
  if (whole.length > 1) return whole.length < SWEEP_MIN ? 'compare' : 'sweep'
  const { isRoundRobin, rungs } = ladderOf(cells)
  return isRoundRobin && rungs.length >= LADDER_MIN ? 'ladder' : 'play'
}

/** What a run asks: its kind, and the question that heads its page. */
export function questionOf(result: RunResult): Pick<Answer, 'kind' | 'title'> {
  const kind = kindOfRun(result)
  return { kind, title: TITLES[kind](result) }
}

export function answerOf(result: RunResult): Answer {
  const { kind, title } = questionOf(result)
  const played = result.cells.some(cell => matchesOf(cell) > 0)
  const found = played ? ANSWERS[kind](result) : { answer: ['No match is counted yet.'], agreement: '' }
  return { kind, title, ...found, distrust: answerWarnings(result, strongestCells(result)) }
}

/** A shorter first sentence, such as "Not settled.", needs the next. */
const SHORT = 40

/** An answer in a line. */
export function headlineOf({ answer }: Answer): string {
  return answer.slice(0, answer[0]!.length < SHORT ? 2 : 1).join(' ')
}

/** The cells that an answer rests on. */
function strongestCells(result: RunResult): readonly CellResult[] {
  const [lineup] = lineupsInOrder(result)
  return result.cells.filter(({ cell }) => cell.lineup === lineup)
}

/** "elephant-men" as "Elephant Men". */
export function gameTitle({ game }: { readonly game: string }): string {
  return game
    .split(/[-_ ]+/)
    .map(word => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`)
    .join(' ')
}

type Title = (result: RunResult) => string

const TITLES: Readonly<Record<RunKind, Title>> = {
  play: ({ experiment }) => `Is ${gameTitle(experiment)}${variantTitle(experiment)} fair?`,
  compare: changeTitle,
  sweep: result => {
    const keys = factorsOf(result.experiment).map(({ key }) => key)
    const game = gameTitle(result.experiment)
    const which = keys.length > 0 && keys.length <= 2 ? inWords(keys) : ''
    return which === ''
      ? `Which of ${wholeVariants(result.experiment).length} variants of ${game} is fair?`
      : `How ${keys.length === 1 ? 'does' : 'do'} ${which} change ${game}?`
  },
  levers: goalTitle,
  usefulness: ({ experiment, cells }) => {
    const groups = [...new Set(cells[0]?.game.info.assets.map(({ group }) => group) ?? [])]
    return `What is each ${groups.length === 1 ? groups[0]! : 'piece'} of ${gameTitle(experiment)} worth?`
  },
  ladder: ({ experiment }) => `Who plays ${gameTitle(experiment)} best?`,
  gate: ({ experiment }) => `Is ${gameTitle(experiment)} within its bounds?`,
}

/** The variant, where its name says something. */
function variantTitle({ game, variants }: RunResult['experiment']): string {
  const { name } = variants[0]!
  return ['default', 'standard', game].includes(name) ? '' : ` ${name}`
}

/** Keys that a title names. */
const KEYS_MAX = 3

function changeTitle({ experiment }: RunResult): string {
  const [before, after] = wholeVariants(experiment)
  const factors = factorsOf(experiment)
  if (factors.length === 0 || factors.length > KEYS_MAX) return `${before!.name} → ${after!.name}`
  const value = (one: unknown): string => (one === undefined ? 'none' : settingText(one))
  return factors.map(({ key, values: [from, to] }) => `${key} ${value(from)} → ${value(to)}`).join(', ')
}

function goalTitle({ experiment }: RunResult): string {
  const game = gameTitle(experiment)
  const goals = experiment.probing?.goals ?? []
  const [goal] = goals
  if (!goal) return `Which rules of ${game} matter most?`
  if (goals.length > 1) return `Which rule brings ${game} to its goals?`
  const way = goal.low === null ? 'down' : goal.high === null ? 'up' : ''
  const special = goal.figure === 'length' ? { down: 'shortens', up: 'lengthens', '': '' }[way] : ''
  if (special !== '') return `Which rule ${special} ${game}?`
  return `Which rule of ${game} brings ${goal.figure} to ${goal.written}?`
}

const ANSWERS: Readonly<Record<RunKind, (result: RunResult) => Found>> = {
  play: fairnessAnswer,
  compare: compareAnswer,
  sweep: sweepAnswer,
  levers: leversAnswer,
  usefulness: usefulnessAnswer,
  ladder: ladderAnswer,
  gate: gateAnswer,
}
