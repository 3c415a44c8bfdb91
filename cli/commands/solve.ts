/** `evenhand solve`: the winner with best play, proven by a search to the end of the game. */
import { InputError } from '../../documents/index.ts'
import { type CompiledGame, newEvents, newState, WIN_UNITS } from '../../engine/contract/index.ts'
import { Solver, Unsolvable } from '../../engine/solve/index.ts'
import { thousands } from '../../library/command.ts'
import { EXIT } from '../errors.ts'
import { type Declaration, gamePositional, jsonOption, valueOption } from '../options/declare.ts'
import { type GivenRules, readGame, readRules, rulesTitle } from '../options/game.ts'
import { gameOptions } from '../options/options.ts'
import { integer } from '../options/values.ts'
import { print, printJson, styleOf, wrap } from '../terminal/output.ts'

const DEFAULT_NODES = 10_000_000
const NODES_MAX = 1e12
const TABLE_BYTES = 256 * 1024 * 1024

export const declaration: Declaration = {
  usage: [
    'solve GAME [options]',
    'Searches a game to its end and reports who wins with perfect play. Works for two-player games with alternating turns, ' +
      'no hidden information and no chance. Exits with 1 if the search gives up.',
  ],
  positionals: { game: gamePositional },
  options: {
    ...gameOptions,
    nodes: valueOption('positions to search before giving up', thousands(DEFAULT_NODES)),
    json: jsonOption('game, ruleset, rules, solved, nodes, winner, value, line, ending'),
  },
  examples: [
    ['solve frontline --rules turns=6 cells=6 base.hp=10', 'solve a short match on a short lane'],
    ['solve frontline --ruleset lean --rules turns=20 base.hp=20 --nodes 1e8', 'search longer'],
  ],
  handler: async args => {
    const module = await readGame(args)
    const given = readRules(module, args)
    const limit = integer(args, 'nodes', 1, NODES_MAX) ?? DEFAULT_NODES
    const game = module.compile(given.rules)
    const solution = solveGame(game, limit)
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

function solveGame(game: CompiledGame, nodes: number): Solution {
  const state = newState(game.info)
  game.start(state, newEvents(game.info))
  try {
    const solver = new Solver(game, { nodes, bytes: TABLE_BYTES })
    const value = solver.value(state)
    const searched = solver.nodes
    const line = value === null ? [] : solver.line(state, value)
    return { nodes: searched, value, line, last: state }
  } catch (error) {
    throw error instanceof Unsolvable ? new InputError('GAME', error.message) : error
  }
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
