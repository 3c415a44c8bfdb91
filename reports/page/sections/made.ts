/** How it was made: the rules with their differences, the seed, and what plays it all again. */
import { keyLines, settingText } from '../../../documents/index.ts'
import { findGame } from '../../../engine/registry/index.ts'
import { type Experiment, fingerprint, gameNameOf, wholeVariants } from '../../../sim/experiment/index.ts'
import { blocksOf, matchesOf } from '../../figures.ts'
import { type Factor, factorsOf } from '../../findings/factors.ts'
import { stopCaveat, stopsOf } from '../../findings/stop-words.ts'
import { short, thousands } from '../../formatting.ts'
import { againText } from '../again.ts'
import { section } from '../figure.ts'
import { html, type Markup, NOTHING } from '../html.ts'
import type { Subject } from '../subject.ts'
import { wideTable } from '../table.ts'

/** Variants beside each other in a table of rules; more of them have a line each. */
const BESIDE_MAX = 6

export function madeSection({ result }: Subject): Markup {
  const { experiment, cells } = result
  const variants = wholeVariants(experiment)
  const facts: [string, string][] = [
    ['Game', experiment.game],
    ['Seed', experiment.seed],
    ['Margin', `${short(100 * experiment.margin)} points`],
    ['Version', `evenhand ${experiment.version}`],
    ['Fingerprint', fingerprint(experiment)],
    ...policiesOf(experiment),
  ]
  const counts = experiment.lineups.map(({ name, participants, blocks }, l) => {
    const its = cells.filter(({ cell }) => cell.index % experiment.lineups.length === l)
    const options = participants.map(
      ({ label, options }) => `${label}: ${settingText(options) || 'no options'}`,
    )
    const played = its.reduce((sum, cell) => sum + matchesOf(cell), 0)
    const blocksPlayed = its.reduce((sum, cell) => sum + blocksOf(cell), 0)
    return [
      name,
      thousands(blocks * participants.length),
      thousands(played),
      thousands(blocksPlayed),
      [...new Set(options)].join('; '),
    ]
  })
  const stops = stopsOf(result)
  const again = againText(experiment)
  return section('made', 'How was it made?', [
    html`<dl class="facts">${facts.map(
      ([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>
`,
    )}</dl>`,
    wideTable(
      [
        { head: 'line-up' },
        { head: 'matches asked for, a variant', isNumber: true },
        { head: 'played, in all variants', isNumber: true },
        { head: 'blocks', isNumber: true },
        { head: 'agents and their options' },
      ],
      counts,
    ),
    stops.length === 0
      ? NOTHING
      : html`<h3>When it stopped</h3><ul>${stops.map(({ lineup, words }) => html`<li>${lineup}: ${words}</li>`)}</ul><p>${stopCaveat(stops)}</p>`,
    html`<h3>The rules</h3>`,
    variants.length > 1
      ? differing(
          variants.map(({ name }) => name),
          factorsOf(experiment),
        )
      : NOTHING,
    html`<details><summary>All rules of ${variants[0]!.name} (rule set ${variants[0]!.ruleset})</summary>${wideTable(
      [{ head: 'key' }, { head: 'value' }, { head: 'meaning' }],
      keyLines(findGame(gameNameOf(experiment)).schema, variants[0]!.rules).map(({ key, value, meaning }) => [
        key,
        value === undefined ? '' : settingText(value),
        meaning,
      ]),
    )}</details>
`,
    html`<h3>The same again</h3><p>The same experiment and seed give the same bytes, on any machine and any number of threads. manifest.json beside this page has all of it.</p>`,
    again === null
      ? NOTHING
      : html`<p>To play the same matches, save this as <code>again.json</code> and call <code>evenhand run again.json</code>:</p><details><summary>again.json</summary><pre tabindex="0">${again}</pre></details>
`,
  ])
}

/** The shipped policies by which players play, by their hash. */
function policiesOf({ variants }: Experiment): [string, string][] {
  const files = new Map(variants.flatMap(({ policy }) => (policy ? [[policy.file, policy.sha256]] : [])))
  return [...files].map(([file, sha256]) => ['Policy', `${file}, SHA-256 ${sha256}`])
}

/** The keys in which the variants differ, what is not as in the first one marked. */
function differing(names: readonly string[], factors: readonly Factor[]): Markup {
  if (factors.length === 0) return html`<p>The rules of all variants are the same.</p>`
  const marked = (value: unknown, base: unknown): Markup => {
    const text = value === undefined ? 'none' : settingText(value)
    return JSON.stringify(value) === JSON.stringify(base) ? html`${text}` : html`<mark>${text}</mark>`
  }
  if (names.length <= BESIDE_MAX)
    return wideTable(
      [{ head: 'key' }, ...names.map(head => ({ head })), { head: 'meaning' }],
      factors.map(({ key, values, meaning }) => [
        key,
        ...names.map((_, i) => marked(values[i], values[0])),
        meaning,
      ]),
    )
  return wideTable(
    [{ head: 'variant' }, ...factors.map(({ key, meaning }) => ({ head: key, meaning }))],
    names.map((name, i) => [name, ...factors.map(({ values }) => marked(values[i], values[0]))]),
  )
}
