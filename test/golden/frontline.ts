/** Golden records of Frontline: random matches as they were once played, with every position on the way. */
import { advance, newEvents, newState, OVER, STEP } from '../../engine/contract/index.ts'
import { generator } from '../../engine/laws/walk.ts'
import type { Patch } from '../elephant-men/load.ts'
import { gameOf, type RuleSet } from '../frontline/load.ts'
import type { Replayed } from './golden.ts'

export type Golden = Replayed<RuleSet, Patch>

/** What the matches of a rule set override: as it ships but shorter, then lanes short enough that bases fall. */
export const VARIANTS: readonly Patch[] = [
  { turns: 25 },
  { turns: 25, cells: 6 },
  { turns: 30, cells: 6, 'base.hp': 4, first: 'B' },
  { turns: 30, cells: 8, 'base.hp': 12, 'gold.start': 20, 'gold.friendlyKill': 'opponent', tiebreak: 'base' },
]

export const goldenFile = (set: RuleSet): URL => new URL(`./frontline-${set}.json`, import.meta.url)

/** Plays decisions, or draws them where there are none, up to the end. */
export function playGolden(set: RuleSet, rules: Patch, seed: string, given?: readonly string[]): Golden {
  const game = gameOf(set, rules)
  const state = newState(game.info)
  const events = newEvents(game.info)
  const rng = generator(`golden ${set} ${seed}`, 0, 0)
  const decisions: string[] = []
  const replay: string[] = []
  game.start(state, events)
  for (let seat = advance(game, state, events); seat !== OVER; seat = advance(game, state, events)) {
    if (seat < 0) {
      if (seat === STEP) replay.push(JSON.stringify(game.text.describe(state)))
      continue
    }
    const text = given
      ? given[decisions.length]!.slice(2)
      : game.text.format(state, seat, game.sample(state, seat, rng))
    decisions.push(`${game.info.seats[seat]} ${text}`)
    game.apply(state, seat, game.text.parse(state, seat, text), events)
  }
  return {
    record: { game: game.info.id, ruleset: set, rules, seed, decisions },
    replay,
    events: events.join(' '),
  }
}
