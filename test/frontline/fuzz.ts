/** Random matches through the engine and through the oracle, which was written from the rulings alone. */
import { describe, expect, it } from 'vitest'
import { newEvents, newState, settle } from '../../engine/contract/index.ts'
import { generator } from '../../engine/laws/walk.ts'
import { below } from '../../engine/rng.ts'
import type { Patch } from '../elephant-men/load.ts'
import { fuzz } from '../fuzz/fuzz.ts'
import { decide, legal, newGame, readRules } from '../oracle/frontline.ts'
import { gameOf } from './load.ts'

/** Matches per kind of rules. */
const MATCHES = 40

function pick<T>(rng: Int32Array, list: readonly T[]): T {
  return list[below(rng, list.length)]!
}

/** Lanes of any length with figures near the default ones, so that units survive, die and destroy bases. */
function anyRules(rng: Int32Array): Patch {
  const units: [string, number, number, number][] = [
    ['infantry', 10, 10, 4],
    ['archer', 12, 8, 3],
    ['catapult', 20, 12, 6],
  ]
  const near = (figure: number): number => 1 + below(rng, 2 * figure)
  return {
    cells: 2 + below(rng, 14),
    turns: 5 + below(rng, 60),
    first: pick(rng, ['A', 'B']),
    tiebreak: pick(rng, ['none', 'base']),
    'base.hp': 1 + below(rng, 60),
    'gold.start': below(rng, 40),
    'gold.perTurn': below(rng, 20),
    'gold.bounty': below(rng, 101),
    'units.archer.range': 1 + below(rng, 14),
    'units.catapult.range': 3 + below(rng, 12),
    'gold.friendlyKill': pick(rng, ['none', 'opponent', 'owner']),
    'units.super-soldier.attack': near(4),
    ...Object.fromEntries(
      units.flatMap(([kind, price, hp, attack]) => [
        [`units.${kind}.price`, near(price)],
        [`units.${kind}.hp`, near(hp)],
        [`units.${kind}.attack`, near(attack)],
      ]),
    ),
  }
}

/** Every open reading, each as the text is read half of the time. */
function anyReadings(rng: Int32Array): Patch {
  const or = (usual: unknown, ...others: readonly unknown[]): unknown =>
    below(rng, 2) === 0 ? usual : pick(rng, others)
  return {
    advanceAfterAttack: or(true, false),
    promotion: or('infantry', 'never', 'soldiers', 'any'),
    secondAttack: or('action3', 'atOnce'),
    'base.shielded': or(true, false),
    'base.falls': or('atOnce', 'roundEnd'),
    'units.archer.overOwn': or(true, false),
    'units.catapult.middle': or('far', 'near'),
    'units.catapult.tooNear': or('aimsPast', 'silent'),
    'units.catapult.friendlyFire': or(true, false),
  }
}

const RULES: Readonly<Record<string, (rng: Int32Array) => Patch>> = {
  'as sourced': () => ({}),
  'with little gold': () => ({ 'gold.perTurn': 4 }),
  'with the sourced units on short lanes': rng => ({
    cells: 4 + below(rng, 6),
    'base.hp': 1 + below(rng, 40),
  }),
  'with any figures': anyRules,
  'read otherwise': rng => ({ ...anyReadings(rng), 'base.hp': 1 + below(rng, 60), cells: 4 + below(rng, 9) }),
  'read otherwise, with any figures': rng => ({ ...anyRules(rng), ...anyReadings(rng) }),
}

function playBoth(patch: Patch, rng: Int32Array): void {
  const game = gameOf('default', patch)
  const oracle = newGame(readRules(patch))
  const state = newState(game.info)
  const events = newEvents(game.info)
  const lines: string[] = []
  const record: string[] = []
  const resolve = (): void => {
    settle(game, state, events, () => lines.push(JSON.stringify(game.text.describe(state))))
  }
  const agree = (what: string, found: unknown, expected: unknown): void => {
    const place = `${what}\nrules: ${JSON.stringify(patch)}\nrecord: ${JSON.stringify(record)}`
    expect(found, place).toEqual(expected)
  }
  const out = new Int32Array(game.info.legalMax)
  // Some players hoard and some spend, so that lanes fill and empty.
  const idle = below(rng, 80)
  game.start(state, events)
  resolve()
  for (let due = game.toMove(state); due !== 0; due = game.toMove(state)) {
    const seat = due === 1 ? 0 : 1
    const side = game.info.seats[seat]!
    const count = game.legal(state, seat, out)
    const texts = Array.from(
      out.subarray(0, count),
      action => `${side} ${game.text.format(state, seat, action)}`,
    )
    agree('legal', texts, legal(oracle))
    const text = below(rng, 100) < idle ? texts[0]! : pick(rng, texts)
    record.push(text)
    game.apply(state, seat, game.text.parse(state, seat, text.slice(2)), events)
    decide(oracle, text)
    resolve()
    agree('lines', lines.splice(0, lines.length - 1), oracle.lines.splice(0, oracle.lines.length - 1))
  }
  agree('the last turns', lines, oracle.lines)
  agree('the end', legal(oracle), [])
  const returns = new Int32Array(2)
  game.result(state, returns)
  const winner = returns[0] === 60 ? 'A' : returns[1] === 60 ? 'B' : 'draw'
  agree('winner', JSON.parse(lines.at(-1)!).winner, winner)
}

/** Registers the tests, with `times` the usual number of cases. */
export function fuzzFrontline(times: number): void {
  describe.each(Object.entries(RULES))('random matches %s', (name, rulesOf) => {
    it('go line by line as the oracle plays them', () =>
      fuzz(`frontline ${name}`, MATCHES * times, (seed, index) => {
        const rng = generator(`${seed} frontline ${name}`, index, 0)
        playBoth(rulesOf(rng), rng)
      }))
  })
}
