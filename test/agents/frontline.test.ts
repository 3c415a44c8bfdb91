/** The agents that play Frontline: the scripted one, and that mcts beats all others on the lean rules from either seat. */
import { describe, expect, it } from 'vitest'
import { findAgent, makeAgent } from '../../agents/index.ts'
import { literal } from '../../documents/index.ts'
import { generator, legalOf } from '../../engine/laws/walk.ts'
import { rootOf } from '../../engine/rng.ts'
import { resolveExperiment } from '../../sim/experiment/index.ts'
import { MatchRunner } from '../../sim/match/runner.ts'
import type { Patch } from '../elephant-men/load.ts'
import { gameOf } from '../frontline/load.ts'
import { match } from '../frontline/scene.ts'
import { scores } from './scores.ts'

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
      "agent dearest doesn't play elephant-men, only frontline",
    )
  })
})

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
      const found = new Set<string>()
      for (let block = 0; block < 3; block++) {
        runner.play(rootOf('restricted'), block, 0, true)
        for (const text of runner.record) if (!text.endsWith('none')) found.add(text)
      }
      expect([...found].sort()).toEqual(['A infantry', 'B archer', 'B catapult', 'B infantry'])
    },
  )
})

it('mcts beats greedy from either seat on the lean rules', async () => {
  for (const score of await scores(['mcts', 'greedy'], { iterations: 200 }, 4))
    expect(score).toBeGreaterThanOrEqual(0.5)
})
