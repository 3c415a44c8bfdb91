// A deliberately naive oracle of the ruling of frontline: no speed, no shared code with the engine.
//
// Notation of decisions: that of the records, `<side> <recruit>`: `A none`, `B infantry`, `A archer`, `B catapult`.
// A game stands still only where a player has more than one option, or when it is over: all else is applied at once.
// There is no chance and nothing is hidden.
import { type Kind, type OracleRules, RECRUITS, type Recruit, SIDES, type Side } from './frontline-rules.ts'

export { type OracleRules, RULESETS, readRules } from './frontline-rules.ts'

interface Unit {
  cell: number
  kind: Kind
  side: Side
  hp: number
}

/** A position as the ruling prints it. */
export interface Position {
  round: number
  player: Side
  gold: Record<Side, number>
  base: Record<Side, number>
  units: Unit[]
  winner: Side | 'draw' | null
}

export interface Game extends Position {
  rules: OracleRules
  /** the units of the player whose action 1 was impossible this turn */
  heldFire: Set<Unit>
  /** the units whose second attack for a promotion in this turn is over */
  spent: Set<Unit>
  /** the positions printed so far, one JSON for every finished turn */
  lines: string[]
}

// ---------------------------------------------------------------------------------------------------------------------
// The lane, as a side sees it

const opponentOf = (side: Side): Side => (side === 'A' ? 'B' : 'A')

const baseCell = (rules: OracleRules, side: Side): number => (side === 'A' ? 1 : rules.cells)

/** The cell that many steps toward the enemy. */
const ahead = (unit: Unit, steps: number): number =>
  unit.side === 'A' ? unit.cell + steps : unit.cell - steps

const unitOn = (game: Game, cell: number): Unit | undefined => game.units.find(unit => unit.cell === cell)

/** Clause: the distances of the enemies, nearest first; the base is one unless an enemy unit stands on its cell. */
function enemyDistances(game: Game, unit: Unit): number[] {
  const distances: number[] = []
  for (let d = 1; d < game.rules.cells; d += 1) {
    const cell = ahead(unit, d)
    const isEnemyUnit = unitOn(game, cell)?.side === opponentOf(unit.side)
    const isEnemyBase = cell === baseCell(game.rules, opponentOf(unit.side))
    if (isEnemyUnit || isEnemyBase) distances.push(d)
  }
  return distances
}

// ---------------------------------------------------------------------------------------------------------------------
// Attack and advance. Both say whether the unit could.

/** Clause: range. The distances of the cells that the unit would hit now; none if it cannot attack. */
function reach(game: Game, unit: Unit): number[] {
  const distances = enemyDistances(game, unit)
  const [nearest] = distances
  if (nearest === undefined) return []
  const { archer, catapult } = game.rules.units
  switch (unit.kind) {
    case 'infantry':
    case 'super-soldier':
      return nearest === 1 ? [1] : []
    case 'archer': {
      const steps = Array.from({ length: nearest - 1 }, (_, i) => i + 1)
      const inTheWay = steps.some(d => unitOn(game, ahead(unit, d)) !== undefined)
      if (inTheWay && !archer.overOwn) return []
      return nearest <= archer.range ? [nearest] : []
    }
    case 'catapult': {
      const far = catapult.range
      const decides = distances.find(distance => distance >= far - 2)
      if (catapult.tooNear === 'silent' && decides !== nearest) return []
      if (decides === far - 2) return [far - 2, far - 1]
      if (decides === far - 1 && catapult.middle === 'near') return [far - 2, far - 1]
      if (decides === far - 1 || decides === far) return [far - 1, far]
      return []
    }
  }
}

function attack(game: Game, unit: Unit): boolean {
  const distances = reach(game, unit)
  const cells = distances.map(d => ahead(unit, d))
  // a catapult's blow resolves cell by cell, nearest first
  for (const cell of cells) if (game.winner === null) hit(game, unit, cell)
  return cells.length > 0
}

