/** `evenhand learn`: teaches a player a game by self-play and writes what it learned to a file. */
import { statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { InputError, show } from '../../documents/index.ts'
import type { GameInfo } from '../../engine/contract/index.ts'
import { reasonOf } from '../../engine/modules/index.ts'
import { weighsOnlyResult } from '../../engine/plain/index.ts'
import { type GameModule, nameOfGame } from '../../engine/registry/index.ts'
import {
  CheckpointsFolder,
  counted,
  DEFAULT_THREADS,
  isOfOtherRules,
  LEARN_DEFAULTS,
  LEARN_MATCHES_MAX,
  type LearnedPolicy,
  measurePanel,
  onDisk,
  type PanelStrength,
  type PolicyOnDisk,
  panelOf,
  panelWords,
  policyOf,
  ROUNDS_MAX,
  type Round,
  refusalToLearn,
  strengthOf,
  TESTS_MIN,
  thousands,
  writeWhole,
} from '../../library/command.ts'
import { EXIT } from '../errors.ts'
import { type Declaration, flag, gamePositional, jsonOption, valueOption } from '../options/declare.ts'
import { readGame, readRules, variantOf } from '../options/game.ts'
import { gameOptions, hookOption, quietOption } from '../options/options.ts'
import { readSeed, readThreads } from '../options/run-flags.ts'
import { type Args, integer, text } from '../options/values.ts'
import { lockOptions, OUT_LABEL } from '../terminal/folder.ts'
import { tellHook } from '../terminal/hook.ts'
import { teach } from '../terminal/learning.ts'
import { print, printJson } from '../terminal/output.ts'

export const declaration: Declaration = {
  usage: [
    'learn GAME [options]',
    'Trains a player by self-play and saves its policy for the agents learned and planner. evenhand keeps a round ' +
      "only if it beats the one before. Exits with 1 if the player doesn't clearly beat greedy.",
  ],
  positionals: { game: gamePositional },
  options: {
    ...gameOptions,
    rounds: valueOption(
      'rounds of training: planners play matches, a policy learns to imitate them and improves by self-play',
      String(LEARN_DEFAULTS.rounds),
    ),
    matches: valueOption(
      'matches that planners play in each round, and matches in each batch of self-play',
      String(LEARN_DEFAULTS.matches),
    ),
    tests: valueOption('matches to test each round', String(LEARN_DEFAULTS.tests)),
    from: valueOption('a policy to start from, instead of an imitation of greedy', 'none'),
    seed: valueOption('random seed (any text); the same seed gives the same policy', LEARN_DEFAULTS.seed),
    out: valueOption('file for the policy', 'GAME-RULESET-CHANGES.policy'),
    threads: valueOption('training threads', `${DEFAULT_THREADS}, the cores of this machine`),
    panel: flag("then measure the player's strength against opponents that don't know it; takes minutes"),
    hook: hookOption,
    json: jsonOption('game, ruleset, rules, seed, rounds, best, robin, beatsGreedy, file, bytes, panel'),
    quiet: quietOption,
  },
  examples: [
    ['learn elephant-men --out em.policy', 'train on the default rules'],
    ['learn elephant-men --rules favour.win=9 --rounds 8', 'other rules, more training'],
    ['learn elephant-men --rules favour.win=9 --rounds 2 --from em.policy', 'start from a policy you have'],
    ['play elephant-men --agents learned:file=em.policy,mcts', 'how strong is it?'],
  ],
  handler: async args => {
    const module = await readGame(args)
    const given = readRules(module, args)
    const { ruleset } = given
    const rules = given.rules as object
    const unlearned = refusalToLearn(module, rules)
    if (unlearned !== null) throw new InputError('GAME', unlearned)
    const from = text(args, 'from')
    const start = from === undefined ? {} : { from: policyNamed(module, from, rules) }
    const named = variantOf(given).name.replace(/[^\w.]+/g, '-')
    const out = outGiven(text(args, 'out'), `${module.id}-${named}.policy`, from)
    if (text(args, 'out') === undefined && isOfOtherRules(out, module, rules))
      throw new InputError(
        '--out',
        `is missing, and ${show(out)} already holds a policy for other rules, expected the name of a different file`,
      )
    const settings = { ...settingsIn(args), ...start }
    const job = { name: '', game: module, ruleset, rules, settings, checkpoints: `${out}.rounds` }
    const threads = readThreads(args) ?? DEFAULT_THREADS
    const quiet = args.quiet === true
    const folder = new CheckpointsFolder(job.checkpoints, {
      label: OUT_LABEL,
      lock: lockOptions(job.checkpoints, quiet),
    })
    let learned: LearnedPolicy | null = null
    try {
      process.exitCode = await teach([job], {
        threads,
        quiet,
        onLearned: (_, policy) => {
          onDisk(out, () => writeWhole(out, policy.bytes))
          learned = policy
        },
      })
    } finally {
      folder.close()
    }
    if (learned === null) return
    const { info } = module.compile(rules)
    const played = { game: nameOfGame(module), ruleset, rules: given.changes }
    const measured =
      args.panel === true
        ? strengthOf(
            await measurePanel(played, out, panelOf(module, rules, out), info.seats.length, { threads }),
          )
        : null
    conclude(learned, out, args, module.source ? info : null, measured)
  },
}

/** The file for the policy. Throws an InputError for one that cannot be written, or must not be. */
function outGiven(asked: string | undefined, usual: string, from: string | undefined): string {
  const out = asked ?? usual
  if (out === '') throw new InputError('--out', 'is empty, expected a file for the policy')
  if (statSync(out, { throwIfNoEntry: false })?.isDirectory())
    throw new InputError('--out', `${show(out)} is a folder, expected a file for the policy`)
  if (from !== undefined && resolve(out) === resolve(from))
    throw new InputError('--out', `${show(out)} is the policy to continue from, expected a different file`)
  return out
}

/** The policy of `--from`. Throws an InputError for one that can't be read, or of another game or version. */
function policyNamed(module: GameModule, file: string, rules: object): PolicyOnDisk {
  try {
    return policyOf(module, file, rules)
  } catch (error) {
    throw new InputError('--from', reasonOf(error))
  }
}

type Strength = Round['strength'][number]

function conclude(
  learned: LearnedPolicy,
  out: string,
  args: Args,
  info: GameInfo | null,
  measured: PanelStrength | null,
): void {
  const { rounds, best } = learned.description
  const verdict = `The player ${standing(rounds[best]!.strength.at(-1)!, learned.fair)}.`
  tellHook({ verdict, folder: dirname(out) })
  if (args.json === true) printJson({ ...documentOf(learned, out), ...(measured && { panel: measured }) })
  else print(conclusion(learned, out, args, info, measured))
  if (!learned.beatsGreedy) process.exitCode = EXIT.failed
}

function settingsIn(args: Args) {
  return {
    seed: readSeed(args) ?? LEARN_DEFAULTS.seed,
    rounds: integer(args, 'rounds', 0, ROUNDS_MAX) ?? LEARN_DEFAULTS.rounds,
    matches: integer(args, 'matches', 1, LEARN_MATCHES_MAX) ?? LEARN_DEFAULTS.matches,
    tests: integer(args, 'tests', TESTS_MIN, LEARN_MATCHES_MAX) ?? LEARN_DEFAULTS.tests,
  }
}

function conclusion(
  learned: LearnedPolicy,
  file: string,
  args: Args,
  info: GameInfo | null,
  measured: PanelStrength | null,
): string {
  const { description, fair, bytes } = learned
  const { strength } = description.rounds[description.best]!
  const greedy = strength.at(-1)!
  const search = strength.find(({ against }) => against.startsWith('mcts'))
  const sentences = [`The player ${standing(greedy, fair)}.`]
  if (search) sentences.push(`It ${standing(search, fair)}.`)
  if (measured) sentences.push(`It scores ${panelWords(measured)}.`)
  if (!learned.beatsGreedy || (search && search.low <= fair))
    sentences.push(
      ...advice(learned, args.from !== undefined, greedy, info),
      ...searchAdvice(
        learned,
        search,
        `evenhand play ${text(args, 'game')} --agents learned:file=${file}`,
        info,
      ),
    )
  return `${sentences.join('\n')}\n${circleText(description)}policy: ${file} (${thousands(bytes.length)} bytes)`
}

/** `beats greedy 58 : 42 ± 5 in 300 matches`; with more than two seats, its score and what would be even. */
function standing({ against, matches, score, low, high }: Strength, fair: number): string {
  const verb = low > fair ? 'beats' : high < fair ? 'loses to' : 'is level with'
  const own = Math.round(100 * score)
  const figures = fair === 1 / 2 ? ` ${own} : ${100 - own}` : `: it scores ${own} %`
  const width = Math.ceil(100 * Math.max(high - score, score - low))
  const even = fair === 1 / 2 ? '' : ` (even: ${Math.round(100 * fair)} %)`
  return `${verb} ${against}${figures} ± ${width} in ${counted(matches, 'match', 'matches')}${even}`
}

/** What would make the player stronger, if anything is known to help. `info` is null for shipped games. */
function advice(
  { beatsGreedy, description: { best, rounds }, fair }: LearnedPolicy,
  goesOn: boolean,
  greedy: Strength,
  info: GameInfo | null,
): string[] {
  if (info && weighsOnlyResult(info))
    return [
      'No gauge says who is ahead before the end. Add gauges with a weight, for example points, pieces or cards in hand.',
    ]
  if (info && !info.learning && !beatsGreedy)
    return ['It sees only raw numbers of the state. Add tokens and aspects, which say what they mean.']
  // Round 0 imitates greedy, and learns only from winners.
  if (!goesOn && best === 0 && rounds[0]!.decisions === 0)
    return ['Nobody won a match of greedy, so there was nothing to learn from.']
  if (beatsGreedy) return []
  return [
    greedy.high < fair
      ? 'The player is weaker than greedy. Try more --rounds or --matches, or add gauges for what pays off later, such as cards in hand.'
      : "The player doesn't clearly beat greedy. Test it in more matches (--tests), train it for more --rounds, or add gauges for what pays off later.",
  ]
}

/** What would show or make a player that beats greedy stronger than a search, if it isn't shown to be. */
function searchAdvice(
  { beatsGreedy, fair }: LearnedPolicy,
  search: Strength | undefined,
  command: string,
  info: GameInfo | null,
): string[] {
  if (!beatsGreedy || search === undefined || search.low > fair || (info && weighsOnlyResult(info))) return []
  return [
    search.high < fair
      ? `${search.against} is stronger.`
      : `Which of the two is stronger takes more matches: ${command},${search.against} --matches ${SEARCHED}`,
    ...(info?.learning?.isStructural
      ? [
          'It sees what your state is made of, not what that means. To make it stronger, add gauges for what pays off later, such as cards in hand or places that can still be won.',
        ]
      : []),
  ]
}

/** Matches that mostly show which of two players is stronger. */
const SEARCHED = 600

const circleText = ({ robin: { circle } }: LearnedPolicy['description']): string =>
  circle.length === 0
    ? ''
    : `rounds ${circle.join(', ')} beat each other in a circle: more rounds may not make it stronger\n`

function documentOf({ beatsGreedy, bytes, description }: LearnedPolicy, file: string): object {
  const { game, ruleset, rules, seed, rounds, best, robin } = description
  return { game, ruleset, rules, seed, rounds, best, robin, beatsGreedy, file, bytes: bytes.length }
}
