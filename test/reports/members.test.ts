/** What reports say of a population: each player's score, their spread, and whether they disagree. */
import { describe, expect, test } from 'vitest'
import { defineExperiment, run } from '../../library/index.ts'
import { judgeGate } from '../../reports/findings/gate/gate.ts'
import { gateDocument, valueWords } from '../../reports/findings/gate/words.ts'
import { memberDifferences, memberWords } from '../../reports/findings/members.ts'
import { seatVerdicts } from '../../reports/findings/verdicts/verdicts.ts'
import { shortVerdict, verdictWords } from '../../reports/findings/verdicts/words.ts'
import { highlights, members, seats } from '../../reports/tables/index.ts'
import { MatchRows } from '../../reports/tables/matches.ts'
import type { CellResult } from '../../sim/chunks/results.ts'
import {
  type CellSums,
  drawsIn,
  independentShare,
  lengthShare,
  longestIn,
} from '../../sim/figures/reading.ts'
import { addTally } from '../../sim/tally/layout.ts'
import { folder } from '../cli/command.ts'
import { cellOf, type PaperMatch, resultOf, TIE } from './fixture.ts'

const TWO = ['white', 'black']

const white: PaperMatch = { returns: [60, 0] }
const black: PaperMatch = { returns: [0, 60] }

/** A player who has white win so many blocks of a hundred, and black the others; of more blocks, as large a share. */
const player = (wins: number, hundreds = 1): CellResult =>
  cellOf(
    TWO,
    ['learned', 'learned'],
    Array.from({ length: 100 * hundreds }, (_, i) => (i % 100 < wins ? [white, white] : [black, black])),
  )

/** One cell of players who took turns. */
function population(...players: CellResult[]): CellResult {
  const [first, ...others] = players
  const tally = first!.tally.slice()
  for (const other of others) addTally(tally, other.tally)
  return { ...first!, tally, members: players.map(one => one.tally) }
}

const drawShare = (cell: CellSums) => independentShare(cell, drawsIn(cell))

describe('the verdict on a population', () => {
  test('gives the interval over players, and says that they agree', () => {
    const words = memberWords(population(player(50), player(52), player(51)))
    expect(words).toMatch(
      /^over its 3 players white scores 51\.0 % ± 2\.5, and they don't differ by more than chance \(p 0\.9\d\d\)$/,
    )
  })

  test('says that they disagree, and even in which direction', () => {
    const cell = population(player(30), player(50), player(70))
    expect(memberWords(cell)).toMatch(
      /^over its 3 players white scores 50\.0 % ± 49\.7, and they disagree \(30\.0, 50\.0 and 70\.0 %, p < 0\.001\): above its fair share with 1 of them, below it with 1$/,
    )
    expect(verdictWords(cell, 0.02)).toContain('; over its 3 players white scores 50.0 %')
    expect(memberWords(population(player(70), player(90)))).toMatch(/\(70\.0 and 90\.0 %, p < 0\.001\)$/)
  })

  test('is as before where nobody takes turns, and waits for two blocks of each', () => {
    expect(memberWords(player(50))).toBe('')
    expect(verdictWords(player(50), 0.02)).not.toContain('players')
    const one = cellOf(TWO, ['learned', 'learned'], [[white, black]])
    expect(memberWords(population(one, one))).toBe('too few matches to compare its 2 players')
  })
})

