/** `--matches-table`. */
import { didYouMean, InputError, show } from '../../documents/index.ts'
import { MATCHES_TABLES, type MatchesTable } from '../../library/command.ts'

/** What errors call it. */
export const TABLE = '--matches-table'

/** What the help says of it. */
export const TABLE_TEXT = `write a table with a row for every match among the reports: ${MATCHES_TABLES.join(', ')}`

/** The format of the table of matches that is asked for, if any. Throws an InputError for one that there is not. */
export function tableGiven(written: string | undefined): { readonly matchesTable?: MatchesTable } {
  if (written === undefined) return {}
  const format = MATCHES_TABLES.find(name => name === written)
  if (format) return { matchesTable: format }
  throw new InputError(
    TABLE,
    `found ${show(written)}, expected one of ${MATCHES_TABLES.join(', ')}${didYouMean(written, MATCHES_TABLES)}`,
  )
}
