#!/usr/bin/env node
/** The command `evenhand`. It imports nothing at first, so that it can say in one line why the rest can't be loaded. */

/** Files that may be open while the code of this process and of its threads is loaded. */
const FILES_ENOUGH = 1024
const EXIT_SYSTEM = 74

try {
  const { start } = await import('./start.ts')
  await start(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof Error && 'code' in error && /^(EMFILE|ENFILE)$/.test(String(error.code))))
    throw error
  process.stderr.write(
    `evenhand: too many files are open to load its code, expected a limit of ${FILES_ENOUGH} of them (ulimit -n ${FILES_ENOUGH})\n`,
  )
  process.exitCode = EXIT_SYSTEM
}
