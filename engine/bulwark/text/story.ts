/** What came of a decision, in sentences: battles, retreats, tiles that change hands, teams that are out. */
import type { State } from '../../contract/index.ts'
import type { Tables } from '../rules/tables.ts'
import {
  ANSWERING,
  ASKED,
  AT,
  BATTLE,
  BATTLING,
  FLEEING,
  GONE,
  homeIn,
  LIVING,
  OUT,
  ownerIn,
  PICKING,
  RECOVERING,
  RETREATING,
  SLOTS,
  STAGE,
  seatOf,
  TILE,
  TURN,
  teamOf,
  UNIT_BITS,
} from '../state/layout.ts'
import { slotsIn } from './describe.ts'
import { unitName } from './notation.ts'

export function storyOf(t: Tables, before: State, after: State): string[] {
  if (before[STAGE] === PICKING) return []
  return [
    ...battle(t, before, after),
    ...moves(t, before, after),
    ...tiles(t, before, after),
    ...teamsOut(t, before, after),
  ]
}

/** The same in a few words: battles won, tiles taken, who is out. */
export function briefOf(t: Tables, before: State, after: State): string[] {
  if (before[STAGE] === PICKING) return []
  return [
    ...battle(t, before, after)
      .filter(words => !words.startsWith('routed'))
      .map(words => words.replace('wins the battle at', 'wins at')),
    ...tiles(t, before, after).map(words => words.replace(', from', ' from')),
    ...teamsOut(t, before, after).map(words => words.replace(/:.*/, '')),
  ]
}

/** Who won the battle, if the decision ended it, and who was routed in it. */
function battle(t: Tables, before: State, after: State): string[] {
  const tile = before[BATTLE]! - 1
  if (before[STAGE] !== BATTLING || (after[STAGE] === BATTLING && after[BATTLE] === before[BATTLE])) return []
  // The losers have left the tile, or have yet to; winners who stand nowhere were put out as the turn ended.
  const standing = after[STAGE] === RETREATING ? after[LIVING]! : after[TILE + tile]! & UNIT_BITS
  const fought = before[TILE + tile]! & UNIT_BITS
  const won = (seat: number): boolean =>
    standing === 0
      ? (fought & teamOf(seat)) !== 0 && isOut(after, seat) && !isOut(before, seat)
      : (standing & teamOf(seat)) !== 0
  const winner = t.rules.team.names.findIndex((_, seat) => won(seat))
  const routed = slotsIn(after[RECOVERING]! & ~before[RECOVERING]!).map(slot => unitName(t, slot))
  return [
    ...(winner < 0 ? [] : [`${t.rules.team.names[winner]} wins the battle at ${t.names[tile]}`]),
    ...(routed.length === 0 ? [] : [`routed: ${routed.join(', ')}`]),
  ]
}

/** Units that went where no decision said, and those that left the game before their team did. */
function moves(t: Tables, before: State, after: State): string[] {
  const told = before[STAGE] === ANSWERING || before[STAGE] === FLEEING ? before[ASKED]! : -1
  const lines: string[] = []
  for (let slot = 0; slot < SLOTS; slot++) {
    const [from, to] = [before[AT + slot]!, after[AT + slot]!]
    if (from === to || from === GONE || slot === told || isOut(after, seatOf(slot))) continue
    if (to === GONE) lines.push(`${unitName(t, slot)} leaves the game`)
    else lines.push(`${unitName(t, slot)} ${verb(before, slot)} ${t.names[to]}`)
  }
  return lines
}

/** How a unit went: from a battle the routed retreat, a rally calls units of any team, a swarm drives off those of others. */
function verb(before: State, slot: number): string {
  if (before[BATTLE] !== 0) return 'retreats to'
  return seatOf(slot) === before[TURN] ? 'goes to' : 'flees to'
}

function tiles(t: Tables, before: State, after: State): string[] {
  return t.names.flatMap((name, tile) => {
    const [was, is] = [ownerIn(before[TILE + tile]!), ownerIn(after[TILE + tile]!)]
    // Only a team that is out gives up tiles, all of them.
    if (was === is || is === 0) return []
    const home = homeIn(after[TILE + tile]!)
    const teams = t.rules.team.names
    const what = home === 0 ? name : `${name}, the capital of ${teams[home - 1]}`
    return [`${teams[is - 1]} takes ${what}${was === 0 || was === home ? '' : `, from ${teams[was - 1]}`}`]
  })
}

function teamsOut(t: Tables, before: State, after: State): string[] {
  return t.rules.team.names.flatMap((name, seat) =>
    isOut(after, seat) && !isOut(before, seat)
      ? [`${name} is out: its units leave the game, and its tiles belong to nobody`]
      : [],
  )
}

const isOut = (s: State, seat: number): boolean => ((s[OUT]! >> seat) & 1) === 1
