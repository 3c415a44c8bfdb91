/** The engine and the oracle of Bulwark side by side: one notation, the engine's, and one decision at a time for both. */
import {
  CHANCE,
  CHANCE_BIT,
  type CompiledGame,
  lowest,
  newEvents,
  newState,
  type Seat,
  settle,
} from '../../engine/contract/index.ts'
import { findGame } from '../../engine/registry/index.ts'
import { BulwarkOracle } from '../oracle/bulwark.ts'
import { isRecovering, timeNow, type Unit } from '../oracle/bulwark-parts.ts'
import type { Frame } from './scenario.ts'
import { ferriesOnly, type Variant } from './variants.ts'

/** Called with every decision, in the oracle's words, before it is made. */
type Watch = (oracle: BulwarkOracle, text: string) => void

export class Pair {
  readonly game: CompiledGame
  readonly state: Int32Array
  readonly events: Int32Array
  readonly oracle: BulwarkOracle
  /** All decisions, as the engine writes them. */
  readonly record: string[] = []
  readonly #legal: Int32Array
  readonly #odds: Int32Array
  readonly #ferriesOnly: Set<string>
  readonly #watch: Watch

  constructor({ rules, oracle }: Variant, watch: Watch) {
    this.#watch = watch
    this.game = findGame('bulwark').compile(rules)
    this.state = newState(this.game.info)
    this.events = newEvents(this.game.info)
    this.#legal = new Int32Array(this.game.info.legalMax)
    this.#odds = new Int32Array(this.game.info.legalMax)
    this.#ferriesOnly = ferriesOnly(rules)
    this.oracle = new BulwarkOracle(oracle)
    this.game.start(this.state, this.events)
    this.#settle()
  }

  /** Who is due by the engine: a team, chance, or null once it is over. */
  due(): string | null {
    const mask = this.game.toMove(this.state)
    if (mask === 0) return null
    return mask === CHANCE_BIT ? 'chance' : this.game.info.seats[lowest(mask)]!
  }

