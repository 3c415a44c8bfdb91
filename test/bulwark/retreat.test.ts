/** Retreats and recovery. One test for each rule, named by it; the source's own example is the first. */
import { describe, expect, it } from 'vitest'
import { rulesOf } from './load.ts'
import { type Scene, scene } from './scenario.ts'

const HUT = 'Decrepit Hut Near The Ruins'

describe('Bulwark, retreat of defenders', () => {
  it('Graveyard attacked from FFA Arena: the Island is impassable, so to Church or Cliff Windmill, whichever is farthest from all enemies', () => {
    const attack = (elsewhere: string) => {
      const match = scene({ red: ['FFA Arena', elsewhere], blue: ['Graveyard', HUT] })
      return match.play('red 1 to Graveyard', 'red 2 stays').fall('blue 1').at('blue 1')
    }
    expect(attack('Southern Sea')).toBe('Church')
    expect(attack('Oceanside Mountain Path')).toBe('Cliff Windmill')
    // A tie goes to the first in map order.
    expect(attack('Intersection w/ Signpost')).toBe('Church')
  })

  it('goes to the tile opposite the one that the enemy attacked from', () => {
    const match = scene({ red: ['Quarry', 'Soap Shop'], blue: ['Forge', HUT] })
    match.play('red 1 to Forge', 'red 2 stays').fall('blue 1')
    expect(match.at('blue 1')).toBe('Oceanside Mountain Path')
    expect(match.owner('Oceanside Mountain Path')).toBe('blue')
  })

  it('goes as one group, opposite the tile that most attackers came from', () => {
    const match = scene({ red: ['Quarry', 'Bakery', 'Bakery'], blue: ['Forge', 'Forge', HUT] })
    match.play('red 1 to Forge', 'red 2 to Forge', 'red 3 to Forge').fall('blue 1', 'blue 2')
    // Opposite of Bakery the map ends; beside that place and Forge lies Quarry, which red has left.
    expect([match.at('blue 1'), match.at('blue 2')]).toEqual(['Quarry', 'Quarry'])
    const from = scene({ red: ['Quarry', 'Quarry', 'Bakery'], blue: ['Forge', HUT] })
    from.play('red 1 to Forge', 'red 2 to Forge', 'red 3 to Forge').fall('blue 1')
    expect(from.at('blue 1')).toBe('Oceanside Mountain Path')
  })

  it('counts all attackers for that, the fallen too', () => {
    const match = scene({ red: ['Quarry', 'Quarry', 'Oceanside Mountain Path'], blue: ['Forge', HUT] })
    match.play('red 1 to Forge', 'red 2 to Forge', 'red 3 to Forge').fall('red 1', 'red 2', 'blue 1')
    expect(match.at('blue 1')).toBe('Oceanside Mountain Path')
  })

  it('breaks ties between those tiles by map order', () => {
    const match = scene({ red: ['Oceanside Mountain Path', 'Quarry'], blue: ['Forge', HUT] })
    match.play('red 1 to Forge', 'red 2 to Forge').fall('blue 1')
    expect(match.at('blue 1')).toBe('Oceanside Mountain Path')
  })

  it('prefers tiles beside the blocked one to others, however near the enemy is there', () => {
    // Attacked from Rocky Archways, Church has Bakery opposite, which red holds: Graveyard and Oceanside Mountain Path
    // lie beside Bakery. The Northern Sea is farther from red, and does not count.
    const match = scene({ red: ['Rocky Archways', 'Bakery'], blue: ['Church', HUT] })
    match.play('red 1 to Church', 'red 2 stays').fall('blue 1')
    expect(match.at('blue 1')).toBe('Oceanside Mountain Path')
  })

  it('does not count enemies on the battle tile when it looks for the farthest', () => {
    // Red's only unit elsewhere stands beside Church; those at Graveyard would be at distance 1 of both.
    const match = scene({ red: ['FFA Arena', 'FFA Arena', 'Rocky Archways'], blue: ['Graveyard', HUT] })
    match.play('red 1 to Graveyard', 'red 2 to Graveyard', 'red 3 stays').fall('red 1', 'blue 1')
    expect(match.at('blue 1')).toBe('Cliff Windmill')
  })

  it('off the map counts as blocked', () => {
    // Attacked from Cliff Windmill, Lighthouse Waterfall has the map's edge opposite; the tiles beside that edge tile are
    // off the map too, and Island 2 is impassable: the Southern Sea is left.
    const match = scene({ red: ['Cliff Windmill', 'Soap Shop'], blue: ['Lighthouse Waterfall', HUT] })
    match.play('red 1 to Lighthouse Waterfall', 'red 2 stays').fall('blue 1')
    expect(match.at('blue 1')).toBe('Southern Sea')
  })

  it('a tile with units of another team is blocked, an empty one of theirs is not', () => {
    const base: Scene = { red: ['Quarry', 'Soap Shop'], blue: ['Forge', HUT] }
    const empty = scene({ ...base, owners: { 'Oceanside Mountain Path': 'red' } })
    empty.play('red 1 to Forge', 'red 2 stays').fall('blue 1')
    expect(empty.at('blue 1')).toBe('Oceanside Mountain Path')
    expect(empty.owner('Oceanside Mountain Path')).toBe('blue')
    const held = scene({ ...base, red: ['Quarry', 'Oceanside Mountain Path'] })
    held.play('red 1 to Forge', 'red 2 stays').fall('blue 1')
    expect(held.at('blue 1')).toBe('Bakery')
  })

  it('a ferry has no opposite: the tile whose nearest enemy is farthest, of all adjacent ones', () => {
    const match = scene({ red: ["Farmer's House", 'Church'], blue: ['Northern Sea', HUT] })
    match.play('red 1 ferries to Northern Sea', 'red 2 stays').fall('blue 1')
    // Adjacent to the Northern Sea are Oceanside Mountain Path, Church and Rocky Archways; red stands on Church.
    expect(match.at('blue 1')).toBe('Oceanside Mountain Path')
    const other = scene({ red: ["Farmer's House", 'Forge'], blue: ['Northern Sea', HUT] })
    other.play('red 1 ferries to Northern Sea', 'red 2 stays').fall('blue 1')
    expect(other.at('blue 1')).toBe('Rocky Archways')
  })

  it("a winner's routed unit retreats as well, after the loser's", () => {
    // Red wins at Forge but loses unit 2, which goes back to Quarry.
    const match = scene({ red: ['Quarry', 'Quarry'], blue: ['Forge', HUT] })
    match.play('red 1 to Forge', 'red 2 to Forge').fall('red 2', 'blue 1')
    expect([match.at('red 1'), match.at('red 2')]).toEqual(['Forge', 'Quarry'])
    // Blue wins but loses unit 1; red 1 went back to Quarry first.
    const held = scene({ red: ['Quarry', HUT], blue: ['Forge', 'Forge', HUT] })
    held.play('red 1 to Forge', 'red 2 stays').fall('blue 1', 'red 1')
    expect([held.at('blue 1'), held.at('blue 2'), held.at('red 1')]).toEqual([
      'Oceanside Mountain Path',
      'Forge',
      'Quarry',
    ])
  })
})

