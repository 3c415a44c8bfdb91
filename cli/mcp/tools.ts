/** The tools that `evenhand mcp` offers: what an assistant reads of each, and the command that answers it. */
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { refuseOutside } from '../../documents/index.ts'
import { isModule, parseFormat } from '../../engine/modules/index.ts'
import { type Call, type Ended, evenhand } from './command.ts'
import { explain } from './explain.ts'

export interface ToolAnswer {
  readonly text: string
  readonly isError?: boolean
}

export interface Tool {
  readonly name: string
  readonly description: string
  readonly schema: z.ZodType
  /** Whether it writes into the folder `runs`. */
  readonly writes: boolean
  readonly answer: (args: unknown, call: Call) => Promise<ToolAnswer> | ToolAnswer
}

/** Clients give up on a call after a minute. */
const SECONDS_MAX = 50
const SECONDS = 30
const MATCHES_MAX = 1e9
/** Runs that are listed, the newest. */
const RUNS_LISTED = 10
/** Differences of other figures that an answer has room for. */
const OTHERS = 2

/** What the command line would take for an option is refused. */
const word = z.string().refine(text => !/^-|\n/.test(text), {
  error: 'begins with - or has several lines, expected one line of text',
})
const game = word.describe(
  'a built-in game by its name, such as "frontline", or the path of a game file in this folder, such as "./pearls.js"',
)
const rules = z
  .array(word)
  .optional()
  .describe('rules to change, each as KEY=VALUE: ["air=30"]. The tool rules lists the keys')
const ruleset = word
  .optional()
  .describe('a rule set by its name, or the path of its YAML file; by default the first one')
const seed = z.union([word, z.int()]).optional().describe('any text; the same seed plays the same matches')
const seconds = z
  .int()
  .min(1)
  .max(SECONDS_MAX)
  .optional()
  .describe(
    `most seconds the call may take, ${SECONDS} by default; play, compare and tune continue if you call them again`,
  )
const matches = (says: string) => z.int().min(1).max(MATCHES_MAX).optional().describe(says)

const AGENTS =
  '"random" (fast, knows only the rules), "greedy" (looks one move ahead), "mcts" (searches; slow, strongest of the three)'

const options = (name: string, values: readonly (string | number)[] | undefined): string[] =>
  values && values.length > 0 ? [`--${name}`, ...values.map(String)] : []
const option = (name: string, value: string | number | undefined): string[] =>
  value === undefined ? [] : options(name, [value])

function tool<S extends z.ZodType>(
  name: string,
  description: readonly string[],
  schema: S,
  answer: (args: z.infer<S>, call: Call) => Promise<ToolAnswer> | ToolAnswer,
  writes = false,
): Tool {
  return { name, description: description.join('\n'), schema, writes, answer: answer as Tool['answer'] }
}

