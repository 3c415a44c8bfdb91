/** `evenhand play`: plays a game without an experiment file, and records its matches. */
import { type Declaration, gamePositional } from '../options/declare.ts'
import { singleExperiment, singleOptions } from '../options/game.ts'
import { playOptions } from '../options/options.ts'
import { readRunFlags } from '../options/run-flags.ts'
import { simulate } from '../terminal/simulate.ts'

export const declaration: Declaration = {
  usage: ['play GAME --agents A,B --matches N [options]', 'Plays a game and prints whether it is fair.'],
  positionals: { game: gamePositional },
  options: { ...playOptions, ...singleOptions },
  examples: [
    ['play elephant-men --agents greedy,random --matches 1000', 'how much better is greedy?'],
    [
      'play elephant-men --agents mcts:iterations=500,./my-agent.js',
      'an agent with options against your own',
    ],
    ['play elephant-men --rules favour.win=9 perPhase=one', 'what would other rules do?'],
    ['play elephant-men --matches 2 --records out.jsonl', 'record matches for evenhand replay'],
  ],
  handler: async args => {
    const flags = readRunFlags(args)
    await simulate(await singleExperiment(args, flags), { flags })
  },
}
