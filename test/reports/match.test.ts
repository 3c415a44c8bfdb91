/** The page of a match: everything in it, nothing from elsewhere, and no text from outside becomes markup. */
import { parseHTML } from 'linkedom'
import { describe, expect, it, test } from 'vitest'
import { parseDocument } from '../../documents/index.ts'
import { wrapGame } from '../../engine/contract/index.ts'
import { matchPage } from '../../reports/page/index.ts'
import { momentsOf } from '../../reports/page/match/moments.ts'
import { turningPoint } from '../../reports/page/match/turning.ts'
import { framesOf, type MatchRecord, RecordReader } from '../../sim/records/record.ts'
import { randomDecisions } from './random-match.ts'

function recordOf(game: string, decisions: readonly string[], more: object = {}): MatchRecord {
  const text = JSON.stringify({ game, ...more, decisions })
  return new RecordReader().read(parseDocument(text, 'match.json'), '.')
}

/** The beginning of a random match. */
function randomRecord(game: string, most: number, more: object = {}): MatchRecord {
  const empty = recordOf(game, [], more)
  return recordOf(game, randomDecisions(empty.game, most), more)
}

const RECORDS = [
  randomRecord('frontline', 40),
  randomRecord('elephant-men', 60),
  randomRecord('bulwark', 50),
  randomRecord('prestige', 120),
  randomRecord('tic-tac-toe', 9),
  randomRecord('connect-four', 42),
  randomRecord('breakthrough', 20),
  randomRecord('kalah', 12),
].map(record => [record.game.info.id, record] as const)

const documentOf = (page: string) => parseHTML(page).document

/** The decisions of a record as its game tells them. */
function toldOf(record: MatchRecord): string[] {
  const frames = [...framesOf(record)]
  return [...frames.flatMap(({ told }) => told), ...record.decisions.slice(frames.at(-1)!.decisions)]
}

describe.each(RECORDS)('a match of %s', (_, record) => {
  const page = matchPage(record)
  const document = documentOf(page)
  const { info } = record.game
  const all = (selector: string) => [...document.querySelectorAll(selector)]

  it('has the same bytes whenever it is written', () => {
    expect(matchPage(record) === page).toBe(true)
  })

  it('has every turn, in order, and every decision', () => {
    const titles = all('.moment h2').map(head => head.textContent)
    const turns = titles.slice(1).map(title => Number(/\d+/.exec(title!)![0]))
    const frames = [...framesOf(record)].map(frame => ({ ...frame }))
    const { decisions, steps } = frames.at(-1)!
    // A record may stop in the middle of a turn.
    const rest = decisions < record.decisions.length ? [1 + Math.floor(steps / info.step.perTurn)] : []
    const expected = [...frames.slice(1).map(({ turn }) => turn), ...rest]
    expect([titles[0], ...new Set(turns)]).toEqual(['Start', ...new Set(expected)])
    expect(turns).toEqual([...turns].sort((a, b) => a - b))
    const told = all('.decided').flatMap(item => {
      const text: string = item.textContent!
      const seat = [...info.seats, 'chance'].find(name => text.startsWith(`${name}: `))
      const before = seat === undefined ? '' : `${seat} `
      const rest = seat === undefined ? text : text.slice(seat.length + 2)
      return rest.split('; ').map(decision => `${before}${decision}`)
    })
    expect(told).toEqual(toldOf(record))
  })

  it('loads nothing, and uses nothing that it does not define', () => {
    expect(page).not.toMatch(/https?:|\bsrc=|@import/)
    const ids = all('[id]').map(element => element.getAttribute('id'))
    expect(new Set(ids).size).toBe(ids.length)
    const uses = all('[href]').map(element => element.getAttribute('href')!)
    expect(uses.filter(use => use !== 'data:,' && !ids.includes(use.slice(1)))).toEqual([])
    expect(all('script')).toHaveLength(1)
  })

  it('shows each position, in words too', () => {
    const shown = all('.moment').map(one =>
      one.querySelector('[role="img"], pre')?.getAttribute('aria-label'),
    )
    expect(shown.filter(label => !label)).toEqual([])
  })
})

it('the page of a match draws what the positions hold', () => {
  const { document } = parseHTML(matchPage(recordOf('tic-tac-toe', ['cross a2', 'nought a1'])))
  const labels = [...document.querySelectorAll('svg.board')].map(board => board.getAttribute('aria-label'))
  expect(labels).toEqual(['The board is empty.', 'cross: a2 X.', 'cross: a2 X. nought: a1 O.'])
  const last = [...document.querySelectorAll('#m2 use')].map(use => use.getAttribute('href'))
  // The ground, a frame around what changed, and both marks.
  expect(last).toEqual(['#ground', '#new', '#p1', '#p0'])
})

