/** What reports say of a population: each player's score, their spread, and whether they disagree. */
import { describe, expect, test } from 'vitest'
import { defineExperiment, run } from '../../library/index.ts'
import { summaryDocument } from '../../reports/files/json.ts'
import { fairnessAnswer } from '../../reports/findings/answer/fairness.ts'
import { judgeGate } from '../../reports/findings/gate/gate.ts'
import { gateDocument, gateLines, valueWords } from '../../reports/findings/gate/words.ts'
import { memberDifferences, memberPhrases, playedWords } from '../../reports/findings/members.ts'
import { type Strength, seatVerdicts } from '../../reports/findings/verdicts/verdicts.ts'
import { agreementWords, shortVerdict } from '../../reports/findings/verdicts/words.ts'
import { highlights, members, seats } from '../../reports/tables/index.ts'
import { MatchRows } from '../../reports/tables/matches.ts'
import type { CellResult } from '../../sim/chunks/results.ts'
import { seatedMembers } from '../../sim/experiment/index.ts'
import {
  type CellSums,
  drawsIn,
  independentShare,
  lengthShare,
  longestIn,
} from '../../sim/figures/reading.ts'
import { addTally } from '../../sim/tally/layout.ts'
import { folder } from '../cli/command.ts'
import { cellOf, type PaperMatch, resultOf, TIE, verdictWords } from './fixture.ts'

const TWO = ['white', 'black']

const white: PaperMatch = { returns: [60, 0] }
const black: PaperMatch = { returns: [0, 60] }

/** A player with which white wins this percentage of blocks, and black the others. */
const player = (wins: number, hundreds = 1): CellResult =>
  cellOf(
    TWO,
    ['learned', 'learned'],
    Array.from({ length: 100 * hundreds }, (_, i) => (i % 100 < wins ? [white, white] : [black, black])),
  )

const sumOf = (cells: readonly CellResult[]) => {
  const sum = cells[0]!.tally.map(() => 0)
  for (const { tally } of cells) addTally(sum, tally)
  return sum
}

/** A cell of this many players who meet each other: each pair's matches, and each player's against itself. */
function meeting(
  count: number,
  pair: (one: number, other: number) => CellResult,
  self?: (one: number) => CellResult,
): CellResult {
  const each = Array.from({ length: count }, (_, i) => i)
  const all = each.flatMap(one =>
    each.filter(other => other > one).map(other => ({ pair: [one, other], cell: pair(one, other) })),
  )
  const cells = all.map(({ cell }) => cell)
  return {
    ...cells[0]!,
    tally: sumOf(cells),
    members: each.map(one => sumOf(all.filter(({ pair }) => pair.includes(one)).map(({ cell }) => cell))),
    selves: each.map(one => (self ? self(one).tally : cells[0]!.tally.map(() => 0))),
    pairings: { members: count, draws: 2, drawOf: [0, 1] },
  }
}

/** Players by how many blocks of a hundred white wins when each meets one like itself: what they add to it adds up. */
const players = (wins: readonly number[], hundreds = 1): CellResult =>
  meeting(wins.length, (one, other) => player(Math.round((wins[one]! + wins[other]!) / 2), hundreds))

const drawShare = (cell: CellSums) => independentShare(cell, drawsIn(cell))

