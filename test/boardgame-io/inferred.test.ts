/** Moves that nothing lists are inferred, the same as a list by hand. */
import { describe, expect, it } from 'vitest'
import { advance, type CompiledGame, newEvents, newState, OVER } from '../../engine/contract/index.ts'
import { onReading, type ReadingStep } from '../../engine/modules/index.ts'
import { derive, RNG_WORDS, rootOf } from '../../engine/rng.ts'
import { type Loose, small } from './small.ts'
import { UNLISTED } from './unlisted.ts'

const GAMES = Object.entries(UNLISTED)

/** Plays matches at random; `look` gets each position, whose turn it is, and the texts of the legal moves. */
function eachPosition(
  game: CompiledGame,
  matches: number,
  look: (position: Loose, seat: number, offered: string[]) => void,
): void {
  const state = newState(game.info)
  const events = newEvents(game.info)
  const out = new Int32Array(game.info.legalMax)
  const rng = new Int32Array(RNG_WORDS)
  for (let match = 0; match < matches; match++) {
    derive(rng, rootOf('inferred'), match, 0)
    game.start(state, events)
    for (let next = advance(game, state, events); next !== OVER; next = advance(game, state, events)) {
      if (next < 0) continue
      if (next < game.info.seats.length) {
        const count = game.legal(state, next, out)
        const texts = Array.from({ length: count }, (_, at) => game.text.format(state, next, out[at]!))
        look((game.text.describe(state) as Loose).state, next, texts)
      }
      game.apply(state, next, game.sample(state, next, rng), events)
    }
  }
}

function textOf({ move, args }: { move: string; args: readonly unknown[] }): string {
  return args.length === 0 ? move : `${move}(${args.map(arg => JSON.stringify(arg)).join(',')})`
}

describe('moves that nothing lists', () => {
  it('tell while they are inferred how far that is, and what would help', () => {
    const told: (ReadingStep | null)[] = []
    onReading(news => told.push(news?.() ?? null))
    small({ turn: {}, ...GAMES[0]![1].game, ai: undefined })
    onReading(() => {})
    const doing = told.map(step => step?.doing.replace(/ in match.*| match \d.*/, ''))
    expect([...new Set(doing)]).toEqual(['inferring its moves', 'playing trial', undefined])
    expect(told.at(-1)).toBeNull()
    const [first] = told.filter(step => step?.doing.includes(' calls of '))
    const [, name] = / calls of (\w+)/.exec(first!.doing)!
    expect(first!.advice).toContain(`moves: { ${name}: (G, ctx, playerID) => [...]`)
  })

  it('are named where no match ends without them', () => {
    const moves = {
      add: ({ G }: Loose) => {
        G.n++
      },
      finish: ({ G }: Loose, word: unknown) => {
        if (String(word).length !== 23) return 'INVALID_MOVE'
        G.over = true
      },
    }
    const endless = { setup: () => ({ n: 0 }), moves, endIf: ({ G }: Loose) => G.over && { winner: '0' } }
    expect(() => small({ turn: { minMoves: 1, maxMoves: 1 }, ...endless, ai: undefined })).toThrow(
      /no match of random players ended .* can't tell their arguments: finish\? .* moves: \{ finish: /,
    )
  })

  it.each(GAMES)('are those of a list by hand: %s', (_name, { game, legal, labels }) => {
    const made = small({ turn: {}, ...game, ai: undefined })
    for (const label of labels) expect(made.notes!.join('\n')).toContain(label)
    let positions = 0
    eachPosition(made, 5, ({ G, ctx }, seat, offered) => {
      const expected = legal(G, ctx, `${seat}`).map(textOf)
      expect([...offered].sort()).toEqual([...expected].sort())
      positions++
    })
    expect(positions).toBeGreaterThan(20)
  })

  it.each(GAMES)('are played the same by the file that lists them: %s', (_name, { game, legal }) => {
    const own = { turn: {}, ...game, ai: undefined }
    const text = small(own).adapterText!('./game.js', false)!
    const body = text
      .replace(/^import .*$/m, '')
      .replace(/^export default .*$/m, '')
      .replace('export const evenhand =', 'return')
    const made = small(own, new Function('own', body)({}) as object)
    expect(made.notes!.join()).not.toContain('inferred')
    let positions = 0
    eachPosition(made, 2, ({ G, ctx }, seat, offered) => {
      const names = legal(G, ctx, `${seat}`).map(textOf)
      expect([...offered].sort()).toEqual(names.sort())
      positions++
    })
    expect(positions).toBeGreaterThan(5)
  })

  it('are not offered where any argument would do, and a warning says that they were inferred', () => {
    const made = small({
      ai: undefined,
      moves: {
        add: ({ G, playerID }: Loose, by: number) => {
          if (by !== 1 && by !== 2) return 'INVALID_MOVE'
          G.n += by
          G.last = playerID
        },
        say: ({ G }: Loose, words: string) => void G.seen.push(words),
      },
    })
    expect(made.notes!.join('\n')).toContain("say isn't offered: it accepts any")
    expect(made.notes!.join('\n')).toContain(
      'export const evenhand = { moves: { say: (G, ctx, playerID) => [...] } }',
    )
    expect(made.warnings!.join()).toContain('evenhand inferred the moves')
    eachPosition(made, 1, (_position, _seat, offered) => expect(offered).toEqual(['add(1)', 'add(2)']))
  })

  it('may be those that evenhand.moves leaves out, and a note says how to keep one out', () => {
    const pass = ({ G }: Loose) => void G.n++
    const add = ({ G, playerID }: Loose, by: number) => {
      G.n += by
      G.last = playerID
    }
    const moves = { add, pass }
    const made = small({ ai: undefined, moves }, { moves: { add: [[1], [2]] } })
    expect(made.notes!.join('\n')).toContain(
      'moves inferred, as evenhand.moves leaves them out (write pass: [] to keep one out of play): pass()',
    )
    const kept = small({ ai: undefined, moves }, { moves: { add: [[1], [2]], pass: [] } })
    expect(`${kept.notes!.join()} ${kept.warnings!.join()}`).not.toContain('inferred')
    const any = ({ G }: Loose, words: string) => void G.seen.push(words)
    const doubtful = small({ ai: undefined, moves: { add, any } }, { moves: { add: [[1], [2]] } })
    expect(doubtful.notes!.join()).toContain("any isn't offered: it accepts any")
    expect(`${doubtful.notes!.join()} ${doubtful.warnings!.join()}`).not.toContain('inferred')
  })
})

