/** The exact odds of attacks, against counting every roll and against the engine. */
import { describe, expect, it } from 'vitest'
import { isFresh } from '../../docs/scripts/attacks.ts'
import { CHANCE } from '../../engine/contract/index.ts'
import {
  beaten,
  type Comparison,
  conquest,
  conquestByRefill,
  conquestOdds,
  ODDS_SIZE,
} from '../../engine/prestige/rules/odds.ts'
import { TYPE_COUNT } from '../../engine/prestige/rules/parts.ts'
import { ATTACKER, DEFENDER, diceOf } from '../../engine/prestige/state/dice.ts'
import { PHASE, PICKING, POOL, ROLLING } from '../../engine/prestige/state/layout.ts'
import { below, derive, RNG_WORDS, rootOf } from '../../engine/rng.ts'
import { type Match, scene } from './scenario.ts'

const TEN: Comparison = { sides: 10, shift: 0, tiesWin: false }
const ODD: readonly Comparison[] = [
  { sides: 3, shift: 0, tiesWin: false },
  { sides: 4, shift: -1, tiesWin: false },
  { sides: 4, shift: 1, tiesWin: true },
]

/** Every roll of n dice. */
function rolls(sides: number, n: number): number[][] {
  if (n === 0) return [[]]
  return rolls(sides, n - 1).flatMap(roll => Array.from({ length: sides }, (_, die) => [...roll, die]))
}

const beats = ({ sides, shift, tiesWin }: Comparison, die: number, other: number): boolean => {
  const changed = Math.min(sides - 1, Math.max(0, other + shift))
  return die > changed || (tiesWin && die === changed)
}

/** Share of all rolls in which `won` says so. */
function counted(c: Comparison, k: number, m: number, won: (a: number[], d: number[]) => boolean): number {
  let wins = 0
  const [ours, theirs] = [rolls(c.sides, k), rolls(c.sides, m)]
  for (const a of ours) for (const d of theirs) if (won(a, d)) wins++
  return wins / (ours.length * theirs.length)
}

const falling = (dice: readonly number[]): number[] => dice.toSorted((x, y) => y - x)

/** Troops left to the defender if the dice meet in these orders, and to the attacker. */
function left(c: Comparison, a: readonly number[], d: readonly number[]): [number, number] {
  let [k, m] = [a.length, d.length]
  for (let i = 0; i < Math.min(a.length, d.length); i++)
    if (beats(c, a[i]!, d[i]!)) m--
    else k--
  return [k, m]
}

/** A die that a side has not spent: its highest, or any of them. */
function dieOf(match: Match, side: number, highest: boolean, rng: Int32Array): number {
  let skip = highest ? 0 : below(rng, match.state[POOL + side]!)
  let value = 10
  while (skip >= 0) skip -= diceOf(match.tables, match.state, side, 0, --value)
  return value
}

/** Share of attacks of k assault troops against m that the engine says conquer, all picked highest or all at random. */
function played(k: number, m: number, refill: boolean, highest: boolean, attacks: number): number {
  const rng = new Int32Array(RNG_WORDS)
  derive(rng, rootOf('attacks'), k, m)
  const lands = { a: `red ${k + 1} assault`, b: `blue ${m} assault`, f: 'blue 1 assault' }
  const match = scene({ lands, turn: 'red' }, { 'attack.refill': refill })
  const { game, state, events, tables } = match
  match.play('red attack a b', ...(k > 1 ? [`red send assault ${k}`] : []))
  const rolling = state.slice()
  let conquered = 0
  for (let n = 0; n < attacks; n++) {
    state.set(rolling)
    while (state[PHASE] === ROLLING || state[PHASE] === PICKING) {
      if (state[PHASE] === ROLLING) game.apply(state, CHANCE, below(rng, 10), events)
      else
        for (const side of [ATTACKER, DEFENDER]) {
          const pick = tables.pickAction + (9 - dieOf(match, side, highest, rng)) * TYPE_COUNT
          game.apply(state, side, pick, events)
        }
    }
    if (match.now().territories.b === 'red') conquered++
  }
  return conquered / attacks
}

describe('odds of one comparison', () => {
  it('are 45 in 100 on even terms, 54 with the better type, 36 against it, and 55 where ties are the attacker’s', () => {
    const mean = (c: Comparison) => beaten(c).reduce((sum, share) => sum + share, 0) / c.sides
    expect(mean(TEN)).toBeCloseTo(0.45, 12)
    expect(mean({ ...TEN, shift: -1 })).toBeCloseTo(0.54, 12)
    expect(mean({ ...TEN, shift: 1 })).toBeCloseTo(0.36, 12)
    expect(mean({ ...TEN, tiesWin: true })).toBeCloseTo(0.55, 12)
  })
})

