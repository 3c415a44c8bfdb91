// First part of the oracle of bulwark: the shape of the rules, the map's geometry, the position and who owns what.

/** A map as plain data. Map order is reading order; null is a hole, off the map. */
export interface MapData {
  rows: readonly (readonly (string | null)[])[]
  impassable: readonly string[]
  seas: readonly string[]
  /** one way: from a tile to the seas it serves */
  ferries: Readonly<Record<string, readonly string[]>>
  /** the tile that gives each ability; a map may lack some */
  abilities: Partial<Readonly<Record<'rally' | 'swarm' | 'recon' | 'training', string>>>
}

/** Rules as a caller writes them: nested keys as in the rulings. Lists go by seat. */
export interface GivenRules {
  map: MapData
  /** names of two or three seats, in seat order */
  teams: readonly string[]
  team?: { size?: number | readonly number[] }
  setup?: { pick?: string; move?: string; capitals?: readonly string[] | null }
  rally?: { cooldown?: number }
  swarm?: { cooldown?: number }
  battle?: { model?: string; exponent?: number; recon?: number; home?: number }
  /** for each seat the skill of each of its units, by number */
  skills?: readonly (readonly number[])[] | null
  /** seats for which Reconnaissance is switched off */
  recon?: { off?: readonly string[] }
  capital?: { turns?: number }
  limits?: { turns?: number }
}

export interface OracleRules {
  map: MapData
  teams: readonly string[]
  sizes: readonly number[]
  skills: readonly (readonly number[])[]
  pick: string
  move: string
  capitals: readonly string[] | null
  cooldown: { rally: number; swarm: number }
  battle: { model: string; exponent: number; recon: number; home: number }
  reconOff: readonly string[]
  capitalTurns: number
  turnLimit: number
}

/** The adapter: the only place that knows how a rules document looks, and the defaults of the ruling. */
export function readRules(given: GivenRules): OracleRules {
  const { teams } = given
  const size = given.team?.size ?? 5
  const sizes = teams.map((_, seat) => (typeof size === 'number' ? size : (size[seat] ?? 5)))
  return {
    map: given.map,
    teams,
    sizes,
    skills: sizes.map((n, seat) => Array.from({ length: n }, (_, i) => given.skills?.[seat]?.[i] ?? 1)),
    pick: given.setup?.pick ?? teams[0]!,
    move: given.setup?.move ?? teams[0]!,
    capitals: given.setup?.capitals ?? null,
    cooldown: { rally: given.rally?.cooldown ?? 3, swarm: given.swarm?.cooldown ?? 3 },
    battle: { model: 'lanchester', exponent: 1.5, recon: 1.2, home: 1, ...given.battle },
    reconOff: given.recon?.off ?? [],
    capitalTurns: given.capital?.turns ?? 2,
    turnLimit: given.limits?.turns ?? 60,
  }
}

// ---------------------------------------------------------------------------------------------------------------------
// The map: hexes in axial coordinates, odd rows half a tile right

export interface Hex {
  q: number
  r: number
}

export interface Tile {
  name: string
  hex: Hex
  passable: boolean
  sea: boolean
}

/** Clause: axial q = column - floor(row / 2), r = row, both from 0; map order = reading order. */
export function tilesOf(map: MapData): Tile[] {
  const tiles: Tile[] = []
  for (const [row, names] of map.rows.entries()) {
    for (const [column, name] of names.entries()) {
      if (name === null) continue
      const hex = { q: column - Math.floor(row / 2), r: row }
      tiles.push({ name, hex, passable: !map.impassable.includes(name), sea: map.seas.includes(name) })
    }
  }
  return tiles
}

/** Clause: distance is hex distance over anything, ferries apart. */
export function distance(a: Hex, b: Hex): number {
  const dq = a.q - b.q
  const dr = a.r - b.r
  return Math.max(Math.abs(dq), Math.abs(dr), Math.abs(dq + dr))
}

// ---------------------------------------------------------------------------------------------------------------------
// The position

export interface Unit {
  team: string
  number: number
  skill: number
  at: string
  stepped: boolean
  /** the tile it stepped from this turn */
  cameFrom: string | null
  /** it recovers until this turn of its team, counted from 1, has ended */
  recoversUntil: number
}

export interface Team {
  name: string
  capital: string | null
  turnsBegun: number
  turnsEnded: number
  out: boolean
  /** its capital has been another team's without a break since before its present, or last, turn began */
  capitalFellBefore: boolean
  /** its own turns in a row at whose end the capital was another's */
  turnsWithoutCapital: number
}

export interface Battle {
  at: string
  attacker: string
  defender: string
  attackers: Unit[]
  defenders: Unit[]
  fallen: Unit[]
}

export interface Game {
  rules: OracleRules
  tiles: Tile[]
  teams: Team[]
  /** all units in the game, by seat, then by number */
  units: Unit[]
  /** a tile that is not a key is neutral */
  owners: Map<string, string>
  round: number
  /** whose turn it is; null while capitals are picked */
  mover: string | null
  /** the first round in which the ability may be used */
  ready: { rally: number; swarm: number }
  battle: Battle | null
  winner: string | null
}

