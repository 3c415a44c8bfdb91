/** Setup: teams, capitals, the first turn. One test for each rule, named after it. */
import { describe, expect, it } from 'vitest'
import { gameOf, rulesOf } from './load.ts'
import { Match } from './scenario.ts'

describe('Bulwark, setup', () => {
  it('has two teams of five numbered units, or as many as team.size says for each', () => {
    const match = new Match(gameOf()).play('red capital at Forge', 'blue capital at Soap Shop')
    expect(
      match
        .now()
        .units.map(u => `${u.team} ${u.unit}`)
        .join(),
    ).toBe('red 1,red 2,red 3,red 4,red 5,blue 1,blue 2,blue 3,blue 4,blue 5')
    const sizes = new Match(gameOf({ 'team.size': [4, 8], 'setup.capitals': ['Forge', 'Soap Shop'] })).now()
    expect(sizes.units.filter(u => u.team === 'red')).toHaveLength(4)
    expect(sizes.units.filter(u => u.team === 'blue')).toHaveLength(8)
  })

  it('takes three teams where the rules say so', () => {
    const match = new Match(gameOf({ 'team.names': ['red', 'blue', 'green'] }))
    match.play('red capital at Forge', 'blue capital at Soap Shop', 'green capital at Church')
    expect(match.now().teams.map(({ team, capital }) => [team, capital])).toEqual([
      ['red', 'Forge'],
      ['blue', 'Soap Shop'],
      ['green', 'Church'],
    ])
  })

  it('lets every team pick its capital in seat order, the first seat first', () => {
    const match = new Match(gameOf())
    expect(match.asked()).toBe('red capital')
    match.decide('red capital at Forge')
    expect(match.asked()).toBe('blue capital')
    match.decide('blue capital at Soap Shop')
    expect(match.asked()).toBe('red 1')
  })

  it('lets the team of setup.pick pick first', () => {
    const match = new Match(gameOf({ 'team.names': ['red', 'blue', 'green'], 'setup.pick': 2 }))
    const order = [match.asked()]
    for (const tile of ['Forge', 'Soap Shop', 'Church']) {
      match.decide(`${match.asked().replace(' capital', '')} capital at ${tile}`)
      order.push(match.asked())
    }
    expect(order).toEqual(['blue capital', 'green capital', 'red capital', 'red 1'])
  })

  it('offers passable land only, neither taken nor adjacent to another capital', () => {
    const match = new Match(gameOf())
    const sites = match.choices()
    expect(sites).toHaveLength(22)
    expect(sites.join()).not.toMatch(/Sea|Town|Island|capital at Mountain,/)
    match.decide('red capital at Graveyard')
    const left = sites
      .map(text => text.replace('red', 'blue'))
      .filter(text => !/Graveyard|FFA Arena|Bakery|Church|Cliff Windmill/.test(text))
    expect(match.choices()).toEqual(left)
  })

  it('fixes the capitals when setup.capitals says so', () => {
    const match = new Match(gameOf({ 'setup.capitals': ['Church', 'Quarry'] }))
    expect(match.now().teams.map(({ capital }) => capital)).toEqual(['Church', 'Quarry'])
    expect(match.asked()).toBe('red 1')
  })

  it('gives a team its capital and all its units there; the rest is neutral', () => {
    const match = new Match(gameOf({ 'setup.capitals': ['Church', 'Quarry'] }))
    expect(match.now().tiles).toEqual([
      { tile: 'Quarry', owner: 'blue' },
      { tile: 'Church', owner: 'red' },
    ])
    expect(new Set(match.now().units.map(u => `${u.team} ${u.at}`))).toEqual(
      new Set(['red Church', 'blue Quarry']),
    )
  })

  it('passes the turns in seat order, from setup.move on; a round is one turn of each', () => {
    const match = new Match(
      gameOf({
        'team.names': ['red', 'blue', 'green'],
        'setup.capitals': ['Church', 'Quarry', 'Soap Shop'],
        'setup.move': 3,
      }),
    )
    const turns: string[] = []
    for (let i = 0; i < 5; i++) {
      turns.push(`${match.now().round} ${match.now().turn}`)
      match.pass()
    }
    expect(turns).toEqual(['1 green', '1 red', '1 blue', '2 green', '2 red'])
  })

  it('does not ask for a capital where one site is left', () => {
    const line = {
      name: 'line',
      tiles: [
        { name: 'a', at: [0, 0] },
        { name: 'b', at: [1, 0], kind: 'sea' },
        { name: 'c', at: [2, 0] },
      ],
    }
    const match = new Match(gameOf({ map: line })).decide('red capital at c')
    expect(match.now().teams[1]!.capital).toBe('a')
    expect(match.asked()).toBe('red 1')
  })
})

describe('Bulwark, rules that are refused', () => {
  const refused = (patch: object): string => {
    try {
      rulesOf(patch as Record<string, unknown>)
    } catch (error) {
      return (error as Error).message
    }
    return 'accepted'
  }

  it.each([
    [{ 'team.size': 3 }, /team\.size is 3/],
    [{ 'team.size': 9 }, /team\.size is 9/],
    [{ 'team.size': [5, 5, 5] }, /found 3 sizes, expected one number or 2, one for each team/],
    [{ 'team.names': ['red', 'red'] }, /two teams have the same name/],
    [{ 'team.names': ['red', 'chance'] }, /a team cannot be called chance/],
    [{ 'team.names': ['red', 'Blue'] }, /expected a short name in lower case/],
    [{ 'setup.pick': 3 }, /setup\.pick is 3, expected a team from 1 to 2/],
    [{ 'setup.move': 3 }, /setup\.move is 3, expected a team from 1 to 2/],
    [{ 'recon.off': [3] }, /recon\.off has 3, expected teams from 1 to 2/],
    [{ 'setup.capitals': ['Forge'] }, /found 1 capitals, expected none or 2/],
    [{ 'setup.capitals': ['Forge', 'Forgery'] }, /no tile of the map is called "Forgery"/],
    [{ 'setup.capitals': ['Forge', 'Northern Sea'] }, /Northern Sea is sea, expected land for a capital/],
    [{ 'setup.capitals': ['Forge', 'Town 1'] }, /Town 1 is impassable, expected land/],
    [{ 'setup.capitals': ['Forge', 'Bakery'] }, /Bakery is, or lies too near, a capital listed before it/],
    [{ skills: [[1], [1], [1]] }, /found skills of 3 teams, expected at most 2/],
    [{ skills: [[1, 1, 1, 1, 1, 1]] }, /found 6 skills, expected at most 5, one a unit/],
    [{ 'battle.model': 'fixed' }, /the fixed model needs the odds of 1 to 5 attackers/],
    [{ 'rally.cooldown': 0 }, /rally\.cooldown is 0/],
  ])('%j', (patch, text) => expect(refused(patch)).toMatch(text))
})
