/** The parts of the rules in separate files: the map, the mission deck, the factions. */
import { z } from 'zod'

/** The troop types, in the order in which players choose their counts. */
export const TYPES = ['assault', 'mounted', 'ranged'] as const
export const TYPE_COUNT = TYPES.length

/** Most territories of a map, and most cards of a deck with all copies. */
export const TERRITORIES_MAX = 99
export const CARDS_MAX = 120
/** The most prestige that one mission brings. */
export const MISSION_PRESTIGE_MAX = 10
const KINDS_MAX = 12

const WORD = /^[a-z][a-z0-9-]{0,29}$/

export const word = (what: string) =>
  z.string().regex(WORD, `${what} is a lower-case word of at most 30 letters, digits and -`)
export const int = (low: number, high: number, meaning: string) =>
  z.int().min(low).max(high).describe(meaning)
const title = z.string().min(1).max(60).describe('what the part is called where rules are listed')

/** A map: territories in the order of their shares, each in one region. A link needs naming at one of its ends only. */
export const mapSchema = z.strictObject({
  name: title,
  territories: z
    .array(
      z.strictObject({
        name: word('a territory').describe('what records call it'),
        region: word('a region').describe('the region that it is a part of'),
        next: z.array(z.string()).max(TERRITORIES_MAX).describe('territories beside it').default([]),
      }),
    )
    .min(2, 'a map of one territory, expected at least two')
    .max(TERRITORIES_MAX)
    .describe("the territories, one player's share after another"),
})

const card = {
  name: word('a mission').describe('what records call it'),
  prestige: int(1, MISSION_PRESTIGE_MAX, 'prestige that meeting it brings').default(1),
  copies: int(1, CARDS_MAX, 'cards of this mission in the deck').default(1),
}
const count = int(1, 100, 'how many at least')

/** The kinds of missions, in the order of the ruling. */
export const MISSIONS = [
  'territories',
  'region',
  'both',
  'safe',
  'troops',
  'combined',
  'took',
  'removed',
  'border',
] as const
export type MissionKind = (typeof MISSIONS)[number]

const counted = <K extends MissionKind>(kind: K) => z.strictObject({ kind: z.literal(kind), ...card, count })

/** One mission of a deck. */
const mission = z.discriminatedUnion('kind', [
  counted('territories'),
  z.strictObject({ kind: z.literal('region'), ...card, region: z.string() }),
  z.strictObject({
    kind: z.literal('both'),
    ...card,
    territories: z.array(z.string()).length(2, 'expected two territories'),
  }),
  counted('safe'),
  counted('troops'),
  counted('combined'),
  counted('took'),
  counted('removed'),
  z.strictObject({ kind: z.literal('border'), ...card }),
])
export type Mission = z.output<typeof mission>

export const deckSchema = z.strictObject({
  name: title,
  cards: z.array(mission).min(1).max(CARDS_MAX).describe('the missions'),
})

export const factionsSchema = z.strictObject({
  name: title,
  factions: z
    .array(
      z.strictObject({
        name: word('a faction').describe('what seats call it'),
        units: z
          .array(z.enum(TYPES))
          .min(1, 'a faction without units, expected at least one type')
          .max(TYPES.length)
          .describe('the troop types that it may raise'),
      }),
    )
    .min(1)
    .max(KINDS_MAX)
    .describe('the factions'),
})

/** @internal For tests that make up rules. */
export type MapPart = z.output<typeof mapSchema>
/** @internal For tests that make up rules. */
export type DeckPart = z.output<typeof deckSchema>
/** @internal For tests that make up rules. */
export type FactionsPart = z.output<typeof factionsSchema>
