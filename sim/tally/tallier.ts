/** Adds finished matches up into a tally. */
import { type Game, NOBODY, rolesByEnding, type Seat } from '../../engine/contract/index.ts'
import { AssetCounts } from './assets.ts'
import { CurveCounts } from './curves.ts'
import { FinalCounts } from './finals.ts'
import type { Won } from './highlights.ts'
import { QUALITIES, qualityOffset, RATIO_SIZE, type Tally, type TallyLayout } from './layout.ts'
import { LeadCounts } from './leads.ts'
import type { FinishedMatch } from './match.ts'
import { FOLLOWED, isSampled } from './match.ts'
import { CAP, DRAW, KINDS, kindsOf, OutcomeCounts, WIN } from './outcomes.ts'
import { FEEL, layoutMeasures, type MeasureLayout } from './pairs.ts'
import { addRatio, MatchSums } from './ratios.ts'

/** The qualities that are ratios of all matches, in the order of their sums in a block. */
const OF_MATCHES = ['completed', 'decisive', 'decisions', 'length'] as const
const COMPLETED = OF_MATCHES.indexOf('completed')
const DECISIVE = OF_MATCHES.indexOf('decisive')
const DECISIONS = OF_MATCHES.indexOf('decisions')
const STEPS = OF_MATCHES.indexOf('length')
const OPTIONS = 2 * QUALITIES.indexOf('options')
/** Words of the sampled qualities that are compared. */
const FEEL_AT = FEEL.map(quality => 2 * QUALITIES.indexOf(quality))

/** Adds matches up into a tally, block by block. Allocates nothing once made. */
export class Tallier implements Won {
  readonly layout: TallyLayout
  readonly #tally: Tally
  readonly #curves: CurveCounts
  readonly #path: LeadCounts
  /** By ending: its index in KINDS. */
  readonly #kinds: Uint8Array
  readonly #outcomes: OutcomeCounts
  /** The qualities of all matches, and the current block's matches without a fault by kind of ending. */
  readonly #ofMatches: MatchSums
  readonly #ended = new Int32Array(KINDS.length)
  /** Decisions of matches with a fault. */
  #faultyDecisions = 0
  /** x and y of the current block per quality of sampled blocks, and whether it has any. */
  readonly #sampled = new Int32Array(2 * QUALITIES.length)
  #isSampled = false
  readonly #assets: AssetCounts
  readonly #finals: FinalCounts
  /** By ending: the role that wins, or -1; then the current block's wins by role. */
  readonly #roles: readonly number[]
  readonly #roleWins: Int32Array
  readonly #measured: Int32Array
  readonly #at: MeasureLayout
  /** The only winner of the last match, or NOBODY. */
  winner: Seat = NOBODY

  constructor(game: Game, layout: TallyLayout) {
    this.layout = layout
    this.#tally = new Float64Array(layout.size)
    this.#curves = new CurveCounts(game, layout)
    this.#path = new LeadCounts(game, layout)
    this.#kinds = kindsOf(game)
    this.#outcomes = new OutcomeCounts(layout, this.#tally)
    this.#ofMatches = new MatchSums(OF_MATCHES.length, layout.seats)
    this.#assets = new AssetCounts(layout, this.#tally)
    this.#finals = new FinalCounts(game, layout)
    this.#roles = rolesByEnding(game.info)
    this.#roleWins = new Int32Array(layout.roles)
    this.#at = layoutMeasures(game.info)
    this.#measured = new Int32Array(this.#at.size)
  }

  /** Forgets everything counted so far. */
  clear(): void {
    this.#tally.fill(0)
    this.#curves.clear()
    this.#path.clear()
    this.#ofMatches.clear()
    this.#ended.fill(0)
    this.#faultyDecisions = 0
    this.#sampled.fill(0)
    this.#isSampled = false
    this.#outcomes.clear()
    this.#assets.clear()
    this.#finals.clear()
    this.#roleWins.fill(0)
  }

  /** Adds a match to the current block. */
  add(match: FinishedMatch): void {
    const l = this.layout
    const t = this.#tally
    if (match.faulty >= 0) {
      this.winner = this.#outcomes.addForfeit(match)
      this.#faultyDecisions += match.decisions
      return
    }
    const kind = this.#kinds[match.ending]!
    const winner = this.#outcomes.add(match, kind)
    this.winner = winner
    this.#ended[kind]!++
    t[l.endingCounts + match.ending * (l.seats + 1) + (winner < 0 ? l.seats : winner)]!++
    t[l.lengths + match.steps]!++
    const role = this.#roles[match.ending]!
    if (role >= 0) this.#roleWins[role]!++
    if (match.steps > 0) this.#finals.add(match, winner)
    this.#curves.add(match, winner)
    this.#quality(match, winner)
    this.#assets.add(match)
  }

