/** Games of plain values say which decisions use their assets, so that players may be made to do without. */
import { describe, expect, it } from 'vitest'
import { CHANCE, type CompiledGame, newEvents, newState } from '../../engine/contract/index.ts'
import { type Definition, defineGame } from '../../library/game.ts'
import { lawsOf } from '../../library/testing.ts'

/** A game as a user would write it, without types. */
const FILE: string = new URL('../../docs/examples/my-game.js', import.meta.url).href
const { default: myGame } = (await import(FILE)) as { default: Definition }

const compiled = (definition: Definition): CompiledGame => {
  const game = defineGame(definition)
  return game.compile(game.id, game.schema.parse({}))
}

describe('the assets of a game of plain values', () => {
  const game = compiled(myGame)

  it('are used by the moves of which assetOf says so', () => {
    const state = newState(game.info)
    const events = newEvents(game.info)
    game.start(state, events)
    // The die is thrown.
    game.apply(state, CHANCE, 2, events)
    const uses = [0, 1].map(move => [0, 1].map(asset => game.uses!(state, 0, move, asset)))
    expect(uses).toEqual([
      [true, false],
      [false, true],
    ])
  })

  it.each(lawsOf(game).filter(({ name }) => /asset/.test(name)))('keep the law: $name', ({ check }) =>
    check(),
  )

  it('are not asked for where the author names none', () => {
    const { assets: _, assetOf: __, ...bare } = myGame
    expect(compiled(bare).uses).toBeUndefined()
  })
})
