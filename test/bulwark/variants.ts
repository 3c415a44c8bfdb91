/** Rules of Bulwark drawn at random, on maps drawn at random, each written for the engine and for the oracle. */

import { InputError } from '../../documents/index.ts'
import { exitsOf } from '../../engine/bulwark/rules/map.ts'
import { isSite, type Rules } from '../../engine/bulwark/rules/schema.ts'
import { below } from '../../engine/rng.ts'
import { RECONSTRUCTED } from '../oracle/bulwark-map.ts'
import { type GivenRules, type MapData, type Readings, tilesOf } from '../oracle/bulwark-parts.ts'
import { type Patch, rulesOf } from './load.ts'

export interface Variant {
  readonly rules: Rules
  readonly oracle: GivenRules
}

type Rng = Int32Array

export const chance = (rng: Rng, percent: number): boolean => below(rng, 100) < percent

export function pick<T>(rng: Rng, list: readonly T[]): T {
  return list[below(rng, list.length)]!
}

const between = (rng: Rng, low: number, high: number): number => low + below(rng, high - low + 1)

/** A few figures that matter, and any. */
function factor(rng: Rng): number {
  return chance(rng, 60) ? pick(rng, [0.5, 1, 1.2, 2]) : between(rng, 1, 100) / 10
}

const ABILITIES = ['rally', 'swarm', 'recon', 'training'] as const
const TEAMS = ['red', 'blue', 'green'] as const

/** A small map with holes, rocks, seas and ferries, where abilities lie anywhere; it may be refused. */
function anyMap(rng: Rng): MapData {
  const rows = between(rng, 2, 4)
  const columns = between(rng, 2, 5)
  const names = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_, column) => (chance(rng, 8) ? null : `${'abcde'[row]}${column}`)),
  )
  const all = names.flat().filter(name => name !== null)
  const impassable = all.filter(() => chance(rng, 12))
  const open = all.filter(name => !impassable.includes(name))
  if (open.length === 0) return anyMap(rng)
  const seas = open.filter(() => chance(rng, 12))
  const ferries: Record<string, string[]> = {}
  for (let i = below(rng, 4); i > 0; i--) {
    const from = pick(rng, open)
    const to = pick(rng, open)
    if (from !== to) ferries[from] = [...new Set([...(ferries[from] ?? []), to])]
  }
  const given = ABILITIES.filter(() => chance(rng, 90))
  const abilities = Object.fromEntries(given.map(ability => [ability, pick(rng, open)]))
  return { rows: names, impassable, seas, ferries, abilities }
}

/** The same map as the engine's own kind of file. */
function mapFileOf(map: MapData): object {
  const tiles = tilesOf(map).map(({ name, hex, passable, sea }) => ({
    name,
    at: [hex.q, hex.r],
    kind: passable ? (sea ? 'sea' : 'land') : 'impassable',
    abilities: ABILITIES.filter(ability => map.abilities[ability] === name),
    ferries: [...(map.ferries[name] ?? [])],
  }))
  return { name: 'any', tiles }
}

/** Sites for capitals on a map of the engine's, one a team, or fewer where there is no room. */
function sitesOn(rules: Rules, teams: number, rng: Rng): string[] {
  const { tiles } = rules.map
  const taken: number[] = []
  for (let team = 0; team < teams; team++) {
    const sites = [...tiles.keys()].filter(tile => isSite(rules, tile, taken))
    if (sites.length > 0) taken.push(pick(rng, sites))
  }
  return taken.map(tile => tiles[tile]!.name)
}

/** What variants of one sort are drawn from. */
export interface Kind {
  readonly map: (rng: Rng) => MapData
  readonly teams: (rng: Rng) => number
  /** Whether figures are drawn; else they are the defaults. */
  readonly figures: boolean
  /** Percent of readings that are not the default. */
  readonly readings: number
  /** Matches of it for one of those on the map that ships, which take longer. */
  readonly times: number
}

export const KINDS: Readonly<Record<string, Kind>> = {
  'as it ships': { map: () => RECONSTRUCTED, teams: () => 2, figures: false, readings: 0, times: 1 },
  'with any figures': {
    map: () => RECONSTRUCTED,
    teams: rng => between(rng, 2, 3),
    figures: true,
    readings: 0,
    times: 1,
  },
  'with other readings': {
    map: () => RECONSTRUCTED,
    teams: rng => between(rng, 2, 3),
    figures: false,
    readings: 15,
    times: 1,
  },
  'on any map': { map: anyMap, teams: () => 2, figures: true, readings: 0, times: 4 },
  'on any map, with other readings': { map: anyMap, teams: () => 2, figures: true, readings: 30, times: 4 },
  'of three teams on any map': { map: anyMap, teams: () => 3, figures: true, readings: 0, times: 4 },
  'of three teams on any map, with other readings': {
    map: anyMap,
    teams: () => 3,
    figures: true,
    readings: 30,
    times: 4,
  },
}

type Figures = Omit<GivenRules, 'map' | 'teams'>

