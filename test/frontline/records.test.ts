/** Records of Frontline: the bytes of a replay, what a record may hold, the lane drawn in text, and the gauges. */
import { describe, expect, it } from 'vitest'
import { literal } from '../../documents/index.ts'
import { positionsOf, RecordReader } from '../../sim/records/record.ts'
import { lane, match } from './scene.ts'

interface Written {
  readonly ruleset?: string
  readonly rules?: Readonly<Record<string, unknown>>
  readonly decisions: readonly string[]
}

/** The lines that `replay --json` prints. */
function lines(record: Written): string[] {
  const read = new RecordReader().read(literal({ game: 'frontline', ...record }, 'record'), '.')
  const found: string[] = []
  for (const state of positionsOf(read)) found.push(JSON.stringify(read.game.text.describe(state)))
  return found.slice(1)
}

describe('replays', () => {
  it('are the bytes of the rulings', () => {
    expect(lines({ decisions: ['A archer', 'B infantry'] })).toEqual([
      '{"round":1,"player":"A","gold":{"A":8,"B":8},"base":{"A":100,"B":100},"units":[],"winner":null}',
      '{"round":1,"player":"B","gold":{"A":8,"B":8},"base":{"A":100,"B":100},"units":[],"winner":null}',
      '{"round":2,"player":"A","gold":{"A":4,"B":16},"base":{"A":100,"B":100},"units":[{"cell":1,"kind":"archer","side":"A","hp":8}],"winner":null}',
      '{"round":2,"player":"B","gold":{"A":4,"B":6},"base":{"A":100,"B":100},"units":[{"cell":1,"kind":"archer","side":"A","hp":8},{"cell":12,"kind":"infantry","side":"B","hp":10}],"winner":null}',
    ])
  })

  it('show the turns that are finished: round 1 has no decisions, and an open turn is not shown', () => {
    expect(lines({ decisions: [] }).map(line => line.slice(0, 25))).toEqual([
      '{"round":1,"player":"A","',
      '{"round":1,"player":"B","',
    ])
    expect(lines({ decisions: ['A none'] })).toHaveLength(3)
  })

  it('take rules by dotted and nested keys, and a rule set', () => {
    const dotted = lines({ rules: { 'gold.perTurn': 4, turns: 7 }, decisions: [] })
    expect(lines({ ruleset: 'lean', rules: { turns: 7 }, decisions: [] })).toEqual(dotted)
    expect(lines({ rules: { gold: { perTurn: 4 }, turns: 7 }, decisions: [] })).toEqual(dotted)
  })

  it('end with the winner', () => {
    const rules = { turns: 2 }
    expect(lines({ rules, decisions: ['A none', 'B none'] }).at(-1)).toMatch(
      /^{"round":2,"player":"B",.*"winner":"draw"}$/,
    )
  })
})

describe('a record that is wrong is refused with the number of the decision', () => {
  it.each<[string, readonly string[], string]>([
    [
      'an unknown choice',
      ['A knight'],
      'decision 1: found "knight", expected one of none, infantry, archer, catapult',
    ],
    ['a price that is not there', ['A catapult'], 'decision 1: A has 16 gold, but catapult costs 20'],
    [
      'the other side',
      ['A none', 'A none'],
      "decision 2: A has nothing to decide in B's turn of round 2, expected a decision of B",
    ],
    ['a side that there is not', ['C none'], 'decision 1: unknown seat "C", expected one of A, B, chance'],
    ['no space', ['A'], 'decision 1: found "A", expected one space after A'],
    [
      'capitals',
      ['A Archer'],
      'decision 1: found "Archer", expected one of none, infantry, archer, catapult',
    ],
    [
      'chance',
      ['chance none'],
      'decision 1: "chance none": it isn\'t the turn of chance, expected a decision of A',
    ],
  ])('%s', (_, decisions, mistake) => {
    expect(() => lines({ decisions })).toThrow(`record: ${mistake}`)
  })

  it('a base that is taken', () => {
    const m = lane('A infantry 2, A catapult 1, B catapult 3', {
      'gold.start': 40,
      'units.catapult.attack': 0,
    })
    expect(() => m.wait().decide('A archer')).toThrow(
      "A has nothing to decide in B's turn of round 1; the cell of A's base is taken, expected a decision of B",
    )
  })

  it('a decision too many', () => {
    expect(() => lines({ rules: { turns: 2 }, decisions: ['A none', 'B none', 'A none'] })).toThrow(
      'decision 3: "A none" comes after the end of the match',
    )
  })
})

