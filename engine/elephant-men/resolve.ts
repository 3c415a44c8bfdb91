/** Resolving a phase: the orders of both sides, step by step in the rule set's action order. */
import { CONCEDED, EVENTS, FIELDED, LOST, SCORED, USED } from '../game.ts'
import { Displacement } from './displace.ts'
import {
  BLOCKING,
  CANCELLED,
  CARRIED,
  DONE,
  FAVOUR,
  GONE,
  IDLE,
  INTERRUPTED,
  type Layout,
  MISSED,
  OBSTRUCTED,
  OWN,
  PENDING_COUNT,
  REMOVED,
  RESTING,
  STARTED,
  TOTAL_HP,
  TURNED,
  UNBLOCKED,
  VOID_ACTION,
  VOID_NOBODY,
  VOID_RANGE,
  VOID_RESTING,
  VOID_TWICE,
  distanceOf,
  originOf,
  packPending,
  pendingDamage,
  pendingFavour,
  pendingKind,
  pendingSeat,
  pendingSquare,
  phaseOf,
  setLane,
  signIn,
  targetOf,
  withFate,
} from './layout.ts'
import { ACTIONS, BLOCK, CLEAVE, CONVERT, MOVE, POKE, PRAY, SHOVE } from './rules.ts'
import { NO_ACTION, REST_ALWAYS, REST_MISS, REST_NEVER, SIGN_STRIDE, type Tables } from './tables.ts'

const EVENT_COLUMNS = EVENTS.length

// An order in hand in a word: slot 5 bits, action 3, seat 1, and the index of the state's word that holds the order.
const packLive = (slot: number, action: number, seat: number, at: number): number =>
  slot | (action << 5) | (seat << 8) | (at << 9)
const liveSlot = (live: number): number => live & 31
const liveAction = (live: number): number => (live >> 5) & 7
const liveSeat = (live: number): number => (live >> 8) & 1
const liveWord = (live: number): number => live >> 9

export class Resolver {
  readonly #t: Tables
  readonly #l: Layout
  readonly #displacement: Displacement
  readonly #kinds: number
  readonly #assets: number
  /** The phase's orders that are not void, and those of them that reached the step in hand, packed by `packLive`. */
  readonly #live: Int32Array
  #count = 0
  readonly #reach: Int32Array
  #reached = 0
  /** Squares targeted by earlier steps: a flag per square, and the list to take the flags down again. */
  readonly #marked: Uint8Array
  readonly #marks: Int32Array
  #markCount = 0
  /** Damage of the step in hand per slot, whose deed takes the unit's last hit point, and the slots concerned. */
  readonly #damage: Int32Array
  readonly #striker: Int32Array
  readonly #struck: Int32Array
  #struckCount = 0
  /** Aims of the converts of a step, per slot. */
  readonly #aims: Int32Array
  /** What starts this phase and lands in the next. */
  readonly #started: Int32Array
  #startedCount = 0
  #rests = 0

  constructor(tables: Tables) {
    const most = 2 * tables.orders
    this.#t = tables
    this.#l = tables.layout
    this.#displacement = new Displacement(tables)
    this.#kinds = tables.kinds.length
    this.#assets = this.#kinds + ACTIONS.length
    this.#live = new Int32Array(most)
    this.#reach = new Int32Array(most)
    this.#marked = new Uint8Array(tables.squares)
    this.#marks = new Int32Array(tables.squares)
    this.#damage = new Int32Array(tables.units)
    this.#striker = new Int32Array(tables.units)
    this.#struck = new Int32Array(tables.units)
    this.#aims = new Int32Array(tables.units)
    this.#started = new Int32Array(tables.units)
  }

