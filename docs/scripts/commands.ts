/** `npm run commands` renews docs/reference/commands.md and experiment.md from the declarations of commands and experiment files. */
import { writeFileSync } from 'node:fs'
import type { Options } from 'yargs'
import { loadCommands } from '../../cli/commands/index.ts'
import type { Command } from '../../cli/options/declare.ts'
import type { JsonSchema } from '../../documents/index.ts'
import { loadGames } from '../../engine/registry/index.ts'
import { experimentFileSchema } from '../../sim/experiment/index.ts'
import { isMain, pageOf, renewed, tableOf } from './pages.ts'

await loadGames()

export const COMMANDS_PAGE = pageOf('reference', 'commands.md')
export const EXPERIMENT_PAGE = pageOf('reference', 'experiment.md')

/** An option that at least this many commands have is described once. */
const SHARED_BY = 3

interface OptionRow {
  readonly name: string
  readonly describe: string
  readonly fallback: string
  readonly isSwitch: boolean
  readonly isList: boolean
}

/** The commands, each in a section, and the options that several of them have. */
export async function commandsText(): Promise<string> {
  const commands = await loadCommands()
  const known = new Map<string, { row: OptionRow; commands: string[] }>()
  for (const { name, options } of commands)
    for (const row of rowsOf(options)) {
      const entry = known.get(keyOf(row)) ?? { row, commands: [] }
      entry.commands.push(name)
      known.set(keyOf(row), entry)
    }
  // Where commands say different things of a name, what most of them say is shared.
  const shared = [...known.values()]
    .filter(({ commands }) => commands.length >= SHARED_BY)
    .sort((a, b) => b.commands.length - a.commands.length)
    .filter((entry, i, all) => all.findIndex(({ row }) => row.name === entry.row.name) === i)
  const isShared = (row: OptionRow) => shared.some(entry => keyOf(entry.row) === keyOf(row))
  const sections = commands.map(command => sectionOf(command, isShared))
  return [
    ...sections,
    '## Shared options',
    '',
    'A command takes only those that its section names.',
    '',
    tableOf([
      OPTION_HEAD,
      ...shared
        .map(({ row }) => row)
        .sort(byName)
        .map(cellsOf),
    ]),
  ].join('\n')
}

/** Every key of an experiment file, the ones with keys below them first. */
export function experimentText(): string {
  const rows = keysBelow(experimentFileSchema(), '').map(({ key, schema }) => [
    `\`${key}\``,
    cell([...new Set(branchesOf(schema).map(valueText))].join(' or ')),
    schema.default === undefined ? '' : `\`${String(schema.default)}\``,
    cell(schema.description ?? ''),
  ])
  return tableOf([['key', 'value', 'default', 'meaning'], ...rows])
}

interface Key {
  readonly key: string
  readonly schema: JsonSchema
}

/** Keys of a line-up that mean what the same ones mean above it. */
const SAID = new Set(['lineups[].stop'])

function keysBelow(schema: JsonSchema, key: string): Key[] {
  return branchesOf(schema).flatMap(branch =>
    branch.type === 'array'
      ? keysBelow(branch.items as JsonSchema, `${key}[]`)
      : Object.entries(branch.properties ?? {}).flatMap(([name, property]) => {
          const one = { key: key === '' ? name : `${key}.${name}`, schema: property as JsonSchema }
          return isAgent(branch) ? [] : SAID.has(one.key) ? [one] : [one, ...keysBelow(one.schema, one.key)]
        }),
  )
}

/** An agent as a mapping has the keys of its options, which the page of agents lists. */
const isAgent = ({ properties }: JsonSchema): boolean => properties?.agent !== undefined

const branchesOf = (schema: JsonSchema): JsonSchema[] =>
  (schema.anyOf as JsonSchema[] | undefined) ?? [schema]

/** What a value may be, in a few words. */
function valueText({ type, enum: choices, const: only, minimum, maximum, items }: JsonSchema): string {
  if (only !== undefined) return `\`${String(only)}\``
  if (choices && choices.length <= CHOICES_MAX)
    return choices.map(choice => `\`${String(choice)}\``).join(', ')
  if (type === 'array') return `list of ${KINDS[valueText(items as JsonSchema)] ?? 'values'}`
  if (type === 'string' || choices) return 'text'
  if (type !== 'integer' && type !== 'number') return type === 'object' ? 'mapping' : 'any'
  const range = minimum === undefined ? '' : ` from ${minimum} to ${maximum! >= 1e12 ? '10¹²' : maximum}`
  return `${type === 'integer' ? 'whole number' : 'number'}${range}`
}

/** Longer lists of choices, such as games, have their own page. */
const CHOICES_MAX = 6
const KINDS: Readonly<Record<string, string>> = { text: 'texts', mapping: 'mappings' }

const OPTION_HEAD = ['option', 'default', 'meaning']

function sectionOf(command: Command, isShared: (row: OptionRow) => boolean): string {
  const { name, usage, positionals, options, examples } = command
  const [call, does] = usage
  const rows = rowsOf(options)
  const [common, own] = [rows.filter(isShared), rows.filter(row => !isShared(row))]
  const names = common.map(row => row.name).sort()
  const also = names.map(option => `\`--${option}\``).join(', ')
  return [
    `## ${name}`,
    '',
    `\`\`\`text\nevenhand ${call}\n\`\`\``,
    '',
    does,
    '',
    ...block(
      ['argument', 'meaning'],
      Object.entries(positionals).map(([key, { describe, defaultDescription }]) => [
        `\`${key}\``,
        cell(`${describe}${defaultDescription === undefined ? '' : ` (default: ${defaultDescription})`}`),
      ]),
    ),
    ...block(OPTION_HEAD, own.map(cellsOf)),
    ...(names.length === 0 ? [] : [`[Shared options](#shared-options): ${also}.`, '']),
    '```sh',
    ...examples.flatMap(([line, meaning]) => [`# ${meaning}`, `evenhand ${line}`]),
    '```',
    '',
  ].join('\n')
}

const block = (head: readonly string[], rows: readonly (readonly string[])[]): string[] =>
  rows.length === 0 ? [] : [tableOf([head, ...rows])]

function rowsOf(options: Command['options']): OptionRow[] {
  return Object.entries(options).map(([name, option]) => ({
    name,
    describe: String(option.describe ?? ''),
    fallback: fallbackOf(option),
    isSwitch: option.type === 'boolean',
    isList: option.array === true,
  }))
}

/** The default as it reads on any machine, and whether an experiment file has a say or not. */
function fallbackOf({ defaultDescription = '' }: Options): string {
  return defaultDescription
    .replace('set by the experiment file, otherwise ', '')
    .replace(/^\d+, (?=the cores|three quarters)/, '')
}

const keyOf = ({ name, describe, fallback }: OptionRow): string => [name, describe, fallback].join('\n')
const byName = (a: OptionRow, b: OptionRow): number => (a.name < b.name ? -1 : 1)

function cellsOf({ name, describe, fallback, isSwitch, isList }: OptionRow): string[] {
  const value = isSwitch ? '' : isList ? ' VALUES' : ' VALUE'
  return [`\`--${name}${value}\``, cell(fallback), cell(describe)]
}

/** A text as a cell: a bar would end it. */
const cell = (text: string): string => text.replaceAll('|', '\\|')

if (isMain(import.meta.url)) {
  writeFileSync(COMMANDS_PAGE, renewed(COMMANDS_PAGE, 'commands', await commandsText()))
  writeFileSync(EXPERIMENT_PAGE, renewed(EXPERIMENT_PAGE, 'experiment', experimentText(), 'commands'))
}
