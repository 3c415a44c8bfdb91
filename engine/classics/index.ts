/** Small games with published answers: they prove agents, searches and statistics, and are no subjects of balance. */
import type { z } from 'zod'
import type { CompiledGame } from '../contract/index.ts'
import * as connectFour from './connect-four.ts'
import * as ticTacToe from './tic-tac-toe.ts'

/** A classic as the registry lists it. */
export interface ClassicModule {
  readonly id: string
  readonly summary: string
  readonly schema: z.ZodType<object>
  /** Compiles rules that passed the schema. */
  readonly compile: (id: string, rules: object) => CompiledGame
}

interface Parts<Rules extends object> {
  readonly schema: z.ZodType<Rules>
  readonly compile: (id: string, rules: Rules) => CompiledGame
}

/** Closes the gap between a game's own Rules type and the registry, which treats rules as data. */
function classic<Rules extends object>(
  id: string,
  summary: string,
  { schema, compile }: Parts<Rules>,
): ClassicModule {
  return { id, summary, schema, compile: (name, rules) => compile(name, schema.parse(rules)) }
}

export const CLASSICS: readonly ClassicModule[] = [
  classic('tic-tac-toe', 'three in a line on a square of nine cells', ticTacToe),
  classic('connect-four', 'four in a line on an upright board of any size', connectFour),
]
