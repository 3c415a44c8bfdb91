/**
 * An experiment with a game by path, of defineGame and of boardgame.io, each with a second file: the same bytes on one thread,
 * resumed on two after a kill, over a queue, and from shards; and commands take its game and its folders.
 */
import type { ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../../engine/package.ts'
import { HERE as BOARDGAME_IO } from '../boardgame-io/games.ts'
import { type Ended, evenhand, folder } from '../cli/command.ts'
import { reports, withRedis } from '../queue/harness.ts'

const GAMES = [
  {
    name: 'dice-race',
    from: join(ROOT, 'docs/examples/my-game.js'),
    edit: (text: string) => text.replace('goal: 20', 'goal: GOAL'),
    agents: 'greedy, random',
    matches: 40,
    sweep: 'goal: [20, 30]',
    rule: 'goal=12',
  },
  {
    name: 'bank',
    from: join(BOARDGAME_IO, 'bank.js'),
    edit: (text: string) =>
      text
        .replace('const GOAL = 20\n', 'export const evenhand = { setupData: { start: 0 } }\n')
        .replace('({ ctx, random }) =>', '({ ctx, random }, { start }) =>')
        .replace('.fill(0)', '.fill(start)'),
    agents: 'greedy, random, random',
    matches: 12,
    sweep: 'setupData.start: [0, 4]',
    rule: 'setupData.start=2',
  },
]

/** A folder with the game, whose goal is in another file, and an experiment. */
function folderOf({ name, from, edit, agents, matches, sweep }: (typeof GAMES)[number]): string {
  const cwd = folder({
    'package.json': '{"type":"module"}',
    'goal.js': 'export const GOAL = 20\n',
    [`${name}.js`]: `import { GOAL } from './goal.js'\n${edit(readFileSync(from, 'utf8'))}`,
    'e.yaml': `name: e
game: ./${name}.js
matches: ${matches}
sweep: { ${sweep} }
lineups: [{ agents: [random] }, { agents: [${agents}] }]
gate: { length: < 900 }
`,
  })
  mkdirSync(join(cwd, 'node_modules'))
  symlinkSync(join(ROOT, 'node_modules/boardgame.io'), join(cwd, 'node_modules/boardgame.io'))
  return cwd
}

withRedis(queue => {
  test.each(GAMES)('$name is the same everywhere', async game => {
    const cwd = folderOf(game)
    queue.cwd = cwd
    const command = async (...args: string[]): Promise<Ended> => {
      const ended = await evenhand(args, { cwd })
      expect([args, ended.code, ended.err]).toEqual([args, 0, expect.any(String)])
      return ended
    }
    const run = (...args: string[]): Promise<Ended> => command('run', 'e.yaml', '--quiet', ...args)

    await run('--out', 'whole', '--threads', '1')
    const whole = reports(join(cwd, 'whole'))
    expect(Object.keys(whole)).toEqual(
      expect.arrayContaining(['highlights.jsonl', 'report.html', 'summary.csv']),
    )

    let child: ChildProcess | undefined
    const args = ['run', 'e.yaml', '--out', 'killed', '--threads', '1', '--chunk', '2']
    const killed = evenhand(args, { cwd, meanwhile: process => (child = process) })
    await queue.chunks('killed', 3)
    child?.kill('SIGKILL')
    expect((await killed).signal).toBe('SIGKILL')
    expect(existsSync(join(cwd, 'killed/report.html'))).toBe(false)
    const resumed = await command('run', 'e.yaml', '--out', 'killed', '--threads', '2', '--chunk', '7')
    expect(resumed.err).toMatch(/Resuming .*: [\d,]+ matches/)
    expect(queue.reports('killed')).toEqual(whole)

    queue.worker()
    const queued = await queue.runOf(['e.yaml', '--chunk', '7'], 'queued')
    expect([queued.code, queue.reports('queued')]).toEqual([0, whole])

    // The rest doesn't depend on how a game is written.
    if (game !== GAMES[0]) return
    for (const i of [1, 2]) await run('--shard', `${i}/2`, '--out', `shards/${i}`)
    await command('merge', 'shards', '--out', 'merged', '--quiet')
    expect(queue.reports('merged')).toEqual(whole)
    expect((await command('replay', 'whole', '--list')).out).toContain('typical')
    expect((await command('replay', 'merged', '--pick', 'typical')).out).toBe(
      (await command('replay', 'whole', '--pick', 'typical')).out,
    )
    await command('replay', 'killed', '--block', '3', '--rotation', '0', '--cell', '2')
    await command('replay', 'queued', '--pick', 'typical', '--html', 'match.html')
    expect((await command('status', 'queued')).out).toContain('complete')
    await command('report', 'queued')
    expect(queue.reports('queued')).toEqual(whole)
    await command('check', 'e.yaml', '--out', 'whole', '--quiet')
    const path = `./${game.name}.js`
    const small = ['--matches', '60', '--no-keep', '--quiet']
    await command('play', path, '--rules', game.rule, '--agents', 'random', ...small)
  })

  test('a worker whose file beside the game differs refuses to serve, and names the file', async () => {
    const cwd = folderOf(GAMES[0]!)
    queue.cwd = cwd
    const first = queue.worker()
    const change = (): void => writeFileSync(join(cwd, 'goal.js'), 'export const GOAL = 21\n')
    const run = queue.runOf(['e.yaml', '--matches', '8'], 'queued', child =>
      child.stderr?.once('data', change),
    )
    expect(await first.ended).toBe(3)
    expect(first.said.text).toMatch(
      /^worker: .*goal\.js, which game module .*dice-race\.js imports, differs on this machine, expected the file that the run uses$/m,
    )
    writeFileSync(join(cwd, 'goal.js'), 'export const GOAL = 20\n')
    queue.worker()
    expect((await run).code).toBe(0)
  })
})
