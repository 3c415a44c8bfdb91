/** How it was made: the rules with their differences, the seed, and what plays it all again. */

import { listAgents } from '../../../agents/index.ts'
import { isRecord, settingsOf, settingText } from '../../../documents/index.ts'
import { findGame } from '../../../engine/registry/index.ts'
import type { RunResult } from '../../../sim/chunks/results.ts'
import {
  type Experiment,
  fingerprint,
  gameNameOf,
  type Participant,
  type Variant,
  wholeVariants,
} from '../../../sim/experiment/index.ts'
import { blocksOf, matchesOf } from '../../../sim/figures/reading.ts'
import { decideOf, fixOf } from '../../findings/fix.ts'
import { learningWords } from '../../findings/learning.ts'
import { stopCaveat, stopsOf } from '../../findings/stopping.ts'
import { type Factor, factorsOf } from '../../findings/variants.ts'
import { inWords, short, thousands } from '../../formatting.ts'
import { againOf, playLine } from '../again.ts'
import { folded, html, type Markup, NOTHING, section } from '../html.ts'
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
  const learning = learningWords(experiment)
  if (learning !== '') facts.push(['Learned', learning])
  const counts = experiment.lineups.map(({ name, participants, blocks }, l) => {
    const its = cells.filter(({ cell }) => cell.index % experiment.lineups.length === l)
    const options = participants.flatMap(one => {
      const own = setOptions(one)
      return own === '' ? [] : [`${one.label}: ${own}`]
    })
    const played = its.reduce((sum, cell) => sum + matchesOf(cell), 0)
    const blocksPlayed = its.reduce((sum, cell) => sum + blocksOf(cell), 0)
    return [
      name,
      thousands(blocks * participants.length),
      thousands(played),
      thousands(blocksPlayed),
      [...new Set(options)].join('; ') || 'default',
    ]
  })
  const stops = stopsOf(result)
  return section('made', 'How was it made?', [
    ...sameAgain(result),
    ...fixed(result),
    folded('Seed, version and numbers of matches', [
      html`<dl class="facts">${facts.map(
        ([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>
`,
      )}</dl>`,
      wideTable(
        [
          { head: 'line-up' },
          { head: 'matches asked for', meaning: 'In each variant', isNumber: true },
          { head: 'matches played', meaning: 'In all variants', isNumber: true },
          { head: 'blocks', isNumber: true },
          {
            head: 'options of agents',
            meaning: 'Only those that differ from the default; manifest.json has all.',
          },
        ],
        counts,
      ),
    ]),
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
    html`<details><summary>All rules of ${variantTitle(variants[0]!)}</summary>${wideTable(
      [{ head: 'key' }, { head: 'value' }, { head: 'meaning' }],
      settingsOf(findGame(gameNameOf(experiment)).schema, variants[0]!.rules).map(
        ({ key, value, meaning }) => [key, value === undefined ? '' : settingText(value), meaning],
      ),
    )}</details>
`,
  ])
}

/** A variant and the rule set it starts from, once where they share a name. */
const variantTitle = ({ name, ruleset }: Variant): string =>
  name === ruleset ? `rule set ${name}` : `${name} (rule set ${ruleset})`

/** The options of an agent that differ from their defaults, as text. */
function setOptions({ agent, options }: Participant): string {
  const usual: unknown = listAgents()
    .find(({ id }) => id === agent)
    ?.options.safeParse({}).data
  if (!isRecord(options) || !isRecord(usual)) return settingText(options)
  const own = Object.entries(options).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(usual[key]),
  )
  return settingText(Object.fromEntries(own))
}

/** The command that looks for a fix. */
function fixed(result: RunResult): Markup[] {
  const where = result.experiment.source ? ' (run this in the folder of the game)' : ''
  const [fix, decide] = [fixOf(result), decideOf(result)]
  return [
    ...(fix === null
      ? []
      : [
          html`<h3>Look for a fix</h3><p>This searches for rule changes that fix it${where}:</p>`,
          command(fix),
        ]),
    ...(decide === null
      ? []
      : [
          html`<h3>Play until the verdict is clear</h3><p>This plays fresh matches until there is a verdict${where}:</p>`,
          command(decide),
        ]),
  ]
}

/** How to play the same matches: a line to paste, and the file that it needs. */
export function sameAgain(
  { experiment, complete }: Pick<RunResult, 'experiment' | 'complete'>,
  verb: 'run' | 'tune' = 'run',
): Markup[] {
  const heading = html`<h3>Reproduce this ${verb === 'run' ? 'run' : 'search'}</h3>`
  const whole = complete
    ? 'plays the same matches and writes the same reports, byte for byte'
    : 'plays all matches of this run, which is unfinished'
  const same = verb === 'tune' ? 'runs this search again' : whole
  const line = playLine(experiment)
  if (line !== null)
    return [
      heading,
      html`<p>With evenhand ${experiment.version}, this ${same}:</p>`,
      command(line),
      FINGERPRINT,
    ]
  const again = againOf(experiment)
  if (again === null)
    return [
      heading,
      html`<p>The experiment is too long for this page. It is in manifest.json; rerun its file for the same bytes.</p>`,
    ]
  const { text, exact, beside } = again
  const address = `data:application/json;base64,${Buffer.from(text).toString('base64')}`
  return [
    heading,
    html`<p>With evenhand ${experiment.version}, the file below ${exact ? same : 'plays the same matches. Some names in its reports differ from those here, and so does the fingerprint'}.</p>`,
    html`<p>Save <a download="again.json" href="${address}">again.json</a>${beside.length === 0 ? '' : ` beside ${inWords(beside)}`}, then run this in its folder:</p>`,
    command(`evenhand ${verb} again.json`),
    exact && verb === 'run' ? FINGERPRINT : NOTHING,
    html`<details><summary>What again.json says</summary><pre tabindex="0">${text}</pre></details>
`,
  ]
}

/** A line to paste into a terminal. */
export const command = (line: string): Markup => html`<pre tabindex="0"><code>${line}</code></pre>`

const FINGERPRINT = html`<p class="note">The new manifest.json then has the same fingerprint as this run's.</p>`

/** The shipped policies in use, by hash. */
function policiesOf({ variants }: Experiment): [string, string][] {
  const files = new Map(variants.flatMap(({ policy }) => (policy ? [[policy.file, policy.sha256]] : [])))
  return [...files].map(([file, sha256]) => ['Policy', `${file}, SHA-256 ${sha256}`])
}

/** The keys in which the variants differ; values that differ from the first one's are marked. */
function differing(names: readonly string[], factors: readonly Factor[]): Markup {
  if (factors.length === 0) return html`<p>All variants have the same rules.</p>`
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
  return html`<details><summary>What differs between ${names.length} variants</summary>${wideTable(
    [{ head: 'variant' }, ...factors.map(({ key, meaning }) => ({ head: key, meaning }))],
    names.map((name, i) => [name, ...factors.map(({ values }) => marked(values[i], values[0]))]),
  )}</details>`
}
