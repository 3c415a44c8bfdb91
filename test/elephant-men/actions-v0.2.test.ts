/** One scenario for each rule of the v0.2 rules text: the details of the actions, interruptions, and their order. */
import { describe, expect, it } from 'vitest'
import { on, scene, see } from './scenario.ts'

const match = (white: string, black: string, patch = {}) => scene('v0.2', white, black, patch)

const NEIGHBOURS = ['c3', 'd4', 'd2', 'e3']
const TWO_AWAY = ['b3', 'f3', 'd5', 'd1', 'c4', 'e4', 'c2', 'e2']

/** The targets that a lone unit on d3 may choose for a sign in the first phase. */
function targets(kind: string, sign: string): string[] {
  const found = match(`${kind} d3`, 'soldier h8').choices('white')
  return found.filter(text => text.startsWith(`1 d3${sign}`)).map(text => text.slice(5))
}

describe('v0.2, move', () => {
  it('goes one space in a cardinal direction, no further and not diagonally', () => {
    expect(targets('soldier', '>').sort()).toEqual([...NEIGHBOURS].sort())
    for (const target of ['d5', 'e4', 'd3', 'h1'])
      expect(see(match('soldier d3', 'soldier h8').turn(`white 1 d3>${target}`)[0]!)[0]).toBe(
        'd3 white soldier 3',
      )
  })

  it('fails for both when two units choose the same space, of either side', () => {
    const own = match('soldier a1, soldier c1', 'soldier h8').turn('white 1 a1>b1', 'white 1 c1>b1')
    expect(see(own[0]!).slice(0, 2)).toEqual(['a1 white soldier 3', 'c1 white soldier 3'])
    const other = match('soldier a1', 'soldier c1').turn('white 1 a1>b1', 'black 1 c1>b1')
    expect(see(other[0]!)).toEqual(['a1 white soldier 3', 'c1 black soldier 3'])
  })

  it('fails against a space whose unit stays', () => {
    const [first] = match('soldier a1', 'soldier b1').turn('white 1 a1>b1')
    expect(see(first!)).toEqual(['a1 white soldier 3', 'b1 black soldier 3'])
  })

  it('succeeds into a space whose unit moves on', () => {
    const [first] = match('soldier a1', 'soldier b1').turn('white 1 a1>b1', 'black 1 b1>c1')
    expect(see(first!)).toEqual(['b1 white soldier 3', 'c1 black soldier 3'])
  })
})

describe('v0.2, poke', () => {
  it('reaches exactly two spaces in a line or one diagonally', () => {
    expect(targets('soldier', '.').sort()).toEqual([...TWO_AWAY].sort())
    const m = match('soldier d3', 'soldier d4')
    expect(see(m.turn('white 1 d3.d4')[0]!)).toEqual(['d3 white soldier 3', 'd4 black soldier 3'])
  })

  it('takes one hit point of the unit there, and does not tire', () => {
    const [first] = match('soldier d3', 'soldier e4').turn('white 1 d3.e4')
    expect(see(first!)).toEqual(['d3 white soldier 3', 'e4 black soldier 2'])
  })

  it('hits allies too', () => {
    const [first] = match('soldier d3, soldier e4', 'soldier h8').turn('white 1 d3.e4')
    expect(on(first!, 'e4')).toBe('e4 white soldier 2')
  })

  it('of an empty space makes the unit rest for the next phase, and only that one', () => {
    const m = match('soldier d3', 'soldier h8')
    const frames = m.turn('white 1 d3.d5', 'white 2 d3>d4', 'white 3 d3>d2')
    expect(frames.map(f => see(f)[0])).toEqual([
      'd3 white soldier 3 rests',
      'd3 white soldier 3',
      'd2 white soldier 3',
    ])
  })

  it('misses a unit that moves away in the same phase', () => {
    const [first] = match('soldier d3', 'soldier d5').turn('white 1 d3.d5', 'black 1 d5>d6')
    expect(see(first!)).toEqual(['d3 white soldier 3 rests', 'd6 black soldier 3'])
  })

  it('hits a unit that moves into its space in the same phase', () => {
    const [first] = match('soldier d3', 'soldier d6').turn('white 1 d3.d5', 'black 1 d6>d5')
    expect(see(first!)).toEqual(['d3 white soldier 3', 'd5 black soldier 2'])
  })
})

