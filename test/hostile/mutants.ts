/** Mutated files, through the readers and through the command. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { InputError, readDocument } from '../../documents/index.ts'
import type { State } from '../../engine/contract/index.ts'
import { generator } from '../../engine/laws/walk.ts'
import { ROOT } from '../../engine/package.ts'
import { findGame, readRuleset, resolveRules } from '../../engine/registry/index.ts'
import { next } from '../../engine/rng.ts'
import { resolveExperiment } from '../../sim/experiment/index.ts'
import { positionsOf, RecordReader } from '../../sim/records/record.ts'
import { folder, TINY } from '../cli/command.ts'
import type { Hosted } from '../cli/host.ts'
import { HOSTILE_SECONDS } from '../documents/refusal.ts'
import { fuzz } from '../fuzz/fuzz.ts'
import { commands, expectHarmless, expectLines } from './commands.ts'
import { mutated } from './mutations.ts'

/** The texts of all YAML files in a folder of the package. */
function shipped(...path: readonly string[]): string[] {
  const dir = join(ROOT, ...path)
  return readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.yaml'))
    .sort()
    .map(file => readFileSync(join(dir, file), 'utf8'))
}

const EXPERIMENTS = shipped('configs', 'experiments')
const RULESETS = shipped('configs', 'rules', 'elephant-men')
const RECORD = `game: elephant-men
ruleset: v0.2
rules: { favour.win: 9, units: { soldier: { hp: 4 } } }
seed: one
block: 0
agents: [random, "mcts:iterations=5"]
decisions:
  - white 3 c3.d2
  - white 3 e3.d2
  - white done
  - black 2 f6xe6
  - black 2 d6.f6
  - "black 3 d6.c7"
`

const cwd = folder({ 'tiny.yaml': TINY })
const file = join(cwd, 'mutant.yaml')

/** Sees that what the readers make of the bytes is fine or an error in one line, and tells which. */
async function outcome(bytes: Buffer, read: () => unknown): Promise<'fine' | 'refused'> {
  writeFileSync(file, bytes)
  try {
    await read()
    return 'fine'
  } catch (error) {
    if (!(error instanceof InputError)) throw error
    expectLines(error.message)
    // An edit may name another file, which is missing, or is refused with its own location.
    if (!error.message.startsWith(`${file}:`)) {
      expect(error.message).toMatch(/^\/.+: .+, expected a .*file$|^\/.+?:\d+:\d+: .+, expected .+/)
      return 'refused'
    }
    expect(error.line).toBeGreaterThan(0)
    expect(error.column).toBeGreaterThan(0)
    return 'refused'
  }
}

/** One of the texts, changed: by the seed and the index alone. */
function mutant(texts: readonly string[], seed: string, index: number): Buffer {
  return fc.sample(mutated(texts), { seed: next(generator(`${seed} mutant`, index, 0)), numRuns: 1 })[0]!
}

/** As many outcomes of each kind, or the test would show nothing. */
async function tryAll(
  name: string,
  texts: readonly string[],
  cases: number,
  read: () => unknown,
): Promise<void> {
  const counts = { fine: 0, refused: 0 }
  await fuzz(`mutated ${name}`, cases, async (seed, index) => {
    counts[await outcome(mutant(texts, seed, index), read)]++
  })
  expect(counts.fine).toBeGreaterThan(cases / 20)
  expect(counts.refused).toBeGreaterThan(cases / 4)
}

/** Registers the tests, with `times` the usual number of cases. */
export function fuzzFiles(times: number): void {
  describe('mutated files are read, or refused in one line with the place', () => {
    test('experiments', () =>
      tryAll('experiments', EXPERIMENTS, 50 * times, () => resolveExperiment(readDocument(file))))

    test('rule sets, of which those that are read can be compiled', () => {
      const game = findGame('elephant-men')
      const read = () => game.compile(resolveRules(game, readRuleset(game, file, '/'), []))
      return tryAll('rule sets', RULESETS, 100 * times, read)
    })

    test('records, of which those that are read can be replayed', () =>
      tryAll('records', [RECORD], 100 * times, () => {
        const record = new RecordReader().read(readDocument(file), cwd)
        expectHarmless(record.title)
        const { narrate, render } = record.game.text
        let before: State | null = null
        for (const state of positionsOf(record)) {
          render(state)
          if (before) narrate?.(before, state)
          before = state.slice()
        }
      }))
  })

  // Fewer than of the others, for each is a run of the command.
  commandToo(Math.min(15 * times, 40))
}

/** Mutants of each kind that are given to the command. */
function commandToo(samples: number): void {
  describe('the command does the same', () => {
    const kinds = [
      // Where no folder can be made, nothing is played.
      { texts: EXPERIMENTS, args: (name: string) => ['run', name, '--out', 'tiny.yaml/x'] },
      { texts: RULESETS, args: (name: string) => ['rules', 'elephant-men', '--ruleset', `./${name}`] },
      { texts: [RECORD], args: (name: string) => ['replay', name] },
    ]
    let told: readonly Hosted[] = []

    beforeAll(async () => {
      const calls = kinds.flatMap(({ texts, args }, kind) =>
        Array.from({ length: samples }, (_, i) => {
          const name = `mutant-${kind}-${i}.yaml`
          writeFileSync(join(cwd, name), mutant(texts, `${inject('seed')} command`, i))
          return args(name)
        }),
      )
      told = await commands(cwd, calls)
    })

    test.each([
      ['run', 0],
      ['rules', 1],
      ['replay', 2],
    ])('%s', (_, kind) => {
      for (const { code, out, err, seconds } of told.slice(kind * samples, (kind + 1) * samples)) {
        expect(seconds).toBeLessThan(HOSTILE_SECONDS)
        expectHarmless(out)
        if (code === 0) expect(err).toBe('')
        else {
          expect(code).toBe(2)
          expect(err.endsWith('\n')).toBe(true)
          expectLines(err.slice(0, -1))
        }
      }
    })
  })
}
