/** Agents play Bulwark, and the stronger one is stronger, in either seat. docs/rules/bulwark.md has figures of more matches. */
import { describe, expect, it } from 'vitest'
import { strength } from './strength.ts'

describe('agents of Bulwark', () => {
  it('greedy beats random from either seat', async () => {
    const { low, bySeat } = await strength(['greedy', 'random'], 120)
    expect(low).toBeGreaterThan(0.8)
    expect(Math.min(...bySeat)).toBeGreaterThan(0.8)
  })
})
