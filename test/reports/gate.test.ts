/** Gates on matches made by hand. */
import { describe, expect, it } from 'vitest'
import { parseDocument } from '../../documents/index.ts'
import { consoleReport } from '../../reports/console/index.ts'
import { gateVerdict, judgeGate, type Reference } from '../../reports/findings/gate/gate.ts'
import { gateDocument, gateLines, gateSummary } from '../../reports/findings/gate/words.ts'
import type { CellResult } from '../../sim/chunks/results.ts'
import { type GateBound, resolveExperiment } from '../../sim/experiment/index.ts'
import { metricsOf } from '../../sim/figures/registry.ts'
import { addPair, layoutMeasures, layoutPairs } from '../../sim/tally/pairs.ts'
import { CAP, cellOf, type PaperMatch, resultOf, TIE, TWO } from './fixture.ts'

const bound = (figure: string, low: number | null, high: number | null, rest = {}): GateBound => ({
  figure,
  written: `${low ?? ''}..${high ?? ''}`,
  low,
  high,
  ...rest,
})

const NONE = [0, 0, 0, 0, 0]
const white: PaperMatch = {
  returns: [60, 0],
  steps: 2,
  events: [
    [[1, 1, 0, 0, 0], NONE],
    [NONE, NONE],
  ],
}
const black: PaperMatch = { returns: [0, 60], steps: 2 }
const tie: PaperMatch = { returns: [30, 30], ending: TIE, steps: 4 }
const cap: PaperMatch = { returns: [30, 30], ending: CAP, steps: 4 }

/** So many blocks, the draws last. Of the decided ones, each seat wins one match. */
const cell = (blocks: number, drawn: number, last = tie, variant = 'paper'): CellResult =>
  cellOf(
    TWO,
    ['ann', 'ann'],
    Array.from({ length: blocks }, (_, i) => (i < blocks - drawn ? [white, black] : [last, last])),
    { variant },
  )

/** What is said of one bound in one cell. */
function judged(one: GateBound, its: CellResult, reference: Reference | null = null) {
  const [finding] = judgeGate([one], [its], () => reference)
  return finding!
}

