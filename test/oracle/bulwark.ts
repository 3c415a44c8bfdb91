/**
 * A deliberately naive oracle of the ruling of bulwark: no speed, no shared code with the engine. The whole game is a
 * script, top to bottom as the ruling tells it, that stops wherever somebody has to decide.
 *
 * Decisions, tiles by their names, units by their numbers from 1:
 *
 *   capital Forge              a team picks its capital
 *   3 stay | 3 to Forge        a unit answers; a ferry is a step like others
 *   rally                      the mover uses Rally
 *   swarm north 2              the mover uses Bee Swarm on unit 2 of the team north
 *   end                        the mover declines the abilities it could use after the last answer
 *   flee 2 to Forge            the team that Bee Swarm struck says where its unit goes
 *   retreat 2 to Forge         with Training: where a routed unit goes
 *   retreat 2 stay | 2 out     with Training, where the rules have no tile to send it to: it takes that fate
 *   fall north 2               chance: in the battle now fought, unit 2 of the team north falls
 */
import { fightBattle, fightBattles, hasTraining, trainingPlaces } from './bulwark-battle.ts'
import {
  ask,
  distance,
  type Game,
  type GivenRules,
  hasLostCapital,
  holdsOthers,
  isContested,
  isRecovering,
  leaveGame,
  neighboursOf,
  newGame,
  owns,
  put,
  type Question,
  readRules,
  rout,
  type Script,
  settleOwner,
  type Team,
  takeAtEnd,
  tileDistance,
  tileNamed,
  timeNow,
  type Unit,
  unitsOf,
  unitsOn,
} from './bulwark-parts.ts'

/** Seats in seat order from the one named. */
function seatsFrom(game: Game, first: string): Team[] {
  const at = game.teams.findIndex(team => team.name === first)
  if (at < 0) throw new Error(`no team ${first}`)
  return [...game.teams.slice(at), ...game.teams.slice(0, at)]
}

function* play(game: Game): Script {
  const { pick, move, turnLimit } = game.rules
  for (const team of seatsFrom(game, pick)) yield* pickCapital(game, team)
  // a round is one turn of each
  for (game.round = 1; game.round <= turnLimit; game.round += 1) {
    for (const team of seatsFrom(game, move)) {
      if (team.out) continue
      yield* takeTurn(game, team)
      if (game.winner !== null) return
    }
  }
  game.round = turnLimit
  game.winner = 'length'
}

// ---------------------------------------------------------------------------------------------------------------------
// Capitals

/** Clause: passable land, not the same as or adjacent to another; other readings allow seas, and other distances. */
function capitalSites(game: Game): string[] {
  const { apart, sea } = game.rules.reads.setup
  const taken = game.teams.flatMap(team => (team.capital === null ? [] : [tileNamed(game, team.capital)]))
  return game.tiles
    .filter(
      tile =>
        tile.passable && (sea || !tile.sea) && taken.every(other => distance(tile.hex, other.hex) >= apart),
    )
    .map(tile => tile.name)
}

function* pickCapital(game: Game, team: Team): Script {
  const { rules } = game
  const seat = rules.teams.indexOf(team.name)
  const sites = capitalSites(game)
  const fixed = rules.capitals?.[seat]
  if (fixed !== undefined && !sites.includes(fixed)) throw new Error(`${fixed} cannot be a capital`)
  const options = sites.map(name => `capital ${name}`)
  const answer = fixed === undefined ? yield* ask(team.name, options) : `capital ${fixed}`
  const capital = sites[options.indexOf(answer)]!
  team.capital = capital
  for (const [i, skill] of rules.skills[seat]!.entries())
    game.units.push({
      team: team.name,
      number: i + 1,
      skill,
      at: capital,
      stepped: false,
      cameFrom: null,
      recoversUntil: 0,
    })
  // by seat, then by number, whoever picked first; the sort is stable
  game.units.sort((a, b) => rules.teams.indexOf(a.team) - rules.teams.indexOf(b.team))
  game.owners.set(capital, team.name)
}