describe('the lane in text', () => {
  it('shows round, bases, gold, kinds with hit points by side, and the end', () => {
    const m = lane('A infantry 4:7, A super-soldier 10:3, A archer 11, B catapult 12', { 'base.hp': 6 })
    m.state[4] = 17
    expect(m.game.text.render(m.state).split('\n')).toEqual([
      'start',
      `A: base 6, gold 17${' '.repeat(25)}B: base 6, gold 0`,
      '.    .    .    I7   .    .    .    .    .    S3   A8   c12',
      '1    2    3    4    5    6    7    8    9    10   11   12',
    ])
    expect(m.game.text.legend).toBe(
      'i infantry, a archer, c catapult, s super-soldier; upper case A, lower case B; digits: hit points',
    )
    const won = lane('A infantry 11', { 'base.hp': 4 })
    won.turn('A')
    expect(won.game.text.render(won.state)).toMatch(
      /^round 1, A's turn\n[\s\S]*\nA wins: a base was destroyed$/,
    )
    expect(
      match({ turns: 1, 'gold.perTurn': 0 }).game.text.render(match({ turns: 1, 'gold.perTurn': 0 }).state),
    ).toMatch(/\nnobody wins: the turn limit was reached$/)
  })
})

describe('gauges and assets', () => {
  it('are base, gold, the cells reached by the foremost unit, and what the army was bought for', () => {
    const m = lane('A infantry 2, A super-soldier 4:1, B catapult 11, B archer 12', { 'gold.start': 9 })
    const out = new Int32Array(8)
    m.game.gauge(m.state, out, 0)
    expect(m.game.info.gauges.map(gauge => gauge.id)).toEqual(['base', 'gold', 'front', 'army'])
    expect([...out]).toEqual([100, 100, 9, 9, 4, 2, 20, 32])
  })

  it('the army is worth more by a recruit and less by a death; a promotion changes nothing', () => {
    const army = (m: ReturnType<typeof lane>) => {
      const out = new Int32Array(8)
      m.game.gauge(m.state, out, 0)
      return [out[6], out[7]]
    }
    const m = match({ 'gold.start': 50 }).decide('A catapult').wait().decide('B archer')
    expect(army(m)).toEqual([20, 12])
    const fight = lane('A infantry 5, B infantry 6:1, B archer 9')
    fight.turn('A')
    expect(army(fight)).toEqual([10, 12])
  })

  it('the three recruits have a price, the super-soldier has none', () => {
    expect(match().game.info.assets.map(({ id, price }) => [id, price])).toEqual([
      ['infantry', 10],
      ['archer', 12],
      ['catapult', 20],
      ['super-soldier', undefined],
    ])
  })

  it('count recruits, actions, damage to the base and deaths', () => {
    const m = match({ 'gold.start': 90 }).decide('A archer')
    expect(m.count('A', 'archer', 'fielded')).toBe(1)
    const acts = lane('A archer 10, A infantry 11, B infantry 12:1')
    acts.turn('A')
    // The archer shoots the infantry; the other one strikes the base, in its action 1.
    expect(acts.count('A', 'archer', 'used')).toBe(1)
    expect(acts.count('A', 'infantry', 'used')).toBe(1)
    expect(acts.count('A', 'infantry', 'scored')).toBe(4)
    expect(acts.count('B', 'infantry', 'lost')).toBe(1)
    expect(acts.count('A', 'infantry', 'conceded')).toBe(0)
  })
})
