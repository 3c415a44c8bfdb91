/** A tally and a block's measures by what the layout says of each word, match by match: what a tallier's are compared with. */
import {
  type CompiledGame,
  EVENTS,
  FIELDED,
  LOST,
  NOBODY,
  USED,
  WIN_UNITS,
} from '../../engine/contract/index.ts'
import type { QUALITIES } from '../../sim/tally/layout.ts'
import {
  ASSET_RATIOS,
  assetOffset,
  binOf,
  CURVE_BINS,
  CURVE_N,
  CURVE_SQUARES,
  CURVE_SUM,
  FINAL_SIZE,
  leadOffset,
  OUTCOMES,
  payoffOffset,
  qualityOffset,
  RATED_EVENTS,
  ratedOffset,
  ratioOffset,
  seatingOffset,
  stepsOffset,
  type Tally,
  type TallyLayout,
  WINNER,
} from '../../sim/tally/layout.ts'
import { type FinishedMatch, FOLLOWED, isSampled } from '../../sim/tally/match.ts'
import { layoutMeasures } from '../../sim/tally/pairs.ts'

const [WON, LOST_OUTCOME, DRAWN, CAPPED, FORFEITED] = OUTCOMES.keys()

/** The seat's value of a gauge after a step of a match. */
function valueAt({ info }: CompiledGame, match: FinishedMatch, step: number, gauge: number, seat: number) {
  const seats = info.seats.length
  return match.gauges[(step * info.gauges.length + gauge) * seats + seat]!
}

/** The value of the headline gauge less the best of the other seats. */
export function leadAt(game: CompiledGame, match: FinishedMatch, step: number, seat: number): number {
  const others = [...game.info.seats.keys()].filter(other => other !== seat)
  const best = Math.max(...others.map(other => valueAt(game, match, step, 0, other)))
  return valueAt(game, match, step, 0, seat) - best
}

function eventsOf({ info }: CompiledGame, match: FinishedMatch, seat: number, asset: number): number[] {
  const at = (seat * info.assets.length + asset) * EVENTS.length
  return [...match.events.subarray(at, at + EVENTS.length)]
}

/** The only winning seat, or NOBODY, also after a forfeit. */
export function winnerOf({ info }: CompiledGame, { ending, returns }: FinishedMatch): number {
  const above = [...returns.keys()].filter(seat => returns[seat]! * returns.length > WIN_UNITS)
  return info.endings[ending]!.kind === 'win' && above.length === 1 ? above[0]! : NOBODY
}

function outcomeOf({ info }: CompiledGame, { ending, faulty, returns }: FinishedMatch, seat: number): number {
  if (seat === faulty) return FORFEITED!
  const kind = faulty >= 0 ? 'win' : info.endings[ending]!.kind
  const got = returns[seat]!
  if (kind !== 'win') return got === 0 ? LOST_OUTCOME! : kind === 'draw' ? DRAWN! : CAPPED!
  const over = got * returns.length - WIN_UNITS
  return over > 0 ? WON! : over < 0 ? LOST_OUTCOME! : DRAWN!
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, number) => all + number, 0)

/** A tally whose words are added up one by one. */
export class Reference {
  readonly tally: Tally
  readonly #game: CompiledGame
  readonly #layout: TallyLayout

  constructor(game: CompiledGame, layout: TallyLayout) {
    this.#game = game
    this.#layout = layout
    this.tally = new Float64Array(layout.size)
  }

