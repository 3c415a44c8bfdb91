/** Capitals, teams that are out, the end of a match. One test for each rule, named by it. */
import { describe, expect, it } from 'vitest'
import { WIN_UNITS } from '../../engine/contract/index.ts'
import { gameOf, type Patch } from './load.ts'
import { Match, type Scene, scene } from './scenario.ts'

const HUT = 'Decrepit Hut Near The Ruins'

/** Red stands beside blue's empty capital at Forge; blue is far away. */
const SIEGE: Scene = {
  red: ['Quarry', 'Soap Shop'],
  blue: ['Southern Shore', 'Southern Shore'],
  capitals: ['Rocky Archways', 'Forge'],
}

const blueOf = (match: Match) => match.now().teams[1]!

/** Turns of blue's that end before it is out. */
function turnsLeft(match: Match): number {
  let turns = 0
  for (let now = match.now(); now.winner === null && turns < 20; now = match.now()) {
    if (now.turn === 'blue') turns++
    match.pass()
  }
  return turns
}

describe('Bulwark, capitals', () => {
  it('a team is out at the end of its second turn with its capital in the hands of another', () => {
    const match = scene(SIEGE).play('red 1 to Forge').pass()
    expect(blueOf(match)).toMatchObject({ held: 0, out: false })
    match.pass()
    expect(blueOf(match)).toMatchObject({ held: 1, out: false })
    match.pass().pass()
    expect(blueOf(match)).toMatchObject({ out: true })
    expect(match.now()).toMatchObject({ winner: 'red', turn: null, asks: null })
  })

  it('or of as many turns as capital.turns says', () => {
    for (const turns of [1, 2, 4])
      expect(turnsLeft(scene(SIEGE, { 'capital.turns': turns }).play('red 1 to Forge').pass())).toBe(turns)
  })

  it('does not have to be occupied: who stood there last owns it', () => {
    const match = scene(SIEGE).play('red 1 to Forge').pass().pass().play('red 1 to Quarry').pass()
    expect(blueOf(match).held).toBe(1)
    expect(match.pass().now().winner).toBe('red')
  })

  it('is safe again when a unit of its own steps on it, and counts anew when it falls again', () => {
    const match = scene({ ...SIEGE, blue: ['Quarry', 'Southern Shore'], red: ['Bakery', HUT] })
    match.play('red 1 to Forge').pass().pass()
    expect(blueOf(match).held).toBe(1)
    match.play('red 1 to Bakery').pass().play('blue 1 to Forge')
    expect(match.owner('Forge')).toBe('blue')
    match.pass()
    expect(blueOf(match).held).toBe(0)
    match.pass().play('blue 1 to Quarry').pass().play('red 1 to Forge').pass()
    expect(turnsLeft(match)).toBe(2)
  })

  it('turns count only if they began after it fell', () => {
    // Blue takes its capital back, calls the unit away by Rally, and a routed red unit takes it once more, all in one turn
    // of blue's: that turn does not count.
    const match = scene(
      {
        red: ['Bakery', 'Oceanside Mountain Path'],
        blue: ['Quarry', 'Church', 'Mountainside Bell'],
        capitals: ['Soap Shop', 'Forge'],
        owners: { Forge: 'red' },
      },
      { 'setup.move': 2 },
    )
    match.play('blue 1 to Forge', 'blue rally to Mountainside Bell')
    expect(match.owner('Forge')).toBe('blue')
    match.play('blue 2 to Oceanside Mountain Path', 'blue 3 stays')
    match.fall('red 2')
    expect(match.at('red 2')).toBe('Forge')
    expect(match.owner('Forge')).toBe('red')
    expect(blueOf(match).held).toBe(0)
    expect(turnsLeft(match)).toBe(2)
  })

  it('keeps counting when it passes from one other team to another', () => {
    const match = scene(
      {
        red: ['Quarry', HUT],
        blue: ['Southern Shore', 'Southern Shore'],
        green: ['Bakery', HUT],
        capitals: ['Rocky Archways', 'Forge', 'Sword In The Stone'],
      },
      { 'capital.turns': 3 },
    )
    match.play('red 1 to Forge').pass().pass().pass().play('red 1 to Quarry').pass().pass()
    expect(blueOf(match).held).toBe(2)
    match.play('green 1 to Forge').pass().pass()
    expect(match.owner('Forge')).toBe('green')
    expect(match.pass().now().teams[1]!.out).toBe(true)
  })

  it('is safe while no team owns it', () => {
    const match = scene({
      red: ['Quarry', 'Southern Shore'],
      blue: ["Farmer's House", "Farmer's House"],
      green: ['Church', 'Lighthouse Waterfall'],
      capitals: ['Soap Shop', 'Rocky Archways', 'Mountainside Bell'],
    })
    match.play('red 1 to Mountainside Bell').pass().pass()
    match.play('green 1 to Rocky Archways').pass().pass().pass()
    expect(match.now()).toMatchObject({ turn: 'green', teams: [{}, { held: 1 }, { held: 1 }] })
    match.pass()
    // Green is out, so blue's capital has no owner.
    expect(match.now().teams).toMatchObject([{}, { held: 0, out: false }, { out: true }])
    match.pass().pass().pass().pass()
    expect(match.now()).toMatchObject({ winner: null, teams: [{}, { held: 0 }, {}] })
  })
})