describe('Bulwark, retreat of attackers', () => {
  it('goes back to the tile that each came from', () => {
    const match = scene({ red: ['Quarry', 'Bakery'], blue: ['Forge', HUT] })
    match.play('red 1 to Forge', 'red 2 to Forge').fall('red 1', 'red 2')
    expect([match.at('red 1'), match.at('red 2')]).toEqual(['Quarry', 'Bakery'])
  })

  it("goes back along a ferry's way too", () => {
    const match = scene({ red: ["Farmer's House", HUT], blue: ['Northern Sea', HUT] })
    match.play('red 1 ferries to Northern Sea', 'red 2 stays').fall('red 1')
    expect(match.at('red 1')).toBe("Farmer's House")
  })

  it("where that holds another team's units, takes a tile beside it and the battle, before safer ones", () => {
    // The loser of Forge, attacked from Oceanside Mountain Path, retreats to Quarry, which red 2 has just left.
    const match = scene({ red: ['Oceanside Mountain Path', 'Quarry'], blue: ['Forge', 'Obelisk', HUT] })
    match.play('red 1 to Forge', 'red 2 to Obelisk').fall('blue 1')
    expect(match.at('blue 1')).toBe('Quarry')
    expect(match.fall('red 2').at('red 2')).toBe('Mountainside Bell')
  })

  it('where that is the far end of a ferry, takes the adjacent tile whose nearest enemy is farthest', () => {
    // The loser of Farmer's House retreats to Southern Shore, from where red 2 took the ferry.
    const match = scene({
      red: ['Obelisk', 'Southern Shore'],
      blue: ["Farmer's House", 'Southern Sea', "Beekeeper's"],
    })
    match.play("red 1 to Farmer's House", 'red 2 ferries to Southern Sea').fall('blue 1')
    expect(match.at('blue 1')).toBe('Southern Shore')
    expect(match.fall('red 2').at('red 2')).toBe('Lighthouse Waterfall')
  })
})

