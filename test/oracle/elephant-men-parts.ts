// First half of the oracle: rules as data, squares, the position, void orders, and displacement by moves and shoves.

export type Action = 'move' | 'shove' | 'block' | 'poke' | 'convert' | 'cleave' | 'pray'
type Sign = '>' | '.' | 'x' | ';' | ' p'

interface OracleKind {
  hp: number
  actions: readonly { sign: Sign; action: Action }[]
}

export interface OracleStep {
  /** which pending things land in this step */
  lands: readonly ('blows' | 'prayers')[]
  /** the actions that are carried out (or, when delayed, started) in this step */
  acts: readonly Action[]
}

export interface OracleRules {
  board: { files: number; ranks: number }
  /** exactly two; favour is positive for the first */
  sides: readonly { name: string; layout: readonly { kind: string; at: string }[] }[]
  kinds: Readonly<Record<string, OracleKind>>
  steps: readonly OracleStep[]
  interruptible: readonly Action[]
  phases: number
  orders: number
  perPhase: 'any' | 'one'
  favour: { win: number; kill: number; convert: number; damage: number; pray: number }
  poke: { damage: number; restOnBlock: boolean }
  convert: { clash: 'cancel' | 'resolve'; failsWhenAimedAt: boolean }
  cleave: { damage: number; delay: 0 | 1; rests: boolean }
  pray: { delay: 0 | 1; rests: boolean }
  block: { lasts: 'phase' | 'untilSpent' }
  limits: { turns: number }
  readings: OracleReadings
}

/** Where the sources can be read in several ways, or a designer would ask "and if not?". */
export interface OracleReadings {
  /** a straight aim over a unit in between fails */
  sightBlocked: boolean
  /** an interrupted unit rests all the same */
  interruptedRests: boolean
  /** whose targeting interrupts */
  interruptedBy: 'any' | 'foe'
  friendlyFire: 'paid' | 'unpaid' | 'harmless'
  /** what must be true of its unit for a delayed blow or prayer to land */
  delayed: 'always' | 'alive' | 'untouched'
  carriesRest: boolean
  carriesDelayed: boolean
  judged: 'step' | 'phase' | 'turn'
  /** a side without units loses */
  elimination: boolean
  moveInto: 'leaving' | 'noSwaps' | 'empty'
  /** units pushed over the edge fall */
  /** a move that fails targets its square */
  movesMark: boolean
  shovesOff: boolean
  /** most units that one shove pushes */
  shovesMost: number
  convertRest: 'never' | 'miss' | 'always'
  convertHeals: boolean
  cleaveMarks: 'landing' | 'start' | 'both'
  blockAgainst: 'step' | 'each'
  tiebreak: 'none' | 'favour'
}

export const READINGS: OracleReadings = {
  sightBlocked: false,
  interruptedRests: false,
  interruptedBy: 'any',
  friendlyFire: 'paid',
  delayed: 'always',
  carriesRest: true,
  carriesDelayed: true,
  judged: 'phase',
  elimination: true,
  moveInto: 'leaving',
  movesMark: false,
  shovesOff: false,
  shovesMost: Number.POSITIVE_INFINITY,
  convertRest: 'never',
  convertHeals: false,
  cleaveMarks: 'landing',
  blockAgainst: 'step',
  tiebreak: 'none',
}

export const RANGE: Readonly<Record<Action, number>> = {
  move: 1,
  shove: 1,
  block: 0,
  poke: 2,
  convert: 2,
  cleave: 1,
  pray: 0,
}

// ---------------------------------------------------------------------------------------------------------------------
// The rule sets of the history table

function layout(text: string): { kind: string; at: string }[] {
  return text.split(', ').map(entry => {
    const [kind = '', at = ''] = entry.split(' ')
    return { kind, at }
  })
}

const acts = (...actions: Action[]): OracleStep => ({ lands: [], acts: actions })

const V02: OracleRules = {
  board: { files: 8, ranks: 8 },
  sides: [
    { name: 'white', layout: layout('soldier c3, soldier d3, soldier f3, monk e3') },
    { name: 'black', layout: layout('soldier c6, soldier e6, soldier f6, monk d6') },
  ],
  kinds: {
    soldier: {
      hp: 3,
      actions: [
        { sign: '>', action: 'move' },
        { sign: '.', action: 'poke' },
        { sign: 'x', action: 'cleave' },
      ],
    },
    monk: {
      hp: 2,
      actions: [
        { sign: '>', action: 'move' },
        { sign: '.', action: 'convert' },
        { sign: ' p', action: 'pray' },
      ],
    },
  },
  steps: [acts('move'), acts('poke'), acts('convert'), { lands: ['blows'], acts: ['cleave'] }, acts('pray')],
  interruptible: ['poke', 'convert', 'cleave', 'pray'],
  phases: 3,
  orders: 3,
  perPhase: 'any',
  favour: { win: 7, kill: 3, convert: 3, damage: 0, pray: 1 },
  poke: { damage: 1, restOnBlock: false },
  convert: { clash: 'resolve', failsWhenAimedAt: false },
  cleave: { damage: 2, delay: 1, rests: true },
  pray: { delay: 0, rests: true },
  block: { lasts: 'phase' },
  limits: { turns: 60 },
  readings: READINGS,
}

