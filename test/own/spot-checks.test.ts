/** Spot checks: a block that comes out differently when it is played again gives its line-up up. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { literal } from '../../documents/index.ts'
import { checkedBlock, spotCheckOf } from '../../sim/chunks/spot-checks.ts'
import { type Experiment, resolveExperiment } from '../../sim/experiment/index.ts'
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
      const words = `agent ${name}: block 19 of ${name} vs random came out differently when it was played again`
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
    expect(page.indexOf('Do not trust what was given up: clock vs random')).toBeLessThan(page.indexOf('<h2'))
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

describe('blocks that are checked', () => {
  const shipped = () => resolveExperiment(literal({ game: 'nim', matches: 10_000 }, 'test'))
  const asForeign = (experiment: Experiment, blocks: number): Experiment => ({
    ...experiment,
    lineups: experiment.lineups.map(one => ({
      ...one,
      blocks,
      participants: one.participants.map(of => ({ ...of, module: 'hash' })),
    })),
  })

  test('are the 64th or the last one of line-ups with code by path, and none of others', async () => {
    const experiment = await shipped()
    expect(checkedBlock(experiment, 0)).toBe(Infinity)
    expect([5000, 64, 10, 1].map(blocks => checkedBlock(asForeign(experiment, blocks), 0))).toEqual([
      63, 63, 9, 0,
    ])
  })

  test('are not compared after a fault or a loss, in which a clock may have a part', () => {
    const sums = { tally: 'a', pairs: '', highlights: '', faults: [], records: [] }
    const result = { chunk: { lineup: 0, from: 3, to: 4 }, done: 4, variants: [sums], milliseconds: 1 }
    expect(spotCheckOf(result)?.digest).toBe(spotCheckOf({ ...result, milliseconds: 2 })?.digest)
    expect(spotCheckOf(result)?.digest).not.toBe(
      spotCheckOf({ ...result, variants: [{ ...sums, tally: 'b' }] })?.digest,
    )
    const fault = { block: 3, rotation: 0, seat: 0, participant: 0, reason: 'x' } as never
    expect(spotCheckOf({ ...result, variants: [{ ...sums, faults: [fault] }] })).toBeNull()
    expect(spotCheckOf({ ...result, done: 3 })).toBeNull()
  })
})
