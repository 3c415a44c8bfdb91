/** The page of one match. */
import type { MatchRecord } from '../../sim/records/record.ts'

/**
 * The text of an HTML page that shows a match: positions drawn or as text, what was decided and what came of it, the gauges, and the turning point. It
 * is one file that loads nothing, headed by why it is shown (such as "the largest comeback") if that is given; the same record gives the same bytes. Rejects with an InputError at the first decision that is not possible.
 */
export async function matchPage(record: MatchRecord, why = ''): Promise<string> {
  const { matchPage } = await import('../../reports/page/index.ts')
  return matchPage(record, why)
}
