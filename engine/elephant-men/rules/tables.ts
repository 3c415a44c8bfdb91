/** A rules object compiled into flat tables, once per rule set; shared by planning, resolution and texts. */
import { EVENTS } from '../../contract/index.ts'
import { packCell } from '../state/cells.ts'
import { firstAction, meaningAt, packMeaning, packSpot, SECTIONS, spotAt } from '../state/codes.ts'
import { wordsOfLanes } from '../state/lanes.ts'
import { sizeOf, startersOf } from '../state/layout.ts'
import {
  aim,
  DISPLACES,
  flaggedOrder,
  packLead,
  RESTS,
  SHAPE,
  SHAPE_BITS,
  SHOVES,
  VOID_ACTION,
  VOID_RANGE,
} from '../state/orders.ts'
import { requireRoom } from '../state/room.ts'
import { ACTIONS, type ActionName } from './actions.ts'
import { type Aim, actionWith, aimsFrom, listAims, rangeOf, usedActions } from './aims.ts'
import type { Rules } from './schema.ts'
import { placeUnits } from './slots.ts'

export interface Tables {
  readonly rules: Rules
  readonly files: number
  readonly ranks: number
  readonly squares: number
  /** Number of slots, and of the words that hold their lanes. */
  readonly units: number
  readonly lanes: number
  /** Names of the unit kinds. */
  readonly kinds: readonly string[]
  /** Per slot: its kind, and its starting square, side and hit points. */
  readonly slotKind: Int32Array
  readonly startSquare: Int32Array
  readonly startSide: Int32Array
  readonly startHp: Int32Array
  readonly phases: number
  /** Orders that a side may give in a turn, and whether it is at most one a phase. */
  readonly orders: number
  readonly onePerPhase: boolean
  /** Actions that may be planned lie below; from here up, record-only actions: actionCount + the bare order. */
  readonly actionCount: number
  /** Most actions that are legal at once. */
  readonly legalMax: number
  /** Words of a state. */
  readonly stateSize: number
  /** Where a state holds who started what is pending; 0 where the rules do not ask. */
  readonly starters: number
  /** Words of one seat's events; per slot, where those of its kind begin. */
  readonly seatEvents: number
  readonly slotEvents: Int32Array
  /** The packed tables, see SECTIONS in state/codes.ts; how far behind a listed aim its order is. */
  readonly words: Int32Array
  readonly toOrders: number
  /** Actions that some kind has. */
  readonly used: readonly ActionName[]
  /** Squares next to a square: [direction * squares + square], -1 off the board; directions are those of `directionOf`. */
  readonly neighbour: Int32Array
}

/** Up, right, down, left as (file, rank). */
const DIRECTIONS = [
  [0, 1],
  [1, 0],
  [0, -1],
  [-1, 0],
] as const

/** The direction of a step between neighbouring squares. */
export function directionOf(from: number, to: number, files: number): number {
  const delta = to - from
  if (delta === files) return 0
  if (delta === 1) return 1
  return delta === -files ? 2 : 3
}

/** Squares next to a square, per direction. */
function neighbours(files: number, ranks: number): Int32Array {
  const squares = files * ranks
  const table = new Int32Array(DIRECTIONS.length * squares).fill(-1)
  for (const [d, [df, dr]] of DIRECTIONS.entries())
    for (let square = 0; square < squares; square++) {
      const file = (square % files) + df
      const rank = Math.floor(square / files) + dr
      if (file >= 0 && file < files && rank >= 0 && rank < ranks)
        table[d * squares + square] = rank * files + file
    }
  return table
}

/** What planning asks of an action: does it move its unit, is that a shove, is the unit certain to rest afterwards. */
function flagsOf(rules: Rules, name: ActionName): number {
  switch (name) {
    case 'move':
      return DISPLACES
    case 'shove':
      return DISPLACES | SHOVES
    case 'poke':
    case 'convert':
    case 'cleave':
    case 'pray':
      return rules[name].rest === 'always' ? RESTS : 0
    default:
      return 0
  }
}

