#!/usr/bin/env node
/**
 * The command `evenhand`. It imports next to nothing at first: enough to print its version, or why the rest
 * can't load.
 */
import { writeSync } from 'node:fs'
import { VERSION } from '../engine/package.ts'
import { hasTooFewFiles, isShortOfFiles, SHORTAGE } from './shortage.ts'

const STDOUT = 1
const EXIT_SYSTEM = 74

const words = process.argv.slice(2)

/** Answers a bare request for the version. False for anything else, and if stdout fails, which `start` explains. */
function printVersion(): boolean {
  if (words.length !== 1 || !/^(--version|-v|version)$/.test(words[0]!)) return false
  try {
    writeSync(STDOUT, `${VERSION}\n`)
    return true
  } catch {
    return false
  }
}

function reportShortage(): void {
  process.stderr.write(SHORTAGE)
  process.exitCode = EXIT_SYSTEM
}

try {
  if (!printVersion()) {
    if (hasTooFewFiles()) reportShortage()
    else {
      const { start } = await import('./start.ts')
      await start(words)
    }
  }
} catch (error) {
  if (!isShortOfFiles(error)) throw error
  reportShortage()
}
