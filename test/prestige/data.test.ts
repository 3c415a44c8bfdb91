/** Maps, decks and factions: those that ship, a designer's own by path, and errors in them, reported with their place. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { InputError, literal, readDocument } from '../../documents/index.ts'
import { ROOT } from '../../engine/package.ts'
import { neighboursOf } from '../../engine/prestige/rules/map.ts'
import type { Mission } from '../../engine/prestige/rules/parts.ts'
import type { Rules } from '../../engine/prestige/rules/shape.ts'
import { findGame, readRuleset, resolveRules } from '../../engine/registry/index.ts'
import { fingerprint, resolveExperiment } from '../../sim/experiment/index.ts'
import { gameOf, RULE_SETS, rulesOf } from './load.ts'

const folders: string[] = []
afterAll(() => {
  for (const dir of folders) rmSync(dir, { recursive: true })
})

/** A folder with files, in subfolders if their names say so. */
function folder(files: Readonly<Record<string, string>>): string {
  const dir = mkdtempSync(join(tmpdir(), 'evenhand-prestige-'))
  folders.push(dir)
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(dir, name, '..'), { recursive: true })
    writeFileSync(join(dir, name), text)
  }
  return dir
}

describe.each(RULE_SETS)('what ships for %s', set => {
  const { map, deck, seats, factions } = rulesOf(set)
  const share = map.territories.length / seats.length
  const names = map.territories.map(({ name }) => name)
  const turned = (name: string) => names[(names.indexOf(name) + share) % names.length]!

  it('the map has seven territories a player, each in one region', () => {
    expect(share).toBe(7)
    expect(new Set(names).size).toBe(names.length)
    for (const { region } of map.territories) expect(region).toMatch(/^[a-z-]+$/)
  })

  it('turning the map by one share maps links and regions onto themselves', () => {
    const beside = neighboursOf(map)
    for (const [i, next] of beside.entries()) {
      const image = (i + share) % names.length
      expect(beside[image]).toEqual(next.map(n => (n + share) % names.length).sort((a, b) => a - b))
    }
    const regionOf = (name: string) => map.territories[names.indexOf(name)]!.region
    for (const a of names)
      for (const b of names)
        expect(regionOf(turned(a)) === regionOf(turned(b))).toBe(regionOf(a) === regionOf(b))
  })

  it('the deck has at least 24 missions of eight or more kinds, hard ones worth 2', () => {
    expect(deck.cards.length).toBeGreaterThanOrEqual(24)
    expect(new Set(deck.cards.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(8)
    expect(new Set(deck.cards.map(({ prestige }) => prestige))).toEqual(new Set([1, 2]))
  })

  it('missions that name places are there in all their turned copies', () => {
    const places = (card: Mission): string[] => {
      if (card.kind === 'both') return [...card.territories].sort()
      if (card.kind !== 'region') return []
      return map.territories.filter(({ region }) => region === card.region).map(({ name }) => name)
    }
    const key = (card: Mission, at: readonly string[]) =>
      [card.kind, card.prestige, ...at.toSorted()].join(' ')
    const naming = deck.cards.filter(card => places(card).length > 0)
    const there = naming.map(card => key(card, places(card)))
    expect(new Set(there).size).toBe(there.length)
    for (const card of naming) expect(there).toContain(key(card, places(card).map(turned)))
  })

  it('factions with all three types and with two, one for each seat', () => {
    const sizes = factions.factions.map(({ units }) => units.length)
    expect(sizes).toContain(3)
    expect(sizes).toContain(2)
    expect(seats.every(({ faction }) => faction === 'standard')).toBe(true)
  })
})

it('the rules page says how many territories and missions ship', () => {
  const page = readFileSync(join(ROOT, 'docs', 'rules', 'prestige.md'), 'utf8')
  for (const set of RULE_SETS) {
    const { map, deck } = rulesOf(set)
    const kinds = new Set(deck.cards.map(({ kind }) => kind)).size
    for (const text of [
      `${map.territories.length} territories`,
      `${deck.cards.length} missions of ${kinds} kinds`,
    ])
      expect(page).toContain(text)
  }
})

it('the placeholders say in their files that they are ours', () => {
  for (const kind of ['maps', 'decks', 'factions']) {
    const dir = join(ROOT, 'configs', 'rules', 'prestige', kind)
    for (const file of readdirSync(dir)) {
      expect(readFileSync(join(dir, file), 'utf8')).toMatch(
        /^# yaml-language-server: .*\n# PLACEHOLDER, made for evenhand/,
      )
      expect(readDocument(join(dir, file)).value).toMatchObject({
        name: expect.stringContaining('placeholder'),
      })
    }
  }
})

const MAP = `name: mine
territories:
  - { name: hill, region: land, next: [dale] }
  - { name: dale, region: land, next: [shore] }
  - { name: shore, region: water }
`
const DECK = `name: mine too
cards:
  - { name: far, kind: troops, count: 40, copies: 7 }
  - { name: wet, kind: region, region: water }
  - { name: pair, kind: both, territories: [hill, shore] }
`
const FACTIONS = `name: ours
factions:
  - { name: standard, units: [ranged] }
`
const RULES = 'map: parts/map.yaml\ndeck: parts/deck.yaml\nfactions: parts/factions.yaml\n'

function own(files: Readonly<Record<string, string>> = {}): string {
  return folder({
    'rules.yaml': RULES,
    'parts/map.yaml': MAP,
    'parts/deck.yaml': DECK,
    'parts/factions.yaml': FACTIONS,
    ...files,
  })
}

const module = findGame('prestige')

function resolveIn(dir: string, patch: Readonly<Record<string, unknown>> = {}): Rules {
  return resolveRules(module, readRuleset(module, './rules.yaml', dir), [literal(patch, '--rules')]) as Rules
}

describe("a designer's own map and deck", () => {
  it('load by path, relative to the rule set that names them', () => {
    const rules = resolveIn(own())
    expect(rules.map.territories.map(({ name }) => name)).toEqual(['hill', 'dale', 'shore'])
    expect(rules.deck.cards.map(({ name }) => name)).toEqual(['far', 'wet', 'pair'])
    expect(rules.factions.factions).toEqual([{ name: 'standard', units: ['ranged'] }])
    expect(module.compile(rules).info.seats).toEqual(['red', 'blue'])
  })

  it('are content of the rules from then on: nobody needs the files any more', () => {
    const dir = own()
    const rules = JSON.parse(JSON.stringify(resolveIn(dir)))
    rmSync(join(dir, 'parts'), { recursive: true })
    expect(module.compile(rules).info.stateSize).toBeGreaterThan(0)
  })

  it('load by path from an experiment file, and its fingerprint covers what is in them', async () => {
    const experiment = 'game: prestige\nrules: {map: parts/map.yaml, deck: parts/deck.yaml}\n'
    const dir = own({ 'experiment.yaml': experiment })
    const read = () => resolveExperiment(readDocument(join(dir, 'experiment.yaml')))
    const before = await read()
    expect((before.variants[0]!.rules as Rules).map.name).toBe('mine')
    expect(fingerprint(await read())).toBe(fingerprint(before))
    writeFileSync(join(dir, 'parts', 'map.yaml'), MAP.replace('[dale]', '[dale, shore]'))
    expect(fingerprint(await read())).not.toBe(fingerprint(before))
  })

  it('replace those of a rule set below as a whole', () => {
    const map = {
      name: 'other',
      territories: [
        { name: 'x', region: 'r', next: ['y'] },
        { name: 'y', region: 'r' },
      ],
    }
    const deck = { name: 'far', cards: [{ name: 'far', kind: 'troops', count: 40, copies: 8 }] }
    const rules = resolveIn(own(), { map, deck })
    expect(rules.map.territories.map(({ name }) => name)).toEqual(['x', 'y'])
    expect(rules.deck.cards.length).toBe(1)
  })
})

/** The error of rules in such files, with the folder cut off. */
function fault(
  files: Readonly<Record<string, string>>,
  patch: Readonly<Record<string, unknown>> = {},
): string {
  const dir = own(files)
  try {
    resolveIn(dir, patch)
  } catch (error) {
    if (error instanceof InputError) return error.message.replaceAll(`${dir}/`, '')
    throw error
  }
  return 'none'
}

describe('errors name the file, the line and the column', () => {
  it.each<[string, Readonly<Record<string, string>>, string | RegExp]>([
    [
      'a map that is not connected',
      { 'parts/map.yaml': MAP.replace(', next: [shore]', '') },
      'parts/map.yaml:5:5: the map is not connected: no way leads from hill to shore, expected one',
    ],
    [
      'a link to an unknown territory',
      { 'parts/map.yaml': MAP.replace('[shore]', '[shore, moor]') },
      'parts/map.yaml:4:47: unknown territory "moor", expected one of hill, dale, shore',
    ],
    [
      'a territory linked to itself',
      { 'parts/map.yaml': MAP.replace('[dale]', '[hill]') },
      'parts/map.yaml:3:40: hill is linked to itself, expected another territory',
    ],
    [
      'a link said twice in one list',
      { 'parts/map.yaml': MAP.replace('[dale]', '[dale, dale]') },
      'parts/map.yaml:3:46: dale is named twice, expected once',
    ],
    [
      'two territories of one name',
      { 'parts/map.yaml': MAP.replace('name: shore', 'name: dale') },
      /^parts\/map\.yaml:5:13: two territories are called dale, expected different names$/,
    ],
    [
      'a territory without a region',
      { 'parts/map.yaml': MAP.replace(', region: water', '') },
      /^parts\/map\.yaml:5:5: map\.territories\[2\]\.region is missing, expected text/,
    ],
    [
      'a misspelt key',
      { 'parts/map.yaml': MAP.replace('next: [dale]', 'nxt: [dale]') },
      /^parts\/map\.yaml:3:33: unknown key "nxt" in map\.territories\[0\].*did you mean next\?$/,
    ],
    [
      'a map without territories',
      { 'parts/map.yaml': 'name: mine\n' },
      /^parts\/map\.yaml:1:1: map\.territories is missing, expected a list/,
    ],
    [
      'an empty file',
      { 'parts/map.yaml': '' },
      /^parts\/map\.yaml:1:1: map is null, expected keys and values$/,
    ],
    [
      'YAML that is none',
      { 'parts/map.yaml': MAP.replace('[dale]', '[dale') },
      /^parts\/map\.yaml:\d+:\d+: not valid YAML/,
    ],
    [
      'a mission that names an unknown region',
      { 'parts/deck.yaml': DECK.replace('region: water', 'region: fire') },
      'parts/deck.yaml:4:40: unknown region "fire", expected one of land, water',
    ],
    [
      'a mission that names an unknown territory',
      { 'parts/deck.yaml': DECK.replace('[hill, shore]', '[hill, moor]') },
      'parts/deck.yaml:5:51: unknown territory "moor", expected one of hill, dale, shore',
    ],
    [
      'a mission for one territory twice',
      { 'parts/deck.yaml': DECK.replace('[hill, shore]', '[hill, hill]') },
      'parts/deck.yaml:5:51: hill is named twice, expected two territories',
    ],
    [
      'a mission of an unknown kind',
      { 'parts/deck.yaml': DECK.replace('kind: region', 'kind: regions') },
      /^parts\/deck\.yaml:4:24: deck\.cards\[1\]\.kind is "regions", expected one of territories, region, both/,
    ],
    [
      'a mission without its number',
      { 'parts/deck.yaml': DECK.replace(', count: 40', '') },
      /^parts\/deck\.yaml:3:5: deck\.cards\[0\]\.count is missing, expected an integer from 1 to 100$/,
    ],
    [
      'two missions of one name',
      { 'parts/deck.yaml': DECK.replace('name: pair', 'name: wet') },
      'parts/deck.yaml:5:13: two missions are called wet, expected different names',
    ],
    [
      'a mission called what records write for no mission',
      { 'parts/deck.yaml': DECK.replace('name: pair', 'name: none') },
      'parts/deck.yaml:5:13: a mission cannot be called none',
    ],
    [
      'a deck of fewer than 4 cards a player',
      { 'parts/deck.yaml': DECK.replace('copies: 7', 'copies: 5') },
      'parts/deck.yaml:3:3: found 7 cards, expected at least 8: 4 a player',
    ],
    [
      'a faction without units',
      { 'parts/factions.yaml': FACTIONS.replace('[ranged]', '[]') },
      'parts/factions.yaml:3:30: a faction without units, expected at least one type',
    ],
    [
      'a faction with an unknown type',
      { 'parts/factions.yaml': FACTIONS.replace('ranged', 'ranger') },
      /^parts\/factions\.yaml:3:31: .* is "ranger", expected one of assault, mounted, ranged; did you mean ranged\?$/,
    ],
    [
      'a seat of an unknown faction',
      { 'rules.yaml': `${RULES}seats:\n  - { name: red, faction: horde }\n  - { name: blue }\n` },
      'rules.yaml:5:27: unknown faction "horde", expected one of standard',
    ],
    [
      'two seats of one name',
      { 'rules.yaml': `${RULES}seats:\n  - { name: red }\n  - { name: red }\n` },
      'rules.yaml:6:13: two seats are called red, expected different names',
    ],
    [
      'a single seat',
      { 'rules.yaml': `${RULES}seats:\n  - { name: red }\n` },
      /^rules\.yaml:5:3: expected two to four seats$/,
    ],
    [
      'a part that is not there',
      { 'rules.yaml': RULES.replace('map.yaml', 'mop.yaml') },
      'rules.yaml:1:6: map "parts/mop.yaml": no such file, expected a YAML or JSON file',
    ],
    [
      'a part that is a number',
      { 'rules.yaml': 'map: 3\n' },
      /^rules\.yaml:1:6: map is 3, expected keys and values$/,
    ],
  ])('%s', (_, files, expected) => {
    // What follows from a mistake may be listed beside it.
    const found = fault(files).split('\n')
    if (typeof expected === 'string') expect(found).toContain(expected)
    else expect(found).toContainEqual(expect.stringMatching(expected))
  })

  it('more seats than territories', () => {
    const seats = ['red', 'blue', 'green', 'yellow'].map(name => ({ name }))
    const many = { 'parts/deck.yaml': DECK.replace('copies: 7', 'copies: 20') }
    expect(fault(many, { seats })).toBe(
      'parts/map.yaml:3:3: found 3 territories, expected one a seat or more',
    )
  })

  it('a path on the command line is relative to the current folder', () => {
    const path = 'configs/rules/prestige/maps/none.yaml'
    expect(() => rulesOf('two', { map: path })).toThrow(/^test: map "configs.*none\.yaml": no such file/)
  })
})

it('the default rules are those for two', () => {
  const defaults = resolveRules(module, [literal({}, 'empty')], []) as Rules
  expect(defaults).toEqual(rulesOf('two'))
  expect(gameOf('three').info.seats).toEqual(['red', 'blue', 'green'])
  expect(gameOf('four').info.seats).toEqual(['red', 'blue', 'green', 'yellow'])
})
