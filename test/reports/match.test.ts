/** The page of a match: everything in it, nothing from elsewhere, and no text from outside becomes markup. */
import { parseHTML } from 'linkedom'
import { describe, expect, it, test } from 'vitest'
import { parseDocument } from '../../documents/index.ts'
import { type BoardPosition, wrapGame } from '../../engine/contract/index.ts'
import { matchPage } from '../../reports/page/index.ts'
import { momentsOf } from '../../reports/page/match/moments.ts'
import { courseOf } from '../../reports/page/match/turning.ts'
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
    const titles = all('.story > ol > li > b').map(head => head.textContent)
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
    expect(all('script:not([type])')).toHaveLength(1)
  })

  it('has the data of each position, and draws the last', () => {
    const moments = momentsOf(record, 'board')
    const data = JSON.parse(document.querySelector('script[type]')!.textContent!)
    const last = document.querySelector('.board')!
    if (!record.game.text.board) {
      const shown = data.texts.map((numbers: number[]) =>
        numbers.map(number => data.lines[number]).join('\n'),
      )
      expect(shown).toEqual(moments.map(({ position }) => position))
      expect(last.textContent!.trimEnd()).toBe(shown.at(-1).trimEnd())
      return
    }
    const held: number[] = []
    const known = new Map<number, string>()
    const indices = new Map<string, number>()
    for (const [at, { position }] of moments.entries()) {
      const flat: number[] = data.changes[at]
      for (let i = 0; i < flat.length; i += 2) held[flat[i]!] = flat[i + 1]!
      for (const [place, holding] of (position as BoardPosition).holdings.entries()) {
        const text = JSON.stringify(holding)
        // What is equal has one number, and a number means one thing.
        if (!known.has(held[place]!)) known.set(held[place]!, text)
        if (!indices.has(text)) indices.set(text, held[place]!)
        expect([known.get(held[place]!), indices.get(text)]).toEqual([text, held[place]])
      }
    }
    expect(data.changes.flat().length / 2).toBeLessThan((moments.length * held.length) / 2)
    const drawn = [...last.querySelector('.above')!.children].map(({ innerHTML }) => innerHTML)
    const plain = (text: string) => text.replaceAll(/ *\/?>(<\/use>)?/g, '>')
    expect(drawn.map(plain)).toEqual(held.map(index => plain(data.holdings[index][1])))
    expect(last.getAttribute('aria-label')).toMatch(/\.$/)
  })
})

it('the page of a match draws what the positions hold', () => {
  const document = documentOf(matchPage(recordOf('tic-tac-toe', ['cross a2', 'nought a1'])))
  expect(document.querySelector('svg.board')!.getAttribute('aria-label')).toBe('cross: a2 X. nought: a1 O.')
  const { changes, holdings, places, seats } = JSON.parse(
    document.querySelector('script[type]')!.textContent!,
  )
  expect(seats).toEqual(['cross', 'nought'])
  expect(changes.slice(1)).toEqual([
    [places.indexOf('a2'), 1],
    [places.indexOf('a1'), 2],
  ])
  expect(holdings).toEqual([
    ['', '', [null, null]],
    ['', '<use href="#mp0"/>', ['X', null]],
    ['', '<use href="#mp1"/>', [null, 'O']],
  ])
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
    const shapes = [...document.querySelectorAll('.defs #mp0 .q1, .defs #mp0 text.k1')]
    expect(shapes.map(({ textContent }) => textContent)).toEqual(sign === '' ? [''] : ['', 'K'])
  },
)

describe('a lane', () => {
  const boardsOf = (cells: number) => {
    const record = recordOf('frontline', ['A infantry', 'B archer'], { rules: { cells } })
    return [...documentOf(matchPage(record)).querySelectorAll('svg.board')]
  }

  test.each([
    [6, [[240, 74]]],
    [
      12,
      [
        [480, 74],
        [240, 150],
      ],
    ],
    [
      13,
      [
        [520, 74],
        [280, 150],
      ],
    ],
    [
      15,
      [
        [600, 74],
        [200, 226],
      ],
    ],
    [
      22,
      [
        [880, 74],
        [240, 302],
      ],
    ],
  ])('of %i cells is one row, and on a phone rows of at most seven cells', (cells, frames) => {
    const boards = boardsOf(cells)
    expect(boards.map(board => board.getAttribute('viewBox'))).toEqual(
      frames.map(([width, height]) => `0 0 ${width} ${height}`),
    )
    for (const board of boards) expect(board.querySelectorAll('.above > g')).toHaveLength(cells)
  })
})

describe('boards on a phone', () => {
  const drawn = (record: MatchRecord) =>
    [...documentOf(matchPage(record)).querySelectorAll('svg.board')].map(board => ({
      width: Number(board.getAttribute('viewBox')!.split(' ')[2]),
      sizes: [...board.querySelectorAll('text[style]')].map(text =>
        Number(/\d+/.exec(text.getAttribute('style')!)![0]),
      ),
    }))

  it('turn hexagons where that is narrower', () => {
    expect(drawn(randomRecord('bulwark', 4)).map(({ width }) => width)).toEqual([481, 344])
  })

  it('have names of territories that are large enough to be read', () => {
    const four = randomRecord('prestige', 4, { ruleset: 'four' })
    const [broad, slim] = drawn(four)
    expect(broad!.sizes).toHaveLength(28)
    expect(slim!.sizes).toHaveLength(56)
    for (const size of slim!.sizes) expect((360 * size) / slim!.width).toBeGreaterThan(9.7)
    expect(drawn(randomRecord('prestige', 4))).toHaveLength(1)
  })
})

