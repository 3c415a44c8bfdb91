/** What is everything worth? The score lost by doing without an asset, where the experiment asks. */
import { usefulness } from '../../tables/index.ts'
import { section } from '../figure.ts'
import { html, type Markup, NOTHING } from '../html.ts'
import type { Subject } from '../subject.ts'
import { rowsTable } from '../table.ts'

const COLUMNS = [
  ...['lineup', 'group', 'asset', 'score_with', 'score_without', 'lost', 'lost_low', 'lost_high'],
  ...['p_anytime_adjusted', 'used_with', 'used_without', 'verdict'],
]

/** Nothing where nobody does without anything. */
export function worthSection({ result }: Subject): Markup {
  const rows = usefulness.rows(result).filter(({ seat }) => seat === '')
  if (rows.length === 0) return NOTHING
  const sorted = [...rows].sort((a, b) => Number(b.lost) - Number(a.lost))
  return section('worth', 'What is everything worth?', [
    html`<p>The first agent of a line-up does without one asset, the others have it: what score it loses against itself with it, over all seats, on the same seeds. The verdict holds however often one looks, after Holm’s correction for all assets and line-ups.</p>`,
    rowsTable(usefulness.columns, COLUMNS, sorted),
  ])
}
