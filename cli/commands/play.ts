/** `evenhand play`: plays a game without an experiment file, and records its matches. */
import { type GameModule, nameOfGame } from '../../engine/registry/index.ts'
import { defineExperiment, type ExperimentDefinition } from '../../library/command.ts'
import { type Declaration, gamePositional } from '../options/declare.ts'
import { gameGiven, gameNamed } from '../options/names.ts'
import {
  agentList,
  formatOption,
  learnGiven,
  playOptions,
  type RunFlags,
  readRunFlags,
  rulesetOption,
  rulesOption,
  text,
  valued,
} from '../options/options.ts'
import { type Given, rulesGiven, variantGiven } from '../options/rules.ts'
import { keptPlace, simulate } from '../terminal/simulate.ts'

export const play: Declaration = {
  usage: ['play GAME --agents A,B --matches N [options]', 'Plays a game and prints the verdict.'],
  positionals: { game: gamePositional },
  options: {
    ...playOptions,
    agents: valued('one agent a seat, or one for all', 'random'),
    format: formatOption,
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
    const game = await gameNamed(gameGiven(args))
    const definition = definitionOf(
      game,
      rulesGiven(game, args),
      flags,
      learnGiven(args),
      text(args, 'agents'),
    )
    const experiment = await defineExperiment(definition, flags, '--agents')
    process.exitCode = await simulate(experiment, { flags, ...keptPlace(experiment, flags) })
  },
}

/** The experiment as a file would describe it. Only its agents are not checked yet. */
function definitionOf(
  game: GameModule,
  given: Given,
  flags: RunFlags,
  learning: Pick<ExperimentDefinition, 'learn'>,
  agents = 'random',
): ExperimentDefinition {
  return {
    name: game.id,
    game: nameOfGame(game),
    ...(flags.seed === undefined ? {} : { seed: flags.seed }),
    ...(flags.matches === undefined ? {} : { matches: flags.matches }),
    variants: [variantGiven(given)],
    lineups: [{ agents: agentList(agents) }],
    ...learning,
  }
}
