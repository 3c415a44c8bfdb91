/** Checks the oracle of bulwark against the ruling's own facts and invariants in random games. */
import { describe, expect, it } from 'vitest'
import { BulwarkOracle, replay } from './bulwark.ts'
import { lanchesterParts } from './bulwark-battle.ts'
import { RECONSTRUCTED } from './bulwark-map.ts'
import {
  distance,
  type Game,
  type GivenRules,
  isContested,
  isRecovering,
  neighboursOf,
  newGame,
  readRules,
  type Unit,
} from './bulwark-parts.ts'
import { RULES } from './bulwark-scene.ts'

/** Park and Miller's generator: whole numbers below n. */
function generator(seed: number): (n: number) => number {
  let state = (seed * 7919 + 1) % 2147483647
  return n => {
    state = (state * 48271) % 2147483647
    return state % n
  }
}

describe('the reconstructed map', () => {
  const game = newGame(readRules(RULES))
  const hexOf = (name: string) => game.tiles.find(tile => tile.name === name)!.hex
  const near = (name: string) =>
    game.tiles.filter(tile => distance(tile.hex, hexOf(name)) === 1).map(tile => tile.name)

  it('has 30 tiles by different names, of which 6 are impassable and 2 are seas', () => {
    expect(new Set(game.tiles.map(tile => tile.name)).size).toBe(30)
    expect(game.tiles.filter(tile => !tile.passable)).toHaveLength(6)
    expect(game.tiles.filter(tile => tile.sea && tile.passable)).toHaveLength(2)
  })

  it('has Arena, Graveyard, Island on a line, and just Church and Windmill beside both of the last two', () => {
    const [a, b, c] = ['FFA Arena', 'Graveyard', 'Island 2'].map(hexOf) as [
      ReturnType<typeof hexOf>,
      ReturnType<typeof hexOf>,
      ReturnType<typeof hexOf>,
    ]
    expect([b.q - a.q, b.r - a.r]).toEqual([c.q - b.q, c.r - b.r])
    expect(distance(a, b)).toBe(1)
    expect(near('Graveyard').filter(name => near('Island 2').includes(name))).toEqual([
      'Church',
      'Cliff Windmill',
    ])
  })

  it('lets every passable tile reach every other, and no ferry tile lies beside its sea', () => {
    for (const start of game.tiles.filter(tile => tile.passable)) {
      const reached = new Set([start.name])
      for (const name of reached)
        for (const next of [...neighboursOf(game, name), ...(RECONSTRUCTED.ferries[name] ?? [])])
          reached.add(next)
      expect(reached.size).toBe(24)
    }
    for (const [from, seas] of Object.entries(RECONSTRUCTED.ferries))
      for (const sea of seas) expect(distance(hexOf(from), hexOf(sea))).toBeGreaterThan(1)
  })
})

describe('the model lanchester', () => {
  const chance = (a: number, d: number): number => {
    if (a === 0 || d === 0) return a === 0 ? 0 : 1
    const attackerFalls = lanchesterParts(a, d, 1.5) / 1_000_000
    return attackerFalls * chance(a - 1, d) + (1 - attackerFalls) * chance(a, d - 1)
  }

  it('has the exact chances that the ruling states, for attackers and for defenders', () => {
    expect((100 * chance(5, 4)).toFixed(1)).toBe('67.9')
    expect((100 * chance(5, 2)).toFixed(1)).toBe('94.7')
    expect((100 * (1 - chance(4, 5))).toFixed(1)).toBe('67.9')
    expect((100 * (1 - chance(2, 5))).toFixed(1)).toBe('94.7')
  })

  it('is even duels with exponent 1 and the square law with exponent 2, within 1 and 999,999', () => {
    expect(lanchesterParts(5, 1, 1)).toBe(500_000)
    expect(lanchesterParts(3, 1, 2)).toBe(250_000)
    expect(lanchesterParts(8, 1, 60)).toBe(1)
    expect(lanchesterParts(1, 8, 60)).toBe(999_999)
  })
})

// ---------------------------------------------------------------------------------------------------------------------
// Random games

const VARIANTS: Readonly<Record<string, GivenRules>> = {
  'as shipped': RULES,
  'three teams': { ...RULES, teams: ['north', 'south', 'west'], team: { size: 4 }, setup: { move: 'west' } },
  'uneven teams, square law': { ...RULES, team: { size: [6, 5] }, battle: { exponent: 2 } },
  'linear law, short cooldowns': {
    ...RULES,
    battle: { exponent: 1, home: 1.3 },
    rally: { cooldown: 1 },
    swarm: { cooldown: 1 },
  },
  'capitals fixed near each other, patient': {
    ...RULES,
    team: { size: 8 },
    setup: { capitals: ['Decrepit Farm', 'Golden Empire Camp'], pick: 'south', move: 'south' },
    capital: { turns: 4 },
    recon: { off: ['north'] },
    limits: { turns: 20 },
  },
}

const GAMES_PER_VARIANT = 40

function draw(oracle: BulwarkOracle, below: (n: number) => number): string {
  const options = oracle.legal()
  if (oracle.actor() !== 'chance') return options[below(options.length)]!
  const odds = oracle.odds()
  let left = below(odds.reduce((sum, odd) => sum + odd, 0))
  return options.find((_, i) => {
    left -= odds[i]!
    return left < 0
  })!
}

