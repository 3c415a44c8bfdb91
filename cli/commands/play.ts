/** `evenhand play`: plays a game without an experiment file, and records its matches. */

import { HUMAN } from '../../library/command.ts'
import { UsageError } from '../errors.ts'
import { type Declaration, flag, gamePositional, valueOption } from '../options/declare.ts'
import { agentList, singleExperiment, singleOptions } from '../options/game.ts'
import { playOptions, portOption } from '../options/options.ts'
import { readRunFlags } from '../options/run-flags.ts'
import { type Args, text } from '../options/values.ts'
import { simulate } from '../terminal/simulate.ts'

/** Options of matches that people play or watch. */
const WITH_PEOPLE = ['terminal', 'watch', 'pace', 'port', 'open', 'records']

/** Whether a person plays, or watches. */
function isForPeople(args: Args): boolean {
  const agents = text(args, 'agents')
  if (agents !== undefined && agentList(agents).includes(HUMAN)) return true
  return WITH_PEOPLE.some(name => args[name] !== undefined && args[name] !== false)
}

export const declaration: Declaration = {
  usage: [
    'play GAME --agents A,B --matches N [options]',
    'Plays a game and prints whether it is fair. Play it yourself with --agents human,greedy.',
  ],
  positionals: { game: gamePositional },
  options: {
    ...playOptions,
    ...singleOptions,
    agents: valueOption(
      'who plays: one agent for all seats, or one for each seat, separated by commas (see evenhand agents); human is you, in your browser',
      'random',
    ),
    terminal: flag('play in the terminal instead of the browser'),
    watch: flag('watch a match of --agents in your browser'),
    pace: valueOption('seconds between moves when you watch', '1'),
    port: portOption,
    open: flag('open the page in your browser, rather than print its address only'),
    records: flag('list the matches that people played, with results; without GAME, of all games'),
  },
  examples: [
    ['play elephant-men --agents human,greedy --open', 'play against greedy yourself'],
    ['play --records', 'your matches, and how often you win'],
    ['play elephant-men --agents greedy,random --matches 1000', 'how much better is greedy?'],
    [
      'play elephant-men --agents mcts:iterations=500,./my-agent.js',
      'an agent with options against your own',
    ],
    ['play elephant-men --rules favour.win=9 perPhase=one', 'what would other rules do?'],
    ['play elephant-men --matches 2 --records-file out.jsonl', 'record matches for evenhand replay'],
  ],
  handler: async args => {
    if (args.game === undefined && args.records !== true)
      throw new UsageError('found 0 of 1 arguments, expected play GAME', 'play')
    if (isForPeople(args)) {
      const { playWithPeople } = await import('../terminal/people.ts')
      await playWithPeople(args)
      return
    }
    const flags = readRunFlags(args)
    await simulate(await singleExperiment(args, flags), { flags })
  },
}
