/** The rules of Bulwark as data: every key with its range, default and meaning, and checks across keys. */
import { z } from 'zod'
import { fromFile } from '../../../documents/index.ts'
import { BATTLE_MODELS, type BattleModelName } from './battle-models.ts'
import { distance } from './hexes.ts'
import { mapSchema, type Tile } from './map.ts'

/** Most teams, and most units of each. */
export const TEAMS_MAX = 3
export const UNITS_MAX = 8

const int = (low: number, high: number, meaning: string) => z.int().min(low).max(high).describe(meaning)
const number = (low: number, high: number, meaning: string) => z.number().min(low).max(high).describe(meaning)

const size = z.int().min(4).max(UNITS_MAX)

const ability = (range: number, reach: string) =>
  z
    .strictObject({
      range: int(1, 20, reach).default(range),
      cooldown: int(1, 1000, 'used in round n, usable again in round n + this').default(3),
    })
    .prefault({})

const shape = z.strictObject({
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
    })
    .prefault({}),
  battle: z
    .strictObject({
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
  rally: ability(2, 'steps around its tile within which Rally fetches units'),
  swarm: ability(1, 'steps around its tile within which Bee Swarm drives off units'),
  recon: z
    .strictObject({
      off: z
        .array(z.int().min(1).max(TEAMS_MAX))
        .max(TEAMS_MAX)
        .describe('teams that do not profit from Reconnaissance, by number')
        .default([]),
    })
    .prefault({}),
  capital: z
    .strictObject({
      turns: int(1, 100, 'own turns without its capital after which a team is out').default(2),
    })
    .prefault({}),
  limits: z
    .strictObject({
      turns: int(1, 1000, 'turns of each team after which the match ends undecided').default(60),
    })
    .prefault({}),
  map: fromFile(mapSchema, 'maps/reconstruction.yaml').describe('the map: a path, or the map itself'),
})

/** A validated rules object. */
export type Rules = z.output<typeof shape>

/** Units of each team. */
export function sizesOf({ team }: Rules): number[] {
  return team.names.map((_, seat) => (typeof team.size === 'number' ? team.size : team.size[seat]!))
}

/** Whether a tile may be a capital beside those that are taken. */
export function isSite(tiles: readonly Tile[], tile: number, taken: readonly number[]): boolean {
  const { kind, at } = tiles[tile]!
  return kind === 'land' && taken.every(other => distance(at, tiles[other]!.at) > 1)
}

/** Whether the teams that are left are sure to find sites for their capitals, whatever is picked. */
function alwaysSites(tiles: readonly Tile[], taken: readonly number[], left: number): boolean {
  if (left === 0) return true
  const sites = [...tiles.keys()].filter(tile => isSite(tiles, tile, taken))
  // A capital takes at most its own tile and the six around it.
  if (sites.length > 7 * (left - 1)) return true
  return sites.length > 0 && sites.every(site => alwaysSites(tiles, [...taken, site], left - 1))
}

type Complain = (path: (string | number)[], message: string) => void

/** Names that records use otherwise. */
const TAKEN = ['chance', 'length']

function checkTeams(rules: Rules, complain: Complain): void {
  const { names, size } = rules.team
  const teams = names.length
  for (const [i, name] of names.entries())
    if (TAKEN.includes(name)) complain(['team', 'names', i], `a team cannot be called ${name}`)
  if (new Set(names).size < teams)
    complain(['team', 'names'], 'two teams have the same name, expected different names')
  if (Array.isArray(size) && size.length !== teams)
    complain(
      ['team', 'size'],
      `found ${size.length} sizes, expected one number or ${teams}, one for each team`,
    )
  for (const key of ['pick', 'move'] as const)
    if (rules.setup[key] > teams)
      complain(['setup', key], `setup.${key} is ${rules.setup[key]}, expected a team from 1 to ${teams}`)
  for (const [i, off] of rules.recon.off.entries())
    if (off > teams) complain(['recon', 'off', i], `recon.off has ${off}, expected teams from 1 to ${teams}`)
}

function checkSkills(rules: Rules, complain: Complain): void {
  const { team, skills } = rules
  // A wrong number of sizes has been reported already; this check runs all the same.
  const sizes = Array.isArray(team.size) && team.size.length !== team.names.length ? [] : sizesOf(rules)
  if (skills.length > team.names.length)
    complain(['skills'], `found skills of ${skills.length} teams, expected at most ${team.names.length}`)
  for (const [seat, list] of skills.entries())
    if (list.length > (sizes[seat] ?? UNITS_MAX))
      complain(['skills', seat], `found ${list.length} skills, expected at most ${sizes[seat]}, one a unit`)
}

function checkOdds(rules: Rules, complain: Complain): void {
  const { model, odds } = rules.battle
  if (model !== 'fixed') return
  const most = Math.max(...[rules.team.size].flat())
  if (odds.length < most || odds.slice(0, most).some(row => row.length < most))
    complain(
      // Without any odds, the model is the likelier mistake.
      ['battle', odds.length === 0 ? 'model' : 'odds'],
      `the fixed model needs the odds of 1 to ${most} attackers against 1 to ${most} defenders, expected ${most} rows of ${most}`,
    )
}

function checkCapitals(rules: Rules, complain: Complain): void {
  const { tiles } = rules.map
  const teams = rules.team.names.length
  const { capitals } = rules.setup
  if (capitals.length === 0) {
    if (!alwaysSites(tiles, [], teams))
      complain(
        ['map'],
        `the map has too little land for the capitals of ${teams} teams, which may not be adjacent`,
      )
    return
  }
  if (capitals.length !== teams)
    complain(
      ['setup', 'capitals'],
      `found ${capitals.length} capitals, expected none or ${teams}, one for each team`,
    )
  const taken: number[] = []
  for (const [i, name] of capitals.entries()) {
    const tile = tiles.findIndex(t => t.name === name)
    const path = ['setup', 'capitals', i]
    if (tile < 0) complain(path, `no tile of the map is called ${JSON.stringify(name)}`)
    else if (!isSite(tiles, tile, []))
      complain(path, `${name} is ${tiles[tile]!.kind}, expected land for a capital`)
    else if (!isSite(tiles, tile, taken))
      complain(path, `${name} is, or lies beside, a capital listed before it`)
    if (tile >= 0) taken.push(tile)
  }
}

/** The schema: shapes and ranges, then checks across keys. */
export const schema = shape.superRefine((rules, context) => {
  const complain: Complain = (path, message) => context.addIssue({ code: 'custom', path, message })
  checkTeams(rules, complain)
  checkSkills(rules, complain)
  checkOdds(rules, complain)
  // Until the file is read, the map is the schema's default, a path.
  if (typeof rules.map === 'string') return
  checkCapitals(rules, complain)
})
