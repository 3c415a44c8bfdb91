/** `evenhand agents`: the agents, and how line-ups name them. */
import { type AgentKind, listAgents } from '../../agents/index.ts'
import { settingsOf } from '../../documents/index.ts'
import { type Declaration, gamePositional, jsonOption } from '../options/declare.ts'
import { gameNamed } from '../options/game.ts'
import { print, printJson } from '../terminal/output.ts'
import { keyTable } from './rules.ts'

export const declaration: Declaration = {
  usage: ['agents [GAME] [options]', 'Lists agents and their options.'],
  positionals: {
    game: { ...gamePositional, describe: 'only agents that play this game', defaultDescription: 'all games' },
  },
  options: { json: jsonOption('id, summary, games, options', true) },
  examples: [
    ['agents', 'all agents'],
    ['agents frontline', 'agents that play Frontline'],
  ],
  handler: async args => {
    const game = args.game === undefined ? null : await gameNamed(String(args.game))
    const kinds = listAgents().filter(kind => game === null || (kind.games?.includes(game.id) ?? true))
    const rows = kinds.map(row)
    if (args.json === true) printJson(rows)
    else print(`${rows.map(paragraph).join('\n\n')}\n\n${LINEUPS}`)
  },
}

function row({ id, summary, games, options }: AgentKind) {
  return { id, summary, games: games ?? null, options: settingsOf(options, undefined) }
}

function paragraph({ id, summary, games, options }: ReturnType<typeof row>): string {
  const only = games === null ? '' : ` (only ${games.join(', ')})`
  const head = `${id}: ${summary}${only}`
  return options.length === 0 ? head : `${head}\n${keyTable(options).replace(/^/gm, '  ')}`
}

const LINEUPS = `How to name them
  on the command line     --agents mcts:iterations=500,greedy
  in an experiment file   lineups:
                            - agents: ["mcts:iterations=500", greedy]
                            - agents: [{ agent: mcts, iterations: 500 }, greedy]
  your own (a path)       --agents ./my-agent.js,random   (docs/guides/adding-an-agent.md)
Name one agent for each seat, or a single one for all seats.`
