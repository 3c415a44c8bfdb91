/** `evenhand new` refuses what it must, and writes files that can be read. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { ROOT } from '../../engine/package.ts'
import { isDefinition } from '../../engine/plain/index.ts'
import { experimentSchema } from '../../sim/experiment/index.ts'
import { evenhand, folder } from './command.ts'

/** All files below a folder, by their path. */
function filesIn(dir: string): string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name).slice(dir.length + 1))
    .sort()
}

/** A game for three whose one rule is as high as it may be. */
const THREE = `export default {
  id: 'count',
  seats: ['a', 'b', 'c'],
  rules: z => z.strictObject({ goal: z.int().min(5).max(9).default(9) }),
  setup: () => 0,
  toMove: n => n % 3,
  moves: () => [1, 2],
  apply: (n, move) => n + move,
  outcome: (n, { rules }) => (n < rules.goal ? null : { winner: n % 3 }),
}
`

describe('new', () => {
  it.each([
    ['game', 'stairs', ['README.md', 'experiment.yaml', 'rules/short.yaml', 'stairs.js', 'stairs.test.js']],
    ['agent', 'ahead', ['README.md', 'ahead.js', 'ahead.test.js', 'experiment.yaml']],
    ['experiment', 'price', ['price.yaml']],
  ])('%s writes files that can be read, with every blank filled in', async (kind, name, files) => {
    const cwd = folder()
    const { code, out, err } = await evenhand(['new', kind, name, 'made here'], { cwd })
    expect([code, err]).toEqual([0, ''])
    const dir = join(cwd, 'made here')
    expect(filesIn(dir)).toEqual(files)
    for (const file of files) expect(out).toContain(`wrote ${join('made here', file)}\n`)
    expect(out).toMatch(/\nnext:\n {2}cd 'made here'\n {2}\S*evenhand /)
    for (const file of files) {
      const text = readFileSync(join(dir, file), 'utf8')
      expect(text).not.toMatch(/\{\{|\}\}|undefined/)
      // But for where the command lies, which is as long as it is.
      const lines = text.replaceAll(ROOT, '').split('\n')
      expect(Math.max(...lines.map(line => line.length))).toBeLessThan(125)
    }
    const experiment = files.find(file => /^\w+\.yaml$/.test(file))!
    expect(
      experimentSchema.safeParse(parse(readFileSync(join(dir, experiment), 'utf8'))).error,
    ).toBeUndefined()
    if (kind === 'experiment') return
    const { default: made } = await import(/* @vite-ignore */ pathToFileURL(join(dir, `${name}.js`)).href)
    expect([made.id, isDefinition(made), 'make' in made]).toEqual([name, kind === 'game', kind === 'agent'])
  })

  it('game --from writes a file that plays a game of boardgame.io', async () => {
    const game = `enum Empty { Cell = '' }
export const Row = {
  setup: () => ({ cells: Array(4).fill(Empty.Cell) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: { fill: ({ G, playerID }, id: number) => { if (G.cells[id]) return 'INVALID_MOVE'; G.cells[id] = playerID } },
  endIf: ({ G }) => (G.cells.every(Boolean) ? { winner: G.cells[0] } : undefined),
}
`
    const cwd = folder({ 'row.ts': game, 'plain.js': THREE })
    const { code, out, err } = await evenhand(['new', 'game', '--from', './row.ts'], { cwd })
    expect([code, err]).toEqual([0, ''])
    expect(out).toMatch(
      /^wrote \.\/row\.evenhand\.ts\n\nnext:\n {2}\S*evenhand play \.\/row\.evenhand\.ts\n$/,
    )
    const text = readFileSync(join(cwd, 'row.evenhand.ts'), 'utf8')
    expect(text).toContain("import { Row as Game } from './row'\n")
    expect(text).toContain('// fill(index of G.cells): 4 of 4 legal at first')
    const played = await evenhand(['play', './row.evenhand.ts', '--matches', '10', '--threads', '1'], { cwd })
    expect([played.code, played.out]).toEqual([0, expect.not.stringContaining('inferred')])
    const again = await evenhand(['new', 'game', '--from', './row.ts'], { cwd })
    expect(again).toMatchObject({ code: 3, err: expect.stringMatching(/^\.\/row\.evenhand\.ts: /) })
    const plain = await evenhand(['new', 'game', '--from', './plain.js'], { cwd })
    expect(plain).toMatchObject({ code: 2, err: expect.stringContaining('you can play it unchanged') })
    const nameless = await evenhand(['new', 'game'], { cwd })
    expect(nameless).toMatchObject({ code: 2, err: expect.stringMatching(/^NAME: is missing/) })
  })

  it('leaves files alone that exist, and then writes nothing', async () => {
    const cwd = folder({ 'README.md': 'mine' })
    const { code, out, err } = await evenhand(['new', 'game', 'stairs', '.'], { cwd })
    expect([code, out, err]).toEqual([
      3,
      '',
      'README.md: already exists, expected a new file; evenhand wrote nothing\n',
    ])
    expect(filesIn(cwd)).toEqual(['README.md'])
    expect(readFileSync(join(cwd, 'README.md'), 'utf8')).toBe('mine')
    writeFileSync(join(cwd, 'taken'), '')
    const file = await evenhand(['new', 'game', 'taken'], { cwd })
    expect(file).toMatchObject({ code: 74, err: expect.stringMatching(/^taken.*can't be written/) })
  })

  it.each([
    [
      ['game', 'My Game'],
      'NAME: found "My Game", expected at most 40 lower-case letters, digits and hyphens, starting with a letter, such as my-game',
    ],
    [['game', '../up'], 'NAME: found "../up", expected'],
    [['game', 'pig'], 'NAME: pig is the name of a built-in game, expected a different name'],
    [['agent', 'mcts'], 'NAME: mcts is the name of a built-in agent, expected a different name'],
    [['gaem', 'mine'], 'KIND: found "gaem", expected one of game, agent, experiment; did you mean game?'],
    [['experiment', 'mine', '--game', 'chess'], '--game: unknown game "chess"'],
    [['game', 'mine', '--game', 'frontline'], '--game: is only for agent or experiment'],
  ])('refuses %j', async (words, message) => {
    const cwd = folder()
    const { code, err } = await evenhand(['new', ...words], { cwd })
    expect([code, err.startsWith(message)], err).toEqual([2, true])
    expect(readdirSync(cwd)).toEqual([])
    expect(existsSync(join(cwd, '../up'))).toBe(false)
  })

  it('names a game of the user as seen from the folder that it writes to, and fills its table', async () => {
    const cwd = folder({ 'count #1.js': THREE })
    const made = async (kind: string, name: string, file: string): Promise<unknown> => {
      await evenhand(['new', kind, name, 'made', '--game', './count #1.js'], { cwd })
      return parse(readFileSync(join(cwd, 'made', file), 'utf8'))
    }
    expect(await made('agent', 'ahead', 'experiment.yaml')).toMatchObject({
      game: '../count #1.js',
      lineups: [
        { agents: ['./ahead.js', 'random', 'random'] },
        { agents: ['./ahead.js', 'greedy', 'greedy'] },
      ],
    })
    expect(await made('experiment', 'true', 'true.yaml')).toMatchObject({
      name: 'true',
      game: '../count #1.js',
      // One more than the default is out of range.
      variants: [{ name: 'goal 8', rules: { goal: 8 } }],
      lineups: [{}, {}, { agents: ['greedy', 'random', 'random'] }],
    })
  })
})
