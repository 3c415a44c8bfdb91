/** What reports count of tiles, battles, abilities and capitals, and what curves plot. */
import { describe, expect, it } from 'vitest'
import { EVENTS } from '../../engine/contract/index.ts'
import { gameOf } from './load.ts'
import { Match, scene } from './scenario.ts'

const HUT = 'Decrepit Hut Near The Ruins'
const BELL = 'Mountainside Bell'

/** An asset's counts of a team since a point in time: { fielded: 1, ... }, zeros left out. */
function counter(match: Match): (team: string, asset: string) => Record<string, number> {
  const before = match.events.slice()
  return (team, asset) => {
    const { assets, seats } = match.game.info
    const index = assets.findIndex(({ group, id }) => `${group}/${id}` === asset)
    if (index < 0) throw new Error(`no asset ${asset}`)
    const at = (seats.indexOf(team) * assets.length + index) * EVENTS.length
    return Object.fromEntries(
      EVENTS.map((name, e) => [name, match.events[at + e]! - before[at + e]!]).filter(([, n]) => n !== 0),
    )
  }
}

describe('Bulwark, assets', () => {
  it('are tiles, battles and capital sites by tile, the five abilities, and units', () => {
    const groups = new Map<string, number>()
    for (const { group } of gameOf().info.assets) groups.set(group, (groups.get(group) ?? 0) + 1)
    expect([...groups]).toEqual([
      ['tile', 24],
      ['battle', 24],
      ['capital', 22],
      ['ability', 5],
      ['unit', 1],
    ])
  })

  it('a tile counts who took it, held it at the end of a turn, and lost it', () => {
    const match = scene({ red: ['Quarry', HUT], blue: ['Bakery', HUT] })
    const counts = counter(match)
    match.play('red 1 to Forge').pass()
    expect(counts('red', 'tile/Forge')).toEqual({ fielded: 1, used: 1, scored: 1 })
    match.play('blue 1 stays').pass().play('red 1 to Quarry').pass().play('blue 1 to Forge').pass()
    expect(counts('red', 'tile/Forge')).toEqual({ fielded: 1, used: 2, scored: 1, conceded: 1, lost: 1 })
    expect(counts('blue', 'tile/Forge')).toEqual({ fielded: 1, used: 1, scored: 1 })
  })

  it('battles are counted where they are fought, with who won and what the attacker gained', () => {
    const match = scene({ red: ['Quarry', 'Soap Shop'], blue: ['Forge', HUT] })
    const counts = counter(match)
    match.play('red 1 to Forge', 'red 2 stays').fall('blue 1')
    expect(counts('red', 'battle/Forge')).toEqual({ fielded: 1, used: 1, scored: 1 })
    expect(counts('blue', 'battle/Forge')).toEqual({ fielded: 1, conceded: 1, lost: 1 })
    const held = scene({ red: ['Quarry', 'Soap Shop'], blue: ['Forge', HUT] })
    const other = counter(held)
    held.play('red 1 to Forge', 'red 2 stays').fall('red 1')
    expect(other('blue', 'battle/Forge')).toEqual({ fielded: 1, used: 1 })
    expect(other('red', 'battle/Forge')).toEqual({ fielded: 1, lost: 1 })
  })

  it('capital sites count who had one there, and that it fell', () => {
    const start = new Match(gameOf({ 'setup.capitals': ['Church', 'Forge'] }))
    const match = scene({ red: ['Quarry', HUT], blue: [HUT, HUT], capitals: ['Church', 'Forge'] })
    const counts = counter(match)
    match.decide('red 1 to Forge')
    expect(counts('blue', 'capital/Forge')).toEqual({ lost: 1 })
    const { assets } = start.game.info
    const site = assets.findIndex(({ group, id }) => group === 'capital' && id === 'Church')
    expect([...start.events.subarray(site * EVENTS.length, (site + 1) * EVENTS.length)]).toEqual([
      1, 1, 0, 0, 0,
    ])
  })

  it('Rally, Bee Swarm and Ferry count their uses', () => {
    const match = scene({
      red: ['Quarry', BELL, "Beekeeper's", 'Southern Shore'],
      blue: ['Soap Shop', HUT],
      capitals: ['Church', HUT],
    })
    const counts = counter(match)
    match.play(`red rally to ${BELL}`, "red swarm blue 1 from Beekeeper's", 'blue 1 flees to FFA Arena')
    match.play('red 1 stays', 'red 2 stays', 'red 3 stays', 'red 4 ferries to Southern Sea')
    for (const ability of ['rally', 'swarm', 'ferry'])
      expect(counts('red', `ability/${ability}`)).toEqual({ fielded: 1, used: 1 })
    expect(counts('red', 'unit/unit')).toEqual({ used: 1 })
  })

  it('Reconnaissance counts battles fought with it, those lost, and those turned: won without being stronger', () => {
    const fight = (reds: number, ...falls: string[]) => {
      const match = scene({
        red: [...new Array<string>(reds).fill('Quarry'), 'Lighthouse Waterfall'],
        blue: ['Forge', 'Forge', HUT],
      })
      const counts = counter(match)
      for (let unit = 1; unit <= reds; unit++) match.decide(`red ${unit} to Forge`)
      match.pass().fall(...falls)
      return counts('red', 'ability/recon')
    }
    expect(fight(2, 'blue 1', 'blue 2')).toEqual({ fielded: 1, used: 1, scored: 1 })
    expect(fight(3, 'blue 1', 'blue 2')).toEqual({ fielded: 1, used: 1 })
    expect(fight(1, 'red 1')).toEqual({ fielded: 1, used: 1, lost: 1 })
  })

  it('Training counts retreats with a choice, and those that went elsewhere than the rules said', () => {
    const match = scene({ red: ['Quarry', 'Quarry'], blue: ['Forge', 'Forge', 'FFA Arena'] })
    const counts = counter(match)
    match.play('red 1 to Forge', 'red 2 to Forge').fall('blue 1', 'blue 2')
    match.play('blue 1 retreats', 'blue 2 retreats to Soap Shop')
    expect(counts('blue', 'ability/training')).toEqual({ fielded: 2, used: 1 })
  })
})

