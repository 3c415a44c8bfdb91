/** `evenhand ladder`: a round robin of agents, to see what strength of play does to the verdict. */
import { LADDER_MATCHES, withLearned } from '../../library/command.ts'
import { type Declaration, gamePositional, valueOption } from '../options/declare.ts'
import { agentList, experimentOf, readGame, readRules, variantOf } from '../options/game.ts'
import { gameOptions, playOptions } from '../options/options.ts'
import { readRunFlags } from '../options/run-flags.ts'
import { text } from '../options/values.ts'
import { simulate } from '../terminal/simulate.ts'

/** The default rungs: each search has four times the iterations of the one before. */
const RUNGS = ['random', 'greedy', ...[50, 200, 800, 3200].map(iterations => `mcts:iterations=${iterations}`)]

export const declaration: Declaration = {
  usage: [
    'ladder GAME [options]',
    'Ranks agents in a round robin: each plays every other and itself. Reports how strong each agent is, how the first seat ' +
      'scores at each strength, and whether the two strongest agents give the same verdict. With more than two seats, one agent plays against ' +
      'several copies of the other.',
  ],
  positionals: { game: gamePositional },
  options: {
    ...playOptions,
    matches: valueOption('matches for each line-up, rounded up to whole blocks', String(LADDER_MATCHES)),
    agents: valueOption(
      'the agents, from weak to strong',
      `${RUNGS.join(',')}, and learned if a policy ships`,
    ),
    ...gameOptions,
  },
  examples: [
    ['ladder tic-tac-toe', 'takes a minute or two'],
    ['ladder frontline --agents random,greedy,mcts:iterations=100 --matches 100', 'choose the agents'],
    ['ladder bulwark --out runs/ladder', 'rerun to resume after Ctrl-C'],
  ],
  handler: async args => {
    const flags = readRunFlags(args)
    const game = await readGame(args)
    const variants = [variantOf(readRules(game, args))]
    const agents = agentList(text(args, 'agents') ?? withLearned(RUNGS, game).join(','))
    const parts = { name: `${game.id} ladder`, variants, ladder: { agents } }
    await simulate(await experimentOf(game, args, parts, flags), { flags, ladder: true })
  },
}
