/** `evenhand replay`: shows a record position by position. */
import { dirname, resolve } from 'node:path'
import { InputError } from '../../documents/index.ts'
import { foldLine, type State } from '../../engine/contract/index.ts'
import { loadGames } from '../../engine/registry/index.ts'
import {
  type Frame,
  framesOf,
  isStdin,
  type MatchRecord,
  RecordReader,
  type RecordSource,
  recordsIn,
} from '../../library/command.ts'
import type { Declaration } from '../options/declare.ts'
import { flag, integer, positional, valued } from '../options/options.ts'
import { print } from '../terminal/output.ts'

export const replay: Declaration = {
  usage: ['replay FILE [options]', 'Shows a record: one YAML or JSON document, or JSON lines of many.'],
  positionals: { file: { describe: 'the record; - is stdin' } },
  options: {
    json: flag('print the positions as JSON, one object a line, with the keys that docs/rules/GAME.md lists'),
    labels: flag(
      'with --json: number records and decisions in each line, and name the ending in the last of a match',
    ),
    record: valued('number of the record to show, from 1', 'all'),
  },
  examples: [
    ['replay match.yaml', 'boards to read'],
    ['replay out.jsonl --record 3 --json', 'positions for another program'],
    ['replay out.jsonl --json --labels', 'the same of all records, told apart by "record" and "decision"'],
    ['play elephant-men --matches 2 --records - --quiet | evenhand replay -', 'straight from play'],
  ],
  handler: async args => {
    await loadGames()
    const file = positional(args, 'file')
    const wanted = integer(args, 'record', 1, Number.MAX_SAFE_INTEGER)
    const asJson = args.json === true
    const labels = args.labels === true
    if (labels && !asJson) throw new InputError('--labels', 'labels lines of JSON, expected --json with it')
    const base = isStdin(file) ? process.cwd() : dirname(resolve(file))
    const reader = new RecordReader()
    let legend = ''
    for await (const [source, several] of withSeveral(recordsIn(file, wanted))) {
      const document = source.read()
      await reader.open(document, base)
      const record = reader.read(document, base)
      const { number } = source
      if (asJson) {
        const lines = jsonOf(record, labels ? number : undefined)
        // A record may stop before the first position.
        if (lines !== '') print(lines)
        continue
      }
      const { legend: own = '' } = record.game.text
      const header = several ? [`== record ${number}: ${record.title}`].flatMap(line => foldLine(line)) : []
      const explained = own === legend || own === '' ? [] : [own, '']
      legend = own
      print([...(number > 1 && several ? [''] : []), ...header, ...explained, boardsOf(record)].join('\n'))
    }
  },
}

/** Every source with whether there is more than one: headers would be noise over a single record. */
async function* withSeveral(
  sources: AsyncIterable<RecordSource>,
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

/** All positions after the first, a line of JSON each; with labels if the record's number is given. */
function jsonOf(record: MatchRecord, number?: number): string {
  const { text } = record.game
  const lines: string[] = []
  for (const frame of framesOf(record)) {
    const position = text.describe(frame.state)
    lines.push(JSON.stringify(number === undefined ? position : labelled(record, number, frame, position)))
  }
  return lines.slice(1).join('\n')
}

/** A position between the numbers of its record and of the last decision, and, if it is the last of a match, the ending. */
function labelled(
  { game }: MatchRecord,
  record: number,
  { state, decisions }: Frame,
  position: object,
): object {
  const returns = new Int32Array(game.info.seats.length)
  const over = game.toMove(state) === 0
  const ending = over ? { ending: game.info.endings[game.result(state, returns)]!.id } : {}
  return { record, decision: decisions, ...position, ...ending }
}

/** The positions for people, each under the decision that led to it if there is one for every decision. */
function boardsOf(record: MatchRecord): string {
  const { game, decisions } = record
  const { narrate, render, replayEach } = game.text
  const boards: string[] = []
  let before: State | null = null
  for (const { state, decisions: made } of framesOf(record)) {
    const decision = replayEach === 'decision' && made > 0 ? foldLine(`> ${decisions[made - 1]}`) : []
    boards.push([...decision, before && narrate ? narrate(before, state) : render(state)].join('\n'))
    before = state.slice()
  }
  return boards.join('\n\n')
}