const V01: OracleRules = { ...V02, perPhase: 'one' }

const V00: OracleRules = {
  ...V02,
  perPhase: 'one',
  favour: { ...V02.favour, win: 9 },
  steps: [
    { lands: ['blows', 'prayers'], acts: [] },
    acts('move'),
    acts('poke'),
    acts('convert'),
    acts('cleave', 'pray'),
  ],
  interruptible: ['convert', 'cleave', 'pray'],
  convert: { clash: 'resolve', failsWhenAimedAt: true },
  cleave: { damage: 2, delay: 1, rests: false },
  pray: { delay: 1, rests: false },
}

const GOLEMS_2025_12: OracleRules = {
  board: { files: 8, ranks: 8 },
  sides: [
    { name: 'green', layout: layout('soldier c3, golem c2, soldier d2, monk e2, golem f2, soldier f3') },
    { name: 'purple', layout: layout('soldier f6, golem f7, soldier e7, monk d7, golem c7, soldier c6') },
  ],
  kinds: {
    soldier: {
      hp: 3,
      actions: [
        { sign: '>', action: 'move' },
        { sign: '.', action: 'poke' },
        { sign: 'x', action: 'cleave' },
      ],
    },
    golem: {
      hp: 4,
      actions: [
        { sign: '>', action: 'shove' },
        { sign: ';', action: 'block' },
        { sign: 'x', action: 'cleave' },
      ],
    },
    monk: {
      hp: 2,
      actions: [
        { sign: '>', action: 'move' },
        { sign: '.', action: 'convert' },
        { sign: ';', action: 'pray' },
      ],
    },
  },
  steps: [
    acts('move'),
    acts('block'),
    acts('poke'),
    acts('shove'),
    acts('convert'),
    acts('cleave'),
    acts('pray'),
  ],
  interruptible: ['block', 'poke', 'shove', 'convert', 'cleave', 'pray'],
  phases: 3,
  orders: 3,
  perPhase: 'one',
  favour: { win: 7, kill: 3, convert: 3, damage: 0, pray: 1 },
  poke: { damage: 1, restOnBlock: false },
  convert: { clash: 'cancel', failsWhenAimedAt: false },
  cleave: { damage: 2, delay: 0, rests: true },
  pray: { delay: 0, rests: true },
  block: { lasts: 'phase' },
  limits: { turns: 60 },
  readings: READINGS,
}

const GOLEMS_2026_01: OracleRules = {
  ...GOLEMS_2025_12,
  sides: [
    { name: 'green', layout: layout('golem b2, golem g2, soldier c3, soldier d3, soldier f3, monk e3') },
    { name: 'purple', layout: layout('golem b7, golem g7, soldier c6, soldier e6, soldier f6, monk d6') },
  ],
  favour: { win: 7, kill: 2, convert: 3, damage: 1, pray: 1 },
  poke: { damage: 1, restOnBlock: true },
}

const GOLEMS_2026_04: OracleRules = { ...GOLEMS_2026_01, block: { lasts: 'untilSpent' } }

export const RULESETS: Record<string, OracleRules> = {
  'v0.0': V00,
  'v0.1': V01,
  'v0.2': V02,
  'golems-2025-12': GOLEMS_2025_12,
  'golems-2026-01': GOLEMS_2026_01,
  'golems-2026-04': GOLEMS_2026_04,
}

// ---------------------------------------------------------------------------------------------------------------------
// Squares: texts such as c3; x and y count from 0

function xy(square: string): { x: number; y: number } {
  return { x: square.charCodeAt(0) - 97, y: Number(square.slice(1)) - 1 }
}

export function nameOf(x: number, y: number): string {
  return `${String.fromCharCode(97 + x)}${y + 1}`
}

