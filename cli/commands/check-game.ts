/** `evenhand check-game`: runs the law suite on a game, and explains failures in its author's terms. */
import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { InputError } from '../../documents/index.ts'
import type { GameFinding } from '../../engine/checks/index.ts'
import { isModule, parseFormat, type ReadingStep, tellReading } from '../../engine/modules/index.ts'
import { gameName } from '../../engine/registry/index.ts'
import {
  CHECK_SECONDS,
  CHECKED_MATCHES,
  type CheckMessage,
  type CheckResult,
  checkOnThread,
  GAME_SECONDS,
} from '../../library/command.ts'
import { EXIT } from '../errors.ts'
import { type Declaration, gamePositional, jsonOption, valueOption } from '../options/declare.ts'
import { readGameName, readRuleChanges, withLabel } from '../options/game.ts'
import { gameOptions } from '../options/options.ts'
import { readDecisionSeconds } from '../options/run-flags.ts'
import { integer, text } from '../options/values.ts'
import { print, printJson, styleOf, wrap } from '../terminal/output.ts'
import { Signals } from '../terminal/signals.ts'

const MATCHES_MAX = 1e6
/** Decisions of a match that are shown, the last ones. */
const MOVES_SHOWN = 12
/** Lines of a position that are shown: enough for a large board and what stands beside it. */
const POSITION_LINES = 24

export const declaration: Declaration = {
  usage: [
    'check-game GAME [options]',
    'Checks your own game for bugs. It plays random matches under each rule set and checks the laws that every game must obey. ' +
      'Reports what is wrong, where in your file, after which moves, and how to fix it. Exits with 1 if it finds errors, otherwise with 0.',
  ],
  positionals: { game: gamePositional },
  options: {
    ...gameOptions,
    ruleset: { ...gameOptions.ruleset, defaultDescription: 'all rule sets of the game' },
    matches: valueOption(
      'random matches for each check',
      `${CHECKED_MATCHES}, fewer if they would take over ${CHECK_SECONDS} s of CPU time`,
    ),
    'decision-seconds': valueOption(
      'CPU seconds before a function of the game counts as hanging; the whole check gets 30 times that for every 20 matches',
      String(GAME_SECONDS),
    ),
    json: jsonOption('game, rulesets, matches, checks, errors, warnings, findings'),
  },
  examples: [
    ['check-game ./my-game.js', 'check my game under all its rule sets'],
    ['check-game ./my-game.js --rules goal=30 --matches 200', 'check it longer, under other rules'],
  ],
  handler: async args => {
    const name = readGameName(args)
    const game = withLabel('GAME', () => gameName(name, process.cwd()))
    if (isModule(game) && !existsSync(parseFormat(game).file))
      throw new InputError('GAME', `${name} does not exist, expected the path to a game file`)
    const changes = readRuleChanges(args, name)
    const ruleset = text(args, 'ruleset') ?? null
    const matches = integer(args, 'matches', 1, MATCHES_MAX) ?? null
    const check = { game, ruleset, changes: Object.fromEntries(changes), base: process.cwd(), matches }
    const seconds = readDecisionSeconds(args) ?? GAME_SECONDS
    const stopping = new AbortController()
    const signals = new Signals(() => stopping.abort(), 'function being checked')
    const follow = (news: CheckMessage): void => {
      const step = stepOf(news)
      if (step) tellReading(() => step)
    }
    tellReading(() => ({ doing: 'loading its modules', advice: '' }))
    const result = await checkOnThread(check, seconds, follow, stopping.signal).finally(() => {
      tellReading(null)
      signals.release()
    })
    const errors = count(result, 'error')
    if (args.json === true) printJson({ ...result, errors, warnings: count(result, 'warning') })
    else print(textOf(result, basename(name), matches ?? CHECKED_MATCHES))
    process.exitCode = signals.exitCode || (errors > 0 ? EXIT.failed : EXIT.done)
  },
}

/** What the thread is doing; undefined for other messages. */
export function stepOf(news: CheckMessage): ReadingStep | undefined {
  if ('reading' in news) return news.reading
  if (!('check' in news)) return undefined
  const rules = news.ruleset === null ? '' : `rule set ${news.ruleset}: `
  return { doing: `checking ${rules}${news.check} (to save time, use fewer --matches)`, advice: '' }
}

function count({ findings }: CheckResult, severity: GameFinding['severity']): number {
  return findings.filter(({ finding }) => finding.severity === severity).length
}

/** All findings, and a line that sums them up. `asked`: random matches. */
function textOf(result: CheckResult, name: string, asked: number): string {
  const { game, rulesets, matches, checks, findings } = result
  const [errors, warnings] = [count(result, 'error'), count(result, 'warning')]
  const blocks = findings.map(({ ruleset, finding }) =>
    blockOf(finding, rulesets.length > 1 ? ruleset : null),
  )
  const by = rulesets.length > 1 ? `rule sets ${rulesets.join(', ')}` : `rule set ${rulesets[0]}`
  const verdict = [
    errors > 0
      ? plural(errors, 'error')
      : matches === 0
        ? checks === 0
          ? 'no check ended'
          : `no error in ${plural(checks, 'check')}`
        : `sound in ${matches < asked ? 'at least ' : ''}${plural(matches, 'random match', 'random matches')}`,
    ...(warnings === 0 ? [] : [plural(warnings, 'warning')]),
    ...(matches > 0 && matches < asked && errors === 0
      ? [`stopped after ${CHECK_SECONDS} s of CPU time; --matches ${asked} checks longer`]
      : []),
  ].join(', ')
  const line = game === null ? `${name}: ${verdict}` : `${name}: ${game}, ${by}: ${verdict}`
  return [...blocks, line].join('\n\n')
}

function plural(number: number, what: string, several = `${what}s`): string {
  return `${number} ${number === 1 ? what : several}`
}

function blockOf(
  { severity, wrong, found, place, trail, advice }: GameFinding,
  ruleset: string | null,
): string {
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
  return more > 0 ? [...shown, `    ... ${plural(more, 'more line', 'more lines')} (see --json)`] : shown
}

/** Columns before the text of a field. */
const LABEL = 9

function movesOf(moves: readonly string[]): string {
  if (moves.length === 0) return 'none, at the start'
  const earlier = moves.length - MOVES_SHOWN
  const shown = moves.slice(-MOVES_SHOWN).join(', ')
  return earlier > 0 ? `${plural(earlier, 'move')}, then ${shown}` : shown
}
