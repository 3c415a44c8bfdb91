/** Metrics for Prometheus: read by its text format 0.0.4 to the letter. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { defineExperiment, run, serveRuns } from '../../library/index.ts'
import { metricsText } from '../../library/metrics.ts'
import { ask } from '../cli/asking.ts'
import { folder } from '../cli/command.ts'

const NAME = '[a-zA-Z_:][a-zA-Z0-9_:]*'
const LABEL = '[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\\\\n]|\\\\[\\\\"n])*"'
const SAMPLE = new RegExp(
  `^(${NAME})(\\{${LABEL}(?:,${LABEL})*\\})? (NaN|[+-]Inf|-?\\d+(?:\\.\\d+)?(?:e[+-]?\\d+)?)$`,
)

/** The samples of a text. Throws unless each metric comes once, as a group, after its help and type. */
function samplesIn(text: string): Map<string, number> {
  expect(text.endsWith('\n')).toBe(true)
  const samples = new Map<string, number>()
  const seen = new Set<string>()
  let current = ''
  const lines = text.slice(0, -1).split('\n')
  for (const [i, line] of lines.entries()) {
    const [, helped] = new RegExp(`^# HELP (${NAME}) \\S.*$`).exec(line) ?? []
    if (helped !== undefined) {
      expect(seen.has(helped)).toBe(false)
      expect(lines[i + 1]).toBe(`# TYPE ${helped} gauge`)
      seen.add(helped)
      current = helped
      continue
    }
    if (line === `# TYPE ${current} gauge`) continue
    const [, name, labels = '', value] = SAMPLE.exec(line) ?? []
    expect(name, line).toBe(current)
    expect(samples.has(name + labels), line).toBe(false)
    samples.set(name + labels, Number(value!.replace('Inf', 'Infinity')))
  }
  return samples
}

const RUN = { matches: 20, total: 40, rate: 0.5, left: Number.POSITIVE_INFINITY, forfeits: 1 }
const WORKER = {
  ...{ id: 'a', build: '1-a', version: '1', threads: 8, since: 0, chunks: 1, matches: 2, rate: 2.5 },
  ...{ faults: 3, playing: ['x'], silent: 0 },
}

test('labels are escaped, and every sample has a place in the format', () => {
  const name = 'a\\b "c"\nd'
  const workers = [
    { ...WORKER, state: 'playing' as const },
    { ...WORKER, state: 'vanished' as const },
  ]
  const samples = samplesIn(
    metricsText([{ ...RUN, name, state: 'running' }], { workers, waiting: 5, active: 2 }),
  )
  const run = 'run="a\\\\b \\"c\\"\\nd"'
  expect(Object.fromEntries(samples)).toEqual({
    [`evenhand_run_matches{${run}}`]: 20,
    [`evenhand_run_matches_planned{${run}}`]: 40,
    [`evenhand_run_matches_per_second{${run}}`]: 0.5,
    [`evenhand_run_seconds_left{${run}}`]: Number.POSITIVE_INFINITY,
    [`evenhand_run_forfeits{${run}}`]: 1,
    [`evenhand_run_state{${run},state="running"}`]: 1,
    [`evenhand_run_state{${run},state="stopped"}`]: 0,
    [`evenhand_run_state{${run},state="complete"}`]: 0,
    evenhand_queue_up: 1,
    'evenhand_workers{state="playing"}': 1,
    'evenhand_workers{state="waiting"}': 0,
    'evenhand_workers{state="refused"}': 0,
    'evenhand_workers{state="vanished"}': 1,
    evenhand_worker_threads: 8,
    evenhand_worker_matches_per_second: 2.5,
    evenhand_worker_faults: 3,
    'evenhand_queue_chunks{state="waiting"}': 5,
    'evenhand_queue_chunks{state="active"}': 2,
  })
  expect([...samplesIn(metricsText([], null))]).toEqual([['evenhand_queue_up', 0]])
})

test('a server of runs answers with them below its token only', async () => {
  const runs = folder()
  const experiment = await defineExperiment({ name: 'x', game: 'nim', matches: 40 })
  await run(experiment, { threads: 0, out: join(runs, 'a "run"') })
  const token = 'a-token-of-my-own'
  const live = await serveRuns(runs, { token })
  try {
    expect(live.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/a-token-of-my-own\/$/)
    const { code, text, headers } = await ask(`${live.url}metrics`)
    expect([code, headers['content-type']]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
    expect(samplesIn(text).get('evenhand_run_state{run="a \\"run\\"",state="complete"}')).toBe(1)
    expect((await ask(live.url, { path: '/metrics' })).code).toBe(403)
  } finally {
    await live.close()
  }
})
