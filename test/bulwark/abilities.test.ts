/** Rally, Bee Swarm, Ferry, Reconnaissance, Training, cooldowns. One test for each rule, named by it. */
import { describe, expect, it } from 'vitest'
import { rulesOf } from './load.ts'
import { type Scene, scene } from './scenario.ts'

const HUT = 'Decrepit Hut Near The Ruins'
const BELL = 'Mountainside Bell'
const BEES = "Beekeeper's"
const RALLY = `red rally to ${BELL}`
const CAPITALS = ['Rocky Archways', HUT]

/** Red owns the bell; two of its units can be fetched, one is too far. */
const BELLS: Scene = {
  red: ['Forge', 'Obelisk', 'Bakery', BELL],
  blue: [HUT, HUT, HUT, HUT],
  capitals: CAPITALS,
}

/** Red has the bees and a unit on them; blue stands at one step, two units together, and at two. */
const SWARM: Scene = {
  red: [BEES, 'Quarry', 'Quarry', 'Quarry'],
  blue: ['Soap Shop', 'Soap Shop', 'Intersection w/ Signpost', 'Golden Empire Camp'],
  capitals: CAPITALS,
}

const uses = (choices: readonly string[]): string[] => choices.filter(text => /rally|swarm/.test(text))

describe('Bulwark, Rally', () => {
  it('can be used on its turn by the team that owns Mountainside Bell', () => {
    expect(uses(scene(BELLS).choices())).toEqual([RALLY])
    expect(uses(scene({ ...BELLS, owners: { [BELL]: 'red' }, red: ['Forge'] }).choices())).toEqual([RALLY])
    expect(uses(scene({ ...BELLS, owners: { [BELL]: 'blue' }, red: ['Forge'] }).choices())).toEqual([])
    expect(uses(scene({ ...BELLS, red: ['Forge', 'Obelisk'] }).choices())).toEqual([])
  })

  it('brings all own units at distance 1 and 2 to the bell at once, and no others', () => {
    const match = scene(BELLS).decide(RALLY)
    expect([1, 2, 3, 4].map(unit => match.at(`red ${unit}`))).toEqual([BELL, BELL, 'Bakery', BELL])
    expect(match.at('blue 1')).toBe(HUT)
  })

  it('takes no notice of enemies nearby or of what lies between', () => {
    // Between Forge and the bell lie Quarry, where blue stands, and a town.
    const match = scene({ ...BELLS, blue: ['Quarry', 'Quarry'] }).decide(RALLY)
    expect(match.at('red 1')).toBe(BELL)
  })

  it('spends no step: fetched units may still step, and those that stepped are fetched', () => {
    const match = scene(BELLS).play('red 1 to Quarry', RALLY)
    expect(match.at('red 1')).toBe(BELL)
    expect(match.asked()).toBe('red 2')
    match.decide('red 2 to Sword In The Stone')
    expect(match.at('red 2')).toBe('Sword In The Stone')
  })

  it('does not move units that recover', () => {
    const match = scene({ ...BELLS, recovers: ['red 2'] }).decide(RALLY)
    expect(match.at('red 1')).toBe(BELL)
    expect(match.at('red 2')).toBe('Obelisk')
  })

  it('does not move units on a contested tile', () => {
    const match = scene({ ...BELLS, blue: ['Quarry'] }).play('red 1 to Quarry', RALLY)
    expect(match.at('red 1')).toBe('Quarry')
    expect(match.at('red 2')).toBe(BELL)
  })

  it('is offered only if it can move a unit', () => {
    expect(uses(scene({ ...BELLS, red: ['Bakery', BELL] }).choices())).toEqual([])
    expect(
      uses(scene({ ...BELLS, red: ['Bakery', 'Obelisk', BELL], recovers: ['red 2'] }).choices()),
    ).toEqual([])
  })

  it('reaches as far as rally.range', () => {
    expect(scene(BELLS, { 'rally.range': 3 }).decide(RALLY).at('red 3')).toBe(BELL)
    expect(scene(BELLS, { 'rally.range': 1 }).decide(RALLY).at('red 1')).toBe('Forge')
  })

  it('used in round n, it is usable again in round n + 3', () => {
    const match = scene(BELLS).decide(RALLY).play('red 1 to Quarry').pass().pass()
    const offered: boolean[] = []
    for (let round = 2; round <= 5; round++) {
      expect(match.now()).toMatchObject({ turn: 'red', round })
      offered.push(uses(match.choices()).length > 0)
      // A wait that is over leaves no trace, so that equal positions look alike to a search.
      expect(match.now().abilities[0]!.ready).toBe(round < 4 ? 4 : 1)
      match.pass().pass()
    }
    expect(offered).toEqual([false, false, true, true])
  })

  it('is usable again by whoever owns the bell then, and no sooner', () => {
    const match = scene(BELLS, { 'rally.cooldown': 2 })
    expect(match.now().abilities[0]).toEqual({ ability: 'rally', at: BELL, ready: 1 })
    match.decide(RALLY)
    expect(match.now().abilities[0]).toEqual({ ability: 'rally', at: BELL, ready: 3 })
  })

  it('waits for a new owner of the bell as it waits for the old one', () => {
    const spec: Scene = {
      ...BELLS,
      red: ['Obelisk', BELL],
      blue: ['Quarry', 'Forge'],
      capitals: ['Church', HUT],
    }
    const match = scene(spec, { 'rally.cooldown': 2 })
    match.play(RALLY, 'red 1 to Obelisk', 'red 2 to Sword In The Stone', `blue 1 to ${BELL}`)
    expect(match.owner(BELL)).toBe('blue')
    // Blue 2, at distance 2, could be fetched: not in round 2, for the wait is the tile's; in round 3.
    expect(uses(match.choices())).toEqual([])
    match.pass().pass()
    expect(match.now()).toMatchObject({ turn: 'blue', round: 2 })
    expect(uses(match.choices())).toEqual([])
    match.pass().pass()
    expect(match.now()).toMatchObject({ turn: 'blue', round: 3 })
    expect(uses(match.choices())).toEqual([`blue rally to ${BELL}`])
  })
})

