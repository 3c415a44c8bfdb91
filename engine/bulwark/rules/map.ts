/** Maps as data: tiles with their places, kinds, abilities and ferries, and the checks that make a map playable. */
import { z } from 'zod'

export const KINDS = ['land', 'sea', 'impassable'] as const
/** What the owner of a tile can do, by the names in map files. Ferries are a separate key. */
export const ABILITIES = ['rally', 'swarm', 'recon', 'training'] as const
export type AbilityName = (typeof ABILITIES)[number]

const TILES_MAX = 1000

const ability = z.union([
  z.enum(ABILITIES).describe('an ability with the range and cooldown of the rules'),
  z.strictObject({
    name: z.enum(ABILITIES).describe('an ability'),
    range: z
      .int()
      .min(1)
      .max(20)
      .describe('tiles that it reaches, instead of the value in the rules')
      .optional(),
    cooldown: z
      .int()
      .min(1)
      .max(1000)
      .describe('rounds until it is usable again, instead of the value in the rules')
      .optional(),
  }),
])

const tile = z.strictObject({
  name: z
    .string()
    .min(1)
    .max(60)
    .refine(
      name => !/^\s|\s$|[\n\r]/.test(name),
      "a tile's name starts or ends with a space, or has a line break, expected neither",
    )
    .describe('what decisions and reports call the tile'),
  at: z.array(z.int().min(-500).max(500)).length(2).describe('axial coordinates [q, r]'),
  kind: z
    .enum(KINDS)
    .describe('capitals are on land, unless the rules say otherwise; no unit enters an impassable tile')
    .default('land'),
  abilities: z.array(ability).max(ABILITIES.length).describe('what its owner can do').default([]),
  ferries: z
    .array(z.string())
    .max(20)
    .describe('names of tiles that units can also step to from here, one-way')
    .default([]),
})

export type Tile = z.output<typeof tile>

type Complain = (path: (string | number)[], message: string) => void

function checkPlaces(tiles: readonly Tile[], complain: Complain): void {
  const names = new Set<string>()
  const places = new Map<string, string>()
  for (const [i, { name, at }] of tiles.entries()) {
    if (names.has(name))
      complain(['tiles', i, 'name'], `two tiles are called ${name}, expected different names`)
    names.add(name)
    const other = places.get(at.join())
    if (other !== undefined)
      complain(
        ['tiles', i, 'at'],
        `${name} lies on ${other} at [${at.join(', ')}], expected a place of its own`,
      )
    places.set(at.join(), name)
  }
}

function checkAbilities(tiles: readonly Tile[], complain: Complain): void {
  for (const [i, { name, kind, abilities }] of tiles.entries()) {
    const seen = new Set<AbilityName>()
    for (const [a, given] of abilities.entries()) {
      const path = ['tiles', i, 'abilities', a]
      const { name: what, ...figures } = typeof given === 'string' ? { name: given } : given
      if (kind === 'impassable') complain(path, `${name} is impassable, so no team can ever own its ${what}`)
      if (seen.has(what)) complain(path, `${name} has ${what} twice, expected it once`)
      seen.add(what)
      const timed = what === 'rally' || what === 'swarm'
      if (!timed && Object.keys(figures).length > 0)
        complain(path, `${what} has neither a range nor a cooldown, expected just its name`)
    }
  }
}

function checkFerries(tiles: readonly Tile[], complain: Complain): void {
  const kinds = new Map(tiles.map(({ name, kind }) => [name, kind]))
  for (const [i, { name, kind, ferries }] of tiles.entries())
    for (const [f, target] of ferries.entries()) {
      const path = ['tiles', i, 'ferries', f]
      if (kind === 'impassable') complain(path, `${name} is impassable, so no ferry can start there`)
      if (!kinds.has(target)) complain(path, `no tile is called ${JSON.stringify(target)}`)
      else if (kinds.get(target) === 'impassable')
        complain(path, `${target} is impassable, expected land or sea`)
      else if (target === name) complain(path, `a ferry from ${name} to itself, expected another tile`)
      else if (ferries.indexOf(target) < f) complain(path, `a second ferry to ${target}, expected one`)
    }
}

