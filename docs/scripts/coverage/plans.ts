/** Plans from pilots of simulated blocks, compared with what runs of such blocks find. */
import { ENOUGH, planOf } from '../../../reports/findings/plan.ts'
import { Pilot } from '../../../sim/chunks/simulated-run.ts'
import { type Look, PLANNED } from '../../../sim/stats/looks.ts'
import { pack } from '../../../sim/tally/packing.ts'
import { cellOf, resultOf, TWO } from '../../../test/reports/fixture.ts'
import { drawBlocks, generator, type Model } from '../../../test/stats/blocks.ts'
import { kindAt } from './designers.ts'
import { BLOCKS } from './power.ts'
import { duel } from './runs.ts'

/** Blocks of the pilots: those of `evenhand plan` for this many asked. */
const PILOT = 200
/** Blocks asked for. */
export const ASKED = 2000
/** Runs on paper for each pilot: the mean over many pilots is wanted. */
const RUNS = 30

/** The verdict's chance with ASKED blocks by a pilot, and the blocks that it takes. */
interface Prediction {
  readonly chance: number
  readonly needed: number
}

/** The prediction of a pilot of the model's blocks. */
export function predicted(model: Model, random: () => number, seed: string): Prediction {
  const counts = drawBlocks(model, PILOT, random)
  const blocks = counts.flatMap((count, sum) => Array.from({ length: count }, () => BLOCKS[sum]!))
  const { experiment, ...result } = resultOf([cellOf(TWO, ['ann', 'ann'], blocks)])
  const pilot = new Pilot({ ...result, experiment: { ...experiment, seed } })
  for (const [from, block] of blocks.entries()) {
    const { tally, pairs, highlights } = cellOf(TWO, ['ann', 'ann'], [block])
    const sums = { tally: pack(tally), pairs: pack(pairs), highlights: pack(highlights), faults: [] }
    pilot.take({ chunk: { lineup: 0, from, to: from + 1 }, variants: [sums] })
  }
  const lineups = experiment.lineups.map(lineup => ({ ...lineup, blocks: ASKED }))
  const [fair] = planOf(pilot, { ...experiment, lineups, seed }, { runs: RUNS })
  return { chance: fair!.chance, needed: fair!.needed }
}

/** The share of runs that have a verdict with ASKED blocks, and the blocks with which ENOUGH of them have. */
export function found(
  model: Model,
  experiments: number,
  seed: number,
): { readonly chance: number; readonly needed: number } {
  const random = generator(seed)
  const chanceWith = (blocks: number, look: Look) => {
    let settled = 0
    for (let i = 0; i < experiments; i++) {
      const counts = drawBlocks(model, blocks, random)
      settled += Number(kindAt([counts, counts.toReversed()], duel('', model), look) !== 'inconclusive')
    }
    return settled / experiments
  }
  let needed = PILOT
  // More matches than were asked for are another plan.
  while (chanceWith(Math.round(needed), PLANNED[1]!) < ENOUGH) needed *= 1.1
  return { chance: chanceWith(ASKED, PLANNED[0]!), needed: Math.round(needed) }
}