/** Clause: sight. Whether somebody stands between two squares of one file or rank. */
export function isScreened(units: readonly Unit[], from: string, to: string): boolean {
  const [p, q] = [xy(from), xy(to)]
  return units.some(({ at }) => {
    const r = xy(at)
    const between = distance(from, at) + distance(at, to) === distance(from, to)
    const straight = (p.x === q.x && r.x === p.x) || (p.y === q.y && r.y === p.y)
    return between && straight && at !== from && at !== to
  })
}

function isOnBoard(rules: OracleRules, x: number, y: number): boolean {
  return x >= 0 && x < rules.board.files && y >= 0 && y < rules.board.ranks
}

/** Clause: range is Manhattan distance and exact. */
export function distance(a: string, b: string): number {
  const p = xy(a)
  const q = xy(b)
  return Math.abs(p.x - q.x) + Math.abs(p.y - q.y)
}

// ---------------------------------------------------------------------------------------------------------------------
// The position

export interface Unit {
  index: number
  kind: string
  side: string
  at: string
  hp: number
  resting: boolean
  blocking: boolean
}

export interface Order {
  side: string
  phase: number
  origin: string
  sign: Sign
  target: string
}

/** An order that is not void, with the unit that stood on its origin at the start of the phase. */
export interface Live {
  order: Order
  unit: Unit
  action: Action
}

interface Blow {
  at: string
  damage: number
  /** who started it, for which side */
  by: Unit
  side: string
}

interface Prayer {
  at: string
  by: Unit
  side: string
  favour: number
}

export interface Game {
  turn: number
  units: Unit[]
  favour: number
  blows: Blow[]
  prayers: Prayer[]
  winner: string | null
  orders: Order[]
  done: string[]
  lines: string[]
}

/** A targeted square, and who targeted it. */
export interface Mark {
  at: string
  side: string
}

export const unitOn = (units: readonly Unit[], square: string): Unit | undefined =>
  units.find(unit => unit.at === square)

export function opponentOf(rules: OracleRules, side: string): string {
  const other = rules.sides.find(entry => entry.name !== side)
  if (other === undefined) throw new Error('two sides are needed')
  return other.name
}

export function startGame(rules: OracleRules): Game {
  const units: Unit[] = []
  for (const side of rules.sides) {
    for (const { kind, at } of side.layout) {
      const hp = rules.kinds[kind]?.hp ?? 0
      units.push({ index: 0, kind, side: side.name, at, hp, resting: false, blocking: false })
    }
  }
  numberUnits(rules, units)
  return { turn: 1, units, favour: 0, blows: [], prayers: [], winner: null, orders: [], done: [], lines: [] }
}

/**
 * The canonical order of a plan: a unit of the first side, its counterpart, the next unit, and so on. The counterpart
 * is the image under a half turn where the whole layout has images of the same kind, else the one listed at its place.
 */
function numberUnits(rules: OracleRules, units: readonly Unit[]): void {
  const [first, second] = rules.sides.map(side => units.filter(unit => unit.side === side.name)) as [
    Unit[],
    Unit[],
  ]
  const turned = (at: string): string =>
    nameOf(rules.board.files - 1 - xy(at).x, rules.board.ranks - 1 - xy(at).y)
  const images = first.map(unit =>
    second.find(other => other.kind === unit.kind && other.at === turned(unit.at)),
  )
  const symmetric = first.length === second.length && !images.includes(undefined)
  for (const [i, unit] of first.entries()) unit.index = 2 * i
  for (const [i, unit] of second.entries()) unit.index = 2 * (symmetric ? images.indexOf(unit) : i) + 1
}

/** Clause: favour is one integer, positive for the first side. */
export function gainFavour(rules: OracleRules, game: Game, side: string, amount: number): void {
  game.favour += side === rules.sides[0]?.name ? amount : -amount
}

// ---------------------------------------------------------------------------------------------------------------------
// Clause: void orders are dropped, resting is judged at the start of the phase. Orders come as listed.

export function liveOrders(rules: OracleRules, units: readonly Unit[], orders: readonly Order[]): Live[] {
  const live: Live[] = []
  for (const order of orders) {
    const unit = unitOn(units, order.origin)
    if (unit === undefined || unit.side !== order.side) continue // no own unit stands there
    if (unit.resting) continue // the unit is resting
    const action = rules.kinds[unit.kind]?.actions.find(entry => entry.sign === order.sign)?.action
    if (action === undefined) continue // the unit has no such action
    const target = xy(order.target)
    if (!isOnBoard(rules, target.x, target.y)) continue // the target is off the board
    if (distance(order.origin, order.target) !== RANGE[action]) continue // not exactly in range
    if (live.some(earlier => earlier.unit === unit)) continue // an earlier-listed live order uses the unit
    live.push({ order, unit, action })
  }
  return live
}