  /** What the engine lets it decide. */
  listed(): string[] {
    const seat = this.#seat()
    const count = this.game.legal(this.state, seat, this.#legal)
    return Array.from(this.#legal.subarray(0, count), action =>
      this.game.text.format(this.state, seat, action),
    )
  }

  /** What the oracle lets it decide, by the engine's words. */
  choices(): Map<string, string> {
    const legal = this.oracle.legal()
    const choices = new Map(legal.map(text => [this.#words(text), text]))
    if (!legal.some(text => text.startsWith('retreat '))) return choices
    // The engine has a separate text for where the rules send a unit: the oracle's first.
    const due = legal[0]!
    choices.delete(this.#words(due))
    return choices.set(`${due.split(' ')[1]} retreats`, due)
  }

  #words(text: string): string {
    const { map } = this.oracle.game.rules
    const words = text.split(' ')
    const rest = words.slice(1).join(' ')
    if (words[0] === 'capital') return `capital at ${rest}`
    if (words[0] === 'rally') return `rally to ${map.abilities.rally}`
    if (words[0] === 'swarm') return `${text} from ${map.abilities.swarm}`
    if (words[0] === 'fall') return `${rest} falls`
    if (words[1] === 'stay') return `${words[0]} stays`
    if (words[0] === 'flee') return `${words[1]} flees ${words.slice(2).join(' ')}`
    if (words[0] === 'retreat') return `${words[1]} retreats ${words.slice(2).join(' ')}`
    if (words[1] !== 'to') return text
    const target = words.slice(2).join(' ')
    const unit = this.oracle.game.units.find(
      one => one.team === this.oracle.actor() && String(one.number) === words[0],
    )!
    const ferries = this.#ferriesOnly.has(`${unit.at} ${target}`)
    return ferries ? `${words[0]} ferries to ${target}` : text
  }

  decide(text: string): void {
    const seat = this.#seat()
    const action = this.game.text.parse(this.state, seat, text)
    const meant = this.choices().get(text)!
    this.record.push(`${this.due()} ${text}`)
    this.game.apply(this.state, seat, action, this.events)
    this.#watch(this.oracle, meant)
    this.oracle.apply(meant)
    this.#settle()
  }

  /** What differs now, in words; undefined if nothing does. */
  difference(): string | undefined {
    const due = this.due()
    if (due !== this.oracle.actor()) return `due: engine ${due}, oracle ${this.oracle.actor()}`
    return (due === null ? undefined : this.#choicesDiffer()) ?? this.#positionsDiffer()
  }

  #choicesDiffer(): string | undefined {
    const choices = this.choices()
    const listed = this.listed()
    const found = [...listed].sort().join('; ')
    const expected = [...choices.keys()].sort().join('; ')
    if (found !== expected) return `${this.due()} may:\n engine ${found}\n oracle ${expected}`
    if (this.due() !== 'chance') return undefined
    const sum = this.game.chanceWeights!(this.state, this.#odds)
    const odds = this.oracle.odds()
    for (const [i, text] of listed.entries()) {
      const other = odds[this.oracle.legal().indexOf(choices.get(text)!)]
      if (this.#odds[i] !== other) return `odds of ${text}: engine ${this.#odds[i]}, oracle ${other}`
    }
    return sum === odds.reduce((a, b) => a + b, 0) ? undefined : `the odds add up to ${sum}`
  }

  #positionsDiffer(): string | undefined {
    const frame = this.game.text.describe(this.state) as Frame
    const found = fromEngine(frame, timeNow(this.oracle.game))
    const expected = fromOracle(this.oracle)
    for (const [part, text] of Object.entries(expected))
      if (found[part] !== text) return `${part}:\n engine ${found[part]}\n oracle ${text}`
    return undefined
  }

  #settle(): void {
    settle(this.game, this.state, this.events)
  }

  #seat(): Seat {
    const due = this.due()!
    return due === 'chance' ? CHANCE : this.game.info.seats.indexOf(due)
  }
}

type Parts = Readonly<Record<string, string>>

/** A cooldown that is over says no more than that. */
const wait = (ready: number, time: number): number => Math.max(0, ready - time)

/** Of a team that is out nothing is counted any more. */
const teamText = (team: string, capital: string | null, held: number, out: boolean): string =>
  `${team} ${capital} ${out ? 'out' : held}`

const battleText = ({ at, attacker, living, fallen }: NonNullable<Frame['battle']>): string =>
  `${at} by ${attacker}: ${living.join(', ')} / ${fallen.join(', ')}`

function fromEngine(frame: Frame, time: number): Parts {
  const over = frame.winner !== null
  return {
    round: String(frame.round),
    turn: over || frame.round === 0 ? '' : String(frame.turn),
    teams: frame.teams.map(one => teamText(one.team, one.capital, one.held, one.out)).join('; '),
    units: frame.units
      .map(one => `${one.team} ${one.unit} ${one.at} ${one.stepped && !over} ${one.recovers}`)
      .join('; '),
    owners: frame.tiles.map(({ tile, owner }) => `${tile} ${owner}`).join('; '),
    waits: frame.abilities.map(one => `${one.ability} ${wait(one.ready, time)}`).join('; '),
    battle: frame.battle === null ? '' : battleText(frame.battle),
    winner: String(frame.winner),
  }
}

function fromOracle({ game }: BulwarkOracle): Parts {
  const { winner, round, battle } = game
  const over = winner !== null
  const isFallen = (unit: Unit): boolean => unit.at === battle?.at && battle.fallen.includes(unit)
  const isLiving = (unit: Unit): boolean =>
    battle !== null &&
    [...battle.attackers, ...battle.defenders].includes(unit) &&
    !battle.fallen.includes(unit)
  const name = ({ team, number }: Unit): string => `${team} ${number}`
  const owned = game.tiles.filter(tile => game.owners.has(tile.name))
  return {
    round: String(round),
    turn: over || round === 0 ? '' : String(game.mover),
    teams: game.teams
      .map(team => teamText(team.name, team.capital, team.turnsWithoutCapital, team.out))
      .join('; '),
    units: game.units
      .map(unit => `${name(unit)} ${unit.at} ${unit.stepped && !over} ${isRecovering(game, unit)}`)
      .join('; '),
    owners: owned.map(tile => `${tile.name} ${game.owners.get(tile.name)}`).join('; '),
    waits: (['rally', 'swarm'] as const)
      .filter(ability => game.rules.map.abilities[ability] !== undefined)
      .map(ability => `${ability} ${wait(game.ready[ability], timeNow(game))}`)
      .join('; '),
    battle:
      battle === null
        ? ''
        : battleText({
            at: battle.at,
            attacker: battle.attacker,
            living: game.units.filter(isLiving).map(name),
            fallen: game.units.filter(isFallen).map(name),
          }),
    winner: String(winner),
  }
}
