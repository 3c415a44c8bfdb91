/** Actions as learning players see them: what each is about, what stands there, and what it would bring. */
import type { Action, Seat, State } from '../../contract/index.ts'
import { DONE } from '../rules/actions.ts'
import { setBitOf, setWordOf } from '../rules/map.ts'
import { ODDS_MAX, ODDS_SIZE } from '../rules/odds.ts'
import { TYPE_COUNT } from '../rules/parts.ts'
import type { Tables } from '../rules/tables.ts'
import { ATTACKER, DEFENDER, diceOf, sideOf, troopsOfSide } from '../state/dice.ts'
import { countIn, holderIn, kindsIn, totalIn } from '../state/fields.ts'
import {
  ASKED_TYPE,
  BOARD,
  DOSSIER,
  EXCHANGE,
  FORCE,
  FROM,
  HOLDER,
  INCOMING,
  LEFT,
  PHASE,
  PICKING,
  POOL,
  SENDING,
  seatAt,
  TO,
  TROOPS,
  territoryAt,
} from '../state/layout.ts'
import { Foresight, MISSIONS_GAUGE, PROSPECTS_GAUGE, TERRITORIES_GAUGE } from './foresight.ts'
import {
  capped,
  HEAD_BITS,
  MANY_BITS,
  NO_STEP,
  RANK_BITS,
  SEAT_BITS,
  STEP_BITS,
  seenCards,
  seenHolder,
  stepOf,
  TAG,
  Tokens,
} from './tokens.ts'

/** What an aspect tells of, in its highest bits. */
const WHAT = 0
const STRENGTH = 1 << TAG
const WORTH = 2 << TAG
const GAIN = 3 << TAG
const CHANCES = 4 << TAG
const HARM = 5 << TAG
const BATTLE = 6 << TAG
const KINDS = 7 << TAG
const CARD = 8 << TAG

export const ASPECTS = 7

/** Sorts of actions, in the lowest bits beside the phase. */
const HERE = 0
const MOVES = 1
const ATTACKS = 2
const STOPS = 3
const SORT_BITS = 2

/** No territory, in place of a rank. */
const NOWHERE = (1 << RANK_BITS) - 1
const TYPE_BITS = 2
const MET_BITS = 2
/** Odds in percent are divided by this and rounded down. */
const ODDS_STEP = 7
const FORCE_MOST = 15
const FORCE_BITS = 4

export class Aspects {
  readonly #tables: Tables
  readonly #tokens: Tokens
  readonly #foresight: Foresight

  /** `size`: words of a state. */
  constructor(tables: Tables, tokens: Tokens, size: number) {
    this.#tables = tables
    this.#tokens = tokens
    this.#foresight = new Foresight(tables, size)
  }

  write(s: State, seat: Seat, action: Action, out: Int32Array): number {
    const t = this.#tables
    const n = t.territories
    const order = seat * n
    if (action === DONE) return this.#stop(s, seat, out)
    if (action < t.territoryAction) {
      const place = action - t.placeAction
      return this.#place(s, seat, (place / n) | 0, t.order[order + (place % n)]!, out)
    }
    if (action < t.moveAction)
      return this.#about(s, seat, HERE, -1, t.order[order + action - t.territoryAction]!, out)
    if (action < t.attackAction) {
      const link = seat * t.links + (((action - t.moveAction) / TYPE_COUNT) | 0)
      const type = (action - t.moveAction) % TYPE_COUNT
      return this.#move(s, seat, type, t.linkFrom[link]!, t.linkTo[link]!, out)
    }
    if (action < t.noneAction - t.cap) {
      const link = seat * t.links + action - t.attackAction
      return this.#attack(s, seat, t.linkFrom[link]!, t.linkTo[link]!, out)
    }
    if (action <= t.noneAction) {
      const count = t.noneAction - action
      return s[PHASE] === SENDING ? this.#send(s, seat, count, out) : this.#raise(s, seat, count, out)
    }
    if (s[PHASE] === PICKING) return this.#pick(s, seat, action - t.pickAction, out)
    const mask = action >= t.exchangeAction ? 1 << (action - t.exchangeAction) : action - t.mulliganAction
    out[0] = WHAT | (mask << HEAD_BITS) | headOf(s, HERE)
    return this.#cards(s, seat, mask, out)
  }

