/**
 * The table of single matches, a row each, for runs that ask for it. Its rows come from facts, not tallies.
 */
import { type GameInfo, NOBODY, WIN_UNITS } from '../../engine/contract/index.ts'
import {
  cellsOf,
  type Experiment,
  gameOf,
  type Pairings,
  pairingsOf,
  seatedMembers,
} from '../../sim/experiment/index.ts'
import type { MatchFacts } from '../../sim/records/facts.ts'
import { FORFEIT } from '../../sim/records/line.ts'
import {
  CELL_COLUMNS,
  CELL_KEY,
  type CellValue,
  type Columns,
  cellCells,
  column,
  type Format,
} from './column.ts'
import { comebacks, NOBODY_WON } from './endings.ts'
import { Stack } from './stack.ts'

/** Columns that every game has; from `block` on, in the order in which `rowOf` fills them in. */
const COLUMNS = {
  ...CELL_COLUMNS,
  block: column('count', 'The block. Seed, block and rotation together determine the luck of the match.'),
  rotation: column('count', 'How many seats the line-up was rotated by.'),
  winner: column(
    'text',
    `The only seat above its fair share of the win, or \`${NOBODY_WON}\`: a draw, a win of several seats, or the turn limit.`,
  ),
  ending: column('text', `The id of the ending, as in endings.csv, or \`${FORFEIT}\`.`),
  forfeited_by: column('text', 'The seat that forfeited the match; empty if nobody did.'),
  steps: column('count', 'Length in steps, such as phases.'),
  turns: column('decimal', 'Length in turns.'),
  decision_count: column('count', 'Decisions made, including those of chance.'),
  lowest: column(
    'count',
    `How far behind the winner was at its lowest point, as in comebacks.csv but exact. ${comebacks.columns.lowest!.meaning.split(';')[0]}. Empty if no seat won alone or the match was forfeited.`,
  ),
}

/** Columns of which a game has one per seat, or per gauge and seat: their names and meanings. */
const FAMILIES = {
  agent: column('text', 'The agent in this seat.'),
  member: column(
    'count',
    'Member of a population in this seat, as in members.csv; empty without a population.',
  ),
  part: column('share', "This seat's share of the win."),
  final: column('count', "This seat's gauge after the last step; empty if no step was completed."),
}

/** A column's name, of the words after its family's. */
const named = (family: keyof typeof FAMILIES, ...words: readonly string[]): string =>
  [family, ...words].join('.')

/** What the dictionary says of the table. Its file is written by `reports/files/matches.ts`. */
export const matches = {
  id: 'matches',
  question: 'How did each match go?',
  row: 'One row for each match, ordered by line-up, block, variant and rotation. Includes matches without an asset and matches of exploiters. Only with `--matches-table`.',
  columns: {
    ...COLUMNS,
    [named('agent', 'SEAT')]: FAMILIES.agent,
    [named('member', 'SEAT')]: FAMILIES.member,
    [named('part', 'SEAT')]: FAMILIES.part,
    [named('final', 'GAUGE', 'SEAT')]: FAMILIES.final,
  },
  key: [...CELL_KEY, 'block', 'rotation'],
}

/** The format of a column of the table by its name; undefined for those that all files have. */
export function matchesFormat(id: string): Format | undefined {
  const [family] = id.split('.', 1)
  const own: Columns = COLUMNS
  const families: Columns = FAMILIES
  return (own[id] ?? families[family!])?.format
}

function formatsOf(columns: Columns): Record<string, Format> {
  return Object.fromEntries(Object.entries(columns).map(([id, { format }]) => [id, format]))
}

/**
 * Makes the rows of a run's matches, perhaps millions: as cells in the order of the columns, without names.
 */
export class MatchRows {
  /** Columns of the file, those of the run among them. */
  readonly columns: Columns
  /** By column; of rule keys, what all their values are. */
  readonly formats: Readonly<Record<string, Format>>
  /** By variant. */
  readonly infos: readonly GameInfo[]
  readonly #seats: readonly string[]
  /** By cell and rotation: a row with all that is the same in the matches of both. */
  readonly #rows: readonly (readonly (readonly CellValue[])[])[]
  readonly #lineups: number
  readonly #pairings: readonly Pairings[]
  /** Where the columns begin that depend on the match. */
  readonly #own: number
  readonly #parts: number
  readonly #members: number
  /** Where the columns of a variant's gauges begin, by variant and gauge. */
  readonly #finals: readonly (readonly number[])[]

  constructor(experiment: Experiment) {
    const { seats, variants, lineups } = experiment
    const stack = new Stack(experiment)
    this.#seats = seats
    this.#lineups = lineups.length
    this.#pairings = lineups.map(lineup => pairingsOf(experiment, lineup))
    this.infos = variants.map(variant => gameOf(experiment, variant).info)
    const gauges = [...new Set(this.infos.flatMap(info => info.gauges.map(({ id }) => id)))]
    const family = (id: keyof typeof FAMILIES, ...words: readonly string[]): Columns =>
      Object.fromEntries(seats.map(seat => [named(id, ...words, seat), FAMILIES[id]]))
    const finals = Object.assign({}, ...gauges.map(gauge => family('final', gauge)))
    const own: Columns = { ...COLUMNS, ...family('agent'), ...family('member'), ...family('part'), ...finals }
    this.columns = stack.columnsOf({ columns: own })
    const ids = Object.keys(this.columns)
    this.formats = { ...formatsOf(this.columns), ...stack.settings }
    this.#own = ids.indexOf('block')
    this.#members = ids.indexOf(named('member', seats[0]!))
    this.#parts = ids.indexOf(named('part', seats[0]!))
    this.#finals = this.infos.map(info =>
      info.gauges.map(({ id }) => ids.indexOf(named('final', id, seats[0]!))),
    )
    this.#rows = cellsOf(experiment).map(cell =>
      seats.map((_, rotation) => {
        const { participants } = cell.lineup
        const agents = seats.map((seat, s) => [
          named('agent', seat),
          participants[(s + rotation) % seats.length]!.label,
        ])
        const row = stack.rowOf({ ...cellCells(cell, experiment), rotation, ...Object.fromEntries(agents) })
        return ids.map(id => row[id] ?? Number.NaN)
      }),
    )
  }

  /** The row of a match. */
  rowOf(lineup: number, variant: number, block: number, rotation: number, match: MatchFacts): CellValue[] {
    const seats = this.#seats
    const info = this.infos[variant]!
    const row = [...this.#rows[variant * this.#lineups + lineup]![rotation]!]
    const { winner, faulty, ending, steps, returns, finals } = match
    const own = [
      block,
      rotation,
      winner === NOBODY ? NOBODY_WON : seats[winner]!,
      faulty < 0 ? info.endings[ending]!.id : FORFEIT,
      faulty < 0 ? '' : seats[faulty]!,
      steps,
      steps / info.step.perTurn,
      match.decisions,
      match.lowest,
    ]
    for (let i = 0; i < own.length; i++) row[this.#own + i] = own[i]!
    const members = seatedMembers(this.#pairings[lineup]!, block, rotation)
    for (let seat = 0; seat < seats.length; seat++) {
      if (members[seat]! >= 0) row[this.#members + seat] = 1 + members[seat]!
      row[this.#parts + seat] = returns[seat]! / WIN_UNITS
      for (let gauge = 0; gauge < info.gauges.length; gauge++)
        row[this.#finals[variant]![gauge]! + seat] = finals[gauge * seats.length + seat] ?? Number.NaN
    }
    return row
  }
}
