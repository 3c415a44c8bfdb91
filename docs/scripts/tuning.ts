/**
 * `npm run tuning [SEEDS] [METHODS] [PARTS]` plays searches for fixes, in made-up games whose truth is known and in
 * real ones with rules that were spoiled: evenhand's own search beside random search, a table of single steps, and
 * NTBEA, on the same matches, confirmed in the same way. Prints tables in Markdown: in how many seeds a method
 * returned a patch that truly meets the goals, how often it called one true that is not, and what it took (worlds,
 * games); and the fewest matches at which it finds one in nine of ten seeds (fewest).
 */
import { below, derive, RNG_WORDS, rootOf } from '../../engine/rng.ts'
import { thousands } from '../../reports/formatting.ts'
import type { Change, Patch } from '../../sim/experiment/index.ts'
import { numberAt, patchKey, screenedMoves } from '../../sim/experiment/index.ts'
import { REACHES, Search } from '../../sim/tuning/search.ts'
import { openGames } from './tuning/spoiled.ts'
import { type Problem, WORLDS } from './tuning/worlds.ts'

const CHANGES = 3
const FINALISTS = 5
/** The share of the matches that every method keeps for its confirmation. */
const CONFIRM = 0.35

/** Finds patches to confirm, the best first, and says what it took. */
type Method = (problem: Problem, seed: string, matches: number) => Promise<Found>

interface Found {
  readonly patches: readonly Patch[]
  readonly spent: number
}

const evenhand: Method = async (problem, seed, matches) => {
  const { keys, goals, seats } = problem
  const search = new Search({ keys, goals, seats, seed, matches, changes: CHANGES })
  const table = problem.open(seed)
  for (const round of search.rounds()) {
    await table.play([null, ...round.patches], round.blocks * seats)
    search.learn(
      round,
      table.known(null),
      round.patches.map(patch => table.candidate(patch)),
    )
  }
  return { patches: search.finalists().map(({ candidate }) => candidate.patch), spent: table.spent }
}

/** Plays every patch of a list equally often, and returns the best as they look. */
async function best(
  problem: Problem,
  seed: string,
  patches: readonly Patch[],
  matches: number,
): Promise<Found> {
  const table = problem.open(seed)
  await table.play(patches, Math.max(1, Math.floor(matches / patches.length)))
  const sorted = [...patches].sort((a, b) => table.loss(a) - table.loss(b) || a.length - b.length)
  return { patches: sorted.slice(0, FINALISTS), spent: table.spent }
}

/** All changes that evenhand's search may propose. */
const movesOf = ({ keys }: Problem): Change[] =>
  keys.flatMap((key, index): Change[] => {
    if (!key.number) return screenedMoves(key, index)
    const { bold } = key.number
    const found = REACHES.flatMap(reach => [-reach, reach].flatMap(by => numberAt(key, by * bold) ?? []))
    return [...new Map(found.map(one => [one.to, { key: index, ...one }])).values()]
  })

/** Patches of distinct keys. */
function randomPatch(moves: readonly Change[], rng: Int32Array): Patch {
  const picked = new Map<number, Change>()
  for (let left = 1 + below(rng, CHANGES); left > 0; left--) {
    const move = moves[below(rng, moves.length)]!
    picked.set(move.key, move)
  }
  return [...picked.values()].sort((a, b) => a.key - b.key)
}

const randomSearch: Method = async (problem, seed, matches) => {
  const rng = new Int32Array(RNG_WORDS)
  derive(rng, rootOf(`${seed}/random`), 0, 0)
  const patches = new Map<string, Patch>()
  while (patches.size < 100) {
    const patch = randomPatch(movesOf(problem), rng)
    patches.set(patchKey(patch), patch)
  }
  return await best(problem, seed, [...patches.values()], (1 - CONFIRM) * matches)
}

const singleSteps: Method = async (problem, seed, matches) =>
  await best(
    problem,
    seed,
    movesOf(problem).map(move => [move]),
    (1 - CONFIRM) * matches,
  )

/** Matches of an evaluation, neighbours that are compared, the weight of exploration. */
const NTBEA = { matches: 40, neighbours: 50, k: 2, epsilon: 0.5 }

/**
 * The N-tuple bandit evolutionary algorithm (Lucas, Liu & Perez-Liebana, "The N-Tuple Bandit Evolutionary
 * Algorithm for Game Agent Optimisation", CEC 2018), with tuples of one, two and all keys. Patches keep to the
 * allowed number of changes.
 */
