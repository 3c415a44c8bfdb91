/** Runs to be resumed. */
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { TABLES } from '../../reports/tables/index.ts'
import { type Ended, evenhand, folder } from '../cli/command.ts'
import { reportsIn } from './folders.ts'
import { workshop } from './runs.ts'

const EXPERIMENT = `name: journal
game: elephant-men
seed: one
matches: 24
ruleset: ./mine.yaml
variants:
  - { name: short, rules: { limits.turns: 5 } }
  - { name: longer }
lineups:
  - agents: [random]
  - agents: ['./saboteur.mjs:mode=throw', random]
`
const RULES = 'limits: { turns: 9 }\n'
const FILES = { 'plot.yaml': EXPERIMENT, 'mine.yaml': RULES }

/** A folder with half a run in it, and what the whole run comes to: `begin` makes them. */
export let home: string
export let expected: Record<string, string>

/** To be called before the tests of a file. */
export async function begin(): Promise<void> {
  home = workshop(FILES)
  const args = ['run', 'plot.yaml', '--out', 'o', '--chunk', '2', '--threads', '2']
  expect((await evenhand(args, { cwd: home })).code).toBe(0)
  expected = reportsIn(join(home, 'o'))
  expect(expected['faults.csv']).toContain('sabotage')
  const lines = linesOf(home)
  writeLines(home, lines.slice(0, 6))
  for (const name of TABLES) rmSync(join(home, 'o', `${name.id}.csv`), { force: true })
}

/** A copy of that folder. */
export function half(): string {
  const cwd = folder()
  cpSync(home, cwd, { recursive: true, verbatimSymlinks: true })
  return cwd
}

export function journalOf(cwd: string): string {
  return join(cwd, 'o', 'journal.jsonl')
}
export function linesOf(cwd: string): string[] {
  return readFileSync(journalOf(cwd), 'utf8').trimEnd().split('\n')
}
export function writeLines(cwd: string, lines: readonly string[]): void {
  writeFileSync(journalOf(cwd), lines.map(line => `${line}\n`).join(''))
}
export function edit(cwd: string, file: string, from: string, to: string): void {
  const text = readFileSync(join(cwd, file), 'utf8')
  expect(text).toContain(from)
  writeFileSync(join(cwd, file), text.replace(from, to))
}
export function go(cwd: string, ...more: string[]): Promise<Ended> {
  return evenhand(['run', 'plot.yaml', '--out', 'o', ...more], { cwd })
}
