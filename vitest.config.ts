/**
 * Two lanes. `npm test` runs the fast one: NAME.test.ts. What takes long, or repeats something until it breaks, is in
 * NAME.slow.test.ts beside it, for `npm run test:slow`; the fast lane keeps a short case of it.
 *
 * Random cases of the fast lane are the same every time; those of the slow lane are new every time. It prints its seed, and
 * SEED=text repeats the run; FUZZ=10 plays ten times as many. What fails there is kept in test/fuzz/failures.json, which
 * both lanes play first; a property that fails prints an example, to be added to its `examples`.
 */
import { availableParallelism } from 'node:os'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'

const SLOW = 'test/**/*.slow.test.ts'
/** Of fast-check: quick, and worth other cases. */
const PROPERTIES = [
  'test/documents/reading.test.ts',
  'test/hostile/reports.test.ts',
  'test/sim/{journal,locks,packing,ranges,schedule}.test.ts',
  'test/stats/{interval,quantiles,verdict}.test.ts',
]

/**
 * What Node itself loads. Vitest would turn each use of an import into a look-up that V8 does not see through: searches and playouts take three
 * times as long that way. Nothing of it can be mocked by `vi.mock`.
 */
const NATIVE = [
  'agents',
  'bench',
  'cli',
  'docs',
  'documents',
  'engine',
  'library',
  'reports',
  'sim',
  'test/oracle',
].map(folder => new RegExp(`^${import.meta.dirname.replaceAll(/\W/g, '\\$&')}/${folder}/(?!.*\\.test\\.ts$)`))

/** Test files share processes, one a core: none may change what another sees. */
const shared: NonNullable<TestProjectInlineConfiguration['test']> = {
  pool: 'forks',
  maxWorkers: availableParallelism(),
  isolate: false,
  execArgv: ['--expose-gc', '--import', new URL('test/native.mjs', import.meta.url).href],
  server: { deps: { external: NATIVE } },
  globalSetup: ['test/setup.ts'],
  setupFiles: ['test/fuzz/properties.ts', 'test/games.ts'],
  // Only what hangs is given up: a loaded machine takes five times as long as a quiet one.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000 } },
}

export default defineConfig({
  test: {
    projects: [
      { test: { ...shared, name: 'fast', include: ['test/**/*.test.ts'], exclude: [SLOW] } },
      {
        test: {
          ...shared,
          name: 'slow',
          include: [SLOW, ...PROPERTIES],
          // Two more than cores: many of its tests wait for processes that are killed, heartbeats or browsers.
          maxWorkers: availableParallelism() + 2,
          // Lanes of different width run one after the other, when a run names neither.
          sequence: { groupOrder: 1 },
          testTimeout: 600_000,
        },
      },
    ],
  },
})