  /** Adds a block. */
  add(matches: readonly FinishedMatch[]): void {
    const l = this.#layout
    const seats = [...this.#game.info.seats.keys()]
    this.#count(l.blocks)
    for (const match of matches) this.#outcomes(match)
    for (const seat of seats) {
      this.#count(l.seatScores + seat * l.scoreBins + sum(matches.map(m => m.returns[seat]!)))
      const own = sum(matches.map(m => m.returns[seatOf(seat, m)]!))
      this.#count(l.participantScores + seat * l.scoreBins + own)
    }
    const finished = matches.filter(({ faulty }) => faulty < 0)
    const isWon = (match: FinishedMatch) => winnerOf(this.#game, match) !== NOBODY
    const isCapped = ({ ending }: FinishedMatch) => this.#game.info.endings[ending]!.kind === 'length'
    const ofMatches = (quality: (typeof QUALITIES)[number], x: number) =>
      this.#ratio(qualityOffset(l, quality), x, finished.length)
    ofMatches('completed', finished.filter(match => !isCapped(match)).length)
    ofMatches('decisive', finished.filter(isWon).length)
    ofMatches('decisions', sum(finished.map(({ decisions }) => decisions)))
    ofMatches('length', sum(finished.map(({ steps }) => steps)))
    for (const match of finished) this.#course(match)
    this.#ends(finished.filter(({ steps }) => steps > 0))
    for (const seat of seats) this.#assets('seat', seat, finished, () => [seat])
    if (l.agents > 1)
      for (const asset of this.#game.info.assets.keys()) {
        const used = finished.flatMap(match =>
          seats.map(seat => eventsOf(this.#game, match, seat, asset)[USED]!),
        )
        this.#count(l.assetUses + asset, sum(used) ** 2)
      }
    for (let agent = 0; agent < l.agents; agent++)
      this.#assets('participant', agent, finished, match => (l.agents === 1 ? seats : [seatOf(agent, match)]))
  }

  #count(at: number, times = 1): void {
    this.tally[at]! += times
  }

  #ratio(at: number, x: number, y: number): void {
    for (const [i, word] of [x, y, x * x, x * y, y * y].entries()) this.#count(at + i, word)
  }

  #outcomes(match: FinishedMatch): void {
    const l = this.#layout
    this.#count(l.matches)
    this.#count(l.decisions, match.decisions)
    for (const seat of this.#game.info.seats.keys()) {
      const participant = (seat + match.rotation) % l.seats
      const outcome = outcomeOf(this.#game, match, seat)
      this.#count(l.participantOutcomes + participant * OUTCOMES.length + outcome)
      this.#count(l.seatOutcomes + seat * OUTCOMES.length + outcome)
      this.#count(seatingOffset(l, participant, seat) + outcome)
      this.#count(seatingOffset(l, participant, seat) + OUTCOMES.length + match.returns[seat]!)
    }
  }

  /** How a match ended and went, step by step. */
  #course(match: FinishedMatch): void {
    const game = this.#game
    const l = this.#layout
    const winner = winnerOf(game, match)
    const steps = [...Array(match.steps).keys()]
    this.#count(l.endingCounts + match.ending * (l.seats + 1) + (winner === NOBODY ? l.seats : winner))
    this.#count(l.lengths + match.steps)
    for (const curve of [...l.curves, ...l.agentCurves]) {
      const one = 'participant' in curve ? seatOf(curve.participant, match) : curve.seat
      const seat = one === WINNER ? winner : one
      if (seat === NOBODY) continue
      for (const step of steps) {
        const value = valueAt(game, match, step, curve.gauge, seat)
        const at = curve.offset + step * curve.stride
        this.#count(at + CURVE_N)
        this.#count(at + CURVE_SUM, value)
        this.#count(at + CURVE_SQUARES, value * value)
        this.#count(at + CURVE_BINS + binOf(curve, value))
      }
    }
    if (winner === NOBODY || match.steps === 0) return
    const isZeroSum = game.info.gauges[0]!.zeroSum
    const behind = steps.map(step =>
      isZeroSum ? valueAt(game, match, step, 0, winner) : leadAt(game, match, step, winner),
    )
    this.#count(l.comebacks.offset + binOf(l.comebacks, Math.min(...behind)))
  }

  /** What the matches of a block that had steps came to at their ends. */
  #ends(matches: readonly FinishedMatch[]): void {
    const game = this.#game
    const l = this.#layout
    const seats = [...game.info.seats.keys()]
    const y = matches.length
    const last = (gauge: number, match: FinishedMatch, seat: number) =>
      valueAt(game, match, match.steps - 1, gauge, seat)
    const lead = (match: FinishedMatch, seat: number) => leadAt(game, match, match.steps - 1, seat)
    for (const seat of seats)
      this.#ratio(leadOffset(l, seat), sum(matches.map(match => lead(match, seat))), y)
    const largest = matches.map(match => Math.max(0, ...seats.map(seat => lead(match, seat))))
    this.#ratio(leadOffset(l, l.seats), sum(largest), y)
    for (const gauge of game.info.gauges.keys()) {
      const values = seats.map(seat => sum(matches.map(match => last(gauge, match, seat))))
      for (const [seat, x] of [...values, sum(values)].entries()) {
        const at = l.finals + (gauge * (l.seats + 1) + seat) * FINAL_SIZE
        for (const [i, word] of [x, x * x, x * y].entries()) this.#count(at + i, word)
      }
    }
    if (l.payoff < 0) return
    for (const seat of seats) {
      const bySeat = matches.map(match => last(l.payoff, match, seat))
      const byParticipant = matches.map(match => last(l.payoff, match, seatOf(seat, match)))
      this.#ratio(payoffOffset(l, 'seat', seat), sum(bySeat), y)
      this.#ratio(payoffOffset(l, 'participant', seat), sum(byParticipant), y)
    }
  }

