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
  setup?: { pick?: string; move?: string; capitals?: readonly string[] | null; apart?: number; sea?: boolean }
  rally?: { cooldown?: number } & Partial<Readings['rally']>
  swarm?: { cooldown?: number } & Partial<Readings['swarm']>
  cooldown?: Partial<Readings['cooldown']>
  training?: Partial<Readings['training']>
  retreat?: Partial<Readings['retreat']>
  recovery?: Partial<Readings['recovery']>
  capture?: Partial<Readings['capture']>
  sea?: Partial<Readings['sea']>
  battle?: { when?: 'end' | 'entry'; model?: string; exponent?: number; recon?: number; home?: number }
  /** for each seat the skill of each of its units, by number */
  skills?: readonly (readonly number[])[] | null
  /** seats for which Reconnaissance is switched off */
  recon?: { off?: readonly string[] }
  capital?: { turns?: number } & Partial<Readings['capital']>
  limits?: { turns?: number }
}

/** Where the source can be read in more than one way: the reading that is played. */
export interface Readings {
  setup: { apart: number; sea: boolean }
  rally: {
    contested: boolean
    recovering: boolean
    unit: boolean
    step: boolean
    targets: 'friends' | 'all'
  }
  swarm: {
    contested: boolean
    recovering: boolean
    owner: boolean
    targets: 'enemies' | 'friends' | 'all'
    ownTile: boolean
    chooser: 'target' | 'user'
    routs: boolean
  }
  cooldown: { turns: 'own' | 'all'; useTurn: boolean }
  training: { units: 'owner' | 'tile'; swarm: boolean }
  battle: { when: 'end' | 'entry' }
  retreat: { winners: 'retreat' | 'recover' | 'none'; blocked: 'beside' | 'adjacent' | 'anywhere' }
  recovery: { turns: 'own' | 'all' }
  capture: { when: 'entry' | 'end'; routed: boolean; swarmed: boolean }
  sea: { onFoot: boolean }
  capital: { count: 'own' | 'captor' | 'all'; occupied: boolean }
}

/** The readings of the ruling, with those that a caller changes. */
function readReadings(given: GivenRules): Readings {
  return {
    setup: { apart: given.setup?.apart ?? 2, sea: given.setup?.sea ?? false },
    rally: {
      contested: false,
      recovering: false,
      unit: false,
      step: false,
      targets: 'friends',
      ...given.rally,
    },
    swarm: {
      contested: false,
      recovering: false,
      owner: true,
      targets: 'enemies',
      ownTile: false,
      chooser: 'target',
      routs: false,
      ...given.swarm,
    },
    cooldown: { turns: 'own', useTurn: true, ...given.cooldown },
    training: { units: 'owner', swarm: false, ...given.training },
    battle: { when: given.battle?.when ?? 'end' },
    retreat: { winners: 'retreat', blocked: 'beside', ...given.retreat },
    recovery: { turns: 'own', ...given.recovery },
    capture: { when: 'entry', routed: true, swarmed: true, ...given.capture },
    sea: { onFoot: true, ...given.sea },
    capital: { count: 'own', occupied: false, ...given.capital },
  }
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
  reads: Readings
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
    reads: readReadings(given),
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
  /** it recovers until this turn of its team (or, by recovery.turns all, of the match), counted from 1, has ended */
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
  /** turns of all teams that have begun, and ended */
  turnsBegun: number
  turnsEnded: number
  /** whose turn it is; null while capitals are picked */
  mover: string | null
  /** the first round (or turn, by cooldown.turns all) in which the ability may be used */
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
    turnsBegun: 0,
    turnsEnded: 0,
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

/** Whether a unit may come to a tile on foot: it is passable and, by another reading, not a sea. */
export const isOpenOnFoot = (game: Game, tile: Tile): boolean =>
  tile.passable && (game.rules.reads.sea.onFoot || !tile.sea)

/** Tiles at distance 1 to walk to, in map order. */
export function neighboursOf(game: Game, name: string): string[] {
  const { hex } = tileNamed(game, name)
  return game.tiles
    .filter(tile => isOpenOnFoot(game, tile) && distance(tile.hex, hex) === 1)
    .map(tile => tile.name)
}

export const holdsOthers = (game: Game, tile: string, team: string): boolean =>
  unitsOn(game, tile).some(unit => unit.team !== team)

/** Clause: stepping onto enemies makes a tile contested. */
export const isContested = (game: Game, tile: string): boolean =>
  new Set(unitsOn(game, tile).map(unit => unit.team)).size > 1

/** Whose turns recovery counts: the unit's team's or, by another reading, those of the whole match. */
const counterOf = (game: Game, unit: Unit): { turnsBegun: number; turnsEnded: number } =>
  game.rules.reads.recovery.turns === 'all' ? game : teamNamed(game, unit.team)

/** Clause: until the end of its team's next turn. */
export const isRecovering = (game: Game, unit: Unit): boolean =>
  unit.recoversUntil > counterOf(game, unit).turnsEnded

/** Clause: a routed unit recovers until the end of its team's next turn, the present one not being the next. */
export function rout(game: Game, unit: Unit): void {
  unit.recoversUntil = counterOf(game, unit).turnsBegun + 1
}

/** What cooldowns count: rounds or, by another reading, turns; each round then has one for every seat, also one that is out. */
export function timeNow(game: Game): number {
  const { teams, move, reads } = game.rules
  if (reads.cooldown.turns === 'own') return game.round
  const order = [...teams.slice(teams.indexOf(move)), ...teams.slice(0, teams.indexOf(move))]
  return teams.length * (game.round - 1) + order.indexOf(game.mover!) + 1
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

/** However a unit comes to a tile, it owns it at once, unless it is contested; or unless another reading says otherwise. */
export function put(
  game: Game,
  unit: Unit,
  tile: string,
  by: 'itself' | 'routed' | 'swarmed' = 'itself',
): void {
  const { capture } = game.rules.reads
  unit.at = tile
  if (capture.when === 'entry' && (by === 'itself' || capture[by])) settleOwner(game, tile)
}

/** Another reading: at the end of a turn its team's units take the tiles they stand on, those that were routed or not. */
export function takeAtEnd(game: Game, team: string): void {
  const { capture } = game.rules.reads
  if (capture.when === 'entry') return
  for (const unit of unitsOf(game, team))
    if (capture.routed || !isRecovering(game, unit)) settleOwner(game, unit.at)
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
