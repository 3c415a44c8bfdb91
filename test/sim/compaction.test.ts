/** Compaction: whatever chunks a journal holds, and whenever its lines are added up, it counts the same. */
import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseDocument } from '../../documents/index.ts'
import { addUpJournals } from '../../library/folders/journals.ts'
import { repair } from '../../library/folders/repair.ts'
import { rangesIn } from '../../sim/chunks/chunk.ts'
import { countBlocks, WHOLE } from '../../sim/chunks/ranges.ts'
import { Results } from '../../sim/chunks/results.ts'
import { type Experiment, resolveExperiment } from '../../sim/experiment/index.ts'
import { newRun, playRun } from '../../sim/run.ts'
import { compactJournal, LINES_DUE } from '../../sim/store/compaction.ts'
import { RefusedError } from '../../sim/store/disk.ts'
import type { JournalEntry } from '../../sim/store/entry.ts'
import { headerOf, type JournalHeader, runIdOf } from '../../sim/store/header.ts'
import { encodeLine, JOURNAL, readJournal } from '../../sim/store/journal.ts'
import { Journal } from '../../sim/store/writer.ts'
import { pack } from '../../sim/tally/packing.ts'

const home = mkdtempSync(join(tmpdir(), 'evenhand-compaction-'))
afterAll(() => rmSync(home, { recursive: true }))
const FILE = join(home, JOURNAL)
const EMPTY = { header: null, length: 0, torn: 0, lines: 0 }

const EXPERIMENT = `
game: elephant-men
seed: compaction
matches: 240
variants: [{ name: short, rules: { limits.turns: 3 } }, { name: longer, rules: { limits.turns: 5 } }]
lineups:
  - agents: [random]
  - agents: [greedy, random]
    matches: 2000
    stop: { width: 12 }
`

let experiment: Experiment
let header: JournalHeader
/** Of a run of one block a chunk. */
let entries: JournalEntry[]

beforeAll(async () => {
  experiment = await resolveExperiment(parseDocument(EXPERIMENT, 'x.yaml'))
  header = headerOf(experiment, WHOLE)
  const journal = new Journal(home, EMPTY, header)
  await playRun(newRun(experiment), { threads: 0, chunk: 1, onChunk: chunk => journal.append(chunk) })
  journal.close()
  entries = entriesIn(FILE)
}, 60_000)

function entriesIn(file: string): JournalEntry[] {
  const found: JournalEntry[] = []
  readJournal(
    file,
    () => {},
    one => found.push(one),
  )
  return found
}

function write(file: string, lines: readonly JournalEntry[]): void {
  const run = runIdOf(header)
  writeFileSync(file, Buffer.concat([encodeLine(header, ''), ...lines.map(line => encodeLine(line, run))]))
}

function append(file: string, lines: readonly JournalEntry[]): void {
  appendFileSync(file, Buffer.concat(lines.map(line => encodeLine(line, runIdOf(header)))))
}

/** Compacts until there is nothing left to add up. */
function compact(file: string, guard: () => void = () => {}): void {
  const once = () =>
    compactJournal(file, header, readFileSync(file).length, { results: new Results(experiment), guard })
  for (let length = once(); length !== null; length = once()) expect(length).toBe(readFileSync(file).length)
}

/** All that is counted. */
function counted(lines: readonly JournalEntry[]) {
  const results = new Results(experiment)
  for (const line of lines) results.add(line)
  const { cells, complete } = results.result()
  const lineups = [...experiment.lineups.keys()]
  return {
    complete,
    matches: results.matches,
    isOver: results.isOver(),
    cells: cells.map(({ tally, pairs, highlights, faults, lost, givenUp, unpaired, look }) => ({
      ...{ tally, pairs, highlights, faults, givenUp, unpaired, look },
      lost: lost.toSorted((a, b) => a.block - b.block),
    })),
    lineups: lineups.map(l => ({
      ranges: results.ranges[l]!.list,
      missing: results.missing(l, WHOLE),
      blocks: results.blocksOf(l),
      standings: results.standings(l),
      cost: results.costOf(l)?.toFixed(9),
      checks: results.unchecked(l).toSorted((a, b) => a.block - b.block),
    })),
  }
}

