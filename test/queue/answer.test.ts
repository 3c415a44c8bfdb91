/** Answers of workers: genuine ones are read, and inconsistent ones are refused with a reason. */
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { literal } from '../../documents/index.ts'
import type { CompiledGame, GameInfo } from '../../engine/contract/index.ts'
import type { ChunkResult } from '../../sim/chunks/chunk.ts'
import { LineupError } from '../../sim/chunks/pool.ts'
import { Ranges } from '../../sim/chunks/ranges.ts'
import { Results } from '../../sim/chunks/results.ts'
import { type Experiment, gameOf, resolveExperiment } from '../../sim/experiment/index.ts'
import { metricsOf } from '../../sim/figures/registry.ts'
import type { Fault } from '../../sim/match/fault.ts'
import { AnswerReader, WrongAnswer } from '../../sim/queue/answer.ts'
import { answerOf, type ChunkAnswer } from '../../sim/queue/protocol.ts'
import { factsAt, factWords } from '../../sim/records/facts.ts'
import { newRun, playRun } from '../../sim/run.ts'
import { layoutTally, type TallyLayout } from '../../sim/tally/layout.ts'
import { pack, unpack } from '../../sim/tally/packing.ts'
import { layoutPairs, PAIR_SIZE } from '../../sim/tally/pairs.ts'
import { experimentWith, failing } from '../own/own.ts'

const SABOTEUR = fileURLToPath(new URL('../faults/saboteur.mjs', import.meta.url))

interface Played {
  readonly experiment: Experiment
  readonly results: readonly ChunkResult[]
  /** The same as they come through Redis. */
  readonly answers: ChunkAnswer[]
}

async function played(file: object): Promise<Played> {
  const experiment = await resolveExperiment(literal(file, 'test'))
  const results: ChunkResult[] = []
  // Which checks have passed is in a result without variants, which no worker sends.
  const onChunk = (result: ChunkResult): void => void (result.passed || results.push(result))
  const blocks = experiment.lineups.map(({ blocks }) => new Ranges([{ from: 0, to: blocks }]))
  const run = newRun(experiment, { facts: { blocks, take: () => {} } })
  await playRun(run, { threads: 0, chunk: 7, onChunk })
  return { experiment, results, answers: JSON.parse(JSON.stringify(results.map(answerOf))) }
}

const throwing = { agent: SABOTEUR, mode: 'throw', rarity: 3 }

/** Changes words of facts; `won` is where those of a match begin that was won. */
type Change = (words: Float64Array, won: number) => unknown

describe('answers of play are read', () => {
  test.each<[string, object]>([
    [
      'Elephant Men, variants compared',
      { game: 'elephant-men', variants: [{ rules: { 'limits.turns': 20 } }, { name: 'long' }] },
    ],
    ['Frontline', { game: 'frontline' }],
    ['Bulwark', { game: 'bulwark' }],
    [
      'players of a shipped population',
      {
        game: 'frontline',
        ...{ rules: { 'gold.start': 150, 'gold.perTurn': 0 }, lineups: [{ agents: ['learned'] }] },
      },
    ],
    ['Prestige, with more than two seats', { game: 'prestige', variants: [{}, { rules: {} }] }],
    ['forfeits', { game: 'elephant-men', lineups: [{ agents: [throwing, 'random'] }] }],
    [
      'forfeits of every match',
      { game: 'frontline', lineups: [{ agents: [{ ...throwing, rarity: 1 }, 'random'] }] },
    ],
  ])('%s', async (_, file) => {
    const { experiment, results, answers } = await played({
      ...{ matches: 60, lineups: [{ agents: ['random'] }] },
      ...file,
    })
    const reader = new AnswerReader(experiment)
    for (const [i, { facts, ...result }] of results.entries()) {
      expect(reader.read(answers[i], result.chunk)).toEqual(result)
      expect(reader.read(answers[i], result.chunk, true)).toEqual({ ...result, facts })
    }
  })
})

