/**
 * An agent that plays its last legal action, and does harm at its third decision of some matches: which of them depends
 * on its rng and seat alone, so that every mode spoils the same ones.
 */
import { workerData } from 'node:worker_threads'

const words = []

/** What it does to a match. Most never return. */
const HARM = {
  none: () => {},
  throw: () => {
    throw new Error('sabotage')
  },
  throwNothing: () => {
    throw Object.create(null)
  },
  illegal: () => -1,
  nan: () => Number.NaN,
  fraction: ({ legal }) => legal[0] + 0.5,
  text: ({ legal }) => String(legal[0]),
  nothing: () => null,
  promise: async () => {
    throw new Error('late sabotage')
  },
  view: ({ view }) => {
    view[view.length - 1]++
  },
  legal: ({ legal }) => {
    legal.fill(legal[0])
  },
  random: () => {
    try {
      Math.random()
    } catch {}
  },
  uuid: () => {
    crypto.randomUUID()
  },
  recursion: () => {
    const deeper = n => deeper(n + 1) + 1
    return deeper(0)
  },
  builtin: () => {
    Int32Array.prototype.set = () => {}
  },
  math: () => {
    Object.defineProperty(Math, 'clz32', { value: () => 0 })
  },
  global: () => {
    globalThis.Int32Array = Array
  },
  gameClass: ({ game }) => {
    Object.getPrototypeOf(game).legal = () => 0
  },
  /** Harmless, since there is nothing left in it. */
  workerData: () => {
    for (const words of Object.values(workerData ?? {})) words.fill?.(1)
  },
  /** Harmless to the match, but they fail when it is over. */
  timer: () => {
    for (let i = 0; i < 100; i++)
      setTimeout(() => {
        throw new Error('late sabotage')
      }, i)
  },
  rejection: () => {
    void Promise.reject(new Error('stray sabotage'))
  },
  exit: () => process.exit(5),
  exitWell: () => process.exit(0),
  loop: () => {
    for (;;);
  },
  wait: () => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  },
  numbers: () => {
    for (;;) words.push(new Array(1e5).fill(0.5))
  },
  objects: () => {
    for (;;) words.push(new Array(100).fill({}))
  },
  arrays: () => {
    for (;;) words.push(new Float64Array(1e6).fill(1))
  },
}

/**
 * mode: what it does. at: when, at its third decision (choose), in begin(), where it is looked up (getter), in make().
 * rarity: one match in so many.
 */
const DEFAULTS = { mode: 'none', at: 'choose', rarity: 8 }

export default {
  id: 'saboteur',
  summary: 'spoils matches',
  // Without zod, which each new thread would have to load.
  options: { safeParse: given => ({ success: true, data: { ...DEFAULTS, ...given } }) },
  make(game, { mode, at, rarity }) {
    if (at === 'make') HARM[mode]({})
    let decisions = 0
    return {
      get begin() {
        if (at === 'getter') HARM[mode]({})
        return () => {
          decisions = 0
          if (at === 'begin') HARM[mode]({})
        }
      },
      choose(view, seat, legal, count, rng) {
        if (++decisions !== 3 || at !== 'choose' || ((rng[0] >>> 0) + seat) % rarity !== 0)
          return legal[count - 1]
        const answer = HARM[mode]({ view, legal, game })
        return answer === undefined ? legal[count - 1] : answer
      },
    }
  },
}
