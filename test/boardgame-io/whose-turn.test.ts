/** Games that keep whose turn it is in G while ctx.currentPlayer stays 0. */
import { describe, expect, it } from 'vitest'
import { greedy } from '../../agents/greedy.ts'
import { idleSeats } from '../../sim/match/trial.ts'
import { isSame, type Loose, positions, small } from './small.ts'

/** Players take up to three of eight; the last to take wins. */
function taking(names: readonly unknown[], changes: object = {}) {
  const take = ({ G }: Loose, count: number) => {
    if (count > G.n) return 'INVALID_MOVE'
    G.n -= count
    if (G.n === 0) G.winner = String(names.indexOf(G.current))
    else G.current = names[(names.indexOf(G.current) + 1) % names.length]
  }
  return {
    setup: () => ({ n: 8, count: 0, current: names[0], winner: null }),
    turn: {},
    moves: { take },
    endIf: ({ G }: Loose) => (G.winner === null ? undefined : G.winner),
    ai: { enumerate: (G: Loose) => [1, 2, 3].filter(n => n <= G.n).map(n => ({ move: 'take', args: [n] })) },
    ...changes,
  }
}

describe('whose turn it is', () => {
  it.each([
    [[0, 1], '({ G }) => G.current'],
    [['white', 'black'], '({ G }) => ["white","black"].indexOf(G.current)'],
    [[true, false], '({ G }) => [true,false].indexOf(G.current)'],
  ])('is asked for where G seems to say it, by %j, and agents that search refuse the game', (names, said) => {
    const game = small(taking(names))
    expect(game.warnings).toEqual([
      expect.stringContaining(`add export const evenhand = { toMove: ${said} }`),
    ])
    expect(greedy.refusal?.(game, {} as never)).toMatch(
      /passes the turn to player 1 in the first matches, so/,
    )
  })

  it('is requested, too, if nothing in G seems to say it', () => {
    const [warning] = small({ turn: {} }).warnings!
    expect(warning).toMatch(
      /the turn to player 1 in .*End turns with turn.maxMoves.* toMove: \(\{ G }\) => \.\.\./,
    )
  })

  it('is what evenhand.toMove says; the reducer gets the moves from the player it lets move', () => {
    const game = small(taking([0, 1]), { toMove: ({ G }: Loose) => G.current })
    isSame(game)
    expect(game.warnings).toEqual([])
    expect(greedy.refusal?.(game, {} as never)).toBeNull()
    expect(positions(game).at(-1).ctx.turn).toBe(1)
    expect(idleSeats(game)).toEqual([])
  })

  it('is what evenhand.toMove says where all players are active', () => {
    const take = ({ G, playerID }: Loose, count: number) => {
      if (playerID !== String(G.current)) return 'INVALID_MOVE'
      return taking([0, 1]).moves.take({ G }, count)
    }
    const changes = { turn: { activePlayers: { all: null } }, moves: { take } }
    const game = small(taking([0, 1], changes), { toMove: ({ G }: Loose) => G.current })
    isSame(game)
    expect(game.info.type.dynamics).toBe('sequential')
    expect(idleSeats(game)).toEqual([])
  })

  it('must be a player', () => {
    expect(() => small(taking([1, 2]), { toMove: ({ G }: Loose) => G.current })).toThrow(
      'evenhand.toMove returned 2, expected one of 0, 1',
    )
  })
})
