/** Reads a command line, and loads only what it asks for. */
import { VERSION } from '../engine/package.ts'
import { commandListings, loadCommand, loadCommands, overview } from './commands/index.ts'
import { EXIT } from './errors.ts'
import { asksFor, COMPLETING, checkWords } from './options/check.ts'
import { expandSpellings, readWords } from './options/read.ts'
import { openHook } from './terminal/hook.ts'
import { print, say } from './terminal/output.ts'

const COMMANDS = { listings: commandListings, load: loadCommands }

/** Runs a command line. Throws a UsageError, or what the command throws. */
export async function parse(typed: readonly string[]): Promise<void> {
  const [first] = typed
  if (first === undefined) {
    say(overview())
    process.exitCode = EXIT.usage
    return
  }
  if (first === COMPLETING) return await (await helper()).printCompletions(typed, await loadCommands())
  const command = await loadCommand(first)
  const words = expandSpellings(typed, command)
  await checkWords(words, command, COMMANDS)
  if (asksFor(words, 'help')) return await (await helper()).printHelp(commandListings, command)
  if (asksFor(words, 'version')) return print(VERSION)
  const args = readWords(words, command!)
  if (first === 'version') return print(VERSION)
  if (first === 'completion') return await (await helper()).printScript()
  if (first === 'help')
    return await parse([...(args.topic === undefined ? [] : [String(args.topic)]), '--help'])
  openHook(args, command!.name)
  // Run from the sources, agents by path are loaded into this process (sim/threads/inspection.ts).
  const { hardenBeforeModules } = await import('../engine/modules/index.ts')
  hardenBeforeModules()
  ;(await import('./terminal/reading.ts')).showReading(args.quiet !== true)
  await command!.handler!(args)
}

/** Help and completion need all of yargs. */
async function helper(): Promise<typeof import('./help.ts')> {
  return await import('./help.ts')
}
