/** A rules object compiled into flat tables, once per rule set; shared by planning, resolution and notation. */
import { type Layout, aim, aimed, layoutOf } from './layout.ts'
import { ACTIONS, type ActionName, CLEAVE, MOVE, PRAY, type Rules, SHOVE, SIGNS, parsePlacement, signOf } from './rules.ts'

export const REST_NEVER = 0
export const REST_MISS = 1
export const REST_ALWAYS = 2
const REST = { never: REST_NEVER, miss: REST_MISS, always: REST_ALWAYS } as const

/** Signs per kind in `kindAction`. */
export const SIGN_STRIDE = 8
/** No such action. */
export const NO_ACTION = -1

/** What planning asks of an aim: does it move its unit, is that a shove, is the unit certain to rest afterwards. */
export const AIM_DISPLACES = 1
export const AIM_SHOVES = 2
export const AIM_RESTS = 4

function flagsOf(rest: Int32Array, action: number): number {
  if (action === MOVE) return AIM_DISPLACES
  if (action === SHOVE) return AIM_DISPLACES | AIM_SHOVES
  return action !== NO_ACTION && rest[action] === REST_ALWAYS ? AIM_RESTS : 0
}

export interface Tables {
  readonly rules: Rules
  readonly layout: Layout
  readonly files: number
  readonly ranks: number
  readonly squares: number
  /** Number of slots, and per slot its kind and its starting square, side and hit points. */
  readonly units: number
  readonly kinds: readonly string[]
  readonly slotKind: Int32Array
  readonly startSquare: Int32Array
  readonly startSide: Int32Array
  readonly startHp: Int32Array
  readonly phases: number
  /** Orders a side may give in a turn, and whether it is at most one a phase. */
  readonly orders: number
  readonly onePerPhase: boolean
  /**
   * An action of a seat is 0 for done, else 1 + ((phase << slotBits | slot) << aimBits | aim). An aim is a sign and an
   * offset; `aimOrder` is what it adds to an order's word, `aimFlags` what it means to planning.
   */
  readonly slotBits: number
  readonly aimBits: number
  readonly aimOrder: Int32Array
  /** Actions of seats lie below; above it, doomed orders of records: actionCount + the order's bits. */
  readonly actionCount: number
  /** [kind * SIGN_STRIDE + sign] -> action id or NO_ACTION. */
  readonly kindAction: Int32Array
  /** [slot * squares + square] -> how many aims stay on the board. */
  readonly aimCount: Uint8Array
  /** [(kind * squares + square) << aimBits | n] -> the n-th of them, ascending. */
  readonly aimAt: Uint8Array
  /** [kind << aimBits | aim] -> AIM_* bits. */
  readonly aimFlags: Uint8Array
  /** Per action id: exact range, when it rests, whether it can be interrupted. */
  readonly range: Int32Array
  readonly rest: Int32Array
  readonly interruptible: Int32Array
  /** Action ids in resolution order. */
  readonly steps: Int32Array
  /** Squares next to a square: [direction * squares + square], -1 off the board; directions are those of `directionOf`. */
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

const bitsFor = (count: number): number => Math.max(1, 32 - Math.clz32(count - 1))

function neighbours(files: number, ranks: number): Int32Array {
  const squares = files * ranks
  const table = new Int32Array(DIRECTIONS.length * squares).fill(-1)
  for (const [d, [df, dr]] of DIRECTIONS.entries())
    for (let square = 0; square < squares; square++) {
      const file = (square % files) + df
      const rank = Math.floor(square / files) + dr
      if (file >= 0 && file < files && rank >= 0 && rank < ranks) table[d * squares + square] = rank * files + file
    }
  return table
}

function placeUnits(rules: Rules, kinds: readonly string[]) {
  const placed = rules.sides.flatMap((side, seat) =>
    side.units.map(text => {
      const at = parsePlacement(rules, text)
      if (typeof at === 'string') throw new Error(at)
      return { ...at, seat }
    }),
  )
  return {
    slotKind: Int32Array.from(placed, p => kinds.indexOf(p.kind)),
    startSquare: Int32Array.from(placed, p => p.square),
    startSide: Int32Array.from(placed, p => p.seat),
    startHp: Int32Array.from(placed, p => rules.units[p.kind]!.hp),
  }
}

export function compileTables(rules: Rules): Tables {
  const { files, ranks } = rules.board
  const squares = files * ranks
  const kinds = Object.keys(rules.units)
  const used = ACTIONS.filter(a => Object.values(rules.units).some(k => k.actions.includes(a)))
  const placed = placeUnits(rules, kinds)
  const units = placed.slotKind.length
  const aims = listAims(rules, used)
  const aimBits = bitsFor(aims.length)
  const slotBits = bitsFor(units)

  const kindAction = new Int32Array(kinds.length * SIGN_STRIDE).fill(NO_ACTION)
  const aimAction = new Int32Array(kinds.length << aimBits).fill(NO_ACTION)
  const aimAt = new Uint8Array((kinds.length * squares) << aimBits)
  const kindCount = new Uint8Array(kinds.length * squares)
  for (const [k, kind] of kinds.entries()) {
    for (const name of rules.units[kind]!.actions) {
      const sign = SIGNS.findIndex(s => s === signOf(rules, name))
      kindAction[k * SIGN_STRIDE + sign] = ACTIONS.indexOf(name)
      for (const [a, one] of aims.entries())
        if (one.sign === sign && one.distance === rangeOf(rules, name)) aimAction[(k << aimBits) | a] = ACTIONS.indexOf(name)
    }
    for (let square = 0; square < squares; square++) {
      let count = 0
      for (const [a, one] of aims.entries()) {
        const file = (square % files) + one.file
        const rank = Math.floor(square / files) + one.rank
        if (aimAction[(k << aimBits) | a] === NO_ACTION || file < 0 || file >= files || rank < 0 || rank >= ranks) continue
        aimAt[((k * squares + square) << aimBits) | count++] = a
      }
      kindCount[k * squares + square] = count
    }
  }
  const aimCount = new Uint8Array(units * squares)
  for (let slot = 0; slot < units; slot++) {
    const k = placed.slotKind[slot]!
    aimCount.set(kindCount.subarray(k * squares, (k + 1) * squares), slot * squares)
  }

  const rest = new Int32Array(ACTIONS.length)
  rest[ACTIONS.indexOf('poke')] = REST[rules.poke.rest]
  rest[CLEAVE] = REST[rules.cleave.rest]
  rest[PRAY] = REST[rules.pray.rest]
  const orders = rules.perPhase === 'one' ? Math.min(rules.orders, rules.phases) : rules.orders
  return {
    rules,
    layout: layoutOf(units, squares, orders),
    files,
    ranks,
    squares,
    units,
    kinds,
    ...placed,
    phases: rules.phases,
    orders,
    onePerPhase: rules.perPhase === 'one',
    slotBits,
    aimBits,
    aimOrder: Int32Array.from(aims, one => aimed(aim(one.sign, one.distance), one.rank * files + one.file)),
    actionCount: 1 + (rules.phases << (slotBits + aimBits)),
    kindAction,
    aimCount,
    aimAt,
    aimFlags: Uint8Array.from(aimAction, action => flagsOf(rest, action)),
    range: Int32Array.from(ACTIONS, a => rangeOf(rules, a)),
    rest,
    interruptible: Int32Array.from(ACTIONS, a => (rules.interruptible.includes(a) ? 1 : 0)),
    steps: Int32Array.from(rules.order, a => ACTIONS.indexOf(a)),
    neighbour: neighbours(files, ranks),
    sign: SIGNS,
  }
}

