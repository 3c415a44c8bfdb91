/** The schema of Prestige's rules: shapes and ranges, then the checks across keys. */

import { neighboursOf } from './map.ts'
import { CARDS_MAX, TYPES } from './parts.ts'
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

/** A die needs two sides; 0 means `dice.sides`. */
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

export type Complain = (path: (string | number)[], message: string) => void

const LISTED = 12

function listed(names: readonly string[]): string {
  return `${names.slice(0, LISTED).join(', ')}${names.length > LISTED ? ', ...' : ''}`
}

function checkTwice(
  names: readonly string[],
  what: string,
  at: (index: number) => (string | number)[],
  complain: Complain,
): void {
  const seen = new Set<string>()
  for (const [i, name] of names.entries()) {
    if (seen.has(name)) complain(at(i), `two ${what} are called ${name}, expected different names`)
    seen.add(name)
  }
}

export function checkMap({ map, seats }: Rules, complain: Complain): void {
  const names = map.territories.map(({ name }) => name)
  checkTwice(names, 'territories', i => ['map', 'territories', i, 'name'], complain)
  for (const [i, { name, next }] of map.territories.entries())
    for (const [k, other] of next.entries()) {
      const path = ['map', 'territories', i, 'next', k]
      if (other === name) complain(path, `${name} is linked to itself, expected another territory`)
      else if (!names.includes(other))
        complain(path, `unknown territory ${JSON.stringify(other)}, expected one of ${listed(names)}`)
      else if (next.indexOf(other) < k) complain(path, `${other} is named twice, expected once`)
    }
  if (names.length < seats.length)
    complain(['map', 'territories'], `found ${names.length} territories, expected one a seat or more`)
  checkConnected(names, neighboursOf(map), complain)
}

function checkConnected(
  names: readonly string[],
  neighbours: readonly (readonly number[])[],
  complain: Complain,
): void {
  const reached = new Set([0])
  for (const from of reached) for (const to of neighbours[from]!) reached.add(to)
  const lost = names.findIndex((_, i) => !reached.has(i))
  if (lost >= 0)
    complain(
      ['map', 'territories', lost],
      `the map is not connected: no way leads from ${names[0]} to ${names[lost]}, expected one`,
    )
}

export function checkDeck({ map, deck, seats, dossier }: Rules, complain: Complain): void {
  const territories = map.territories.map(({ name }) => name)
  const regions = [...new Set(map.territories.map(({ region }) => region))]
  checkTwice(
    deck.cards.map(({ name }) => name),
    'missions',
    i => ['deck', 'cards', i, 'name'],
    complain,
  )
  for (const [i, card] of deck.cards.entries()) {
    const path = ['deck', 'cards', i]
    // Records write `mulligan none`.
    if (card.name === 'none') complain([...path, 'name'], 'a mission cannot be called none')
    if (card.kind === 'region' && !regions.includes(card.region))
      complain(
        [...path, 'region'],
        `unknown region ${JSON.stringify(card.region)}, expected one of ${listed(regions)}`,
      )
    if (card.kind !== 'both') continue
    for (const [k, name] of card.territories.entries())
      if (!territories.includes(name))
        complain(
          [...path, 'territories', k],
          `unknown territory ${JSON.stringify(name)}, expected one of ${listed(territories)}`,
        )
    if (card.territories[0] === card.territories[1])
      complain([...path, 'territories', 1], `${card.territories[1]} is named twice, expected two territories`)
  }
  const total = deck.cards.reduce((sum, { copies }) => sum + copies, 0)
  const least = 2 * dossier.size * seats.length
  if (total < least)
    complain(
      ['deck', 'cards'],
      `found ${total} cards, expected at least ${least}: ${2 * dossier.size} a player`,
    )
  if (total > CARDS_MAX) complain(['deck', 'cards'], `found ${total} cards, expected at most ${CARDS_MAX}`)
}

export function checkFactions({ factions, seats, setup, troops }: Rules, complain: Complain): void {
  const names = factions.factions.map(({ name }) => name)
  checkTwice(names, 'factions', i => ['factions', 'factions', i, 'name'], complain)
  for (const [i, { units }] of factions.factions.entries())
    checkTwice(units, 'units', k => ['factions', 'factions', i, 'units', k], complain)
  for (const [i, { faction }] of seats.entries())
    if (!names.includes(faction))
      complain(
        ['seats', i, 'faction'],
        `unknown faction ${JSON.stringify(faction)}, expected one of ${listed(names)}`,
      )
  for (const { name, faction } of seats) {
    const units: readonly (typeof TYPES)[number][] =
      factions.factions.find(other => other.name === faction)?.units ?? TYPES
    const pieces = units.reduce((sum, type) => sum + troops.most[type], 0)
    // A faction without any is a separate mistake.
    if (units.length > 0 && pieces < setup.troops)
      complain(
        ['troops', 'most'],
        `${name} has ${pieces} pieces of the types of its faction, expected at least setup.troops (${setup.troops})`,
      )
  }
}