/** What may happen to a chunk: who played it, whether its time is known, what it lost, which faults it lists. */
const fate = fc.record({
  worker: fc.constantFrom(undefined, undefined, 'one-1-aaaaaa', 'two-2-bbbbbb'),
  isTimed: fc.boolean(),
  milliseconds: fc.nat(500),
  lost: fc.constantFrom(-1, -1, -1, -1, 0, 1),
  faults: fc.constantFrom(0, 0, 0, 3),
  isChecked: fc.boolean(),
  note: fc.nat(60).map(one => (one === 0 ? 'given up' : one < 5 ? 'passed' : '')),
})

/** `givenUp` has variants by line-up, from then on. */
function befallen(
  entry: JournalEntry,
  its: typeof fate extends fc.Arbitrary<infer T> ? T : never,
  givenUp: Set<string>,
): JournalEntry[] {
  const { worker, isTimed, milliseconds, isChecked, note } = its
  const { from, lineup } = entry.chunk
  const cells = new Results(experiment).cellsOf(lineup)
  const reason = `at ${from}`
  const variants = entry.variants.map((sums, v) => {
    const { layout, pairs, highlights } = cells[v]!
    const none = { tally: pack(new Float64Array(layout.size)), pairs: pack(new Float64Array(pairs.length)) }
    const faults = Array.from({ length: its.faults }, (_, rotation) => ({
      ...{ block: from, rotation: rotation % 2, seat: 0, participant: 1, decision: rotation, reason },
    }))
    if (v !== its.lost && !givenUp.has(`${lineup}/${v}`)) return { ...sums, faults }
    return { ...none, highlights: pack(new Float64Array(highlights.length)), faults: [] }
  })
  const lost = [{ block: from, variant: its.lost, rotation: 0, decision: 1, reason }]
  const without = [0, 1]
    .filter(v => givenUp.has(`${lineup}/${v}`))
    .map(variant => ({ variant, reason: 'it fails' }))
  const isLost = its.lost >= 0 && !givenUp.has(`${lineup}/${its.lost}`)
  const line: JournalEntry = {
    ...{ ...entry, variants, worker, milliseconds },
    chunk: without.length === 0 ? entry.chunk : { ...entry.chunk, givenUp: without },
    processor: isTimed ? milliseconds / 2 : undefined,
    lost: isLost ? lost : undefined,
    checks: isChecked ? [{ block: from, digests: ['a', 'b'] }] : undefined,
  }
  const empty = { at: entry.at, milliseconds: 0, variants: [] }
  const nowhere = { lineup, from: 0, to: 0 }
  if (note === 'passed') return [line, { ...empty, chunk: nowhere, passed: [{ from: 0, to: from }] }]
  if (note === 'given up') givenUp.add(`${lineup}/${from % 2}`)
  if (note === 'given up')
    return [line, { ...empty, chunk: { ...nowhere, givenUp: [{ variant: from % 2, reason }] } }]
  return [line]
}

