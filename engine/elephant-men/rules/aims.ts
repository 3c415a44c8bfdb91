/** Aims: what a kind of unit can do from a square. An aim is a sign and an offset to the target. */
import { ACTIONS, type ActionName, SIGNS, signOf } from './actions.ts'
import type { Rules } from './schema.ts'

/** Longest range of an action. */
const REACH = 3

export interface Aim {
  readonly sign: number
  readonly distance: number
  readonly file: number
  readonly rank: number
}

/** The exact distance of an action's target. */
export function rangeOf(rules: Rules, name: ActionName): number {
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

/** Actions that some kind has. */
export function usedActions(rules: Rules): ActionName[] {
  return ACTIONS.filter(action => Object.values(rules.units).some(kind => kind.actions.includes(action)))
}

/** The action of a kind that is written with a sign. */
export function actionWith(rules: Rules, kind: string, sign: number): ActionName | undefined {
  return rules.units[kind]!.actions.find(action => signOf(rules, action) === SIGNS[sign])
}

/** Every aim that some kind can use, by sign, then from the lowest square up. */
export function listAims(rules: Rules): Aim[] {
  const used = usedActions(rules)
  const aims: Aim[] = []
  for (const [sign, written] of SIGNS.entries()) {
    const ranges = new Set(used.filter(a => signOf(rules, a) === written).map(a => rangeOf(rules, a)))
    for (let rank = -REACH; rank <= REACH; rank++)
      for (let file = -REACH; file <= REACH; file++) {
        const distance = Math.abs(rank) + Math.abs(file)
        if (ranges.has(distance)) aims.push({ sign, distance, file, rank })
      }
  }
  return aims
}

/** The numbers of a kind's aims that stay on the board from a square, ascending. */
export function aimsFrom(rules: Rules, kind: string, aims: readonly Aim[], square: number): number[] {
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
