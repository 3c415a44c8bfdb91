/** A game of one's own whose roles are dealt by chance: verdicts, gates and comparisons are about the roles. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { evenhand } from '../cli/command.ts'
import { own } from './own.ts'

/** A spy is dealt, then a die with `sides` sides decides: the crew wins with 1 to `crew`, whatever the players do. */
const GAME = `export default {
  id: 'spy', seats: ['ann', 'bob', 'cy'], roles: ['crew', 'spy'], rules: { crew: 6, sides: 10 },
  setup: () => ({ spy: -1, turn: 0, die: 0 }),
  toMove: s => (s.spy < 0 || s.turn === 3 ? 'chance' : s.turn),
  chance: (s, { rules }) => Array.from({ length: s.spy < 0 ? 3 : rules.sides }, (_, move) => ({ move })),
  moves: () => ['wait', 'work'],
  apply(s, move, { seat }) {
    if (seat >= 0) s.turn++
    else if (s.spy < 0) s.spy = move
    else s.die = move + 1
  },
  outcome: (s, { rules }) => (s.die === 0 ? null : { role: s.die <= rules.crew ? 'crew' : 'spy' }),
  roleOf: (s, { seat }) => (seat === s.spy ? 'spy' : 'crew'),
}
`
const PLAY = ['--agents', 'random', '--threads', '1', '--out', 'o', '--fresh']

const rowsOf = (dir: string, table: string): string[][] =>
  readFileSync(join(dir, 'o', table), 'utf8')
    .trim()
    .split('\n')
    .map(line => line.split(','))

describe('a game of roles', () => {
  it('has its verdict about them, and gates that hold them', async () => {
    const dir = own({
      'spy.js': GAME,
      'gate.yaml':
        'game: ./spy.js\nlineups: [{ agents: [random], matches: 3000 }]\ngate: { role.crew: 50..70, role.spy: "> 50" }\n',
    })
    const play = await evenhand(['play', './spy.js', '--matches', '6000', ...PLAY], { cwd: dir })
    expect(play.err).not.toContain('rror')
    expect(play.out).toContain('No: it favours crew. When random plays itself, crew wins ')
    const [heads, crew] = rowsOf(dir, 'roles.csv')
    const [low, high] = ['win_share_low', 'win_share_high'].map(id => Number(crew![heads!.indexOf(id)]))
    expect(low).toBeLessThan(0.6)
    expect(high).toBeGreaterThan(0.6)
    const gate = await evenhand(['check', 'gate.yaml', '--threads', '1', '--out', 'g'], { cwd: dir })
    expect(gate.code).toBe(4)
    expect(gate.out).toMatch(/^met +role\.crew 50\.\.70: /m)
    expect(gate.out).toMatch(/^not met +role\.spy > 50: /m)
  })

  it('shows what a change does to each', async () => {
    const dir = own({ 'spy.js': GAME })
    const compare = await evenhand(
      ['compare', './spy.js', 'default', 'crew=8', '--matches', '3000', ...PLAY],
      {
        cwd: dir,
      },
    )
    expect(compare.out).toMatch(/crew wins more often \([56]\d\.\d % → [78]\d\.\d %\)/)
    const [heads, ...rows] = rowsOf(dir, 'comparisons.csv')
    const row = rows.find(cells => cells.includes('role:crew'))!
    const at = (id: string): number => Number(row[heads!.indexOf(id)])
    expect(at('difference_low')).toBeLessThan(0.2)
    expect(at('difference_high')).toBeGreaterThan(0.2)
  })
})
