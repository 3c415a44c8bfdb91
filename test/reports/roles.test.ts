/** Roles that any seat may hold, on matches made by hand. */
import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { consoleReport } from '../../reports/console/index.ts'
import { ladderLines } from '../../reports/console/ladder.ts'
import { consoleSummary } from '../../reports/console/summary.ts'
import { csvOf } from '../../reports/files/csv.ts'
import { summaryDocument } from '../../reports/files/json.ts'
import { writeReports } from '../../reports/files/write.ts'
import { compareAnswer } from '../../reports/findings/answer/compare.ts'
import { fairnessAnswer } from '../../reports/findings/answer/fairness.ts'
import { comparisonsOf } from '../../reports/findings/changes/comparisons.ts'
import { judgeGate } from '../../reports/findings/gate/gate.ts'
import { gateTexts } from '../../reports/findings/gate/words.ts'
import { ladderOf } from '../../reports/findings/ladder/ladder.ts'
import { ladderWords } from '../../reports/findings/ladder/words.ts'
import { shortVerdict } from '../../reports/findings/verdicts/words.ts'
import { changesSection } from '../../reports/page/sections/changes.ts'
import { fairSection } from '../../reports/page/sections/fair.ts'
import { sweepFigures } from '../../reports/page/sections/sweep.ts'
import { subjectOf } from '../../reports/page/subject.ts'
import { ladder, roles, seats } from '../../reports/tables/index.ts'
import type { CellResult } from '../../sim/chunks/results.ts'
import { gateFigures, metricsOf } from '../../sim/figures/registry.ts'
import { ruleStatus } from '../../sim/stopping.ts'
import { checkTally } from '../../sim/tally/checks/tally.ts'
import { addPair, layoutMeasures, layoutPairs } from '../../sim/tally/pairs.ts'
import { cellOf, type PaperMatch, resultOf, verdictWords } from './fixture.ts'

const SEATS = ['ann', 'bob', 'cy']
const ENDINGS = [
  { id: 'crew', kind: 'win', label: 'crew won', role: 'crew' },
  { id: 'spy', kind: 'win', label: 'spy won', role: 'spy' },
  { id: 'draw', kind: 'draw', label: 'a draw' },
] as const
const EVEN = [
  { id: 'crew', fair: 0.5 },
  { id: 'spy', fair: 0.5 },
]

/** A match in which a seat is the spy. */
const crew = (spy: number): PaperMatch => ({ returns: [30, 30, 30].with(spy, 0), ending: 0 })
const spy = (spy: number): PaperMatch => ({ returns: [0, 0, 0].with(spy, 60), ending: 1 })
const drawn: PaperMatch = { returns: [20, 20, 20], ending: 2 }

/** Five blocks in which each seat is as often the spy, and the crew wins 9 of 15 matches. */
const SIXTY = [0, 1, 2, 0, 1].map((at, i) => [
  crew(at),
  i < 4 ? crew((at + 1) % 3) : spy((at + 1) % 3),
  spy((at + 2) % 3),
])

const repeated = (blocks: readonly PaperMatch[][], count: number): PaperMatch[][] =>
  new Array(count).fill(blocks).flat()

function cell(blocks: readonly PaperMatch[][], given = EVEN, variant = 'paper'): CellResult {
  return cellOf(SEATS, ['ann', 'ann', 'ann'], blocks, { variant, endings: ENDINGS, roles: given })
}

const FAVOURS = cell(repeated(SIXTY, 400))

