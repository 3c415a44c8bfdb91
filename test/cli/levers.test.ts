/** `evenhand levers`: goals as people write them. */
import { describe, expect, it } from 'vitest'
import { goalsGiven } from '../../cli/options/goal.ts'

describe('--goal', () => {
  it.each([
    ['draws < 20 %', 'draws', '< 20 %'],
    ['draws<20', 'draws', '<20'],
    ['first-seat: 48..52', 'first-seat', '48..52'],
    ['first-seat 48..52', 'first-seat', '48..52'],
    ['payoff.row -0.5..0.5', 'payoff.row', '-0.5..0.5'],
    ['length ..60 steps', 'length', '..60 steps'],
    ['use.Bee Swarm > 10 %', 'use.Bee Swarm', '> 10 %'],
  ])('reads %s', (written, figure, bound) => {
    expect(goalsGiven({ goal: [written] })).toEqual({ [figure]: bound })
  })

  it('takes several, each figure once', () => {
    expect(goalsGiven({})).toBeUndefined()
    expect(goalsGiven({ goal: ['draws < 5', 'length > 3'] })).toEqual({ draws: '< 5', length: '> 3' })
    expect(() => goalsGiven({ goal: ['draws < 5', 'draws > 3'] })).toThrow('found draws twice')
  })

  it.each(['draws', '< 5', '', 'first-seat=50'])('refuses %j', written => {
    expect(() => goalsGiven({ goal: [written] })).toThrow('expected a figure and a bound')
  })
})
