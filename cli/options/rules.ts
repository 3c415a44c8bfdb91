/** The rules that the command line gives: a rule set, and keys changed on top of it. */
import { basename } from 'node:path'
import { expandDotted, InputError, literal, parseDocument, show } from '../../documents/index.ts'
import { type GameModule, resolveRules } from '../../engine/registry/index.ts'
import type { VariantDefinition } from '../../library/command.ts'
import { gameWord, rulesetNamed } from './names.ts'
import { type Args, text } from './options.ts'

/** What was given, and the rules that it adds up to. */
export interface Given {
  readonly ruleset: string
  /** Only the keys that were changed. */
  readonly changes: Readonly<Record<string, unknown>>
  readonly rules: unknown
}

/** Reads `--rules`: the keys with their values, still unchecked; `game` is what commands call the game. Throws an InputError. */
export function changesGiven(args: Args, game: string): ReadonlyMap<string, unknown> {
  const changes = new Map<string, unknown>()
  for (const pair of Array.isArray(args.rules) ? args.rules.map(String) : []) {
    const cut = pair.indexOf('=')
    if (cut <= 0)
      throw new InputError(
        '--rules',
        `found ${show(pair)}, expected KEY=VALUE with a key that evenhand rules ${game} lists`,
      )
    const key = pair.slice(0, cut).trim()
    if (changes.has(key)) throw new InputError(`--rules ${key}`, 'is given twice, expected once')
    changes.set(key, parseDocument(pair.slice(cut + 1), `--rules ${key}`).value)
  }
  return changes
}

/** Reads `--ruleset` and `--rules`; every key is checked under its own name. Throws an InputError. */
export function rulesGiven(game: GameModule, args: Args): Given {
  const ruleset = text(args, 'ruleset') ?? game.ruleset
  const changes = changesGiven(args, gameWord(game))
  const layers = [...changes].map(([key, value]) => literal({ [key]: value }, `--rules ${key}`))
  const rules = resolveRules(game, rulesetNamed(game, ruleset, '--ruleset'), layers)
  const all = Object.fromEntries(changes)
  // Two keys may still get in each other's way, as favour={win: 9} and favour.win=8 do.
  expandDotted(literal(all, '--rules'))
  return { ruleset, changes: all, rules }
}

/** What was given as the variant of an experiment, named after it. */
export function variantGiven({ ruleset, changes }: Given): VariantDefinition & { readonly name: string } {
  return { name: variantName(ruleset, changes), ruleset, rules: changes }
}

/** The name of the variant: the rule set and the changes, if that is a valid name. */
function variantName(ruleset: string, rules: Given['changes']): string {
  const set = basename(ruleset).replace(/\.(ya?ml|json)$/, '')
  const changes = Object.entries(rules).map(([key, value]) => `${key}=${String(value)}`)
  const full = [set, ...changes].join(', ')
  if (NAME.test(full)) return full
  const short = `${set}${changes.length > 0 ? ' changed' : ''}`
  return NAME.test(short) ? short : 'rules'
}

const NAME = /^\w[\w.,=+ -]{0,79}$/
