/** Nim, as Bouton solved it. */
import { expect, test } from 'vitest'
import { Solver } from '../../engine/solve/index.ts'
import { classicOf, played, resultOf, startOf } from './load.ts'

const PILES = [1, 2, 3, 4].flatMap(a => [1, 2, 3, 4].flatMap(b => [[a, b], ...[1, 2, 3].map(c => [a, b, c])]))

// C. L. Bouton, Nim, a game with a complete mathematical theory, Annals of Mathematics 3 (1901): the second seat wins if the binary
// digits of the piles add up to even numbers; where the last stone loses, the same holds unless all piles are single stones.
test.each([[false], [true]])('best play from all small piles wins as Bouton says, misere: %s', misere => {
  for (const piles of PILES) {
    const game = classicOf('nim', { piles, misere })
    const value = new Solver(game, { nodes: 100_000, bytes: 1 << 18 }).value(startOf(game))
    const sum = piles.reduce((all, pile) => all ^ pile, 0)
    const turned = misere && piles.every(pile => pile === 1)
    expect([piles, value]).toEqual([piles, (sum !== 0) !== turned ? 60 : 0])
  }
})

test('who takes the last stone wins, or loses', () => {
  const moves = ['take 1 from pile 1', 'take 2 from pile 2']
  const normal = classicOf('nim', { piles: [1, 2] })
  const misere = classicOf('nim', { piles: [1, 2], misere: true })
  expect(resultOf(normal, played(normal, moves)).returns).toEqual([0, 60])
  expect(resultOf(misere, played(misere, moves)).returns).toEqual([60, 0])
})
