/** `evenhand check-game`: games are checked on a thread, by what their files say, and exit codes tell how it went. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { evenhand, folder } from '../cli/command.ts'

describe('evenhand check-game', () => {
  const check = async (text: string, ...more: string[]) => {
    const cwd = folder({ 'sound.mjs': SOUND_FILE })
    writeFileSync(
      join(cwd, 'bad.mjs'),
      `import sound from './sound.mjs'\nexport default { ...sound, ${text} }\n`,
    )
    return await evenhand(['check-game', './bad.mjs', '--matches', '3', ...more], { cwd, own: true })
  }
  const SOUND_FILE = `export default { id: 'count', seats: ['a', 'b'], rules: { goal: 10 }, setup: () => ({ n: 0, turn: 0 }),
    toMove: ({ turn }) => turn, moves: () => [1, 2], apply: (s, n) => { s.n += n; s.turn = 1 - s.turn },
    outcome: ({ n, turn }, { rules }) => (n >= rules.goal ? { winner: 1 - turn } : null) }`

  it('ends with 1 for a game that hangs, says where, and after what', async () => {
    const { code, out } = await check(
      'outcome: s => { while (s.n > 3); return null }',
      '--decision-seconds',
      '1',
    )
    expect(out).toMatch(
      /^error: bad\.mjs:2:37: it hangs: it didn't finish within 1 s of CPU time; --decision-seconds\s+allows\s+more\n {2}found: in its function outcome/,
    )
    expect(out.trim().split('\n').at(-1)).toBe('bad.mjs: count, rule set default: 1 error')
    expect(code).toBe(1)
  })

  it('ends with 1 for one that changes what it may look at', async () => {
    const { code, out } = await check('moves: s => { s.n++; return [1] }')
    expect(out).toMatch(/^error: bad\.mjs:2:\d+: it changes a state, a move or the rules outside apply/)
    expect(code).toBe(1)
  })

  it('ends with 1 for one that draws where it only looks', async () => {
    const { code, out } = await check('moves: s => (Math.random() < 2 ? [1] : [2])')
    expect(out).toMatch(
      /^error: bad\.mjs:2:\d+: it draws from Math\.random or crypto in a function that must/,
    )
    expect(code).toBe(1)
  })

  it('ends with 0 for a sound one, and 2 for rules that are none', async () => {
    const sound = await check('', '--json')
    expect(JSON.parse(sound.out)).toEqual({
      game: 'count',
      rulesets: ['default'],
      matches: 3,
      checks: expect.any(Number),
      errors: 0,
      warnings: 0,
      findings: [],
    })
    expect(sound.code).toBe(0)
    const wrong = await check('', '--rules', 'gaol=3')
    expect(wrong).toMatchObject({ code: 2, err: expect.stringMatching(/gaol.*did you mean goal/) })
  })
})