describe('the verdict on a population', () => {
  test('says who played, and what the next player would show', () => {
    expect(memberPhrases(players([50, 52, 51]))).toEqual([
      '3 trained players, all pairings: no clear differences between them',
      expect.stringMatching(/^with one more such player, white would score 4\d to 5\d %$/),
    ])
    expect(memberPhrases(players([30, 40, 50, 60, 70]))).toEqual([
      '5 trained players, all pairings: they differ (p < 0.001)',
      expect.stringMatching(/^with one more such player, white would score 2\d to 7\d %$/),
    ])
    expect(verdictWords(players([50, 52, 51]), 0.02)).toContain('. 3 trained players, all pairings: no ')
    expect(verdictWords(players([50, 52, 51]), 0.02)).toMatch(/\. With one more such player, .* %\.$/)
  })

  test('waits for enough players and blocks, and is empty without a population', () => {
    expect(memberPhrases(player(50))).toEqual([])
    expect(memberPhrases(players([70, 90]))).toEqual([
      '2 trained players, all pairings: too few to show how much players differ',
    ])
    const one = cellOf(TWO, ['learned', 'learned'], [[white, black]])
    expect(memberPhrases(meeting(3, () => one))).toEqual([
      '3 trained players, all pairings: too few matches to compare them',
    ])
  })

  test('holds for one or two trained players, and says so', () => {
    expect(verdictWords(player(75), 0.02)).toMatch(
      /^For this one trained player, the game favours white by 25\.0 ± /,
    )
    expect(verdictWords(player(50, 200), 0.02)).toMatch(
      /^For this one trained player, the game is fair within 2 points: /,
    )
    expect(verdictWords(player(50), 0.02)).toMatch(/^Inconclusive: /)
    expect(verdictWords(players([70, 90]), 0.02)).toMatch(
      /^For these two trained players, the game favours white by 30\.0 /,
    )
    expect(verdictWords(players([88, 90, 92], 20), 0.02)).toMatch(/^Favours white by 40\.0 ± /)
    const [answer] = fairnessAnswer(resultOf([player(75)])).answer
    expect(answer).toBe('For this one trained player, it favours white.')
    expect(fairnessAnswer(resultOf([player(50, 200)])).answer[0]).toBe('For this one trained player, yes.')
    const greedy = cellOf(TWO, ['greedy', 'greedy'], new Array(100).fill([white, white]))
    expect(verdictWords(greedy, 0.02)).toMatch(/^Favours white/)
    expect(fairnessAnswer(resultOf([greedy])).answer[0]).toBe('No: it favours white.')
    expect(summaryDocument(resultOf([player(75)]))).toMatchObject({
      verdicts: [
        { lineups: [{ players: 1, words: expect.stringContaining('For this one trained player') }] },
      ],
    })
  })

  test('has an interval that covers players as well as matches', () => {
    const cell = players([30, 50, 70], 20)
    const matches = seatVerdicts(player(50, 60), 0.02)[0]!.anytime
    const { anytime, score } = seatVerdicts(cell, 0.02)[0]!
    expect(matches.high - matches.low).toBeLessThan(0.06)
    // Without one player, white wins 60, 50 and 40 %: Student's t on the jackknife, arm 4.303 x 0.1155.
    expect(anytime.high - 0.5).toBeCloseTo(4.3027 * Math.sqrt((2 / 3) * 0.02), 3)
    expect(score.high - 0.5).toBeCloseTo(4.3027 * Math.sqrt((2 / 3) * 0.02), 3)
    const [row] = seats.rows(resultOf([cell]))
    expect(row!.score_high).toBeCloseTo(score.high, 9)
  })
})

