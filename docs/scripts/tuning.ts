/**
 * `npm run tuning [SEEDS]` plays searches for planted fixes, whose truth is known: evenhand's own search beside
 * random search, a table of single steps, and NTBEA, on the same matches, confirmed in the same way. Prints two
 * tables in Markdown: in how many seeds a method returned a patch that truly meets the goals, how often it called
 * one true that is not, and what it took; and the fewest matches at which it finds one in nine of ten seeds.
 */
import { below, derive, RNG_WORDS, rootOf } from '../../engine/rng.ts'
import type { Change, Patch } from '../../sim/experiment/index.ts'
import { numberAt, patchKey, screenedMoves } from '../../sim/experiment/index.ts'
import { REACHES, Search } from '../../sim/tuning/search.ts'
import { confirmed, isTrue, PlayedWorld, WORLDS, type World } from './tuning/worlds.ts'

const MATCHES = 20_000
const CHANGES = 3
const FINALISTS = 5
/** The share of the matches that every method keeps for its confirmation. */
const CONFIRM = 0.35

/** Finds patches to confirm, the best first, and says what it took. */
type Method = (world: World, seed: string, matches: number) => { patches: readonly Patch[]; spent: number }

const evenhand: Method = (world, seed, matches) => {
  const { keys, goals, seats } = world
  const search = new Search({ keys, goals, seats, seed, matches, changes: CHANGES })
  const table = new PlayedWorld(world, seed)
  for (const round of search.rounds()) {
    for (const patch of [null, ...round.patches]) table.play(patch, round.blocks * seats)
    search.learn(
      round,
      table.known(null),
      round.patches.map(patch => table.candidate(patch)),
    )
  }
  return { patches: search.finalists().map(({ candidate }) => candidate.patch), spent: table.spent }
}

/** Plays every patch of a list equally often, and returns the best as they look. */
function best(world: World, seed: string, patches: readonly Patch[], matches: number): ReturnType<Method> {
  const table = new PlayedWorld(world, seed)
  for (const patch of patches) table.play(patch, Math.max(1, Math.floor(matches / patches.length)))
  const sorted = [...patches].sort((a, b) => table.loss(a) - table.loss(b) || a.length - b.length)
  return { patches: sorted.slice(0, FINALISTS), spent: table.spent }
}

/** All changes that evenhand's search may propose. */
const movesOf = (world: World): Change[] =>
  world.keys.flatMap((key, index): Change[] => {
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

const randomSearch: Method = (world, seed, matches) => {
  const rng = new Int32Array(RNG_WORDS)
  derive(rng, rootOf(`${seed}/random`), 0, 0)
  const patches = new Map<string, Patch>()
  while (patches.size < 100) {
    const patch = randomPatch(movesOf(world), rng)
    patches.set(patchKey(patch), patch)
  }
  return best(world, seed, [...patches.values()], (1 - CONFIRM) * matches)
}

const singleSteps: Method = (world, seed, matches) =>
  best(
    world,
    seed,
    movesOf(world).map(move => [move]),
    (1 - CONFIRM) * matches,
  )

/** Matches of an evaluation, neighbours that are compared, the weight of exploration. */
const NTBEA = { matches: 40, neighbours: 50, k: 2, epsilon: 0.5 }

/**
 * The N-tuple bandit evolutionary algorithm (Lucas, Liu & Perez-Liebana, "The N-Tuple Bandit Evolutionary
 * Algorithm for Game Agent Optimisation", CEC 2018), with tuples of one, two and all keys. Patches keep to the
 * allowed number of changes.
 */
const ntbea: Method = (world, seed, matches) => {
  const rng = new Int32Array(RNG_WORDS)
  derive(rng, rootOf(`${seed}/ntbea`), 0, 0)
  const moves = movesOf(world)
  const table = new PlayedWorld(world, seed)
  const stats = new Map<string, { n: number; sum: number }>()
  const totals = { one: 0, two: 0, all: 0 }
  const interned = new Map<string, Patch>()
  const tuplesOf = (patch: Patch): string[][] => {
    const of = new Map(patch.map(change => [change.key, patchKey([change])]))
    const at = (key: number): string => `${key}=${of.get(key) ?? ''}`
    const keys = [...world.keys.keys()]
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
    const before = new PlayedWorld(world, `${seed}/${table.spent}`)
    before.play(patch, NTBEA.matches)
    table.play(patch, NTBEA.matches)
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

const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0)

/** Others confirm their best or their best five, whichever does better: they have nothing to choose by. */
function scoreOf(name: string, world: World, matches: number): Score {
  const seeds = Array.from({ length: SEEDS }, (_, i) => `${i + 1}`)
  const found = seeds.map(seed => METHODS[name]!(world, seed, matches))
  const scores = (name === 'evenhand' ? [FINALISTS] : [1, FINALISTS]).map((count): Score => {
    const tried = found.map(({ patches, spent }, s) => {
      const { met, spent: again } = confirmed(world, patches.slice(0, count), matches - spent, seeds[s]!)
      const areTrue = met.map(patch => isTrue(world, patch))
      return { right: +areTrue.includes(true), wrong: +areTrue.includes(false), matches: spent + again }
    })
    return {
      right: sum(tried.map(({ right }) => right)),
      wrong: sum(tried.map(({ wrong }) => wrong)),
      matches: sum(tried.map(({ matches }) => matches)) / SEEDS,
    }
  })
  return scores.reduce((a, b) => (b.right > a.right ? b : a))
}

const SEEDS = Number(process.argv[2] ?? 20)
const NAMES = (process.argv[3] ?? Object.keys(METHODS).join()).split(',')
/** Budgets of the second table. */
const LADDER = [2, 4, 8, 16, 32, 64].map(thousands => 1000 * thousands)

const row = (cells: readonly (string | number)[]): void => console.log(`| ${cells.join(' | ')} |`)
const head = (first: string): void => {
  row([first, ...NAMES])
  row(['---', ...NAMES.map(() => '---')])
}

console.log(`${SEEDS} seeds, ${MATCHES} matches: true patches / false ones / mean matches\n`)
head('planted')
for (const world of WORLDS)
  row([
    world.kind,
    ...NAMES.map(name => {
      const { right, wrong, matches } = scoreOf(name, world, MATCHES)
      return `${world.solvable ? right : '-'} / ${wrong} / ${Math.round(matches)}`
    }),
  ])

console.log(`\nFewest matches that find a true patch in ${Math.ceil(0.9 * SEEDS)} of ${SEEDS} seeds\n`)
head('planted')
for (const world of WORLDS.filter(({ solvable }) => solvable))
  row([
    world.kind,
    ...NAMES.map(
      name =>
        LADDER.find(matches => scoreOf(name, world, matches).right >= 0.9 * SEEDS) ?? `> ${LADDER.at(-1)}`,
    ),
  ])
