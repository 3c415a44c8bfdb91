/** The page of a tuning: the patches, how they move the goals, what was tried, and how to go on. */
import { basename } from 'node:path'
import { settingText, shellWord } from '../../documents/index.ts'
import { gameNameOf } from '../../sim/experiment/index.ts'
import { matchesOf } from '../../sim/figures/reading.ts'
import type { TunedCandidate, TunedChange, TuneResult } from '../../sim/tuning/result.ts'
import { type Answer, gameTitle } from '../findings/answer/answer.ts'
import type { GateFinding, GateVerdict } from '../findings/gate/gate.ts'
import { valueWords } from '../findings/gate/words.ts'
import { jointEffects, type SingleEffect, singleEffects } from '../findings/tuned-effects.ts'
import {
  beforeOf,
  changesText,
  figureTexts,
  frontOf,
  goalName,
  goalTexts,
  headWords,
  isAdaptedIn,
  judgePatches,
  moreWords,
  nowWords,
  obstacleOf,
  otherPlayersWords,
  otherWords,
  type PatchFinding,
  type PatchInLineup,
  ruleFile,
  type ShownPatch,
  shownPatches,
  spentWords,
  timeWords,
  wayWords,
} from '../findings/tuning.ts'
import { isMirror } from '../findings/verdicts/verdicts.ts'
import { counted, inWords, thousands, unbroken, wholePercent } from '../formatting.ts'
import { tuneTable } from '../tables/index.ts'
import { intervalChart, type Mark } from './charts/intervals.ts'
import { type TradePoint, tradeOffChart } from './charts/trade-off.ts'
import { answerBlock, documentOf } from './document.ts'
import { figure, folded, gallery, html, type Markup, NOTHING, section, whole } from './html.ts'
import { SCRIPT } from './script.ts'
import { changesSection } from './sections/changes.ts'
import { distrustSection } from './sections/distrust.ts'
import { TONES } from './sections/gate.ts'
import { marksKey, seriesKey } from './sections/key.ts'
import { command, sameAgain } from './sections/made.ts'
import { wordsSection } from './sections/words.ts'
import { lineupName, subjectOf } from './subject.ts'
import { rowsTable, wideTable } from './table.ts'

/** Rules of a chart, and combinations of a list; the tables below have all. */
const DRAWN = 14
const LISTED = 8

/** What the sections are about: a tuning, and its patches in the order in which they are shown. */
interface Tuned {
  readonly result: TuneResult
  readonly judged: readonly PatchFinding[]
  readonly patches: readonly ShownPatch[]
  readonly rows: ReturnType<typeof tuneTable.rows>
}

/** The text of a tuning's page; `confirmation` is the path to the page of its confirmation, if it has one. */
export function tuningPage(result: TuneResult, confirmation: string | null = null): string {
  const { experiment, confirmed, goals, matches } = result
  const judged = confirmed ? judgePatches(confirmed) : []
  const patches = shownPatches(result, judged)
  const tuned: Tuned = { result, judged, patches, rows: tuneTable.rows(result) }
  const subject = confirmed && subjectOf(confirmed)
  return documentOf({
    title: tuningTitle(experiment),
    answer: answerBlock(answerOfTuning(result)),
    note: `${counted(matches.search + matches.confirmation, 'match', 'matches')} of ${experiment.game}, seed ${experiment.seed}`,
    parts: [
      { id: 'patches', name: 'Patches', content: patchesSection(tuned) },
      { id: 'goals', name: goals.length === 1 ? 'Goal' : 'Goals', content: goalsSection(tuned) },
      { id: 'front', name: 'Trade-offs', content: frontSection(tuned) },
      { id: 'tried', name: 'Rules', content: triedSection(tuned) },
      {
        id: 'changes',
        name: 'What else moves',
        content: subject ? html`${changesSection(subject, 'patch')}${linkTo(confirmation)}` : NOTHING,
      },
      { id: 'next', name: 'Next', content: nextSection(tuned) },
      { id: 'distrust', name: 'Caveats', content: subject ? distrustSection(subject) : NOTHING },
      { id: 'made', name: 'Repeat', content: madeSection(tuned) },
      { id: 'words', name: 'Words', content: wordsSection() },
    ],
    code: SCRIPT,
    style: '',
  })
}

function linkTo(confirmation: string | null): Markup {
  if (confirmation === null) return NOTHING
  return html`<p>The <a href="${confirmation}">page of the confirmation</a> has the rest: fairness, lengths, comebacks, use, and matches to watch.</p>
`
}

