/** `evenhand compare`: the effect of a rule change, without an experiment file. */
import {
  didYouMean,
  InputError,
  literal,
  parseDocument,
  type Setting,
  settingsOf,
  show,
} from '../../documents/index.ts'
import { type GameModule, listRulesets, nameOfGame, resolveRules } from '../../engine/registry/index.ts'
import { defineExperiment, STRENGTHS, type VariantDefinition, withLearned } from '../../library/command.ts'
import { type Declaration, gamePositional } from '../options/declare.ts'
import { GAME_LABEL, gameAsked, gameWord, rulesetNamed } from '../options/names.ts'
import {
  flag,
  formatOption,
  learnGiven,
  lineupsNamed,
  playOptions,
  positional,
  readRunFlags,
  valued,
} from '../options/options.ts'
import { keptPlace, simulate } from '../terminal/simulate.ts'

export const compare: Declaration = {
  usage: [
    'compare GAME BEFORE AFTER [options]',
    'Plays two variants of the rules from the same seeds and reports what the change did. A variant is a rule set ' +
      '(its name or path), changed keys, or both: v0.2, favour.win=9, v0.1,favour.win=9.',
  ],
  positionals: {
    game: gamePositional,
    before: { describe: 'the variant to compare with' },
    after: { describe: 'the changed variant' },
  },
  options: {
    ...playOptions,
    format: formatOption,
    agents: {
      ...valued(
        'line-ups, each one agent a seat or one for all',
        `${STRENGTHS.join(' ')}, and learned where a policy ships`,
      ),
      array: true,
    },
    apart: flag(
      'play each changed key alone as well, and all but it: what does each do by itself, and what does it add to the others?',
    ),
  },
  examples: [
    ['compare elephant-men v0.1 v0.2', 'two rule sets, at three strengths'],
    ['compare elephant-men v0.2 favour.win=9 --agents greedy --matches 4000', 'one key changed'],
    ['compare frontline lean lean,gold.start=5,cells=10 --apart', 'which of the two changes does what'],
    ['compare prestige three three,ties=attacker', 'keys change the default rule set unless one is named'],
  ],
  handler: async args => {
    const flags = readRunFlags(args)
    const game = await gameAsked(args)
    const variants = [variantOf(game, positional(args, 'before')), variantOf(game, positional(args, 'after'))]
    const lineups = lineupsNamed(args.agents, withLearned(STRENGTHS, game))
    const definition = {
      name: `compare ${game.id}`,
      game: nameOfGame(game),
      variants,
      lineups,
      ...learnGiven(args),
      ...(args.apart === true ? { apart: true as const } : {}),
    }
    const experiment = await defineExperiment(definition, flags, '--agents', GAME_LABEL)
    process.exitCode = await simulate(experiment, { flags, ...keptPlace(experiment, flags) })
  },
}

/** "v0.1,favour.win=9" as a variant, checked here so that errors name the argument. */
function variantOf(game: GameModule, words: string): VariantDefinition {
  const [first, ...others] = partsOf(words)
  const named = first!.includes('=') ? [] : [first!]
  refuseKeyAlone(game, first!, words)
  const pairs = named.length > 0 ? others : [first!, ...others]
  const ruleset = named[0] ?? game.ruleset
  const rules = Object.fromEntries(pairs.map(pair => ruleOf(game, pair, words)))
  resolveRules(game, rulesetNamed(game, ruleset, words), [literal(rules, words)])
  return { name: nameOf(words), ruleset, rules }
}

/** What commas separate, but for those inside brackets: piles=[1,2] is one part. */
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

/** The argument as a name for the variant. Of a long path the end says most. */
function nameOf(words: string): string {
  const name = words.replace(/[^\w.,=+ -]/g, '-').slice(-80)
  return name.replace(/^\W+/, '') || 'rules'
}

/** Refuses a key without a value, which would be taken for a rule set. */
function refuseKeyAlone(game: GameModule, word: string, words: string): void {
  if (word.includes('=') || listRulesets(game).includes(word)) return
  const lines = settingsOf(game.schema, game.schema.parse({}))
  const found = lines.find(({ key }) => key === word || key.startsWith(`${word}.`))
  if (found) throw valueMissing(word, found, words)
  // A misspelt key is told from a misspelt rule set by its dots.
  const near = word.includes('.')
    ? didYouMean(
        word,
        lines.map(({ key }) => key),
      )
    : ''
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

function ruleOf(game: GameModule, pair: string, words: string): [string, unknown] {
  const cut = pair.indexOf('=')
  if (cut <= 0) {
    refuseKeyAlone(game, pair, words)
    throw new InputError(
      words,
      `found ${show(pair)}, expected KEY=VALUE with a key that evenhand rules ${gameWord(game)} lists`,
    )
  }
  return [pair.slice(0, cut).trim(), parseDocument(pair.slice(cut + 1), words).value]
}
