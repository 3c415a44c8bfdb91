/** Positions as text. */
import { endingOf, foldLine, NOBODY, type State, winnerOf } from '../../contract/index.ts'
import { ENDINGS } from '../rules/assets.ts'
import { TYPES } from '../rules/parts.ts'
import type { Tables } from '../rules/tables.ts'
import { ATTACKER, DEFENDER, diceOf, isHidden, seatOfSide, troopsOfSide } from '../state/dice.ts'
import { ASIDE, copiesIn, countIn, DISCARDED, LOWER, totalIn, UPPER } from '../state/fields.ts'
import {
  ATTACKING,
  BOARD,
  DECK,
  EMPTY_DRAW,
  EXCHANGE,
  EXCHANGE_DRAW,
  FROM,
  INCOMING,
  MET_DRAW,
  MIXED,
  MOVING,
  MULLIGAN,
  OUTCOME,
  PHASE,
  PICKING,
  PLACING,
  POOL,
  PRESTIGE,
  RAISING,
  REDRAW,
  RETURN,
  ROLLING,
  ROUND,
  SENDING,
  SETUP_DRAW,
  START,
  START_COUNT,
  STILL_IN,
  seatAt,
  TERRITORIES,
  TO,
  TROOPS,
  TURN,
  territoryAt,
} from '../state/layout.ts'
import { dossierOf, holderName } from './describe.ts'
import { storyOf, troopText } from './story.ts'

/** '2 assault, 1 ranged', or 'none', of a word of troops. */
export const troopsIn = (troops: number): string => troopText(type => countIn(troops, type))

const DOING: Readonly<Record<number, string>> = {
  [SETUP_DRAW]: 'draws missions',
  [REDRAW]: 'draws missions',
  [MET_DRAW]: 'draws a mission',
  [EMPTY_DRAW]: 'draws a mission',
  [EXCHANGE_DRAW]: 'draws a mission',
  [MULLIGAN]: 'puts missions back',
  [START]: 'chooses a start',
  [START_COUNT]: 'chooses its first troops',
  [RETURN]: 'comes back',
  [PLACING]: 'places troops',
  [MOVING]: 'moves',
  [ATTACKING]: 'may attack',
  [MIXED]: 'moves or attacks',
  [ROLLING]: 'attacks',
  [PICKING]: 'attacks',
  [SENDING]: 'chooses attackers',
  [RAISING]: 'raises troops',
  [EXCHANGE]: 'may exchange a mission',
}

const ASKED: Readonly<Record<number, string>> = {
  [MULLIGAN]: 'choose missions to put back',
  [START]: 'choose where to start',
  [START_COUNT]: 'choose your first troops',
  [RETURN]: 'choose where to come back in',
  [PLACING]: 'place your incoming troops',
  [MOVING]: 'move troops, or stop',
  [ATTACKING]: 'attack, or stop',
  [MIXED]: 'move or attack, or stop',
  [PICKING]: 'pick a die and a troop to fight with',
  [SENDING]: 'choose the troops that attack',
  [RAISING]: 'choose new troops for your next turn',
  [EXCHANGE]: 'exchange a mission, or keep both',
}

/** What the seat to move decides now. */
export const asks = (s: State): string | undefined => ASKED[s[PHASE]!]

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

/** '9 4 4', or by type where dice belong to types: 'assault 9 4, ranged 4'. */
function diceText(t: Tables, s: State, side: number): string {
  const kinds = TYPES.slice(0, t.ownDice ? TYPES.length : 1).map((name, type) => {
    const dice = Array.from({ length: t.sides }, (_, v) =>
      new Array<number>(diceOf(t, s, side, type, v)).fill(v),
    )
    return { name, text: dice.flat().reverse().join(' ') }
  })
  const some = kinds.filter(({ text }) => text !== '')
  if (some.length === 0) return 'none'
  return some.map(({ name, text }) => (t.ownDice ? `${name} ${text}` : text)).join(', ')
}

const inAttack = (s: State): boolean => s[PHASE] === ROLLING || s[PHASE] === PICKING

