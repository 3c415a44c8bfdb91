/** Journals: whatever a crash or a bad disk makes of one, it never reads as something else that looks whole. */
import {
  appendFileSync,
  copyFileSync,
  mkdtempSync,
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
import { WHOLE } from '../../sim/chunks/ranges.ts'
import { Results } from '../../sim/chunks/results.ts'
import { type Experiment, resolveExperiment } from '../../sim/experiment/index.ts'
import { newRun, playRun } from '../../sim/run.ts'
import { RefusedError } from '../../sim/store/disk.ts'
import { headerOf, type JournalHeader, matchChanges, requireSameRun } from '../../sim/store/header.ts'
import { JOURNAL, type JournalEntry, type JournalReading, readJournal } from '../../sim/store/journal.ts'
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
  const journal = new Journal(home, { header: null, length: 0, torn: 0 }, header)
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

/** How many whole lines end within so many bytes. */
function linesIn(length: number): number {
  return ends.filter(end => end <= length).length
}

describe('a journal', () => {
  it('gives back its header and a line for every chunk, in the order of the run', () => {
    const { reading, headers } = read(FILE)
    expect(headers).toEqual([header])
    expect(reading).toEqual({ header, length: bytes.length, torn: 0 })
    expect(entries.map(({ chunk }) => chunk)).toEqual(
      [0, 1, 2, 3, 4].map(from => ({ lineup: 0, from, to: from + 1 })),
    )
    expect(ends.length).toBe(6)
  })

  it('is empty where there is none', () => {
    expect(read(join(home, 'none')).reading).toEqual({ header: null, length: 0, torn: 0 })
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

  it('is taken if it differs in what only reports read, or in its matches, which are told', () => {
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
