/** What check-game finds in games of boardgame.io, in the words of their authors. */
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { boardgameIn } from '../../engine/boardgame-io/index.ts'
import { checkGame, type GameFinding } from '../../engine/checks/index.ts'
import { HERE } from './games.ts'

import { type Loose, SAME } from './small.ts'

function findingsOf(game: object, evenhand: object = {}): GameFinding[] {
  const { id, summary, schema, compile, format } = boardgameIn(
    { default: game, evenhand },
    join(HERE, 'x.js'),
  )!
  const rules = schema.parse({})
  const found: GameFinding[] = []
  const module = { id, summary, schema, folder: '', ruleset: 'default', compile: () => compile(id, rules) }
  checkGame({ ...module, ...(format && { format }) }, rules, { matches: 1 }, finding => found.push(finding))
  return found
}

const DEALT = {
  setup: ({ random }: Loose) => ({ cards: random.Shuffle([1, 2, 3, 4]).slice(0, 2), n: 0 }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    add: ({ G }: Loose) => {
      G.n++
    },
  },
  endIf: ({ G }: Loose) => (G.n >= 4 ? { winner: G.cards[0] > G.cards[1] ? 0 : 1 } : undefined),
  playerView: ({ G, playerID }: Loose) => ({
    ...G,
    cards: G.cards.map((card: number, at: number) => (at === Number(playerID) ? card : null)),
  }),
}

it('a check begins with what play says', () => {
  const { playerView: _, ...open } = DEALT
  const [first] = findingsOf(open)
  expect(first).toMatchObject({ severity: 'note', wrong: expect.stringMatching(SAME) })
})

it('a check names the functions of boardgame.io in place of those of defineGame', () => {
  const determinize = (G: Loose) => ({ ...G, cards: G.cards.map((card: number | null) => card ?? 9) })
  const advice = findingsOf(DEALT, { determinize }).flatMap(finding => finding.advice ?? [])
  expect(advice).toContain(
    "evenhand.determinize must return each possible state as often as play leads to it: shuffle everything that the view doesn't show with its random.shuffle, and deal from that",
  )
  expect(advice.join()).not.toMatch(/applyAll|toMove|(?<!evenhand\.)determinize/)
})

it('a check names the functions of boardgame.io, too, where a game cannot be compiled', () => {
  const table = { n: 0 }
  const found = findingsOf({
    ...DEALT,
    playerView: undefined,
    setup: () => Object.freeze(table),
    moves: { add: () => void table.n++ },
  })
  expect(found).toMatchObject([
    {
      severity: 'error',
      advice: expect.stringMatching(/^change states only in moves, onBegin, onMove and onEnd,/),
    },
  ])
})

it('a check warns of a game at which nobody can guess, which random agents play', () => {
  const hiding = findingsOf(DEALT).filter(({ wrong }) => wrong.includes('hides'))
  expect(hiding).toMatchObject([
    {
      severity: 'warning',
      wrong: expect.stringMatching(/: add evenhand.determinize, or let only random play$/),
    },
  ])
})

it('a check warns once of a player who never moves', () => {
  const idle = findingsOf({
    ...DEALT,
    playerView: undefined,
    turn: {},
    ai: { enumerate: () => [{ move: 'add' }] },
  }).filter(({ wrong }) => /turn/.test(wrong))
  expect(idle).toMatchObject([
    { severity: 'warning', wrong: expect.stringMatching(/passes the turn to player 1/) },
  ])
})
