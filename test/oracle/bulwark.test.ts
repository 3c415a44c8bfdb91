/** The oracle of bulwark held to the ruling's own facts, to small scenes, and to invariants in random games. */
import { describe, expect, it } from 'vitest'
import { BulwarkOracle, replay } from './bulwark.ts'
import { fightBattles, lanchesterParts } from './bulwark-battle.ts'
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
  settleOwner,
  type Unit,
} from './bulwark-parts.ts'

const TEAMS = ['north', 'south']
const RULES: GivenRules = { map: RECONSTRUCTED, teams: TEAMS }

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
// Small scenes: units are put where the scene wants them and one battle is fought

/** `5 Graveyard`, or `5 Graveyard < FFA Arena` for one that stepped there. */
function scene(lines: Record<string, readonly string[]>, rules: Partial<GivenRules> = {}): Game {
  const game = newGame(readRules({ ...RULES, ...rules, teams: Object.keys(lines) }))
  game.round = 1
  for (const team of game.teams) {
    team.turnsBegun = 1
    for (const line of lines[team.name]!) {
      const [, number, at, from] = /^(\d) ([^<]+?)(?: < (.*))?$/.exec(line)!
      game.units.push({
        team: team.name,
        number: Number(number),
        skill: 1,
        at: at!,
        stepped: from !== undefined,
        cameFrom: from ?? null,
        recoversUntil: 0,
      })
    }
  }
  game.teams[1]!.turnsEnded = 1
  for (const { name } of game.tiles) {
    settleOwner(game, name)
    if (isContested(game, name)) game.owners.set(name, game.teams[1]!.name)
  }
  return game
}

/** Fights the first seat's battles; the team named in `fells` loses all its duels; other questions by `answers`. */
function fightScene(game: Game, fells: readonly string[], answers: readonly string[] = []): string[] {
  const log: string[] = []
  const rest = [...answers]
  const falls = [...fells]
  const script = fightBattles(game, game.teams[0]!.name)
  let step = script.next()
  while (!step.done) {
    const { options, who } = step.value
    if (who !== 'chance') log.push(`${who}: ${options.join(', ')}`)
    const answer = who === 'chance' ? falls.shift()! : rest.shift()!
    if (!options.includes(answer)) throw new Error(`${answer} is not in ${options.join(', ')}`)
    step = script.next(answer)
  }
  return log
}

const where = (game: Game, team: string): string[] =>
  game.units.filter(unit => unit.team === team).map(unit => `${unit.number} ${unit.at}`)

