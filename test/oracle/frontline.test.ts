/** The oracle of frontline in random games: the invariants that follow from its ruling. In every turn `assert`, for `expect` would take most of the time. */
import assert from 'node:assert/strict'
import { describe, expect, it } from 'vitest'
import {
  actors,
  decide,
  gameAfter,
  legal,
  newGame,
  type OracleRules,
  type Position,
  RULESETS,
  readRules,
  replay,
} from './frontline.ts'

type Unit = Position['units'][number]
type Side = Unit['side']

/** Mulberry32: whole numbers below a bound. */
function generator(seed: number): (bound: number) => number {
  let state = seed
  return bound => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound
  }
}

const VARIANTS: Readonly<Record<string, object>> = {
  default: RULESETS.default,
  lean: RULESETS.lean,
  'weak bases and a tiebreak': { 'base.hp': 25, tiebreak: 'base', turns: 60 },
  'lean, short, weak bases, B first': { cells: 7, 'base.hp': 15, 'gold.perTurn': 4, turns: 60, first: 'B' },
  'the opponent is paid for friendly kills': {
    'gold.friendlyKill': 'opponent',
    'units.archer.price': 9,
    'base.hp': 60,
  },
  'the owner is paid for friendly kills': {
    gold: { friendlyKill: 'owner', start: 25, perTurn: 5 },
    cells: 9,
  },
  'three cells': { cells: 3, 'units.super-soldier.attack': 7, turns: 30 },
  'two cells': { cells: 2, 'base.hp': 30, turns: 30 },
}

const KINDS = ['infantry', 'archer', 'catapult'] as const
const PAID_AS = {
  infantry: 'infantry',
  'super-soldier': 'infantry',
  archer: 'archer',
  catapult: 'catapult',
} as const
const bountyOf = (rules: OracleRules, kind: (typeof KINDS)[number]): number =>
  Math.floor(rules.units[kind].price / 2)
const count = (units: readonly Unit[], side: Side, kind: string): number =>
  units.filter(unit => unit.side === side && PAID_AS[unit.kind] === kind).length

/** Who gets what between two printed positions, told from the units that are missing. */
function expectedGold(rules: OracleRules, before: Position, after: Position, recruited: string) {
  const gold = { ...before.gold }
  const { player } = after
  const opponent: Side = player === 'A' ? 'B' : 'A'
  if (player === rules.first) for (const side of ['A', 'B'] as const) gold[side] += rules.gold.perTurn
  for (const kind of KINDS) {
    const bounty = bountyOf(rules, kind)
    gold[player] += bounty * (count(before.units, opponent, kind) - count(after.units, opponent, kind))
    const bought = recruited === kind ? 1 : 0
    gold[player] -= bought * rules.units[kind].price
    const shelled = count(before.units, player, kind) + bought - count(after.units, player, kind)
    if (rules.gold.friendlyKill === 'opponent') gold[opponent] += bounty * shelled
    if (rules.gold.friendlyKill === 'owner') gold[player] += bounty * shelled
  }
  return gold
}

/** What is wrong with the lane of a printed position. */
function faultOfLane({ cells, units: figures }: OracleRules, { units }: Position): string | null {
  for (const [i, { cell, side, kind, hp }] of units.entries()) {
    const most = figures[PAID_AS[kind]].hp
    if (hp < 1 || hp > most) return `${hp} HP`
    if (cell < (side === 'A' ? 1 : 2) || cell > (side === 'A' ? cells - 1 : cells))
      return `${side} on ${cell}`
    const travelled = side === 'A' ? cell - 1 : cells - cell
    if (kind === 'catapult' && travelled > Math.max(0, cells - 5)) return `a catapult on ${cell}`
    const next = units[i + 1]
    if (next !== undefined && next.cell <= cell) return `two on ${cell}, or out of order`
    if (next !== undefined && side === 'B' && next.side === 'A') return `${cell} and ${next.cell} crossed`
  }
  return null
}

