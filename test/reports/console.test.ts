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
    const text = report([even('random', 300), blackWins('greedy'), even('mcts', 10)])
    expect(text).toMatch(/ {2}random {2}Fair within 2 points: white scores 50\.0 % ± 1\.\d \(n 600\)\.\n/)
    expect(text).toMatch(
      / {2}greedy {2}Favours black by 50\.0 points \(≥ 4\d\.\d\) \(fair: 50 % each, n 200\)\.\n/,
    )
    expect(text).toMatch(
      / {2}mcts {4}Inconclusive: white scores 50\.0 % ± 2\d\.\d \(n 20\)\. About 290 more matches would settle it if it is fair \(80 % chance\)\.\n/,
    )
  })

  it('never claims more than can be, nor that a favour may be a hindrance', () => {
    const lopsided = cellOf(TWO, ['a', 'a'], [...times(6, [60, 0], [60, 0]), ...times(2, [60, 0], [0, 60])])
    for (const text of [
      report([lopsided]),
      report([cellOf(TWO, ['a', 'a'], [...times(300, [60, 0], [60, 0]), ...times(1, [0, 60], [0, 60])])]),
      report([cellOf(TWO, ['a', 'b'], times(300, [60, 0], [0, 60]))]),
    ]) {
      for (const [, share, arm] of text.matchAll(/ (\d+\.\d+)(?: %)? ± (\d+\.\d+)/g)) {
        expect(Number(share) - Number(arm), text).toBeGreaterThanOrEqual(0)
        expect(Number(share) + Number(arm), text).toBeLessThanOrEqual(100)
      }
      for (const [, low, high] of text.matchAll(/\((\d+\.\d+) to (\d+\.\d+)/g)) {
        expect(Number(low)).toBeGreaterThanOrEqual(0)
        expect(Number(high)).toBeLessThanOrEqual(100)
      }
    }
    expect(report([lopsided])).toContain('white scores 87.5 % (')
  })

  it('says how many matches are missing, if it is as uneven as it looks and if it is fair', () => {
    // Ten blocks of 60 %: if that were the truth, a few dozen would do.
    const lucky = cellOf(
      TWO,
      ['a', 'a'],
      [...times(4, [60, 0], [60, 0]), ...times(4, [60, 0], [0, 60]), ...times(2, [0, 60], [0, 60])],
    )
    const said =
      /About ([\d,]+) more matches would settle it if it is as uneven as it looks, about ([\d,]+) if it is fair/
    const [, uneven, fair] = said.exec(report([lucky]))!
    expect(Number(uneven!.replaceAll(',', ''))).toBeLessThan(1000)
    expect(Number(fair!.replaceAll(',', ''))).toBeGreaterThan(10_000)
    // Three points off after 60,000 matches: a fair game would have been found fair long ago.
    const off = cellOf(
      TWO,
      ['a', 'a'],
      [
        ...times(7900, [60, 0], [60, 0]),
        ...times(15_000, [60, 0], [0, 60]),
        ...times(7100, [0, 60], [0, 60]),
      ],
    )
    expect(report([off])).toContain('Favours white by 1.3 ± ')
    const near = cellOf(
      TWO,
      ['a', 'a'],
      [...times(2600, [60, 0], [60, 0]), ...times(5000, [60, 0], [0, 60]), ...times(2400, [0, 60], [0, 60])],
    )
    expect(report([near])).toMatch(
      /About [\d,]+ more matches would settle it if it is fair, about [\d,]+ if it is as uneven as it looks/,
    )
  })

  it('says that it flips, changes or holds with strength', () => {
    expect(report([blackWins('random'), whiteWins('mcts')])).toContain(
      'The verdict flips with strength: white is above its fair share with mcts, below it with random.',
    )
    expect(report([even('random', 300), whiteWins('greedy'), whiteWins('mcts')])).toContain(
      'The verdict changes with strength: white is above its fair share with mcts and greedy, fair with random.',
    )
    expect(report([even('random', 300), even('mcts', 300)])).toContain('All players give the same verdict')
    expect(report([even('random', 300), even('mcts', 2)])).toContain(
      'Only random play gave a clear result. mcts needs more matches.',
    )
    expect(report([even('random', 300), even('greedy', 300), even('mcts', 2)])).toContain(
      'greedy and random agree. mcts needs more matches.',
    )
    const tie = { returns: [30, 30], ending: TIE }
    const drawn = (agent: string) => cellOf(TWO, [agent, agent], new Array(300).fill([tie, tie]))
    expect(report([even('random', 300), drawn('mcts')])).toContain(
      'Only random play gave a clear result. With mcts, nearly every match is a draw.',
    )
    expect(report([drawn('random'), drawn('mcts')])).toContain(
      'With every player, nearly every match is a draw.',
    )
    expect(report([whiteWins('random'), drawn('mcts')])).toContain(
      'white is above its fair share with random, neither, because nearly all matches are draws, with mcts.',
    )
    expect(report([even('random', 2), even('mcts', 2)])).toContain(
      'No player gave a clear result: play more matches.',
    )
    expect(report([even('random')])).toContain('Only one strength was played')
  })

  it('is the same at two strengths only if the same seats are named: of three, one may favour a seat and another hinder a second', () => {
    const three = ['red', 'blue', 'green']
    // The winner of a block wins both matches: 20 blocks show who never wins, and nothing about the two who share.
    const shared = (agent: string, ...seats: readonly number[]) =>
      cellOf(
        three,
        [agent, agent, agent],
        seats.flatMap(seat => {
          const won = three.map((_, s) => (s === seat ? 60 : 0))
          return times(10, won, won, won)
        }),
      )
    const first = shared('random', 1, 2)
    const other = shared('mcts', 0, 1)
    expect(report([first, first])).toContain('All players give the same verdict.')
    expect(report([first, other])).toContain(
      "The players don't contradict each other, but favour different seats: mcts hinders green; random hinders red.",
    )
    expect(report([first, other, shared('greedy', 0, 1, 2)])).toContain(
      "mcts and random don't contradict each other. greedy needs more matches.",
    )
  })

  it('counts what was forfeited, and tells one agent in all seats once', () => {
    const forfeited = { returns: [0, 60], faulty: 0 }
    const cell = cellOf(TWO, ['a', 'a'], new Array(4).fill([forfeited, forfeited]))
    const text = report([cell])
    expect(text).toContain(
      '8 of these matches were forfeited, and counted as lost by the agent that forfeited',
    )
    expect(text.match(/a forfeited 8 of 8 matches/g)).toHaveLength(1)
    expect(report([annAndBob()])).not.toContain('counted as lost')
  })

  it('says first that a game is nearly always a draw, by agreement or at the turn limit', () => {
    const drawn = { returns: [30, 30], ending: TIE }
    const capped = { returns: [30, 30], ending: CAP }
    const blocks = (count: number, ...block: object[]) => new Array(count).fill(block)
    const won = blocks(1, { returns: [60, 0] }, drawn)
    const cell = (draws: number) => cellOf(TWO, ['ann', 'ann'], [...blocks(draws, drawn, capped), ...won])
    // 1 winner in 20 matches is 5 %, the most that is still called nearly always drawn.
    expect(report([cell(9)])).toContain(
      'ann  Nearly always a draw: 95.0 % of 20 matches (white won 1 and black won 0), so scores say little about ' +
        'the seats. By score alone, inconclusive: white scores 52.5 %',
    )
    expect(report([cell(8)])).toContain('ann  Inconclusive: white scores')
    expect(report([cell(999)])).toContain('Nearly always a draw: 99.9 % of 2,000 matches (')
    expect(report([cellOf(TWO, ['ann', 'ann'], blocks(300, drawn, capped))])).toContain(
      'ann  Always a draw: all 600 matches were draws, so scores say nothing about the seats. By score alone, fair within ' +
        '2 points: white scores 50.0 %',
    )
    // Forfeits are neither won in play nor drawn.
    const forfeited = { returns: [60, 0], faulty: 1 }
    expect(report([cellOf(TWO, ['ann', 'ann'], blocks(2, drawn, forfeited))])).toContain(
      'all 2 matches were draws',
    )
    expect(report([cellOf(TWO, ['ann', 'ann'], blocks(2, forfeited, forfeited))])).not.toContain(
      'lways a draw',
    )
  })

  it('judges no seats where the agents differ', () => {
    expect(report([cellOf(TWO, ['ann', 'bob'], times(100, [60, 0], [0, 60]))])).toMatch(
      /ann vs bob {2}No verdict: white scores 50\.0 % ± 3\.\d \(n 200\), but only an agent that plays itself shows/,
    )
  })

  it('names every seat of three', () => {
    const cell = cellOf(['x', 'y', 'z'], ['a', 'a', 'a'], times(100, [60, 0, 0], [30, 30, 0], [60, 0, 0]))
    // x has 150 of 180 returns in each block, y 30 and z none.
    expect(report([cell])).toMatch(
      /a {2}Favours x by 50\.0 ± \d\.\d points, hinders y by 16\.7 ± \d\.\d points and z by 33\.3 points \(≥ 2\d\.\d\) \(fair: 33\.3 % each, n 300\)/,
    )
  })

  it('gives no advice on two matches', () => {
    const text = report([cellOf(TWO, ['ann', 'ann'], times(1, [60, 0], [0, 60]))])
    expect(text).toContain('Too few matches to say how many would settle it')
    expect(text).not.toContain('more matches')
  })

  it('says so when nothing was played', () => {
    expect(report([cellOf(TWO, ['ann', 'ann'], [])], false)).toContain('Inconclusive: no matches were played')
  })
})

