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

/** A die that is rolled and not spent, and the type of the troop that it was rolled for. */
interface Die {
  value: number
  type: Type
}

/** One side of an attack: its troops still in it, and its unspent dice. */
interface Side {
  role: 'attack' | 'defence'
  seat: string
  troops: Troop[]
  dice: Die[]
}

const facesOf = (rules: OracleRules, role: Side['role'], type: Type): number =>
  rules.dice[role][type] ?? rules.dice.sides

/** Clause: where dice of one side's types differ, or the rules say so, a die fights for its own type alone. */
const isOwn = (rules: OracleRules): boolean =>
  rules.dice.own ||
  (['attack', 'defence'] as const).some(
    role => new Set(TYPES.map(type => facesOf(rules, role, type))).size > 1,
  )

/** Clause: the defender's value, changed by both modifiers and clamped, is compared with the attacker's. */
export function attackerWins(rules: OracleRules, attack: Pick, defence: Pick): boolean {
  const { bonus } = rules.dice
  let value = defence.die
  if (BEATS[attack.type] === defence.type) value -= bonus
  if (BEATS[defence.type] === attack.type) value += bonus
  value = Math.min(Math.max(value, 0), facesOf(rules, 'defence', defence.type) - 1)
  return rules.ties === 'attacker' ? attack.die >= value : attack.die > value
}

/** Those that may attack from a territory: all, or all that have not moved. */
const ableOn = (position: Position, from: string): Troop[] =>
  troopsOn(position, from).filter(troop => position.rules.attack.moved !== 'neither' || !troop.moved)

/** The most that may attack from a territory: one stays behind, as a rule. */
const mostFrom = (position: Position, from: string): number =>
  Math.min(
    ableOn(position, from).length,
    troopsOn(position, from).length - (position.rules.attack.guard ? 1 : 0),
  )

/** From one territory into an adjacent enemy one. */
export function legalAttacks(position: Position, seat: string): string[] {
  const texts: string[] = []
  for (const from of territoriesOf(position, seat)) {
    if (mostFrom(position, from) < 1) continue
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
    yield* attack(position, player, text)
  }
}

/** An attack, by the text that declares it. */
export function* attack(position: Position, player: Player, declared: string): Play {
  const [, from = '', to = ''] = declared.split(' ')
  const { moved } = position.rules.attack
  const { advance } = position.rules.moves
  const attacker: Side = { role: 'attack', seat: player.name, troops: [], dice: [] }
  const defender: Side = {
    role: 'defence',
    seat: ownerOf(position, to) ?? '',
    troops: troopsOn(position, to),
    dice: [],
  }
  const present = ableOn(position, from)
  // of one type, those go first that have moved; where these may not advance, those that have not
  const ofType = (type: Type): Troop[] => {
    const some = present.filter(troop => troop.type === type)
    const isFirst = (troop: Troop): boolean => troop.moved === (moved !== 'attack')
    return [...some.filter(isFirst), ...some.filter(troop => !isFirst(troop))]
  }
  yield* askCounts(
    player.name,
    player.types.map(type => ({ type, count: ofType(type).length })),
    { least: 1, most: mostFrom(position, from) },
    (type, count) => {
      attacker.troops.push(...ofType(type).slice(0, count))
    },
  )

  yield* fight(position, attacker, defender)
  // refill: new dice for the troops that are left, until one side has none
  while (position.rules.attack.refill && attacker.troops.length > 0 && defender.troops.length > 0)
    yield* fight(position, attacker, defender)

  if (defender.troops.length > 0) return
  const advancing = attacker.troops.filter(troop => moved !== 'attack' || !troop.moved)
  if (advancing.length === 0) return
  for (const troop of advancing) {
    troop.at = to
    if (advance) troop.moved = true
  }
  position.taken.push(to)
}

/** One roll of all dice, and comparisons until a side has no die left. */
function* fight(position: Position, attacker: Side, defender: Side): Play {
  // dice left over from an earlier roll are void
  const { rules } = position
  attacker.dice = yield* roll(rules, attacker)
  defender.dice = yield* roll(rules, defender)
  while (attacker.dice.length > 0 && defender.dice.length > 0) {
    const [attack, defence] = yield* askPicks(rules, attacker, defender)
    const isWon = attackerWins(rules, attack, defence)
    // both dice are spent, whoever won, unless the winner's is returned
    if (!isWon || rules.attack.survivors === 'spent') spend(rules, attacker, attack)
    if (isWon || rules.attack.survivors === 'spent') spend(rules, defender, defence)
    if (isWon) {
      removeOne(position, defender, defence.type)
      position.removed += 1
    } else {
      removeOne(position, attacker, attack.type)
    }
  }
}

/** Both pick at once and in secret, or one of them first. */
function* askPicks(rules: OracleRules, attacker: Side, defender: Side): Play<[Pick, Pick]> {
  const request = (side: Side): { actor: string; legal: string[] } => ({
    actor: side.seat,
    legal: legalPicks(rules, side),
  })
  const { first } = rules.attack
  if (first === null) {
    const [attack = '', defence = ''] = yield* askSealed([request(attacker), request(defender)])
    return [parsePick(attack), parsePick(defence)]
  }
  const one = yield* askSealed([request(first === 'attacker' ? attacker : defender)])
  const other = yield* askSealed([request(first === 'attacker' ? defender : attacker)])
  const [attack = '', defence = ''] = first === 'attacker' ? [...one, ...other] : [...other, ...one]
  return [parsePick(attack), parsePick(defence)]
}

/** A die for every troop, type by type if each type has its own dice. */
function* roll(rules: OracleRules, side: Side): Play<Die[]> {
  const dice: Die[] = []
  for (const type of TYPES)
    for (const troop of side.troops.filter(entry => entry.type === type)) {
      const faces: string[] = []
      for (let face = 0; face < facesOf(rules, side.role, troop.type); face += 1) faces.push(`die ${face}`)
      const text = yield* ask(CHANCE, faces)
      dice.push({ value: Number(text.split(' ')[1]), type })
    }
  return dice
}

/** The dice that a troop of the type may fight with. */
const diceFor = (rules: OracleRules, side: Side, type: Type): Die[] =>
  side.dice.filter(die => !isOwn(rules) || die.type === type)

/** Equal dice, and equal troops, are one choice. */
function legalPicks(rules: OracleRules, side: Side): string[] {
  const texts = new Set<string>()
  for (const { type } of side.troops)
    for (const { value } of diceFor(rules, side, type)) texts.add(`pick ${value} ${type}`)
  return [...texts]
}

function spend(rules: OracleRules, side: Side, pick: Pick): void {
  const die = diceFor(rules, side, pick.type).find(({ value }) => value === pick.die)
  if (die === undefined) throw new Error(`no die ${pick.die} of ${side.seat} is left`)
  side.dice = without(side.dice, die)
}

function parsePick(text: string): Pick {
  const [, die, typeText] = text.split(' ')
  const type = TYPES.find(entry => entry === typeText)
  if (type === undefined) throw new Error(`no type in ${text}`)
  return { die: Number(die), type }
}

function removeOne(position: Position, side: Side, type: Type): void {
  // of one type, those that have moved are the first to go
  const some = side.troops.filter(entry => entry.type === type)
  const troop = some.find(({ moved }) => moved) ?? some[0]
  if (troop === undefined) throw new Error(`no ${type} of ${side.seat} is in this attack`)
  side.troops = without(side.troops, troop)
  position.troops = without(position.troops, troop)
}
