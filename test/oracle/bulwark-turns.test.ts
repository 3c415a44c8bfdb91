/** Turns, abilities and capitals of bulwark through the oracle, by decisions from the start. */
import { describe, expect, it } from 'vitest'
import { BulwarkOracle, replay } from './bulwark.ts'
import { isRecovering, neighboursOf } from './bulwark-parts.ts'
import { RULES, where } from './bulwark-scene.ts'

/** The rest of the turn: every unit stays, no ability is used. */
function stayAll(oracle: BulwarkOracle): void {
  const { game } = oracle
  const now = `${game.round} ${game.mover}`
  while (oracle.actor() === game.mover && `${game.round} ${game.mover}` === now)
    oracle.apply(oracle.legal().find(option => / stay$|^end$/.test(option))!)
}

describe('turns', () => {
  const beside = { ...RULES, team: { size: 4 }, setup: { capitals: ['Quarry', 'Golden Empire Camp'] } }

  it('a capital is land, and neither the same as nor adjacent to another', () => {
    const oracle = new BulwarkOracle(RULES)
    expect(oracle.legal()).toHaveLength(22)
    oracle.apply('capital Forge')
    const near = ['Forge', ...neighboursOf(oracle.game, 'Forge')]
    expect(oracle.legal()).toHaveLength(22 - near.length)
    expect(oracle.legal()).not.toContain('capital Bakery')
  })

  it('Rally gathers units within 2 tiles and costs no step, then all that have not stepped decide again', () => {
    const oracle = replay(beside, ['1 stay', '2 to Mountainside Bell'])
    expect(oracle.legal()).toContain('rally')
    oracle.apply('rally')
    expect(oracle.game.units.slice(0, 4).map(unit => unit.at)).toEqual(Array(4).fill('Mountainside Bell'))
    expect(oracle.legal()[0]).toBe('1 stay')
    for (const answer of ['1 stay', '3 to Quarry']) oracle.apply(answer)
    expect(oracle.legal()[0]).toBe('4 stay')
    expect(oracle.legal()).not.toContain('rally')
    oracle.apply('4 stay')
    expect(oracle.actor()).toBe('south')
  })

  it('used in round n, an ability is usable again in round n + 3, after the last answer too', () => {
    const oracle = replay(beside, ['1 stay', '2 to Mountainside Bell', 'rally'])
    const rallies: number[] = []
    while (oracle.game.round < 8) {
      const stay = oracle.legal().find(text => / stay$/.test(text))
      const rally = oracle.legal().includes('rally')
      // unit 3 steps between the Quarry and the Bell, so there is a unit to rally
      const walk = oracle.legal().find(text => /^3 to (Quarry|Mountainside Bell)$/.test(text))
      if (rally && stay === undefined) rallies.push(oracle.game.round)
      if (rally && stay === undefined) oracle.apply('rally')
      else oracle.apply(walk && oracle.actor() === 'north' ? walk : (stay ?? 'end'))
    }
    expect(rallies[0]).toBeGreaterThanOrEqual(4)
    for (const [i, round] of rallies.entries())
      if (i > 0) expect(round - rallies[i - 1]!).toBeGreaterThanOrEqual(3)
  })

  it('Bee Swarm: the struck unit goes where its owner says, unrouted, and owns what it comes to', () => {
    const rules = { ...beside, setup: { capitals: ['Decrepit Farm', 'Golden Empire Camp'] } }
    const oracle = replay(rules, ["1 to Beekeeper's", 'swarm south 3'])
    expect(oracle.actor()).toBe('south')
    expect(oracle.legal()).toContain('flee 3 to Southern Sea')
    expect(oracle.legal()).not.toContain("flee 3 to Beekeeper's")
    oracle.apply('flee 3 to Southern Sea')
    expect(oracle.game.owners.get('Southern Sea')).toBe('south')
    expect(oracle.game.units.some(unit => isRecovering(oracle.game, unit))).toBe(false)
    expect(oracle.legal()[0]).toBe('2 stay')
  })

  it('a team whose capital is lost over two of its own turns is out', () => {
    const rules = { ...RULES, team: { size: 4 }, setup: { capitals: ['Quarry', 'Bakery'] } }
    const oracle = new BulwarkOracle(rules)
    // south leaves its capital, north walks in by the Forge
    oracle.apply('1 to Forge')
    stayAll(oracle)
    for (let unit = 1; unit <= 4; unit += 1) oracle.apply(`${unit} to FFA Arena`)
    oracle.apply('1 to Bakery')
    stayAll(oracle)
    expect(oracle.game.owners.get('Bakery')).toBe('north')
    expect(oracle.game.teams[1]!.turnsWithoutCapital).toBe(0)
    stayAll(oracle)
    expect(oracle.game.teams[1]!.turnsWithoutCapital).toBe(1)
    stayAll(oracle)
    stayAll(oracle)
    expect(oracle.actor()).toBe(null)
    expect(oracle.game.winner).toBe('north')
    expect(oracle.game.round).toBe(3)
  })

  it('attackers that fell do not step in their next turn, defenders neither, and are not even asked to', () => {
    const oracle = new BulwarkOracle({
      ...RULES,
      team: { size: 4 },
      setup: { capitals: ['Quarry', 'Bakery'] },
    })
    const asked = () => Number(oracle.legal()[0]!.split(' ')[0])
    oracle.apply('1 to Forge')
    stayAll(oracle)
    stayAll(oracle)
    oracle.apply('1 to Bakery')
    stayAll(oracle)
    expect(oracle.actor()).toBe('chance')
    for (const fall of ['fall south 1', 'fall north 1']) oracle.apply(fall)
    expect(where(oracle.game, 'north')[0]).toBe('1 Forge')
    expect(where(oracle.game, 'south')[0]).toBe('1 Graveyard')
    expect([oracle.actor(), asked()]).toEqual(['south', 2])
    stayAll(oracle)
    expect([oracle.actor(), asked()]).toEqual(['north', 2])
    stayAll(oracle)
    expect([oracle.actor(), asked()]).toEqual(['south', 1])
    stayAll(oracle)
    expect([oracle.actor(), asked()]).toEqual(['north', 1])
  })

  it('a turn in which nobody can do anything passes', () => {
    const oracle = new BulwarkOracle({
      ...RULES,
      team: { size: 4 },
      setup: { capitals: ['Quarry', 'Bakery'] },
    })
    for (const unit of oracle.game.units) if (unit.team === 'south') unit.recoversUntil = 2
    stayAll(oracle)
    expect([oracle.game.round, oracle.actor()]).toEqual([2, 'north'])
    stayAll(oracle)
    expect([oracle.game.round, oracle.actor()]).toEqual([3, 'north'])
    stayAll(oracle)
    expect([oracle.game.round, oracle.actor()]).toEqual([3, 'south'])
  })

  it('Rally and Bee Swarm leave alone what recovers, and are not offered when nobody can move', () => {
    const rules = { ...RULES, team: { size: 4 }, setup: { capitals: ['Quarry', 'Golden Empire Camp'] } }
    const oracle = new BulwarkOracle(rules)
    for (const unit of oracle.game.units) if (unit.number > 2) unit.recoversUntil = 9
    oracle.apply('1 to Mountainside Bell')
    oracle.apply('rally')
    expect(where(oracle.game, 'north')).toEqual([
      '1 Mountainside Bell',
      '2 Mountainside Bell',
      '3 Quarry',
      '4 Quarry',
    ])
    oracle.apply('2 stay')
    expect(oracle.actor()).toBe('south')
    // all others recover or stand on the Bell, so it is not offered although it is ready
    while (oracle.game.round < 4) oracle.apply(oracle.legal()[0]!)
    expect(oracle.legal()).not.toContain('rally')
  })

  it('capital turns count anew when the capital was its own again', () => {
    const oracle = new BulwarkOracle({
      ...RULES,
      team: { size: 4 },
      setup: { capitals: ['Quarry', 'Bakery'] },
    })
    const [, south] = oracle.game.teams as [unknown, (typeof oracle.game.teams)[number]]
    oracle.apply('1 to Forge')
    stayAll(oracle)
    for (let unit = 1; unit <= 4; unit += 1) oracle.apply(`${unit} to FFA Arena`)
    oracle.apply('1 to Bakery')
    stayAll(oracle)
    stayAll(oracle)
    expect(south.turnsWithoutCapital).toBe(1)
    oracle.apply('1 to Church')
    stayAll(oracle)
    oracle.apply('1 to Bakery')
    stayAll(oracle)
    expect([south.turnsWithoutCapital, oracle.game.owners.get('Bakery')]).toEqual([0, 'south'])
  })

  it('after the last round it is a draw by length', () => {
    const oracle = new BulwarkOracle({
      ...RULES,
      team: { size: 4 },
      setup: { capitals: ['Quarry', 'Bakery'], move: 'south' },
      limits: { turns: 2 },
    })
    expect(oracle.actor()).toBe('south')
    for (let turn = 0; turn < 4; turn += 1) stayAll(oracle)
    expect([oracle.actor(), oracle.game.winner, oracle.game.round]).toEqual([null, 'length', 2])
  })

  it('a turn during which the capital falls does not count', () => {
    const rules = {
      ...RULES,
      team: { size: 4 },
      setup: { capitals: ['Decrepit Farm', 'Golden Empire Camp'] },
    }
    const oracle = new BulwarkOracle(rules)
    const [north] = oracle.game.teams as [(typeof oracle.game.teams)[number]]
    for (const tile of ['Cliff Windmill', 'Graveyard', 'FFA Arena', 'Soap Shop']) {
      stayAll(oracle)
      oracle.apply(`1 to ${tile}`)
      stayAll(oracle)
    }
    oracle.apply("1 to Beekeeper's")
    for (const unit of [2, 3, 4]) oracle.apply(`${unit} to Decrepit Hut Near The Ruins`)
    oracle.apply('swarm south 1')
    oracle.apply('flee 1 to Decrepit Farm')
    expect([oracle.actor(), oracle.game.owners.get('Decrepit Farm')]).toEqual(['south', 'south'])
    expect(north.turnsWithoutCapital).toBe(0)
    stayAll(oracle)
    stayAll(oracle)
    expect(north.turnsWithoutCapital).toBe(1)
  })

  it('Rally reaches 2 tiles, not 3', () => {
    const oracle = new BulwarkOracle({
      ...RULES,
      team: { size: 4 },
      setup: { capitals: ['Quarry', 'Graveyard'] },
    })
    oracle.game.units[2]!.at = 'Bakery'
    oracle.game.units[3]!.at = 'Forge'
    oracle.apply('1 to Mountainside Bell')
    oracle.apply('rally')
    const bell = 'Mountainside Bell'
    expect(where(oracle.game, 'north')).toEqual([`1 ${bell}`, `2 ${bell}`, '3 Bakery', `4 ${bell}`])
  })

  it("Bee Swarm needs an own unit on the Beekeeper's, not only to own it", () => {
    const capitals = ['Decrepit Farm', 'Golden Empire Camp']
    const oracle = new BulwarkOracle({ ...RULES, team: { size: 4 }, setup: { capitals } })
    oracle.apply("1 to Beekeeper's")
    stayAll(oracle)
    stayAll(oracle)
    expect(oracle.legal()).toContain('swarm south 1')
    oracle.apply('1 to Soap Shop')
    expect(oracle.game.owners.get("Beekeeper's")).toBe('north')
    expect(oracle.legal()).not.toContain('swarm south 1')
  })

  it('ferries lead to their seas, one way', () => {
    const capitals = ["Angler's Commune", 'Graveyard']
    const oracle = new BulwarkOracle({ ...RULES, team: { size: 4 }, setup: { capitals } })
    expect(oracle.legal()).toContain('1 to Southern Sea')
    oracle.apply('1 to Northern Sea')
    stayAll(oracle)
    stayAll(oracle)
    expect(oracle.legal()).toEqual([
      '1 stay',
      '1 to Oceanside Mountain Path',
      '1 to Church',
      '1 to Rocky Archways',
    ])
  })
})
