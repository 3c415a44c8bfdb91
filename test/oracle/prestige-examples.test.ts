/** The oracle of prestige on matches worked by hand from the ruling. */
import { describe, expect, it } from 'vitest'
import { PrestigeOracle } from './prestige.ts'
import type { Mission, PrestigeDocument } from './prestige-document.ts'
import { DECK, world } from './prestige-world.ts'

/** Four missions that nobody meets in these examples, so only troops matter. */
const FAR: readonly Mission[] = [1, 2, 3, 4, 5, 6, 7, 8].map(n => ({
  name: `far-${n}`,
  prestige: 1,
  kind: 'territories',
  count: 99,
}))

/** A line of territories with two players of assault alone: red at its start, blue at its end, `troops` each. */
function duel(
  length: number,
  troops: number,
  rules: Partial<PrestigeDocument> = {},
  blueAt = 'abcde'[length - 1],
): { oracle: PrestigeOracle; play: (...lines: string[]) => void; record: string[] } {
  const names = ['a', 'b', 'c', 'd', 'e'].slice(0, length)
  const oracle = new PrestigeOracle({
    seats: [
      { name: 'red', faction: 'foot' },
      { name: 'blue', faction: 'foot' },
    ],
    factions: [{ name: 'foot', types: ['assault'] }],
    map: names.map((name, at) => ({ name, region: 'all', borders: names.slice(at + 1, at + 2) })),
    deck: FAR,
    setup: { troops },
    ...rules,
  })
  const record: string[] = []
  const apply = (actor: string, text: string): void => {
    oracle.apply(actor, text)
    record.push(`${actor} ${text}`)
  }
  /** Makes the decisions given, and before each whatever leaves no choice; draws take the first card. */
  const skipForced = (): void => {
    for (;;) {
      const [actor = ''] = oracle.actors()
      const [text = '', ...others] = oracle.legal(actor)
      if (text === '' || (others.length > 0 && !text.startsWith('draw '))) return
      apply(actor, text)
    }
  }
  const play = (...lines: string[]): void => {
    for (const line of lines) {
      const [actor = '', ...words] = line.split(' ')
      apply(actor, words.join(' '))
      skipForced()
    }
  }
  skipForced()
  play('red back far-1', 'blue back far-3', 'red settle a')
  if (length > 2) play(`blue settle ${blueAt}`)
  return { oracle, play, record }
}

const assault = (oracle: PrestigeOracle): Record<string, number> =>
  Object.fromEntries(Object.entries(oracle.json().troops).map(([name, counts]) => [name, counts.assault]))

const dice = (...values: number[]): string[] => values.map(value => `chance die ${value}`)