describe('a verdict that players who disagree do not bear out', () => {
  const said = (cell: CellResult) => verdictWords(cell, 0.02)
  const kinds = (cell: CellResult) => seatVerdicts(cell, 0.02).map(({ kind, disputed }) => [kind, disputed])

  test('is none, whether it would have favoured a seat or found the game fair', () => {
    const favours = population(player(60), player(75), player(90))
    expect(kinds(favours)).toEqual(new Array(2).fill(['inconclusive', true]))
    expect(shortVerdict(favours, 0.02)).toBe('inconclusive')
    expect(said(favours)).toMatch(
      /^inconclusive: white scores 75\.0 % ± .*; its players disagree, so more players would settle it, but more matches would not; over its 3 players /,
    )
    const fair = population(...[30, 50, 70].map(wins => player(wins, 200)))
    expect(kinds(fair)).toEqual(new Array(2).fill(['inconclusive', true]))
    const [row] = seats.rows(resultOf([fair]))
    expect(row).toMatchObject({ verdict: 'inconclusive', side: '', more_matches: Number.NaN })
  })

  test('stands where they agree on it, however much they differ', () => {
    const many = [88, 89, 90, 91, 92].map(wins => player(wins, 20))
    expect(memberWords(population(...many))).toContain('they disagree')
    expect(kinds(population(...many))).toEqual(new Array(2).fill(['favours', false]))
    expect(kinds(population(player(70), player(72)))).toEqual(new Array(2).fill(['favours', false]))
    // Open by the matches alone: nobody is sent for more of them where players disagree, and else as ever.
    expect(kinds(population(player(40), player(62)))).toEqual(new Array(2).fill(['inconclusive', true]))
    expect(kinds(population(player(48), player(54)))).toEqual(new Array(2).fill(['inconclusive', false]))
    expect(said(population(player(48), player(54)))).toContain('more matches would')
  })

  test('goes by payoffs in games that have them', () => {
    const gauges = [{ id: 'chips', label: 'chips', min: -2, max: 2, zeroSum: true, weight: 1, payoff: true }]
    // Chips go the other way than wins: who loses the match gets them.
    const of = (chips: number) =>
      cellOf(
        TWO,
        ['learned', 'learned'],
        Array.from({ length: 100 }, (_, i) => {
          const match: PaperMatch = { ...(i % 2 === 0 ? white : black), gauges: [[[chips, -chips]]] }
          return [match, match]
        }),
        { gauges },
      )
    const cell = population(of(2), of(1), of(1))
    expect(memberWords(cell)).toMatch(
      /^over its 3 players white gets 1\.3 \(-0\.1 to 2\.0\), and they disagree \(2\.00, 1\.00 and 1\.00, p < 0\.001\)$/,
    )
    expect(kinds(cell)).toEqual(new Array(2).fill(['inconclusive', true]))
  })

  test('is held to each seat, where there are more than two', () => {
    const wins = (seat: number): PaperMatch => ({ returns: [0, 1, 2].map(s => (s === seat ? 60 : 0)) })
    const of = (red: number) =>
      cellOf(
        ['red', 'blue', 'green'],
        ['learned', 'learned', 'learned'],
        Array.from({ length: 300 }, (_, i) => new Array(3).fill(wins(i % 100 < red ? 0 : 1 + (i % 2)))),
      )
    expect(kinds(population(of(20), of(50), of(80)))[0]).toEqual(['inconclusive', true])
    expect(kinds(population(of(60), of(61), of(62)))[0]).toEqual(['favours', false])
  })

  test('waits where a member forfeited all that it played', () => {
    const gauges = [{ id: 'chips', label: 'chips', min: -2, max: 2, zeroSum: true, weight: 1, payoff: true }]
    const of = (match: PaperMatch) =>
      cellOf(TWO, ['learned', 'learned'], new Array(4).fill([match, match]), { gauges })
    const paid: PaperMatch = { ...white, gauges: [[[1, -1]]] }
    const cell = population(of(paid), of({ ...paid, faulty: 1 }), of(paid))
    expect(memberWords(cell)).toBe('too few matches to compare its 3 players')
    expect(kinds(cell).every(([, disputed]) => disputed === false)).toBe(true)
  })

  test('nor is a bound of a gate met, or not met', () => {
    const judged = (cell: CellResult, figure: string, low: number, high: number) => {
      const [finding] = judgeGate([{ figure, written: `${low}..${high}`, low, high }], [cell], () => null)
      return [finding!.verdict, finding!.disputed, valueWords(finding!)]
    }
    const players = population(...[30, 50, 70].map(wins => player(wins, 20)))
    expect(judged(players, 'first-seat', 45, 55)).toEqual([
      ...['inconclusive', true],
      expect.stringMatching(/^50\.0 % ± .*, but its players disagree$/),
    ])
    expect(judged(players, 'first-seat', 55, 100).slice(0, 2)).toEqual(['inconclusive', true])
    expect(judged(players, 'first-seat', 0, 100).slice(0, 2)).toEqual(['met', false])
    expect(judged(players, 'draws', 0, 5).slice(0, 2)).toEqual(['met', false])
    // However many bounds there are: met needs no correction, and what may take it back has none.
    const some = population(...[58, 66, 74].map(wins => player(wins, 2)))
    const bound = { figure: 'first-seat', written: '55..100', low: 55, high: 100 }
    for (const bounds of [1, 20])
      expect(judgeGate(new Array(bounds).fill(bound), [some], () => null)[0]!.disputed).toBe(true)
    expect(gateDocument(judgeGate([bound], [some], () => null))).toMatchObject({
      bounds: [{ verdict: 'inconclusive', disputed: true }],
    })
    // Of a change from a run with as many players, and from one with fewer.
    const change = { ...bound, figure: 'change.first-seat', written: '-5..5', low: -5, high: 5 }
    const before = population(...[50, 50, 50].map(wins => player(wins, 20)))
    const changed = (reference: CellResult) =>
      judgeGate([change], [players], () => ({ cell: reference, paired: false }))[0]!
    expect(changed(before)).toMatchObject({ verdict: 'inconclusive', disputed: true })
    expect(changed(player(50, 60)).disputed).toBe(false)
    expect(judged(player(50, 20), 'first-seat', 45, 55).slice(0, 2)).toEqual(['met', false])
    // Of a length, in steps: one player's matches take 3, the others' 1.
    const long = cellOf(
      TWO,
      ['learned', 'learned'],
      new Array(100).fill(new Array(2).fill({ ...white, steps: 3 })),
    )
    const lengths = population(long, player(100), player(100))
    expect(judged(lengths, 'length', 1, 2).slice(0, 2)).toEqual(['inconclusive', true])
    expect(judged(lengths, 'length', 0, 4)[0]).toBe('met')
  })
})