describe('a move that needs a browser', () => {
  const alerts = new Function('it', 'it.G.n = document.title') as Loose
  const add = ({ G, playerID }: Loose, by: number) => {
    if (by !== 1 && by !== 2) return 'INVALID_MOVE'
    G.n += by
    G.last = playerID
  }
  const listed = [{ move: 'alerts' }, { move: 'add', args: [1] }, { move: 'add', args: [2] }]

  it.each([
    ['that enumerate lists', { ai: { enumerate: () => listed } }, {}],
    ['that evenhand.moves lists', { ai: undefined }, { moves: { alerts: true, add: [[1], [2]] } }],
    ['that nothing lists', { ai: undefined }, {}],
  ])('is left out, with a warning: one %s', (_name, changes, extras) => {
    const made = small({ moves: { alerts, add }, ...changes }, extras)
    expect(made.warnings!.join('\n')).toMatch(
      /small: alerts is never played, as it throws \(document is not defined: only browsers have it, .* globalThis\.document\?\.x/,
    )
    eachPosition(made, 3, (_position, _seat, offered) => expect(offered).toEqual(['add(1)', 'add(2)']))
  })

  it('is a mistake of the game if it has no other', () => {
    const enumerate = () => [{ move: 'alerts' }]
    expect(() => small({ moves: { alerts, add }, ai: { enumerate } })).toThrow('document is not defined')
  })

  it('only sometimes is still played otherwise', () => {
    const some = ({ G, playerID }: Loose, by: number) => (by > 2 ? alerts({ G }) : add({ G, playerID }, by))
    const enumerate = () => [3, 2, 1].map(by => ({ move: 'some', args: [by] }))
    const made = small({ moves: { some }, ai: { enumerate } })
    expect(made.warnings).toEqual([])
    eachPosition(made, 3, (_position, _seat, offered) => expect(offered).toEqual(['some(2)', 'some(1)']))
  })
})
