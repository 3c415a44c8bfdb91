/** What commands say of games of one's own: the game by its name, errors at the game, and nothing twice. */
import { describe, expect, test } from 'vitest'
import { evenhand } from '../cli/command.ts'
import { counting, failing, own } from './own.ts'

const SEALED = `export default { id: 'bids', seats: ['a', 'b'], setup: () => ({ bids: null }),
  toMove: () => [0, 1], moves: () => [1, 2], apply: () => {}, applyAll(state, bids) { state.bids = bids },
  outcome: ({ bids }) => (bids === null ? null : { scores: bids }), render: () => 'the table' }`

describe.concurrent('a game of one’s own', () => {
  test('is named by its id in replays, which show no position between moves that are made at once', async () => {
    const cwd = own({ 'bids.js': SEALED })
    const args = ['play', './bids.js', '--matches', '2', '--seed', '3', '--out', 'run']
    const { err } = await evenhand(args, { cwd })
    expect(err).toContain('bids: 2 matches of bids on ')
    const { out } = await evenhand(['replay', 'run', '--pick', 'typical'], { cwd })
    expect(out).toMatch(
      /^bids default, random vs random, block 0, rotation \d, seed 3\n\nthe table\nto move: a, b\n\n> a \d\n> b \d\nthe table\n\n(a won|b won|a draw) after 1 move\n$/,
    )
  })

  test('that fails by some rules alone is what the error is about', async () => {
    const cwd = own({
      'bad.js': counting('rules: { most: 10 }').replace(
        'toMove: ({ turn }) => turn',
        'toMove: ({ turn }, { rules }) => (rules.most === 9 ? 7 : turn)',
      ),
    })
    const { err, code } = await evenhand(['play', './bad.js', '--rules', 'most=9'], { cwd })
    expect(err).toMatch(/^GAME: .*bad\.js:2:\d+: toMove returned 7, /)
    expect(code).toBe(2)
  })

  test("that fails in the matches doesn't suggest to rerun it unchanged", async () => {
    const bad = failing('seat === 1 && card < 9')
    const cwd = own({ 'bad.js': bad })
    const { err, code } = await evenhand(['play', './bad.js', '--matches', '4000', '--out', 'run'], { cwd })
    expect(code).toBe(1)
    expect(err).toMatch(/ of 4,000 matches are kept in run\n/)
    expect(err).not.toContain('again to resume')
  })
})
