/** Other readings of Rally, Bee Swarm, cooldowns and Training. One test for each key, named by it, beside the default. */
import { describe, expect, it } from 'vitest'
import type { Patch } from '../load.ts'
import { type Match, type Scene, scene } from '../scenario.ts'

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

/** Red has the bees and a unit on them; blue stands at one step. */
const SWARM: Scene = {
  red: [BEES, 'Quarry', 'Quarry', 'Quarry'],
  blue: ['Soap Shop', 'Soap Shop', HUT, 'Golden Empire Camp'],
  capitals: CAPITALS,
}

const uses = (match: Match): string[] => match.choices().filter(text => /rally|swarm/.test(text))
/** What a swarm can strike: "blue 1". */
const targets = (spec: Scene, patch: Patch): string[] =>
  uses(scene(spec, patch)).map(text => text.split(' ').slice(2, 4).join(' '))
/** Rounds after the first, up to the sixth, in which red may use an ability once more. */
function roundsOffered(match: Match): number[] {
  const rounds: number[] = []
  for (let round = 2; round <= 6; round++) {
    match.pass().pass()
    if (uses(match).length > 0) rounds.push(round)
  }
  return rounds
}

describe('Bulwark, readings of Rally', () => {
  it('rally.contested: fetches units from contested tiles too, and leaves the battle to nobody', () => {
    const attack = (patch: Patch) =>
      scene({ ...BELLS, blue: ['Quarry'] }, patch).play('red 1 to Quarry', RALLY)
    expect(attack({}).at('red 1')).toBe('Quarry')
    const match = attack({ 'rally.contested': true })
    expect(match.at('red 1')).toBe(BELL)
    expect(match.owner('Quarry')).toBe('blue')
    expect(match.pass().asked()).toBe('blue 1')
  })

  it('rally.recovering: fetches units that recover, and they go on recovering', () => {
    const spec = { ...BELLS, recovers: ['red 2'] }
    expect(scene(spec).decide(RALLY).at('red 2')).toBe('Obelisk')
    const match = scene(spec, { 'rally.recovering': true }).decide(RALLY)
    expect([match.at('red 2'), match.recovers('red 2')]).toEqual([BELL, true])
  })

  it('rally.unit: requires an own unit on the bell, not only the tile', () => {
    const empty = { ...BELLS, red: ['Forge'], owners: { [BELL]: 'red' } }
    expect(uses(scene(empty))).toEqual([RALLY])
    expect(uses(scene(empty, { 'rally.unit': true }))).toEqual([])
    expect(uses(scene(BELLS, { 'rally.unit': true }))).toEqual([RALLY])
  })

  it("rally.step: being fetched is a unit's step, so those that stepped are left", () => {
    const usual = scene(BELLS).play('red 1 to Quarry', RALLY)
    expect([usual.at('red 1'), usual.asked()]).toEqual([BELL, 'red 2'])
    const match = scene(BELLS, { 'rally.step': true }).play('red 1 to Quarry', RALLY)
    expect([match.at('red 1'), match.at('red 2'), match.asked()]).toEqual(['Quarry', BELL, 'red 3'])
  })

  it('rally.targets: fetches enemies too, who take the bell or fight for it', () => {
    const near: Scene = { ...BELLS, red: [BELL, 'Forge'], blue: ['Obelisk', HUT] }
    expect(uses(scene({ ...near, red: [BELL] }))).toEqual([])
    expect(scene(near).decide(RALLY).at('blue 1')).toBe('Obelisk')
    const all = { 'rally.targets': 'all' }
    const fetched = scene(near, all).decide(RALLY)
    expect(['red 2', 'blue 1', 'blue 2'].map(unit => fetched.at(unit))).toEqual([BELL, BELL, HUT])
    // Nobody leaves the contested bell before the battle, which red fights as the attacker.
    expect([fetched.owner(BELL), fetched.asked()]).toEqual(['red', 'chance'])
    // Alone at the bell, the enemy takes it.
    const taken = scene({ ...near, red: ['Golden Empire Camp'], owners: { [BELL]: 'red' } }, all).decide(
      RALLY,
    )
    expect([taken.at('blue 1'), taken.owner(BELL), taken.asked()]).toEqual([BELL, 'blue', 'red 1'])
    const atOnce = scene({ ...near, red: [BELL, 'Forge', 'Quarry'] }, { ...all, 'battle.when': 'entry' })
    expect(atOnce.decide(RALLY).asked()).toBe('chance')
  })

  it('is not usable while units of another team stand on its tile, which routed ones may without taking it', () => {
    const spec = { ...BELLS, red: ['Forge', 'Bakery'], blue: [BELL, HUT], owners: { [BELL]: 'red' } }
    expect(uses(scene(spec, { 'capture.routed': false }))).toEqual([])
  })
})

