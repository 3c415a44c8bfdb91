/** Tests of {{name}}: node --test */
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'

/** Where evenhand lies on this machine; elsewhere the variable EVENHAND says so. */
const EVENHAND = process.env.EVENHAND ?? '{{main}}'

/** Runs a command of evenhand beside this file. It throws unless the exit code is 0. */
const evenhand = (...words) =>
  execFileSync(process.execPath, [EVENHAND, ...words], { cwd: import.meta.dirname, stdio: 'inherit' })

test('the game is sound by all its rule sets', () => evenhand('check-game', './{{name}}.js'))

test('agents play it to the end', () =>
  evenhand('play', './{{name}}.js', '--agents', 'greedy,random', '--matches', '20', '--no-keep', '--quiet'))
