/** Other readings of battles, retreats, captures, seas and capitals. One test for each key, named by it, beside the default. */
import { describe, expect, it } from 'vitest'
import { gameOf, type Patch, rulesOf } from '../load.ts'
import { Match, type Scene, scene } from '../scenario.ts'

const HUT = 'Decrepit Hut Near The Ruins'
const AWAY: Scene = { red: ['Quarry', 'Quarry', 'Quarry', 'Quarry'], blue: [HUT, HUT, HUT, HUT] }

const refused = (patch: Patch): string => {
  try {
    rulesOf(patch)
  } catch (error) {
    return (error as Error).message
  }
  return 'accepted'
}

describe('Bulwark, readings of the setup', () => {
  it('setup.apart: capitals may lie side by side, or must lie farther apart', () => {
    const sites = (patch: Patch) => new Match(gameOf(patch)).play('red capital at Graveyard').choices().join()
    expect(sites({})).not.toContain('Church')
    expect(sites({ 'setup.apart': 1 })).toContain('Church')
    expect(sites({ 'setup.apart': 1 })).not.toContain('Graveyard')
    expect(sites({})).toContain('Forge')
    expect(sites({ 'setup.apart': 3 })).not.toContain('Forge')
    const beside = { 'setup.capitals': ['Forge', 'Bakery'] }
    expect(refused({ ...beside, 'setup.apart': 1 })).toBe('accepted')
    expect(refused({ 'setup.capitals': ['Forge', 'Graveyard'], 'setup.apart': 3 })).toMatch(
      /Graveyard is, or lies too near, a capital listed before it/,
    )
    expect(refused({ 'setup.apart': 6 })).toMatch(
      /too little land for the capitals of 2 teams, which must lie 6 steps apart/,
    )
  })

  it('setup.sea: a capital may be at sea', () => {
    const sites = (patch: Patch) => new Match(gameOf(patch)).choices()
    expect(sites({})).toHaveLength(22)
    expect(sites({ 'setup.sea': true })).toHaveLength(24)
    const match = new Match(gameOf({ 'setup.sea': true })).play('red capital at Northern Sea')
    expect(match.now().teams[0]!.capital).toBe('Northern Sea')
    expect(match.game.info.assets.some(({ id, group }) => group === 'capital' && id === 'Northern Sea')).toBe(
      true,
    )
  })
})

describe('Bulwark, readings of battles', () => {
  it('battle.when: at the end of the turn, or with every step onto enemies', () => {
    const spec = { red: ['Quarry', 'Quarry', 'Quarry', 'Soap Shop'], blue: ['Forge', HUT] }
    expect(scene(spec).play('red 1 stays', 'red 2 to Forge').asked()).toBe('red 3')
    const match = scene(spec, { 'battle.when': 'entry' }).play('red 1 stays', 'red 2 to Forge')
    expect(match.now().battle).toMatchObject({ at: 'Forge', living: ['red 2', 'blue 1'] })
    // The loser goes back at once; the next unit decides, and the one that stayed doesn't decide again.
    match.fall('red 2')
    expect([match.at('red 2'), match.asked()]).toEqual(['Quarry', 'red 3'])
    match.play('red 3 to Forge').fall('blue 1')
    expect([match.owner('Forge'), match.asked()]).toEqual(['red', 'red 4'])
    expect(match.decide('red 4 stays').now().turn).toBe('blue')
  })

  it('battle.when: a match has room for the decisions of a battle after every step', () => {
    const { info } = gameOf({ 'battle.when': 'entry' })
    expect(info.decisionMax).toBe(2 + 120 * (3 * 5 + 4 + 1 + 5 * 2 * 6))
    expect(info.stateSize).toBe(gameOf().info.stateSize + 1)
  })
})

