/**
 * Two lanes. `npm test` runs the fast one: test/FOLDER/NAME.test.ts. What takes long, repeats something until it breaks,
 * or draws its cases anew each time is in NAME.slow.test.ts beside it, for `npm run test:slow`; what the fast lane keeps of
 * it is one short case.
 */
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'

/** Test files share processes, one a core: nothing here changes what other files see. */
const shared: NonNullable<TestProjectInlineConfiguration['test']> = {
  pool: 'forks',
  isolate: false,
  execArgv: ['--expose-gc'],
  globalSetup: ['test/setup.ts'],
  testTimeout: 60_000,
  hookTimeout: 60_000,
}

export default defineConfig({
  test: {
    maxWorkers: '100%',
    projects: [
      {
        test: {
          ...shared,
          name: 'fast',
          include: ['test/**/*.test.ts'],
          exclude: ['test/**/*.slow.test.ts'],
        },
      },
      { test: { ...shared, name: 'slow', include: ['test/**/*.slow.test.ts'], testTimeout: 600_000 } },
    ],
  },
})
