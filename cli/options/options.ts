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
export const portOption = valueOption('port on 127.0.0.1', 'any free port')

/** Keys of the document on the results of a run; docs/reference/reports.md says what they hold. */
export const RESULT_KEYS =
  'experiment, fingerprint, complete, stops, verdicts, ladders, summary, roles, seats, ladder, pairs, exploitability, ' +
  'comparisons, usefulness, levers, goals, gate, bounds'

export const detailsOption = flag('print every table, not just the summary')

export const hookOption = valueOption(
  'at the end, even on failure: a command that gets a JSON document on stdin, or a URL on this machine that gets it by POST',
  'none',
)

export const quietOption = flag('print no progress or messages on stderr')

/** The rules of a game: a rule set, and keys changed on top of it. */
export const gameOptions = {
  format: valueOption(
    `the framework of your game, if evenhand can't tell: ${FORMATS.join(', ')}`,
    'detected',
  ),
  ruleset: valueOption('a rule set (see evenhand games), or the path of one', 'the first one listed'),
  rules: listOption('rules to change, as KEY=VALUE ...', 'none'),
}

/** The line-ups of a command that plays several. */
export const lineupsOption = (defaults: string) =>
  listOption('line-ups: one agent for all seats, or one for each seat, separated by commas', defaults)

export const matchesTableText = `also write a table with a row for each match: ${MATCHES_TABLES.join(', ')}`

/** Options that play; `prefix` says of defaults what counts before them. */
const playing = (prefix: string) =>
  ({
    threads: valueOption(
      'processor cores to use',
      `${DEFAULT_THREADS}, the cores of this machine; 1 for a few quick matches`,
    ),
    chunk: valueOption(
      'blocks (one seed, played once from every seat) that a thread plays at a time',
      'enough for 0.25 s, more in long runs',
    ),
    seed: valueOption(
      'random seed, any text; the same seed plays the same matches',
      `${prefix}${DEFAULTS.seed}`,
    ),
    matches: valueOption(
      'matches for each line-up and variant, rounded up so that everybody plays from every seat equally often',
      `${prefix}${DEFAULT_MATCHES}`,
    ),
    width: valueOption('play until scores are this certain: 4 means ± 2 points', 'none'),
    decide: valueOption("play until the game is clearly fair or unfair: 'fair within 2' (points)", 'none'),
    sprt: listOption(
      'play until a sequential test decides between two Elo differences: elo0=0 elo1=10, optionally alpha, beta (0.05) and model (normalized)',
      'none',
    ),
    memory: valueOption(
      'memory limit of this process, in MB',
      `${DEFAULT_MEMORY}, three quarters of this machine's memory`,
    ),
    'decision-seconds': valueOption(
      'CPU seconds that your agent may take for a decision before it forfeits, and your game for a function call',
      `${prefix}${DEFAULTS.decisionSeconds}`,
    ),
    'records-file': valueOption('file for match records, one for each line; - is stdout', 'none'),
    recorded: valueOption(
      'record only the first N matches of each line-up and variant, by default in records.jsonl beside the reports',
      'all with --records-file, otherwise none',
    ),
    'matches-table': valueOption(matchesTableText, `${prefix}none`),
    exploit: valueOption(
      'also play this many matches of an exploiter against each agent that plays itself: what does it win?',
      `${prefix}none`,
    ),
    exploiter: valueOption('the exploiter: an agent that searches, or learned', `${prefix}${EXPLOITED_BY}`),
    'exploit-agents': valueOption('agents to exploit, separated by commas', `${prefix}all`),
    policies: valueOption('folder for players that are trained before a run', POLICIES),
    fresh: flag('delete what the folder holds, and start over'),
    details: detailsOption,
    hook: hookOption,
    json: jsonOption(RESULT_KEYS),
    quiet: quietOption,
  }) satisfies Record<string, Options>

/** What `play`, `compare` and `ladder` have in common. */
export const playOptions = {
  ...playing(''),
  out: valueOption('folder for the run and its reports', 'runs/NAME-HASH, without the page'),
  'no-keep': flag("print the report only; don't keep a folder"),
  learn: flag(
    'first train three players on these rules for each learned or planner without a file; training starts from shipped players if there are any',
  ),
}

const { exploit: _, exploiter: __, 'exploit-agents': ___, ...unexploited } = playOptions

/** Options of commands that play a game and changed versions of it; these take no exploiter. */
export const besideOptions = { ...unexploited, agents: lineupsOption('greedy'), ...gameOptions }

/** The same for `run`, where the experiment file has a say. */
export const runOptions = {
  ...playing('set by the experiment file, otherwise '),
  out: valueOption('folder for the reports', 'runs/NAME-HASH'),
  'records-file': valueOption(
    'file for match records, one for each line; - is stdout',
    'records.jsonl in the folder of the reports',
  ),
  recorded: valueOption(
    'record only the first N matches of each line-up and variant',
    'set by the experiment file, otherwise all with --records-file, otherwise none',
  ),
}