/** `expect` is slow, and these run a million times. */
function must(holds: boolean, what: string): void {
  if (!holds) expect.fail(what)
}

/** Invariants at every decision. */
function checkPosition({ game }: BulwarkOracle): void {
  const teamsOn = new Map<string, Set<string>>()
  for (const unit of game.units) teamsOn.set(unit.at, new Set([...(teamsOn.get(unit.at) ?? []), unit.team]))
  for (const [name, teams] of teamsOn) {
    must(!RECONSTRUCTED.impassable.includes(name), `units on ${name}`)
    must(teams.size < 3, `three teams on ${name}`)
    const owner = game.owners.get(name)!
    // the battle's own tile keeps its owner until the retreats are done
    if (teams.size === 1) must(teams.has(owner) || game.battle?.at === name, `${owner} owns ${name}`)
    // only the mover contests, and the other keeps the tile
    else must(teams.has(game.mover!) && teams.has(owner) && owner !== game.mover, `${name} keeps its owner`)
  }
}

function checkQuestion(oracle: BulwarkOracle): void {
  const options = oracle.legal()
  must(options.length > 1, 'one option is asked')
  must(new Set(options).size === options.length, `twice the same option: ${options.join(', ')}`)
  if (oracle.actor() !== 'chance') return
  const { attackers, defenders, fallen } = oracle.game.battle!
  const left = (units: readonly Unit[]) => units.filter(unit => !fallen.includes(unit)).length
  const odds = oracle.odds()
  must(
    odds.every(odd => Number.isInteger(odd) && odd > 0),
    'odds are positive integers',
  )
  const sum = odds.reduce((total, odd) => total + odd, 0)
  must(sum === 1_000_000 * left(attackers) * left(defenders), `the odds sum to ${sum}`)
}

/** What holds when a turn has just begun: nothing is contested, and the mover has not moved. */
function checkTurnStart({ game }: BulwarkOracle): void {
  must(!game.tiles.some(tile => isContested(game, tile.name)), 'contested between turns')
  must(!game.units.some(unit => unit.stepped), 'stepped before the turn')
}

/** Units that recover and where they stand. */
const resting = (game: Game) =>
  game.units.filter(unit => isRecovering(game, unit)).map(unit => ({ unit, at: unit.at }))

/** Plays to the end and returns the decisions. */
function playGame(rules: GivenRules, seed: number): string[] {
  const below = generator(seed)
  const oracle = new BulwarkOracle(rules)
  const { game } = oracle
  const record: string[] = []
  let turn = ''
  let answers = 0
  const readyFrom = new Map<string, number>()
  while (oracle.actor() !== null) {
    checkQuestion(oracle)
    checkPosition(oracle)
    const decision = draw(oracle, below)
    const isMove = /^\d|^rally$|^swarm|^flee|^end$/.test(decision)
    if (`${game.round} ${game.mover}` !== turn) {
      checkTurnStart(oracle)
      turn = `${game.round} ${game.mover}`
      answers = 0
    }
    if (isMove && !/^flee/.test(decision)) answers += 1
    const size = game.rules.sizes[game.rules.teams.indexOf(game.mover ?? '')] ?? 0
    must(answers <= 3 * size + 2, `${answers} decisions in one turn`)
    const before = resting(game)
    const roundOf = game.round
    oracle.apply(decision)
    // a unit that recovers moves in retreats only
    const isSameTurn = `${game.round} ${game.mover}` === turn && game.battle === null && game.winner === null
    if (isMove && isSameTurn)
      for (const { unit, at } of before)
        must(unit.at === at || !game.units.includes(unit), `${unit.team} ${unit.number} recovers and moves`)
    const word = /[a-z]+/.exec(decision)![0]
    if (word === 'rally' || word === 'swarm') {
      const spent = game.rules.cooldown[word]
      must(roundOf >= (readyFrom.get(word) ?? 1), `${word} before its time`)
      readyFrom.set(word, roundOf + spent)
    }
    record.push(decision)
  }
  checkEnd(game)
  return record
}

function checkEnd(game: Game): void {
  const standing = game.teams.filter(team => !team.out).map(team => team.name)
  if (game.winner === 'length') {
    expect(game.round).toBe(game.rules.turnLimit)
    expect(standing.length).toBeGreaterThan(1)
  } else expect(standing).toEqual([game.winner])
  for (const team of game.teams) expect(game.units.some(unit => unit.team === team.name)).toBe(!team.out)
  for (const owner of game.owners.values()) expect(standing).toContain(owner)
}

describe('random games', () => {
  for (const [name, rules] of Object.entries(VARIANTS)) {
    it(`${name}: end, keep the invariants, and replay to the same position`, () => {
      const seen = new Set<string>()
      for (let seed = 1; seed <= GAMES_PER_VARIANT; seed += 1) {
        const record = playGame(rules, seed)
        for (const decision of record) seen.add(/[a-z]+/.exec(decision)![0])
        if (seed > 3) continue
        const oracle = replay(rules, record)
        expect(oracle.actor()).toBe(null)
        expect(JSON.stringify(replay(rules, record).describe())).toBe(JSON.stringify(oracle.describe()))
      }
      for (const word of ['stay', 'to', 'rally', 'swarm', 'flee', 'end', 'retreat', 'fall'])
        expect(seen, word).toContain(word)
    })
  }
})
