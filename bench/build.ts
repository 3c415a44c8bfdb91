/** The modules of a build that are measured: of this one, or of another checkout's `dist`. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The modules, as this build declares them. Another build must have what the measures call. */
export async function loadBuild(dist: string) {
  const load = (path: string) => import(pathToFileURL(join(dist, path)).href)
  const documents: typeof import('../documents/index.ts') = await load('documents/index.js')
  const contract: typeof import('../engine/contract/index.ts') = await load('engine/contract/index.js')
  const registry: typeof import('../engine/registry/index.ts') = await load('engine/registry/index.js')
  const rng: typeof import('../engine/rng.ts') = await load('engine/rng.js')
  const random: typeof import('../agents/random.ts') = await load('agents/random.js')
  const greedy: typeof import('../agents/greedy.ts') = await load('agents/greedy.js')
  const mcts: typeof import('../agents/mcts/index.ts') = await load('agents/mcts/index.js')
  const experiment: typeof import('../sim/experiment/index.ts') = await load('sim/experiment/index.js')
  const runner: typeof import('../sim/match/runner.ts') = await load('sim/match/runner.js')
  const layout: typeof import('../sim/tally/layout.ts') = await load('sim/tally/layout.js')
  const tallier: typeof import('../sim/tally/tallier.ts') = await load('sim/tally/tallier.js')
  const run: typeof import('../sim/run.ts') = await load('sim/run.js')
  const highlights: typeof import('../sim/tally/highlights.ts') | null = await load(
    'sim/tally/highlights.js',
  ).catch(() => null)
  return {
    /** Builds up to 0.3.0 have none. */
    loadLearned: (): Promise<typeof import('../agents/learned/index.ts')> => load('agents/learned/index.js'),
    /** Null in these builds, too. */
    HighlightPicker: highlights?.HighlightPicker ?? null,
    ...documents,
    ...contract,
    ...registry,
    ...rng,
    ...random,
    ...greedy,
    ...mcts,
    ...experiment,
    ...runner,
    ...layout,
    ...tallier,
    ...run,
  }
}

export type Build = Awaited<ReturnType<typeof loadBuild>>
