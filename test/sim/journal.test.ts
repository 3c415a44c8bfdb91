/** Journals: whatever a crash or a bad disk makes of one, it never reads as something else that looks whole. */
import { createHash } from 'node:crypto'
import {
  appendFileSync,
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseDocument } from '../../documents/index.ts'
import type { ChunkResult } from '../../sim/chunks/chunk.ts'
import { WHOLE } from '../../sim/chunks/ranges.ts'
import { Results } from '../../sim/chunks/results.ts'
import { type Experiment, resolveExperiment } from '../../sim/experiment/index.ts'
import { newRun, playRun } from '../../sim/run.ts'
import { RefusedError } from '../../sim/store/disk.ts'
import type { JournalEntry } from '../../sim/store/entry.ts'
import {
  headerOf,
  type JournalHeader,
  matchChanges,
  requireSameRun,
  runIdOf,
} from '../../sim/store/header.ts'
import { encodeLine, JOURNAL, type JournalReading, readJournal } from '../../sim/store/journal.ts'
import { Journal } from '../../sim/store/writer.ts'

const home = mkdtempSync(join(tmpdir(), 'evenhand-journal-'))
afterAll(() => rmSync(home, { recursive: true }))
const FILE = join(home, JOURNAL)
const COPY = join(home, 'copy.jsonl')

const EXPERIMENT = `
game: elephant-men
seed: journal
matches: 10
rules: { limits.turns: 3 }
`

let experiment: Experiment
let header: JournalHeader
/** The journal of a run of five chunks: its bytes, its entries, and where its lines end. */
let bytes: Buffer
let entries: JournalEntry[]
let ends: number[]

beforeAll(async () => {
  experiment = await resolveExperiment(parseDocument(EXPERIMENT, 'x.yaml'))
  header = headerOf(experiment, WHOLE)
  const journal = new Journal(home, { header: null, length: 0, torn: 0, lines: 0 }, header)
  await playRun(newRun(experiment), { threads: 0, chunk: 1, onChunk: chunk => journal.append(chunk) })
  journal.close()
  bytes = readFileSync(FILE)
  entries = read(FILE).entries
  ends = [...bytes.entries()].filter(([, byte]) => byte === 0x0a).map(([at]) => at + 1)
})

function read(file: string): { reading: JournalReading; headers: JournalHeader[]; entries: JournalEntry[] } {
  const headers: JournalHeader[] = []
  const found: JournalEntry[] = []
  const reading = readJournal(
    file,
    one => headers.push(one),
    one => found.push(one),
  )
  return { reading, headers, entries: found }
}

/** How many whole lines end within this many bytes. */
function linesIn(length: number): number {
  return ends.filter(end => end <= length).length
}