export function newGame(rules: OracleRules): Game {
  const teams = rules.teams.map(name => ({
    name,
    capital: null,
    turnsBegun: 0,
    turnsEnded: 0,
    out: false,
    capitalFellBefore: false,
    turnsWithoutCapital: 0,
  }))
  return {
    rules,
    tiles: tilesOf(rules.map),
    teams,
    units: [],
    owners: new Map(),
    round: 0,
    mover: null,
    ready: { rally: 1, swarm: 1 },
    battle: null,
    winner: null,
  }
}

export function tileNamed(game: Game, name: string): Tile {
  const tile = game.tiles.find(candidate => candidate.name === name)
  if (tile === undefined) throw new Error(`no tile ${name}`)
  return tile
}

export function teamNamed(game: Game, name: string): Team {
  const team = game.teams.find(candidate => candidate.name === name)
  if (team === undefined) throw new Error(`no team ${name}`)
  return team
}

export const unitsOf = (game: Game, team: string): Unit[] => game.units.filter(unit => unit.team === team)

export const unitsOn = (game: Game, tile: string): Unit[] => game.units.filter(unit => unit.at === tile)

export const tileDistance = (game: Game, a: string, b: string): number =>
  distance(tileNamed(game, a).hex, tileNamed(game, b).hex)

/** Passable tiles at distance 1, in map order. */
export function neighboursOf(game: Game, name: string): string[] {
  const { hex } = tileNamed(game, name)
  return game.tiles.filter(tile => tile.passable && distance(tile.hex, hex) === 1).map(tile => tile.name)
}

export const holdsOthers = (game: Game, tile: string, team: string): boolean =>
  unitsOn(game, tile).some(unit => unit.team !== team)

/** Clause: stepping onto enemies makes a tile contested. */
export const isContested = (game: Game, tile: string): boolean =>
  new Set(unitsOn(game, tile).map(unit => unit.team)).size > 1

/** Clause: until the end of its team's next turn. */
export const isRecovering = (game: Game, unit: Unit): boolean =>
  unit.recoversUntil > teamNamed(game, unit.team).turnsEnded

/** Clause: a routed unit recovers until the end of its team's next turn, the present one not being the next. */
export function rout(game: Game, unit: Unit): void {
  unit.recoversUntil = teamNamed(game, unit.team).turnsBegun + 1
}

// ---------------------------------------------------------------------------------------------------------------------
// Owners

/** Clause: the team whose units stand on it or stood there last; a contested tile keeps its owner. */
export function settleOwner(game: Game, tile: string): void {
  const [unit] = unitsOn(game, tile)
  if (unit === undefined || isContested(game, tile)) return
  game.owners.set(tile, unit.team)
  noteCapitals(game)
}

/** A capital that is its team's own, or neutral, has to fall anew before turns count again. */
function noteCapitals(game: Game): void {
  for (const team of game.teams) {
    if (hasLostCapital(game, team)) continue
    team.capitalFellBefore = false
    team.turnsWithoutCapital = 0
  }
}

/** Clause: a capital owned by another team. */
export function hasLostCapital(game: Game, team: Team): boolean {
  const owner = team.capital === null ? undefined : game.owners.get(team.capital)
  return owner !== undefined && owner !== team.name
}

/** Clause: owned, said of the tile of an ability. */
export function owns(game: Game, team: string, ability: 'rally' | 'swarm' | 'recon' | 'training'): boolean {
  const tile = game.rules.map.abilities[ability]
  return tile !== undefined && game.owners.get(tile) === team
}

/** However a unit comes to a tile, it owns it at once, unless it is contested. */
export function put(game: Game, unit: Unit, tile: string): void {
  unit.at = tile
  settleOwner(game, tile)
}

/** Clause: its units are gone, its tiles neutral. Last team standing wins. */
export function leaveGame(game: Game, team: Team): void {
  team.out = true
  game.units = game.units.filter(unit => unit.team !== team.name)
  for (const [tile, owner] of [...game.owners]) if (owner === team.name) game.owners.delete(tile)
  noteCapitals(game)
  const standing = game.teams.filter(other => !other.out)
  if (standing.length === 1) game.winner = standing[0]!.name
}

// ---------------------------------------------------------------------------------------------------------------------
// Questions

export interface Question {
  /** a team or chance */
  who: string
  options: readonly string[]
  /** integer weights of chance's outcomes, in the order of options; null for a team */
  odds: readonly number[] | null
}

/** The game as a script: it yields what it asks and is given the answer. */
export type Script<Result = void> = Generator<Question, Result, string>

/** Clause: what has one option is not asked. */
export function* ask(who: string, options: readonly string[]): Script<string> {
  if (options.length === 0) throw new Error(`nothing to choose for ${who}`)
  if (options.length === 1) return options[0]!
  return yield { who, options, odds: null }
}
