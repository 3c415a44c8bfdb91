/** Warnings about secrets that a game keeps in G without a playerView that hides them. */
import { describe, expect, it } from 'vitest'
import { routeAmbient } from '../../engine/modules/ambient.ts'
import { type Loose, small } from './small.ts'

routeAmbient()

const CARDS = [1, 2, 3, 4, 5, 6, 7, 8, 9]
const dealt = ({ random }: Loose) => {
  const deck = random.Shuffle(CARDS)
  return { n: 0, last: null, hands: { 0: deck.splice(0, 4), 1: deck.splice(0, 4) }, deck, row: [] }
}
const shuffled = ({ random }: Loose) => ({ n: 0, last: null, deck: random.Shuffle(CARDS), row: [] })

/** Every move adds one, and does something else. */
const moving = (act: (context: Loose, by: number) => void) => ({
  moves: {
    add: (context: Loose, by = 1) => {
      context.G.n += 1
      context.G.last = context.playerID
      act(context, by)
    },
  },
})
const drawing = moving(({ G }) => void G.row.push(G.deck.pop()))
const playing = moving(({ G, playerID }, by) => void G.row.push(...G.hands[playerID].splice(by - 1, 1)))

const DECK =
  /^small: G.deck was shuffled, and no playerView hides it: agents that search see the order of the deck/
const HANDS =
  /^small: G.hands.0 and G.hands.1 were dealt by chance, and no playerView hides them: agents that/

describe('a secret is', () => {
  it.each([
    ['a deck that is drawn from later', { setup: shuffled, ...drawing }, DECK],
    ['such a deck that Math shuffles', { setup: mathShuffled, ...drawing }, DECK],
    ['hands that were dealt', { setup: dealt, ...playing }, HANDS],
    [
      'a deck that playerView forgets',
      { setup: shuffled, ...drawing, playerView: ({ G }: Loose) => ({ ...G, row: [] }) },
      /G.deck was shuffled, and playerView doesn't hide it/,
    ],
  ])('%s', (_what, changes, told) => {
    expect(small(changes).warnings).toEqual([expect.stringMatching(told)])
  })
})

describe('no secret is', () => {
  it.each([
    ['a deck that playerView hides', { setup: shuffled, ...drawing, playerView: withoutDeck }],
    ['hands that playerView hides', { setup: dealt, ...playing, playerView: ownHand }],
    [
      'a board laid out by chance',
      { setup: shuffled, ...moving(({ G }, by) => void G.deck.splice(by, 1, 0)) },
    ],
    ['a row from which anybody takes any', { setup: shuffled, ...moving(({ G }) => taken(G.deck, G.n)) }],
    [
      'a die that shows what was rolled',
      moving(({ G, random }) => void Object.assign(G, { die: random.D6() })),
    ],
    ['a list of what was rolled', moving(({ G, random }) => void G.seen.push(random.D6()))],
    [
      'dice of a turn, put aside one by one',
      {
        turn: {
          minMoves: 3,
          maxMoves: 3,
          onBegin: ({ G, random }: Loose) => void Object.assign(G, { dice: random.D6(5) }),
        },
        ...moving(({ G }) => void G.dice.pop()),
      },
    ],
    [
      'a bag from which every draw is chance',
      { setup: shuffled, ...moving(({ G, random }) => taken(G.deck, random.Die(G.deck.length) - 1)) },
    ],
  ])('%s', (_what, changes) => {
    expect(small(changes).warnings).toEqual([])
  })
})

function withoutDeck({ G }: Loose): Loose {
  return { ...G, deck: G.deck.map(() => 0) }
}

function ownHand({ G, playerID }: Loose): Loose {
  const hands = { 0: G.hands[0].map(() => 0), 1: G.hands[1].map(() => 0), [playerID]: G.hands[playerID] }
  return { ...G, hands }
}

function taken(list: number[], place: number): void {
  list.splice(place, 1)
}

function mathShuffled(): Loose {
  return { n: 0, last: null, deck: CARDS.map(card => [Math.random(), card]).sort(), row: [] }
}
