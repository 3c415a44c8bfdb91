/** The rules of Bulwark as data: the keys, and the checks across them. */

import { type Rules, shape, UNITS_MAX } from './keys.ts'
import { distance, lostTile } from './map.ts'

export type { Rules } from './keys.ts'

export function sizesOf({ team }: Rules): number[] {
  return team.names.map((_, seat) => (typeof team.size === 'number' ? team.size : team.size[seat]!))
}

/** Whether a tile may be a capital beside those that are taken. */
export function isSite(
  { map, setup }: Pick<Rules, 'map' | 'setup'>,
  tile: number,
  taken: readonly number[],
): boolean {
  const { kind, at } = map.tiles[tile]!
  return (
    (kind === 'land' || (kind === 'sea' && setup.sea)) &&
    taken.every(other => distance(at, map.tiles[other]!.at) >= setup.apart)
  )
}

/** Whether teams are sure to find sites for their capitals among these, whatever is picked. */
function alwaysSites(rules: Rules, sites: readonly number[], teams: number): boolean {
  const { apart } = rules.setup
  // A capital takes at most the tiles around it that are nearer than another may be.
  if (sites.length > (3 * apart * (apart - 1) + 1) * (teams - 1)) return true
  const besides = (site: number) => sites.filter(other => isSite(rules, other, [site]))
  return sites.length > 0 && sites.every(site => alwaysSites(rules, besides(site), teams - 1))
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
  const { apart, capitals } = rules.setup
  if (capitals.length === 0) {
    const sites = [...tiles.keys()].filter(tile => isSite(rules, tile, []))
    if (!alwaysSites(rules, sites, teams))
      complain(
        apart > 2 ? ['setup', 'apart'] : ['map'],
        `the map has too little land for the capitals of ${teams} teams, which must lie ${apart} steps apart`,
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
    else if (!isSite(rules, tile, []))
      complain(path, `${name} is ${tiles[tile]!.kind}, expected land for a capital`)
    else if (!isSite(rules, tile, taken))
      complain(path, `${name} is, or lies too near, a capital listed before it`)
    if (tile >= 0) taken.push(tile)
  }
}

/** If seas need ferries, a map without ferries may not work. */
function checkSeas({ map, sea }: Rules, complain: Complain): void {
  if (sea.onFoot) return
  const lost = lostTile(map.tiles, false)
  if (lost !== undefined) complain(['sea', 'onFoot'], `without seas to enter on foot, ${lost.message}`)
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
  checkSeas(rules, complain)
})
