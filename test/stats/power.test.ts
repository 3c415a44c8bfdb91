import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { changeTruth, GAMES, heldChances, seatTruth } from '../../docs/scripts/coverage/power.ts'
import { ROOT } from '../../engine/package.ts'
import { pairModel } from './blocks.ts'

const SIZES = { pilot: 100, blocks: 600, pilots: 3, runs: 60, seed: 11 }

describe('the chances that a plan tells if something is the truth', () => {
  it.each([
    ['of the seats', (effect: number) => seatTruth('', pairModel(0.5 + effect, 0, 0))],
    ['of a change', (effect: number) => changeTruth('', effect, 0, 0.6)],
  ])('are those that runs find: %s', (_, of) => {
    const [none, little, much] = heldChances(of, SIZES).map(({ shown, told }) => ({
      shown,
      told: told.reduce((sum, one) => sum + one, 0) / told.length,
    }))
    // The planned look may err in 4 % of runs; 60 of them have a standard error of 2.5 points.
    expect(none!.shown).toBeLessThan(0.12)
    expect(none!.told).toBeLessThan(0.045)
    // A standard error of 60 runs is 6 points at most.
    for (const { shown, told } of [little!, much!]) expect(Math.abs(shown - told)).toBeLessThan(0.18)
    expect(much!.shown).toBeGreaterThan(little!.shown + 0.1)
  })
})

describe('docs/explanation/statistics.md', () => {
  it('tells of no chances found that lie beyond those that most pilots tell', () => {
    const page = readFileSync(join(ROOT, 'docs/explanation/statistics.md'), 'utf8')
    const [, power] = /<!-- power: (.*?)<!-- end of power -->/s.exec(page)!
    for (const { name } of GAMES) {
      const lines = power!.split('\n').filter(one => one.startsWith(`| ${name} |`))
      expect(lines.length, name).toBe(3)
      for (const line of lines) {
        const found = /\| (\d+\.\d) % ± (\d+\.\d) \| \d+\.\d % \((\d+\.\d) to (\d+\.\d)\) \|$/.exec(line)
        const [shown, arm, low, high] = (found ?? []).slice(1).map(Number)
        expect(shown! + arm!, line).toBeGreaterThanOrEqual(low!)
        expect(shown! - arm!, line).toBeLessThanOrEqual(high!)
        if (line.includes('| 0 points |')) expect(shown, line).toBeLessThan(5)
      }
    }
  })
})
