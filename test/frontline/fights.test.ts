/** Every kind against every other and against the base, from both sides, and promotion. */
import { describe, expect, it } from 'vitest'
import { lane, see } from './scene.ts'

const KINDS = ['infantry', 'archer', 'catapult', 'super-soldier'] as const
const FULL = { infantry: 10, archer: 8, catapult: 12, 'super-soldier': 10 }
/** What a turn of the attacker takes: the super-soldier strikes in its actions 1 and 3. */
const TAKES = { infantry: 4, archer: 3, catapult: 6, 'super-soldier': 8 }
const BOUNTY = { infantry: 5, archer: 6, catapult: 10, 'super-soldier': 5 }
const CASES = KINDS.flatMap(attacker => KINDS.map(victim => [attacker, victim] as const))

describe.each(['A', 'B'] as const)('fights of %s', side => {
  const foe = side === 'A' ? 'B' : 'A'
  const face = (attacker: string, victim: string) => {
    const from = side === 'A' ? 5 : 8
    const ahead = (attacker === 'catapult' ? 2 : 1) * (side === 'A' ? 1 : -1)
    return lane(`${side} ${attacker} ${from}, ${foe} ${victim.replace(' ', ` ${from + ahead}`)}`)
  }

  it.each(CASES)('%s on %s: the victim keeps what the attack leaves it', (attacker, victim) => {
    const m = face(attacker, `${victim} :20`)
    const hurt = m.turn(side).units.find(unit => unit.side === foe)
    expect(hurt).toMatchObject({ kind: victim, hp: 20 - TAKES[attacker] })
    expect(m.now().gold).toEqual({ A: 0, B: 0 })
  })

  it.each(CASES)('%s on %s: at 0 hit points it is gone, half its price is paid', (attacker, victim) => {
    const blow = attacker === 'super-soldier' ? 4 : TAKES[attacker]
    for (const hp of [blow, 1]) {
      const m = face(attacker, `${victim} :${hp}`)
      const { units, gold } = m.turn(side)
      const promoted = attacker === 'infantry' && victim === 'infantry'
      expect(units.map(unit => [unit.side, unit.kind, unit.hp])).toEqual([
        [side, promoted ? 'super-soldier' : attacker, FULL[attacker]],
      ])
      expect(gold[side]).toBe(BOUNTY[victim])
      expect(gold[foe]).toBe(0)
      expect(m.count(foe, victim, 'lost')).toBe(1)
      expect(m.count(side, 'super-soldier', 'fielded')).toBe(promoted ? 1 : 0)
    }
  })

  it.each(KINDS)('%s on the base: it loses the points of the attack', attacker => {
    const cell = attacker === 'catapult' ? 10 : 11
    const m = lane(`${side} ${attacker} ${side === 'A' ? cell : 13 - cell}`)
    expect(m.turn(side).base[foe]).toBe(100 - TAKES[attacker])
    expect(m.count(side, attacker, 'scored')).toBe(TAKES[attacker])
  })
})

describe('promotion', () => {
  it('keeps the hit points', () => {
    expect(see(lane('A infantry 4:3, B infantry 5:4').turn('A'))).toEqual(['A super-soldier 5:3'])
  })

  it('in action 1 gives a second attack in the turn, after the advance', () => {
    expect(see(lane('A infantry 4, B infantry 5:4, B catapult 6').turn('A'))).toEqual([
      'A super-soldier 5:10',
      'B catapult 6:8',
    ])
  })

  it('in action 3 gives no further attack in the turn', () => {
    const m = lane('A infantry 4, B infantry 6:4, B catapult 7')
    expect(see(m.turn('A'))).toEqual(['A super-soldier 5:10', 'B catapult 7:12'])
    expect(see(m.turn('A'))).toEqual(['A super-soldier 6:10', 'B catapult 7:8'])
  })

  it('is not for killing a super-soldier, nor for the kills of a super-soldier', () => {
    expect(see(lane('A infantry 4, B super-soldier 5:4').turn('A'))).toEqual(['A infantry 5:10'])
    const m = lane('A super-soldier 4, B infantry 5:4')
    expect(see(m.turn('A'))).toEqual(['A super-soldier 5:10'])
    expect(m.count('A', 'super-soldier', 'fielded')).toBe(0)
  })

  it('frees the cell at once: the victor follows in its action 2', () => {
    expect(see(lane('A infantry 10, B infantry 11:1').turn('A'))).toEqual(['A super-soldier 11:10'])
  })
})