describe('a verdict that players leave open', () => {
  const said = (cell: CellResult) => verdictWords(cell, 0.02)
  const kinds = (cell: CellResult) => seatVerdicts(cell, 0.02).map(({ kind, disputed }) => [kind, disputed])

  test('is open, whether matches alone would favour a seat or find the game fair', () => {
    const favours = players([60, 74, 88], 5)
    expect(kinds(favours)).toEqual(new Array(2).fill(['inconclusive', true]))
    expect(shortVerdict(favours, 0.02)).toBe('inconclusive')
    expect(said(favours)).toMatch(
      /^Open: trained players disagree \(white 39 to 100 %\)\. White scores 74\.0 % .*\. About 1 more player would settle it if the score stays the same; more matches wouldn't\. 3 trained players, /,
    )
    expect(fairnessAnswer(resultOf([favours])).answer.at(-1)).toBe(
      "About 1 more player would settle it if the score stays the same; more matches wouldn't.",
    )
    const fair = players([30, 50, 70], 200)
    expect(kinds(fair)).toEqual(new Array(2).fill(['inconclusive', true]))
    const [row] = seats.rows(resultOf([fair]))
    expect(row).toMatchObject({ verdict: 'inconclusive', side: '', more_if_fair: Number.NaN })
  })

  test('asks for players beside strengths that need matches, or nothing', () => {
    const strength = (agent: string, cell: CellResult): Strength => {
      const verdicts = seatVerdicts(cell, 0.02)
      return { agent, verdicts, finding: verdicts[0]!.kind }
    }
    const learned = strength('learned', players([60, 74, 88], 5))
    const others = [strength('random', player(50, 300)), strength('mcts', player(50, 2))]
    expect(agreementWords([learned, ...others])).toBe(
      'Only random play gave a clear result. mcts needs more matches. learned needs more trained players.',
    )
  })

  test('says so where they are only too few', () => {
    const cell = meeting(3, (one, other) => player(58 + 4 * one + 2 * other))
    expect(said(cell)).toMatch(
      /^Open: 3 trained players are too few to tell \(white \d+ to \d+ %\)\. White scores /,
    )
  })

  test('stands where they agree on it, however much they differ', () => {
    const many = players([88, 89, 90, 91, 92, 93], 40)
    expect(memberPhrases(many)[0]).toContain('they differ')
    expect(kinds(many)).toEqual(new Array(2).fill(['favours', false]))
    // Open by the matches alone: more of them may settle it.
    expect(kinds(players([50, 51, 52]))).toEqual(new Array(2).fill(['inconclusive', false]))
    expect(said(players([50, 51, 52]))).toContain('more matches would')
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
    const cell = meeting(3, (one, other) => of(one === 0 && other === 1 ? 2 : 1))
    expect(kinds(cell)).toEqual(new Array(2).fill(['inconclusive', true]))
    expect(said(cell)).toMatch(/^Open: trained players disagree \(white -1\.54 to 2\.00 chips\)\. /)
    expect(memberPhrases(cell).at(-1)).toMatch(/white would get -1\.54 to 2\.00 chips$/)
  })

  test('is held to each seat, where there are more than two', () => {
    const wins = (seat: number): PaperMatch => ({ returns: [0, 1, 2].map(s => (s === seat ? 60 : 0)) })
    const of = (red: number) =>
      cellOf(
        ['red', 'blue', 'green'],
        ['learned', 'learned', 'learned'],
        Array.from({ length: 300 }, (_, i) => new Array(3).fill(wins(i % 100 < red ? 0 : 1 + (i % 2)))),
      )
    expect(kinds(meeting(3, one => of(20 + 30 * one)))[0]).toEqual(['inconclusive', true])
    expect(kinds(meeting(4, one => of(70 + one)))[0]).toEqual(['favours', false])
  })

  test('waits where a member forfeited all that it played', () => {
    const gauges = [{ id: 'chips', label: 'chips', min: -2, max: 2, zeroSum: true, weight: 1, payoff: true }]
    const of = (match: PaperMatch) =>
      cellOf(TWO, ['learned', 'learned'], new Array(4).fill([match, match]), { gauges })
    const paid: PaperMatch = { ...white, gauges: [[[1, -1]]] }
    const cell = meeting(3, one => of(one === 0 ? paid : { ...paid, faulty: 1 }))
    expect(memberPhrases(cell)).toEqual(['3 trained players, all pairings: too few matches to compare them'])
    expect(kinds(cell).every(([, disputed]) => disputed === false)).toBe(true)
  })

  test('nor is a bound of a gate met, or not met', () => {
    const judged = (cell: CellResult, figure: string, low: number, high: number) => {
      const [finding] = judgeGate([{ figure, written: `${low}..${high}`, low, high }], [cell], () => null)
      return finding!.verdict
    }
    const differing = players([30, 50, 70], 20)
    expect(judged(differing, 'first-seat', 45, 55)).toBe('inconclusive')
    expect(judged(differing, 'first-seat', 55, 100)).toBe('inconclusive')
    expect(judged(differing, 'first-seat', 0, 100)).toBe('met')
    expect(judged(differing, 'draws', 0, 5)).toBe('met')
    expect(judged(player(50, 20), 'first-seat', 45, 55)).toBe('met')
    const bound = { figure: 'first-seat', written: '0..100', low: 0, high: 100 }
    const [line] = gateLines(judgeGate([bound], [differing], () => null))
    expect(line).toContain('(learned vs learned, 3 trained players, all pairings, 12,000 matches)')
    const [single] = gateLines(judgeGate([bound], [player(50)], () => null))
    expect(single).toContain('(learned vs learned, one trained player, 200 matches)')
    expect(gateDocument(judgeGate([bound], [differing], () => null))).toMatchObject({
      bounds: [{ players: 3 }],
    })
    // Of a change from a run with as many players, and from one with fewer.
    const change = { ...bound, figure: 'change.first-seat', written: '-5..5', low: -5, high: 5 }
    const changed = (reference: CellResult) =>
      judgeGate([change], [differing], () => ({ cell: reference, paired: false }))[0]!
    const from = changed(players([50, 50, 50], 20))
    expect(from.verdict).toBe('inconclusive')
    expect(valueWords({ ...from, disputed: true })).toMatch(/, but other trained players may differ$/)
    expect(changed(player(50, 60)).disputed).toBe(false)
    // Of a length, in steps: one player's matches take 3, the others' 1.
    const long = cellOf(
      TWO,
      ['learned', 'learned'],
      new Array(100).fill(new Array(2).fill({ ...white, steps: 3 })),
    )
    const lengths = meeting(3, one => (one === 0 ? long : player(100)))
    expect(judged(lengths, 'length', 1, 2)).toBe('inconclusive')
    expect(judged(lengths, 'length', 0, 4)).toBe('met')
  })
})

