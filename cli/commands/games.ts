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
    'Lists the games, their seats and their rule sets, the default one first. Classics are small games with published ' +
      'answers, on which agents are proven; they can be played like any game.',
  ],
  options: {
    classics: flag('list the classics instead'),
    json: jsonOption('id, summary, seats, ruleset, rulesets', true),
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
