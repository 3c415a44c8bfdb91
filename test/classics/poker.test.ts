/** Published figures of Kuhn and Leduc poker, by looking at their whole trees. */
import { describe, expect, test } from 'vitest'
import { bestResponse, Cfr, expectedPayoffs, GameTree, nashConv, uniform } from '../../engine/solve/index.ts'
import { classicOf, played, resultOf } from './load.ts'

const kuhn = classicOf('kuhn-poker')
const kuhnTree = new GameTree(kuhn, 1000)

describe('Kuhn poker', () => {
  // Lanctot and others, OpenSpiel: A framework for reinforcement learning in games (2019), whose tests count 58 histories.
  test('has 58 histories and 12 information sets', () => {
    expect([kuhnTree.nodes.length, kuhnTree.sets.length, kuhnTree.views.length]).toEqual([58, 12, 12])
  })

  test('played uniformly gains 1/8 for the first seat, and has a NashConv of 11/12', () => {
    expect(expectedPayoffs(kuhnTree, uniform)[0]).toBeCloseTo(1 / 8, 12)
    expect(nashConv(kuhnTree, uniform)).toBeCloseTo(11 / 12, 12)
  })

  // H. W. Kuhn, A simplified two-person poker (1950): the first seat loses 1/18 of a chip a deal.
  test('has the value -1/18, which CFR+ finds', () => {
    const cfr = new Cfr(kuhnTree)
    cfr.run(500)
    expect(nashConv(kuhnTree, cfr.policy)).toBeLessThan(0.002)
    expect(expectedPayoffs(kuhnTree, cfr.policy)[0]).toBeCloseTo(-1 / 18, 3)
    // Whatever the policy, best responses to it bound the value from both sides.
    expect(bestResponse(kuhnTree, cfr.policy, 0)).toBeGreaterThanOrEqual(-1 / 18)
    expect(-bestResponse(kuhnTree, cfr.policy, 1)).toBeLessThanOrEqual(-1 / 18)
  })

  test.each([
    [['card 3', 'card 1', 'pass', 'pass'], 'passes', 1],
    [['card 1', 'card 3', 'bet', 'pass'], 'fold', 1],
    [['card 3', 'card 1', 'pass', 'bet', 'pass'], 'fold', -1],
    [['card 2', 'card 3', 'bet', 'bet'], 'call', -2],
    [['card 2', 'card 1', 'pass', 'bet', 'bet'], 'call', 2],
  ])('%j ends by %s with %i chips for the first seat', (decisions, ending, chips) => {
    const state = played(kuhn, decisions)
    const gauges = new Int32Array(2)
    kuhn.gauge(state, gauges, 0)
    expect(resultOf(kuhn, state)).toEqual({ ending, returns: chips > 0 ? [60, 0] : [0, 60] })
    expect([...gauges]).toEqual([chips, -chips])
  })
})

const leduc = classicOf('leduc-poker')

describe('Leduc poker', () => {
  const tree = new GameTree(leduc, 10_000)

  // Uniform play: OpenSpiel's tests of NashConv. The value: its tests of sequence-form linear programs.
  test('played uniformly has a NashConv of 4.747222', () => {
    expect(nashConv(tree, uniform)).toBeCloseTo(4.747222, 6)
  })

  test('has the value -0.085606424078, which best responses to CFR+ enclose', () => {
    const cfr = new Cfr(tree)
    cfr.run(150)
    const low = -bestResponse(tree, cfr.policy, 1)
    const high = bestResponse(tree, cfr.policy, 0)
    expect(high - low).toBeLessThan(0.05)
    expect(low).toBeLessThanOrEqual(-0.085606424078)
    expect(high).toBeGreaterThanOrEqual(-0.085606424078)
    expect(expectedPayoffs(tree, cfr.policy)[0]).toBeCloseTo(-0.085606424078, 2)
  })

  test.each([
    [['card 2', 'card 2', 'raise', 'raise', 'call', 'card 1', 'call', 'call'], 'equals', 0],
    [['card 1', 'card 3', 'call', 'raise', 'call', 'card 1', 'raise', 'call'], 'cards', 7],
    [['card 1', 'card 3', 'call', 'raise', 'fold'], 'fold', -1],
    [['card 1', 'card 3', 'call', 'call', 'card 2', 'call', 'raise', 'raise', 'call'], 'cards', -9],
  ])('%j ends by %s with %i chips for the first seat', (decisions, ending, chips) => {
    const state = played(leduc, decisions)
    const gauges = new Int32Array(2)
    leduc.gauge(state, gauges, 0)
    expect(resultOf(leduc, state).ending).toBe(ending)
    expect([gauges[0]! + 0, gauges[1]! + 0]).toEqual([chips, 0 - chips])
  })

  test('a seat folds only to a raise, and raises twice a round at most', () => {
    const offers = (decisions: string[]) => {
      const state = played(leduc, ['card 1', 'card 2', ...decisions])
      const seat = leduc.toMove(state) >> 1
      const out = new Int32Array(leduc.info.legalMax)
      return [...out.subarray(0, leduc.legal(state, seat, out))].map(a => leduc.text.format(state, seat, a))
    }
    expect(offers([])).toEqual(['call', 'raise'])
    expect(offers(['call'])).toEqual(['call', 'raise'])
    expect(offers(['raise'])).toEqual(['fold', 'call', 'raise'])
    expect(offers(['raise', 'raise'])).toEqual(['fold', 'call'])
    expect(offers(['raise', 'raise', 'call', 'card 3'])).toEqual(['call', 'raise'])
  })
})
