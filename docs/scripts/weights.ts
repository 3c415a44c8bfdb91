/**
 * `npm run weights -- GAME RULESET [MATCHES] [AGENT]` fits the weights of gauges for searches: an agent plays
 * itself, and the leads after each step are fitted to how the match ended. One decision in ten is random, so
 * that leads come not only from plans.
 */
import { findAgent, makeAgent, parseSpec } from '../../agents/index.ts'
import {
  advance,
  CHANCE,
  type Game,
  newEvents,
  newState,
  OVER,
  STEP,
  WIN_UNITS,
} from '../../engine/contract/index.ts'
import { ROOT } from '../../engine/package.ts'
import { loadGame, readRuleset, resolveRules } from '../../engine/registry/index.ts'
import { below, derive, RNG_WORDS, rootOf } from '../../engine/rng.ts'
import { fitLogistic } from './logistic.ts'

const ONE_IN = 10

const [id, ruleset, matches = '300', spec = 'mcts:iterations=60'] = process.argv.slice(2)
if (id === undefined || ruleset === undefined)
  throw new Error('npm run weights -- GAME RULESET [MATCHES] [AGENT]')
const module = await loadGame(id)
const game = module.compile(resolveRules(module, readRuleset(module, ruleset, ROOT), []))
const { agent: name, options } = parseSpec(spec)
const kind = await findAgent(name)
const agent = makeAgent(kind, game, kind.options.parse(options))
const { gauges, seats } = game.info

/**
 * For each position and seat: its lead in each gauge over the mean of the others, whether its turn ended, and
 * which seat it is.
 */
const rows: Float64Array[] = []
const shares: number[] = []

const [state, view, events] = [newState(game.info), newState(game.info), newEvents(game.info)]
const legal = new Int32Array(game.info.legalMax)
const rng = new Int32Array(RNG_WORDS)
const values = new Int32Array(gauges.length * seats.length)
const returns = new Int32Array(seats.length)

function decide(seat: number): number {
  if (seat === CHANCE) return game.sample(state, seat, rng)
  const count = game.legal(state, seat, legal)
  if (count === 1) return legal[0]!
  if (below(rng, ONE_IN) === 0) return legal[below(rng, count)]!
  game.observe(state, seat, view)
  return agent.choose(view, seat, legal, count, rng)
}

function rowOf(of: Game, step: number, seat: number): Float64Array {
  const others = of.info.seats.length - 1
  const leads = gauges.map((_, g) => {
    const all = values.subarray(g * (others + 1), (g + 1) * (others + 1))
    const own = all[seat]!
    return own - (all.reduce((sum, one) => sum + one, 0) - own) / others
  })
  const places = seats.slice(1).map((_, other) => Number(seat === other + 1))
  return Float64Array.from([...leads, Number(step % (others + 1) === seat), ...places, 1])
}

for (let match = 0; match < Number(matches); match++) {
  derive(rng, rootOf(`weights ${id} ${ruleset}`), match, 0)
  game.start(state, events)
  const first = rows.length
  let step = 0
  for (let next = advance(game, state, events); next !== OVER; next = advance(game, state, events)) {
    if (next >= 0) game.apply(state, next, decide(next), events)
    else if (next === STEP && game.toMove(state) !== 0) {
      step++
      game.gauge(state, values, 0)
      for (let seat = 0; seat < seats.length; seat++) rows.push(rowOf(game, step, seat))
    }
  }
  game.result(state, returns)
  for (let row = first; row < rows.length; row++)
    shares.push(returns[(row - first) % seats.length]! / WIN_UNITS)
}

/** The slope of a seat's chance to win where all seats are even, in win units. */
const slope = (WIN_UNITS / seats.length) * (1 - 1 / seats.length)
const fitted = fitLogistic(rows, shares)
console.log(`${id} ${ruleset}: ${matches} matches of ${spec}, ${rows.length / seats.length} positions`)
for (const [g, { id: gauge, weight, max }] of gauges.entries())
  console.log(
    `${gauge.padEnd(16)} ${(fitted[g]! * slope).toFixed(4).padStart(9)} a unit, ${(fitted[g]! * slope * max).toFixed(1).padStart(6)} for all of it (weight ${weight.toFixed(4)})`,
  )
