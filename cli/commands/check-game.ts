/** `evenhand check-game`: holds a game to the law suite, and says what is wrong with it in its author's terms. */
import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { InputError } from '../../documents/index.ts'
import type { Finding } from '../../engine/checks/index.ts'
import { formatIn, isModule } from '../../engine/modules/index.ts'
import { gameName } from '../../engine/registry/index.ts'
import { type Examination, examine, GAME_SECONDS } from '../../library/command.ts'
import { EXIT } from '../errors.ts'
import { type Declaration, gamePositional } from '../options/declare.ts'
import { gameGiven, placed } from '../options/names.ts'
import {
  formatOption,
  integer,
  jsonOption,
  rulesetOption,
  rulesOption,
  SECONDS_MAX,
  text,
  valued,
} from '../options/options.ts'
import { changesGiven } from '../options/rules.ts'
import { Checking } from '../terminal/checking.ts'
import { print, printJson, styleOf } from '../terminal/output.ts'
import { wrap } from '../terminal/table.ts'

const DEFAULT_MATCHES = 20
const MATCHES_MAX = 1e6
/** Most decisions of a match that are shown, the last ones. */
const MOVES_SHOWN = 12
/** Most lines of a position that are shown: as many as a board of some size takes with what stands beside it. */
const POSITION_LINES = 24

export const checkGame: Declaration = {
  usage: [
    'check-game GAME [options]',
    'Plays random matches of a game by each of its rule sets, holds them to what every game must keep, and explains what is wrong: what, where in ' +
      'your file, after which moves, and what to do. Exit code 0 if nothing is, 1 for errors; warnings count as nothing.',
  ],
  positionals: { game: gamePositional },
  options: {
    format: formatOption,
    ruleset: { ...rulesetOption, defaultDescription: 'all that the game has' },
    rules: rulesOption,
    matches: valued('random matches that each law is checked on', String(DEFAULT_MATCHES)),
    'decision-seconds': valued(
      'seconds that a function of the game may take before it counts as hanging; a whole check may take 30 times as long for every 20 matches',
      String(GAME_SECONDS),
    ),
    json: jsonOption(['game', 'rulesets', 'errors', 'warnings', 'findings']),
  },
  examples: [
    ['check-game ./my-game.js', 'is my game sound, by all its rule sets?'],
    ['check-game ./my-game.js --rules goal=30 --matches 200', 'by other rules, more closely'],
  ],
  handler: async args => {
    const name = gameGiven(args)
    const game = placed('GAME', () => gameName(name, process.cwd()))
    if (isModule(game) && !existsSync(formatIn(game).file))
      throw new InputError('GAME', `${name} does not exist, expected the path of a game module`)
    const changes = changesGiven(args, name)
    const ruleset = text(args, 'ruleset') ?? null
    const matches = integer(args, 'matches', 1, MATCHES_MAX) ?? DEFAULT_MATCHES
    const exam = { game, ruleset, changes: Object.fromEntries(changes), base: process.cwd(), matches }
    const seconds = integer(args, 'decision-seconds', 1, SECONDS_MAX) ?? GAME_SECONDS
    const checking = new Checking()
    const examination = await examine(exam, seconds, checking.hear).finally(() => checking.end())
    const errors = count(examination, 'error')
    if (args.json === true) printJson({ ...examination, errors, warnings: count(examination, 'warning') })
    else print(textOf(examination, basename(name), matches))
    process.exitCode = errors > 0 ? EXIT.failed : EXIT.done
  },
}

function count({ findings }: Examination, severity: Finding['severity']): number {
  return findings.filter(({ finding }) => finding.severity === severity).length
}

/** All findings, those of each rule set under its name, and a line that says what they come to. */
function textOf(examination: Examination, name: string, matches: number): string {
  const { game, rulesets, findings } = examination
  const [errors, warnings] = [count(examination, 'error'), count(examination, 'warning')]
  const blocks = findings.map(({ ruleset, finding }) =>
    blockOf(finding, rulesets.length > 1 ? ruleset : null),
  )
  const by = rulesets.length > 1 ? `rule sets ${rulesets.join(', ')}` : `rule set ${rulesets[0]}`
  const verdict = [
    errors === 0 ? `sound in ${plural(matches, 'random match', 'random matches')}` : plural(errors, 'error'),
    ...(warnings === 0 ? [] : [plural(warnings, 'warning')]),
  ].join(', ')
  const line = game === null ? `${name}: ${verdict}` : `${name}: ${game}, ${by}: ${verdict}`
  return [...blocks, line].join('\n\n')
}

function plural(number: number, what: string, several = `${what}s`): string {
  return `${number} ${number === 1 ? what : several}`
}

function blockOf({ severity, wrong, found, place, trail, advice }: Finding, ruleset: string | null): string {
  const { width } = styleOf(process.stdout)
  const field = (label: string, value: string | null): string[] =>
    value === null
      ? []
      : wrap(value, width - LABEL).map((line, i) => (i === 0 ? `  ${label}: ` : '').padEnd(LABEL) + line)
  return [
    ...wrap(`${severity}: ${place === null ? '' : `${place}: `}${wrong}`, width),
    ...field('rules', ruleset),
    ...field('found', found),
    ...field('moves', trail === null ? null : movesOf(trail.moves)),
    ...(trail?.position ? ['  position:', ...positionOf(trail.position)] : []),
    ...field('do', advice),
  ].join('\n')
}

/** The first lines of a position, and how many more there are. */
function positionOf(position: string): string[] {
  const lines = position.split('\n')
  const shown = lines.slice(0, POSITION_LINES).map(line => `    ${line}`)
  const more = lines.length - shown.length
  return more > 0 ? [...shown, `    ... ${plural(more, 'line')} more, which --json has`] : shown
}

/** Columns before the text of a field. */
const LABEL = 9

function movesOf(moves: readonly string[]): string {
  if (moves.length === 0) return 'none, at the start'
  const earlier = moves.length - MOVES_SHOWN
  const shown = moves.slice(-MOVES_SHOWN).join(', ')
  return earlier > 0 ? `${plural(earlier, 'move')}, then ${shown}` : shown
}
