/** Missions: their kinds, drawing, being met, and the deck. */
import { describe, expect, it } from 'vitest'
import { DECK, type Match, type Scene, scene } from './scenario.ts'

/** Red's turn up to its missions; it holds one mission, and another out of reach. */
function held(mission: string, lands: Scene['lands'], patch = {}, set: 'two' | 'three' = 'two'): Match {
  const match = scene({ lands, dossiers: { red: `${mission} far` }, turn: 'red' }, patch, set)
  for (let i = 0; i < 2 && match.choices(match.due()[0]!).includes('done'); i++) match.decide('red done')
  return match
}

/** Prestige that the mission pays with these troops on the board. */
const pays = (...args: Parameters<typeof held>) => held(...args).now().prestige.red

const blue = { f: 'blue 1 assault' }

describe('kinds of missions', () => {
  it('hold N territories', () => {
    expect(pays('lands', { a: 'red 1 assault', c: 'red 1 assault', ...blue })).toBe(0)
    expect(pays('lands', { a: 'red 1 assault', c: 'red 1 assault', d: 'red 1 assault', ...blue })).toBe(1)
    const four = { a: 'red 1 assault', b: 'red 1 assault', c: 'red 1 assault', d: 'red 1 assault', ...blue }
    expect(pays('lands', four)).toBe(1)
  })

  it('hold a region, all of it', () => {
    expect(pays('west', { a: 'red 1 assault', c: 'red 1 assault', ...blue })).toBe(0)
    expect(pays('west', { a: 'red 1 assault', b: 'blue 1 assault' })).toBe(0)
    expect(pays('west', { a: 'red 1 assault', b: 'red 1 assault', ...blue })).toBe(1)
  })

  it('hold two named territories', () => {
    expect(pays('ends', { a: 'red 1 assault', b: 'red 1 assault', ...blue })).toBe(0)
    expect(pays('ends', { a: 'red 1 assault', f: 'red 1 assault', c: 'blue 1 assault' })).toBe(2)
  })

  it("hold N territories of which none is adjacent to an enemy's", () => {
    expect(pays('safe', { a: 'red 1 assault', b: 'red 1 assault', c: 'blue 1 assault' })).toBe(0)
    expect(
      pays('safe', { a: 'red 1 assault', b: 'red 1 assault', c: 'red 1 assault', d: 'blue 1 assault' }),
    ).toBe(1)
    // Beside an empty territory it is safe.
    expect(pays('safe', { a: 'red 1 assault', b: 'red 1 assault', d: 'blue 1 assault' })).toBe(1)
  })

  it('have N troops of one type, any; on the board, not incoming', () => {
    expect(pays('alike', { a: 'red 4 assault 4 mounted', b: 'blue 1 assault' })).toBe(0)
    expect(
      pays('alike', { a: 'red 2 mounted', c: 'red 3 mounted', b: 'blue 1 assault', d: 'blue 1 assault' }),
    ).toBe(1)
    const match = scene({
      lands: { a: 'red 4 assault', b: 'blue 1 assault' },
      dossiers: { red: 'alike far' },
      turn: 'red',
    })
    match.play('red done', 'red incoming assault 2', 'red keep')
    expect(match.now().prestige.red).toBe(0)
  })

  it('have every type of his faction in each of N territories', () => {
    const all = '1 assault 1 mounted 1 ranged'
    expect(pays('combined', { a: `red ${all}`, b: 'red 2 assault 1 mounted', ...blue })).toBe(0)
    expect(pays('combined', { a: `red ${all}`, b: `red ${all}`, ...blue })).toBe(1)
    const seats = [{ name: 'red', faction: 'riders' }, { name: 'blue' }]
    const two = { a: 'red 1 assault 1 mounted', b: 'red 2 assault 1 mounted', ...blue }
    expect(pays('combined', two)).toBe(0)
    expect(pays('combined', two, { seats })).toBe(1)
  })

  it('took N territories this turn: by attack, not by entering an empty one', () => {
    const lands = { a: 'red 3 assault', b: 'blue 1 mounted', f: 'blue 1 assault' }
    const entered = held('took', { a: 'red 3 assault', ...blue })
    expect(entered.now().prestige.red).toBe(0)
    const moved = scene({
      lands: { a: 'red 2 assault', ...blue },
      dossiers: { red: 'took far' },
      turn: 'red',
    })
    moved.play('red move assault a b')
    expect(moved.now().prestige.red).toBe(0)
    const taken = scene({ lands, dossiers: { red: 'took far' }, turn: 'red' })
    taken.attack('red', 'a b; assault 2', '9 9|0', 'red pick 9 assault', 'blue pick 0 mounted')
    expect(taken.now().prestige.red).toBe(1)
  })

  it('removed N enemy troops this turn, over all attacks', () => {
    const lands = { a: 'red 5 assault', b: 'blue 4 mounted', f: 'blue 1 assault' }
    const match = scene({ lands, dossiers: { red: 'removed far', blue: 'removed far' }, turn: 'red' })
    match.attack('red', 'a b; assault 1', '9|0 0 0 0', 'red pick 9 assault', 'blue pick 0 mounted')
    match.attack('red', 'a b; assault 1', '9|0 0 0', 'red pick 9 assault', 'blue pick 0 mounted')
    match.play('red done')
    expect(match.now().prestige.red).toBe(1)
  })

  it('this turn is the own one: neither the last one counts nor what was removed in defence', () => {
    const lands = { a: 'red 5 assault', b: 'blue 2 mounted', f: 'blue 1 assault' }
    const match = scene({ lands, dossiers: { red: 'far far', blue: 'removed took' }, turn: 'red' })
    match.attack('red', 'a b; assault 2', '0 0|9 9', 'red pick 0 assault', 'blue pick 9 mounted')
    match.play('red pick 0 assault', 'blue pick 9 mounted', 'red done', 'red incoming assault 2', 'red keep')
    match.play('blue done', 'blue done')
    expect(match.now().prestige.blue).toBe(0)
    // Of one removed in each of two turns.
    const twice = scene({ lands, dossiers: { red: 'removed far' }, turn: 'red' })
    twice.attack('red', 'a b; assault 1', '9|0 0', 'red pick 9 assault', 'blue pick 0 mounted')
    twice.play('red done', 'red incoming assault 2', 'red keep', 'blue incoming assault 2', 'blue keep')
    twice.attack('red', 'a b; assault 1', '9|0', 'red pick 9 assault', 'blue pick 0 mounted')
    expect(twice.now().prestige.red).toBe(0)
  })

  it('border every enemy who holds a territory; at least one does', () => {
    const three = (lands: Scene['lands']) => pays('border', lands, {}, 'three')
    expect(three({ b: 'red 1 assault', c: 'blue 1 assault', f: 'green 1 assault' })).toBe(0)
    expect(three({ b: 'red 1 assault', c: 'blue 1 assault', a: 'green 1 assault' })).toBe(1)
    // Green holds nothing.
    expect(three({ b: 'red 1 assault', c: 'blue 1 assault' })).toBe(1)
    expect(three({ b: 'red 1 assault', d: 'blue 1 assault' })).toBe(0)
    expect(three({ b: 'red 1 assault' })).toBe(0)
  })
})

