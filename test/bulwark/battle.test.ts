/** Battles: which units fight, the three models against independently computed distributions, several in a turn. */
import { describe, expect, it } from 'vitest'
import { LIVING } from '../../engine/bulwark/state/layout.ts'
import { CHANCE, CHANCE_BIT } from '../../engine/contract/index.ts'
import { generator } from '../../engine/laws/walk.ts'
import type { Patch } from './load.ts'
import { type Frame, type Match, type Scene, scene } from './scenario.ts'

const HUT = 'Decrepit Hut Near The Ruins'

/** n attackers on Quarry step onto m defenders on Forge; all others are far away. */
function fight(attackers: number, defenders: number, patch: Patch = {}, more: Partial<Scene> = {}): Match {
  const team = (tile: string, count: number) => new Array<string>(count).fill(tile)
  const match = scene(
    { red: team('Quarry', attackers), blue: [...team('Forge', defenders), HUT], ...more },
    patch,
  )
  for (let unit = 1; unit <= attackers; unit++) match.decide(`red ${unit} to Forge`)
  return match
}

/** The chance that red wins the current battle: the sum over all its possible courses, by the engine's own weights. */
function chanceOfRed(match: Match): number {
  const { game } = match
  const cache = new Map<number, number>()
  const visit = (state: Int32Array): number => {
    if (game.toMove(state) !== CHANCE_BIT) {
      // Whoever owns Forge now has won.
      const { tiles } = game.text.describe(state) as Frame
      return tiles.find(t => t.tile === 'Forge')!.owner === 'red' ? 1 : 0
    }
    const key = state[LIVING]!
    const known = cache.get(key)
    if (known !== undefined) return known
    const [legal, odds] = [new Int32Array(game.info.legalMax), new Int32Array(game.info.legalMax)]
    const count = game.legal(state, CHANCE, legal)
    const sum = game.chanceWeights!(state, odds)
    let chance = 0
    for (let i = 0; i < count; i++) {
      const next = state.slice()
      game.apply(next, CHANCE, legal[i]!, match.events)
      chance += (odds[i]! / sum) * visit(next)
    }
    cache.set(key, chance)
    return chance
  }
  return visit(match.state)
}

/** The exact model for equal skills: a side loses the next unit at a rate of the other's number to the power e - 1. */
function attrition(a: number, d: number, e: number, edge = 1): number {
  if (a === 0 || d === 0) return d === 0 ? 1 : 0
  const [falls, kills] = [d ** (e - 1), (a * edge) ** (e - 1)]
  return (falls * attrition(a - 1, d, e, edge) + kills * attrition(a, d - 1, e, edge)) / (falls + kills)
}

const choose = (n: number, k: number): number => (k === 0 ? 1 : (choose(n - 1, k - 1) * n) / k)

/** Even duels: red wins if it wins d of them before it loses a. A negative binomial sum, no recursion over battles. */
function duels(a: number, d: number): number {
  let sum = 0
  for (let lost = 0; lost < a; lost++) sum += choose(d - 1 + lost, lost) / 2 ** (d + lost)
  return sum
}

