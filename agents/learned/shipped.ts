/** The shipped policies: players without a file are the population trained on the nearest rules. */
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { changedPaths } from '../../documents/index.ts'
import { ROOT } from '../../engine/package.ts'
import type { GameModule } from '../../engine/registry/index.ts'
import { readPolicy } from './file.ts'

/** Their folder, with the list of them; `npm run policies` writes both. */
export const SHIPPED_DIR = join(ROOT, 'configs', 'policies')
export const SHIPPED_LIST = join(SHIPPED_DIR, 'list.json')

const entry = z.object({
  /** A name in the folder. */
  file: z.string(),
  game: z.string(),
  /** What it was learned on, in words, and by key; a key that came later had its default. */
  learnedOn: z.string(),
  rules: z.record(z.string(), z.unknown()),
  sha256: z.string(),
  /** The other members of its population, learned in the same way from other seeds. */
  others: z.array(z.object({ file: z.string(), sha256: z.string() })).default([]),
  /** Policies that it is only measured against: older ones, and adversaries. */
  outsiders: z.array(z.object({ file: z.string(), sha256: z.string() })).default([]),
  /** What it scores against others, in percent, with 95 % intervals. */
  panel: z
    .array(
      z.object({
        name: z.string(),
        matches: z.number(),
        score: z.number(),
        low: z.number(),
        high: z.number(),
      }),
    )
    .default([]),
})

export type ShippedEntry = z.output<typeof entry>

/**
 * Between what the value of a game of two seats for its first one lies: its payoff, or its share of a win, where
 * both play perfectly. Opponents have shown it, who took so much from players in either seat.
 */
const valueBracket = z.object({
  low: z.number(),
  high: z.number(),
  /** Whether the opponents were best responses, which prove it; others may leave out a part. */
  exact: z.boolean(),
})

export type ValueBracket = z.output<typeof valueBracket>

/** What adversaries have shown of shipped populations; `npm run brackets` writes it. */
export const SHIPPED_BRACKETS = join(SHIPPED_DIR, 'brackets.json')

/** By the members' files, so that no other population is taken for it. */
const shownBracket = valueBracket.extend({ members: z.array(z.string()) })

export type ShippedBracket = z.output<typeof shownBracket>

let brackets: readonly ShippedBracket[] | undefined

function bracketOf(members: readonly ShippedFile[]): ValueBracket | undefined {
  brackets ??= existsSync(SHIPPED_BRACKETS)
    ? z.array(shownBracket).parse(JSON.parse(readFileSync(SHIPPED_BRACKETS, 'utf8')))
    : []
  const known = members.map(({ sha256 }) => sha256).join()
  const found = brackets.find(one => one.members.join() === known)
  return found && { low: found.low, high: found.high, exact: found.exact }
}

/** A policy by its name in the folder of shipped policies. */
export interface ShippedFile {
  readonly file: string
  readonly sha256: string
}

/** The first member of a population, and the others; absent where there are none. */
export interface ShippedPolicy extends ShippedFile {
  readonly others?: readonly ShippedFile[]
  /** What it was learned on, in words; absent where that is what it plays. */
  readonly learnedOn?: string
  /** Where perfect play lies, as far as adversaries of all members have shown; absent if it is not known. */
  readonly bracket?: ValueBracket
  /** What the first member scores, in percent, where mcts:iterations=400 takes all other seats. */
  readonly againstSearch?: Readonly<{ matches: number; score: number; low: number; high: number }>
}

/** What panels call that search. */
const SEARCH = 'mcts:400'

let known: readonly ShippedEntry[] | undefined

/** All shipped policies, in the order of the list. */
export function shippedPolicies(): readonly ShippedEntry[] {
  known ??= existsSync(SHIPPED_LIST)
    ? z.array(entry).parse(JSON.parse(readFileSync(SHIPPED_LIST, 'utf8')))
    : []
  return known
}

/** Whether a policy ships for some rules of a game. Games of the user have none, whatever they are called. */
export function hasShipped({ id, source }: Pick<GameModule, 'id' | 'source'>): boolean {
  return !source && shippedPolicies().some(({ game }) => game === id)
}

/** The first of the shipped populations whose rules differ in the fewest keys from some resolved ones. */
function nearestEntry(game: GameModule, rules: object): (ShippedEntry & { changes: number }) | undefined {
  if (!hasShipped(game)) return undefined
  const [nearest] = shippedPolicies()
    .filter(one => one.game === game.id)
    .map(one => ({ ...one, changes: changedPaths(game.schema, game.schema.parse(one.rules), rules).length }))
    .sort((a, b) => a.changes - b.changes)
  return nearest
}

/**
 * The shipped population nearest to some resolved rules. Null if none ships for the game. Throws an Error if a file
 * cannot be read.
 */
export function nearestShipped(game: GameModule, rules: object): ShippedPolicy | null {
  const nearest = nearestEntry(game, rules)
  if (!nearest) return null
  const { file, learnedOn, changes, others, panel } = nearest
  const found = (name: string): ShippedFile => ({ file: name, sha256: readPolicy(shippedFile(name)).sha256 })
  const first = found(file)
  const more = others.map(one => found(one.file))
  const bracket = changes > 0 ? undefined : bracketOf([first, ...more])
  const search = changes > 0 ? undefined : panel.find(({ name }) => name === SEARCH)
  return {
    ...first,
    ...(more.length > 0 && { others: more }),
    ...(changes > 0 ? { learnedOn } : {}),
    ...(bracket && { bracket }),
    ...(search && { againstSearch: estimateOf(search) }),
  }
}

const estimateOf = ({ matches, score, low, high }: ShippedEntry['panel'][number]) => ({
  matches,
  score,
  low,
  high,
})

/**
 * Policies that ship for rules nearest to these and don't know a player, which is given by its SHA-256: the first other
 * member of the population, then older ones and adversaries.
 */
export function shippedOutsiders(game: GameModule, rules: object, sha256: string): ShippedFile[] {
  const nearest = nearestEntry(game, rules)
  if (!nearest) return []
  const isOther = (one: ShippedFile): boolean => one.sha256 !== sha256
  return [
    ...[nearest, ...nearest.others].filter(isOther).slice(0, 1),
    ...nearest.outsiders.filter(isOther),
  ].map(one => ({ file: one.file, sha256: one.sha256 }))
}

/** The whole path of a shipped policy. Its name may have come over a queue: no path leads out of the folder. */
export function shippedFile(name: string): string {
  return join(SHIPPED_DIR, basename(name))
}
