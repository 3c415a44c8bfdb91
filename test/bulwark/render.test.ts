/** What `replay` shows a person. */
import { describe, expect, it } from 'vitest'
import { gameOf } from './load.ts'
import { scene } from './scenario.ts'

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
    expect(lines[2]).toMatch(/^Mountain +Mountainside\. +Quarry +Forge +Oceanside Mo\. +Northern Sea$/)
    expect(lines[3]).toMatch(/^###### +\. +R r1\(2\) +R\*r r3 +\. +\.$/)
    expect(lines[6]!.indexOf('B')).toBe(lines[5]!.indexOf('Church'))
    expect(lines[5]!.indexOf('Obelisk') - lines[2]!.indexOf('Mountainside')).toBe(
      lines[2]!.indexOf('Quarry') - lines[5]!.indexOf('Obelisk'),
    )
    expect(shown(match)).toContain('B*b b1')
  })

  it('is as narrow as it is asked to be, with every name apart, as long as there is room', () => {
    const { game, state } = scene({ red: ['Quarry', 'Quarry', 'Forge'], blue: [HUT], recovers: ['red 2'] })
    const drawn = (width: number): string[] => game.text.render(state, width).split('\n')
    expect(drawn(100)).toEqual(game.text.render(state).split('\n'))
    for (const width of [80, 60]) {
      expect(Math.max(...drawn(width).map(line => line.length))).toBeLessThanOrEqual(width)
      expect(drawn(width).join('\n')).toMatch(/r1\(2\)/)
    }
    // A separate line tells Shore from Sea.
    expect(drawn(80).join('\n')).toMatch(/Southern .*\n.*Shore .*\n(?:.*\n)*.*Southern\n.* Sea\n/)
    expect(drawn(40).filter(line => line !== '')[1]).toBe('Quarry: R r1(2)')
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
    const { legend } = match.game.text
    expect(legend).toContain(`rally: ${BELL}`)
    expect(legend).toContain("ferry: Angler's Commune > Northern Sea")
    expect(shown(match)).not.toContain('ferry')
    match.decide(match.choices().find(text => text.startsWith('red rally'))!)
    expect(shown(match.pass())).toContain(`; rally at ${BELL} from round 4 on`)
  })

  it('counts turns instead of rounds where cooldowns do', () => {
    const match = scene({ red: [BELL, 'Quarry'], blue: ['Forge', HUT] }, { 'cooldown.turns': 'all' })
    match.decide(match.choices().find(text => text.startsWith('red rally'))!)
    expect(shown(match.pass())).toContain(`; rally at ${BELL} from turn 4 on (this is turn 2)`)
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
    expect(gameOf(teams).text.legend).toMatch(/^r red, d rd, a r: upper case/)
  })

  it('lists what is held where a map is too wide to draw', () => {
    const tiles = Array.from({ length: 20 }, (_, q) => ({ name: `Tile ${q}`, at: [q, 0] }))
    const match = scene(
      { red: ['Tile 0', 'Tile 3'], blue: ['Tile 11'] },
      { map: { name: 'row', tiles }, 'setup.capitals': ['Tile 0', 'Tile 11'] },
    )
    expect(shown(match)).toContain('\nTile 0: R*r r1\nTile 3: R r2\nTile 11: B*b b1\n')
  })
})

/** What `replay` prints once a decision was made. */
function told(match: ReturnType<typeof scene>, decision: string): string[] {
  const before = match.state.slice()
  match.decide(decision)
  return match.game.text.narrate!(before, match.state).split('\n')
}

describe('Bulwark, what came of a decision', () => {
  it('names the tile that changes hands, the battle, its winner and who retreats where', () => {
    const match = scene({ red: ['Quarry', 'Quarry'], blue: ['Forge', HUT] })
    expect(told(match, 'red 1 to Forge')).toEqual(['next: red 2 at Quarry'])
    expect(told(match, 'red 2 stays')).toEqual(['battle at Forge: red 1 against blue 1'])
    expect(told(match, 'chance blue 1 falls').slice(0, 5)).toEqual([
      '  red wins the battle at Forge',
      '  routed: blue 1',
      '  blue 1 retreats to Oceanside Mountain Path',
      '  red takes Forge, from blue',
      '  blue takes Oceanside Mountain Path',
    ])
  })

  it('names the units that a rally calls', () => {
    const match = scene({ red: [BELL, 'Quarry'], blue: [HUT, HUT] })
    expect(told(match, `red rally to ${BELL}`)[0]).toBe(`  red 2 goes to ${BELL}`)
  })

  it('says who is out, without listing all that goes with it', () => {
    const match = scene(
      { red: ['Forge', 'Forge'], blue: ['Church'], capitals: ['Soap Shop', 'Quarry'] },
      { 'capital.turns': 1 },
    )
    match.decide('red 1 to Quarry').decide('red 2 stays')
    expect(told(match, 'blue 1 stays').slice(0, 2)).toEqual([
      '  blue is out: its units leave the game, and its tiles belong to nobody',
      'red wins: the last opponent went too long without its capital',
    ])
  })
})