function hit(game: Game, attacker: Unit, cell: number): void {
  const { rules } = game
  const enemy = opponentOf(attacker.side)
  const damage = rules.units[attacker.kind].attack
  const victim = unitOn(game, cell)
  if (victim?.side === attacker.side && !rules.units.catapult.friendlyFire) return
  if (victim !== undefined) {
    victim.hp -= damage
    if (victim.hp <= 0) kill(game, attacker, victim)
  }
  if (cell === baseCell(rules, enemy) && (victim === undefined || !rules.base.shielded)) {
    game.base[enemy] -= damage
    if (game.base[enemy] <= 0 && rules.base.falls === 'atOnce') game.winner = attacker.side
  }
}

function kill(game: Game, attacker: Unit, victim: Unit): void {
  game.units = game.units.filter(unit => unit !== victim)
  const paid = paidForKill(game.rules, attacker.side, victim.side)
  const soldAs: Recruit = victim.kind === 'super-soldier' ? 'infantry' : victim.kind
  if (paid !== null)
    game.gold[paid] += Math.floor((game.rules.units[soldAs].price * game.rules.gold.bounty) / 100)
  if (attacker.kind === 'infantry' && promotes(game.rules, victim.kind)) attacker.kind = 'super-soldier'
}

function promotes({ promotion }: OracleRules, victim: Kind): boolean {
  switch (promotion) {
    case 'never':
      return false
    case 'infantry':
      return victim === 'infantry'
    case 'soldiers':
      return victim === 'infantry' || victim === 'super-soldier'
    case 'any':
      return true
  }
}

function paidForKill(rules: OracleRules, attacker: Side, victim: Side): Side | null {
  if (victim !== attacker) return attacker
  switch (rules.gold.friendlyKill) {
    case 'none':
      return null
    case 'opponent':
      return opponentOf(victim)
    case 'owner':
      return victim
  }
}

function advance(game: Game, unit: Unit): boolean {
  const cell = ahead(unit, 1)
  if (cell === baseCell(game.rules, opponentOf(unit.side))) return false
  if (unitOn(game, cell) !== undefined) return false
  unit.cell = cell
  return true
}

// ---------------------------------------------------------------------------------------------------------------------
// A turn

function act(game: Game, unit: Unit, action: 1 | 2 | 3): void {
  if (action === 1) {
    const was = unit.kind
    if (!attack(game, unit)) game.heldFire.add(unit)
    else if (game.rules.secondAttack === 'atOnce' && was !== unit.kind) {
      game.spent.add(unit)
      if (game.winner === null) attack(game, unit)
    }
  } else if (action === 2) {
    const mayGo = game.rules.advanceAfterAttack || game.heldFire.has(unit)
    if (unit.kind !== 'catapult' && mayGo) advance(game, unit)
  } else {
    if (unit.kind === 'super-soldier' && !game.spent.has(unit)) attack(game, unit)
    if (unit.kind === 'infantry' && game.heldFire.has(unit)) attack(game, unit)
    if (unit.kind === 'catapult' && game.heldFire.has(unit)) advance(game, unit)
  }
}

function takeActions(game: Game): void {
  game.heldFire = new Set()
  game.spent = new Set()
  for (const action of [1, 2, 3] as const) {
    const own = game.units.filter(unit => unit.side === game.player)
    const fromBase = (unit: Unit): number => Math.abs(unit.cell - baseCell(game.rules, game.player))
    // action 1 from the nearest to the own base to the farthest, the others the other way
    own.sort((p, q) => (action === 1 ? fromBase(p) - fromBase(q) : fromBase(q) - fromBase(p)))
    for (const unit of own) {
      const isAlive = game.units.includes(unit)
      if (isAlive && game.winner === null) act(game, unit, action)
    }
  }
}

function recruitsOf(game: Game): ('none' | Recruit)[] {
  const { rules, player } = game
  if (unitOn(game, baseCell(rules, player)) !== undefined) return ['none']
  return ['none', ...RECRUITS.filter(kind => rules.units[kind].price <= game.gold[player])]
}

function recruit(game: Game, kind: 'none' | Recruit): void {
  if (kind === 'none') return
  const { price, hp } = game.rules.units[kind]
  game.gold[game.player] -= price
  game.units.push({ cell: baseCell(game.rules, game.player), kind, side: game.player, hp })
}

