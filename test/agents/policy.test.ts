/** What agents say of how they choose is how they choose. */
import { describe, expect, it } from 'vitest'
import { type Agent, findAgent, makeAgent, policyOf } from '../../agents/index.ts'
import { CHANCE, type CompiledGame, newEvents, newState, OVER, settle } from '../../engine/contract/index.ts'
import { derive, RNG_WORDS, rootOf } from '../../engine/rng.ts'
import { classicOf } from '../classics/load.ts'
import { gameOf as frontlineOf } from '../frontline/load.ts'

/** How often the agent decides at each view. A share is then off by more than BOUND at about one view in ten thousand. */
const ASKED = 800
const BOUND = 0.08

async function made(game: CompiledGame, id: string, options: object = {}): Promise<Agent> {
  const kind = await findAgent(id)
  return makeAgent(kind, game, kind.options.parse(options))
}

interface Met {
  readonly legal: Int32Array
  readonly policy: Float64Array
  readonly exact: boolean
  /** Shares of what `choose` answered. */
  readonly chosen: Float64Array
}

/** The policy at the views of a random match, and how often each action is chosen there. */
function viewsOf(game: CompiledGame, agent: Agent, match: number): Met[] {
  const [state, view, events] = [newState(game.info), newState(game.info), newEvents(game.info)]
  const legal = new Int32Array(game.info.legalMax)
  const [moves, rng] = [new Int32Array(RNG_WORDS), new Int32Array(RNG_WORDS)]
  derive(moves, rootOf('policy'), match, 0)
  derive(rng, rootOf('policy'), match, 1)
  const met: Met[] = []
  game.start(state, events)
  for (let seat = settle(game, state, events); seat !== OVER; seat = settle(game, state, events)) {
    const count = game.legal(state, seat, legal)
    if (seat !== CHANCE && count > 1) {
      game.observe(state, seat, view)
      const [policy, chosen] = [new Float64Array(count), new Float64Array(count)]
      const exact = policyOf(agent, view, seat, legal, count, rng, ASKED, policy, new Float64Array(count))
      for (let n = 0; n < ASKED; n++)
        chosen[legal.indexOf(agent.choose(view, seat, legal, count, rng))]! += 1 / ASKED
      met.push({ legal: legal.slice(0, count), policy, exact, chosen })
    }
    game.apply(state, seat, game.sample(state, seat, moves), events)
  }
  return met
}

function expectAgreement(met: readonly Met[]): void {
  for (const { policy, chosen } of met) {
    expect(policy.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 12)
    for (const [i, share] of policy.entries()) expect(Math.abs(share - chosen[i]!)).toBeLessThan(BOUND)
  }
}

describe('a policy is how its agent chooses', () => {
  it('random: every action alike', async () => {
    const game = classicOf('leduc-poker')
    const met = viewsOf(game, await made(game, 'random'), 0)
    expectAgreement(met)
    for (const { exact, legal, policy } of met)
      expect([exact, ...policy]).toEqual([true, ...legal].map((one, i) => (i > 0 ? 1 / legal.length : one)))
  })

  it('greedy: ties alike, exact where it draws for nothing else', async () => {
    const game = classicOf('tic-tac-toe')
    const met = viewsOf(game, await made(game, 'greedy'), 1)
    expectAgreement(met)
    expect(met.every(({ exact }) => exact)).toBe(true)
    const supports = met.map(({ policy }) => policy.filter(share => share > 0).length)
    expect(Math.max(...supports), 'some ties').toBeGreaterThan(1)
    expect(met.some(({ legal }, i) => supports[i]! < legal.length)).toBe(true)
  })

  it('greedy: the mean over what it draws, where there is chance', async () => {
    const game = classicOf('leduc-poker')
    const met = viewsOf(game, await made(game, 'greedy', { samples: 1 }), 2)
    expectAgreement(met)
    expect(met.some(({ exact }) => !exact)).toBe(true)
    expect(met.some(({ policy }) => policy.some(share => share > BOUND && share < 1 - BOUND))).toBe(true)
  })

  it('restricted: nothing of what it may not choose', async () => {
    const game = frontlineOf('lean')
    const agent = await made(game, 'restricted', { inner: 'random', forbid: 'archer' })
    const met = viewsOf(game, agent, 3)
    expectAgreement(met)
    const archer = met.flatMap(({ legal, policy }) =>
      [...legal].flatMap((action, i) =>
        game.text.format(newState(game.info), 0, action) === 'archer' ? [policy[i]] : [],
      ),
    )
    expect(archer.length).toBeGreaterThan(0)
    expect(new Set(archer)).toEqual(new Set([0]))
  })

  it('without one, the agent has to choose', async () => {
    const game = classicOf('kuhn-poker')
    const second: Agent = { choose: (_view, _seat, legal) => legal[1]! }
    expect(viewsOf(game, second, 4).map(({ exact, policy }) => [exact, ...policy])[0]).toEqual([true, 0, 1])
    const wrong: Agent = { choose: () => 7 }
    expect(() => viewsOf(game, wrong, 4)).toThrow('chose 7, expected one of its legal actions')
  })
})
