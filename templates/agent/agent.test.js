/** Tests of {{name}}: node --test */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'

/** Where evenhand lies on this machine; elsewhere the variable EVENHAND says so. */
const EVENHAND = process.env.EVENHAND ?? '{{main}}'

/** Runs a command of evenhand beside this file and reads its JSON. It throws unless the exit code is 0. */
const evenhand = (...words) =>
  JSON.parse(
    execFileSync(process.execPath, [EVENHAND, ...words, '--json'], {
      cwd: import.meta.dirname,
      encoding: 'utf8',
    }),
  )

test('it plays without a forfeit', () => {
  const { summary } = evenhand('run', 'experiment.yaml', '--matches', '20', '--out', 'runs/test', '--quiet')
  for (const { lineup, forfeits } of summary) assert.equal(forfeits, 0, lineup)
})
