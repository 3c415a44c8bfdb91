/**
 * `npm run bench [GAME | GAME:RULESET ...]`: how fast every game plays itself, what it allocates, and a checksum of what was played, so
 * that two versions are compared on the same work. Figures are of this machine and moment; the checksum is not.
 */
import { PerformanceObserver } from 'node:perf_hooks'
import { setImmediate } from 'node:timers/promises'
import { mcts } from '../agents/mcts/index.ts'
import { random } from '../agents/random.ts'
import { literal } from '../documents/index.ts'
import { advance, CHANCE, type CompiledGame, newEvents, newState, OVER } from '../engine/contract/index.ts'
import {
  type GameModule,
  gameListings,
  loadGame,
  readRuleset,
  resolveRules,
} from '../engine/registry/index.ts'
import { derive, RNG_WORDS, rootOf } from '../engine/rng.ts'
import { resolveExperiment } from '../sim/experiment/index.ts'
import { MatchRunner } from '../sim/match/runner.ts'
import { Run } from '../sim/run.ts'
import { layoutTally } from '../sim/tally/layout.ts'
import { Tallier } from '../sim/tally/tallier.ts'

const SEED = 'bench'
/** The most matches of a measurement, and about the most decisions: games with many decisions play fewer matches. */
const MATCHES = 100_000
const DECISIONS = 25_000_000
const PROBE = 200
const SEARCHES = 200
const ITERATIONS = 500

function compile(module: GameModule, ruleset: string): CompiledGame {
  return module.compile(resolveRules(module, readRuleset(module, ruleset, '.'), []))
}

/** FNV-1a over the words of a tally. */
function checksum(words: Float64Array): string {
  let hash = 0x811c9dc5
  for (const word of words) hash = Math.imul(hash ^ word ^ Math.floor(word / 4294967296), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}

/** Number of garbage collections while `act` runs. */
async function collections(act: () => void): Promise<number> {
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

/** Measures random play. Returns the number of matches played. */
async function benchMatches(game: CompiledGame): Promise<number> {
  const seats = game.info.seats.length
  const runner = new MatchRunner(
    game,
    game.info.seats.map(() => ({ agent: random.make(game, {}), foreign: false })),
  )
  const tallier = new Tallier(game, layoutTally(game))
  const root = rootOf(SEED)
  const play = (blocks: number): void => {
    for (let block = 0; block < blocks; block++) {
      for (let rotation = 0; rotation < seats; rotation++) {
        runner.play(root, block, rotation, false)
        tallier.add(runner.finished)
      }
      tallier.endBlock()
    }
  }
  play(PROBE / seats)
  const { layout } = tallier
  const perMatch = tallier.tally[layout.decisions]! / tallier.tally[layout.matches]!
  const wanted = Math.min(MATCHES, Math.floor(DECISIONS / perMatch))
  play(wanted / 10 / seats)
  tallier.clear()
  globalThis.gc?.()
  const heap = process.memoryUsage().heapUsed
  let seconds = 0
  const collected = await collections(() => {
    const began = performance.now()
    play(wanted / seats)
    seconds = (performance.now() - began) / 1000
  })
  globalThis.gc?.()
  const growth = (process.memoryUsage().heapUsed - heap) / wanted
  const { tally } = tallier
  const matches = tally[layout.matches]!
  const decisions = tally[layout.decisions]!
  print('random matches/s', matches / seconds)
  print('decisions/s', decisions / seconds)
  print('decisions per match', decisions / matches, 1)
  print('collections per 100,000 matches', (collected * 100_000) / matches, 1)
  print('heap growth per match, bytes', Math.max(0, growth), 3)
  // Seatings repeat what earlier words count: without them, checksums can be compared with older versions.
  console.log(`  ${'checksum'.padEnd(34)}${checksum(tally.subarray(0, layout.seatings))}`)
  return matches
}

/** Measures searches, at the decisions of random matches. */
function benchSearch(game: CompiledGame): void {
  const agent = mcts.make(game, mcts.options.parse({ iterations: ITERATIONS }))
  const state = newState(game.info)
  const view = newState(game.info)
  const legal = new Int32Array(game.info.legalMax)
  const events = newEvents(game.info)
  const rng = new Int32Array(RNG_WORDS)
  derive(rng, rootOf(SEED), 0, 0)
  let searched = 0
  let seconds = 0
  game.start(state, events)
  while (searched < SEARCHES) {
    const seat = advance(game, state, events)
    if (seat === OVER) game.start(state, events)
    else if (seat >= 0) {
      const count = seat === CHANCE ? 1 : game.legal(state, seat, legal)
      if (count > 1) {
        game.observe(state, seat, view)
        const began = performance.now()
        agent.choose(view, seat, legal, count, rng)
        seconds += (performance.now() - began) / 1000
        searched++
      }
      game.apply(state, seat, game.sample(state, seat, rng), events)
    }
  }
  print('mcts iterations/s', (searched * ITERATIONS) / seconds)
}

/** Measures random matches in the pool, without its start-up time. */
async function benchThreads(module: GameModule, ruleset: string, matches: number): Promise<void> {
  const lineups = [{ agents: ['random'] }]
  const document = literal({ game: module.id, ruleset, seed: SEED, matches, lineups }, 'bench')
  const experiment = await resolveExperiment(document)
  const rates: number[] = []
  for (const threads of [1, 2]) {
    let first = 0
    let last = 0
    let counted = 0
    const onProgress = ({ matches }: { matches: number }): void => {
      last = performance.now()
      if (first === 0) first = last
      else counted = matches
    }
    await new Run(experiment, { threads, onProgress }).finish()
    rates.push((counted * 1000) / (last - first))
  }
  print('pool matches/s, one thread', rates[0]!)
  print('speed-up by a second thread', rates[1]! / rates[0]!, 2)
}

function print(label: string, value: number, digits = 0): void {
  const text = value.toLocaleString('en-US', { maximumFractionDigits: digits, minimumFractionDigits: digits })
  console.log(`  ${label.padEnd(34)}${text}`)
}

const all = gameListings().map(({ id }) => id)
const chosen = process.argv.slice(2)
for (const name of chosen.length > 0 ? chosen : all) {
  const [id, named] = name.split(':')
  const module = await loadGame(id!)
  const ruleset = named ?? module.ruleset
  const game = compile(module, ruleset)
  console.log(`${module.id}, rule set ${ruleset}`)
  const matches = await benchMatches(game)
  benchSearch(game)
  await benchThreads(module, ruleset, 2 * matches)
}
