/** A position as text for people: the map at the start of a turn, a line within it. */
import { bitCount, foldLine, LINE_MAX, lowest, NOBODY } from '../../contract/index.ts'
import { ENDINGS } from '../info.ts'
import type { Tables } from '../rules/tables.ts'
import { tilesOwned, timeOf } from '../state/board.ts'
import {
  ANSWERING,
  ASKED,
  AT,
  BATTLE,
  BATTLING,
  ENDING,
  FLEEING,
  HELD,
  HELD_COUNTING,
  homeIn,
  LIVING,
  numberOf,
  OUT,
  ownerIn,
  PICKING,
  RECOVERING,
  RETREATING,
  ROUND,
  STAGE,
  STEPPED,
  TILE,
  TURN,
  teamOf,
  UNIT_BITS,
  UNITS,
} from '../state/layout.ts'
import { outcomeOf, slotsIn } from './describe.ts'
import { unitName } from './notation.ts'

/** Columns of half a tile where there is room; most columns of a name, unless names would coincide. */
const HALF_MIN = 8
const NAME = 15
/** Narrower columns leave too little of a name to be worth two lines. */
const FOLD_MIN = 7

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz'

/** The teams' letters: the first of each name that no earlier team has, else any. */
function letters(t: Tables): string[] {
  const taken = new Set<string>()
  return t.rules.team.names.map(name => {
    const letter = [...name, ...ALPHABET].find(c => ALPHABET.includes(c) && !taken.has(c))!
    taken.add(letter)
    return letter
  })
}

/** `r125(34)`: each team's units on a tile, those that recover in brackets. */
function unitsOn(t: Tables, s: Int32Array, tile: number): string[] {
  const here = s[TILE + tile]! & UNIT_BITS
  const digits = (mask: number) =>
    slotsIn(mask)
      .map(slot => numberOf(slot) + 1)
      .join('')
  return letters(t)
    .map((letter, seat) => {
      const own = here & teamOf(seat)
      if (own === 0) return ''
      const recovering = own & s[RECOVERING]!
      return `${letter}${digits(own & ~recovering)}${recovering === 0 ? '' : `(${digits(recovering)})`}`
    })
    .filter(Boolean)
}

/** `R*r`, `r125`: the owner with a star for a capital, then the units of each team. */
function status(t: Tables, s: Int32Array, tile: number): string[] {
  if (t.passable[tile] === 0) return ['######']
  const owner = ownerIn(s[TILE + tile]!)
  const sign = owner === 0 ? '.' : letters(t)[owner - 1]!.toUpperCase()
  const home = homeIn(s[TILE + tile]!)
  const star = home === 0 || ((s[OUT]! >> (home - 1)) & 1) === 1 ? '' : `*${letters(t)[home - 1]}`
  return [`${sign}${star}`, ...unitsOn(t, s, tile)]
}

const shortened = (name: string, most: number): string =>
  name.length > most ? `${name.slice(0, most - 1)}.` : name

/**
 * The tiles' names in as many columns, or in as many more as keep them apart; where that is more than there is room for, on two lines if these
 * keep them apart.
 */
function nameLines(t: Tables, columns: number, room: number): string[][] {
  const areApart = (names: readonly string[][]): boolean =>
    new Set(names.map(lines => lines.join('\n'))).size === t.tiles
  const short = (most: number): string[][] => t.names.map(name => [shortened(name, most)])
  let most = columns
  while (!areApart(short(most))) most++
  if (most <= room || room < FOLD_MIN) return short(most)
  const folded = t.names.map(name => onTwoLines(name, room))
  return areApart(folded) ? folded : short(most)
}

/** A name on a line, or as its first words and the others. */
function onTwoLines(name: string, columns: number): string[] {
  const [first = '', ...words] = name.split(' ')
  let line = first
  while (words.length > 0 && line.length + 1 + words[0]!.length <= columns) line += ` ${words.shift()}`
  return [line, words.join(' ')].filter(Boolean).map(part => shortened(part, columns))
}

/** The map, each row half a tile further right than the one above; a list of held tiles, if the map is too wide for that. */
function mapLines(t: Tables, s: Int32Array, columns: number): string[] {
  const halves = t.map.map(({ at }) => 2 * at[0]! + at[1]!)
  const left = Math.min(...halves)
  // Columns of half a tile: what a tile shows ends a column before the next one.
  const halfMax = Math.floor(columns / (Math.max(...halves) - left + 2))
  const most = 2 * halfMax - 1
  const names = nameLines(t, Math.min(NAME, Math.max(1, most)), most)
  const cells = t.map.map(({ at }, tile) => {
    const parts = status(t, s, tile)
    const whole = parts.join(' ')
    return {
      row: at[1]!,
      half: halves[tile]!,
      lines: [...names[tile]!, ...(whole.length > most ? parts : [whole])],
    }
  })
  const widest = Math.max(...cells.flatMap(({ lines }) => lines.map(line => line.length)))
  if (widest > most) return listLines(t, s)
  const width = Math.max(Math.min(HALF_MIN, halfMax), Math.ceil((widest + 1) / 2))
  const rows = [...new Set(cells.map(({ row }) => row))].sort((a, b) => a - b)
  return rows.flatMap(row => {
    const inRow = cells.filter(cell => cell.row === row).sort((a, b) => a.half - b.half)
    const height = Math.max(...inRow.map(({ lines }) => lines.length))
    const line = (i: number) =>
      inRow
        .reduce((text, { half, lines }) => text.padEnd((half - left) * width) + (lines[i] ?? ''), '')
        .trimEnd()
    return [...Array.from({ length: height }, (_, i) => line(i)), '']
  })
}