test('sums of players that are not theirs are refused', async () => {
  const { experiment, answers } = await played({
    ...{ game: 'elephant-men', matches: 80, lineups: [{ agents: ['learned'] }] },
  })
  // Where a player meets itself.
  const [empty] = answers[0]!.variants[0]!.selves!
  const answer = (answers as unknown as ChunkResult[]).find(({ variants }) =>
    variants[0]!.selves!.some(self => self !== empty),
  )!
  const [one] = answer.variants as [ChunkResult['variants'][number]]
  const reader = new AnswerReader(experiment)
  const read = (changes: object) =>
    reader.read({ ...answer, variants: [{ ...one, ...changes }] }, answer.chunk)
  expect(() => read({ selves: [] })).toThrow(WrongAnswer)
  expect(() => read({ members: ['x', ...one.members!.slice(1)] })).toThrow(/can't be unpacked/)
  // Sums of players are added up where they are counted.
  const [first, ...rest] = one.members!
  const results = new Results(experiment)
  expect(() => results.add(read({ members: [first!, first!, ...rest.slice(1)] }))).toThrow(
    /^holds sums of players that don't add up to the whole$/,
  )
  expect(results.add(read({}))).toBe(true)
})

describe('digests of checked blocks', () => {
  const words = (change: (answer: ChunkAnswer) => object) => async () => {
    const { experiment, answers } = await played({
      game: 'tic-tac-toe',
      matches: 1020,
      lineups: [{ agents: ['random'] }],
    })
    const answer = answers.find(({ checks }) => checks)!
    expect(answer.checks).toMatchObject([{ block: 500 }])
    expect(() => new AnswerReader(experiment).read({ ...answer, ...change(answer) }, answer.chunk)).toThrow(
      /^(it has no digest of block 500|it has digests of blocks that aren't spot-checked)$/,
    )
  }

  test(
    'are refused where there are none',
    words(() => ({ checks: undefined })),
  )
  test(
    'are refused where one is empty',
    words(() => ({ checks: [{ block: 500, digests: [''] }] })),
  )
  test(
    'are refused of variants that are none',
    words(({ checks: [one] = [] }) => ({
      checks: [{ block: 500, digests: [...one!.digests, ...one!.digests] }],
    })),
  )
  test(
    'are refused of other blocks',
    words(({ checks = [] }) => ({ checks: [{ ...checks[0]!, block: 499 }] })),
  )
  test(
    'are refused of more blocks',
    words(({ checks = [] }) => ({ checks: [...checks, ...checks] })),
  )
})

describe('an answer is refused', () => {
  let reader: AnswerReader
  let answer: ChunkAnswer
  let info: GameInfo
  let layout: TallyLayout
  let games: CompiledGame[]
  beforeAll(async () => {
    const lineups = [{ agents: [throwing, 'random'] }]
    const variants = [{ name: 'short', rules: { 'limits.turns': 20 } }, { name: 'long' }]
    const { experiment, answers } = await played({ game: 'elephant-men', matches: 100, lineups, variants })
    reader = new AnswerReader(experiment)
    answer = answers.find(({ variants: [one] }) => one!.faults.length > 1)!
    games = experiment.variants.map(variant => gameOf(experiment, variant))
    layout = layoutTally(games[0]!, false)
    info = games[0]!.info
  })

  /** The answer with some words of its first variant's tally changed. */
  function withTally(change: (words: Float64Array, layout: TallyLayout) => unknown): ChunkAnswer {
    const words = unpack(answer.variants[0]!.tally, layout.size)
    change(words, layout)
    return withFirst(one => ({ ...one, tally: pack(words) }))
  }

  function withFirst(change: (one: ChunkAnswer['variants'][number]) => object): ChunkAnswer {
    const variants = answer.variants.map((one, v) => (v === 0 ? change(one) : one))
    return { ...answer, variants: variants as ChunkAnswer['variants'] }
  }

  /** The answer with some words of its first variant's facts changed. */
  function withFacts(change: Change): ChunkAnswer {
    const [first, ...others] = answer.facts!
    const size = factWords(info)
    const matches = (answer.done - answer.chunk.from) * info.seats.length
    const words = unpack(first!, matches * size)
    const isWon = (match: number): boolean => {
      const { faulty, winner, steps } = factsAt(Int32Array.from(words), match * size, info)
      return faulty < 0 && winner >= 0 && steps > 0
    }
    change(words, Array.from({ length: matches }, (_, match) => match).find(isWon)! * size)
    return { ...answer, facts: [pack(words), ...others] }
  }

  const withFaults = (change: (faults: Fault[]) => unknown) => () =>
    withFirst(one => ({ ...one, faults: change(one.faults.map(fault => ({ ...fault }))) }))

  test.each<[string, () => unknown, string]>([
    ['null', () => null, 'the answer'],
    ['nothing', () => undefined, 'the answer'],
    ['a string', () => 'played', 'the answer'],
    ['a number', () => 7, 'the answer'],
    ['a list', () => [], 'the answer'],
    ['an object without anything', () => ({}), 'chunk'],
    ['the news that the run is over, with results', () => ({ ...answer, done: 'gone' }), 'done'],
    [
      'another chunk',
      () => ({ ...answer, chunk: { ...answer.chunk, from: 0, to: 99 } }),
      'a different chunk',
    ],
    ['another line-up', () => ({ ...answer, chunk: { ...answer.chunk, lineup: 1 } }), 'a different chunk'],
    ['blocks beyond its chunk', () => ({ ...answer, done: answer.chunk.to + 1 }), 'outside its chunk'],
    ['half a block', () => ({ ...answer, done: answer.done - 0.5 }), 'done'],
    ['fewer blocks than in its sums', () => ({ ...answer, done: answer.done - 1 }), 'number of blocks'],
    ['a time that is none', () => ({ ...answer, milliseconds: 'long' }), 'milliseconds'],
    ['no variants', () => ({ ...answer, variants: [] }), '0 variants, expected 2'],
    ['variants that are null', () => ({ ...answer, variants: [null, null] }), 'variants.0'],
    ['a tally that is no text', () => withFirst(one => ({ ...one, tally: [1, 2] })), 'variants.0.tally'],
    [
      'a tally after endless empty blocks',
      () => {
        const empty = Buffer.alloc(5e6, Buffer.from([0, 0, 0, 0xff, 0xff]))
        const tallyOf = (text: string) => Buffer.concat([empty, Buffer.from(text, 'base64')])
        return withFirst(one => ({ ...one, tally: tallyOf(one.tally).toString('base64') }))
      },
      "can't be unpacked",
    ],
    [
      'a tally cut short',
      () => withFirst(one => ({ ...one, tally: one.tally.slice(8) })),
      "can't be unpacked",
    ],
    [
      'a tally of another length',
      () => withFirst(one => ({ ...one, tally: pack(new Float64Array(9)) })),
      'words',
    ],
    [
      'differences of another length',
      () => withFirst(one => ({ ...one, pairs: 'AAAA' })),
      "can't be unpacked",
    ],
    ['no matches', () => withTally(words => words.fill(0)), 'number of blocks: found 0'],
    ['faults: [null]', withFaults(() => [null]), 'variants.0.faults.0'],
    ['faults: [{}]', withFaults(() => [{}]), 'variants.0.faults.0.block'],
    ['no list of faults', withFaults(() => 'none'), 'variants.0.faults'],
    ['faults left out', withFaults(faults => faults.slice(1)), 'it lists'],
    ['a fault twice', withFaults(faults => [...faults.slice(1), faults.at(-1)!]), "can't be"],
    [
      'a fault outside its chunk',
      withFaults(([one, ...rest]) => [...rest, { ...one, block: 99 }]),
      "can't be",
    ],
    ['a fault in no seat', withFaults(([one, ...rest]) => [{ ...one, seat: 2 }, ...rest]), "can't be"],
    ['a fault of the other', withFaults(faults => faults.map(turned)), "doesn't count"],
    [
      'a reason that moves the cursor',
      withFaults(([one, ...rest]) => [{ ...one, reason: '\u001b[2J' }, ...rest]),
      'control characters',
    ],
    [
      'a reason without end',
      withFaults(([one, ...rest]) => [{ ...one, reason: 'x'.repeat(1e6) }, ...rest]),
      'variants.0.faults.0.reason',
    ],
  ])('%s', (_, forged, words) => {
    expect(() => reader.read(answer, answer.chunk)).not.toThrow()
    expect(() => reader.read(forged(), answer.chunk)).toThrow(words)
  })

  /** The same fault, by the agent in the other seat. */
  function turned(fault: Fault): Fault {
    return { ...fault, seat: 1 - fault.seat, participant: 1 - fault.participant }
  }

  const moved = (from: number, to: number) => (words: Float64Array) => {
    words[from]!--
    words[to]!++
  }

  test.each<[string, (words: Float64Array, layout: TallyLayout) => unknown]>([
    ['a block more', (words, { blocks }) => void words[blocks]!++],
    ['a match more', (words, { matches }) => void words[matches]!++],
    ['fewer decisions than none', (words, { decisions }) => words.fill(-1, decisions, decisions + 1)],
    [
      'more decisions than there can be',
      (words, { decisions }) => words.fill(1e12, decisions, decisions + 1),
    ],
    ['a loss made a win', (words, { seatOutcomes }) => moved(seatOutcomes + 1, seatOutcomes)(words)],
    [
      'a loss made a win, by seat and by participant',
      (words, { seatOutcomes, participantOutcomes }) => {
        moved(seatOutcomes + 1, seatOutcomes)(words)
        moved(participantOutcomes + 1, participantOutcomes)(words)
      },
    ],
    ['a win for all', (words, { seatOutcomes }) => words.fill(1e15, seatOutcomes, seatOutcomes + 1)],
    ['a negative count', (words, { seatings }) => moved(seatings, seatings + 2)(words)],
    ['other returns', (words, l) => moved(l.seatScores, l.seatScores + l.scoreBins - 1)(words)],
    ['an ending more', (words, { endingCounts }) => void words[endingCounts]!++],
    ['another length', (words, { lengths }) => moved(lengths + longest(words), lengths)(words)],
    ['a comeback more', (words, { comebacks }) => void words[comebacks.offset]!++],
    [
      'another value in a curve',
      (words, { curves: [one] }) => moved(one!.offset + 1, one!.offset + 2)(words),
    ],
    ['a lead beyond the gauge', (words, { leads }) => words.fill(1e14, leads, leads + 1)],
    ['squares that are too small', (words, { leads }) => words.fill(0, leads + 2, leads + 2 + 1)],
    ['more assets fielded', (words, { assetSums }) => void words[assetSums]!++],
    ['an event less than never', (words, { assetSums }) => words.fill(-1, assetSums + 2, assetSums + 2 + 1)],
  ])('for its sums: %s', (_, change) => {
    expect(() => reader.read(withTally(change), answer.chunk)).toThrow(/found|fit|expected/)
  })

  /** The length of the longest match. */
  function longest(words: Float64Array): number {
    let length = layout.steps
    while (words[layout.lengths + length] === 0) length--
    return length
  }

  /** Puts another value into a word of a match that was won. */
  const put =
    (word: number, change: (value: number) => number): Change =>
    (words, at) =>
      words.set([change(words[at + word]!)], at + word)
  const add = (word: number, sum: number): Change => put(word, value => value + sum)

  test.each<[string, Change, string]>([
    ['a step more', add(0, 1), 'lengths by the facts of matches'],
    ['a decision more', add(1, 1), 'decisions by the facts of matches'],
    ['an ending that there is not', put(2, () => 99), 'the ending of a match'],
    ['a forfeit more', put(3, () => 0), 'facts: the lowest lead'],
    ['a seat that there is not', put(3, () => 2), 'the seat that forfeited'],
    ['another winner', put(4, seat => 1 - seat), 'win units of a winner'],
    ['no winner', put(4, () => -1), 'facts: the lowest lead'],
    ['another way back', add(5, -9), 'by the facts of matches'],
    ['a way back from nowhere', put(5, () => -1e6), 'the lowest lead of a winner'],
    ['more units than a win', add(6, 1), 'win units of a match'],
    ['turned returns', (words, at) => words.subarray(at + 6, at + 8).reverse(), 'win units of a winner'],
    ['another end', put(8, value => value + (value > 0 ? -1 : 1)), 'gauges at the end'],
    ['an end beyond the gauge', put(8, () => 1e6), 'a gauge at the end of a match'],
    ['a word of 33 bits', add(1, 2 ** 32), 'more than 32 bits'],
  ])('for its facts: %s', (_, change, message) => {
    expect(() =>
      reader.read(
        withFacts(() => {}),
        answer.chunk,
        true,
      ),
    ).not.toThrow()
    expect(() => reader.read(withFacts(change), answer.chunk, true)).toThrow(message)
    // Nobody asks for them, and nobody takes them.
    expect(reader.read(withFacts(change), answer.chunk).facts).toBeUndefined()
  })

  test.each<[string, unknown, string]>([
    ['none', undefined, 'it has facts of 0 variants, expected 2'],
    ['none of a variant', ['AAAA'], 'it has facts of 1 variants, expected 2'],
    ['no text', [1, 2], 'facts.0'],
    ['of another number of matches', ['AAAA', 'AAAA'], "can't be unpacked"],
    ['without end', ['A'.repeat(1e7), 'A'], "can't be unpacked"],
  ])('for facts that are %s', (_, facts, message) => {
    expect(() => reader.read({ ...answer, facts }, answer.chunk, true)).toThrow(message)
  })

  test('for a fault whose match was not forfeited by its facts', () => {
    const size = factWords(info)
    const { block, rotation, seat } = answer.variants[0]!.faults[0]!
    const at = ((block - answer.chunk.from) * 2 + rotation) * size
    // Another match of the same rotation: the sums stay the same.
    const swap = (words: Float64Array): void => {
      let other = rotation * size
      while (words[other + 3] !== -1) other += 2 * size
      const [one, two] = [words.slice(at, at + size), words.slice(other, other + size)]
      words.set(two, at)
      words.set(one, other)
    }
    expect(() => reader.read(withFacts(swap), answer.chunk, true)).toThrow(
      `facts of a fault: found -1, expected ${seat}`,
    )
  })

  test('for the differences between its variants', () => {
    const [first, second] = answer.variants
    const pairs = unpack(second!.pairs, layoutPairs(metricsOf(games[0]!, games[1]!)).size)
    for (const change of [1, 1e9]) {
      const forged = Float64Array.from(pairs, (word, i) => (i < 2 ? word + change : word))
      const variants = [first!, { ...second!, pairs: pack(forged) }]
      expect(() => reader.read({ ...answer, variants }, answer.chunk)).toThrow('differences in score:white')
    }
  })

  test('for uses and steps of both its variants that are shifted alike', () => {
    const [first, second] = answer.variants
    const metrics = metricsOf(games[0]!, games[1]!)
    const pairs = layoutPairs(metrics)
    const words = unpack(second!.pairs, pairs.size)
    const per = PAIR_SIZE * pairs.measures
    // Sums of steps (y0, y1), then of the first ratio's uses (x0, x1), in both.
    for (const at of [per, per + 5]) {
      const forged = Float64Array.from(words, (word, i) => (i === at || i === at + 1 ? word - 1 : word))
      const variants = [first!, { ...second!, pairs: pack(forged) }]
      expect(() => reader.read({ ...answer, variants }, answer.chunk)).toThrow('differences in ')
    }
  })

  test('for almost any single word of its sums', () => {
    let accepted = 0
    let tried = 0
    for (let i = 0; i < layout.size; i += 101, tried++)
      try {
        reader.read(
          withTally(words => void words[i]!++),
          answer.chunk,
        )
        accepted++
      } catch {
        // Refused, as it should be.
      }
    expect(accepted / tried).toBeLessThan(0.02)
  })
})

describe('an answer that gives a line-up up', () => {
  const giveUp =
    (reader: AnswerReader, failed: string, from = 0, variant: number | null = null) =>
    () =>
      reader.read({ chunk: { lineup: 0, from, to: 2 }, failed, variant }, { lineup: 0, from: 0, to: 2 })
  let own: AnswerReader

  beforeAll(async () => {
    own = new AnswerReader(await experimentWith(failing('false')))
  })

  test('is one of the line-up, in words', () => {
    expect(giveUp(own, 'game module x hangs')).toThrow(new LineupError('game module x hangs'))
    expect(giveUp(own, 'it hangs', 0, 0)).toThrow(new LineupError('it hangs', 0))
  })

  test('is refused of a game that ships, of another chunk, and in words that hide others', async () => {
    const shipped = await resolveExperiment(literal({ game: 'frontline' }, 'test'))
    expect(giveUp(new AnswerReader(shipped), 'it hangs')).toThrow(WrongAnswer)
    expect(giveUp(own, 'it hangs', 1)).toThrow(new WrongAnswer('it belongs to a different chunk'))
    expect(giveUp(own, 'it hangs', 0, 1)).toThrow(new WrongAnswer("it gives up a variant that doesn't exist"))
    expect(giveUp(own, 'it hangs\u001b[2J')).toThrow(new WrongAnswer('its words have control characters'))
  })
})
