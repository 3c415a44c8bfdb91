/** Random matches through the engine and through the oracle, which was written from the rules alone, decision by decision. */
import { describe, expect, it } from 'vitest'
import { WIN_UNITS } from '../../engine/contract/index.ts'
import { generator } from '../../engine/laws/walk.ts'
import { fuzz, fuzzOnce } from '../fuzz/fuzz.ts'
import { Pair } from './pair.ts'
import { BRANCHES, Tally } from './tally.ts'
import { chance, drawVariant, KINDS, type Kind, pick, type Variant } from './variants.ts'

/** Matches of each kind on the map that ships; there are more on small ones. */
const MATCHES = 5
/** Most matches of each kind that follow where those have not gone everywhere: with any seed a few are enough. */
const MORE = 150

type Rng = Int32Array

/** How a match is played, in percent. */
interface Style {
  /** Steps onto enemies, where there are any. */
  readonly attack: number
  /** Abilities used, where they can be. */
  readonly use: number
  /** Units that stay. */
  readonly stay: number
}

const STYLES: readonly Style[] = [
  { attack: 0, use: 20, stay: 15 },
  { attack: 70, use: 90, stay: 5 },
  { attack: 30, use: 50, stay: 60 },
  { attack: 90, use: 10, stay: 0 },
]

function choose({ oracle }: Pair, choices: readonly string[], style: Style, rng: Rng): string {
  const uses = choices.filter(text => /^(rally|swarm) /.test(text))
  if (uses.length > 0 && chance(rng, style.use)) return pick(rng, uses)
  const steps = choices.filter(text => / to /.test(text) && /^\d (to|ferries) /.test(text))
  if (steps.length === 0) return pick(rng, choices)
  const enemies = oracle.game.units.filter(unit => unit.team !== oracle.actor())
  const attacks = steps.filter(text => enemies.some(unit => text.endsWith(` to ${unit.at}`)))
  if (attacks.length > 0 && chance(rng, style.attack)) return pick(rng, attacks)
  return chance(rng, style.stay) ? choices.find(text => text.endsWith(' stays'))! : pick(rng, steps)
}

function disagree({ oracle }: Variant, { record }: Pair, what: string): never {
  expect.fail(`${what}\nrules: ${JSON.stringify(oracle)}\nrecord: ${JSON.stringify(record)}`)
}

/** Compares returns and the kind of ending with the oracle's. Returns the ending's id. */
function compareEnds(variant: Variant, pair: Pair): string {
  const { game, state, oracle } = pair
  const { teams, winner } = oracle.game
  const left = teams.filter(({ out }) => !out).length
  const expected = teams.map(({ name, out }) =>
    winner === 'length' ? (out ? 0 : WIN_UNITS / left) : name === winner ? WIN_UNITS : 0,
  )
  const returns = new Int32Array(teams.length)
  const ending = game.info.endings[game.result(state, returns)]!
  if ((ending.kind === 'length') !== (winner === 'length') || expected.join() !== returns.join())
    disagree(variant, pair, `end: engine ${ending.id} ${returns.join()}, oracle ${winner} ${expected.join()}`)
  return ending.id
}

function playMatch(variant: Variant, tally: Tally, rng: Rng): void {
  const style = pick(rng, STYLES)
  const pair = new Pair(variant, (oracle, text) => tally.see(oracle, text))
  tally.begin()
  for (;;) {
    const difference = pair.difference()
    if (difference !== undefined) disagree(variant, pair, difference)
    if (pair.due() === null) break
    const choices = [...pair.choices().keys()]
    pair.decide(choose(pair, choices, style, rng))
  }
  tally.end(pair.oracle, compareEnds(variant, pair))
}

/** Registers the tests, with `times` the usual number of cases. */
export function fuzzBulwark(times: number): void {
  const tally = new Tally()
  const casesOf = (kind: Kind): number => MATCHES * kind.times * times
  const play = (name: string, kind: Kind) => (seed: string, index: number) => {
    const rng = generator(`${seed} of bulwark ${name}`, index, 0)
    playMatch(drawVariant(kind, rng), tally, rng)
  }

  describe.each(Object.entries(KINDS))('random matches %s', (name, kind) => {
    it('the oracle offers and does the same', () => fuzz(`bulwark ${name}`, casesOf(kind), play(name, kind)))
  })

  it('random matches go on until they have gone everywhere', async () => {
    const missing = (): string[] => BRANCHES.filter(branch => tally.counts()[branch] === 0)
    for (let more = 0; more < MORE && missing().length > 0; more++)
      for (const [name, kind] of Object.entries(KINDS))
        await fuzzOnce(`bulwark ${name}`, casesOf(kind) + more, play(name, kind))
    expect(missing()).toEqual([])
  })
}