describe('what a change does to matches without a winner, and to their length', () => {
  const drawn: PaperMatch = { returns: [30, 30], ending: TIE }
  const of = (...matches: PaperMatch[][]): CellResult => cellOf(TWO, ['learned', 'learned'], matches)
  const long: PaperMatch = { ...white, steps: 3 }
  const before = population(of([white, black], [white, black]), of([white, drawn], [white, drawn]))
  const after = population(of([long, black], [long, black]), of([white, black], [white, black]))

  test('is told member by member', () => {
    const drawnBy = memberDifferences(after, before, drawShare)!
    expect(drawnBy.differences.map(({ mean }) => mean)).toEqual([0, -0.5])
    expect(drawnBy.spread!.groups.mean).toBeCloseTo(-0.25, 12)
    const most = before.layout.steps
    const lengths = memberDifferences(after, before, cell => lengthShare(cell, most), most)!
    expect(lengths.differences[0]!.mean).toBeCloseTo(1, 9)
    expect(lengths.differences[1]!.mean).toBeCloseTo(0, 9)
    expect(memberDifferences(of([white, black]), of([white, black]), drawShare)).toBeNull()
  })

  test('shows who disagrees by the longest match, where the longest that there could be would hide it', () => {
    const many = (match: PaperMatch) => of(...Array.from({ length: 50 }, () => [match, match]))
    const short = population(many(white), many(white))
    const other = population(many(long), many(white))
    expect([short, other].map(longestIn)).toEqual([1, 3])
    const within = (most: number) => memberDifferences(other, short, cell => lengthShare(cell, most), most)!
    expect(within(3).differences.map(({ mean }) => mean)).toEqual([2, 0])
    expect(within(3).spread!.p).toBeLessThan(0.001)
    expect(within(10_000).spread!.p).toBeGreaterThan(0.9)
  })
})

describe('members.csv', () => {
  test('has a row for each player and seat, and one for all, with their spread', () => {
    const rows = members.rows(resultOf([population(player(30), player(50), player(70))]))
    expect(rows.map(({ member, seat, blocks, score }) => [member, seat, blocks, score])).toEqual([
      ...[
        [1, 'white', 100, 0.3],
        [2, 'white', 100, 0.5],
        [3, 'white', 100, 0.7],
        [Number.NaN, 'white', 300, 0.5],
      ],
      ...[
        [1, 'black', 100, 0.7],
        [2, 'black', 100, 0.5],
        [3, 'black', 100, 0.3],
        [Number.NaN, 'black', 300, 0.5],
      ],
    ])
    expect(rows[3]).toMatchObject({ spread: expect.closeTo(0.195, 2), p: expect.closeTo(0, 5) })
    expect(rows[0]).toMatchObject({ spread: Number.NaN })
    expect(members.rows(resultOf([player(50)]))).toEqual([])
  })

  test('adds up to the run, and names the policies', { timeout: 120_000 }, async () => {
    const learn = { rounds: 0, matches: 4, tests: 4, seeds: 3 }
    const lineups = [{ agents: ['learned'] }, { agents: ['learned', 'random'] }, { agents: ['random'] }]
    const experiment = await defineExperiment({ game: 'nim', matches: 24, learn, lineups })
    const result = await run(experiment, { threads: 0, policies: folder() })
    const rows = members.rows(result)
    expect(rows.map(({ lineup }) => lineup)).toEqual([
      ...new Array(8).fill('learned vs learned'),
      ...new Array(8).fill('learned vs random'),
    ])
    const hashes = result.experiment.learn!.policies![0]!.map(({ sha256 }) => sha256)
    for (const from of [0, 4, 8, 12]) {
      const [a, b, c, all] = rows.slice(from, from + 4)
      expect([a!.policy, b!.policy, c!.policy, all!.policy]).toEqual([...hashes, ''])
      expect([a!.blocks, b!.blocks, c!.blocks, all!.blocks]).toEqual([4, 4, 4, 12])
      expect(Number(a!.score) + Number(b!.score) + Number(c!.score)).toBeCloseTo(3 * Number(all!.score), 12)
    }
    // Single matches say who of them played.
    for (const { block, member, words } of highlights.rows({ ...result, cells: result.cells.slice(0, 2) })) {
      expect(member).toBe(1 + (Number(block) % 3))
      expect(words).toMatch(new RegExp(`, by player ${member}$`))
    }
    for (const { member, words } of highlights.rows({ ...result, cells: result.cells.slice(2) })) {
      expect(member).toBeNaN()
      expect(words).not.toContain('player')
    }
    const single = new MatchRows(result.experiment)
    const at = Object.keys(single.columns).indexOf('member')
    const fact = {
      winner: 0,
      faulty: -1,
      ending: 0,
      steps: 1,
      decisions: 1,
      lowest: 0,
      returns: Int32Array.of(60, 0),
      finals: new Int32Array(0),
    }
    expect([4, 5, 6].map(block => single.rowOf(1, 0, block, 0, fact)[at])).toEqual([2, 3, 1])
    expect(single.rowOf(2, 0, 4, 0, fact)[at]).toBeNaN()
  })
})
