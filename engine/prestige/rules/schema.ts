/** The schema of Prestige's rules: shapes and ranges, then the checks across keys. */
import { type Complain, checkDeck, checkFactions, checkMap } from './checks.ts'
import { TYPES } from './parts.ts'
import { type Rules, SIDES_MAX, shape } from './shape.ts'

/** Accepts any rules of Prestige that `compile` can play. */
export const schema = shape.superRefine((rules, context) => {
  const complain: Complain = (path, message) => context.addIssue({ code: 'custom', path, message })
  checkSeats(rules, complain)
  checkDice(rules, complain)
  // Defaults are paths until the registry has read the files that they name.
  if (typeof rules.map === 'string' || typeof rules.deck === 'string' || typeof rules.factions === 'string')
    return
  checkMap(rules, complain)
  checkDeck(rules, complain)
  checkFactions(rules, complain)
})

/** Names that records use for themselves. */
const TAKEN = ['chance', 'nobody', 'length']

/** A die needs two sides; 0 stands for `dice.sides`. */
function checkDice({ dice }: Rules, complain: Complain): void {
  for (const side of ['attack', 'defence'] as const)
    for (const type of TYPES)
      if (dice[side][type] === 1)
        complain(
          ['dice', side, type],
          `dice.${side}.${type} is 1, expected 0 (for dice.sides) or 2 to ${SIDES_MAX}`,
        )
}

function checkSeats({ seats, setup, troops }: Rules, complain: Complain): void {
  for (const [i, { name }] of seats.entries()) {
    if (TAKEN.includes(name)) complain(['seats', i, 'name'], `a seat cannot be called ${name}`)
    if (seats.findIndex(seat => seat.name === name) < i)
      complain(['seats', i, 'name'], `two seats are called ${name}, expected different names`)
  }
  if (setup.troops > troops.cap)
    complain(
      ['setup', 'troops'],
      `setup.troops is ${setup.troops}, expected at most troops.cap (${troops.cap})`,
    )
}
