/** The oracle of frontline against the sentences of its ruling, in scenes of one turn. */
import { describe, expect, it } from 'vitest'
import {
  actors,
  gameAfter,
  legal,
  newGame,
  type Position,
  position,
  RULESETS,
  readRules,
  replay,
} from './frontline.ts'

type Unit = Position['units'][number]
type Side = Unit['side']

// ---------------------------------------------------------------------------------------------------------------------
// Scenes: units written `A infantry 5` or, with HP, `A infantry 5:3`; one turn without a recruit

const HP: Readonly<Record<string, number>> = { infantry: 10, archer: 8, catapult: 12, 'super-soldier': 10 }

function unitsOf(text: string): Unit[] {
  return text.split(', ').map(entry => {
    const [, side, kind, cell, hp] = /^(A|B) (\S+) (\d+)(?::(\d+))?$/.exec(entry) as string[]
    return { cell: Number(cell), kind, side, hp: Number(hp ?? HP[kind!]) } as Unit
  })
}

const textOf = (units: readonly Unit[]): string =>
  units
    .map(({ side, kind, cell, hp }) => `${side} ${kind} ${cell}${hp === HP[kind] ? '' : `:${hp}`}`)
    .join(', ')

interface Scene {
  player?: Side
  base?: Record<Side, number>
  rules?: object
}

/** The player's turn from the scene on, as printed when nobody is paid. */
function turn(units: string, { player = 'A', base = { A: 100, B: 100 }, rules = {} }: Scene = {}): Position {
  const before: Position = {
    round: 6,
    player: player === 'A' ? 'B' : 'A',
    gold: { A: 0, B: 0 },
    base,
    units: unitsOf(units),
    winner: null,
  }
  const game = gameAfter(readRules({ 'gold.perTurn': 0, ...rules }), before)
  return JSON.parse(game.lines[0] ?? position(game))
}

/** What a turn makes of the units. */
const becomes = (units: string, scene?: Scene): string => textOf(turn(units, scene).units)

