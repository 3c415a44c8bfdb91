#!/usr/bin/env node
/** The command `evenhand`: picks the command, and turns errors into one line and an exit code. */
import yargs, { type CommandModule } from 'yargs'
import { hideBin } from 'yargs/helpers'
import { didYouMean, plain, show, textFault } from '../documents/index.ts'
import { VERSION } from '../engine/package.ts'
import { DiskError, diskCode, diskReason } from '../sim/store/disk.ts'
import { agents } from './commands/agents.ts'
import { compare } from './commands/compare.ts'
import { games } from './commands/games.ts'
import { merge } from './commands/merge.ts'
import { play } from './commands/play.ts'
import { replay } from './commands/replay.ts'
import { rules } from './commands/rules.ts'
import { run } from './commands/run.ts'
import { solve } from './commands/solve.ts'
import { status } from './commands/status.ts'
import { worker } from './commands/worker.ts'
import { EXIT, exitCodeOf, explain, UsageError } from './errors.ts'
import { runOptions } from './options/options.ts'

const COMMANDS: readonly CommandModule[] = [
  run,
  play,
  compare,
  status,
  merge,
  worker,
  replay,
  solve,
  games,
  rules,
  agents,
]
const NAMES = COMMANDS.map(({ command }) => String(command).split(' ')[0]!)
/** What unknown options may be misspellings of. */
const OPTIONS = [
  ...Object.keys(runOptions),
  ...[
    'agents',
    'diff',
    'nodes',
    'record',
    'records',
    'rules',
    'ruleset',
    'shard',
    'backend',
    'redis',
    'help',
    'version',
  ],
].map(name => `--${name}`)
const SWITCHES = ['fresh', 'json', 'quiet', 'help', 'version']
const HELP_WIDTH = 110
/** yargs makes an empty text of a positional `-`. */
const STDIN = '/dev/stdin'

/** yargs as strict as it gets: no nesting by dots, no numbers made of text, no options that nobody declared. */
function parser(args: readonly string[]) {
  const command = commandIn(args)
  return (
    yargs(args.map((arg, i) => (arg === '-' && !args[i - 1]?.startsWith('--') ? STDIN : arg)))
      .scriptName('evenhand')
      .usage('$0 COMMAND [options]\n\nPlays board games against themselves and tells whether they are fair.')
      .locale('en')
      // Options are text to yargs only so that we can read them more strictly.
      .updateStrings({ string: 'value', array: 'values', boolean: 'switch' })
      .parserConfiguration({
        'boolean-negation': false,
        'camel-case-expansion': false,
        'dot-notation': false,
        'parse-numbers': false,
        'parse-positional-numbers': false,
        'short-option-groups': false,
      })
      .command([...COMMANDS])
      .version(VERSION)
      .help()
      .strict()
      .wrap(Math.min(HELP_WIDTH, process.stdout.columns || HELP_WIDTH))
      .epilogue(
        'Exit codes: 0 done, 1 failed, 2 bad usage or input, 3 refused (a folder in use, or of another run), 74 disk full, 130 interrupted, 143 terminated.',
      )
      .exitProcess(false)
      .fail((message, error) => {
        throw error instanceof Error && error.name !== 'YError'
          ? error
          : new UsageError(plain(reword(message, args)), command)
      })
  )
}

/** The command's name if there is one. */
function commandIn(args: readonly string[]): string {
  return NAMES.find(name => name === args[0]) ?? ''
}

/** What yargs would pass over in silence. */
function refuse(args: readonly string[]): void {
  const end = args.indexOf('--')
  const [first] = args
  for (const arg of args) {
    const fault = textFault(arg)
    if (fault) throw new UsageError(plain(fault), commandIn(args))
  }
  if (first === undefined) throw new UsageError(`no command, expected one of ${NAMES.join(', ')}`)
  if (!first.startsWith('-') && !NAMES.includes(first))
    throw new UsageError(
      `unknown command ${show(first)}, expected one of ${NAMES.join(', ')}${didYouMean(first, NAMES)}`,
    )
  if (end >= 0) throw new UsageError('found --, expected options and arguments only', commandIn(args))
  const valued = SWITCHES.find(name => args.some(arg => arg.startsWith(`--${name}=`)))
  if (valued !== undefined) throw new UsageError(`--${valued} takes no value`, commandIn(args))
}

/** yargs' complaints in our words. */
function reword(message: string, args: readonly string[]): string {
  const [line] = message.split('\n')
  const unknown = /^Unknown (?:arguments?|commands?): (.*)$/.exec(line!)
  if (unknown) {
    const name = unknown[1]!.split(', ')[0]!
    const option = args.find(arg => arg.split('=')[0] === `--${name}` || arg === `-${name}`)
    return option
      ? `unknown option ${option.split('=')[0]}${didYouMean(`--${name}`, OPTIONS)}`
      : `unexpected argument ${show(name)}`
  }
  const missing = /^Not enough arguments following: (.*)$/.exec(line!)
  if (missing) return `--${missing[1]} needs a value`
  if (!/^Not enough non-option arguments/.test(line!)) return line!
  const usage = COMMANDS.find((_, c) => NAMES[c] === args[0])?.command
  return `an argument is missing, expected ${String(usage)}`
}

/** Whether the command came to its end, or was ended knowingly. */
let ended = false

/** A reader that went away ends the command quietly; any other trouble with stdout is a full disk. */
function watchStreams(): void {
  process.stdout.on('error', (error: Error) => {
    if (diskCode(error) === 'EPIPE') {
      ended = true
      process.exit()
    }
    end(new DiskError('stdout', diskReason(error)))
    process.exit()
  })
  process.stderr.on('error', () => {})
}

/** Modules of agents run here too: what they throw when nobody listens, and what they never finish, ends in a line. */
function watchModules(): void {
  process.on('uncaughtException', (error: unknown) => {
    end(error)
    process.exit()
  })
  process.on('exit', code => {
    if (ended || code !== EXIT.done) return
    end(new Error('waited for something that can not come, such as a module that never finishes loading'))
  })
}

function end(error: unknown): void {
  process.stderr.write(`${explain(error)}\n`)
  process.exitCode = exitCodeOf(error)
}

async function main(args: readonly string[]): Promise<void> {
  watchStreams()
  watchModules()
  process.exitCode = EXIT.done
  try {
    refuse(args)
    await parser(args).parseAsync()
  } catch (error) {
    end(error)
  }
  ended = true
  // A module of an agent may have left a timer behind that never ends. A full disk is told before.
  process.stdout.write('', () => process.stderr.write('', () => setImmediate(() => process.exit())))
}

await main(hideBin(process.argv))
