/** `evenhand replay`: shows matches: of records, or of a run, which plays them again. */
import { statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { InputError, parseDocument } from '../../documents/index.ts'
import { loadGames } from '../../engine/registry/index.ts'
import {
  type Frame,
  framesOf,
  isStdin,
  type MatchRecord,
  matchPage,
  onDisk,
  openGamesIn,
  openMatches,
  RecordReader,
  type RecordSource,
  type RunHighlight,
  type RunMatches,
  recordsIn,
  writeWhole,
} from '../../library/command.ts'
import { type Declaration, flag, valueOption } from '../options/declare.ts'
import { DEFAULT_PAGE, type ReplayFlags, readReplayFlags, refuseOthers } from '../options/replay.ts'
import { positional } from '../options/values.ts'
import { offerPage } from '../terminal/browser.ts'
import { boardsOf, briefOf, foldText } from '../terminal/match-text.ts'
import { print, say, styleOf, table } from '../terminal/output.ts'

export const declaration: Declaration = {
  usage: [
    'replay FILE|DIR [options]',
    'Replays matches from a run folder or a record file: YAML or JSON for one match, JSON Lines for several.',
  ],
  positionals: { source: { describe: 'a record or the folder of a run; - is stdin' } },
  options: {
    list: flag('list the records of a file, or the matches of a run that are worth watching'),
    record: valueOption('for a file: the number of the record, from 1', 'all'),
    pick: valueOption(
      'for a run: a match from --list, such as typical, closest or comeback',
      'none; shows the list',
    ),
    block: valueOption('for a run: the number of a block, from 0', 'none'),
    rotation: valueOption('with --block: only the match with this rotation of the line-up, from 0', 'all'),
    cell: valueOption('for a run: the number of the variant and line-up in --list', '1'),
    brief: flag('print one line for each turn'),
    html: {
      type: 'string',
      describe: `write one match as a page to this file (${DEFAULT_PAGE} if you name none)`,
      defaultDescription: 'off',
    },
    open: flag('write the page and open it in a browser'),
    json: flag('print positions as JSON, one object for each line (keys: docs/rules/GAME.md)'),
    labels: flag(
      'with --json: also print the numbers of records and decisions, and how each match ended (short: --json=events)',
    ),
  },
  spellings: { '--json=events': ['--json', '--labels'] },
  examples: [
    ['replay match.yaml', 'show the boards'],
    ['replay runs/big-1a2b3c4d', 'list the matches worth watching'],
    ['replay runs/big-1a2b3c4d --pick comeback --brief', 'summarize one of them, a line for each turn'],
    [
      'replay runs/big-1a2b3c4d --pick comeback --html out.html --open',
      'step through the boards in a browser',
    ],
    ['replay runs/big-1a2b3c4d --block 17 --rotation 1', 'replay any match of a run'],
    ['replay out.jsonl --record 3 --json', 'print positions for a script'],
    ['replay out.jsonl --json --labels', 'print all records, numbered by record and decision'],
    [
      'play elephant-men --matches 2 --records-file - --quiet | evenhand replay -',
      'replay without a file in between',
    ],
  ],
  handler: async args => {
    await loadGames()
    const source = positional(args, 'source')
    const options = readReplayFlags(args)
    const isRun = !isStdin(source) && isFolder(source)
    refuseOthers(options, isRun)
    if (!isRun) {
      const base = isStdin(source) ? process.cwd() : dirname(resolve(source))
      const sources = recordsIn(source, options.record)
      return await (options.html === undefined ? show : writePage)(sources, base, options)
    }
    await openGamesIn(source)
    const run = openMatches(source)
    const cell = cellOf(run, options)
    if (options.list || (options.pick === undefined && options.block === undefined)) {
      print(listOf(run, cell))
      return
    }
    if (!run.sameCode)
      say(`${source}: a different build of evenhand played it, so a replayed match may differ`)
    const lines = await linesOf(run, cell ?? 0, options)
    const sources = lines.map(
      (line, i): RecordSource => ({ number: i + 1, read: () => parseDocument(line, source) }),
    )
    if (options.html === undefined) return await show(sources, source, options)
    const picked = run.highlights.find(({ index, id }) => index === (cell ?? 0) && id === options.pick)
    await writePage(sources, source, options, picked?.words)
  },
}

function cellOf({ result: { cells } }: RunMatches, { cell }: ReplayFlags): number | undefined {
  if (cell === undefined) return undefined
  if (cell > cells.length)
    throw new InputError('--cell', `found ${cell}, expected an integer from 1 to ${cells.length}`)
  return cell - 1
}

/** The records, as lines of JSON. */
async function linesOf(
  run: RunMatches,
  cell: number,
  { pick, block, rotation }: ReplayFlags,
): Promise<string[]> {
  const { experiment } = run.result
  if (pick !== undefined) {
    const its = run.highlights.filter(({ index }) => index === cell)
    const found = its.find(({ id }) => id === pick)
    if (found) return [await run.pick(found)]
    const ids = its.map(({ id }) => id).join(', ')
    throw new InputError(
      '--pick',
      `this line-up has no match called ${pick}, expected one of ${ids || 'none, because no match was played'}`,
    )
  }
  const { blocks } = experiment.lineups[cell % experiment.lineups.length]!
  if (block! >= blocks)
    throw new InputError('--block', `found ${block}, expected an integer from 0 to ${blocks - 1}`)
  if (rotation !== undefined && rotation >= experiment.seats.length)
    throw new InputError(
      '--rotation',
      `found ${rotation}, expected an integer from 0 to ${experiment.seats.length - 1}`,
    )
  return await run.play(cell, block!, rotation)
}

/** The matches of a run, or of one cell, that are worth watching. */
function listOf({ result: { cells }, highlights }: RunMatches, cell: number | undefined): string {
  const hasCells = cells.length > 1
  const listed = highlights.filter(({ index }) => cell === undefined || index === cell)
  if (listed.length === 0) return 'no match was played'
  const row = ({ index, cell: one, id, words, block, rotation }: RunHighlight): string[] => [
    ...(hasCells ? [String(index + 1), one.cell.variant.name, one.cell.lineup.name] : []),
    id,
    String(block),
    String(rotation),
    words,
  ]
  const ofCell = [{ title: 'cell' }, { title: 'variant', max: 20 }, { title: 'line-up', max: 24 }]
  const ofMatch = [
    { title: '--pick', max: 24 },
    { title: 'block' },
    { title: 'rotation' },
    { title: 'the match' },
  ]
  const columns = hasCells ? [...ofCell, ...ofMatch] : ofMatch
  return table(columns, listed.map(row), styleOf(process.stdout).width)
}

/** Throws an InputError if nothing lies at the path. Its readers report other errors. */
function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') return false
    throw new InputError(path, 'no such file or folder, expected the folder of a run or a file of records')
  }
}