describe('turn 3: met missions pay', () => {
  const lands = { a: 'red 1 assault', b: 'red 1 assault', c: 'red 1 assault', f: 'blue 1 assault' }

  it('in dossier order, each discarded and replaced, face up', () => {
    const match = held('lands', lands)
    expect(match.due()).toEqual(['chance'])
    expect(match.now().dossiers.red).toEqual([null, 'far'])
    match.decide('chance draw wide')
    expect(match.now().dossiers.red).toEqual(['wide', 'far'])
  })

  it('both if both are met', () => {
    const match = scene({ lands, dossiers: { red: 'lands west' }, turn: 'red' })
    expect(match.now().dossiers.red).toEqual([null, 'west'])
    match.decide('chance draw wide')
    expect(match.now()).toMatchObject({ prestige: { red: 2 }, dossiers: { red: ['wide', null] } })
    match.decide('chance draw took')
    expect(match.now().dossiers.red).toEqual(['wide', 'took'])
  })

  it("only in the player's own turn", () => {
    const match = scene({ lands, dossiers: { blue: 'lands far', red: 'far far' }, turn: 'red' })
    match.play('red incoming assault 2', 'red keep')
    expect(match.now().prestige).toEqual({ red: 0, blue: 0 })
  })
})

describe('prestige at any time', () => {
  const lands = { a: 'red 1 assault', b: 'red 1 assault', c: 'red 1 assault', f: 'blue 1 assault' }
  const near = (prestige: number, patch = {}) =>
    scene({ lands, dossiers: { red: 'lands west' }, prestige: { red: prestige }, turn: 'red' }, patch)

  it('3 or more win at once, before any replacement is drawn', () => {
    const match = near(2)
    expect(match.due()).toEqual([])
    expect(match.now()).toMatchObject({
      winner: 'red',
      prestige: { red: 3 },
      // The mission that wins stays where it lay.
      dossiers: { red: ['lands', 'west'] },
    })
  })

  it('the second mission may be the one that wins', () => {
    const match = near(1)
    expect(match.now().winner).toBe(null)
    match.decide('chance draw wide')
    expect(match.now()).toMatchObject({
      winner: 'red',
      prestige: { red: 3 },
      dossiers: { red: ['wide', 'west'] },
    })
  })

  it('more than 3 win, too', () => {
    const match = scene({
      lands: { a: 'red 1 assault', f: 'red 1 assault', c: 'blue 1 assault' },
      dossiers: { red: 'ends far' },
      prestige: { red: 2 },
      turn: 'red',
    })
    expect(match.now()).toMatchObject({ winner: 'red', prestige: { red: 4 } })
  })

  it('as much as the rule set says', () => {
    const match = near(2, { prestige: { win: 5 } }).play('chance draw wide', 'chance draw took')
    expect(match.now()).toMatchObject({ winner: null, prestige: { red: 4 } })
  })

  it('the match is over then: its last round counts as one', () => {
    const match = near(2)
    const returns = new Int32Array(2)
    expect(match.game.info.endings[match.game.result(match.state, returns)]).toMatchObject({
      id: 'prestige',
      kind: 'win',
    })
    expect([...returns]).toEqual([60, 0])
    expect(match.steps).toBe(1)
  })
})

