/** Games that `check-game` calls wrong are refused: before a run, or where it shows in a sampled match. */
import { describe, expect, it } from 'vitest'
import { auditGames } from '../../engine/modules/index.ts'
import { rootOf } from '../../engine/rng.ts'
import { defineGame } from '../../library/game.ts'
import { run } from '../../library/index.ts'
import type { MatchAgent } from '../../sim/match/asker.ts'
import { MatchRunner } from '../../sim/match/runner.ts'
import { SOUND } from './mistakes.ts'
import { changed, counting, experimentWith, own } from './own.ts'

/** Six digits; `changes` is said of the state `s`, and `code` is the number that it has come to. */
const digits = (changes: string): string =>
  counting('').replace(
    /outcome.*/s,
    `outcome: s => {
      ${changes}
      return s.n >= 1e6 ? { winner: s.n % 2 } : null },
    setup: () => ({ n: 1, turn: 0, x: 0 }), moves: () => [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
    apply: (s, digit) => { s.n = s.n * 10 + digit; s.turn = 1 - s.turn } }`,
  )

describe('before a run', () => {
  it.each([
    ['offers a move twice', counting('moves: () => [1, 1, 2]'), /two moves with the text 1/],
    ['writes two moves alike', counting("format: () => 'on'"), /two moves with the text on/],
    [
      'changes the state in outcome in 1 % of all matches',
      digits('if (s.n >= 1e6 && s.n % 100 === 37) s.x++'),
      /bad\.mjs:\d+:\d+: outcome changes the state: x is 1, and was 0/,
    ],
    [
      'changes it in moves',
      counting('moves: s => { if (s.n === 9) s.n = 8; return [1, 2] }'),
      /bad\.mjs:4:\d+: moves changes the state/,
    ],
    [
      'changes a state of words in legal',
      changed(`const { legal } = game
  game.legal = (state, ...more) => { if (state[1] > 2) state[1]--; return legal.call(game, state, ...more) }`).replace(
        './race.js',
        `${own()}/race.js`,
      ),
      /a state changed while moves were listed/,
    ],
  ])('a game is refused that %s', async (_what, text, told) => {
    await expect(experimentWith(text)).rejects.toThrow(told)
  })
  it('one that only throws is not', async () => {
    await experimentWith(digits("if (s.n >= 1e6 && s.n % 100 === 37) throw new Error('no')"))
  })
})

describe('in a run', () => {
  const late = `if (s.n >= 1e6 && s.n % 100 === 37 && globalThis.isPlaying) s.x++`

  it('ends with the function, the match and the moves, and loses no block silently', async () => {
    const experiment = await experimentWith(digits(late), { lineups: [{ agents: ['random'] }] })
    Object.assign(globalThis, { isPlaying: true })
    await expect(run(experiment, { threads: 0 })).rejects.toThrow(
      /bad\.mjs:\d+:\d+: outcome changes the state: x is 1, and was 0.*, reached by 6 moves: .*in block \d+, rotation \d of default/,
    )
  })

  it('looks in sampled blocks alone', () => {
    const PLAYER: MatchAgent = {
      agent: { choose: (_view, _seat, legal) => legal[0]!, samplesUniformly: true },
      foreign: false,
    }
    const game = defineGame({
      ...SOUND,
      outcome: (s, context) => {
        s.n++
        return SOUND.outcome(s, context)
      },
    })
    auditGames(false)
    const runner = new MatchRunner(game.compile('count', { goal: 10 }), [PLAYER, PLAYER])
    runner.play(rootOf('1'), 64, 0, false)
    expect(() => runner.play(rootOf('1'), 63, 0, false)).toThrow('outcome changes the state')
  })
})
