/** `evenhand replay`: shows a record position by position. */
import { dirname, resolve } from 'node:path'
import {
  isStdin,
  type MatchRecord,
  positionsOf,
  RecordReader,
  type RecordSource,
  recordsIn,
} from '../../library/index.ts'
import { declare } from '../options/declare.ts'
import { flag, integer, positional, valued } from '../options/options.ts'
import { print } from '../terminal/output.ts'

export const replay = declare({
  command: 'replay <file>',
  describe: 'show the matches of a record, position by position',
  usage: ['replay FILE [options]', 'Shows a record: one YAML or JSON document, or JSON lines of many.'],
  positionals: { file: { describe: 'the record; - is stdin' } },
  options: {
    json: flag('print one line of JSON a position'),
    record: valued('number of the record to show, from 1', 'all'),
  },
  examples: [
    ['replay match.yaml', 'boards to read'],
    ['replay out.jsonl --record 3 --json', 'positions for another program'],
    ['play elephant-men --matches 2 --records - --quiet | evenhand replay -', 'straight from play'],
  ],
  handler: async args => {
    const file = positional(args, 'file')
    const wanted = integer(args, 'record', 1, Number.MAX_SAFE_INTEGER)
    const show = args.json === true ? jsonOf : boardsOf
    const base = isStdin(file) ? process.cwd() : dirname(resolve(file))
    const reader = new RecordReader()
    for await (const [source, several] of withSeveral(recordsIn(file, wanted))) {
      const record = reader.read(source.read(), base)
      const { number } = source
      const headed = several && args.json !== true
      const header = headed ? `${number > 1 ? '\n' : ''}== record ${number}: ${record.title}\n` : ''
      const text = show(record)
      // A record may stop before the first position.
      if (header !== '' || text !== '') print(`${header}${text}`)
    }
  },
})

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

/** All positions after the first, a line of JSON each. */
function jsonOf(record: MatchRecord): string {
  const lines: string[] = []
  for (const state of positionsOf(record)) lines.push(JSON.stringify(record.game.text.describe(state)))
  return lines.slice(1).join('\n')
}

/** The boards, each under the decision that led to it if there is a board for every decision. */
function boardsOf(record: MatchRecord): string {
  const { game, decisions } = record
  const boards: string[] = []
  for (const state of positionsOf(record)) {
    const made = game.text.replayEach === 'decision' ? decisions[boards.length - 1] : undefined
    boards.push(`${made === undefined ? '' : `> ${made}\n`}${game.text.render(state)}`)
  }
  return boards.join('\n\n')
}
