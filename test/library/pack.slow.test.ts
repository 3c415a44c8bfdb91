/** The package as others get it: packed, installed in an empty folder, run, and imported from TypeScript and JavaScript. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROOT, VERSION } from '../../engine/package.ts'
import { HAS_NODES, nodeOf, VERSIONS } from '../nodes.ts'

const TYPESCRIPT = `
import { defineExperiment, type ExperimentDefinition, run, tablesOf } from 'evenhand'
import type { AgentKind } from 'evenhand/agent'
import { below, type CompiledGame, findGame, newEvents, newState, readRuleset, resolveRules, settle } from 'evenhand/game'
import { lawsOf } from 'evenhand/testing'

const module = findGame('frontline')
const game: CompiledGame = module.compile(resolveRules(module, readRuleset(module, module.ruleset, '.'), []))
const state = newState(game.info)
const events = newEvents(game.info)
game.start(state, events)
const seat: number = settle(game, state, events)
for (const law of lawsOf(game, { matches: 1 })) law.check()
const kind: Pick<AgentKind, 'id' | 'summary'> = { id: 'x', summary: 'y' }
const definition: ExperimentDefinition = { game: 'frontline', matches: 4, rules: { turns: 5 } }
const result = await run(await defineExperiment(definition), { threads: 2 })
const rows = tablesOf(result).summary
// @ts-expect-error: no table has this column
if (rows[0]!.matchs) throw new Error()
const matches: number = rows[0]!.matches
console.log(JSON.stringify({ seat, kind, matches, below: typeof below }))
`

let dir: string
let tarball: string
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'evenhand-pack-'))
  execFileSync('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', dir], { cwd: ROOT })
  tarball = join(dir, readdirSync(dir).find(name => name.endsWith('.tgz'))!)
  mkdirSync(join(dir, 'user'))
  writeFileSync(join(dir, 'user', 'package.json'), '{"name":"user","version":"1.0.0","type":"module"}\n')
  execFileSync('npm', ['install', '--silent', '--no-audit', '--no-fund', '--omit=optional', tarball], {
    cwd: join(dir, 'user'),
  })
}, 300_000)
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const inUser = (command: string, ...args: string[]): string =>
  execFileSync(command, args, { cwd: join(dir, 'user'), encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })

describe('the installed package', () => {
  it('runs the command', () => {
    expect(inUser('npx', 'evenhand', '--version').trim()).toBe(VERSION)
    expect(inUser('npx', 'evenhand', 'play', 'frontline', '--matches', '4')).toContain('  player ')
  })

  it('brings few packages, and none of them twice', () => {
    const names = readdirSync(join(dir, 'user', 'node_modules'), { recursive: true, encoding: 'utf8' })
      .filter(file => /(^|node_modules\/)(@[^/]+\/)?[^/@]+\/package\.json$/.test(file))
      .filter(file => !file.includes('evenhand/docs'))
    expect(names.length).toBeLessThanOrEqual(25)
    expect(names.filter(file => /(zod|yaml)\/package\.json$/.test(file))).toEqual(['zod/package.json'])
  })

  describe('imported from TypeScript', () => {
    const EXPECTED = { seat: 0, kind: { id: 'x', summary: 'y' }, matches: 4, below: 'function' }
    const main = join('out', 'main.js')
    const text = readFileSync(join(ROOT, 'docs/guides/library.md'), 'utf8')
    const page = text.replaceAll(/matches: \d{4}/g, 'matches: 400')
    const examples = [...page.matchAll(/```ts\n(.*?)```/gs)].map(
      ([, code], i) => [`example-${i}`, code!] as const,
    )
    // As a strict user would.
    const options = { strict: true, module: 'nodenext', target: 'es2023', types: [], lib: ['es2023', 'dom'] }
    beforeAll(() => {
      const user = join(dir, 'user')
      const files = [['main', TYPESCRIPT] as const, ...examples].map(([name, text]) => {
        writeFileSync(join(user, `${name}.ts`), text)
        return `${name}.ts`
      })
      const config = { compilerOptions: { ...options, outDir: 'out' }, files }
      writeFileSync(join(user, 'tsconfig.json'), JSON.stringify(config))
      inUser(process.execPath, join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', '.')
    })

    it('runs every example of docs/guides/library.md', () => {
      expect(examples.length).toBeGreaterThanOrEqual(5)
      for (const [name] of examples) inUser(process.execPath, join('out', `${name}.js`))
    })

    it('has types, and runs', () => {
      expect(JSON.parse(inUser(process.execPath, main))).toEqual(EXPECTED)
    })

    it.runIf(HAS_NODES).for(VERSIONS)('runs on Node %s, as its command does', async (version, { skip }) => {
      const node = await nodeOf(version, skip)
      expect(JSON.parse(inUser(node, main))).toEqual(EXPECTED)
      const command = join('node_modules', 'evenhand', 'dist', 'cli', 'main.js')
      expect(inUser(node, command, '--version').trim()).toBe(VERSION)
      expect(inUser(node, command, 'play', 'frontline', '--matches', '4')).toContain('  player ')
    })
  })

  it('may be published', () => {
    const { private: isPrivate } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
    expect(isPrivate).toBeUndefined()
    expect(() =>
      execFileSync('npm', ['publish', tarball, '--dry-run', '--ignore-scripts', '--silent'], { cwd: ROOT }),
    ).not.toThrow()
  })

  it('is imported from plain JavaScript, and plays an agent that imports it', () => {
    const user = join(dir, 'user')
    writeFileSync(
      join(user, 'main.mjs'),
      `import { defineExperiment, run } from 'evenhand'
       const agent = './node_modules/evenhand/docs/examples/my-agent.js'
       const experiment = await defineExperiment({ game: 'frontline', matches: 4, lineups: [{ agents: [agent, 'random'] }] })
       const { cells } = await run(experiment, { threads: 1 })
       console.log(JSON.stringify(cells[0].faults))`,
    )
    expect(inUser(process.execPath, 'main.mjs').trim()).toBe('[]')
  })
})
