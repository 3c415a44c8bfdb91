// Second part of the oracle of bulwark: battles and retreats.
import {
  ask,
  type Battle,
  distance,
  type Game,
  type Hex,
  holdsOthers,
  isContested,
  isOpenOnFoot,
  leaveGame,
  neighboursOf,
  owns,
  put,
  rout,
  type Script,
  settleOwner,
  type Tile,
  teamNamed,
  tileDistance,
  tileNamed,
  type Unit,
  unitsOf,
  unitsOn,
} from './bulwark-parts.ts'

/** Clause: after the turn's last answer, each contested tile in map order, retreats included. */
export function* fightBattles(game: Game, attacker: string): Script {
  for (const { name: at } of game.tiles) {
    if (isContested(game, at)) yield* fightBattle(game, attacker, at)
    if (game.winner !== null) return
  }
}

/** One battle with its retreats. */
export function* fightBattle(game: Game, attacker: string, at: string): Script {
  const attackers = unitsOn(game, at).filter(unit => unit.team === attacker)
  const defenders = unitsOn(game, at).filter(unit => unit.team !== attacker)
  const battle: Battle = { at, attacker, defender: defenders[0]!.team, attackers, defenders, fallen: [] }
  game.battle = battle
  yield* fight(game, battle)
  yield* retreats(game, battle)
  if (game.winner === null && game.rules.reads.capture.when === 'entry') settleOwner(game, at)
  game.battle = null
}

// ---------------------------------------------------------------------------------------------------------------------
// The model lanchester

const living = (battle: Battle, units: readonly Unit[]): Unit[] =>
  units.filter(unit => !battle.fallen.includes(unit))

/** Clause: the living units' skills summed, times recon, times home for the defender. */
function strength(game: Game, battle: Battle, team: string): number {
  const { recon, home } = game.rules.battle
  const units = living(battle, team === battle.attacker ? battle.attackers : battle.defenders)
  const sum = units.reduce((total, unit) => total + unit.skill, 0)
  const hasRecon = owns(game, team, 'recon') && !game.rules.reconOff.includes(team)
  return sum * (hasRecon ? recon : 1) * (team === battle.defender ? home : 1)
}

/**
 * Clause: integer odds. The attacker's weight, that one of the attackers falls, is made of the defender's strength;
 * it is given in parts of a million of both weights.
 */
export function lanchesterParts(attackers: number, defenders: number, exponent: number): number {
  const attackersWeight = defenders ** (exponent - 1)
  const defendersWeight = attackers ** (exponent - 1)
  const parts = Math.round((1_000_000 * attackersWeight) / (attackersWeight + defendersWeight))
  return Math.min(999_999, Math.max(1, parts))
}

/** Clause: while both sides live, one unit falls. All who fell are routed, the winner's too. */
function* fight(game: Game, battle: Battle): Script {
  const { model, exponent } = game.rules.battle
  if (model !== 'lanchester') throw new Error(`the ruling fixes no battle model ${model}`)
  for (;;) {
    const attackers = living(battle, battle.attackers)
    const defenders = living(battle, battle.defenders)
    if (attackers.length === 0 || defenders.length === 0) break
    const attackersStrength = strength(game, battle, battle.attacker)
    const defendersStrength = strength(game, battle, battle.defender)
    const parts = lanchesterParts(attackersStrength, defendersStrength, exponent)
    // by seat, then by number
    const all = game.units.filter(unit => attackers.includes(unit) || defenders.includes(unit))
    const options = all.map(unit => `fall ${unit.team} ${unit.number}`)
    const odds = all.map(unit =>
      attackers.includes(unit) ? parts * defenders.length : (1_000_000 - parts) * attackers.length,
    )
    const answer = yield { who: 'chance', options, odds }
    battle.fallen.push(all[options.indexOf(answer)]!)
  }
  const { winners } = game.rules.reads.retreat
  const attackersLost = living(battle, battle.attackers).length === 0
  const loser = attackersLost ? battle.attacker : battle.defender
  for (const unit of battle.fallen) if (winners !== 'none' || unit.team === loser) rout(game, unit)
}

// ---------------------------------------------------------------------------------------------------------------------
// Retreats

/** Clause: the loser's routed first, then the winner's: defenders as one group, attackers each. */
function* retreats(game: Game, battle: Battle): Script {
  const attackersLost = living(battle, battle.attackers).length === 0
  for (const attackersTurn of attackersLost ? [true, false] : [false, true]) {
    const lost = attackersTurn === attackersLost
    // by other readings the fallen of the winner stay where they are
    if (!lost && game.rules.reads.retreat.winners !== 'retreat') continue
    if (attackersTurn) yield* attackersRetreat(game, battle, lost)
    else yield* defendersRetreat(game, battle, lost)
    if (game.winner !== null) return
  }
}

const routed = (battle: Battle, units: readonly Unit[]): Unit[] =>
  units.filter(unit => battle.fallen.includes(unit))

