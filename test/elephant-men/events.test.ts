/** The counts of usefulness add up to what happened, over random records of every rule set. */
import { describe, expect, it } from 'vitest'
import { CONCEDED, EVENTS, FIELDED, LOST, SCORED, USED } from '../../engine/contract/index.ts'
import { generator } from '../../engine/laws/walk.ts'
import { RULESETS } from '../oracle/elephant-men.ts'
import { gameOf, RULE_SETS } from './load.ts'
import { RecordMaker } from './records.ts'
import { Match, scene } from './scenario.ts'

/** A column summed over the assets of a group, for a seat; of one asset when it is named. */
function sum({ game, events }: Match, seat: number, group: string, column: number, id?: string): number {
  let total = 0
  for (const [a, asset] of game.info.assets.entries())
    if (asset.group === group && (id === undefined || asset.id === id))
      total += events[(seat * game.info.assets.length + a) * EVENTS.length + column]!
  return total
}

describe.each(RULE_SETS)('events of %s', set => {
  const matches = Array.from({ length: 6 }, (_, n) => {
    const rng = generator(`events ${set}`, n, 0)
    const match = new Match(gameOf(set))
    const maker = new RecordMaker(rng, RULESETS[set]!, match)
    for (let k = 0; k < 150 && match.game.toMove(match.state) !== 0; k++) match.decide(maker.next())
    return match
  })

  it('units fielded minus units lost are the living units', () => {
    for (const match of matches)
      for (const [seat, side] of match.game.info.seats.entries()) {
        const living = match.now().units.filter(unit => unit.side === side)
        expect(sum(match, seat, 'unit', FIELDED) - sum(match, seat, 'unit', LOST)).toBe(living.length)
      }
  })

  it('orders that were not void either acted or failed', () => {
    for (const match of matches)
      for (const seat of [0, 1]) {
        const done = sum(match, seat, 'action', USED)
        expect(done + sum(match, seat, 'action', LOST)).toBe(sum(match, seat, 'action', FIELDED))
        expect(sum(match, seat, 'unit', USED)).toBe(done)
      }
  })

  it('what the actions of both sides scored and conceded is the favour', () => {
    for (const match of matches) {
      const won = (seat: number) => sum(match, seat, 'action', SCORED) - sum(match, seat, 'action', CONCEDED)
      expect(won(0) - won(1)).toBe(match.now().favour)
    }
  })
})

describe('events of single actions', () => {
  it('a kill is scored by the killer and its action, and conceded by the unit killed', () => {
    const m = scene('golems-2025-12', 'golem d3', 'monk d4, soldier h8')
    m.turn('green 1 d3xd4')
    expect(sum(m, 0, 'unit', SCORED, 'golem')).toBe(3)
    expect(sum(m, 0, 'action', SCORED, 'cleave')).toBe(3)
    expect(sum(m, 1, 'unit', CONCEDED, 'monk')).toBe(3)
    expect(sum(m, 1, 'unit', LOST, 'monk')).toBe(1)
  })

  it('a unit killed by its own side is conceded by the action that did it', () => {
    const m = scene('golems-2025-12', 'golem d3, monk d4', 'soldier h8')
    m.turn('green 1 d3xd4')
    expect(sum(m, 0, 'action', CONCEDED, 'cleave')).toBe(3)
    expect(sum(m, 1, 'action', SCORED)).toBe(0)
  })

  describe('of several blows in a step, the one that brings the damage to the hit points is credited', () => {
    // Purple's soldiers strike their own monk, so their favour is conceded, not scored.
    const blows = (hp: number, orders: string[], patch = {}) => {
      const rules = { perPhase: 'any', 'units.monk.hp': hp, ...patch }
      const m = scene('golems-2026-01', 'soldier d2, soldier b4', 'monk d4, soldier d6, soldier f4', rules)
      m.turn(...orders)
      return [sum(m, 0, 'action', SCORED, 'poke'), sum(m, 1, 'action', CONCEDED, 'poke')]
    }
    const [green, other] = ['green 1 d2.d4', 'green 1 b4.d4']
    const [purple, last] = ['purple 1 d6.d4', 'purple 1 f4.d4']
    const [damage, kill] = [1, 2]

    it('a blow on a dead unit earns no credit', () => {
      expect(blows(1, [green!, purple!])).toEqual([damage + kill, 0])
      expect(blows(2, [green!, other!, purple!])).toEqual([2 * damage + kill, 0])
    })

    it('the first side strikes first, whoever ordered first', () => {
      expect(blows(1, [purple!, green!])).toEqual([damage + kill, 0])
    })

    it('a blow on a unit with a hit point left takes the credit from those before it', () => {
      expect(blows(2, [green!, purple!, last!])).toEqual([0, 2 * damage + kill])
    })

    it('where the unit survives, the last blow is credited', () => {
      expect(blows(3, [green!, purple!])).toEqual([0, 2 * damage])
    })

    it('damage counts before any block', () => {
      const actions = { 'units.monk.actions': ['move', 'block'] }
      expect(blows(2, ['purple 1 d4;d4', green!, other!, purple!], actions)).toEqual([2 * damage + kill, 0])
    })
  })

  it('a converted unit is lost by one side and fielded by the other', () => {
    const m = scene('v0.2', 'monk d3', 'soldier d5, soldier h8')
    m.turn('white 1 d3.d5')
    expect(sum(m, 0, 'unit', FIELDED, 'soldier')).toBe(1)
    expect(sum(m, 1, 'unit', LOST, 'soldier')).toBe(1)
    expect(sum(m, 0, 'unit', SCORED, 'monk')).toBe(3)
  })
})
