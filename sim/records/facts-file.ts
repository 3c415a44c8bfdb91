/**
 * The facts of a run's matches on disk, beside its journal: a head that names the run, then a frame for every
 * chunk, in the order in which they ended. Readers ask for blocks, so neither that order nor repeated chunks
 * matter.
 */
import { closeSync, fdatasyncSync, fstatSync, ftruncateSync, openSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { type Range, Ranges } from '../chunks/ranges.ts'
import { onDisk, openToRead, readAt, writeAll } from '../store/disk.ts'
import type { FactsOfBlocks } from './facts.ts'

export const FACTS = 'facts.bin'

/** As this machine writes integers: a file of another byte order doesn't begin like that. */
const FORMAT = 0x65686601
/** Int32 words before a frame's facts: first block (low, high half), blocks, line-up, words, checksum. */
const FRAME = 6
const WORD = Int32Array.BYTES_PER_ELEMENT
const HALF = 2 ** 32
/** Words read at a time when a file is opened. */
const PIECE = 1 << 18

/** A frame, and the range of its blocks that no earlier frame holds. */
interface ChunkFrame extends Range {
  readonly lineup: number
  /** First block of the frame. */
  readonly first: number
  readonly blocks: number
  /** Byte at which its facts begin, and their words. */
  readonly at: number
  readonly words: number
}

/** What the facts of a run must fit. */
export interface FactsShape {
  /** What its lines are bound to (runIdOf). */
  readonly run: string
  /** Words of a block's facts, by variant. */
  readonly sizes: readonly number[]
  readonly lineups: number
}

export class FactsFile {
  readonly #path: string
  readonly #fd: number
  readonly #shape: FactsShape
  readonly #head: Buffer
  #frames: ChunkFrame[] = []
  #held: readonly Ranges[] = []
  /** Sound bytes. */
  #length = 0

  /**
   * Opens a run's file, or creates it. Cuts off whatever is of another run or incomplete. Throws a DiskError,
   * or a RefusedError if something other than a file is there.
   */
  constructor(path: string, shape: FactsShape, toRead: number | null = null) {
    this.#path = path
    this.#shape = shape
    this.#head = Buffer.concat([Buffer.from(Int32Array.of(FORMAT).buffer), Buffer.from(shape.run, 'hex')])
    this.#fd = toRead ?? openToWrite(path)
    this.#forget()
    onDisk(path, () => {
      const isOurs = this.#head.equals(readAt(this.#fd, 0, this.#head.length))
      if (toRead === null && !isOurs) this.clear()
      while (isOurs && this.#readFrame());
      if (toRead === null && fstatSync(this.#fd).size > this.#length) ftruncateSync(this.#fd, this.#length)
    })
  }

  /**
   * Opens a run's file for reading while somebody else may be writing it; null if there is none. Skips what
   * is of another run or incomplete. Throws a DiskError or a RefusedError.
   */
  static toRead(path: string, shape: FactsShape): FactsFile | null {
    const fd = openToRead(path)
    return fd === null ? null : new FactsFile(path, shape, fd)
  }

  /** Throws a DiskError. */
  clear(): void {
    onDisk(this.#path, () => {
      ftruncateSync(this.#fd, 0)
      writeAll(this.#fd, this.#head, 0)
    })
    this.#forget()
  }

  #forget(): void {
    this.#length = this.#head.length
    this.#frames = []
    this.#held = Array.from({ length: this.#shape.lineups }, () => new Ranges())
  }

  /** The blocks of a line-up that the file holds. */
  held(lineup: number): Ranges {
    return this.#held[lineup]!
  }

  /** Appends the facts of blocks, which are on disk when this returns. Throws a DiskError. */
  append({ lineup, from, to, variants }: FactsOfBlocks): void {
    const words = variants.reduce((sum, facts) => sum + facts.length, 0)
    const frame = new Int32Array(FRAME + words)
    let at = FRAME
    for (const facts of variants) {
      frame.set(facts, at)
      at += facts.length
    }
    frame.set([(from % HALF) | 0, Math.floor(from / HALF), to - from, lineup, words])
    frame[FRAME - 1] = checksum(frame)
    const bytes = Buffer.from(frame.buffer)
    onDisk(this.#path, () => {
      writeAll(this.#fd, bytes, this.#length)
      fdatasyncSync(this.#fd)
    })
    this.#add({ lineup, first: from, blocks: to - from, at: this.#length + FRAME * WORD, words })
    this.#length += bytes.length
  }

  /** The facts of these blocks, ascending, each once, a chunk at a time. Throws a DiskError. */
  *of(lineup: number, wanted: readonly Range[]): Generator<FactsOfBlocks, void, undefined> {
    const frames = this.#frames.filter(frame => frame.lineup === lineup).sort((a, b) => a.from - b.from)
    for (const frame of frames) {
      const parts = wanted.flatMap(({ from, to }) => {
        const part = { from: Math.max(from, frame.from), to: Math.min(to, frame.to) }
        return part.from < part.to ? [part] : []
      })
      if (parts.length === 0) continue
      const bytes = onDisk(this.#path, () => readAt(this.#fd, frame.at, frame.words * WORD), 'read')
      const all = new Int32Array(bytes.buffer, bytes.byteOffset, frame.words)
      for (const part of parts) yield { lineup, ...part, variants: this.#partOf(frame, part, all) }
    }
  }

  #partOf({ first, blocks }: ChunkFrame, { from, to }: Range, all: Int32Array): Int32Array[] {
    let begin = 0
    return this.#shape.sizes.map(size => {
      const facts = all.subarray(begin + (from - first) * size, begin + (to - first) * size)
      begin += blocks * size
      return facts
    })
  }

  close(): void {
    closeSync(this.#fd)
  }

  /** False if no sound frame follows. */
  #readFrame(): boolean {
    const at = this.#length + FRAME * WORD
    const head = readAt(this.#fd, this.#length, FRAME * WORD)
    if (head.length < FRAME * WORD) return false
    const [low, high, blocks, lineup, words, sum] = new Int32Array(head.buffer, head.byteOffset, FRAME)
    const { sizes, lineups } = this.#shape
    const fits = words === blocks! * sizes.reduce((a, b) => a + b, 0) && lineup! < lineups
    if (!fits || at + words! * WORD > fstatSync(this.#fd).size) return false
    let found = crc32(head.subarray(0, (FRAME - 1) * WORD))
    for (let read = 0; read < words!; read += PIECE)
      found = crc32(readAt(this.#fd, at + read * WORD, Math.min(PIECE, words! - read) * WORD), found)
    if ((found | 0) !== sum) return false
    this.#add({ lineup: lineup!, first: (low! >>> 0) + high! * HALF, blocks: blocks!, at, words: words! })
    this.#length = at + words! * WORD
    return true
  }

  /** Notes a frame's new blocks. */
  #add(frame: Omit<ChunkFrame, keyof Range>): void {
    const held = this.#held[frame.lineup]!
    for (const range of held.missing({ from: frame.first, to: frame.first + frame.blocks })) {
      held.add(range)
      this.#frames.push({ ...frame, ...range })
    }
  }
}

/** Opens or creates a file. Throws a DiskError, or a RefusedError if something other than a file is there. */
function openToWrite(path: string): number {
  const there = openToRead(path)
  if (there !== null) closeSync(there)
  return onDisk(path, () => openSync(path, there === null ? 'w+' : 'r+'))
}

/** CRC-32 of a frame except the word that holds it, as an Int32. */
function checksum(frame: Int32Array): number {
  const bytes = Buffer.from(frame.buffer)
  const head = crc32(bytes.subarray(0, (FRAME - 1) * WORD))
  return crc32(bytes.subarray(FRAME * WORD), head) | 0
}
