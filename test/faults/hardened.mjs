/** Does with built-ins what stdin lists (JSON: name to code), as code that a thread has loaded might, and answers what each threw, or null. */
import crypto from 'node:crypto'
import fs from 'node:fs'
import zlib from 'node:zlib'
import { forbidRandom, refusedDraws } from '../../dist/engine/modules/ambient.js'
import { hardenBeforeModules, hardenIfWanted, writeData } from '../../dist/engine/modules/harden.js'
import {
  findGame,
  listClassics,
  listGames,
  loadGames,
  readRuleset,
  resolveRules,
} from '../../dist/engine/registry/index.js'
import { gameOf, separateGameOf } from '../../dist/sim/experiment/index.js'

await loadGames()
const attempts = JSON.parse(fs.readFileSync(0, 'utf8'))
forbidRandom()
hardenBeforeModules()
hardenIfWanted()

/** All objects that a value leads to, with their paths, but those of `except`; words in buffers are no objects. */
function reach(value, path, found = new Map(), except = new Map()) {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return found
  if (found.has(value) || except.has(value)) return found
  found.set(value, path)
  reach(Object.getPrototypeOf(value), `${path}.__proto__`, found, except)
  if (ArrayBuffer.isView(value)) return found
  for (const [key, { value: part }] of Object.entries(Object.getOwnPropertyDescriptors(value)))
    reach(part, `${path}.${key}`, found, except)
  return found
}

/** What of an agent's own copy of a game belongs to the game that is played as well and may be changed. */
function openIn(id) {
  const module = findGame(id)
  const rules = resolveRules(module, readRuleset(module, module.ruleset, '.'), [])
  const builtins = new Map()
  for (const name of Object.getOwnPropertyNames(globalThis)) reach(globalThis[name], name, builtins)
  const played = reach(gameOf({ game: id }, { rules }), id, new Map(), builtins)
  const own = reach(separateGameOf({ game: id }, { rules }), id, new Map(), builtins)
  return [...own].filter(([one]) => played.has(one) && !Object.isFrozen(one)).map(([, path]) => path)
}

const tried = Object.entries(attempts).map(([name, code]) => {
  try {
    new Function('crypto', 'fs', 'zlib', `'use strict'; ${code}`)(crypto, fs, zlib)
    return [name, null]
  } catch (error) {
    return [name, error.message]
  }
})
const open = Object.fromEntries([...listGames(), ...listClassics()].map(({ id }) => [id, openIn(id)]))
writeData(JSON.stringify({ thrown: Object.fromEntries(tried), refusedDraws: refusedDraws(), open }))
