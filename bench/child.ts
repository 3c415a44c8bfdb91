/** A process that measures one game of one build on request: `child.js DIST GAME RULESET`. */
import { Bencher } from './bencher.ts'
import { loadBuild } from './build.ts'

const [dist, game, ruleset] = process.argv.slice(2)
const bencher = await Bencher.of(await loadBuild(dist!), game!, ruleset!)

process.on('message', async ({ measure, options }: { measure: Measure; options: never }) => {
  process.send!(measure === 'seats' ? bencher.seats : await bencher[measure](options))
})
process.send!('ready')

/** The member of Bencher that a request names. */
export type Measure = 'seats' | 'warm' | 'play' | 'checksum' | 'heap' | 'search' | 'allocated' | 'pool'