/** Every tile that somebody owns or stands on, or that is a capital. */
function listLines(t: Tables, s: Int32Array): string[] {
  const held = t.names.flatMap((name, tile) =>
    t.passable[tile] === 0 || s[TILE + tile] === 0 ? [] : [`${name}: ${status(t, s, tile).join(' ')}`],
  )
  return [...held.flatMap(line => foldLine(line)), '']
}

function headline(t: Tables, s: Int32Array): string {
  const team = t.rules.team.names[s[TURN]!]!
  if (s[STAGE] === PICKING) return `${team} picks its capital`
  const held = t.rules.team.names.flatMap((name, seat) =>
    s[HELD + seat] === 0
      ? []
      : [
          `${name}'s capital is held for ${Math.max(0, s[HELD + seat]! - HELD_COUNTING)} of ${t.rules.capital.turns} turns`,
        ],
  )
  const time = timeOf(t, s)
  const inTurns = t.rules.cooldown.turns === 'all'
  const waits = t.timed.flatMap(({ tile, swarms }, k) =>
    s[t.ready + k]! > time
      ? [
          `${swarms ? 'swarm' : 'rally'} at ${t.names[tile]} from ${inTurns ? 'turn' : 'round'} ${s[t.ready + k]} on${inTurns ? ` (this is turn ${time})` : ''}`,
        ]
      : [],
  )
  return [`round ${s[ROUND]}, ${team} moves`, ...held, ...waits].join('; ')
}

/** What the letters and signs of the map mean, and what its tiles can do. */
export function legendOf(t: Tables): string {
  const [first] = letters(t)
  const teams = letters(t).map((letter, seat) => `${letter} ${t.rules.team.names[seat]}`)
  return [
    `${teams.join(', ')}: upper case owns the tile; ${first}12(3): its units, those in brackets recover`,
    `*${first}: a capital; .: nobody's tile; ######: impassable`,
    ...abilities(t),
  ]
    .flatMap(line => foldLine(line))
    .join('\n')
}

/** What tiles can do, a line for each ability: `rally: Mountainside Bell, Obelisk`, `ferry: Quarry > Northern Sea`. */
function abilities(t: Tables): string[] {
  const places = new Map<string, string[]>()
  const put = (ability: string, place: string) => places.set(ability, [...(places.get(ability) ?? []), place])
  for (const { name, abilities, ferries } of t.map) {
    for (const ability of abilities) put(typeof ability === 'string' ? ability : ability.name, name)
    for (const to of ferries) put('ferry', `${name} > ${to}`)
  }
  return [...places].map(([ability, where]) => `${ability}: ${where.join(', ')}`)
}

/** `red 5 tiles, 4 units (1 recovers)` for each team in the game. */
export function standings(t: Tables, s: Int32Array): string {
  const teams = t.rules.team.names.map((name, seat) => {
    if (((s[OUT]! >> seat) & 1) === 1) return `${name} out`
    const recovering = bitCount(s[UNITS + seat]! & s[RECOVERING]!)
    const units = `${counted(tilesOwned(t, s, seat), 'tile')}, ${counted(bitCount(s[UNITS + seat]!), 'unit')}`
    return `${name} ${units}${recovering === 0 ? '' : ` (${recovering} recovering)`}`
  })
  return teams.join('; ')
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`

function battleLine(t: Tables, s: Int32Array): string {
  const forces = t.rules.team.names.flatMap((name, seat) => {
    const living = slotsIn(s[LIVING]! & teamOf(seat)).map(slot => numberOf(slot) + 1)
    return living.length === 0 ? [] : [`${name} ${living.join(' ')}`]
  })
  return `battle at ${t.names[s[BATTLE]! - 1]}: ${forces.join(' against ')}`
}

/** Whether a turn has just begun, or begins again after an ability. */
function turnBegins(s: Int32Array): boolean {
  const open = s[UNITS + s[TURN]!]! & ~s[RECOVERING]!
  // No unit may step, but an ability may be used.
  if (s[STAGE] === ENDING) return open === 0
  return s[STAGE] === ANSWERING && s[STEPPED] === 0 && s[ASKED] === lowest(open)
}

/** The next decision within a turn. */
function nextLine(t: Tables, s: Int32Array): string {
  const slot = s[ASKED]!
  const unit = unitName(t, slot)
  switch (s[STAGE]) {
    case BATTLING:
      return battleLine(t, s)
    case ANSWERING:
      return `next: ${unit} at ${t.names[s[AT + slot]!]}`
    case FLEEING:
      return `next: ${unit} at ${t.names[s[AT + slot]!]} flees`
    case RETREATING:
      return `next: ${unit} retreats from ${t.names[s[AT + slot]!]}`
    default:
      return `next: an ability, or the end of ${t.rules.team.names[s[TURN]!]}'s turn`
  }
}

/**
 * The map between a headline and the standings, at the start of a turn and at the end of the match; within a turn, a line on
 * what is asked next.
 */
export function render(t: Tables, s: Int32Array, width = LINE_MAX): string {
  const outcome = outcomeOf(s)
  const map = ['', ...mapLines(t, s, width), ...foldLine(standings(t, s))]
  if (outcome !== null) {
    const result = outcome.winner === NOBODY ? 'nobody wins' : `${t.rules.team.names[outcome.winner]} wins`
    return [...foldLine(`${result}: ${ENDINGS[outcome.ending]!.label}`), ...map].join('\n')
  }
  const lines =
    s[STAGE] === PICKING || turnBegins(s) ? [...foldLine(headline(t, s)), ...map] : foldLine(nextLine(t, s))
  return lines.join('\n')
}
