/**
 * What a game of the user may read besides its arguments, the same on every thread: a clock that stands still, and
 * seeded randomness. evenhand, and agents of the user, run on the same thread and keep the real clock.
 */
import nodeCrypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { type CompiledGame, wrapGame } from '../contract/index.ts'
import { derive, next, RNG_WORDS, rootOf } from '../rng.ts'
import { type Callable, ForbiddenError } from './fault.ts'
import { disguised } from './watch.ts'

/** 2020-01-01, a quarter of an hour after the process began. */
const STANDING = Date.UTC(2020, 0, 1)
const SINCE_START = 900_000
const NANOSECONDS = 1e6

export const CLOCK_NOTE = 'its rules read the clock, which stands still at 2020-01-01'

export const DRAWS_NOTE =
  'its rules draw from Math.random or crypto: evenhand draws these numbers from the seed, too'

type Numbers = () => number

/** Where numbers come from now; null outside of what a seed decides. */
let draw: Numbers | null = null
/** Whether what runs now is a game's. */
let isGame = false
let isRouted = false
/** Unseeded randomness throws outside of games, too. */
let isStrictlySeeded = false
let refusals = 0
let reads = 0

const performanceNow = performance.now.bind(performance)

/** Milliseconds of the real clock, whoever is running. */
export const realNow = (): number => performanceNow()

/** From now on, everything on this thread runs as a game does, except within `asOutsider`. */
export function playAsGame(): void {
  routeAmbient()
  isGame = true
}

/** Calls `play` with what games read. */
export function asGame<T>(play: () => T): T {
  return running(true, play)
}

/** Calls `play`, which isn't a game's, with the real clock. */
export function asOutsider<T>(play: () => T): T {
  return running(false, play)
}

function running<T>(game: boolean, play: () => T): T {
  const before = isGame
  isGame = game
  try {
    return play()
  } finally {
    isGame = before
  }
}

/** Whether everything on this thread runs as a game does. */
export function isGameThread(): boolean {
  return isGame
}

/** Imports a module. What a game draws meanwhile is the same on every thread. */
export async function importing<T>(purpose: 'agent' | 'game', load: () => Promise<T>): Promise<T> {
  const [game, numbers] = [isGame, draw]
  const rng = new Int32Array(RNG_WORDS)
  derive(rng, rootOf('load'), 0, 0)
  isGame = purpose === 'game'
  draw = isGame ? () => (next(rng) >>> 0) / 2 ** 32 : null
  try {
    return await load()
  } finally {
    isGame = game
    draw = numbers
  }
}

/** Calls `play`; meanwhile Math.random and crypto draw from `numbers`. */
export function withRandom<T>(numbers: Numbers, play: () => T): T {
  const before = draw
  draw = numbers
  try {
    return play()
  } finally {
    draw = before
  }
}

/** How often games on this thread have read the clock. */
export function clockReads(): number {
  return reads
}

/** From now on, unseeded randomness throws on this thread. */
export function forbidRandom(): void {
  routeAmbient()
  isStrictlySeeded = true
}

/** How often code on this thread has asked for randomness that no seed decides. */
export function refusedDraws(): number {
  return refusals
}

/** The numbers of what runs now; null for the system's own. */
function numbersNow(): Numbers | null {
  if (draw !== null) return draw
  if (!isGame && !isStrictlySeeded) return null
  refusals++
  throw new ForbiddenError(
    'chance',
    isGame
      ? 'drew from Math.random or crypto, expected an answer that follows from its arguments'
      : 'used randomness other than its rng',
  )
}

/**
 * Takes clocks and randomness over, before modules are loaded, so that their copies are taken over, too. Call it before
 * built-ins are frozen.
 */
export function routeAmbient(): void {
  if (isRouted || Object.isFrozen(Math)) return
  isRouted = true
  routeMath()
  routeCrypto()
  routeClocks()
  syncBuiltinESMExports()
}

function routeMath(): void {
  const { random } = Math
  Math.random = () => (numbersNow() ?? random)()
}

/** Replaces a function of an object; `play` gets the original, bound. */
function reroute<Args extends unknown[], Answer>(
  owner: object,
  name: string,
  play: (original: (...args: Args) => Answer, args: Args, self: unknown) => Answer,
): void {
  const property = Object.getOwnPropertyDescriptor(owner, name)
  if (!property?.configurable || typeof property.value !== 'function') return
  const original = property.value as (...args: Args) => Answer
  const value = function (this: unknown, ...args: Args): Answer {
    return play((...all) => Reflect.apply(original, this, all), args, this)
  }
  Object.defineProperty(owner, name, { ...property, value: Object.assign(value, original) })
}