const isSecond = (game: Game): boolean => game.player !== game.rules.first

/** Ends the turn of the player: the last turn of all may settle the game, and the position is printed. */
function endTurn(game: Game): void {
  if (game.winner === null && game.rules.base.falls === 'roundEnd' && isSecond(game)) {
    const fallen = SIDES.filter(side => game.base[side] <= 0)
    if (fallen.length === 2) game.winner = 'draw'
    else if (fallen.length === 1) game.winner = opponentOf(fallen[0] as Side)
  }
  if (game.winner === null && game.round === game.rules.turns && isSecond(game)) game.winner = verdict(game)
  game.lines.push(position(game))
}

function verdict(game: Game): Side | 'draw' {
  if (game.rules.tiebreak === 'base') {
    if (game.base.A > game.base.B) return 'A'
    if (game.base.B > game.base.A) return 'B'
  }
  return 'draw'
}

function startRound(game: Game): void {
  game.round += 1
  for (const side of SIDES) game.gold[side] += game.rules.gold.perTurn
}

/** Plays on after a finished turn, up to the next real decision or the end. */
function playOn(game: Game): void {
  while (game.winner === null) {
    if (isSecond(game)) startRound(game)
    game.player = opponentOf(game.player)
    takeActions(game)
    if (game.winner === null && recruitsOf(game).length > 1) return
    endTurn(game)
  }
}

// ---------------------------------------------------------------------------------------------------------------------
// For the caller

/** A new game, played to its first real decision. */
export function newGame(rules: OracleRules): Game {
  const { start } = rules.gold
  return gameAfter(rules, {
    round: 0,
    player: opponentOf(rules.first),
    gold: { A: start, B: start },
    base: { A: rules.base.hp, B: rules.base.hp },
    units: [],
    winner: null,
  })
}

/**
 * The game that goes on after a printed position, played to its next real decision; its lines start with the turn
 * after. A units stand before B units.
 */
export function gameAfter(rules: OracleRules, printed: Position): Game {
  const game: Game = { ...structuredClone(printed), rules, heldFire: new Set(), spent: new Set(), lines: [] }
  playOn(game)
  return game
}

/** Who must decide now: one side, or nobody when the game is over. */
export function actors(game: Game): Side[] {
  return game.winner === null ? [game.player] : []
}

/** The legal decisions of the actor: always several, `none` first; nothing when the game is over. */
export function legal(game: Game): string[] {
  return game.winner === null ? recruitsOf(game).map(kind => `${game.player} ${kind}`) : []
}

/** Applies a decision and plays on to the next one. Throws, and changes nothing, if it is not legal. */
export function decide(game: Game, decision: string): void {
  if (game.winner !== null) throw new Error(`the game has ended before ${decision}`)
  const kind = recruitsOf(game).find(option => `${game.player} ${option}` === decision)
  if (kind === undefined) throw new Error(`illegal ${decision}`)
  recruit(game, kind)
  endTurn(game)
  playOn(game)
}

/**
 * The JSON of the position, keys in the order of the ruling. Between turns it is never seen: while a decision is due it
 * shows the turn of its player with all actions taken and nothing recruited; `lines` has the finished turns.
 */
export function position(game: Game): string {
  const units = [...game.units].sort((p, q) => p.cell - q.cell)
  return JSON.stringify({
    round: game.round,
    player: game.player,
    gold: { A: game.gold.A, B: game.gold.B },
    base: { A: game.base.A, B: game.base.B },
    units: units.map(({ cell, kind, side, hp }) => ({ cell, kind, side, hp })),
    winner: game.winner,
  })
}

/** Replays the decisions of a record; returns one JSON for every finished turn. Errors name the decision from 1. */
export function replay(rules: OracleRules, decisions: readonly string[]): string[] {
  const game = newGame(rules)
  for (const [at, decision] of decisions.entries()) {
    try {
      decide(game, decision)
    } catch (error) {
      throw new Error(`decision ${at + 1}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  return game.lines
}
