/** How records write decisions. `docs/rules/prestige.md` has the table. */
import { type Action, CHANCE, RESOLVE_BIT, type Seat, type State } from '../../contract/index.ts'
import { DONE } from '../rules/actions.ts'
import { TYPE_COUNT, TYPES } from '../rules/parts.ts'
import type { Tables } from '../rules/tables.ts'
import {
  ASKED_TYPE,
  ATTACKING,
  DOSSIER,
  EXCHANGE,
  MIXED,
  MOVING,
  MULLIGAN,
  PHASE,
  PICKING,
  PLACING,
  RAISING,
  RETURN,
  ROLLING,
  SENDING,
  START,
  START_COUNT,
  seatAt,
  TO_MOVE,
} from '../state/layout.ts'
import { canMoveAlong, canPlace, listLegal } from '../turn/legal.ts'

const typeNames: readonly string[] = TYPES

const DONE_TEXT = 'done'
const KEEP_TEXT = 'keep'
const NONE_TEXT = 'mulligan none'

/** What a count of troops is for, as records write it. */
const COUNT_WORD: Readonly<Record<number, string>> = {
  [START_COUNT]: 'start',
  [SENDING]: 'send',
  [RAISING]: 'incoming',
}

/** What a seat does that moves and attacks no more. */
const STOPS: Readonly<Record<number, string>> = {
  [MOVING]: 'stops moving',
  [ATTACKING]: 'stops attacking',
  [MIXED]: 'stops moving and attacking',
}

const SHOWN = 6

export class Notation {
  readonly #tables: Tables
  readonly #scratch: Int32Array

  constructor(tables: Tables) {
    this.#tables = tables
    this.#scratch = new Int32Array(tables.legalMax)
  }

