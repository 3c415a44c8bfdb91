/** Random matches through the engine and through the oracle, which was written from the rules alone, decision by decision. */
import { describe, expect, it } from 'vitest'
import { WIN_UNITS } from '../../engine/contract/index.ts'
import { generator } from '../../engine/laws/walk.ts'
import { TYPES } from '../../engine/prestige/rules/parts.ts'
import { below } from '../../engine/rng.ts'
import { fuzz } from '../fuzz/fuzz.ts'
import { RULE_SETS, type RuleSet } from './load.ts'
import { Pair } from './pair.ts'
import { BRANCHES, Tally } from './tally.ts'
import { asShipped, chance, crossed, pick, small, type Variant } from './variants.ts'

type Rng = Int32Array

type DrawVariant = (rng: Rng, set: RuleSet) => Variant

/** Kinds of rules, and how many matches of each are played per number of seats. */
const RULES: Readonly<Record<string, readonly [DrawVariant, number]>> = {
  'as it ships': [asShipped, 2],
  'with its switches turned': [crossed, 2],
  'on small maps': [(rng, set) => small(rng, set, false), 15],
  'on small maps, with its switches turned': [(rng, set) => small(rng, set, true), 15],
}

/** How a match is played, in percent. */
interface Style {
  /** Decisions that are drawn from all that the rules allow, not from what the engine lists. */
  readonly free: number
  /** Moves, and attacks, instead of ending them. */
  readonly move: number
  readonly attack: number
  /** All that may be sent into an attack. */
  readonly all: number
  /** The attacker's highest die and the defender's lowest. */
  readonly lucky: number
  /** Wrong decisions tried. */
  readonly wrong: number
}

const STYLES: readonly Style[] = [
  { free: 0, move: 50, attack: 90, all: 70, lucky: 90, wrong: 0 },
  { free: 50, move: 60, attack: 70, all: 70, lucky: 50, wrong: 10 },
  { free: 100, move: 80, attack: 40, all: 30, lucky: 0, wrong: 0 },
]

/** Both sides' highest and lowest die in a list of picks. */
function luckyOnly(texts: readonly string[], isAttacker: boolean): string[] {
  const values = texts.map(text => Number(text.split(' ')[1]))
  const wanted = isAttacker ? Math.max(...values) : Math.min(...values)
  return texts.filter((_, i) => values[i] === wanted)
}

function choose(pair: Pair, actor: string, style: Style, rng: Rng): string {
  const listed = pair.listed(actor)
  const texts = chance(rng, style.free) ? [...pair.choices(actor).keys()] : listed
  const acts = texts.filter(text => text !== 'done')
  if (acts.length === 0) return 'done'
  const isMove = acts[0]!.startsWith('move ')
  if (acts.length < texts.length && !chance(rng, isMove ? style.move : style.attack)) return 'done'
  if (acts[0]!.startsWith('send ') && chance(rng, style.all))
    return acts.toSorted((a, b) => Number(b.split(' ')[2]) - Number(a.split(' ')[2]))[0]!
  if (acts[0]!.startsWith('pick ') && chance(rng, style.lucky))
    return pick(rng, luckyOnly(acts, actor === pair.oracle.position.turn))
  return pick(rng, acts)
}

const VERBS = [
  'mulligan',
  'start',
  'return',
  'place',
  'move',
  'attack',
  'send',
  'incoming',
  'pick',
  'discard',
]
const NUMBERS = ['0', '1', '2', '5', '-1', '01', 'x']
const WHOLE = ['done', 'keep', 'mulligan', 'pass', '']

/** A word of the game's. */
function anyWord({ oracle }: Pair, rng: Rng): string {
  const { territories, deck } = oracle.rules
  const word = pick<string | { name: string }>(
    rng,
    pick<readonly (string | { name: string })[]>(rng, [territories, TYPES, deck, NUMBERS]),
  )
  return (typeof word === 'string' ? word : word.name).replace(/~\d+/, '')
}

