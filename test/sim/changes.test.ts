/** How densely a match samples its gauges does not matter: once where they change, or after every step. */
import { expect, it } from 'vitest'
import type { Gauge } from '../../engine/contract/index.ts'
import { below, derive, RNG_WORDS, rootOf } from '../../engine/rng.ts'
import { FactCollector } from '../../sim/records/facts.ts'
import { layoutTally } from '../../sim/tally/layout.ts'
import type { FinishedMatch } from '../../sim/tally/match.ts'
import { Tallier } from '../../sim/tally/tallier.ts'
import { gameOf } from '../reports/fixture.ts'

const STEPS = 40
const BLOCKS = 60
const gauge = (id: string, min: number, max: number, rest: Partial<Gauge> = {}): Gauge => ({
  ...{ id, label: id, min, max, zeroSum: false, weight: 1 },
  ...rest,
})
/** The last one has so many values that it counts in bins. */
const GAUGES = [
  gauge('lead', -3, 3, { zeroSum: true }),
  gauge('units', 0, 9, { payoff: true }),
  gauge('gold', 0, 999_999),
]
const PLAIN_GAUGES = [gauge('score', 0, 5), ...GAUGES.slice(1)]

it.each([
  ['two seats, one agent', ['a', 'b'], GAUGES, true],
  ['two seats, two agents', ['a', 'b'], GAUGES, false],
  ['two seats without a gauge that is mirrored', ['a', 'b'], PLAIN_GAUGES, false],
  ['three seats', ['a', 'b', 'c'], PLAIN_GAUGES, true],
])('tallies and facts are the same: %s', (_, names, gauges, isMirror) => {
  const paper = gameOf(names)
  const game = { ...paper, info: { ...paper.info, gauges, stepMax: STEPS } }
  const seats = names.length
  const words = gauges.length * seats
  const [dense, sparse] = [0, 1].map(() => new Tallier(game, layoutTally(game, isMirror))) as [
    Tallier,
    Tallier,
  ]
  const [denseFacts, sparseFacts] = [0, 1].map(() => new FactCollector(game.info)) as [
    FactCollector,
    FactCollector,
  ]
  denseFacts.clear(BLOCKS * seats)
  sparseFacts.clear(BLOCKS * seats)
  const rng = new Int32Array(RNG_WORDS)
  derive(rng, rootOf('changes'), 0, 0)

  /** A match, rarely without a step; few steps change a gauge. */
  const finish = (block: number, rotation: number): { every: FinishedMatch; changes: FinishedMatch } => {
    const steps = below(rng, STEPS + 1)
    const rows: number[][] = []
    const since: number[] = []
    let row = Array.from({ length: words }, () => 0)
    for (let step = 0; step < steps; step++) {
      if (step === 0 || below(rng, 6) === 0) {
        row = gauges.flatMap(({ min, max, zeroSum }) => {
          const values = names.map(() => min + below(rng, Math.min(65_536, max - min + 1)))
          return zeroSum ? [values[0]!, -values[0]!] : values
        })
        since.push(step)
      }
      rows.push(row)
    }
    const winner = below(rng, seats + 1)
    const facts = {
      ...{
        block,
        rotation,
        faulty: -1,
        ending: winner < seats ? 0 : 1,
        decisions: steps,
        options: 0,
        choices: 0,
        steps,
      },
      returns: Int32Array.from(names, (_seat, seat) =>
        winner === seats ? 60 / seats : seat === winner ? 60 : 0,
      ),
      events: new Int32Array(seats * game.info.assets.length * 5),
    }
    const sampled = (at: readonly number[]): FinishedMatch => ({
      ...facts,
      samples: at.length,
      since: Int32Array.from(at),
      gauges: Int32Array.from(at.flatMap(step => rows[step]!)),
    })
    return { every: sampled([...rows.keys()]), changes: sampled(since) }
  }

  let fewer = 0
  for (let block = 0; block < BLOCKS; block++) {
    for (let rotation = 0; rotation < seats; rotation++) {
      const { every, changes } = finish(block, rotation)
      dense.add(every)
      sparse.add(changes)
      denseFacts.add(every, dense.winner, dense.lowest)
      sparseFacts.add(changes, sparse.winner, sparse.lowest)
      fewer += every.samples - changes.samples
      expect([sparse.winner, sparse.last, sparse.lowest]).toEqual([dense.winner, dense.last, dense.lowest])
    }
    dense.endBlock()
    sparse.endBlock()
  }
  expect(fewer).toBeGreaterThan((BLOCKS * seats * STEPS) / 4)
  expect(sparse.tally).toEqual(dense.tally)
  expect(sparseFacts.facts).toEqual(denseFacts.facts)
})
