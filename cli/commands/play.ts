/** `evenhand play`: plays a game without an experiment file, and records its matches. */
import { basename } from 'node:path'
import { InputError, show } from '../../documents/index.ts'
import type { GameModule } from '../../engine/registry/index.ts'
import { defineExperiment, type ExperimentDefinition } from '../../library/command.ts'
import { type Declaration, gamePositional } from '../options/declare.ts'
import { gameNamed } from '../options/names.ts'
import {
  playOptions,
  positional,
  type RunFlags,
  readRunFlags,
  rulesetOption,
  rulesOption,
  text,
  valued,
} from '../options/options.ts'
import { type Given, rulesGiven } from '../options/rules.ts'
import { simulate } from '../terminal/simulate.ts'

export const play: Declaration = {
  usage: ['play GAME --agents A,B --matches N [options]', 'Plays a game and prints the verdict.'],
  positionals: { game: gamePositional },
  options: {
    ...playOptions,
    agents: valued('one agent a seat, or one for all', 'random'),
    ruleset: rulesetOption,
    rules: rulesOption,
  },
  examples: [
    ['play elephant-men --agents greedy,random --matches 1000', 'how much better is greedy?'],
    ['play elephant-men --agents mcts:iterations=500,./my-agent.js', 'options, an agent by path'],
    ['play elephant-men --rules favour.win=9 perPhase=one', 'what would other rules do?'],
    ['play elephant-men --matches 2 --records out.jsonl', 'matches for evenhand replay'],
  ],
  handler: async args => {
    const flags = readRunFlags(args)
    const game = await gameNamed(positional(args, 'game'))
    const definition = definitionOf(game, rulesGiven(game, args), flags, text(args, 'agents'))
    const experiment = await defineExperiment(definition, flags, '--agents')
    process.exitCode = await simulate(experiment, { flags, out: flags.out ?? null })
  },
}

/** The experiment as a file would describe it. Only its agents are not checked yet. */
function definitionOf(
  game: GameModule,
  { ruleset, changes: rules }: Given,
  flags: RunFlags,
  agents = 'random',
): ExperimentDefinition {
  const names = agents.split(',').map(agent => agent.trim())
  if (names.includes(''))
    throw new InputError('--agents', `found ${show(agents)}, expected names such as A,B`)
  return {
    name: game.id,
    game: game.id,
    ...(flags.seed === undefined ? {} : { seed: flags.seed }),
    ...(flags.matches === undefined ? {} : { matches: flags.matches }),
    variants: [{ name: variantName(ruleset, rules), ruleset, rules }],
    lineups: [{ agents: names }],
  }
}

/** The name of the variant: the rule set and the changes, if that is a valid name. */
function variantName(ruleset: string, rules: Given['changes']): string {
  const set = basename(ruleset).replace(/\.(ya?ml|json)$/, '')
  const changes = Object.entries(rules).map(([key, value]) => `${key}=${String(value)}`)
  const full = [set, ...changes].join(', ')
  if (NAME.test(full)) return full
  const short = `${set}${changes.length > 0 ? ' changed' : ''}`
  return NAME.test(short) ? short : 'rules'
}

const NAME = /^\w[\w.,=+ -]{0,79}$/
