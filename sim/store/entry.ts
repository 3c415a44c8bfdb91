/** Entries of journals and checks of their shape: a checksum finds accidents, not forgeries. */
import { z } from 'zod'
import { oneLine } from '../../documents/index.ts'
import type { BlockDigest, Chunk, VariantResult } from '../chunks/chunk.ts'
import type { Range } from '../chunks/ranges.ts'
import type { LostBlock } from '../match/fault.ts'
import { RefusedError } from './disk.ts'
import type { JournalHeader } from './header.ts'

/**
 * A finished chunk, of which `chunk` covers only the blocks played; or the sum of several of one line-up, whose
 * `chunk` runs from their first block to their last.
 */
export interface JournalEntry {
  readonly chunk: Chunk
  /** The blocks of a sum, ascending; absent if it holds all of `chunk`. */
  readonly ranges?: readonly Range[] | undefined
  /** When it, or the last chunk of a sum, was written, in milliseconds since 1970. Only `status` uses it. */
  readonly at: number
  readonly milliseconds: number
  /** Of a sum: milliseconds of the run, without pauses, that its chunks account for. */
  readonly elapsed?: number | undefined
  /** Milliseconds of processor time; absent if unknown. */
  readonly processor?: number | undefined
  readonly variants: readonly Omit<VariantResult, 'records'>[]
  /** Blocks that count in no sum; absent if there are none. */
  readonly lost?: readonly LostBlock[] | undefined
  /** Blocks to play again; absent if there are none. */
  readonly checks?: readonly BlockDigest[] | undefined
  /** Who answered it over a queue. */
  readonly worker?: string | undefined
  /** Blocks that came out the same again; only in an entry without blocks. */
  readonly passed?: readonly Range[] | undefined
}

const count = z.int().min(0)
/** A chunk takes seconds; this is a thousand years. */
const time = z.number().min(0).max(3.2e13)
const range = z.object({ from: count, to: count })
const incident = z.object({ block: count, rotation: count, decision: count, reason: z.string() })

const entryShape = z.object({
  chunk: range.extend({
    lineup: count,
    givenUp: z.array(z.object({ variant: count, reason: z.string() })).optional(),
  }),
  ranges: z.array(range).min(1).optional(),
  at: z.number(),
  milliseconds: time,
  elapsed: time.optional(),
  processor: time.optional(),
  variants: z.array(
    z.object({
      tally: z.string(),
      members: z.array(z.string()).optional(),
      selves: z.array(z.string()).optional(),
      pairs: z.string(),
      highlights: z.string(),
      faults: z.array(incident.extend({ seat: count, participant: count })),
    }),
  ),
  lost: z.array(incident.extend({ variant: count })).optional(),
  checks: z.array(z.object({ block: count, digests: z.array(z.string()) })).optional(),
  worker: z.string().optional(),
  passed: z.array(range).optional(),
})

/** A line's value as an entry of the header's run. Throws a RefusedError that names the line and the key. */
export function checkedEntry(
  file: string,
  line: number,
  body: object,
  { experiment: { lineups, variants } }: JournalHeader,
): JournalEntry {
  const refuse = (what: string): never => {
    const text = oneLine(`line ${line} is not an entry of a journal: ${what}`)
    throw new RefusedError(
      file,
      `${text}; expected the line that evenhand wrote. Restore a copy of the journal`,
    )
  }
  const { error } = entryShape.safeParse(body)
  const [issue] = error?.issues ?? []
  if (issue) refuse(`${issue.path.join('.')}: ${issue.message}`)
  const entry = body as JournalEntry
  const { chunk, ranges, variants: results, lost = [] } = entry
  if (ranges && !isDivided(chunk, ranges)) refuse('ranges: expected ascending parts of its chunk')
  const seats = lineups[chunk.lineup]?.participants.length
  if (seats === undefined)
    return refuse(`chunk.lineup is ${chunk.lineup}, expected less than ${lineups.length}`)
  const atMost = (key: string, value: number, limit: number): void => {
    if (value >= limit) refuse(`${key} is ${value}, expected less than ${limit}`)
  }
  atMost('the number of variants', results.length, variants.length + 1)
  for (const { variant } of chunk.givenUp ?? []) atMost('givenUp.variant', variant, variants.length)
  for (const { faults } of results)
    for (const { rotation, seat, participant } of faults) {
      atMost('faults.rotation', rotation, seats)
      atMost('faults.seat', seat, seats)
      atMost('faults.participant', participant, seats)
    }
  for (const { variant, rotation } of lost) {
    atMost('lost.variant', variant, variants.length)
    atMost('lost.rotation', rotation, seats)
  }
  return entry
}

function isDivided({ from, to }: Range, ranges: readonly Range[]): boolean {
  const ascends = ranges.every((one, i) => one.from < one.to && (i === 0 || ranges[i - 1]!.to < one.from))
  return ascends && ranges[0]!.from === from && ranges.at(-1)!.to === to
}
