/** Readings of the turn and of setup that are keys: each turned away from its default. */
import { describe, expect, it } from 'vitest'
import { viewOf } from '../../engine/laws/walk.ts'
import { gameOf, type Patch } from './load.ts'
import { Match, scene, see } from './scenario.ts'

/** Missions out of reach, so that nobody is paid. */
const QUIET = { name: 'quiet', cards: [{ name: 'far', kind: 'troops', count: 99, copies: 12 }] }

/** A turn of red's on the line of six territories, f being blue's. */
function turn(lands: Record<string, string>, patch: Patch, incoming = ''): Match {
  return scene(
    { lands: { f: 'blue 1 assault', ...lands }, incoming: { red: incoming }, turn: 'red' },
    { deck: QUIET, ...patch },
  )
}

/** Red wins every comparison of an attack of assault troops on mounted ones that stand alone. */
const win = (match: Match, attack: string, dice = 1): Match =>
  match.attack(
    'red',
    attack,
    `${Array(dice).fill(9).join(' ')}|0`,
    'red pick 9 assault',
    'blue pick 0 mounted',
  )

describe('moves.mixed: moves and attacks in any order', () => {
  const lands = { a: 'red 3 assault', b: 'red 1 assault', d: 'blue 1 mounted' }

  it('both are offered until the player is done with both', () => {
    const match = turn({ c: 'red 3 assault', d: 'blue 1 mounted' }, { 'moves.mixed': true })
    expect(match.choices('red')).toEqual(['done', 'move assault c b', 'attack c d'])
    expect(match.play('red done').choices('red')[0]).toMatch(/^incoming/)
  })

  it('a troop may move after an attack, and then others may attack from where it went', () => {
    const match = turn({ ...lands, c: 'red 2 assault' }, { 'moves.mixed': true })
    match.attack('red', 'c d', '0|9', 'red pick 0 assault', 'blue pick 9 mounted')
    match.play('red move assault a b', 'red move assault b c')
    win(match, 'c d')
    expect(see(match.now())).toContain('d red 1 assault')
    // The order of moves begins anew after an attack.
    expect(match.choices('red')).toContain('move assault a b')
  })

  it('is refused as written, where all moves come first', () => {
    const match = turn({ ...lands, c: 'red 3 assault' }, {}).play('red done')
    expect(match.choices('red')).toEqual(['done', 'attack c d'])
  })

  it('a troop moves once a turn all the same', () => {
    const match = turn(
      { b: 'red 2 assault', c: 'red 3 assault', d: 'blue 1 mounted' },
      { 'moves.mixed': true },
    )
    match
      .play('red move assault b c')
      .attack('red', 'c d; assault 1', '0|9', 'red pick 0 assault', 'blue pick 9 mounted')
    // The one that had moved was sent first, and lost.
    expect(match.choices('red')).toEqual(['done', 'move assault c b', 'attack c d'])
    match.play('red move assault c b', 'red move assault b a')
    expect(() => match.decide('red move assault b a')).toThrow(/found|nothing to decide/)
  })
})

describe('moves.advance: whether advancing is the move of the turn', () => {
  const advanced = (advance: boolean) =>
    win(
      turn({ c: 'red 4 assault', d: 'blue 1 mounted' }, { 'moves.mixed': true, 'moves.advance': advance }),
      'c d; assault 2',
      2,
    )

  it('it is: those that advanced do not move on', () => {
    expect(
      advanced(true)
        .choices('red')
        .filter(text => text.startsWith('move')),
    ).toEqual(['move assault c b', 'move assault c d'])
  })

  it('or it is not', () => {
    expect(advanced(false).choices('red')).toContain('move assault d e')
  })
})

describe('moves.placing: whether being placed is the move of the turn', () => {
  it('then those just placed stay where they are', () => {
    const lands = { a: 'red 1 assault', d: 'blue 1 assault' }
    expect(turn(lands, {}, '1 ranged').choices('red')).toContain('move ranged a b')
    const match = turn(lands, { 'moves.placing': true }, '1 ranged')
    expect(match.choices('red')).toEqual(['done', 'move assault a b'])
  })

  it('and may move in the next turn', () => {
    const match = turn({ a: 'red 1 assault' }, { 'moves.placing': true }, '1 ranged').play('red done')
    match.play('red incoming assault 2', 'red keep', 'blue incoming assault 2', 'blue keep')
    expect(match.choices('red')).toEqual(['done', 'move assault a b', 'move ranged a b'])
  })
})