/** "Which rule changes give Elephant Golems draws < 10 %?" */
export function tuningTitle(experiment: TuneResult['experiment']): string {
  return `Which rule changes give ${gameTitle(experiment)} ${inWords(experiment.tuning!.goals.map(goalName))}?`
}

/** The answer before anything else: how many patches, the first of them, or what stands in the way. */
export function answerOfTuning(result: TuneResult): Pick<Answer, 'answer' | 'agreement' | 'distrust'> {
  const judged = result.confirmed ? judgePatches(result.confirmed) : []
  const patches = shownPatches(result, judged)
  const [first] = patches
  const isFound = first?.finding.verdict === 'met'
  const best = first
    ? [
        `${isFound ? 'The smallest' : 'The nearest'}: ${changesText(first.candidate.changes)}.`,
        ...goalTexts(first.finding.lineups[0]!).map(text => `${upper(text)}.`),
      ]
    : []
  const late = timeWords(result)
  const way = wayWords(result, judged)
  return {
    answer: [headWords(result, judged), nowWords(result), ...best, ...(way === '' ? [] : [way])],
    agreement: isFound ? '' : moreWords(result, judged),
    distrust: [...patches.flatMap(one => disputed(result, one)), ...(late === null ? [] : [late])],
  }
}

const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Where stronger or adapted players decide otherwise: what a designer should hear first. */
function disputed(
  { experiment }: TuneResult,
  { number, candidate, finding: { lineups } }: ShownPatch,
): string[] {
  const [main, ...others] = lineups
  if (main!.verdict !== 'met') return []
  const against = others.filter(({ verdict }) => verdict === 'not met')
  if (against.length === 0) return []
  const isAdapted = against.some(one => isAdaptedIn(experiment, one))
  return [
    `${isAdapted ? 'Adapted play changes the answer: patch' : 'Patch'} ${number} (${changesText(candidate.changes)}) meets the goals when ${playing(main!)}, but not when ${inWords(against.map(one => (isAdaptedIn(experiment, one) ? 'players trained on its rules meet' : playing(one))))}.`,
  ]
}

/** "greedy plays itself". */
const playing = ({ cell: { cell } }: PatchInLineup): string =>
  isMirror(cell.lineup) ? `${cell.lineup.participants[0]!.label} plays itself` : `${cell.lineup.name} play`

function patchesSection({ result, patches }: Tuned): Markup {
  if (patches.length === 0) return NOTHING
  const isFound = patches.some(({ finding }) => finding.verdict === 'met')
  return section('patches', isFound ? 'Which patches meet the goals?' : 'Which patches come nearest?', [
    html`<p class="note">Fewest changes and smallest steps first. Measured again on fresh seeds, which the search hasn't seen.</p>`,
    ...patches.map(shown => patchBlock(result, shown)),
  ])
}

/** Patches that are open before anything is pressed. */
const OPEN = 3

function patchBlock(result: TuneResult, { number, candidate, finding, file }: ShownPatch): Markup {
  const { lineups, verdict } = finding
  const moved = otherWords(result.confirmed!, lineups[0]!)
  const [main, ...others] = lineups
  const says = others
    .filter(one => isAdaptedIn(result.experiment, one))
    .flatMap(one => otherPlayersWords(result.experiment, main!.verdict, one) ?? [])
  const rules = ruleFile(result, candidate)
  const address = `data:text/yaml;base64,${Buffer.from(rules).toString('base64')}`
  const head = html`${number}. ${unbroken(changesText(candidate.changes))}`
  const content = [
    html`<p><span class="verdict ${TONES[verdict]}">${VERDICTS[verdict]}</span></p>`,
    goalsTable(lineups),
    says.length === 0 ? NOTHING : html`<p>${inWords(says)}.</p>`,
    moved === '' ? NOTHING : html`<p>What else changed: ${unbroken(`${moved}.`)}</p>`,
    html`<details><summary>Rule file ${file}</summary><p>Save <a download="${file}" href="${address}">${file}</a>, or copy it:</p><pre tabindex="0"><code>${rules}</code></pre></details>
`,
  ]
  return number <= OPEN
    ? html`<h3>${head}</h3>${content}`
    : html`<details class="lineup"><summary><h3>${head}</h3> <span class="verdict ${TONES[verdict]}">${VERDICTS[verdict]}</span></summary>${content.slice(1)}</details>
`
}

const VERDICTS: Readonly<Record<GateVerdict, string>> = {
  met: 'meets the goals',
  inconclusive: 'inconclusive',
  'not met': 'misses a goal',
}

