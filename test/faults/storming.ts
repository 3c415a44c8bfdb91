/** Kills a run again and again, and looks whether it still comes to the same bytes. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { below, derive, RNG_WORDS, rootOf } from '../../engine/rng.ts'
import { JOURNAL } from '../../sim/store/journal.ts'
import { MAIN } from '../built.ts'
import { playedIn } from './folders.ts'

export interface Storm {
  /** The command, without --out; what does not matter to the run may change from kill to kill. */
  readonly args: (kills: number) => readonly string[]
  /** Where to run it; a folder a run. */
  readonly cwd: string
  /** What the steps are drawn from. */
  readonly seed: string
  /** Whether there were kills enough. */
  readonly enough: (kills: number) => boolean
  /** Hears of every kill, and how many blocks the run had by then. */
  readonly onKill?: (kills: number, blocks: number) => void
  /** Looks at the folder of a run that came to its end. */
  readonly check: (dir: string) => void
}

/**
 * Longest wait before a kill: from the start of the process, from its first word, or (a slow machine comes nowhere by
 * these) until the journal has grown by this many bytes.
 */
const FROM_START_MS = 700
const FROM_FIRST_WORD_MS = 400
const GROWN_BYTES = 60_000
const LOOK_MS = 3

/** Goes on until there were kills enough, and the last run came to its end. Returns the kills and the runs. */
export async function storm(plan: Storm): Promise<{ kills: number; runs: number }> {
  const { args, cwd, seed, enough, check, onKill = () => {} } = plan
  const rng = new Int32Array(RNG_WORDS)
  derive(rng, rootOf(seed), 0, 0)
  let kills = 0
  let runs = 0
  for (let out = 'run-0'; ; out = `run-${++runs}`) {
    for (let kept = 0; ; ) {
      const child = spawn(process.execPath, [MAIN, ...args(kills), '--out', out], { cwd })
      const ended = endOf(child)
      if (!enough(kills)) {
        await Promise.race([momentOf(rng, child, join(cwd, out, JOURNAL)), ended])
        child.kill('SIGKILL')
      }
      const { code, signal, err } = await ended
      // A chunk that was written once is never lost.
      const played = playedIn(join(cwd, out))
      assert(played >= kept, `${played} blocks in the journal, ${kept} before`)
      kept = played
      if (signal === 'SIGKILL') {
        onKill(++kills, played)
        continue
      }
      assert.equal(code, 0, err)
      check(join(cwd, out))
      break
    }
    if (enough(kills)) return { kills, runs: runs + 1 }
  }
}

/** Waits for a moment of a run: somewhere from its start, its first word, or its next lines. */
export async function momentOf(rng: Int32Array, child: ChildProcess, journal: string): Promise<void> {
  const kind = below(rng, 5)
  if (kind === 0) return await sleep(below(rng, FROM_START_MS))
  const before = sizeOf(journal)
  await new Promise(resolve => child.stderr?.once('data', resolve))
  if (kind === 1) return await sleep(below(rng, FROM_FIRST_WORD_MS))
  const bytes = below(rng, GROWN_BYTES)
  while (child.exitCode === null && sizeOf(journal) < before + bytes) await sleep(LOOK_MS)
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

/** How a process ended, and its stderr. */
export function endOf(
  child: ChildProcess,
): Promise<{ code: number | null; signal: NodeJS.Signals | null; err: string }> {
  let err = ''
  child.stderr?.on('data', part => {
    err += String(part)
  })
  child.stdout?.resume()
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => resolve({ code, signal, err }))
  })
}