describe('drawing: a mission that its drawer meets is set aside for another', () => {
  const lands = { a: 'red 1 assault', b: 'red 1 assault', f: 'blue 1 assault' }
  const swap = (deck: Scene['deck'], dossiers = { red: 'far -', blue: '- -' }) =>
    scene({ lands, dossiers, turn: 'red', ...(deck ? { deck } : {}) })

  it('until he draws one that he does not meet', () => {
    const match = swap({ upper: 'west safe lands took' })
    // Step 3 draws for the empty place first.
    match.play('chance draw west', 'chance draw safe')
    expect(match.now().dossiers.red).toEqual(['far', null])
    expect(match.choices('chance')).toEqual(['draw lands', 'draw took'])
    match.decide('chance draw lands')
    expect(match.now().dossiers.red).toEqual(['far', 'lands'])
  })

  it('those set aside join the discard pile when the draw is over', () => {
    const match = swap({ upper: 'west safe lands' }).play('chance draw west')
    expect(match.game.text.render(match.state)).toContain('deck 2, under it 0, discarded 0, set aside 1')
    match.decide('chance draw lands')
    expect(match.game.text.render(match.state)).toMatch(/deck 1, under it 0, discarded 1$/)
  })

  it('those met only by what was done this turn, too', () => {
    const match = scene({
      lands: { a: 'red 3 assault', b: 'blue 1 mounted', f: 'blue 1 assault' },
      dossiers: { red: 'far -', blue: '- -' },
      deck: { upper: 'took wide' },
      turn: 'red',
    })
    match.attack('red', 'a b; assault 2', '9 9|0', 'red pick 9 assault', 'blue pick 0 mounted')
    match.decide('chance draw took')
    expect(match.choices('chance')).toEqual(['draw wide'])
  })

  it('from the deck, then from what was put under it, then from the discard pile', () => {
    const match = swap({ upper: 'west', lower: 'safe', discarded: 'lands' })
    expect(match.choices('chance')).toEqual(['draw west'])
    match.decide('chance draw west')
    expect(match.choices('chance')).toEqual(['draw safe'])
    match.decide('chance draw safe')
    expect(match.choices('chance')).toEqual(['draw lands'])
    match.decide('chance draw lands')
    expect(match.now().dossiers.red).toEqual(['far', 'lands'])
  })

  it('the spent deck is the whole discard pile; those set aside are not in it yet', () => {
    const match = swap({ upper: 'west', discarded: 'wide removed far' }).play('chance draw west')
    expect(match.choices('chance')).toEqual(['draw removed', 'draw far', 'draw wide'])
    match.decide('chance draw wide')
    expect(match.game.text.render(match.state)).toMatch(/deck 2, under it 0, discarded 1$/)
  })

  it('the mission just met is among the discarded ones', () => {
    const match = scene({
      lands: { ...lands, c: 'red 1 assault' },
      dossiers: { red: 'lands far', blue: '- -' },
      deck: { discarded: 'took' },
      turn: 'red',
    })
    expect(match.choices('chance')).toEqual(['draw lands', 'draw took'])
  })

  it('if no card is left the place stays empty, and is drawn for at the end of his next step', () => {
    const match = swap({ upper: 'west safe' })
    match.play('chance draw west', 'chance draw safe')
    expect(match.now().dossiers.red).toEqual(['far', null])
    expect(match.choices('red')).toContain('incoming assault 2')
    // What was set aside is drawn again when there is a step again.
    match.play('red incoming assault 2', 'red keep')
    expect(match.due()).toEqual(['chance'])
    expect(match.now().dossiers).toEqual({ red: ['far', null], blue: [null, null] })
    match.play('chance draw west', 'chance draw safe', 'blue incoming assault 2', 'blue keep')
    match.play('red place assault a', 'red place assault a', 'red done')
    expect(match.due()).toEqual(['red'])
  })

  it('a place emptied in a step waits for the next one', () => {
    const match = scene({
      lands: { ...lands, c: 'red 1 assault' },
      dossiers: { red: 'lands west', blue: '- -' },
      deck: {},
      turn: 'red',
    })
    // The only card that there is, met: set aside, and nothing is left for the place.
    match.decide('chance draw lands')
    expect(match.now().dossiers.red).toEqual([null, null])
    expect(match.choices('chance')).toEqual(['draw lands', 'draw west'])
    match.play('chance draw lands', 'chance draw west')
    expect(match.now()).toMatchObject({ prestige: { red: 2 }, dossiers: { red: [null, null] } })
    expect(match.choices('red')).toContain('incoming assault 2')
  })
})

describe('the exchange draws by the same rules', () => {
  it('the discarded mission may come back from an empty deck', () => {
    const match = scene({
      lands: { a: 'red 1 assault', f: 'blue 1 assault' },
      dossiers: { red: 'far -', blue: '- -' },
      deck: {},
      turn: 'red',
    })
    match.play('red incoming assault 2', 'red discard far')
    expect(match.choices('chance')).toEqual(['draw far'])
    // Red draws, not blue for one of blue's places.
    match.decide('chance draw far')
    expect(match.now().dossiers).toEqual({ red: ['far', null], blue: [null, null] })
  })
})

it('the deck of these tests has a mission of every kind', () => {
  expect(new Set(DECK.cards.map(({ kind }) => kind)).size).toBe(9)
})