describe('Bulwark, battles', () => {
  it('begin when units of two teams are on one tile, after the last answer of the turn', () => {
    const match = scene({ red: ['Quarry', 'Quarry', 'Soap Shop'], blue: ['Forge', HUT] })
    match.decide('red 1 to Forge')
    expect(match.asked()).toBe('red 2')
    match.play('red 2 to Forge', 'red 3 stays')
    expect(match.asked()).toBe('chance')
    expect(match.now().battle).toEqual({
      at: 'Forge',
      attacker: 'red',
      living: ['red 1', 'red 2', 'blue 1'],
      fallen: [],
    })
  })

  it('are fought by all that entered, from wherever, together', () => {
    const match = scene({ red: ['Quarry', 'Bakery', 'Soap Shop'], blue: ['Forge', 'Forge', HUT] })
    match.play('red 1 to Forge', 'red 2 to Forge', 'red 3 stays')
    expect(match.choices()).toEqual(
      ['red 1', 'red 2', 'blue 1', 'blue 2'].map(unit => `chance ${unit} falls`),
    )
  })

  it('last while both sides have units, one falling at a time', () => {
    const match = fight(2, 2)
    match.fall('blue 1', 'red 2')
    expect(match.now().battle).toMatchObject({ living: ['red 1', 'blue 2'], fallen: ['red 2', 'blue 1'] })
    match.fall('blue 2')
    expect(match.now().battle).toBeNull()
  })

  it('recovering units fight when they are attacked, and may be routed again', () => {
    const match = fight(2, 2, {}, { recovers: ['blue 1', 'blue 2'] })
    expect(match.choices()).toContain('chance blue 1 falls')
    match.fall('blue 2', 'blue 1')
    expect(match.recovers('blue 1')).toBe(true)
  })

  it("all that fell are routed, the winner's too; the others of the winner stay fit", () => {
    const match = fight(3, 2).fall('red 2', 'blue 1', 'blue 2')
    expect(['red 1', 'red 2', 'red 3', 'blue 1', 'blue 2'].map(unit => match.recovers(unit))).toEqual([
      false,
      true,
      false,
      true,
      true,
    ])
    expect(match.at('red 1')).toBe('Forge')
  })

  it('the tile goes to the attacker if it wins, and stays with the defender if that wins', () => {
    expect(fight(1, 1).fall('blue 1').owner('Forge')).toBe('red')
    expect(fight(1, 1).fall('red 1').owner('Forge')).toBe('blue')
  })

  it('several in a turn are fought one by one in map order, each with its retreats', () => {
    const match = scene({
      red: ['Quarry', 'Bakery', 'Soap Shop'],
      blue: ['Forge', 'Graveyard', "Beekeeper's", HUT],
    })
    match.play('red 1 to Forge', 'red 2 to Graveyard', "red 3 to Beekeeper's")
    const order: string[] = []
    for (const loser of ['red 1', 'blue 2', 'red 3']) {
      order.push(match.now().battle!.at)
      match.fall(loser)
      const moved = match.at(loser)
      expect(moved).not.toBe(order.at(-1))
    }
    expect(order).toEqual(['Forge', 'Graveyard', "Beekeeper's"])
    expect(match.now().turn).toBe('blue')
  })

  it('a tile taken in one battle counts with its abilities in the next', () => {
    const match = scene({
      red: ['Cliff Windmill', 'Soap Shop', 'Soap Shop'],
      blue: ['Lighthouse Waterfall', "Beekeeper's", "Beekeeper's"],
    })
    match.play('red 1 to Lighthouse Waterfall', "red 2 to Beekeeper's", "red 3 to Beekeeper's")
    expect(match.now().battle!.at).toBe('Lighthouse Waterfall')
    match.fall('blue 1')
    expect(match.odds()[0]![1]).toBe(2 * Math.round(1e6 * (2 ** 0.5 / (2 ** 0.5 + 2.4 ** 0.5))))
  })
})