  /** What somebody did with assets in the seats that are its own. */
  #assets(
    side: 'seat' | 'participant',
    index: number,
    matches: readonly FinishedMatch[],
    own: (match: FinishedMatch) => readonly number[],
  ): void {
    const l = this.#layout
    const played = matches.flatMap(match => own(match).map(seat => ({ match, seat })))
    for (const asset of this.#game.info.assets.keys()) {
      const each = played.map(({ match, seat }) => ({
        events: eventsOf(this.#game, match, seat, asset),
        won: match.returns[seat]!,
      }))
      const all = EVENTS.map((_, e) => sum(each.map(({ events }) => events[e]!)))
      for (const [e, count] of all.entries()) this.#count(assetOffset(l, side, index, asset) + e, count)
      for (const [r, ratio] of ASSET_RATIOS.entries()) {
        const at = ratioOffset(l, side, index, asset, r)
        if (ratio === 'survived') this.#ratio(at, all[FIELDED]! - all[LOST]!, all[FIELDED]!)
        else {
          const with_ = each.filter(({ events }) => events[ratio === 'wonWhenUsed' ? USED : LOST]! > 0)
          this.#ratio(at, sum(with_.map(({ won }) => won)), WIN_UNITS * with_.length)
        }
      }
      for (const [e, event] of RATED_EVENTS.entries()) {
        const at = ratedOffset(l, side, index, asset, e)
        const count = all[event]!
        this.#count(at, count * count)
        this.#count(at + 1, count * matches.length)
        this.#count(at + 2, count > 0 ? 1 : 0)
      }
      this.#count(stepsOffset(l, side, index, asset), all[USED]! * sum(matches.map(({ steps }) => steps)))
    }
  }
}

/** The seat in which a participant sits. */
function seatOf(participant: number, { returns, rotation }: FinishedMatch): number {
  return (participant - rotation + returns.length) % returns.length
}

/** Whether the leader at half-time won, lead changes and steps behind, each with what it is of. */
function feelOf(game: CompiledGame, match: FinishedMatch): number[] {
  const seats = [...game.info.seats.keys()]
  const steps = Array.from({ length: match.steps }, (_, step) => step)
  const leaders = steps.map(step => seats.find(seat => leadAt(game, match, step, seat) > 0) ?? NOBODY)
  const known = leaders.filter(leader => leader !== NOBODY)
  const changes = known.filter((leader, i) => i > 0 && leader !== known[i - 1]).length
  const winner = winnerOf(game, match)
  if (winner === NOBODY) return [0, 0, changes, 1, 0, 0]
  const half = leaders[Math.floor((match.steps - 1) / 2)]!
  const behind = steps.filter(step => leadAt(game, match, step, winner) < 0).length
  return [half === winner ? 1 : 0, half === NOBODY ? 0 : 1, changes, 1, behind, match.steps]
}

export function measuresOf(game: CompiledGame, matches: readonly FinishedMatch[]): number[] {
  const { info } = game
  const at = layoutMeasures(info)
  const measures = new Array<number>(at.size).fill(0)
  const seats = [...info.seats.keys()]
  const finished = matches.filter(({ faulty }) => faulty < 0)
  const stepped = finished.filter(({ steps }) => steps > 0)
  const scores = seats.map(seat => sum(matches.map(({ returns }) => returns[seat]!)))
  const isDrawn = ({ ending }: FinishedMatch) => info.endings[ending]!.kind !== 'win'
  const told = seats.length > 2 ? scores : scores.slice(0, 1)
  for (const [seat, score] of told.entries()) measures[at.scores + seat] = score
  measures[at.draws] = finished.filter(isDrawn).length
  measures[at.drawsBeforeLimit] = finished.filter(
    ({ ending }) => info.endings[ending]!.kind === 'draw',
  ).length
  measures[at.length] = sum(finished.map(({ steps }) => steps))
  for (const asset of info.assets.keys())
    measures[at.uses + asset] = sum(
      finished.flatMap(match => seats.map(seat => eventsOf(game, match, seat, asset)[USED]!)),
    )
  const ownIn = (seat: number) =>
    sum(matches.map(match => (seatOf(0, match) === seat ? match.returns[seat]! : 0)))
  for (const [i, own] of [sum(seats.map(ownIn)), ...seats.map(ownIn)].entries()) measures[at.own + i] = own
  const lead = (match: FinishedMatch, seat: number) => leadAt(game, match, match.steps - 1, seat)
  for (const seat of seats) measures[at.leads + seat] = sum(stepped.map(match => lead(match, seat)))
  measures[at.leads + seats.length] = sum(
    stepped.map(match => Math.max(0, ...seats.map(seat => lead(match, seat)))),
  )
  const finalOf = (gauge: number, seat: number) =>
    sum(stepped.map(match => valueAt(game, match, match.steps - 1, gauge, seat)))
  for (const gauge of info.gauges.keys()) {
    const values = seats.map(seat => finalOf(gauge, seat))
    for (const [i, value] of [...values, sum(values)].entries())
      measures[at.finals + gauge * (seats.length + 1) + i] = value
  }
  const payoff = info.gauges.findIndex(one => one.payoff)
  for (let seat = 0; seat < at.own - at.payoffs; seat++) measures[at.payoffs + seat] = finalOf(payoff, seat)
  const followed = stepped.filter(({ block }) => isSampled(FOLLOWED, block))
  for (const match of followed)
    for (const [i, word] of feelOf(game, match).entries()) measures[at.feel + i]! += word
  return measures
}
