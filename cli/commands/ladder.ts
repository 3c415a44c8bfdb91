/** `evenhand ladder`: a round robin of agents, to see what strength of play does to the verdict. */

import { nameOfGame } from '../../engine/registry/index.ts'
import { defineExperiment, LADDER_MATCHES, withLearned } from '../../library/command.ts'
import { type Declaration, gamePositional } from '../options/declare.ts'
import { GAME_LABEL, gameAsked } from '../options/names.ts'
import {
  agentList,
  formatOption,
  learnGiven,
  playOptions,
  readRunFlags,
  rulesetOption,
  rulesOption,
  text,
  valued,
} from '../options/options.ts'
import { rulesGiven, variantGiven } from '../options/rules.ts'
import { keptPlace, simulate } from '../terminal/simulate.ts'

/** The rungs where nobody names any: each search has four times the iterations of the one before. */
const RUNGS = ['random', 'greedy', ...[50, 200, 800, 3200].map(iterations => `mcts:iterations=${iterations}`)]

export const ladder: Declaration = {
  usage: [
    'ladder GAME [options]',
    'Plays a round robin of agents, every one against every other and against itself, and tells how strong each is, what the first seat ' +
      'scores at each strength, and how much the verdict still moves between the last two. With more than two seats, a pair plays one of each ' +
      'among the other.',
  ],
  positionals: { game: gamePositional },
  options: {
    ...playOptions,
    matches: valued('matches of each line-up, rounded up to whole blocks', String(LADDER_MATCHES)),
    agents: valued('the rungs, the weakest first', `${RUNGS.join(',')}, and learned where a policy ships`),
    format: formatOption,
    ruleset: rulesetOption,
    rules: rulesOption,
  },
  examples: [
    ['ladder tic-tac-toe', 'a minute or two'],
    ['ladder frontline --agents random,greedy,mcts:iterations=100 --matches 100', 'other rungs'],
    ['ladder bulwark --out runs/ladder', 'the same command resumes after Ctrl-C'],
  ],
  handler: async args => {
    const flags = readRunFlags(args)
    const game = await gameAsked(args)
    const { name: variant, ...rules } = variantGiven(rulesGiven(game, args))
    const agents = agentList(text(args, 'agents') ?? withLearned(RUNGS, game).join(','))
    const definition = {
      name: `${game.id} ladder`,
      game: nameOfGame(game),
      variants: [{ name: variant, ...rules }],
      ladder: { agents },
      ...learnGiven(args),
    }
    const experiment = await defineExperiment(definition, flags, '--agents', GAME_LABEL)
    process.exitCode = await simulate(experiment, { flags, ...keptPlace(experiment, flags), ladder: true })
  },
}
