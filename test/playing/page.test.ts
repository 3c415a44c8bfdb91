/** What the page of a match draws for a person who plays. */
import { describe, expect, it } from 'vitest'
import { type CompiledGame, newEvents, newState } from '../../engine/contract/index.ts'
import { defineGame } from '../../library/game.ts'
import { drawn, playPage } from '../../reports/page/index.ts'
import type { Position } from '../../sim/playing/protocol.ts'
import { gameOf } from '../elephant-men/load.ts'

function opening(game: CompiledGame): Position {
  const state = newState(game.info)
  game.start(state, newEvents(game.info))
  return drawn(game, { board: game.text.board?.at(state) ?? null } as Position)
}

/** What each target of a drawing says. */
const targetsOf = ({ drawing }: Position): Map<string, string> =>
  new Map(
    [...drawing.matchAll(/data-place="([^"]*)" data-words="([^"]*)"/g)].map(([, name, words]) => [
      name!,
      words!,
    ]),
  )

describe('the drawing of a position to play', () => {
  it('has a target on each place, which says what stands there', () => {
    const position = opening(gameOf('v0.2'))
    const targets = targetsOf(position)
    expect(targets.size).toBe(64)
    expect([targets.get('c3'), targets.get('a1')]).toEqual(['c3: white soldier, 3 hit points', 'a1'])
  })

  it('holds hostile names as text, and nothing without a board', () => {
    const evil = '"><script>alert(1)</script>'
    const parts = {
      id: 'evil',
      seats: [evil, 'b'],
      setup: () => ({ left: 1 }),
      toMove: () => 0,
      moves: () => [evil],
      apply: (state: { left: number }) => {
        state.left--
      },
      outcome: ({ left }: { left: number }) => (left > 0 ? null : {}),
    }
    const board = {
      family: 'lane',
      places: [{ name: evil, at: [0, 0] }],
      signs: [[evil, evil]],
      at: () => [{ seat: 0, sign: evil }],
    } as const
    const { drawing } = opening(
      defineGame({ ...parts, board, placesOf: () => [evil] } as never).compile('evil', {}),
    )
    expect(drawing).toContain('data-place="&quot;&gt;&lt;script&gt;')
    expect(drawing).not.toContain('<script')
    expect(opening(defineGame(parts as never).compile('evil', {})).drawing).toBe('')
  })

  it('belongs to a page whose policy lets nothing in but its server', () => {
    const { text, policy } = playPage(['red', 'blue'])
    expect(text).not.toMatch(/(src|href)="(?!#|data:,)/)
    expect(policy).toMatch(/^default-src 'none'.* connect-src 'self';.* frame-ancestors 'none'$/)
  })
})
