/** The tables of an archive: one of runs, and one of their rules. Their rows are made from the runs' folders. */
import { column } from './column.ts'
import { FINGERPRINT_SHOWN } from './stack.ts'

export const RUN_ID_SHOWN = FINGERPRINT_SHOWN

const run = column('text', 'Folder of the run, as seen from the folder that you query.')

/** The columns of the table `runs`. */
export const RUNS = {
  run,
  id: column('text', 'The beginning of its fingerprint, as in the column `fingerprint` of other tables.'),
  name: column('text', 'Name of the experiment.'),
  kind: column(
    'text',
    'What the run asks: `play`, `compare`, `sweep`, `levers`, `usefulness`, `ladder` or `gate`. Empty for runs of evenhand 0.5 and older.',
  ),
  question: column('text', 'The question, as the title of its page puts it.'),
  game: column('text', 'The game.'),
  ruleset: column('text', 'Rule set of the first variant.'),
  seed: column('text', "The experiment's seed."),
  version: column('text', 'Version of evenhand that played it.'),
  code: column(
    'text',
    'The beginning of the hash of the code that played it. Empty if the folder has no journal.',
  ),
  date: column('time', 'When its folder was last played into, in UTC, by the time of its journal.'),
  state: column('text', '`complete`, `running` or `stopped`.'),
  matches: column(
    'count',
    'Matches in its reports, without those of usefulness and levers. Empty before its first reports.',
  ),
  margin: column('points', 'The margin within which a game counts as fair.'),
  completeness: column(
    'share',
    'Share of the matches asked for that its reports hold. A complete run has 1, even if a rule stopped it early.',
  ),
}

/** The columns of the table `rules`. */
export const RULES = {
  run,
  variant: column('text', 'Name of the variant.'),
  key: column('text', 'The rule key.'),
  value: column('text', 'Its value.'),
  changed: column(
    'flag',
    'Whether the value of this key differs among all variants of the runs of this game that you query. Other tables have a column `rules.KEY` for each such key.',
  ),
}

/** As the dictionary describes them. */
export const ARCHIVE_TABLES = [
  {
    id: 'runs',
    question: 'Which runs are there?',
    row: 'One row for each run. Only `evenhand query` has it.',
    columns: RUNS,
    key: ['run'],
  },
  {
    id: 'rules',
    question: 'By which rules did each run play?',
    row: 'One row for each rule key of each variant. Only `evenhand query` has it.',
    columns: RULES,
    key: ['run', 'variant', 'key'],
  },
]
