import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { payoffCoverage, rareCoverage, rareEffects } from '../../docs/scripts/coverage/intervals.ts'
import { duel, FAIR_GAMES, play, table, unfair, verdicts } from '../../docs/scripts/coverage/runs.ts'
import { ROOT } from '../../engine/package.ts'
import { boundedOfHistogram, sequenceInterval } from '../../sim/stats/sequence.ts'
import { judge } from '../../sim/stats/verdict.ts'
import { generator, pairModel } from './blocks.ts'

const { anytime, once, often } = verdicts

describe('a fair game that is looked at until there is a verdict', () => {
  it.each([
    [duel('without draws', pairModel(0.5, 0, 0))],
    [duel('nearly always drawn', pairModel(0.5, 0.9, 0))],
    [table(4)],
  ])('is hardly ever called unfair: %o', game => {
    const ends = play(game, anytime, often, 150, 3)
    // Expected are 3 of 150 or fewer.
    expect(ends.favours).toBeLessThan(0.06)
    expect(ends.fair).toBeGreaterThan(0.94)
    // The intervals for one look call it unfair in a fifth of the experiments and more.
    expect(play(game, once, often, 150, 3).favours).toBeGreaterThan(0.12)
  })
})

describe('the verdict of simulated runs', () => {
  it('is the one that reports come to by the interval', () => {
    const games = [...FAIR_GAMES, unfair(0, 0.05).game, unfair(0.3, 0.02).game]
    const random = generator(6)
    const met = new Set<string>()
    for (const game of games)
      for (const blocks of [20, 200, 2000, 20_000]) {
        const hists = Array.from({ length: game.seats }, () => new Array<number>(game.max + 1).fill(0))
        game.play(hists, blocks, random)
        const level = game.seats === 2 ? 0.95 : 1 - 0.05 / game.seats
        const kinds = hists.map(hist => {
          const interval = sequenceInterval(boundedOfHistogram(hist, game.max), level)
          return judge({ ...interval, fair: 1 / game.seats }).kind
        })
        const all = kinds.every(kind => kind === 'fair') ? 'fair' : 'inconclusive'
        const expected = kinds.includes('favours') ? 'favours' : all
        expect(anytime(hists, game), `${game.name}, ${blocks} blocks`).toBe(expected)
        met.add(expected)
      }
    expect(met.size).toBe(3)
  })
})

describe('a game that favours a seat by 3 points', () => {
  it('is found out, in less than twice the matches of a plan for one look', () => {
    const { favours, fair, matches } = play(unfair(0, 0.03).game, anytime, often, 150, 4)
    expect(favours).toBeGreaterThan(0.97)
    expect(fair).toBeLessThan(0.03)
    expect(matches).toBeLessThan(2 * 2174)
  })
})

describe('the intervals of effects that show in few blocks', () => {
  it('hold them, where those of plain t do not', () => {
    const [one, sizes] = rareEffects(0.02)
    const { t, mended, anytime: always } = rareCoverage(one!, 200, 600, 5)
    expect(t).toBeLessThan(0.94)
    expect(mended).toBeGreaterThan(0.96)
    expect(always).toBeGreaterThan(0.97)
    expect(rareCoverage(sizes!, 200, 600, 5).mended).toBeGreaterThan(0.92)
  })

  it('hold payoffs of 50 in 2 % of the blocks', () => {
    const { t, bounded, anytime: always } = payoffCoverage(30, 600, 5)
    expect(t).toBeLessThan(0.6)
    expect(bounded).toBeGreaterThan(0.93)
    expect(always).toBeGreaterThan(0.97)
  })
})

describe('docs/explanation/statistics.md', () => {
  it('tells of no schedule by which a fair game is called unfair in more than 5 % of the experiments', () => {
    const page = readFileSync(join(ROOT, 'docs/explanation/statistics.md'), 'utf8')
    const table = page.slice(page.indexOf('<!-- fair:'), page.indexOf('<!-- end of fair -->'))
    for (const { name } of FAIR_GAMES) {
      const line = table.split('\n').find(one => one.startsWith(`| ${name} |`))
      const [plain, ...shares] = [...(line ?? '').matchAll(/(\d+\.\d) %/g)].map(([, share]) => Number(share))
      expect(line, name).toBeDefined()
      expect(plain).toBeGreaterThan(5)
      expect(shares).toHaveLength(4)
      for (const share of shares.slice(0, 3)) expect(share, name).toBeLessThanOrEqual(5)
    }
  })
})
