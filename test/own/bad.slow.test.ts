/** Games of the user that are bad from the start: each is refused in one line that says where and why. Some are in modules.test.ts, too. */
import { expect, it } from 'vitest'
import { evenhand } from '../cli/command.ts'
import { changed, counting, own, refusesBad } from './own.ts'

it.each([
  ['without a schema', 'export default { id: "x", compile() {} }', 'schema: expected a zod schema'],
  [
    'that is no JavaScript',
    'export default {\n  id: "x"\n\tsetup: 1 }',
    "Unexpected identifier 'setup' at bad.js:3:2",
  ],
  ['that throws while it loads', '\nthrow new Error("no board")', 'no board'],
  [
    'that draws from Math.random',
    changed('game.sample = () => Math.floor(3 * Math.random())'),
    'bad.js:4:43: drew from Math.random or crypto, expected an answer that follows from its arguments',
  ],
  [
    'whose setup counts in a variable of the module',
    `let n = 0\n${counting('setup: () => ({ n: n++, turn: 0 })')}`,
    'bad.js:5:12: setup returned a different state the second time: n is 1, and was 0; expected the same',
  ],
  [
    'whose moves do more each time that they are made',
    `let n = 0\n${counting('apply: s => { s.n += n++ % 7; s.turn = 1 - s.turn }')}`,
    'the same match went differently the second time: n of a position is',
  ],
  [
    'that ends the process',
    counting('apply: () => process.exit(0)'),
    'bad.js:4:26: tried to end the process',
  ],
  [
    'that kills the process',
    `import { kill } from 'node:process'\n${counting('apply: () => kill(process.pid)')}`,
    'bad.js:5:18: tried to end the process',
  ],
  [
    'that leaves a promise behind which is rejected',
    `let n = 0\n${counting("setup: () => { if (n++ === 0) Promise.reject(new Error('late')); return { n: 0, turn: 0 } }")}`,
    ': late, in a promise or timer that ran late',
  ],
  [
    'whose positions cannot be drawn',
    counting('render: s => s.cells.join()'),
    'bad.js:4:26: Cannot read properties of undefined',
  ],
  [
    'whose board cannot be drawn',
    counting(
      "board: { family: 'squares', places: [{ name: 'a', at: [0, 0] }], at: s => s.cells.map(() => null) }",
    ),
    'Cannot read properties of undefined',
  ],
  [
    'that never ends',
    changed('game.resolve = state => { state[2] = 1; return true }'),
    'found more than 120 decisions, expected the match to end by then',
  ],
])('a game %s is refused before anything is played', (_name, text, reason) => refusesBad(text, reason))

it('a game of which a late position cannot be drawn is told with the place by replay', async () => {
  const text = counting(
    "apply: s => { s.n++; s.turn = 1 - s.turn }, render: s => (s.n > 12 ? s.no.such : 'n ' + s.n)",
  )
  const cwd = own({ 'bad.js': text.replace('n >= 10', 'n >= 14') })
  const args = ['play', './bad.js', '--matches', '2', '--records-file', 'm.jsonl', '--no-keep', '--quiet']
  expect(await evenhand(args, { cwd })).toMatchObject({ code: 0 })
  const { code, err } = await evenhand(['replay', 'm.jsonl', '--record', '1'], { cwd })
  expect(err).toMatch(/^evenhand: bad\.js:4:\d+: Cannot read properties of undefined \(reading 'such'\)/)
  expect(code).toBe(1)
})

it('a game whose secrets nobody can guess is not learned by players who look ahead', async () => {
  const text = `export default { setup: () => ({ n: 0 }), moves: { add: ({ G }) => { G.n++ } }, playerView: ({ G }) => G,
    turn: { minMoves: 1, maxMoves: 1 }, ai: { enumerate: () => [{ move: 'add' }] },
    endIf: ({ G, ctx }) => (G.n > 5 ? { winner: ctx.currentPlayer } : undefined) }`
  const { code, err } = await evenhand(['learn', './bad.js', '--rounds', '1'], {
    cwd: own({ 'bad.js': text }),
  })
  expect(err).toMatch(/^GAME: players can't be trained on it: the game hides information \(playerView\)/m)
  expect(code).toBe(2)
})