describe('what a change does to matches without a winner, and to their length', () => {
  const drawn: PaperMatch = { returns: [30, 30], ending: TIE }
  const of = (...matches: PaperMatch[][]): CellResult => cellOf(TWO, ['learned', 'learned'], matches)
  const long: PaperMatch = { ...white, steps: 3 }
  const even = of([white, black], [white, black])
  const before = meeting(3, one => (one === 0 ? even : of([white, drawn], [white, drawn])))
  const after = meeting(3, one => (one === 0 ? of([long, black], [long, black]) : even))

  test('is told member by member', () => {
    const drawnBy = memberDifferences(after, before, drawShare)!
    // The first player meets the others in two of three pairs; the others each in one of these and in the third.
    expect(drawnBy.differences.map(({ mean }) => mean)).toEqual([0, -0.25, -0.25])
    expect(drawnBy.spread!.groups.mean).toBeCloseTo(-1 / 6, 12)
    const most = before.layout.steps
    const lengths = memberDifferences(after, before, cell => lengthShare(cell, most), most)!
    expect(lengths.differences[0]!.mean).toBeCloseTo(1, 9)
    expect(lengths.differences[1]!.mean).toBeCloseTo(0.5, 9)
    expect(memberDifferences(of([white, black]), of([white, black]), drawShare)).toBeNull()
  })

  test('shows who disagrees by the longest match, where the longest that there could be would hide it', () => {
    const many = (match: PaperMatch) => of(...Array.from({ length: 50 }, () => [match, match]))
    const short = meeting(3, () => many(white))
    const other = meeting(3, (one, two) => many(one === 0 && two === 1 ? long : white))
    expect([short, other].map(longestIn)).toEqual([1, 3])
    const within = (most: number) => memberDifferences(other, short, cell => lengthShare(cell, most), most)!
    expect(within(3).differences.map(({ mean }) => mean)).toEqual([1, 1, 0])
    expect(within(3).spread!.p).toBeLessThan(0.001)
    expect(within(10_000).spread!.p).toBeGreaterThan(0.9)
  })
})