// ---------------------------------------------------------------------------------------------------------------------
// A turn

function* takeTurn(game: Game, team: Team): Script {
  const { count } = game.rules.reads.capital
  game.mover = team.name
  team.turnsBegun += 1
  game.turnsBegun += 1
  for (const other of game.teams)
    if (other === team || count !== 'own') other.capitalFellBefore = hasLostCapital(game, other)
  for (const unit of game.units) {
    unit.stepped = false
    unit.cameFrom = null
  }
  yield* moveUnits(game, team.name)
  if (game.winner !== null) return
  yield* fightBattles(game, team.name)
  if (game.winner !== null) return
  takeAtEnd(game, team.name)
  countCapitals(game, team)
  if (game.winner !== null) return
  team.turnsEnded = team.turnsBegun
  game.turnsEnded = game.turnsBegun
}

/**
 * Clause: turns in a row at whose end another team owns the capital, counting only turns begun after it fell. They are
 * the team's own; by other readings, those of the team that owns its capital, or of all, counted from the mover on.
 */
function countCapitals(game: Game, mover: Team): void {
  const { count, occupied } = game.rules.reads.capital
  for (const team of seatsFrom(game, mover.name)) {
    if (team.out || !team.capitalFellBefore || game.winner !== null) continue
    const captor = game.owners.get(team.capital!)!
    if (count === 'own' && team !== mover) continue
    if (count === 'captor' && captor !== mover.name) continue
    const isHeld = unitsOn(game, team.capital!).some(unit => unit.team === captor)
    // a turn that does not count breaks the row
    team.turnsWithoutCapital = occupied && !isHeld ? 0 : team.turnsWithoutCapital + 1
    if (team.turnsWithoutCapital >= game.rules.capitalTurns) leaveGame(game, team)
  }
}

/**
 * Clause: each unit, by number, stays or steps. Before any answer and after the last a usable ability may be
 * used; then the units that have not stepped decide again.
 */
function* moveUnits(game: Game, team: string): Script {
  for (;;) {
    const used = yield* askUnits(game, team)
    if (game.winner !== null) return
    if (used) continue
    const answer = yield* ask(team, ['end', ...usableAbilities(game, team)])
    if (answer === 'end') return
    yield* applyAbility(game, team, answer)
    if (game.winner !== null) return
  }
}

/** Asks the units that have not stepped, as far as the first use of an ability; returns whether there was one. */
function* askUnits(game: Game, team: string): Script<boolean> {
  for (const unit of unitsOf(game, team)) {
    if (unit.stepped || !game.units.includes(unit)) continue
    const steps = stepsOf(game, unit)
    // it can only stay, so it is not asked, even when an ability is usable: the next question offers that too
    if (steps.length === 0) continue
    const toTile = (name: string): string => `${unit.number} to ${name}`
    const options = [`${unit.number} stay`, ...steps.map(toTile), ...usableAbilities(game, team)]
    const answer = yield* ask(team, options)
    const target = steps.find(name => toTile(name) === answer)
    if (target !== undefined) {
      unit.stepped = true
      unit.cameFrom = unit.at
      put(game, unit, target)
      // in another reading, every step onto enemies starts a separate battle at once
      if (game.rules.reads.battle.when === 'entry' && isContested(game, target))
        yield* fightBattle(game, team, target)
      if (game.winner !== null) return false
    } else if (answer !== `${unit.number} stay`) {
      yield* applyAbility(game, team, answer)
      return true
    }
  }
  return false
}

/** Clause: to an adjacent passable tile (seas too) or along a ferry, whoever is there; not while it recovers. */
function stepsOf(game: Game, unit: Unit): string[] {
  if (isRecovering(game, unit)) return []
  // nothing leaves a contested tile
  if (isContested(game, unit.at)) return []
  const ferries = game.rules.map.ferries[unit.at] ?? []
  const near = neighboursOf(game, unit.at)
  return game.tiles.map(tile => tile.name).filter(name => near.includes(name) || ferries.includes(name))
}