describe('attack.moved: what a troop may do that has moved', () => {
  const moved = (how: string, patch: Patch = {}) =>
    turn({ b: 'red 3 assault', c: 'red 1 assault', d: 'blue 1 mounted' }, { 'attack.moved': how, ...patch })

  it('neither: only those attack that have not moved', () => {
    const match = moved('neither').play('red move assault b c', 'red done')
    // Two stand there; the one that has not moved may go.
    match.play('red attack c d')
    expect(match.due()).toEqual(['chance'])
    const all = turn(
      { b: 'red 2 assault', d: 'blue 1 mounted' },
      { 'attack.moved': 'neither', 'attack.guard': false },
    )
    expect(all.play('red move assault b c').due()).toEqual(['red'])
    expect(all.choices('red')[0]).toMatch(/^incoming/)
  })

  it('attack: those that have not moved go first, and advance alone', () => {
    const match = moved('attack').play('red move assault b c', 'red move assault b c', 'red done')
    match.attack('red', 'c d; assault 2', '9 9|0', 'red pick 9 assault', 'blue pick 0 mounted')
    expect(see(match.now())).toEqual([
      'b red 1 assault',
      'c red 2 assault',
      'd red 1 assault',
      'f blue 1 assault',
    ])
  })

  it('attack: those that have moved are lost first', () => {
    const match = moved('attack').play('red move assault b c', 'red move assault b c', 'red done')
    match.attack('red', 'c d; assault 2', '0 9|5', 'red pick 0 assault', 'blue pick 5 mounted')
    win(match, 'c d')
    expect(see(match.now())).toEqual([
      'b red 1 assault',
      'c red 1 assault',
      'd red 1 assault',
      'f blue 1 assault',
    ])
  })

  it('attack: a territory cleared by moved troops alone stays empty, and counts as taken by nobody', () => {
    const lands = { b: 'red 3 assault', c: 'red 1 ranged', d: 'blue 1 mounted' }
    const cards = [
      { name: 'took', kind: 'took', count: 1 },
      { name: 'far', kind: 'troops', count: 99, copies: 12 },
    ]
    const match = scene(
      { lands: { ...lands, f: 'blue 1 assault' }, dossiers: { red: 'took far' }, turn: 'red' },
      { deck: { name: 'took', cards }, 'attack.moved': 'attack' },
    )
    match.play('red move assault b c', 'red move assault b c', 'red done')
    match.attack('red', 'c d; assault 1; ranged 0', '9|0', 'red pick 9 assault', 'blue pick 0 mounted')
    expect(see(match.now())).toEqual(['b red 1 assault', 'c red 2 assault 1 ranged', 'f blue 1 assault'])
    expect(match.now().prestige.red).toBe(0)
    expect(match.counts('red', 'attack', '1v1')).toEqual([1, 0, 0, 0, 1])
  })

  it('advance, as written: all that survive', () => {
    const match = moved('advance').play('red move assault b c', 'red move assault b c', 'red done')
    match.attack('red', 'c d; assault 2', '9 9|0', 'red pick 9 assault', 'blue pick 0 mounted')
    expect(see(match.now())).toContain('d red 2 assault')
  })
})

describe('incoming.round', () => {
  it('up: three territories bring two troops, five bring three', () => {
    const raised = (held: string, round: string) => {
      const lands = Object.fromEntries([...held].map(name => [name, 'red 1 assault']))
      const match = turn(lands, { 'incoming.round': round, 'incoming.min': 0 })
      return match.choices('red')[0]
    }
    expect([raised('abc', 'up'), raised('abcde', 'up')]).toEqual(['incoming assault 2', 'incoming assault 3'])
    expect([raised('abc', 'down'), raised('abcde', 'down')]).toEqual([
      'incoming assault 1',
      'incoming assault 2',
    ])
    expect(raised('abcd', 'up')).toBe('incoming assault 2')
  })
})