/** Attackers go back to the tile each came from, a ferry's too. */
function* attackersRetreat(game: Game, battle: Battle, lost: boolean): Script {
  for (const unit of routed(battle, battle.attackers)) {
    const back = unit.cameFrom === null ? null : tileNamed(game, unit.cameFrom).hex
    const place = retreatPlace(game, battle.at, battle.attacker, back, tile => tile.passable)
    // Training is looked at unit by unit, for an earlier one may have come to its tile
    if (hasTraining(game, unit.team, battle.at)) yield* choosePlace(game, battle.at, unit, place, lost)
    else retreatTo(game, unit, place, lost)
  }
}

/** Defenders go as one group to the tile opposite the one most attackers came from. */
function* defendersRetreat(game: Game, battle: Battle, lost: boolean): Script {
  const units = routed(battle, battle.defenders)
  const opposite = oppositeOfMost(game, battle)
  const place = retreatPlace(game, battle.at, battle.defender, opposite)
  // one group: that its first comes to the tile of Training does not help the others
  const training = hasTraining(game, battle.defender, battle.at)
  for (const unit of units) {
    if (training) yield* choosePlace(game, battle.at, unit, place, lost)
    else retreatTo(game, unit, place, lost)
  }
}

/** The hex opposite the tile most attackers came from, ties by map order; null where that is a ferry's. */
function oppositeOfMost(game: Game, battle: Battle): Hex | null {
  const count = (name: string): number => battle.attackers.filter(unit => unit.cameFrom === name).length
  const most = Math.max(...game.tiles.map(tile => count(tile.name)))
  // all stood there when a rally brought the others
  if (most === 0) return null
  const from = game.tiles.find(tile => count(tile.name) === most)!
  const at = tileNamed(game, battle.at)
  if (distance(from.hex, at.hex) !== 1) return null
  return { q: 2 * at.hex.q - from.hex.q, r: 2 * at.hex.r - from.hex.r }
}

/** Where the rules send routed units that would go to `wanted`; null if there is no such tile. */
function retreatPlace(
  game: Game,
  battleTile: string,
  team: string,
  wanted: Hex | null,
  // who goes back where it came from may do so even to a sea that is not entered on foot
  isOpenFor = (tile: Tile): boolean => isOpenOnFoot(game, tile),
): string | null {
  const tile = game.tiles.find(candidate => wanted !== null && distance(candidate.hex, wanted) === 0)
  if (tile !== undefined && isOpenFor(tile) && !holdsOthers(game, tile.name, team)) return tile.name
  const { blocked } = game.rules.reads.retreat
  const open = game.tiles.filter(candidate => isOpenOnFoot(game, candidate)).map(({ name }) => name)
  const all = blocked === 'anywhere' ? open : neighboursOf(game, battleTile)
  let places = all.filter(name => name !== battleTile && !holdsOthers(game, name, team))
  // those adjacent to the blocked tile before the others
  const near = places.filter(name => wanted !== null && distance(tileNamed(game, name).hex, wanted) === 1)
  if (blocked === 'beside' && near.length > 0) places = near
  // then the one whose nearest enemy unit, those on the battle tile not counted, is farthest
  const enemies = game.units.filter(unit => unit.team !== team && unit.at !== battleTile)
  const nearest = (name: string): number =>
    Math.min(...enemies.map(enemy => tileDistance(game, name, enemy.at)))
  const farthest = Math.max(...places.map(nearest))
  // then map order
  return places.find(name => nearest(name) === farthest) ?? null
}

/** Clause: Training is the owner's; by another reading it is for whoever is routed on its tile. */
export function hasTraining(game: Game, team: string, from: string): boolean {
  const { map, reads } = game.rules
  return reads.training.units === 'tile' ? map.abilities.training === from : owns(game, team, 'training')
}

/** Clause: with Training, any passable neutral or own tile but the one that is left, without other teams' units. */
export function trainingPlaces(game: Game, from: string, team: string): string[] {
  return game.tiles
    .filter(tile => tile.passable && tile.name !== from && !holdsOthers(game, tile.name, team))
    .map(tile => tile.name)
    .filter(name => [undefined, team].includes(game.owners.get(name)))
}

/** Clause: with Training the unit may instead choose. */
function* choosePlace(
  game: Game,
  battleTile: string,
  unit: Unit,
  place: string | null,
  lost: boolean,
): Script {
  const choices = trainingPlaces(game, battleTile, unit.team).filter(name => name !== place)
  // where the rules send it comes first
  if (place !== null) choices.unshift(place)
  const options = choices.map(name => `retreat ${unit.number} to ${name}`)
  if (place === null) options.unshift(`retreat ${unit.number} ${lost ? 'out' : 'stay'}`)
  const answer = yield* ask(unit.team, options)
  const chosen = choices.find(name => answer === `retreat ${unit.number} to ${name}`)
  retreatTo(game, unit, chosen ?? null, lost)
}

/** Clause: if there is none, a winner's unit stays, a loser's is out of the game. */
function retreatTo(game: Game, unit: Unit, place: string | null, lost: boolean): void {
  if (place !== null) put(game, unit, place, 'routed')
  else if (lost) {
    game.units = game.units.filter(other => other !== unit)
    if (unitsOf(game, unit.team).length === 0) leaveGame(game, teamNamed(game, unit.team))
  }
}