describe('a journal', () => {
  it('gives back its header and a line for every chunk, in the order of the run', () => {
    const { reading, headers } = read(FILE)
    expect(headers).toEqual([header])
    expect(reading).toEqual({ header, length: bytes.length, torn: 0, lines: 6 })
    expect(entries.map(({ chunk }) => chunk)).toEqual(
      [0, 1, 2, 3, 4].map(from => ({ lineup: 0, from, to: from + 1 })),
    )
    expect(ends.length).toBe(6)
  })

  it('is empty where there is none', () => {
    expect(read(join(home, 'none')).reading).toEqual({ header: null, length: 0, torn: 0, lines: 0 })
  })

  it('cut off at any byte reads as the lines before it, and a torn one', () => {
    copyFileSync(FILE, COPY)
    for (let length = bytes.length - 1; length >= 0; length--) {
      truncateSync(COPY, length)
      const found = read(COPY)
      const whole = linesIn(length)
      const kept = whole === 0 ? 0 : ends[whole - 1]!
      // Compared as numbers first: a deep comparison of every byte's entries takes too long.
      if (found.entries.length !== Math.max(0, whole - 1) || found.reading.torn !== length - kept)
        expect({ cutAt: length, ...found.reading, entries: found.entries.length }).toBe(
          'as many lines as are whole',
        )
      expect(found.reading.length).toBe(kept)
      expect(found.headers.length).toBe(whole === 0 ? 0 : 1)
      if (found.entries.at(-1)) expect(found.entries.at(-1)).toEqual(entries[whole - 2])
    }
  })

  it('with a bit flipped anywhere is refused by line, or only its tail is dropped', () => {
    const last = ends.length - 1
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.nat(7), (at, bit) => {
        const damaged = Buffer.from(bytes)
        damaged[at]! ^= 1 << bit
        writeFileSync(COPY, damaged)
        const line = linesIn(at)
        // A flipped line end makes one line of two: it is the tail if the last one is among them.
        // One that becomes a line end makes two lines of the last.
        const tail = (line === last && damaged[at] !== 0x0a) || (line === last - 1 && at === ends[line]! - 1)
        if (!tail) {
          expect(() => read(COPY)).toThrow(RefusedError)
          // Without the header, nothing is known of the other lines; a flipped line end joins two, a new one makes two of one.
          const split = damaged[at] === 0x0a
          const joined = at === ends[line]! - 1
          const number = line + 1
          const bad = split ? `lines ${number}-${number + 1} are` : `line ${number} is`
          expect(() => read(COPY)).toThrow(
            line === 0 ? 'line 1 is damaged' : `${bad} damaged or of another run`,
          )
          const all = ends.length + (split ? 1 : 0) - (joined ? 1 : 0)
          if (line > 0) expect(() => read(COPY)).toThrow(` of ${all} are sound`)
          return
        }
        const found = read(COPY)
        expect(found.entries).toEqual(entries.slice(0, line - 1))
        expect(found.reading.torn).toBe(bytes.length - ends[line - 1]!)
      }),
      {
        numRuns: 400,
        examples: [
          [bytes.length - 1, 0],
          [ends[4]! - 1, 0],
          [ends[3]! - 1, 0],
          [ends[0]! - 1, 3],
          [0, 0],
          // A letter J of the last line becomes a line end, if it has one.
          [Math.max(0, bytes.indexOf(0x4a, ends[4])), 6],
        ],
      },
    )
  })

  it('with a line that is gone, doubled or from elsewhere is never added up', () => {
    const lines = ends.map((end, i) => bytes.subarray(i === 0 ? 0 : ends[i - 1]!, end))
    const sum = (...order: number[]): number => {
      writeFileSync(COPY, Buffer.concat(order.map(i => lines[i]!)))
      const results = new Results(experiment)
      readJournal(
        COPY,
        () => {},
        entry => {
          if (!results.add(entry)) throw new Error('twice')
        },
      )
      return results.matches
    }
    expect(sum(0, 1, 2, 3, 4, 5)).toBe(10)
    expect(sum(0, 5, 3, 1)).toBe(6)
    expect(() => sum(0, 1, 2, 1)).toThrow('twice')
    expect(() => sum(1, 2)).toThrow(
      /line 1 is damaged \(its checksum is wrong\), expected the header .* play into another folder: --out$/,
    )
  })

  it('takes up what follows a torn line once that is cut off', () => {
    const dir = mkdtempSync(join(home, 'torn-'))
    const file = join(dir, JOURNAL)
    writeFileSync(file, bytes.subarray(0, ends[2]! + 40))
    const found = read(file)
    expect(found.reading.torn).toBe(40)
    const journal = new Journal(dir, found.reading, header)
    for (const entry of entries.slice(2)) journal.copy(entry)
    journal.close()
    expect(readFileSync(file)).toEqual(bytes)
  })

  it('keeps the whole lines that another writer left, and cuts off its torn one', () => {
    const dir = mkdtempSync(join(home, 'other-'))
    const file = join(dir, JOURNAL)
    writeFileSync(file, bytes.subarray(0, ends[1]!))
    const journal = new Journal(dir, read(file).reading, header)
    // The writer that lost its lock: a whole line, and forty bytes of the next.
    appendFileSync(file, bytes.subarray(ends[1]!, ends[2]! + 40))
    for (const entry of entries.slice(2)) journal.copy(entry)
    journal.close()
    expect(readFileSync(file)).toEqual(bytes)
  })

  it('loses its torn line when it is opened, without a word written', () => {
    const dir = mkdtempSync(join(home, 'opened-'))
    const file = join(dir, JOURNAL)
    writeFileSync(file, bytes.subarray(0, ends[2]! + 40))
    new Journal(dir, read(file).reading, header).close()
    expect(readFileSync(file)).toEqual(bytes.subarray(0, ends[2]!))
  })

  it('returns what was appended, except the records of matches', () => {
    const dir = mkdtempSync(join(home, 'appended-'))
    const journal = new Journal(dir, { header: null, length: 0, torn: 0, lines: 0 }, header)
    const [{ variants }] = entries as [JournalEntry]
    const asked = { lineup: 0, from: 2, to: 9 }
    const lost = [{ block: 3, variant: 0, rotation: 1, decision: 2, reason: 'threw' }]
    const withRecords = variants.map(sums => ({ ...sums, records: ['a record'] }))
    const result = { chunk: asked, done: 5, milliseconds: 7, variants: withRecords } as unknown as ChunkResult
    journal.append(result)
    journal.append({ ...result, processor: 6, lost })
    journal.close()
    const plain = { chunk: { ...asked, to: 5 }, at: expect.any(Number), milliseconds: 7, variants }
    expect(read(join(dir, JOURNAL)).entries).toEqual([plain, { ...plain, processor: 6, lost }])
  })

  it('of more matches is a new one with the lines to keep, and stays as it was where the folder is lost', () => {
    const dir = mkdtempSync(join(home, 'more-'))
    const file = join(dir, JOURNAL)
    writeFileSync(file, bytes)
    const [lineup] = header.experiment.lineups
    const more = {
      ...header,
      experiment: { ...header.experiment, lineups: [{ ...lineup!, blocks: lineup!.blocks + 1 }] },
    }
    const guard = () => {
      throw new RefusedError(dir, 'is lost')
    }
    expect(() => new Journal(dir, read(file).reading, more, { guard })).toThrow('is lost')
    expect(readFileSync(file)).toEqual(bytes)
    const journal = new Journal(dir, read(file).reading, more, { keep: line => line !== 3 })
    journal.copy(entries[1]!)
    journal.close()
    const { reading, headers, entries: found } = read(file)
    expect(headers).toEqual([more])
    expect(found).toEqual([entries[0], ...entries.slice(2), entries[1]])
    expect(reading.torn).toBe(0)
    expect(readdirSync(dir)).toEqual([JOURNAL])
  })

  it.each<[string, (file: string) => void, string]>([
    ['deleted', file => rmSync(file), 'it was deleted during the run'],
    ['cut short', file => truncateSync(file, ends[1]! + 1), 'it was cut short during the run'],
  ])('that is %s during the run takes no more lines', (_, harm, text) => {
    const dir = mkdtempSync(join(home, 'harmed-'))
    const file = join(dir, JOURNAL)
    writeFileSync(file, bytes.subarray(0, ends[2]!))
    const journal = new Journal(dir, read(file).reading, header)
    harm(file)
    expect(() => journal.copy(entries[2]!)).toThrow(text)
    journal.close()
  })

  it('longer than it is read at a time gives back every line, whole', () => {
    const lines = bytes.subarray(ends[0]!)
    const times = Math.ceil(2.5e6 / lines.length)
    writeFileSync(COPY, Buffer.concat([bytes.subarray(0, ends[0]!), ...new Array<Buffer>(times).fill(lines)]))
    const { reading, entries: found } = read(COPY)
    expect(reading).toMatchObject({ length: ends[0]! + times * lines.length, torn: 0 })
    expect(found.length).toBe(times * entries.length)
    expect(found.findIndex((entry, i) => entry.chunk.from !== i % entries.length)).toBe(-1)
    expect(found.at(-1)).toEqual(entries.at(-1))
  })

  it('names the lines that are sound, and those that are not', () => {
    const damaged = Buffer.from(bytes)
    for (const line of [2, 3, 5]) damaged[ends[line - 1]! - 9]! ^= 1
    writeFileSync(COPY, damaged)
    expect(() => read(COPY)).toThrow(
      'lines 2-3, 5 are damaged or of another run (their checksums are wrong), lines 1, 4, 6 of 6 are sound',
    )
  })

  it.each([
    ['milliseconds', { milliseconds: 1e308 }, 'milliseconds: Too big'],
    ['no chunk', { chunk: undefined }, 'chunk: Invalid input'],
    ['no such line-up', { chunk: { lineup: 7, from: 0, to: 1 } }, 'chunk.lineup is 7, expected less than 1'],
    [
      'a fault of a seat that is none',
      {
        variants: [
          {
            ...{ tally: '', pairs: '', highlights: '' },
            faults: [{ block: 0, rotation: 0, decision: 1, reason: '', seat: 9, participant: 0 }],
          },
        ],
      },
      'faults.seat is 9, expected less than 2',
    ],
  ])('with a line that somebody wrote is refused: %s', (_what, change, words) => {
    const line = encodeLine({ ...entries[0], ...change }, runIdOf(header))
    writeFileSync(COPY, Buffer.concat([bytes.subarray(0, ends[0]), line]))
    expect(() => read(COPY)).toThrow(RefusedError)
    expect(() => read(COPY)).toThrow(`line 2 is not an entry of a journal: ${words}`)
  })

  it('of another format is refused, and says which evenhand wrote it', () => {
    const text = JSON.stringify({ ...header, journal: 2, version: '0.2.0' })
    const sum = createHash('sha256').update(text).digest('hex').slice(0, 16)
    writeFileSync(COPY, `["${sum}",${text}]\n`)
    expect(() => read(COPY)).toThrow('is of journal format 2, written by evenhand 0.2.0; this evenhand reads')
  })

  it('whose header was torn begins anew', () => {
    const dir = mkdtempSync(join(home, 'header-'))
    const file = join(dir, JOURNAL)
    writeFileSync(file, bytes.subarray(0, 100))
    new Journal(dir, read(file).reading, header).close()
    expect(readFileSync(file)).toEqual(bytes.subarray(0, ends[0]!))
  })

  it('that is no journal at all is refused', () => {
    for (const text of [
      'a\nb\n',
      '{}\n{}\n',
      '\n\n',
      '["0123456789abcdef",{}]\nx\n',
      `${'\0'.repeat(100)}\nx`,
    ]) {
      writeFileSync(COPY, text)
      expect(() => read(COPY), text).toThrow(/line 1 is damaged \(its checksum is wrong\)/)
    }
  })

  it('is read as far as it was when it was opened, while its run goes on', () => {
    copyFileSync(FILE, COPY)
    let lines = 0
    const reading = readJournal(
      COPY,
      () => {},
      () => {
        lines++
        appendFileSync(COPY, bytes.subarray(ends[0]!, ends[1]!))
      },
    )
    expect([lines, reading.length]).toEqual([5, bytes.length])
  })
})

