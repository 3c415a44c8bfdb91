/** The keys of Bulwark's rules: each with its range, default and meaning. What only shows between keys is in schema.ts. */
import { z } from 'zod'
import { fromFile } from '../../../documents/index.ts'
import { BATTLE_MODELS, type BattleModelName } from './battle-models.ts'
import { mapSchema } from './map.ts'

export const TEAMS_MAX = 3
export const UNITS_MAX = 8
/** Most steps that capitals may have to lie apart. */
const APART_MAX = 6

const int = (low: number, high: number, meaning: string) => z.int().min(low).max(high).describe(meaning)
const number = (low: number, high: number, meaning: string) => z.number().min(low).max(high).describe(meaning)

const size = z.int().min(4).max(UNITS_MAX)

/** A reading of the source that is on or off, and one out of several; the first of those is the default. */
const flag = (on: boolean, meaning: string) => z.boolean().describe(meaning).default(on)
const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values, meaning: string) =>
  z.enum(values).describe(meaning).default(values[0])

const timed = (range: number, reach: string) => ({
  range: int(1, 20, reach).default(range),
  cooldown: int(1, 1000, 'turns until it is usable again, counted as the keys of cooldown say').default(3),
})

const moves = (what: string) => ({
  contested: flag(false, `whether ${what} moves units on contested tiles`),
  recovering: flag(false, `whether ${what} moves units that recover`),
})

const rally = z
  .strictObject({
    ...timed(2, 'steps around its tile within which Rally fetches units'),
    ...moves('Rally'),
    unit: flag(false, 'whether Rally requires an own unit on its tile, as Bee Swarm does'),
    step: flag(false, "whether being fetched is a unit's step"),
    targets: oneOf(['friends', 'all'], "units that Rally fetches: the team's own, or enemies too"),
  })
  .prefault({})

const swarm = z
  .strictObject({
    ...timed(1, 'steps around its tile within which Bee Swarm drives off units'),
    ...moves('Bee Swarm'),
    owner: flag(true, 'whether Bee Swarm requires its tile to be owned, besides an own unit on it'),
    targets: oneOf(['enemies', 'friends', 'all'], 'units that Bee Swarm can drive off'),
    ownTile: flag(false, 'whether Bee Swarm reaches units on its own tile'),
    chooser: oneOf(
      ['target', 'user'],
      'team that says where the unit goes: its own, or the one that uses the bees',
    ),
    routs: flag(false, 'whether the unit is routed, and so recovers'),
  })
  .prefault({})

/** Shapes and ranges. */
export const shape = z.strictObject({
  team: z
    .strictObject({
      names: z
        .array(z.string().regex(/^[a-z][a-z0-9-]{0,19}$/, 'expected a short name in lower case'))
        .min(2)
        .max(TEAMS_MAX)
        .describe('the teams in seat order')
        .default(['red', 'blue']),
      size: z
        .union([size, z.array(size).min(2).max(TEAMS_MAX)])
        .describe('units of every team, or a list with a number for each team')
        .default(5),
    })
    .prefault({}),
  setup: z
    .strictObject({
      pick: int(1, TEAMS_MAX, 'team that picks its capital first, by number').default(1),
      capitals: z
        .array(z.string())
        .max(TEAMS_MAX)
        .describe("tiles of the teams' capitals, in seat order, instead of letting the teams pick")
        .default([]),
      move: int(1, TEAMS_MAX, 'team that has the first turn, by number').default(1),
      apart: int(1, APART_MAX, 'steps that two capitals must lie apart').default(2),
      sea: flag(false, 'whether a capital may be at sea'),
    })
    .prefault({}),
  battle: z
    .strictObject({
      when: oneOf(
        ['end', 'entry'],
        "whether battles wait for the end of the turn's steps, or begin with each step onto enemies",
      ),
      model: z
        .enum(Object.keys(BATTLE_MODELS) as BattleModelName[])
        .describe('how a battle is decided')
        .default('lanchester'),
      exponent: number(0, 5, 'for lanchester: 1 is the linear law, 2 the square law').default(1.5),
      recon: number(0.1, 10, 'factor on the strength of a team with Reconnaissance').default(1.2),
      home: number(0.1, 10, "factor on the defender's strength").default(1),
      odds: z
        .array(z.array(z.number().min(0).max(100)).max(UNITS_MAX))
        .max(UNITS_MAX)
        .describe('for fixed: percent of battles that n attackers (row) win against m defenders (column)')
        .default([]),
    })
    .prefault({}),
  skills: z
    .array(z.array(z.number().min(0.01).max(100)).max(UNITS_MAX))
    .max(TEAMS_MAX)
    .describe('for each team, a list of the skills of its units; 1 for units not listed')
    .default([]),
  rally,
  swarm,
  cooldown: z
    .strictObject({
      turns: oneOf(['own', 'all'], "turns that cooldowns count: one a round, or every team's"),
      useTurn: flag(true, 'whether the turn in which an ability is used counts'),
    })
    .prefault({}),
  recon: z
    .strictObject({
      off: z
        .array(z.int().min(1).max(TEAMS_MAX))
        .max(TEAMS_MAX)
        .describe('teams that do not profit from Reconnaissance, by number')
        .default([]),
    })
    .prefault({}),
  training: z
    .strictObject({
      units: oneOf(
        ['owner', 'tile'],
        "units that choose their retreat: the owner's, or all that are routed on the tile of Training",
      ),
      swarm: flag(false, 'whether Training also serves units that Bee Swarm drives off'),
    })
    .prefault({}),
  retreat: z
    .strictObject({
      winners: oneOf(
        ['retreat', 'recover', 'none'],
        "the winner's fallen: they retreat and recover, recover where they are, or neither",
      ),
      blocked: oneOf(
        ['beside', 'adjacent', 'anywhere'],
        'tiles to choose from when the one to retreat to is blocked: those beside it first, all adjacent ones, or any',
      ),
    })
    .prefault({}),
  recovery: z
    .strictObject({
      turns: oneOf(
        ['own', 'all'],
        "turn that recovery takes: the next of the unit's team, or the next of any team",
      ),
    })
    .prefault({}),
  capture: z
    .strictObject({
      when: oneOf(['entry', 'end'], 'whether units take a tile when they come, or at the end of their turn'),
      routed: flag(true, 'whether units that retreat take the tile they come to'),
      swarmed: flag(true, 'whether units that Bee Swarm drives off take the tile they come to'),
    })
    .prefault({}),
  sea: z
    .strictObject({ onFoot: flag(true, 'whether units enter seas from adjacent tiles, not just by ferry') })
    .prefault({}),
  capital: z
    .strictObject({
      turns: int(1, 100, 'turns without its capital after which a team is out').default(2),
      count: oneOf(
        ['own', 'captor', 'all'],
        "whose turns these are: the team's, its captor's, or every team's",
      ),
      occupied: flag(false, 'whether a turn counts only if the captor has a unit on the capital at its end'),
    })
    .prefault({}),
  limits: z
    .strictObject({
      turns: int(1, 1000, 'turns of each team after which the match ends undecided').default(60),
    })
    .prefault({}),
  map: fromFile(mapSchema, 'maps/reconstruction.yaml').describe('the map: a path, or the map itself'),
})

export type Rules = z.output<typeof shape>
