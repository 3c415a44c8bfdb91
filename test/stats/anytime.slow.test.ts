import { describe, expect, it } from 'vitest'
import { rareCoverage, rareEffects } from '../../docs/scripts/coverage/intervals.ts'
import { FAIR_GAMES, play, unfair, verdicts } from '../../docs/scripts/coverage/runs.ts'

const { anytime, often, always, advised } = verdicts

describe('500 fair games of two seats, 250 of more', () => {
  for (const game of FAIR_GAMES)
    it(`are called unfair in at most 5 % whenever one looks: ${game.name}`, () => {
      const experiments = game.seats === 2 ? 500 : 250
      for (const next of [always, advised])
        expect(play(game, anytime, next, experiments, 17).favours).toBeLessThanOrEqual(0.05)
    }, 600_000)
})

describe('500 unfair games', () => {
  it.each([0.02, 0.03, 0.05])(
    'that are %s ahead are hardly ever called fair, however often one looks',
    effect => {
      for (const draws of [0, 0.3]) {
        const { fair, favours } = play(unfair(draws, effect).game, anytime, often, 500, 18)
        expect(fair).toBeLessThanOrEqual(0.05)
        expect(favours).toBeGreaterThan(0.95)
      }
    },
    600_000,
  )
})

describe('effects in few blocks', () => {
  it('are held by the intervals of comparisons', () => {
    for (const share of [0.005, 0.02, 0.05, 0.1])
      for (const effect of rareEffects(share))
        for (const n of [50, 200, 1000]) {
          const { mended, anytime: every } = rareCoverage(effect, n, 1000, n + 1)
          expect(mended, `${effect.name}, ${n} blocks`).toBeGreaterThan(0.91)
          expect(every, `${effect.name}, ${n} blocks`).toBeGreaterThanOrEqual(0.95)
        }
  }, 600_000)
})