describe('a verdict on roles', () => {
  it('says how often each wins, before the seats', () => {
    expect(shortVerdict(FAVOURS, 0.02)).toBe('favours crew')
    const { answer } = fairnessAnswer(resultOf([FAVOURS]))
    expect(answer[0]).toBe('No: it favours crew.')
    expect(answer[1]).toMatch(
      /^When ann plays itself, crew wins 60\.0 % ± \d\.\d of matches and spy 40\.0 % ± \d\.\d \(fair: 50 % each\)\.$/,
    )
    expect(answer[2]).toMatch(/seats/)
    expect(verdictWords(FAVOURS, 0.02)).toMatch(
      /^Favours crew: crew wins 60\.0 % ± .* \(fair: 50 % each, n 6,000\)\. Seats: /,
    )
    expect(consoleSummary(resultOf([FAVOURS]), { color: false, width: 80 })).toMatch(
      /player +verdict +crew, % .*\n +ann +favours crew +60\.0 ± /,
    )
  })

  it('is about the fair shares that the game gives', () => {
    const given = [
      { id: 'crew', fair: 0.6 },
      { id: 'spy', fair: 0.4 },
    ]
    const fair = cell(repeated(SIXTY, 400), given)
    expect(shortVerdict(fair, 0.02)).toBe('fair')
    expect(verdictWords(fair, 0.02)).toContain('(fair: crew 60 % and spy 40 %, n 6,000)')
  })

  it('counts draws by the fair shares, and tells them apart', () => {
    const block = [crew(0), spy(1), drawn]
    const even = cell(repeated([block], 2000))
    expect(shortVerdict(even, 0.02)).toBe('fair')
    expect(verdictWords(even, 0.02)).toMatch(/crew wins 33\.3 % .*, spy 33\.3 % .* and nobody 33\.3 %/)
    const [row] = roles.rows(resultOf([even]))
    expect(row).toMatchObject({ role: 'crew', wins: 2000, unwon: 2000, score: 0.5, fair_share: 0.5 })
    expect(row!.win_share).toBeCloseTo(1 / 3, 9)
  })

  it('of other agents than one says that it is about the line-up', () => {
    const mixed = cellOf(SEATS, ['ann', 'bob', 'bob'], repeated(SIXTY, 4), { endings: ENDINGS, roles: EVEN })
    expect(verdictWords(mixed, 0.02)).toMatch(/^No verdict: crew wins 60\.0 %/)
  })

  it('stops a line-up that waits for one', () => {
    const { met } = ruleStatus(FAVOURS, FAVOURS.cell.lineup, { from: 1, decide: 2 }, 0.02)
    expect(met).toBe(true)
    const few = cell(SIXTY)
    expect(ruleStatus(few, few.cell.lineup, { from: 1, decide: 2 }, 0.02).met).toBe(false)
  })
})

describe('the wins of a role', () => {
  it('have an interval from the blocks', () => {
    // All matches of a block alike: as many blocks as matches count.
    const alike = cell(
      repeated(
        [
          [crew(0), crew(1), crew(2)],
          [spy(0), spy(1), spy(2)],
        ],
        50,
      ),
    )
    const apart = cell(
      repeated(
        [
          [crew(0), spy(1), crew(2)],
          [spy(0), crew(1), spy(2)],
        ],
        50,
      ),
    )
    const [wide, narrow] = [alike, apart].map(one => roles.rows(resultOf([one]))[0]!)
    expect(wide!.win_share).toBe(0.5)
    expect(narrow!.win_share).toBe(0.5)
    expect(wide!.win_share_high).toBeCloseTo(0.5 + 1.96 * Math.sqrt(0.25 / 100), 1)
    expect(narrow!.win_share_high - 0.5).toBeLessThan(0.5 * (wide!.win_share_high - 0.5))
  })

  it('are held to by gates', () => {
    const judge = (figure: string, low: number | null, high: number | null) =>
      judgeGate([{ figure, written: `${low}..${high}`, low, high }], [FAVOURS], () => undefined)
    expect(judge('role.crew', 55, 65)[0]!.verdict).toBe('met')
    expect(judge('role.crew', 45, 55)[0]!.verdict).toBe('not met')
    expect(judge('role.spy', 45, 55)[0]!.verdict).toBe('not met')
    expect(gateTexts(judge('role.crew', 45, 55))[0]).toMatch(/^role\.crew 45\.\.55: 60\.0 % ± \d/)
    expect([...gateFigures(FAVOURS.game.info).keys()].filter(name => name.includes('role'))).toEqual([
      'role.crew',
      'change.role.crew',
      'role.spy',
      'change.role.spy',
    ])
  })

  it('are compared block by block', () => {
    const before = cell(repeated(SIXTY, 100), EVEN, 'old')
    const after = cell(repeated([[crew(0), crew(1), spy(2)]], 500), EVEN, 'new')
    const metrics = metricsOf(before.game, after.game)
    expect(metrics.slice(0, 2).map(({ id }) => id)).toEqual(['role:crew', 'role:spy'])
    const compared = layoutPairs(metrics)
    const pairs = new Float64Array(compared.size)
    const { roles: at, size } = layoutMeasures(before.game.info)
    for (let block = 0; block < 500; block++) {
      const [one, other] = [new Int32Array(size), new Int32Array(size)]
      one.set(block % 5 === 4 ? [1, 2] : [2, 1], at)
      other.set([2, 1], at)
      addPair(pairs, compared, one, other)
    }
    const { cell: place } = after
    const result = resultOf([
      before,
      { ...after, cell: { ...place, index: 1, lineup: before.cell.lineup }, metrics, pairs },
    ])
    const [first, second] = comparisonsOf(result)
    expect(first).toMatchObject({ before: 0.6, words: 'more wins for crew' })
    expect(first!.difference).toBeCloseTo(1 / 15, 9)
    expect(second!.words).toBe('fewer wins for spy')
    // What the spy loses, the crew wins: told once.
    expect(compareAnswer(result).answer[0]).toBe(
      'When ann plays itself, crew wins more often (60.0 % → 66.7 %).',
    )
    expect(consoleReport(result, { color: false, width: 100, files: false })).toMatch(
      /crew points +spy points .*\n.* \+6\.7 ± \d\.\d\* +-6\.7 ± \d\.\d\*/,
    )
    expect(changesSection(subjectOf(result)).text).toMatch(/Crew wins more often \(60\.0\s%\s→\s66\.7\s%\)/)
  })

  it('are refused where they do not fit the endings', () => {
    const { game, layout, tally } = FAVOURS
    checkTally(game, layout, tally, 2000)
    const wrong = tally.slice()
    const at = layout.roleBlocks + 2 * 4 + 3
    wrong[at]!--
    wrong[at - 4]!++
    expect(() => checkTally(game, layout, wrong, 2000)).toThrow('wins of a role: found 3599, expected 3600')
  })
})