export const TOOLS: readonly Tool[] = [
  tool(
    'check-game',
    [
      'Check a game file for bugs. Call it first, and again after every edit of the file.',
      'It plays random matches under every rule set and says what is wrong, at which line, after which moves, and what to do.',
      'Example: {"game": "./pearls.js"}',
    ],
    z.strictObject({
      game,
      ruleset,
      rules,
      matches: matches('random matches for each check; 300 by default'),
      seconds,
    }),
    async (args, call) => {
      const limit = args.seconds ?? SECONDS
      const words = [
        'check-game',
        gameWord(args.game),
        ...rulesOptions(args),
        ...option('matches', args.matches),
      ]
      const ended = await evenhand(words, limit, call)
      if (ended.isCut && ended.out === '')
        return fault(
          `The check didn't end within ${limit} s. Next: call it with a smaller "matches" (20), or more "seconds".`,
        )
      // Its exit code for a game with errors, which are the answer.
      return ended.out === '' ? answerOf(ended) : { text: inWordsOfTools(ended.out.trimEnd()) }
    },
  ),
  tool(
    'play',
    [
      'Play a game and get a verdict: is it fair, how often is it drawn, how long does it take, how does it feel.',
      'Shares come with a 95 % interval (62.0 ± 8.7) and the number of matches. "Inconclusive" means: call it again with more matches.',
      'Start with "random", then "greedy"; trust a verdict when different agents agree.',
      'Example: {"game": "./pearls.js", "agents": "greedy", "matches": 1000}',
    ],
    z.strictObject({
      game,
      agents: word
        .optional()
        .describe(
          `who plays: one agent for all seats, or one for each with commas ("mcts,greedy"). ${AGENTS}. By default random`,
        ),
      ruleset,
      rules,
      matches: matches('matches to play; by default 10000 of random, 1000 of greedy, 100 of mcts'),
      seed,
      seconds,
    }),
    async (args, call) =>
      played(
        [
          'play',
          gameWord(args.game),
          ...option('agents', args.agents),
          ...rulesOptions(args),
          ...amountOptions(args),
        ],
        args.seconds,
        call,
      ),
    true,
  ),
  tool(
    'compare',
    [
      'What does a rule change do? Plays both variants on the same seeds, so that small changes show after few matches.',
      'A variant is a rule set ("default"), changed keys ("air=30"), or both ("deep,sides=8").',
      'Example: {"game": "./pearls.js", "before": "default", "after": "air=40", "agents": ["greedy"], "matches": 1000}',
    ],
    z.strictObject({
      game,
      before: word.describe('the variant before the change, such as "default"'),
      after: word.describe('the variant after it, such as "air=40,sides=8"'),
      agents: z
        .array(word)
        .optional()
        .describe(
          `line-ups, each compared by itself: ["random", "greedy"]. ${AGENTS}. By default random, greedy and mcts`,
        ),
      matches: matches('matches for each variant and line-up'),
      seed,
      seconds,
    }),
    async (args, call) => {
      const words = ['compare', gameWord(args.game), args.before, args.after]
      const answer = await played(
        [...words, ...options('agents', args.agents), ...amountOptions(args)],
        args.seconds,
        call,
      )
      const run = runIn(answer.text)
      return answer.isError || run === undefined
        ? answer
        : { text: answer.text + (await differences(run, call)) }
    },
    true,
  ),
  tool(
    'tune',
    [
      'Find changes to the rules that meet goals: the fewest changes and the smallest steps first, each confirmed on fresh seeds.',
      'Goals are a figure and a bound: "first-seat 48..52" (% won by the first seat), "draws < 10 %", "length 20..40" (steps). The tool explain tells more of a figure.',
      'It takes minutes: call it again with the same arguments until it has an answer.',
      'Example: {"game": "./pearls.js", "goal": ["first-seat 48..52"], "matches": 3000}',
    ],
    z.strictObject({
      game,
      goal: z.array(word).min(1).describe('the goals: ["draws < 10 %", "first-seat 48..52"]'),
      keys: z
        .array(word)
        .optional()
        .describe(
          'rules that may change, as keys or patterns: ["air", "gold.*"]; by default all numbers and switches',
        ),
      keep: z.array(word).optional().describe('rules that may not change'),
      changes: z.int().min(1).max(6).optional().describe('most rules that a patch changes; 3 by default'),
      agents: z
        .array(word)
        .optional()
        .describe(`line-ups; the first one searches. ${AGENTS}. By default greedy`),
      ruleset,
      rules,
      matches: matches('matches in all; 20,000 by default with greedy'),
      seed,
      seconds,
    }),
    async (args, call) =>
      played(
        [
          ...['tune', gameWord(args.game), ...options('goal', args.goal)],
          ...options('keys', args.keys),
          ...options('keep', args.keep),
          ...option('changes', args.changes),
          ...options('agents', args.agents),
          ...rulesOptions(args),
          ...amountOptions(args),
        ],
        args.seconds ?? SECONDS_MAX,
        call,
      ),
    true,
  ),
  tool(
    'read-run',
    [
      'Read the verdict of a run that is in the folder runs, finished or not, and write its page (report.html) for a browser.',
      'Without arguments it lists the runs, the newest first. Example: {"run": "runs/pearls-1a2b3c4d"}',
    ],
    z.strictObject({
      run: word.optional().describe('the folder of a run, as play, compare and tune print it'),
    }),
    async ({ run }, call) => {
      if (run === undefined) return { text: listRuns() }
      refuseOutside(run, 'run')
      const page = await evenhand(['report', run], SECONDS_MAX, call)
      if (page.code !== 0) return answerOf(page)
      const status = await evenhand(['status', run], SECONDS_MAX, call)
      return answerOf({ ...status, out: `${status.out.trimEnd()}\npage: ${page.out.trimEnd()}` })
    },
    true,
  ),
  tool(
    'rules',
    [
      "List a game's rules: every key with its value, what it may be and what it means. Without a game, lists the built-in games and their rule sets.",
      'Example: {"game": "./pearls.js"}',
    ],
    z.strictObject({ game: game.optional(), ruleset }),
    async (args, call) =>
      answerOf(
        await evenhand(
          args.game === undefined
            ? ['games']
            : ['rules', gameWord(args.game), ...option('ruleset', args.ruleset)],
          SECONDS,
          call,
        ),
      ),
  ),
  tool(
    'explain',
    [
      'What does a column, a figure or a word of a report mean?',
      'Example: {"word": "drama"}, or "first-seat", "score_low", "block", "inconclusive"',
    ],
    z.strictObject({ word: z.string().describe('the word as the report writes it') }),
    ({ word }) => ({ text: explain(word) }),
  ),
]