describe('retreats', () => {
  it('the defender goes opposite the attack, and the tile is his', () => {
    const game = scene({ north: ['1 Bakery < Forge'], south: ['1 Bakery', '2 Forge'] })
    fightScene(game, ['fall south 1'])
    expect(where(game, 'south')).toEqual(['1 Graveyard', '2 Forge'])
    expect(game.owners.get('Graveyard')).toBe('south')
    expect(game.owners.get('Bakery')).toBe('north')
    expect(game.units.filter(unit => isRecovering(game, unit)).map(unit => unit.team)).toEqual(['south'])
  })

  it("the source's example: from the Arena against the Graveyard, to Church or Windmill, by the enemy's distance", () => {
    const lines = { south: ['1 Graveyard'], north: ['1 Graveyard < FFA Arena', '2 Bakery'] }
    const game = scene({ north: lines.north, south: lines.south })
    fightScene(game, ['fall south 1'])
    expect(where(game, 'south')).toEqual(['1 Cliff Windmill'])
    const even = scene({ north: ['1 Graveyard < FFA Arena'], south: ['1 Graveyard'] })
    fightScene(even, ['fall south 1'])
    expect(where(even, 'south')).toEqual(['1 Church'])
  })

  it('the tile that most attackers came from counts, ties by map order', () => {
    const most = ['1 Graveyard < Church', '2 Graveyard < Cliff Windmill', '3 Graveyard < Cliff Windmill']
    const game = scene({ north: most, south: ['1 Graveyard'] })
    fightScene(game, ['fall south 1'])
    expect(where(game, 'south')).toEqual(['1 Bakery'])
    const tie = scene({ north: most.slice(0, 2), south: ['1 Graveyard'] })
    // opposite the Church lies Town 3, impassable, with the Arena and the Windmill beside it
    fightScene(tie, ['fall south 1'])
    expect(where(tie, 'south')).toEqual(['1 FFA Arena'])
  })

  it('after an attack by ferry there is no opposite: the farthest from enemies, then map order', () => {
    const game = scene({ north: ["1 Northern Sea < Farmer's House"], south: ['1 Northern Sea'] })
    fightScene(game, ['fall south 1'])
    expect(where(game, 'south')).toEqual(['1 Oceanside Mountain Path'])
    const other = scene({
      north: ["1 Northern Sea < Farmer's House", '2 Forge'],
      south: ['1 Northern Sea'],
    })
    fightScene(other, ['fall south 1'])
    expect(where(other, 'south')).toEqual(['1 Rocky Archways'])
  })

  it("attackers go back where each came from, the winner's fallen too, a ferry's tile included", () => {
    const game = scene({
      north: ["1 Northern Sea < Farmer's House", '2 Northern Sea < Rocky Archways'],
      south: ['1 Northern Sea', '2 Forge'],
    })
    fightScene(game, ['fall north 1', 'fall north 2'])
    expect(where(game, 'north')).toEqual(["1 Farmer's House", '2 Rocky Archways'])
    const won = scene({
      north: ['1 Bakery < Forge', '2 Bakery < Church'],
      south: ['1 Bakery', '2 Quarry'],
    })
    fightScene(won, ['fall north 2', 'fall south 1'])
    expect(where(won, 'north')).toEqual(['1 Bakery', '2 Church'])
    expect(
      won.units.filter(unit => isRecovering(won, unit)).map(unit => `${unit.team} ${unit.number}`),
    ).toEqual(['north 2', 'south 1'])
  })

  it('with no tile left a loser is out of the game, and its team without units with it', () => {
    const around = ['Church', 'Rocky Archways', 'FFA Arena', 'Cliff Windmill', 'Bakery']
    const ring = neighboursOf(newGame(readRules(RULES)), 'Graveyard')
    expect(ring.every(name => [...around, 'Lighthouse Waterfall'].includes(name))).toBe(true)
    const posts = ring.map((name, i) => `${i + 2} ${name}`)
    const game = scene({ north: ['1 Graveyard < FFA Arena', ...posts], south: ['1 Graveyard'] })
    fightScene(game, ['fall south 1'])
    expect(where(game, 'south')).toEqual([])
    expect(game.winner).toBe('north')
  })

  it('with no tile left a fallen winner stays and recovers', () => {
    const ring = neighboursOf(newGame(readRules(RULES)), 'Graveyard')
    const posts = ring.map((name, i) => `${i + 3} ${name}`)
    const game = scene({
      north: ['1 Graveyard < FFA Arena', ...posts],
      south: ['1 Graveyard', '2 Graveyard'],
    })
    // north owns the Arena, so its unit is asked
    fightScene(game, ['fall south 1', 'fall north 1'], ['retreat 1 to FFA Arena'])
    expect(where(game, 'south')).toEqual(['1 Graveyard', '2 Graveyard'])
    expect(isRecovering(game, game.units.find(unit => unit.team === 'south')!)).toBe(true)
    expect(game.owners.get('Graveyard')).toBe('south')
  })

  it('with Training a routed unit chooses any free neutral or own tile but the battle tile', () => {
    const game = scene({ north: ['1 Bakery < Forge'], south: ['1 Bakery', '2 FFA Arena'] })
    const log = fightScene(game, ['fall south 1'], ['retreat 1 to Southern Sea'])
    expect(log).toHaveLength(1)
    // of 24 passable ones not the battle tile
    expect(log[0]!.split(', ')).toHaveLength(23)
    expect(where(game, 'south')).toEqual(['1 Southern Sea', '2 FFA Arena'])
  })

  it('Training serves the defender of the Arena itself, which keeps its owner until retreats are done', () => {
    const game = scene({ north: ['1 FFA Arena < Graveyard'], south: ['1 FFA Arena'] })
    const log = fightScene(game, ['fall south 1'], ['retreat 1 to Quarry'])
    expect(log).toHaveLength(1)
    expect(game.owners.get('FFA Arena')).toBe('north')
  })
})

// ---------------------------------------------------------------------------------------------------------------------
// Scenes from the start, by decisions

