/** Searches that heed a learned policy. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { findAgent, makeAgent } from '../../agents/index.ts'
import { encodePolicy, WEIGHTS } from '../../agents/learned/index.ts'
import { Policy } from '../../agents/learned/policy.ts'
import { newEvents, newState, settle } from '../../engine/contract/index.ts'
import { below, rootOf } from '../../engine/rng.ts'
import { defineExperiment } from '../../library/index.ts'
import { folder } from '../cli/command.ts'
import { gameOf } from '../prestige/load.ts'

const game = gameOf('three')
const rng = rootOf('weights')
const weights = Float32Array.from({ length: WEIGHTS }, () => (below(rng, 2001) - 1000) / 1000)
const file = join(folder(), 'some.policy')
const header = { version: '1', ruleset: 'any', rules: 'any', seed: 'any', rounds: [], best: 0 }
writeFileSync(
  file,
  encodePolicy({ ...header, robin: { shares: [], circle: [] }, game: 'prestige' }, weights, null),
)
const mcts = await findAgent('mcts')

/** What an agent does at the decisions of a random match, and at each the action that the policy likes best. */
function decisions(options: object): { chosen: number[]; liked: number[] } {
  const agent = makeAgent(mcts, game, options)
  const policy = new Policy(game, weights)
  const [state, view] = [newState(game.info), newState(game.info)]
  const legal = new Int32Array(game.info.legalMax)
  const events = newEvents(game.info)
  const draws = rootOf('match')
  const [chosen, liked]: [number[], number[]] = [[], []]
  game.start(state, events)
  agent.begin?.()
  while (chosen.length < 12) {
    const seat = settle(game, state, events)
    const count = seat < game.info.seats.length ? game.legal(state, seat, legal) : 0
    if (count > 1) {
      game.observe(state, seat, view)
      chosen.push(agent.choose(view, seat, legal, count, rootOf('draws')))
      liked.push(policy.best(view, seat, legal, count))
    }
    game.apply(state, seat, game.sample(state, seat, draws), events)
  }
  return { chosen, liked }
}

it('mcts with a prior plays what its policy prefers, where mcts without one does not', () => {
  const heeding = decisions({ iterations: 40, prior: 10, file })
  expect(heeding.chosen).toEqual(heeding.liked)
  const searching = decisions({ iterations: 40 })
  expect(searching.chosen).not.toEqual(searching.liked)
})

it('mcts with a prior chooses the same with the same draws', () => {
  const options = { iterations: 40, prior: 0.02, file }
  expect(decisions(options)).toEqual(decisions(options))
})

it('mcts needs a policy only with a prior', () => {
  expect(mcts.refusal!(game, {})).toBeNull()
  expect(mcts.refusal!(game, { prior: 0.02 })).toMatch(/^no policy for it ships, expected file=PATH/)
  expect(mcts.refusal!(game, { prior: 0.02, file })).toBeNull()
})

it('mcts with a prior takes the shipped policy in an experiment, which names it', async () => {
  const policyWith = async (agent: string) => {
    const lineups = [{ agents: [agent, 'random', 'random'] }]
    const experiment = { name: 'prior', game: 'prestige', ruleset: 'three', lineups }
    return (await defineExperiment(experiment)).variants[0]!.policy?.file
  }
  expect(await policyWith('mcts:prior=0.02')).toBe('prestige-three.policy')
  expect(await policyWith('mcts')).toBeUndefined()
})