/** Whether a unit on an adjacent tile can step to it; a sea only where the rules let units enter seas on foot. */
const isWalkable = ({ kind }: Tile, seas: boolean): boolean => kind === 'land' || (kind === 'sea' && seas)

/** A tile's exits: those to walk to, and those that only a ferry leads to, both ascending. */
export interface Exits {
  readonly steps: readonly number[]
  readonly ferries: readonly number[]
}

/** By tile: where a unit can step from it; nowhere from an impassable tile. `seas` says whether seas are entered on foot. */
export function exitsOf(tiles: readonly Tile[], seas: boolean): Exits[] {
  const all = [...tiles.keys()]
  return tiles.map(({ at, kind, ferries }) => {
    if (kind === 'impassable') return { steps: [], ferries: [] }
    const steps = all.filter(i => isWalkable(tiles[i]!, seas) && distance(at, tiles[i]!.at) === 1)
    return { steps, ferries: all.filter(i => ferries.includes(tiles[i]!.name) && !steps.includes(i)) }
  })
}

/** Includes the tile itself. */
function reached(from: number, next: readonly (readonly number[])[]): Set<number> {
  const found = new Set([from])
  for (const at of found) for (const to of next[at]!) found.add(to)
  return found
}

interface Lost {
  readonly tile: number
  readonly message: string
}

/** A passable tile that does not reach every other, or is not reached, with what is wrong; undefined if there is none. */
export function lostTile(tiles: readonly Tile[], seas: boolean): Lost | undefined {
  const passable = [...tiles.keys()].filter(i => tiles[i]!.kind !== 'impassable')
  const [first] = passable
  if (first === undefined) return undefined
  const exits = exitsOf(tiles, seas).map(({ steps, ferries }) => [...steps, ...ferries])
  const entries = tiles.map((): number[] => [])
  for (const [from, list] of exits.entries()) for (const to of list) entries[to]!.push(from)
  const directions = [
    {
      found: reached(first, exits),
      way: (name: string) => `no way leads to ${name} from ${tiles[first]!.name}`,
    },
    {
      found: reached(first, entries),
      way: (name: string) => `no way leads from ${name} to ${tiles[first]!.name}`,
    },
  ]
  for (const { found, way } of directions) {
    const tile = passable.find(i => !found.has(i))
    if (tile === undefined) continue
    const message = `${way(tiles[tile]!.name)}, but units must be able to go from every passable tile to every other`
    return { tile, message }
  }
  return undefined
}

/** Every passable tile must reach every other, or units would get stuck. */
function checkWays(tiles: readonly Tile[], complain: Complain): void {
  if (tiles.every(({ kind }) => kind === 'impassable')) {
    complain(['tiles'], 'no tile is passable, expected some land')
    return
  }
  const lost = lostTile(tiles, true)
  if (lost !== undefined) complain(['tiles', lost.tile], lost.message)
}

/** A map on its own: what the file at the rules' key `map` holds. */
export const mapSchema = z
  .strictObject({
    name: z.string().min(1).max(60).describe('what reports call the map'),
    tiles: z
      .array(tile)
      .min(2)
      .max(TILES_MAX)
      .describe('all tiles; their order is the map order, which breaks ties'),
  })
  .superRefine(({ tiles }, context) => {
    const complain: Complain = (path, message) => context.addIssue({ code: 'custom', path, message })
    checkPlaces(tiles, complain)
    checkAbilities(tiles, complain)
    checkFerries(tiles, complain)
    checkWays(tiles, complain)
  })

export type GameMap = z.output<typeof mapSchema>

/** A place of the grid: [q, r]. */
export type Hex = readonly number[]

/** The six directions in circular order. */
export const STEPS: readonly Hex[] = [
  [1, 0],
  [1, -1],
  [0, -1],
  [-1, 0],
  [-1, 1],
  [0, 1],
]
export const DIRECTIONS = STEPS.length

export function distance(a: Hex, b: Hex): number {
  const q = a[0]! - b[0]!
  const r = a[1]! - b[1]!
  return (Math.abs(q) + Math.abs(r) + Math.abs(q + r)) / 2
}

export function neighbour(at: Hex, direction: number): Hex {
  const [q, r] = STEPS[direction]!
  return [at[0]! + q!, at[1]! + r!]
}
