/** How many matches a run plays by default. */
import { expect, it } from 'vitest'
import { literal } from '../../documents/index.ts'
import { resolveExperiment, STRENGTHS } from '../../sim/experiment/index.ts'

const blocksOf = async (agents: readonly unknown[], more = {}) => {
  const definition = { game: 'frontline', lineups: [{ agents }], ...more }
  return (await resolveExperiment(literal(definition, 'test'))).lineups[0]!.blocks
}

it.each([
  [['random'], 5000],
  [['greedy'], 500],
  [['mcts'], 50],
  [['mcts', 'random'], 50],
  [['random', 'mcts:iterations=50'], 50],
  [[{ agent: 'mcts', iterations: 50 }, 'random'], 50],
  [['dearest', 'random'], 500],
  [['restricted:inner=mcts iterations=50:forbid=A', 'random'], 50],
  [[{ agent: 'restricted', inner: 'random', forbid: 'A' }], 500],
])('a line-up of %j plays as many blocks as suit its slowest agent: %s', async (agents, blocks) => {
  expect(await blocksOf(agents)).toBe(blocks)
})

it('the matches of an experiment come before the default', async () => {
  expect(await blocksOf(['mcts'], { matches: 8 })).toBe(4)
})

it('the default strengths go from weak to strong', () => {
  expect(STRENGTHS).toEqual(['random', 'greedy', 'mcts'])
})
