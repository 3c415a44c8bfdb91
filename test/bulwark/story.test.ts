/** What pages and `replay --brief` say of a turn. */
import { expect, it } from 'vitest'
import { scene } from './scenario.ts'

const HUT = 'Decrepit Hut Near The Ruins'

it('Bulwark tells decisions in words, and a turn in brief by what it took', () => {
  const match = scene({ red: ['Quarry'], blue: [HUT], capitals: ['Forge', HUT] })
  const { brief, parse, tell } = match.game.text
  const step = match
    .choices()
    .find(text => text.startsWith('red 1 to '))!
    .slice('red '.length)
  const tile = step.slice('1 to '.length)
  expect(tell!(match.state, 0, parse(match.state, 0, '1 stays'))).toBe('unit 1 stays')
  expect(tell!(match.state, 0, parse(match.state, 0, step))).toBe(`unit 1 goes to ${tile}`)
  const before = match.state.slice()
  match.decide(`red ${step}`)
  expect(brief!(before, match.state)).toEqual([`red takes ${tile}`])
})