describe('odds of a conquest', () => {
  it('are none with fewer attackers than defenders', () => {
    for (const picking of ['random', 'best', 'highest'] as const) expect(conquest(TEN, picking, 2, 3)).toBe(0)
  })

  it('agree with counting every roll when both pick their highest', () => {
    for (const c of ODD)
      for (const [k, m] of [
        [1, 1],
        [2, 1],
        [2, 2],
        [3, 2],
        [3, 3],
      ] as const) {
        const all = counted(c, k, m, (a, d) => left(c, falling(a), falling(d))[1] === 0)
        expect(conquest(c, 'highest', k, m)).toBeCloseTo(all, 12)
      }
  })

  it('agree with counting every roll when the attacker brings his highest against random picks', () => {
    for (const c of ODD)
      for (const [k, m] of [
        [1, 1],
        [2, 1],
        [3, 1],
        [2, 2],
        [3, 2],
        [4, 2],
      ] as const) {
        const all = counted(c, k, m, (a, d) => left(c, falling(a), d)[1] === 0)
        expect(conquest(c, 'best', k, m)).toBeCloseTo(all, 12)
      }
  })

  it('are the power of one comparison when both pick at random, or as many attack as defend', () => {
    expect(conquest(TEN, 'random', 3, 2)).toBeCloseTo(0.45 ** 2, 12)
    expect(conquest(TEN, 'best', 3, 3)).toBeCloseTo(0.45 ** 3, 12)
  })

  it('never fall with better play of the attacker, and are best for him if both pick their highest', () => {
    for (let m = 1; m <= 4; m++)
      for (let k = m; k <= 6; k++) {
        const [random, best, highest] = (['random', 'best', 'highest'] as const).map(p =>
          conquest(TEN, p, k, m),
        )
        expect(best).toBeGreaterThanOrEqual(random! - 1e-12)
        expect(highest).toBeGreaterThanOrEqual(best! - 1e-12)
      }
  })

  it('with refill agree with counting every roll, again and again', () => {
    const c = ODD[1]!
    const chance = (k: number, m: number): number => {
      if (m === 0 || k === 0) return m === 0 ? 1 : 0
      const [ours, theirs] = [rolls(c.sides, k), rolls(c.sides, m)]
      let sum = 0
      for (const a of ours) for (const d of theirs) sum += chance(...left(c, falling(a), falling(d)))
      return sum / (ours.length * theirs.length)
    }
    expect(conquestByRefill(c, 'highest', 2, 2)).toBeCloseTo(chance(2, 2), 12)
    expect(conquestByRefill(c, 'highest', 1, 2)).toBeCloseTo(chance(1, 2), 12)
    // Two wins before two losses: 3 of the 4 ends of at most three throws.
    expect(conquestByRefill(TEN, 'random', 2, 2)).toBeCloseTo(0.45 ** 2 * (1 + 2 * 0.55), 12)
  })

  it('agree with attacks that the engine plays', () => {
    const n = 1500
    for (const [k, m] of [
      [1, 1],
      [3, 2],
      [2, 3],
    ] as const)
      for (const highest of [true, false])
        for (const refill of [true, false]) {
          const picking = highest ? 'highest' : 'random'
          const odds = refill ? conquestByRefill(TEN, picking, k, m) : conquest(TEN, picking, k, m)
          const error = Math.sqrt((odds * (1 - odds)) / n)
          expect(Math.abs(played(k, m, refill, highest, n) - odds)).toBeLessThanOrEqual(4 * error)
        }
  })

  it('stand in the table of the gauges in percent', () => {
    expect(conquestOdds(TEN, 'once')[1 * ODDS_SIZE + 1]).toBe(45)
    expect(conquestOdds({ ...TEN, tiesWin: true }, 'once')[2 * ODDS_SIZE + 2]).toBe(30)
    expect(conquestOdds(TEN, 'once')[1 * ODDS_SIZE + 2]).toBe(0)
    expect(conquestOdds(TEN, 'refill')[1 * ODDS_SIZE + 2]).toBe(20)
    expect(conquestOdds(TEN, 'returned')[2 * ODDS_SIZE + 2]).toBe(43)
    expect(conquestOdds(TEN, 'returned')[5 * ODDS_SIZE + 5]).toBe(36)
  })

  it('stand in the study as they are: else run npm run attacks', () => {
    expect(isFresh()).toBe(true)
  })
})
