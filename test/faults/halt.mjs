/**
 * Loaded before the command: kills it with SIGKILL at its HALT_AT-th change of a file, of which half is done. Without a
 * number it lists them, and what was synced, in the file HALT_LIST.
 */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { isMainThread } from 'node:worker_threads'

const { HALT_AT, HALT_LIST } = process.env
const { writeSync, writeFileSync } = fs
/** Names of the changes, with what they were made to. */
const changes = []
const list = []

function due(...change) {
  changes.push(change)
  list.push(change)
  return changes.length === Number(HALT_AT)
}

function die() {
  process.kill(process.pid, 'SIGKILL')
  for (;;);
}

/** Functions that happen or don't: it dies before. */
const WHOLE = ['renameSync', 'linkSync']
const SYNCS = ['fdatasyncSync', 'fsyncSync']

if (isMainThread) {
  for (const name of WHOLE) {
    const act = fs[name]
    fs[name] = (...args) => {
      if (due(name, args[1])) die()
      return act(...args)
    }
  }
  fs.writeSync = (fd, bytes, at = 0, ...rest) => {
    if (!due('writeSync', fd)) return writeSync(fd, bytes, at, ...rest)
    writeSync(fd, bytes.subarray(at, at + ((bytes.length - at) >> 1)))
    return die()
  }
  fs.writeFileSync = (file, text, ...rest) => {
    if (!due('writeFileSync', file)) return writeFileSync(file, text, ...rest)
    writeFileSync(file, text.slice(0, text.length >> 1))
    return die()
  }
  for (const name of SYNCS) {
    const act = fs[name]
    fs[name] = fd => {
      list.push([name, fd])
      return act(fd)
    }
  }
  syncBuiltinESMExports()
  process.on('exit', () => {
    if (HALT_LIST) writeFileSync(HALT_LIST, JSON.stringify({ changes, list }))
  })
}
