/** `evenhand schema`: the JSON schemas of input files, for editors and other programs. */
import { InputError, type JsonSchema, show } from '../../documents/index.ts'
import {
  type GameModule,
  listGames,
  loadGames,
  partSchemas,
  rulesetSchema,
} from '../../engine/registry/index.ts'
import { experimentFileSchema } from '../../library/command.ts'
import { type Declaration, gamePositional } from '../options/declare.ts'
import { gameNamed } from '../options/game.ts'
import { oneOf, positional } from '../options/values.ts'
import { printJson } from '../terminal/output.ts'

await loadGames()

const KINDS = ['experiment', 'rules', ...new Set(listGames().flatMap(game => [...partSchemas(game).keys()]))]

export const declaration: Declaration = {
  usage: [
    'schema [experiment | KIND GAME]',
    'Prints the JSON schema of experiment files, or of the rule sets, maps and decks of a game. If a file starts with the line ' +
      '"# yaml-language-server: $schema=PATH", your editor completes and checks it. ' +
      'configs/schema has the schemas of shipped games.',
  ],
  positionals: {
    kind: { describe: KINDS.join(', '), defaultDescription: 'experiment', names: () => KINDS },
    game: {
      ...gamePositional,
      describe: 'a game, except for experiment',
      defaultDescription: 'none',
    },
  },
  examples: [
    ['schema > experiment.json', 'experiment files'],
    ['schema rules frontline', 'rule sets of Frontline'],
    ['schema map prestige', 'maps for Prestige'],
  ],
  handler: async args =>
    printJson(await schemaOf(args.kind === undefined ? 'experiment' : positional(args, 'kind'), args.game)),
}

async function schemaOf(kind: string, game: unknown): Promise<JsonSchema> {
  oneOf('KIND', kind, KINDS)
  if (kind === 'experiment') {
    if (game !== undefined)
      throw new InputError('GAME', `found ${show(game)}, expected no game after experiment`)
    return experimentFileSchema()
  }
  if (game === undefined)
    throw new InputError('GAME', 'is missing, expected a game that evenhand games lists')
  return ofGame(kind, await gameNamed(String(game)))
}

function ofGame(kind: string, game: GameModule): JsonSchema {
  if (kind === 'rules') return rulesetSchema(game)
  const parts = partSchemas(game)
  const found = parts.get(kind)
  if (found) return found
  const kinds = ['rules', ...parts.keys()].join(' or ')
  throw new InputError('KIND', `found ${show(kind)}, expected ${kinds} of ${game.id}`)
}
