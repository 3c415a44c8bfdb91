/** What happened in random matches, by the oracle, so a fuzz test can show that it covered everything. */
import type { BulwarkOracle } from '../oracle/bulwark.ts'
import { hasTraining } from '../oracle/bulwark-battle.ts'
import { type Game, isContested, isRecovering, tileDistance, type Unit } from '../oracle/bulwark-parts.ts'

/** Situations that a fuzz test must cover. */
export const BRANCHES = [
  'a ferry',
  'an attack by ferry',
  'a rally',
  'a rally of a unit that has stepped',
  'a swarm whose victim chooses',
  'a swarm whose victim has one way',
  'an ability used while a unit recovers',
  'abilities declined at the end',
  'attackers from several tiles',
  'two battles in a turn',
  'a unit that recovers falls',
  "Training: the rules send it to an enemy's tile",
  'Training: the rules send a loser nowhere',
  'Training: the rules send a winner nowhere',
  'a unit leaves the game',
  'a capital held for a turn is taken back',
  'a team out, others going on',
  'won by capital',
  'won by losses',
  'ended by length',
  'ended by length, a team being out',
  // By other readings.
  'a rally off a contested tile',
  'a swarm on a friend',
  'a swarm on its own tile',
  'a swarm on a contested tile',
  'a flight by Training',
  'a flight that the other team chooses',
  'a battle after a step',
  "a defender on a tile that is not its team's",
  'a fallen winner that stays',
  'a retreat to a far tile',
  "won by capital on the winner's turn",
] as const
type Branch = (typeof BRANCHES)[number]

/** What a decision may change. */
interface Glance {
  readonly text: string
  readonly units: number
  readonly held: readonly number[]
  readonly battle: Game['battle']
  readonly out: number
}

export class Tally {
  readonly #counts = new Map<string, number>()
  #before: Glance | undefined
  /** The turn of the last battle. */
  #battleTurn = ''
  /** The unit that Bee Swarm struck last. */
  #struck = { team: '', at: '' }

  /** How often each of them was met with. */
  counts(): Record<string, number> {
    return Object.fromEntries(BRANCHES.map(branch => [branch, this.#counts.get(branch) ?? 0]))
  }

  begin(): void {
    this.#before = undefined
    this.#battleTurn = ''
  }

  /** To be called before each decision, in the oracle's words. */
  see(oracle: BulwarkOracle, text: string): void {
    const { game } = oracle
    const team = oracle.actor()!
    this.#compare(game, text)
    if (text === 'end') this.#add('abilities declined at the end')
    if (/^(rally|swarm)\b/.test(text)) this.#seeAbility(game, team, text)
    if (text.startsWith('flee ')) this.#seeFlight(game, team, text)
    if (/^\d to /.test(text)) this.#seeStep(game, team, text)
    if (text.startsWith('fall ')) this.#seeFall(game, text)
    if (text.startsWith('retreat ')) this.#seeTraining(game, team, text)
  }

  /** To be called when the match is over, with the id of its ending. */
  end({ game }: BulwarkOracle, ending: string): void {
    this.#compare(game, '')
    if (ending === 'capital' && game.mover === game.winner) this.#add("won by capital on the winner's turn")
    if (ending === 'capital') this.#add('won by capital')
    else if (ending === 'losses') this.#add('won by losses')
    else if (game.teams.some(({ out }) => out)) this.#add('ended by length, a team being out')
    else this.#add('ended by length')
  }

  #add(branch: Branch): void {
    this.#counts.set(branch, (this.#counts.get(branch) ?? 0) + 1)
  }

  #seeAbility(game: Game, team: string, text: string): void {
    const own = game.units.filter(unit => unit.team === team)
    if (own.some(unit => isRecovering(game, unit))) this.#add('an ability used while a unit recovers')
    if (text !== 'rally') {
      this.#seeSwarm(game, team, text)
      return
    }
    const bell = game.rules.map.abilities.rally!
    const leaves = ({ at }: Unit) => isContested(game, at) && tileDistance(game, bell, at) <= 2
    if (game.rules.reads.rally.contested && own.some(leaves)) this.#add('a rally off a contested tile')
    this.#add('a rally')
    if (own.some(unit => unit.stepped)) this.#add('a rally of a unit that has stepped')
  }

  #seeSwarm(game: Game, team: string, text: string): void {
    const [, other = '', number = ''] = text.split(' ')
    const { at } = unitOf(game, other, number)
    if (other === team) this.#add('a swarm on a friend')
    if (at === game.rules.map.abilities.swarm) this.#add('a swarm on its own tile')
    if (isContested(game, at)) this.#add('a swarm on a contested tile')
    this.#struck = { team: other, at }
  }

