/** Dice, picks and draws are secret as ruled: no view leaks them, and guesses are fair. */
import { describe, expect, it } from 'vitest'
import { CHANCE, RESOLVE_BIT, UNKNOWN } from '../../engine/contract/index.ts'
import { generator, viewOf, type WalkPosition, walk } from '../../engine/laws/walk.ts'
import { compileTables, type Tables } from '../../engine/prestige/rules/tables.ts'
import {
  ATTACKER,
  DEFENDER,
  diceOf,
  putHidden,
  seatOfSide,
  takeHidden,
} from '../../engine/prestige/state/dice.ts'
import * as layout from '../../engine/prestige/state/layout.ts'
import { below } from '../../engine/rng.ts'
import { gameOf, RULE_SETS, rulesOf } from './load.ts'
import { scene } from './scenario.ts'

const { DICE, DICE_WORDS, PHASE, PICKING, POOL, ROLLING } = layout

const QUIET = { name: 'quiet', cards: [{ name: 'far', kind: 'troops', count: 99, copies: 20 }] }

/** Visits every state of random matches in which dice have been rolled. */
function attacks(visit: (at: WalkPosition, tables: Tables) => void): void {
  for (const set of RULE_SETS) {
    const tables = compileTables(rulesOf(set))
    walk(gameOf(set), 'dice', 0, at => {
      const phase = at.state[PHASE]!
      if (at.mask !== 0 && at.mask !== RESOLVE_BIT && (phase === ROLLING || phase === PICKING))
        visit(at, tables)
    })
  }
}

/** The same state with other dice for one side. */
function otherDice(t: Tables, state: Int32Array, side: number, rng: Int32Array): Int32Array {
  const other = state.slice()
  for (let left = takeHidden(t, other, side, 0); left > 0; left--)
    putHidden(t, other, side, 0, below(rng, 10))
  return other
}

describe('attacking 3: dice behind screens', () => {
  it("change nothing in another seat's view, whatever they show", () => {
    let changed = 0
    attacks(({ game, state, rng }, tables) => {
      for (const side of [ATTACKER, DEFENDER]) {
        const other = otherDice(tables, state, side, rng)
        if (other.join() !== state.join()) changed++
        for (let seat = 0; seat < game.info.seats.length; seat++)
          if (seat !== seatOfSide(state, side))
            expect(viewOf(game, other, seat).join()).toBe(viewOf(game, state, seat).join())
      }
    })
    expect(changed).toBeGreaterThan(500)
  })

  it('are known to their own side, and to no third player', () => {
    const lands = { a: 'red 3 assault', b: 'blue 2 mounted', f: 'green 1 assault' }
    const match = scene({ lands, turn: 'red' }, { deck: QUIET }, 'three')
    match.attack('red', 'a b; assault 2', '7 3|5 5')
    const dice = (seat: number) =>
      [ATTACKER, DEFENDER].map(side => viewOf(match.game, match.state, seat)[DICE + side * DICE_WORDS])
    expect(dice(0)[ATTACKER]).toBe(match.state[DICE])
    expect(dice(0)[DEFENDER]).toBe(UNKNOWN)
    expect(dice(1)[ATTACKER]).toBe(UNKNOWN)
    expect(dice(1)[DEFENDER]).toBe(match.state[DICE + DICE_WORDS])
    expect(dice(2)).toEqual([UNKNOWN, UNKNOWN])
  })

  it('how many there are is public', () => {
    attacks(({ game, state }) => {
      for (let seat = 0; seat < game.info.seats.length; seat++) {
        const view = viewOf(game, state, seat)
        expect([view[POOL], view[POOL + 1]]).toEqual([state[POOL], state[POOL + 1]])
      }
    })
  })

  it('once an attack is over nothing of them is left in the state', () => {
    for (const set of RULE_SETS)
      walk(gameOf(set), 'dice', 1, ({ state }) => {
        if (state[PHASE] === ROLLING || state[PHASE] === PICKING) return
        expect(state.subarray(layout.ATTACK_ASSET, layout.seatAt(0)).every(word => word === 0)).toBe(true)
      })
  })
})

/** Chi-squared of counts that should all be equal. */
function evenness(counts: readonly number[]): number {
  const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length
  return counts.reduce((sum, count) => sum + (count - mean) ** 2 / mean, 0)
}

/** The value that chi-squared passes once in 100,000 times (NIST's tables, upper critical values, and Wilson-Hilferty). */
function critical(freedom: number): number {
  const z = 4.265
  return freedom * (1 - 2 / (9 * freedom) + z * Math.sqrt(2 / (9 * freedom))) ** 3
}

