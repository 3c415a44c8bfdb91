/** The command line of the benchmark. */
import { parseArgs } from 'node:util'
import { parseFormat, withFormat } from '../engine/modules/index.ts'
import { gameName } from '../engine/registry/index.ts'

const ROUNDS = 9
const PARTS = ['random', 'greedy', 'learned', 'mcts', 'threads']

/** What `--help` prints. */
export const HELP =
  'npm run bench -- [GAME | GAME:RULESET ...] [--only PARTS] [--against DIR] [--rounds N]\n' +
  'GAME: a name, or the path or package of a game of your own, as in ./my-game.js and boardgame.io:./Game.js.\n' +
  `PARTS: some of ${PARTS.join()}, by default all. DIR: another checkout that is built. N: rounds of a measurement, by default ${ROUNDS}.`

/** Reads the arguments; null if they ask for help. Throws an Error, in one line, for what is wrong. */
export function benchOptions(args: readonly string[]) {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      help: { type: 'boolean', short: 'h', default: false },
      only: { type: 'string', default: PARTS.join() },
      against: { type: 'string' },
      rounds: { type: 'string', default: `${ROUNDS}` },
    },
  })
  if (values.help) return null
  const parts = values.only.split(',')
  const unknown = parts.find(part => !PARTS.includes(part))
  if (unknown !== undefined) throw new Error(`--only ${unknown}: expected some of ${PARTS.join(', ')}`)
  const rounds = Number(values.rounds)
  if (!(Number.isInteger(rounds) && rounds >= 2))
    throw new Error(`--rounds ${values.rounds}: expected an integer of 2 or more`)
  for (const name of positionals) gameAndRuleset(name)
  return { positionals, parts, rounds, against: values.against }
}

/** Splits GAME or GAME:RULESET into a game for `loadGame` and a rule set. Throws an Error that lists the games. */
export function gameAndRuleset(name: string) {
  const { format, file } = parseFormat(name)
  const [game, ruleset] = file.split(':')
  return { game: gameName(withFormat(format, game!), '.'), ruleset }
}