describe('a match', () => {
  it('begins with missions put back, which the second draw does not reach', () => {
    const oracle = new PrestigeOracle(world(2, { deck: DECK.slice(0, 8) }))
    for (const card of DECK.slice(0, 4)) oracle.apply('chance', `draw ${card.name}`)
    expect(oracle.legal('red')).toEqual(['back hold-5', 'back hold-3', 'back hold-3 hold-5'])
    oracle.apply('red', 'back hold-3')
    expect(oracle.json().dossiers.red).toEqual([null, 'hold-5'])
    oracle.apply('blue', 'back north south')
    expect(oracle.legal('chance')).toEqual(DECK.slice(4, 8).map(({ name }) => `draw ${name}`))
  })

  it('moves each troop one territory, and never the last one of a territory', () => {
    const { oracle, play } = duel(5, 4)
    expect(oracle.legal('red')).toEqual(['move assault a b', 'done'])
    play('red move assault a b', 'red move assault a b')
    expect(oracle.legal('red')).toEqual(['move assault a b', 'done'])
    expect(assault(oracle)).toEqual({ a: 2, b: 2, c: 0, d: 0, e: 4 })
  })

  it('lets no moved troop move again', () => {
    const { oracle, play } = duel(5, 3)
    play('red move assault a b', 'red move assault a b')
    // two moved ones in b, and the last one of a: the turn went on to its end
    expect(oracle.legal('red')).toEqual(['exchange far-5', 'exchange far-2', 'keep'])
    expect(oracle.json().territories).toEqual({ a: 'red', b: 'red', c: null, d: null, e: 'blue' })
  })

  it('lets troops move again in the next turn, those that have not moved in it', () => {
    const { oracle, play } = duel(5, 4)
    play('red move assault a b', 'red done', 'red keep', 'blue done', 'blue keep')
    play('red place assault b', 'red place assault b', 'red move assault a b')
    // three of the four in b have not moved this turn
    play('red move assault b c', 'red move assault b c', 'red move assault b c', 'red move assault a b')
    expect(assault(oracle)).toEqual({ a: 1, b: 2, c: 3, d: 0, e: 4 })
    expect(oracle.legal('red')).toContain('keep')
  })

  it('sets aside half of the territories, at least 2, and places them on own ones', () => {
    const { oracle, play } = duel(5, 4)
    play('red move assault a b', 'red move assault a b', 'red done')
    expect(oracle.json().incoming.red).toEqual({ assault: 2, mounted: 0, ranged: 0 })
    play('red keep', 'blue done', 'blue keep')
    expect(oracle.legal('red')).toEqual(['place assault a', 'place assault b'])
    play('red place assault b')
    expect(assault(oracle)).toEqual({ a: 2, b: 3, c: 0, d: 0, e: 4 })
  })

  it('discards a mission for another', () => {
    const { oracle, play } = duel(5, 4)
    play('red done', 'red exchange far-2')
    expect(oracle.json().dossiers.red).toEqual(['far-5', 'far-7'])
    expect(oracle.position.discard).toEqual(['far-2'])
  })

  it('takes a territory by winning every comparison, moves in with all, and ends with the last one left', () => {
    const { oracle, play } = duel(2, 2, { incoming: { min: 3 } })
    // 1 against 2: one comparison, so the territory can't fall
    play('red attack a b', ...dice(9, 0, 1), 'blue pick 0 assault')
    expect(assault(oracle)).toEqual({ a: 2, b: 1 })
    // the tie costs red the attacker
    play('red attack a b', ...dice(5, 5), 'red keep')
    // blue has placed his three
    expect([assault(oracle), oracle.actors()]).toEqual([{ a: 1, b: 1 }, ['blue']])
  })

  it('is decided by sealed picks of one die and one type', () => {
    const { oracle, play } = duel(3, 4)
    play('red move assault a b', 'red done', 'red keep', 'blue attack c b', 'blue count assault 3')
    play(...dice(1, 2, 3, 2))
    expect(oracle.legal('blue')).toEqual(['pick 1 assault', 'pick 2 assault', 'pick 3 assault'])
    expect(oracle.actors()).toEqual(['blue', 'red'])
    oracle.apply('red', 'pick 2 assault')
    expect(oracle.actors()).toEqual(['blue'])
    play('blue pick 3 assault')
    expect(assault(oracle)).toEqual({ a: 3, b: 3, c: 1 })
    expect(oracle.json().territories.b).toBe('blue')
  })

  it('rolls again for the troops that are left, where attacks are refilled', () => {
    const { oracle, play } = duel(2, 3, { attack: { refill: true } })
    play('red attack a b', 'red count assault 2', ...dice(9, 0, 1, 1, 1), 'red pick 9 assault')
    expect([assault(oracle), oracle.actors()]).toEqual([{ a: 2, b: 2 }, ['chance']])
    play(...dice(9, 0, 0), ...dice(9, 0))
    expect([assault(oracle), oracle.json().territories.b]).toEqual([{ a: 1, b: 1 }, 'red'])
  })

  /** Red takes the only territory of blue, and c stays empty. */
  const rout = [
    'red attack a b',
    'red count assault 3',
    ...dice(9, 9, 9, 0, 0, 0, 0),
    'red attack a b',
    'red count assault 1',
    ...dice(9, 0),
    'red keep',
  ]

  it('lets a player come back on an empty territory', () => {
    const { oracle, play, record } = duel(3, 4, {}, 'b')
    play(...rout)
    // without incoming he went straight to step 5
    expect(record.slice(record.indexOf('red keep') + 1)).toEqual(['blue count assault 2'])
    expect([assault(oracle), oracle.json().incoming.blue?.assault]).toEqual([{ a: 3, b: 1, c: 0 }, 2])
    play('blue keep', 'red place assault a', 'red place assault a', 'red done', 'red keep')
    expect(oracle.json().territories).toEqual({ a: 'red', b: 'red', c: 'blue' })
    expect(assault(oracle).c).toBe(2)
  })

  it('puts a player without territories out when none is empty', () => {
    const { oracle, play } = duel(3, 4, {}, 'b')
    play(
      ...rout,
      'blue keep',
      'red place assault b',
      'red place assault b',
      'red move assault b c',
      'red done',
    )
    expect(oracle.json().winner).toBe(null)
    play('red keep')
    expect(oracle.json()).toMatchObject({ winner: 'red', dossiers: { blue: [null, null] } })
    expect([oracle.json().incoming.blue?.assault, oracle.actors()]).toEqual([0, []])
  })

  it('puts him out at once without comeback', () => {
    const { oracle, play } = duel(3, 4, { comeback: false }, 'b')
    play(...rout)
    expect(oracle.json().winner).toBe('red')
  })

  it('ends by length', () => {
    const { oracle, play } = duel(5, 4, { limits: { rounds: 1 } })
    play('red done', 'red keep', 'blue done')
    expect(oracle.json().winner).toBe(null)
    play('blue keep')
    expect(oracle.json().winner).toBe('length')
  })

  const EASY = FAR.map(mission => ({ ...mission, count: 1 }))

  it('is won at once by prestige, before any replacement is drawn', () => {
    const { oracle, play } = duel(5, 4, { deck: EASY, prestige: { win: 1 } })
    play('red done')
    expect(oracle.json()).toMatchObject({ winner: 'red', prestige: { red: 1, blue: 0 } })
    expect(oracle.position.upper).toEqual(['far-7', 'far-8'])
  })

  it('leaves places empty when all cards are met, and draws for them at the end of the next step 4', () => {
    const { oracle, play, record } = duel(5, 4, { deck: EASY, prestige: { win: 9 } })
    play('red done')
    expect(oracle.json()).toMatchObject({ prestige: { red: 2 }, dossiers: { red: [null, null] } })
    expect(oracle.position.discard.length).toBe(6)
    // blue meets all as well: none of the eight is left
    play('blue done')
    expect(oracle.position.discard.length).toBe(8)
    const before = record.length
    play('red done')
    const draws = record.slice(before).filter(line => line.startsWith('chance draw'))
    expect(draws.length).toBe(16)
    expect(oracle.json()).toMatchObject({ prestige: { red: 2 }, dossiers: { red: [null, null] } })
  })
})
