/**
 * `npm run storm -- MINUTES`: kills runs at random steps for so long, and fails if one of them comes to other bytes than
 * it does undisturbed.
 */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MAIN } from '../built.ts'
import { reportsIn } from './folders.ts'
import { storm } from './storming.ts'

/** Two line-ups, three variants that are compared in pairs, one of them with agents that search. */
const EXPERIMENT = `game: elephant-men
seed: storm
matches: 6000
variants: [{ name: short, rules: { limits.turns: 20 } }, { name: long }]
lineups:
  - agents: [random]
  - { agents: [greedy, random], matches: 300 }
`
const ARGS = ['run', 'storm.yaml', '--threads', '2']

const minutes = Number(process.argv[2] ?? 10)
assert(minutes > 0, 'expected minutes')
const cwd = mkdtempSync(join(tmpdir(), 'evenhand-storm-'))
try {
  writeFileSync(join(cwd, 'storm.yaml'), EXPERIMENT)
  const quiet = spawnSync(process.execPath, [MAIN, ...ARGS, '--out', 'quiet'], { cwd, encoding: 'utf8' })
  assert.equal(quiet.status, 0, quiet.stderr)
  const expected = reportsIn(join(cwd, 'quiet'))
  const end = performance.now() + minutes * 60_000
  let most = 0
  for (let round = 0; performance.now() < end; round++) {
    const until = Math.min(end, performance.now() + 60_000)
    // By time and by number: chunks of any size must do.
    const chunk = [[], ['--chunk', '10'], ['--chunk', '77']][round % 3]!
    const { kills, runs } = await storm({
      args: () => [ARGS[0]!, join(cwd, 'storm.yaml'), ...ARGS.slice(2), ...chunk],
      cwd: mkdtempSync(join(cwd, 'round-')),
      seed: `round ${round}`,
      enough: () => performance.now() > until,
      onKill: (_, chunks) => {
        most = Math.max(most, chunks)
      },
      check: dir => assert.deepEqual(reportsIn(dir), expected),
    })
    console.log(
      `round ${round}: ${kills} kills, ${runs} runs, journals of up to ${most} chunks: the same bytes`,
    )
  }
} finally {
  rmSync(cwd, { recursive: true, force: true })
}
