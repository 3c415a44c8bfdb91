/** The battles of a turn, one after another: losses, then retreats, and what reports count. */
import {
  CHANCE_BIT,
  CONCEDED,
  FIELDED,
  LOST,
  lowest,
  RESOLVE_BIT,
  SCORED,
  USED,
} from '../../contract/index.ts'
import { BY_LOSSES } from '../info.ts'
import { NONE, type Tables } from '../rules/tables.ts'
import type { Board } from '../state/board.ts'
import {
  ASKED,
  AT,
  BATTLE,
  BATTLING,
  CLOSING,
  LIVING,
  MAIN_SOURCE,
  OUTCOME,
  RETREATING,
  RETREATING_SEAT,
  STAGE,
  STEPPED,
  seatOf,
  slotOf,
  TILE,
  TO_MOVE,
  TRAINED,
  TURN,
  teamOf,
  UNIT_BITS,
  UNITS,
} from '../state/layout.ts'
import type { Losses } from './losses.ts'
import type { Retreats } from './retreats.ts'

export class Battles {
  readonly #tables: Tables
  readonly #board: Board
  readonly #losses: Losses
  readonly #retreats: Retreats
  readonly #askFrom: (s: Int32Array, slot: number) => void
  /** Whether battles begin with a step, in the middle of a turn's questions. */
  readonly #onEntry: boolean
  /** Mask of slots: units that may stand on contested tiles without having stepped there. */
  readonly #unstepped: number
  /** Whether units that retreat take the tile they come to. */
  readonly #takes: boolean
  /** Whether the winner's fallen recover, and whether they retreat. */
  readonly #winnersRecover: boolean
  readonly #winnersRetreat: boolean

  constructor(
    compiled: Tables,
    board: Board,
    losses: Losses,
    retreats: Retreats,
    askFrom: (s: Int32Array, slot: number) => void,
  ) {
    this.#tables = compiled
    this.#askFrom = askFrom
    const { battle, capture, rally, retreat } = compiled.rules
    this.#onEntry = battle.when === 'entry'
    this.#unstepped = rally.targets === 'all' ? -1 : 0
    this.#takes = capture.routed
    this.#winnersRecover = retreat.winners !== 'none'
    this.#winnersRetreat = retreat.winners === 'retreat'
    this.#board = board
    this.#losses = losses
    this.#retreats = retreats
  }

