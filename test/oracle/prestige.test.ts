/** The oracle of prestige alone: laws that follow from the ruling, on random games. */
import { describe, expect, it } from 'vitest'
import { type PrestigeJson, type PrestigeOracle, replay } from './prestige.ts'
import { type PrestigeDocument, rulesOf, TYPES, type Type } from './prestige-document.ts'
import { DECK, playRandomly, type Seen, world } from './prestige-world.ts'

const VARIANTS: Readonly<Record<string, PrestigeDocument>> = {
  'two players': world(2, { limits: { rounds: 12 } }),
  'three players': world(3, { limits: { rounds: 12 } }),
  'four players on a crowded map': world(4, { limits: { rounds: 15 } }),
  'long matches': world(2, { prestige: { win: 12 }, limits: { rounds: 12 } }),
  'refilled attacks': world(3, { attack: { refill: true }, prestige: { win: 5 }, limits: { rounds: 12 } }),
  'no blitz': world(2, { blitz: false, limits: { rounds: 12 } }),
  'no comeback': world(3, { comeback: false, prestige: { win: 9 }, limits: { rounds: 12 } }),
  'ties to the attacker on three-sided dice': world(3, { ties: 'attacker', dice: { sides: 3 } }),
  'a low cap': world(3, { troops: { cap: 6 }, prestige: { win: 9 }, limits: { rounds: 12 } }),
  'no least incoming': world(2, { incoming: { min: 0 }, limits: { rounds: 12 } }),
  'a deck soon spent': world(2, { deck: DECK.slice(8), prestige: { win: 9 }, limits: { rounds: 12 } }),
}

const GAMES = 14
/** how games ended */
const endings = new Set<string>()

const neighbours = new Map(rulesOf(world(2)).territories.map(({ name, adjacent }) => [name, adjacent]))

const sum = (counts: Readonly<Record<Type, number>>): number =>
  TYPES.reduce((total, type) => total + counts[type], 0)

const total = (json: PrestigeJson): number =>
  Object.values(json.troops).reduce((all, counts) => all + sum(counts), 0)

const held = (json: PrestigeJson, seat: string): number =>
  Object.values(json.territories).filter(owner => owner === seat).length

/** As `expect(holds).toBe(true)`, which is slow for hundreds of thousands of laws. */
function law(holds: boolean, what: string): void {
  if (!holds) expect.fail(what)
}

/** What is true of every position. */
function checkPosition(oracle: PrestigeOracle): void {
  const { position, rules } = oracle
  const json = oracle.json()
  for (const { name } of rules.territories) {
    const owners = new Set(position.troops.filter(troop => troop.at === name).map(troop => troop.seat))
    law(owners.size <= 1, `${name} has troops of one player`)
    law(
      (json.territories[name] === null) === (sum(json.troops[name]!) === 0),
      `${name} is nobody's without troops`,
    )
  }
  for (const { name, types, out, dossier } of position.players) {
    const own = position.troops.filter(troop => troop.seat === name)
    law(
      own.every(troop => types.includes(troop.type)),
      `${name} has the types of his faction`,
    )
    const incoming = sum(json.incoming[name]!)
    law(own.length + incoming <= rules.troops.cap, `${name} has no more troops than the cap`)
    if (!out) continue
    law(own.length + incoming === 0, `${name} is out and has no troops`)
    law(
      dossier.every(card => card === null),
      `${name} is out and has no missions`,
    )
  }
  const { upper, lower, discard, putBack, setAside } = position
  const cards = [...upper, ...lower, ...discard, ...putBack, ...setAside]
  for (const { dossier } of position.players) cards.push(...dossier.filter(card => card !== null))
  const deck = rules.deck.map(({ name }) => name)
  law(cards.sort().join() === deck.sort().join(), 'every card is in one place')
  for (const actor of oracle.actors()) {
    const legal = oracle.legal(actor)
    law(legal.length > 0, `${actor} owes a decision and has one`)
    law(new Set(legal).size === legal.length, `${actor} has every decision once`)
  }
}

/** What is true of one decision, by its first word. */
function checkDecision({ oracle, actor, text }: Seen): () => void {
  const before = oracle.json()
  const [verb = '', ...words] = text.split(' ')
  return () => {
    checkPosition(oracle)
    const after = oracle.json()
    for (const [seat, prestige] of Object.entries(after.prestige))
      law(prestige >= before.prestige[seat]!, 'prestige is never lost')
    const grown = total(after) - total(before)
    const at = words[words.length - 1] ?? ''
    if (verb === 'move') {
      const [, from = '', to = ''] = words
      law(neighbours.get(from)!.includes(to), `${text} goes to an adjacent territory`)
      law([null, actor].includes(before.territories[to]!), `${text} enters no enemy territory`)
      law(after.territories[from] === actor && after.territories[to] === actor, `${text} leaves both his`)
      law(grown === 0, `${text} keeps the number of troops`)
    }
    if (verb === 'place')
      law(grown === 1 && before.territories[at] === actor, `${text} is on an own territory`)
    if (verb === 'comeback') {
      law(held(before, actor) === 0 && before.territories[at] === null, `${text} is without territories`)
      law(sum(after.troops[at]!) === sum(before.incoming[actor]!), `${text} brings all incoming`)
    }
    if (verb === 'pick') law(grown === 0 || grown === -1, `${text} removes at most one troop`)
  }
}

