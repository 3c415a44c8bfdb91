/** `evenhand solve`: the winner with best play, proven by a search to the end of the game. */
import { InputError } from '../../documents/index.ts'
import {
  type CompiledGame,
  newEvents,
  newState,
  payoffGauge,
  WIN_UNITS,
} from '../../engine/contract/index.ts'
import {
  type Equilibrium,
  equilibriumOf,
  NASH_CONV,
  Solver,
  Unsolvable,
  WHOLE_MAX,
} from '../../engine/solve/index.ts'
import { thousands } from '../../library/command.ts'
import { EXIT } from '../errors.ts'
import { type Declaration, gamePositional, jsonOption, valueOption } from '../options/declare.ts'
import { type GivenRules, readGame, readRules, rulesTitle } from '../options/game.ts'
import { gameOptions } from '../options/options.ts'
import { integer, text } from '../options/values.ts'
import { print, printJson, styleOf, wrap } from '../terminal/output.ts'

const DEFAULT_NODES = 10_000_000
const NODES_MAX = 1e12
const TABLE_BYTES = 256 * 1024 * 1024

export const declaration: Declaration = {
  usage: [
    'solve GAME [options]',
    'Searches a two-player game to its end and reports who wins with perfect play. In games with chance, hidden information or ' +
      `simultaneous decisions, finds an equilibrium: by CFR+ with up to ${thousands(WHOLE_MAX)} histories, beyond that by sampling. ` +
      'Exits with 1 if the search gives up.',
  ],
  positionals: { game: gamePositional },
  options: {
    ...gameOptions,
    nodes: valueOption('positions to search before giving up, or to sample', thousands(DEFAULT_NODES)),
    seed: valueOption('random seed of the samples (any text)', '1'),
    json: jsonOption('game, ruleset, rules, solved, nodes, winner, value, line, ending'),
  },
  examples: [
    ['solve frontline --rules turns=6 cells=6 base.hp=10', 'solve a short match on a short lane'],
    ['solve leduc-poker', 'find an equilibrium, and bounds of the value'],
    ['solve frontline --ruleset lean --rules turns=20 base.hp=20 --nodes 1e8', 'search longer'],
  ],
  handler: async args => {
    const module = await readGame(args)
    const given = readRules(module, args)
    const limit = integer(args, 'nodes', 1, NODES_MAX) ?? DEFAULT_NODES
    const game = module.compile(given.rules)
    const solution = solveGame(game, limit, text(args, 'seed') ?? '1')
    if ('method' in solution) {
      if (args.json === true) printJson(equilibriumDocument(game, given, solution))
      else print(equilibriumText(game, given, solution))
      return
    }
    if (args.json === true) printJson(documentOf(game, given, solution))
    else print(textOf(game, given, solution, limit))
    if (solution.value === null) process.exitCode = EXIT.failed
  },
}

interface Solution {
  readonly nodes: number
  /** Win units of the first seat with best play; null if the search gave up. */
  readonly value: number | null
  /** Best play as records write it; empty if there is no value. */
  readonly line: readonly string[]
  /** The position at the end of the line. */
  readonly last: Int32Array
}

function solveGame(game: CompiledGame, nodes: number, seed: string): Solution | Equilibrium {
  const state = newState(game.info)
  game.start(state, newEvents(game.info))
  try {
    const solver = new Solver(game, { nodes, bytes: TABLE_BYTES })
    const value = solver.value(state)
    const searched = solver.nodes
    const line = value === null ? [] : solver.line(state, value)
    return { nodes: searched, value, line, last: state }
  } catch (error) {
    if (!(error instanceof Unsolvable)) throw error
    const found = game.info.seats.length === 2 ? equilibriumOf(game, { nodes, seed }) : null
    if (found) return found
    throw new InputError('GAME', error.message)
  }
}

