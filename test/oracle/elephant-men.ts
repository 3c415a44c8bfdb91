// A deliberately naive oracle of the rulings of elephant-men and elephant-golems: no speed, no shared code with the engine.
import {
  type Action,
  displace,
  distance,
  type Game,
  gainFavour,
  isScreened,
  type Live,
  liveOrders,
  type Mark,
  nameOf,
  type OracleRules,
  type OracleStep,
  type Order,
  opponentOf,
  RANGE,
  startGame,
  successfulMoves,
  successfulShoves,
  type Unit,
  unitOn,
} from './elephant-men-parts.ts'

export { type OracleReadings, type OracleRules, RULESETS } from './elephant-men-parts.ts'

// ---------------------------------------------------------------------------------------------------------------------
// Resolving a phase

/** Carries out one step; returns the squares it marks. */
function resolveStep(
  rules: OracleRules,
  game: Game,
  step: OracleStep,
  live: readonly Live[],
  marked: readonly Mark[],
): Mark[] {
  const { readings } = rules
  const marks: Mark[] = []
  const isTargeted = (square: string, side: string): boolean =>
    marked.some(mark => mark.at === square && (readings.interruptedBy === 'any' || mark.side !== side))
  const damage = new Map<Unit, number>()
  const struckBy = new Map<Unit, string[]>()
  /** Whether a blow of a side on a square hits somebody. */
  const hit = (square: string, amount: number, side: string): boolean => {
    const unit = unitOn(game.units, square)
    if (unit === undefined || (readings.friendlyFire === 'harmless' && unit.side === side)) return false
    const off = readings.blockAgainst === 'each' && unit.blocking ? 1 : 0
    damage.set(unit, (damage.get(unit) ?? 0) + Math.max(0, amount - off))
    struckBy.set(unit, [...(struckBy.get(unit) ?? []), side])
    return true
  }

  let reached = live.filter(({ order, unit, action }) => {
    if (!step.acts.includes(action)) return false
    // a unit removed or converted in an earlier step does not act
    if (!game.units.includes(unit) || unit.side !== order.side) return false
    // interrupted: the origin square was marked by an earlier step
    if (!rules.interruptible.includes(action) || !isTargeted(order.origin, order.side)) return true
    if (readings.interruptedRests && couldRest(rules, action)) unit.resting = true
    return false
  })

  // 2026-04: an order of a blocking golem that reaches its step fails and only ends the block, before anything else
  if (rules.block.lasts === 'untilSpent') {
    const ending = reached.filter(({ unit }) => unit.blocking)
    for (const { unit } of ending) unit.blocking = false
    reached = reached.filter(entry => !ending.includes(entry))
  }
  if (readings.sightBlocked) {
    const aimed: readonly Action[] = ['poke', 'convert', 'cleave']
    reached = reached.filter(
      ({ order, action }) => !(aimed.includes(action) && isScreened(game.units, order.origin, order.target)),
    )
  }
  const of = (action: Action): Live[] => reached.filter(entry => entry.action === action)

  // pending blows land on whatever stands there now, and mark; pending prayers land and mark nothing
  const lands = ({ by, side }: { by: Unit; side: string }): boolean => {
    if (readings.delayed === 'always') return true
    if (!game.units.includes(by) || by.side !== side) return false
    return readings.delayed === 'alive' || !isTargeted(by.at, side)
  }
  if (step.lands.includes('blows')) {
    for (const blow of game.blows.filter(lands)) {
      hit(blow.at, blow.damage, blow.side)
      if (readings.cleaveMarks !== 'start') marks.push({ at: blow.at, side: blow.side })
    }
    game.blows = []
  }
  if (step.lands.includes('prayers')) {
    for (const prayer of game.prayers.filter(lands)) gainFavour(rules, game, prayer.side, prayer.favour)
    game.prayers = []
  }

  // Move marks nothing, since it cannot interrupt; by another reading those that fail mark
  const moved = successfulMoves(rules, game.units, of('move'))
  if (readings.movesMark)
    for (const { order, unit } of of('move'))
      if (!moved.some(one => one.unit === unit)) marks.push({ at: order.target, side: order.side })
  displace(moved)

  // Block
  for (const { unit } of of('block')) unit.blocking = true

  // Poke: rests on a miss, in 2026 also when the target was blocking when the step began
  for (const { order, unit } of of('poke')) {
    const target = unitOn(game.units, order.target)
    const hits = hit(order.target, rules.poke.damage, order.side)
    marks.push({ at: order.target, side: order.side })
    if (!hits || (rules.poke.restOnBlock && target?.blocking)) unit.resting = true
  }

  // Shove: all squares that the units of a successful shove move into are marked
  const shoved = successfulShoves(rules, game.units, of('shove'))
  displace(shoved.displaced)
  marks.push(...shoved.displaced.map(({ to, by }) => ({ at: to, side: by.order.side })))
  for (const { unit, by } of shoved.fallen) {
    game.units = game.units.filter(other => other !== unit)
    if (readings.friendlyFire !== 'unpaid' || unit.side !== by.order.side)
      gainFavour(rules, game, opponentOf(rules, unit.side), rules.favour.kill)
  }

  marks.push(...resolveConverts(rules, game, of('convert')))

  // Cleave: at once, or a pending blow that marks nothing yet
  for (const { order, unit } of of('cleave')) {
    if (rules.cleave.delay === 1) {
      game.blows.push({ at: order.target, damage: rules.cleave.damage, by: unit, side: order.side })
      if (readings.cleaveMarks !== 'landing') marks.push({ at: order.target, side: order.side })
    } else {
      hit(order.target, rules.cleave.damage, order.side)
      marks.push({ at: order.target, side: order.side })
    }
    if (rules.cleave.rests) unit.resting = true
  }

  // Pray: at once, or pending
  for (const { order, unit } of of('pray')) {
    if (rules.pray.delay === 1) {
      game.prayers.push({ at: order.origin, by: unit, side: order.side, favour: rules.favour.pray })
    } else {
      gainFavour(rules, game, order.side, rules.favour.pray)
    }
    if (rules.pray.rests) unit.resting = true
  }

  const isPaid = (unit: Unit): boolean =>
    readings.friendlyFire !== 'unpaid' || (struckBy.get(unit) ?? []).some(side => side !== unit.side)
  // damage: one block takes 1 off the total of the step that spends it; favour per hit point actually lost
  for (const [unit, total] of damage) {
    let left = total
    if (unit.blocking) {
      if (readings.blockAgainst === 'step') left = Math.max(0, left - 1)
      unit.blocking = false
    }
    const lost = Math.min(left, unit.hp)
    unit.hp -= lost
    if (isPaid(unit)) gainFavour(rules, game, opponentOf(rules, unit.side), rules.favour.damage * lost)
  }
  // a unit at 0 HP is removed at the end of the step; favour for every unit eliminated, whoever struck
  for (const dead of game.units.filter(unit => unit.hp <= 0)) {
    if (isPaid(dead)) gainFavour(rules, game, opponentOf(rules, dead.side), rules.favour.kill)
  }
  game.units = game.units.filter(unit => unit.hp > 0)
  return marks
}