/** A decision that may well be wrong: a right one with a word changed, or any words of the game's. */
function doubtful(pair: Pair, actor: string, rng: Rng): string {
  if (chance(rng, 10)) return pick(rng, WHOLE)
  const right = [...pair.choices(actor).keys()]
  const words =
    right.length > 0 && chance(rng, 70)
      ? pick(rng, right).split(' ')
      : [pick(rng, VERBS), ...Array.from({ length: 1 + below(rng, 3) }, () => anyWord(pair, rng))]
  words[below(rng, words.length)] = chance(rng, 90) ? anyWord(pair, rng) : pick(rng, VERBS)
  return words.join(chance(rng, 5) ? '  ' : ' ')
}

/** A disagreement, with everything needed to reproduce it. */
function disagree({ set, patch }: Variant, { record }: Pair, what: string): never {
  expect.fail(`${what}\n${set}, rules: ${JSON.stringify(patch)}\nrecord: ${JSON.stringify(record)}`)
}

/** Wrong decisions, and those of seats that owe none: both refuse the same ones. */
function tryFaults(variant: Variant, pair: Pair, rng: Rng): void {
  for (let trial = 0; trial < 6; trial++) {
    const actor = pick(rng, chance(rng, 80) ? pair.due() : pair.game.info.seats)
    const text = doubtful(pair, actor, rng)
    const found = pair.accepts(actor, text)
    if (found !== pair.choices(actor).has(text))
      disagree(variant, pair, `the engine ${found ? 'accepts' : 'refuses'} ${actor} ${JSON.stringify(text)}`)
  }
}

/** The ending's kind and each seat's parts of the win, by what the oracle says. */
function compareEnds(variant: Variant, pair: Pair): void {
  const { game, state } = pair
  const { players, winner, rules } = pair.oracle.position
  const left = players.filter(({ out }) => !out).length
  const returns = new Int32Array(players.length)
  const ending = game.info.endings[game.result(state, returns)]!
  const expected = players.map(({ name, out }) => {
    if (winner === 'length') return out ? 0 : WIN_UNITS / left
    return name === winner ? WIN_UNITS : 0
  })
  const isPaid = players.some(({ prestige }) => prestige >= rules.prestige.win)
  const id = winner === 'length' ? 'length' : isPaid ? 'prestige' : 'last'
  if (ending.id !== id || expected.join() !== returns.join())
    disagree(variant, pair, `end: engine ${ending.id} ${returns.join()}, oracle ${id} ${expected.join()}`)
}

function playMatch(variant: Variant, tally: Tally, rng: Rng): void {
  const style = pick(rng, STYLES)
  tally.begin()
  const pair = new Pair(variant, (oracle, actor, text) => tally.see(oracle, actor, text))
  for (;;) {
    const difference = pair.difference()
    if (difference !== undefined) disagree(variant, pair, difference)
    const due = pair.due()
    if (due.length === 0) break
    if (chance(rng, style.wrong)) tryFaults(variant, pair, rng)
    const actor = pick(rng, due)
    pair.decide(actor, choose(pair, actor, style, rng))
  }
  tally.end(pair.oracle)
  compareEnds(variant, pair)
}

/** Registers the tests, with `times` the usual number of cases. */
export function fuzzPrestige(times: number): void {
  const tally = new Tally()

  describe.each(Object.entries(RULES))('random matches %s', (rules, [drawVariant, matches]) => {
    it.each(RULE_SETS)('%s: the oracle offers and does the same', set =>
      fuzz(`prestige ${set} ${rules}`, matches * times, (seed, index) => {
        const rng = generator(`${seed} ${set} ${rules}`, index, 0)
        playMatch(drawVariant(rng, set), tally, rng)
      }),
    )
  })

  it('random matches go everywhere', () => {
    const counts = tally.counts()
    expect(BRANCHES.filter(branch => counts[branch] === 0)).toEqual([])
  })
}