describe('Bulwark, the lanchester model', () => {
  it('five beat four in 67.9 %, two in 94.7 %', () => {
    expect(chanceOfRed(fight(5, 4))).toBeCloseTo(0.679, 3)
    expect(chanceOfRed(fight(5, 2))).toBeCloseTo(0.947, 3)
  })

  it.each([
    [1, 1],
    [1, 4],
    [2, 3],
    [3, 3],
    [4, 2],
    [5, 3],
    [6, 5],
  ])('%i against %i wins as often as the exact model says, for every exponent', (a, d) => {
    for (const exponent of [0, 0.5, 1, 1.5, 2, 3])
      expect(chanceOfRed(fight(a, d, { 'battle.exponent': exponent }))).toBeCloseTo(
        attrition(a, d, exponent),
        5,
      )
  })

  it('exponent 1 is the linear law: even duels', () => {
    for (const [a, d] of [
      [1, 3],
      [3, 2],
      [5, 4],
      [4, 5],
    ] as const)
      expect(chanceOfRed(fight(a, d, { 'battle.exponent': 1 }))).toBeCloseTo(duels(a, d), 12)
  })

  it('costs the winner as many as the law of even duels says, each of its units alike', () => {
    const [a, d] = [4, 3]
    const { game, state, events } = fight(a, d, { 'battle.exponent': 1 })
    const lost = new Array<number>(a + 1).fill(0)
    const fell = new Array<number>(a).fill(0)
    const visit = (at: Int32Array, chance: number): void => {
      if (game.toMove(at) !== CHANCE_BIT) {
        const { units, tiles } = game.text.describe(at) as Frame
        const reds = units.filter(u => u.team === 'red')
        for (const [i, { recovers }] of reds.entries()) if (recovers) fell[i]! += chance
        if (tiles.find(t => t.tile === 'Forge')!.owner === 'red')
          lost[reds.filter(u => u.recovers).length]! += chance
        return
      }
      const [legal, odds] = [new Int32Array(game.info.legalMax), new Int32Array(game.info.legalMax)]
      const count = game.legal(at, CHANCE, legal)
      const sum = game.chanceWeights!(at, odds)
      for (let i = 0; i < count; i++) {
        const next = at.slice()
        game.apply(next, CHANCE, legal[i]!, events)
        visit(next, (chance * odds[i]!) / sum)
      }
    }
    visit(state, 1)
    for (let k = 0; k < a; k++) expect(lost[k]).toBeCloseTo(choose(d - 1 + k, k) / 2 ** (d + k), 12)
    for (const chance of fell) expect(chance).toBeCloseTo(fell[0]!, 12)
  })

  it('a larger exponent favours the larger side', () => {
    const chances = [1, 1.5, 2, 3].map(exponent => chanceOfRed(fight(5, 4, { 'battle.exponent': exponent })))
    expect(chances).toEqual([...chances].sort())
    expect(new Set(chances).size).toBe(4)
  })

  it('counts skills, recon and home as factors of strength', () => {
    const strong = fight(1, 1, { skills: [[4]], 'battle.exponent': 2 })
    expect(strong.odds()).toEqual([
      ['chance red 1 falls', 200_000],
      ['chance blue 1 falls', 800_000],
    ])
    const home = fight(2, 2, { 'battle.home': 3, 'battle.exponent': 2 })
    expect(home.odds()[0]).toEqual(['chance red 1 falls', 2 * 750_000])
    const edge = fight(4, 5, { 'battle.recon': 2 }, { owners: { 'Lighthouse Waterfall': 'red' } })
    expect(chanceOfRed(edge)).toBeCloseTo(attrition(4, 5, 1.5, 2), 5)
  })

  it('sums the skills of living units only', () => {
    const match = fight(2, 1, { skills: [[3, 1], [2]], 'battle.exponent': 2 })
    expect(match.odds()[0]).toEqual(['chance red 1 falls', Math.round((1e6 * 2) / 6)])
    match.fall('red 1')
    expect(match.odds()[0]).toEqual(['chance red 2 falls', Math.round((1e6 * 2) / 3)])
  })

  it("gives every unit its side's parts of a million times the living units of the other side", () => {
    const parts = Math.round((1e6 * 2 ** 0.5) / (2 ** 0.5 + 3 ** 0.5))
    const odds = fight(3, 2).odds()
    expect(odds.slice(0, 3)).toEqual([1, 2, 3].map(n => [`chance red ${n} falls`, parts * 2]))
    expect(odds.slice(3)).toEqual([1, 2].map(n => [`chance blue ${n} falls`, (1e6 - parts) * 3]))
    expect(odds.reduce((sum, [, weight]) => sum + weight, 0)).toBe(6 * 1e6)
  })

  it('leaves each side one part in a million at least', () => {
    const match = fight(1, 1, { skills: [[100], [0.01]], 'battle.exponent': 5 })
    expect(match.odds()).toEqual([
      ['chance red 1 falls', 1],
      ['chance blue 1 falls', 999_999],
    ])
  })

  it('is drawn by its weights: 20,000 battles of four against three', () => {
    const start = fight(4, 3)
    const exact = attrition(4, 3, 1.5)
    expect(shareOfRed(start, 20_000)).toBeGreaterThan(exact - 0.0102)
    expect(shareOfRed(start, 20_000)).toBeLessThan(exact + 0.0102)
  })
})