describe('Bulwark, retreat to the far end of a ferry', () => {
  it('that is taken: tiles beside both it and the battle go before safer ones', () => {
    const map = {
      name: 'line',
      tiles: ['w', 'x', 'f', 'c', 'b', 'd'].map((name, i) => ({
        name,
        at: [i, 0],
        ferries: name === 'f' ? ['b'] : [],
      })),
    }
    const match = scene({ red: ['w', 'f'], blue: ['x', 'b'] }, { map, 'setup.capitals': ['w', 'd'] })
    // The loser of x retreats to f, from where red 2 took the ferry: c lies beside f, d is farther from blue.
    match.play('red 1 to x', 'red 2 ferries to b').fall('blue 1', 'red 2')
    expect([match.at('blue 1'), match.at('red 2')]).toEqual(['f', 'c'])
  })
})

describe('Bulwark, nowhere to go', () => {
  /** A tile with one neighbour: a unit routed there has no tile if the neighbour is taken. */
  const DEAD_END = {
    name: 'dead end',
    tiles: ['w', 'x', 'y', 'z'].map((name, i) => ({ name, at: [i, 0] })),
  }
  const PATCH = { map: DEAD_END, 'setup.capitals': ['w', 'z'] }

  it("a loser's unit is out of the game", () => {
    const match = scene({ red: ['y', 'y'], blue: ['z', 'x'], turn: 'red' }, { ...PATCH, 'setup.move': 1 })
    match.play('red 1 to z', 'red 2 stays').fall('blue 1')
    expect(match.at('blue 1')).toBeUndefined()
    expect(match.at('blue 2')).toBe('x')
  })

  it("a winner's unit stays, and recovers", () => {
    const match = scene({ red: ['y', 'y'], blue: ['z', 'z'], turn: 'red' }, PATCH)
    match.play('red 1 to z', 'red 2 stays').fall('blue 1', 'red 1')
    // Red 1 went back to y, which is all that lies beside z.
    expect([match.at('blue 1'), match.recovers('blue 1')]).toEqual(['z', true])
    expect(match.owner('z')).toBe('blue')
  })
})

describe('Bulwark, Training', () => {
  const BASE: Scene = {
    red: ['Quarry', 'Quarry'],
    blue: ['Forge', 'Forge', 'FFA Arena'],
    owners: { 'Soap Shop': 'blue', 'Southern Sea': 'red', 'Northern Sea': 'red' },
  }
  const lost = (spec: Scene) => scene(spec).play('red 1 to Forge', 'red 2 to Forge').fall('blue 1', 'blue 2')

  it('lets each routed unit, by number, retreat to any neutral or own tile instead', () => {
    const match = lost(BASE)
    expect(match.asked()).toBe('blue 1')
    match.decide('blue 1 retreats to Soap Shop')
    expect(match.asked()).toBe('blue 2')
    match.decide('blue 2 retreats')
    expect([match.at('blue 1'), match.at('blue 2')]).toEqual(['Soap Shop', 'Oceanside Mountain Path'])
    expect(match.recovers('blue 1')).toBe(true)
  })

  it('offers passable tiles only, neither the battle tile nor tiles of others nor any with their units', () => {
    const match = lost(BASE)
    const [usual, ...choices] = match.choices()
    expect(usual).toBe('blue 1 retreats')
    const owned = new Map(match.now().tiles.map(({ tile, owner }) => [tile, owner]))
    const free = rulesOf().map.tiles.filter(
      ({ name, kind }) =>
        kind !== 'impassable' &&
        !['Forge', 'Oceanside Mountain Path'].includes(name) &&
        (owned.get(name) ?? 'blue') === 'blue',
    )
    expect(choices).toEqual(free.map(({ name }) => `blue 1 retreats to ${name}`))
    expect(choices).toContain('blue 1 retreats to FFA Arena')
  })

  it('adds to what the rules say, which may be an empty tile of the enemy', () => {
    const match = lost({ ...BASE, owners: { 'Oceanside Mountain Path': 'red' } })
    expect(match.choices()[0]).toBe('blue 1 retreats')
    expect(match.decide('blue 1 retreats').at('blue 1')).toBe('Oceanside Mountain Path')
  })

  it('is for the owner of FFA Arena only, in attack and in defence', () => {
    expect(
      lost({ ...BASE, blue: ['Forge', 'Forge', HUT], owners: { 'FFA Arena': 'red' } }).asked(),
    ).not.toMatch(/retreat/)
    const attackers = scene({ red: ['Quarry', 'FFA Arena'], blue: ['Forge', HUT] })
    attackers.play('red 1 to Forge', 'red 2 stays').fall('red 1')
    expect(attackers.now().asks).toEqual({ what: 'retreat', team: 'red', unit: 1 })
    expect(attackers.decide('red 1 retreats').at('red 1')).toBe('Quarry')
  })

  it('comes from any tile that has it', () => {
    const { map } = rulesOf()
    const tiles = map.tiles.map(tile =>
      tile.name === 'Soap Shop' ? { ...tile, abilities: ['training'] } : tile,
    )
    const match = scene(
      { red: ['Quarry'], blue: ['Forge', 'Soap Shop'] },
      { map: { name: 'two schools', tiles } },
    )
    match.play('red 1 to Forge').fall('blue 1')
    expect(match.now().asks).toEqual({ what: 'retreat', team: 'blue', unit: 1 })
  })

  it("is also for a winner's routed units", () => {
    const match = scene({ red: ['Quarry', 'Quarry', 'FFA Arena'], blue: ['Forge', HUT] })
    match.play('red 1 to Forge', 'red 2 to Forge', 'red 3 stays').fall('red 2', 'blue 1')
    expect(match.now().asks).toEqual({ what: 'retreat', team: 'red', unit: 2 })
    expect(match.at('blue 1')).toBe('Oceanside Mountain Path')
  })

  it('lets a unit that no tile takes stay, or leave, all the same', () => {
    const map = {
      name: 'dead end',
      tiles: ['w', 'x', 'y', 'z'].map((name, i) => ({
        name,
        at: [i, 0],
        abilities: name === 'x' ? ['training'] : [],
      })),
    }
    const patch = { map, 'setup.capitals': ['w', 'z'] }
    const loser = scene({ red: ['y', 'y'], blue: ['z', 'x'] }, patch)
      .play('red 1 to z', 'red 2 stays')
      .fall('blue 1')
    expect(loser.choices()).toEqual(['blue 1 retreats', 'blue 1 retreats to x'])
    expect(loser.decide('blue 1 retreats').at('blue 1')).toBeUndefined()
    const winner = scene({ red: ['y', 'y'], blue: ['z', 'z', 'x'] }, patch)
    winner.play('red 1 to z', 'red 2 stays').fall('blue 1', 'red 1')
    expect(winner.choices()).toEqual(['blue 1 retreats', 'blue 1 retreats to x'])
    expect(winner.decide('blue 1 retreats').at('blue 1')).toBe('z')
  })
})

