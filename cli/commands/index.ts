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
  usage: ['help [COMMAND]', 'Shows help for a command, like --help.'],
  positionals: {
    topic: {
      describe: 'a command',
      defaultDescription: 'all commands',
      names: () => COMMANDS.map(({ name }) => name),
    },
  },
  examples: [['help run', 'help for evenhand run']],
}

const version: Declaration = {
  usage: ['version', 'Shows the version, like --version.'],
  examples: [['version', 'the version']],
}

const completion: Declaration = {
  usage: ['completion', 'Prints a completion script for your shell ($SHELL).'],
  examples: [['completion >> ~/.bashrc', 'for bash; ~/.zshrc for zsh']],
}

/** The commands by what they are for, in the order of the help. */
const GROUPS: Readonly<Record<string, readonly Entry[]>> = {
  'is it fair?': [
    entry('play [game]', 'play a game between agents; needs no experiment file', () => import('./play.ts')),
    entry('run <experiment>', 'play an experiment and report the results', () => import('./run.ts')),
    entry('plan <game>', 'estimate what a run will answer and how long it takes', () => import('./plan.ts')),
    entry(
      'check <experiment>',
      'play an experiment and test it against the bounds of its gate',
      () => import('./check.ts'),
    ),
  ],
  'change the rules': [
    entry(
      'compare <game> <before> <after>',
      'show what a rule change does, on the same seeds',
      () => import('./compare.ts'),
    ),
    entry(
      'usefulness <game>',
      'measure what each unit, action or other asset is worth',
      () => import('./usefulness.ts'),
    ),
    entry('levers <game>', 'show what each number in the rules does', () => import('./levers.ts')),
    entry('tune <game>', 'find changes to the rules that meet goals', () => import('./tune.ts')),
  ],
  'your own game': [
    entry(
      'new <kind> [name] [folder]',
      'create a game, an agent or an experiment to start from',
      () => import('./new.ts'),
    ),
    entry('check-game <game>', 'check your own game for bugs', () => import('./check-game.ts')),
    entry('mcp', 'offer these tools to a coding assistant', () => import('./mcp.ts')),
  ],
  players: [
    entry('ladder <game>', 'rank agents in a round robin', () => import('./ladder.ts')),
    entry('learn <game>', 'train a player by self-play and save its policy', () => import('./learn.ts')),
    entry('exploit <game>', 'measure how exploitable an agent is', () => import('./exploit.ts')),
    entry('solve <game>', 'prove who wins with perfect play (small games)', () => import('./solve.ts')),
  ],
  'look at runs': [
    entry(
      'status <folder>',
      'show the progress of a run and its results so far',
      () => import('./status.ts'),
    ),
    entry('report <folder>', 'write the page of a run', () => import('./report.ts')),
    entry('replay <source>', 'replay matches of a run or a record', () => import('./replay.ts')),
    entry('serve [folder]', 'show runs in a browser on this machine', () => import('./serve.ts')),
    entry('query <folder> [sql]', 'query the tables of runs with SQL', () => import('./query.ts')),
    entry('diff <before> <after>', 'compare two runs of one game', () => import('./diff.ts')),
    entry('repair <folder>', 'repair a damaged journal', () => import('./repair.ts')),
  ],
  'several machines': [
    entry('worker', 'play chunks for runs that use --backend bullmq', () => import('./worker.ts')),
    entry('workers <queue>', 'list the workers of a queue, or of a run', () => import('./workers.ts')),
    entry('merge <folders..>', 'combine the shards of a run', () => import('./merge.ts')),
  ],
  'look things up': [
    entry('games', 'list games and rule sets', () => import('./games.ts')),
    entry('rules <game>', 'list the rules of a game', () => import('./rules.ts')),
    entry('agents [game]', 'list agents and their options', () => import('./agents.ts')),
    entry('schema [kind] [game]', 'print the JSON schema of an input file', () => import('./schema.ts')),
    entry('help [topic]', 'show help for a command', () => ({ declaration: help })),
    entry('version', 'show the version', () => ({ declaration: version })),
    entry('completion', 'print a completion script for bash or zsh', () => ({
      declaration: completion,
    })),
  ],
}

const COMMANDS = Object.values(GROUPS).flat()

/** What `evenhand` alone prints: where to start, and all commands. It fits 80 columns. */
export function overview(): string {
  const width = Math.max(...Object.keys(GROUPS).map(({ length }) => length))
  return [
    'evenhand plays board games with AI players and reports whether they are fair.',
    '',
    'Start here:',
    '  evenhand play elephant-men                       is this game fair?',
    '  evenhand compare elephant-men v0.2 favour.win=9  what does a rule change do?',
    '  evenhand new game my-game                        your own game, to start from',
    '',
    'All commands:',
    ...Object.entries(GROUPS).map(
      ([title, entries]) => `  ${title.padEnd(width)}   ${entries.map(({ name }) => name).join(', ')}`,
    ),
    '',
    'evenhand COMMAND --help explains one. evenhand --help has a line for each.',
  ].join('\n')
}

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
