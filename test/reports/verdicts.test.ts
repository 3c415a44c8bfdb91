/** Verdicts are worked out once a cell, and anew when it has grown. */
import { expect, it } from 'vitest'
import { seatVerdicts } from '../../reports/findings/verdicts/verdicts.ts'
import { addTally } from '../../sim/tally/layout.ts'
import { cellOf, TWO, times } from './fixture.ts'

it('verdicts follow a cell that grows, and the margin', () => {
  const cell = cellOf(TWO, ['ann', 'ann'], times(10, [60, 0], [0, 60]))
  const few = seatVerdicts(cell, 0.02)
  expect(seatVerdicts(cell, 0.02)).toBe(few)
  expect(seatVerdicts(cell, 0.5)[0]!.stakes.margin).toBe(0.5)
  const more = cellOf(TWO, ['ann', 'ann'], times(90, [60, 0], [0, 60]))
  addTally(cell.tally, more.tally)
  const [verdict] = seatVerdicts(cell, 0.02)
  expect([few[0]!.score.n, verdict!.score.n]).toEqual([10, 100])
  expect(verdict!.anytime.high).toBeLessThan(few[0]!.anytime.high)
})