describe('Bulwark, gauges', () => {
  const gaugesOf = (match: Match) => {
    const { game, state } = match
    const out = new Int32Array(game.info.gauges.length * game.info.seats.length)
    game.gauge(state, out, 0)
    return Object.fromEntries(game.info.gauges.map(({ id }, g) => [id, [out[2 * g], out[2 * g + 1]]]))
  }

  it('count tiles, units, and units that do not recover', () => {
    const match = scene({
      red: ['Quarry', 'Quarry', 'Soap Shop'],
      blue: ['Forge'],
      capitals: ['Rocky Archways', HUT],
      owners: { Church: 'blue' },
      recovers: ['red 3'],
    })
    expect(gaugesOf(match)).toMatchObject({ tiles: [3, 3], units: [3, 1], fit: [2, 1] })
  })

  it('count down a fallen capital, and measure how near units stand to the capitals of others', () => {
    const match = scene({ red: ['Quarry'], blue: ['Southern Sea'], capitals: ['Rocky Archways', 'Forge'] })
    expect(gaugesOf(match)).toMatchObject({ capital: [4, 4], advance: [6, 4] })
    match.decide('red 1 to Forge')
    expect(gaugesOf(match)).toMatchObject({ capital: [4, 2], advance: [7, 4] })
  })
})

describe('Bulwark, records', () => {
  it('say what was expected when a decision is impossible', () => {
    const match = scene({ red: ['Quarry'], blue: [HUT] })
    expect(() => match.decide('red 1 to Church')).toThrow(
      'found "1 to Church", expected one of "1 stays", "1 to Mountainside Bell", "1 to Forge", "1 to Obelisk"',
    )
    for (const text of [
      '1 to Chruch',
      '2 to Forge',
      '1 stays put',
      'rally to Forge',
      'swarm blue 1 from Forge',
      '',
    ])
      expect(() => match.decide(`red ${text}`)).toThrow(
        `found ${JSON.stringify(text)}, expected one of "1 stays"`,
      )
    expect(() => match.decide('blue 1 stays')).toThrow(
      'found "1 stays", but nothing is asked of this team now',
    )
  })
})
