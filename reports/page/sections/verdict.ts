/** The verdict in words, on top of the page. */
import type { CellResult } from '../../../sim/chunks/results.ts'
import type { VariantCells } from '../../findings/variants.ts'
import { exploitsIn, verdictOnPlay } from '../../findings/verdicts/exploits.ts'
import {
  agreementOf,
  cellFinding,
  isMirror,
  isNearlyAlwaysDrawn,
  strengthsOf,
} from '../../findings/verdicts/verdicts.ts'
import { undecidedWords } from '../../findings/verdicts/warnings.ts'
import { agreementWords, shortVerdict } from '../../findings/verdicts/words.ts'
import { unbroken } from '../../formatting.ts'
import { html, type Markup, NOTHING, section } from '../html.ts'
import { agentOf, byStrength, type Subject } from '../subject.ts'
import { wideTable } from '../table.ts'

/** What ± means, on this page. */
const INTERVALS = html`<p class="note">${unbroken(
  '± is the longer arm of a 95 % interval. In verdicts, and where agents meet, it holds however often one looks at the run and plays on. ' +
    '“One look” is the narrower interval for a number of matches that was planned beforehand and is looked at once; figures elsewhere have that one, unless they say otherwise.',
)}</p>
`

/** Variants whose verdicts are told in full; of more, the baseline's is, and all are in a table. */
const MAX_LISTED = 4

export function verdictSection(subject: Subject): Markup {
  const { variants } = subject
  if (variants.length === 0) return section('verdict', 'Verdict', [html`<p>No match is counted yet.</p>`])
  const told = variants.length > MAX_LISTED ? variants.slice(0, 1) : variants
  return section('verdict', 'Verdict', [
    ...told.map(one => variantVerdict(subject, one)),
    variants.length > MAX_LISTED ? overview(subject) : NOTHING,
    INTERVALS,
  ])
}

function variantVerdict({ result, variants }: Subject, { variant, cells }: VariantCells): Markup {
  const { margin } = result.experiment
  const mirrors = cells.filter(({ cell }) => isMirror(cell.lineup))
  const shown = mirrors.length > 0 ? mirrors : cells
  const exploits = exploitsIn(cells)
  const strengths = strengthsOf(cells, margin)
  const flips = agreementOf(strengths).agreement !== 'none'
  const words = agreementWords(strengths)
  return html`${variants.length > 1 ? html`<h3>${variant}</h3>` : NOTHING}<dl class="verdicts">${shown.map(
    cell => html`<dt>${isMirror(cell.cell.lineup) ? agentOf(cell) : cell.cell.lineup.name}</dt><dd class="${toneOf(cell, margin)}">${unbroken(verdictOnPlay(cell, margin, exploits))}${caveat(cell)}</dd>
`,
  )}</dl>${
    words === ''
      ? NOTHING
      : html`<p${flips ? html` class="flip"` : ''}>${flips ? '⇄ ' : ''}${words}</p>
`
  }`
}

/** What the figures are biased by, with the way to all that is to distrust; where nearly all matches are drawn, the verdict says so itself. */
function caveat(cell: CellResult): Markup {
  const words = isNearlyAlwaysDrawn(cell) ? '' : undecidedWords(cell)
  return words === '' ? NOTHING : html`; <a href="#distrust">${unbroken(words)}</a>`
}

function toneOf(cell: CellResult, margin: number): string {
  return isMirror(cell.cell.lineup) ? `is-${cellFinding(cell, margin)}` : 'is-inconclusive'
}

const AGREEMENT = { none: '', differs: '⇄ changes', flips: '⇄ flips' } as const

/** All variants, a line each: the verdict at every strength, and whether it flips. */
function overview(subject: Subject): Markup {
  const { result, variants } = subject
  const { margin } = result.experiment
  const strengths = byStrength(subject)
  const moves = variants.map(({ cells }) => AGREEMENT[agreementOf(strengthsOf(cells, margin)).agreement])
  const isMoved = moves.some(words => words !== '')
  const heads = [
    { head: 'variant' },
    ...strengths.map(({ agent }) => ({ head: agent, meaning: `The verdict where ${agent} plays all seats` })),
    ...(isMoved
      ? [{ head: 'with strength', meaning: 'Whether the verdict depends on how well the game is played' }]
      : []),
  ]
  const rows = variants.map(({ variant }, i) => [
    variant,
    ...strengths.map(({ cells: mirrors }) => {
      const cell = mirrors.find(one => one.cell.variant.name === variant)
      return cell ? html`<span class="${toneOf(cell, margin)}">${shortVerdict(cell, margin)}</span>` : ''
    }),
    ...(isMoved ? [moves[i]!] : []),
  ])
  return html`<h3>All variants</h3>${wideTable(heads, rows)}`
}