describe('a journal of another run', () => {
  it.each<[string, (old: JournalHeader) => JournalHeader]>([
    ['its version is "0.0.1", not', old => ({ ...old, version: '0.0.1' })],
    ['its shard is "1/2", not "1/1"', old => ({ ...old, shard: '1/2' })],
    ['its seed is "other", not "journal"', old => change(old, { seed: 'other' })],
    ['its decisionSeconds is 5, not 60', old => change(old, { decisionSeconds: 5 })],
    [
      'its participants[1].agent of line-up "random vs random" is "greedy", not "random"',
      old => {
        const [lineup] = old.experiment.lineups
        const [one, two] = lineup!.participants
        return change(old, { lineups: [{ ...lineup!, participants: [one!, { ...two!, agent: 'greedy' }] }] })
      },
    ],
    ['its code of evenhand is "ffffff", not', old => ({ ...old, code: 'ffffff' })],
  ])('is refused: %s', (text, alter) => {
    expect(() => requireSameRun('dir', alter(header), header, () => 'expected the same')).toThrow(
      RefusedError,
    )
    expect(() => requireSameRun('dir', alter(header), header, () => 'expected the same')).toThrow(text)
  })

  it('is accepted if it differs only in what reports read, or in its number of matches', () => {
    const [lineup] = header.experiment.lineups
    const [variant] = header.experiment.variants
    const other = change(header, {
      name: 'other',
      margin: 0.5,
      variants: [{ ...variant!, name: 'other', ruleset: 'other' }],
      lineups: [{ ...lineup!, name: 'other', blocks: 6 }],
    })
    requireSameRun('dir', other, header, () => 'expected the same')
    expect(matchChanges(other, header)).toEqual([{ lineup: 'random vs random', at: 0, was: 12, now: 10 }])
    expect(matchChanges(header, header)).toEqual([])
  })

  it('is taken if it is the same', () => {
    requireSameRun('dir', read(FILE).reading.header!, header, () => 'expected the same')
  })

  function change(old: JournalHeader, changed: Partial<Experiment>): JournalHeader {
    return { ...old, experiment: { ...old.experiment, ...changed } }
  }
})