it.each(['K', ''])(
  'a board draws a piece with the sign %j on a grid, where only X and O are strokes of a pen',
  sign => {
    const record = recordOf('tic-tac-toe', ['cross a2'])
    const { game } = record
    const board = game.text.board!
    const at: typeof board.at = state => ({ ...board.at(state), holdings: [{ pieces: [{ seat: 1, sign }] }] })
    const lettered = wrapGame(game, { text: { ...game.text, board: { ...board, at } } })
    const document = documentOf(matchPage({ ...record, game: lettered }))
    const shapes = [...document.querySelectorAll('.defs #p0 .q1, .defs #p0 text.k1')]
    expect(shapes.map(({ textContent }) => textContent)).toEqual(sign === '' ? [''] : ['', 'K'])
  },
)

describe('a lane', () => {
  const boardsOf = (cells: number) => {
    const document = documentOf(
      matchPage(recordOf('frontline', ['A infantry', 'B archer'], { rules: { cells } })),
    )
    return [...[...document.querySelectorAll('.moment')].at(-1)!.querySelectorAll('svg.board')]
  }

  it('is drawn in parts that a phone has room for, each cell and each unit in one of them', () => {
    const boards = boardsOf(12)
    expect(boards.map(board => board.getAttribute('viewBox'))).toEqual(['0 0 240 66', '240 0 240 66'])
    const uses = boards.map(board => [...board.querySelectorAll('use')].map(use => use.getAttribute('x')))
    // The ground, the base and the recruit of each seat; what B recruited is framed, too.
    expect(uses).toEqual([
      [null, '20', '20'],
      [null, '460', '460', '460'],
    ])
  })

  test.each([
    [6, [0]],
    [13, [0, 280]],
    [15, [0, 200, 400]],
    [22, [0, 240, 480, 720]],
  ])('of %i cells has parts of the same width, at most seven cells', (cells, edges) => {
    const frames = boardsOf(cells).map(board => board.getAttribute('viewBox')!.split(' ').map(Number))
    const width = frames[0]![2]!
    expect(frames).toEqual(edges.map(x => [x, 0, width, 66]))
    expect(width).toBeLessThanOrEqual(7 * 40)
    expect(width * edges.length).toBeGreaterThanOrEqual(cells * 40)
  })
})

describe('the turning point', () => {
  // Lines without a mark of the other: cross 8 - 0, then 8 - 6 = 2 lines more than nought; 5 - 6; 5 - 3; 3 - 3; and the row is full.
  const decisions = ['cross a2', 'nought a1', 'cross b2', 'nought c1', 'cross c2']

  it('is the step in which the winner gained most', () => {
    const document = documentOf(matchPage(recordOf('tic-tac-toe', decisions)))
    const words = document.querySelector('main p')!.textContent
    expect(words).toBe(
      'cross won, three in a line. Turning point: Turn 2, half-turn 1, in which lead in lines that the other has no mark on (cross) went from -1 to 2: before the last half-turn, the largest gain that left cross ahead.',
    )
    expect(document.querySelector('[data-turning] mark')!.textContent).toBe('turning point')
    expect(document.querySelector('[data-turning]')!.getAttribute('id')).toBe('m3')
  })

  it('is nowhere as long as nobody has won', () => {
    const document = documentOf(matchPage(recordOf('tic-tac-toe', decisions.slice(0, 4))))
    expect(document.querySelector('main p')!.textContent).toBe(
      'The record stops before the end. No seat won on the board alone, so that there is no turning point.',
    )
    expect(document.querySelector('[data-turning]')).toBe(null)
  })

  const moments = (...values: readonly (readonly number[])[]) =>
    values.map((gauge, steps) => ({
      ...{ turn: steps, steps, decisions: [], story: [], position: '', gauges: [gauge] },
    }))

  it('counts the lead over the best other seat, the first of equals, and not the last step', () => {
    const match = moments([0, 0, 0], [3, 2, 0], [3, 5, 1], [6, 5, 9], [9, 9, 9], [9, 99, 9])
    expect(turningPoint(match, 1, false)).toEqual({ moment: 2, before: -1, after: 2 })
    expect(turningPoint(match, 0, false)).toEqual({ moment: 1, before: 0, after: 1 })
    expect(turningPoint(moments([0, 0], [-1, 1], [4, -4], [9, -9]), 0, true)).toEqual({
      ...{ moment: 2, before: -1, after: 4 },
    })
  })

  it('leaves the winner ahead, however small the gain', () => {
    const match = moments([0, 9], [6, 9], [8, 9], [10, 9], [11, 9])
    expect(turningPoint(match, 0, false)).toEqual({ moment: 3, before: -1, after: 1 })
  })

  it('is nowhere if the winner was behind before the last step, which the page says', () => {
    expect(turningPoint(moments([0, 0], [3, 0], [3, 8], [3, 0]), 0, false)).toBe(null)
    // Lines without a mark of the other, cross's less nought's: 2 - 1, 2 - 2, 1 - 2 and cross fills a row.
    const match = ['cross a1', 'nought b2', 'cross b1', 'nought a2', 'cross c1']
    const document = documentOf(matchPage(recordOf('tic-tac-toe', match)))
    expect(document.querySelector('main p')!.textContent).toBe(
      'cross won, three in a line. There is no turning point: before the last half-turn, lead in lines that the other has no mark on (cross) was -1.',
    )
    expect(document.querySelector('[data-turning]')).toBe(null)
  })

  it('is nowhere if a deficit only shrank', () => {
    expect(turningPoint(moments([0, 9], [2, 9], [7, 9], [9, 9], [9, 8]), 0, false)).toBe(null)
  })

  it('is nowhere if the lead never grew', () => {
    expect(turningPoint(moments([0, 0], [0, 3], [9, 3]), 0, false)).toBe(null)
  })

  it('waits for the step, where decisions within it are moments of their own', () => {
    const [start, one, two] = moments([0, 0], [0, 0], [0, 0])
    const match = [start!, { ...one!, steps: 0, gauges: [[5, 0]] }, { ...one!, gauges: [[2, 0]] }, two!]
    expect(turningPoint(match, 0, false)).toEqual({ moment: 2, before: 0, after: 2 })
  })
})