describe('reports of a game with roles', () => {
  it('have a file and rows in JSON for them, and those of other games have neither', () => {
    const dir = mkdtempSync(join(tmpdir(), 'roles-'))
    writeReports(dir, resultOf([FAVOURS]), null)
    expect(readdirSync(dir)).toContain('roles.csv')
    const other = mkdtempSync(join(tmpdir(), 'roles-'))
    const plain = resultOf([cellOf(SEATS, ['ann', 'ann', 'ann'], [[crew(0), crew(1), crew(2)]])])
    writeReports(other, plain, null)
    expect(readdirSync(other)).not.toContain('roles.csv')
    expect(summaryDocument(plain)).toMatchObject({ roles: [] })
    expect(summaryDocument(resultOf([FAVOURS]))).toMatchObject({
      roles: [
        { role: 'crew', verdict: 'favours', side: 'above' },
        { role: 'spy', verdict: 'favours', side: 'below' },
      ],
    })
    expect(csvOf(roles, resultOf([FAVOURS]))).toContain(',crew,true,6000,2000,3600,0,0.600000,')
  })

  it('show a chart of roles first, then one of the seats', () => {
    const page = fairSection(subjectOf(resultOf([FAVOURS]))).text
    expect(page.indexOf('Wins of crew')).toBeGreaterThan(0)
    expect(page.indexOf('Wins of crew')).toBeLessThan(page.indexOf('Score of each seat'))
    expect(page).toContain('<dt>ann</dt><dd class="is-favours">Favours crew: crew wins 60.0')
    expect(page).toContain('scores of the seats with their intervals. ann: favours cy.')
  })

  it('tell of a ladder how the wins of a role move with strength', () => {
    const even = cell(
      repeated(
        [
          [crew(0), spy(1), crew(2)],
          [spy(0), crew(1), spy(2)],
        ],
        1000,
      ),
    )
    const better = cellOf(SEATS, ['bob', 'bob', 'bob'], repeated(SIXTY, 400), {
      endings: ENDINGS,
      roles: EVEN,
    })
    const met = cellOf(SEATS, ['ann', 'bob', 'bob'], repeated(SIXTY, 4), { endings: ENDINGS, roles: EVEN })
    const cells = [even, better, met]
    expect(ladder.rows(resultOf(cells))).toMatchObject([
      { agent: 'ann', seat: 'crew', seat_score: 0.5, seat_verdict: 'fair' },
      { agent: 'bob', seat: 'crew', seat_score: 0.6, seat_verdict: 'favours crew' },
    ])
    expect(ladder.rows(resultOf(cells))[1]!.seat_moved).toBeCloseTo(10, 9)
    expect(ladderWords(ladderOf(cells), 0.02)).toContainEqual(
      expect.stringMatching(
        /^The verdict still changes with strength: crew gains 10\.0 ± \d\.\d points from ann to bob\./,
      ),
    )
    const shown = { margin: 0.02, width: 100, paint: (_: string, text: string) => text }
    expect(ladderLines(ladderOf(cells), shown).join('\n')).toMatch(/ crew, % /)
  })

  it('draw of a sweep the wins of a role, not the score of a seat', () => {
    const cells = [1, 2, 3].map(spies => cell(repeated(SIXTY, 400), EVEN, `spies=${spies}`))
    const lineups = cells.map(one => ({ ...one, cell: { ...one.cell, lineup: cells[0]!.cell.lineup } }))
    const factor = { key: 'spies', meaning: '', values: [1, 2, 3] }
    const drawn = sweepFigures(subjectOf(resultOf(lineups)), [factor])
      .map(({ text }) => text)
      .join('')
    expect(drawn).toContain('ann: wins of crew, %')
    expect(drawn).toContain('spies 2: 60.00')
    expect(drawn).not.toContain('score of ann')
  })

  it('keep the verdict on the seats in seats.csv', () => {
    const first = cell(repeated([[crew(2), crew(2), crew(2)]], 200))
    expect(seats.rows(resultOf([first]))[2]).toMatchObject({ seat: 'cy', verdict: 'favours', side: 'below' })
  })
})
