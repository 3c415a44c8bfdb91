/** The agents that play Frontline: the scripted one, and that mcts beats all others on the lean rules from either seat. */
import { describe, expect, it } from 'vitest'
import { findAgent, makeAgent } from '../../agents/index.ts'
import { literal } from '../../documents/index.ts'
import { WIN_UNITS } from '../../engine/contract/index.ts'
import { rootOf } from '../../engine/rng.ts'
import { resolveExperiment } from '../../sim/experiment/index.ts'
import { MatchRunner } from '../../sim/match/runner.ts'
import type { Patch } from '../elephant-men/load.ts'
import { gameOf } from '../frontline/load.ts'
import { match } from '../frontline/scene.ts'
import { generator, legalOf } from '../laws/walk.ts'

/** What dearest recruits first with so much gold. */
async function bought(gold: number, patch: Patch = {}): Promise<string> {
  const { game, state } = match({ gold: { start: gold, perTurn: 0 }, ...patch })
  const kind = await findAgent('dearest')
  const legal = legalOf(game, state, 0)
  const action = makeAgent(kind, game, {}).choose(state, 0, legal, legal.length, generator('dearest', 0, 0))
  return game.text.format(state, 0, action)
}

describe('dearest', () => {
  it('recruits the dearest unit that it can pay', async () => {
    expect(await Promise.all([10, 11, 12, 19, 20, 500].map(gold => bought(gold)))).toEqual([
      'infantry',
      'infantry',
      'archer',
      'archer',
      'catapult',
      'catapult',
    ])
  })

  it('goes by the prices of the rules, the first of equals', async () => {
    expect(await bought(40, { 'units.infantry.price': 30 })).toBe('infantry')
    expect(await bought(40, { 'units.archer.price': 20 })).toBe('archer')
    expect(
      await bought(40, { units: { infantry: { price: 0 }, archer: { price: 0 }, catapult: { price: 0 } } }),
    ).toBe('infantry')
  })

  it('plays Frontline only', async () => {
    const document = literal({ game: 'elephant-men', lineups: [{ agents: ['dearest'] }] }, 'test')
    await expect(resolveExperiment(document)).rejects.toThrow(
      'agent dearest does not play elephant-men, only frontline',
    )
  })
})

/** Scores of the first agent as A and as B, over so many matches in each seat. */
async function scores(
  agents: readonly [string, string],
  options: object,
  matches: number,
): Promise<number[]> {
  const game = gameOf('lean')
  const made = []
  for (const [i, name] of agents.entries()) {
    const kind = await findAgent(name)
    made.push({ agent: makeAgent(kind, game, kind.options.parse(i === 0 ? options : {})), foreign: false })
  }
  const runner = new MatchRunner(game, made)
  const returns = [0, 0]
  for (let block = 0; block < matches; block++)
    for (const seat of [0, 1]) {
      runner.play(rootOf('lean'), block, seat, false)
      returns[seat]! += runner.finished.returns[seat]!
    }
  return returns.map(sum => sum / (matches * WIN_UNITS))
}

describe('restricted', () => {
  it.each(['random', 'greedy', 'mcts iterations=10 depth=2'])(
    '%s never recruits what is forbidden, and its opponent does',
    async inner => {
      const game = gameOf('default', { turns: 60 })
      const restricted = makeAgent(await findAgent('restricted'), game, { inner, forbid: 'archer|catapult' })
      const made = [restricted, makeAgent(await findAgent('random'), game, {})]
      const runner = new MatchRunner(
        game,
        made.map(agent => ({ agent, foreign: false })),
      )
      runner.play(rootOf('restricted'), 0, 0, true)
      const found = new Set(runner.record.filter(text => !text.endsWith('none')))
      expect([...found].sort()).toEqual(['A infantry', 'B archer', 'B catapult', 'B infantry'])
    },
  )
})

describe('on the lean rules', () => {
  it.each(['random', 'greedy', 'dearest'])(
    'mcts at 1,000 iterations beats %s from either seat',
    async name => {
      // 96 to 100 % over 400 matches a seat; in 12 matches 90 % leaves room for two draws.
      for (const score of await scores(['mcts', name], { iterations: 1000 }, 12))
        expect(score).toBeGreaterThanOrEqual(0.9)
    },
  )
})
