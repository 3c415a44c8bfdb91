/** `evenhand games`: the games and their rule sets. */
import {
  type GameModule,
  listClassics,
  listGames,
  listRulesets,
  loadGames,
  readRuleset,
  resolveRules,
} from '../../engine/registry/index.ts'
import type { Declaration } from '../options/declare.ts'
import { flag, jsonOption } from '../options/options.ts'
import { print, printJson, styleOf } from '../terminal/output.ts'
import { table } from '../terminal/table.ts'

export const games: Declaration = {
  usage: [
    'games [options]',
    'Lists the games, their seats and their rule sets, the default one first. Classics are small games with published ' +
      'answers, on which agents are proven; they can be played like any game.',
  ],
  options: {
    classics: flag('list the classics instead'),
    json: jsonOption(['id', 'summary', 'seats', 'ruleset', 'rulesets'], true),
  },
  examples: [
    ['games', 'all games'],
    ['games --classics', 'tic-tac-toe, connect four and others'],
    ["games --json | jq '.[].id'", 'their names for a script'],
  ],
  handler: async args => {
    await loadGames()
    const rows = (args.classics === true ? listClassics() : listGames()).map(row)
    if (args.json === true) printJson(rows)
    else print(gameTable(rows))
  },
}

function gameTable(rows: readonly Row[]): string {
  const cells = rows.map(({ id, seats, rulesets, summary }) => [
    id,
    seats.join(', '),
    rulesets.join(', '),
    summary,
  ])
  const columns = [
    { title: 'game' },
    { title: 'seats', max: 20 },
    { title: 'rule sets', max: 32 },
    { title: 'what it is' },
  ]
  return table(columns, cells, styleOf(process.stdout).width)
}

interface Row {
  readonly id: string
  readonly summary: string
  readonly seats: readonly string[]
  readonly ruleset: string
  readonly rulesets: readonly string[]
}

/** Seats are rules too: these are those of the default rule set. */
function row(game: GameModule): Row {
  const { id, summary, ruleset } = game
  const { seats } = game.compile(resolveRules(game, readRuleset(game, ruleset, '.'), [])).info
  const rulesets = [ruleset, ...listRulesets(game).filter(name => name !== ruleset)]
  return { id, summary, seats, ruleset, rulesets }
}
