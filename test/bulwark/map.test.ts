/** The shipped map agrees with every fact in the designers' text; unplayable maps are refused. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { listKeys, parseDocument } from '../../documents/index.ts'
import { distance, exitsOf, neighbour, STEPS, type Tile } from '../../engine/bulwark/rules/map.ts'
import { ROOT } from '../../engine/package.ts'
import { findGame, readRuleset, resolveRules } from '../../engine/registry/index.ts'
import { gameOf, rulesOf } from './load.ts'
import { BULWARK_MAPS } from './maps.ts'
import { Match } from './scenario.ts'

const { tiles } = rulesOf().map
const named = (name: string): Tile => tiles.find(tile => tile.name === name)!
const adjacent = (a: string, b: string): boolean => distance(named(a).at, named(b).at) === 1
const namesOf = (kind: string): string[] => tiles.filter(tile => tile.kind === kind).map(({ name }) => name)

describe('the shipped map', () => {
  it('has all thirty tiles of the text by name, doubles numbered', () => {
    expect(tiles.map(({ name }) => name).sort()).toEqual(
      [
        'Golden Empire Camp',
        'Mountainside Bell',
        'Northern Sea',
        'Oceanside Mountain Path',
        'Sword In The Stone',
        "Angler's Commune",
        'Forge',
        "Beekeeper's",
        'Bakery',
        'Southern Shore',
        'Southern Sea',
        'Quarry',
        'Island 1',
        'Decrepit Farm',
        'Mountain',
        'Obelisk',
        'Decrepit Hut Near The Ruins',
        'Soap Shop',
        'Cliff Windmill',
        'Rocky Archways',
        'Intersection w/ Signpost',
        'Island 2',
        'Graveyard',
        'Church',
        'Lighthouse Waterfall',
        "Farmer's House",
        'FFA Arena',
        'Town 1',
        'Town 2',
        'Town 3',
      ].sort(),
    )
  })

  it('makes two islands, a mountain and three towns impassable', () => {
    expect(namesOf('impassable').sort()).toEqual([
      'Island 1',
      'Island 2',
      'Mountain',
      'Town 1',
      'Town 2',
      'Town 3',
    ])
  })

  it('has two seas and twenty-two other passable tiles', () => {
    expect(namesOf('sea')).toEqual(['Northern Sea', 'Southern Sea'])
    expect(namesOf('land')).toHaveLength(22)
  })

  it('puts FFA Arena, Graveyard and an Island on one straight line, one after the other', () => {
    const [arena, grave] = [named('FFA Arena'), named('Graveyard')]
    const direction = STEPS.findIndex((_, d) => String(neighbour(arena.at, d)) === String(grave.at))
    expect(direction).toBeGreaterThanOrEqual(0)
    const beyond = String(neighbour(grave.at, direction))
    expect(tiles.find(({ at }) => String(at) === beyond)?.name).toMatch(/^Island/)
  })

  it('lets just Church and Cliff Windmill lie beside both that Graveyard and that Island', () => {
    const both = tiles.filter(({ name }) => adjacent(name, 'Graveyard') && adjacent(name, 'Island 2'))
    expect(both.map(({ name }) => name)).toEqual(['Church', 'Cliff Windmill'])
  })

  it("runs ferries from Angler's Commune to both seas, from Southern Shore and Farmer's House to one", () => {
    const ferries = tiles
      .filter(tile => tile.ferries.length > 0)
      .map(({ name, ferries }) => [name, ...ferries])
    expect(ferries).toEqual([
      ["Angler's Commune", 'Northern Sea', 'Southern Sea'],
      ["Farmer's House", 'Northern Sea'],
      ['Southern Shore', 'Southern Sea'],
    ])
  })

  it('puts no ferry beside its sea', () => {
    for (const { name, ferries } of tiles)
      for (const sea of ferries) expect(adjacent(name, sea), `${name}, ${sea}`).toBe(false)
  })

  it('gives Rally, Bee Swarm, Reconnaissance and Training to the tiles that the text names', () => {
    const abilities = tiles.flatMap(({ name, abilities }) => abilities.map(ability => [ability, name]))
    expect(abilities.sort()).toEqual([
      ['rally', 'Mountainside Bell'],
      ['recon', 'Lighthouse Waterfall'],
      ['swarm', "Beekeeper's"],
      ['training', 'FFA Arena'],
    ])
  })

  it('lets every passable tile reach every other, also without ferries', () => {
    const walks = exitsOf(tiles, true)
    const found = new Set([1])
    for (const at of found) for (const to of walks[at]!.steps) found.add(to)
    expect(found.size).toBe(24)
  })

  it('lies in five rows of six, odd rows half a tile to the right, listed in reading order', () => {
    expect(tiles.map(({ at }) => at)).toEqual(
      Array.from({ length: 30 }, (_, i) => [(i % 6) - Math.floor(Math.floor(i / 6) / 2), Math.floor(i / 6)]),
    )
  })
})

describe("a designer's own map", () => {
  const folder = mkdtempSync(join(tmpdir(), 'evenhand-bulwark-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const module = findGame('bulwark')
  const write = (file: string, text: string) => writeFileSync(join(folder, file), text)
  const rulesFrom = (file: string) => resolveRules(module, readRuleset(module, join(folder, file), '.'), [])
  const ISLE =
    'name: isle\ntiles:\n  - { name: a, at: [0, 0] }\n  - { name: b, at: [1, 0] }\n  - { name: c, at: [2, 0] }\n  - { name: e, at: [3, 0] }\n'

  it('loads by a path that is relative to the rule file, and becomes part of the rules', () => {
    write('isle.yaml', ISLE)
    write('rules.yaml', 'map: isle.yaml\n')
    expect(rulesFrom('rules.yaml')).toMatchObject({
      map: {
        name: 'isle',
        tiles: [{ name: 'a' }, { name: 'b' }, { name: 'c' }, { name: 'e', kind: 'land', ferries: [] }],
      },
    })
  })

  it('is blamed for its mistakes by its own file, line and column', () => {
    write('bad.yaml', ISLE.replace('[1, 0]', '[0, 0]'))
    write('rules.yaml', 'map: bad.yaml\n')
    expect(() => rulesFrom('rules.yaml')).toThrow(
      `${join(folder, 'bad.yaml')}:4:20: b lies on a at [0, 0], expected a place of its own`,
    )
  })

  it('may have any number of tiles, each with any abilities', () => {
    const game = gameOf({ map: BULWARK_MAPS.small })
    expect(new Match(game).choices()).toContain('red capital at k')
    const wide = Array.from({ length: 900 }, (_, i) => ({ name: `t${i}`, at: [i % 30, Math.floor(i / 30)] }))
    expect(new Match(gameOf({ map: { name: 'wide', tiles: wide } })).choices()).toHaveLength(900)
  })

  const refusal = (change: (text: string) => string): string => {
    const map = parseDocument(change(ISLE), 'map')
    try {
      resolveRules(
        module,
        [parseDocument('{}', 'rules')],
        [{ file: 'map', value: { map: map.value }, at: (path, part) => map.at(path.slice(1), part) }],
      )
    } catch (error) {
      return (error as Error).message
    }
    return 'accepted'
  }

  it('is refused when it cannot be played', () => {
    expect(refusal(text => text)).toBe('accepted')
    const more = (line: string) => (text: string) => `${text}  - ${line}\n`
    expect(refusal(more('{ name: 7, at: [4, 0] }'))).toBe(
      'map:7:13: map.tiles[4].name is 7, expected text of 1 to 60 characters',
    )
    expect(refusal(more("{ name: 'd ', at: [4, 0] }"))).toBe(
      "map:7:13: a tile's name starts or ends with a space, or has a line break, expected neither",
    )
    expect(refusal(more('{ name: a, at: [4, 0] }'))).toBe(
      'map:7:13: two tiles are called a, expected different names',
    )
    expect(refusal(more('{ name: d, at: [5, 0] }'))).toBe(
      'map:7:5: no way leads to d from a, but units must be able to go from every passable tile to every other',
    )
    expect(refusal(more('{ name: d, at: [5, 0], ferries: [c] }'))).toMatch(
      /^map:7:5: no way leads to d from a, /,
    )
    expect(
      refusal(text => more('{ name: d, at: [5, 0] }')(text.replace('[2, 0] }', '[2, 0], ferries: [d] }'))),
    ).toBe(
      'map:7:5: no way leads from d to a, but units must be able to go from every passable tile to every other',
    )
    expect(refusal(more('{ name: d, at: [4, 0], ferries: [x] }'))).toBe('map:7:38: no tile is called "x"')
    expect(refusal(more('{ name: d, at: [4, 0], ferries: [d] }'))).toBe(
      'map:7:38: a ferry from d to itself, expected another tile',
    )
    expect(refusal(more('{ name: d, at: [4, 0], ferries: [a, a] }'))).toBe(
      'map:7:41: a second ferry to a, expected one',
    )
    expect(refusal(more('{ name: d, at: [4, 0], kind: impassable, ferries: [a] }'))).toBe(
      'map:7:56: d is impassable, so no ferry can start there',
    )
    expect(refusal(more('{ name: d, at: [4, 0], kind: impassable, abilities: [recon] }'))).toBe(
      'map:7:58: d is impassable, so no team can ever own its recon',
    )
    expect(refusal(more('{ name: d, at: [4, 0], abilities: [rally, { name: rally }] }'))).toBe(
      'map:7:47: d has rally twice, expected it once',
    )
    expect(refusal(more('{ name: d, at: [4, 0], abilities: [{ name: recon, range: 2 }] }'))).toBe(
      'map:7:40: recon has neither a range nor a cooldown, expected just its name',
    )
    expect(refusal(text => text.replace(/at: /g, 'kind: sea, at: '))).toMatch(
      /too little land for the capitals/,
    )
    expect(refusal(text => text.replace(/at: /g, 'kind: impassable, at: '))).toMatch(/no tile is passable/)
  })
})

describe('docs/rules/bulwark.md', () => {
  const page = readFileSync(join(ROOT, 'docs', 'rules', 'bulwark.md'), 'utf8')

  it('shows a map that can be played', () => {
    const example = /```yaml\n(name: my map[\s\S]*?)```/.exec(page)![1]!
    const map = parseDocument(example, 'docs').value
    expect(new Match(gameOf({ map })).choices()).toContain('red capital at Harbour')
  })

  it('names every key of the rules', () => {
    for (const { key } of listKeys(findGame('bulwark').schema))
      expect(page).toContain(key === 'map' ? 'map: maps/' : `\`${key}\``)
  })
})
