/** How records write a decision: what is recruited, or `none`. Action 0 is none, action 1 + kind recruits. */
import type { Action } from '../contract/index.ts'
import { turnOf } from './describe.ts'
import * as layout from './layout.ts'
import { KINDS, RECRUITS, type Rules, SIDES } from './rules.ts'

const { ACTORS, GOLD, UNITS } = layout

const CHOICES: readonly string[] = ['none', ...KINDS.slice(0, RECRUITS)]

export function formatAction(action: Action): string {
  return CHOICES[action]!
}

/** The action that a text means. Throws an Error that says why the side can not do that now. */
export function parseAction(rules: Rules, s: Int32Array, seat: number, text: string): Action {
  const action = CHOICES.indexOf(text)
  const side = SIDES[seat]
  if (action < 0) throw new Error(`found ${JSON.stringify(text)}, expected one of ${CHOICES.join(', ')}`)
  if (((s[ACTORS]! >> seat) & 1) === 0) throw new Error(notAsked(rules, s, seat))
  if (action === 0) return action
  const { price } = rules.units[KINDS[action - 1] as 'infantry']
  if (s[GOLD + seat]! < price)
    throw new Error(`${side} has ${s[GOLD + seat]} gold, but ${text} costs ${price}`)
  return action
}

/** Says that a side is not asked now, and what may have kept it from being asked before. */
function notAsked(rules: Rules, s: Int32Array, seat: number): string {
  const { round, player } = turnOf(rules, s)
  const prices = KINDS.slice(0, RECRUITS).map(kind => rules.units[kind as 'infantry'].price)
  const gold = s[GOLD + seat]!
  const side = SIDES[seat]
  let why = ''
  if ((s[UNITS + seat]! & 1) !== 0) why = `; the cell of ${side}'s base is taken`
  else if (gold < Math.min(...prices)) why = `; ${side}'s gold, ${gold}, buys nothing`
  return `${side} has nothing to decide in ${player}'s turn of round ${round}${why}, expected a decision of ${player}`
}
