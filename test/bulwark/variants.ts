/** Rules of Bulwark drawn at random, on maps drawn at random, each written for the engine and for the oracle. */

import { InputError } from '../../documents/index.ts'
import { exitsOf } from '../../engine/bulwark/rules/map.ts'
import { isSite, type Rules } from '../../engine/bulwark/rules/schema.ts'
import { below } from '../../engine/rng.ts'
import { RECONSTRUCTED } from '../oracle/bulwark-map.ts'
import { type GivenRules, type MapData, tilesOf } from '../oracle/bulwark-parts.ts'
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
function sitesOn({ tiles }: Rules['map'], teams: number, rng: Rng): string[] {
  const taken: number[] = []
  for (let team = 0; team < teams; team++) {
    const sites = [...tiles.keys()].filter(tile => isSite(tiles, tile, taken))
    if (sites.length > 0) taken.push(pick(rng, sites))
  }
  return taken.map(tile => tiles[tile]!.name)
}

interface Kind {
  readonly map: (rng: Rng) => MapData
  readonly teams: (rng: Rng) => number
  /** Whether figures are drawn; else they are the defaults. */
  readonly figures: boolean
  /** Matches of it for one of those on the map that ships, which take longer. */
  readonly times: number
}

export const KINDS: Readonly<Record<string, Kind>> = {
  'as it ships': { map: () => RECONSTRUCTED, teams: () => 2, figures: false, times: 1 },
  'with any figures': { map: () => RECONSTRUCTED, teams: rng => between(rng, 2, 3), figures: true, times: 1 },
  'on any map': { map: anyMap, teams: () => 2, figures: true, times: 4 },
  'of three teams on any map': { map: anyMap, teams: () => 3, figures: true, times: 4 },
}

function figuresOf(teams: number, rng: Rng): Omit<GivenRules, 'map' | 'teams'> {
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

export function drawVariant({ map, teams, figures }: Kind, rng: Rng): Variant {
  for (;;) {
    const count = teams(rng)
    const oracle: GivenRules = {
      map: map(rng),
      teams: TEAMS.slice(0, count),
      ...(figures && figuresOf(count, rng)),
    }
    const rules = rulesFor(oracle)
    if (rules === null) continue
    if (!figures || chance(rng, 70)) return { rules, oracle }
    const fixed = { ...oracle, setup: { ...oracle.setup, capitals: sitesOn(rules.map, count, rng) } }
    const fixedRules = rulesFor(fixed)
    if (fixedRules !== null) return { rules: fixedRules, oracle: fixed }
  }
}

/** Where a unit can step along a ferry alone: pairs of names, `from to`. */
export function ferriesOnly({ map }: Rules): Set<string> {
  const steps = exitsOf(map.tiles.map(tile => ({ ...tile, ferries: [] })))
  const all = exitsOf(map.tiles)
  const name = (tile: number): string => map.tiles[tile]!.name
  return new Set(
    all.flatMap((exits, from) =>
      exits.filter(to => !steps[from]!.includes(to)).map(to => `${name(from)} ${name(to)}`),
    ),
  )
}