describe('moments', () => {
  const record = RECORDS.find(([id]) => id === 'bulwark')![1]

  it('join the decisions that leave the board as it is to the next that does not', () => {
    const moments = momentsOf(record, 'board')
    const boards = moments.map(({ position }) => JSON.stringify((position as { holdings: unknown }).holdings))
    // Only the last of a step may leave the board as it was: nothing of the step follows it.
    const idle = boards.filter((board, i) => i > 0 && board === boards[i - 1])
    expect(idle.length).toBeLessThan(moments.length / 2)
    expect(moments.length).toBeLessThan(record.decisions.length)
  })

  it.each(['board', 'step', 'turn'] as const)('of a %s hold every decision', grain => {
    expect(momentsOf(record, grain).flatMap(({ decisions }) => decisions)).toEqual(toldOf(record))
  })

  it('of a step or a turn are one each', () => {
    const steps = momentsOf(record, 'step').map(one => one.steps)
    expect(new Set(steps.slice(1, -1)).size).toBe(steps.length - 2)
    const turns = momentsOf(record, 'turn').map(one => one.turn)
    expect(new Set(turns).size).toBe(turns.length)
  })
})

describe('texts from outside', () => {
  const EVIL = `"><img src=x onerror=alert(1)><script>alert(1)</script>'`

  it('stay text: names of agents, seats and places, stories and legends', () => {
    const record = recordOf('tic-tac-toe', ['cross a2', 'nought a1'], { agents: [EVIL, EVIL] })
    const { game } = record
    const board = game.text.board!
    const evil = wrapGame(game, {
      info: {
        ...game.info,
        id: EVIL,
        step: { ...game.info.step, label: EVIL },
        gauges: game.info.gauges.map(gauge => ({ ...gauge, label: EVIL, zeroSum: false })),
      },
      text: {
        ...game.text,
        story: () => [EVIL],
        board: {
          ...board,
          ...{
            files: [EVIL],
            ranks: [EVIL],
            signs: [[EVIL, EVIL]],
            figures: EVIL,
            faint: EVIL,
            marked: EVIL,
          },
          places: board.places.map(place => ({ ...place, name: EVIL, note: EVIL })),
          at: state => ({ ...board.at(state), standings: [EVIL] }),
        },
      },
    })
    const hexes = wrapGame(evil, { text: { ...evil.text, board: { ...evil.text.board!, family: 'hexes' } } })
    const map = wrapGame(evil, { text: { ...evil.text, board: { ...evil.text.board!, family: 'map' } } })
    const { board: _, ...plain } = evil.text
    const text = wrapGame(evil, { text: { ...plain, legend: EVIL, render: () => EVIL } })
    for (const one of [evil, hexes, map, text]) {
      const page = matchPage({ ...record, game: one, title: EVIL, outcome: EVIL })
      const document = documentOf(page)
      expect(document.querySelectorAll('script')).toHaveLength(1)
      expect(document.querySelectorAll('img, [onerror]')).toHaveLength(0)
      expect(page).toContain('&lt;img src=x onerror=alert(1)&gt;')
    }
  })

  it('keep their lines where they are positions', () => {
    const document = documentOf(matchPage(recordOf('kalah', [])))
    expect(document.querySelector('.moment pre')!.textContent!.trimEnd().split('\n').length).toBeGreaterThan(
      2,
    )
  })
})