describe('compaction', () => {
  it('never changes what is counted, at any time, for chunks in any order', () => {
    fc.assert(
      fc.property(
        fc.infiniteStream(fate),
        // Threads end their chunks in about the order in which these were handed out.
        fc.infiniteStream(fc.nat(12)),
        fc.integer({ min: 100, max: entries.length }),
        fc.array(fc.nat(500), { maxLength: 3 }),
        (fates, delays, many, times) => {
          const order = [...entries.keys()].map(i => ({ i, at: i + delays.next().value }))
          const givenUp = new Set<string>()
          const ended = order.sort((a, b) => a.at - b.at).slice(0, many)
          const lines = ended.flatMap(({ i }) => befallen(entries[i]!, fates.next().value, givenUp))
          write(FILE, [])
          let done = 0
          for (const time of [...times.toSorted((a, b) => a - b), lines.length]) {
            append(FILE, lines.slice(done, time))
            done = Math.max(done, time)
            compact(FILE)
          }
          const kept = entriesIn(FILE)
          expect(kept.length).toBeLessThan(lines.length)
          expect(counted(kept)).toEqual(counted(lines))
        },
      ),
      { numRuns: 8 },
    )
  }, 120_000)

  it('makes a long run short, however long, and stops it at the same interim analysis', () => {
    write(FILE, entries)
    compact(FILE)
    const kept = entriesIn(FILE)
    const analyses = kept.filter(({ chunk }) => chunk.lineup === 1)
    expect(kept.length - analyses.length).toBeLessThanOrEqual(33)
    expect(counted(kept)).toEqual(counted(entries))
    expect(counted(kept).lineups[1]!.blocks).toBeLessThan(1000)
    // No sum holds more than its part of the line-up's time.
    const total = (list: readonly JournalEntry[]) => list.reduce((sum, one) => sum + one.milliseconds, 0)
    const all = total(entries.filter(({ chunk }) => chunk.lineup === 0))
    for (const one of kept)
      if (one.chunk.lineup === 0 && one.elapsed !== undefined)
        expect(one.milliseconds).toBeLessThanOrEqual(all / 16)
  })

  it('keeps separate what may be removed later: the answers of another worker', () => {
    const lines = entries.slice(0, 150).map((entry, i) => ({ ...entry, worker: `w${i % 3}` }))
    write(FILE, lines)
    compact(FILE)
    const kept = entriesIn(FILE)
    expect(kept.length).toBeLessThan(120)
    const blocksOf = (list: readonly JournalEntry[], worker: string) =>
      list
        .filter(one => one.worker === worker)
        .flatMap(one =>
          rangesIn(one).flatMap(({ from, to }) =>
            Array.from({ length: to - from }, (_, i) => `${one.chunk.lineup}/${from + i}`),
          ),
        )
        .sort()
    for (const worker of ['w0', 'w1', 'w2']) expect(blocksOf(kept, worker)).toEqual(blocksOf(lines, worker))
  })

  it('adds nothing up across a line that gives a variant up: what was played before it counts before it', () => {
    const of = entries.filter(({ chunk }) => chunk.lineup === 1).slice(0, 60)
    const chunk = { lineup: 1, from: 0, to: 0, givenUp: [{ variant: 1, reason: 'it fails' }] }
    const note: JournalEntry = { chunk, at: 0, milliseconds: 0, variants: [] }
    // Chunks that were being played still have it.
    const plain = {
      ...({ worker: undefined, isTimed: true, milliseconds: 100 } as const),
      ...({ lost: -1, faults: 0, isChecked: false, note: '' } as const),
    }
    const lines = of.flatMap((one, i) => befallen(one, plain, new Set(i < 20 || i % 3 === 0 ? [] : ['1/1'])))
    lines.splice(20, 0, note)
    write(FILE, lines)
    compact(FILE)
    const kept = entriesIn(FILE)
    const at = kept.findIndex(one => one.chunk.from === one.chunk.to)
    const blocksOf = (list: readonly JournalEntry[]) => countBlocks(list.flatMap(rangesIn))
    expect([blocksOf(kept.slice(0, at)), blocksOf(kept.slice(at))]).toEqual([20, 40])
    expect(kept.length).toBeLessThan(50)
    expect(counted(kept)).toEqual(counted(lines))
  })

  it('counts a line once that comes back after its sum, and does not add it up', () => {
    write(FILE, entries)
    compact(FILE)
    append(FILE, entries.slice(3, 5))
    compact(FILE)
    const kept = entriesIn(FILE)
    expect(kept.filter(({ elapsed }) => elapsed === undefined).map(({ chunk }) => chunk)).toEqual(
      expect.arrayContaining(entries.slice(3, 5).map(({ chunk }) => chunk)),
    )
    expect(counted(kept)).toEqual(counted(entries))
  })

  it('leaves a journal alone that is damaged, has grown, or is no longer ours, and leaves nothing behind', () => {
    const dir = mkdtempSync(join(home, 'alone-'))
    const file = join(dir, JOURNAL)
    write(file, entries)
    const bytes = readFileSync(file)
    const options = { results: new Results(experiment), guard: () => {} }
    expect(compactJournal(file, header, bytes.length - 1, options)).toBeNull()
    const guard = () => {
      throw new RefusedError(dir, 'is lost')
    }
    expect(() => compactJournal(file, header, bytes.length, { ...options, guard })).toThrow('is lost')
    expect(readFileSync(file).equals(bytes)).toBe(true)
    // The line of a process that has lost its lock, written while the sums were.
    const late = { ...options, guard: () => append(file, entries.slice(0, 1)) }
    expect(compactJournal(file, header, bytes.length, late)).toBeNull()
    expect(readFileSync(file).length).toBeGreaterThan(bytes.length)
    const damaged = Buffer.from(bytes)
    damaged[bytes.length >> 1]! ^= 1
    writeFileSync(file, damaged)
    expect(compactJournal(file, header, bytes.length, options)).toBeNull()
    expect(readFileSync(file).equals(damaged)).toBe(true)
    // No room for another file.
    writeFileSync(file, bytes)
    mkdirSync(`${file}.${process.pid}.tmp`)
    expect(compactJournal(file, header, bytes.length, options)).toBeNull()
    rmSync(`${file}.${process.pid}.tmp`, { recursive: true })
    expect(readdirSync(dir)).toEqual([JOURNAL])
  })

  it('happens while a run plays, and its journal resumes and grows as any other', async () => {
    const dir = mkdtempSync(join(home, 'during-'))
    const file = join(dir, JOURNAL)
    const results = new Results(experiment)
    const journal = new Journal(dir, EMPTY, header, { results })
    const run = newRun(experiment, {}, results)
    await playRun(run, { threads: 0, chunk: 1, onChunk: chunk => journal.append(chunk) })
    journal.close()
    const kept = entriesIn(file)
    expect(kept.some(({ elapsed }) => elapsed !== undefined)).toBe(true)
    expect(kept.length).toBeLessThan(LINES_DUE * 2)
    expect({ ...counted(kept), lineups: [] }).toEqual({ ...counted(entries), lineups: [] })
  })

  it('a damaged sum is refused by line, and repaired: its blocks are missing, the others count', () => {
    const dir = mkdtempSync(join(home, 'damaged-'))
    const file = join(dir, JOURNAL)
    write(file, entries)
    compact(file)
    const kept = entriesIn(file)
    const at = kept.findIndex(({ elapsed }) => elapsed !== undefined)
    const lines = readFileSync(file, 'utf8').split('\n')
    const damaged = lines.with(at + 1, lines[at + 1]!.replace('"at":', '"at":1'))
    writeFileSync(file, damaged.join('\n'))
    expect(() => entriesIn(file)).toThrow(`line ${at + 2} is damaged`)
    expect(repair(dir).dropped).toEqual([at + 2])
    expect(counted(entriesIn(file))).toEqual(counted(kept.toSpliced(at, 1)))
  })

  it('of two copies of a journal, the one that holds more counts first', () => {
    const [old, compacted] = ['old', 'compacted'].map(name => {
      const dir = join(home, name)
      mkdirSync(dir)
      return dir
    }) as [string, string]
    write(join(old, JOURNAL), entries.slice(0, 90))
    write(join(compacted, JOURNAL), entries)
    compact(join(compacted, JOURNAL))
    copyFileSync(join(compacted, JOURNAL), FILE)
    for (const dirs of [
      [old, compacted],
      [compacted, old],
    ])
      expect(addUpJournals(dirs).results.matches).toBe(counted(entries).matches)
  })
})
