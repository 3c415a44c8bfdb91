/** A game, its agents and its rules on the command line, as the experiment that a file would describe. */
import { nameOfGame } from '../../engine/registry/index.ts'
import { defineExperiment, type Experiment } from '../../library/command.ts'
import { GAME_LABEL, gameAsked } from './names.ts'
import {
  type Args,
  agentList,
  formatOption,
  learnGiven,
  playOptions,
  type RunFlags,
  rulesetOption,
  rulesOption,
  text,
  valued,
} from './options.ts'
import { rulesGiven, variantGiven } from './rules.ts'

/** Options that describe one line-up of a game by one set of rules. */
export const singleOptions = {
  agents: valued('one agent a seat, or one for all', 'random'),
  format: formatOption,
  ruleset: rulesetOption,
  rules: rulesOption,
  learn: playOptions.learn,
}

/** The experiment of one line-up and one variant that they describe, of the game that the argument GAME names. Throws an InputError. */
export async function singleExperiment(args: Args, flags: RunFlags): Promise<Experiment> {
  const game = await gameAsked(args)
  const definition = {
    name: game.id,
    game: nameOfGame(game),
    ...(flags.seed === undefined ? {} : { seed: flags.seed }),
    ...(flags.matches === undefined ? {} : { matches: flags.matches }),
    variants: [variantGiven(rulesGiven(game, args))],
    lineups: [{ agents: agentList(text(args, 'agents') ?? 'random') }],
    ...learnGiven(args),
  }
  return await defineExperiment(definition, flags, '--agents', GAME_LABEL)
}
