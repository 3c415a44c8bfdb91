/** What is frozen before an agent's module loads, and what still works: in a separate process, because freezing is permanent. */
import { execFileSync } from 'node:child_process'
import { beforeAll, describe, expect, test } from 'vitest'
import { listClassics, listGames } from '../../engine/registry/index.ts'
import { beside } from './runs.ts'

/** What changes a result for others, in the places that are easily forgotten. */
const POISON = {
  'a method': 'Array.prototype.map = () => []',
  'a method, by definition': "Object.defineProperty(Map.prototype, 'get', { value: () => 0 })",
  'a method, by removal': 'delete Array.prototype.fill',
  'a method of all typed arrays': 'Object.getPrototypeOf(Int32Array.prototype).fill = () => {}',
  'a new method': 'Array.prototype.sorted = () => []',
  'a function': 'JSON.stringify = () => ""',
  'a getter': "Object.defineProperty(RegExp.prototype, 'global', { get: () => true })",
  'a prototype': 'Object.setPrototypeOf(Int32Array.prototype, {})',
  'what all objects have': "Object.prototype.toJSON = () => 'x'",
  'a property that others may assign on their own': 'Object.prototype.toString = () => "x"',
  'the message of all errors': 'Error.prototype.message = "x"',
  'how promises go on': 'Promise.prototype.then = () => {}',
  'iterators of lists': 'Object.getPrototypeOf([][Symbol.iterator]()).next = () => ({ done: true })',
  'iterators of maps': 'Object.getPrototypeOf(new Map()[Symbol.iterator]()).next = () => ({ done: true })',
  'iterators of texts': "Object.getPrototypeOf(''[Symbol.iterator]()).next = () => ({ done: true })",
  'matches of patterns': "Object.getPrototypeOf(''.matchAll(/x/g)).next = () => ({ done: true })",
  generators: 'Object.getPrototypeOf(function* () {}).prototype.next = () => ({ done: true })',
  'functions that wait': 'Object.getPrototypeOf(async () => {}).call = () => {}',
  'a global': 'globalThis.Math = {}',
  'a global function': 'globalThis.parseInt = () => 0',
  'the clock': 'Date.now = () => 0',
  'a module of node': 'fs.readFileSync = () => ""',
  'hashes of node': 'crypto.createHash = () => {}',
  'packing of node': 'zlib.deflateRawSync = () => {}',
}

/** What libraries do with their own objects. */
const HARMLESS = {
  'an own method of the name of a common one':
    'const a = {}; a.toString = () => "x"; if (String(a) !== "x") throw 0',
  'an own constructor': 'function A() {} A.prototype = Object.create(null); const a = {}; a.constructor = A',
  'an own call': 'const f = () => 1; f.call = () => 2; if (f.call() !== 2) throw 0',
  'an own name of an error':
    'const e = new TypeError("a"); e.name = "B"; e.message = "c"; if (String(e) !== "B: c") throw 0',
  'a class of errors': 'class A extends Error { name = "A" } if (String(new A("b")) !== "A: b") throw 0',
  'an own then': 'Promise.resolve(1).then = () => {}',
  'the depth of stacks': 'Error.stackTraceLimit = 5',
  'a global of its own': 'globalThis.mine = 1',
  'a list of its own': 'const a = [1, 2]; a[0] = 3; a.push(4); a.sorted = 1',
}

/** Numbers that no seed decides. */
const RANDOM = {
  'Math.random': 'Math.random()',
  'the global crypto': 'globalThis.crypto.getRandomValues(new Uint8Array(1))',
  'its class': 'Object.getPrototypeOf(crypto.webcrypto).randomUUID.call(crypto.webcrypto)',
  randomBytes: 'crypto.randomBytes(4)',
  randomInt: 'crypto.randomInt(4)',
  randomUUID: 'crypto.randomUUID()',
  randomFillSync: 'crypto.randomFillSync(new Uint8Array(1))',
}

/** What docs/guides/adding-an-agent.md says is not noticed. */
const UNNOTICED = {
  Date: 'Date.now(); new Date()',
  'performance.now': 'performance.now()',
  'process.hrtime': 'process.hrtime()',
  'keys of node:crypto': "crypto.generateKeySync('hmac', { length: 64 })",
}

describe('once the built-ins are frozen', () => {
  let thrown: Record<string, string | null>
  let refusedDraws: number
  let open: Record<string, string[]>
  beforeAll(() => {
    const input = JSON.stringify({ ...RANDOM, ...UNNOTICED, ...HARMLESS, ...POISON })
    const answer = execFileSync(process.execPath, [beside('hardened.mjs')], { input, encoding: 'utf8' })
    ;({ thrown, refusedDraws, open } = JSON.parse(answer))
  })

  test.each(Object.keys(POISON))('changing %s throws', name => {
    expect(thrown[name]).toMatch(/^Cannot |only a getter|not extensible/)
  })

  test.each(Object.keys(HARMLESS))('%s is assigned as before', name => {
    expect(thrown[name]).toBeNull()
  })

  test.each(Object.keys(RANDOM))('drawing from %s throws, and is counted', name => {
    expect(thrown[name]).toBe('used randomness other than its rng')
    expect(refusedDraws).toBe(Object.keys(RANDOM).length)
  })

  test.each(Object.keys(UNNOTICED))('%s is not noticed', name => {
    expect(thrown[name]).toBeNull()
  })

  test.each([...listGames(), ...listClassics()].map(({ id }) => id))(
    "nothing of an agent's own game is part of the one that is played, and open to change: %s",
    id => {
      expect(open[id]).toEqual([])
    },
  )
})
