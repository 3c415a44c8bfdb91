/** `evenhand levers`: what each number of the rules does if it is moved a step down and up. */
import { type Declaration, gamePositional, listOption } from '../options/declare.ts'
import { experimentOf, readGame, readLineups, readRules, variantOf } from '../options/game.ts'
import { besideOptions } from '../options/options.ts'
import { readGoals, readRunFlags } from '../options/run-flags.ts'
import { texts } from '../options/values.ts'
import { simulate } from '../terminal/simulate.ts'

export const declaration: Declaration = {
  usage: [
    'levers GAME [options]',
    'Moves every number of the rules one step down and one up (a tenth, of whole numbers at least 1), and plays each on the seeds of the unchanged ' +
      'rules. Says what each step does to the score of the first seat, to draws, to the length and to the use of every asset.',
  ],
  positionals: { game: gamePositional },
  options: {
    ...besideOptions,
    keys: listOption(
      'numbers to move, or patterns of their keys (gold.*), those inside lists, maps and decks included',
      'all outside of lists, maps and decks',
    ),
    goal: listOption("bounds to reach, as gates have them: 'draws < 20 %', 'first-seat 48..52'", 'none'),
  },
  examples: [
    ['levers frontline --matches 2000', 'what does every number do between greedy players?'],
    ["levers elephant-men --agents random --goal 'draws < 20 %'", 'which of them make fewer draws?'],
    ['levers prestige --keys "dice.*" map.cities', 'dice, and numbers of the map'],
  ],
  handler: async args => {
    const flags = readRunFlags(args)
    const game = await readGame(args)
    const keys = texts(args, 'keys')
    const goal = readGoals(args)
    const parts = {
      name: `levers ${game.id}`,
      variants: [variantOf(readRules(game, args))],
      lineups: readLineups(args, ['greedy']),
      levers: { ...(keys && { keys }), ...(goal && { goal }) },
    }
    await simulate(await experimentOf(game, args, parts, flags, 'levers'), { flags })
  },
}