const ntbea: Method = async (problem, seed, matches) => {
  const rng = new Int32Array(RNG_WORDS)
  derive(rng, rootOf(`${seed}/ntbea`), 0, 0)
  const moves = movesOf(problem)
  const table = problem.open(seed)
  const stats = new Map<string, { n: number; sum: number }>()
  const totals = { one: 0, two: 0, all: 0 }
  const interned = new Map<string, Patch>()
  const tuplesOf = (patch: Patch): string[][] => {
    const of = new Map(patch.map(change => [change.key, patchKey([change])]))
    const at = (key: number): string => `${key}=${of.get(key) ?? ''}`
    const keys = [...problem.keys.keys()]
    const changed = patch.map(({ key }) => key)
    // Pairs of unchanged keys are the same in nearly all patches.
    const pairs = changed.flatMap(a =>
      keys.filter(b => b !== a).map(b => `${at(Math.min(a, b))}&${at(Math.max(a, b))}`),
    )
    return [keys.map(at), pairs, [patchKey(patch)]]
  }
  const scoreOf = (patch: Patch): number => {
    const levels = tuplesOf(patch).map((tuples, level) => {
      const total = [totals.one, totals.two, totals.all][level]!
      const scores = tuples.map(tuple => {
        const { n, sum } = stats.get(tuple) ?? { n: 0, sum: 0 }
        return (n === 0 ? 0 : sum / n) + NTBEA.k * Math.sqrt(Math.log(1 + total) / (n + NTBEA.epsilon))
      })
      return scores.reduce((sum, one) => sum + one, 0) / Math.max(1, scores.length)
    })
    return levels.reduce((sum, one) => sum + one, 0) / levels.length
  }
  const mutated = (patch: Patch): Patch => {
    const move = moves[below(rng, moves.length)]!
    const others = patch.filter(({ key }) => key !== move.key)
    const isRemoved = patch.length > 0 && below(rng, 3) === 0
    const left = isRemoved ? patch : others
    const dropped = isRemoved || others.length === CHANGES ? below(rng, left.length) : -1
    const kept = left.filter((_, i) => i !== dropped)
    const next = isRemoved ? kept : [...kept, move]
    return next.sort((a, b) => a.key - b.key)
  }
  let current: Patch = []
  const budget = (1 - CONFIRM) * matches
  while (table.spent + NTBEA.matches <= budget) {
    const key = patchKey(current)
    const patch = interned.get(key) ?? current
    interned.set(key, patch)
    const before = problem.open(`${seed}/${table.spent}`)
    await before.play([patch], NTBEA.matches)
    await table.play([patch], NTBEA.matches)
    const value = -before.loss(patch)
    for (const [level, tuples] of tuplesOf(patch).entries()) {
      totals[(['one', 'two', 'all'] as const)[level]!]++
      for (const tuple of tuples) {
        const one = stats.get(tuple) ?? { n: 0, sum: 0 }
        stats.set(tuple, { n: one.n + 1, sum: one.sum + value })
      }
    }
    const neighbours = Array.from({ length: NTBEA.neighbours }, () => mutated(patch))
    current = neighbours
      .map(one => ({ one, value: scoreOf(one) }))
      .reduce((a, b) => (b.value > a.value ? b : a)).one
  }
  const patches = [...interned.values()].filter(patch => patch.length > 0)
  const seen = (patch: Patch) => stats.get(patchKey(patch))!.n
  patches.sort(
    (a, b) => Number(seen(b) > 1) - Number(seen(a) > 1) || table.loss(a) - table.loss(b) || seen(b) - seen(a),
  )
  return { patches: patches.slice(0, FINALISTS), spent: table.spent }
}

const METHODS: Readonly<Record<string, Method>> = {
  evenhand,
  random: randomSearch,
  steps: singleSteps,
  NTBEA: ntbea,
}

/** In how many seeds a method was right and wrong, and the mean matches that it took. */
interface Score {
  readonly right: number
  readonly wrong: number
  readonly matches: number
}

/** Others confirm their best or their best five, whichever does better: they have nothing to choose by. */
async function scoreOf(name: string, problem: Problem, matches: number): Promise<Score> {
  const scores = (name === 'evenhand' ? [FINALISTS] : [1, FINALISTS]).map(count => ({
    count,
    ...{ right: 0, wrong: 0, matches: 0 },
  }))
  for (let s = 1; s <= SEEDS; s++) {
    const { patches, spent } = await METHODS[name]!(problem, `${s}`, matches)
    for (const score of scores) {
      const { met, spent: again } = await problem.confirm(
        patches.slice(0, score.count),
        matches - spent,
        `${s}`,
      )
      const areTrue: boolean[] = []
      for (const patch of met) areTrue.push(await problem.isTrue(patch))
      score.right += +areTrue.includes(true)
      score.wrong += +areTrue.includes(false)
      score.matches += (spent + again) / SEEDS
    }
  }
  return scores.reduce((a, b) => (b.right > a.right ? b : a))
}

const SEEDS = Number(process.argv[2] ?? 20)
const NAMES = (process.argv[3] ?? Object.keys(METHODS).join()).split(',')
const PARTS = process.argv[4] ?? 'worlds,games,fewest'
/** Budgets of the last table. */
const LADDER = [2, 4, 8, 16, 32, 64].map(thousands => 1000 * thousands)

const row = (cells: readonly (string | number)[]): void => console.log(`| ${cells.join(' | ')} |`)
const head = (first: string): void => {
  row([first, ...NAMES])
  row(['---', ...NAMES.map(() => '---')])
}

async function printScores(problems: readonly Problem[]): Promise<void> {
  head('planted')
  for (const problem of problems) {
    const cells: string[] = []
    for (const name of NAMES) {
      const { right, wrong, matches } = await scoreOf(name, problem, problem.matches)
      cells.push(`${problem.solvable ? right : '-'} / ${wrong} / ${thousands(Math.round(matches))}`)
    }
    row([problem.kind, ...cells])
  }
}

async function fewestMatches(name: string, problem: Problem): Promise<string> {
  for (const matches of LADDER) {
    const { right } = await scoreOf(name, problem, matches)
    if (right >= 0.9 * SEEDS) return thousands(matches)
  }
  return `> ${thousands(LADDER.at(-1)!)}`
}

console.log(`${SEEDS} seeds: true patches / false ones / mean matches\n`)
if (PARTS.includes('worlds')) await printScores(WORLDS)
if (PARTS.includes('games')) await printScores(await openGames())

if (PARTS.includes('fewest')) {
  console.log(`\nFewest matches that find a true patch in ${Math.ceil(0.9 * SEEDS)} of ${SEEDS} seeds\n`)
  head('planted')
  for (const world of WORLDS.filter(({ solvable }) => solvable)) {
    const cells: string[] = []
    for (const name of NAMES) cells.push(await fewestMatches(name, world))
    row([world.kind, ...cells])
  }
}
