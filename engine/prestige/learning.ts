/** What learning players see: territories as the seat ranks them, missions, prestige, and what an action is about. */
import type { Action, Seat, State } from '../contract/index.ts'
import { DONE } from './rules/actions.ts'
import { setBitOf, setWordOf } from './rules/map.ts'
import { TYPE_COUNT } from './rules/parts.ts'
import type { Tables } from './rules/tables.ts'
import { holderIn, totalIn } from './state/fields.ts'
import * as layout from './state/layout.ts'

const { ASKED_TYPE, DOSSIER, FORCE, HOLDER, LEFT, PHASE, PRESTIGE, TERRITORIES, TO, TROOPS, TURN } = layout
const { seatAt, territoryAt } = layout

/** What a token tells of, in its highest bits. */
const TAG = 28
const PHASE_IS = 1 << TAG
const HOLDER_IS = 2 << TAG
const TROOPS_ARE = 3 << TAG
const MISSION = 4 << TAG
const STANDING = 5 << TAG

/** What an aspect tells of. */
const WHAT = 0
const STRENGTH = 1 << TAG
const WORTH = 2 << TAG

const OF_POSITION = 1
const OF_TERRITORY = 2
export const ASPECTS = 3

/** Numbers beyond this are told alike. */
const MANY = 7
const MANY_BITS = 3
const SEAT_BITS = 3
const RANK_BITS = 7

/** Most tokens under some rules. */
export const tokensOf = (t: Tables): number =>
  OF_POSITION + OF_TERRITORY * t.territories + (1 + t.dossier) * t.seats

const capped = (value: number): number => Math.min(MANY, value)

/** A holder, 1 + seat or 0, as the seat counts: 0 nobody, 1 itself. */
const seenHolder = (t: Tables, holder: number, seat: Seat): number =>
  holder === 0 ? 0 : 1 + ((holder - 1 - seat + t.seats) % t.seats)

/** Writes the tokens of a view, see `Game.tokens`. */
export const writeTokens = (t: Tables, s: State, seat: Seat, out: Int32Array): number => {
  const n = t.territories
  let at = 0
  out[at++] = PHASE_IS | (s[PHASE]! << SEAT_BITS) | seenHolder(t, 1 + s[TURN]!, seat)
  for (let r = 0; r < n; r++) {
    const territory = territoryAt(t.order[seat * n + r]!)
    const place = (r << SEAT_BITS) | seenHolder(t, holderIn(s[territory + HOLDER]!), seat)
    out[at++] = HOLDER_IS | place
    out[at++] = TROOPS_ARE | (place << MANY_BITS) | capped(totalIn(s[territory + TROOPS]!))
  }
  for (let other = 0; other < t.seats; other++) {
    const from = seatAt(other)
    const who = (other - seat + t.seats) % t.seats
    for (let p = 0; p < t.dossier; p++)
      if (s[from + DOSSIER + p] !== 0) out[at++] = MISSION | (s[from + DOSSIER + p]! << SEAT_BITS) | who
    out[at++] = STANDING | (((s[from + PRESTIGE]! << 7) | s[from + TERRITORIES]!) << SEAT_BITS) | who
  }
  return at
}

/** Writes the aspects of an action, see `Game.aspects`. */
export const writeAspects = (t: Tables, s: State, seat: Seat, action: Action, out: Int32Array): number => {
  const phase = s[PHASE]! << 2
  if (action >= t.placeAction && action < t.territoryAction) {
    const place = action - t.placeAction
    return aboutPlace(
      t,
      s,
      seat,
      phase,
      (place / t.territories) | 0,
      -1,
      t.order[seat * t.territories + (place % t.territories)]!,
      out,
    )
  }
  if (action >= t.territoryAction && action < t.moveAction)
    return aboutPlace(
      t,
      s,
      seat,
      phase,
      0,
      -1,
      t.order[seat * t.territories + action - t.territoryAction]!,
      out,
    )
  if (action >= t.moveAction && action < t.attackAction) {
    const link = ((action - t.moveAction) / TYPE_COUNT) | 0
    return aboutLink(t, s, seat, phase | 1, (action - t.moveAction) % TYPE_COUNT, link, out)
  }
  if (action >= t.attackAction && action < t.noneAction - t.cap)
    return aboutLink(t, s, seat, phase | 2, 0, action - t.attackAction, out)
  const isMission = action >= t.mulliganAction
  out[0] = WHAT | (action << 7) | phase | 3
  if (action === DONE || isMission) return 1
  // A number of troops, or a die to pick: what it is up against.
  const enemy = totalIn(s[territoryAt(s[TO]!) + TROOPS]!)
  const left = (capped(s[LEFT]!) << MANY_BITS) | s[ASKED_TYPE]!
  out[1] =
    STRENGTH |
    (((((action << MANY_BITS) | capped(enemy)) << 4) | Math.min(15, totalIn(s[FORCE]!))) << 7) |
    phase |
    3
  out[2] = WORTH | (((action << 6) | left) << 7) | phase | 3
  return ASPECTS
}

const aboutLink = (
  t: Tables,
  s: State,
  seat: Seat,
  kind: number,
  type: number,
  link: number,
  out: Int32Array,
): number => {
  const at = seat * t.links + link
  return aboutPlace(t, s, seat, kind, type, t.linkFrom[at]!, t.linkTo[at]!, out)
}

/** An action that leads from a territory, or from none (-1), to another. */
const aboutPlace = (
  t: Tables,
  s: State,
  seat: Seat,
  kind: number,
  type: number,
  from: number,
  to: number,
  out: Int32Array,
): number => {
  const rank = seat * t.territories
  const start = from < 0 ? (1 << RANK_BITS) - 1 : t.rank[rank + from]!
  const head = (type << 7) | kind
  out[0] = WHAT | (((start << RANK_BITS) | t.rank[rank + to]!) << 9) | head
  const own = from < 0 ? 0 : capped(totalIn(s[territoryAt(from) + TROOPS]!))
  const there = capped(totalIn(s[territoryAt(to) + TROOPS]!))
  const holder = seenHolder(t, holderIn(s[territoryAt(to) + HOLDER]!), seat)
  const threat =
    (capped(hostileTroops(t, s, seat, to)) << MANY_BITS) |
    (from < 0 ? 0 : capped(hostileTroops(t, s, seat, from)))
  out[1] = STRENGTH | (((((own << MANY_BITS) | there) << SEAT_BITS) | holder) << 9) | head
  out[2] = WORTH | (((((capped(wantedBy(t, s, seat, to)) << 6) | threat) << SEAT_BITS) | holder) << 9) | head
  return ASPECTS
}

/** Troops of others beside a territory. */
const hostileTroops = (t: Tables, s: State, seat: Seat, territory: number): number => {
  let troops = 0
  for (let i = t.neighbourFrom[territory]!; i < t.neighbourFrom[territory + 1]!; i++) {
    const at = territoryAt(t.neighbours[i]!)
    const holder = holderIn(s[at + HOLDER]!)
    if (holder !== 0 && holder !== 1 + seat) troops += totalIn(s[at + TROOPS]!)
  }
  return troops
}

/** How many missions in the seat's dossier name a territory. */
const wantedBy = (t: Tables, s: State, seat: Seat, territory: number): number => {
  let wanted = 0
  for (let p = 0; p < t.dossier; p++) {
    const card = s[seatAt(seat) + DOSSIER + p]! - 1
    if (card >= 0 && (t.cardSet[card * t.setWords + setWordOf(territory)]! & setBitOf(territory)) !== 0)
      wanted++
  }
  return wanted
}
