/** Tells whether a shipped policy was trained with today's features. */
import { createHash } from 'node:crypto'
import { findAgent, makeAgent, type ShippedEntry, shippedFile } from '../../agents/index.ts'
import { CHANCE, newEvents, newState, OVER, settle } from '../../engine/contract/index.ts'
import { loadGame } from '../../engine/registry/index.ts'
import { derive, RNG_WORDS, rootOf } from '../../engine/rng.ts'

/** Every how many choices of the match one counts, and how many count at most. */
const EVERY = 7
const LOOKED_AT = 40

/**
 * The first 16 digits of a SHA-256 of a policy's probabilities at choices throughout a random match on its
 * rules. They change with a game's tokens and aspects, and with how weights are found for these; a policy
 * that was trained with others is noise.
 */
export async function featuresOf({
  file,
  game: id,
  rules,
}: Pick<ShippedEntry, 'file' | 'game' | 'rules'>): Promise<string> {
  const game = (await loadGame(id)).compile(rules)
  const agent = makeAgent(await findAgent('learned'), game, { file: shippedFile(file), temperature: 1 })
  const [state, view, events] = [newState(game.info), newState(game.info), newEvents(game.info)]
  const [legal, chances] = [new Int32Array(game.info.legalMax), new Float64Array(game.info.legalMax)]
  const rng = new Int32Array(RNG_WORDS)
  derive(rng, rootOf('features'), 0, 0)
  const hash = createHash('sha256')
  game.start(state, events)
  for (let choices = 0; choices < EVERY * LOOKED_AT; ) {
    const seat = settle(game, state, events)
    if (seat === OVER) break
    const count = seat === CHANCE ? 1 : game.legal(state, seat, legal)
    if (count > 1 && choices++ % EVERY === 0) {
      game.observe(state, seat, view)
      agent.policy!(view, seat, legal, count, rng, chances)
      hash.update(chances.slice(0, count))
    }
    game.apply(state, seat, game.sample(state, seat, rng), events)
  }
  return hash.digest('hex').slice(0, 16)
}
