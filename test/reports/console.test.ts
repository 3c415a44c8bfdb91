import { describe, expect, it } from 'vitest'
import { consoleReport } from '../../reports/console/index.ts'
import { summaryDocument } from '../../reports/files/json.ts'
import { annAndBob, CAP, cellOf, resultOf, TIE, TWO, times } from './fixture.ts'

const even = (agent: string, blocks = 100) => cellOf(TWO, [agent, agent], times(blocks, [60, 0], [0, 60]))
const whiteWins = (agent: string) => cellOf(TWO, [agent, agent], times(100, [60, 0], [60, 0]))
const blackWins = (agent: string) => cellOf(TWO, [agent, agent], times(100, [0, 60], [0, 60]))

/** A text without its colours. */
function bare(text: string): string {
  const [first, ...rest] = text.split('\u001b')
  return first + rest.map(part => part.replace(/^\[\d+m/, '')).join('')
}

/** The report with its wrapped lines joined, for sentences. */
function report(cells: Parameters<typeof resultOf>[0], complete = true, width = 200): string {
  return consoleReport(resultOf(cells, complete), { color: false, width })
}

describe('the verdict', () => {
  it('says fair, favours and inconclusive in plain words, from a side, with interval and n', () => {
    const text = report([even('random'), blackWins('greedy'), even('mcts', 10)])
    expect(text).toContain('  random  fair within 2 points: white scores 50.0 % ± 1.0 (n 200)\n')
    expect(text).toContain('  greedy  favours black by 50.0 ± 3.8 points (fair: 50 % each, n 200)\n')
    expect(text).toContain(
      '  mcts    inconclusive: white scores 50.0 % ± 11.0 (n 20); about 590 more matches might settle it\n',
    )
  })

  it('says that it flips, changes or holds with strength', () => {
    expect(report([blackWins('random'), whiteWins('mcts')])).toContain(
      'The verdict flips with strength: white is above its fair share with mcts, below it with random.',
    )
    expect(report([even('random'), whiteWins('greedy'), whiteWins('mcts')])).toContain(
      'The verdict changes with strength: white is above its fair share with greedy and mcts, fair with random.',
    )
    expect(report([even('random'), even('mcts')])).toContain('The verdict is the same at every strength')
    expect(report([even('random'), even('mcts', 2)])).toContain(
      'Verdicts agree so far; mcts is inconclusive.',
    )
    expect(report([even('random', 2), even('mcts', 2)])).toContain('Every strength is inconclusive.')
    expect(report([even('random')])).toContain('Only one strength was played')
  })

  it('says first that a game is nearly always drawn, by agreement or at the turn limit', () => {
    const drawn = { returns: [30, 30], ending: TIE }
    const capped = { returns: [30, 30], ending: CAP }
    const blocks = (count: number, ...block: object[]) => new Array(count).fill(block)
    const won = blocks(1, { returns: [60, 0] }, drawn)
    const cell = (draws: number) => cellOf(TWO, ['ann', 'ann'], [...blocks(draws, drawn, capped), ...won])
    // 1 winner in 20 matches is 5 %, the most that is still called nearly always drawn.
    expect(report([cell(9)])).toContain(
      'ann  nearly always drawn: 95.0 % of 20 matches had no winner (white won 1 and black won 0), so scores show little about ' +
        'the seats; by score alone, inconclusive: white scores 52.5 %',
    )
    expect(report([cell(8)])).toContain('ann  inconclusive: white scores')
    expect(report([cell(999)])).toContain('nearly always drawn: 99.9 % of 2,000 matches had no winner')
    expect(report([cellOf(TWO, ['ann', 'ann'], blocks(100, drawn, capped))])).toContain(
      'ann  always drawn: none of 200 matches had a winner, so scores show nothing about the seats; by score alone, fair within ' +
        '2 points: white scores 50.0 %',
    )
    // Forfeits are neither won in play nor drawn.
    const forfeited = { returns: [60, 0], faulty: 1 }
    expect(report([cellOf(TWO, ['ann', 'ann'], blocks(2, drawn, forfeited))])).toContain(
      'none of 2 matches had a winner',
    )
    expect(report([cellOf(TWO, ['ann', 'ann'], blocks(2, forfeited, forfeited))])).not.toContain(
      'always drawn',
    )
  })

  it('judges no seats where the agents differ', () => {
    expect(report([cellOf(TWO, ['ann', 'bob'], times(100, [60, 0], [0, 60]))])).toContain(
      'ann vs bob  no verdict: white scores 50.0 % ± 1.0 (n 200), but only an agent that plays itself shows',
    )
  })

  it('names every seat of three', () => {
    const cell = cellOf(['x', 'y', 'z'], ['a', 'a', 'a'], times(100, [60, 0, 0], [30, 30, 0], [60, 0, 0]))
    // x has 150 of 180 returns in each block, y 30 and z none.
    expect(report([cell])).toMatch(
      /a {2}favours x by 50\.0 ± \d\.\d points, hinders y by 16\.7 ± \d\.\d points and z by 33\.3 ± \d\.\d points \(fair: 33\.3 % each, n 300\)/,
    )
  })

  it('gives no advice on two matches', () => {
    const text = report([cellOf(TWO, ['ann', 'ann'], times(1, [60, 0], [0, 60]))])
    expect(text).toContain('too few matches to say how many would settle it')
    expect(text).not.toContain('might settle it')
  })

  it('says so when nothing was played', () => {
    expect(report([cellOf(TWO, ['ann', 'ann'], [])], false)).toContain('inconclusive: no matches were played')
  })
})

describe('strength', () => {
  it('is told by the one ahead, with Elo', () => {
    // Of each block of two, bob wins 3/4: 400 log10 3 = 190.8. All blocks agree, phi = 1/4 / (99 * 3/16 + 1/4).
    const cell = cellOf(TWO, ['ann', 'bob'], times(100, [30, 30], [60, 0]))
    expect(report([cell])).toMatch(
      / {2}bob beats ann: 75\.0 % ± 1\.\d, \+191 Elo \(\+18\d to \+20\d\), n 200\n/,
    )
  })

  it('has no end above for a perfect score', () => {
    // 400 log10(0.96212 / 0.03788) = 561.9.
    expect(report([cellOf(TWO, ['ann', 'bob'], times(100, [60, 0], [0, 60]))])).toContain(
      '  ann beats bob: 100.0 % ± 3.8, at least +562 Elo, n 200\n',
    )
  })

  it('is open where the interval holds the middle', () => {
    expect(report([annAndBob()])).toContain(
      '  too few matches to rank bob and ann: bob scores 62.5 % ± 61.7, +89 Elo (-833 to +1011), n 4\n',
    )
  })
})

describe('three seats', () => {
  const xyz = ['x', 'y', 'z']
  const mixed = cellOf(xyz, ['mcts', 'random', 'random'], times(100, [60, 0, 0], [0, 30, 30], [0, 60, 0]))
  const mirror = cellOf(xyz, ['random', 'random', 'random'], times(100, [60, 0, 0], [30, 30, 0], [60, 0, 0]))

  it('tell agents of one name apart by their position', () => {
    expect(report([mixed])).toMatch(
      /mcts 83\.3 % ± \d\.\d, random \(2nd\) 0\.0 % ± \d\.\d and random \(3rd\) 16\.7 % ± \d\.\d \(even: 33\.3 % each, n 300\)/,
    )
  })

  it('have the score of every agent over all seats and in each', () => {
    expect(report([mirror, mixed], true, 100)).toContain(
      [
        'MATCHES',
        '  line-up                     n  draws  limit  forfeits  length',
        '  random vs itself          300      0      0         0     1.0',
        '  mcts vs random vs random  300      0      0         0     1.0',
        '',
        '  score, % (even: 33.3 %)    all seats            x            y           z',
        '  random vs itself                       83.3 ± 1.0   16.7 ± 1.0   0.0 ± 3.8',
        '  mcts vs random vs random',
        '    mcts                    83.3 ± 1.0  100.0 ± 3.8  100.0 ± 3.8  50.0 ± 1.0',
        '    random (2nd)             0.0 ± 3.8    0.0 ± 3.8    0.0 ± 3.8   0.0 ± 3.8',
        '    random (3rd)            16.7 ± 1.0    0.0 ± 3.8   50.0 ± 1.0   0.0 ± 3.8',
      ].join('\n'),
    )
  })

  it('list these scores as text where the table does not fit', () => {
    const lines = consoleReport(resultOf([mirror, mixed]), { color: false, width: 50 }).split('\n')
    for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(50)
    expect(lines.join(' ').replace(/ +/g, ' ')).toMatch(
      /random \(3rd\): all seats 16\.7 ± \d\.\d, x 0\.0 ± \d\.\d, y 50\.0/,
    )
  })
})

describe('warnings', () => {
  it('name the agent that failed, how often, and the first match', () => {
    expect(report([annAndBob()])).toContain(
      '  ! ann vs bob: ann forfeited 1 of 4 matches. The first: seed ink, block 1, rotation 1, decision 5, as black: ' +
        'it answered 7, which is not legal.\n',
    )
  })

  it('name the turn limit and draws where they are many', () => {
    const capped = { returns: [30, 30], ending: CAP }
    const drawn = { returns: [30, 30], ending: TIE }
    const won = { returns: [60, 0] }
    const cell = (...block: { returns: number[] }[]) =>
      report([cellOf(TWO, ['ann', 'ann'], [block, [capped, won]])])
    expect(cell(capped, capped)).toContain(
      'ann vs ann: 3 of 4 matches (75 %) hit the turn limit, which biases scores toward 50 %.',
    )
    expect(report([cellOf(TWO, ['ann', 'ann'], [[drawn, drawn]])])).toContain(
      '2 of 2 matches (100 %) were drawn, which biases scores toward 50 %.',
    )
    expect(cell(drawn, capped)).toContain('3 of 4 matches (75 %) were drawn or hit the turn limit, which')
    // Rounded, but nearly all are not all.
    const blocks = (count: number) =>
      report([cellOf(TWO, ['ann', 'ann'], [...new Array(count).fill([capped, capped]), [capped, won]])])
    expect(blocks(3)).toContain('7 of 8 matches (88 %) hit the turn limit')
    expect(blocks(299)).toContain('599 of 600 matches (99 %) hit the turn limit')
    const even = report([
      cellOf(
        TWO,
        ['ann', 'ann'],
        [
          [won, won],
          [won, won],
          [capped, won],
        ],
      ),
    ])
    expect(even).not.toContain('WARNING')
  })

  it('tell a run that was stopped', () => {
    const stopped = even('ann', 1)
    const asked = { ...stopped, cell: { ...stopped.cell, lineup: { ...stopped.cell.lineup, blocks: 50 } } }
    expect(report([asked], false)).toContain('  ! The run was stopped: 2 of 100 matches were played.\n')
  })
})

describe('the layout', () => {
  const cells = [
    even('random', 10_000),
    even('mcts:iterations=2000:exploration=1.4:playouts=greedy'),
    annAndBob(),
    { ...even('greedy'), faults: [] },
  ]

  it('fits its width', () => {
    for (const width of [80, 100, 120]) {
      const lines = consoleReport(resultOf(cells, false), { color: true, width }).split('\n')
      for (const line of lines) {
        const plain = bare(line)
        // Only a name that is longer than the line may stick out.
        if (!plain.includes('playouts=greedy')) expect(plain.length, plain).toBeLessThanOrEqual(width)
      }
    }
  })

  it('colours only when asked, and nothing else changes', () => {
    const plain = consoleReport(resultOf(cells), { color: false, width: 80 })
    const coloured = consoleReport(resultOf(cells), { color: true, width: 80 })
    expect(plain).not.toContain('\u001b')
    expect(coloured).toContain('\u001b[32mfair\u001b[0m')
    expect(bare(coloured)).toBe(plain)
  })

  it('fits a million matches, most of them drawn or stopped at the turn limit, between agents with long names', () => {
    const long = cellOf(TWO, ['mcts:iterations=2000', 'mcts:iterations=4000'], times(10, [60, 0], [60, 0]))
    for (let i = 0; i < long.tally.length; i++) long.tally[i]! *= 50_000
    const { lengths: at, endingCounts } = long.layout
    long.tally[at]! += 1
    long.tally[endingCounts + TIE * 3 + 2]! = 400_000
    long.tally[endingCounts + CAP * 3 + 2]! = 400_000
    const text = consoleReport(resultOf([long]), { color: false, width: 80 })
    expect(text).toContain('1,000,000')
    for (const line of text.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80)
  })

  it('aligns the table', () => {
    const text = consoleReport(resultOf([even('random', 1000), annAndBob()]), { color: false, width: 80 })
    expect(text).toContain(
      [
        'MATCHES',
        '  line-up               n     score, %  of     draws  limit  forfeits  length',
        '  random vs itself  2,000   50.0 ± 0.1  white      0      0         0     1.0',
        '  ann vs bob            4  37.5 ± 61.7  ann        1      0         1     3.0',
        '',
      ].join('\n'),
    )
  })

  it("obeys nobody's escape codes", () => {
    const cell = cellOf(TWO, ['a\u001b[2J', 'a\u001b[2J'], times(2, [60, 0], [0, 60]))
    expect(report([cell])).not.toContain('\u001b')
  })
})

describe('summaryDocument', () => {
  it('is plain JSON: raw numbers, null for nothing, inf as text', () => {
    const drawn = cellOf(TWO, ['random', 'random'], times(100, [30, 30], [30, 30]))
    const cells = [drawn, cellOf(TWO, ['ann', 'bob'], times(2, [60, 0], [0, 60]))]
    const document: unknown = JSON.parse(JSON.stringify(summaryDocument(resultOf(cells))))
    expect(document).toMatchObject({
      experiment: { name: 'paper', seed: 'ink' },
      complete: true,
      verdicts: [
        {
          variant: 'paper',
          agreement: 'none',
          lineups: [
            { lineup: 'random vs random', mirror: true, kind: 'fair' },
            { lineup: 'ann vs bob', mirror: false, kind: null },
          ],
        },
      ],
      summary: [
        { score: 0.5, elo: 0 },
        { score: 1, elo: 'inf', elo_high: 'inf' },
      ],
    })
    expect(document).toHaveProperty('seats[0].more_matches', null)
    expect(document).toHaveProperty('seats[0].mirror', true)
  })
})
