/** Doing without assets: what a seat may not use shows no use in its counts, in every game. */
import { describe, expect, it } from 'vitest'
import { findAgent, makeAgent } from '../../agents/index.ts'
import { literal } from '../../documents/index.ts'
import {
  assetName,
  assetNamed,
  type CompiledGame,
  EVENTS,
  FIELDED,
  LOST,
  SCORED,
  USED,
} from '../../engine/contract/index.ts'
import { rootOf } from '../../engine/rng.ts'
import { resolveExperiment } from '../../sim/experiment/index.ts'
import { MatchRunner } from '../../sim/match/runner.ts'
import { gameOf as bulwarkOf } from '../bulwark/load.ts'
import { classicOf } from '../classics/load.ts'
import { gameOf as elephantsOf } from '../elephant-men/load.ts'
import { gameOf as frontlineOf } from '../frontline/load.ts'
import { gameOf as prestigeOf } from '../prestige/load.ts'

/** A column of each seat's asset over some matches of random play, in which the agent in the first seat does without some. */
async function counts(
  game: CompiledGame,
  without: string,
  asset: string,
  column: number,
  inner = 'random',
): Promise<number[]> {
  const seats = game.info.seats.length
  const random = await findAgent('random')
  const restricted = makeAgent(await findAgent('restricted'), game, { inner, without })
  const agents = game.info.seats.map((_, seat) => (seat === 0 ? restricted : makeAgent(random, game, {})))
  const runner = new MatchRunner(
    game,
    agents.map(agent => ({ agent, foreign: false })),
  )
  const sums = new Array<number>(seats).fill(0)
  const index = assetNamed(game.info, asset)
  for (let block = 0; block < 40; block++) {
    runner.play(rootOf('without'), block, 0, false)
    expect(runner.fault).toBeNull()
    const { events } = runner.finished
    for (let seat = 0; seat < seats; seat++)
      sums[seat]! += events[(seat * game.info.assets.length + index) * EVENTS.length + column]!
  }
  return sums
}

describe('a seat that does without an asset', () => {
  it.each([
    ['a recruit', frontlineOf('default'), 'archer', FIELDED],
    ['a unit kind', elephantsOf('v0.2'), 'monk', USED],
    ['an action', elephantsOf('v0.2'), 'poke', FIELDED],
    ['an action with a sign that another has', elephantsOf('golems-2026-04'), 'shove', USED],
    ['an ability', bulwarkOf(), 'rally', USED],
    ['a way to go', bulwarkOf(), 'ferry', USED],
    ['a site', bulwarkOf(), 'capital/Forge', USED],
    ['the battles on a tile', bulwarkOf(), 'battle/Forge', SCORED],
    ['an attack of a size', prestigeOf('two'), '1v1', FIELDED],
    ['another', prestigeOf('three'), '3v2', FIELDED],
    ['a place to start', prestigeOf('two'), prestigeOf('two').info.assets.at(-1)!.id, USED],
    ['a decision', classicOf('leduc-poker'), 'raise', USED],
  ])('uses it nowhere: %s', async (_, game, asset, column) => {
    const [first, ...others] = await counts(game, asset, asset, column)
    expect(first).toBe(0)
    // The others use it, and so would the first seat.
    expect(Math.max(...others)).toBeGreaterThan(0)
  })

  it('raises fewer troops of a type, for some are forced, and gives a mission back when it can', async () => {
    const game = prestigeOf('two')
    const { id } = game.info.assets.find(({ group }) => group === 'troop')!
    const [first, second] = await counts(game, id, id, FIELDED)
    expect(first! * 3).toBeLessThan(second!)
    const mission = game.info.assets[0]!.id
    const [given, usual] = await counts(game, mission, mission, LOST)
    expect(given).toBeGreaterThan(usual!)
  })

  it('may do without several, with any agent inside', async () => {
    const game = frontlineOf('lean')
    expect((await counts(game, 'archer | unit/catapult', 'archer', FIELDED, 'greedy'))[0]).toBe(0)
    expect((await counts(game, 'archer | unit/catapult', 'catapult', FIELDED, 'greedy'))[0]).toBe(0)
  })

  it('does as usual where every decision uses it', async () => {
    const [first, second] = await counts(classicOf('nim'), 'stone', 'stone', USED)
    expect([first! > 0, second! > 0]).toEqual([true, true])
  })
})

describe('names of assets', () => {
  it('are ids, with the group where two groups share one', () => {
    const { info } = bulwarkOf()
    const tile = info.assets.findIndex(({ group, id }) => group === 'tile' && id === 'Forge')
    expect([assetName(info, tile), assetNamed(info, 'tile/Forge')]).toEqual(['tile/Forge', tile])
    expect(assetName(info, assetNamed(info, 'rally'))).toBe('rally')
  })

  it.each([
    [
      'frontline',
      'archr',
      'no asset is called "archr", expected one of infantry, archer, catapult, super-soldier',
    ],
    [
      'frontline',
      'super-soldier',
      'no decision uses super-soldier, expected an asset that a seat can choose not to use',
    ],
  ])('are checked: %s, %s', async (game, without, message) => {
    const agents = [{ agent: 'restricted', without }]
    await expect(resolveExperiment(literal({ game, lineups: [{ agents }] }, 'x.yaml'))).rejects.toThrow(
      message,
    )
  })
})
