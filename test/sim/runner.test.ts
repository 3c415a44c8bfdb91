/** How a match is played doesn't matter: step by step if no agent decides, otherwise decision by decision. */
import { describe, expect, it } from 'vitest'
import { random } from '../../agents/random.ts'
import { type CompiledGame, newState, sampleStep, wrapGame } from '../../engine/contract/index.ts'
import { rootOf } from '../../engine/rng.ts'
import type { MatchAgent } from '../../sim/match/asker.ts'
import type { Quarantine } from '../../sim/match/fault.ts'
import { MatchRunner } from '../../sim/match/runner.ts'
import { COUNTED, isSampled } from '../../sim/tally/match.ts'
import { gameOf as bulwarkOf } from '../bulwark/load.ts'
import { gameOf } from '../elephant-men/load.ts'
import { gameOf as frontlineOf } from '../frontline/load.ts'
import { gameOf as prestigeOf } from '../prestige/load.ts'

const root = rootOf('runner')

/** An agent that has to be asked and draws what uniform play would, but nothing for a single legal action, as it is not asked. */
function asked(game: CompiledGame): MatchAgent {
  const state = newState(game.info)
  return {
    foreign: false,
    agent: {
      choose: (view, seat, _legal, _count, rng) => {
        state.set(view)
        return game.sample(state, seat, rng)
      },
    },
  }
}
const uniform = (game: CompiledGame): MatchAgent => ({ agent: random.make(game, {}), foreign: false })

const GAMES = [
  ['elephant-men', gameOf('v0.2')],
  ['frontline', frontlineOf('lean')],
  ['bulwark', bulwarkOf({ 'limits.turns': 10 })],
  ['prestige', prestigeOf('three', { limits: { rounds: 4 } })],
] as const

/** The game, and how often a step of it was played in one call. */
function counting(game: CompiledGame): { game: CompiledGame; calls: () => number } {
  let calls = 0
  const counted = wrapGame(game, {
    sampleStep: (state, rngs, events) => {
      calls++
      return sampleStep(game, state, rngs, events)
    },
  })
  return { game: counted, calls: () => calls }
}

function runnerOf(game: CompiledGame, make: (game: CompiledGame) => MatchAgent): MatchRunner {
  return new MatchRunner(
    game,
    game.info.seats.map(() => make(game)),
  )
}

/** A block whose matches do not count what there was to choose from. */
const PLAIN = 16

describe.each(GAMES)('random matches of %s', (_name, plain) => {
  it('are the same in steps of one call, in the plain loop, and while they are recorded', () => {
    const { game, calls } = counting(plain)
    const fused = runnerOf(game, uniform)
    const [loop, recorded] = [
      runnerOf(wrapGame(game, { apply: plain.apply.bind(plain) }), uniform),
      runnerOf(game, uniform),
    ]
    for (let block = PLAIN; block < PLAIN + 3; block++)
      for (let rotation = 0; rotation < plain.info.seats.length; rotation++) {
        const before = calls()
        fused.play(root, block, rotation, false)
        expect(calls()).toBeGreaterThan(before)
        const after = calls()
        loop.play(root, block, rotation, false)
        recorded.play(root, block, rotation, true)
        expect(calls()).toBe(after)
        expect(loop.finished).toEqual(fused.finished)
        expect(recorded.finished).toEqual(fused.finished)
        expect(recorded.record).toHaveLength(fused.finished.decisions)
      }
  })
})

it('a match is played in steps only where no agent has to be asked, and no decision is in quarantine', () => {
  const { game, calls } = counting(gameOf('v0.2'))
  runnerOf(game, asked).play(root, PLAIN, 0, false)
  new MatchRunner(game, [uniform(game), asked(game)]).play(root, PLAIN, 0, false)
  expect(calls()).toBe(0)
  const quarantine: Quarantine = {
    variant: 0,
    block: PLAIN,
    rotation: 0,
    decision: 7,
    participant: 1,
    reason: 'hung',
  }
  const runner = runnerOf(game, uniform)
  runner.play(root, PLAIN, 0, false, quarantine)
  expect(calls()).toBe(0)
  expect(runner.fault).toMatchObject({ decision: 7, participant: 1, reason: 'hung' })
  runner.play(root, PLAIN, 0, false)
  expect(calls()).toBeGreaterThan(0)
  expect(runner.fault).toBeNull()
})

it('a match with more decisions than its game allows is an error of the game, however it is played', () => {
  const game = frontlineOf('lean')
  const few = wrapGame(game, { info: { ...game.info, decisionMax: 9 } })
  const message = 'frontline: found more than 9 decisions, expected the match to end by then'
  for (const make of [uniform, asked])
    expect(() => runnerOf(few, make).play(root, 0, 0, false)).toThrow(message)
  const { game: fused } = counting(few)
  expect(() => runnerOf(fused, uniform).play(root, 0, 0, false)).toThrow(message)
})

it('a game that denies its chance is reported, however it is played', () => {
  const game = prestigeOf('three', { limits: { rounds: 1 } })
  const type = { ...game.info.type, chance: 'deterministic' as const }
  const sly = wrapGame(game, { info: { ...game.info, type } })
  for (const block of [0, PLAIN])
    expect(() => runnerOf(sly, uniform).play(root, block, 0, false)).toThrow(
      'prestige: it was the turn of chance, expected none, because info.type.chance is deterministic',
    )
})

it('the matches of a block that is COUNTED count what there was to choose from, those of others do not', () => {
  const { game, calls } = counting(gameOf('v0.2'))
  const runner = runnerOf(game, uniform)
  expect([0, PLAIN - 1, PLAIN, 512].map(block => isSampled(COUNTED, block))).toEqual([
    true,
    true,
    false,
    true,
  ])
  runner.play(root, 0, 0, false)
  expect(calls()).toBe(0)
  const { options, choices, decisions } = runner.finished
  expect(choices).toBe(decisions)
  expect(options).toBeGreaterThan(10 * choices)
  runner.play(root, PLAIN, 0, false)
  expect(runner.finished).toMatchObject({ options: 0, choices: 0 })
})