/** Each goal before and after, in every line-up. */
function goalsTable(lineups: readonly PatchInLineup[]): Markup {
  const isSeveral = lineups.length > 1
  return wideTable(
    [
      { head: 'goal' },
      ...(isSeveral ? [{ head: 'players' }] : []),
      { head: 'now' },
      { head: 'with the patch', meaning: 'With the interval that decides the verdict' },
      { head: 'verdict' },
      { head: 'matches', isNumber: true },
    ],
    lineups.flatMap(one => {
      const before = beforeOf(one)
      return one.findings.map((finding, g) => [
        goalName(finding.bound),
        ...(isSeveral ? [lineupName(one.cell)] : []),
        unbroken(valueWords(before[g]!)),
        unbroken(valueWords(finding)),
        html`<span class="${TONES[finding.verdict]}">${finding.verdict}</span>`,
        thousands(matchesOf(one.cell)),
      ])
    }),
  )
}

/** A chart for each goal: the baseline and every patch, in every line-up. */
function goalsSection({ result, patches, rows }: Tuned): Markup {
  const [first] = patches
  if (!first) return NOTHING
  const names = first.finding.lineups.map(({ cell }) => lineupName(cell))
  return section('goals', result.goals.length === 1 ? 'How did the goal move?' : 'How did each goal move?', [
    html`<p class="note">Shaded: the goal. Patches have the numbers of the list above.</p>`,
    marksKey([
      ['dot', 'met'],
      ['ring', 'inconclusive'],
      ['cross', 'not met'],
      ['square', 'now'],
    ]),
    names.length > 1 ? seriesKey(names) : NOTHING,
    gallery(
      result.goals.map((goal, g) => {
        const point = (name: string, series: number, mark: Mark, { value }: GateFinding) => {
          const { mean, low, high } = value ?? { mean: Number.NaN, low: Number.NaN, high: Number.NaN }
          const says = `${name}: ${mean.toFixed(1)} (${low.toFixed(1)} to ${high.toFixed(1)})`
          return { name, series, mark, mean, low, high, says }
        }
        const points = [
          ...first.finding.lineups.map((one, l) => point('now', l, 'square', beforeOf(one)[g]!)),
          ...patches.flatMap(({ number, finding }) =>
            finding.lineups.map(({ findings }, l) =>
              point(`patch ${number}`, l, MARKS[findings[g]!.verdict], findings[g]!),
            ),
          ),
        ]
        const title = goalName(goal.bound)
        const chart = intervalChart(points, {
          axis: axisOf(result, g),
          goal: goal.bound,
          series: names.length,
          alt: `${title}: ${points.map(({ says }) => says).join(', ')}.`,
        })
        const own = rows.filter(row => row.stage === 'confirm' && row.goal === goalOf(result, g))
        return figure(title, chart, rowsTable(tuneTable.columns, [...CONFIRMED], own))
      }),
    ),
  ])
}

const MARKS: Readonly<Record<GateVerdict, Mark>> = { met: 'dot', inconclusive: 'ring', 'not met': 'cross' }
const CONFIRMED = ['patch', 'lineup', 'measured', 'measured_low', 'measured_high', 'verdict'] as const
const SEARCHED = [
  'patch',
  'stage',
  'blocks',
  'measured',
  'measured_low',
  'measured_high',
  'distance',
] as const

/** A goal as tune.csv names it. */
const goalOf = ({ goals }: TuneResult, g: number): string =>
  `${goals[g]!.bound.figure} ${goals[g]!.bound.written}`

const axisOf = ({ goals }: TuneResult, g: number): string => {
  const { bound, isPercent } = goals[g]!
  return isPercent ? `${bound.figure}, %` : bound.figure
}

