/** `evenhand usefulness`: what each unit kind, action or other asset is worth, by playing without it. */
import { type Declaration, gamePositional, listOption } from '../options/declare.ts'
import { experimentOf, readGame, readLineups, readRules, variantOf } from '../options/game.ts'
import { besideOptions } from '../options/options.ts'
import { readRunFlags } from '../options/run-flags.ts'
import { texts } from '../options/values.ts'
import { simulate } from '../terminal/simulate.ts'

export const declaration: Declaration = {
  usage: [
    'usefulness GAME [options]',
    'Measures what each asset of a game (unit, action, ability, tile, ...) is worth. It plays the same seeds with and without the asset: ' +
      "without, the first player of a line-up can't use it, while the others can. Reports how many points that player loses.",
  ],
  positionals: { game: gamePositional },
  options: {
    ...besideOptions,
    assets: listOption(
      'assets or groups of assets to measure, by their names in units.csv',
      'all that players can choose to use',
    ),
  },
  examples: [
    ['usefulness frontline --ruleset lean', 'what is each recruit worth to greedy players?'],
    [
      'usefulness elephant-men --agents random greedy --assets unit',
      'only units, first with random players, then with greedy ones',
    ],
    ['usefulness bulwark --assets ability --out runs/abilities', 'choose where the reports go'],
  ],
  handler: async args => {
    const flags = readRunFlags(args)
    const game = await readGame(args)
    const assets = texts(args, 'assets')
    const parts = {
      name: `usefulness ${game.id}`,
      variants: [variantOf(readRules(game, args))],
      lineups: readLineups(args, ['greedy']),
      usefulness: assets ? { assets } : (true as const),
    }
    await simulate(await experimentOf(game, args, parts, flags, 'usefulness'), { flags })
  },
}