// ---------------------------------------------------------------------------------------------------------------------
// Displacement. Both functions say which units end where, and change nothing.

interface Displaced {
  unit: Unit
  to: string
}

/** Clause: Move. */
export function successfulMoves(
  { readings: { moveInto } }: OracleRules,
  units: readonly Unit[],
  moves: readonly Live[],
): Displaced[] {
  // two moves to one square both fail
  let succeeding = moves.filter(
    move => moves.filter(other => other.order.target === move.order.target).length === 1,
  )
  // a move onto an occupied square succeeds only if the move of the occupant does; cycles survive this
  for (;;) {
    const kept = succeeding.filter(move => {
      const occupant = unitOn(units, move.order.target)
      if (occupant === undefined) return true
      if (moveInto === 'empty') return false
      const leaver = succeeding.find(other => other.unit === occupant)
      if (leaver === undefined) return false
      return moveInto === 'leaving' || leaver.order.target !== move.order.origin
    })
    if (kept.length === succeeding.length) break
    succeeding = kept
  }
  return succeeding.map(move => ({ unit: move.unit, to: move.order.target }))
}

interface ShovePlan {
  pusher: Unit
  shove: Live
  /** the pusher and everybody pushed, with their intended squares */
  intended: Displaced[]
  pushesOffBoard: boolean
  /** how many units it pushes, and the one at the edge */
  pushed: number
  atEdge: Unit | undefined
  /** the leaving golem whose square the front of the line needs */
  needs: Unit | undefined
}

function planShove(
  rules: OracleRules,
  units: readonly Unit[],
  shove: Live,
  leaving: readonly Unit[],
): ShovePlan {
  const from = xy(shove.order.origin)
  const target = xy(shove.order.target)
  const dx = target.x - from.x
  const dy = target.y - from.y
  const plan: ShovePlan = {
    pusher: shove.unit,
    shove,
    intended: [{ unit: shove.unit, to: shove.order.target }],
    pushesOffBoard: false,
    pushed: 0,
    atEdge: undefined,
    needs: undefined,
  }
  let { x, y } = target
  for (;;) {
    const occupant = unitOn(units, nameOf(x, y))
    if (occupant === undefined) return plan
    // a golem that is shoving away is not pushed, its vacated square is needed
    if (leaving.includes(occupant)) {
      plan.needs = occupant
      return plan
    }
    x += dx
    y += dy
    plan.pushed += 1
    if (!isOnBoard(rules, x, y)) {
      plan.pushesOffBoard = true
      plan.atEdge = occupant
      return plan
    }
    plan.intended.push({ unit: occupant, to: nameOf(x, y) })
  }
}

/** A unit that was pushed off the board, and the shove that did it. */
interface Fallen {
  unit: Unit
  by: Live
}

/** Clause: Shove. Returns the displaced units of all shoves that succeed, and those that fall off the board. */
export function successfulShoves(
  rules: OracleRules,
  units: readonly Unit[],
  shoves: readonly Live[],
): { displaced: (Displaced & { by: Live })[]; fallen: Fallen[] } {
  const { moveInto, shovesOff, shovesMost } = rules.readings
  // leaving means that the shove reached this step
  const leaving = shoves.map(shove => shove.unit)
  const plans = shoves.map(shove => planShove(rules, units, shove, leaving))
  // clashes are judged on intended squares, those of shoves that fail for another reason included
  const allIntended = plans.flatMap(plan => plan.intended)
  const clashes = (plan: ShovePlan): boolean =>
    plan.intended.some(mine => allIntended.some(other => other.unit !== mine.unit && other.to === mine.to))
  let succeeding = plans.filter(
    plan => (shovesOff || !plan.pushesOffBoard) && plan.pushed <= shovesMost && !clashes(plan),
  )
  // a vacated square is taken if the shove that vacates it succeeds; swaps and cycles survive this
  for (;;) {
    const kept = succeeding.filter(plan => {
      if (plan.needs === undefined) return true
      const leaver = succeeding.find(other => other.pusher === plan.needs)
      if (leaver === undefined || moveInto === 'empty') return false
      return moveInto === 'leaving' || leaver.needs !== plan.pusher
    })
    if (kept.length === succeeding.length) break
    succeeding = kept
  }
  return {
    displaced: succeeding.flatMap(plan => plan.intended.map(one => ({ ...one, by: plan.shove }))),
    fallen: succeeding.flatMap(plan => (plan.atEdge ? [{ unit: plan.atEdge, by: plan.shove }] : [])),
  }
}

export function displace(displaced: readonly Displaced[]): void {
  for (const { unit, to } of displaced) unit.at = to
}
