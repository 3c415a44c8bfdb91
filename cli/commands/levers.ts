/** `evenhand levers`: what each number of the rules does if it is moved a step down and up. */
import { nameOfGame } from '../../engine/registry/index.ts'
import { defineExperiment, type ExperimentDefinition } from '../../library/command.ts'
import { type Declaration, gamePositional } from '../options/declare.ts'
import { goalsGiven } from '../options/goal.ts'
import { gameAsked } from '../options/names.ts'
import { besideOptions, learnGiven, lineupsNamed, readRunFlags, valued } from '../options/options.ts'
import { rulesGiven, variantGiven } from '../options/rules.ts'
import { keptPlace, simulate } from '../terminal/simulate.ts'

export const levers: Declaration = {
  usage: [
    'levers GAME [options]',
    'Moves every number of the rules one step down and one up (a tenth, of whole numbers at least 1), and plays each on the seeds of the unchanged ' +
      'rules. Says what each step does to the score of the first seat, to draws, to the length and to the use of every asset.',
  ],
  positionals: { game: gamePositional },
  options: {
    ...besideOptions,
    keys: {
      ...valued(
        'numbers to move, or patterns of their keys (gold.*), those inside lists, maps and decks included',
        'all outside of lists, maps and decks',
      ),
      array: true,
    },
    goal: {
      ...valued("bounds to reach, as gates have them: 'draws < 20 %', 'first-seat 48..52'", 'none'),
      array: true,
    },
  },
  examples: [
    ['levers frontline --matches 2000', 'what does every number do between greedy players?'],
    ["levers elephant-men --agents random --goal 'draws < 20 %'", 'which of them make fewer draws?'],
    ['levers prestige --keys "dice.*" map.cities', 'dice, and numbers of the map'],
  ],
  handler: async args => {
    const flags = readRunFlags(args)
    const game = await gameAsked(args)
    const keys = Array.isArray(args.keys) ? args.keys.map(String) : undefined
    const goal = goalsGiven(args)
    const definition: ExperimentDefinition = {
      name: `levers ${game.id}`,
      game: nameOfGame(game),
      variants: [variantGiven(rulesGiven(game, args))],
      lineups: lineupsNamed(args.agents, ['greedy']),
      ...learnGiven(args),
      levers: keys || goal ? { ...(keys ? { keys } : {}), ...(goal ? { goal } : {}) } : true,
    }
    const experiment = await defineExperiment(definition, flags, 'levers')
    process.exitCode = await simulate(experiment, { flags, ...keptPlace(experiment, flags) })
  },
}
