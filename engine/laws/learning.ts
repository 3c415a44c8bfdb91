/** The laws of what learning players see: tokens and aspects. */
import type { CompiledGame } from '../contract/index.ts'
import { guarded, strict } from './buffers.ts'
import { broken, type Law, law, lawOfPositions, nameOf, requireSame, type Subject } from './law.ts'
import { legalOf, type Position } from './walk.ts'

export function learningLaws(subject: Subject): Law[] {
  const { game, stride } = subject
  const all = law('tokens, aspects and their most come together', () => checkTogether(game))
  if (!game.tokens || !game.aspects || !game.info.learning) return [all]
  return [
    all,
    lawOfPositions(
      subject,
      'tokens and aspects keep to their most, and to what a seat knows: a guess has those of its view',
      checkTold,
      stride,
    ),
  ]
}

function checkTogether({ tokens, aspects, info }: CompiledGame): void {
  const given = [tokens, aspects, info.learning].filter(part => part !== undefined).length
  if (given !== 0 && given !== 3)
    broken(`${given} of tokens, aspects and info.learning`, 'all of them or none')
}

function checkTold({ game, mask, state, view, guess, rng }: Position): void {
  // Nobody learns from a match that is over.
  if (mask === 0) return
  for (let seat = 0; seat < game.info.seats.length; seat++) {
    game.observe(state, seat, view)
    game.determinize(view, seat, rng, guess)
    const before = view.slice()
    const legal = (mask >> seat) & 1 ? legalOf(game, state, seat) : new Int32Array()
    const found = told(game, guess, seat, legal)
    requireSame(found, told(game, view, seat, legal), `what ${nameOf(game, seat)} is told of a guess`)
    requireSame(view, before, 'a view whose tokens and aspects were read')
  }
}

/** All tokens, then all aspects of each action, every list behind its length. */
function told(game: CompiledGame, view: Int32Array, seat: number, legal: Int32Array): Int32Array {
  const { tokens, aspects } = game.info.learning!
  const all = listOf('tokens', tokens, 0, out => game.tokens!(view, seat, out))
  for (const action of legal)
    all.push(...listOf('aspects', aspects, 1, out => game.aspects!(view, seat, action, out)))
  return Int32Array.from(all)
}

function listOf(what: string, most: number, least: number, write: (out: Int32Array) => number): number[] {
  const { buffer, guard } = guarded(most, what)
  const count = write(strict(buffer, what))
  if (!(count >= least && count <= most)) broken(`${count} ${what}`, `${least} to ${most}`)
  if (guard.touched() !== -1)
    broken(`index ${guard.touched()} of the ${what} written`, 'no word beside the buffer touched')
  return [count, ...buffer.subarray(0, count)]
}