describe('turns', () => {
  const beside = { ...RULES, team: { size: 4 }, setup: { capitals: ['Quarry', 'Golden Empire Camp'] } }

  it('a capital is land, and neither the same as nor adjacent to another', () => {
    const oracle = new BulwarkOracle(RULES)
    expect(oracle.legal()).toHaveLength(22)
    oracle.apply('capital Forge')
    const near = ['Forge', ...neighboursOf(oracle.game, 'Forge')]
    expect(oracle.legal()).toHaveLength(22 - near.length)
    expect(oracle.legal()).not.toContain('capital Bakery')
  })

  it('Rally gathers what is within 2 tiles and costs no step, then all that have not stepped are asked again', () => {
    const oracle = replay(beside, ['1 stay', '2 to Mountainside Bell'])
    expect(oracle.legal()).toContain('rally')
    oracle.apply('rally')
    expect(oracle.game.units.slice(0, 4).map(unit => unit.at)).toEqual(Array(4).fill('Mountainside Bell'))
    expect(oracle.legal()[0]).toBe('1 stay')
    for (const answer of ['1 stay', '3 to Quarry']) oracle.apply(answer)
    expect(oracle.legal()[0]).toBe('4 stay')
    expect(oracle.legal()).not.toContain('rally')
    oracle.apply('4 stay')
    expect(oracle.actor()).toBe('south')
  })

  it('used in round n, an ability is usable again in round n + 3, after the last answer too', () => {
    const oracle = replay(beside, ['1 stay', '2 to Mountainside Bell', 'rally'])
    const rallies: number[] = []
    while (oracle.game.round < 8) {
      const stay = oracle.legal().find(text => / stay$/.test(text))
      const rally = oracle.legal().includes('rally')
      // unit 3 steps between the Quarry and the Bell, so that there is somebody to rally
      const walk = oracle.legal().find(text => /^3 to (Quarry|Mountainside Bell)$/.test(text))
      if (rally && stay === undefined) rallies.push(oracle.game.round)
      if (rally && stay === undefined) oracle.apply('rally')
      else oracle.apply(walk && oracle.actor() === 'north' ? walk : (stay ?? 'end'))
    }
    expect(rallies[0]).toBeGreaterThanOrEqual(4)
    for (const [i, round] of rallies.entries())
      if (i > 0) expect(round - rallies[i - 1]!).toBeGreaterThanOrEqual(3)
  })

  it('Bee Swarm: the struck unit goes where its owner says, unrouted, and owns what it comes to', () => {
    const rules = { ...beside, setup: { capitals: ['Decrepit Farm', 'Golden Empire Camp'] } }
    const oracle = replay(rules, ["1 to Beekeeper's", 'swarm south 3'])
    expect(oracle.actor()).toBe('south')
    expect(oracle.legal()).toContain('flee 3 to Southern Sea')
    expect(oracle.legal()).not.toContain("flee 3 to Beekeeper's")
    oracle.apply('flee 3 to Southern Sea')
    expect(oracle.game.owners.get('Southern Sea')).toBe('south')
    expect(oracle.game.units.some(unit => isRecovering(oracle.game, unit))).toBe(false)
    expect(oracle.legal()[0]).toBe('2 stay')
  })

  it('a team whose capital is lost over two of its own turns is out', () => {
    const rules = { ...RULES, team: { size: 4 }, setup: { capitals: ['Quarry', 'Bakery'] } }
    const oracle = new BulwarkOracle(rules)
    const stays = () => {
      const now = oracle.actor()
      const round = oracle.game.round
      while (oracle.actor() === now && oracle.game.round === round) {
        const text = oracle.legal().find(option => / stay$|^end$/.test(option))!
        oracle.apply(text)
      }
    }
    // south leaves its capital, north walks in by the Forge
    oracle.apply('1 to Forge')
    stays()
    for (let unit = 1; unit <= 4; unit += 1) oracle.apply(`${unit} to FFA Arena`)
    oracle.apply('1 to Bakery')
    stays()
    expect(oracle.game.owners.get('Bakery')).toBe('north')
    expect(oracle.game.teams[1]!.turnsWithoutCapital).toBe(0)
    stays()
    expect(oracle.game.teams[1]!.turnsWithoutCapital).toBe(1)
    stays()
    stays()
    expect(oracle.actor()).toBe(null)
    expect(oracle.game.winner).toBe('north')
    expect(oracle.game.round).toBe(3)
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

/** `expect` is slow, and these are asked a million times. */
function must(holds: boolean, what: string): void {
  if (!holds) expect.fail(what)
}

/** What holds whenever somebody has to decide. */
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
function playGame(rules: GivenRules, seed: number): { record: string[]; winner: string } {
  const below = generator(seed)
  const oracle = new BulwarkOracle(rules)
  const { game } = oracle
  const record: string[] = []
  let turn = ''
  let answers = 0
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
    oracle.apply(decision)
    // a unit that recovers moves in retreats only
    const isSameTurn = `${game.round} ${game.mover}` === turn && game.battle === null && game.winner === null
    if (isMove && isSameTurn)
      for (const { unit, at } of before)
        must(unit.at === at || !game.units.includes(unit), `${unit.team} ${unit.number} recovers and moves`)
    record.push(decision)
  }
  checkEnd(game)
  return { record, winner: game.winner! }
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
      const ends = new Map<string, number>()
      for (let seed = 1; seed <= GAMES_PER_VARIANT; seed += 1) {
        const { record, winner } = playGame(rules, seed)
        ends.set(winner, (ends.get(winner) ?? 0) + 1)
        for (const decision of record) seen.add(/[a-z]+/.exec(decision)![0])
        if (seed > 3) continue
        const oracle = replay(rules, record)
        expect(oracle.actor()).toBe(null)
        expect(JSON.stringify(replay(rules, record).describe())).toBe(JSON.stringify(oracle.describe()))
      }
      console.log(name, ends)
      for (const word of ['stay', 'to', 'rally', 'swarm', 'flee', 'end', 'retreat', 'fall'])
        expect(seen, word).toContain(word)
    })
  }
})