describe('Bulwark, readings of Bee Swarm', () => {
  it('swarm.owner: an own unit on the tile is enough, even where it has just come upon enemies', () => {
    const spec = { red: ['Soap Shop'], blue: [BEES, 'Golden Empire Camp'], capitals: CAPITALS }
    expect(scene(spec).decide(`red 1 to ${BEES}`).asked()).toBe('chance')
    const match = scene(spec, { 'swarm.owner': false }).decide(`red 1 to ${BEES}`)
    expect(match.choices()).toEqual(['red end', `red swarm blue 2 from ${BEES}`])
  })

  it('swarm.targets: enemies, friends, or all', () => {
    const spec = { ...SWARM, red: [BEES, 'Soap Shop', 'Quarry'], blue: [HUT, 'Golden Empire Camp'] }
    expect(targets(spec, {})).toEqual(['blue 2'])
    expect(targets(spec, { 'swarm.targets': 'friends' })).toEqual(['red 2'])
    expect(targets(spec, { 'swarm.targets': 'all' })).toEqual(['red 2', 'blue 2'])
    const match = scene(spec, { 'swarm.targets': 'friends' }).decide(`red swarm red 2 from ${BEES}`)
    expect(match.choices()).toContain('red 2 flees to Intersection w/ Signpost')
    match.decide('red 2 flees to Intersection w/ Signpost')
    expect([match.at('red 2'), match.asked()]).toEqual(['Intersection w/ Signpost', 'red 1'])
  })

  it('swarm.ownTile: reaches units on its own tile, friends, and enemies under attack', () => {
    const friends = { 'swarm.targets': 'friends', 'swarm.ownTile': true }
    expect(targets(SWARM, { 'swarm.targets': 'friends' })).toEqual([])
    expect(targets(SWARM, friends)).toEqual(['red 1'])
    const attack: Scene = { red: ['Soap Shop'], blue: [BEES, HUT], capitals: CAPITALS }
    const literal = { 'swarm.owner': false, 'swarm.contested': true }
    expect(scene(attack, literal).decide(`red 1 to ${BEES}`).asked()).toBe('chance')
    const match = scene(attack, { ...literal, 'swarm.ownTile': true }).decide(`red 1 to ${BEES}`)
    match.play(`red swarm blue 1 from ${BEES}`, 'blue 1 flees to Golden Empire Camp')
    expect([match.owner(BEES), match.asked()]).toEqual(['red', 'blue 1'])
  })

  it('swarm.contested: drives units off contested tiles, and the last one leaves its tile to the attackers', () => {
    const attack = (patch: Patch) =>
      scene({ ...SWARM, red: [BEES, 'FFA Arena'], blue: ['Soap Shop', HUT] }, patch).play(
        'red 1 stays',
        'red 2 to Soap Shop',
      )
    expect(attack({}).asked()).toBe('chance')
    const match = attack({ 'swarm.contested': true }).decide(`red swarm blue 1 from ${BEES}`)
    expect(match.owner('Soap Shop')).toBe('blue')
    match.decide('blue 1 flees to Decrepit Farm')
    expect(match.owner('Soap Shop')).toBe('red')
    expect(match.pass().asked()).toBe('blue 1')
  })

  it('swarm.recovering: drives off units that recover', () => {
    const spec = { ...SWARM, recovers: ['blue 4'] }
    expect(targets(spec, {})).toEqual(['blue 1', 'blue 2'])
    expect(targets(spec, { 'swarm.recovering': true })).toEqual(['blue 1', 'blue 2', 'blue 4'])
  })

  it('swarm.chooser: the team that uses the bees says where the unit goes', () => {
    const swarm = (patch: Patch) => scene(SWARM, patch).decide(`red swarm blue 1 from ${BEES}`)
    expect(swarm({}).now().asks).toEqual({ what: 'flee', team: 'blue', unit: 1 })
    const match = swarm({ 'swarm.chooser': 'user' })
    expect(match.now().asks).toEqual({ what: 'flee', team: 'red', unit: 1, of: 'blue' })
    match.decide('red 1 flees to FFA Arena')
    expect([match.at('blue 1'), match.owner('FFA Arena')]).toEqual(['FFA Arena', 'blue'])
    expect(match.asked()).toBe('red 1')
  })

  it('swarm.routs: the unit recovers, through its next turn', () => {
    const swarm = (patch: Patch) =>
      scene(SWARM, patch).play(`red swarm blue 1 from ${BEES}`, 'blue 1 flees to FFA Arena')
    expect(swarm({}).recovers('blue 1')).toBe(false)
    const match = swarm({ 'swarm.routs': true })
    expect(match.recovers('blue 1')).toBe(true)
    expect(match.pass().asked()).toBe('blue 2')
    expect(match.pass().recovers('blue 1')).toBe(false)
    const friend = scene(
      { ...SWARM, red: [BEES, 'Soap Shop'], blue: [HUT] },
      { 'swarm.routs': true, 'swarm.targets': 'friends' },
    ).play(`red swarm red 2 from ${BEES}`, 'red 2 flees to FFA Arena')
    friend.pass().pass()
    expect(friend.recovers('red 2')).toBe(true)
    expect(friend.pass().recovers('red 2')).toBe(false)
  })

  it('capture.swarmed: the unit takes the tile that it comes to, or does not', () => {
    const swarm = (patch: Patch) =>
      scene(SWARM, patch).play(`red swarm blue 1 from ${BEES}`, 'blue 1 flees to FFA Arena')
    expect(swarm({}).owner('FFA Arena')).toBe('blue')
    expect(swarm({ 'capture.swarmed': false }).owner('FFA Arena')).toBeUndefined()
  })
})