  /** Opens the next battle in map order, or closes the turn when there is none. */
  openNext(s: Int32Array): void {
    const { tiles } = this.#tables
    const seat = s[TURN]!
    let next = tiles
    for (let rest = s[UNITS + seat]! & (s[STEPPED]! | this.#unstepped); rest !== 0; rest &= rest - 1) {
      const tile = s[AT + lowest(rest)]!
      if (tile < next && this.#board.hostile(s, tile, seat)) next = tile
    }
    s[ASKED] = 0
    if (next === tiles) {
      s[STAGE] = CLOSING
      s[TO_MOVE] = RESOLVE_BIT
      return
    }
    this.#open(s, next)
  }

  /**
   * Whether units that came to a tile begin a battle at once. If so, it is opened, and units are asked from slot
   * `next` on after it.
   */
  openAt(s: Int32Array, tile: number, next: number): boolean {
    if (!this.#onEntry) return false
    const seat = s[TURN]!
    if (!this.#board.hostile(s, tile, seat) || (s[TILE + tile]! & teamOf(seat)) === 0) return false
    s[this.#tables.resume] = next
    s[ASKED] = 0
    this.#open(s, tile)
    return true
  }

  #open(s: Int32Array, tile: number): void {
    s[STAGE] = BATTLING
    s[TO_MOVE] = CHANCE_BIT
    s[BATTLE] = 1 + tile
    s[LIVING] = s[TILE + tile]! & UNIT_BITS
    s[MAIN_SOURCE] = this.#retreats.mainSource(s, s[LIVING]! & teamOf(s[TURN]!))
  }

  /** Removes the fallen from the living; once a side has none left, the routed retreat. */
  fall(s: Int32Array, events: Int32Array, fallen: number): void {
    s[LIVING]! &= ~fallen
    const attacker = s[TURN]!
    const defender = this.#losses.defender(s)
    const attackers = s[LIVING]! & teamOf(attacker)
    if (attackers !== 0 && (s[LIVING]! & teamOf(defender)) !== 0) return
    const loser = attackers === 0 ? attacker : defender
    this.#countBattle(s, events, attacker + defender - loser, loser)
    const routed = s[TILE + s[BATTLE]! - 1]! & UNIT_BITS & ~s[LIVING]!
    this.#board.rout(s, this.#winnersRecover ? routed : routed & teamOf(loser))
    s[STAGE] = RETREATING
    this.#openRetreat(s, loser)
    this.#retreat(s, events)
  }

  #countBattle(s: Int32Array, events: Int32Array, winner: number, loser: number): void {
    const { assets } = this.#tables
    const tile = s[BATTLE]! - 1
    const recon = assets.recon
    const won = winner * assets.seatEvents
    const lost = loser * assets.seatEvents
    const asset = assets.battle[tile]!
    events[won + asset + FIELDED]!++
    events[won + asset + USED]!++
    events[lost + asset + FIELDED]!++
    events[lost + asset + LOST]!++
    if (winner === s[TURN]) {
      events[won + asset + SCORED]!++
      events[lost + asset + CONCEDED]!++
    }
    if (this.#losses.hasRecon(s, winner)) {
      events[won + recon + FIELDED]!++
      events[won + recon + USED]!++
      const units = s[TILE + tile]! & UNIT_BITS
      const own = this.#losses.strength(winner, units, winner !== s[TURN])
      if (own <= this.#losses.strength(loser, units, loser !== s[TURN])) events[won + recon + SCORED]!++
    }
    if (this.#losses.hasRecon(s, loser)) {
      events[lost + recon + FIELDED]!++
      events[lost + recon + USED]!++
      events[lost + recon + LOST]!++
    }
  }

  #openRetreat(s: Int32Array, seat: number): void {
    s[RETREATING_SEAT] = seat
    s[ASKED] = slotOf(seat, 0)
    this.#noteTraining(s)
  }

  /** Notes whether the retreating seat has Training. Defenders retreat as one group: theirs is noted before the first goes. */
  #noteTraining(s: Int32Array): void {
    s[TRAINED] = this.#retreats.trained(s, s[RETREATING_SEAT]!, s[BATTLE]! - 1) ? 1 : 0
  }

  #won(s: Int32Array): boolean {
    return (s[LIVING]! & teamOf(s[RETREATING_SEAT]!)) !== 0
  }

  /** Moves routed units by number, the loser's, then the winner's, up to one that has a choice. */
  #retreat(s: Int32Array, events: Int32Array): void {
    const battle = s[BATTLE]! - 1
    for (;;) {
      const waiting = s[TILE + battle]! & ~s[LIVING]! & teamOf(s[RETREATING_SEAT]!) & (-1 << s[ASKED]!)
      if (waiting !== 0) {
        const slot = lowest(waiting)
        const to = this.#retreats.destination(s, slot)
        s[ASKED] = slot
        // Attackers retreat one by one: an earlier one may have come to the tile of Training.
        if (s[RETREATING_SEAT] === s[TURN]) this.#noteTraining(s)
        if (this.#retreats.hasChoice(s, slot, to)) {
          s[TO_MOVE] = 1 << seatOf(slot)
          return
        }
        this.#send(s, events, slot, to)
        if (s[OUTCOME] !== 0) return
      } else if (this.#won(s) || !this.#winnersRetreat) break
      else this.#openRetreat(s, seatOf(lowest(s[LIVING]!)))
    }
    this.#settleBattle(s, events, battle)
  }

  /** Sends the unit in question where the rules send it. */
  accept(s: Int32Array, events: Int32Array): void {
    const { assets } = this.#tables
    const slot = s[ASKED]!
    events[seatOf(slot) * assets.seatEvents + assets.training + FIELDED]!++
    this.#send(s, events, slot, this.#retreats.destination(s, slot))
    if (s[OUTCOME] === 0) this.#retreat(s, events)
  }

  /** Sends it elsewhere, with Training. */
  choose(s: Int32Array, events: Int32Array, to: number): void {
    const { assets } = this.#tables
    const slot = s[ASKED]!
    const counts = seatOf(slot) * assets.seatEvents + assets.training
    events[counts + FIELDED]!++
    events[counts + USED]!++
    this.#send(s, events, slot, to)
    this.#retreat(s, events)
  }

  #send(s: Int32Array, events: Int32Array, slot: number, to: number): void {
    s[ASKED] = slot + 1
    if (to !== NONE) this.#board.move(s, events, slot, to, this.#takes)
    else if (!this.#won(s) && this.#board.remove(s, events, slot))
      this.#board.eliminate(s, events, seatOf(slot), BY_LOSSES)
  }

  #settleBattle(s: Int32Array, events: Int32Array, tile: number): void {
    this.#board.claim(s, events, tile, seatOf(lowest(s[LIVING]!)))
    this.#board.clearBattle(s)
    if (this.#onEntry) this.#resume(s)
    else this.openNext(s)
  }

  /** Goes on asking after a battle that began with a step. */
  #resume(s: Int32Array): void {
    const slot = s[this.#tables.resume]!
    s[this.#tables.resume] = 0
    this.#askFrom(s, slot)
  }
}
