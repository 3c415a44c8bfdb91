/** What to expect of a run, as text and as a JSON document. */
import {
  counted,
  ENOUGH,
  type Plan,
  type PlannedLineup,
  type PlannedQuestion,
  type Supposed,
  thousands,
} from '../../library/command.ts'
import { table, wrap } from './output.ts'

/** What a run would be played on. */
export interface Hardware {
  /** Threads of each machine. */
  readonly threads: number
  /** Numbers of machines like this one. */
  readonly machines: readonly number[]
}

/** Estimates are rounded up to two digits. */
function about(count: number): string {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(count)) - 1)
  return thousands(Math.ceil(count / step) * step)
}

/** The document that --json prints. What is unknown, or more than was tried, is null. */
export function planDocument({ lineups, questions }: Plan, { threads, machines }: Hardware): object {
  const hoursOf = (lineup: PlannedLineup, matches: number) => {
    const seconds = secondsOf(lineup, matches, threads)
    return machines.map(many => ({ machines: many, hours: seconds === null ? null : seconds / 3600 / many }))
  }
  return {
    threads,
    lineups: lineups.map(lineup => ({
      lineup: lineup.name,
      pilot: lineup.pilot * lineup.seats,
      matches: lineup.matches,
      fits: Number.isFinite(lineup.fits) ? lineup.fits : null,
      milliseconds: lineup.cost ?? null,
      times: hoursOf(lineup, lineup.matches),
    })),
    questions: questions.map(question => {
      const { ifFair, ifTrue } = question
      const lineup = lineups[question.lineup]!
      const needed = question.needed === Infinity ? null : question.needed * lineup.seats
      return {
        question: question.kind,
        about: question.about,
        variant: question.variant,
        lineup: lineup.name,
        matches: needed,
        ...(ifFair !== undefined && { ifFair: ifFair === Infinity ? null : ifFair * lineup.seats }),
        ...(ifTrue && {
          ifTrue: ifTrue.map(({ effect, ...chances }) => ({ points: 100 * effect, ...chances })),
        }),
        times: needed === null ? null : hoursOf(lineup, needed),
        chance: question.chance,
        answers: question.answers,
      }
    }),
  }
}

/** Seconds for this many matches of a line-up in each variant; null if unknown. */
function secondsOf({ cost, variants }: PlannedLineup, matches: number, threads: number): number | null {
  return cost === undefined ? null : (matches * variants * cost) / 1000 / threads
}

/** 40 s, 12 min, 3.5 h, 12 days. */
function timeText(seconds: number | null): string {
  if (seconds === null) return '?'
  if (seconds < 1) return '< 1 s'
  if (seconds < 90) return `${Math.round(seconds)} s`
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`
  const hours = seconds / 3600
  if (hours < 48) return `${hours < 10 ? hours.toFixed(1) : Math.round(hours)} h`
  return `${about(Math.round(hours / 24))} days`
}

interface PlanTextOptions extends Hardware {
  /** Where the pilot is kept, and the command that continues there. */
  readonly folder: string
  readonly again: string
  /** Columns of the terminal. */
  readonly width: number
}

export function planText(plan: Plan, { threads, machines, folder, again, width }: PlanTextOptions): string {
  const { lineups, questions } = plan
  const isSeveral = lineups.some(({ variants }) => variants > 1)
  const listed = likeliest(questions)
  const left = questions.length - listed.length
  const isApart = questions.some(({ kind }) => kind === 'alone' || kind === 'last')
  const several = machines.some(many => many > 1) ? ' and on several like it' : ''
  const apart = isApart
    ? '. alone: the effect of a change by itself. last: its effect on top of the others'
    : ''
  return [
    ...wrap(`Time for the run, on ${counted(threads, 'thread')} of this machine${several}:`, width),
    '',
    lineupTable(lineups, { threads, machines }, width),
    '',
    ...lineups.flatMap(one => (one.matches > one.fits ? [...wrap(fitWords(one), width), ''] : [])),
    ...wrap(
      `Answers to expect. matches: how many${isSeveral ? ' in each variant' : ''} you need for an ${100 * ENOUGH} % chance of an answer, and the time they take${isSeveral ? ' in all variants' : ''}. chance: of an answer from the matches above. shown: the chance to detect a score that is off by so many points (at 0, a false alarm)${apart}.`,
      width,
    ),
    '',
    questions.length === 0
      ? 'This run answers no question: no agent plays itself, and there is no comparison or bound.'
      : questionTable(lineups, listed, { threads, machines }, width),
    ...(left > 0 ? ['', `${left} less likely steps aren't listed (--json has all).`] : []),
    '',
    ...wrap(`Times are estimates. The pilot is kept in ${folder}; ${again} continues from there.`, width),
  ].join('\n')
}

/** More matches than fit. */
function fitWords({ name, matches, fits }: PlannedLineup): string {
  return `${name}: by this pilot, about ${about(fits)} matches of a variant fit into a run, because its sums are exact below 2^53. A run of ${thousands(matches)} may be refused soon after it starts. Split it into runs with different seeds.`
}

