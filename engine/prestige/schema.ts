/** The schema of Prestige's rules: shapes and ranges, then what only shows between keys. */
import { type Complain, checkDeck, checkFactions, checkMap } from './checks.ts'
import { type Rules, shape } from './rules.ts'

/** The schema. */
export const schema = shape.superRefine((rules, context) => {
  const complain: Complain = (path, message) => context.addIssue({ code: 'custom', path, message })
  checkSeats(rules, complain)
  // The schema's own defaults are paths: what they name is read before rules are resolved.
  if (typeof rules.map === 'string' || typeof rules.deck === 'string' || typeof rules.factions === 'string')
    return
  checkMap(rules, complain)
  checkDeck(rules, complain)
  checkFactions(rules, complain)
})

/** Names that records use for themselves. */
const TAKEN = ['chance', 'nobody', 'length']

function checkSeats({ seats, setup, troops }: Rules, complain: Complain): void {
  for (const [i, { name }] of seats.entries()) {
    if (TAKEN.includes(name)) complain(['seats', i, 'name'], `a seat can not be called ${name}`)
    if (seats.findIndex(seat => seat.name === name) < i)
      complain(['seats', i, 'name'], `two seats are called ${name}, expected different names`)
  }
  if (setup.troops > troops.cap)
    complain(
      ['setup', 'troops'],
      `setup.troops is ${setup.troops}, expected at most troops.cap (${troops.cap})`,
    )
}