/** Whether the rules know a case in which carrying out the action makes the unit rest. */
function couldRest(rules: OracleRules, action: Action): boolean {
  switch (action) {
    case 'poke':
      return true
    case 'convert':
      return rules.readings.convertRest !== 'never'
    case 'cleave':
      return rules.cleave.rests
    case 'pray':
      return rules.pray.rests
    default:
      return false
  }
}

/** Clause: Convert. Returns the squares marked by the converts that do not fail. */
function resolveConverts(rules: OracleRules, game: Game, converts: readonly Live[]): Mark[] {
  const carriedOut = converts.filter(convert => {
    // v0.0: fails if its monk is aimed at by a Convert that reached the step
    const aimedAt = converts.some(other => other.order.target === convert.unit.at)
    if (rules.convert.failsWhenAimedAt && aimedAt) return false
    // cancel: several converts on one unit all fail; on an empty square they merely miss
    const same = converts.filter(other => other.order.target === convert.order.target)
    const onUnit = unitOn(game.units, convert.order.target) !== undefined
    return !(rules.convert.clash === 'cancel' && onUnit && same.length > 1)
  })
  // judged against the owner at the start of the step; the unit changes once and favour is paid once
  const changing = new Map<Unit, string>()
  const { convertRest, convertHeals } = rules.readings
  for (const { order, unit } of carriedOut) {
    const target = unitOn(game.units, order.target)
    const converts = target !== undefined && target.side !== order.side
    if (converts) changing.set(target, order.side)
    if (convertRest === 'always' || (convertRest === 'miss' && !converts)) unit.resting = true
  }
  for (const [unit, side] of changing) {
    unit.side = side
    if (convertHeals) unit.hp = rules.kinds[unit.kind]?.hp ?? 0
    gainFavour(rules, game, side, rules.favour.convert)
  }
  return carriedOut.map(({ order }) => ({ at: order.target, side: order.side }))
}

