/** The handicap: what is forbidden is never taken unless nothing else is legal, nor planned with. */
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { AgentKind } from '../../agents/agent.ts'
import { findAgent, makeAgent } from '../../agents/index.ts'
import { restrict } from '../../agents/restricted.ts'
import { literal, matchesPattern } from '../../documents/index.ts'
import { type CompiledGame, newState } from '../../engine/contract/index.ts'
import { generator } from '../../engine/laws/walk.ts'
import { rootOf } from '../../engine/rng.ts'
import { resolveExperiment } from '../../sim/experiment/index.ts'
import { MatchRunner } from '../../sim/match/runner.ts'
import { newRun, playRun } from '../../sim/run.ts'
import { gameOf as bulwarkOf } from '../bulwark/load.ts'
import { gameOf } from '../elephant-men/load.ts'

/** The decisions of some matches of a restricted agent (red, white) against random. */
async function decisionsOf(
  game: CompiledGame,
  inner: string,
  forbid: string,
  matches: number,
  except = '',
  without = '',
): Promise<string[]> {
  const restricted = await findAgent('restricted')
  const random = await findAgent('random')
  const agents = [
    makeAgent(restricted, game, { inner, forbid, except, without }),
    makeAgent(random, game, {}),
  ]
  const runner = new MatchRunner(
    game,
    agents.map(agent => ({ agent, foreign: false })),
  )
  const found: string[] = []
  for (let block = 0; block < matches; block++) {
    runner.play(rootOf('restricted'), block, 0, true)
    expect(runner.fault).toBeNull()
    found.push(...runner.record)
  }
  return found
}

describe('patterns', () => {
  it.each([
    ['a', 'a', true],
    ['a', 'ab', false],
    ['', '', true],
    ['', 'a', false],
    ['*', '', true],
    ['?', '', false],
    ['? to *', '3 to Forge', true],
    ['? to *', '3 ferries to Forge', false],
    ['*to*e', '3 to Forge', true],
    ['*to*f', '3 to Forge', false],
    ['a*b*c', 'abcbc', true],
    ['x | ? to Forge|y', '3 to Forge', true],
    ['x | y', 'x | y', false],
    ['.*', 'ab', false],
    [`${'*a'.repeat(30)}*b`, 'a'.repeat(200), false],
  ])('%j and %j', (pattern, text, expected) => expect(matchesPattern(pattern, text)).toBe(expected))
})

describe('restricted', () => {
  it.each(['random', 'greedy', 'mcts iterations=8 depth=1'])(
    '%s never takes what is forbidden',
    async inner => {
      const game = bulwarkOf({ 'limits.turns': 8, 'setup.capitals': ['Forge', "Beekeeper's"] })
      const forbid = '? to Bakery | ? to Soap Shop | rally *'
      const free = await decisionsOf(game, inner, '', 4)
      expect(free.filter(text => /^red \d to (Bakery|Soap Shop)$/.test(text)).length).toBeGreaterThan(0)
      const decisions = await decisionsOf(game, inner, forbid, 4)
      expect(decisions.filter(text => /^red (?:\d to (Bakery|Soap Shop)|rally .*)$/.test(text))).toEqual([])
      expect(decisions.filter(text => /^blue \d to (Bakery|Soap Shop)$/.test(text)).length).toBeGreaterThan(0)
    },
  )

  it('forbids only what matches as a whole', async () => {
    const game = bulwarkOf({ 'limits.turns': 4 })
    const decisions = await decisionsOf(game, 'random', 'to Forge', 6)
    expect(decisions.some(text => /^red \d to Forge$/.test(text))).toBe(true)
  })

  it('takes what is excepted from that', async () => {
    const decisions = await decisionsOf(bulwarkOf(), 'random', 'capital at *', 3, 'capital at Forge')
    const sites = decisions.filter(text => text.startsWith('red capital at '))
    expect(new Set(sites)).toEqual(new Set(['red capital at Forge']))
    expect(sites).toHaveLength(3)
  })

  it('excepts forced decisions: where all is forbidden, all is allowed', async () => {
    const decisions = await decisionsOf(bulwarkOf({ 'limits.turns': 3 }), 'random', '*', 3)
    const free = await decisionsOf(bulwarkOf({ 'limits.turns': 3 }), 'random', '', 3)
    expect(decisions).toEqual(free)
  })

  it('reads texts anew where they depend on the position', async () => {
    const decisions = await decisionsOf(gameOf('v0.2', { 'limits.turns': 4 }), 'random', '? ??.*', 4)
    expect(decisions.filter(text => /^white \d \w\d\./.test(text))).toEqual([])
    expect(decisions.filter(text => /^black \d \w\d\./.test(text)).length).toBeGreaterThan(0)
  })

  it('does not let the inner agent plan with them, but leaves the others free', () => {
    let seen: CompiledGame | undefined
    const probe: AgentKind = {
      id: 'probe',
      summary: '',
      options: z.strictObject({}),
      make: game => {
        seen = game
        return { choose: (_view, _seat, legal) => legal[0]! }
      },
    }
    const game = bulwarkOf({ 'setup.capitals': ['Forge', 'Soap Shop'] })
    const agent = restrict([probe]).make(game, { inner: 'probe', without: '', forbid: '? to *', except: '' })
    const state = newState(game.info)
    const events = new Int32Array(game.info.seats.length * game.info.assets.length * 5)
    const legal = new Int32Array(game.info.legalMax)
    game.start(state, events)
    const rng = generator('probe', 0, 0)
    // Red to move at Forge: four ways out. Seen by red's own agent there is nothing but to stay; by blue's there are all.
    agent.choose(state, 0, legal, game.legal(state, 0, legal), rng)
    expect(seen!.legal(state, 0, legal)).toBe(1)
    expect(game.text.format(state, 0, seen!.sample(state, 0, rng))).toBe('1 stays')
    agent.choose(state, 1, legal, game.legal(state, 0, legal), rng)
    expect(seen!.legal(state, 0, legal)).toBe(game.legal(state, 0, legal))
  })

  it('is used from an experiment, and named with what it forbids', async () => {
    const agents = [{ agent: 'restricted', inner: 'greedy samples=2', forbid: '? to Forge' }, 'random']
    const document = literal(
      { game: 'bulwark', matches: 2, rules: { 'limits.turns': 3 }, lineups: [{ agents }] },
      'test',
    )
    const { cells } = await playRun(newRun(await resolveExperiment(document)), { threads: 0 })
    expect(cells[0]!.cell.lineup.participants[0]!.label).toBe(
      'restricted:inner=greedy samples=2:forbid=? to Forge',
    )
    expect(cells[0]!.faults).toEqual([])
  })

  it.each([
    [{ inner: 'minimax' }, 'agent "minimax" cannot be used here, expected one of random, greedy, mcts'],
    [{ inner: 'mcts iterations=0' }, 'mcts: iterations is 0, expected an integer from 1 to 1000000'],
    [{ inner: 'mcts iterations' }, 'option "iterations" of "mcts iterations", expected key=value'],
  ])('%j is refused in one line', async (options, text) => {
    const document = literal(
      { game: 'bulwark', lineups: [{ agents: [{ agent: 'restricted', ...options }, 'random'] }] },
      'test',
    )
    await expect(resolveExperiment(document)).rejects.toThrow(text)
  })
})
