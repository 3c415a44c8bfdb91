/** What a turn asks, steps, ferries, ownership. One test for each rule, named by it. */
import { describe, expect, it } from 'vitest'
import { lowest } from '../../engine/contract/index.ts'
import { buffersOf, draw, generator, unguarded } from '../../engine/laws/walk.ts'
import { below } from '../../engine/rng.ts'
import { gameOf } from './load.ts'
import { BULWARK_MAPS } from './maps.ts'
import { Match, scene } from './scenario.ts'

const HUT = 'Decrepit Hut Near The Ruins'
const AWAY = { red: ['Quarry', 'Quarry', 'Quarry', 'Quarry'], blue: [HUT, HUT, HUT, HUT] }

describe('Bulwark, the questions of a turn', () => {
  it('asks every unit, by number, to stay or to step', () => {
    const match = scene(AWAY)
    const asked: string[] = []
    while (match.now().turn === 'red') {
      asked.push(match.asked())
      match.decide(match.choices()[0]!)
    }
    expect(asked).toEqual(['red 1', 'red 2', 'red 3', 'red 4'])
    expect(match.asked()).toBe('blue 1')
  })

  it('staying is the lowest choice, and leaves all as it was', () => {
    const match = scene(AWAY)
    expect(match.choices()[0]).toBe('red 1 stays')
    match.pass()
    expect(
      match
        .now()
        .units.filter(u => u.team === 'red')
        .every(u => u.at === 'Quarry'),
    ).toBe(true)
  })

  it('a unit steps to an adjacent passable tile', () => {
    expect(scene(AWAY).choices()).toEqual([
      'red 1 stays',
      'red 1 to Mountainside Bell',
      'red 1 to Forge',
      'red 1 to Obelisk',
    ])
  })

  it('a unit may step onto the sea', () => {
    expect(scene({ ...AWAY, red: ['Church'] }).choices()).toContain('red 1 to Northern Sea')
  })

  it('a unit steps along a ferry of its tile, and not back along it', () => {
    const match = scene({
      ...AWAY,
      red: ["Angler's Commune", 'Southern Shore', "Farmer's House", 'Northern Sea'],
    })
    const seas: string[][] = []
    for (let unit = 0; unit < 4; unit++) {
      seas.push(match.choices().filter(text => /Sea$|Commune|Shore|House/.test(text)))
      match.decide(match.choices()[0]!)
    }
    expect(seas).toEqual([
      [
        "red 1 to Farmer's House",
        'red 1 to Southern Shore',
        'red 1 ferries to Northern Sea',
        'red 1 ferries to Southern Sea',
      ],
      ["red 2 to Angler's Commune", "red 2 to Farmer's House", 'red 2 ferries to Southern Sea'],
      ["red 3 to Angler's Commune", 'red 3 to Southern Shore', 'red 3 ferries to Northern Sea'],
      [],
    ])
    const sailed = scene({ ...AWAY, red: ["Angler's Commune"] }).decide('red 1 ferries to Southern Sea')
    expect(sailed.at('red 1')).toBe('Southern Sea')
  })

  it('a ferry to an adjacent tile adds no choice to the step', () => {
    const match = new Match(gameOf({ map: BULWARK_MAPS.small, 'setup.capitals': ['b', 'i'], 'team.size': 4 }))
    expect(match.choices().filter(text => text.includes(' to '))).toEqual([
      'red 1 to a',
      'red 1 to c',
      'red 1 to e',
      'red 1 ferries to k',
    ])
  })

  it('a unit may step onto any number of units, friend or enemy', () => {
    const match = scene({ ...AWAY, blue: ['Forge', 'Forge', 'Obelisk', HUT] })
    match.play('red 1 to Forge', 'red 2 to Forge', 'red 3 to Forge')
    expect(['red 1', 'red 2', 'red 3', 'blue 1', 'blue 2'].map(unit => match.at(unit))).toEqual(
      new Array(5).fill('Forge'),
    )
  })

  it('every unit takes one step a turn at most', () => {
    const match = scene(AWAY).play('red 1 to Forge')
    expect(match.asked()).toBe('red 2')
    match.pass()
    expect(match.now().turn).toBe('blue')
  })

  it('a unit that recovers is not asked', () => {
    const match = scene({ ...AWAY, recovers: ['red 1', 'red 3'] })
    expect(match.asked()).toBe('red 2')
    expect(match.decide('red 2 stays').asked()).toBe('red 4')
  })

  it('a turn with nothing to ask passes', () => {
    // All of blue was routed: its next turn passes without a question.
    const match = scene({ ...AWAY, recovers: ['blue 1', 'blue 2', 'blue 3', 'blue 4'] }).pass()
    expect(match.now()).toMatchObject({ turn: 'red', round: 2 })
    expect(match.steps).toBe(2)
    expect(match.recovers('blue 1')).toBe(false)
  })

  it('asks for no end where no ability can be used', () => {
    const match = scene(AWAY).play('red 1 stays', 'red 2 stays', 'red 3 stays', 'red 4 stays')
    expect(match.asked()).toBe('blue 1')
  })

  it('makes a match of at most 4,802 decisions by the standard rules', () => {
    expect(gameOf().info.decisionMax).toBe(4802)
  })

  it('never asks more than 3 x team.size + 2 questions a turn, beside the answer to Bee Swarm and retreats', () => {
    const game = gameOf({ map: BULWARK_MAPS.small, 'team.size': 4 })
    // Of this map's five timed abilities each adds a round of questions and its own use.
    const most = 6 * 4 + 5
    for (const [map, bound] of [
      [{}, 3 * 5 + 2],
      [{ map: BULWARK_MAPS.small, 'team.size': 4, 'swarm.cooldown': 1, 'rally.cooldown': 1 }, most],
    ] as const) {
      const played = longestTurn(gameOf(map))
      expect(played).toBeLessThanOrEqual(bound)
      expect(played).toBeGreaterThan(6)
    }
    expect(game.info.decisionMax).toBe(2 + 120 * (most + 5 + 1 + 2 * 8))
  })
})

