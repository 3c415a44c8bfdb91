/** `evenhand compare`: the effect of a rule change, without an experiment file. */
import { InputError, literal, parseDocument, show } from '../../documents/index.ts'
import { type GameModule, resolveRules } from '../../engine/registry/index.ts'
import {
  defineExperiment,
  type ExperimentDefinition,
  STRENGTHS,
  type VariantDefinition,
} from '../../library/index.ts'
import { declare, gamePositional } from '../options/declare.ts'
import { gameNamed, rulesetNamed } from '../options/names.ts'
import { playOptions, positional, readRunFlags, valued } from '../options/options.ts'
import { simulate } from '../terminal/simulate.ts'

export const compare = declare({
  command: 'compare <game> <before> <after>',
  describe: 'compare two variants of the rules on the same seeds',
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
    agents: {
      ...valued('line-ups, each one agent a seat or one for all', STRENGTHS.join(' ')),
      array: true,
    },
  },
  examples: [
    ['compare elephant-men v0.1 v0.2', 'two rule sets, at three strengths'],
    ['compare elephant-men v0.2 favour.win=9 --agents greedy --matches 4000', 'one key changed'],
    ['compare prestige three three,ties=attacker', 'keys change the default rule set unless one is named'],
  ],
  handler: async args => {
    const flags = readRunFlags(args)
    const game = gameNamed(positional(args, 'game'))
    const variants = [variantOf(game, positional(args, 'before')), variantOf(game, positional(args, 'after'))]
    const lineups = lineupsOf(args.agents)
    const definition = { name: `compare ${game.id}`, game: game.id, variants, lineups }
    const experiment = await defineExperiment(definition, flags, '--agents')
    process.exitCode = await simulate(experiment, { flags, out: flags.out ?? null })
  },
})

/** "v0.1,favour.win=9" as a variant, checked here so that errors name the argument. */
function variantOf(game: GameModule, words: string): VariantDefinition {
  const [first, ...others] = words.split(',')
  const named = first!.includes('=') ? [] : [first!]
  const pairs = named.length > 0 ? others : [first!, ...others]
  const ruleset = named[0] ?? game.ruleset
  const rules = Object.fromEntries(pairs.map(pair => ruleOf(pair, words)))
  resolveRules(game, rulesetNamed(game, ruleset, words), [literal(rules, words)])
  return { name: nameOf(words), ruleset, rules }
}

/** The argument as a name for the variant. Of a long path the end says most. */
function nameOf(words: string): string {
  const name = words.replace(/[^\w.,=+ -]/g, '-').slice(-80)
  return name.replace(/^\W+/, '') || 'rules'
}

function ruleOf(pair: string, words: string): [string, unknown] {
  const cut = pair.indexOf('=')
  if (cut <= 0) throw new InputError(words, `found ${show(pair)}, expected KEY=VALUE such as favour.win=9`)
  return [pair.slice(0, cut), parseDocument(pair.slice(cut + 1), words).value]
}

function lineupsOf(agents: unknown): NonNullable<ExperimentDefinition['lineups']> {
  const lineups = Array.isArray(agents) ? agents : STRENGTHS
  return lineups.map(names => ({ agents: String(names).split(',') }))
}
