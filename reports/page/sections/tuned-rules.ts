/** The rules on the page of a tuning: what each does by itself, and which work together. */
import { settingText } from '../../../documents/index.ts'
import type { TunedChange, TuneResult } from '../../../sim/tuning/result.ts'
import { jointEffects, type SingleEffect, singleEffects } from '../../findings/tuned-effects.ts'
import { changesText, goalName } from '../../findings/tuning.ts'
import { counted, unbroken } from '../../formatting.ts'
import { tuneTable } from '../../tables/index.ts'
import { intervalChart } from '../charts/intervals.ts'
import { figure, folded, gallery, html, type Markup, NOTHING, section } from '../html.ts'
import { rowsTable, wideTable } from '../table.ts'
import { seriesKey } from './key.ts'
import { axisOf, goalOf, type Tuned } from './tuned-goals.ts'

/** Rules of a chart, and combinations of a list; the tables below have all. */
const DRAWN = 14
const LISTED = 8

const SEARCHED = [
  'patch',
  'stage',
  'blocks',
  'measured',
  'measured_low',
  'measured_high',
  'distance',
] as const

/** Each rule by itself, goal by goal, and rules that work together. */
export function triedSection({ result, rows }: Tuned): Markup {
  const { goals, candidates, experiment } = result
  const refused = candidates.filter(one => one.refused !== undefined)
  const { space } = experiment.tuning!
  return section('tried', 'What does each rule do?', [
    html`<p class="note">Each rule of ${experiment.variants[0]!.name}, changed by itself. The upright line is the current rules; the goal is shaded. A filled dot is a clear difference, corrected for the number of rules.</p>`,
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
      `Not changed: ${counted(space.kept.length, 'rule')}`,
      space.kept.length === 0
        ? []
        : [
            html`<p>The length limit, and rules that define the game: ${space.kept.join(', ')}. To let one change, name it with <code class="option">--keys</code>.</p>`,
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
    return [heading, html`<p>No combination clearly does more or less than the sum of its changes.</p>`]
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
