/**
 * `npm run bench` (options.ts has its arguments): how fast games are played, what play allocates, and a
 * checksum of what was played. Two processes of this build take turns at the same work; what they differ by
 * (A/A) is the precision of the figures. With `--against`, the build of another checkout takes turns with
 * them. Figures are CPU time, except for those of the pool, which go by the clock.
 */
import { dirname, join, resolve } from 'node:path'
import { gameListings, loadGame, nameOfGame, readRuleset, resolveRules } from '../engine/registry/index.ts'
import { type Measured, median, type PoolSpeed } from './bencher.ts'
import { benchOptions, gameAndRuleset, HELP } from './options.ts'
import { BenchProcess, takeTurns } from './processes.ts'

/** Matches of a measurement: more in games of few decisions, fewer in games of many. */
const MATCHES = 100_000
const LEAST_DECISIONS = 5_000_000
const MOST_DECISIONS = 25_000_000
const PROBE = 200
const POOL_ROUNDS = 3
/** CPU seconds of a round of matches of greedy or learned, about, and blocks that estimate them. */
const AGENT_SECONDS = 0.2
const AGENT_PROBE = 4
const SEARCHES = 10
const ITERATIONS = [100, 400, 1000, 10_000]
/** Iterations of the searches whose allocations count; one of those above, so that they are warm. */
const ALLOCATING = 1000
/** Searches of this classic also start at the opening position, to compare them with other programs. */
const OPENING = 'connect-four'
const OPENING_ITERATIONS = 1000

const { positionals, parts, rounds, against } = readOptions()
const own = dirname(import.meta.dirname)
/** This build twice, and perhaps another. */
const builds = [own, own, ...(against === undefined ? [] : [resolve(against, 'dist')])]

console.log(
  `${''.padEnd(38)}${'this build'.padStart(12)}${'A/A'.padStart(8)}${builds.length > 2 ? '   against' : ''}`,
)
/** Games in both contracts, measured side by side. */
const TWICE = ['tic-tac-toe', OPENING]
const easyOf = (id: string): string => join(dirname(own), 'docs', 'examples', `${id}.js`)
const all = [...gameListings().map(({ id }) => id), ...TWICE.flatMap(id => [id, easyOf(id)])]
for (const name of positionals.length > 0 ? positionals : all) {
  const { game, ruleset } = await readGame(name)
  console.log(`${game.id}, rule set ${ruleset}`)
  const processes: BenchProcess[] = []
  try {
    for (const dist of builds) processes.push(await BenchProcess.start(dist, nameOfGame(game), ruleset))
    await bench(game.id, processes)
  } finally {
    for (const process of processes) process.stop()
  }
}

/** Ends the process after help, and after a line for what is wrong. */
function readOptions() {
  try {
    const options = benchOptions(process.argv.slice(2))
    if (options !== null) return options
    console.log(HELP)
    process.exit(0)
  } catch (error) {
    return refuse(error)
  }
}

/** A game, and a rule set that compiles. Ends the process after a line for what is wrong. */
async function readGame(name: string) {
  try {
    const given = gameAndRuleset(name)
    const game = await loadGame(given.game)
    const ruleset = given.ruleset ?? game.ruleset
    game.compile(resolveRules(game, readRuleset(game, ruleset, '.'), []))
    return { game, ruleset }
  } catch (error) {
    return refuse(error)
  }
}

function refuse(error: unknown): never {
  console.error(`bench: ${(error as Error).message}`)
  process.exit(2)
}

async function bench(id: string, processes: readonly BenchProcess[]): Promise<void> {
  const seats = await processes[0]!.ask('seats')
  if (parts.includes('random') || parts.includes('threads')) {
    const probes = await takeTurns(processes, 1, 'warm', { agent: 'random', blocks: PROBE / seats })
    const { matches, decisions } = probes[0]![0]!
    const matchesOf = (total: number) => Math.floor((total * matches) / decisions)
    const wanted = Math.min(Math.max(MATCHES, matchesOf(LEAST_DECISIONS)), matchesOf(MOST_DECISIONS))
    if (parts.includes('random')) await benchRandom(processes, Math.ceil(wanted / seats))
    if (parts.includes('threads')) await benchThreads(processes[0]!, 2 * wanted)
  }
  if (parts.includes('greedy')) await benchAgent(processes, 'greedy')
  if (parts.includes('learned')) await benchAgent(processes, 'learned')
  if (!parts.includes('mcts')) return
  for (const iterations of ITERATIONS) await benchSearch(processes, iterations, false)
  if (id === OPENING) await benchSearch(processes, OPENING_ITERATIONS, true)
  const searches = { iterations: ALLOCATING, searches: SEARCHES, opening: false }
  line('mcts, bytes from the heap a search', await processes[0]!.ask('allocated', searches))
}

