/** Headers of journals: which run a journal belongs to, and whether another run may continue it. */
import { createHash } from 'node:crypto'
import { show } from '../../documents/index.ts'
import type { FileHashes } from '../../engine/modules/index.ts'
import { type Shard, shardText } from '../chunks/ranges.ts'
import { type Planned, plannedIn } from '../chunks/results.ts'
import { type Experiment, gameNameOf, playedPart, portable } from '../experiment/index.ts'
import { codeHash } from './code.ts'
import { RefusedError } from './disk.ts'

/** Version of the format. */
const JOURNAL_FORMAT = 4
/** Formats that are read: 3 has no sums of several chunks. */
const READABLE: readonly unknown[] = [3, JOURNAL_FORMAT]

export interface JournalHeader {
  readonly journal: number
  readonly version: string
  readonly code: string
  readonly shard: string
  /** Where the module of a user's game was, for readers of the journal; not part of the run. */
  readonly game?: string | undefined
  /** The files of that module, so that messages can name the one that has changed. */
  readonly gameFiles?: FileHashes | undefined
  /** Every number of matches that the run was asked for, so that asking again doesn't count as planned. */
  readonly planned: Planned
  /** As reports show it (portable). */
  readonly experiment: Experiment
}

export function headerOf(
  experiment: Experiment,
  shard: Shard,
  planned: Planned = plannedIn(experiment),
): JournalHeader {
  return {
    journal: JOURNAL_FORMAT,
    version: experiment.version,
    code: codeHash(),
    shard: shardText(shard),
    game: experiment.source && gameNameOf(experiment),
    gameFiles: experiment.source?.files,
    planned,
    // As it is after reading, so that what JSON omits isn't a difference.
    experiment: JSON.parse(JSON.stringify(portable(experiment))),
  }
}

/** The journal's experiment, with the path of its game's module, if it has one. */
export function experimentIn({ game, experiment }: JournalHeader): Experiment {
  const { source } = experiment
  return source && game !== undefined ? { ...experiment, source: { ...source, file: game } } : experiment
}

/** A line's value as a header. Throws a RefusedError for another format. */
export function checkedHeader(file: string, body: object): JournalHeader {
  const header = body as Partial<JournalHeader>
  if (READABLE.includes(header.journal)) return header as JournalHeader
  const written = typeof header.version === 'string' ? `, written by evenhand ${header.version}` : ''
  throw new RefusedError(
    file,
    `is of journal format ${show(header.journal)}${written}; this evenhand reads formats ${READABLE.join(' and ')}, ` +
      'expected a different folder, or the version of evenhand that wrote it',
  )
}

/**
 * SHA-256 of everything that decides how a block is played, to which a run's lines are bound. More matches,
 * another margin or other names don't change it.
 */
export function runIdOf({ journal, version, code, shard, experiment }: JournalHeader): string {
  const played = playedPart(experiment)
  return createHash('sha256')
    .update(JSON.stringify([journal, version, code, shard, played]))
    .digest('hex')
}

/**
 * Throws a RefusedError if a folder's journal belongs to another run than `asked`: it names the first field
 * that differs, and ends with `expected`. Numbers of matches, and what only reports read, may differ.
 */
export function requireSameRun(
  dir: string,
  journal: JournalHeader,
  asked: JournalHeader,
  expected: () => string,
): void {
  const { version, shard, experiment, code } = journal
  const differs =
    firstDifference({ version, shard }, { version: asked.version, shard: asked.shard }) ??
    firstDifference(playedPart(experiment), playedPart(asked.experiment)) ??
    firstDifference({ code }, { code: asked.code })
  if (!differs) return
  const { field, was, now } = differs
  if (field === 'source.sha256')
    throw new RefusedError(
      dir,
      `holds a run of a different version of the game: ${changedFiles(journal, asked)}; ${expected()}`,
    )
  throw new RefusedError(
    dir,
    `holds a different run: its ${fieldText(field, [asked, journal])} is ${was}, not ${now}; ${expected()}`,
  )
}

/** The module's files that differ between two headers, as far as known. */
function changedFiles(journal: JournalHeader, asked: JournalHeader): string {
  const [was, now] = [journal.gameFiles ?? {}, asked.gameFiles ?? {}]
  const changed = [...new Set([...Object.keys(was), ...Object.keys(now)])].filter(
    path => was[path] !== now[path],
  )
  if (changed.length === 0) return `${asked.game ?? 'its module'} isn't the one that was played`
  return `${changed.join(', ')} ${changed.length === 1 ? 'differs' : 'differ'} from what was played`
}

/** A field of what decides play, with variants and line-ups by their names. */
function fieldText(field: string, headers: readonly JournalHeader[]): string {
  if (field === 'code') return 'code of evenhand'
  const [, list, index, rest] = /^(variants|lineups)\[(\d+)\]\.?(.*)$/.exec(field) ?? []
  const named = headers.map(({ experiment }) => experiment[list as 'variants' | 'lineups']?.[Number(index)])
  const name = named.find(one => one !== undefined)?.name
  if (name === undefined) return field
  const whole = `${list === 'variants' ? 'variant' : 'line-up'} ${show(name)}`
  return rest === '' ? whole : `${rest} of ${whole}`
}

/** A line-up for which a run asks for another number of matches than its journal's header. */
export interface MatchChange {
  readonly lineup: string
  readonly at: number
  /** Matches of the line-up in each variant, in whole blocks. */
  readonly was: number
  readonly now: number
}

/** Between two headers of one run. */
export function matchChanges(journal: JournalHeader, asked: JournalHeader): MatchChange[] {
  const { lineups, seats } = asked.experiment
  return lineups.flatMap(({ name, blocks }, l) => {
    const before = journal.experiment.lineups[l]!.blocks
    return before === blocks
      ? []
      : [{ lineup: name, at: l, was: before * seats.length, now: blocks * seats.length }]
  })
}

export interface FieldDifference {
  /** Its path, such as `variants[0].rules.favour.win`. */
  readonly field: string
  /** Shortened for a message. */
  readonly was: string
  readonly now: string
}

/** The first difference between plain values, in the order of the old value's fields; null if none. */
export function firstDifference(was: unknown, now: unknown, field = ''): FieldDifference | null {
  if (!isTree(was) || !isTree(now) || Array.isArray(was) !== Array.isArray(now))
    return Object.is(was, now) ? null : { field, was: shown(was), now: shown(now) }
  for (const key of new Set([...Object.keys(was), ...Object.keys(now)])) {
    const path = Array.isArray(was) ? `${field}[${key}]` : field === '' ? key : `${field}.${key}`
    const found = firstDifference(was[key], now[key], path)
    if (found) return found
  }
  return null
}

function isTree(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function shown(value: unknown): string {
  return value === undefined ? 'nothing' : show(value)
}