describe('members.csv', () => {
  test('has a row for each player against others and against itself, and one for all, with their spread', () => {
    const of = meeting(
      3,
      (one, other) => player(40 + 20 * (one + other)),
      one => player(10 * one, 2),
    )
    const rows = members.rows(resultOf([of]))
    const seen = rows.map(({ member, opponents, seat, blocks, score }) => [
      ...[member, opponents, seat, blocks],
      Number(Number(score).toFixed(9)),
    ])
    expect(seen.slice(0, 7)).toEqual([
      [1, 'others', 'white', 200, 0.7],
      [2, 'others', 'white', 200, 0.8],
      [3, 'others', 'white', 200, 0.9],
      [1, 'itself', 'white', 200, 0],
      [2, 'itself', 'white', 200, 0.1],
      [3, 'itself', 'white', 200, 0.2],
      [Number.NaN, '', 'white', 300, 0.8],
    ])
    expect(rows[6]).toMatchObject({ spread: expect.closeTo(0.19, 1), p: expect.closeTo(0, 5), next_high: 1 })
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
      ...new Array(14).fill('learned vs learned'),
      ...new Array(8).fill('learned vs random'),
    ])
    expect(playedWords(result)).toMatch(
      /^66 matches of nim \(and 6 of players with themselves, which don't count\), seed /,
    )
    const hashes = result.experiment.learn!.policies![0]!.map(({ sha256 }) => sha256)
    // Twelve blocks: nine pairings once, and three of the first pairings again.
    for (const from of [0, 7]) {
      const its = rows.slice(from, from + 7)
      expect(its.map(({ policy }) => policy)).toEqual([...hashes, ...hashes, ''])
      expect(its.map(({ blocks }) => blocks)).toEqual([6, 6, 6, 1, 1, 1, 9])
      const [a, b, c] = its
      expect(Number(a!.score) + Number(b!.score) + Number(c!.score)).toBeCloseTo(
        3 * Number(its[6]!.score),
        12,
      )
    }
    for (const from of [14, 18]) {
      const its = rows.slice(from, from + 4)
      expect(its.map(({ policy }) => policy)).toEqual([...hashes, ''])
      expect(its.map(({ blocks }) => blocks)).toEqual([4, 4, 4, 12])
    }
    // Single matches say who of them played.
    for (const { block, rotation, members, words } of highlights.rows({
      ...result,
      cells: result.cells.slice(0, 1),
    })) {
      const seated = seatedMembers(result.cells[0]!.pairings, Number(block), Number(rotation)).map(
        one => one + 1,
      )
      expect(members).toBe(seated.join(' '))
      expect(words).toMatch(new RegExp(`, by players ${seated.join(' and ')}$`))
    }
    for (const { block, members, words } of highlights.rows({ ...result, cells: result.cells.slice(1, 2) })) {
      expect(members).toBe(`${1 + (Number(block) % 3)}`)
      expect(words).toMatch(new RegExp(`, by player ${members}$`))
    }
    for (const { members, words } of highlights.rows({ ...result, cells: result.cells.slice(2) })) {
      expect(members).toBe('')
      expect(words).not.toContain('player')
    }
    const single = new MatchRows(result.experiment)
    const at = Object.keys(single.columns).findIndex(id => id.startsWith('member.'))
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
    expect([4, 5, 6].map(block => single.rowOf(1, 0, block, 0, fact).slice(at, at + 2))).toEqual(
      [2, 3, 1].map(member => [member, Number.NaN]),
    )
    expect(single.rowOf(1, 0, 4, 1, fact).slice(at, at + 2)).toEqual([Number.NaN, 2])
    expect(single.rowOf(0, 0, 0, 0, fact).slice(at, at + 2)).toEqual([1, 2])
    expect(single.rowOf(2, 0, 4, 0, fact).slice(at, at + 2)).toEqual([Number.NaN, Number.NaN])
  })
})