describe('Bulwark, readings of retreats', () => {
  it("retreat.winners: the winner's fallen retreat and recover, recover where they are, or neither", () => {
    const won = (winners: string) => {
      const match = scene({ red: ['Quarry', 'Quarry'], blue: ['Forge', HUT] }, { 'retreat.winners': winners })
      match.play('red 1 to Forge', 'red 2 to Forge').fall('red 2', 'blue 1')
      expect([match.at('blue 1'), match.recovers('blue 1')]).toEqual(['Oceanside Mountain Path', true])
      return [match.at('red 2'), match.recovers('red 2')]
    }
    expect(won('retreat')).toEqual(['Quarry', true])
    expect(won('recover')).toEqual(['Forge', true])
    expect(won('none')).toEqual(['Forge', false])
  })

  it('retreat.blocked: tiles beside the blocked one first, all adjacent ones alike, or any tile', () => {
    // Church, attacked from Rocky Archways, has Bakery opposite, where red stands.
    const fled = (blocked: string) =>
      scene({ red: ['Rocky Archways', 'Bakery'], blue: ['Church', HUT] }, { 'retreat.blocked': blocked })
        .play('red 1 to Church', 'red 2 stays')
        .fall('blue 1')
        .at('blue 1')
    expect(fled('beside')).toBe('Oceanside Mountain Path')
    expect(fled('adjacent')).toBe('Northern Sea')
    expect(fled('anywhere')).toBe("Angler's Commune")
  })

  it("recovery.turns: the next turn of the unit's team, or the next of any", () => {
    const lost = (patch: Patch) =>
      scene({ red: ['Quarry', HUT], blue: ['Forge', 'Forge'] }, patch)
        .play('red 1 to Forge', 'red 2 stays')
        .fall('blue 1', 'red 1')
    const both = (match: Match) => [match.recovers('red 1'), match.recovers('blue 1')]
    const own = lost({})
    expect(both(own)).toEqual([true, true])
    expect(both(own.pass())).toEqual([true, false])
    const all = lost({ 'recovery.turns': 'all' })
    expect(both(all)).toEqual([true, true])
    expect(both(all.pass())).toEqual([false, false])
    expect(all.asked()).toBe('red 1')
  })
})

describe('Bulwark, readings of captures', () => {
  it('capture.when: as units come, or at the end of their turn', () => {
    const spec = { ...AWAY, red: ['Obelisk', 'Obelisk'] }
    expect(scene(spec).decide('red 1 to Mountainside Bell').choices()).toContain(
      'red rally to Mountainside Bell',
    )
    const match = scene(spec, { 'capture.when': 'end' }).decide('red 1 to Mountainside Bell')
    expect(match.owner('Mountainside Bell')).toBeUndefined()
    expect(match.choices().join()).not.toContain('rally')
    match.decide('red 2 stays')
    expect([match.now().turn, match.owner('Mountainside Bell')]).toEqual(['blue', 'red'])
    const won = scene({ red: ['Quarry', HUT], blue: ['Forge', HUT] }, { 'capture.when': 'end' })
    won.play('red 1 to Forge', 'red 2 stays').fall('blue 1')
    expect([won.owner('Forge'), won.owner('Oceanside Mountain Path')]).toEqual(['red', undefined])
    // The loser takes its tile at the end of its own turn.
    expect(won.pass().owner('Oceanside Mountain Path')).toBe('blue')
  })

  it('capture.routed: units that retreat take the tile they come to, or do not', () => {
    const routed = (patch: Patch) =>
      scene({ red: ['Quarry', HUT], blue: ['Forge', HUT] }, patch)
        .play('red 1 to Forge', 'red 2 stays')
        .fall('blue 1')
    expect(routed({}).owner('Oceanside Mountain Path')).toBe('blue')
    const match = routed({ 'capture.routed': false })
    expect([match.at('blue 1'), match.owner('Oceanside Mountain Path')]).toEqual([
      'Oceanside Mountain Path',
      undefined,
    ])
    const end = routed({ 'capture.routed': false, 'capture.when': 'end' }).pass()
    expect(end.owner('Oceanside Mountain Path')).toBeUndefined()
    expect(end.pass().pass().owner('Oceanside Mountain Path')).toBe('blue')
  })

  it('sea.onFoot: seas are entered from adjacent tiles, or by ferry alone', () => {
    const shut = { 'sea.onFoot': false }
    expect(scene({ ...AWAY, red: ['Church'] }).choices()).toContain('red 1 to Northern Sea')
    expect(scene({ ...AWAY, red: ['Church'] }, shut).choices()).not.toContain('red 1 to Northern Sea')
    const sailed = scene({ ...AWAY, red: ["Farmer's House", 'Northern Sea'] }, shut)
    expect(sailed.choices()).toContain('red 1 ferries to Northern Sea')
    expect(sailed.play('red 1 stays').choices()).toContain('red 2 to Church')
    // Nobody retreats to a sea either; but who came from one goes back to it.
    const fled = scene({ red: ['Rocky Archways', 'Bakery'], blue: ['Church', HUT] }, shut)
    fled.play('red 1 to Church', 'red 2 stays').fall('blue 1')
    expect(fled.at('blue 1')).toBe('Oceanside Mountain Path')
    const corner = scene({ red: ['Cliff Windmill', 'Soap Shop'], blue: ['Lighthouse Waterfall', HUT] }, shut)
    corner.play('red 1 to Lighthouse Waterfall', 'red 2 stays').fall('blue 1')
    expect(corner.at('blue 1')).toBe('Cliff Windmill')
    const back = scene({ red: ['Northern Sea', HUT], blue: ['Church', HUT] }, shut)
    expect(back.play('red 1 to Church', 'red 2 stays').fall('red 1').at('red 1')).toBe('Northern Sea')
    // Attacked on foot from a sea, a tile has an opposite.
    const from = scene({ red: ['Northern Sea', HUT], blue: ['Church', HUT] }, shut)
    expect(from.play('red 1 to Church', 'red 2 stays').fall('blue 1').at('blue 1')).toBe('Graveyard')
  })

  it('sea.onFoot: a map on which no ferry leads to a sea is refused', () => {
    const map = {
      name: 'pond',
      tiles: [
        ...['a', 'b', 'c', 'd'].map((name, i) => ({ name, at: [i, 0] })),
        { name: 'pond', at: [0, 1], kind: 'sea' },
      ],
    }
    expect(refused({ map })).toBe('accepted')
    expect(refused({ map, 'sea.onFoot': false })).toMatch(
      /without seas to enter on foot, no way leads to pond from a, but units must be able/,
    )
  })
})

