/**
 * Uniform draws of what legal.ts lists, without its lists: choices are counted, and the one drawn is found. Where there are
 * few of them, they are listed after all.
 */
import { type Action, bitCount, type Seat, type State } from '../../contract/index.ts'
import { below } from '../../rng.ts'
import { DONE } from '../rules/actions.ts'
import { TYPE_COUNT } from '../rules/parts.ts'
import type { Tables } from '../rules/tables.ts'
import { countEmpty, firstType, mayAttackFrom, movable } from '../state/board.ts'
import { sideOf, troopsOfSide, valuesOf } from '../state/dice.ts'
import { countIn, fromType, holderIn, kindsIn } from '../state/fields.ts'
import {
  ASKED_TYPE,
  ATTACKING,
  BACK,
  CURSOR,
  EXCHANGE,
  HOLDER,
  INCOMING,
  MIXED,
  MOVING,
  MULLIGAN,
  PHASE,
  PICKING,
  PLACING,
  RETURN,
  START,
  seatAt,
  TERRITORIES,
  territoryAt,
} from '../state/layout.ts'
import { countHostile, countOpen, lowestIn, setAt } from '../state/sets.ts'
import { draw, fewest, most } from './counts.ts'
import { listLegal } from './legal.ts'

/** Words of scratch that `sampleAction` needs: those of a list, or moves by rank and attacks by territory. */
export const scratchSize = (t: Tables): number => Math.max(t.legalMax, 2 * t.territories)

export const sampleAction = (
  t: Tables,
  s: State,
  seat: Seat,
  rng: Int32Array,
  scratch: Int32Array,
): Action => {
  switch (s[PHASE]) {
    case PLACING:
      return samplePlace(t, s, seat, rng)
    case MOVING:
      return moveAt(t, s, seat, below(rng, 1 + countMoves(t, s, seat, scratch)), scratch)
    case ATTACKING:
      return attackAt(t, s, seat, below(rng, 1 + countAttacks(t, s, seat, scratch, 0)), scratch, 0)
    case MIXED:
      return sampleMixed(t, s, seat, rng, scratch)
    case PICKING:
      if (t.ownDice) break
      return samplePick(t, s, sideOf(s, seat), rng)
    case START:
    case RETURN:
      return t.territoryAction + rankOf(t, s, seat, 0, 0, below(rng, countEmpty(t, s)))
    case MULLIGAN:
    case EXCHANGE:
      break
    default:
      return sampleCount(t, s, seat, rng)
  }
  return scratch[below(rng, listLegal(t, s, seat, scratch))]!
}

const samplePlace = (t: Tables, s: State, seat: Seat, rng: Int32Array): Action => {
  const n = t.territories
  const first = t.placeAction + firstType(s[seatAt(seat) + INCOMING]!) * n
  const from = placedUpTo(t, s, first)
  let places = s[seatAt(seat) + TERRITORIES]!
  for (let r = 0; r < from; r++)
    if (holderIn(s[territoryAt(t.order[seat * n + r]!) + HOLDER]!) === 1 + seat) places--
  return first + rankOf(t, s, seat, 1 + seat, from, below(rng, places))
}

/** The rank at which the canonical order of placing continues, for a type whose actions begin at `first`. */
export const placedUpTo = (t: Tables, s: State, first: number): number => {
  const passed = s[CURSOR]! - first
  return passed > 0 && passed < t.territories ? passed : 0
}

/** The rank of the k-th territory of that holder, 1 + seat or 0 for nobody, counted from 0 and from a rank on. */
const rankOf = (t: Tables, s: State, seat: Seat, holder: number, from: number, k: number): number => {
  const ranks = seat * t.territories
  let left = k
  for (let r = from; ; r++)
    if (holderIn(s[territoryAt(t.order[ranks + r]!) + HOLDER]!) === holder && left-- === 0) return r
}

/** The link of the cursor in moving, -1 before the first move. */
const cursorLink = (t: Tables, s: State): number =>
  s[CURSOR] === 0 ? -1 : ((s[CURSOR]! - t.moveAction) / TYPE_COUNT) | 0

