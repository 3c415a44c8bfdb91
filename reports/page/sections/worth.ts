/** What is each unit worth? The score lost by doing without an asset, where the experiment asks. */

import { judgedInterval, MAY_DIFFER } from '../../findings/changes/comparisons.ts'
import {
  disagreementWords,
  isToldOf,
  lostPoints,
  missingWorth,
  type Usefulness,
  usefulnessOf,
  worthWords,
} from '../../findings/changes/usefulness.ts'
import { differencesText } from '../../findings/members.ts'
import { lineupsInOrder } from '../../findings/order.ts'
import { printable, withEnds } from '../../formatting.ts'
import { usefulness } from '../../tables/index.ts'
import { type IntervalPoint, intervalChart, markOf } from '../charts/intervals.ts'
import { figure, gallery, html, type Markup, NOTHING, section } from '../html.ts'
import { lineupName, type Subject } from '../subject.ts'
import { rowsTable } from '../table.ts'
import { DIFFERENCES, DISPUTED, marksKey } from './key.ts'

const FIGURES = [
  ...['score_with', 'score_without', 'score_lost', 'score_lost_low', 'score_lost_high'],
  ...['score_lost_anytime_low', 'score_lost_anytime_high', 'p_anytime_adjusted'],
]
const USES = ['used_with', 'used_without', 'verdict']
const COLUMNS = ['asset', ...FIGURES, ...USES]

/** Of a population, with a row for each member. */
const MEMBER_COLUMNS = [
  ...['asset', 'member', ...FIGURES],
  ...['score_lost_players_low', 'score_lost_players_high', 'players_p'],
  ...USES,
]

/** Assets of a kind that are drawn. */
const LINES_MAX = 16

type Rows = ReturnType<typeof usefulness.rows>

/** Nothing if no player gives up an asset. */
export function worthSection({ result }: Subject): Markup {
  const all = usefulnessOf(result).filter(({ seat }) => seat === '')
  if (all.length === 0) return NOTHING
  const rows = usefulness.rows(result).filter(({ seat }) => seat === '')
  const lineups = lineupsInOrder(result).filter(lineup => all.some(({ cell }) => cell.cell.lineup === lineup))
  return section('worth', 'What is each unit worth?', [
    html`<p>How many points a player loses when only that player can't use the piece. Right of the line, the piece helps; left of it, it hurts.</p>`,
    marksKey(all.some(({ verdict }) => verdict === MAY_DIFFER) ? [...DIFFERENCES, DISPUTED] : DIFFERENCES),
    ...lineups.map(lineup => {
      const its = all
        .filter(({ cell }) => cell.cell.lineup === lineup)
        .sort((a, b) => a.own.difference - b.own.difference)
      const number = 1 + result.experiment.lineups.indexOf(lineup)
      const ofLineup = rows.filter(({ lineup_number }) => lineup_number === number)
      return html`<h3>${lineupName(its[0]!.cell)}</h3><p>${worthInWords(its)}</p>${gallery(worthFigures(its, ofLineup))}`
    }),
  ])
}

/** Without words for assets that show no difference, they would seem worthless. */
function worthInWords(sorted: readonly Usefulness[]): string {
  const open = sorted.filter(({ verdict }) => verdict === 'no difference shown').length
  const words = worthWords(sorted)
  const rest =
    open === 0 || open === sorted.length
      ? ''
      : ` The other ${open} ${open === 1 ? 'makes' : 'make'} no clear difference.`
  const disagreement = disagreementWords(sorted)
  const but = disagreement === '' ? '' : ` ${disagreement}.`
  const missing = missingWorth(sorted)
  return `${words}${rest}${but}${missing === '' ? '' : ` ${missing}`}`
}

/** A chart of each kind of asset, the largest loss first. */
function worthFigures(sorted: readonly Usefulness[], rows: Rows): Markup[] {
  const groups = [...new Set(rows.map(({ group }) => group))]
  return groups.map(group => {
    const its = sorted.filter(({ asset }) => asset.group === group)
    const drawn = mostMoved(its)
    const most = drawn.size < its.length ? `, the ${LINES_MAX} of ${its.length} that matter most` : ''
    const caption = `${group}: points lost without it${most}`
    const ofGroup = its.flatMap(({ asset }) =>
      rows.filter(row => row.group === group && row.asset === asset.id),
    )
    return figure(
      caption,
      worthChart(
        its.filter(one => drawn.has(one)),
        caption,
      ),
      rowsTable(usefulness.columns, its.some(({ members }) => members) ? MEMBER_COLUMNS : COLUMNS, ofGroup),
    )
  })
}

/** The assets without which most is lost or won. */
function mostMoved(all: readonly Usefulness[]): Set<Usefulness> {
  const reach = ({ own }: Usefulness) => Math.abs(own.difference)
  return new Set([...all].sort((a, b) => reach(b) - reach(a)).slice(0, LINES_MAX))
}

function worthChart(its: readonly Usefulness[], caption: string): Markup | null {
  const points = its.map((one): IntervalPoint => {
    const { name, members, own, verdict } = one
    const { low, high } = lostPoints(one, judgedInterval(own))
    const mean = -100 * own.difference
    return {
      ...{ name, series: 0, mean, low, high, mark: markOf(isToldOf(one), verdict === MAY_DIFFER) },
      says: `${printable(name)}: ${withEnds({ mean, low, high }, 1, ' points lost')}: ${verdict}${members ? `; by player ${differencesText(members)}` : ''}`,
    }
  })
  const shown = points.filter(({ mark }) => mark === 'dot').map(({ says }) => says)
  return intervalChart(points, {
    axis: 'points lost without it',
    reference: 0,
    alt: `${caption}, the largest loss first. ${shown.length === 0 ? 'No difference is shown.' : `Shown: ${shown.join('; ')}.`}`,
  })
}