// ---------------------------------------------------------------------------------------------------------------------
// Abilities

function usableAbilities(game: Game, team: string): string[] {
  const abilities: string[] = []
  if (rallied(game, team).length > 0) abilities.push('rally')
  for (const unit of swarmable(game, team)) abilities.push(`swarm ${unit.team} ${unit.number}`)
  return abilities
}

function* applyAbility(game: Game, team: string, ability: string): Script {
  const { cooldown, reads, map } = game.rules
  const wait = reads.cooldown.useTurn ? 0 : 1
  if (ability === 'rally') {
    const units = rallied(game, team)
    game.ready.rally = timeNow(game) + cooldown.rally + wait
    const bell = map.abilities.rally!
    const own = units.filter(unit => unit.team === team)
    for (const unit of own) {
      unit.cameFrom = unit.at
      if (reads.rally.step) unit.stepped = true
      put(game, unit, bell)
    }
    for (const unit of units.filter(unit => unit.team !== team)) put(game, unit, bell)
    // by another reading the enemies that it fetches meet who stands there at once
    if (reads.battle.when === 'entry' && isContested(game, bell)) yield* fightBattle(game, team, bell)
    return
  }
  const unit = swarmable(game, team).find(struck => ability === `swarm ${struck.team} ${struck.number}`)!
  game.ready.swarm = timeNow(game) + cooldown.swarm + wait
  const places = fleePlaces(game, unit)
  const options = places.map(name => `flee ${unit.number} to ${name}`)
  const answer = yield* ask(reads.swarm.chooser === 'user' ? team : unit.team, options)
  const from = unit.at
  if (reads.swarm.routs) rout(game, unit)
  put(game, unit, places[options.indexOf(answer)]!, 'swarmed')
  // the last to leave a tile under attack leaves it to the attackers
  const left = unitsOn(game, from)
  const areAttackers = left.length > 0 && left.every(other => other.team === team)
  if (unit.team !== team && areAttackers && reads.capture.when === 'entry') settleOwner(game, from)
}

/** Clause: neither moves units that recover or stand on a contested tile; other readings let it. */
const canBeMoved = (game: Game, unit: Unit, reads: { contested: boolean; recovering: boolean }): boolean =>
  (reads.recovering || !isRecovering(game, unit)) && (reads.contested || !isContested(game, unit.at))

/** The units that Rally would move now: all own units at distance 1-2 of its tile; by another reading those of one other team, too. */
function rallied(game: Game, team: string): Unit[] {
  if (!owns(game, team, 'rally') || timeNow(game) < game.ready.rally) return []
  const bell = game.rules.map.abilities.rally!
  const reads = game.rules.reads.rally
  // no unit is fetched onto enemies
  if (holdsOthers(game, bell, team)) return []
  if (reads.unit && unitsOn(game, bell).length === 0) return []
  const found = game.units.filter(unit => {
    const far = tileDistance(game, bell, unit.at)
    if (reads.targets === 'friends' && unit.team !== team) return false
    return far >= 1 && far <= 2 && canBeMoved(game, unit, reads) && !(reads.step && unit.stepped)
  })
  // a battle is one of two teams
  const others = new Set(found.map(unit => unit.team).filter(other => other !== team))
  return others.size > 1 ? [] : found
}

