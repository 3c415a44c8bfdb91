import { describe, expect, it } from 'vitest'
import { kept, SMALL } from './kept.ts'
import { expectSolved, isQuick, LANES } from './lanes.ts'

it.each(LANES.filter(lane => !isQuick(lane)))('best play is proven on $rules', expectSolved)

describe('mcts against the truth', () => {
  it.each(SMALL)('keeps the proven value nearly always when it plays to the end: %o', async patch => {
    const { asked, kept: right } = await kept(patch, { iterations: 2000, depth: 0, exploration: 0.7 })
    expect(asked).toBeGreaterThan(30)
    expect(right / asked).toBeGreaterThan(0.95)
  })

  it.each(SMALL)('mostly keeps it with default options: %o', async patch => {
    const { asked, kept: right } = await kept(patch, {})
    expect(right / asked).toBeGreaterThan(0.85)
  })
})
