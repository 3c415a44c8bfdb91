/** What happened in a phase, in sentences: the orders and their results, the blows that landed, and what became of units. */
import type { Action, Seat, State } from '../../contract/index.ts'
import type { ActionName } from '../rules/actions.ts'
import { actionWith } from '../rules/aims.ts'
import type { Tables } from '../rules/tables.ts'
import { pendingDamage, pendingFavour, pendingSeat, pendingSquare } from '../state/cells.ts'
import { DONE_ORDERING, slotIn } from '../state/codes.ts'
import { GONE, lane } from '../state/lanes.ts'
import { HP, OWN, PENDING, PENDING_COUNT, PLAN_ORDERS, planOf, SQUARES } from '../state/layout.ts'
import { originOf, phaseOf, STATUSES, signIn, statusOf, targetOf, WAITING } from '../state/orders.ts'
import type { Planner } from '../turn/plan.ts'
import { orderText, squareName } from './notation.ts'

/** An order of a seat as a text. */
type OrderWriter = (order: number, seat: number) => string

/** The sentences of a phase (from 1) that leads from one position to the next. Orders are in words, or as records write them. */
export function storyOf(
  t: Tables,
  before: State,
  after: State,
  phase: number,
  write: OrderWriter = order => orderText(t, order),
): string[] {
  const orders = orderLines(t, after, phase, write)
  return [
    ...(orders.length === 0 ? ['no orders'] : orders),
    ...landings(t, before),
    ...changes(t, before, after),
  ]
}

/** What each order of the phase did, or why it did nothing. */
export function orderLines(
  t: Tables,
  s: State,
  phase: number,
  write: OrderWriter = order => orderText(t, order),
): string[] {
  return t.rules.sides.flatMap((side, seat) => {
    const first = planOf(seat) + PLAN_ORDERS
    return Array.from(s.subarray(first, first + t.orders)).flatMap(order =>
      order !== 0 && phaseOf(order) === phase - 1 && statusOf(order) !== WAITING
        ? [`${side.name} ${write(order, seat)}: ${STATUSES[statusOf(order)]}`]
        : [],
    )
  })
}

/** What stands between an action and the square that it is aimed at. */
const TOWARDS: Readonly<Record<ActionName, string>> = {
  move: 'to',
  block: 'towards',
  poke: 'at',
  shove: 'towards',
  convert: 'on',
  cleave: 'at',
  pray: 'on',
}

/** Writes the orders of a phase that begins with a position in words: "soldier on c3, cleave at c4". */
export function inWords(t: Tables, before: State): OrderWriter {
  return (order, seat) => {
    const origin = originOf(order)
    const unit = Array.from({ length: t.units }, (_, slot) => slot).find(
      slot =>
        origin < t.squares &&
        lane(before, SQUARES, slot) === origin &&
        ownerOf(t, before, slot) === t.rules.sides[seat]!.name,
    )
    if (unit !== undefined) return wordsOf(t, t.kinds[t.slotKind[unit]!]!, order)
    return origin < t.squares ? `order for ${squareName(t, origin)}` : orderText(t, order)
  }
}

/** An order to a unit of a kind in words, as records write it where such units cannot do that. */
function wordsOf(t: Tables, kind: string, order: number): string {
  const [origin, target] = [originOf(order), targetOf(order)]
  const action = actionWith(t.rules, kind, signIn(order))
  if (action === undefined) return orderText(t, order)
  const aimed = target === origin || target >= t.squares ? '' : ` ${TOWARDS[action]} ${squareName(t, target)}`
  return `${kind} on ${squareName(t, origin)}, ${action}${aimed}`
}

/** A decision in words: "orders for phase 2: soldier on c3, cleave at c4". */
export function tellAction(t: Tables, planner: Planner, s: State, seat: Seat, action: Action): string {
  if (action === DONE_ORDERING) return 'gives no more orders'
  const isPlannable = action < t.actionCount
  const order = isPlannable ? planner.orderOf(s, seat, action) : action - t.actionCount
  const words = isPlannable ? wordsOf(t, t.kinds[t.slotKind[slotIn(action)]!]!, order) : orderText(t, order)
  return `orders for phase ${phaseOf(order) + 1}: ${words}`
}

/** Blows and prayers that were due in the phase. */
function landings(t: Tables, before: State): string[] {
  return pendingTexts(t, before).map(({ side, what, at }) => `${side}'s ${what} lands on ${at}`)
}

/** What is due in the phase after a position, for a sentence. */
export function pendingTexts(t: Tables, s: State): { side: string; what: string; at: string }[] {
  return Array.from(s.subarray(PENDING, PENDING + s[PENDING_COUNT]!), word => ({
    side: t.rules.sides[pendingSeat(word)]!.name,
    what: pendingDamage(word) > 0 ? `blow of ${pendingDamage(word)}` : `prayer of ${pendingFavour(word)}`,
    at: squareName(t, pendingSquare(word)),
  }))
}

/** Units that were hit, removed or converted, each by the square on which it began the phase. */
function changes(t: Tables, before: State, after: State): string[] {
  const lines: string[] = []
  for (let slot = 0; slot < t.units; slot++) {
    const from = lane(before, SQUARES, slot)
    if (from === GONE) continue
    const at = lane(after, SQUARES, slot)
    const unit = `${ownerOf(t, before, slot)}'s ${t.kinds[t.slotKind[slot]!]} from ${squareName(t, from)}`
    if (at === GONE) {
      lines.push(`${unit} is removed`)
      continue
    }
    const hp = lane(after, HP, slot)
    const lost = lane(before, HP, slot) - hp
    if (lost > 0) lines.push(`${unit} loses ${lost} hit point${lost > 1 ? 's' : ''} (${hp} left)`)
    if (ownerOf(t, after, slot) !== ownerOf(t, before, slot))
      lines.push(`${unit} is converted to ${ownerOf(t, after, slot)}`)
  }
  return lines
}

function ownerOf(t: Tables, s: State, slot: number): string {
  return t.rules.sides[(s[OWN]! >>> slot) & 1 ? 0 : 1]!.name
}
