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
import { type Declaration, flag, jsonOption } from '../options/declare.ts'
import { print, printJson, styleOf, table } from '../terminal/output.ts'

export const declaration: Declaration = {
  usage: [
    'games [options]',
    'Lists games with their seats and rule sets, the default rule set first. Classics are small games whose solutions are ' +
      'published. They test the agents, and you can play them like any other game.',
  ],
  options: {
    classics: flag('list the classics instead'),
    json: jsonOption('id, summary, seats, ruleset, rulesets', true),
  },
  examples: [
    ['games', 'all games'],
    ['games --classics', 'tic-tac-toe, Connect Four and others'],
    ["games --json | jq '.[].id'", 'print names for a script'],
  ],
  handler: async args => {
    await loadGames()
    const rows = (args.classics === true ? listClassics() : listGames()).map(row)
    if (args.json === true) printJson(rows)
    else print(gameTable(rows))
  },
}

function gameTable(rows: readonly ReturnType<typeof row>[]): string {
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

/** Seats are rules, too: these are those of the default rule set. */
function row(game: GameModule) {
  const { id, summary, ruleset } = game
  const { seats } = game.compile(resolveRules(game, readRuleset(game, ruleset, '.'), [])).info
  const rulesets = [ruleset, ...listRulesets(game).filter(name => name !== ruleset)]
  return { id, summary, seats, ruleset, rulesets }
}
