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

const pieces = (type: string) =>
  int(0, TROOPS_MAX, `most ${type} troops of a player, on the board and incoming`).default(TROOPS_MAX)
const sides = (side: string) =>
  int(0, SIDES_MAX, `sides of the ${side}'s die for a troop of this type; 0 for dice.sides`).default(0)
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
    .strictObject({
      size: int(1, DOSSIER_MAX, 'missions that a player has face up').default(2),
      redraw: z
        .boolean()
        .describe('whether a mission that is already met when drawn is set aside for another')
        .default(true),
    })
    .prefault({}),
  mulligan: z
    .strictObject({
      min: int(0, 1, 'missions that each player must put back at setup').default(1),
      together: z
        .boolean()
        .describe(
          'whether all players choose which missions to put back in secret at the same time, not in turn order',
        )
        .default(false),
    })
    .prefault({}),
  setup: z
    .strictObject({
      troops: int(1, TROOPS_MAX, 'troops that each player starts with, in one territory').default(4),
      order: z
        .enum(['forward', 'backward'])
        .describe('whether players choose their start in turn order, or from the last player to the first')
        .default('forward'),
    })
    .prefault({}),
  incoming: z
    .strictObject({
      per: int(1, 20, 'how many territories bring one troop each turn').default(2),
      round: z.enum(['down', 'up']).describe('how the number of troops is rounded').default('down'),
      min: int(0, 20, 'minimum number of troops set aside each turn').default(2),
    })
    .prefault({}),
  troops: z
    .strictObject({
      cap: int(1, TROOPS_MAX, 'most troops of a player, on the board and incoming together').default(50),
      most: z
        .strictObject({ assault: pieces('assault'), mounted: pieces('mounted'), ranged: pieces('ranged') })
        .prefault({}),
    })
    .prefault({}),
  moves: z
    .strictObject({
      mixed: z
        .boolean()
        .describe('whether moves and attacks may be made in any order, not all moves before all attacks')
        .default(false),
      placing: z.boolean().describe("whether being placed is a troop's move of the turn").default(false),
      advance: z
        .boolean()
        .describe("whether advancing into a conquered territory is a troop's move of the turn")
        .default(true),
    })
    .prefault({}),
  dice: z
    .strictObject({
      sides: int(2, SIDES_MAX, 'sides of a die, marked from 0').default(10),
      attack: z
        .strictObject({ assault: sides('attacker'), mounted: sides('attacker'), ranged: sides('attacker') })
        .prefault({}),
      defence: z
        .strictObject({ assault: sides('defender'), mounted: sides('defender'), ranged: sides('defender') })
        .prefault({}),
      own: z
        .boolean()
        .describe(
          'whether a die fights only for the troop type it was rolled for; always so if the types of a side have different dice',
        )
        .default(false),
    })
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
  ties: z.enum(['defender', 'attacker']).describe('who wins if both dice are equal').default('defender'),
  attack: z
    .strictObject({
      refill: z
        .boolean()
        .describe(
          "whether both sides roll again for the troops left when one's dice are spent, until one side has no troops",
        )
        .default(false),
      survivors: z
        .enum(['spent', 'returned'])
        .describe('whether the winning die is spent, or returned to its side to fight again')
        .default('spent'),
      picks: z
        .enum(['sealed', 'attacker', 'defender'])
        .describe(
          'sealed: both pick in secret at the same time; attacker or defender: that side picks first, openly',
        )
        .default('sealed'),
      moved: z
        .enum(['advance', 'attack', 'neither'])
        .describe(
          'what a troop that has moved may still do: advance: attack and advance; attack: attack only; neither',
        )
        .default('advance'),
      guard: z.boolean().describe('whether at least one troop stays behind when others attack').default(true),
    })
    .prefault({}),
  blitz: z
    .boolean()
    .describe('whether players may attack from a territory conquered this turn')
    .default(true),
  exchange: z
    .boolean()
    .describe('whether a player may discard one mission and draw another at the end of a turn')
    .default(true),
  comeback: z
    .boolean()
    .describe('whether a player without territories may come back on an empty one')
    .default(true),
  limits: z
    .strictObject({ rounds: int(1, 200, 'rounds until the match is a draw').default(60) })
    .prefault({}),
})

/** A validated rules object. */
export type Rules = z.output<typeof shape>
