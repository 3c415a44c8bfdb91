/** The commands: what the general help says of each, and the file with the rest, loaded on request. */
import { type Command, type CommandListing, commandOf, type Declaration } from '../options/declare.ts'

interface CommandModule {
  readonly declaration: Declaration
}

interface Entry extends CommandListing {
  readonly load: () => Promise<CommandModule> | CommandModule
}

function entry(command: string, describe: string, load: Entry['load']): Entry {
  return { name: command.split(' ')[0]!, command, describe, load }
}

// The parser itself answers these three: they are declared for help, checks and completion.
const help: Declaration = {
  usage: ['help [COMMAND]', 'Shows the help of a command, as --help does.'],
  positionals: {
    topic: {
      describe: 'a command',
      defaultDescription: 'all commands',
      names: () => COMMANDS.map(({ name }) => name),
    },
  },
  examples: [['help run', 'the help of evenhand run']],
}

const version: Declaration = {
  usage: ['version', 'Shows the version, as --version does.'],
  examples: [['version', 'the version']],
}

const completion: Declaration = {
  usage: ['completion', 'Prints a completion script for the shell that SHELL names.'],
  examples: [['completion >> ~/.bashrc', 'for bash; ~/.zshrc for zsh']],
}

const COMMANDS: readonly Entry[] = [
  entry('run <experiment>', 'play an experiment and report on it', () => import('./run.ts')),
  entry('play <game>', 'play a game between agents, without an experiment file', () => import('./play.ts')),
  entry(
    'compare <game> <before> <after>',
    'compare two variants of the rules on the same seeds',
    () => import('./compare.ts'),
  ),
  entry(
    'plan <game>',
    'say what a run is likely to answer, and what that takes, before it is played',
    () => import('./plan.ts'),
  ),
  entry(
    'check <experiment>',
    'play an experiment and hold it to the bounds of its gate',
    () => import('./check.ts'),
  ),
  entry(
    'new <kind> <name> [folder]',
    'write a game, an agent or an experiment to start from',
    () => import('./new.ts'),
  ),
  entry(
    'check-game <game>',
    'hold a game of your own to what every game must keep',
    () => import('./check-game.ts'),
  ),
  entry(
    'usefulness <game>',
    'say what each unit kind, action or other asset is worth, by playing without it',
    () => import('./usefulness.ts'),
  ),
  entry(
    'levers <game>',
    'say what each number of the rules does, by moving it a step down and up',
    () => import('./levers.ts'),
  ),
  entry(
    'ladder <game>',
    'play a round robin of agents, and see what strength does to the verdict',
    () => import('./ladder.ts'),
  ),
  entry(
    'learn <game>',
    'teach a player a game by self-play, and write its policy to a file',
    () => import('./learn.ts'),
  ),
  entry('status <folder>', 'show how far a run is, and its verdict so far', () => import('./status.ts')),
  entry('report <folder>', 'write the page of a run, and open it in a browser', () => import('./report.ts')),
  entry('query <folder> <sql>', 'ask SQL of the tables of runs', () => import('./query.ts')),
  entry(
    'serve [folder]',
    'show runs in a browser while they are played, on this machine alone',
    () => import('./serve.ts'),
  ),
  entry('merge <folders..>', 'add up the shards of a run and report on them', () => import('./merge.ts')),
  entry(
    'repair <folder>',
    'make a damaged journal readable again, of its sound lines',
    () => import('./repair.ts'),
  ),
  entry('worker', 'play chunks for runs with --backend bullmq', () => import('./worker.ts')),
  entry(
    'replay <source>',
    'show matches of a record or of a run, position by position',
    () => import('./replay.ts'),
  ),
  entry('solve <game>', 'prove who wins with best play, on boards small enough', () => import('./solve.ts')),
  entry('exploit <game>', 'measure how much can be won against an agent', () => import('./exploit.ts')),
  entry('games', 'list the games and their rule sets', () => import('./games.ts')),
  entry(
    'rules <game>',
    'list the rules of a game: value, range and meaning of every key',
    () => import('./rules.ts'),
  ),
  entry('agents [game]', 'list the agents and their options', () => import('./agents.ts')),
  entry('schema [kind] [game]', 'print the JSON schema of a kind of input file', () => import('./schema.ts')),
  entry('help [topic]', 'show the help of evenhand, or of one command', () => ({ declaration: help })),
  entry('version', 'show the version of evenhand', () => ({ declaration: version })),
  entry('completion', 'print a script that completes commands and options in bash or zsh', () => ({
    declaration: completion,
  })),
]

export const commandListings: readonly CommandListing[] = COMMANDS

/** The command of that name; undefined if there is none. */
export async function loadCommand(name: string | undefined): Promise<Command | undefined> {
  const found = COMMANDS.find(command => command.name === name)
  return found && (await loaded(found))
}

export async function loadCommands(): Promise<readonly Command[]> {
  return await Promise.all(COMMANDS.map(loaded))
}

async function loaded(command: Entry): Promise<Command> {
  return commandOf(command, (await command.load()).declaration)
}
