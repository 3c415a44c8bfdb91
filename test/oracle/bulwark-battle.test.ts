/** Battles and retreats of bulwark through the oracle, in small scenes. */
import { describe, expect, it } from 'vitest'
import { fightBattles } from './bulwark-battle.ts'
import {
  type Game,
  type GivenRules,
  isRecovering,
  neighboursOf,
  newGame,
  readRules,
} from './bulwark-parts.ts'
import { fightScene, RULES, scene, where } from './bulwark-scene.ts'

describe('odds', () => {
  it("a unit's odds are its side's parts times the other side's living, Reconnaissance and home counted in", () => {
    const lines = { north: ['1 Bakery < Forge', '2 Bakery < Forge'], south: ['1 Bakery'] }
    const oddsOf = (game: Game) => {
      const { value } = fightBattles(game, 'north').next()
      return value && [value.options, value.odds]
    }
    const options = ['fall north 1', 'fall north 2', 'fall south 1']
    const square = { exponent: 2 }
    expect(oddsOf(scene(lines, { battle: square }))).toEqual([options, [333_333, 333_333, 2 * 666_667]])
    const recon = (rules: Partial<GivenRules>) => {
      const game = scene(lines, rules)
      game.owners.set('Lighthouse Waterfall', 'north')
      return oddsOf(game)
    }
    // 1 against 2 x 1.2
    expect(recon({ battle: square })).toEqual([options, [294_118, 294_118, 2 * 705_882]])
    expect(recon({ battle: square, recon: { off: ['north'] } })).toEqual(
      oddsOf(scene(lines, { battle: square })),
    )
    expect(oddsOf(scene(lines, { battle: { exponent: 2, home: 2 } }))).toEqual([
      options,
      [500_000, 500_000, 2 * 500_000],
    ])
  })
})

