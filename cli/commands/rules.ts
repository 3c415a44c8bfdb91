/** `evenhand rules`: every key that a rule set can change, and what two rule sets differ in. */
import {
  InputError,
  type Setting,
  type SettingDifference,
  settingDifferences,
  settingsOf,
  settingText,
} from '../../documents/index.ts'
import { type GameModule, resolveRules } from '../../engine/registry/index.ts'
import { type Declaration, gamePositional, jsonOption, valueOption } from '../options/declare.ts'
import { readGame, rulesetNamed } from '../options/game.ts'
import { gameOptions } from '../options/options.ts'
import { type Args, text, texts } from '../options/values.ts'
import { print, printJson, styleOf, table } from '../terminal/output.ts'

export const declaration: Declaration = {
  usage: [
    'rules GAME [options]',
    'Lists the rules of a game with their values, ranges and meanings, or the differences between two rule sets.',
  ],
  positionals: { game: gamePositional },
  options: {
    format: gameOptions.format,
    ruleset: gameOptions.ruleset,
    diff: { ...valueOption('two rule sets to compare, by name or path', 'none'), nargs: 2 },
    json: jsonOption('game, ruleset, keys (with --diff: a, b, differences)'),
  },
  examples: [
    ['rules elephant-men', 'list the default rule set'],
    ['rules elephant-men --diff v0.1 v0.2', 'what changed'],
  ],
  handler: async args => {
    const game = await readGame(args)
    return args.diff === undefined ? printKeys(game, args) : printDifference(game, args)
  },
}

function printKeys(game: GameModule, args: Args): void {
  const ruleset = text(args, 'ruleset') ?? game.ruleset
  const keys = settingsOf(game.schema, read(game, ruleset, '--ruleset'))
  if (args.json === true) printJson({ game: game.id, ruleset, keys })
  else print(`${game.id}, rule set ${ruleset}\n\n${keyTable(keys)}`)
}

/** Keys as a table that fits the terminal. */
export function keyTable(keys: readonly Setting[]): string {
  const { width } = styleOf(process.stdout)
  const narrow = Math.max(12, Math.floor(width * 0.2))
  const rows = keys.map(({ key, type, range, value, meaning }) => [
    key,
    value === undefined ? '' : settingText(value),
    allowed(type, range),
    meaning,
  ])
  const columns = [
    // A key is there to be copied: it is never broken.
    { title: 'key' },
    { title: 'value', max: narrow },
    { title: 'allowed', max: narrow },
    { title: 'meaning' },
  ]
  return table(columns, rows, width)
}

/** What a value may be. Words to choose from need not be called text. */
function allowed(type: string, range: string): string {
  const choice = /\|/.test(range) && !range.startsWith('/')
  return [...(type === 'text' && choice ? [] : [type.replace('list of text', 'list')]), range]
    .filter(Boolean)
    .join(' ')
}

function printDifference(game: GameModule, args: Args): void {
  const pair = texts(args, 'diff') ?? []
  const [a, b] = pair
  if (pair.length !== 2 || a === undefined || b === undefined)
    throw new InputError('--diff', `found ${pair.length} rule sets, expected two`)
  if (args.ruleset !== undefined) throw new InputError('--ruleset', "can't be combined with --diff")
  const found = settingDifferences(game.schema, read(game, a, '--diff'), read(game, b, '--diff'))
  if (args.json === true) printJson({ game: game.id, a, b, differences: found })
  else print(found.length === 0 ? `${a} and ${b} are the same rules` : differenceTable(a, b, found))
}

function differenceTable(a: string, b: string, found: readonly SettingDifference[]): string {
  const { width } = styleOf(process.stdout)
  const narrow = Math.max(12, Math.floor(width * 0.26))
  const text = (value: unknown): string => (value === undefined ? 'none' : settingText(value))
  const rows = found.map(({ key, a: before, b: after, meaning }) => [key, text(before), text(after), meaning])
  const columns = [
    { title: 'key', max: narrow },
    { title: a, max: narrow },
    { title: b, max: narrow },
    { title: 'meaning' },
  ]
  return table(columns, rows, width)
}

function read(game: GameModule, name: string, label: string): unknown {
  return resolveRules(game, rulesetNamed(game, name, label), [])
}
