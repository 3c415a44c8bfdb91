/** What `replay` shows a person. */
import { describe, expect, it } from 'vitest'
import { gameOf } from './load.ts'
import { Match, scene } from './scenario.ts'

const HUT = 'Decrepit Hut Near The Ruins'
const BEES = "Beekeeper's"
const BELL = 'Mountainside Bell'
const shown = ({ game, state }: ReturnType<typeof scene>): string => game.text.render(state)

describe('Bulwark, the board', () => {
  it('shows owners, capitals, units and who recovers, rows half a tile further right as the map lies', () => {
    const match = scene({
      red: ['Quarry', 'Quarry', 'Forge'],
      blue: [HUT],
      capitals: ['Forge', HUT],
      owners: { Church: 'blue' },
      recovers: ['red 2'],
    })
    const lines = shown(match).split('\n')
    expect(lines[0]).toBe('round 1, red moves')
    expect(lines[2]).toMatch(/^Mountain +Mountainside B\. +Quarry +Forge +Oceanside Moun\. +Northern Sea$/)
    expect(lines[3]).toMatch(/^###### +\. +R r1\(2\) +R\*r r3 +\. +\.$/)
    expect(lines[6]!.indexOf('B')).toBe(lines[5]!.indexOf('Church'))
    expect(lines[5]!.indexOf('Obelisk') - lines[2]!.indexOf('Mountainside')).toBe(
      lines[2]!.indexOf('Quarry') - lines[5]!.indexOf('Obelisk'),
    )
    expect(shown(match)).toContain('B*b b1')
  })

  it('is shown at the start of every turn, also of one that begins with its end', () => {
    const match = scene({
      red: [BEES, BEES],
      blue: ['Soap Shop', HUT],
      recovers: ['red 1', 'red 2'],
      turn: 'blue',
    }).pass()
    expect(match.now().asks).toEqual({ what: 'end', team: 'red' })
    expect(shown(match)).toMatch(/^round 1, red moves\n/)
  })

  it('within a turn says who is next, and who fights', () => {
    const match = scene({ red: ['Quarry', 'Soap Shop'], blue: ['Forge', HUT] }).decide('red 1 to Forge')
    expect(shown(match)).toBe('next: red 2 at Soap Shop')
    expect(shown(match.decide('red 2 stays'))).toBe('battle at Forge: red 1 against blue 1')
  })
})

describe('Bulwark, what the board says besides', () => {
  it('names what tiles can do, and from which round on again', () => {
    const match = scene({ red: [BELL, 'Quarry'], blue: ['Forge', HUT] }, { 'rally.cooldown': 3 })
    expect(shown(match)).toContain(`rally: ${BELL}`)
    expect(shown(match)).toContain("ferry: Angler's Commune > Northern Sea")
    match.decide(match.choices().find(text => text.startsWith('red rally'))!)
    expect(shown(match.pass())).toContain(`; rally at ${BELL} from round 4 on`)
  })

  it('shortens names only as far as they stay apart', () => {
    const names = ['Northern Village East', 'Northern Village West', 'Forge']
    const tiles = names.map((name, i) => ({ name, at: [i, 0] }))
    const match = scene(
      { red: [names[0]!], blue: ['Forge'] },
      { map: { name: 'north', tiles }, 'setup.capitals': [names[0]!, 'Forge'] },
    )
    expect(shown(match)).toMatch(/^Northern Village E\. +Northern Village W\. +Forge$/m)
  })

  it('gives every team a letter', () => {
    const teams = { 'team.names': ['red', 'rd', 'r'] }
    const match = new Match(gameOf(teams))
    expect(shown(match)).toMatch(/r red, d rd, a r: upper case/)
  })
})
