/** A rules object compiled into flat tables, once per rule set. Tiles are numbers in map order. */
import { type Assets, assetsOf } from './assets.ts'
import { DIRECTIONS, distance, neighbour } from './hex.ts'
import { readyAt, SLOTS, sizeOf } from './layout.ts'
import { type AbilityName, exitsOf, type Tile } from './map.ts'
import { isSite, type Rules, sizesOf, UNITS_MAX } from './rules.ts'

/** Far: further than any two tiles are apart, for "nobody is near". */
export const FAR = 1 << 20

/** An ability that is used, and the tile that has it. */
interface Timed {
  readonly tile: number
  readonly swarms: boolean
  readonly range: number
  readonly cooldown: number
}

/** Where the actions of each sort begin; those that name a unit go on by its number, and by tile within. */
export interface Codes {
  readonly end: number
  /** + unit */
  readonly stay: number
  /** + unit * tiles + tile, to an adjacent tile and along a ferry */
  readonly step: number
  readonly ferry: number
  /** + ability */
  readonly rally: number
  /** + ability * SLOTS + slot */
  readonly swarm: number
  /** + unit * tiles + tile */
  readonly flee: number
  /** + unit: a routed unit goes where the rules send it. */
  readonly retreat: number
  /** + unit * tiles + tile: it goes elsewhere, with Training. */
  readonly choose: number
  /** + tile */
  readonly pick: number
  readonly count: number
}

/** Chance's outcomes: + slot, + seat. */
export const FALL = 0
export const WIN = SLOTS

export interface Tables {
  readonly rules: Rules
  readonly map: readonly Tile[]
  readonly tiles: number
  readonly names: readonly string[]
  readonly seats: number
  readonly sizes: readonly number[]
  readonly passable: Uint8Array
  /** 1 for land, where capitals may be. */
  readonly land: Uint8Array
  /** [tile * DIRECTIONS + direction] -> the passable tile there, or -1. */
  readonly near: Int32Array
  /** [a * tiles + b] -> steps as the crow flies. */
  readonly distance: Int32Array
  /**
   * Where a unit can step from tile t: exits[exitStart[t]] up to exitStart[t + 1]; adjacent tiles, ascending, then from
   * ferryStart[t] on those that only a ferry leads to.
   */
  readonly exitStart: Int32Array
  readonly ferryStart: Int32Array
  readonly exits: Int32Array
  /** Rallies, then swarms, each in map order. */
  readonly timed: readonly Timed[]
  /** Tiles with Reconnaissance and with Training. */
  readonly recon: Int32Array
  readonly training: Int32Array
  /** 1 for seats that Reconnaissance does something for. */
  readonly hasRecon: Uint8Array
  /** Where the timed abilities' words begin. */
  readonly ready: number
  readonly stateSize: number
  readonly codes: Codes
  readonly legalMax: number
  readonly assets: Assets
}

function codesOf(tiles: number, timed: number): Codes {
  let at = 0
  const take = (count: number): number => {
    at += count
    return at - count
  }
  const perUnit = UNITS_MAX * tiles
  const codes = {
    end: take(1),
    stay: take(UNITS_MAX),
    step: take(perUnit),
    ferry: take(perUnit),
    rally: take(timed),
    swarm: take(timed * SLOTS),
    flee: take(perUnit),
    retreat: take(UNITS_MAX),
    choose: take(perUnit),
    pick: take(tiles),
  }
  // Chance numbers its outcomes on their own.
  return { ...codes, count: Math.max(at, WIN + SLOTS) }
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

function tilesWith(map: readonly Tile[], ability: AbilityName): Int32Array {
  const has = ({ abilities }: Tile) => abilities.some(a => (typeof a === 'string' ? a : a.name) === ability)
  return Int32Array.from([...map.keys()].filter(tile => has(map[tile]!)))
}

function nearOf(map: readonly Tile[]): Int32Array {
  const byPlace = new Map(map.map(({ at, kind }, tile) => [at.join(), kind === 'impassable' ? -1 : tile]))
  return Int32Array.from({ length: map.length * DIRECTIONS }, (_, i) => {
    const place = neighbour(map[Math.floor(i / DIRECTIONS)]!.at, i % DIRECTIONS)
    return byPlace.get(place.join()) ?? -1
  })
}

export function compileTables(rules: Rules): Tables {
  const map = rules.map.tiles
  const tiles = map.length
  const seats = rules.team.names.length
  const exits = exitsOf(map)
  const isStep = (from: number) => (to: number) => distance(map[from]!.at, map[to]!.at) === 1
  const steps = exits.map((list, from) => list.filter(isStep(from)))
  const ferries = exits.map((list, from) => list.filter(to => !isStep(from)(to)))
  const exitStart = new Int32Array(tiles + 1)
  for (const [tile, list] of exits.entries()) exitStart[tile + 1] = exitStart[tile]! + list.length
  const timed = timedOf(rules)
  const enemies = (seats - 1) * UNITS_MAX
  const uses = timed.reduce((sum, { swarms }) => sum + (swarms ? enemies : 1), 0)
  const mostExits = Math.max(...exits.map(list => list.length))
  return {
    rules,
    map,
    tiles,
    names: map.map(({ name }) => name),
    seats,
    sizes: sizesOf(rules),
    passable: Uint8Array.from(map, ({ kind }) => (kind === 'impassable' ? 0 : 1)),
    land: Uint8Array.from(map.keys(), tile => (isSite(map, tile, []) ? 1 : 0)),
    near: nearOf(map),
    distance: Int32Array.from({ length: tiles * tiles }, (_, i) =>
      distance(map[Math.floor(i / tiles)]!.at, map[i % tiles]!.at),
    ),
    exitStart,
    ferryStart: Int32Array.from(steps, (list, tile) => exitStart[tile]! + list.length),
    exits: Int32Array.from(steps.flatMap((list, tile) => [...list, ...ferries[tile]!])),
    timed,
    recon: tilesWith(map, 'recon'),
    training: tilesWith(map, 'training'),
    hasRecon: Uint8Array.from({ length: seats }, (_, seat) => (rules.recon.off.includes(seat + 1) ? 0 : 1)),
    ready: readyAt(tiles),
    stateSize: sizeOf(tiles, timed.length),
    codes: codesOf(tiles, timed.length),
    legalMax: Math.max(tiles + 1, 1 + mostExits + uses, SLOTS),
    assets: assetsOf(rules),
  }
}
