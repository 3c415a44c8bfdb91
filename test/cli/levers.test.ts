/** `evenhand levers`: goals as people write them. */
import { describe, expect, it } from 'vitest'
import { readGoals } from '../../cli/options/run-flags.ts'

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
    expect(readGoals({ goal: [written] })).toEqual({ [figure]: bound })
  })

  it('takes several, each figure once', () => {
    expect(readGoals({})).toBeUndefined()
    expect(readGoals({ goal: ['draws < 5', 'length > 3'] })).toEqual({ draws: '< 5', length: '> 3' })
    expect(() => readGoals({ goal: ['draws < 5', 'draws > 3'] })).toThrow('found draws twice')
  })

  it.each(['draws', '< 5', '', 'first-seat=50'])('refuses %j', written => {
    expect(() => readGoals({ goal: [written] })).toThrow('expected a figure and a bound')
  })
})