describe('a scene of frontline', () => {
  it('the ruling prints its example after A archer, B infantry', () => {
    expect(replay(readRules(RULESETS.default), ['A archer', 'B infantry']).at(-1)).toBe(
      '{"round":2,"player":"B","gold":{"A":4,"B":6},"base":{"A":100,"B":100},"units":[{"cell":1,"kind":"archer","side":"A","hp":8},{"cell":12,"kind":"infantry","side":"B","hp":10}],"winner":null}',
    )
  })

  it('round 1 asks nothing, and an empty record replays its finished turns', () => {
    const game = newGame(readRules())
    expect([game.round, actors(game)]).toEqual([2, ['A']])
    expect(legal(game)).toEqual(['A none', 'A infantry', 'A archer'])
    expect(replay(readRules(), [])).toHaveLength(2)
  })

  it('at 4 gold a turn the first decision is in round 3', () => {
    expect(newGame(readRules(RULESETS.lean)).round).toBe(3)
  })

  it('rules come nested or dotted, and unknown ones are refused', () => {
    const nested = readRules({ gold: { perTurn: 4 }, units: { 'super-soldier': { attack: 5 } } })
    expect(readRules({ 'gold.perTurn': 4, 'units.super-soldier.attack': 5 })).toEqual(nested)
    expect(() => readRules({ units: { knight: { price: 3 } } })).toThrow('units.knight.price')
    expect(() => readRules({ first: 'C' })).toThrow('first')
  })

  it('an illegal or surplus decision is an error with its number', () => {
    expect(() => replay(readRules(), ['A archer', 'A none'])).toThrow('decision 2: illegal A none')
    expect(() => replay(readRules(), ['A catapult'])).toThrow('decision 1')
    expect(() => replay(readRules({ turns: 1 }), ['A none'])).toThrow('decision 1: the game has ended')
  })

  it('the last gold buys: a price is affordable when it is just there', () => {
    expect(legal(newGame(readRules({ 'gold.start': 12 })))).toEqual([
      'A none',
      'A infantry',
      'A archer',
      'A catapult',
    ])
    expect(legal(newGame(readRules({ 'gold.start': 11 })))).toEqual(['A none', 'A infantry', 'A archer'])
  })

  it('an occupied base cell leaves nothing to decide', () => {
    const stuck = 'A infantry 1, A infantry 2, A infantry 3, B catapult 4'
    expect(turn(stuck, { rules: { 'gold.perTurn': 50 } })).toMatchObject({ player: 'A', gold: { A: 50 } })
  })

  it('advance stops before the enemy base, and the base is attacked from there', () => {
    expect(becomes('A archer 10, A infantry 11')).toBe('A archer 10, A infantry 11')
    expect(turn('A archer 10, A infantry 11').base).toEqual({ A: 100, B: 93 })
    expect(turn('B archer 3, B super-soldier 2', { player: 'B' }).base).toEqual({ A: 100 - 3 - 8, B: 100 })
  })

  it('a unit on the base cell shields the base', () => {
    const { units, base } = turn('A archer 10, A infantry 11, B infantry 12')
    expect([textOf(units), base.B]).toEqual(['A archer 10, A infantry 11, B infantry 12:3', 100])
  })

  it('a base whose shield died is an enemy at once', () => {
    expect(turn('A archer 10, A infantry 11, B infantry 12:3').base.B).toBe(96)
  })

  it('action 2 goes from the farthest to the nearest, so a column moves together', () => {
    expect(becomes('A infantry 1, A archer 2, A infantry 3')).toBe('A infantry 2, A archer 3, A infantry 4')
  })

  it('action 1 goes from the nearest to the own base to the farthest', () => {
    // the archer kills first, and the infantry is not promoted
    expect(becomes('A archer 4, A infantry 5, B infantry 6:3')).toBe('A archer 5, A infantry 6')
    expect(becomes('A infantry 5, B infantry 6:3')).toBe('A super-soldier 6')
  })

  it('infantry attacks in action 3 only if its action 1 was impossible', () => {
    expect(becomes('A infantry 4, B archer 6')).toBe('A infantry 5, B archer 6:4')
    expect(becomes('A infantry 5, B archer 6')).toBe('A infantry 5, B archer 6:4')
    expect(becomes('A infantry 5, B archer 6:4, B archer 7')).toBe('A infantry 6, B archer 7')
  })

  it('promotion in action 1 gives a second attack, in action 3 none', () => {
    expect(becomes('A infantry 5:2, B infantry 6:4, B infantry 7')).toBe(
      'A super-soldier 6:2, B infantry 7:6',
    )
    expect(becomes('A infantry 4, B infantry 6:4, B infantry 7')).toBe('A super-soldier 5, B infantry 7')
  })

  it('nobody else is promoted, and no other kill promotes', () => {
    expect(becomes('A infantry 5, B super-soldier 6:4')).toBe('A infantry 6')
    expect(becomes('A infantry 5, B archer 6:4')).toBe('A infantry 6')
    expect(becomes('A archer 5, B infantry 6:3')).toBe('A archer 6')
  })

  it('the archer attacks the nearest at 1 to 3, and then advances', () => {
    expect(becomes('A archer 3, B archer 7')).toBe('A archer 4, B archer 7')
    expect(becomes('A archer 3, B archer 6, B infantry 7')).toBe('A archer 4, B archer 6:5, B infantry 7')
    expect(becomes('B archer 9, A infantry 8', { player: 'B' })).toBe('A infantry 8:7, B archer 9')
  })

  it('the catapult hits the pair 2+3 at distance 2, and the pair 3+4 at 3 and 4', () => {
    expect(becomes('A catapult 2, B archer 4, B archer 5, B archer 6')).toBe(
      'A catapult 2, B archer 4:2, B archer 5:2, B archer 6',
    )
    expect(becomes('A catapult 2, B archer 5, B archer 6')).toBe('A catapult 2, B archer 5:2, B archer 6:2')
    expect(becomes('A catapult 2, A super-soldier 5, B archer 6')).toBe(
      // 6 of 8 HP by the stone, the rest by the sword
      'A catapult 2, A super-soldier 6:4',
    )
  })

  it('the second nearest enemy decides for a catapult at distance 1', () => {
    expect(becomes('A catapult 2, B archer 3, B archer 4, B archer 5')).toBe(
      'A catapult 2, B archer 3, B archer 4:2, B archer 5:2',
    )
    expect(becomes('A catapult 2, B archer 3, B archer 6')).toBe('A catapult 2, B archer 3, B archer 6:2')
    expect(becomes('A catapult 2, B archer 3, B archer 7')).toBe('A catapult 2, B archer 3, B archer 7')
    expect(turn('A catapult 8, B archer 9').base.B).toBe(94)
    expect(turn('A catapult 9, B archer 10').base.B).toBe(94)
  })

  it('the catapult advances only when it could not attack', () => {
    expect(becomes('A catapult 2, B archer 7')).toBe('A catapult 3, B archer 7')
    expect(becomes('A catapult 8')).toBe('A catapult 8')
    expect(becomes('A catapult 7, B archer 11')).toBe('A catapult 7, B archer 11:2')
  })

  it('a catapult on 8 shells its own soldier on 11 while aiming at the base', () => {
    const { units, base } = turn('A catapult 8, A infantry 11')
    expect([textOf(units), base.B]).toEqual(['A catapult 8, A infantry 11:4', 90])
  })

  it('a unit gone in the middle of a phase acts no more', () => {
    const { units, base } = turn('A catapult 8, A infantry 11:6')
    expect([textOf(units), base.B]).toEqual(['A catapult 8', 94])
  })

  it('a base in reach of a catapult takes the hit only if no unit stands on it', () => {
    const { units, base } = turn('A catapult 9, B archer 11, B archer 12:3')
    expect([textOf(units), base.B]).toEqual(['A catapult 9, B archer 11:2', 100])
    expect(turn('A catapult 9, B archer 11').base.B).toBe(94)
  })

  it("a kill pays half the victim's price, rounded down", () => {
    expect(turn('A archer 1, B infantry 2:1').gold.A).toBe(5)
    expect(turn('A archer 1, B super-soldier 2:1').gold.A).toBe(5)
    expect(turn('A archer 1, B archer 2:1').gold.A).toBe(6)
    expect(turn('A archer 1, B catapult 2:1').gold.A).toBe(10)
    expect(turn('A archer 1, B archer 2:1', { rules: { 'units.archer.price': 13 } }).gold.A).toBe(6)
  })

  it("a unit killed by its own side's catapult pays as gold.friendlyKill says", () => {
    const gold = (friendlyKill: string) =>
      turn('A catapult 8, A archer 11:2', { rules: { 'gold.friendlyKill': friendlyKill } }).gold
    expect(gold('none')).toEqual({ A: 0, B: 0 })
    expect(gold('opponent')).toEqual({ A: 0, B: 6 })
    expect(gold('owner')).toEqual({ A: 6, B: 0 })
  })

  it('a base loses with the blow: no further action, no recruit, nothing clamped', () => {
    const scene = { base: { A: 100, B: 2 }, rules: { 'gold.perTurn': 90 } }
    const { units, base, gold, winner } = turn('A infantry 2, A archer 9, A infantry 11', scene)
    expect([textOf(units), base.B, gold.A, winner]).toEqual([
      'A infantry 2, A archer 9, A infantry 11',
      -1,
      90,
      'A',
    ])
  })

  it('after the last turn nobody wins, or with the tiebreak the higher base', () => {
    const end = (tiebreak: string, base: Record<Side, number>) => {
      const before: Position = {
        round: 100,
        player: 'A',
        gold: { A: 0, B: 0 },
        base,
        units: [],
        winner: null,
      }
      return gameAfter(readRules({ tiebreak }), before).winner
    }
    expect(end('none', { A: 5, B: 4 })).toBe('draw')
    expect(end('base', { A: 5, B: 4 })).toBe('A')
    expect(end('base', { A: 4, B: 5 })).toBe('B')
    expect(end('base', { A: 4, B: 4 })).toBe('draw')
  })

  it('B may be first: then B opens every round, and A closes it', () => {
    const turns = replay(readRules({ first: 'B' }), ['B archer', 'A none']).map(
      line => JSON.parse(line) as Position,
    )
    expect(turns.map(({ round, player }) => `${round}${player}`)).toEqual(['1B', '1A', '2B', '2A'])
    expect(turns.at(-1)?.gold).toEqual({ A: 16, B: 4 })
  })
})
