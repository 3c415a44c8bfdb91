/** A position as text that a person can read. */
import { endingOf, NOBODY, type State, winnerOf } from '../../contract/index.ts'
import { ENDINGS } from '../rules/endings.ts'
import { TYPES } from '../rules/parts.ts'
import type { Tables } from '../rules/tables.ts'
import { ASIDE, copiesIn, countIn, DISCARDED, LOWER, totalIn, UPPER } from '../state/fields.ts'
import * as layout from '../state/layout.ts'
import { ATTACKER, DEFENDER, diceOf, seatOfSide, troopsOfSide } from '../state/sides.ts'
import { dossierOf, holderName } from './describe.ts'

const { ATTACKING, BOARD, DICE, EXCHANGE, FROM, INCOMING, MOVING, MULLIGAN, OUTCOME, PHASE, PICKING } = layout
const { PLACING, POOL, PRESTIGE, RAISING, RETURN, ROLLING, ROUND, SENDING, START, START_COUNT } = layout
const { STILL_IN, TERRITORIES, TO, TROOPS, TURN, cardsAt, seatAt, territoryAt } = layout

/** '2 assault, 1 ranged', or 'none'. */
function troopText(troops: number): string {
  const some = TYPES.map((type, i) => [countIn(troops, i), type] as const).filter(([count]) => count > 0)
  return some.length === 0 ? 'none' : some.map(([count, type]) => `${count} ${type}`).join(', ')
}

const DOING: Readonly<Record<number, string>> = {
  [MULLIGAN]: 'puts missions back',
  [START]: 'chooses a start',
  [START_COUNT]: 'chooses its first troops',
  [RETURN]: 'comes back',
  [PLACING]: 'places troops',
  [MOVING]: 'moves',
  [ATTACKING]: 'may attack',
  [SENDING]: 'chooses attackers',
  [RAISING]: 'raises troops',
  [EXCHANGE]: 'may exchange a mission',
}

function headLines(t: Tables, s: State): string[] {
  const outcome = s[OUTCOME]!
  if (outcome !== 0) {
    const winner = winnerOf(outcome)
    const who = winner === NOBODY ? 'nobody wins' : `${t.rules.seats[winner]!.name} wins`
    return [`${who}: ${ENDINGS[endingOf(outcome)]!.label}`]
  }
  const doing = DOING[s[PHASE]!]
  const name = t.rules.seats[s[TURN]!]!.name
  const round = s[PHASE]! <= START_COUNT ? 'setup' : `round ${s[ROUND]! + 1}`
  return [`${round}, ${name}${doing ? ` ${doing}` : ''}`, ...attackLines(t, s)]
}

/** Both sides' dice: a position shows everything, a view does not. */
function attackLines(t: Tables, s: State): string[] {
  const phase = s[PHASE]!
  if (phase !== ROLLING && phase !== PICKING) return []
  const names = [t.territoryNames[s[FROM]!], t.territoryNames[s[TO]!]]
  return [
    `attack from ${names[0]} on ${names[1]}`,
    ...[ATTACKER, DEFENDER].map(side => {
      const name = t.rules.seats[seatOfSide(s, side)]!.name
      const values = Array.from({ length: t.sides }, (_, v) => new Array<number>(diceOf(s, side, v)).fill(v))
      const dice = s[DICE + side]! < 0 ? `${s[POOL + side]} unknown` : values.flat().reverse().join(' ')
      return `  ${name}: ${troopText(troopsOfSide(s, side))}; dice ${dice === '' ? 'none' : dice}`
    }),
  ]
}

function seatLines(t: Tables, s: State): string[] {
  const width = Math.max(...t.rules.seats.map(({ name }) => name.length))
  return t.rules.seats.map(({ name, faction }, seat) => {
    const at = seatAt(seat)
    if (((s[STILL_IN]! >> seat) & 1) === 0) return `${name.padEnd(width)}  out, prestige ${s[at + PRESTIGE]}`
    const dossier = dossierOf(t, s, seat).map(card => card ?? '-')
    return [
      `${name.padEnd(width)}  prestige ${s[at + PRESTIGE]} of ${t.win}`,
      `${s[at + TERRITORIES]} territories`,
      `${totalIn(s[at + BOARD]!)} troops (${faction}), incoming ${troopText(s[at + INCOMING]!)}`,
      `missions ${dossier.join(', ')}`,
    ].join('; ')
  })
}

/** One line per territory, by region. */
function mapLines(t: Tables, s: State): string[] {
  const { territories } = t.rules.map
  const width = Math.max(...t.territoryNames.map(name => name.length))
  return [...new Set(territories.map(({ region }) => region))].flatMap(region => [
    `${region}:`,
    ...territories.flatMap((territory, i) => {
      if (territory.region !== region) return []
      const at = territoryAt(i)
      const holder = holderName(t, s, at)
      const troops = holder === null ? 'empty' : `${holder}: ${troopText(s[at + TROOPS]!)}`
      return [`  ${territory.name.padEnd(width)}  ${troops}`]
    }),
  ])
}

function deckLine(t: Tables, s: State): string {
  const cards = s.subarray(cardsAt(t.territories))
  const total = (part: number) => cards.reduce((sum, word) => sum + copiesIn(word, part), 0)
  const aside = total(ASIDE)
  const parts = [`deck ${total(UPPER)}`, `under it ${total(LOWER)}`, `discarded ${total(DISCARDED)}`]
  return [...parts, ...(aside > 0 ? [`set aside ${aside}`] : [])].join(', ')
}

/** The position as text: the seats, the map by region, the deck, and the dice of an attack. */
export function render(t: Tables, s: State): string {
  return [...headLines(t, s), ...seatLines(t, s), ...mapLines(t, s), deckLine(t, s)].join('\n')
}
