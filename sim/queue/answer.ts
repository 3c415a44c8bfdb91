/** Checks workers' answers: anyone who reaches Redis can write there, and broken machines count wrong. */
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { oneLine } from '../../documents/index.ts'
import type { CompiledGame } from '../../engine/contract/index.ts'
import { DIGEST } from '../chunks/cell.ts'
import {
  type BlockDigest,
  blocksCounted,
  type Chunk,
  type ChunkResult,
  FAULTS_LISTED,
  isWithout,
  unpairedIn,
  type VariantResult,
} from '../chunks/chunk.ts'
import { LineupError } from '../chunks/pool.ts'
import { metricsOfVariant } from '../chunks/results.ts'
import { checkOf } from '../chunks/spot-checks.ts'
import { type Experiment, gameOf, isMirror, referenceOf, SEEDS_MAX } from '../experiment/index.ts'
import type { Metric } from '../figures/registry.ts'
import { type Fault, LOST_REASON_MAX, type LostBlock, REASON_MAX } from '../match/fault.ts'
import { checkFacts } from '../records/check.ts'
import { factWords } from '../records/facts.ts'
import { checkPairs, measuresIn } from '../tally/checks/pairs.ts'
import { checkTally, type Forfeits } from '../tally/checks/tally.ts'
import { checkHighlights, highlightWords } from '../tally/highlights.ts'
import { addTally, layoutTally, type Tally, type TallyLayout } from '../tally/layout.ts'
import { packedMax, unpack } from '../tally/packing.ts'
import { layoutPairs } from '../tally/pairs.ts'

/** Longest reason of a fault: an agent's words, each character of which may be escaped, and some of ours. */
const REASON_LONGEST = 6 * REASON_MAX + 200

const LOST_REASON_LONGEST = 6 * LOST_REASON_MAX

const count = z.int().min(0)
const reasonShape = z.string().min(1).max(LOST_REASON_LONGEST)
const faultShape = z.strictObject({
  block: count,
  rotation: count,
  seat: count,
  participant: count,
  decision: count,
  reason: z.string().min(1).max(REASON_LONGEST),
})
const lostShape = z.strictObject({
  block: count,
  variant: count,
  rotation: count,
  decision: count,
  reason: reasonShape,
})
const digestShape = z.string().regex(new RegExp(`^([\\w+/]{${DIGEST}})?$`))
const chunkShape = z.strictObject({
  lineup: count,
  from: count,
  to: count,
  givenUp: z.array(z.strictObject({ variant: count, reason: reasonShape })).optional(),
})
const answerShape = z.object({
  chunk: chunkShape,
  done: count,
  milliseconds: z.number().min(0),
  processor: z.number().min(0).optional(),
  variants: z.array(
    z.object({
      tally: z.string(),
      members: z.array(z.string()).max(SEEDS_MAX).optional(),
      selves: z.array(z.string()).max(SEEDS_MAX).optional(),
      pairs: z.string(),
      highlights: z.string(),
      faults: z.array(faultShape).max(FAULTS_LISTED),
    }),
  ),
  facts: z.array(z.string()).optional(),
  lost: z.array(lostShape).optional(),
  checks: z.array(z.strictObject({ block: count, digests: z.array(digestShape) })).optional(),
})

const lineupShape = z.strictObject({ chunk: chunkShape, failed: reasonShape, variant: count.nullable() })

export class WrongAnswer extends Error {
  constructor(text: string) {
    super(oneLine(text))
    this.name = 'WrongAnswer'
  }
}

/** What answers are held to in one variant. */
interface Cell {
  readonly game: CompiledGame
  /** By line-up. */
  readonly layouts: readonly TallyLayout[]
  readonly metrics: readonly Metric[]
  /** Index of the variant that it is compared with. */
  readonly reference: number
}

export class AnswerReader {
  readonly #cells: readonly Cell[]
  readonly #experiment: Experiment
  /** Only games of users lose blocks. */
  readonly #mayLose: boolean

