/** `evenhand learn`: teaches a player a game by self-play and writes what it learned to a file. */
import { writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { InputError, literal, validate } from '../../documents/index.ts'
import { type Learning, learnPolicy, onDisk, type Round, seedSchema } from '../../library/command.ts'
import { EXIT } from '../errors.ts'
import { type Declaration, gamePositional } from '../options/declare.ts'
import { gameNamed } from '../options/names.ts'
import {
  type Args,
  DEFAULTS,
  integer,
  jsonOption,
  positional,
  quietOption,
  rulesetOption,
  rulesOption,
  text,
  valued,
} from '../options/options.ts'
import { rulesGiven } from '../options/rules.ts'
import { grouped, print, printJson, say } from '../terminal/output.ts'
import { Signals } from '../terminal/signals.ts'

const DEFAULT_ROUNDS = 5
const ROUNDS_MAX = 1000
const DEFAULT_MATCHES = 600
const DEFAULT_TESTS = 200
const MATCHES_MAX = 1_000_000

export const learn: Declaration = {
  usage: [
    'learn GAME [options]',
    'Teaches a player a game by self-play, and writes its policy to a file, by which the agents learned and planner play. Every ' +
      'round is tested against the one before it, and counts only if it is better. Ends with 1 if the player does not beat greedy.',
  ],
  positionals: { game: gamePositional },
  options: {
    ruleset: rulesetOption,
    rules: rulesOption,
    rounds: valued('rounds of play, each followed by a fit', String(DEFAULT_ROUNDS)),
    matches: valued('matches of a round to learn from', String(DEFAULT_MATCHES)),
    tests: valued('matches of each test of a round', String(DEFAULT_TESTS)),
    seed: valued('random seed (any text); the same seed gives the same file', String(DEFAULTS.seed)),
    out: valued('file for the policy', 'GAME-RULESET.policy'),
    json: jsonOption(['game', 'ruleset', 'rules', 'seed', 'rounds', 'beatsGreedy', 'file', 'bytes']),
    quiet: quietOption,
  },
  examples: [
    ['learn elephant-men --out em.policy', 'a policy for the usual rule set'],
    ['learn elephant-men --rules favour.win=9 --rounds 8', 'for other rules, with more patience'],
    ['play elephant-men --agents learned:file=em.policy,mcts', 'how good is it?'],
  ],
  handler: async args => {
    const module = await gameNamed(positional(args, 'game'))
    const { ruleset, rules } = rulesGiven(module, args)
    const name = basename(ruleset).replace(/\.(ya?ml|json)$/, '')
    const out = text(args, 'out') ?? `${module.id}-${name}.policy`
    if (out === '') throw new InputError('--out', 'is empty, expected a file for the policy')
    const settings = settingsIn(args)
    const tell = args.quiet === true ? () => {} : (round: Round) => say(roundText(round))
    const stopping = new Signals(() => {})
    const between = async (): Promise<void> => {
      // A signal is heard between matches.
      await setImmediate()
      if (stopping.caught !== null) throw new Interrupted()
    }
    try {
      const learnt = await learnPolicy(module, ruleset, rules, settings, tell, between)
      onDisk(out, () => writeFileSync(out, learnt.bytes))
      if (args.json === true) printJson(documentOf(learnt, out))
      else print(conclusion(learnt, out))
      if (!learnt.beatsGreedy) process.exitCode = EXIT.failed
    } catch (error) {
      if (!(error instanceof Interrupted)) throw error
      say('interrupted: nothing is written')
      process.exitCode = stopping.exitCode
    } finally {
      stopping.release()
    }
  },
}

/** A signal ended the learning. */
class Interrupted extends Error {}

function settingsIn(args: Args) {
  const seed = text(args, 'seed') ?? String(DEFAULTS.seed)
  validate(seedSchema, [literal(seed, '--seed')])
  return {
    seed,
    rounds: integer(args, 'rounds', 0, ROUNDS_MAX) ?? DEFAULT_ROUNDS,
    matches: integer(args, 'matches', 1, MATCHES_MAX) ?? DEFAULT_MATCHES,
    tests: integer(args, 'tests', 2, MATCHES_MAX) ?? DEFAULT_TESTS,
  }
}

const percent = (share: number): string => (100 * share).toFixed(1)

/** `round 2: 8,500 decisions; 97.5 % against round 1 (94.1 to 99.0, n = 200), ...; dropped`. */
function roundText({ round, decisions, kept, strength }: Round): string {
  const scores = strength.map(
    ({ against, matches, score, low, high }) =>
      `${percent(score)} % against ${against} (${percent(low)} to ${percent(high)}, n = ${grouped(matches)})`,
  )
  const end = kept ? '' : '; dropped, for it is no better'
  return `round ${round}: ${grouped(decisions)} decisions; ${scores.join(', ')}${end}`
}

function conclusion({ beatsGreedy, bytes, description }: Learning, file: string): string {
  const best = description.rounds.findLast(({ kept }) => kept)!
  const { score, low, high } = best.strength.at(-1)!
  const figures = `${percent(score)} %, ${percent(low)} to ${percent(high)}`
  const words = beatsGreedy
    ? `beats greedy (${figures})`
    : `does not beat greedy (${figures}): it has not learned to play these rules well`
  return `round ${best.round} ${words}\npolicy: ${file} (${grouped(bytes.length)} bytes)`
}

function documentOf({ beatsGreedy, bytes, description }: Learning, file: string): object {
  const { game, ruleset, rules, seed, rounds } = description
  return { game, ruleset, rules, seed, rounds, beatsGreedy, file, bytes: bytes.length }
}
