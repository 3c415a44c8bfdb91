/** Measures one game in one process: play with all tallies, searches, and matches in a pool of threads. */
import { PerformanceObserver } from 'node:perf_hooks'
import { setImmediate } from 'node:timers/promises'
import type { Agent } from '../agents/index.ts'
import type { CompiledGame, State } from '../engine/contract/index.ts'
import type { GameModule } from '../engine/registry/index.ts'
import type { ChunkResult } from '../sim/chunks/chunk.ts'
import type { Progress } from '../sim/run.ts'
import type { Build } from './build.ts'

const SEED = 'bench'
/** The share of a pool's matches that do not count: threads start, and their code gets optimized. */
const WARM_SHARE = 0.2

export interface PoolSpeed {
  /** Matches a second, by the clock. */
  readonly rate: number
  /** The share of the threads' time in which they play. */
  readonly playing: number
  /** Microseconds of a processor a match; 0 if unknown. */
  readonly processor: number
}

/** Matches of a measurement. */
export interface Measured {
  /** CPU seconds of the process, all threads together. */
  readonly seconds: number
  readonly matches: number
  readonly decisions: number
  /** Garbage collections. */
  readonly collections: number
}

/** Matches of one agent against itself, block after block. */
class SelfPlay {
  readonly #runner: InstanceType<Build['MatchRunner']>
  readonly #tallier: InstanceType<Build['Tallier']>
  readonly #picker: InstanceType<NonNullable<Build['HighlightPicker']>> | null
  readonly #root: Int32Array
  readonly #seats: number
  #block = 0

  constructor(build: Build, game: CompiledGame, make: () => Agent) {
    this.#seats = game.info.seats.length
    const agents = game.info.seats.map(() => ({ agent: make(), foreign: false }))
    this.#runner = new build.MatchRunner(game, agents)
    this.#tallier = new build.Tallier(game, build.layoutTally(game, true))
    this.#picker = build.HighlightPicker && new build.HighlightPicker(game.info)
    this.#root = build.rootOf(SEED)
  }

  play(blocks: number): void {
    for (const to = this.#block + blocks; this.#block < to; this.#block++) {
      for (let rotation = 0; rotation < this.#seats; rotation++) {
        this.#runner.play(this.#root, this.#block, rotation, false)
        this.#tallier.add(this.#runner.finished)
        this.#picker?.add(this.#runner.finished, this.#tallier)
      }
      this.#tallier.endBlock()
    }
  }

  /** Starts again at the first block, with an empty tally. */
  clear(): void {
    this.#block = 0
    this.#tallier.clear()
    this.#picker?.clear()
  }

  async measure(blocks: number): Promise<Measured> {
    const before = this.#counts()
    let seconds = 0
    const collections = await collectionsDuring(() => {
      seconds = cpuSeconds(() => this.play(blocks))
    })
    const { matches, decisions } = this.#counts()
    return {
      seconds,
      matches: matches - before.matches,
      decisions: decisions - before.decisions,
      collections,
    }
  }

  /** Totals since the start. Reads the tally each time: a tally that was read doesn't grow. */
  #counts(): { matches: number; decisions: number } {
    const { layout, tally } = this.#tallier
    return { matches: tally[layout.matches]!, decisions: tally[layout.decisions]! }
  }

  /**
   * FNV-1a over the words of the tally, up to the seatings: older versions have no more, so the sum compares
   * with theirs.
   */
  checksum(): string {
    const { layout, tally } = this.#tallier
    let hash = 0x811c9dc5
    for (const word of tally.subarray(0, layout.seatings))
      hash = Math.imul(hash ^ word ^ Math.floor(word / 4294967296), 0x01000193)
    return (hash >>> 0).toString(16).padStart(8, '0')
  }
}

type Player = 'random' | 'greedy' | 'learned'

/** Searches at the next decisions of random matches, or all at the opening position. */
interface Searches {
  readonly iterations: number
  readonly searches: number
  readonly opening: boolean
}

/** Measures one game of one build. */
export class Bencher {
  readonly #build: Build
  readonly #name: string
  readonly #ruleset: string
  readonly #game: CompiledGame
  readonly #plays: { readonly random: SelfPlay; readonly greedy: SelfPlay; learned?: SelfPlay }
  readonly #searchers = new Map<number, Agent>()
  readonly #state: State
  readonly #view: State
  readonly #legal: Int32Array
  readonly #events: Int32Array
  readonly #rng: Int32Array

  static async of(build: Build, name: string, ruleset: string): Promise<Bencher> {
    // Builds up to 0.2.0 load all games when they are imported.
    const module = (await build.loadGame?.(name)) ?? build.findGame(name)
    return new Bencher(build, name, module, ruleset)
  }