  #quality(match: FinishedMatch, winner: Seat): void {
    const sums = this.#ofMatches.x
    if (winner !== NOBODY) sums[DECISIVE]!++
    sums[DECISIONS]! += match.decisions
    sums[STEPS]! += match.steps
    if (match.choices > 0) {
      this.#isSampled = true
      this.#sampled[OPTIONS]! += match.options
      this.#sampled[OPTIONS + 1]! += match.choices
    }
    if (match.steps === 0) return
    if (winner !== NOBODY) this.#path.addComeback(match, winner, this.#tally)
    if (isSampled(FOLLOWED, match.block)) {
      this.#isSampled = true
      this.#path.follow(match, winner, this.#sampled)
    }
  }

  /** The lowest lead of the last match's winner, if there is one winner; undefined after a forfeit. */
  get lowest(): number {
    return this.#path.lowest
  }

  /** The winner's lead at the end of the last match, if there is one winner; undefined after a forfeit. */
  get last(): number {
    return this.#finals.last
  }

  /**
   * The sums of all blocks; call it between blocks. The tallier owns the buffer: it is valid until the next
   * call.
   */
  get tally(): Tally {
    this.#curves.write(this.#tally)
    this.#path.write(this.#tally)
    for (const [row, quality] of OF_MATCHES.entries())
      this.#ofMatches.write(this.#tally, qualityOffset(this.layout, quality), row)
    this.#tally[this.layout.decisions] = this.#faultyDecisions + this.#ofMatches.sum(DECISIONS)
    this.#assets.write()
    this.#finals.write(this.#tally)
    this.#outcomes.write()
    return this.#tally
  }

  /**
   * Measures of the current block as `layoutMeasures` has them, to compare variants; call it before
   * `endBlock`. The tallier owns the buffer.
   */
  measure(): Int32Array {
    const { draws, drawsBeforeLimit, feel, length, own, roles, scores, uses } = this.#at
    const measured = this.#measured
    const { seats, own: owns } = this.#outcomes
    for (let seat = 0; seat < draws - scores; seat++) measured[scores + seat] = seats[seat]!
    measured[draws] = this.#ended[DRAW]! + this.#ended[CAP]!
    measured[drawsBeforeLimit] = this.#ended[DRAW]!
    measured[length] = this.#ofMatches.x[STEPS]!
    this.#assets.measure(measured, uses)
    measured[own] = 0
    for (let seat = 0; seat < owns.length; seat++) {
      measured[own + 1 + seat] = owns[seat]!
      measured[own]! += owns[seat]!
    }
    this.#finals.measure(measured, this.#at)
    measured.set(this.#roleWins, roles)
    for (let i = 0; i < FEEL.length; i++) {
      measured[feel + 2 * i] = this.#sampled[FEEL_AT[i]!]!
      measured[feel + 2 * i + 1] = this.#sampled[FEEL_AT[i]! + 1]!
    }
    return measured
  }

  /** Closes the current block: adds its sums to the histograms and squares. */
  endBlock(): void {
    const l = this.layout
    const t = this.#tally
    t[l.blocks]!++
    this.#outcomes.endBlock()
    this.#finals.endBlock()
    const steps = this.#ofMatches.x[STEPS]!
    const finished = this.#closeMatches()
    this.#assets.endBlock(l.seats - finished, steps)
    if (this.#isSampled) this.#closeSampled()
    if (l.roles > 0) this.#closeRoles()
  }

  #closeRoles(): void {
    const { roleBlocks, seats } = this.layout
    const wins = this.#roleWins
    let won = 0
    for (let role = 0; role < wins.length; role++) won += wins[role]!
    for (let role = 0; role < wins.length; role++)
      this.#tally[roleBlocks + (role * (seats + 1) + wins[role]!) * (seats + 1) + won]!++
    wins.fill(0)
  }

  /** Adds endings and lengths of the current block's matches. Returns how many had no forfeit. */
  #closeMatches(): number {
    const ended = this.#ended
    const sums = this.#ofMatches.x
    const completed = ended[WIN]! + ended[DRAW]!
    sums[COMPLETED] = completed
    const finished = completed + ended[CAP]!
    this.#ofMatches.endBlock(finished)
    for (let kind = 0; kind < KINDS.length; kind++) ended[kind] = 0
    return finished
  }

  #closeSampled(): void {
    const block = this.#sampled
    this.#isSampled = false
    for (let x = 0, at = this.layout.qualities; x < block.length; x += 2, at += RATIO_SIZE) {
      const y = block[x + 1]!
      if (y === 0) continue
      addRatio(this.#tally, at, block[x]!, y)
      block[x] = 0
      block[x + 1] = 0
    }
  }
}
