/** `evenhand compare`: the effect of a rule change, without an experiment file. */
import {
  didYouMean,
  didYouMeanPart,
  InputError,
  literal,
  parseDocument,
  type Setting,
  settingsOf,
  show,
} from '../../documents/index.ts'
import { type GameModule, listRulesets, resolveRules } from '../../engine/registry/index.ts'
import { STRENGTHS, type VariantDefinition, withLearned } from '../../library/command.ts'
import { type Declaration, flag, gamePositional } from '../options/declare.ts'
import { experimentOf, gameArgument, readGame, readLineups, rulesetNamed } from '../options/game.ts'
import { gameOptions, lineupsOption, playOptions } from '../options/options.ts'
import { readRunFlags } from '../options/run-flags.ts'
import { positional, splitPair } from '../options/values.ts'
import { simulate } from '../terminal/simulate.ts'

export const declaration: Declaration = {
  usage: [
    'compare GAME BEFORE AFTER [options]',
    'Plays two variants of the rules on the same seeds and reports what the change did. A variant is a rule set ' +
      '(by name or path), changed keys, or both: v0.2, favour.win=9, v0.1,favour.win=9.',
  ],
  positionals: {
    game: gamePositional,
    before: { describe: 'the variant before the change' },
    after: { describe: 'the variant after the change' },
  },
  options: {
    ...playOptions,
    format: gameOptions.format,
    agents: lineupsOption(`${STRENGTHS.join(' ')}, and learned if a policy ships`),
    apart: flag('also play each change alone, and all changes except that one'),
  },
  examples: [
    ['compare elephant-men v0.1 v0.2', 'compare two rule sets, with weak and strong players'],
    ['compare elephant-men v0.2 favour.win=9 --agents greedy --matches 4000', 'change one key'],
    ['compare frontline lean lean,gold.start=5,cells=10 --apart', 'which change does what?'],
    ['compare prestige three three,ties=attacker', 'change a key of the rule set three'],
  ],
  handler: async args => {
    const flags = readRunFlags(args)
    const game = await readGame(args)
    const [before, after] = [positional(args, 'before'), positional(args, 'after')]
    if (before === after)
      throw new InputError('AFTER', `is the same as BEFORE, expected a change such as ${before},KEY=VALUE`)
    const parts = {
      name: `compare ${game.id}`,
      variants: [readVariant(game, before), readVariant(game, after)],
      lineups: readLineups(args, withLearned(STRENGTHS, game)),
      ...(args.apart === true && { apart: true as const }),
    }
    await simulate(await experimentOf(game, args, parts, flags), { flags })
  },
}

/** "v0.1,favour.win=9" as a variant, checked here so that errors name the argument. */
function readVariant(game: GameModule, words: string): VariantDefinition {
  const [first, ...others] = partsOf(words)
  refuseKeyAlone(game, first!, words)
  const isPair = first!.includes('=')
  const pairs = isPair ? [first!, ...others] : others
  const ruleset = isPair ? game.ruleset : first!
  const rules = Object.fromEntries(pairs.map(pair => ruleOf(game, pair, words)))
  resolveRules(game, rulesetNamed(game, ruleset, words), [literal(rules, words)])
  return { name: nameOf(words), ruleset, rules }
}

/** Splits at commas outside brackets: piles=[1,2] is one part. */
function partsOf(words: string): string[] {
  const parts = ['']
  let depth = 0
  for (const sign of words) {
    if ('[{'.includes(sign)) depth++
    if (']}'.includes(sign)) depth--
    if (sign === ',' && depth <= 0) parts.push('')
    else parts[parts.length - 1] += sign
  }
  return parts
}

/** A name for the variant. The end of a long path says most. */
function nameOf(words: string): string {
  const name = words.replace(/[^\w.,=+ -]/g, '-').slice(-80)
  return name.replace(/^\W+/, '') || 'rules'
}

/** Throws an InputError for a key without a value, which would be taken for a rule set. */
function refuseKeyAlone(game: GameModule, word: string, words: string): void {
  if (word.includes('=') || listRulesets(game).includes(word)) return
  const lines = settingsOf(game.schema, game.schema.parse({}))
  const found = lines.find(({ key }) => key === word || key.startsWith(`${word}.`))
  if (found) throw valueMissing(word, found, words)
  // Dots tell a misspelt key from a misspelt rule set.
  const keys = lines.map(({ key }) => key)
  const near = word.includes('.') ? didYouMean(word, keys) || didYouMeanPart(word, keys) : ''
  if (near !== '' && didYouMean(word, listRulesets(game)) === '')
    throw new InputError(words, `found ${show(word)}, expected a rule set, or KEY=VALUE${near}`)
}

function valueMissing(word: string, { key, value }: Setting, words: string): InputError {
  const shown = typeof value === 'object' ? 'VALUE' : String(value)
  return new InputError(
    words,
    `found ${show(word)} without a value, expected KEY=VALUE such as ${key}=${shown}`,
  )
}

function ruleOf(game: GameModule, written: string, words: string): [string, unknown] {
  const pair = splitPair(written)
  if (pair) return [pair[0].trim(), parseDocument(pair[1], words).value]
  refuseKeyAlone(game, written, words)
  throw new InputError(
    words,
    `found ${show(written)}, expected KEY=VALUE with a key that evenhand rules ${gameArgument(game)} lists`,
  )
}