describe('the turning point', () => {
  // Lines without a mark of the other: cross 8 - 0, then 8 - 6 = 2 lines more than nought; 5 - 6; 5 - 3; 3 - 3; and the row is full.
  const decisions = ['cross a2', 'nought a1', 'cross b2', 'nought c1', 'cross c2']
  const wordsOf = (match: readonly string[]) =>
    documentOf(matchPage(recordOf('tic-tac-toe', match))).querySelector('.match > p')!.textContent

  it("is the winner's lowest point", () => {
    expect(wordsOf(decisions)).toBe(
      'Turning point: Turn 1, half-turn 2. Lead in open lines (cross) was -1, its lowest point. Before the last half-turn, lead in open lines (cross) was 0.',
    )
    const document = documentOf(matchPage(recordOf('tic-tac-toe', decisions)))
    expect(document.querySelector('main p')!.textContent).toBe('Cross won (three in a line).')
    expect(document.querySelector('[data-turning] mark')!.textContent).toBe('turning point')
    expect(document.querySelector('[data-turning]')!.getAttribute('id')).toBe('m2')
    expect(document.querySelector('abbr')!.getAttribute('title')).toMatch(/lead was at its lowest/)
  })

  it('is nowhere as long as nobody has won', () => {
    expect(wordsOf(decisions.slice(0, 4))).toBe('No seat won outright, so there is no turning point.')
  })

  const moments = (...values: readonly (readonly number[])[]) =>
    values.map((gauge, steps) => ({
      ...{ turn: steps, steps, decisions: [], story: [], position: '', gauges: [gauge] },
    }))
  /** A zero-sum gauge of the winner, whose last value is that of the last step. */
  const course = (...values: readonly number[]) =>
    courseOf(moments(...values.map(value => [value, -value])), 0, true)

  test.each([
    // Down, back, and ahead: the lowest point, not the largest gain eight steps later.
    [[0, -2, -7, -6, -5, -4, -3, -2, -1, 0, 1, 6, 9], { moment: 2, lead: -7 }, 10],
    // The last of equals.
    [[0, -3, 1, -3, 2, 5, 9], { moment: 3, lead: -3 }, 4],
    // Deeper early than late: the lowest still.
    [[0, -5, 4, -1, 3, 9], { moment: 1, lead: -5 }, 4],
    // Never behind: when it was level for the last time.
    [[0, 2, 0, 1, 3, 9], { moment: 2, lead: 0 }, 3],
    // Ahead from the first step, or all the way.
    [[0, 1, 2, 3, 9], null, 1],
    [[2, 3, 4, 9], null, 0],
    // Lowest just before the end, or behind there: the gauge doesn't show what it won by.
    [[0, 2, 1, 0, 9], null, null],
    [[0, -5, -3, -1, 9], null, null],
    [[0, 3, -5, 9], null, null],
    // Level before the end.
    [[0, -5, 0, 9], { moment: 1, lead: -5 }, null],
    // A match of one step.
    [[0, 9], null, null],
  ])('of a lead of %j', (values, turning, ahead) => {
    expect(course(...values)).toMatchObject({ turning, ahead })
  })

  it('counts the lead over the best other seat, and not the last step', () => {
    const match = moments([0, 0, 0], [3, 2, 0], [3, 5, 1], [6, 5, 9], [9, 19, 9], [9, 0, 9])
    expect(courseOf(match, 1, false)).toEqual({ turning: { moment: 3, lead: -4 }, ahead: 4, last: 10 })
  })

  it('waits for the step, where decisions within it are moments of their own', () => {
    const [start, one, two, three] = moments([0, 0], [0, 0], [3, 0], [0, 0])
    const match = [
      start!,
      { ...one!, steps: 0, gauges: [[-5, 0]] },
      { ...one!, gauges: [[-2, 0]] },
      two!,
      three!,
    ]
    expect(courseOf(match, 0, false)).toEqual({ turning: { moment: 2, lead: -2 }, ahead: 3, last: 3 })
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
      expect(document.querySelectorAll('script:not([type])')).toHaveLength(1)
      expect(document.querySelectorAll('script')).toHaveLength(2)
      expect(document.querySelectorAll('img, [onerror]')).toHaveLength(0)
      expect(page).toContain('&lt;img src=x onerror=alert(1)&gt;')
    }
  })

  it('keep their lines where they are positions', () => {
    const document = documentOf(matchPage(recordOf('kalah', [])))
    expect(document.querySelector('pre.board')!.textContent!.trimEnd().split('\n').length).toBeGreaterThan(2)
  })
})