/** A column of times for each number of machines. */
const timeColumns = (machines: readonly number[]) =>
  machines.map(many => ({ title: many === 1 ? 'here' : `on ${many}` }))

const timeCells = (seconds: number | null, machines: readonly number[]): string[] =>
  machines.map(many => timeText(seconds === null ? null : seconds / many))

function lineupTable(
  lineups: readonly PlannedLineup[],
  { threads, machines }: Hardware,
  width: number,
): string {
  const seconds = lineups.map(one => secondsOf(one, one.matches, threads))
  const sum = seconds.every(one => one !== null) ? seconds.reduce((a, b) => a + b, 0) : null
  const title = lineups.some(({ variants }) => variants > 1) ? 'line-up, in all variants' : 'line-up'
  const rows = lineups.map(({ name, pilot, matches, seats }, l) => [
    name,
    thousands(pilot * seats),
    thousands(matches),
    ...timeCells(seconds[l]!, machines),
  ])
  const all = lineups.length > 1 ? [['all', '', '', ...timeCells(sum, machines)]] : []
  const columns = [{ title, max: 30 }, { title: 'pilot' }, { title: 'matches' }, ...timeColumns(machines)]
  return table(columns, [...rows, ...all], width)
}

/** Questions below the line-up that they are about. */
function questionTable(
  lineups: readonly PlannedLineup[],
  questions: readonly PlannedQuestion[],
  { threads, machines }: Hardware,
  width: number,
): string {
  const blank = machines.map(() => '')
  const rows = questions.flatMap((question, q) => {
    const { ifFair = Infinity, ifTrue, most, needed } = question
    const lineup = lineups[question.lineup]!
    const isFirst = question.lineup !== questions[q - 1]?.lineup
    const costs = (blocks: number): string[] => {
      const matches = blocks * lineup.seats
      if (matches === Infinity) return [`> ${about(most * lineup.seats)}`, ...blank]
      return [about(matches), ...timeCells(secondsOf(lineup, matches, threads), machines)]
    }
    const fair = ifTrue?.[0]?.fair
    return [
      ...(isFirst ? [[lineup.name, '', ...blank, '']] : []),
      [questionText(question, lineup), ...costs(needed), chanceText(question)],
      ...(ifFair === Infinity
        ? []
        : [['- to show that it is fair', ...costs(ifFair), fair === undefined ? '' : `${percent(fair)} %`]]),
      ...(ifTrue ? [[`- if ${pointsText(ifTrue)}`, '', ...blank, `shown ${shownText(ifTrue)}`]] : []),
    ]
  })
  const columns = [
    { title: 'question', max: 28 },
    { title: 'matches' },
    ...timeColumns(machines),
    { title: 'chance' },
  ]
  return table(columns, rows, width)
}

/** Steps of levers listed for a line-up: there may be hundreds. */
const STEPS = 12

/** All questions, but only the steps with the best chances of an answer. */
function likeliest(questions: readonly PlannedQuestion[]): readonly PlannedQuestion[] {
  const steps = questions.filter(({ kind }) => kind === 'step').sort((a, b) => b.chance - a.chance)
  const kept = new Set(
    [...new Set(steps.map(({ lineup }) => lineup))].flatMap(lineup =>
      steps.filter(one => one.lineup === lineup).slice(0, STEPS),
    ),
  )
  return questions.filter(one => one.kind !== 'step' || kept.has(one))
}

/** Kinds of questions about a variant, which is named if there are several. */
const OF_VARIANT: readonly PlannedQuestion['kind'][] = ['fair', 'score', 'course', 'gate', 'alone', 'last']

function questionText({ kind, variant, about: what }: PlannedQuestion, { variants }: PlannedLineup): string {
  const asked = {
    fair: 'fair?',
    score: 'scores changed?',
    course: 'draws, length changed?',
    gate: `${what}?`,
    usefulness: `${what} of use?`,
    stop: 'rule met?',
    step: `step ${what}: changed?`,
    goal: `goal ${what}?`,
    alone: `${what} alone: changed?`,
    last: `${what} last: changed?`,
  }[kind]
  return variants > 1 && OF_VARIANT.includes(kind) ? `- ${variant}: ${asked}` : `- ${asked}`
}

/** "0, 2, 5 points off". */
function pointsText(all: readonly Supposed[]): string {
  return `${all.map(({ effect }) => 100 * effect).join(', ')} points off`
}

/** "1, 20, 99 %". */
function shownText(all: readonly Supposed[]): string {
  return `${all.map(({ shown }) => percent(shown)).join(', ')} %`
}

const percent = (share: number) => String(Math.round(100 * share))

/** "62 %: fair 50, favours white 12". */
function chanceText({ chance, answers }: PlannedQuestion): string {
  const each = answers.slice(0, 3).map(({ answer, share }) => `${answer} ${percent(share)}`)
  return `${percent(chance)} %${each.length > 0 ? `: ${each.join(', ')}` : ''}`
}
