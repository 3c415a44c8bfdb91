/** Two runs compared: paired figures match those of one run with both variants. */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import {
  type Comparison,
  compare,
  comparisonsOf,
  defineExperiment,
  diffRuns,
  type ExperimentDefinition,
  run,
} from '../../library/index.ts'

const TINY = {
  ...{ name: 'tiny', game: 'frontline', seed: 'diff', matches: 60 },
  lineups: [{ agents: ['random'] }, { agents: ['greedy', 'random'] }],
} satisfies ExperimentDefinition
const BEFORE = { cells: 5, turns: 12 }
const AFTER = { cells: 5, turns: 20 }
/** The figures that facts of matches tell. */
const KNOWN = ['score', 'role', 'draws', 'draws-before-limit', 'length', 'payoff']

const CHOICES = { ...TINY, game: 'matrix-game', lineups: [{ agents: ['random'] }] }
/** Heads wins so much against tails. */
const paid = (payoff: number) => ({
  row: ['heads', 'tails'],
  column: ['heads', 'tails'],
  payoffs: [
    [0, payoff],
    [-1, 0],
  ],
})
const SPIES = { ...CHOICES, game: './spy.js' }

/** A spy is dealt, then a die decides: the crew wins with 1 to `crew`, whatever anybody does. */
const SPY = `export default {
  id: 'spy', seats: ['ann', 'bob', 'cy'], roles: ['crew', 'spy'], rules: { crew: 6 },
  setup: () => ({ spy: -1, turn: 0, die: 0 }),
  toMove: s => (s.spy < 0 || s.turn === 3 ? 'chance' : s.turn),
  chance: s => Array.from({ length: s.spy < 0 ? 3 : 10 }, (_, move) => ({ move })),
  moves: () => ['wait', 'work'],
  apply(s, move, { seat }) {
    if (seat >= 0) s.turn++
    else if (s.spy < 0) s.spy = move
    else s.die = move + 1
  },
  outcome: (s, { rules }) => (s.die === 0 ? null : { role: s.die <= rules.crew ? 'crew' : 'spy' }),
  roleOf: (s, { seat }) => (seat === s.spy ? 'spy' : 'crew'),
}
`

let dir: string
const play = async (name: string, definition: ExperimentDefinition, isKept = true): Promise<string> => {
  const out = join(dir, name)
  const table = isKept ? { matchesTable: { format: 'csv' as const } } : {}
  await run(await defineExperiment(definition), { threads: 0, chunk: 7, out, ...table })
  return out
}
const diffed = (before: string, after: string) => {
  const diff = diffRuns(join(dir, before), join(dir, after))
  return { ...diff, all: comparisonsOf(diff.joined) }
}

beforeAll(async () => {
  dir = mkdtempSync(join(inject('folders'), 'diff-'))
  writeFileSync(join(dir, 'spy.js'), SPY)
  await play('before', { ...TINY, rules: BEFORE })
  await play('after', { ...TINY, rules: AFTER })
  await play('longer', { ...TINY, rules: AFTER, matches: 90 })
  await play('bare', { ...TINY, rules: AFTER }, false)
  await play('seeded', { ...TINY, rules: AFTER, seed: 'other' })
})

describe('diffRuns', () => {
  it.each([
    ['frontline', TINY, BEFORE, AFTER, ['length'], { key: 'turns', a: 12, b: 20 }],
    ['a game with payoffs', CHOICES, paid(1), paid(3), ['payoff'], { key: 'payoffs' }],
    ['a game with roles', SPIES, { crew: 6 }, { crew: 8 }, ['role'], { key: 'crew', a: 6, b: 8 }],
  ])(
    'pairs blocks of one seed as a comparison within one run does: %s',
    async (_, given, was, is, kinds, change) => {
      const definition = { ...given, game: given.game.replace('.', dir) }
      const [first, second] = ['was', 'is'].map(side => `${side}-${kinds[0]}`) as [string, string]
      await play(first, { ...definition, rules: was })
      await play(second, { ...definition, rules: is })
      const { all, rules, notCompared, caveats } = diffed(first, second)
      const result = await compare(
        { ...definition, name: 'both', before: { rules: was }, after: { rules: is } },
        { threads: 0, chunk: 7 },
      )
      const told = (one: Comparison) => [one.variant.cell.lineup.name, one.metric.id].join()
      const expected = comparisonsOf(result).filter(({ metric }) => KNOWN.includes(metric.kind))
      const moved = new Set(expected.filter(one => one.difference !== 0).map(({ metric }) => metric.kind))
      expect([...moved]).toEqual(expect.arrayContaining(kinds))
      for (const one of expected) {
        const found = all.find(other => told(other) === told(one))!
        const { before, after, difference, low, high, p, anytime, blocks, differing } = one
        expect(found).toMatchObject({
          ...{ isPaired: true, before, after, difference, low, high, p, anytime, blocks, differing },
        })
      }
      expect(rules[0]!.changes).toMatchObject([change])
      expect([notCompared, caveats]).toEqual([[], []])
    },
  )

  it('pairs the blocks that both runs played', () => {
    const [first] = diffed('before', 'longer').all
    expect([first!.metric.kind, first!.isPaired, first!.blocks]).toEqual(['score', true, 30])
  })

  it.each(['bare', 'seeded'])('takes runs for independent without shared facts: %s', name => {
    const { all } = diffed('before', name)
    expect(all.every(({ isPaired }) => !isPaired)).toBe(true)
    const length = all.find(({ metric }) => metric.kind === 'length')!
    const paired = diffed('before', 'after').all.find(({ metric }) => metric.kind === 'length')!
    expect(length.before).toBeCloseTo(paired.before, 9)
    if (name === 'bare') expect(length.after).toBeCloseTo(paired.after, 9)
    expect(length.low).toBeLessThan(length.difference)
    expect(length.high).toBeGreaterThan(length.difference)
  })

  it('says of a run and itself that nothing moved', () => {
    const { all } = diffed('before', 'before')
    expect(all.filter(({ difference }) => difference !== 0)).toEqual([])
    expect(
      all.every(({ anytimeAdjusted, low, high }) => anytimeAdjusted === 1 && low <= 0 && high >= 0),
    ).toBe(true)
  })

  it('names what is not compared, and why', async () => {
    const mcts = (iterations: number) => ({ agents: [{ agent: 'mcts', iterations }] })
    await play('one', { ...TINY, matches: 2, rules: BEFORE, lineups: [mcts(2), { agents: ['random'] }] })
    await play('others', {
      ...{ ...TINY, matches: 2, lineups: [mcts(3), { agents: ['greedy'] }] },
      variants: [
        { name: 'default', rules: BEFORE },
        { name: 'long', rules: AFTER },
      ],
    })
    const { all, caveats, notCompared } = diffed('one', 'others')
    expect([all, caveats]).toEqual([[], []])
    expect(notCompared).toEqual([
      { what: 'mcts:iterations=2 vs mcts:iterations=2', why: 'only one has these players' },
      { what: 'random vs random', why: 'only one has these players' },
      { what: 'variant long', why: 'only others has it' },
      { what: 'mcts:iterations=3 vs mcts:iterations=3', why: 'only others has these players' },
      { what: 'greedy vs greedy', why: 'only others has these players' },
    ])
  })

  it('refuses runs of different games', async () => {
    await play('nim', { name: 'nim', game: 'nim', matches: 4 })
    expect(() => diffed('before', 'nim')).toThrow(/is a run of "nim", expected "frontline" as in .*before$/)
  })
})