interface Attack {
  seat: string
  from: string
  to: string
  attackers: number
  before: PrestigeJson
  dice: number
  picks: number
}

/** Follows attacks from their first word to the next decision of another kind. */
class AttackWatch {
  conquests = 0
  failures = 0
  #now: Attack | null = null
  #turn = ''
  #taken: string[] = []
  #removed = 0

  see({ oracle, actor, text }: Seen): void {
    const [verb, from = '', to = ''] = text.split(' ')
    const { round, turn, taken, removed } = oracle.position
    const now = this.#now
    if (now !== null) {
      if (verb === 'count') now.attackers += Number(to)
      if (verb === 'die') now.dice += 1
      if (verb === 'pick') now.picks += 1
      if (verb === 'count' || verb === 'die' || verb === 'pick') return
      this.#end(now, oracle)
      this.#now = null
    }
    if (this.#turn !== `${round} ${turn}`) {
      this.#turn = `${round} ${turn}`
      this.#taken = []
      this.#removed = 0
    }
    law(taken.join() === this.#taken.join(), 'what he took counts for the turn')
    law(removed === this.#removed, 'what he removed counts for the turn')
    if (verb !== 'attack') return
    const before = oracle.json()
    law(
      oracle.rules.blitz || !oracle.position.taken.includes(from),
      `${text} does not start where he just took`,
    )
    law(neighbours.get(from)!.includes(to), `${text} goes to an adjacent territory`)
    law(![null, actor].includes(before.territories[to]!), `${text} meets an enemy`)
    this.#now = { seat: actor, from, to, attackers: 0, before, dice: 0, picks: 0 }
  }

  #end({ seat, from, to, attackers, before, dice, picks }: Attack, oracle: PrestigeOracle): void {
    const after = oracle.json()
    const started = sum(before.troops[from]!)
    const defenders = sum(before.troops[to]!)
    const lost = started + defenders - sum(after.troops[from]!) - sum(after.troops[to]!)
    const isTaken = after.territories[to] === seat
    const lostByAttacker = started - sum(after.troops[from]!) - (isTaken ? sum(after.troops[to]!) : 0)
    this.#removed += lost - lostByAttacker
    if (isTaken) this.#taken.push(to)
    law(attackers >= 1 && attackers < started, 'at least one attacks and one stays')
    law(after.territories[from] === seat, 'the attacker keeps his territory')
    law(lost === picks / 2, 'a comparison removes one troop')
    if (isTaken) this.conquests += 1
    else this.failures += 1
    if (oracle.rules.attack.refill) {
      const isBeaten = sum(after.troops[from]!) === started - attackers
      law(isTaken || isBeaten, 'a refilled attack ends when one side has no troops')
      return
    }
    law(dice === attackers + defenders, 'every troop is one die')
    law(picks === 2 * Math.min(attackers, defenders), 'as many comparisons as the smaller side has troops')
    if (isTaken) {
      law(attackers >= defenders, 'who conquers brings at least as many troops as defend')
      law(sum(after.troops[to]!) === attackers, 'who conquers wins every comparison and moves in with all')
    } else {
      law(sum(after.troops[from]!) + sum(after.troops[to]!) === started + defenders - lost, 'all stay')
      law(after.territories[to] === before.territories[to], 'the defender keeps his territory')
    }
  }
}

/** Who has won is who has the prestige, or is the last one left; else the rounds are spent. */
function checkEnd(oracle: PrestigeOracle): 'prestige' | 'last' | 'length' {
  const { players, round, winner } = oracle.position
  const { prestige, limits } = oracle.rules
  const left = players.filter(({ out }) => !out)
  const first = players.filter(player => player.prestige >= prestige.win)
  if (winner === 'length') {
    law(first.length === 0 && left.length > 1, 'nobody has won at the length')
    law(round === limits.rounds + 1, 'all rounds are played')
    return 'length'
  }
  if (first.length === 0) {
    law(left.length === 1 && left[0]?.name === winner, 'the last player left wins')
    return 'last'
  }
  law(first.length === 1 && first[0]?.name === winner, 'one has the prestige, and wins')
  return 'prestige'
}

describe('random games', () => {
  for (const [variant, document] of Object.entries(VARIANTS)) {
    it(`${variant}: the laws of the ruling hold, and records replay`, () => {
      const attacks = new AttackWatch()
      for (let seed = 1; seed <= GAMES; seed += 1) {
        const { oracle, record } = playRandomly(document, seed, seen => {
          attacks.see(seen)
          // whole positions are looked at after every eleventh decision
          return (seen.record.length + seed) % 11 === 0 ? checkDecision(seen) : undefined
        })
        endings.add(checkEnd(oracle))
        if (seed <= 4) expect(replay(document, record).json()).toEqual(oracle.json())
      }
      expect(Math.min(attacks.conquests, attacks.failures)).toBeGreaterThan(0)
    })
  }

  it('end in every way', () => {
    expect([...endings].sort()).toEqual(['last', 'length', 'prestige'])
  })
})
