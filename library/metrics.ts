/** Runs and workers as metrics, in the text format 0.0.4 of Prometheus. */
import type { QueueStatus } from '../sim/queue/load.ts'
import type { RunStatus } from './runs/status.ts'

export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

export interface MeasuredRun
  extends Pick<RunStatus, 'state' | 'matches' | 'total' | 'rate' | 'left' | 'forfeits'> {
  readonly name: string
}

type Sample = readonly [labels: Readonly<Record<string, string>>, value: number]

/** `queue` is undefined without a queue, and null for one that can't be reached. */
export function metricsText(runs: readonly MeasuredRun[], queue: QueueStatus | null | undefined): string {
  const each = (of: (run: MeasuredRun) => number): Sample[] => runs.map(run => [{ run: run.name }, of(run)])
  return [
    metric(
      'evenhand_run_matches',
      'Matches counted.',
      each(one => one.matches),
    ),
    metric(
      'evenhand_run_matches_planned',
      'Matches asked for.',
      each(one => one.total),
    ),
    metric(
      'evenhand_run_matches_per_second',
      'Matches per second of playing time.',
      each(one => one.rate),
    ),
    metric(
      'evenhand_run_seconds_left',
      'Estimated seconds to the end, +Inf if unknown.',
      each(one => one.left),
    ),
    metric(
      'evenhand_run_forfeits',
      'Forfeited matches.',
      each(one => one.forfeits),
    ),
    metric(
      'evenhand_run_state',
      'The state of a run: 1 for the one that it is in.',
      runs.flatMap(({ name, state }) =>
        (['running', 'stopped', 'complete'] as const).map(
          (one): Sample => [{ run: name, state: one }, one === state ? 1 : 0],
        ),
      ),
    ),
    ...(queue === undefined ? [] : queueMetrics(queue)),
  ].join('')
}

function queueMetrics(queue: QueueStatus | null): string[] {
  const up = metric('evenhand_queue_up', 'Whether Redis answers.', [[{}, queue === null ? 0 : 1]])
  if (queue === null) return [up]
  const { workers, waiting, active } = queue
  const alive = workers.filter(({ state }) => state === 'playing' || state === 'waiting')
  const sum = (of: 'threads' | 'rate' | 'faults') => alive.reduce((all, one) => all + one[of], 0)
  const states = ['playing', 'waiting', 'refused', 'vanished'] as const
  return [
    up,
    metric(
      'evenhand_workers',
      'Workers heard from in the last hour.',
      states.map(state => [{ state }, workers.filter(one => one.state === state).length]),
    ),
    metric('evenhand_worker_threads', 'Threads of all workers that are alive.', [[{}, sum('threads')]]),
    metric('evenhand_worker_matches_per_second', 'Matches per second of these workers, over a minute.', [
      [{}, sum('rate')],
    ]),
    metric('evenhand_worker_faults', 'Faults in the answers of these workers.', [[{}, sum('faults')]]),
    metric('evenhand_queue_chunks', 'Chunks of this build in the queue.', [
      [{ state: 'waiting' }, waiting],
      [{ state: 'active' }, active],
    ]),
  ]
}

function metric(name: string, help: string, samples: readonly Sample[]): string {
  const lines = samples.map(([labels, value]) => {
    const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`)
    const written = value === Number.POSITIVE_INFINITY ? '+Inf' : String(value)
    return `${name}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${written}\n`
  })
  return lines.length === 0 ? '' : `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${lines.join('')}`
}

const escaped = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
