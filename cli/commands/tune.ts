/** `evenhand tune`: looks for changes to the rules that meet goals. */
import { join } from 'node:path'
import { InputError } from '../../documents/index.ts'
import {
  CHANGES_MAX,
  clock,
  counted,
  type Experiment,
  inWords,
  notesOf,
  pageFile,
  RUN_ID_SHOWN,
  readExperiment,
  type TuneProgress,
  thousands,
  tune,
  tuneDocument,
  tuneReport,
  tuneTraining,
  tuningHash,
} from '../../library/command.ts'
import { EXIT } from '../errors.ts'
import { type Declaration, flag, jsonOption, listOption, valueOption } from '../options/declare.ts'
import { experimentOf, readGame, readLineups, readRules, variantOf } from '../options/game.ts'
import { gameOptions, playOptions } from '../options/options.ts'
import { readGoals, readRunFlags } from '../options/run-flags.ts'
import { type Args, integer, parts, positional } from '../options/values.ts'
import { openInBrowser } from '../terminal/browser.ts'
import { lockOptions, OUT_LABEL } from '../terminal/folder.ts'
import { tellHook } from '../terminal/hook.ts'
import { print, printJson, reportStyle, say } from '../terminal/output.ts'
import { showBar } from '../terminal/progress.ts'
import { Signals } from '../terminal/signals.ts'

const MINUTES_MAX = 100_000

export const declaration: Declaration = {
  usage: [
    "tune GAME|EXPERIMENT.yaml --goal 'draws < 10 %' [options]",
    'Looks for changes to the rules that meet your goals: the fewest changes and the smallest steps first. ' +
      'The best are measured again on fresh seeds, and each is written as a rule file that run and compare take.',
  ],
  positionals: {
    game: { describe: 'a game (see evenhand games), the path to a game file, or an experiment with tune' },
  },
  options: {
    goal: listOption("one or more goals: 'draws < 10 %' 'first-seat 48..52' 'length 20..40'", 'none'),
    keys: listOption(
      'rules that may change, as keys or patterns such as gold.*',
      'all but the length limit, rules that the game calls structural, and what is inside lists, maps and decks',
    ),
    keep: listOption('rules that may not change, as keys or patterns', 'none'),
    changes: valueOption('how many rules a patch may change', '3'),
    minutes: valueOption('roughly how long it may take; the search gets three fifths of the time', 'none'),
    agents: listOption(
      'line-ups: the first one plays the search, all of them confirm the best patches',
      'learned and greedy; greedy if no trained players ship for the rules; with --learn, greedy and learned',
    ),
    ...gameOptions,
    matches: valueOption(
      'matches in total, about two thirds of them for the search; rerun with more to continue',
      '20 times the default of a run',
    ),
    seed: playOptions.seed,
    threads: playOptions.threads,
    chunk: playOptions.chunk,
    memory: playOptions.memory,
    'decision-seconds': playOptions['decision-seconds'],
    policies: playOptions.policies,
    learn: flag("also confirm with players trained on each finalist's rules; at most 3 finalists"),
    out: valueOption('folder for the tuning and its reports', 'runs/tune-GAME-HASH'),
    fresh: playOptions.fresh,
    open: flag('open the page in a browser'),
    hook: playOptions.hook,
    json: jsonOption(
      'experiment, goals, keys, kept, changes, matches, complete, timedOut, found, patches, front, obstacle, advice',
    ),
    quiet: playOptions.quiet,
  },
  examples: [
    ["tune elephant-golems --goal 'draws < 10 %'", 'what makes matches end?'],
    ["tune frontline --goal 'draws < 5 %' 'length 20..60' --changes 2", 'two goals, at most two changes'],
    ["tune prestige --goal 'first-seat 48..52' --keys 'setup.*' comeback", 'only these rules may change'],
    ['tune my-tuning.yaml --minutes 10', 'goals and rules from a file'],
  ],
  handler: async args => {
    process.exitCode = await tuneGame(args)
  },
}

