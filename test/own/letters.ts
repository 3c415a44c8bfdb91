/** A game in which a played card tells what a player may hold. You hold one card, draw another and play one; a guard guesses the opponent's card. */
import type { Definition } from '../../library/game.ts'

export interface Letters {
  hands: (string | null)[][]
  gone: string[]
  turn: number
  out: number
}

const COPIES: Readonly<Record<string, number>> = {
  guard: 5,
  priest: 2,
  baron: 2,
  maid: 2,
  king: 1,
  princess: 1,
}
const NAMES = Object.keys(COPIES)
const CARDS = 11

/** All cards but these, in the order of their names. */
export function cardsWithout(known: readonly (string | null)[]): string[] {
  return NAMES.flatMap(name => {
    const left = COPIES[name]! - known.filter(one => one === name).length
    return Array.from({ length: Math.max(0, left) }, () => name)
  })
}

/** The view with what is hidden dealt from these cards, the last first. */
export function dealt(view: Letters, cards: string[]): Letters {
  return { ...view, hands: view.hands.map(hand => hand.map(card => card ?? cards.pop()!)) }
}

/** What a seat sees: its own hand, and what was played. */
export const seen = ({ hands, gone }: Letters): (string | null)[] => [...hands.flat(), ...gone]

/** Its guesses deal evenly what nobody sees, and are honest. */
export const LETTERS: Definition<Letters, string, object> = {
  id: 'letters',
  seats: ['ann', 'bob'],
  setup: () => ({ hands: [[], []], gone: [], turn: 0, out: -1 }),
  toMove: ({ hands, turn }) =>
    hands.some(hand => hand.length === 0) || hands[turn]!.length < 2 ? 'chance' : turn,
  chance: state => {
    const left = cardsWithout(seen(state))
    return NAMES.filter(name => left.includes(name)).map(move => ({
      move,
      weight: left.filter(card => card === move).length,
    }))
  },
  moves: ({ hands }, { seat }) =>
    [...new Set(hands[seat])].flatMap(card =>
      card === 'guard' ? NAMES.slice(1).map(name => `guard ${name}`) : [card!],
    ),
  apply: (state, move, { seat }) => {
    const { hands } = state
    if (seat < 0) {
      const empty = hands.findIndex(hand => hand.length === 0)
      hands[empty < 0 ? state.turn : empty]!.push(move)
      return undefined
    }
    const [card, named] = move.split(' ')
    hands[seat]!.splice(hands[seat]!.indexOf(card!), 1)
    state.gone.push(card!)
    if (named !== undefined && hands[1 - seat]![0] === named) state.out = 1 - seat
    if (card === 'princess') state.out = seat
    state.turn = 1 - seat
    return undefined
  },
  outcome: ({ hands, gone, out }) => {
    if (out >= 0) return { winner: 1 - out }
    if (gone.length < CARDS) return null
    const [ann, bob] = hands.map(([card]) => NAMES.indexOf(card!))
    return ann === bob ? {} : { winner: ann! > bob! ? 0 : 1 }
  },
  view: (state, { seat }) => ({
    ...state,
    hands: state.hands.map((hand, owner) => (owner === seat ? hand : hand.map(() => null))),
  }),
  determinize: (view, { random }) => dealt(view, random.shuffle(cardsWithout(seen(view)))),
}