describe('a bound', () => {
  const game = cell(1000, 20, cap)

  it.each([
    ['first-seat', 48, 52, 50, 'met'],
    ['first-seat', 52, null, 50, 'not met'],
    ['seat.black', null, 49, 50, 'not met'],
    ['first-seat', 50, 52, 50, 'inconclusive'],
    ['draws', null, 5, 2, 'met'],
    ['draws', null, 1, 2, 'inconclusive'],
    ['draws', 5, null, 2, 'not met'],
    ['turn-limit', 1, 5, 2, 'inconclusive'],
    ['forfeits', null, 2, 0, 'met'],
    ['length', 1.9, 2.2, 2.04, 'met'],
    ['length', 2.2, null, 2.04, 'not met'],
    // White uses a pawn in one of two matches, black never: in a quarter of the seats' matches.
    ['use.pawn', 20, 30, 24.5, 'met'],
    ['use.bid', 10, null, 0, 'not met'],
  ])('%s %s..%s: %s is %s', (figure, low, high, mean, verdict) => {
    const { value, verdict: said } = judged(bound(figure, low, high), game)
    expect(value!.mean).toBeCloseTo(mean, 9)
    expect(value!.low).toBeLessThanOrEqual(mean + 1e-9)
    expect(value!.high).toBeGreaterThanOrEqual(mean - 1e-9)
    expect(said).toBe(verdict)
  })

  it('on a lead counts it in the headline gauge at the end, from a side or of whoever leads', () => {
    // White ends 2 ahead in one match and 1 behind in the other: the leads of a zero-sum gauge are twice its value, 1 and 3 a match on average.
    const ends = (lead: number): PaperMatch => ({ ...white, steps: 1, gauges: [[[lead, -lead]], [[0, 0]]] })
    const close = cellOf(
      TWO,
      ['ann', 'ann'],
      Array.from({ length: 400 }, () => [ends(2), ends(-1)]),
    )
    const said = (figure: string, low: number | null, high: number | null) => {
      const { value, verdict } = judged(bound(figure, low, high), close)
      return [value!.mean, verdict]
    }
    expect(said('lead', 2, 4)).toEqual([3, 'met'])
    expect(said('lead', null, 2)).toEqual([3, 'not met'])
    expect(said('lead.white', 0.5, 1.5)).toEqual([1, 'met'])
    expect(said('lead.black', -0.5, null)).toEqual([-1, 'not met'])
    expect(gateLines([judged(bound('lead', 2, 4), close)])[0]).toMatch(/^met {11}lead 2\.\.4: 3\.0/)
  })

  it('on a gauge counts it at the end, of a seat or as the mean of all', () => {
    const ends = (favour: number, white: number, black: number): PaperMatch => ({
      returns: [60, 0],
      steps: 2,
      gauges: [
        [
          [3, -3],
          [199, 199],
        ],
        [
          [favour, -favour],
          [white, black],
        ],
      ],
    })
    const blocks = Array.from({ length: 3000 }, (_, i) => [ends(2, 60, i % 2), ends(-1, 20, 0)])
    const rich = cellOf(TWO, ['ann', 'ann'], blocks)
    const said = (figure: string, low: number | null, high: number | null) => {
      const { value, verdict } = judged(bound(figure, low, high), rich)
      return [value!.mean, verdict]
    }
    expect(said('gauge.gold.white', 35, 45)).toEqual([40, 'met'])
    expect(said('gauge.gold.black', 3, null)).toEqual([0.25, 'not met'])
    expect(said('gauge.gold', 15, 25)).toEqual([20.125, 'met'])
    expect(said('gauge.favour.black', null, -0.4)).toEqual([-0.5, 'met'])
    // Over all seats a zero-sum gauge is 0 in any game.
    expect(judgeGate([bound('gauge.favour', null, 1)], [rich], () => null)).toEqual([])
    expect(gateLines([judged(bound('gauge.gold', 15, 25), rich)])[0]).toMatch(
      /^met {11}gauge\.gold 15\.\.25: 20\.1\d* ± /,
    )
    const reference = { cell: cellOf(TWO, ['ann', 'ann'], blocks), paired: false }
    const apart = judged(bound('change.gauge.gold', -9, 9), rich, reference)
    expect([apart.value!.mean, apart.verdict]).toEqual([0, 'met'])
    expect(judged(bound('change.lead', -1, 1), rich, reference).value!.mean).toBe(0)
  })

  it('on a rare share rests on blocks, whatever their matches have to do with each other', () => {
    // No draw in 200 blocks rules out 5 %: .95^200 is 0.00004. In 40 it does not: .95^40 is .13.
    expect(judged(bound('draws', null, 5), cell(200, 0)).verdict).toBe('met')
    expect(judged(bound('draws', null, 5), cell(40, 0)).verdict).toBe('inconclusive')
  })

  it('among many needs more to be missed, and no more to be met', () => {
    const one = bound('draws', null, 5)
    const many = [one, ...new Array<GateBound>(100).fill(bound('draws', 0, 100))]
    const close = cell(300, 30)
    expect(judged(one, close).verdict).toBe('not met')
    expect(judgeGate(many, [close], () => null)[0]!.verdict).toBe('inconclusive')
    const [alone, among] = [[one], many].map(gate => judgeGate(gate, [cell(200, 0)], () => null)[0]!)
    expect(among).toEqual(alone)
  })

  it('is for its own line-up and variant', () => {
    const findings = judgeGate(
      [bound('draws', null, 5, { variant: 'lean' }), bound('draws', null, 5, { lineup: 'bob vs bob' })],
      [cell(10, 0), cell(10, 0, tie, 'lean')],
      () => null,
    )
    expect(findings.map(({ cell }) => cell.cell.variant.name)).toEqual(['lean'])
  })
})

describe('a bound on a change', () => {
  const before = cell(400, 0)
  const after = cell(400, 100, tie, 'after')

  it('without pairs leaves room for any dependence', () => {
    const { value, verdict } = judged(bound('change.draws', 10, 40), after, { cell: before, paired: false })
    expect(value!.mean).toBeCloseTo(25, 9)
    expect(verdict).toBe('met')
    // Each figure's own interval at half the chance, end against end.
    const own = (its: CellResult) => judgeGate([bound('draws', 0, 100)], [its], () => null)[0]!.value!
    expect(value!.high - value!.low).toBeGreaterThan(own(after).high - own(after).low)
    expect(judged(bound('change.uses.pawn', null, 1), after, { cell: before, paired: false })).toMatchObject({
      value: null,
      verdict: 'inconclusive',
    })
    expect(judged(bound('change.draws', null, 5), after).verdict).toBe('inconclusive')
  })

  it('with pairs is that of the blocks, and of two seats one loses what the other gets', () => {
    const metrics = metricsOf(before.game, after.game)
    const compared = layoutPairs(metrics)
    const pairs = new Float64Array(compared.size)
    const { size, uses, leads, finals } = layoutMeasures(before.game.info)
    for (let block = 0; block < 400; block++) {
      const [one, other] = [new Int32Array(size), new Int32Array(size)]
      // White gains a win in every fourth block, and uses two pawns less in each.
      other[0] = block % 4 === 0 ? 60 : 0
      one[uses] = 2
      // It ends 3 further behind in one match of a block, whoever leads 1 closer; and all seats together have 8 gold more.
      other[leads] = -3
      other[leads + 1] = 3
      one[leads + 2] = 2
      other[finals + 5] = 8
      addPair(pairs, compared, one, other)
    }
    const reference = { cell: before, paired: true }
    const paired = { ...after, metrics, pairs }
    const means = ['change.first-seat', 'change.seat.black', 'change.uses.pawn', 'change.length'].map(
      figure => judged(bound(figure, 0, null), paired, reference).value!,
    )
    for (const [i, mean] of [12.5, -12.5, -1, 0].entries()) {
      expect(means[i]!.mean).toBeCloseTo(mean, 9)
      expect(means[i]!.low).toBeLessThan(mean)
      expect(means[i]!.high).toBeGreaterThan(mean)
    }
    expect(judged(bound('change.seat.black', null, -5), paired, reference).verdict).toBe('met')
    const ends = ['change.lead.white', 'change.lead.black', 'change.lead', 'change.gauge.gold'].map(figure =>
      judged(bound(figure, -9, 9), paired, reference),
    )
    expect(ends.map(({ value }) => value!.mean)).toEqual([-1.5, 1.5, -1, 2])
    expect(ends.map(({ verdict }) => verdict)).toEqual(['met', 'met', 'met', 'met'])
    expect(gateLines(ends.slice(2))[0]).toMatch(/^met {11}change\.lead -9\.\.9: -1\.0/)
  })

  it('is not asked where there is nothing to ask', () => {
    expect(judgeGate([bound('change.draws', null, 5)], [before], () => undefined)).toEqual([])
  })
})