/** The rank of the territory at which the canonical order of moves continues. */
export const cursorRank = (t: Tables, s: State, seat: Seat): number => {
  const link = cursorLink(t, s)
  return link < 0 ? 0 : t.rank[seat * t.territories + t.linkFrom[seat * t.links + link]!]!
}

/** Counts the moves from each rank into `moves`; returns their sum. */
export const countMoves = (t: Tables, s: State, seat: Seat, moves: Int32Array): number => {
  const n = t.territories
  const reached = cursorRank(t, s, seat)
  for (let r = 0; r < reached; r++) moves[r] = 0
  let sum = 0
  for (let r = reached; r < n; r++) {
    const territory = t.order[seat * n + r]!
    const own = holderIn(s[territoryAt(territory) + HOLDER]!) === 1 + seat
    moves[r] = own ? movesFrom(t, s, seat, territory) : 0
    sum += moves[r]!
  }
  if (s[CURSOR] === 0) return sum
  // The canonical order has passed a part of the cursor's moves; troops may still leave a territory that it has passed.
  sum += recount(t, s, seat, reached, moves)
  if (s[BACK] !== 0) sum += recount(t, s, seat, t.rank[seat * n + s[BACK]! - 1]!, moves)
  return sum
}

/** Recounts the moves of a rank; returns how many more there are. */
export const recount = (t: Tables, s: State, seat: Seat, r: number, moves: Int32Array): number => {
  const before = moves[r]!
  moves[r] = movesOfRank(t, s, seat, r)
  return moves[r]! - before
}

/** The number of moves from a rank that are listed. */
const movesOfRank = (t: Tables, s: State, seat: Seat, r: number): number => {
  const territory = t.order[seat * t.territories + r]!
  if (holderIn(s[territoryAt(territory) + HOLDER]!) !== 1 + seat) return 0
  const link = cursorLink(t, s)
  // Troops may still leave a territory that the cursor has passed: its moves are listed in full.
  if (link < 0 || s[BACK] === 1 + territory) return movesFrom(t, s, seat, territory)
  const passed = r - t.rank[seat * t.territories + t.linkFrom[seat * t.links + link]!]!
  if (passed < 0) return 0
  return passed === 0 ? movesFromCursor(t, s, seat, link) : movesFrom(t, s, seat, territory)
}

/** The number of moves from a territory of the seat: each type that may leave it, to each territory that is open to it. */
const movesFrom = (t: Tables, s: State, seat: Seat, territory: number): number => {
  const troops = movable(s, territory)
  return troops === 0 ? 0 : kindsIn(troops) * countOpen(t, s, seat, territory)
}

/** The number of moves from the cursor's territory that the canonical order has not passed. */
const movesFromCursor = (t: Tables, s: State, seat: Seat, link: number): number => {
  const troops = movable(s, t.linkFrom[seat * t.links + link]!)
  if (troops === 0) return 0
  const kinds = kindsIn(troops)
  const end = linksEnd(t, seat, link)
  let count = isOpen(t, s, seat, link) ? kindsIn(fromType(troops, cursorType(t, s, link))) : 0
  for (let e = link + 1; e < end; e++) if (isOpen(t, s, seat, e)) count += kinds
  return count
}

/** The type of the cursor, whose link is given. */
const cursorType = (t: Tables, s: State, link: number): number =>
  s[CURSOR]! - t.moveAction - link * TYPE_COUNT

/** Where the links end that begin where one does. */
const linksEnd = (t: Tables, seat: Seat, link: number): number => {
  const n = t.territories
  return t.linkStart[seat * (n + 1) + t.rank[seat * n + t.linkFrom[seat * t.links + link]!]! + 1]!
}

const holderBeyond = (t: Tables, s: State, seat: Seat, link: number): number =>
  holderIn(s[territoryAt(t.linkTo[seat * t.links + link]!) + HOLDER]!)

/** Whether a link leads to a territory that is empty or the seat's own. */
const isOpen = (t: Tables, s: State, seat: Seat, link: number): boolean => {
  const holder = holderBeyond(t, s, seat, link)
  return holder === 0 || holder === 1 + seat
}