/** Red's share of wins in a number of drawn battles; within three standard errors (0.0034 at most) in the tests. */
function shareOfRed({ game, state, events }: Match, battles: number): number {
  const rng = generator('battles', 0, 0)
  const copy = state.slice()
  let won = 0
  for (let i = 0; i < battles; i++) {
    copy.set(state)
    let last = -1
    while (game.toMove(copy) === CHANCE_BIT) {
      last = game.sample(copy, CHANCE, rng)
      game.apply(copy, CHANCE, last, events)
    }
    // The last to fall was the loser's, or the text names the winner.
    if (
      game.text.format(copy, CHANCE, last).startsWith('blue') !==
      game.text.format(copy, CHANCE, last).endsWith('wins')
    )
      won++
  }
  return won / battles
}

describe('Bulwark, the bradley-terry model', () => {
  const COIN = { 'battle.model': 'bradley-terry' }

  it('is one coin, weighted by strength', () => {
    const match = fight(5, 3, COIN)
    expect(match.odds()).toEqual([
      ['chance red wins', 625_000],
      ['chance blue wins', 375_000],
    ])
    expect(fight(1, 1, { ...COIN, skills: [[3]] }).odds()[0]).toEqual(['chance red wins', 750_000])
    expect(fight(1, 1, { ...COIN, 'battle.home': 4 }).odds()[0]).toEqual(['chance red wins', 200_000])
  })

  it('routs the whole losing side, and no unit of the winner', () => {
    const match = fight(3, 2, COIN).decide('chance red wins')
    expect(
      match
        .now()
        .units.filter(u => u.recovers)
        .map(u => `${u.team} ${u.unit}`),
    ).toEqual(['blue 1', 'blue 2'])
    const lost = fight(3, 2, COIN).decide('chance blue wins')
    expect(
      lost
        .now()
        .units.filter(u => u.recovers)
        .map(u => `${u.team} ${u.unit}`),
    ).toEqual(['red 1', 'red 2', 'red 3'])
  })

  it('is the same coin when the second team attacks', () => {
    const match = scene({ red: ['Forge', HUT], blue: ['Quarry', 'Quarry', 'Quarry'], turn: 'blue' }, COIN)
    match.play('blue 1 to Forge', 'blue 2 to Forge', 'blue 3 to Forge')
    expect(match.odds()).toEqual([
      ['chance red wins', 250_000],
      ['chance blue wins', 750_000],
    ])
  })

  it('is drawn by its weights', () => {
    expect(Math.abs(shareOfRed(fight(5, 3, COIN), 20_000) - 0.625)).toBeLessThan(0.0102)
  })
})

describe('Bulwark, the fixed model', () => {
  const odds = Array.from({ length: 5 }, (_, a) => Array.from({ length: 5 }, (_, d) => 50 + 9 * (a - d)))

  it('takes the percent from its table, by the numbers of attackers and defenders alone', () => {
    const table = { 'battle.model': 'fixed', 'battle.odds': odds, skills: [[50]], 'battle.home': 9 }
    expect(fight(5, 3, table).odds()).toEqual([
      ['chance red wins', 680_000],
      ['chance blue wins', 320_000],
    ])
    expect(chanceOfRed(fight(2, 3, table))).toBeCloseTo(0.41, 12)
  })

  it('counts units even where fewer of them are as strong', () => {
    const table = { 'battle.model': 'fixed', 'battle.odds': odds, skills: [[2]] }
    const match = scene({ red: ['Soap Shop', 'Quarry', 'Quarry'], blue: ['Forge', HUT] }, table)
    match.play('red 1 stays', 'red 2 to Forge', 'red 3 to Forge')
    expect(match.odds()[0]).toEqual(['chance red wins', 590_000])
  })

  it('keeps even a sure thing a part in a million away from certainty', () => {
    const sure = odds.map(row => row.map(() => 100))
    expect(fight(1, 1, { 'battle.model': 'fixed', 'battle.odds': sure }).odds()[1]).toEqual([
      'chance blue wins',
      1,
    ])
  })
})
