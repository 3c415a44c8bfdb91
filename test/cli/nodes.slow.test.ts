/** The oldest supported version of Node and the newest play what the running one plays, to the byte. */
import { execFile } from 'node:child_process'
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { ROOT } from '../../engine/package.ts'
import { MAIN } from '../built.ts'
import { reportsIn } from '../faults/folders.ts'
import { HAS_NODES, nodeOf, VERSIONS } from '../nodes.ts'
import { folder } from './command.ts'

const run = promisify(execFile)

const GOLDEN = join(ROOT, 'test', 'golden')
const GAMES = ['elephant-men', 'bulwark', 'frontline', 'prestige']
const EXPERIMENT = `name: nodes
game: elephant-men
matches: 4
lineups: [{ agents: [random] }, { agents: [greedy, learned] }, { agents: ['mcts:iterations=50'] }]
`

interface Golden {
  readonly record: object
  readonly replay: readonly string[]
}

function goldenIn(file: string): readonly Golden[] {
  return JSON.parse(readFileSync(join(GOLDEN, file), 'utf8'))
}

/** Reports and records of what this Node plays and replays, by name. */
async function played(node: string): Promise<Record<string, string>> {
  const cwd = folder({ 'e.yaml': EXPERIMENT })
  const call = async (...args: readonly string[]): Promise<string> =>
    (await run(node, [MAIN, ...args], { cwd, maxBuffer: 1 << 28 })).stdout
  const verdict = await call('run', 'e.yaml', '--quiet', '--threads', '2', '--out', 'o')
  const found: Record<string, string> = { verdict, ...reportsIn(join(cwd, 'o')) }
  for (const game of GAMES)
    found[game] = await call('play', game, '--matches', '4', '--records-file', '-', '--quiet')
  const replayed = async (files: readonly string[]): Promise<string> => {
    const records = files.flatMap(goldenIn).map(({ record }) => `${JSON.stringify(record)}\n`)
    writeFileSync(join(cwd, 'records.jsonl'), records.join(''))
    return await call('replay', 'records.jsonl', '--json')
  }
  const files = readdirSync(GOLDEN).filter(name => name.endsWith('.json'))
  const elephants = files.filter(name => name.startsWith('elephant-men'))
  found.elephants = await replayed(elephants)
  found.others = await replayed(files.filter(name => !elephants.includes(name)))
  expect(found.elephants.trimEnd().split('\n')).toEqual(
    elephants.flatMap(goldenIn).flatMap(({ replay }) => replay),
  )
  return found
}

/** A game in TypeScript. */
const TYPED = `type State = { n: number; turn: number }
export default {
  id: 'count',
  seats: ['a', 'b'] as const,
  setup: (): State => ({ n: 0, turn: 0 }),
  toMove: ({ turn }: State): number => turn,
  moves: (): number[] => [1, 2],
  apply(state: State, add: number): void {
    state.n += add
    state.turn = 1 - state.turn
  },
  outcome: ({ n, turn }: State) => (n >= 10 ? { winner: 1 - turn } : null),
}
`

describe.runIf(HAS_NODES)('versions of Node', () => {
  let expected: Record<string, string>
  beforeAll(async () => {
    expected = await played(process.execPath)
    expect(Object.keys(expected).length).toBeGreaterThan(20)
  }, 600_000)

  test.for(VERSIONS)('%s plays the same bytes', async (version, { skip }) => {
    const node = await nodeOf(version, skip)
    const { stdout } = await run(node, ['--version'])
    console.log(`${stdout.trim()} against ${process.version}`)
    expect(stdout).toMatch(`v${version}`)
    const cwd = folder({ 'count.ts': TYPED })
    copyFileSync(join(ROOT, 'test', 'boardgame-io', 'games', 'heaps.ts'), join(cwd, 'heaps.ts'))
    for (const game of ['count', 'heaps']) {
      const typed = ['play', `./${game}.ts`, '--matches', '4', '--no-keep', '--quiet']
      expect((await run(node, [MAIN, ...typed], { cwd })).stdout).toContain('  player ')
    }
    const required = `console.log(typeof require(${JSON.stringify(join(ROOT, 'dist/library/index.js'))}).run)`
    expect((await run(node, ['-e', required])).stdout.trim()).toBe('function')
    const found = await played(node)
    expect(Object.keys(found)).toEqual(Object.keys(expected))
    expect(Object.keys(found).filter(name => found[name] !== expected[name])).toEqual([])
  })
})
