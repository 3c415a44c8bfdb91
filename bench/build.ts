/** Loads the modules that are measured, of this build or of another checkout's `dist`. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { builtFile } from '../engine/package.ts'
import type { Experiment } from '../sim/experiment/index.ts'
import type { PlayOptions } from '../sim/run.ts'

/** By their place in a build: bin/build.js keeps what is imported here in its place, where other checkouts find it. */
const MODULES = {
  'documents/index.js': () => import('../documents/index.ts'),
  'engine/contract/index.js': () => import('../engine/contract/index.ts'),
  'engine/registry/index.js': () => import('../engine/registry/index.ts'),
  'engine/rng.js': () => import('../engine/rng.ts'),
  'agents/random.js': () => import('../agents/random.ts'),
  'agents/greedy.js': () => import('../agents/greedy.ts'),
  'agents/mcts/index.js': () => import('../agents/mcts/index.ts'),
  'agents/learned/index.js': () => import('../agents/learned/index.ts'),
  'sim/experiment/index.js': () => import('../sim/experiment/index.ts'),
  'sim/match/runner.js': () => import('../sim/match/runner.ts'),
  'sim/tally/layout.js': () => import('../sim/tally/layout.ts'),
  'sim/tally/tallier.js': () => import('../sim/tally/tallier.ts'),
  'sim/tally/highlights.js': () => import('../sim/tally/highlights.ts'),
  'sim/run.js': () => import('../sim/run.ts'),
}
type Place = keyof typeof MODULES
type Module<P extends Place> = Awaited<ReturnType<(typeof MODULES)[P]>>

/** The types are those of this build; another build must have what the measures call. */
export async function loadBuild(dist: string) {
  const isOwn = join(dist, '/') === builtFile('/')
  const load = async <P extends Place>(place: P): Promise<Module<P>> =>
    (await (isOwn ? MODULES[place]() : import(pathToFileURL(join(dist, place)).href))) as Module<P>
  const highlights = await load('sim/tally/highlights.js').catch(() => null)
  return {
    /** Builds up to 0.3.0 have none. */
    loadLearned: () => load('agents/learned/index.js'),
    /** Null in these builds, too. */
    HighlightPicker: highlights?.HighlightPicker ?? null,
    ...(await load('documents/index.js')),
    ...(await load('engine/contract/index.js')),
    ...(await load('engine/registry/index.js')),
    ...(await load('engine/rng.js')),
    ...(await load('agents/random.js')),
    ...(await load('agents/greedy.js')),
    ...(await load('agents/mcts/index.js')),
    ...(await load('sim/experiment/index.js')),
    ...(await load('sim/match/runner.js')),
    ...(await load('sim/tally/layout.js')),
    ...(await load('sim/tally/tallier.js')),
    playExperiment: playerOf(await load('sim/run.js')),
  }
}

type RunModule = Module<'sim/run.js'>

/** Builds up to 0.4.0 play by a class. */
interface OldRunModule {
  readonly Run: new (experiment: Experiment, options: PlayOptions) => { finish(): Promise<unknown> }
}

function playerOf(module: RunModule | OldRunModule) {
  return async (experiment: Experiment, options: PlayOptions): Promise<void> => {
    if ('Run' in module) await new module.Run(experiment, options).finish()
    else await module.playRun(module.newRun(experiment), options)
  }
}

export type Build = Awaited<ReturnType<typeof loadBuild>>