describe('strength', () => {
  it('is told by the one ahead, with Elo', () => {
    // Of each block of two, bob wins 3/4: 400 log10 3 = 190.8. The interval is that of the sequence.
    const cell = cellOf(TWO, ['ann', 'bob'], times(100, [30, 30], [60, 0]))
    expect(report([cell])).toMatch(
      / {2}bob beats ann: 75\.0 % ± \d\.\d, \+191 Elo \(\+1\d\d to \+2\d\d\), n 200\n/,
    )
  })

  it('has no end above for a perfect score', () => {
    // 400 log10(0.94 / 0.06) = 478.
    expect(report([cellOf(TWO, ['ann', 'bob'], times(100, [60, 0], [0, 60]))])).toMatch(
      / {2}ann beats bob: 100\.0 % \(≥ 94\.\d\), at least \+47\d Elo, n 200\n/,
    )
  })

  it('is open where the interval holds the middle', () => {
    expect(report([cellOf(TWO, ['ann', 'bob'], times(1, [60, 0], [0, 60]))])).toContain(
      'Elo not yet known, n 2',
    )
    expect(report([annAndBob()])).toContain(
      '  too few matches to rank bob and ann: bob scores 62.5 % (0 to 100), Elo not yet known, n 4\n',
    )
  })
})

