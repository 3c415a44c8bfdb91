/** How records write decisions. `docs/rules/prestige.md` has the table. */
import { type Action, CHANCE, RESOLVE_BIT, type Seat } from '../contract/index.ts'
import { DONE, TYPE_COUNT } from './actions.ts'
import * as layout from './layout.ts'
import { canMoveAlong, canPlace, list } from './legal.ts'
import { TYPES } from './parts.ts'
import type { Tables } from './tables.ts'

const { ACTORS, ATTACKING, COUNTED, DOSSIER, EXCHANGE, MOVING, MULLIGAN, PHASE, PICKING, PLACING } = layout
const { RAISING, RETURN, ROLLING, SENDING, START, START_COUNT, seatAt } = layout

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

/** Territories of a link as a seat numbers it. */
function ends(t: Tables, seat: Seat, link: number): string {
  const e = seat * t.edges + link
  return `${t.territoryNames[t.edgeFrom[e]!]} ${t.territoryNames[t.edgeTo[e]!]}`
}

/** The territory of a rank, by its name. */
function ranked(t: Tables, seat: Seat, rank: number): string {
  return t.territoryNames[t.order[seat * t.territories + rank]!]!
}

function cardIn(t: Tables, s: Int32Array, seat: Seat, place: number): string {
  return t.cardNames[s[seatAt(seat) + DOSSIER + place]! - 1]!
}

export function formatAction(t: Tables, s: Int32Array, seat: Seat, action: Action): string {
  if (seat === CHANCE) return s[PHASE] === ROLLING ? `die ${action}` : `draw ${t.cardNames[action]}`
  switch (s[PHASE]) {
    case MULLIGAN:
      return mulliganText(t, s, seat, action - t.mulliganAction)
    case START:
      return `start ${ranked(t, seat, action - t.landAction)}`
    case RETURN:
      return `return ${ranked(t, seat, action - t.landAction)}`
    case PLACING: {
      const at = action - t.placeAction
      const type = Math.floor(at / t.territories)
      return `place ${TYPES[type]} ${ranked(t, seat, at % t.territories)}`
    }
    case MOVING: {
      const at = action - t.moveAction
      if (action === DONE) return DONE_TEXT
      return `move ${TYPES[at % TYPE_COUNT]} ${ends(t, seat, Math.floor(at / TYPE_COUNT))}`
    }
    case ATTACKING:
      return action === DONE ? DONE_TEXT : `attack ${ends(t, seat, action - t.attackAction)}`
    case PICKING: {
      const at = action - t.pickAction
      return `pick ${t.sides - 1 - Math.floor(at / TYPE_COUNT)} ${TYPES[at % TYPE_COUNT]}`
    }
    case EXCHANGE:
      return action === DONE ? KEEP_TEXT : `discard ${cardIn(t, s, seat, action - t.exchangeAction)}`
    default:
      return `${COUNT_WORD[s[PHASE]!]} ${TYPES[s[COUNTED]!]} ${t.noneAction - action}`
  }
}

function mulliganText(t: Tables, s: Int32Array, seat: Seat, mask: number): string {
  if (mask === 0) return NONE_TEXT
  const places = Array.from({ length: t.dossier }, (_, p) => p).filter(p => (mask >> p) & 1)
  return `mulligan ${places.map(p => cardIn(t, s, seat, p)).join(' ')}`
}

/**
 * The action of a text. Placing and moving take what the rules allow, whether or not the canonical order lists it still.
 * Throws an Error that says what is wrong. `scratch` holds `legalMax` words.
 */
export function parseAction(t: Tables, s: Int32Array, seat: Seat, text: string, scratch: Int32Array): Action {
  if (((s[ACTORS]! >> seat) & 1) === 0) throw new Error(notDue(t, s, seat, text))
  const any = seat === CHANCE ? undefined : parseAny(t, s, seat, text)
  if (any !== undefined) return any
  const count = list(t, s, seat, scratch)
  for (let i = 0; i < count; i++) if (formatAction(t, s, seat, scratch[i]!) === text) return scratch[i]!
  throw new Error(`found ${JSON.stringify(text)}, expected ${expected(t, s, seat, scratch, count)}`)
}

/** A placement or a move that the rules allow. */
function parseAny(t: Tables, s: Int32Array, seat: Seat, text: string): Action | undefined {
  const words = text.split(' ')
  const type = typeNames.indexOf(words[1]!)
  if (type < 0) return undefined
  const [first, second] = words.slice(2).map(name => t.territoryNames.indexOf(name))
  if (s[PHASE] === PLACING && words[0] === 'place' && words.length === 3 && first! >= 0)
    return canPlace(s, seat, first!, type)
      ? t.placeAction + type * t.territories + t.rank[seat * t.territories + first!]!
      : undefined
  if (s[PHASE] !== MOVING || words[0] !== 'move' || words.length !== 4) return undefined
  for (let link = 0; link < t.edges; link++)
    if (t.edgeFrom[seat * t.edges + link] === first && t.edgeTo[seat * t.edges + link] === second)
      return canMoveAlong(t, s, seat, link, type) ? t.moveAction + link * TYPE_COUNT + type : undefined
  return undefined
}

function notDue(t: Tables, s: Int32Array, seat: Seat, text: string): string {
  const due = s[ACTORS]!
  const names = t.rules.seats.map(({ name }) => name).filter((_, other) => (due >> other) & 1)
  const who = due === 0 || due === RESOLVE_BIT ? 'nothing' : names.length > 0 ? names.join(' or ') : 'chance'
  const name = seat === CHANCE ? 'chance' : t.rules.seats[seat]!.name
  return `${JSON.stringify(text)}: ${name} has nothing to decide here, expected ${who}`
}

const SHOWN = 6

/** The first texts that would do. */
function expected(t: Tables, s: Int32Array, seat: Seat, actions: Int32Array, count: number): string {
  const texts = Array.from(actions.subarray(0, Math.min(count, SHOWN)), action =>
    JSON.stringify(formatAction(t, s, seat, action)),
  )
  return count <= SHOWN ? texts.join(' or ') : `one of ${texts.join(', ')}, ...`
}