function equilibriumDocument(game: CompiledGame, given: GivenRules, found: Equilibrium): object {
  const { nashConv, forgets } = found
  return {
    ...{ game: game.info.id, ruleset: given.ruleset, rules: given.changes },
    solved: nashConv !== null && nashConv <= NASH_CONV && !forgets,
    ...found,
  }
}

function equilibriumText(game: CompiledGame, given: GivenRules, found: Equilibrium): string {
  const { value, low, high, nashConv, iterations, size, forgets } = found
  const { info } = game
  const gauge = info.gauges[payoffGauge(info)]
  const figure = (payoff: number) => payoff.toFixed(4)
  const what = `value ${figure(value)} ${gauge ? `${gauge.label} ` : ''}for ${info.seats[0]}`
  const head = `${rulesTitle(info.id, given)}: ${what}`
  const told =
    nashConv === null
      ? [
          `Sampled CFR: ${thousands(iterations)} iterations met ${thousands(size)} views. The average strategy gets ${figure(low)} to ${figure(high)} against itself (95 %).`,
          "That isn't a bound on the value of the game: how far the strategy is from an equilibrium is unknown, because best responses need the whole tree. More --nodes bring it nearer.",
        ]
      : [
          `CFR+: ${thousands(iterations)} passes through ${thousands(size)} histories. With perfect play, the value lies between ${figure(low)} and ${figure(high)}.`,
          `NashConv ${figure(nashConv)}: what both seats together could still gain${nashConv <= NASH_CONV ? '' : `, more than the ${NASH_CONV} aimed for`}.`,
          ...(forgets
            ? ['Views forget what their seat has seen or done, so this need not come near an equilibrium.']
            : []),
        ]
  return [head, ...told.flatMap(line => wrap(line, styleOf(process.stdout).width))].join('\n')
}

/** Whether the line reaches the end of the match. */
function isWhole(game: CompiledGame, { last }: Solution): boolean {
  return game.toMove(last) === 0
}

function endingOf(game: CompiledGame, { last }: Solution): string {
  return game.info.endings[game.result(last, new Int32Array(2))]!.label
}

function winnerOf(game: CompiledGame, value: number): string | null {
  return value === WIN_UNITS ? game.info.seats[0]! : value === 0 ? game.info.seats[1]! : null
}

function documentOf(game: CompiledGame, given: GivenRules, solution: Solution): object {
  const { nodes, value, line } = solution
  return {
    game: game.info.id,
    ruleset: given.ruleset,
    rules: given.changes,
    solved: value !== null,
    nodes,
    ...(value !== null && {
      winner: winnerOf(game, value),
      value: value / WIN_UNITS,
      line,
      ending: isWhole(game, solution) ? endingOf(game, solution) : null,
    }),
  }
}

function textOf(game: CompiledGame, given: GivenRules, solution: Solution, limit: number): string {
  const head = rulesTitle(game.info.id, given)
  const { nodes, value, line } = solution
  if (value === null) return `${head}: not solved within ${thousands(limit)} nodes`
  const whole = isWhole(game, solution)
  const moves = line.length > 0 ? `best play: ${line.join(', ')}${whole ? '' : ', ...'}` : 'no decisions'
  return [
    `${head}: ${verdict(game, value)}`,
    ...wrap(moves, styleOf(process.stdout).width),
    ...(whole
      ? ['', ...(game.text.legend ? [game.text.legend, ''] : []), game.text.render(solution.last)]
      : []),
    '',
    `nodes: ${thousands(nodes)}`,
  ].join('\n')
}

function verdict({ info: { seats } }: CompiledGame, value: number): string {
  const [first, second] = seats
  const shares = `value ${value / WIN_UNITS} for ${first}, ${(WIN_UNITS - value) / WIN_UNITS} for ${second}`
  if (value === WIN_UNITS) return `${first} wins with best play (${shares})`
  if (value === 0) return `${second} wins with best play (${shares})`
  return `with best play, nobody wins (${shares})`
}
