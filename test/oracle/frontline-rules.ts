// The rules of frontline as data, and the one adapter that reads a rules object of the caller.

export type Side = 'A' | 'B'
export const SIDES: readonly Side[] = ['A', 'B']

/** What can be recruited, in the order in which it is offered. */
export const RECRUITS = ['infantry', 'archer', 'catapult'] as const
export type Recruit = (typeof RECRUITS)[number]
export type Kind = Recruit | 'super-soldier'

export interface OracleRules {
  /** the lane: A's base is on cell 1, B's on the last */
  cells: number
  base: { hp: number; shielded: boolean; falls: 'atOnce' | 'roundEnd' }
  advanceAfterAttack: boolean
  promotion: 'never' | 'infantry' | 'soldiers' | 'any'
  secondAttack: 'action3' | 'atOnce'
  /** turns of each player, that is, rounds */
  turns: number
  tiebreak: 'none' | 'base'
  first: Side
  gold: { start: number; perTurn: number; bounty: number; friendlyKill: 'none' | 'opponent' | 'owner' }
  units: Record<Recruit, { price: number; hp: number; attack: number }> & {
    /** cells ahead that it reaches */
    archer: { range: number; overOwn: boolean }
    /** cells ahead that it reaches: it hits the last two, or the two before the last */
    catapult: {
      range: number
      middle: 'far' | 'near'
      tooNear: 'aimsPast' | 'silent'
      friendlyFire: boolean
    }
    /** never recruited: its price is the infantry's, its HP are those it had */
    'super-soldier': { attack: number }
  }
}

const DEFAULT: OracleRules = {
  cells: 12,
  base: { hp: 100, shielded: true, falls: 'atOnce' },
  advanceAfterAttack: true,
  promotion: 'infantry',
  secondAttack: 'action3',
  turns: 100,
  tiebreak: 'none',
  first: 'A',
  gold: { start: 0, perTurn: 8, bounty: 50, friendlyKill: 'none' },
  units: {
    infantry: { price: 10, hp: 10, attack: 4 },
    archer: { price: 12, hp: 8, attack: 3, range: 3, overOwn: true },
    catapult: {
      price: 20,
      hp: 12,
      attack: 6,
      range: 4,
      middle: 'far',
      tooNear: 'aimsPast',
      friendlyFire: true,
    },
    'super-soldier': { attack: 4 },
  },
}

/** The rule sets that ship, as rules objects for `readRules`. */
export const RULESETS: Record<'default' | 'lean', object> = {
  default: {},
  lean: { gold: { perTurn: 4 } },
}

const CHOICES = new Map<string, readonly unknown[]>([
  ['tiebreak', ['none', 'base']],
  ['first', SIDES],
  ['gold.friendlyKill', ['none', 'opponent', 'owner']],
  ['base.shielded', [true, false]],
  ['base.falls', ['atOnce', 'roundEnd']],
  ['advanceAfterAttack', [true, false]],
  ['promotion', ['never', 'infantry', 'soldiers', 'any']],
  ['secondAttack', ['action3', 'atOnce']],
  ['units.archer.overOwn', [true, false]],
  ['units.catapult.middle', ['far', 'near']],
  ['units.catapult.tooNear', ['aimsPast', 'silent']],
  ['units.catapult.friendlyFire', [true, false]],
])

/** Every leaf of an object with its dotted key; a dotted key of the object and a nested one come out alike. */
function leaves(of: object, prefix = ''): [string, unknown][] {
  return Object.entries(of).flatMap(([key, value]) =>
    typeof value === 'object' && value !== null
      ? leaves(value, `${prefix}${key}.`)
      : [[`${prefix}${key}`, value] as [string, unknown]],
  )
}

/**
 * The default rules with those of `given` laid over them; keys nested or dotted (`gold.perTurn`), as the ruling names
 * them. Refuses unknown keys and values of another type; whether a number makes sense is not asked.
 */
export function readRules(given: object = {}): OracleRules {
  const rules = structuredClone(DEFAULT)
  const known = new Map(leaves(DEFAULT))
  for (const [dotted, value] of leaves(given)) {
    if (!known.has(dotted)) throw new Error(`unknown rule ${dotted}`)
    const choices = CHOICES.get(dotted)
    if (choices === undefined ? !Number.isInteger(value) : !choices.includes(value))
      throw new Error(`rule ${dotted} cannot be ${value}`)
    const path = dotted.split('.')
    const last = path.pop() as string
    let at = rules as unknown as Record<string, unknown>
    for (const key of path) at = at[key] as Record<string, unknown>
    at[last] = value
  }
  return rules
}
