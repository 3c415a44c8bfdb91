/** The commands: what the general help says of each, and where the rest of it is, which is loaded when it is asked for. */
import { type Command, completed, type Declaration, type Listing } from '../options/declare.ts'

interface Entry extends Listing {
  readonly load: () => Promise<Declaration> | Declaration
}

function entry(command: string, describe: string, load: Entry['load']): Entry {
  return { name: command.split(' ')[0]!, command, describe, load }
}

/** What answers these is the parser itself: they are declared for help, checks and completion. */
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
  entry(
    'run <experiment>',
    'play an experiment and report on it',
    async () => (await import('./run.ts')).run,
  ),
  entry(
    'play <game>',
    'play a game between agents, without an experiment file',
    async () => (await import('./play.ts')).play,
  ),
  entry(
    'compare <game> <before> <after>',
    'compare two variants of the rules on the same seeds',
    async () => (await import('./compare.ts')).compare,
  ),
  entry(
    'plan <game>',
    'say what a run is likely to answer, and what that takes, before it is played',
    async () => (await import('./plan.ts')).plan,
  ),
  entry(
    'check <experiment>',
    'play an experiment and hold it to the bounds of its gate',
    async () => (await import('./check.ts')).check,
  ),
  entry(
    'new <kind> <name> [folder]',
    'write a game, an agent or an experiment to start from',
    async () => (await import('./new.ts')).newProject,
  ),
  entry(
    'check-game <game>',
    'hold a game of your own to what every game must keep',
    async () => (await import('./check-game.ts')).checkGame,
  ),
  entry(
    'usefulness <game>',
    'say what each unit kind, action or other asset is worth, by playing without it',
    async () => (await import('./usefulness.ts')).usefulness,
  ),
  entry(
    'levers <game>',
    'say what each number of the rules does, by moving it a step down and up',
    async () => (await import('./levers.ts')).levers,
  ),
  entry(
    'ladder <game>',
    'play a round robin of agents, and see what strength does to the verdict',
    async () => (await import('./ladder.ts')).ladder,
  ),
  entry(
    'learn <game>',
    'teach a player a game by self-play, and write its policy to a file',
    async () => (await import('./learn.ts')).learn,
  ),
  entry(
    'status <folder>',
    'show how far a run is, and its verdict so far',
    async () => (await import('./status.ts')).status,
  ),
  entry(
    'report <folder>',
    'write the page of a run, and open it in a browser',
    async () => (await import('./report.ts')).report,
  ),
  entry(
    'query <folder> <sql>',
    'ask SQL of the tables of runs',
    async () => (await import('./query.ts')).query,
  ),
  entry(
    'serve [folder]',
    'show runs in a browser while they are played, on this machine alone',
    async () => (await import('./serve.ts')).serve,
  ),
  entry(
    'merge <folders..>',
    'add up the shards of a run and report on them',
    async () => (await import('./merge.ts')).merge,
  ),
  entry(
    'repair <folder>',
    'make a damaged journal readable again, of its sound lines',
    async () => (await import('./repair.ts')).repair,
  ),
  entry(
    'worker',
    'play chunks for runs with --backend bullmq',
    async () => (await import('./worker.ts')).worker,
  ),
  entry(
    'replay <source>',
    'show matches of a record or of a run, position by position',
    async () => (await import('./replay.ts')).replay,
  ),
  entry(
    'solve <game>',
    'prove who wins with best play, on boards small enough',
    async () => (await import('./solve.ts')).solve,
  ),
  entry(
    'exploit <game>',
    'measure how much can be won against an agent',
    async () => (await import('./exploit.ts')).exploit,
  ),
  entry('games', 'list the games and their rule sets', async () => (await import('./games.ts')).games),
  entry(
    'rules <game>',
    'list the rules of a game: value, range and meaning of every key',
    async () => (await import('./rules.ts')).rules,
  ),
  entry(
    'agents [game]',
    'list the agents and their options',
    async () => (await import('./agents.ts')).agents,
  ),
  entry(
    'schema [kind] [game]',
    'print the JSON schema of a kind of input file',
    async () => (await import('./schema.ts')).schema,
  ),
  entry('help [topic]', 'show the help of evenhand, or of one command', () => help),
  entry('version', 'show the version of evenhand', () => version),
  entry('completion', 'print a script that completes commands and options in bash or zsh', () => completion),
]

/** Every command. */
export const commandListings: readonly Listing[] = COMMANDS

/** The command of that name, loaded; undefined if there is none. */
export async function loadCommand(name: string | undefined): Promise<Command | undefined> {
  const found = COMMANDS.find(command => command.name === name)
  return found && completed(found, await found.load())
}

/** All commands, loaded. */
export async function loadCommands(): Promise<readonly Command[]> {
  return await Promise.all(COMMANDS.map(async command => completed(command, await command.load())))
}