function routeCrypto(): void {
  /** Seeded bytes in place of those of the system. */
  const filling = (numbers: Numbers, view: ArrayBufferView | ArrayBuffer, from = 0, count?: number): void => {
    const bytes = ArrayBuffer.isView(view)
      ? new Uint8Array(view.buffer, view.byteOffset, view.byteLength)
      : new Uint8Array(view)
    const end = count === undefined ? bytes.length : from + count
    for (let at = from; at < end; at++) bytes[at] = Math.floor(numbers() * 256)
  }
  const bytesOf = (numbers: Numbers, count: number): Buffer => {
    const bytes = Buffer.alloc(count)
    filling(numbers, bytes)
    return bytes
  }
  /** A function of node:crypto that takes a callback, or returns its answer. */
  const answering = (
    owner: object,
    name: string,
    answer: (numbers: Numbers, args: readonly unknown[]) => unknown,
  ): void =>
    reroute<unknown[], unknown>(owner, name, (original, args) => {
      const numbers = numbersNow()
      if (numbers === null) return original(...args)
      const last = args.at(-1)
      const found = answer(numbers, typeof last === 'function' ? args.slice(0, -1) : args)
      if (typeof last !== 'function') return found
      process.nextTick(last as (error: null, found: unknown) => void, null, found)
      return undefined
    })
  for (const owner of [nodeCrypto, crypto, Object.getPrototypeOf(crypto) as object]) {
    answering(owner, 'getRandomValues', (numbers, [view]) => {
      filling(numbers, view as ArrayBufferView)
      return view
    })
    answering(owner, 'randomUUID', numbers => uuidOf(bytesOf(numbers, 16)))
    for (const name of ['randomBytes', 'pseudoRandomBytes'])
      answering(owner, name, (numbers, [count]) => bytesOf(numbers, count as number))
    for (const name of ['randomFill', 'randomFillSync'])
      answering(owner, name, (numbers, [view, from, count]) => {
        filling(numbers, view as ArrayBufferView, from as number, count as number)
        return view
      })
    answering(owner, 'randomInt', (numbers, [one, other]) => {
      const [min, max] = typeof other === 'number' ? [one as number, other] : [0, one as number]
      return min + Math.floor(numbers() * (max - min))
    })
  }
}

/** Version 4, as RFC 9562 writes it. */
function uuidOf(bytes: Buffer): string {
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

function routeClocks(): void {
  const isStanding = (): boolean => {
    if (isGame) reads++
    return isGame
  }
  const Real = Date
  reroute<[], number>(Date, 'now', original => (isStanding() ? STANDING : original()))
  const Standing = new Proxy(Real, {
    construct: (target, args: unknown[], made) =>
      Reflect.construct(target, args.length === 0 && isStanding() ? [STANDING] : args, made) as Date,
    apply: target => (isStanding() ? new Real(STANDING).toString() : target()),
  })
  globalThis.Date = Standing
  // A date's class is Date.
  Object.defineProperty(Real.prototype, 'constructor', { value: Standing })
  for (const owner of [performance, Object.getPrototypeOf(performance) as object])
    reroute<[], number>(owner, 'now', original => (isStanding() ? SINCE_START : original()))
  const { hrtime } = process
  process.hrtime = Object.assign(
    (since?: [number, number]): [number, number] => {
      if (!isStanding()) return hrtime(since)
      const [seconds, nanoseconds] = since ?? [0, 0]
      return [SINCE_START / 1000 - seconds, 0 - nanoseconds]
    },
    { bigint: () => (isStanding() ? BigInt(SINCE_START * NANOSECONDS) : hrtime.bigint()) },
  )
  reroute<[], number>(process, 'uptime', original => (isStanding() ? SINCE_START / 1000 : original()))
  routeFormats(() => (isStanding() ? new Real(STANDING) : undefined))
}

/** Date formats without a date take the current one. */
function routeFormats(now: () => Date | undefined): void {
  const { prototype } = Intl.DateTimeFormat
  reroute<[Date?], Intl.DateTimeFormatPart[]>(prototype, 'formatToParts', (original, [date = now()]) =>
    original(date),
  )
  const given = Object.getOwnPropertyDescriptor(prototype, 'format')!.get!
  Object.defineProperty(prototype, 'format', {
    get(this: Intl.DateTimeFormat) {
      const bound = Reflect.apply(given, this, []) as Intl.DateTimeFormat['format']
      return (date?: Date): string => bound(date ?? now())
    },
    configurable: true,
  })
}

/** A game whose functions run as a game's, whoever calls them. */
export function gameAlone(game: CompiledGame): CompiledGame {
  return { ...guarded(game), text: guarded(game.text) }
}

function guarded<T extends object>(object: T): T {
  // Flat: methods of classes aren't own members.
  const members = wrapGame(object as unknown as CompiledGame, {}) as unknown as Readonly<
    Record<string, unknown>
  >
  const entries = Object.entries(members).map(([name, member]) => {
    if (typeof member !== 'function') return [name, member]
    const call = (...all: never[]): unknown => asGame(() => (member as Callable)(...all))
    return [name, disguised(call, (object as unknown as Readonly<Record<string, Callable>>)[name]!)]
  })
  return Object.fromEntries(entries) as T
}
