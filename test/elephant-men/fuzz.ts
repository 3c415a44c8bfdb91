/** Random records through the engine and through the oracle, which was written from the rulings alone. */
import { describe, expect, it } from 'vitest'
import { CONCEDED, EVENTS, FIELDED, LOST, SCORED, USED } from '../../engine/contract/index.ts'
import { generator } from '../../engine/laws/walk.ts'
import { below } from '../../engine/rng.ts'
import { fuzz } from '../fuzz/fuzz.ts'
import { type OracleRules, plannable, replay } from '../oracle/elephant-men.ts'
import { gameOf, RULE_SETS, type RuleSet } from './load.ts'
import { RecordMaker } from './records.ts'
import { Match } from './scenario.ts'
import { asShipped, chance, crossed, crowded, pick, squareName, type Variant } from './variants.ts'

/** Records of each kind, per rule set and kind of board. */
const RECORDS = 6
const PLANS = 2
const FAULTS = 2
/** Most decisions of a record: matches need not end, for a record may stop anywhere. */
const LONG = 240
const SHORT = 40

type Draw = (rng: Int32Array, set: RuleSet) => Variant

const BOARDS: Readonly<Record<string, Draw>> = {
  'as it ships': (_, set) => asShipped(set),
  'on small crowded boards': (rng, set) => crowded(rng, asShipped(set)),
  'with its switches turned': (rng, set) => crossed(rng, set),
  'with its switches turned, on small crowded boards': (rng, set) => crowded(rng, crossed(rng, set)),
}

/** A disagreement, with everything needed to reproduce it. */
function disagree(variant: Variant, record: readonly string[], what: string): never {
  expect.fail(`${what}\nrules: ${JSON.stringify(variant.patch)}\nrecord: ${JSON.stringify(record)}`)
}

function compareLines(variant: Variant, record: readonly string[], found: readonly string[]): void {
  const expected = replay(variant.oracle, record)
  for (let i = 0; i < Math.max(found.length, expected.length); i++)
    if (found[i] !== expected[i])
      disagree(variant, record, `phase ${i + 1}:\n engine ${found[i]}\n oracle ${expected[i]}`)
}

function playRecord(set: RuleSet, variant: Variant, rng: Int32Array): void {
  const match = new Match(gameOf(set, variant.patch))
  const maker = new RecordMaker(rng, variant.oracle, match)
  const record: string[] = []
  const most = 1 + below(rng, chance(rng, 20) ? LONG : SHORT)
  while (record.length < most && match.game.toMove(match.state) !== 0) {
    record.push(maker.next())
    match.decide(record.at(-1)!)
  }
  compareLines(variant, record, match.lines)
  const wrong = miscounts(match)
  if (wrong !== undefined) disagree(variant, record, wrong)
}

/** What does not add up, of a match's gauges and events and what is on its board. */
function miscounts(match: Match): string | undefined {
  const { game, state, events } = match
  const { assets, gauges, seats } = game.info
  const { favour, units } = match.now()
  const own = seats.map(side => units.filter(unit => unit.side === side))
  const out = new Int32Array(gauges.length * seats.length)
  game.gauge(state, out, 0)
  const shown: Readonly<Record<string, (seat: number) => number>> = {
    favour: seat => Math.max(-gauges[0]!.max, Math.min(gauges[0]!.max, seat === 0 ? favour : -favour)),
    hp: seat => own[seat]!.reduce((sum, { hp }) => sum + hp, 0),
    units: seat => own[seat]!.length,
  }
  const sum = (seat: number, group: string, column: number, except = ''): number =>
    assets.reduce((all, asset, a) => {
      const at = (seat * assets.length + a) * EVENTS.length + column
      return asset.group === group && asset.id !== except ? all + events[at]! : all
    }, 0)
  const won = (seat: number): number => sum(seat, 'action', SCORED) - sum(seat, 'action', CONCEDED)
  const equal: readonly (readonly [string, number, number])[] = [
    ['the favour of actions', won(0) - won(1), favour],
    ...seats.flatMap((side, seat): [string, number, number][] => [
      ...gauges.map(({ id }, g): [string, number, number] => [
        `${id} of ${side}`,
        out[g * seats.length + seat]!,
        shown[id]!(seat),
      ]),
      [`living units of ${side}`, sum(seat, 'unit', FIELDED) - sum(seat, 'unit', LOST), own[seat]!.length],
      [
        `orders of ${side}`,
        sum(seat, 'action', USED) + sum(seat, 'action', LOST),
        sum(seat, 'action', FIELDED),
      ],
      [`orders of the units of ${side}`, sum(seat, 'unit', USED), sum(seat, 'action', USED)],
      [`favour by the units of ${side}`, sum(seat, 'unit', SCORED), sum(seat, 'action', SCORED)],
      [
        `favour for the units of ${side}`,
        sum(seat, 'unit', CONCEDED),
        sum(1 - seat, 'action', SCORED, 'pray') + sum(seat, 'action', CONCEDED),
      ],
    ]),
  ]
  const found = equal.find(([, a, b]) => a !== b)
  return found && `${found[0]}: ${found[1]}, not ${found[2]}`
}