/** What a turn does, apart from gold: only the enemy's base is hit, and only infantry that kills infantry is promoted. */
function checkTurn(rules: OracleRules, before: Position, after: Position): void {
  assert.equal(faultOfLane(rules, after), null)
  const { player } = after
  const opponent: Side = player === 'A' ? 'B' : 'A'
  assert.equal(after.base[player], before.base[player])
  assert.ok(after.base[opponent] <= before.base[opponent])
  const supers = (units: readonly Unit[], side: Side) =>
    units.filter(unit => unit.side === side && unit.kind === 'super-soldier').length
  const promoted = supers(after.units, player) - supers(before.units, player)
  assert.ok(supers(after.units, opponent) <= supers(before.units, opponent))
  const infantryGone = count(before.units, opponent, 'infantry') - count(after.units, opponent, 'infantry')
  assert.ok(promoted <= infantryGone)
}

interface Played {
  record: string[]
  lines: string[]
  /** what the n-th finished turn recruited */
  recruits: string[]
}

function playRandomly(rules: OracleRules, below: (bound: number) => number): Played {
  const game = newGame(rules)
  const record: string[] = []
  const recruits: string[] = []
  // a player buys always, half the time or seldom
  const thrift = { A: 1 + below(4), B: 1 + below(4) }
  while (actors(game).length > 0) {
    const options = legal(game)
    assert.ok(options.length > 1)
    assert.equal(options[0], `${actors(game)[0]} none`)
    const buys = below(thrift[game.player]) === 0
    const decision = options[buys ? 1 + below(options.length - 1) : 0] as string
    recruits[game.lines.length] = decision.slice(2)
    record.push(decision)
    decide(game, decision)
  }
  expect(legal(game)).toEqual([])
  return { record, lines: game.lines, recruits }
}

function checkGame(rules: OracleRules, { record, lines, recruits }: Played): Position {
  let before: Position = {
    round: 0,
    player: rules.first === 'A' ? 'B' : 'A',
    gold: { A: rules.gold.start, B: rules.gold.start },
    base: { A: rules.base.hp, B: rules.base.hp },
    units: [],
    winner: null,
  }
  for (const [i, line] of lines.entries()) {
    const after: Position = JSON.parse(line)
    assert.equal(before.winner, null)
    assert.equal(after.round, 1 + (i >> 1))
    assert.equal(after.player, before.player === 'A' ? 'B' : 'A')
    assert.deepEqual(after.gold, expectedGold(rules, before, after, recruits[i] ?? 'none'))
    checkTurn(rules, before, after)
    before = after
  }
  const { winner, base } = before
  const fallen = base.A <= 0 ? 'A' : base.B <= 0 ? 'B' : null
  if (fallen !== null) expect(winner).toBe(fallen === 'A' ? 'B' : 'A')
  else expect([winner !== null, lines.length]).toEqual([true, 2 * rules.turns])
  expect(replay(rules, record)).toEqual(lines)
  expect(() => replay(rules, [...record, 'A none'])).toThrow(
    `decision ${record.length + 1}: the game has ended`,
  )
  return before
}

describe('random games of frontline keep their invariants to the end', () => {
  const endings = new Set<string>()
  for (const [n, [name, given]] of Object.entries(VARIANTS).entries()) {
    it(name, () => {
      const rules = readRules(given)
      const below = generator(n)
      for (let i = 0; i < 30; i += 1) {
        const played = playRandomly(rules, below)
        const last = checkGame(rules, played)
        endings.add(
          last.winner === 'draw' ? 'draw' : last.base.A <= 0 || last.base.B <= 0 ? 'base' : 'tiebreak',
        )
        checkStops(rules, played, below)
      }
    })
  }

  it('among them are fallen bases, draws and ties broken', () => {
    expect([...endings].sort()).toEqual(['base', 'draw', 'tiebreak'])
  })
})

/** A record that stops early replays its finished turns; a printed position is all that the rest depends on. */
function checkStops(rules: OracleRules, { record, lines }: Played, below: (bound: number) => number): void {
  const stopped = replay(rules, record.slice(0, below(record.length + 1)))
  expect(stopped).toEqual(lines.slice(0, stopped.length))
  if (stopped.length === 0) return
  const printed: Position = JSON.parse(stopped.at(-1) as string)
  const game = gameAfter(rules, printed)
  const rest = record.slice(record.length - remaining(rules, record, stopped.length))
  for (const decision of rest) decide(game, decision)
  expect(game.lines).toEqual(lines.slice(stopped.length))
}

/** How many decisions of the record come after this many finished turns. */
function remaining(rules: OracleRules, record: readonly string[], turns: number): number {
  const game = newGame(rules)
  let used = 0
  while (game.lines.length < turns) decide(game, record[used++] as string)
  return record.length - used
}
