/**
 * `npm run storm -- MINUTES [SEED] [WORD]`: disturbs runs in every way that the kinds know (with a word: those with it in their names), each for an
 * equal share of the time, and fails if one of them comes to other bytes than it does undisturbed. Prints one table, in Markdown, for
 * docs/explanation/reliability.md.
 */
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { derive, RNG_WORDS, rootOf } from '../../../engine/rng.ts'
import { JOURNAL } from '../../../sim/store/journal.ts'
import { reportsIn } from '../folders.ts'
import { endOf } from '../storming.ts'
import { hangs } from './hanging.ts'
import { KINDS, type Kind, type Scene } from './kinds.ts'
import { LYING_KINDS } from './lying.ts'
import { QUEUE_KINDS } from './queue.ts'
import { OUT, start } from './run.ts'

/** Disturbances of one run before it is played to its end. */
const TRIES_A_RUN = 4
/** Characters of a failure: two reports that differ are long. */
const REASON_MAX = 600

const [minutes = '10', seed = 'storm', word = ''] = process.argv.slice(2)
const ALL: readonly Kind[] = [...KINDS, hangs, ...LYING_KINDS, ...QUEUE_KINDS].filter(({ name }) =>
  name.includes(word),
)
assert(Number(minutes) > 0, 'expected minutes')

interface Outcome {
  tries: number
  right: number
  readonly failures: string[]
}

/** Plays the run undisturbed, in a folder, and returns its reports. */
async function undisturbed(cwd: string, options: { seed?: string } = {}): Promise<Record<string, string>> {
  mkdirSync(cwd, { recursive: true })
  const { code, err } = await endOf(start(cwd, options))
  assert.equal(code, 0, err)
  return reportsIn(join(cwd, OUT))
}

/**
 * Disturbs runs, one after the other, until the time is over. A run's tries were right if the command answered each
 * as it must, and the run writes the expected bytes.
 */
async function tryOut(kind: Kind, scene: Omit<Scene, 'rng'>, until: number): Promise<Outcome> {
  const outcome: Outcome = { tries: 0, right: 0, failures: [] }
  const rng = new Int32Array(RNG_WORDS)
  while (performance.now() < until) {
    const cwd = mkdtempSync(join(scene.cwd, 'run-'))
    const before = outcome.tries
    try {
      for (let i = 0; i < TRIES_A_RUN; i++) {
        derive(rng, rootOf(`${seed} ${kind.name}`), outcome.tries++, 0)
        await kind.disturb({ ...scene, cwd, rng })
      }
      const { code, err } = await endOf(start(cwd))
      assert.equal(code, 0, err)
      assert.deepEqual(reportsIn(join(cwd, OUT)), scene.expected)
      outcome.right += outcome.tries - before
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      outcome.failures.push(`${kind.name}, try ${outcome.tries - 1}: ${reason.slice(0, REASON_MAX)}`)
    }
    rmSync(cwd, { recursive: true, force: true })
  }
  return outcome
}

const home = mkdtempSync(join(tmpdir(), 'evenhand-storm-'))
const failures: string[] = []
try {
  const expected = await undisturbed(join(home, 'quiet'))
  await undisturbed(join(home, 'foreign'), { seed: 'another' })
  const foreignJournal = readFileSync(join(home, 'foreign', OUT, JOURNAL), 'utf8')
  const kinds = ALL.filter(({ missing }) => missing === null)
  console.log('| what happens to a run | tries | right | wrong |\n| --- | --- | --- | --- |')
  for (const kind of ALL) {
    if (kind.missing !== null) {
      console.log(`| ${kind.name} | ${kind.missing} | | |`)
      continue
    }
    const until = performance.now() + (Number(minutes) * 60_000) / kinds.length
    const {
      tries,
      right,
      failures: found,
    } = await tryOut(kind, { cwd: home, foreignJournal, expected }, until)
    console.log(`| ${kind.name} | ${tries} | ${right} | ${tries - right} |`)
    failures.push(...found)
  }
} finally {
  rmSync(home, { recursive: true, force: true })
}
for (const failure of failures) console.error(failure)
process.exitCode = failures.length === 0 ? 0 : 1
