/**
 * Loaded before the command: kills it with SIGKILL at its HALT_AT-th change of a file, of which half is done. Without a
 * number it counts them, into the file HALT_COUNT.
 */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { isMainThread } from 'node:worker_threads'

const { HALT_AT, HALT_COUNT } = process.env
const { writeSync, writeFileSync } = fs
let calls = 0

function due() {
  return ++calls === Number(HALT_AT)
}

function die() {
  process.kill(process.pid, 'SIGKILL')
  for (;;);
}

/** Functions that happen or don't: it dies before. */
const WHOLE = ['renameSync', 'linkSync']

if (isMainThread) {
  for (const name of WHOLE) {
    const act = fs[name]
    fs[name] = (...args) => {
      if (due()) die()
      return act(...args)
    }
  }
  fs.writeSync = (fd, bytes, at = 0, ...rest) => {
    if (!due()) return writeSync(fd, bytes, at, ...rest)
    writeSync(fd, bytes.subarray(at, at + ((bytes.length - at) >> 1)))
    return die()
  }
  fs.writeFileSync = (file, text, ...rest) => {
    if (!due()) return writeFileSync(file, text, ...rest)
    writeFileSync(file, text.slice(0, text.length >> 1))
    return die()
  }
  syncBuiltinESMExports()
  process.on('exit', () => {
    if (HALT_COUNT) writeFileSync(HALT_COUNT, String(calls))
  })
}