/** Canonical play: at every decision the engine offers just what the rulings call plannable. */
function playPlans(set: RuleSet, variant: Variant, rng: Int32Array, most: number): void {
  const match = new Match(gameOf(set, variant.patch))
  const { game, state } = match
  const record: string[] = []
  while (record.length < most && game.toMove(state) !== 0) {
    for (const [seat, side] of game.info.seats.entries()) {
      if (((game.toMove(state) >> seat) & 1) === 0) continue
      const found = match.choices(side).join('\n')
      const expected = plannable(variant.oracle, record, side).sort().join('\n')
      if (found !== expected) disagree(variant, record, `${side} may:\n engine ${found}\n oracle ${expected}`)
    }
    const due = [0, 1].filter(seat => (game.toMove(state) >> seat) & 1)
    const seat = due[below(rng, due.length)]!
    let text = game.text.format(state, seat, game.sample(state, seat, rng))
    // Moves and shoves are what plans are made of: they are drawn more often.
    for (let redraw = 0; redraw < 3 && !text.includes('>'); redraw++)
      text = game.text.format(state, seat, game.sample(state, seat, rng))
    record.push(`${game.info.seats[seat]} ${text}`)
    match.decide(record.at(-1)!)
  }
  compareLines(variant, record, match.lines)
}

/** A decision that may well be wrong: of any side, in any phase or none, with any sign, with a character amiss. */
function doubtful({ phases, board }: OracleRules, sides: readonly string[], rng: Int32Array): string {
  const square = () => squareName(below(rng, board.files + 1), below(rng, board.ranks + 2) - 1)
  const sign = pick(rng, ['>', '.', 'x', ';', '-', 'p', ' p'])
  const order = `${square()}${sign}${sign === ' p' ? '' : square()}`
  const text = chance(rng, 10) ? 'done' : `${chance(rng, 95) ? below(rng, phases + 2) : 'c'} ${order}`
  if (chance(rng, 80)) return `${pick(rng, sides)} ${text}`
  const at = below(rng, text.length)
  const amiss = pick(rng, ['', ' ', '0', 'z', '>', '!', '3', 'A'])
  const kept = chance(rng, 50) ? text[at] : ''
  return `${pick(rng, [...sides, 'nobody'])} ${text.slice(0, at)}${amiss}${kept}${text.slice(at + 1)}`
}

function accepts(decide: () => void): boolean {
  try {
    decide()
    return true
  } catch {
    return false
  }
}

/** Right and wrong decisions: both refuse the same ones. */
function playFaults(set: RuleSet, variant: Variant, rng: Int32Array): void {
  const match = new Match(gameOf(set, variant.patch))
  const { game } = match
  const record: string[] = []
  for (let trial = 0; trial < SHORT; trial++) {
    const text = doubtful(variant.oracle, game.info.seats, rng)
    const found = accepts(() => match.decide(text))
    if (found !== accepts(() => replay(variant.oracle, [...record, text])))
      disagree(variant, record, `the engine ${found ? 'accepts' : 'refuses'} ${JSON.stringify(text)}`)
    if (found) record.push(text)
  }
  compareLines(variant, record, match.lines)
}

/** Registers the tests: with a multiple of the usual number of cases. */
export function fuzzElephantMen(times: number): void {
  describe.each(Object.entries(BOARDS))('random records %s', (board, drawVariant) => {
    describe.each(RULE_SETS)('%s', set => {
      const drawn =
        (stream: number, play: (variant: Variant, rng: Int32Array) => void) =>
        (seed: string, index: number) => {
          const rng = generator(`${seed} ${set} ${board}`, index, stream)
          play(drawVariant(rng, set), rng)
        }
      const name = `elephant-men ${set} ${board}`
      const lines = drawn(0, (variant, rng) => playRecord(set, variant, rng))
      it('the oracle replays them line by line, and gauges and events add up', () =>
        fuzz(`${name}: lines`, RECORDS * times, lines))

      const plans = drawn(1, (variant, rng) => playPlans(set, variant, rng, SHORT))
      it('the oracle plans the same orders', () => fuzz(`${name}: plans`, PLANS * times, plans))

      const faults = drawn(2, (variant, rng) => playFaults(set, variant, rng))
      it('the oracle refuses the same decisions', () => fuzz(`${name}: faults`, FAULTS * times, faults))
    })
  })
}
