/** The columns at the end of every table that tell its run, so that files of several runs can be stacked. */
import { type Experiment, fingerprint } from '../../sim/experiment/index.ts'
import { type Factor, factorsOf } from '../findings/variants.ts'
import {
  type Cells,
  type Columns,
  column,
  type Format,
  settingCell,
  settingFormat,
  type Table,
} from './column.ts'

/** Characters of a fingerprint that tell runs apart: a whole one in every row would be most of a large file. */
export const FINGERPRINT_SHOWN = 12

/** The columns that every file has at its end, before those of rule keys. */
export const RUN_COLUMNS = {
  game: column('text', 'The game.'),
  seed: column(
    'text',
    "The experiment's seed. Seed, block and rotation together determine the luck of a match.",
  ),
  fingerprint: column(
    'text',
    `The first ${FINGERPRINT_SHOWN} characters of the run's fingerprint, which is in manifest.json. With a table's key, it identifies a row when you stack several runs.`,
  ),
}

/** What a rule key's column is called: rules may be called anything, and so may other columns. */
export const FACTOR_COLUMN = 'rules.'

/** The columns that tables of a run have in common, and their cells. */
export class Stack {
  /** In the order of the files: after a table's own columns. */
  readonly columns: Columns
  /** What the values of the rule keys are, by column. */
  readonly settings: Readonly<Record<string, Format>>
  readonly #run: Cells
  readonly #factors: readonly Factor[]
  readonly #variants: ReadonlyMap<unknown, number>

  constructor(experiment: Experiment) {
    this.#factors = factorsOf(experiment)
    this.#variants = new Map(experiment.variants.map(({ name }, v) => [name, v]))
    this.#run = {
      game: experiment.game,
      seed: experiment.seed,
      fingerprint: fingerprint(experiment).slice(0, FINGERPRINT_SHOWN),
    }
    const factors = this.#factors.map(
      ({ key, meaning }) => [FACTOR_COLUMN + key, column('setting', meaning)] as const,
    )
    this.settings = Object.fromEntries(
      this.#factors.map(({ key, values }) => [FACTOR_COLUMN + key, settingFormat(values.map(settingCell))]),
    )
    this.columns = { ...RUN_COLUMNS, ...Object.fromEntries(factors) }
  }

  /** All columns of a table's file, in their order. */
  columnsOf({ columns }: Pick<Table, 'columns'>): Columns {
    return { ...columns, ...this.columns }
  }

  /** A table's row with the cells of these columns. */
  rowOf(row: Cells): Cells {
    return { ...row, ...this.cellsOf(row.variant) }
  }

  /** The cells of these columns in rows of a variant, whose name says what the rule keys are. */
  cellsOf(variant: unknown): Cells {
    const v = this.#variants.get(variant)
    const factors = this.#factors.map(
      ({ key, values }) => [FACTOR_COLUMN + key, settingCell(values[v!])] as const,
    )
    return { ...this.#run, ...Object.fromEntries(factors) }
  }
}
