/** `evenhand levers`: what each number of the rules does if it is moved a step down and up. */
import { type Declaration, gamePositional, listOption } from '../options/declare.ts'
import { experimentOf, readGame, readLineups, readRules, variantOf } from '../options/game.ts'
import { besideOptions } from '../options/options.ts'
import { readGoals, readRunFlags } from '../options/run-flags.ts'
import { parts } from '../options/values.ts'
import { simulate } from '../terminal/simulate.ts'

export const declaration: Declaration = {
  usage: [
    'levers GAME [options]',
    'Moves each number in the rules one step down and one step up (10 %, at least 1 for whole numbers) and plays each change on the same seeds. ' +
      "Reports how each step changes the first seat's score, draws, match length and the use of each asset.",
  ],
  positionals: { game: gamePositional },
  options: {
    ...besideOptions,
    keys: listOption(
      'rule keys to move, or patterns such as gold.*; only these reach into lists, maps and decks',
      'all numbers outside lists, maps and decks',
    ),
    goal: listOption("goals, as bounds: 'draws < 20 %', 'first-seat 48..52'", 'none'),
  },
  examples: [
    ['levers frontline --matches 2000', 'what does each number do when greedy plays?'],
    ["levers elephant-men --agents random --goal 'draws < 20 %'", 'which numbers reduce draws?'],
    ['levers prestige --keys "dice.*" map.cities', 'the dice and a number in the map'],
  ],
  handler: async args => {
    const flags = readRunFlags(args)
    const game = await readGame(args)
    const keys = parts(args, 'keys')
    const goal = readGoals(args)
    const asked = {
      name: `levers ${game.id}`,
      variants: [variantOf(readRules(game, args))],
      lineups: readLineups(args, ['greedy']),
      levers: { ...(keys && { keys }), ...(goal && { goal }) },
    }
    await simulate(await experimentOf(game, args, asked, flags, 'levers'), { flags })
  },
}
