/** The table on the intervals of single figures. */
import type { ExperimentDefinition } from '../../../library/experiment.ts'
import { FAMILIES } from './families.ts'
import { BlockPopulation, type Coverage, coverageOf } from './figures.ts'
import { head, measured, row } from './markdown.ts'

/** Blocks that are played of each game: what they show is the truth. */
const PLAYED = 512
/** Blocks of the samples. */
const SIZES = [30, 100] as const
/** A sample is a run, which takes five times as long as an experiment of the other tables. */
const SAMPLE_SHARE = 1 / 5
/** Figures that fewer samples have tell little. */
const TOLD = 1 / 2

const GAMES: readonly ExperimentDefinition[] = [
  { game: 'elephant-men', lineups: [{ agents: ['random'] }] },
  {
    game: 'frontline',
    lineups: [{ agents: ['random'] }],
    usefulness: { assets: ['archer', 'catapult'] },
  },
  { game: 'bulwark', lineups: [{ agents: ['random'] }] },
  { game: 'connect-four', lineups: [{ agents: ['greedy', 'random'] }] },
]

/** Coverage of every figure, by size of the samples and by family. */
async function measure(samples: number): Promise<readonly (readonly (readonly Coverage[])[])[]> {
  const sizes: Coverage[][][] = SIZES.map(() => FAMILIES.map(() => []))
  for (const [g, game] of GAMES.entries()) {
    const population = await BlockPopulation.play(game, PLAYED)
    for (const [s, blocks] of SIZES.entries())
      for (const [f, all] of coverageOf(population, FAMILIES, {
        blocks,
        samples,
        seed: 6000 + 10 * g + s,
      }).entries())
        sizes[s]![f]!.push(
          ...all
            .filter(({ told }) => told >= TOLD * samples)
            .map(one => ({ ...one, id: `${game.game}: ${one.id}` })),
        )
  }
  return sizes
}

/** The table, a row a kind of figure: the mean over its figures, and the lowest. */
export async function figureTable(experiments: number): Promise<string> {
  const samples = Math.ceil(SAMPLE_SHARE * experiments)
  const sizes = await measure(samples)
  const rows = FAMILIES.map(({ name }, f) => {
    const figures = Math.max(...sizes.map(families => families[f]!.length))
    const cells = sizes.map(families => {
      const all = families[f]!.map(({ told, held }) => held / told)
      if (all.length === 0) return ''
      const mean = all.reduce((sum, share) => sum + share, 0) / all.length
      const least = all.length > 1 ? `, least ${(100 * Math.min(...all)).toFixed(1)}` : ''
      return `${measured(mean, samples)}${least}`
    })
    return row(name, String(figures), ...cells)
  })
  return head('figure', 'figures', ...SIZES.map(blocks => `${blocks} blocks`)) + rows.join('')
}
