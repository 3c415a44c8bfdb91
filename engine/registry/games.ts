/** The registry of games: the one list to edit to add a game. */
import type { z } from 'zod'
import { didYouMean, show } from '../../documents/index.ts'
import { schema as bulwarkSchema, compile as compileBulwark } from '../bulwark/index.ts'
import { CLASSICS } from '../classics/index.ts'
import type { CompiledGame } from '../contract/index.ts'
import { compile as compileElephantMen, schema as elephantMenSchema } from '../elephant-men/index.ts'
import { compile as compileFrontline, schema as frontlineSchema } from '../frontline/index.ts'
import { compile as compilePrestige, schema as prestigeSchema } from '../prestige/index.ts'

/** A game as the registry lists it: its rules' schema, its rule sets, and the way from rules to an engine. */
export interface GameModule {
  readonly id: string
  /** One sentence for `evenhand games`. */
  readonly summary: string
  /** Folder of its rule sets under configs/rules, and the one that counts when none is named. */
  readonly folder: string
  readonly ruleset: string
  readonly schema: z.ZodType<object>
  /** Compiles rules that passed the schema. */
  compile(rules: unknown): CompiledGame
}

interface Listing<Rules extends object> {
  readonly id: string
  readonly summary: string
  readonly folder: string
  readonly ruleset: string
  readonly schema: z.ZodType<Rules>
  readonly compile: (id: string, rules: Rules) => CompiledGame
}

/** Closes the gap between a game's own Rules type and the registry, which treats rules as data. */
function list<Rules extends object>({ compile, ...game }: Listing<Rules>): GameModule {
  return { ...game, compile: rules => compile(game.id, game.schema.parse(rules)) }
}

const GAMES: readonly GameModule[] = [
  list({
    id: 'elephant-men',
    summary: 'soldiers and monks, secret orders, simultaneous phases, favour as a tug of war',
    folder: 'elephant-men',
    ruleset: 'v0.2',
    schema: elephantMenSchema,
    compile: compileElephantMen,
  }),
  list({
    id: 'elephant-golems',
    summary: 'the golem edition of Elephant Men: blocks and shoves, one action a phase',
    folder: 'elephant-men',
    ruleset: 'golems-2025-12',
    schema: elephantMenSchema,
    compile: compileElephantMen,
  }),
  list({
    id: 'frontline',
    summary: 'a lane between two bases, units that march and fight by themselves, one recruit a turn',
    folder: 'frontline',
    ruleset: 'default',
    schema: frontlineSchema,
    compile: compileFrontline,
  }),
  list({
    id: 'bulwark',
    summary: 'teams on a map of hexagons: tiles, abilities, capitals, battles by a model',
    folder: 'bulwark',
    ruleset: 'standard',
    schema: bulwarkSchema,
    compile: compileBulwark,
  }),
  list({
    id: 'prestige',
    summary: 'dice behind screens, missions and territories, two to four players',
    folder: 'prestige',
    ruleset: 'two',
    schema: prestigeSchema,
    compile: compilePrestige,
  }),
]

/** Small games with published answers, for proving agents: played like any game, and listed apart. */
const CLASSIC_GAMES: readonly GameModule[] = CLASSICS.map(game =>
  list({ ...game, folder: `classics/${game.id}`, ruleset: 'standard' }),
)

/** The games whose balance is the project's subject. */
export function listGames(): readonly GameModule[] {
  return GAMES
}

/** The classics. `findGame` knows them too. */
export function listClassics(): readonly GameModule[] {
  return CLASSIC_GAMES
}

/** The game of that name. Throws an Error that lists the names there are. */
export function findGame(id: string): GameModule {
  const known = [...GAMES, ...CLASSIC_GAMES]
  const found = known.find(game => game.id === id)
  if (found) return found
  const ids = GAMES.map(g => g.id)
  const guess = didYouMean(
    id,
    known.map(g => g.id),
  )
  throw new Error(`unknown game ${show(id)}, expected one of ${ids.join(', ')}, or a classic${guess}`)
}