/** Clause: at the end of the phase. Phase 0 asks whether the match is decided in the middle of one. */
function judge(rules: OracleRules, game: Game, phase: number): string | null {
  const [first, second] = rules.sides.map(side => side.name)
  if (first === undefined || second === undefined) throw new Error('two sides are needed')
  if (game.favour >= rules.favour.win) return first
  if (game.favour <= -rules.favour.win) return second
  const firstLives = game.units.some(unit => unit.side === first)
  const secondLives = game.units.some(unit => unit.side === second)
  if (!firstLives && !secondLives) return 'draw'
  if (!firstLives && rules.readings.elimination) return second
  if (!secondLives && rules.readings.elimination) return first
  if (phase < rules.phases || game.turn < rules.limits.turns) return null
  if (rules.readings.tiebreak === 'none' || game.favour === 0) return 'length'
  return game.favour > 0 ? first : second
}

function compare(a: string, b: string): number {
  if (a < b) return -1
  return a > b ? 1 : 0
}

/** Clause: Records, one line a phase, keys in the stated order. */
function lineOf(game: Game, phase: number): string {
  const units = [...game.units]
    .sort((a, b) => compare(a.at, b.at))
    .map(({ at, kind, side, hp, resting, blocking }) => ({ at, kind, side, hp, resting, blocking }))
  // the sort is stable, so prayers stay after blows on the same square
  const pending = [
    ...game.blows.map(({ at, damage }) => ({ at, damage })),
    ...game.prayers.map(({ at, favour }) => ({ at, favour })),
  ].sort((a, b) => compare(a.at, b.at))
  return JSON.stringify({ turn: game.turn, phase, favour: game.favour, units, pending, winner: game.winner })
}

function resolvePhase(rules: OracleRules, game: Game, phase: number): void {
  const live = liveOrders(
    rules,
    game.units,
    game.orders.filter(order => order.phase === phase),
  )
  for (const unit of game.units) unit.resting = false
  const marked: Mark[] = []
  const { judged, carriesRest, carriesDelayed } = rules.readings
  const due: readonly unknown[] = [...game.blows, ...game.prayers]
  for (const step of rules.steps) {
    marked.push(...resolveStep(rules, game, step, live, marked))
    if (judged === 'step' && judge(rules, game, 0) !== null) break
  }
  // what was due is over with the phase, even where the match ended before it landed
  game.blows = game.blows.filter(blow => !due.includes(blow))
  game.prayers = game.prayers.filter(prayer => !due.includes(prayer))
  if (rules.block.lasts === 'phase') for (const unit of game.units) unit.blocking = false
  if (phase === rules.phases) {
    if (!carriesRest) for (const unit of game.units) unit.resting = false
    if (!carriesDelayed) {
      game.blows = []
      game.prayers = []
    }
  }
  if (judged !== 'turn' || phase === rules.phases) game.winner = judge(rules, game, phase)
  game.lines.push(lineOf(game, phase))
}

// ---------------------------------------------------------------------------------------------------------------------
// Decisions

/** Clause: a side has given all its orders, orders of them, or under one an order for each phase. */
function hasGivenAll(rules: OracleRules, game: Game, side: string): boolean {
  const own = game.orders.filter(order => order.side === side)
  if (own.length >= rules.orders) return true
  return rules.perPhase === 'one' && own.length >= rules.phases
}

const hasFinished = (rules: OracleRules, game: Game, side: string): boolean =>
  game.done.includes(side) || hasGivenAll(rules, game, side)

/** Clause: well-formed squares have one letter and one or two digits; a leading zero is dropped. */
const canonical = (square: string): string => `${square.slice(0, 1)}${Number(square.slice(1))}`

function parseOrder(rules: OracleRules, side: string, phaseText: string, text: string): Order {
  const phase = Number(phaseText)
  if (phase < 1 || phase > rules.phases) throw new Error(`no phase ${phaseText}`)
  const pray = /^([a-z]\d{1,2}) p$/.exec(text)
  const other = /^([a-z]\d{1,2})([>.x;])([a-z]\d{1,2})$/.exec(text)
  const origin = canonical(pray?.[1] ?? other?.[1] ?? '')
  const target = canonical(pray?.[1] ?? other?.[3] ?? '')
  if (pray === null && other === null) throw new Error(`malformed order ${text}`)
  const signText = pray === null ? other?.[2] : ' p'
  const known = Object.values(rules.kinds).flatMap(kind => kind.actions.map(entry => entry.sign))
  const sign = known.find(entry => entry === signText)
  if (sign === undefined) throw new Error(`no unit has the action of ${text}`)
  return { side, phase, origin, sign, target }
}

