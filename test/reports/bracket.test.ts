/** Bounds on perfect play beside a verdict: from best responses, an exploiter's matches, and shipped results. */
import { beforeAll, describe, expect, it } from 'vitest'
import { expectedPayoffs, GameTree, mixtureOf, uniform, type View } from '../../engine/solve/index.ts'
import { consoleReport, defineExperiment, type RunResult, run, summaryDocument } from '../../library/index.ts'
import { bracketIn } from '../../reports/findings/verdicts/bracket.ts'
import { pageOf } from '../../reports/page/index.ts'
import { classicOf } from '../classics/load.ts'

/** The value of Kuhn poker for the first seat. */
const KUHN = -1 / 18

const flat = (text: string): string => text.replace(/\s+/g, ' ')
const flatPage = (result: RunResult): string =>
  flat(
    pageOf(result)
      .replaceAll(/<[^>]*>/g, '')
      .replaceAll('\u00a0', ' '),
  )

interface Bracketed {
  readonly verdicts: readonly {
    readonly lineups: readonly {
      bracket: { low: number; high: number; exact: boolean } | null
      words: string
    }[]
  }[]
}

const bracketsOf = (result: RunResult) =>
  (summaryDocument(result) as Bracketed).verdicts[0]!.lineups.map(({ bracket }) => bracket)

describe('a mixture', () => {
  it('plays in each seat as often like each policy', () => {
    const tree = new GameTree(classicOf('kuhn-poker'), 100)
    const policies = [
      uniform,
      ({ actions }: View) => actions.map((_, i) => (i === 0 ? 1 : 0)),
      ({ actions, index }: View) => actions.map((_, i) => (i === index % 2 ? 0.9 : 0.1)),
    ]
    const weights = [0.5, 0.3, 0.2]
    let mean = 0
    for (const [i, first] of policies.entries())
      for (const [j, second] of policies.entries())
        mean +=
          weights[i]! *
          weights[j]! *
          expectedPayoffs(tree, view => (view.seat === 0 ? first(view) : second(view)))[0]!
    expect(expectedPayoffs(tree, mixtureOf(tree, policies, weights))[0]).toBeCloseTo(mean, 12)
  })
})

describe('a run of players that learned a small game', () => {
  let result: RunResult
  beforeAll(async () => {
    const learn = { rounds: 0, matches: 20, tests: 20, seeds: 2 }
    const lineups = [{ agents: ['learned'] }, { agents: ['random'] }]
    const experiment = await defineExperiment({ name: 'x', game: 'kuhn-poker', matches: 400, lineups, learn })
    result = await run(experiment, { threads: 0 })
  })

  it('says between what best responses prove perfect play to lie, beside their verdict alone', () => {
    const [learned, random] = bracketsOf(result)
    expect(random).toBeNull()
    expect(learned!.exact).toBe(true)
    expect(learned!.low).toBeLessThan(KUHN)
    expect(learned!.high).toBeGreaterThan(KUHN)
    const words = `Perfect play: from ${learned!.low.toFixed(3)} to ${learned!.high.toFixed(3)} chips won per match for first, as best responses prove`
    const console = flat(consoleReport(result, { color: false, width: 100 }))
    expect(console.split(`${words}.`)).toHaveLength(3)
    expect(flatPage(result)).toContain(words)
  })
})

describe('an exploiter', () => {
  const played = async (game: string, by: string, matches: number, agent = 'random'): Promise<RunResult> =>
    run(
      await defineExperiment({
        name: 'x',
        game,
        matches: 100,
        lineups: [{ agents: [agent] }],
        exploit: { matches, by },
      }),
      { threads: 0 },
    )

  it('shows what each seat can get, by payoff and by share', async () => {
    // Uniform play is worth 1/8 to the first seat, and as much to an exploiter that plays like it.
    const same = bracketIn((await played('kuhn-poker', 'random', 4000)).cells[1]!)!
    expect([same.low < 0.125, same.high > 0.125, same.high - same.low < 0.4]).toEqual([true, true, true])
    const kuhn = await played('kuhn-poker', 'mcts:iterations=40', 400)
    const [bracket] = bracketsOf(kuhn)
    expect(bracket!.low).toBeLessThan(KUHN)
    expect(bracket!.high).toBeGreaterThan(KUHN)
    expect(bracket!.exact).toBe(false)
    const cross = bracketsOf(await played('tic-tac-toe', 'mcts:iterations=60', 60))[0]!
    expect(cross.low).toBeLessThan(0.5)
    expect(cross.high).toBeGreaterThan(0.8)
  })

  it('leaves the ends in order where it loses in both seats', async () => {
    const { low, high } = bracketIn((await played('tic-tac-toe', 'random', 60, 'greedy')).cells[1]!)!
    expect(low).toBeLessThan(high)
  })

  it('is asked for on the page of learned players whose game is too large to prove anything', async () => {
    const experiment = await defineExperiment({
      name: 'x',
      game: 'frontline',
      matches: 4,
      lineups: [{ agents: ['learned'] }],
    })
    const result = await run(experiment, { threads: 0 })
    const [cell] = result.cells
    const known = (low: number, high: number) => {
      const bracket = { low, high, exact: false }
      const variant = { ...cell!.cell.variant, bracket }
      return flatPage({ ...result, cells: [{ ...cell!, cell: { ...cell!.cell, variant } }] })
    }
    expect(bracketsOf(result)).toEqual([null])
    expect(flatPage(result)).toContain('add --exploit 400 --exploiter learned')
    expect(known(0.4, 0.7)).toContain(
      'Perfect play: somewhere from 40 to 70 % for A, as far as adversaries have shown.',
    )
    expect(known(0, 1)).toContain('. Perfect play: adversaries leave it open.')
    for (const page of [known(0.4, 0.7), known(0, 1)]) expect(page).not.toContain('--exploiter learned')
  })
})
