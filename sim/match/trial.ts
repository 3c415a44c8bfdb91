/** A few random matches, which show whether a game of the user can be played at all. */
import type { CompiledGame } from '../../engine/contract/index.ts'
import { below, rootOf } from '../../engine/rng.ts'
import type { MatchAgent } from './asker.ts'
import { MatchRunner } from './runner.ts'

/** Chooses at random as any agent does, so that lists and views are asked for, too. */
const PLAYER: MatchAgent = {
  agent: { choose: (_view, _seat, legal, count, rng) => legal[below(rng, count)]! },
  foreign: false,
}

/** Is drawn for by the game itself. */
const DRAWER: MatchAgent = { ...PLAYER, agent: { ...PLAYER.agent, samplesUniformly: true } }

/** Plays random matches, always the same. Throws what the game throws, and an Error if it breaks its limits. */
export function tryOut(game: CompiledGame): void {
  const seats = game.info.seats.length
  const runner = new MatchRunner(
    game,
    Array.from({ length: seats }, () => PLAYER),
  )
  const root = rootOf('trial')
  for (let rotation = 0; rotation < seats; rotation++) runner.play(root, 0, rotation, true)
  const drawing = new MatchRunner(
    game,
    Array.from({ length: seats }, () => DRAWER),
  )
  drawing.play(root, 1, 0, false)
}