describe('Bulwark, abilities between answers', () => {
  it('can be used before any answer; then the units that have not stepped are asked again', () => {
    const match = scene(BELLS).play('red 1 stays', 'red 2 to Intersection w/ Signpost', 'red 3 stays')
    expect(match.asked()).toBe('red 4')
    match.decide(RALLY)
    expect(match.asked()).toBe('red 1')
    match.decide('red 1 stays')
    expect(match.asked()).toBe('red 3')
  })

  it('can be used after the last answer; end declines', () => {
    const stayed = scene(BELLS).play('red 1 stays', 'red 2 stays', 'red 3 stays', 'red 4 stays')
    expect(stayed.choices()).toEqual(['red end', RALLY])
    stayed.decide('red end')
    expect(stayed.now().turn).toBe('blue')
    const used = scene(BELLS).play('red 1 stays', 'red 2 stays', 'red 3 stays', 'red 4 stays', RALLY)
    expect(used.asked()).toBe('red 1')
  })

  it('are asked for alone when no unit can step', () => {
    const match = scene({
      ...BELLS,
      red: ['Forge', 'Obelisk', BELL, BELL],
      recovers: ['red 2', 'red 3', 'red 4'],
    })
    match.decide('red 1 stays')
    expect(match.choices()).toEqual(['red end', RALLY])
  })
})

describe('Bulwark, Bee Swarm', () => {
  it('can be used by the owner of the tile with a unit on it', () => {
    expect(uses(scene(SWARM).choices()).length).toBeGreaterThan(0)
    const left = scene({ ...SWARM, red: ['Quarry', 'Quarry'], owners: { [BEES]: 'red' } })
    expect(uses(left.choices())).toEqual([])
  })

  it('works with a unit there that recovers', () => {
    const match = scene({ ...SWARM, red: [BEES, 'Quarry'], recovers: ['red 1'] })
    expect(uses(match.choices()).length).toBeGreaterThan(0)
  })

  it('drives off one enemy unit at distance 1, alone or with others', () => {
    expect(uses(scene(SWARM).choices())).toEqual([
      `red swarm blue 1 from ${BEES}`,
      `red swarm blue 2 from ${BEES}`,
      `red swarm blue 4 from ${BEES}`,
    ])
  })

  it('sends it to an adjacent passable tile without units of other teams, that its owner chooses', () => {
    const match = scene(SWARM).decide(`red swarm blue 1 from ${BEES}`)
    expect(match.asked()).toBe('blue 1')
    expect(match.choices()).toEqual([
      'blue 1 flees to Intersection w/ Signpost',
      'blue 1 flees to FFA Arena',
      'blue 1 flees to Decrepit Farm',
    ])
    match.decide('blue 1 flees to FFA Arena')
    expect(match.at('blue 1')).toBe('FFA Arena')
    expect(match.at('blue 2')).toBe('Soap Shop')
    expect(match.owner('FFA Arena')).toBe('blue')
    expect(match.asked()).toBe('red 1')
  })

  it('does not ask where there is one such tile', () => {
    const match = scene({
      ...SWARM,
      red: [BEES, 'FFA Arena', 'Decrepit Farm', 'Intersection w/ Signpost', 'Quarry'],
    })
    expect(uses(match.choices())).toEqual([`red swarm blue 4 from ${BEES}`])
    const one = scene({
      ...SWARM,
      blue: ['Soap Shop', HUT],
      red: [BEES, 'FFA Arena', 'Decrepit Farm', 'Quarry'],
    })
    one.decide(`red swarm blue 1 from ${BEES}`)
    expect(one.at('blue 1')).toBe('Intersection w/ Signpost')
    expect(one.asked()).toBe('red 1')
  })

  it('does not rout: the unit steps in its next turn as ever', () => {
    const match = scene(SWARM).play(`red swarm blue 1 from ${BEES}`, 'blue 1 flees to FFA Arena')
    expect(match.recovers('blue 1')).toBe(false)
    expect(match.pass().asked()).toBe('blue 1')
  })

  it('does not move units that recover, or that stand on a contested tile', () => {
    const match = scene({ ...SWARM, red: [BEES, 'FFA Arena'], recovers: ['blue 4'] })
    match.play('red 1 stays', 'red 2 to Soap Shop')
    expect(match.asked()).not.toBe('red end')
    expect(match.asked()).toBe('chance')
  })

  it('is offered only if the unit can go somewhere', () => {
    const surrounded = scene({
      ...SWARM,
      blue: ['Golden Empire Camp', HUT],
      red: [BEES, 'Southern Sea', 'Cliff Windmill', 'Quarry'],
    })
    expect(uses(surrounded.choices())).toEqual([])
  })

  it('used in round n, it is usable again in round n + swarm.cooldown', () => {
    for (const cooldown of [1, 2]) {
      const match = scene(
        { ...SWARM, blue: ['Soap Shop', 'Soap Shop', HUT, HUT] },
        { 'swarm.cooldown': cooldown },
      )
      match.play(`red swarm blue 1 from ${BEES}`, 'blue 1 flees to FFA Arena')
      expect(uses(match.choices())).toEqual([])
      const usable: boolean[] = []
      for (let round = 2; round <= 3; round++) {
        match.pass().pass()
        usable.push(uses(match.choices()).length > 0)
      }
      expect(usable).toEqual([cooldown === 1, true])
    }
  })
})

