/** A position as the JSON of the rulings, and as text that a person can read. */
import { ATTACKER, DEFENDER, diceOf, seatOfSide, troopsOfSide } from './attack.ts'
import * as layout from './layout.ts'
import { TYPES } from './parts.ts'
import type { Tables } from './tables.ts'

const { ATTACKING, BOARD, DICE, DOSSIER, EXCHANGE, FROM, HOLDER, INCOMING, MOVING, MULLIGAN, OUTCOME } =
  layout
const { PHASE, PICKING, PLACING, POOL, PRESTIGE, RAISING, RETURN, ROLLING, ROUND, SENDING, START } = layout
const { START_COUNT, STILL_IN, TERRITORIES, TO, TROOPS, TURN, ASIDE, DISCARDED, LOWER, UPPER } = layout
const { cardsAt, countIn, holderIn, landAt, seatAt, totalIn } = layout

type Counts = Record<(typeof TYPES)[number], number>

function counts(troops: number): Counts {
  return {
    assault: countIn(troops, 0),
    mounted: countIn(troops, 1),
    ranged: countIn(troops, 2),
  }
}

function bySeat<T>(t: Tables, of: (seat: number) => T): Record<string, T> {
  return Object.fromEntries(t.rules.seats.map(({ name }, seat) => [name, of(seat)]))
}

function byTerritory<T>(t: Tables, of: (at: number) => T): Record<string, T> {
  return Object.fromEntries(t.territoryNames.map((name, territory) => [name, of(landAt(territory))]))
}

function holderName(t: Tables, s: Int32Array, at: number): string | null {
  const holder = holderIn(s[at + HOLDER]!)
  return holder === 0 ? null : t.rules.seats[holder - 1]!.name
}

function dossierOf(t: Tables, s: Int32Array, seat: number): (string | null)[] {
  return Array.from({ length: t.dossier }, (_, p) => t.cardNames[s[seatAt(seat) + DOSSIER + p]! - 1] ?? null)
}

type Endings = readonly { kind: string; label: string }[]

/** The winner's name, 'length' or null. */
function winnerOf(t: Tables, s: Int32Array, endings: Endings): string | null {
  const outcome = s[OUTCOME]!
  if (outcome === 0) return null
  const winner = (outcome >> 4) - 1
  return winner >= 0 ? t.rules.seats[winner]!.name : endings[(outcome & 15) - 1]!.kind
}

export function describe(t: Tables, s: Int32Array, endings: Endings): object {
  return {
    territories: byTerritory(t, at => holderName(t, s, at)),
    troops: byTerritory(t, at => counts(s[at + TROOPS]!)),
    dossiers: bySeat(t, seat => dossierOf(t, s, seat)),
    prestige: bySeat(t, seat => s[seatAt(seat) + PRESTIGE]!),
    incoming: bySeat(t, seat => counts(s[seatAt(seat) + INCOMING]!)),
    winner: winnerOf(t, s, endings),
  }
}

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

function headLines(t: Tables, s: Int32Array, endings: Endings): string[] {
  const outcome = s[OUTCOME]!
  if (outcome !== 0) {
    const winner = (outcome >> 4) - 1
    const who = winner >= 0 ? `${t.rules.seats[winner]!.name} wins` : 'nobody wins'
    return [`${who}: ${endings[(outcome & 15) - 1]!.label}`]
  }
  const doing = DOING[s[PHASE]!]
  const name = t.rules.seats[s[TURN]!]!.name
  const round = s[PHASE]! <= START_COUNT ? 'setup' : `round ${s[ROUND]! + 1}`
  return [`${round}, ${name}${doing ? ` ${doing}` : ''}`, ...attackLines(t, s)]
}

/** Both sides' dice: a position shows everything, a view does not. */
function attackLines(t: Tables, s: Int32Array): string[] {
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

function seatLines(t: Tables, s: Int32Array): string[] {
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

/** A line a territory, by region. */
function mapLines(t: Tables, s: Int32Array): string[] {
  const { territories } = t.rules.map
  const width = Math.max(...t.territoryNames.map(name => name.length))
  return [...new Set(territories.map(({ region }) => region))].flatMap(region => [
    `${region}:`,
    ...territories.flatMap((territory, i) => {
      if (territory.region !== region) return []
      const at = landAt(i)
      const holder = holderName(t, s, at)
      const troops = holder === null ? 'empty' : `${holder}: ${troopText(s[at + TROOPS]!)}`
      return [`  ${territory.name.padEnd(width)}  ${troops}`]
    }),
  ])
}

function deckLine(t: Tables, s: Int32Array): string {
  const cards = s.subarray(cardsAt(t.territories))
  const total = (part: number) => cards.reduce((sum, word) => sum + ((word >>> part) & 255), 0)
  const put = total(ASIDE)
  const parts = [`deck ${total(UPPER)}`, `under it ${total(LOWER)}`, `discarded ${total(DISCARDED)}`]
  return [...parts, ...(put > 0 ? [`set aside ${put}`] : [])].join(', ')
}

export function render(t: Tables, s: Int32Array, endings: Endings): string {
  return [...headLines(t, s, endings), ...seatLines(t, s), ...mapLines(t, s), deckLine(t, s)].join('\n')
}
