/** What a folder holds that a fresh start would delete, in words. */
import { join } from 'node:path'
import { thousands } from '../../reports/formatting.ts'
import { Ranges } from '../../sim/chunks/ranges.ts'
import { JOURNAL, readJournal } from '../../sim/store/journal.ts'

/** `its 40 matches`, or less exactly if the journal can't be read as far as that. */
export function keptText(dir: string): string {
  const counted = new Map<number, Ranges>()
  let matchesPerBlock = 0
  try {
    readJournal(
      join(dir, JOURNAL),
      ({ experiment: { seats, variants } }) => {
        matchesPerBlock = seats.length * variants.length
      },
      ({ chunk }) => {
        const ranges = counted.get(chunk.lineup) ?? new Ranges()
        ranges.add(chunk)
        counted.set(chunk.lineup, ranges)
      },
    )
  } catch {
    return 'all that it holds'
  }
  const blocks = [...counted.values()].reduce((sum, ranges) => sum + ranges.count, 0)
  const matches = blocks * matchesPerBlock
  return matches === 1 ? 'its one match' : `its ${thousands(matches)} matches`
}