function decide(rules: OracleRules, game: Game, text: string): void {
  if (game.winner !== null) throw new Error('the game has ended')
  const match = /^(\S+) (?:done|(0|[1-9]\d*) (.+))$/.exec(text)
  const side = rules.sides.find(entry => entry.name === match?.[1])?.name
  if (match === null || side === undefined) throw new Error(`malformed ${text}`)
  const [, , phaseText, orderText] = match
  if (phaseText === undefined || orderText === undefined) {
    // done is always allowed; after done or after the last order it says nothing new
    if (!game.done.includes(side)) game.done.push(side)
  } else {
    const order = parseOrder(rules, side, phaseText, orderText)
    if (game.done.includes(side)) throw new Error('an order after done')
    if (hasGivenAll(rules, game, side)) throw new Error('an order too many')
    const sameSlot = game.orders.some(given => given.side === side && given.phase === order.phase)
    if (rules.perPhase === 'one' && sameSlot) throw new Error('a second order for the phase')
    game.orders.push(order)
  }
  if (rules.sides.every(entry => hasFinished(rules, game, entry.name))) resolveTurn(rules, game)
}

function resolveTurn(rules: OracleRules, game: Game): void {
  for (let phase = 1; phase <= rules.phases && game.winner === null; phase += 1)
    resolvePhase(rules, game, phase)
  game.turn += 1
  game.orders = []
  game.done = []
}

function play(rules: OracleRules, decisions: readonly string[]): Game {
  const game = startGame(rules)
  for (const [at, decision] of decisions.entries()) {
    try {
      decide(rules, game, decision)
    } catch (error) {
      throw new Error(`decision ${at + 1}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  return game
}

/** Replays the decisions of a record; returns one line for every resolved phase. */
export function replay(rules: OracleRules, decisions: readonly string[]): string[] {
  return play(rules, decisions).lines
}

// ---------------------------------------------------------------------------------------------------------------------
// Clause: what agents may choose from

/** The units at the start of a phase if this side acted alone: at their planned squares, resting where that is certain. */
function plannedUnits(rules: OracleRules, game: Game, side: string, phase: number): Unit[] {
  // displacement only, so blocks are ignored
  const units = game.units.map(unit => ({ ...unit, blocking: false }))
  for (let earlier = 1; earlier < phase; earlier += 1) {
    const given = game.orders.filter(order => order.side === side && order.phase === earlier)
    const live = liveOrders(rules, units, given)
    for (const unit of units) unit.resting = false
    for (const { unit, action } of live) {
      // its order of the phase before was one that always rests
      if (action === 'cleave' && rules.cleave.rests) unit.resting = true
      if (action === 'pray' && rules.pray.rests) unit.resting = true
      if (action === 'convert' && rules.readings.convertRest === 'always') unit.resting = true
    }
    for (const step of rules.steps) {
      const now = live.filter(({ action }) => step.acts.includes(action))
      displace(
        successfulMoves(
          rules,
          units,
          now.filter(({ action }) => action === 'move'),
        ),
      )
      const shoved = successfulShoves(
        rules,
        units,
        now.filter(({ action }) => action === 'shove'),
      )
      displace(shoved.displaced)
      // who is pushed off the board is planned to be gone
      for (const { unit } of shoved.fallen) units.splice(units.indexOf(unit), 1)
    }
  }
  return units
}

/** Every on-board, in-range order of a unit, as text. */
function ordersOf(rules: OracleRules, unit: Unit, phase: number): string[] {
  const texts: string[] = []
  for (const { sign, action } of rules.kinds[unit.kind]?.actions ?? []) {
    for (let x = 0; x < rules.board.files; x += 1) {
      for (let y = 0; y < rules.board.ranks; y += 1) {
        const target = nameOf(x, y)
        if (distance(unit.at, target) !== RANGE[action]) continue
        texts.push(sign === ' p' ? `${phase} ${unit.at} p` : `${phase} ${unit.at}${sign}${target}`)
      }
    }
  }
  return texts
}

/** What the side may add to its plan: later phases, or later units of the same phase, and done. */
export function plannable(rules: OracleRules, decisions: readonly string[], side: string): string[] {
  if (!rules.sides.some(entry => entry.name === side)) throw new Error(`no side ${side}`)
  const game = play(rules, decisions)
  if (game.winner !== null || hasFinished(rules, game, side)) return []
  const given = game.orders.filter(order => order.side === side)
  const last = given.at(-1)
  const texts: string[] = ['done']
  for (let phase = 1; phase <= rules.phases; phase += 1) {
    const inPhase = given.filter(order => order.phase === phase)
    if (last !== undefined && phase < last.phase) continue
    if (rules.perPhase === 'one' && inPhase.length > 0) continue
    const units = plannedUnits(rules, game, side, phase)
    // a doomed last order from a square without a unit has no index, and holds nobody back
    const lastIndex =
      last !== undefined && last.phase === phase ? (unitOn(units, last.origin)?.index ?? -1) : -1
    for (const unit of units) {
      if (unit.side !== side || unit.resting || unit.index <= lastIndex) continue
      if (inPhase.some(order => order.origin === unit.at)) continue // each unit at most once
      texts.push(...ordersOf(rules, unit, phase))
    }
  }
  return texts.sort()
}