/** The trade-off between goals, and the nearest patches of the search if none is shown to meet all goals. */
function frontSection({ result, judged, patches }: Tuned): Markup {
  const { goals, baseline, candidates } = result
  const isFound = patches.some(({ finding }) => finding.verdict === 'met')
  if (goals.length === 1 && isFound) return NOTHING
  const front = frontOf(result)
  const obstacle = obstacleOf(result)
  const way = wayWords(result, judged)
  const main = obstacle?.goal ?? 0
  const heads = [
    { head: 'patch' },
    ...goals.map(({ bound }) => ({ head: goalName(bound) })),
    {
      head: 'chance',
      meaning: 'The chance that it meets all goals, by the model of the search',
      isNumber: true,
    },
  ]
  const nearest = wideTable(heads, [
    ['as it is', ...figureTexts(result, baseline).map(unbroken), ''],
    ...front.map(one => [
      unbroken(changesText(one.changes)),
      ...figureTexts(result, one.known).map(unbroken),
      Number.isFinite(one.chance) ? wholePercent(Math.round(1000 * one.chance), 1000) : '',
    ]),
  ])
  const played = candidates.filter(({ known }) => known.length > 0)
  const charts = goals.flatMap((other, g) => {
    if (g === main || played.length === 0) return []
    const at = (known: TunedCandidate['known'], name: string, mark: TradePoint['mark']): TradePoint => {
      const [x, y] = [known[main]!.mean, known[g]!.mean]
      return {
        x,
        y,
        mark,
        says: `${name}: ${axisOf(result, main)} ${x.toFixed(1)}, ${axisOf(result, g)} ${y.toFixed(1)}`,
      }
    }
    const points = [
      ...played.map(one => at(one.known, changesText(one.changes), front.includes(one) ? 'front' : 'tried')),
      at(baseline, 'now', 'now'),
    ]
    const title = `${goalName(goals[main]!.bound)} and ${goalName(other.bound)}`
    const axes = {
      x: { ...goals[main]!.bound, label: axisOf(result, main) },
      y: { ...other.bound, label: axisOf(result, g) },
    }
    return [
      html`<figure><figcaption>${title}</figcaption>${tradeOffChart(
        points,
        axes,
        `${title}: ${counted(points.length - 1, 'patch', 'patches')} of the search and the present rules. Nearest: ${points
          .filter(({ mark }) => mark !== 'tried')
          .map(({ says }) => says)
          .join('; ')}.`,
      )}</figure>
`,
    ]
  })
  const question = obstacle ? 'What stands in the way?' : 'How near does the search come?'
  return section('front', isFound ? 'How do the goals trade off?' : question, [
    charts.length === 0
      ? NOTHING
      : html`<p class="note">Each point is a patch of the search. Shaded: both goals are met.</p>${marksKey([
          ['dot', 'nearest to the goals'],
          ['ring', 'tried'],
          ['square', 'now'],
        ])}${gallery(charts)}`,
    isFound ? NOTHING : html`<h3>Nearest to the goals in the search</h3>${nearest}`,
    way === '' ? NOTHING : html`<p>${unbroken(way)}</p>`,
  ])
}

/** Each rule by itself, goal by goal, and rules that work together. */
function triedSection({ result, rows }: Tuned): Markup {
  const { goals, candidates, experiment } = result
  const refused = candidates.filter(one => one.refused !== undefined)
  const { space } = experiment.tuning!
  return section('tried', 'What does each rule do?', [
    html`<p class="note">Each rule of ${experiment.variants[0]!.name} changed by itself in the search; the upright line is the present rules, shaded is the goal. A filled dot differs clearly, at a level for all rules together.</p>`,
    seriesKey(SERIES),
    gallery(goals.map((_, g) => singlesFigure(result, g, rows))),
    ...jointList(result),
    folded(`All ${counted(candidates.length, 'patch', 'patches')} of the search`, [
      rowsTable(
        tuneTable.columns,
        [...SEARCHED.slice(0, 3), 'goal', ...SEARCHED.slice(3), 'chance'],
        rows.filter(({ stage }) => stage !== 'confirm'),
      ),
    ]),
    folded(
      `Refused: ${counted(refused.length, 'patch', 'patches')}`,
      refused.length === 0
        ? []
        : [
            wideTable(
              [{ head: 'patch' }, { head: 'why' }],
              refused.map(({ name, refused = '' }) => [name, refused]),
            ),
          ],
    ),
    folded(
      `Left alone: ${counted(space.kept.length, 'rule')}`,
      space.kept.length === 0
        ? []
        : [
            html`<p>The length limit, and what makes it another game: ${space.kept.join(', ')}. To change one, name it with <code class="option">--keys</code>.</p>`,
          ],
    ),
  ])
}

/** The colours of changes, in the order of the series. */
const SERIES = ['lower, or off', 'higher, on, or another choice']

const isLower = ({ from, to }: TunedChange): boolean =>
  typeof to === 'number' && typeof from === 'number' ? to < from : to === false

