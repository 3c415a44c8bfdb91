/** The rules that the command line gives: a rule set, and keys changed on top of it. */
import { show } from '../engine/documents/document.ts'
import { InputError, literal, parseDocument } from '../engine/documents.ts'
import { type GameModule, resolveRules } from '../engine/index.ts'
import { rulesetNamed } from './named.ts'
import { type Args, text } from './options.ts'

/** What was given, and the rules that it adds up to. */
export interface Given {
  readonly ruleset: string
  /** Only the keys that were changed. */
  readonly changes: ReadonlyMap<string, unknown>
  readonly rules: unknown
}

/** Reads `--ruleset` and `--rules`; every key is checked under its own name. Throws an InputError. */
export function rulesGiven(game: GameModule, args: Args): Given {
  const ruleset = text(args, 'ruleset') ?? game.ruleset
  const changes = new Map<string, unknown>()
  for (const pair of Array.isArray(args.rules) ? args.rules.map(String) : []) {
    const cut = pair.indexOf('=')
    if (cut <= 0) throw new InputError('--rules', `found ${show(pair)}, expected KEY=VALUE such as turns=6`)
    const key = pair.slice(0, cut)
    if (changes.has(key)) throw new InputError(`--rules ${key}`, 'is given twice, expected once')
    changes.set(key, parseDocument(pair.slice(cut + 1), `--rules ${key}`).value)
  }
  const layers = [...changes].map(([key, value]) => literal({ [key]: value }, `--rules ${key}`))
  return { ruleset, changes, rules: resolveRules(game, rulesetNamed(game, ruleset, '--ruleset'), layers) }
}