/** Random matches; the checksum covers `blocks` blocks. */
async function benchRandom(processes: readonly BenchProcess[], blocks: number): Promise<void> {
  const round = Math.ceil(blocks / rounds)
  await takeTurns(processes, 1, 'warm', { agent: 'random', blocks: round >> 1 })
  const heap = await processes[0]!.ask('heap')
  const played = await takeTurns(processes, rounds - 1, 'play', { agent: 'random', blocks: round })
  const rest = blocks - round * (rounds - 1)
  for (const [p, last] of (
    await takeTurns(processes, 1, 'play', { agent: 'random', blocks: rest })
  ).entries())
    played[p]!.push(...last)
  const growth = ((await processes[0]!.ask('heap')) - heap) / (blocks * 2)
  rates('random matches/s', played, one => one.matches / one.seconds)
  rates('random decisions/s', played, one => one.decisions / one.seconds)
  const total = (of: (one: Measured) => number) => played[0]!.reduce((sum, one) => sum + of(one), 0)
  const matches = total(one => one.matches)
  line('decisions per match', total(one => one.decisions) / matches, 1)
  line('collections per 100,000 matches', (total(one => one.collections) * 100_000) / matches, 1)
  line('heap growth per match, bytes', Math.max(0, growth), 3)
  const sums = await takeTurns(processes, 1, 'checksum', undefined)
  console.log(`  ${'checksum'.padEnd(36)}${sums.map(([sum]) => sum!.padStart(12)).join('')}`)
}

async function benchAgent(processes: readonly BenchProcess[], agent: 'greedy' | 'learned'): Promise<void> {
  const warm = await takeTurns(processes, 1, 'warm', { agent, blocks: AGENT_PROBE })
  const perBlock = warm[0]![0]!.seconds / AGENT_PROBE
  const blocks = Math.max(1, Math.round(AGENT_SECONDS / perBlock))
  const played = await takeTurns(processes, rounds, 'play', { agent, blocks })
  rates(`${agent} matches/s`, played, one => one.matches / one.seconds)
  rates(`${agent} decisions/s`, played, one => one.decisions / one.seconds)
  const collections = played[0]!.reduce((sum, one) => sum + one.collections, 0)
  if (agent === 'learned') line(`${agent} collections`, collections)
}

async function benchSearch(
  processes: readonly BenchProcess[],
  iterations: number,
  opening: boolean,
): Promise<void> {
  const options = { iterations, searches: SEARCHES, opening }
  await takeTurns(processes, 1, 'search', options)
  const seconds = await takeTurns(processes, rounds, 'search', options)
  rates(
    `mcts iterations/s, ${iterations} ${opening ? 'to open' : 'a decision'}`,
    seconds,
    one => (SEARCHES * iterations) / one,
  )
}

/**
 * By the clock, since threads work at the same time; other work on the machine shows. A second thread gains
 * less where threads wait (the share of their time in which two play), or slow each other down (processor
 * time a match, of two and of one).
 */
async function benchThreads(process: BenchProcess, matches: number): Promise<void> {
  const one: PoolSpeed[] = []
  const two: PoolSpeed[] = []
  for (let round = 0; round < POOL_ROUNDS; round++) {
    one.push(await process.ask('pool', { threads: 1, matches }))
    two.push(await process.ask('pool', { threads: 2, matches: 2 * matches }))
  }
  const ratio = (of: (pooled: PoolSpeed) => number) =>
    median(two.map((pooled, round) => of(pooled) / of(one[round]!)))
  line('pool matches/s, one thread', median(one.map(({ rate }) => rate)))
  line(
    'speed-up by a second thread',
    ratio(({ rate }) => rate),
    2,
  )
  line('share of the time that one plays', median(one.map(({ playing }) => playing)), 3)
  line('share of the time that two play', median(two.map(({ playing }) => playing)), 3)
  line(
    'processor time a match, two / one',
    ratio(({ processor }) => processor),
    3,
  )
}

/** Prints the median rate of this build, the ratio of its two processes, and that to the other build. */
function rates<T>(label: string, answers: readonly (readonly T[])[], rate: (answer: T) => number): void {
  const [first, again, other] = answers.map(list => list.map(rate))
  const ratio = (base: readonly number[]) =>
    median(first!.map((value, round) => value / base[round]!)).toFixed(3)
  const text = `${format(median(first!), 0)}${ratio(again!).padStart(8)}`
  console.log(`  ${label.padEnd(36)}${text}${other ? `   x ${ratio(other)}` : ''}`)
}

function line(label: string, value: number, digits = 0): void {
  console.log(`  ${label.padEnd(36)}${format(value, digits)}`)
}

function format(value: number, digits: number): string {
  const options = { maximumFractionDigits: digits, minimumFractionDigits: digits }
  return value.toLocaleString('en-US', options).padStart(12)
}