/** What a check advises, by the arguments of its tool. */
const inWordsOfTools = (text: string): string =>
  text
    .replaceAll('--matches', '"matches"')
    .replaceAll(
      /, or allow more time with --decision-seconds( \S+)?/g,
      ', or shorten matches by "rules" (["turns=4"])',
    )

/** A game by its name, or a path in this folder. Throws an InputError for any other. */
function gameWord(name: string): string {
  if (isModule(name)) refuseOutside(parseFormat(name).file, 'game')
  return name
}

function rulesOptions(args: {
  readonly ruleset?: string | undefined
  readonly rules?: readonly string[] | undefined
}): string[] {
  return [...option('ruleset', args.ruleset), ...options('rules', args.rules)]
}

function amountOptions(args: {
  readonly matches?: number | undefined
  readonly seed?: string | number | undefined
}): string[] {
  return [...option('matches', args.matches), ...option('seed', args.seed), '--quiet']
}

const fault = (text: string): ToolAnswer => ({ text, isError: true })

function answerOf({ code, out, err }: Ended): ToolAnswer {
  return code === 0 ? { text: out.trimEnd() } : fault(err.trim() || `evenhand ended with exit code ${code}`)
}

/** What a command says of other commands, which an assistant has no use for. */
const OF_THE_TERMINAL = /^(all tables: .*|To add matches, .*|page: .* report .*)\n?/gm

/** The answer of a command that plays; one that ran out of time has what it knows so far, and continues. */
async function played(words: readonly string[], limit = SECONDS, call: Call): Promise<ToolAnswer> {
  const { code, out, err, isCut } = await evenhand(words, limit, call)
  const text = out.replace(OF_THE_TERMINAL, '').trimEnd()
  const run = runIn(text)
  if (isCut && code !== 0) {
    const far = err
      .split('\n')
      .find(line => line.startsWith('Interrupted'))
      ?.replace(/; rerun .*?\(/, ' (')
    const next = /after 0 of/.test(far ?? '')
      ? 'Next: no match ended in that time, so ask for more "seconds", a faster agent, or fewer moves at each decision.'
      : 'Next: call it again with the same arguments, and it continues from here. Until then short matches count a little more.'
    return { text: [text, `Stopped after ${limit} s. ${far ?? ''}`.trim(), next].filter(Boolean).join('\n') }
  }
  if (code !== 0)
    return fault([text, err.trim()].filter(Boolean).join('\n') || `evenhand ended with exit code ${code}`)
  if (run === undefined) return { text }
  return {
    text: `${text}\nNext: the same call with more "matches" adds to this run; read-run {"run": "${run}"} writes its page.`,
  }
}

const runIn = (text: string): string | undefined => /^reports: (.+)$/m.exec(text)?.[1]

interface Difference {
  readonly lineup: string
  readonly metric: string
  readonly blocks: number
  readonly before: number
  readonly after: number
  readonly verdict: string
  readonly difference_anytime_low: number
  readonly difference_anytime_high: number
}

/** The differences of a comparison with their intervals: of score, draws and length, and others that are shown. */
async function differences(run: string, call: Call): Promise<string> {
  const { code, out } = await evenhand(['status', run, '--json'], SECONDS, call)
  if (code !== 0) return ''
  const { comparisons } = JSON.parse(out) as { comparisons: readonly Difference[] }
  const isMain = ({ metric }: Difference): boolean => /^(score:|draws$|length$)/.test(metric)
  const isShown = ({ verdict }: Difference): boolean => verdict !== 'no difference shown'
  const others = comparisons.filter(one => !isMain(one) && isShown(one)).slice(0, OTHERS)
  const lines = [...comparisons.filter(isMain), ...others].map(
    ({ lineup, metric, blocks, before, after, verdict, ...ends }) =>
      `${metric}: ${short(before)} -> ${short(after)}, by ${short(ends.difference_anytime_low)} to ${short(ends.difference_anytime_high)} (${lineup}, ${blocks} blocks): ${verdict}`,
  )
  return `\nDifferences, with 95 % intervals that stay valid if you add matches; shares are of 1, lengths in steps:\n${lines.join('\n')}`
}

const short = (value: number | null): string =>
  value === null ? 'none' : String(Number(value.toPrecision(3)))

function listRuns(): string {
  const folder = 'runs'
  refuseOutside(folder)
  const entries = existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : []
  const names = entries.filter(entry => entry.isDirectory())
  const dated = names.map(({ name }) => ({ name, time: statSync(join(folder, name)).mtimeMs }))
  const newest = dated.sort((a, b) => b.time - a.time).slice(0, RUNS_LISTED)
  return newest.length === 0
    ? 'No runs yet: call play first.'
    : newest.map(({ name }) => `${folder}/${name}`).join('\n')
}