/** Tiles at places, the one called `arena` with Training. */
const training = (places: Readonly<Record<string, readonly [number, number]>>) => ({
  name: 'small',
  tiles: Object.entries(places).map(([name, at]) => ({
    name,
    at,
    abilities: name === 'arena' ? ['training'] : [],
  })),
})

describe('Bulwark, Training gained on the way', () => {
  it('helps the attackers that retreat after the one that came to its tile, for they go each on their own', () => {
    const map = training({ from: [0, 1], fight: [1, 1], arena: [1, 0], post: [2, -1] })
    const patch = { map, 'setup.capitals': ['post', 'fight'] }
    const match = scene({ red: ['from', 'from', 'from', 'post'], blue: ['fight'] }, patch)
    match.play('red 1 to fight', 'red 2 to fight', 'red 3 to fight', 'red 4 stays')
    match.fall('red 1', 'red 2', 'blue 1')
    // The loser went where the attack came from, so the first attacker went aside.
    expect([match.at('blue 1'), match.at('red 1')]).toEqual(['from', 'arena'])
    expect(match.choices()).toEqual(['red 2 retreats', 'red 2 retreats to post'])
  })

  it('does not help the other defenders, who go as one group', () => {
    const map = training({ from: [1, 2], fight: [1, 1], arena: [1, 0], post: [1, -1] })
    const patch = { map, 'setup.capitals': ['from', 'post'] }
    const match = scene({ red: ['from'], blue: ['fight', 'fight'] }, patch)
    match.play('red 1 to fight').fall('blue 1', 'blue 2')
    expect([match.at('blue 1'), match.at('blue 2')]).toEqual(['arena', 'arena'])
    expect(match.now().battle).toBeNull()
  })
})

describe('Bulwark, recovery', () => {
  it("a routed defender does not step in its team's next turn, and does in the one after", () => {
    const match = scene({ red: ['Quarry', HUT], blue: ['Forge', 'Soap Shop'] })
    match.play('red 1 to Forge', 'red 2 stays').fall('blue 1')
    expect(match.asked()).toBe('blue 2')
    match.pass().pass()
    expect(match.now().turn).toBe('blue')
    expect(match.asked()).toBe('blue 1')
  })

  it("a routed attacker rests through its team's whole next turn", () => {
    const match = scene({ red: ['Quarry', 'Soap Shop'], blue: ['Forge', HUT] })
    match.play('red 1 to Forge', 'red 2 stays').fall('red 1')
    expect(match.recovers('red 1')).toBe(true)
    match.pass()
    expect(match.asked()).toBe('red 2')
    expect(match.recovers('red 1')).toBe(true)
    match.pass().pass()
    expect(match.asked()).toBe('red 1')
  })
})