  /** No further move, attack or exchange: it brings nothing. */
  #stop(s: State, seat: Seat, out: Int32Array): number {
    out[0] = WHAT | headOf(s, STOPS)
    if (s[PHASE] === EXCHANGE) return this.#cards(s, seat, 0, out)
    const head = headOf(s, HERE)
    const nothing = (NO_STEP << STEP_BITS) | NO_STEP
    out[1] = GAIN | (NO_STEP << (MET_BITS + HEAD_BITS)) | head
    out[2] = CHANCES | (nothing << HEAD_BITS) | head
    out[3] = HARM | (nothing << HEAD_BITS) | head
    return 4
  }

  /** The missions of the dossier, and whether the mask gives them away, behind a first aspect. */
  #cards(s: State, seat: Seat, mask: number, out: Int32Array): number {
    let n = 1
    for (let p = 0; p < this.#tables.dossier; p++)
      if (s[seatAt(seat) + DOSSIER + p] !== 0)
        out[n++] =
          CARD |
          (this.#tokens.ownMission(s, seat, p) << HEAD_BITS) |
          headOf(s, (mask >> p) & 1 ? STOPS : HERE)
    return n
  }

  /** A number of troops to raise, or to start with. */
  #raise(s: State, seat: Seat, count: number, out: Int32Array): number {
    const type = s[ASKED_TYPE]!
    const left = s[LEFT]!
    const troops = s[seatAt(seat) + BOARD]! + s[seatAt(seat) + INCOMING]! + s[FORCE]!
    let most = 0
    for (let other = 0; other < TYPE_COUNT; other++)
      if (other !== type) most = Math.max(most, countIn(troops, other))
    const share = count === 0 ? 0 : count === left ? 2 : 1
    const head = headOf(s, HERE)
    out[0] = WHAT | (((share << TYPE_BITS) | type) << HEAD_BITS) | head
    out[1] =
      STRENGTH | (((stepOf(countIn(troops, type) - most) << MANY_BITS) | capped(count)) << HEAD_BITS) | head
    out[2] = WORTH | (((capped(count) << MANY_BITS) | capped(left)) << HEAD_BITS) | head
    return 3
  }

  #send(s: State, seat: Seat, count: number, out: Int32Array): number {
    const type = s[ASKED_TYPE]!
    const enemies = s[territoryAt(s[TO]!) + TROOPS]!
    const force = totalIn(s[FORCE]!) + count
    const stay = totalIn(s[territoryAt(s[FROM]!) + TROOPS]!) - force
    const head = headOf(s, HERE)
    out[0] = WHAT | (((capped(count) << TYPE_BITS) | type) << HEAD_BITS) | head
    out[1] =
      STRENGTH |
      (((capped(totalIn(enemies)) << FORCE_BITS) | Math.min(FORCE_MOST, force)) << HEAD_BITS) |
      head
    out[2] =
      WORTH | (((capped(stay) << MANY_BITS) | capped(this.#hostile(s, seat, s[FROM]!))) << HEAD_BITS) | head
    out[3] =
      BATTLE |
      (((stepOf(this.#edge(ATTACKER, type, enemies)) << MANY_BITS) | capped(count)) << HEAD_BITS) |
      head
    return 4
  }

  /** A die and the type that fights with it. */
  #pick(s: State, seat: Seat, pick: number, out: Int32Array): number {
    const t = this.#tables
    const side = sideOf(s, seat)
    const type = pick % TYPE_COUNT
    const value = t.sides - 1 - ((pick / TYPE_COUNT) | 0)
    let [above, below] = [0, 0]
    for (let other = 0; other < t.sides; other++) {
      if (other > value) above += diceOf(t, s, side, type, other)
      else if (other < value) below += diceOf(t, s, side, type, other)
    }
    const pools = (capped(s[POOL + side]!) << MANY_BITS) | capped(s[POOL + 1 - side]!)
    const edge = stepOf(this.#edge(side, type, troopsOfSide(s, 1 - side)))
    const own = capped(countIn(troopsOfSide(s, side), type))
    const head = headOf(s, side)
    out[0] = WHAT | (((capped(above) << MANY_BITS) | capped(below)) << HEAD_BITS) | head
    out[1] = STRENGTH | (edge << HEAD_BITS) | head
    out[2] = WORTH | (((value << (2 * MANY_BITS)) | pools) << HEAD_BITS) | head
    out[3] = KINDS | (((own << TYPE_BITS) | type) << HEAD_BITS) | head
    return 4
  }

  /** Of the other side's troops, how many more a side's type has an edge over than have one over it. */
  #edge(side: number, type: number, theirs: number): number {
    const { modifier } = this.#tables
    let edge = 0
    for (let other = 0; other < TYPE_COUNT; other++) {
      const shift =
        side === DEFENDER ? modifier[other * TYPE_COUNT + type]! : -modifier[type * TYPE_COUNT + other]!
      edge += Math.sign(shift) * countIn(theirs, other)
    }
    return edge
  }

  #place(s: State, seat: Seat, type: number, to: number, out: Int32Array): number {
    const n = this.#about(s, seat, HERE, -1, to, out)
    this.#foresight.place(s, seat, type, to)
    return this.#kinds(s, HERE, type, 0, to, out, this.#brings(s, seat, HERE, out, n))
  }

  #move(s: State, seat: Seat, type: number, from: number, to: number, out: Int32Array): number {
    const n = this.#about(s, seat, MOVES, from, to, out)
    this.#foresight.move(s, seat, type, from, to)
    const left = kindsIn(s[territoryAt(from) + TROOPS]!)
    return this.#kinds(s, MOVES, type, left, to, out, this.#brings(s, seat, MOVES, out, n))
  }

  #attack(s: State, seat: Seat, from: number, to: number, out: Int32Array): number {
    const t = this.#tables
    let n = this.#about(s, seat, ATTACKS, from, to, out)
    this.#foresight.conquer(s, seat, from, to)
    n = this.#brings(s, seat, ATTACKS, out, n)
    const attackers = Math.min(ODDS_MAX, totalIn(s[territoryAt(from) + TROOPS]!) - t.guard)
    const defenders = Math.min(ODDS_MAX, totalIn(s[territoryAt(to) + TROOPS]!))
    const odds = (t.odds[attackers * ODDS_SIZE + defenders]! / ODDS_STEP) | 0
    const gain = (stepOf(this.#foresight.rise(MISSIONS_GAUGE, seat)) << MET_BITS) | this.#foresight.met
    out[n++] = BATTLE | (((odds << (STEP_BITS + MET_BITS)) | gain) << HEAD_BITS) | headOf(s, ATTACKS)
    return n
  }

  /** An action that leads from a territory, or from none (-1), to another: where, and what stands there and beside it. */
  #about(s: State, seat: Seat, sort: number, from: number, to: number, out: Int32Array): number {
    const t = this.#tables
    const rank = seat * t.territories
    const head = headOf(s, sort)
    const start = from < 0 ? NOWHERE : t.rank[rank + from]!
    out[0] = WHAT | (((start << RANK_BITS) | t.rank[rank + to]!) << HEAD_BITS) | head
    const own = from < 0 ? 0 : capped(totalIn(s[territoryAt(from) + TROOPS]!))
    const there = capped(totalIn(s[territoryAt(to) + TROOPS]!))
    const holder = seenHolder(t, holderIn(s[territoryAt(to) + HOLDER]!), seat)
    out[1] = STRENGTH | (((((own << MANY_BITS) | there) << SEAT_BITS) | holder) << HEAD_BITS) | head
    const beside = capped(this.#hostile(s, seat, to))
    const behind = from < 0 ? 0 : capped(this.#hostile(s, seat, from))
    const threat = (((capped(this.#wanted(s, seat, to)) << MANY_BITS) | beside) << MANY_BITS) | behind
    out[2] = WORTH | (((threat << SEAT_BITS) | holder) << HEAD_BITS) | head
    return 3
  }

  /** What `#foresight` has seen last. */
  #brings(s: State, seat: Seat, sort: number, out: Int32Array, n: number): number {
    const ahead = this.#foresight
    const head = headOf(s, sort)
    const [missions, lands] = [
      stepOf(ahead.rise(MISSIONS_GAUGE, seat)),
      stepOf(ahead.rise(TERRITORIES_GAUGE, seat)),
    ]
    const prospects = stepOf(ahead.rise(PROSPECTS_GAUGE, seat))
    const theirProspects = stepOf(ahead.othersRise(PROSPECTS_GAUGE, seat))
    const theirMissions = stepOf(ahead.othersRise(MISSIONS_GAUGE, seat))
    out[n] = GAIN | (((missions << MET_BITS) | ahead.met) << HEAD_BITS) | head
    out[n + 1] = CHANCES | (((prospects << STEP_BITS) | theirProspects) << HEAD_BITS) | head
    out[n + 2] = HARM | (((lands << STEP_BITS) | theirMissions) << HEAD_BITS) | head
    return n + 3
  }

  /** The type of a troop, how many of its type are there already, and the kinds of troops there and behind. */
  #kinds(
    s: State,
    sort: number,
    type: number,
    behind: number,
    to: number,
    out: Int32Array,
    n: number,
  ): number {
    const there = s[territoryAt(to) + TROOPS]!
    const kinds = (behind << TYPE_BITS) | kindsIn(there)
    const same = (capped(countIn(there, type)) << TYPE_BITS) | type
    out[n] = KINDS | (((kinds << (MANY_BITS + TYPE_BITS)) | same) << HEAD_BITS) | headOf(s, sort)
    return n + 1
  }

  #hostile(s: State, seat: Seat, territory: number): number {
    const { neighbourFrom, neighbours } = this.#tables
    let troops = 0
    for (let i = neighbourFrom[territory]!; i < neighbourFrom[territory + 1]!; i++) {
      const at = territoryAt(neighbours[i]!)
      const holder = holderIn(s[at + HOLDER]!)
      if (holder !== 0 && holder !== 1 + seat) troops += totalIn(s[at + TROOPS]!)
    }
    return troops
  }

  #wanted(s: State, seat: Seat, territory: number): number {
    const { cardSet, dossier, setWords } = this.#tables
    let wanted = 0
    for (let p = 0; p < dossier; p++) {
      const card = s[seatAt(seat) + DOSSIER + p]! - 1
      if (card >= 0 && (cardSet[card * setWords + setWordOf(territory)]! & setBitOf(territory)) !== 0)
        wanted++
    }
    return wanted
  }
}

/** The phase, and which sort of action of it is meant. */
const headOf = (s: State, sort: number): number => (s[PHASE]! << SORT_BITS) | sort

export class FeatureExtractor {
  readonly #tokens: Tokens
  readonly #aspects: Aspects

  /** `size`: words of a state. */
  constructor(tables: Tables, size: number) {
    this.#tokens = new Tokens(tables, seenCards(tables))
    this.#aspects = new Aspects(tables, this.#tokens, size)
  }

  tokens(view: State, seat: Seat, out: Int32Array): number {
    return this.#tokens.write(view, seat, out)
  }

  aspects(view: State, seat: Seat, action: Action, out: Int32Array): number {
    return this.#aspects.write(view, seat, action, out)
  }
}