describe('guesses at hidden dice', () => {
  const lands = { a: 'red 4 assault', b: 'blue 3 mounted', f: 'green 1 assault' }
  const fight = () =>
    scene({ lands, turn: 'red' }, { deck: QUIET }, 'three').attack('red', 'a b; assault 3', '9 9 9|0 0 1')

  /** How often guesses of a seat show each multiset of the side's dice. */
  function guessed(seat: number, side: number, trials: number, spend: boolean): Map<string, number> {
    const match = fight()
    // A high die that is spent says nothing about the others.
    if (spend) match.play('red pick 9 assault', 'blue pick 1 mounted')
    const view = viewOf(match.game, match.state, seat)
    const rng = generator('guess', seat, side)
    const guess = new Int32Array(view.length)
    const seen = new Map<string, number>()
    for (let trial = 0; trial < trials; trial++) {
      match.game.determinize(view, seat, rng, guess)
      const values = Array.from({ length: 10 }, (_, value) =>
        diceOf(match.tables, guess, side, 0, value),
      ).join('')
      seen.set(values, (seen.get(values) ?? 0) + 1)
    }
    return seen
  }

  it.each([
    ["the attacker's of the defender's", 0, DEFENDER],
    ["the defender's of the attacker's", 1, ATTACKER],
    ["a third player's of the attacker's", 2, ATTACKER],
    ["a third player's of the defender's", 2, DEFENDER],
  ])('%s: every roll of all dice is as likely as dice make it', (_, seat, side) => {
    const trials = 40_000
    const seen = guessed(seat, side, trials, false)
    // 220 multisets of three dice; each comes as often as there are ways to roll it.
    let chi = 0
    for (const [values, count] of seen) {
      const ways = [...values].reduce((product, n) => product / [1, 1, 2, 6][Number(n)]!, 6)
      const expected = (trials * ways) / 1000
      chi += (count - expected) ** 2 / expected
    }
    expect(seen.size).toBe(220)
    expect(chi).toBeLessThan(critical(219))
  })

  it('all values stay equally likely, whatever was revealed', () => {
    const seen = guessed(0, DEFENDER, 40_000, true)
    const values = Array.from({ length: 10 }, (_, value) =>
      [...seen].reduce((sum, [dice, count]) => sum + Number(dice[value]) * count, 0),
    )
    expect(values.reduce((sum, count) => sum + count, 0)).toBe(80_000)
    expect(evenness(values)).toBeLessThan(critical(9))
  })

  it("a third player's at one side say nothing of the other's, and are as even while dice are rolled", () => {
    const one = { a: 'red 2 assault', b: 'blue 1 mounted', f: 'green 1 assault' }
    const match = scene({ lands: one, turn: 'red' }, { deck: QUIET }, 'three').play('red attack a b')
    const pairs = (sides: number): number[] => {
      const view = viewOf(match.game, match.state, 2)
      const rng = generator('pairs', sides, 0)
      const guess = new Int32Array(view.length)
      const counts = new Array<number>(10 ** sides).fill(0)
      const shown = (side: number) =>
        Array.from({ length: 10 }, (_, v) => v).find(v => diceOf(match.tables, guess, side, 0, v) > 0)!
      for (let trial = 0; trial < 40_000; trial++) {
        match.game.determinize(view, 2, rng, guess)
        counts[sides === 1 ? shown(ATTACKER) : 10 * shown(ATTACKER) + shown(DEFENDER)]!++
      }
      return counts
    }
    match.decide('chance die 9')
    expect(evenness(pairs(1))).toBeLessThan(critical(9))
    match.decide('chance die 9')
    expect(evenness(pairs(2))).toBeLessThan(critical(99))
  })

  it('keep what the seat knows: its own dice, and all that is public', () => {
    const { game, state } = fight()
    for (let seat = 0; seat < 3; seat++) {
      const view = viewOf(game, state, seat)
      const guess = new Int32Array(view.length)
      game.determinize(view, seat, generator('keep', seat, 0), guess)
      for (const [i, word] of view.entries()) if (word !== UNKNOWN) expect(guess[i]).toBe(word)
    }
  })
})

describe('the order of the deck', () => {
  it('is in no state: a draw, in a guess too, is even over the cards that may come', () => {
    const lands = { a: 'red 1 assault', f: 'blue 1 assault' }
    const dossiers = { red: 'far -', blue: '- -' }
    const match = scene({
      lands,
      dossiers,
      deck: { upper: 'lands west safe far far', lower: 'wide' },
      turn: 'red',
    })
    const { game, state } = match
    expect(match.due()).toEqual(['chance'])
    const view = viewOf(game, state, 1)
    expect(view.join()).toBe(state.join())
    const rng = generator('draws', 0, 0)
    const guess = new Int32Array(view.length)
    const counts = new Map<string, number>()
    for (let trial = 0; trial < 20_000; trial++) {
      game.determinize(view, 1, rng, guess)
      const text = game.text.format(guess, CHANCE, game.sample(guess, CHANCE, rng))
      counts.set(text, (counts.get(text) ?? 0) + 1)
    }
    expect([...counts.keys()].sort()).toEqual(['draw far', 'draw lands', 'draw safe', 'draw west'])
    const far = counts.get('draw far')!
    // Two of the five cards are the same.
    expect(
      evenness([counts.get('draw lands')!, counts.get('draw safe')!, counts.get('draw west')!, far / 2]),
    ).toBeLessThan(critical(3))
  })
})

describe('attacking 5: sealed picks', () => {
  it('look unmade to everybody else, and their seat still due', () => {
    const lands = { a: 'red 3 assault', b: 'blue 2 mounted', f: 'green 1 assault' }
    const match = scene({ lands, turn: 'red' }, { deck: QUIET }, 'three')
    match.attack('red', 'a b; assault 2', '7 3|5 5')
    const before = [1, 2].map(seat => viewOf(match.game, match.state, seat).join())
    match.decide('red pick 7 assault')
    expect([1, 2].map(seat => viewOf(match.game, match.state, seat).join())).toEqual(before)
    const own = viewOf(match.game, match.state, 0)
    expect(match.game.toMove(own)).toBe(0b10)
    expect(own[layout.PICK]).toBeGreaterThan(0)
  })
})
