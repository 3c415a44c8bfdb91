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
    'Plays every asset of a game (unit kinds, actions, abilities, tiles, ...) on the same seeds with and without it: the first agent of a ' +
      'line-up does without, the others have it. Says what score is lost.',
  ],
  positionals: { game: gamePositional },
  options: {
    ...besideOptions,
    assets: listOption('assets or groups of them, as units.csv names them', 'all that decisions use'),
  },
  examples: [
    ['usefulness frontline --ruleset lean', 'what is each recruit worth between greedy players?'],
    ['usefulness elephant-men --agents random greedy --assets unit', 'unit kinds alone, at two strengths'],
    ['usefulness bulwark --assets ability --out runs/abilities', 'with usefulness.csv and the other reports'],
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
