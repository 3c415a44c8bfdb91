/** What a run tells of single matches, and studies of many variants, through a queue: the same bytes as on one machine. */
import type { ChildProcess } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { evenhand } from '../cli/command.ts'
import { reports, withRedis } from './harness.ts'

const SMALL = `game: frontline
seed: one
rules: { cells: 5, turns: 20 }
`
const FILES = {
  'levers.yaml': `name: levers\n${SMALL}matches: 60\nlineups: [{ agents: [greedy, random] }]\nlevers: { goal: { draws: < 20 % } }\n`,
  'usefulness.yaml': `name: usefulness\n${SMALL}matches: 200\nlineups: [{ agents: [random] }]\nusefulness: true\n`,
  'apart.yaml': `name: apart\n${SMALL}matches: 200\nlineups: [{ agents: [random] }]\nvariants:\n  - { name: before }\n  - { name: after, rules: { turns: 30 } }\n`,
  'table.yaml': `name: table\n${SMALL}matches: 2000\nmatchesTable: csv\nlineups: [{ agents: [random] }, { agents: [greedy, random] }]\n`,
}

withRedis(queue => {
  /** What a run of a file comes to on one machine. */
  async function alone(name: keyof typeof FILES): Promise<Record<string, string>> {
    writeFileSync(join(queue.cwd, name), FILES[name])
    const out = `alone-${name}`
    const { code, err } = await evenhand(['run', name, '--out', out, '--quiet'], { cwd: queue.cwd })
    expect([code, err]).toEqual([0, ''])
    return queue.reports(out)
  }

  test.each(['levers.yaml', 'usefulness.yaml', 'apart.yaml'] as const)(
    '%s, with a worker and a coordinator that are killed',
    async name => {
      const expected = await alone(name)
      const out = `queue-${name}`
      const first = queue.worker()
      let coordinator: ChildProcess | undefined
      const begun = queue.runOf([name, '--chunk', '2'], out, child => {
        coordinator = child
      })
      await queue.chunks(out, 3)
      first.child.kill('SIGKILL')
      queue.worker()
      await queue.chunks(out, 6)
      coordinator?.kill('SIGKILL')
      await begun
      expect((await queue.runOf([name, '--chunk', '20'], out)).code).toBe(0)
      expect(queue.reports(out)).toEqual(expected)
    },
  )

  test('the table of matches, with a worker and a coordinator that are killed', async () => {
    const expected = await alone('table.yaml')
    expect(expected['matches.csv']).toBeDefined()
    const first = queue.worker()
    let coordinator: ChildProcess | undefined
    const begun = queue.runOf(['table.yaml', '--chunk', '20'], 'table', child => {
      coordinator = child
    })
    await queue.chunks('table', 5)
    first.child.kill('SIGKILL')
    queue.worker()
    await queue.chunks('table', 12)
    coordinator?.kill('SIGKILL')
    await begun
    const again = await queue.runOf(['table.yaml', '--chunk', '50'], 'table')
    expect(again.code).toBe(0)
    expect(queue.reports('table')).toEqual(expected)
    // A run that told nothing has its matches played again, by workers, and counts none of them twice.
    rmSync(join(queue.cwd, 'table/facts.bin'))
    rmSync(join(queue.cwd, 'table/matches.csv'))
    const journal = readFileSync(join(queue.cwd, 'table/journal.jsonl'), 'utf8')
    const told = await queue.runOf(['table.yaml'], 'table')
    expect(told.err).toMatch(
      /All matches were already played; replaying 4,000 matches for the table of matches/,
    )
    expect(queue.reports('table')).toEqual(expected)
    expect(readFileSync(join(queue.cwd, 'table/journal.jsonl'), 'utf8')).toBe(journal)
  })

  test('the pilot of a plan, which goes on through a queue', async () => {
    const expected = await alone('apart.yaml')
    const { cwd } = queue
    const plan = await evenhand(['plan', 'apart.yaml', '--pilot', '16', '--out', 'planned'], { cwd })
    expect(plan.code, plan.err).toBe(0)
    queue.worker()
    const on = await queue.runOf(['apart.yaml'], 'planned')
    expect(on.err).toContain('64 matches were already played')
    expect(reports(join(cwd, 'planned'))).toEqual(expected)
  })
})
