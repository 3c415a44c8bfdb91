/** Games and rule sets that the command line names. */
import { relative, sep } from 'node:path'
import { didYouMean, InputError, show } from '../../documents/index.ts'
import { FORMATS, formatIn, isModule, isPackage, named } from '../../engine/modules/index.ts'
import { type GameModule, gameName, type Ruleset, readRuleset } from '../../engine/registry/index.ts'
import { openGame } from '../../library/command.ts'
import { type Args, integer, positional, SECONDS_MAX, text } from './options.ts'

/** Runs what throws a plain Error over an argument; the error is then about that argument. */
export function placed<T>(label: string, act: () => T): T {
  try {
    return act()
  } catch (error) {
    throw about(label, error)
  }
}

function about(label: string, error: unknown): unknown {
  return error instanceof InputError || !(error instanceof Error)
    ? error
    : new InputError(label, error.message)
}

/** What errors call the game of an experiment whose other parts are options. */
export const GAME_LABEL = { game: 'GAME' }

/** The game that the argument GAME, or an option, names: one that ships, or a module of the user by its path or its package. */
export async function gameNamed(name: string, label = 'GAME', seconds?: number): Promise<GameModule> {
  const file = placed(label, () => gameName(name, process.cwd()))
  try {
    return await openGame(file, process.cwd(), seconds)
  } catch (error) {
    throw about(label, error)
  }
}

/** The game that the argument GAME names, as `gameGiven` reads it; a module may take what `--decision-seconds` says, where a command has that. */
export async function gameAsked(args: Args): Promise<GameModule> {
  return await gameNamed(gameGiven(args), 'GAME', integer(args, 'decision-seconds', 1, SECONDS_MAX))
}

/** The argument GAME with the format that `--format` says: what `gameNamed` takes. Throws an InputError for a format that there is not. */
export function gameGiven(args: Args): string {
  const name = positional(args, 'game')
  const written = text(args, 'format')
  if (written === undefined) return name
  const format = FORMATS.find(one => one === written)
  if (!format)
    throw new InputError(
      '--format',
      `found ${show(written)}, expected one of ${FORMATS.join(', ')}${didYouMean(written, FORMATS)}`,
    )
  if (!isModule(name) && !isPackage(name))
    throw new InputError('--format', `is given for ${show(name)}, expected the path or the package of a game`)
  return named(format, formatIn(name).file)
}

/** What the argument GAME of a command calls a game: its id, or the path of its module from the current folder. */
export function gameWord({ id, source }: GameModule): string {
  if (!source) return id
  const path = relative(process.cwd(), formatIn(source.file).file)
  return path.includes(sep) ? path : `.${sep}${path}`
}

/** The rule set that an option names, or the path of one. */
export function rulesetNamed(game: GameModule, name: string, label: string): Ruleset {
  return placed(label, () => readRuleset(game, name, process.cwd()))
}
