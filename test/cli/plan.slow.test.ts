/** `evenhand plan`, as people call it before a night. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { evenhand, folder, hashes } from './command.ts'

const FILE = `name: night
game: tic-tac-toe
lineups: [{ agents: [random], matches: 300 }]
gate: { draws: < 60 % }
`

/** A race: who first comes to the top wins. */
const STAIRS = `export default {
  id: 'stairs',
  summary: 'who first comes to the top wins',
  seats: ['red', 'blue'],
  rules: z => z.strictObject({ top: z.int().min(2).max(9).default(5) }),
  setup: () => ({ at: [0, 0], mover: 0 }),
  toMove: state => state.mover,
  moves: () => ['one', 'two'],
  apply: (state, move) => {
    state.at[state.mover] += move === 'one' ? 1 : 2
    state.mover = 1 - state.mover
  },
  outcome: (state, { rules }) => {
    const winner = state.at.findIndex(at => at >= rules.top)
    return winner < 0 ? null : { winner }
  },
}
`

test('evenhand plan says what a run takes, and the run goes on from its pilot to the same bytes', async () => {
  const cwd = folder({ 'a.yaml': FILE })
  const plan = await evenhand(['plan', 'a.yaml', '--pilot', '20', '--machines', '1,8'], { cwd })
  expect(plan.code, plan.err).toBe(0)
  expect(plan.out).toMatch(/^random vs random +40 +300 +\S/m)
  expect(plan.out).toMatch(/^question +matches +here +on 8 +chance$/m)
  expect(plan.out).toMatch(/^- draws < 60 %\? .* 100 %: met 100$/m)
  const [dir] = /runs\/night-\w+/.exec(plan.out)!
  const again = await evenhand(['plan', 'a.yaml', '--json', '--pilot', '20', '--threads', '1'], { cwd })
  expect(again.err).toBe(`planning from the matches that ${dir} already holds\n`)
  const { folder: kept, lineups, questions } = JSON.parse(again.out)
  expect([kept, lineups[0].pilot, lineups[0].matches]).toEqual([dir, 40, 300])
  expect(questions.map((one: { question: string }) => one.question)).toEqual(['fair', 'gate'])
  const on = await evenhand(['run', 'a.yaml'], { cwd })
  expect(on.err).toContain('40 matches were already played')
  const { code } = await evenhand(['run', 'a.yaml', '--out', 'whole', '--quiet'], { cwd })
  expect(code).toBe(0)
  const { 'journal.jsonl': _, ...night } = hashes(join(cwd, dir))
  const { 'journal.jsonl': __, ...whole } = hashes(join(cwd, 'whole'))
  expect(night).toEqual(whole)
  const fewer = await evenhand(['plan', 'a.yaml', '--matches', '200', '--json'], { cwd })
  expect(fewer.err).toContain(
    `${dir} holds a run of 300 matches of "random vs random", not 200: planning for that number, because you can't lower it`,
  )
  expect(JSON.parse(fewer.out).lineups[0].matches).toBe(300)
})

test('evenhand plan takes a game with the options of play, which goes on from the pilot', async () => {
  const game = ['./stairs.js', '--ruleset', 'quick', '--agents', 'random', '--matches', '300', '--seed', 'p']
  const cwd = folder({ 'stairs.js': STAIRS })
  mkdirSync(join(cwd, 'rules'))
  writeFileSync(join(cwd, 'rules', 'quick.yaml'), 'top: 3\n')
  const plan = await evenhand(['plan', ...game, '--pilot', '20'], { cwd })
  expect(plan.code, plan.err).toBe(0)
  expect(plan.out).toMatch(/^random vs random +40 +300 +\S/m)
  expect(plan.out).toMatch(/evenhand play\s+continues\s+from there/)
  const on = await evenhand(['play', ...game, '--json'], { cwd })
  expect(on.err).toContain('40 matches were already played')
  const whole = await evenhand(['play', ...game, '--json', '--no-keep'], { cwd })
  expect(JSON.parse(on.out)).toEqual(JSON.parse(whole.out))
})

test('evenhand plan refuses in one line what it cannot plan', async () => {
  const cwd = folder({ 'a.yaml': FILE })
  const refused = await evenhand(['plan', 'a.yaml', '--machines', '0,4'], { cwd })
  expect([refused.code, refused.err]).toEqual([
    2,
    '--machines: found "0,4", expected up to 3 numbers from 1 to 10000, such as 1,4\n',
  ])
  const mixed = await evenhand(['plan', 'a.yaml', '--agents', 'greedy'], { cwd })
  expect([mixed.code, mixed.err]).toEqual([2, '--agents: is only for games; set it in the experiment file\n'])
  const unknown = await evenhand(['plan', 'tick-tack-toe'], { cwd })
  expect(unknown.code).toBe(2)
  expect(unknown.err).toContain('tick-tack-toe')
})
