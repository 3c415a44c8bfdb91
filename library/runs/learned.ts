/** Lets the players of an experiment learn before it is played. */
import { type Experiment, learns } from '../../sim/experiment/index.ts'
import { DEFAULT_THREADS } from '../../sim/run.ts'
import type { LockOptions } from '../../sim/store/lock.ts'
import { LearningFolder } from '../folders/learning.ts'
import { learnAll } from '../learning.ts'
import { populationOf } from '../policies.ts'

/** Of the options of a run, those that learning knows. */
interface LearnedOptions {
  readonly threads?: number | undefined
  readonly signal?: AbortSignal | undefined
  readonly policies?: string | undefined
  readonly out?: string | undefined
  readonly label?: string | undefined
  readonly lock?: Pick<LockOptions, 'seconds' | 'onWait'> | undefined
}

/** The experiment with the policies that it still lacks. Rejects with a Stopped if the signal comes first. */
export async function learned(
  experiment: Experiment,
  { threads, signal, policies, out, label, lock }: LearnedOptions,
): Promise<Experiment> {
  const place = { ...(label === undefined ? {} : { label }), ...(lock === undefined ? {} : { lock }) }
  const folder = out !== undefined && learns(experiment) ? new LearningFolder(out, place) : null
  let isOver = false
  try {
    let learnt = experiment
    for (;;) {
      const population = await populationOf(learnt, policies)
      if (!population) break
      const { lessons, later } = population
      const names = lessons.map((_, lesson) => population.nameOf(lesson))
      if (lessons.length > 0)
        await learnAll(lessons, {
          threads: threads ?? DEFAULT_THREADS,
          later,
          ...(signal ? { signal } : {}),
          ...(folder ? { onProgress: progress => folder.note(progress, names) } : {}),
          onLearned: (lesson, learning) => population.keep(lesson, learning),
        })
      learnt = population.experiment()
    }
    isOver = true
    return learnt
  } finally {
    folder?.close(isOver)
  }
}