describe('a gate', () => {
  const findings = judgeGate(
    [bound('first-seat', 48, 52), bound('draws', null, 5), bound('length', null, 2)],
    [cell(1000, 400)],
    () => null,
  )

  it('is told in a line each, and a line for all', () => {
    expect(gateLines(findings)).toEqual([
      expect.stringMatching(/^met {11}first-seat 48\.\.52: 50\.0 % ± \d\.\d+ \(ann vs ann, 2,000 matches\)$/),
      expect.stringMatching(/^not met {7}draws \.\.5: 40\.0 % ± \d\.\d \(ann vs ann, 2,000 matches\)$/),
      expect.stringMatching(
        /^not met {7}length \.\.2: 2\.8\d* rounds ± 0\.\d+ \(ann vs ann, 2,000 matches\)$/,
      ),
    ])
    expect(gateSummary(findings)).toBe('gate: 1 met and 2 not met')
    expect(gateDocument(findings)).toMatchObject({
      gate: 'not met',
      bounds: [{ figure: 'first-seat', bound: '48..52', value: 50, reference: null, verdict: 'met' }, {}, {}],
    })
  })

  it('is told at the end of a run in the same words, wrapped', () => {
    const result = resultOf([cell(1000, 400)])
    const gate = findings.map(finding => finding.bound)
    const told = consoleReport(
      { ...result, experiment: { ...result.experiment, gate } },
      { color: false, width: 62 },
    )
    const section = /\nGATE\n((?: .*\n)+)/.exec(told)![1]!
    const lines = section.trimEnd().split('\n')
    expect(lines.length).toBeGreaterThan(findings.length + 1)
    expect(lines.filter(line => line.length > 62)).toEqual([])
    const said = [...gateLines(findings), gateSummary(findings)].map(line => `  ${line}\n`).join('')
    const whole = section.replaceAll(/\n {18}/g, ' ')
    expect(whole.slice(0, said.length)).toBe(said)
    expect(whole.slice(said.length)).toMatch(
      /^ {2}To look for a fix:\n {4}evenhand tune paper --goal 'draws ..5' 'length ..2' \\\n {6}--agents ann\n$/,
    )
    expect(consoleReport(result, { color: false, width: 62 })).not.toContain('GATE')
  })

  it('is met if all of its bounds are, and there are some', () => {
    expect(gateVerdict(findings)).toBe('not met')
    expect(gateVerdict(findings.slice(0, 1))).toBe('met')
    expect(gateVerdict([])).toBe('inconclusive')
    const none = judgeGate([bound('draws', null, 5)], [cell(0, 0)], () => null)
    expect(gateVerdict([...findings.slice(0, 1), ...none])).toBe('inconclusive')
    expect(gateLines(none)[0]).toContain('no match is counted yet')
  })
})

it('figures are not called unknown where the variants are games of other seats', async () => {
  const text = `
game: prestige
variants: [{ name: two, ruleset: two }, { name: three, ruleset: three }]
lineups: [{ agents: [random], matches: 6 }]
gate: { draws: < 90 % }
`
  await expect(resolveExperiment(parseDocument(text, 'g.yaml'))).rejects.toThrow(
    /^g\.yaml:\d+:\d+: variant "three" has 3 seats, expected 2 as in the first$/,
  )
})