async function tuneGame(args: Args): Promise<number> {
  const flags = readRunFlags(args)
  const minutes = integer(args, 'minutes', 1, MINUTES_MAX)
  const experiment = await experimentIn(args)
  const out = flags.out ?? join('runs', `tune-${experiment.game}-${tuningHash(experiment).slice(0, 8)}`)
  const { tuning } = experiment
  tellHook({ id: tuningHash(experiment).slice(0, RUN_ID_SHOWN), folder: out })
  const stopping = new AbortController()
  const signals = new Signals(() => stopping.abort())
  let progress: TuneProgress | null = null
  let stop = (): void => {}
  try {
    if (!flags.quiet) {
      say(
        `${experiment.name}: at most ${counted(tuning!.matches, 'match', 'matches')}, ${counted(tuning!.space.keys.length, 'rule')} to vary`,
      )
      say(playersText(experiment))
      const training = tuneTraining(experiment)
      if (training)
        say(
          `then trains ${counted(training.players, 'player', 'players')} on the current rules and those of at most 3 finalists: about ${counted(training.matches, 'match', 'matches')}`,
        )
      for (const line of notesOf(experiment)) say(line)
      stop = await showBar(
        tuning!.matches,
        () => progress?.matches ?? 0,
        () => progressText(progress),
      )
    }
    const { threads, chunk, memory, policies, fresh } = flags
    const result = await tune(experiment, {
      ...{ out, threads, chunk, memory, policies, fresh, minutes, signal: stopping.signal },
      label: OUT_LABEL,
      lock: lockOptions(out, flags.quiet),
      onProgress: now => {
        progress = now
      },
    })
    stop()
    if (!result.complete) {
      say(`Interrupted; rerun the command to resume (${out})`)
      return signals.exitCode || EXIT.failed
    }
    const page = pageFile(out)
    const [verdict] = tuneReport(result, { width: Infinity, color: false }).split('\n')
    tellHook({ page, verdict })
    if (flags.json) printJson(tuneDocument(result))
    else
      print(
        `${tuneReport(result, { ...reportStyle(process.stdout), dir: out })}\nreports: ${out}\npage: ${page}`,
      )
    return args.open === true && !(await openInBrowser(page)) ? EXIT.failed : EXIT.done
  } finally {
    stop()
    signals.release()
  }
}

/** "search with learned vs learned; confirm with learned vs learned and greedy vs greedy". */
function playersText({ lineups }: Experiment): string {
  return `search with ${lineups[0]!.name}; confirm with ${inWords(lineups.map(({ name }) => name))}`
}

const STAGES: Readonly<Record<TuneProgress['stage'], string>> = {
  screen: 'trying each rule',
  propose: 'trying patches',
  deepen: 'measuring the best',
  simplify: 'trying smaller changes',
  learn: "training players by each patch's rules",
  confirm: 'measuring again on fresh seeds',
}

function progressText(progress: TuneProgress | null): string {
  if (!progress) return 'starting'
  const { stage, round, patches, matches, total, learning } = progress
  if (learning) {
    const { length: learned } = learning.policies.filter(({ state }) => state === 'learned')
    const left = learning.left ? `, ${clock(learning.left)} left` : ''
    return `${STAGES.learn}: ${learned} of ${learning.policies.length} trained${left}`
  }
  return `${thousands(matches)} of ${thousands(total)} matches, round ${round}: ${STAGES[stage]} (${counted(patches, 'patch', 'patches')})`
}

/** The experiment of a file, or of a game and its options. */
async function experimentIn(args: Args): Promise<Experiment> {
  const flags = readRunFlags(args)
  const name = positional(args, 'game')
  const goal = readGoals(args)
  if (/\.(ya?ml|json)$/.test(name)) {
    for (const option of ['goal', 'keys', 'keep', 'changes', 'agents', 'ruleset', 'rules'])
      if (args[option] !== undefined)
        throw new InputError(`--${option}`, `is set in ${name}, expected it there, or the name of a game`)
    const experiment = await readExperiment(name, flags)
    if (!experiment.tuning)
      throw new InputError(name, 'has no tune, expected goals such as tune: { goal: { draws: < 10 % } }')
    return experiment
  }
  if (!goal) throw new InputError('--goal', "is missing, expected a goal such as 'draws < 10 %'")
  const game = await readGame(args)
  const keys = parts(args, 'keys')
  const keep = parts(args, 'keep')
  const changes = integer(args, 'changes', 1, CHANGES_MAX)
  const asked = {
    name: `tune ${game.id}`,
    variants: [variantOf(readRules(game, args))],
    ...(args.agents !== undefined && { lineups: readLineups(args, []) }),
    tune: { goal, ...(keys && { keys }), ...(keep && { keep }), ...(changes !== undefined && { changes }) },
  }
  return await experimentOf(game, args, asked, flags, 'tune')
}