function writeMeanings(words: Int32Array, rules: Rules, kinds: readonly string[]): void {
  for (const [k, kind] of kinds.entries())
    for (let shape = 0; shape < 1 << SHAPE_BITS; shape++) {
      const name = actionWith(rules, kind, shape & SHAPE.sign.mask)
      let meaning = -VOID_ACTION
      if (name !== undefined && shape >> SHAPE.distance.shift !== rangeOf(rules, name)) meaning = -VOID_RANGE
      else if (name !== undefined) {
        const action = ACTIONS.indexOf(name)
        const step = rules.order.indexOf(name)
        meaning = packMeaning(step, action, k * EVENTS.length, (kinds.length + action) * EVENTS.length)
      }
      words[meaningAt(packCell(0, k), shape)] = meaning
    }
}

function leadOf(rules: Rules, kind: string, { sign, distance, file, rank }: Aim): number {
  const name = actionWith(rules, kind, sign)
  const flags = name === undefined ? 0 : flagsOf(rules, name)
  return packLead(aim(sign, distance), rank * rules.board.files + file, flags)
}

function writeLeads(words: Int32Array, rules: Rules, slot: number, kind: string, aims: readonly Aim[]): void {
  for (const [a, aimed] of aims.entries())
    words[SECTIONS.at.leads + firstAction(0, slot) - 1 + a] = leadOf(rules, kind, aimed)
}

/** The order, with planning's flags, of every aim in `lists`. */
function listOrders(
  rules: Rules,
  kinds: readonly string[],
  aims: readonly Aim[],
  lists: readonly (readonly number[])[],
): number[] {
  const squares = rules.board.files * rules.board.ranks
  return lists.flatMap((list, i) =>
    list.map(a => {
      const lead = leadOf(rules, kinds[Math.floor(i / squares)]!, aims[a]!)
      return flaggedOrder(lead, 0, i % squares)
    }),
  )
}

/** The tables' words. `lists` holds the aims from every square, kind after kind. */
function writeTables(
  rules: Rules,
  slotKind: Int32Array,
  aims: readonly Aim[],
  lists: readonly (readonly number[])[],
): Int32Array {
  const squares = rules.board.files * rules.board.ranks
  const kinds = Object.keys(rules.units)
  const listed = lists.flat()
  const words = new Int32Array(SECTIONS.size + 2 * listed.length)
  words.set(listed, SECTIONS.at.aims)
  words.set(listOrders(rules, kinds, aims, lists), SECTIONS.at.aims + listed.length)
  const spots = new Int32Array(lists.length)
  let next = SECTIONS.at.aims
  for (const [i, { length }] of lists.entries()) {
    spots[i] = packSpot(length, next)
    next += length
  }
  for (const [slot, k] of slotKind.entries()) {
    words.set(spots.subarray(k * squares, (k + 1) * squares), spotAt(slot, 0))
    writeLeads(words, rules, slot, kinds[k]!, aims)
  }
  writeMeanings(words, rules, kinds)
  return words
}

/** Compiles rules. Throws a RangeError if a packed word has no room for them, which the schema rules out. */
export function compileTables(rules: Rules): Tables {
  const { board, phases } = rules
  const squares = board.files * board.ranks
  const kinds = Object.keys(rules.units)
  const asksStarters = rules.delayed !== 'always'
  const placed = placeUnits(rules, kinds)
  const units = placed.slotKind.length
  const aims = listAims(rules)
  const lists = kinds.flatMap(kind =>
    Array.from({ length: squares }, (_, square) => aimsFrom(rules, kind, aims, square)),
  )
  const fielded = lists.filter((_, i) => placed.slotKind.includes(Math.floor(i / squares)))
  const mostAims = Math.max(...fielded.map(list => list.length))
  const seatEvents = (kinds.length + ACTIONS.length) * EVENTS.length
  requireRoom(rules, { units, aims: aims.length, mostAims, listed: lists.flat().length, seatEvents })
  return {
    rules,
    files: board.files,
    ranks: board.ranks,
    squares,
    units,
    lanes: wordsOfLanes(units),
    kinds,
    ...placed,
    phases,
    orders: rules.perPhase === 'one' ? Math.min(rules.orders, phases) : rules.orders,
    onePerPhase: rules.perPhase === 'one',
    actionCount: firstAction(phases, 0),
    legalMax: 1 + phases * units * mostAims,
    stateSize: sizeOf(squares, asksStarters),
    starters: asksStarters ? startersOf(squares) : 0,
    seatEvents,
    slotEvents: placed.slotKind.map(kind => kind * EVENTS.length),
    words: writeTables(rules, placed.slotKind, aims, lists),
    toOrders: lists.flat().length,
    used: usedActions(rules),
    neighbour: neighbours(board.files, board.ranks),
  }
}
