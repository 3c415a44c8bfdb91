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
      apart: int(1, APART_MAX, 'how many steps apart capitals must be').default(2),
      sea: flag(false, 'whether a capital may be at sea'),
    })
    .prefault({}),
  battle: z
    .strictObject({
      when: oneOf(
        ['end', 'entry'],
        "when battles begin: end: after the turn's steps; entry: with each step onto enemies",
      ),
      model: z
        .enum(Object.keys(BATTLE_MODELS) as BattleModelName[])
        .describe('how a battle is decided')
        .default('lanchester'),
      exponent: number(0, 5, 'for lanchester: 1 is the linear law, 2 the square law').default(1.5),
      recon: number(0.1, 10, 'strength multiplier of a team with Reconnaissance').default(1.2),
      home: number(0.1, 10, 'strength multiplier of the defender').default(1),
      odds: z
        .array(z.array(z.number().min(0).max(100)).max(UNITS_MAX))
        .max(UNITS_MAX)
        .describe('for fixed: how often n attackers (row) beat m defenders (column), in percent')
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
      turns: oneOf(['own', 'all'], "whose turns cooldowns count: own: the owner's; all: every team's"),
      useTurn: flag(true, 'whether the turn in which an ability is used counts'),
    })
    .prefault({}),
  recon: z
    .strictObject({
      off: z
        .array(z.int().min(1).max(TEAMS_MAX))
        .max(TEAMS_MAX)
        .describe('teams that get nothing from Reconnaissance, by number')
        .default([]),
    })
    .prefault({}),
  training: z
    .strictObject({
      units: oneOf(
        ['owner', 'tile'],
        "units that choose their retreat: owner: the owner's; tile: all units routed on the tile",
      ),
      swarm: flag(false, 'whether Training also helps units that flee a Bee Swarm'),
    })
    .prefault({}),
  retreat: z
    .strictObject({
      winners: oneOf(
        ['retreat', 'recover', 'none'],
        "the winner's dead: retreat: they retreat and recover; recover: they recover on the tile; none: neither",
      ),
      blocked: oneOf(
        ['beside', 'adjacent', 'anywhere'],
        'where to retreat if the tile is blocked: beside: first next to that tile; adjacent: any adjacent tile; anywhere: any tile',
      ),
    })
    .prefault({}),
  recovery: z
    .strictObject({
      turns: oneOf(
        ['own', 'all'],
        "the turn that recovery takes: own: the unit's team's next; all: any team's next",
      ),
    })
    .prefault({}),
  capture: z
    .strictObject({
      when: oneOf(
        ['entry', 'end'],
        'when units capture a tile: entry: on entering; end: at the end of their turn',
      ),
      routed: flag(true, 'whether retreating units capture tiles'),
      swarmed: flag(true, 'whether units that flee a Bee Swarm capture tiles'),
    })
    .prefault({}),
  sea: z
    .strictObject({
      onFoot: flag(true, 'whether units can enter seas from adjacent tiles, not just by ferry'),
    })
    .prefault({}),
  capital: z
    .strictObject({
      turns: int(1, 100, 'turns without its capital until a team is out').default(2),
      count: oneOf(
        ['own', 'captor', 'all'],
        "whose turns count: own: the team's; captor: its captor's; all: every team's",
      ),
      occupied: flag(false, 'whether a turn counts only if it ends with a unit of the captor on the capital'),
    })
    .prefault({}),
  limits: z
    .strictObject({
      turns: int(1, 1000, 'turns of each team until the match is a draw').default(60),
    })
    .prefault({}),
  map: fromFile(mapSchema, 'maps/reconstruction.yaml').describe('the map: a path, or the map itself'),
})

export type Rules = z.output<typeof shape>
