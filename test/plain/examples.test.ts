/** The games of docs/examples that the fast contract has as well: the same matches, move by move. And what a game remembers of its positions shows in nothing. */
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CHANCE, type CompiledGame, newEvents, newState, RESOLVE_BIT } from '../../engine/contract/index.ts'
import { ROOT } from '../../engine/package.ts'
import { PositionTable } from '../../engine/plain/position-table.ts'
import { findGame, loadGame } from '../../engine/registry/index.ts'
import { rootOf } from '../../engine/rng.ts'
import type { DefinedGame } from '../../library/game.ts'
import { MatchRunner } from '../../sim/match/runner.ts'
import { diceRace, hands, poker } from './games.ts'

const ROOT_WORDS = rootOf('examples')
const RANDOM = { agent: { samplesUniformly: true, choose: () => 0 }, foreign: false }

const runnerOf = (game: CompiledGame): MatchRunner =>
  new MatchRunner(game, Array(game.info.seats.length).fill(RANDOM))

/** What a match comes to, as a text that is quickly compared, without what the two contracts number in their own ways. */
function played(runner: MatchRunner, block: number, gauges: boolean): string {
  runner.play(ROOT_WORDS, block, block % 2, false)
  const { decisions, steps, returns, events, gauges: levels } = runner.finished
  const shown = gauges ? levels.subarray(0, steps * returns.length).join() : ''
  return [`${decisions} decisions, ${steps} steps`, returns.join(), events.join(), shown].join('\n')
}

describe.each([
  ['tic-tac-toe', true, 2500],
  ['connect-four', false, 600],
] as const)('the easy %s', (name, gauges, blocks) => {
  it('plays the matches of the fast one, with all that is counted', async () => {
    const file = await loadGame(join(ROOT, 'docs', 'examples', `${name}.js`))
    const easy = runnerOf(file.compile(file.schema.parse({})))
    const fast = runnerOf(findGame(name).compile({}))
    for (let block = 0; block < blocks; block++)
      expect(played(easy, block, gauges), `block ${block}`).toBe(played(fast, block, gauges))
  })
})

describe('what a game remembers', () => {
  it.each<[string, DefinedGame<object>, number]>([
    ['dice race', diceRace, 500],
    ['poker', poker, 2000],
    ['hands', hands, 2000],
  ])('does not show in the words of a %s', (_name, game, blocks) => {
    const fresh = () => game.compile(game.id, game.schema.parse({}))
    const old = fresh()
    const practised = runnerOf(old)
    for (let block = 0; block < blocks; block++) practised.play(ROOT_WORDS, block, 0, false)
    const words = (one: CompiledGame): string => {
      const state = newState(one.info)
      const events = newEvents(one.info)
      const runner = runnerOf(one)
      runner.play(ROOT_WORDS, 7, 0, true)
      const line = [runner.record.join()]
      one.start(state, events)
      for (const said of runner.record) {
        while (one.toMove(state) === RESOLVE_BIT) one.resolve(state, events)
        const [seat, ...move] = said.split(' ')
        const who = seat === 'chance' ? CHANCE : one.info.seats.indexOf(seat!)
        one.apply(state, who, one.text.parse(state, who, move.join(' ')), events)
        line.push(state.join())
      }
      return line.join('\n')
    }
    expect(words(old)).toBe(words(fresh()))
  })

  it('is bounded', () => {
    const positions = new PositionTable(4, false)
    const state = new Int32Array(4)
    for (state[1] = 0; state[1]! < 150_000; state[1]!++) {
      positions.at(state, 0, 4)
    }
    expect(positions.words.byteLength).toBeLessThan(5e6)
    state[1] = 20_000
    expect(positions.isKept(positions.at(state, 0, 4))).toBe(true)
    state[1] = 149_999
    expect(positions.isKept(positions.at(state, 0, 4))).toBe(false)
  })
})
