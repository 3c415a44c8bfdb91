#!/usr/bin/env node
/**
 * The command `evenhand`. It imports next to nothing at first, so that it can say in one line why the rest can't be loaded, and need not
 * load it to say which version this is.
 */
import { writeSync } from 'node:fs'
import { VERSION } from '../engine/package.ts'
import { hasTooFewFiles, isShortOfFiles, SHORTAGE } from './shortage.ts'

const STDOUT = 1
const EXIT_SYSTEM = 74

const words = process.argv.slice(2)

/** Answers what asks for the version and nothing else; false if that is not so, or stdout takes nothing, which `start` explains. */
function printVersion(): boolean {
  if (words.length !== 1 || !/^(--version|-v|version)$/.test(words[0]!)) return false
  try {
    writeSync(STDOUT, `${VERSION}\n`)
    return true
  } catch {
    return false
  }
}

function tellShortage(): void {
  process.stderr.write(SHORTAGE)
  process.exitCode = EXIT_SYSTEM
}

try {
  if (!printVersion()) {
    if (hasTooFewFiles()) tellShortage()
    else {
      const { start } = await import('./start.ts')
      await start(words)
    }
  }
} catch (error) {
  if (!isShortOfFiles(error)) throw error
  tellShortage()
}
