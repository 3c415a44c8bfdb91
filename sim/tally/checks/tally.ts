/**
 * What the sums of a chunk always agree on, since every match adds to many of them: outcomes, returns,
 * lengths and curves count the same matches. Sums from elsewhere must pass before they count.
 */
import { type Game, rolesByEnding, WIN_UNITS } from '../../../engine/contract/index.ts'
import {
  FINAL_SIZE,
  leadOffset,
  OUTCOMES,
  payoffOffset,
  RATIO,
  seatingOffset,
  type Tally,
  type TallyLayout,
} from '../layout.ts'
import { checkAssets } from './assets.ts'
import { checkCourse } from './course.ts'
import { countsIn, products, ratio, same, total, valuesIn, within } from './expect.ts'

const FORFEITS = OUTCOMES.indexOf('forfeits')

/** Matches that each participant forfeited, and each seat. */
export interface Forfeits {
  readonly participants: readonly number[]
  readonly seats: readonly number[]
}

/**
 * Throws an Error that says what is wrong unless a tally can be that of this many blocks. Returns its forfeits.
 */
export function checkTally(game: Game, layout: TallyLayout, tally: Tally, blocks: number): Forfeits {
  return new TallyCheck(game, layout, tally, blocks).run()
}

class TallyCheck {
  readonly #game: Game
  readonly #layout: TallyLayout
  readonly #tally: Tally
  readonly #blocks: number
  readonly #matches: number
  /** Matches that nobody forfeited. */
  #ended = 0
  /** Of these, the ones that lasted beyond each step. */
  #lasted: readonly number[] = []

  constructor(game: Game, layout: TallyLayout, tally: Tally, blocks: number) {
    this.#game = game
    this.#layout = layout
    this.#tally = tally
    this.#blocks = blocks
    this.#matches = blocks * layout.seats
  }

