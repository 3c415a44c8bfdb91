/**
 * The tests that mutation testing runs (stryker.config.json): the fast ones of what it mutates, in processes,
 * since threads don't take the flags of the other lanes.
 */
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import lanes from '../vitest.config.ts'

const [fast] = lanes.test!.projects as readonly TestProjectInlineConfiguration[]

export default defineConfig({
  plugins: [
    {
      name: 'processes',
      // StrykerJS asks for threads.
      configureVitest({ project }) {
        project.config.pool = 'forks'
      },
    },
  ],
  test: {
    ...fast!.test,
    include: [
      'test/{sim,stats,elephant-men}/*.test.ts',
      'test/golden/golden.test.ts',
      'test/queue/answer.test.ts',
    ],
    maxWorkers: 1,
  },
})
