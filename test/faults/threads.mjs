/**
 * Loaded before the command and in each of its threads. DIE_WHEN names a file: a thread that begins a chunk while it is
 * absent makes it and dies ("once"), or dies each time ("always"). REQUIRED names a file that gets the name of every ES
 * module that a thread loads by require().
 */
import { appendFileSync, openSync } from 'node:fs'
import { createRequire } from 'node:module'
import { isMainThread } from 'node:worker_threads'

const { DIE, DIE_WHEN, REQUIRED } = process.env

if (!isMainThread && DIE) {
  // A chunk begins with a look at the clock.
  const now = performance.now.bind(performance)
  performance.now = () => {
    if (DIE === 'always' || isFirst()) process.exit(7)
    return now()
  }
}

function isFirst() {
  try {
    openSync(DIE_WHEN, 'wx')
    return true
  } catch {
    return false
  }
}

if (!isMainThread && REQUIRED) {
  const Module = createRequire(import.meta.url)('node:module')
  const load = Module._load
  Module._load = (request, ...rest) => {
    const loaded = load(request, ...rest)
    if (loaded?.[Symbol.toStringTag] === 'Module') appendFileSync(REQUIRED, `${request}\n`)
    return loaded
  }
  appendFileSync(REQUIRED, 'looking\n')
}