  run(): Forfeits {
    const { blocks, matches, decisions, lengths, steps, endingCounts, endings, seats } = this.#layout
    const t = this.#tally
    same('the number of blocks', t[blocks]!, this.#blocks)
    same('the number of matches', t[matches]!, this.#matches)
    within('the number of decisions', t[decisions]!, 0, this.#matches * this.#game.info.decisionMax)
    const forfeits = this.#outcomes()
    const forfeited = total(forfeits.seats)
    this.#ended = this.#matches - forfeited
    same('endings', countsIn('endings', this.#tally, endingCounts, endings * (seats + 1)), this.#ended)
    same('lengths', countsIn('lengths', this.#tally, lengths, steps + 1), this.#ended)
    let left = this.#ended
    this.#lasted = Array.from({ length: steps }, (_, step) => {
      left -= t[lengths + step]!
      return left
    })
    this.#leads()
    this.#finals()
    this.#roles()
    if (this.#layout.payoff >= 0) for (const side of ['participant', 'seat'] as const) this.#payoffs(side)
    checkCourse(this.#game.info, this.#layout, t, {
      blocks: this.#blocks,
      ended: this.#ended,
      lasted: this.#lasted,
    })
    checkAssets(this.#layout, t, this.#blocks, this.#ended)
    return forfeits
  }

  /** Outcomes and returns: by participant and by seat, which the seatings hold for both at once. */
  #outcomes(): Forfeits {
    const l = this.#layout
    const all = [...Array(l.seats).keys()]
    for (const p of all) for (const seat of all) this.#seating(p, seat)
    const one = (what: string, i: number, outcomes: number, scores: number, seatings: number[]): number => {
      const at = outcomes + i * OUTCOMES.length
      for (const [o, outcome] of OUTCOMES.entries())
        same(`${outcome} of ${what}`, this.#tally[at + o]!, total(seatings.map(s => this.#tally[s + o]!)))
      const score = scores + i * l.scoreBins
      same(
        `returns of ${what}`,
        countsIn(`returns of ${what}`, this.#tally, score, l.scoreBins),
        this.#blocks,
      )
      const units = valuesIn(this.#tally, score, l.scoreBins)
      const seated = seatings.map(s => valuesIn(this.#tally, s + OUTCOMES.length, WIN_UNITS + 1))
      same(`win units of ${what}`, units, total(seated))
      return units
    }
    const participants = all.map(p => {
      const seatings = all.map(seat => seatingOffset(l, p, seat))
      return one(`participant ${p + 1}`, p, l.participantOutcomes, l.participantScores, seatings)
    })
    for (const seat of all) {
      const seatings = all.map(p => seatingOffset(l, p, seat))
      one(`the ${this.#game.info.seats[seat]} seat`, seat, l.seatOutcomes, l.seatScores, seatings)
    }
    same('win units', total(participants), this.#matches * WIN_UNITS)
    const forfeitsAt = (from: number) => all.map(i => this.#tally[from + i * OUTCOMES.length + FORFEITS]!)
    return { participants: forfeitsAt(l.participantOutcomes), seats: forfeitsAt(l.seatOutcomes) }
  }

  /** A participant has one match of every block in every seat. */
  #seating(participant: number, seat: number): void {
    const at = seatingOffset(this.#layout, participant, seat)
    same('outcomes in a seat', countsIn('outcomes in a seat', this.#tally, at, OUTCOMES.length), this.#blocks)
    const returns = countsIn('returns in a seat', this.#tally, at + OUTCOMES.length, WIN_UNITS + 1)
    same('returns in a seat', returns, this.#blocks)
  }

  #leads(): void {
    const { seats } = this.#layout
    const gauge = this.#game.info.gauges[0]!
    const largest = this.#lasted[0]! * (gauge.max - gauge.min)
    for (let seat = 0; seat <= seats; seat++) {
      const at = leadOffset(this.#layout, seat)
      same('matches with a lead', this.#tally[at + 1]!, this.#lasted[0]!)
      within('leads', this.#tally[at]!, seat === seats ? 0 : -largest, largest)
      ratio('leads', this.#tally, at, this.#blocks, largest)
    }
  }

  /** The gauges at the end, by seat and of all seats. */
  #finals(): void {
    const { finals, seats } = this.#layout
    const t = this.#tally
    const played = this.#lasted[0]!
    const yy = t[leadOffset(this.#layout, 0) + RATIO.indexOf('yy')]!
    for (const [g, { min, max }] of this.#game.info.gauges.entries()) {
      const at = finals + g * (seats + 1) * FINAL_SIZE
      const sums = Array.from({ length: seats + 1 }, (_, seat) => t[at + seat * FINAL_SIZE]!)
      same('a gauge of all seats at the end', sums[seats]!, total(sums.slice(0, seats)))
      for (const [seat, x] of sums.entries()) {
        const values = seat === seats ? seats : 1
        within('a gauge at the end', x, played * min * values, played * max * values)
        const [, xx, xy] = t.subarray(at + seat * FINAL_SIZE, at + (seat + 1) * FINAL_SIZE)
        const most = played * Math.max(Math.abs(min), Math.abs(max)) * values
        products('a gauge at the end', { n: this.#blocks, x, y: played, xx: xx!, xy: xy!, yy }, most)
      }
    }
  }

  /** Wins by role, as endings have them. */
  #roles(): void {
    const { endingCounts, roleBlocks, roles, seats } = this.#layout
    const width = seats + 1
    const byEnding = rolesByEnding(this.#game.info)
    const wins = Array.from({ length: roles }, (_, role) =>
      total(
        byEnding.map((its, ending) =>
          its === role ? countsIn('wins of a role', this.#tally, endingCounts + ending * width, width) : 0,
        ),
      ),
    )
    for (let role = 0; role < roles; role++) {
      const at = roleBlocks + role * width * width
      const blocks = countsIn('blocks of a role', this.#tally, at, width * width)
      same('blocks of a role', blocks, this.#blocks)
      const rows = [...Array(width).keys()]
      const winsIn = (row: number): number =>
        countsIn('blocks of a role', this.#tally, at + row * width, width)
      same('wins of a role', total(rows.map(row => row * winsIn(row))), wins[role]!)
      same(
        'wins of all roles',
        total(rows.map(row => valuesIn(this.#tally, at + row * width, width))),
        total(wins),
      )
    }
  }

  /** What seats get adds up to nothing, and so does what participants get. */
  #payoffs(side: 'participant' | 'seat'): void {
    const { seats, payoff } = this.#layout
    const { min, max } = this.#game.info.gauges[payoff]!
    const played = this.#lasted[0]!
    const sums: number[] = []
    for (let i = 0; i < seats; i++) {
      const at = payoffOffset(this.#layout, side, i)
      same('matches with a payoff', this.#tally[at + RATIO.indexOf('y')]!, played)
      within('payoffs', this.#tally[at]!, played * min, played * max)
      ratio('payoffs', this.#tally, at, this.#blocks, played * Math.max(-min, max))
      sums.push(this.#tally[at]!)
    }
    same(`payoffs by ${side}`, total(sums), 0)
  }
}