/** Both sides' troops and dice: a position shows everything, a view does not. */
function attackLines(t: Tables, s: State): string[] {
  if (!inAttack(s)) return []
  return [
    `attack from ${t.territoryNames[s[FROM]!]} on ${t.territoryNames[s[TO]!]}`,
    ...[ATTACKER, DEFENDER].map(side => `  ${sideText(t, s, side)}`),
  ]
}

/** `red: 2 assault; dice 7 3`, the dice from the highest. */
function sideText(t: Tables, s: State, side: number): string {
  const name = t.rules.seats[seatOfSide(s, side)]!.name
  const dice = isHidden(t, s, side) ? `${s[POOL + side]} unknown` : diceText(t, s, side)
  return `${name}: ${troopsIn(troopsOfSide(s, side))}; dice ${dice}`
}

function seatLines(t: Tables, s: State): string[] {
  const width = Math.max(...t.rules.seats.map(({ name }) => name.length))
  return t.rules.seats.flatMap(({ name, faction }, seat) => {
    const at = seatAt(seat)
    if (((s[STILL_IN]! >> seat) & 1) === 0)
      return [`${name.padEnd(width)}  out, prestige ${s[at + PRESTIGE]}`]
    const dossier = dossierOf(t, s, seat).map(card => card ?? '-')
    const standing = [
      `prestige ${s[at + PRESTIGE]} of ${t.win}`,
      s[at + TERRITORIES] === 1 ? '1 territory' : `${s[at + TERRITORIES]} territories`,
      `${totalIn(s[at + BOARD]!)} ${totalIn(s[at + BOARD]!) === 1 ? 'troop' : 'troops'} (${faction})`,
      `incoming ${troopsIn(s[at + INCOMING]!)}`,
    ].join('; ')
    return [`${name.padEnd(width)}  ${standing}`, `${' '.repeat(width)}  missions ${dossier.join(', ')}`]
  })
}

function mapLines(t: Tables, s: State): string[] {
  const { territories } = t.rules.map
  const width = Math.max(...t.territoryNames.map(name => name.length))
  return [...new Set(territories.map(({ region }) => region))].flatMap(region => [
    `${region}:`,
    ...territories.flatMap((territory, i) => {
      if (territory.region !== region) return []
      const at = territoryAt(i)
      const holder = holderName(t, s, at)
      const troops = holder === null ? 'empty' : `${holder}: ${troopsIn(s[at + TROOPS]!)}`
      return [`  ${territory.name.padEnd(width)}  ${troops}`]
    }),
  ])
}

function deckLine(s: State): string {
  const total = (part: number) => copiesIn(s[DECK]!, part)
  const aside = total(ASIDE)
  const parts = [`deck ${total(UPPER)}`, `under it ${total(LOWER)}`, `discarded ${total(DISCARDED)}`]
  return [...parts, ...(aside > 0 ? [`set aside ${aside}`] : [])].join(', ')
}

const boardLines = (t: Tables, s: State): string[] => [
  ...headLines(t, s),
  ...seatLines(t, s),
  ...mapLines(t, s),
  deckLine(s),
]

const folded = (lines: readonly string[]): string => lines.flatMap(line => foldLine(line)).join('\n')

/** The position as text: the seats, the map by region, the deck, and the dice of an attack. */
export function render(t: Tables, s: State): string {
  return folded(boardLines(t, s))
}

/** What came of a decision; then the whole position at the start of a turn and at the end, else what is done now. */
export function narrate(t: Tables, before: State, after: State): string {
  return folded([
    ...storyOf(t, before, after).map(sentence => `  ${sentence}`),
    ...nowLines(t, before, after),
  ])
}

function nowLines(t: Tables, before: State, after: State): string[] {
  const playing = after[PHASE]! > START_COUNT
  const turnBegins =
    before[PHASE]! <= START_COUNT || after[TURN] !== before[TURN] || after[ROUND] !== before[ROUND]
  if (after[OUTCOME] !== 0 || (playing && turnBegins)) return boardLines(t, after)
  if (inAttack(before) && inAttack(after)) return [ATTACKER, DEFENDER].map(side => sideText(t, after, side))
  return headLines(t, after)
}