describe('Bulwark, readings of cooldowns', () => {
  const used = (patch: Patch) => scene(BELLS, patch).decide(RALLY).play('red 1 to Quarry')

  it("cooldown.turns: rounds, or every team's turns", () => {
    expect(roundsOffered(used({}))).toEqual([4, 5, 6])
    // Used in turn 1 it is usable from turn 4 on; red's next is turn 5.
    const match = used({ 'cooldown.turns': 'all' })
    expect(match.now().abilities[0]!.ready).toBe(4)
    expect(roundsOffered(match)).toEqual([3, 4, 5, 6])
  })

  it('cooldown.useTurn: the turn of the use counts, or does not', () => {
    expect(roundsOffered(used({ 'cooldown.useTurn': false }))).toEqual([5, 6])
    expect(roundsOffered(used({ 'cooldown.useTurn': false, 'cooldown.turns': 'all' }))).toEqual([3, 4, 5, 6])
    expect(used({ 'cooldown.useTurn': false }).now().abilities[0]!.ready).toBe(5)
  })
})

describe('Bulwark, readings of Training', () => {
  it("training.units: the owner's wherever they are routed, or whoever is routed on its tile", () => {
    const elsewhere = (patch: Patch) =>
      scene({ red: ['Quarry'], blue: ['Forge', 'FFA Arena'] }, patch)
        .play('red 1 to Forge')
        .fall('blue 1')
    expect(elsewhere({}).now().asks).toEqual({ what: 'retreat', team: 'blue', unit: 1 })
    expect(elsewhere({ 'training.units': 'tile' }).at('blue 1')).toBe('Oceanside Mountain Path')
    const there = (patch: Patch) =>
      scene({ red: ['Bakery', 'Bakery'], blue: ['FFA Arena', HUT] }, patch)
        .play('red 1 to FFA Arena', 'red 2 to FFA Arena')
        .fall('red 1', 'blue 1')
        .decide('blue 1 retreats')
    expect(there({}).at('red 1')).toBe('Bakery')
    expect(there({ 'training.units': 'tile' }).now().asks).toEqual({ what: 'retreat', team: 'red', unit: 1 })
  })

  it('training.swarm: units that Bee Swarm drives off may go to any free tile', () => {
    const flights = (patch: Patch) =>
      scene({ ...SWARM, owners: { 'FFA Arena': 'blue' } }, patch)
        .decide(`red swarm blue 1 from ${BEES}`)
        .choices()
    expect(flights({})).toEqual([
      'blue 1 flees to Intersection w/ Signpost',
      'blue 1 flees to FFA Arena',
      'blue 1 flees to Decrepit Farm',
    ])
    // Of 24 passable tiles red owns its capital, Quarry and the bees, and the unit stands on one.
    const all = flights({ 'training.swarm': true })
    expect(all).toHaveLength(20)
    expect(all).toContain('blue 1 flees to Northern Sea')
    expect(flights({ 'training.swarm': true, 'training.units': 'tile' })).toHaveLength(3)
  })
})
