/** Opens files with the program that the desktop has for them. */
import { spawn } from 'node:child_process'
import { EXIT } from '../errors.ts'
import { print, say } from './output.ts'

/** What opens a file on each system, with what precedes the file's name. */
const OPENERS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['explorer.exe'],
}

/** Opens a file; false if there is no program for it. It is not waited for. */
export async function openFile(file: string): Promise<boolean> {
  const [program, ...before] = OPENERS[process.platform] ?? ['xdg-open']
  return await new Promise(done => {
    const child = spawn(program, [...before, file], { stdio: 'ignore', detached: true })
    child.once('error', () => done(false))
    child.once('spawn', () => {
      child.unref()
      done(true)
    })
  })
}

/** Prints the path of a page that was written, and opens it if that is asked for; says so, with an exit code, if nothing opens it. */
export async function offerPage(file: string, open: boolean): Promise<void> {
  print(file)
  if (!open || (await openFile(file))) return
  say(`no program that opens pages was found: open ${file} in a browser`)
  process.exitCode = EXIT.failed
}
