/** `evenhand usefulness`: what each unit kind, action or other asset is worth, by playing without it. */
import { nameOfGame } from '../../engine/registry/index.ts'
import { defineExperiment, type ExperimentDefinition } from '../../library/command.ts'
import { type Declaration, gamePositional } from '../options/declare.ts'
import { gameAsked } from '../options/names.ts'
import { besideOptions, learnGiven, lineupsNamed, readRunFlags, valued } from '../options/options.ts'
import { rulesGiven, variantGiven } from '../options/rules.ts'
import { keptPlace, simulate } from '../terminal/simulate.ts'

export const usefulness: Declaration = {
  usage: [
    'usefulness GAME [options]',
    'Plays every asset of a game (unit kinds, actions, abilities, tiles, ...) on the same seeds with and without it: the first agent of a ' +
      'line-up does without, the others have it. Says what score is lost.',
  ],
  positionals: { game: gamePositional },
  options: {
    ...besideOptions,
    assets: {
      ...valued('assets or groups of them, as units.csv names them', 'all that decisions use'),
      array: true,
    },
  },
  examples: [
    ['usefulness frontline --ruleset lean', 'what is each recruit worth between greedy players?'],
    ['usefulness elephant-men --agents random greedy --assets unit', 'unit kinds alone, at two strengths'],
    ['usefulness bulwark --assets ability --out runs/abilities', 'with usefulness.csv and the other reports'],
  ],
  handler: async args => {
    const flags = readRunFlags(args)
    const game = await gameAsked(args)
    const assets = Array.isArray(args.assets) ? args.assets.map(String) : undefined
    const definition: ExperimentDefinition = {
      name: `usefulness ${game.id}`,
      game: nameOfGame(game),
      variants: [variantGiven(rulesGiven(game, args))],
      lineups: lineupsNamed(args.agents, ['greedy']),
      ...learnGiven(args),
      usefulness: assets ? { assets } : true,
    }
    const experiment = await defineExperiment(definition, flags, 'usefulness')
    process.exitCode = await simulate(experiment, { flags, ...keptPlace(experiment, flags) })
  },
}