function singlesFigure(result: TuneResult, g: number, rows: Tuned['rows']): Markup {
  const title = `${goalName(result.goals[g]!.bound)}: each rule by itself`
  const singles = singleEffects(result, g)
  const nameOf = ({ change: { key, from, to } }: SingleEffect): string =>
    typeof from === 'number' || typeof to === 'boolean' ? key : `${key} = ${settingText(to)}`
  const names = [...new Set(singles.map(nameOf))].slice(0, DRAWN)
  // Of several steps in one direction, the chart has the one that moves the most.
  const points = names.flatMap(name =>
    [0, 1].flatMap(series => {
      const one = singles.find(
        effect => nameOf(effect) === name && Number(!isLower(effect.change)) === series,
      )
      if (!one) return []
      const { mean, low, high, isShown, change } = one
      const says = `${changesText([change])}: ${mean.toFixed(1)} (${low.toFixed(1)} to ${high.toFixed(1)})`
      return [{ name, series, mean, low, high, mark: isShown ? ('dot' as const) : ('ring' as const), says }]
    }),
  )
  const shown = points.filter(({ mark }) => mark === 'dot')
  const chart = intervalChart(points, {
    axis: axisOf(result, g),
    reference: result.baseline[g]!.mean,
    goal: result.goals[g]!.bound,
    series: 2,
    alt: `${title}, the largest effects first. ${shown.length === 0 ? 'None differs clearly.' : `Clear: ${shown.map(({ says }) => says).join(', ')}.`}`,
  })
  const own = rows.filter(
    row => row.goal === goalOf(result, g) && row.stage !== 'confirm' && Number(row.changes) < 2,
  )
  return figure(title, chart, rowsTable(tuneTable.columns, SEARCHED, own))
}

/** Rules that together do more or less than they do by themselves. */
function jointList(result: TuneResult): Markup[] {
  const all = jointEffects(result)
  const heading = html`<h3>Rules that work together</h3>`
  if (all.length === 0)
    return [heading, html`<p>No combination clearly does more or less than its changes do by themselves.</p>`]
  const unit = (goal: number): string => (result.goals[goal]!.isPercent ? ' %' : '')
  return [
    heading,
    wideTable(
      [
        { head: 'together' },
        { head: 'figure' },
        { head: 'found', isNumber: true },
        {
          head: 'if effects added up',
          meaning: 'As log odds for percentages, as logarithms for other positive figures',
          isNumber: true,
        },
      ],
      all
        .slice(0, LISTED)
        .map(({ patch, goal, found, expected }) => [
          unbroken(changesText(patch.changes)),
          result.goals[goal]!.bound.figure,
          `${found.toFixed(1)}${unit(goal)}`,
          `${expected.toFixed(1)}${unit(goal)}`,
        ]),
    ),
    all.length > LISTED ? html`<p class="note">Shown: the clearest ${LISTED} of ${all.length}.</p>` : NOTHING,
  ]
}

/** Commands to go on with. */
function nextSection({ result, judged, patches }: Tuned): Markup {
  const [first] = patches
  const { experiment } = result
  const game = shellWord(experiment.source ? `./${basename(gameNameOf(experiment))}` : experiment.game)
  const { ruleset } = experiment.variants[0]!
  const isFound = first?.finding.verdict === 'met'
  if (!first) return NOTHING
  return section('next', 'What next?', [
    isFound ? NOTHING : html`<p>${whole(moreWords(result, judged))}</p>`,
    html`<p>In the folder of this page, compare the original with patch ${first.number}, also between stronger players:</p>`,
    command(`evenhand compare ${game} ${shellWord(ruleset)} ${first.file} --agents greedy mcts`),
    html`<p>Play it yourself:</p>`,
    command(`evenhand play ${game} --ruleset ${first.file} --agents human,greedy --open`),
  ])
}

function madeSection({ result }: Tuned): Markup {
  const { experiment, rounds, complete } = result
  const { space, changes, matches } = experiment.tuning!
  const facts: readonly (readonly [string, string])[] = [
    ['Game', experiment.game],
    ['Rules', experiment.variants[0]!.name],
    ['Players', inWords(experiment.lineups.map(({ name }) => name))],
    ['Seed', experiment.seed],
    ['Version', `evenhand ${experiment.version}`],
    ['Budget', `${counted(matches, 'match', 'matches')}, at most ${counted(changes, 'change')} in a patch`],
    ['Rounds', `${rounds.length}, then the confirmation`],
  ]
  return section('made', 'How was it made?', [
    html`<p>${spentWords(result)}</p>`,
    ...sameAgain({ experiment, complete }, 'tune'),
    folded('Seed, version and budget', [
      html`<dl class="facts">${facts.map(
        ([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>
`,
      )}</dl>`,
    ]),
    folded(`The ${counted(space.keys.length, 'rule')} that may change`, [
      wideTable(
        [{ head: 'rule' }, { head: 'now' }, { head: 'may be' }],
        space.keys.map(({ key, from, number, others }) => [
          key,
          settingText(from),
          number
            ? `${settingText(number.min)} to ${settingText(number.max)}`
            : others.map(other => settingText(other)).join(', '),
        ]),
      ),
    ]),
  ])
}
