/**
 * A rules object compiled into flat tables, once per rule set; shared by planning, resolution and notation.
 */
import { EVENTS } from '../../contract/index.ts'
import {
  AIM_BITS,
  AIMS,
  aimsIn,
  LEADS,
  meaningAt,
  packMeaning,
  packSpot,
  SLOT_BITS,
  spotAt,
} from '../state/codes.ts'
import {
  aim,
  DISPLACES,
  packCell,
  packLead,
  RESTS,
  SHAPE_BITS,
  SHOVES,
  sizeOf,
  VOID_ACTION,
  VOID_RANGE,
} from '../state/layout.ts'
import { ACTIONS, type ActionName, parsePlacement, type Rules, SIGNS, signOf } from './schema.ts'

export interface Tables {
  readonly rules: Rules
  readonly files: number
  readonly ranks: number
  readonly squares: number
  /**
   * Number of slots and of words that hold their lanes; per slot its kind and its starting square, side, hit
   * points.
   */
  readonly units: number
  readonly lanes: number
  readonly kinds: readonly string[]
  readonly slotKind: Int32Array
  readonly startSquare: Int32Array
  readonly startSide: Int32Array
  readonly startHp: Int32Array
  readonly phases: number
  /** Orders a side may give in a turn, and whether it is at most one a phase. */
  readonly orders: number
  readonly onePerPhase: boolean
  /** Actions of seats lie below; above it, doomed orders of records: actionCount + the order's bits. */
  readonly actionCount: number
  /** Most actions that are legal at once. */
  readonly legalMax: number
  /** Words of a state. */
  readonly stateSize: number
  /** Words of one seat's events, and per slot where those of its kind lie among them. */
  readonly seatEvents: number
  readonly slotEvents: Int32Array
  readonly words: Int32Array
  /** Actions that some kind has. */
  readonly used: readonly ActionName[]
  /**
   * Squares next to a square: [direction * squares + square], -1 off the board; directions are those of
   * `directionOf`.
   */
  readonly neighbour: Int32Array
  readonly sign: readonly string[]
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

function rangeOf(rules: Rules, name: ActionName): number {
  switch (name) {
    case 'move':
    case 'shove':
      return 1
    case 'poke':
      return rules.poke.range
    case 'convert':
      return rules.convert.range
    case 'cleave':
      return rules.cleave.range
    case 'block':
    case 'pray':
      return 0
  }
}

/**
 * What planning asks of an action: does it move its unit, is that a shove, is the unit certain to rest
 * afterwards.
 */
function flagsOf(rules: Rules, name: ActionName): number {
  switch (name) {
    case 'move':
      return DISPLACES
    case 'shove':
      return DISPLACES | SHOVES
    case 'poke':
    case 'cleave':
    case 'pray':
      return rules[name].rest === 'always' ? RESTS : 0
    default:
      return 0
  }
}

interface Aim {
  readonly sign: number
  readonly distance: number
  readonly file: number
  readonly rank: number
}

/** Every (sign, offset) that some unit kind can use, by sign, then from the lowest square up. */
function listAims(rules: Rules, used: readonly ActionName[]): Aim[] {
  const aims: Aim[] = []
  for (let sign = 0; sign < SIGNS.length; sign++) {
    const ranges = new Set(used.filter(a => signOf(rules, a) === SIGNS[sign]).map(a => rangeOf(rules, a)))
    for (let rank = -3; rank <= 3; rank++)
      for (let file = -3; file <= 3; file++) {
        const distance = Math.abs(rank) + Math.abs(file)
        if (ranges.has(distance)) aims.push({ sign, distance, file, rank })
      }
  }
  return aims
}

/** The action of a kind that is written with a sign. */
function actionWith(rules: Rules, kind: string, sign: number): ActionName | undefined {
  return rules.units[kind]!.actions.find(a => signOf(rules, a) === SIGNS[sign])
}

function writeMeanings(words: Int32Array, rules: Rules, kinds: readonly string[]): void {
  for (const [k, kind] of kinds.entries())
    for (let shape = 0; shape < 1 << SHAPE_BITS; shape++) {
      const name = actionWith(rules, kind, shape & 7)
      let meaning = -VOID_ACTION
      if (name !== undefined && shape >> 3 !== rangeOf(rules, name)) meaning = -VOID_RANGE
      else if (name !== undefined) {
        const action = ACTIONS.indexOf(name)
        const step = rules.order.indexOf(name)
        meaning = packMeaning(step, action, k * EVENTS.length, (kinds.length + action) * EVENTS.length)
      }
      words[meaningAt(packCell(0, k), shape)] = meaning
    }
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

/** Where a unit starts. */
interface Placed {
  readonly kind: string
  readonly square: number
  readonly seat: number
}

/**
 * The units in the order of their slots: one of the first side, its counterpart of the second, and so on. Plans are
 * given in ascending slots, so the order decides which plans a draw finds often: it must not favour a side. In a
 * layout that is symmetric under a half turn a unit's counterpart is its image; otherwise the one listed at its place.
 */
function bySlot(rules: Rules): Placed[] {
  const squares = rules.board.files * rules.board.ranks
  const [first, second] = rules.sides.map((side, seat) =>
    side.units.map((text): Placed => {
      const at = parsePlacement(rules, text)
      if (typeof at === 'string') throw new Error(at)
      return { ...at, seat }
    }),
  ) as [Placed[], Placed[]]
  const imageOf = (unit: Placed) =>
    second.find(other => other.kind === unit.kind && other.square === squares - 1 - unit.square)
  const symmetric = first.length === second.length && first.every(imageOf)
  const counterparts = symmetric ? first.map(unit => imageOf(unit)!) : second
  const most = Math.max(first.length, second.length)
  return Array.from({ length: most }, (_, i) => [first[i], counterparts[i]])
    .flat()
    .filter(unit => unit !== undefined)
}

function placeUnits(rules: Rules, kinds: readonly string[]) {
  const placed = bySlot(rules)
  return {
    slotKind: Int32Array.from(placed, p => kinds.indexOf(p.kind)),
    startSquare: Int32Array.from(placed, p => p.square),
    startSide: Int32Array.from(placed, p => p.seat),
    startHp: Int32Array.from(placed, p => rules.units[p.kind]!.hp),
  }
}

/** The aims of a kind that stay on the board from a square, ascending. */
function aimsFrom(rules: Rules, kind: string, aims: readonly Aim[], square: number): number[] {
  const { files, ranks } = rules.board
  const found: number[] = []
  for (const [a, { sign, distance, file, rank }] of aims.entries()) {
    const name = actionWith(rules, kind, sign)
    const f = (square % files) + file
    const r = Math.floor(square / files) + rank
    const onBoard = f >= 0 && f < files && r >= 0 && r < ranks
    if (onBoard && name !== undefined && rangeOf(rules, name) === distance) found.push(a)
  }
  return found
}

function writeLeads(words: Int32Array, rules: Rules, slot: number, kind: string, aims: readonly Aim[]): void {
  for (const [a, { sign, distance, file, rank }] of aims.entries()) {
    const name = actionWith(rules, kind, sign)
    const flags = name === undefined ? 0 : flagsOf(rules, name)
    words[LEADS + ((slot << AIM_BITS) | a)] = packLead(
      aim(sign, distance),
      rank * rules.board.files + file,
      flags,
    )
  }
}

function writeTables(
  rules: Rules,
  kinds: readonly string[],
  slotKind: Int32Array,
  aims: readonly Aim[],
): Int32Array {
  const squares = rules.board.files * rules.board.ranks
  const lists = kinds.map(kind =>
    Array.from({ length: squares }, (_, square) => aimsFrom(rules, kind, aims, square)),
  )
  const spots = new Int32Array(kinds.length * squares)
  const listed: number[] = []
  for (const [i, list] of lists.flat().entries()) {
    spots[i] = packSpot(list.length, AIMS + listed.length)
    listed.push(...list)
  }
  const words = new Int32Array(AIMS + listed.length)
  words.set(listed, AIMS)
  for (const [slot, k] of slotKind.entries()) {
    words.set(spots.subarray(k * squares, (k + 1) * squares), spotAt(slot, 0))
    writeLeads(words, rules, slot, kinds[k]!, aims)
  }
  writeMeanings(words, rules, kinds)
  return words
}

export function compileTables(rules: Rules): Tables {
  const { files, ranks } = rules.board
  const squares = files * ranks
  const kinds = Object.keys(rules.units)
  const used = ACTIONS.filter(a => Object.values(rules.units).some(k => k.actions.includes(a)))
  const placed = placeUnits(rules, kinds)
  const units = placed.slotKind.length
  const words = writeTables(rules, kinds, placed.slotKind, listAims(rules, used))
  const most = Math.max(...words.subarray(0, LEADS).map(aimsIn))
  return {
    rules,
    files,
    ranks,
    squares,
    units,
    lanes: (units + 3) >> 2,
    kinds,
    ...placed,
    phases: rules.phases,
    orders: rules.perPhase === 'one' ? Math.min(rules.orders, rules.phases) : rules.orders,
    onePerPhase: rules.perPhase === 'one',
    actionCount: 1 + (rules.phases << (SLOT_BITS + AIM_BITS)),
    legalMax: 1 + rules.phases * units * most,
    stateSize: sizeOf(squares),
    seatEvents: (kinds.length + ACTIONS.length) * EVENTS.length,
    slotEvents: placed.slotKind.map(kind => kind * EVENTS.length),
    words,
    used,
    neighbour: neighbours(files, ranks),
    sign: SIGNS,
  }
}