describe('retreats', () => {
  it('the defender goes opposite the attack, and the tile is his', () => {
    const game = scene({ north: ['1 Bakery < Forge'], south: ['1 Bakery', '2 Forge'] })
    fightScene(game, ['fall south 1'])
    expect(where(game, 'south')).toEqual(['1 Graveyard', '2 Forge'])
    expect(game.owners.get('Graveyard')).toBe('south')
    expect(game.owners.get('Bakery')).toBe('north')
    expect(game.units.filter(unit => isRecovering(game, unit)).map(unit => unit.team)).toEqual(['south'])
  })

  it("the source's example: from the Arena against the Graveyard, to Church or Windmill, by the enemy's distance", () => {
    const lines = { south: ['1 Graveyard'], north: ['1 Graveyard < FFA Arena', '2 Bakery'] }
    const game = scene({ north: lines.north, south: lines.south })
    fightScene(game, ['fall south 1'])
    expect(where(game, 'south')).toEqual(['1 Cliff Windmill'])
    const even = scene({ north: ['1 Graveyard < FFA Arena'], south: ['1 Graveyard'] })
    fightScene(even, ['fall south 1'])
    expect(where(even, 'south')).toEqual(['1 Church'])
  })

  it('the tile that most attackers came from counts, ties by map order', () => {
    const most = ['1 Graveyard < Church', '2 Graveyard < Cliff Windmill', '3 Graveyard < Cliff Windmill']
    const game = scene({ north: most, south: ['1 Graveyard'] })
    fightScene(game, ['fall south 1'])
    expect(where(game, 'south')).toEqual(['1 Bakery'])
    const tie = scene({ north: most.slice(0, 2), south: ['1 Graveyard'] })
    // opposite the Church lies Town 3, impassable, with the Arena and the Windmill beside it
    fightScene(tie, ['fall south 1'])
    expect(where(tie, 'south')).toEqual(['1 FFA Arena'])
  })

  it('after an attack by ferry there is no opposite: the farthest from enemies, then map order', () => {
    const game = scene({ north: ["1 Northern Sea < Farmer's House"], south: ['1 Northern Sea'] })
    fightScene(game, ['fall south 1'])
    expect(where(game, 'south')).toEqual(['1 Oceanside Mountain Path'])
    const other = scene({
      north: ["1 Northern Sea < Farmer's House", '2 Forge'],
      south: ['1 Northern Sea'],
    })
    fightScene(other, ['fall south 1'])
    expect(where(other, 'south')).toEqual(['1 Rocky Archways'])
  })

  it("attackers go back where each came from, the winner's fallen too, a ferry's tile included", () => {
    const game = scene({
      north: ["1 Northern Sea < Farmer's House", '2 Northern Sea < Rocky Archways'],
      south: ['1 Northern Sea', '2 Forge'],
    })
    fightScene(game, ['fall north 1', 'fall north 2'])
    expect(where(game, 'north')).toEqual(["1 Farmer's House", '2 Rocky Archways'])
    const won = scene({
      north: ['1 Bakery < Forge', '2 Bakery < Church'],
      south: ['1 Bakery', '2 Quarry'],
    })
    fightScene(won, ['fall north 2', 'fall south 1'])
    expect(where(won, 'north')).toEqual(['1 Bakery', '2 Church'])
    expect(
      won.units.filter(unit => isRecovering(won, unit)).map(unit => `${unit.team} ${unit.number}`),
    ).toEqual(['north 2', 'south 1'])
  })

  it('with no tile left a loser is out of the game, and its team without units with it', () => {
    const around = ['Church', 'Rocky Archways', 'FFA Arena', 'Cliff Windmill', 'Bakery']
    const ring = neighboursOf(newGame(readRules(RULES)), 'Graveyard')
    expect(ring.every(name => [...around, 'Lighthouse Waterfall'].includes(name))).toBe(true)
    const posts = ring.map((name, i) => `${i + 2} ${name}`)
    const game = scene({ north: ['1 Graveyard < FFA Arena', ...posts], south: ['1 Graveyard'] })
    fightScene(game, ['fall south 1'])
    expect(where(game, 'south')).toEqual([])
    expect(game.winner).toBe('north')
  })

  it('with no tile left a fallen winner stays and recovers', () => {
    const ring = neighboursOf(newGame(readRules(RULES)), 'Graveyard')
    const posts = ring.map((name, i) => `${i + 3} ${name}`)
    const game = scene({
      north: ['1 Graveyard < FFA Arena', ...posts],
      south: ['1 Graveyard', '2 Graveyard'],
    })
    // north owns the Arena, so it chooses for its unit
    fightScene(game, ['fall south 1', 'fall north 1'], ['retreat 1 to FFA Arena'])
    expect(where(game, 'south')).toEqual(['1 Graveyard', '2 Graveyard'])
    expect(isRecovering(game, game.units.find(unit => unit.team === 'south')!)).toBe(true)
    expect(game.owners.get('Graveyard')).toBe('south')
  })

  it('with Training a routed unit chooses any free neutral or own tile but the battle tile', () => {
    const game = scene({ north: ['1 Bakery < Forge'], south: ['1 Bakery', '2 FFA Arena'] })
    const log = fightScene(game, ['fall south 1'], ['retreat 1 to Southern Sea'])
    expect(log).toHaveLength(1)
    // of 24 passable ones not the battle tile
    expect(log[0]!.split(', ')).toHaveLength(23)
    expect(where(game, 'south')).toEqual(['1 Southern Sea', '2 FFA Arena'])
  })

  it('Training serves the defender of the Arena itself, which keeps its owner until retreats are done', () => {
    const game = scene({ north: ['1 FFA Arena < Graveyard'], south: ['1 FFA Arena'] })
    const log = fightScene(game, ['fall south 1'], ['retreat 1 to Quarry'])
    expect(log).toHaveLength(1)
    expect(game.owners.get('FFA Arena')).toBe('north')
  })

  it('the loser goes first, even to where the winner came from, which is then closed to the fallen winner', () => {
    const game = scene({
      north: [
        '1 Graveyard < FFA Arena',
        '2 Graveyard < FFA Arena',
        '3 Church',
        '4 Bakery',
        '5 Cliff Windmill',
      ],
      south: ['1 Graveyard'],
    })
    fightScene(game, ['fall north 1', 'fall south 1'])
    expect(where(game, 'south')).toEqual(['1 FFA Arena'])
    // the one tile beside both the Arena and the Graveyard
    expect(where(game, 'north')[0]).toBe('1 Bakery')
  })

  it('a fallen winner with Training may not stay on the battle tile, though it is its own', () => {
    const game = scene({ north: ['1 Bakery < Forge'], south: ['1 Bakery', '2 Bakery', '3 FFA Arena'] })
    const log = fightScene(game, ['fall south 1', 'fall north 1'], ['retreat 1 to Graveyard'])
    expect(log).toHaveLength(1)
    expect(log[0]!.split(', ')).not.toContain('retreat 1 to Bakery')
    expect(log[0]!.split(', ')).not.toContain('retreat 1 to Forge')
  })
})
