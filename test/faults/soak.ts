/**
 * `npm run soak -- MINUTES GAME MATCHES`: plays for this long (10 minutes by default), or this many matches, shows how much
 * memory the process takes, and fails if that still grows in the second half. With a game, it plays that one at random: a quick one
 * shows what 10^8 matches cost. Without, Elephant Men in two variants, with a search for a start.
 */
import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { JOURNAL } from '../../sim/store/journal.ts'
import { MAIN } from '../built.ts'
import { chunksIn } from './folders.ts'

/** If it is not told, far more matches than can be played. */
const MATCHES = Number(process.argv[4] ?? 1_000_000_000_000)
/** Two variants, compared in pairs, of a search that keeps trees for a start, then of random play. */
const EXPERIMENT = `game: elephant-men
seed: soak
matches: ${MATCHES}
variants: [{ name: short, rules: { limits.turns: 20 } }, { name: long }]
lineups:
  - { agents: ['mcts:iterations=20', random], matches: 1000 }
  - agents: [random]
`
/** Growth of the second half that is put down to chance. */
const GROWTH_MAX = 0.05
const SAMPLE_MS = 500
const ROWS = 20

const minutes = Number(process.argv[2] ?? 10)
assert(minutes > 0, 'expected minutes')
assert(Number.isInteger(MATCHES) && MATCHES > 0, 'expected a number of matches')
const game = process.argv[3]
const experiment =
  game === undefined
    ? EXPERIMENT
    : `{ game: ${game}, seed: soak, matches: ${MATCHES}, lineups: [{ agents: [random] }] }`
const cwd = mkdtempSync(join(tmpdir(), 'evenhand-soak-'))
try {
  writeFileSync(join(cwd, 'soak.yaml'), experiment)
  const samples = await sample(minutes * 60_000)
  report(samples)
} finally {
  rmSync(cwd, { recursive: true, force: true })
}

/** Megabytes of the process at every check, until it ends or its time is up; it must stop cleanly when asked. */
async function sample(milliseconds: number): Promise<number[]> {
  const child = spawn(process.execPath, [MAIN, 'run', 'soak.yaml', '--out', 'o', '--quiet'], { cwd })
  child.stdout.resume()
  child.stderr.pipe(process.stderr)
  const ended = new Promise<number | null>(resolve => child.on('close', resolve))
  const samples: number[] = []
  const end = performance.now() + milliseconds
  while (performance.now() < end && child.exitCode === null) {
    samples.push(
      Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024,
    )
    await sleep(SAMPLE_MS)
  }
  const isOver = child.exitCode !== null
  child.kill('SIGINT')
  assert.equal(await ended, isOver ? 0 : 130, 'the run did not end as it was told to')
  return samples
}

function report(samples: readonly number[]): void {
  console.log('minute  RSS, MB')
  for (let row = 0; row <= ROWS; row++) {
    const at = Math.round((row / ROWS) * (samples.length - 1))
    console.log(
      `${((at * SAMPLE_MS) / 60_000).toFixed(1).padStart(6)}  ${samples[at]!.toFixed(0).padStart(7)}`,
    )
  }
  const megabytes = statSync(join(cwd, 'o', JOURNAL)).size / 2 ** 20
  const status = execFileSync(process.execPath, [MAIN, 'status', 'o', '--json'], { cwd, encoding: 'utf8' })
  const { matches } = JSON.parse(status) as { matches: number }
  console.log(
    `${matches.toLocaleString('en-US')} matches; journal: ${chunksIn(join(cwd, 'o'))} chunks, ${megabytes.toFixed(1)} MB`,
  )
  const third = median(samples.slice(samples.length * 0.5, samples.length * 0.75))
  const fourth = median(samples.slice(samples.length * 0.75))
  const growth = fourth / third - 1
  console.log(
    `median of the third quarter ${third.toFixed(0)} MB, of the fourth ${fourth.toFixed(0)} MB: ${(100 * growth).toFixed(1)} %`,
  )
  assert(growth <= GROWTH_MAX, `memory grew by more than ${100 * GROWTH_MAX} % in the second half`)
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!
}
