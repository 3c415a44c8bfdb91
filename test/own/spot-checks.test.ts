/** Spot checks: a block that comes out differently when it is played again gives its line-up up. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { evenhand, folder } from '../cli/command.ts'

const agent = (id: string, before: string, choice: string): string =>
  `${before}\nexport default { id: '${id}', summary: 's', make: () => ({ choose: (view, seat, legal, count) => legal[${choice}] }) }\n`
const AGENTS = {
  'clock.mjs': agent('clock', '', 'Math.floor(performance.now() * 1e4) % count'),
  'memory.mjs': agent('memory', 'let n = 0', 'n++ % count'),
  'sound.mjs': agent('sound', '', 'count - 1'),
}

describe.concurrent('a run with an agent by path', () => {
  test.each(['clock', 'memory'])(
    'gives up a line-up whose agent has a %s, now and when it is resumed',
    async name => {
      const cwd = folder(AGENTS)
      const play = [
        'play',
        'frontline',
        '--agents',
        `./${name}.mjs,random`,
        '--matches',
        '40',
        '--out',
        'o',
        '--quiet',
      ]
      const words = `agent ${name}: block 19 of ${name} vs random gave a different result when evenhand replayed it`
      for (const _ of [1, 2])
        expect(await evenhand(play, { cwd })).toMatchObject({ code: 1, err: expect.stringContaining(words) })
    },
  )

  test('reports on the other line-ups, and says what was given up at the top of the page', async () => {
    const lineups = '[{ agents: [./clock.mjs, random] }, { agents: [./sound.mjs, random] }]'
    const cwd = folder({
      ...AGENTS,
      'two.yaml': `name: two\ngame: frontline\nmatches: 40\nlineups: ${lineups}\n`,
    })
    const { code, out, err } = await evenhand(['run', 'two.yaml', '--out', 'o', '--quiet'], { cwd })
    expect([code, err]).toEqual([1, expect.stringContaining('clock vs random: agent clock: block 19')])
    expect(out).toContain('clock vs random: it was given up: agent clock')
    expect(out).not.toContain('sound vs random: it was given up')
    const page = readFileSync(join(cwd, 'o', 'report.html'), 'utf8')
    expect(page.indexOf('trust the line-ups that were given up: clock vs random')).toBeLessThan(
      page.indexOf('<h2'),
    )
  })

  test('takes an agent that decides by what it sees', async () => {
    const play = [
      'play',
      'frontline',
      '--agents',
      './sound.mjs,random',
      '--matches',
      '40',
      '--no-keep',
      '--quiet',
    ]
    expect(await evenhand(play, { cwd: folder(AGENTS) })).toMatchObject({ code: 0, err: '' })
  })
})