describe('Bulwark, Reconnaissance', () => {
  const FIGHT: Scene = {
    red: ['Forge', 'Forge', 'Lighthouse Waterfall', 'Soap Shop'],
    blue: ['Quarry', 'Quarry', HUT, HUT],
  }
  const oddsOf = (match: ReturnType<typeof scene>) =>
    Object.fromEntries(match.play('red 1 to Quarry', 'red 2 to Quarry').pass().odds())
  const parts = (strength: number, other: number) =>
    Math.round((1e6 * other ** 0.5) / (strength ** 0.5 + other ** 0.5))

  it('makes the owner of Lighthouse Waterfall stronger by battle.recon in every battle', () => {
    const odds = oddsOf(scene(FIGHT))
    expect(odds['chance red 1 falls']).toBe(2 * parts(2 * 1.2, 2))
    expect(odds['chance blue 1 falls']).toBe(2 * (1e6 - parts(2 * 1.2, 2)))
    const twice = oddsOf(scene(FIGHT, { 'battle.recon': 2 }))
    expect(twice['chance red 1 falls']).toBe(2 * parts(4, 2))
  })

  it('counts for the defender as well', () => {
    const odds = oddsOf(
      scene({
        ...FIGHT,
        red: ['Forge', 'Forge', 'Soap Shop', 'Soap Shop'],
        blue: ['Quarry', 'Quarry', 'Lighthouse Waterfall', HUT],
      }),
    )
    expect(odds['chance red 1 falls']).toBe(2 * parts(2, 2 * 1.2))
  })

  it('counts for no team while none owns the tile', () => {
    const odds = oddsOf(scene({ ...FIGHT, red: ['Forge', 'Forge', 'Soap Shop', 'Soap Shop'] }))
    expect(odds['chance red 1 falls']).toBe(1_000_000)
  })

  it('is switched off for the teams of recon.off', () => {
    expect(oddsOf(scene(FIGHT, { 'recon.off': [1] }))['chance red 1 falls']).toBe(1_000_000)
    expect(oddsOf(scene(FIGHT, { 'recon.off': [2] }))['chance red 1 falls']).toBe(2 * parts(2.4, 2))
  })

  it('stays with the defender of the tile itself until its battle is over', () => {
    const match = scene({
      ...FIGHT,
      red: ['Cliff Windmill', 'Soap Shop'],
      blue: ['Lighthouse Waterfall', HUT],
    })
    match.play('red 1 to Lighthouse Waterfall', 'red 2 stays')
    expect(match.odds()[0]).toEqual(['chance red 1 falls', parts(1, 1.2)])
  })
})

describe('Bulwark, abilities as data', () => {
  it("a tile's own range and cooldown count instead of the rules'", () => {
    const { map } = rulesOf()
    const tiles = map.tiles.map(tile =>
      tile.name === BELL ? { ...tile, abilities: [{ name: 'rally', range: 3, cooldown: 5 }] } : tile,
    )
    const match = scene(BELLS, { map: { name: 'other', tiles } }).decide(RALLY)
    expect(match.at('red 3')).toBe(BELL)
    expect(match.now().abilities[0]!.ready).toBe(6)
    const hives = map.tiles.map(tile =>
      tile.name === BEES ? { ...tile, abilities: [{ name: 'swarm', range: 2, cooldown: 4 }] } : tile,
    )
    const far = scene(SWARM, { map: { name: 'other', tiles: hives } })
    expect(uses(far.choices())).toContain(`red swarm blue 3 from ${BEES}`)
    far.decide(`red swarm blue 3 from ${BEES}`)
    expect(far.now().abilities[1]!.ready).toBe(5)
  })

  it("swarm.range is every hive's that has none of its own", () => {
    expect(uses(scene(SWARM, { 'swarm.range': 2 }).choices())).toContain(`red swarm blue 3 from ${BEES}`)
  })
})
