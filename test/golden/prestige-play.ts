/** Golden records of Prestige: random matches as they were once played, with what their positions came to. */
import { createHash } from 'node:crypto'
import {
  advance,
  CHANCE,
  type CompiledGame,
  newEvents,
  newState,
  OVER,
  RESOLVE_BIT,
} from '../../engine/contract/index.ts'
import { generator } from '../../engine/laws/walk.ts'
import { gameOf, type Patch, type RuleSet } from '../prestige/load.ts'
import type { Golden } from './golden.ts'

export interface PrestigeGolden extends Golden<RuleSet, Patch> {
  /** SHA-256 of the positions after every decision, as lines of JSON, and the last of them. */
  readonly positions: string
  readonly end: string
}

/** Rules of each match beside its rule set's: as it ships but short, all switches turned, and small dice. */
const RULES: readonly Patch[] = [
  { 'limits.rounds': 12 },
  {
    'limits.rounds': 8,
    'attack.refill': true,
    blitz: false,
    comeback: false,
    ties: 'attacker',
    exchange: false,
  },
  { 'limits.rounds': 8, 'dice.sides': 3, 'incoming.min': 4, 'dossier.size': 1, 'troops.cap': 12 },
]

export const PRESTIGE_MATCHES = RULES.length

export const prestigeFile = (set: RuleSet): URL => new URL(`./prestige-${set}.json`, import.meta.url)

interface Played {
  readonly decisions: string[]
  readonly lines: string[]
  readonly events: string
}

/** Plays a match by what `next` decides for a seat that is due, or for chance. */
export function playPrestige(
  game: CompiledGame,
  next: (state: Int32Array, seat: number, n: number) => string,
): Played {
  const state = newState(game.info)
  const events = newEvents(game.info)
  const decisions: string[] = []
  const lines: string[] = []
  game.start(state, events)
  for (let seat = advance(game, state, events); seat !== OVER; seat = advance(game, state, events)) {
    if (seat < 0) {
      if (game.toMove(state) !== RESOLVE_BIT) lines.push(JSON.stringify(game.text.describe(state)))
      continue
    }
    const text = next(state, seat, decisions.length)
    decisions.push(`${seat === CHANCE ? 'chance' : game.info.seats[seat]} ${text}`)
    game.apply(state, seat, game.text.parse(state, seat, text), events)
    if (game.toMove(state) !== RESOLVE_BIT) lines.push(JSON.stringify(game.text.describe(state)))
  }
  return { decisions, lines, events: events.join(' ') }
}

export function playPrestigeGolden(set: RuleSet, match: number): PrestigeGolden {
  const seed = String(match + 1)
  const rules = RULES[match]!
  const game = gameOf(set, rules)
  const rng = generator(`golden prestige ${set} ${seed}`, 0, 0)
  const played = playPrestige(game, (state, seat) =>
    game.text.format(state, seat, game.sample(state, seat, rng)),
  )
  const record = { game: 'prestige', ruleset: set, rules, seed, decisions: played.decisions }
  return { record, ...summaryOf(played) }
}

export function summaryOf({ lines, events }: Played): Omit<PrestigeGolden, 'record'> {
  const positions = createHash('sha256').update(lines.join('\n')).digest('hex')
  return { positions, end: lines.at(-1)!, events }
}