/** The units that Bee Swarm may strike now: enemies at distance 1 of its tile that have a place to go. */
function swarmable(game: Game, team: string): Unit[] {
  const reads = game.rules.reads.swarm
  const bees = game.rules.map.abilities.swarm
  if (bees === undefined || timeNow(game) < game.ready.swarm) return []
  if (reads.owner && !owns(game, team, 'swarm')) return []
  if (!unitsOn(game, bees).some(unit => unit.team === team)) return []
  const nearest = reads.ownTile ? 0 : 1
  return game.units.filter(unit => {
    const far = tileDistance(game, bees, unit.at)
    const isTarget = { enemies: unit.team !== team, friends: unit.team === team, all: true }[reads.targets]
    return (
      isTarget &&
      far >= nearest &&
      far <= 1 &&
      canBeMoved(game, unit, reads) &&
      fleePlaces(game, unit).length > 0
    )
  })
}

/** Clause: a passable adjacent tile without units of other teams; by another reading Training adds its own. */
function fleePlaces(game: Game, unit: Unit): string[] {
  const near = neighboursOf(game, unit.at).filter(name => !holdsOthers(game, name, unit.team))
  if (!game.rules.reads.training.swarm || !hasTraining(game, unit.team, unit.at)) return near
  const more = trainingPlaces(game, unit.at, unit.team)
  return game.tiles.map(tile => tile.name).filter(name => near.includes(name) || more.includes(name))
}

// ---------------------------------------------------------------------------------------------------------------------
// What the outside sees

export class BulwarkOracle {
  readonly game: Game
  readonly #script: Script
  #question: Question | null

  constructor(given: GivenRules) {
    this.game = newGame(readRules(given))
    this.#script = play(this.game)
    this.#question = this.#advance(this.#script.next())
  }

  #advance(step: IteratorResult<Question, void>): Question | null {
    return step.done ? null : step.value
  }

  /** Who must decide now: a team, `chance`, or null when the game is over. */
  actor(): string | null {
    return this.#question?.who ?? null
  }

  /** The decisions of the actor: at least two. Tiles come in map order, units by seat and number. */
  legal(): readonly string[] {
    return this.#question?.options ?? []
  }

  /** The integer weights of chance's outcomes, in the order of `legal`. */
  odds(): readonly number[] {
    if (!this.#question?.odds) throw new Error('chance is not due')
    return this.#question.odds
  }

  /** Throws, and changes nothing, if the decision is not legal. */
  apply(decision: string): void {
    if (!this.legal().includes(decision)) throw new Error(`not legal now: ${decision}`)
    this.#question = this.#advance(this.#script.next(decision))
  }

  /**
   * The position as JSON. `lost` counts the turns that a team ended without its capital, `ready` says from which
   * round on an ability may be used. Neutral tiles are left out of `owners`; units that fell stand where they fought
   * until they retreat.
   */
  describe(): object {
    const { game } = this
    const { battle } = game
    const byTeam = <T>(value: (team: Team) => T): Record<string, T> =>
      Object.fromEntries(game.teams.map(team => [team.name, value(team)]))
    const owned = game.tiles.filter(tile => game.owners.has(tile.name))
    return {
      round: game.round,
      turn: game.mover,
      due: this.actor(),
      capitals: byTeam(team => team.capital),
      lost: byTeam(team => team.turnsWithoutCapital),
      out: game.teams.filter(team => team.out).map(team => team.name),
      owners: Object.fromEntries(owned.map(tile => [tile.name, game.owners.get(tile.name)])),
      units: game.units.map(unit => ({
        team: unit.team,
        unit: unit.number,
        at: unit.at,
        stepped: unit.stepped,
        recovers: isRecovering(game, unit),
      })),
      ready: { ...game.ready },
      battle: battle && {
        at: battle.at,
        fallen: battle.fallen.map(unit => ({ team: unit.team, unit: unit.number })),
      },
      winner: game.winner,
    }
  }
}

/** The position after a record's decisions; an error names the decision's number. */
export function replay(given: GivenRules, decisions: readonly string[]): BulwarkOracle {
  const oracle = new BulwarkOracle(given)
  for (const [at, decision] of decisions.entries()) {
    try {
      oracle.apply(decision)
    } catch (error) {
      throw new Error(`decision ${at + 1}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  return oracle
}
