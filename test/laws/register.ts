/** The laws of games as tests. */
import { describe, it } from 'vitest'
import type { CompiledGame } from '../../engine/contract/index.ts'
import { type LawOptions, lawsOf } from '../../engine/laws/index.ts'

/** A game by the name of its tests. */
export type LawfulGame = readonly [name: string, game: CompiledGame, options?: LawOptions]

/** Registers a test for every law of every game. */
export function registerLaws(games: readonly LawfulGame[]): void {
  for (const [name, game, options] of games)
    describe(`the laws of a game: ${name}`, () => {
      for (const law of lawsOf(game, { exactGuesses: true, ...options })) it(law.name, law.check)
    })
}
