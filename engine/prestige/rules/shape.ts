/** The rules of Prestige as data: every number and switch is a key here, with its range and meaning. */
import { z } from 'zod'
import { fromFile } from '../../../documents/index.ts'
import { deckSchema, factionsSchema, int, mapSchema, word } from './parts.ts'

/** Room that the state has for seats and for each seat's missions. */
export const SEATS_MAX = 4
export const DOSSIER_MAX = 4
export const SIDES_MAX = 20
/** Most troops of a seat: state/layout.ts has room for them in its packed words. */
export const TROOPS_MAX = 100

const modifier = (value: number) =>
  int(-9, 9, 'what a troop of the first type adds to its die against one of the second').default(value)

/** Shapes and ranges; schema.ts adds the checks across keys. */
export const shape = z.strictObject({
  seats: z
    .array(
      z.strictObject({
        name: word('a seat').describe('what records and reports call the seat'),
        faction: z.string().describe("the seat's faction").default('standard'),
      }),
    )
    .min(2, 'expected two to four seats')
    .max(SEATS_MAX, 'expected two to four seats')
    .describe('the seats, in turn order')
    .default([
      { name: 'red', faction: 'standard' },
      { name: 'blue', faction: 'standard' },
    ]),
  map: fromFile(mapSchema, 'maps/two.yaml').describe('the map: a path, or the map itself'),
  deck: fromFile(deckSchema, 'decks/two.yaml').describe('the mission deck: a path, or the deck itself'),
  factions: fromFile(factionsSchema, 'factions/placeholder.yaml').describe(
    'the factions: a path, or the factions themselves',
  ),
  prestige: z.strictObject({ win: int(1, 30, 'prestige that wins at once').default(3) }).prefault({}),
  dossier: z
    .strictObject({ size: int(1, DOSSIER_MAX, 'missions that a player has face up').default(2) })
    .prefault({}),
  mulligan: z
    .strictObject({ min: int(0, 1, 'fewest missions that each puts back at setup').default(1) })
    .prefault({}),
  setup: z
    .strictObject({
      troops: int(1, TROOPS_MAX, 'troops that each starts with, all in one territory').default(4),
    })
    .prefault({}),
  incoming: z
    .strictObject({
      per: int(1, 20, 'territories for which one troop is set aside each turn, rounded down').default(2),
      min: int(0, 20, 'fewest troops set aside each turn').default(2),
    })
    .prefault({}),
  troops: z
    .strictObject({
      cap: int(1, TROOPS_MAX, 'most troops of a player, on the board and incoming together').default(50),
    })
    .prefault({}),
  dice: z
    .strictObject({ sides: int(2, SIDES_MAX, 'sides of a die, marked from 0').default(10) })
    .prefault({}),
  modifiers: z
    .strictObject({
      assault: z
        .strictObject({ assault: modifier(0), mounted: modifier(1), ranged: modifier(0) })
        .prefault({}),
      mounted: z
        .strictObject({ assault: modifier(0), mounted: modifier(0), ranged: modifier(1) })
        .prefault({}),
      ranged: z
        .strictObject({ assault: modifier(1), mounted: modifier(0), ranged: modifier(0) })
        .prefault({}),
    })
    .prefault({}),
  ties: z
    .enum(['defender', 'attacker'])
    .describe('whose die counts as the higher one when both are equal')
    .default('defender'),
  attack: z
    .strictObject({
      refill: z
        .boolean()
        .describe(
          "when a side's dice are spent, both roll again for the troops left, until one side has none",
        )
        .default(false),
    })
    .prefault({}),
  blitz: z.boolean().describe('whether a territory taken this turn may be attacked from').default(true),
  exchange: z
    .boolean()
    .describe('whether a player may discard one mission and draw another at the end of a turn')
    .default(true),
  comeback: z
    .boolean()
    .describe('whether a player without territories comes back on an empty one, as long as there is one')
    .default(true),
  limits: z
    .strictObject({ rounds: int(1, 200, 'rounds until the match is drawn by length').default(60) })
    .prefault({}),
})

/** A validated rules object. */
export type Rules = z.output<typeof shape>