describe('v0.2, cleave', () => {
  it('reaches one space in a cardinal direction', () => {
    expect(targets('soldier', 'x').sort()).toEqual([...NEIGHBOURS].sort())
    const m = match('soldier d3', 'soldier e4')
    expect(m.turn('white 1 d3xe4')[0]!.pending).toEqual([])
  })

  it('takes two hit points in the next phase from any unit there', () => {
    const m = match('soldier d3', 'soldier d4, soldier c4')
    const frames = m.turn('white 1 d3xd4', 'black 2 d4>d5', 'black 2 c4>d4')
    expect(frames[0]!.pending).toEqual([{ at: 'd4', damage: 2 }])
    expect(see(frames[0]!)).toEqual(['c4 black soldier 3', 'd3 white soldier 3 rests', 'd4 black soldier 3'])
    expect(see(frames[1]!)).toEqual(['d3 white soldier 3', 'd4 black soldier 1', 'd5 black soldier 3'])
    expect(frames[1]!.pending).toEqual([])
  })

  it('hits allies too', () => {
    const frames = match('soldier d3, soldier e3', 'soldier h8').turn('white 1 d3xe3')
    expect(on(frames[1]!, 'e3')).toBe('e3 white soldier 1')
  })

  it('makes the unit rest whether it hits or misses', () => {
    const hit = match('soldier d3', 'soldier d4').turn('white 1 d3xd4', 'white 2 d3>d2')
    const miss = match('soldier d3', 'soldier h8').turn('white 1 d3xd4', 'white 2 d3>d2')
    for (const frames of [hit, miss]) {
      expect(on(frames[0]!, 'd3')).toBe('d3 white soldier 3 rests')
      expect(on(frames[1]!, 'd3')).toBe('d3 white soldier 3')
    }
  })
})

describe('v0.2, pray', () => {
  it('gains one favour for its player', () => {
    expect(match('soldier h8', 'monk d3').turn('black 1 d3 p')[0]!.favour).toBe(-1)
  })

  it('makes the monk rest through the next phase', () => {
    const m = match('monk d3', 'soldier h8')
    const frames = m.turn('white 1 d3 p', 'white 2 d3 p', 'white 3 d3 p')
    expect(frames.map(f => [f.favour, see(f)[0]])).toEqual([
      [1, 'd3 white monk 2 rests'],
      [1, 'd3 white monk 2'],
      [2, 'd3 white monk 2 rests'],
    ])
  })
})

describe('v0.2, convert', () => {
  it('reaches exactly two spaces in a line or one diagonally', () => {
    expect(targets('monk', '.').sort()).toEqual([...TWO_AWAY].sort())
    expect(match('monk d3', 'soldier d4').turn('white 1 d3.d4')[0]!.favour).toBe(0)
  })

  it('makes an enemy unit an ally', () => {
    const m = match('monk d3', 'soldier e4, soldier h8')
    const [first] = m.turn('white 1 d3.e4')
    expect(on(first!, 'e4')).toBe('e4 white soldier 3')
    expect(on(m.turn('white 1 e4>e5')[0]!, 'e5')).toBe('e5 white soldier 3')
  })

  it('does nothing to an ally or to an empty space', () => {
    const [first] = match('monk d3, soldier e4', 'soldier h8').turn('white 1 d3.e4')
    expect(see(first!)).toEqual(['d3 white monk 2', 'e4 white soldier 3', 'h8 black soldier 3'])
    expect(first!.favour).toBe(0)
  })

  it('leaves the monk free to act in the next phase, hit or miss', () => {
    const hit = match('monk d3', 'soldier e4, soldier h8').turn('white 1 d3.e4', 'white 2 d3>d4')
    const miss = match('monk d3', 'soldier h8').turn('white 1 d3.e4', 'white 2 d3>d4')
    for (const frames of [hit, miss]) expect(on(frames[1]!, 'd4')).toBe('d4 white monk 2')
  })
})