describe('troops.most: pieces of each type', () => {
  const most = (assault: number, mounted: number, ranged: number) => ({
    'troops.most': { assault, mounted, ranged },
    'setup.troops': 1,
  })

  it('no more of a type are set aside than there are pieces', () => {
    const match = turn({ a: 'red 1 assault' }, most(2, 100, 0))
    expect(match.choices('red')).toEqual(['incoming assault 1', 'incoming assault 0'])
    match.play('red incoming assault 0')
    expect(match.now().incoming.red).toEqual({ assault: 0, mounted: 2, ranged: 0 })
  })

  it('those of one type must be taken if there are none of the others', () => {
    expect(turn({ a: 'red 1 assault' }, most(3, 1, 0)).choices('red')).toEqual([
      'incoming assault 2',
      'incoming assault 1',
    ])
    const match = turn({ a: 'red 1 assault' }, most(1, 1, 0))
    // Only one mounted piece is left: nothing to choose.
    expect(match.now().incoming.red).toEqual({ assault: 0, mounted: 1, ranged: 0 })
  })

  it('binds the first troops, too', () => {
    const match = new Match('two', { ...most(3, 1, 2), 'setup.troops': 4 })
    while (match.due()[0] === 'chance') match.decide(`chance ${match.choices('chance')[0]}`)
    for (const seat of ['red', 'blue']) match.decide(`${seat} ${match.choices(seat)[0]}`)
    while (match.due()[0] === 'chance') match.decide(`chance ${match.choices('chance')[0]}`)
    match.decide(`red ${match.choices('red')[0]}`)
    expect(match.choices('red')).toEqual(['start assault 3', 'start assault 2', 'start assault 1'])
  })

  it('fewer pieces than the first troops are refused', () => {
    expect(() => gameOf('two', { ...most(1, 1, 1), 'setup.troops': 4 })).toThrow(
      /red has 3 pieces of the types of its faction, expected at least setup.troops \(4\)/,
    )
  })
})

describe('setup', () => {
  /** Through the first draw. */
  const drawn = (patch: Patch): Match => {
    const match = new Match('three', patch)
    while (match.due()[0] === 'chance') match.decide(`chance ${match.choices('chance')[0]}`)
    return match
  }
  const settled = (match: Match): Match => {
    while (match.choices(match.due()[0]!)[0]!.startsWith('mulligan') || match.due()[0] === 'chance')
      match.decide(`${match.due()[0]} ${match.choices(match.due()[0]!)[0]}`)
    return match
  }

  it('mulligan.together: all choose at once, and nobody sees what others chose until all have', () => {
    const match = drawn({ 'mulligan.together': true })
    expect(match.due()).toEqual(['red', 'blue', 'green'])
    const before = [0, 2].map(seat => viewOf(match.game, match.state, seat).join())
    const dossiers = match.now().dossiers
    match.decide(`blue ${match.choices('blue').at(-1)}`)
    expect(match.due()).toEqual(['red', 'green'])
    expect([0, 2].map(seat => viewOf(match.game, match.state, seat).join())).toEqual(before)
    expect(match.now().dossiers).toEqual(dossiers)
    match.play(`green ${match.choices('green')[0]}`, `red ${match.choices('red')[1]}`)
    expect(match.now().dossiers.blue).toEqual([null, null])
    expect(match.now().dossiers.red).toEqual([dossiers.red![0], null])
    expect(match.now().dossiers.green).toEqual([null, dossiers.green![1]])
    expect(match.due()).toEqual(['chance'])
  })

  it('mulligan.together: in turn order, as written, each sees what those before put back', () => {
    expect(drawn({}).due()).toEqual(['red'])
  })

  it('setup.order: the last player may choose the first start', () => {
    expect(settled(drawn({ 'setup.order': 'backward' })).due()).toEqual(['green'])
    const match = settled(drawn({ 'setup.order': 'backward' }))
    for (const seat of ['green', 'blue', 'red'])
      match.play(`${seat} ${match.choices(seat)[0]}`, `${seat} start assault 4`)
    // Turns continue in turn order.
    expect(match.due()).toEqual(['red'])
    expect(settled(drawn({})).due()).toEqual(['red'])
  })

  it('dossier.redraw: a mission already met when drawn may be kept', () => {
    const easy = { name: 'easy', cards: [{ name: 'one', kind: 'territories', count: 1, copies: 12 }] }
    const exchange = (redraw: boolean) =>
      scene(
        {
          lands: { a: 'red 1 assault', f: 'blue 1 assault' },
          dossiers: { red: '- -', blue: '- -' },
          turn: 'red',
        },
        { deck: easy, 'dossier.redraw': redraw, 'prestige.win': 9 },
      )
    const match = exchange(false).play('chance draw one', 'chance draw one')
    expect(match.now().dossiers.red).toEqual(['one', 'one'])
    const drawnAll = exchange(true)
    while (drawnAll.due()[0] === 'chance') drawnAll.decide('chance draw one')
    expect(drawnAll.now().dossiers.red).toEqual([null, null])
  })
})
