/** How records write a decision: what is recruited, or `none`. Action 0 is none, action 1 + kind recruits. */
import type { Action } from '../game.ts'
import * as layout from './layout.ts'
import { KINDS, RECRUITS, type Rules, SIDES } from './rules.ts'

const { ACTORS, GOLD, UNITS } = layout

const CHOICES: readonly string[] = ['none', ...KINDS.slice(0, RECRUITS)]

export function formatAction(action: Action): string {
  return CHOICES[action]!
}

/** The action that a text means. Throws an Error that says why the side can not do that now. */
export function parseAction({ units }: Rules, s: Int32Array, seat: number, text: string): Action {
  const action = CHOICES.indexOf(text)
  const side = SIDES[seat]
  if (action < 0) throw new Error(`found ${JSON.stringify(text)}, expected one of ${CHOICES.join(', ')}`)
  if (((s[ACTORS]! >> seat) & 1) === 0)
    throw new Error(`${side} has nothing to decide here, expected a decision of ${SIDES[1 - seat]}`)
  if (action === 0) return action
  const { price } = units[KINDS[action - 1] as 'infantry']
  if (s[GOLD + seat]! < price)
    throw new Error(`${side} has ${s[GOLD + seat]} gold, but ${text} costs ${price}`)
  if ((s[UNITS + seat]! & 1) !== 0) throw new Error(`the cell of ${side}'s base is taken, expected none`)
  return action
}
