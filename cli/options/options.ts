/** Options that commands share. */
import type { Options } from 'yargs'
import { FORMATS } from '../../engine/modules/index.ts'
import {
  DEFAULT_MATCHES,
  DEFAULT_MEMORY,
  DEFAULT_THREADS,
  EXPLOITED_BY,
  experimentSchema,
  MATCHES_TABLES,
  POLICIES,
} from '../../library/command.ts'
import { flag, jsonOption, listOption, valueOption } from './declare.ts'

/** What an experiment file has unless it says otherwise. */
const DEFAULTS = experimentSchema.parse({ game: '' })

/** `--port`, where pages are served. */
export const portOption = valueOption('port on 127.0.0.1', 'any that is free')

/** Keys of the document on the results of a run; docs/reference/reports.md says what they hold. */
export const RESULT_KEYS =
  'experiment, fingerprint, complete, stops, verdicts, ladders, summary, seats, ladder, pairs, exploitability, ' +
  'comparisons, usefulness, levers, goals, gate, bounds'

export const detailsOption = flag('print every table instead of one screen')

export const quietOption = flag('no progress and no messages on stderr')

/** The rules of a game: a rule set, and keys changed on top of it. */
export const gameOptions = {
  format: valueOption(
    `what a game by path is written for, where its module does not show it: ${FORMATS.join(', ')}`,
    'as the module shows',
  ),
  ruleset: valueOption(
    'a rule set that evenhand games lists, or the path of one',
    'the first one that it lists',
  ),
  rules: listOption('rule keys to change, any number of them, as KEY=VALUE', 'none'),
}

/** The line-ups of a command that plays several. */
export const lineupsOption = (defaults: string) =>
  listOption('line-ups, each one agent a seat or one for all', defaults)

export const matchesTableText = `write a table with a row for every match among the reports: ${MATCHES_TABLES.join(', ')}`

/** Options that play; `prefix` says of defaults what counts before them. */
const playing = (prefix: string) =>
  ({
    threads: valueOption(
      'threads that play',
      `${DEFAULT_THREADS}, the cores of this machine, or one for a few quick matches`,
    ),
    chunk: valueOption(
      'blocks that a thread plays at a time',
      'a quarter of a second of them, more in long runs',
    ),
    seed: valueOption('random seed (any text)', `${prefix}${DEFAULTS.seed}`),
    matches: valueOption(
      'matches of each line-up and variant, rounded up to whole blocks',
      `${prefix}${DEFAULT_MATCHES}`,
    ),
    width: valueOption(
      'play until the intervals of the scores are at most so many points wide, from end to end',
      'none',
    ),
    decide: valueOption("play until there is a verdict on a question: 'fair within 2' (points)", 'none'),
    sprt: listOption(
      'play a sequential test of two Elo differences, such as elo0=0 elo1=10; further alpha, beta (0.05), model (normalized)',
      'none',
    ),
    memory: valueOption(
      'megabytes that this process may use',
      `${DEFAULT_MEMORY}, three quarters of this machine's memory`,
    ),
    'decision-seconds': valueOption(
      'seconds of CPU time for a decision of an agent by path, before it forfeits, and for a function of your game',
      `${prefix}${DEFAULTS.decisionSeconds}`,
    ),
    records: valueOption('file for a record of every match, one a line; - is stdout', 'none is written'),
    recorded: valueOption(
      'matches of each line-up and variant to record, the first ones; without a file, records.jsonl among the reports takes them',
      'all if a file is named, else none',
    ),
    'matches-table': valueOption(matchesTableText, `${prefix}none`),
    exploit: valueOption(
      'matches of an exploiter against each agent that plays all seats of a line-up: how exploitable is the play that the verdict rests on?',
      `${prefix}none`,
    ),
    exploiter: valueOption('who searches in it', `${prefix}${EXPLOITED_BY}`),
    'exploit-agents': valueOption(
      'which agents it plays against: names, with commas between',
      `${prefix}all`,
    ),
    policies: valueOption('folder that keeps what players learn before a run', POLICIES),
    fresh: flag('delete what the folder holds of a run, and start over'),
    details: detailsOption,
    json: jsonOption(RESULT_KEYS),
    quiet: quietOption,
  }) satisfies Record<string, Options>

/** What `play`, `compare` and `ladder` have in common. */
export const playOptions = {
  ...playing(''),
  out: valueOption('folder for the run and all its reports', 'runs/NAME-HASH, without the page'),
  'no-keep': flag('write no folder: what was played is gone once the report is printed'),
  learn: flag('teach learned and planner the rules first, where they name no file'),
}

const { exploit: _, exploiter: __, 'exploit-agents': ___, ...unexploited } = playOptions

/** Options of commands that play a game beside changed ones of its own: nobody exploits who plays these. */
export const besideOptions = { ...unexploited, agents: lineupsOption('greedy'), ...gameOptions }

/** The same for `run`, where the experiment file has a say. */
export const runOptions = {
  ...playing('as the experiment file says, else '),
  out: valueOption('folder for the reports', 'runs/NAME-HASH'),
  records: valueOption(
    'file for records of matches, one a line; - is stdout',
    'records.jsonl in the folder of the reports',
  ),
  recorded: valueOption(
    'matches of each line-up and variant to record, the first ones',
    'as the experiment file says, else all if a file is named, else none',
  ),
}