describe('Bulwark, readings of the end', () => {
  const SIEGE: Scene = {
    red: ['Quarry', 'Soap Shop'],
    blue: ['Southern Shore', 'Southern Shore'],
    capitals: ['Rocky Archways', 'Forge'],
  }

  it("capital.count: the team's own turns, its captor's, or every team's", () => {
    const turns = (count: string) => {
      const match = scene(SIEGE, { 'capital.count': count }).play('red 1 to Forge').pass()
      const played: string[] = []
      for (let now = match.now(); now.winner === null; now = match.now()) {
        played.push(`${now.turn} ${now.teams[1]!.held}`)
        match.pass()
      }
      return played
    }
    expect(turns('own')).toEqual(['blue 0', 'red 1', 'blue 1'])
    expect(turns('captor')).toEqual(['blue 0', 'red 0', 'blue 1', 'red 1'])
    expect(turns('all')).toEqual(['blue 0', 'red 1'])
  })

  it('capital.count: of two teams that would be out at once, the one whose turn it is goes first', () => {
    // Red takes blue's capital, and the loser retreats to red's.
    const spec: Scene = {
      red: ['Quarry', HUT],
      blue: ['Forge', 'Soap Shop'],
      capitals: ['Oceanside Mountain Path', 'Forge'],
    }
    const match = scene(spec, { 'setup.apart': 1, 'capital.count': 'all', 'capital.turns': 1 })
    match.play('red 1 to Forge', 'red 2 stays').fall('blue 1')
    expect([match.owner('Forge'), match.owner('Oceanside Mountain Path')]).toEqual(['red', 'blue'])
    expect(match.pass().now()).toMatchObject({ winner: 'red', teams: [{ out: false }, { out: true }] })
  })

  it('capital.occupied: a turn counts only if the captor stands on the capital at its end', () => {
    const left = (patch: Patch) =>
      scene(SIEGE, patch).play('red 1 to Forge').pass().pass().play('red 1 to Quarry').pass().pass().now()
    expect(left({})).toMatchObject({ winner: 'red' })
    expect(left({ 'capital.occupied': true })).toMatchObject({ winner: null, teams: [{}, { held: 0 }] })
    const stayed = scene(SIEGE, { 'capital.occupied': true }).play('red 1 to Forge')
    expect(stayed.pass().pass().pass().pass().now().winner).toBe('red')
  })
})
