/** The tables on plans: what they promise, compared with what runs find. */
import { generator } from '../../../test/stats/blocks.ts'
import { head, measured, percent, quantile, row, whole } from './markdown.ts'
import { ASKED, found, predicted } from './plans.ts'
import { GAMES, heldChances } from './power.ts'
import { TRUTHS } from './runs.ts'

/** A pilot takes as long as 100 experiments of the other tables. */
const PILOT_SHARE = 1 / 100

/** Plans for runs whose truth is known. */
export function planTable(experiments: number): string {
  const pilots = Math.ceil(PILOT_SHARE * experiments)
  const rows = TRUTHS.slice(0, 3).map(({ game, model }, i) => {
    const random = generator(4000 + i)
    const all = Array.from({ length: pilots }, (_, n) => predicted(model, random, `plans ${i} ${n}`))
    const truth = found(model, experiments / 5, 4100 + i)
    const [low, middle, high] = [0.1, 0.5, 0.9].map(p => {
      const matches =
        2 *
        quantile(
          all.map(({ needed }) => needed),
          p,
        )
      return matches === Infinity ? `over ${whole(32 * ASKED)}` : whole(matches)
    })
    const mean = all.reduce((sum, { chance }) => sum + chance, 0) / pilots
    return row(
      game.name,
      percent(truth.chance),
      percent(mean),
      whole(2 * truth.needed),
      `${middle} (${low} to ${high})`,
    )
  })
  return (
    head(
      'first seat ahead by',
      'verdicts found',
      'chance promised',
      'matches needed',
      'promised: median (80 % of pilots)',
    ) + rows.join('')
  )
}

/** Blocks of a pilot, and of the run that it is a pilot of. */
const PILOTED = { pilot: 200, blocks: 2000 }

/** The chances that plans give for supposed truths. */
export function powerTable(experiments: number): string {
  const pilots = Math.ceil(5 * PILOT_SHARE * experiments)
  const rows = GAMES.flatMap(({ name, seed, of }) => {
    const count = of(0).seats.length
    return heldChances(of, { ...PILOTED, pilots, runs: experiments, seed }).map(({ effect, shown, told }) => {
      const mean = told.reduce((sum, one) => sum + one, 0) / told.length
      const [low, high] = [0.1, 0.9].map(p => (100 * quantile(told, p)).toFixed(1))
      return row(
        name,
        whole(count * PILOTED.blocks),
        `${100 * effect} points`,
        measured(shown, experiments),
        `${percent(mean)} (${low} to ${high})`,
      )
    })
  })
  return head('', 'matches', 'off by', 'found', 'promised: mean (80 % of pilots)') + rows.join('')
}