describe('three seats', () => {
  const xyz = ['x', 'y', 'z']
  const mixed = cellOf(xyz, ['mcts', 'random', 'random'], times(100, [60, 0, 0], [0, 30, 30], [0, 60, 0]))
  const mirror = cellOf(xyz, ['random', 'random', 'random'], times(100, [60, 0, 0], [30, 30, 0], [60, 0, 0]))

  it('tell agents of one name apart by their position', () => {
    expect(report([mixed])).toMatch(
      /mcts scores 83\.3 % ± \d\.\d, random \(2nd\) 0\.0 % \(≤ \d\.\d\) and random \(3rd\) 16\.7 % ± \d\.\d \(even: 33\.3 % each, n 300\)/,
    )
  })

  it('have the score of every agent over all seats and in each', () => {
    expect(report([mirror, mixed], true, 100)).toContain(
      [
        'MATCHES',
        '  line-up                   matches  draws  turns',
        '  random vs itself              300    0 %    0.5',
        '  mcts vs random vs random      300    0 %    0.5',
        '',
        '  score, % (even: 33.3 %)     all seats               x               y            z',
        '  random vs itself                           83.3 ± 1.0      16.7 ± 1.0  0.0 (≤ 3.8)',
        '  mcts vs random vs random',
        '    mcts                     83.3 ± 1.0  100.0 (≥ 96.2)  100.0 (≥ 96.2)   50.0 ± 1.0',
        '    random (2nd)            0.0 (≤ 3.8)     0.0 (≤ 3.8)     0.0 (≤ 3.8)  0.0 (≤ 3.8)',
        '    random (3rd)             16.7 ± 1.0     0.0 (≤ 3.8)      50.0 ± 1.0  0.0 (≤ 3.8)',
      ].join('\n'),
    )
  })

  it('list these scores as text where the table does not fit', () => {
    const lines = consoleReport(resultOf([mirror, mixed]), { color: false, width: 50 }).split('\n')
    for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(50)
    expect(lines.join(' ').replace(/ +/g, ' ')).toMatch(
      /random \(3rd\): all seats 16\.7 ± \d\.\d, x 0\.0 \(≤ \d\.\d\), y 50\.0/,
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
      'ann vs ann: 75 % of matches are draws, all at the turn limit. That pulls scores toward 50 %.',
    )
    expect(report([cellOf(TWO, ['ann', 'ann'], [[drawn, drawn]])])).toContain(
      '100 % of matches are draws. That pulls scores toward 50 %.',
    )
    expect(cell(drawn, capped)).toContain('75 % of matches are draws, 67 % of them at the turn limit. That')
    // Rounded, but nearly all are not all.
    const blocks = (count: number) =>
      report([cellOf(TWO, ['ann', 'ann'], [...new Array(count).fill([capped, capped]), [capped, won]])])
    expect(blocks(3)).toContain('88 % of matches are draws, all at the turn limit')
    expect(blocks(299)).toContain('99 % of matches are draws, all at the turn limit')
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

  it('tell what the game warns of itself, once', () => {
    const warned = ['ann', 'bea'].map(agent => {
      const cell = cellOf(TWO, [agent, agent], times(1, [60, 0], [60, 0]))
      return { ...cell, game: Object.assign(Object.create(cell.game), { warnings: ['seat b sleeps'] }) }
    })
    expect(report(warned).split('! seat b sleeps')).toHaveLength(2)
  })

  it('tell a run that was stopped', () => {
    const stopped = even('ann', 1)
    const asked = { ...stopped, cell: { ...stopped.cell, lineup: { ...stopped.cell.lineup, blocks: 50 } } }
    expect(report([asked], false)).toContain('  ! This run is unfinished: 2 of 100 matches were played.\n')
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
    expect(coloured).toContain('\u001b[32mFair\u001b[0m')
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
        '  line-up           matches        score, %  of     draws  forfeits  turns',
        '  random vs itself    2,000      50.0 ± 0.1  white    0 %       0 %    0.5',
        '  ann vs bob              4  37.5 (0 to 99)  ann     25 %      25 %    1.5',
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
    const drawn = cellOf(TWO, ['random', 'random'], times(300, [30, 30], [30, 30]))
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
    expect(document).toHaveProperty('seats[0].more_if_fair', null)
    expect(document).toHaveProperty('seats[0].mirror', true)
  })
})