  /** Territories of a link as a seat numbers it. */
  #ends(seat: Seat, link: number): string {
    const t = this.#tables
    const e = seat * t.links + link
    return `${t.territoryNames[t.linkFrom[e]!]} ${t.territoryNames[t.linkTo[e]!]}`
  }

  #ranked(seat: Seat, rank: number): string {
    const t = this.#tables
    return t.territoryNames[t.order[seat * t.territories + rank]!]!
  }

  #cardIn(s: State, seat: Seat, place: number): string {
    const t = this.#tables
    return t.cardNames[s[seatAt(seat) + DOSSIER + place]! - 1]!
  }

  format(s: State, seat: Seat, action: Action): string {
    const t = this.#tables
    if (seat === CHANCE) return s[PHASE] === ROLLING ? `die ${action}` : `draw ${t.cardNames[action]}`
    switch (s[PHASE]) {
      case MULLIGAN:
        return this.#mulliganText(s, seat, action - t.mulliganAction)
      case START:
        return `start ${this.#ranked(seat, action - t.territoryAction)}`
      case RETURN:
        return `return ${this.#ranked(seat, action - t.territoryAction)}`
      case PLACING: {
        const at = action - t.placeAction
        const type = Math.floor(at / t.territories)
        return `place ${TYPES[type]} ${this.#ranked(seat, at % t.territories)}`
      }
      case MOVING:
      case MIXED: {
        const at = action - t.moveAction
        if (action === DONE) return DONE_TEXT
        if (action >= t.attackAction) return `attack ${this.#ends(seat, action - t.attackAction)}`
        return `move ${TYPES[at % TYPE_COUNT]} ${this.#ends(seat, Math.floor(at / TYPE_COUNT))}`
      }
      case ATTACKING:
        return action === DONE ? DONE_TEXT : `attack ${this.#ends(seat, action - t.attackAction)}`
      case PICKING: {
        const at = action - t.pickAction
        return `pick ${t.sides - 1 - Math.floor(at / TYPE_COUNT)} ${TYPES[at % TYPE_COUNT]}`
      }
      case EXCHANGE:
        return action === DONE ? KEEP_TEXT : `discard ${this.#cardIn(s, seat, action - t.exchangeAction)}`
      default:
        return `${COUNT_WORD[s[PHASE]!]} ${TYPES[s[ASKED_TYPE]!]} ${t.noneAction - action}`
    }
  }

  /** The territories of a decision: one to start, place or come back in, two of an attack or a move. */
  places(s: State, seat: Seat, action: Action): readonly string[] {
    const words = this.format(s, seat, action).split(' ')
    switch (s[PHASE]) {
      case START:
      case RETURN:
        return words.slice(1)
      case PLACING:
        return words.slice(2)
      case MOVING:
      case MIXED:
      case ATTACKING:
        return action === DONE ? [] : words.slice(-2)
      default:
        return []
    }
  }

  /** A decision in words, without the seat's name; an outcome of chance as a sentence. */
  tell(s: State, seat: Seat, action: Action): string {
    const t = this.#tables
    if (seat === CHANCE)
      return s[PHASE] === ROLLING ? `a die shows ${action}` : `the mission ${t.cardNames[action]} is drawn`
    const [first, second, third] = this.format(s, seat, action).split(' ') as [string, string, string]
    switch (s[PHASE]) {
      case MULLIGAN:
        return action === t.mulliganAction
          ? 'puts no mission back'
          : `puts back ${this.format(s, seat, action).split(' ').slice(1).join(' and ')}`
      case START:
        return `starts in ${second}`
      case RETURN:
        return `comes back in ${second}`
      case PLACING:
        return `places 1 ${second} in ${third}`
      case PICKING:
        return `sets a die of ${second} on its ${third}`
      case EXCHANGE:
        return action === DONE ? 'keeps its missions' : `discards ${second}`
      case START_COUNT:
        return `starts with ${third === '0' ? 'no' : third} ${second}`
      case SENDING:
        return `sends ${third === '0' ? 'no' : third} ${second}`
      case RAISING:
        return `raises ${third === '0' ? 'no' : third} ${second}`
      default: {
        if (action === DONE) return STOPS[s[PHASE]!]!
        const to = this.format(s, seat, action).split(' ').at(-1)
        return first === 'attack'
          ? `attacks ${to} from ${second}`
          : `moves 1 ${second} from ${third} to ${to}`
      }
    }
  }

  #mulliganText(s: State, seat: Seat, mask: number): string {
    const t = this.#tables
    if (mask === 0) return NONE_TEXT
    const places = Array.from({ length: t.dossier }, (_, p) => p).filter(p => (mask >> p) & 1)
    return `mulligan ${places.map(p => this.#cardIn(s, seat, p)).join(' ')}`
  }

  /**
   * The action of a text. Placing and moving take what the rules allow, whether or not the canonical order still lists it.
   * Throws an Error that says what is wrong.
   */
  parse(s: State, seat: Seat, text: string): Action {
    if (((s[TO_MOVE]! >> seat) & 1) === 0) throw new Error(this.#notToMove(s, seat, text))
    const any = seat === CHANCE ? undefined : this.#parseAny(s, seat, text)
    if (any !== undefined) return any
    const scratch = this.#scratch
    const count = listLegal(this.#tables, s, seat, scratch)
    for (let i = 0; i < count; i++) if (this.format(s, seat, scratch[i]!) === text) return scratch[i]!
    throw new Error(`found ${JSON.stringify(text)}, expected ${this.#expected(s, seat, scratch, count)}`)
  }

  #parseAny(s: State, seat: Seat, text: string): Action | undefined {
    const t = this.#tables
    const words = text.split(' ')
    const type = typeNames.indexOf(words[1]!)
    if (type < 0) return undefined
    const [first, second] = words.slice(2).map(name => t.territoryNames.indexOf(name))
    if (s[PHASE] === PLACING && words[0] === 'place' && words.length === 3 && first! >= 0)
      return canPlace(s, seat, first!, type)
        ? t.placeAction + type * t.territories + t.rank[seat * t.territories + first!]!
        : undefined
    if ((s[PHASE] !== MOVING && s[PHASE] !== MIXED) || words[0] !== 'move' || words.length !== 4)
      return undefined
    for (let link = 0; link < t.links; link++)
      if (t.linkFrom[seat * t.links + link] === first && t.linkTo[seat * t.links + link] === second)
        return canMoveAlong(t, s, seat, link, type) ? t.moveAction + link * TYPE_COUNT + type : undefined
    return undefined
  }

  #notToMove(s: State, seat: Seat, text: string): string {
    const t = this.#tables
    const mask = s[TO_MOVE]!
    const names = t.rules.seats.map(({ name }) => name).filter((_, other) => (mask >> other) & 1)
    const who =
      mask === 0 || mask === RESOLVE_BIT ? 'nothing' : names.length > 0 ? names.join(' or ') : 'chance'
    const name = seat === CHANCE ? 'chance' : t.rules.seats[seat]!.name
    return `${JSON.stringify(text)}: ${name} has nothing to decide here, expected ${who}`
  }

  #expected(s: State, seat: Seat, actions: Int32Array, count: number): string {
    const texts = Array.from(actions.subarray(0, Math.min(count, SHOWN)), action =>
      JSON.stringify(this.format(s, seat, action)),
    )
    return count <= SHOWN ? texts.join(' or ') : `one of ${texts.join(', ')}, ...`
  }
}