  private constructor(build: Build, name: string, module: GameModule, ruleset: string) {
    const game = module.compile(build.resolveRules(module, build.readRuleset(module, ruleset, '.'), []))
    this.#build = build
    this.#name = name
    this.#ruleset = ruleset
    this.#game = game
    this.#plays = {
      random: new SelfPlay(build, game, () => build.random.make(game, {})),
      greedy: new SelfPlay(build, game, () => build.greedy.make(game, build.greedy.options.parse({}))),
    }
    this.#state = build.newState(game.info)
    this.#view = build.newState(game.info)
    this.#legal = new Int32Array(game.info.legalMax)
    this.#events = build.newEvents(game.info)
    this.#rng = new Int32Array(build.RNG_WORDS)
    build.derive(this.#rng, build.rootOf(SEED), 0, 0)
    game.start(this.#state, this.#events)
  }

  get seats(): number {
    return this.#game.info.seats.length
  }

  /** Plays blocks to warm up, and starts again at the first. */
  async warm({ agent, blocks }: { agent: Player; blocks: number }): Promise<Measured> {
    const play = await this.#playOf(agent)
    const played = await play.measure(blocks)
    play.clear()
    return played
  }

  async play({ agent, blocks }: { agent: Player; blocks: number }): Promise<Measured> {
    return (await this.#playOf(agent)).measure(blocks)
  }

  /** A policy without weights decides as fast as a trained one, but plays the matches of random play. */
  async #playOf(agent: Player): Promise<SelfPlay> {
    if (agent !== 'learned') return this.#plays[agent]
    const { Learned, Policy, WEIGHTS } = await this.#build.loadLearned()
    const policy = new Policy(this.#game, new Float32Array(WEIGHTS))
    this.#plays.learned ??= new SelfPlay(this.#build, this.#game, () => new Learned(policy, 1))
    return this.#plays.learned
  }

  /** Of all random matches that were measured. */
  checksum(): string {
    return this.#plays.random.checksum()
  }

  /** Bytes in use after a collection. */
  heap(): number {
    globalThis.gc?.()
    return process.memoryUsage().heapUsed
  }

  /** CPU seconds of all searches. */
  search({ iterations, searches, opening }: Searches): number {
    let seconds = 0
    this.#eachSearch(iterations, searches, opening, choose => {
      seconds += cpuSeconds(choose)
    })
    return seconds
  }

  /**
   * Median of the bytes that a search takes from the heap, at the decisions of `search`; reading the heap
   * takes some itself.
   */
  allocated({ iterations, searches, opening }: Searches): number {
    const bytes: number[] = []
    this.#eachSearch(iterations, searches, opening, choose => {
      const before = process.memoryUsage()
      choose()
      const after = process.memoryUsage()
      bytes.push(after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers)
    })
    return median(bytes)
  }

  #eachSearch(
    iterations: number,
    searches: number,
    opening: boolean,
    around: (choose: () => void) => void,
  ): void {
    const build = this.#build
    const game = this.#game
    const agent = this.#searcher(iterations)
    let searched = 0
    while (searched < searches) {
      if (opening) game.start(this.#state, this.#events)
      const seat = build.advance(game, this.#state, this.#events)
      if (seat === build.OVER) game.start(this.#state, this.#events)
      if (seat < 0) continue
      const count = seat === build.CHANCE ? 1 : game.legal(this.#state, seat, this.#legal)
      if (count > 1) {
        game.observe(this.#state, seat, this.#view)
        around(() => {
          agent.choose(this.#view, seat, this.#legal, count, this.#rng)
        })
        searched++
      }
      game.apply(this.#state, seat, game.sample(this.#state, seat, this.#rng), this.#events)
    }
  }

  #searcher(iterations: number): Agent {
    const made =
      this.#searchers.get(iterations) ??
      this.#build.mcts.make(this.#game, this.#build.mcts.options.parse({ iterations }))
    this.#searchers.set(iterations, made)
    return made
  }

  /** Random matches of a pool, counted once WARM_SHARE of them are played. */
  async pool({ threads, matches }: { threads: number; matches: number }): Promise<PoolSpeed> {
    const lineups = [{ agents: ['random'] }]
    const game = { game: this.#name, ruleset: this.#ruleset }
    const document = this.#build.literal({ ...game, seed: SEED, matches, lineups }, 'bench')
    const experiment = await this.#build.resolveExperiment(document)
    let [first, last, before, counted, played, used] = [0, 0, 0, 0, 0, 0]
    const onChunk = ({ milliseconds, processor = 0 }: ChunkResult): void => {
      if (first === 0) return
      played += milliseconds
      used += processor
    }
    const onProgress = (progress: Progress): void => {
      last = performance.now()
      if (first === 0 && progress.matches >= matches * WARM_SHARE) {
        first = last
        before = progress.matches
      } else if (first > 0) counted = progress.matches - before
    }
    await this.#build.playExperiment(experiment, { threads, onChunk, onProgress })
    const elapsed = last - first
    return {
      rate: (counted * 1000) / elapsed,
      playing: played / (threads * elapsed),
      processor: (used * 1000) / counted,
    }
  }
}

/** CPU time: on a busy machine the clock says little. */
function cpuSeconds(act: () => void): number {
  const before = process.cpuUsage()
  act()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}

async function collectionsDuring(act: () => void): Promise<number> {
  let count = 0
  const observer = new PerformanceObserver(list => {
    count += list.getEntries().length
  })
  observer.observe({ entryTypes: ['gc'] })
  act()
  // Entries are delivered in a later turn of the event loop.
  await setImmediate()
  await setImmediate()
  observer.disconnect()
  return count
}

/** The middle of measurements, which other work on the machine disturbs less than their mean. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const half = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2
}
