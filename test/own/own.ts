/** Folders of users with games of their own. */
import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { ROOT } from '../../engine/package.ts'
import { evenhand, folder } from '../cli/command.ts'

/** The folder of the games that are played here. */
export const HERE = fileURLToPath(new URL('.', import.meta.url))

const FILES = ['race.js', 'steps.js', 'rules/long.yaml']

/** A folder with the race, its rules and what else is given; packages are found as where evenhand is installed. */
export function own(files: Readonly<Record<string, string>> = {}): string {
  const dir = folder(files)
  mkdirSync(join(dir, 'rules'))
  mkdirSync(join(dir, 'node_modules'))
  for (const file of FILES) copyFileSync(join(HERE, file), join(dir, file))
  symlinkSync(ROOT, join(dir, 'node_modules/evenhand'))
  symlinkSync(join(ROOT, 'node_modules/zod'), join(dir, 'node_modules/zod'))
  writeFileSync(join(dir, 'package.json'), '{"type":"module"}')
  return dir
}

/** A module with the race, of which a line changes the compiled `game`. */
export function changed(patch: string): string {
  return `import race from './race.js'
export default { ...race, compile: (id, rules) => {
  const game = race.compile(id, rules)
  ${patch}
  return game
} }
`
}

/** A module with a game of plain values, with changes in its fourth line. */
export function counting(changes: string): string {
  return `export default { id: 'count', seats: ['a', 'b'], setup: () => ({ n: 0, turn: 0 }),
    toMove: ({ turn }) => turn, moves: () => [1, 2], apply: (s, n) => { s.n += n; s.turn = 1 - s.turn },
    outcome: ({ n, turn }) => (n >= 10 ? { winner: 1 - turn } : null),
    ${changes} }`
}

/** Expects that a module which is called bad.js is refused in one line, for this reason, before anything is played. */
export async function refusesBad(text: string, reason: string): Promise<void> {
  const args = ['play', './bad.js', '--matches', '20', '--decision-seconds', '20']
  const { code, err } = await evenhand(args, { cwd: own({ 'bad.js': text }) })
  expect(err).toContain(reason)
  expect(err.trim().split('\n')).toHaveLength(1)
  expect(code).toBe(2)
}