describe('Bulwark, teams that are out', () => {
  /** Four tiles in a line: a unit routed at an end, next to the enemy, has no tile to retreat to. */
  const line = (...names: string[]) => ({
    name: 'line',
    tiles: names.map((name, i) => ({ name, at: [i, 0] })),
  })
  const FOUR: Patch = { map: line('w', 'x', 'y', 'z'), 'setup.capitals': ['w', 'z'] }

  it('a team without units is out at once, and the last one standing wins', () => {
    const match = scene({ red: ['y', 'y'], blue: ['z'] }, FOUR)
      .play('red 1 to z', 'red 2 stays')
      .fall('blue 1')
    expect(match.now()).toMatchObject({ winner: 'red', units: [{ team: 'red' }, { team: 'red' }] })
    expect(match.game.toMove(match.state)).toBe(0)
    const returns = new Int32Array(2)
    expect(match.game.info.endings[match.game.result(match.state, returns)]!.id).toBe('losses')
    expect([...returns]).toEqual([WIN_UNITS, 0])
  })

  it('the tiles of a team that is out are neutral at once, and the others play on', () => {
    const FIVE: Patch = { map: line('a', 'b', 'c', 'd', 'e'), 'setup.capitals': ['a', 'c', 'e'] }
    const match = scene(
      { red: ['a'], blue: ['b', 'c'], green: ['e'], owners: { d: 'red' }, turn: 'blue' },
      FIVE,
    )
    match.play('blue 1 to a', 'blue 2 to b').fall('red 1')
    expect(match.now()).toMatchObject({ teams: [{ out: true }, {}, {}], winner: null, turn: 'green' })
    expect(match.now().tiles).toEqual([
      { tile: 'a', owner: 'blue' },
      { tile: 'b', owner: 'blue' },
      { tile: 'c', owner: 'blue' },
      { tile: 'e', owner: 'green' },
    ])
    expect(match.pass().now().turn).toBe('blue')
  })

  it('a team put out by its capital loses its units and tiles, and its turns', () => {
    const match = scene({
      red: ['Quarry', HUT],
      blue: ['Southern Shore', "Angler's Commune"],
      green: ['Lighthouse Waterfall', 'Lighthouse Waterfall'],
      capitals: ['Soap Shop', 'Forge', 'Rocky Archways'],
    })
    match.play('red 1 to Forge').pass().pass().pass().pass()
    expect(match.owner('Southern Shore')).toBe('blue')
    expect(match.now().turn).toBe('blue')
    match.pass()
    expect(blueOf(match)).toMatchObject({ out: true })
    expect(match.owner('Southern Shore')).toBeUndefined()
    expect(match.now().units.some(u => u.team === 'blue')).toBe(false)
    expect(match.now()).toMatchObject({ turn: 'green', winner: null })
    match.pass()
    expect(match.now().turn).toBe('red')
    expect(match.pass().now().turn).toBe('green')
  })

  it('a round begins at setup.move even when that team is out', () => {
    const match = scene(
      {
        red: ['Southern Shore', 'Southern Shore'],
        blue: ['Quarry', HUT],
        green: ['Lighthouse Waterfall', 'Lighthouse Waterfall'],
        capitals: ['Forge', 'Soap Shop', 'Rocky Archways'],
      },
      { 'limits.turns': 5 },
    )
    match.pass().play('blue 1 to Forge').pass().pass().pass().pass().pass().pass()
    expect(match.now()).toMatchObject({ teams: [{ out: true }, {}, {}], round: 3, turn: 'blue' })
    match.pass().pass()
    expect(match.now()).toMatchObject({ round: 4, turn: 'blue' })
    match.pass().pass().pass().pass()
    expect(match.now().winner).toBe('length')
    const returns = new Int32Array(3)
    match.game.result(match.state, returns)
    expect([...returns]).toEqual([0, WIN_UNITS / 2, WIN_UNITS / 2])
  })
})

describe('Bulwark, the end by length', () => {
  it('comes after limits.turns turns of each team: no team wins', () => {
    const match = new Match(gameOf({ 'limits.turns': 3, 'setup.capitals': ['Forge', 'Soap Shop'] }))
    for (let turn = 0; turn < 6; turn++) {
      expect(match.now().winner).toBeNull()
      match.pass()
    }
    expect(match.now()).toMatchObject({ winner: 'length', round: 3 })
    expect(match.steps).toBe(6)
    const returns = new Int32Array(2)
    expect(match.game.info.endings[match.game.result(match.state, returns)]!.kind).toBe('length')
    expect([...returns]).toEqual([WIN_UNITS / 2, WIN_UNITS / 2])
  })

  it('a capital that puts the last other team out in the last turn wins', () => {
    const match = scene(SIEGE, { 'limits.turns': 2 }).play('red 1 to Forge').pass().pass().pass().pass()
    expect(match.now().winner).toBe('red')
  })
})