/** The k-th action of a list of done and those moves that were counted by rank; k is at most the sum of these counts. */
export const moveAt = (t: Tables, s: State, seat: Seat, k: number, moves: Int32Array): Action => {
  if (k === 0) return DONE
  const n = t.territories
  let left = k - 1
  let r = 0
  for (; left >= moves[r]!; r++) left -= moves[r]!
  const territory = t.order[seat * n + r]!
  const troops = movable(s, territory)
  const kinds = kindsIn(troops)
  let e = t.linkStart[seat * (n + 1) + r]!
  const link = cursorLink(t, s)
  if (link >= e && link < t.linkStart[seat * (n + 1) + r + 1]! && s[BACK] !== 1 + territory) {
    // The canonical order continues within this territory.
    const type = cursorType(t, s, link)
    const there = isOpen(t, s, seat, link) ? kindsIn(fromType(troops, type)) : 0
    if (left < there) return t.moveAction + link * TYPE_COUNT + typeAt(troops, type, left)
    left -= there
    e = link + 1
  }
  for (; ; e++) {
    if (!isOpen(t, s, seat, e)) continue
    if (left < kinds) return t.moveAction + e * TYPE_COUNT + typeAt(troops, 0, left)
    left -= kinds
  }
}

/** The k-th type of which a word has troops, counted from 0 and from a type on. */
const typeAt = (troops: number, from: number, k: number): number => {
  let type = from
  for (let left = k; countIn(troops, type) === 0 || left-- > 0; ) type++
  return type
}

/** Counts the attacks from each of the seat's territories into `attacks`, from word `at` on; returns their sum. */
const countAttacks = (t: Tables, s: State, seat: Seat, attacks: Int32Array, at: number): number => {
  const own = setAt(t, 1 + seat)
  let sum = 0
  for (let w = 0; w < t.setWords; w++)
    for (let rest = s[own + w]!; rest !== 0; rest &= rest - 1) {
      const territory = lowestIn(w, rest)
      const count = mayAttackFrom(t, s, seat, territory) ? countHostile(t, s, seat, territory) : 0
      attacks[at + territory] = count
      sum += count
    }
  return sum
}

/** The k-th action of a list of done and those attacks that were counted by territory. */
const attackAt = (t: Tables, s: State, seat: Seat, k: number, attacks: Int32Array, at: number): Action => {
  if (k === 0) return DONE
  const ranks = seat * t.territories
  let left = k - 1
  let r = 0
  for (; ; r++) {
    const territory = t.order[ranks + r]!
    if (holderIn(s[territoryAt(territory) + HOLDER]!) !== 1 + seat) continue
    if (left < attacks[at + territory]!) break
    left -= attacks[at + territory]!
  }
  for (let e = t.linkStart[ranks + seat + r]!; ; e++) {
    const holder = holderBeyond(t, s, seat, e)
    if (holder !== 0 && holder !== 1 + seat && left-- === 0) return t.attackAction + e
  }
}

const sampleMixed = (t: Tables, s: State, seat: Seat, rng: Int32Array, scratch: Int32Array): Action => {
  const n = t.territories
  const moves = countMoves(t, s, seat, scratch)
  const k = below(rng, 1 + moves + countAttacks(t, s, seat, scratch, n))
  return k <= moves ? moveAt(t, s, seat, k, scratch) : attackAt(t, s, seat, k - moves, scratch, n)
}

export const samplePick = (t: Tables, s: State, side: number, rng: Int32Array): Action => {
  const troops = troopsOfSide(s, side)
  const kinds = kindsIn(troops)
  let values = valuesOf(t, s, side, 0)
  const k = below(rng, bitCount(values) * kinds)
  const higher = (k / kinds) | 0
  for (let i = 0; i < higher; i++) values &= ~highest(values)
  const value = 31 - Math.clz32(values)
  return t.pickAction + (t.sides - 1 - value) * TYPE_COUNT + typeAt(troops, 0, k - higher * kinds)
}

const highest = (mask: number): number => 1 << (31 - Math.clz32(mask))

const sampleCount = (t: Tables, s: State, seat: Seat, rng: Int32Array): Action => {
  const type = s[ASKED_TYPE]!
  return t.noneAction - draw(rng, fewest(t, s, seat, type), most(t, s, seat, type))
}
