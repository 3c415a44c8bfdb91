/** Is it within its bounds? What the experiment's gate asks for, and what the run shows of it. */

import { matchesOf } from '../../../sim/figures/reading.ts'
import { type GateFinding, type GateVerdict, gateOf } from '../../findings/gate/gate.ts'
import { figureWords, valueWords } from '../../findings/gate/words.ts'
import { lineupsInOrder } from '../../findings/order.ts'
import { counted, inWords, thousands, unbroken } from '../../formatting.ts'
import { html, type Markup, NOTHING, section } from '../html.ts'
import { lineupName, type Subject } from '../subject.ts'
import { wideTable } from '../table.ts'

/** How a verdict on a bound looks, as those on seats do. */
export const TONES: Readonly<Record<GateVerdict, string>> = {
  met: 'is-fair',
  'not met': 'is-favours',
  inconclusive: 'is-inconclusive',
}

const VERDICTS: readonly GateVerdict[] = ['not met', 'inconclusive', 'met']

/** Nothing where the experiment has no gate. */
export function gateSection({ result, variants }: Subject): Markup {
  const { gate = [] } = result.experiment
  if (gate.length === 0) return NOTHING
  const findings = gateOf(result)
  const unasked = gate.filter(bound => findings.every(finding => finding.bound !== bound))
  return section('gate', 'Is it within its bounds?', [
    html`<p>${findings.length === 0 ? 'No match is counted yet.' : `${summary(findings)} A bound is met if the whole interval lies within it, and not met if it lies outside. Otherwise it is inconclusive: play more matches${findings.some(({ disputed }) => disputed) ? ', or more players where they disagree' : ''}.`}</p>`,
    findings.length === 0
      ? NOTHING
      : wideTable(
          [
            { head: 'figure' },
            { head: 'bound' },
            { head: 'verdict' },
            { head: 'found', meaning: 'With the interval that decides the verdict' },
            ...(variants.length > 1 ? [{ head: 'variant' }] : []),
            { head: 'line-up' },
            { head: 'matches', isNumber: true },
          ],
          inVerdicts(result, findings).map(finding => rowOf(finding, variants.length > 1)),
        ),
    unasked.length === 0 || findings.length === 0
      ? NOTHING
      : html`<p class="note">Not checked here: ${inWords(unasked.map(({ figure, written }) => `${figure} ${written}`))}. To check a change, add another variant or use <code>evenhand check --baseline</code>.</p>`,
  ])
}

/** What is not met first, and the strongest players first. */
function inVerdicts(result: Subject['result'], findings: readonly GateFinding[]): GateFinding[] {
  const order = lineupsInOrder(result)
  const at = ({ verdict, cell }: GateFinding): number =>
    VERDICTS.indexOf(verdict) * order.length + order.indexOf(cell.cell.lineup)
  return findings.toSorted((a, b) => at(a) - at(b))
}

function rowOf(finding: GateFinding, variants: boolean): Parameters<typeof wideTable>[1][number] {
  const { bound, cell, figure, verdict } = finding
  return [
    html`${figureWords(figure, cell.game.info)}${figureWords(figure, cell.game.info) === bound.figure ? NOTHING : html` <span class="note">${bound.figure}</span>`}`,
    unbroken(bound.written),
    html`<span class="${TONES[verdict]}">${verdict}</span>`,
    unbroken(valueWords(finding)),
    ...(variants ? [cell.cell.variant.name] : []),
    lineupName(cell),
    thousands(matchesOf(cell)),
  ]
}

/** "Of 5 bounds, 1 is not met, 1 is inconclusive and 3 are met." */
function summary(findings: readonly GateFinding[]): string {
  const parts = VERDICTS.map(verdict => ({
    verdict,
    count: findings.filter(one => one.verdict === verdict).length,
  }))
    .filter(({ count }) => count > 0)
    .map(({ verdict, count }) => `${thousands(count)} ${count === 1 ? 'is' : 'are'} ${verdict}`)
  return `Of ${counted(findings.length, 'bound')}, ${inWords(parts)}.`
}