  constructor(experiment: Experiment) {
    this.#experiment = experiment
    this.#mayLose = experiment.source !== undefined
    const games = experiment.variants.map(variant => gameOf(experiment, variant))
    this.#cells = games.map((game, v) => {
      const reference = v === 0 ? 0 : referenceOf(experiment, v)
      const metrics = metricsOfVariant(experiment, games, v)
      const layouts = experiment.lineups.map(lineup => layoutTally(game, isMirror(lineup)))
      return { game, layouts, metrics, reference }
    })
  }

  #facts(
    text: string,
    variant: number,
    { whole: tally, result }: VariantSums,
    played: Chunk,
    lost: readonly LostBlock[],
  ): Int32Array {
    const { game, layouts } = this.#cells[variant]!
    const layout = layouts[played.lineup]!
    const isLost = (block: number): boolean =>
      isWithout(played, variant) || lost.some(one => one.variant === variant && one.block === block)
    const words = unpacked(text, (played.to - played.from) * layout.seats * factWords(game.info))
    return checkFacts(game.info, layout, { words, tally, faults: result.faults, from: played.from, isLost })
  }

  /**
   * The result of an answer, without records; with facts if asked for. Throws a WrongAnswer unless the answer
   * is whole and to this chunk, its sums agree with each other, and its facts with them; throws a LineupError
   * if that is the answer.
   */
  read(answer: unknown, asked: Chunk, withFacts = false): ChunkResult {
    try {
      return this.#read(answer, asked, withFacts)
    } catch (error) {
      throw error instanceof LineupError ? error : new WrongAnswer((error as Error).message)
    }
  }

  #read(answer: unknown, asked: Chunk, withFacts: boolean): ChunkResult {
    const given = lineupShape.safeParse(answer)
    if (given.success) return this.#giveUp(given.data, asked)
    const parsed = answerShape.safeParse(answer)
    if (!parsed.success) {
      const { path, message } = parsed.error.issues[0]!
      const place = path.length === 0 ? 'the answer' : path.join('.')
      throw new Error(`${place}: ${message.replace('Invalid input: ', '')}`)
    }
    const { chunk, done, milliseconds, processor, variants, facts, lost = [], checks = [] } = parsed.data
    requireChunk(chunk, asked)
    if (done < asked.from || done > asked.to) throw new Error('it covers blocks outside its chunk')
    if (done === asked.from) return { chunk: asked, done, milliseconds: 0, variants: [] }
    if (variants.length !== this.#cells.length)
      throw new Error(`it has ${variants.length} variants, expected ${this.#cells.length}`)
    if (withFacts && facts?.length !== this.#cells.length)
      throw new Error(`it has facts of ${facts?.length ?? 0} variants, expected ${this.#cells.length}`)
    const played = { ...asked, to: done }
    this.#checkLost(lost, played)
    this.#checkDigests(checks, played, v => {
      const isWhole = variants[v]!.faults.length === 0 && !lost.some(one => one.variant === v)
      return isWhole && !isWithout(played, v)
    })
    const blocks = variants.map((_, v) => blocksCounted(played, v, lost))
    const sums = variants.map((one, v) => checkVariant(this.#cells[v]!, one, played, blocks[v]!))
    for (const [v, { metrics, reference }] of this.#cells.entries()) {
      // Differences exist only for blocks that both variants have.
      const isPaired = unpairedIn(played, v, reference, lost) + unpairedIn(played, reference, v, lost) === 0
      if (isPaired)
        checkPairs(metrics, sums[v]!.pairs, sums[reference]!.measures, sums[v]!.measures, sums[v]!.paired)
    }
    return {
      chunk: asked,
      done,
      milliseconds,
      processor,
      variants: sums.map(({ result }) => result),
      lost: lost.length > 0 ? lost : undefined,
      checks: checks.length > 0 ? checks : undefined,
      facts: withFacts ? facts!.map((text, v) => this.#facts(text, v, sums[v]!, played, lost)) : undefined,
    }
  }

  /** `isWhole` tells variants of which every block must have a digest. */
  #checkDigests(
    checks: readonly BlockDigest[],
    { lineup, from, to }: Chunk,
    isWhole: (variant: number) => boolean,
  ): void {
    const isChecked = checkOf(this.#experiment, lineup)
    let found = 0
    for (let block = from; block < to; block++) {
      if (!isChecked(block)) continue
      const { block: given, digests = [] } = checks[found++] ?? {}
      const isRight =
        digests.length === this.#cells.length && digests.every((one, v) => one !== '' || !isWhole(v))
      if (given !== block || !isRight) throw new Error(`it has no digest of block ${block}`)
    }
    if (checks.length !== found) throw new Error("it has digests of blocks that aren't spot-checked")
  }

  #giveUp({ chunk, failed, variant }: z.infer<typeof lineupShape>, asked: Chunk): never {
    requireChunk(chunk, asked)
    if (!this.#mayLose) throw new Error('it gives up a line-up of a built-in game')
    if (oneLine(failed, LOST_REASON_LONGEST) !== failed) throw new Error('its words have control characters')
    if (variant !== null && variant >= this.#cells.length)
      throw new Error("it gives up a variant that doesn't exist")
    throw new LineupError(failed, variant)
  }

  #checkLost(lost: readonly LostBlock[], { from, to }: Chunk): void {
    if (lost.length > 0 && !this.#mayLose) throw new Error('it has lost blocks of a built-in game')
    let next = { block: from, variant: 0 }
    for (const { block, variant, rotation, decision, reason } of lost) {
      const { game } = this.#cells[variant] ?? {}
      const isNext = block > next.block || (block === next.block && variant >= next.variant)
      const isIn = isNext && block < to && game !== undefined && rotation < game.info.seats.length
      if (!isIn || decision > game.info.decisionMax || oneLine(reason, LOST_REASON_LONGEST) !== reason)
        throw new Error(`it has a lost block ${block} that can't be`)
      next = { block, variant: variant + 1 }
    }
  }
}

function requireChunk(chunk: z.infer<typeof chunkShape>, asked: Chunk): void {
  const hasPlace = chunk.lineup === asked.lineup && chunk.from === asked.from && chunk.to === asked.to
  if (!hasPlace || !isDeepStrictEqual(chunk.givenUp, asked.givenUp))
    throw new Error('it belongs to a different chunk')
}

interface VariantSums {
  readonly result: VariantResult
  /** With the blocks in which a member of a population meets itself. */
  readonly whole: Tally
  /** The blocks without them. */
  readonly paired: number
  readonly pairs: Float64Array
  readonly measures: Float64Array
}

function checkVariant(
  { game, layouts, metrics }: Cell,
  { tally, members = [], selves = [], pairs, highlights, faults }: Omit<VariantResult, 'records'>,
  played: Chunk,
  blocks: number,
): VariantSums {
  const layout = layouts[played.lineup]!
  const sums = unpacked(tally, layout.size)
  // Whether members' sums add up is checked where they are counted.
  for (const text of members) unpacked(text, layout.size)
  const whole = sums.slice()
  for (const text of selves) addTally(whole, unpacked(text, layout.size))
  const differences = unpacked(pairs, layoutPairs(metrics).size)
  const forfeits = checkTally(game, layout, whole, blocks)
  checkFaults(faults, forfeits, played, game.info.decisionMax)
  const picked = unpacked(highlights, highlightWords(layout.endings))
  checkHighlights(picked, game.info, played.from, played.to)
  return {
    result: {
      tally,
      ...(members.length > 0 && { members }),
      ...(selves.length > 0 && { selves }),
      ...{ pairs, highlights, faults, records: [] },
    },
    whole,
    paired: sums[layout.blocks]!,
    pairs: differences,
    measures: measuresIn(game, layout, sums),
  }
}

/** A journal keeps the text as it is: what was unpacked here is unpacked again from there. */
function unpacked(text: string, size: number): Float64Array {
  try {
    if (text.length > packedMax(size)) throw new RangeError('too long')
    return unpack(text, size)
  } catch {
    throw new Error(`its sums can't be unpacked into ${size} words`)
  }
}

/** The faults listed are the first of those that the tally counts, in order of play. */
function checkFaults(faults: readonly Fault[], forfeits: Forfeits, played: Chunk, decisionMax: number): void {
  const { participants, seats } = forfeits
  const forfeited = seats.reduce((sum, one) => sum + one, 0)
  const listed = Math.min(forfeited, FAULTS_LISTED)
  if (faults.length !== listed)
    throw new Error(`it lists ${faults.length} faults, expected ${listed} of ${forfeited} forfeits`)
  const by = { participants: participants.map(() => 0), seats: seats.map(() => 0) }
  let last = { block: played.from, rotation: -1 }
  for (const fault of faults) {
    const { block, rotation, seat, participant, decision, reason } = fault
    const inOrder = block > last.block || (block === last.block && rotation > last.rotation)
    const inChunk = inOrder && block < played.to && rotation < seats.length
    const seated = seat < seats.length && participant === (seat + rotation) % seats.length
    if (!inChunk || !seated || decision > decisionMax)
      throw new Error(`it has a fault in block ${block} that can't be`)
    if (oneLine(reason, REASON_LONGEST) !== reason)
      throw new Error(`the reason of its fault in block ${block} has control characters`)
    if (++by.seats[seat]! > seats[seat]! || ++by.participants[participant]! > participants[participant]!)
      throw new Error(`it has a fault in block ${block} that its tally doesn't count`)
    last = fault
  }
}