describe('v0.2, interrupting actions', () => {
  it('a poke interrupts a convert, a cleave and a prayer of the unit it targets', () => {
    const convert = match('soldier d1, soldier f3', 'monk d3').turn(
      'white 1 d1.d3',
      'black 1 d3.e2',
      'black 2 d3.f3',
    )
    expect(convert.map(f => f.favour)).toEqual([0, -3, -3])
    const aimed = match('soldier d1, soldier f3', 'monk d3').turn('white 1 d1.d3', 'black 1 d3.f3')
    expect(on(aimed[0]!, 'f3')).toBe('f3 white soldier 3')
    const cleave = match('soldier d1, soldier d4', 'soldier d3').turn('white 1 d1.d3', 'black 1 d3xd4')
    expect(cleave[0]!.pending).toEqual([])
    const prayer = match('soldier d1', 'monk d3').turn('white 1 d1.d3', 'black 1 d3 p')
    expect(prayer[0]!.favour).toBe(0)
  })

  it('a convert interrupts the cleave and the prayer of an ally it targets', () => {
    const m = match('monk d1, soldier e2, monk c2', 'soldier e3')
    const [first] = m.turn('white 1 d1.e2', 'white 1 e2xe3', 'white 1 c2 p')
    expect(first!.pending).toEqual([])
    expect(first!.favour).toBe(1)
    expect(m.turn('white 1 d1.c2', 'white 1 c2 p')[0]!.favour).toBe(1)
  })

  it('a landing blow interrupts a prayer', () => {
    const frames = match('soldier d1', 'monk d2, monk h8').turn(
      'white 1 d1xd2',
      'black 2 d2 p',
      'black 2 h8 p',
    )
    // The monk that is hit dies of it: three for white, one for the other monk's prayer.
    expect(frames[1]!.favour).toBe(2)
    const units = {
      soldier: { hp: 3, actions: ['move', 'poke', 'cleave'] },
      monk: { hp: 4, actions: ['move', 'convert', 'pray'] },
    }
    const tough = match('soldier d1', 'monk d2', { units })
    expect(tough.turn('white 1 d1xd2', 'black 2 d2 p')[1]!.favour).toBe(0)
  })

  it('actions of the same kind do not interrupt each other', () => {
    const pokes = match('soldier d1', 'soldier d3').turn('white 1 d1.d3', 'black 1 d3.d1')
    expect(see(pokes[0]!)).toEqual(['d1 white soldier 2', 'd3 black soldier 2'])
    const converts = match('monk d1', 'monk d3').turn('white 1 d1.d3', 'black 1 d3.d1')
    expect(see(converts[0]!)).toEqual(['d1 black monk 2', 'd3 white monk 2'])
    expect(converts[0]!.favour).toBe(0)
  })

  it('an interrupted action causes no rest', () => {
    const frames = match('soldier d1', 'monk d3').turn('white 1 d1.d3', 'black 1 d3 p', 'black 2 d3>d4')
    expect(frames.map(f => see(f)[1])).toEqual(['d3 black monk 1', 'd4 black monk 1', 'd4 black monk 1'])
    const cleaver = match('soldier d1', 'soldier d3').turn('white 1 d1.d3', 'black 1 d3xd4', 'black 2 d3>d4')
    expect(on(cleaver[1]!, 'd4')).toBe('d4 black soldier 2')
  })
})

describe('v0.2, resolution order', () => {
  it('move comes before poke', () => {
    const [first] = match('soldier d1', 'soldier d3').turn('white 1 d1.d3', 'black 1 d3>e3')
    expect(see(first!)).toEqual(['d1 white soldier 3 rests', 'e3 black soldier 3'])
  })

  it('poke comes before convert', () => {
    const m = match('monk d1, soldier h1', 'soldier d3, soldier f3')
    // Both would happen if they were simultaneous; black's poke stops the convert.
    const [first] = m.turn('white 1 d1.d3', 'black 1 d3.d1')
    expect(see(first!)).toEqual([
      'd1 white monk 1',
      'd3 black soldier 3',
      'f3 black soldier 3',
      'h1 white soldier 3',
    ])
  })

  it('convert comes before cleave: a converted soldier starts no blow', () => {
    const [first] = match('monk d1, soldier d4', 'soldier d3, soldier h8').turn(
      'white 1 d1.d3',
      'black 1 d3xd4',
    )
    expect(first!.pending).toEqual([])
    expect(on(first!, 'd3')).toBe('d3 white soldier 3')
  })

  it('cleave comes before pray: a blow that lands kills the monk before its prayer', () => {
    const frames = match('monk d1, soldier a1', 'soldier d2').turn('black 1 d2xd1', 'white 2 d1 p')
    expect(frames[1]).toMatchObject({ favour: -3 })
  })

  it('convert comes after poke and before the landing of blows', () => {
    const m = match('soldier c3, monk e2', 'soldier d3, soldier h8')
    const frames = m.turn('white 1 c3xd3', 'white 2 e2.d3')
    // Converted first, then struck: the blow hits white's new soldier.
    expect(on(frames[1]!, 'd3')).toBe('d3 white soldier 1')
  })
})