function figuresOf(teams: number, rng: Rng): Figures {
  const sizes = TEAMS.slice(0, teams).map(() => between(rng, 4, 8))
  return {
    team: { size: chance(rng, 50) ? sizes[0]! : sizes },
    setup: { pick: TEAMS[below(rng, teams)]!, move: TEAMS[below(rng, teams)]! },
    rally: { cooldown: between(rng, 1, 4) },
    swarm: { cooldown: between(rng, 1, 4) },
    battle: {
      exponent: chance(rng, 60) ? pick(rng, [0, 1, 1.5, 2, 5]) : between(rng, 0, 50) / 10,
      recon: factor(rng),
      home: factor(rng),
    },
    skills: chance(rng, 50) ? null : TEAMS.slice(0, teams).map(() => [factor(rng), factor(rng)]),
    recon: { off: TEAMS.slice(0, teams).filter(() => chance(rng, 20)) },
    capital: { turns: between(rng, 1, 4) },
    limits: { turns: between(rng, 3, 40) },
  }
}

/** Every other reading, by the key that turns to it, beside the default. */
export const READINGS: Readonly<{
  [Part in keyof Readings]: { readonly [Key in keyof Readings[Part]]: readonly Readings[Part][Key][] }
}> = {
  setup: { apart: [1, 3], sea: [true] },
  rally: { contested: [true], recovering: [true], unit: [true], step: [true], targets: ['all'] },
  swarm: {
    contested: [true],
    recovering: [true],
    owner: [false],
    targets: ['friends', 'all'],
    ownTile: [true],
    chooser: ['user'],
    routs: [true],
  },
  cooldown: { turns: ['all'], useTurn: [false] },
  training: { units: ['tile'], swarm: [true] },
  battle: { when: ['entry'] },
  retreat: { winners: ['recover', 'none'], blocked: ['adjacent', 'anywhere'] },
  recovery: { turns: ['all'] },
  capture: { when: ['end'], routed: [false], swarmed: [false] },
  sea: { onFoot: [false] },
  capital: { count: ['captor', 'all'], occupied: [true] },
}

/** Readings with each key changed from its default in this percentage of cases. */
function readingsOf(rng: Rng, percent: number): Record<string, Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(READINGS).map(([part, keys]) => [
      part,
      Object.fromEntries(
        Object.entries(keys).flatMap(([key, others]) =>
          chance(rng, percent) ? [[key, pick<unknown>(rng, others)]] : [],
        ),
      ),
    ]),
  )
}

/** Figures with readings, part by part. */
function merged(figures: Figures, readings: Record<string, Record<string, unknown>>): Figures {
  const given = figures as Record<string, unknown>
  const parts = Object.entries(readings).map(([part, keys]) => [
    part,
    { ...(given[part] as object), ...keys },
  ])
  return { ...figures, ...Object.fromEntries(parts) } as Figures
}

/** The engine's rules document for the oracle's: teams by number instead of by name, and a map file. */
function patchOf({ map, teams, setup, skills, recon, ...same }: GivenRules): Patch {
  const number = (team: string): number => teams.indexOf(team) + 1
  return {
    ...same,
    team: { names: teams, ...same.team },
    setup: {
      ...(setup?.pick !== undefined && { pick: number(setup.pick) }),
      ...(setup?.move !== undefined && { move: number(setup.move) }),
      ...(setup?.capitals && { capitals: setup.capitals }),
      ...(setup?.apart !== undefined && { apart: setup.apart }),
      ...(setup?.sea !== undefined && { sea: setup.sea }),
    },
    ...(skills && { skills }),
    recon: { off: (recon?.off ?? []).map(number) },
    ...(map !== RECONSTRUCTED && { map: mapFileOf(map) }),
  }
}

/** Null for a map that the engine refuses. */
function rulesFor(oracle: GivenRules): Rules | null {
  try {
    return rulesOf(patchOf(oracle))
  } catch (error) {
    if (error instanceof InputError) return null
    throw error
  }
}

export function drawVariant({ map, teams, figures, readings }: Kind, rng: Rng): Variant {
  for (;;) {
    const count = teams(rng)
    const oracle: GivenRules = {
      map: map(rng),
      teams: TEAMS.slice(0, count),
      ...merged(figures ? figuresOf(count, rng) : {}, readings > 0 ? readingsOf(rng, readings) : {}),
    }
    const rules = rulesFor(oracle)
    if (rules === null) continue
    if (!figures || chance(rng, 70)) return { rules, oracle }
    const fixed = { ...oracle, setup: { ...oracle.setup, capitals: sitesOn(rules, count, rng) } }
    const fixedRules = rulesFor(fixed)
    if (fixedRules !== null) return { rules: fixedRules, oracle: fixed }
  }
}

/** Where a unit can step along a ferry alone: pairs of names, `from to`. */
export function ferriesOnly({ map, sea }: Rules): Set<string> {
  const name = (tile: number): string => map.tiles[tile]!.name
  return new Set(
    exitsOf(map.tiles, sea.onFoot).flatMap(({ ferries }, from) =>
      ferries.map(to => `${name(from)} ${name(to)}`),
    ),
  )
}
