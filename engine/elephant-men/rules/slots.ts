/** The slots of a layout: which unit has which number. */
import { parsePlacement, type Rules } from './schema.ts'

/** Where a unit starts. */
interface Placed {
  readonly kind: string
  readonly square: number
  readonly seat: number
}

/**
 * The units in the order of their slots: one of the first side, its counterpart of the second, and so on. Plans are
 * given in ascending slots, so the order decides which plans a random draw finds often, and must not favour a side. In a
 * layout that is symmetric under a half turn, a unit's counterpart is its image; otherwise the one listed at its place.
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

/** Per slot: its kind, and its starting square, side and hit points. */
export function placeUnits(rules: Rules, kinds: readonly string[]) {
  const placed = bySlot(rules)
  return {
    slotKind: Int32Array.from(placed, p => kinds.indexOf(p.kind)),
    startSquare: Int32Array.from(placed, p => p.square),
    startSide: Int32Array.from(placed, p => p.seat),
    startHp: Int32Array.from(placed, p => rules.units[p.kind]!.hp),
  }
}
