/** A rules object compiled into flat tables, once for each rule set. Tiles are numbers in map order. */
import { type Extent, extentOf, requireRoom, SLOTS, TEAM_SLOTS } from '../state/layout.ts'
import { type Codes, codesOf } from './actions.ts'
import { type Assets, assetsOf } from './assets.ts'
import { type BattleOdds, compileOdds } from './battle-odds.ts'
import type { Rules } from './keys.ts'
import { type AbilityName, DIRECTIONS, distance, type Exits, exitsOf, neighbour, type Tile } from './map.ts'
import { isSite, sizesOf } from './schema.ts'

/** Where the tables name no tile or no direction. */
export const NONE = -1

/** An ability with a cooldown, and the tile that has it. */
export interface Timed {
  readonly tile: number
  readonly swarms: boolean
  readonly range: number
  readonly cooldown: number
}

export interface Tables extends Extent {
  readonly rules: Rules
  readonly map: readonly Tile[]
  readonly tiles: number
  readonly names: readonly string[]
  readonly seats: number
  readonly sizes: readonly number[]
  readonly passable: Uint8Array
  /** Tiles that can have an owner: all but impassable ones. */
  readonly ownable: Int32Array
  /** 1 where capitals may be. */
  readonly sites: Uint8Array
  /** [tile * DIRECTIONS + direction] -> the tile there that a unit can go to on foot, or NONE. */
  readonly near: Int32Array
  /** 1 for tiles that units can go to on foot. */
  readonly walkable: Uint8Array
  /** [a * tiles + b] -> the direction of b from a where they are adjacent and passable, else NONE. */
  readonly directions: Int32Array
  /** [a * tiles + b] -> steps as the crow flies. */
  readonly distance: Int32Array
  readonly furthest: number
  /**
   * Where a unit can step from tile t: exits[exitStart[t]] up to exitStart[t + 1]; adjacent tiles, ascending, then from
   * ferryStart[t] on those that only a ferry leads to.
   */
  readonly exitStart: Int32Array
  readonly ferryStart: Int32Array
  readonly exits: Int32Array
  /** Rallies, then swarms, each in map order; the first `rallies` are rallies. */
  readonly timed: readonly Timed[]
  readonly rallies: number
  /** The same by ability, flat. */
  readonly timedTile: Int32Array
  readonly timedCooldown: Int32Array
  /** [ability * tiles + tile] -> 1 if the ability reaches units on the tile. */
  readonly timedReach: Uint8Array
  /** Tiles with Reconnaissance and with Training. */
  readonly recon: Int32Array
  readonly training: Int32Array
  /** 1 for seats that profit from Reconnaissance. */
  readonly reconCounts: Uint8Array
  /** Turns left to a team that holds its capital: the one in which it falls, and those that are counted. */
  readonly turnsLeft: number
  readonly odds: BattleOdds
  readonly codes: Codes
  readonly legalMax: number
  readonly assets: Assets
}

function timedOf(rules: Rules): Timed[] {
  const found = rules.map.tiles.flatMap(({ abilities }, tile) =>
    abilities.flatMap((given): Timed[] => {
      const { name, range, cooldown } =
        typeof given === 'string' ? { name: given, range: undefined, cooldown: undefined } : given
      if (name !== 'rally' && name !== 'swarm') return []
      const usual = rules[name]
      return [
        {
          tile,
          swarms: name === 'swarm',
          range: range ?? usual.range,
          cooldown: cooldown ?? usual.cooldown,
        },
      ]
    }),
  )
  return [...found.filter(one => !one.swarms), ...found.filter(one => one.swarms)]
}

/** Units on its own tile are out of an ability's reach, unless the rules say otherwise of Bee Swarm. */
function reachOf({ map, swarm }: Rules, timed: readonly Timed[], distance: Int32Array): Uint8Array {
  const tiles = map.tiles.length
  const timedReach = new Uint8Array(timed.length * tiles)
  for (const [k, { range, swarms, tile: from }] of timed.entries())
    for (let tile = 0; tile < tiles; tile++) {
      const steps = distance[from * tiles + tile]!
      const reaches = steps === 0 ? swarms && swarm.ownTile : steps <= range
      timedReach[k * tiles + tile] = reaches ? 1 : 0
    }
  return timedReach
}

function tilesWith(map: readonly Tile[], ability: AbilityName): Int32Array {
  const has = ({ abilities }: Tile) => abilities.some(a => (typeof a === 'string' ? a : a.name) === ability)
  return Int32Array.from([...map.keys()].filter(tile => has(map[tile]!)))
}