  #seeFlight(game: Game, team: string, text: string): void {
    const to = /^flee \d to (.*)$/.exec(text)![1]!
    if (team !== this.#struck.team) this.#add('a flight that the other team chooses')
    if (tileDistance(game, this.#struck.at, to) > 1) this.#add('a flight by Training')
  }

  #seeStep(game: Game, team: string, text: string): void {
    const from = unitOf(game, team, text[0]!).at
    const to = text.slice('1 to '.length)
    if (!(game.rules.map.ferries[from] ?? []).includes(to)) return
    this.#add('a ferry')
    if (game.units.some(unit => unit.at === to && unit.team !== team)) this.#add('an attack by ferry')
  }

  #seeFall(game: Game, text: string): void {
    const [, team = '', number = ''] = text.split(' ')
    if (isRecovering(game, unitOf(game, team, number))) this.#add('a unit that recovers falls')
    const { at, attackers, defender, fallen } = game.battle!
    if (fallen.length > 0) return
    if (game.rules.reads.battle.when === 'entry') this.#add('a battle after a step')
    if (game.owners.get(at) !== defender) this.#add("a defender on a tile that is not its team's")
    if (new Set(attackers.map(unit => unit.cameFrom)).size > 1) this.#add('attackers from several tiles')
    const turn = `${game.round} ${game.mover}`
    if (turn === this.#battleTurn) this.#add('two battles in a turn')
    this.#battleTurn = turn
  }

  #seeTraining(game: Game, team: string, text: string): void {
    const to = /^retreat \d to (.*)$/.exec(text)?.[1]
    const owner = to === undefined ? undefined : game.owners.get(to)
    if (owner !== undefined && owner !== team) this.#add("Training: the rules send it to an enemy's tile")
    if (text.endsWith(' out')) this.#add('Training: the rules send a loser nowhere')
    if (text.endsWith(' stay')) this.#add('Training: the rules send a winner nowhere')
  }

  /** Where the fallen of a battle that is over stand. */
  #seeRetreats(game: Game, { at, attacker, attackers, fallen }: NonNullable<Game['battle']>): void {
    const won = attackers.some(unit => !fallen.includes(unit))
    for (const unit of fallen.filter(one => game.units.includes(one))) {
      const winner = (unit.team === attacker) === won
      const { blocked, winners } = game.rules.reads.retreat
      if (winner && winners !== 'retreat' && unit.at === at) this.#add('a fallen winner that stays')
      const chosen = hasTraining(game, unit.team, at)
      if (
        blocked === 'anywhere' &&
        !chosen &&
        tileDistance(game, at, unit.at) > 1 &&
        unit.cameFrom !== unit.at
      )
        this.#add('a retreat to a far tile')
    }
  }

  /** What the last decision changed. */
  #compare(game: Game, text: string): void {
    const before = this.#before
    const now = glance(game, text)
    this.#before = now
    if (before === undefined) return
    if (before.battle !== null && before.battle !== now.battle) this.#seeRetreats(game, before.battle)
    if (before.text.startsWith('swarm '))
      this.#add(
        text.startsWith('flee ') ? 'a swarm whose victim chooses' : 'a swarm whose victim has one way',
      )
    if (now.units < before.units && now.out === before.out && game.round > 0)
      this.#add('a unit leaves the game')
    if (now.held.some((turns, seat) => turns === 0 && before.held[seat]! > 0 && !game.teams[seat]!.out))
      this.#add('a capital held for a turn is taken back')
    if (now.out > before.out && game.winner === null) this.#add('a team out, others going on')
  }
}

const unitOf = ({ units }: Game, team: string, number: string): Unit =>
  units.find(unit => unit.team === team && String(unit.number) === number)!

const glance = (game: Game, text: string): Glance => ({
  text,
  units: game.units.length,
  held: game.teams.map(team => team.turnsWithoutCapital),
  battle: game.battle,
  out: game.teams.filter(({ out }) => out).length,
})
