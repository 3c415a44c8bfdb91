/** Golden records: random matches as they were once played, with every position on the way. */

import { generator } from '../../engine/laws/walk.ts'
import { gameOf, type Patch, type RuleSet } from '../elephant-men/load.ts'
import { RecordMaker } from '../elephant-men/records.ts'
import { Match } from '../elephant-men/scenario.ts'
import { type OracleRules, RULESETS } from '../oracle/elephant-men.ts'
import type { Replayed } from './golden.ts'

export type Golden = Replayed<RuleSet, Patch>

/** Matches per rule set. */
export const GOLDEN_MATCHES = 4

/**
 * Random play dawdles. The length cap is lowered, so that records stay short, and for every other match the mark too,
 * so that some are won.
 */
const TURNS = 6
const MARK = 3

/** The rules that a golden match overrides, for engine and oracle. */
function overrides(seed: string): { turns: number; win?: number } {
  return Number(seed) % 2 === 0 ? { turns: TURNS, win: MARK } : { turns: TURNS }
}

export function oracleOf(set: RuleSet, seed: string): OracleRules {
  const { turns, win = RULESETS[set]!.favour.win } = overrides(seed)
  return { ...RULESETS[set]!, limits: { turns }, favour: { ...RULESETS[set]!.favour, win } }
}

export const goldenFile = (set: RuleSet): URL => new URL(`./elephant-men-${set}.json`, import.meta.url)

/** Plays a match of mixed orders: plannable, plausible and doomed. */
export function playGolden(set: RuleSet, seed: string): Golden {
  const { turns, win } = overrides(seed)
  const rules: Patch = { 'limits.turns': turns, ...(win === undefined ? {} : { 'favour.win': win }) }
  const match = new Match(gameOf(set, rules))
  const maker = new RecordMaker(generator(`golden ${set} ${seed}`, 0, 0), oracleOf(set, seed), match)
  const decisions: string[] = []
  while (match.game.toMove(match.state) !== 0) {
    decisions.push(maker.next())
    match.decide(decisions.at(-1)!)
  }
  const record = { game: match.game.info.id, ruleset: set, rules, seed, decisions }
  return { record, replay: match.lines, events: match.events.join(' ') }
}