type Sources = Iterable<RecordSource> | AsyncIterable<RecordSource>

/** Shows records one by one. Paths in them are relative to `base`. */
async function show(
  sources: Sources,
  base: string,
  { list, brief, json, labels }: ReplayFlags,
): Promise<void> {
  const reader = new RecordReader()
  const { width } = styleOf(process.stdout)
  let legend = ''
  for await (const [source, several] of withSeveral(sources)) {
    const document = source.read()
    await reader.open(document, base)
    const record = reader.read(document, base)
    const { number } = source
    if (json) {
      const lines = jsonOf(record, labels ? number : undefined)
      // A record may stop before the first position.
      if (lines !== '') print(lines)
      continue
    }
    if (list) {
      print(foldText([`${number}  ${headOf(record)}`, record.outcome].filter(Boolean).join(': '), width))
      continue
    }
    const { legend: own = '' } = record.game.text
    const header = several
      ? [`== record ${number}: ${headOf(record)}`]
      : brief
        ? []
        : [[headOf(record), record.seed].filter(Boolean).join(', '), '']
    const explained = own === legend || own === '' ? [] : [own, '']
    legend = own
    const body = brief
      ? [briefOf(record, width), record.outcome].filter(Boolean)
      : [...explained, boardsOf(record, width), ...(record.outcome === '' ? [] : ['', record.outcome])]
    print(foldText([...(number > 1 && several ? [''] : []), ...header, ...body].join('\n'), width))
  }
}

/** The game, the agents, and where the match stands in its run. */
function headOf({ title, place }: MatchRecord): string {
  return [title, place].filter(Boolean).join(', ')
}

/** Writes the page of the one record, and prints where it is. Throws an InputError if there are several. */
async function writePage(
  sources: Sources,
  base: string,
  { html, open }: ReplayFlags,
  why = '',
): Promise<void> {
  const file = html!
  let found: RecordSource | null = null
  for await (const source of sources) {
    if (found) throw new InputError('--html', 'shows a single match; choose one with --record or --rotation')
    found = source
  }
  const reader = new RecordReader()
  const document = found!.read()
  await reader.open(document, base)
  const page = await matchPage(reader.read(document, base), why)
  onDisk(file, () => writeWhole(file, page))
  await offerPage(file, open)
}

/** Every source, and whether there are several: a header over a single record would be noise. */
async function* withSeveral(
  sources: Sources,
): AsyncGenerator<readonly [RecordSource, boolean], void, undefined> {
  let held: RecordSource | null = null
  let several = false
  for await (const source of sources) {
    several ||= held !== null
    if (held) yield [held, several]
    held = source
  }
  if (held) yield [held, several]
}

/** All positions after the first, a line of JSON each, with labels if the record's number is given. */
function jsonOf(record: MatchRecord, number?: number): string {
  const lines: string[] = []
  for (const frame of framesOf(record)) {
    const position = frame.game.text.describe(frame.state)
    lines.push(JSON.stringify(number === undefined ? position : labelled(number, frame, position)))
  }
  return lines.slice(1).join('\n')
}

/** A position with the numbers of its record and its last decision, and its ending if the match is over. */
function labelled(record: number, { game, state, decisions }: Frame, position: object): object {
  const returns = new Int32Array(game.info.seats.length)
  const over = game.toMove(state) === 0
  const ending = over ? { ending: game.info.endings[game.result(state, returns)]!.id } : {}
  return { record, decision: decisions, ...position, ...ending }
}
