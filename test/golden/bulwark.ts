/** Golden records of Bulwark: random matches as they were once played, with the position after every turn. */
import { CHANCE } from '../../engine/contract/index.ts'
import { buffersOf, draw, generator, seatsIn, unguarded } from '../../engine/laws/walk.ts'
import { gameOf, type Patch } from '../bulwark/load.ts'
import { BULWARK_MAPS } from '../bulwark/maps.ts'
import { Match } from '../bulwark/scenario.ts'
import type { Replayed } from './golden.ts'

export type Golden = Replayed<string, Patch>

/** Capitals close together and few turns: random play dawdles, and records should be short. */
export const VARIANTS: readonly Patch[] = [
  { 'limits.turns': 12, 'setup.capitals': ['Forge', 'Church'] },
  { 'limits.turns': 12, 'team.size': [4, 6], 'battle.model': 'bradley-terry', 'setup.move': 2 },
  {
    'limits.turns': 10,
    'team.names': ['red', 'blue', 'green'],
    'team.size': 4,
    'capital.turns': 1,
    'setup.capitals': ['FFA Arena', "Beekeeper's", 'Cliff Windmill'],
  },
  { 'limits.turns': 12, 'team.size': 4, map: BULWARK_MAPS.small, 'swarm.cooldown': 1 },
]

export const goldenFile = new URL('./bulwark.json', import.meta.url)

/** Plays decisions through, keeping the position after every turn. */
export function replayOf(rules: Patch, decisions: Iterable<string>): { match: Match; lines: string[] } {
  const match = new Match(gameOf(rules))
  const lines: string[] = []
  for (const text of decisions) {
    const before = match.steps
    match.decide(text)
    if (match.steps > before) lines.push(JSON.stringify(match.now()))
  }
  return { match, lines }
}

export function playGolden(rules: Patch, seed: string): Golden {
  const game = gameOf(rules)
  const match = new Match(game)
  const at = buffersOf(game, unguarded)
  const rng = generator(`golden bulwark ${seed}`, 0, 0)
  const decisions: string[] = []
  for (let mask = game.toMove(match.state); mask !== 0; mask = game.toMove(match.state)) {
    const seat = seatsIn(game, mask)[0]!
    const name = seat === CHANCE ? 'chance' : game.info.seats[seat]!
    decisions.push(`${name} ${game.text.format(match.state, seat, draw(game, match.state, seat, rng, at))}`)
    match.decide(decisions.at(-1)!)
  }
  const replayed = replayOf(rules, decisions)
  const record = { game: 'bulwark', ruleset: 'standard', rules, seed, decisions }
  return { record, replay: replayed.lines, events: replayed.match.events.join(' ') }
}