  /** Resolves the coming phase up to its end; who has won is not judged here. */
  phase(s: Int32Array, events: Int32Array): void {
    const { rules, steps } = this.#t
    const landing = s[PENDING_COUNT]!
    this.#startedCount = 0
    this.#rests = 0
    const present = this.#gather(s, s[DONE]! % this.#t.phases)
    s[RESTING] = 0
    if (landing > 0 && rules.landing === 'first') {
      this.#landBlows(s)
      this.#hurt(s, events)
      this.#landPrayers(s, events)
    }
    for (let k = 0; k < steps.length; k++) {
      const action = steps[k]!
      if (((present >>> action) & 1) !== 0) {
        this.#reachStep(s, action, events)
        this.#carryOut(s, action, events)
      }
      if (landing > 0 && action >= CLEAVE && rules.landing === 'step') {
        if (action === PRAY) this.#landPrayers(s, events)
        else {
          this.#landBlows(s)
          this.#hurt(s, events)
        }
      }
    }
    this.#endPhase(s)
  }

  #endPhase(s: Int32Array): void {
    if (this.#t.rules.block.lasts === 'phase') s[BLOCKING] = 0
    const living = s[OWN]! | s[OWN + 1]!
    s[RESTING] = this.#rests & living
    s[PENDING_COUNT] = this.#startedCount
    for (let i = 0; i < this.#startedCount; i++) s[this.#l.pending + i] = this.#started[i]!
    for (let i = 0; i < this.#markCount; i++) this.#marked[this.#marks[i]!] = 0
    this.#markCount = 0
    s[DONE]!++
  }

  /** Drops void orders and lists the others; returns the mask of the actions among them. */
  #gather(s: Int32Array, phase: number): number {
    const { plan, planSize, orders, board } = this.#l
    const { slotKind, kindAction, range } = this.#t
    let n = 0
    let present = 0
    let used = 0
    for (let seat = 0; seat < 2; seat++) {
      const first = plan + seat * planSize + orders
      for (let at = first; at < first + this.#t.orders; at++) {
        const order = s[at]!
        if (order === 0) break
        if (phaseOf(order) !== phase) continue
        const origin = originOf(order)
        const slot = origin < this.#t.squares ? s[board + origin]! - 1 : -1
        if (slot < 0 || ((s[OWN + seat]! >>> slot) & 1) === 0) {
          s[at] = withFate(order, VOID_NOBODY)
          continue
        }
        const kind = slotKind[slot]!
        const action = kindAction[kind * SIGN_STRIDE + signIn(order)]!
        if (((s[RESTING]! >>> slot) & 1) !== 0) s[at] = withFate(order, VOID_RESTING)
        else if (action === NO_ACTION) s[at] = withFate(order, VOID_ACTION)
        else if (distanceOf(order) !== range[action]) s[at] = withFate(order, VOID_RANGE)
        else if (((used >>> slot) & 1) !== 0) s[at] = withFate(order, VOID_TWICE)
        else {
          used |= 1 << slot
          present |= 1 << action
          this.#live[n++] = packLive(slot, action, seat, at)
        }
      }
    }
    this.#count = n
    return present
  }

  /** Which orders of an action come to be carried out: not those of units interrupted, gone or turned by now. */
  #reachStep(s: Int32Array, action: number, events: Int32Array): void {
    const interruptible = this.#t.interruptible[action] !== 0
    const ends = this.#t.rules.block.lasts === 'hit'
    let reached = 0
    for (let i = 0; i < this.#count; i++) {
      const live = this.#live[i]!
      if (liveAction(live) !== action) continue
      const bit = 1 << liveSlot(live)
      const seat = liveSeat(live)
      if ((s[OWN + seat]! & bit) === 0) this.#fail(s, events, live, (s[OWN + 1 - seat]! & bit) === 0 ? REMOVED : TURNED)
      else if (interruptible && this.#marked[originOf(s[liveWord(live)]!)] !== 0) this.#fail(s, events, live, INTERRUPTED)
      else if (ends && (s[BLOCKING]! & bit) !== 0) {
        s[BLOCKING]! &= ~bit
        this.#fail(s, events, live, UNBLOCKED)
      } else this.#reach[reached++] = live
    }
    this.#reached = reached
  }

  #carryOut(s: Int32Array, action: number, events: Int32Array): void {
    switch (action) {
      case MOVE:
      case SHOVE:
        this.#displaceAll(s, action, events)
        break
      case BLOCK:
        for (let r = 0; r < this.#reached; r++) {
          s[BLOCKING]! |= 1 << liveSlot(this.#reach[r]!)
          this.#did(s, events, this.#reach[r]!, CARRIED)
        }
        break
      case POKE:
        this.#poke(s, events)
        break
      case CONVERT:
        this.#convert(s, events)
        break
      case CLEAVE:
        this.#cleave(s, events)
        break
      case PRAY:
        this.#pray(s, events)
        break
    }
  }

  #displaceAll(s: Int32Array, action: number, events: Int32Array): void {
    const { board, squares } = this.#l
    const d = this.#displacement
    d.count = this.#reached
    for (let r = 0; r < this.#reached; r++) {
      const order = s[liveWord(this.#reach[r]!)]!
      d.from[r] = originOf(order)
      d.to[r] = targetOf(order)
    }
    if (action === MOVE) d.moves(s, board)
    else d.shoves(s, board)
    for (let r = 0; r < this.#reached; r++) {
      if (d.ok[r] !== 0) this.#did(s, events, this.#reach[r]!, CARRIED)
      else this.#fail(s, events, this.#reach[r]!, OBSTRUCTED)
    }
    for (let i = 0; i < d.movedCount; i++) {
      setLane(s, squares, d.movedSlot[i]!, d.movedTo[i]!)
      if (action === SHOVE) this.#mark(d.movedTo[i]!)
    }
  }

  #poke(s: Int32Array, events: Int32Array): void {
    const { damage, restOnBlock } = this.#t.rules.poke
    const rest = this.#t.rest[POKE]!
    const blocking = s[BLOCKING]!
    for (let r = 0; r < this.#reached; r++) {
      const live = this.#reach[r]!
      const target = s[this.#l.board + targetOf(s[liveWord(live)]!)]! - 1
      this.#mark(targetOf(s[liveWord(live)]!))
      this.#did(s, events, live, target < 0 ? MISSED : CARRIED)
      if (target >= 0) this.#strike(s, target, damage, this.#deed(liveSeat(live), this.#kindOf(live), POKE))
      const missed = target < 0 || (restOnBlock && ((blocking >>> target) & 1) !== 0)
      if (rest === REST_ALWAYS || (rest === REST_MISS && missed)) this.#rests |= 1 << liveSlot(live)
    }
    this.#hurt(s, events)
  }

  #convert(s: Int32Array, events: Int32Array): void {
    const { clash, duel } = this.#t.rules.convert
    const { board } = this.#l
    for (let r = 0; r < this.#reached; r++) {
      const target = s[board + targetOf(s[liveWord(this.#reach[r]!)]!)]! - 1
      if (target >= 0) this.#aims[target]!++
    }
    const owner = s[OWN]!
    for (let r = 0; r < this.#reached; r++) {
      const live = this.#reach[r]!
      const seat = liveSeat(live)
      const target = s[board + targetOf(s[liveWord(live)]!)]! - 1
      const duelled = duel === 'fail' && this.#aims[liveSlot(live)]! > 0
      if (duelled || (clash === 'cancel' && target >= 0 && this.#aims[target]! > 1)) {
        this.#fail(s, events, live, CANCELLED)
        continue
      }
      this.#mark(targetOf(s[liveWord(live)]!))
      if (target < 0 || ((owner >>> target) & 1) === 1 - seat) {
        this.#did(s, events, live, target < 0 ? MISSED : IDLE)
        continue
      }
      this.#did(s, events, live, CARRIED)
      if (((s[OWN + seat]! >>> target) & 1) === 0) this.#turn(s, events, target, seat, this.#kindOf(live))
    }
    for (let r = 0; r < this.#reached; r++) {
      const target = s[board + targetOf(s[liveWord(this.#reach[r]!)]!)]! - 1
      if (target >= 0) this.#aims[target] = 0
    }
  }

  /** A unit changes sides, with all that it has. */
  #turn(s: Int32Array, events: Int32Array, slot: number, seat: number, kind: number): void {
    const hp = s[this.#l.hp + slot]!
    s[OWN + seat]! |= 1 << slot
    s[OWN + 1 - seat]! &= ~(1 << slot)
    s[TOTAL_HP + seat]! += hp
    s[TOTAL_HP + 1 - seat]! -= hp
    const victim = this.#t.slotKind[slot]!
    this.#note(events, seat, victim, FIELDED, 1)
    this.#note(events, 1 - seat, victim, LOST, 1)
    this.#pay(s, events, seat, this.#t.rules.favour.convert, this.#deed(seat, kind, CONVERT), victim)
  }

  #cleave(s: Int32Array, events: Int32Array): void {
    const { damage, delay } = this.#t.rules.cleave
    for (let r = 0; r < this.#reached; r++) {
      const live = this.#reach[r]!
      const square = targetOf(s[liveWord(live)]!)
      if (this.#t.rest[CLEAVE] === REST_ALWAYS) this.#rests |= 1 << liveSlot(live)
      if (delay > 0) {
        this.#started[this.#startedCount++] = packPending(square, damage, 0, this.#kindOf(live), liveSeat(live))
        this.#did(s, events, live, STARTED)
        continue
      }
      const target = s[this.#l.board + square]! - 1
      this.#mark(square)
      this.#did(s, events, live, target < 0 ? MISSED : CARRIED)
      if (target >= 0) this.#strike(s, target, damage, this.#deed(liveSeat(live), this.#kindOf(live), CLEAVE))
      else if (this.#t.rest[CLEAVE] === REST_MISS) this.#rests |= 1 << liveSlot(live)
    }
    this.#hurt(s, events)
  }

  #pray(s: Int32Array, events: Int32Array): void {
    const { favour, delay } = this.#t.rules.pray
    for (let r = 0; r < this.#reached; r++) {
      const live = this.#reach[r]!
      const seat = liveSeat(live)
      if (this.#t.rest[PRAY] !== REST_NEVER) this.#rests |= 1 << liveSlot(live)
      this.#did(s, events, live, delay > 0 ? STARTED : CARRIED)
      if (delay > 0)
        this.#started[this.#startedCount++] = packPending(originOf(s[liveWord(live)]!), 0, favour, this.#kindOf(live), seat)
      else this.#pay(s, events, seat, favour, this.#deed(seat, this.#kindOf(live), PRAY), -1)
    }
  }

  #landBlows(s: Int32Array): void {
    for (let k = 0; k < s[PENDING_COUNT]!; k++) {
      const blow = s[this.#l.pending + k]!
      if (pendingDamage(blow) === 0) continue
      const square = pendingSquare(blow)
      const target = s[this.#l.board + square]! - 1
      this.#mark(square)
      const deed = this.#deed(pendingSeat(blow), pendingKind(blow), CLEAVE)
      if (target >= 0) this.#strike(s, target, pendingDamage(blow), deed)
    }
  }

  #landPrayers(s: Int32Array, events: Int32Array): void {
    for (let k = 0; k < s[PENDING_COUNT]!; k++) {
      const prayer = s[this.#l.pending + k]!
      if (pendingDamage(prayer) !== 0) continue
      const seat = pendingSeat(prayer)
      this.#pay(s, events, seat, pendingFavour(prayer), this.#deed(seat, pendingKind(prayer), PRAY), -1)
    }
  }

  #mark(square: number): void {
    if (this.#marked[square] !== 0) return
    this.#marked[square] = 1
    this.#marks[this.#markCount++] = square
  }

  /** Adds damage to a unit; the deed that brings it to its last hit point is the one that is credited. */
  #strike(s: Int32Array, slot: number, amount: number, deed: number): void {
    const before = this.#damage[slot]!
    if (before === 0) {
      this.#struck[this.#struckCount++] = slot
      this.#striker[slot] = deed
    } else if (before < s[this.#l.hp + slot]!) this.#striker[slot] = deed
    this.#damage[slot] = before + amount
  }

  /** The end of a step that struck: blocks are spent, hit points lost and paid for, the dead removed. */
  #hurt(s: Int32Array, events: Int32Array): void {
    const { block, favour } = this.#t.rules
    for (let k = 0; k < this.#struckCount; k++) {
      const slot = this.#struck[k]!
      const bit = 1 << slot
      const owner = (s[OWN]! & bit) !== 0 ? 0 : 1
      const victim = this.#t.slotKind[slot]!
      const hp = s[this.#l.hp + slot]!
      let amount = this.#damage[slot]!
      this.#damage[slot] = 0
      if ((s[BLOCKING]! & bit) !== 0) {
        s[BLOCKING]! &= ~bit
        amount = amount > block.absorbs ? amount - block.absorbs : 0
      }
      if (amount > hp) amount = hp
      if (favour.damage > 0) this.#pay(s, events, 1 - owner, amount * favour.damage, this.#striker[slot]!, victim)
      s[this.#l.hp + slot] = hp - amount
      s[TOTAL_HP + owner]! -= amount
      if (amount < hp) continue
      this.#remove(s, slot, owner)
      this.#note(events, owner, victim, LOST, 1)
      this.#pay(s, events, 1 - owner, favour.kill, this.#striker[slot]!, victim)
    }
    this.#struckCount = 0
  }

  #remove(s: Int32Array, slot: number, owner: number): void {
    const at = this.#l.squares + (slot >> 2)
    const square = (s[at]! >>> ((slot & 3) << 3)) & 255
    s[this.#l.board + square] = 0
    setLane(s, this.#l.squares, slot, GONE)
    s[OWN + owner]! &= ~(1 << slot)
    s[BLOCKING]! &= ~(1 << slot)
  }

  /** Favour for a seat, by a deed; `victim` is the unit kind that its opponent lost it through, or -1. */
  #pay(s: Int32Array, events: Int32Array, seat: number, amount: number, deed: number, victim: number): void {
    s[FAVOUR]! += seat === 0 ? amount : -amount
    const doer = deed & 1
    if (doer === seat) this.#note(events, doer, (deed >>> 1) & 15, SCORED, amount)
    this.#note(events, doer, deed >>> 5, doer === seat ? SCORED : CONCEDED, amount)
    if (victim >= 0) this.#note(events, 1 - seat, victim, CONCEDED, amount)
  }

  /** Who did it, as the two assets that are credited: seat, unit kind, action. */
  #deed(seat: number, kind: number, action: number): number {
    return seat | (kind << 1) | (this.#actionAsset(action) << 5)
  }

  #kindOf(live: number): number {
    return this.#t.slotKind[liveSlot(live)]!
  }

  #actionAsset(action: number): number {
    return this.#kinds + action
  }

  #did(s: Int32Array, events: Int32Array, live: number, fate: number): void {
    const at = liveWord(live)
    s[at] = withFate(s[at]!, fate)
    const first = liveSeat(live) * this.#assets
    const kind = (first + this.#kindOf(live)) * EVENT_COLUMNS
    const action = (first + this.#actionAsset(liveAction(live))) * EVENT_COLUMNS
    events[kind + USED]!++
    events[action + FIELDED]!++
    events[action + USED]!++
  }

  #fail(s: Int32Array, events: Int32Array, live: number, fate: number): void {
    const at = liveWord(live)
    s[at] = withFate(s[at]!, fate)
    const action = (liveSeat(live) * this.#assets + this.#actionAsset(liveAction(live))) * EVENT_COLUMNS
    events[action + FIELDED]!++
    events[action + LOST]!++
  }

  #note(events: Int32Array, seat: number, asset: number, column: number, amount: number): void {
    events[(seat * this.#assets + asset) * EVENT_COLUMNS + column]! += amount
  }
}