/** [tile * DIRECTIONS + direction] -> the tile there if it is open, or NONE. */
function nearOf(map: readonly Tile[], open: Uint8Array): Int32Array {
  const byPlace = new Map(map.map(({ at }, tile) => [at.join(), open[tile] === 0 ? NONE : tile]))
  return Int32Array.from({ length: map.length * DIRECTIONS }, (_, i) => {
    const place = neighbour(map[Math.floor(i / DIRECTIONS)]!.at, i % DIRECTIONS)
    return byPlace.get(place.join()) ?? NONE
  })
}

function directionsOf(tiles: number, near: Int32Array): Int32Array {
  const table = new Int32Array(tiles * tiles).fill(NONE)
  for (let tile = 0; tile < tiles; tile++)
    for (let d = 0; d < DIRECTIONS; d++) {
      const to = near[tile * DIRECTIONS + d]!
      if (to !== NONE) table[tile * tiles + to] = d
    }
  return table
}

type Distances = Pick<Tables, 'passable' | 'walkable' | 'near' | 'directions' | 'distance' | 'furthest'>

function distancesOf(map: readonly Tile[], seas: boolean): Distances {
  const tiles = map.length
  const passable = Uint8Array.from(map, ({ kind }) => (kind === 'impassable' ? 0 : 1))
  const walkable = Uint8Array.from(map, ({ kind }) => (kind === 'land' || (kind === 'sea' && seas) ? 1 : 0))
  const table = Int32Array.from({ length: tiles * tiles }, (_, i) =>
    distance(map[Math.floor(i / tiles)]!.at, map[i % tiles]!.at),
  )
  return {
    passable,
    walkable,
    near: nearOf(map, walkable),
    directions: directionsOf(tiles, nearOf(map, passable)),
    distance: table,
    furthest: table.reduce((most, steps) => Math.max(most, steps), 0),
  }
}

type ExitTables = Pick<Tables, 'exitStart' | 'ferryStart' | 'exits'>

function exitTables(exits: readonly Exits[]): ExitTables {
  const exitStart = new Int32Array(exits.length + 1)
  for (const [tile, { steps, ferries }] of exits.entries())
    exitStart[tile + 1] = exitStart[tile]! + steps.length + ferries.length
  return {
    exitStart,
    ferryStart: Int32Array.from(exits, ({ steps }, tile) => exitStart[tile]! + steps.length),
    exits: Int32Array.from(exits.flatMap(({ steps, ferries }) => [...steps, ...ferries])),
  }
}

function legalMaxOf(
  { map, swarm }: Rules,
  seats: number,
  timed: readonly Timed[],
  exits: readonly Exits[],
): number {
  const targets = (swarm.targets === 'enemies' ? seats - 1 : seats) * TEAM_SLOTS
  const uses = timed.reduce((sum, { swarms }) => sum + (swarms ? targets : 1), 0)
  const mostExits = Math.max(...exits.map(({ steps, ferries }) => steps.length + ferries.length))
  // A retreat, a flight with Training or a capital on any tile; an answer; a unit that falls.
  return Math.max(map.tiles.length + 1, 1 + mostExits + uses, SLOTS)
}

/** Compiles validated rules, the map read into them. Throws a RangeError if they do not fit into a state. */
export function compileTables(rules: Rules): Tables {
  const map = rules.map.tiles
  const tiles = map.length
  const seats = rules.team.names.length
  const sizes = sizesOf(rules)
  requireRoom(sizes)
  const timed = timedOf(rules)
  const exits = exitsOf(map, rules.sea.onFoot)
  const distances = distancesOf(map, rules.sea.onFoot)
  return {
    rules,
    map,
    tiles,
    names: map.map(({ name }) => name),
    seats,
    sizes,
    ownable: Int32Array.from(map.keys()).filter(tile => map[tile]!.kind !== 'impassable'),
    sites: Uint8Array.from(map.keys(), tile => (isSite(rules, tile, []) ? 1 : 0)),
    ...distances,
    ...exitTables(exits),
    timed,
    rallies: timed.filter(({ swarms }) => !swarms).length,
    timedTile: Int32Array.from(timed, ({ tile }) => tile),
    timedReach: reachOf(rules, timed, distances.distance),
    timedCooldown: Int32Array.from(timed, ({ cooldown }) => cooldown),
    recon: tilesWith(map, 'recon'),
    training: tilesWith(map, 'training'),
    reconCounts: Uint8Array.from({ length: seats }, (_, seat) =>
      rules.recon.off.includes(seat + 1) ? 0 : 1,
    ),
    turnsLeft: rules.capital.turns + 2,
    odds: compileOdds(rules, sizes),
    ...extentOf(seats, tiles, timed.length, rules.battle.when === 'entry'),
    codes: codesOf(tiles, timed.length),
    legalMax: legalMaxOf(rules, seats, timed, exits),
    assets: assetsOf(rules),
  }
}
