// The oracle's attacks: step 3 of a turn.
import { type OracleRules, TYPES, type Type } from './prestige-document.ts'
import {
  ask,
  askCounts,
  askSealed,
  CHANCE,
  ownerOf,
  type Play,
  type Player,
  type Position,
  type Troop,
  territoriesOf,
  territory,
  troopsOn,
  without,
} from './prestige-parts.ts'

const BEATS: Readonly<Record<Type, Type>> = { assault: 'mounted', mounted: 'ranged', ranged: 'assault' }

/** A side's sealed pick. */
interface Pick {
  die: number
  type: Type
}

/** One side of an attack: its troops still in it, and its unspent dice. */
interface Side {
  seat: string
  troops: Troop[]
  dice: number[]
}

/** Clause: the defender's value, changed by both modifiers and clamped, is compared with the attacker's. */
export function attackerWins(rules: OracleRules, attack: Pick, defence: Pick): boolean {
  const { sides, bonus } = rules.dice
  let value = defence.die
  if (BEATS[attack.type] === defence.type) value -= bonus
  if (BEATS[defence.type] === attack.type) value += bonus
  value = Math.min(Math.max(value, 0), sides - 1)
  return rules.ties === 'attacker' ? attack.die >= value : attack.die > value
}

/** From one territory into an adjacent enemy one, at least one troop going and at least one staying behind. */
function legalAttacks(position: Position, seat: string): string[] {
  const texts: string[] = []
  for (const from of territoriesOf(position, seat)) {
    if (troopsOn(position, from).length < 2) continue
    if (!position.rules.blitz && position.taken.includes(from)) continue
    for (const to of territory(position, from).adjacent) {
      const owner = ownerOf(position, to)
      if (owner !== null && owner !== seat) texts.push(`attack ${from} ${to}`)
    }
  }
  return texts
}

/** Step 3: attacks, as many as he likes. */
export function* attackStep(position: Position, player: Player): Play {
  for (;;) {
    const text = yield* ask(player.name, [...legalAttacks(position, player.name), 'done'])
    if (text === 'done') return
    const [, from = '', to = ''] = text.split(' ')
    yield* attack(position, player, from, to)
  }
}

function* attack(position: Position, player: Player, from: string, to: string): Play {
  const attacker: Side = { seat: player.name, troops: [], dice: [] }
  const defender: Side = { seat: ownerOf(position, to) ?? '', troops: troopsOn(position, to), dice: [] }
  const present = troopsOn(position, from)
  const ofType = (type: Type): Troop[] => present.filter(troop => troop.type === type)
  yield* askCounts(
    player.name,
    player.types.map(type => ({ type, count: ofType(type).length })),
    { least: 1, most: present.length - 1 },
    (type, count) => {
      attacker.troops.push(...ofType(type).slice(0, count))
    },
  )

  yield* fight(position, attacker, defender)
  // refill: new dice for the troops that are left, until one side has none
  while (position.rules.attack.refill && attacker.troops.length > 0 && defender.troops.length > 0)
    yield* fight(position, attacker, defender)

  if (defender.troops.length > 0) return
  for (const troop of attacker.troops) troop.at = to
  position.taken.push(to)
}

/** One roll of all dice, and comparisons until a side has no die left. */
function* fight(position: Position, attacker: Side, defender: Side): Play {
  // dice left over from an earlier roll are void
  attacker.dice = yield* roll(position, attacker.troops.length)
  defender.dice = yield* roll(position, defender.troops.length)
  while (attacker.dice.length > 0 && defender.dice.length > 0) {
    const texts = yield* askSealed(
      [attacker, defender].map(side => ({ actor: side.seat, legal: legalPicks(side) })),
    )
    const [attack, defence] = texts.map(parsePick) as [Pick, Pick]
    // both dice are spent, whoever won
    attacker.dice = without(attacker.dice, attack.die)
    defender.dice = without(defender.dice, defence.die)
    if (attackerWins(position.rules, attack, defence)) {
      removeOne(position, defender, defence.type)
      position.removed += 1
    } else {
      removeOne(position, attacker, attack.type)
    }
  }
}

function* roll(position: Position, count: number): Play<number[]> {
  const dice: number[] = []
  const faces: string[] = []
  for (let face = 0; face < position.rules.dice.sides; face += 1) faces.push(`die ${face}`)
  while (dice.length < count) {
    const text = yield* ask(CHANCE, faces)
    dice.push(Number(text.split(' ')[1]))
  }
  return dice
}

/** Equal dice, and equal troops, are one choice. */
function legalPicks(side: Side): string[] {
  const texts: string[] = []
  for (const die of [...new Set(side.dice)].sort((a, b) => a - b))
    for (const type of TYPES)
      if (side.troops.some(troop => troop.type === type)) texts.push(`pick ${die} ${type}`)
  return texts
}

function parsePick(text: string): Pick {
  const [, die, typeText] = text.split(' ')
  const type = TYPES.find(entry => entry === typeText)
  if (type === undefined) throw new Error(`no type in ${text}`)
  return { die: Number(die), type }
}

function removeOne(position: Position, side: Side, type: Type): void {
  const troop = side.troops.find(entry => entry.type === type)
  if (troop === undefined) throw new Error(`no ${type} of ${side.seat} is in this attack`)
  side.troops = without(side.troops, troop)
  position.troops = without(position.troops, troop)
}