/** Most answers to steps, abilities and ends in one turn of some random matches that like abilities. */
function longestTurn(game: ReturnType<typeof gameOf>): number {
  let longest = 0
  for (let index = 0; index < 20; index++) {
    const match = new Match(game)
    const at = buffersOf(game, unguarded)
    const rng = generator('longest', index, 0)
    let answers = 0
    for (let now = match.now(); now.winner === null && now.round < 20; now = match.now()) {
      const { turn, round, asks } = now
      if (asks?.what === 'step' || asks?.what === 'end') answers++
      const uses = asks?.what === 'end' ? match.choices().slice(1) : []
      if (uses.length > 0) match.decide(uses[below(rng, uses.length)]!)
      else {
        const seat = lowest(game.toMove(match.state))
        const name = ['red', 'blue'][seat] ?? 'chance'
        match.decide(`${name} ${game.text.format(match.state, seat, draw(game, match.state, seat, rng, at))}`)
      }
      const then = match.now()
      if (then.turn === turn && then.round === round) continue
      longest = Math.max(longest, answers)
      answers = 0
    }
  }
  return longest
}

describe('Bulwark, owners', () => {
  it('a tile belongs to the team whose units stand on it, at once', () => {
    const match = scene(AWAY)
    expect(match.owner('Forge')).toBeUndefined()
    match.decide('red 1 to Forge')
    expect(match.owner('Forge')).toBe('red')
  })

  it('the sea can be owned too', () => {
    expect(
      scene({ ...AWAY, red: ['Church'] })
        .decide('red 1 to Northern Sea')
        .owner('Northern Sea'),
    ).toBe('red')
  })

  it('it stays theirs when they leave, until others come', () => {
    const match = scene({ ...AWAY, red: ['Forge'], blue: ['Quarry'] }).play('red 1 to Bakery')
    expect(match.owner('Forge')).toBe('red')
    match.decide('blue 1 to Forge')
    expect(match.owner('Forge')).toBe('blue')
  })

  it('an empty tile of another team is captured by stepping on it', () => {
    const match = scene({ ...AWAY, owners: { Forge: 'blue' } })
    expect(match.owner('Forge')).toBe('blue')
    expect(match.decide('red 1 to Forge').owner('Forge')).toBe('red')
  })

  it('stepping onto enemies makes a tile contested: it keeps its owner until its battle is over', () => {
    const match = scene({ ...AWAY, red: ['Quarry', 'Soap Shop'], blue: ['Forge', HUT] })
    match.decide('red 1 to Forge')
    expect(match.owner('Forge')).toBe('blue')
    match.decide('red 2 stays')
    expect(match.owner('Forge')).toBe('blue')
    match.fall('blue 1')
    expect(match.owner('Forge')).toBe('red')
  })
})
