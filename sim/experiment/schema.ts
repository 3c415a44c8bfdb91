/** The schema of an experiment file. */
import { z } from 'zod'
import { LEARN_DEFAULTS, learnNumbers, ROUNDS_FROM_SHIPPED, ROUNDS_MAX } from '../../agents/index.ts'
import { embedded, fileSchema, type JsonSchema, reference, show } from '../../documents/index.ts'
import { type GameModule, listClassics, listGames, rulesSchema } from '../../engine/registry/index.ts'
import { DEFAULT_MATCHES } from './defaults.ts'
import { EXPLOITED_BY, type ExploitSettings } from './exploits.ts'
import { MATCHES_TABLES } from './types.ts'

/** The name of an experiment without one. */
const UNNAMED = 'experiment'

const name = z.string().regex(/^[\w][\w.,=+ -]{0,79}$/, {
  error: ({ input }) =>
    `found ${show(input)}, expected at most 80 letters, digits, spaces and any of . , = + - _, starting with a letter or digit`,
})

const matchCount = z.int().min(1).max(1e12)
const nameList = z.array(z.string().min(1)).min(1)

/** A seed as files and the command line give it. */
export const seedSchema = z.union([z.string().max(200), z.number()])

export const participantSchema = z.union([
  z.string().min(1).describe('an agent, with options after colons: "mcts:iterations=500"'),
  z.looseObject({ agent: z.string().min(1) }).describe('an agent and its options as keys'),
])

/** Changes on top of the experiment's own rule set and rules. */
const variantSchema = z.strictObject({
  name: name.describe('its name in reports; by default, its rule set or its changed keys').optional(),
  ruleset: z.string().describe("its rule set, instead of the experiment's `ruleset`").optional(),
  rules: z.record(z.string(), z.unknown()).describe('the rule keys that it changes').optional(),
})

/** Most agents of a ladder: with four seats, twelve make 144 line-ups. */
const LADDER_MAX = 12

const ladderSchema = z.strictObject({
  agents: z.array(participantSchema).min(2).max(LADDER_MAX).describe('the agents, from weak to strong'),
  matches: matchCount
    .describe("matches of each line-up of two agents, instead of the experiment's `matches`")
    .optional(),
  mirrors: matchCount
    .describe('matches of each agent against itself; by default, the same number')
    .optional(),
})

const chance = (what: string) =>
  z.number().min(1e-6).max(0.49).describe(`the chance of accepting ${what}`).default(0.05)

const elo = (what: string) => z.number().min(-2000).max(2000).describe(what)

/** When line-ups stop, in one of three ways. */
export const stopSchema = z
  .strictObject({
    width: z
      .number()
      .min(0.01)
      .max(100)
      .describe('stop once the intervals of the scores are at most this many points wide')
      .optional(),
    decide: z
      .string()
      .regex(/^fair within \d{1,2}(\.\d{1,4})?$/, {
        error: ({ input }) => `found ${show(input)}, expected a question such as "fair within 2", in points`,
      })
      .describe(
        'stop once there is a verdict: "fair within 2" asks whether the seats are fair within 2 points, and sets the margin to 2',
      )
      .optional(),
    sprt: z
      .strictObject({
        elo0: elo('the Elo difference of the first hypothesis').default(0),
        elo1: elo('the Elo difference of the second hypothesis'),
        alpha: chance('elo1 although elo0 is true'),
        beta: chance('elo0 although elo1 is true'),
        model: z
          .enum(['normalized', 'logistic'])
          .describe('the unit of the differences: normalized Elo, or ordinary (logistic) Elo')
          .default('normalized'),
      })
      .refine(({ elo0, elo1 }) => elo0 < elo1, {
        error: "elo0 isn't below elo1, expected elo0 < elo1",
      })
      .describe(
        "stop by Wald's sequential test: is the first of two seats (or agents) better than the other by elo0 or by elo1?",
      )
      .optional(),
    from: z.int().min(0).max(1e12).describe('matches to play before the first check').optional(),
  })
  .refine(({ width, decide, sprt }) => [width, decide, sprt].filter(way => way !== undefined).length === 1, {
    error: 'found none or several of width, decide and sprt, expected exactly one',
  })

/** Most members of a population: each takes as long to learn as the first. */
export const SEEDS_MAX = 20

const count = (min: number, max: number, usual: number, what: string) =>
  z.int().min(min).max(max).describe(what).default(usual)

/** Most generations of a league. */
const GENERATIONS_MAX = 10

const learnSchema = z.strictObject({
  seeds: count(1, SEEDS_MAX, 3, 'players to train for each variant; they meet each other in all pairings'),
  from: z
    .enum(['shipped', 'none'])
    .describe(
      'the players to start from, which are also among the opponents: the shipped ones for the closest rules, or none; by default, shipped if there are any and nothing is shared',
    )
    .optional(),
  shared: z
    .int()
    .min(1)
    .max(ROUNDS_MAX)
    .describe("rounds to train once, on the baseline's rules, before each variant's own rounds")
    .optional(),
  generations: z
    .int()
    .min(1)
    .max(GENERATIONS_MAX)
    .describe(
      'makes each player the first of a league: in every generation an adversary learns to beat the league, and a further player learns to hold its own against all adversaries and joins',
    )
    .optional(),
  rounds: learnNumbers.rounds
    .describe(
      `rounds of training: planners play matches, a policy learns to imitate them and improves by self-play; by default, ${LEARN_DEFAULTS.rounds}, or ${ROUNDS_FROM_SHIPPED} from shipped players`,
    )
    .optional(),
  matches: learnNumbers.matches.default(LEARN_DEFAULTS.matches),
  tests: learnNumbers.tests.default(LEARN_DEFAULTS.tests),
  seed: seedSchema.describe("the seed of the first player's training, any text").default(LEARN_DEFAULTS.seed),
})

/** Bounds by figure. A number is refused later, where it is known what it bounds. */
const boundsSchema = z.record(z.string(), z.union([z.string(), z.number()]))

const gateSchema = z.union([
  boundsSchema.describe(
    'a bound for each figure, in every variant and line-up: { first-seat: 48..52, draws: < 5 % }',
  ),
  z
    .array(
      z.strictObject({
        lineup: z
          .string()
          .describe('the line-up that the bounds apply to, by its name in reports; by default, all')
          .optional(),
        variant: z.string().describe('the variant that the bounds apply to; by default, all').optional(),
        bounds: boundsSchema.describe('a bound for each figure'),
      }),
    )
    .min(1)
    .describe('bounds that apply only to certain line-ups and variants'),
])

/** Most changes of a patch: more than a designer would read. */
export const CHANGES_MAX = 6

const tuneSchema = z.strictObject({
  goal: boundsSchema.describe('the goals: { draws: < 10 %, first-seat: 48..52 }'),
  keys: nameList
    .describe(
      'rules that may change, as keys or patterns such as gold.*; by default, numbers outside lists and parts, on/off and words, but not the length limit or what the game calls structural',
    )
    .optional(),
  keep: nameList.describe('rules that may not change').optional(),
  changes: z.int().min(1).max(CHANGES_MAX).describe('most rules that a patch changes').default(3),
  matches: matchCount.describe('matches in all, of the search and the confirmation').optional(),
})

const exploitMatches = matchCount.describe('matches against each agent, rounded up to whole blocks')
const exploitSchema = z.union([
  exploitMatches,
  z.strictObject({
    matches: exploitMatches,
    by: z
      .string()
      .min(1)
      .describe(`the exploiter, with options after colons; by default, ${EXPLOITED_BY}`)
      .optional(),
    agents: nameList
      .describe('the names of the agents to exploit; by default all, though searching against mcts is slow')
      .optional(),
  }),
])

/** The schema of an experiment file. */
export const experimentSchema = z.strictObject({
  name: name.describe('the name of the experiment in reports').default(UNNAMED),
  game: z.string().describe('a game that `evenhand games` lists, or the path to a game file'),
  seed: seedSchema.describe('any text; the same seed gives the same results, byte for byte').default('1'),
  matches: matchCount
    .describe(
      `matches to play for each line-up and variant, rounded up to whole blocks. Default: ${DEFAULT_MATCHES}`,
    )
    .optional(),
  stop: stopSchema
    .describe('ends line-ups early; `matches` is then the maximum, by default a million')
    .optional(),
  margin: z
    .number()
    .min(0.01)
    .max(50)
    .describe('how many percentage points off the fair share still count as fair')
    .default(2),
  decisionSeconds: z
    .number()
    .min(0.1)
    .max(86_400)
    .describe(
      'CPU seconds that your agent may spend on a decision before it forfeits, or your game on a function call',
    )
    .default(60),
  records: z
    .union([z.int().min(0).max(1e12), z.literal('all')])
    .describe('how many matches of each line-up and variant to record in records.jsonl, or all')
    .optional(),
  matchesTable: z
    .enum(MATCHES_TABLES)
    .describe('also writes a table with a row for each match, in this format')
    .optional(),
  ruleset: z.string().describe('the rule set of all variants: a built-in name or a path').optional(),
  rules: z.record(z.string(), z.unknown()).describe('rule keys changed in all variants').optional(),
  baseline: variantSchema
    .describe('the variant that all others are compared with; by default, the first one')
    .optional(),
  variants: z.array(variantSchema).min(1).describe('the variants to compare with the baseline').optional(),
  against: z
    .enum(['baseline', 'previous'])
    .describe('whether each variant is compared with the baseline or with the variant before it')
    .default('baseline'),
  sweep: z
    .record(z.string(), z.array(z.unknown()).min(1))
    .describe('values to try for each rule key; every combination becomes a variant of the baseline')
    .optional(),
  usefulness: z
    .union([
      z.literal(true),
      z.strictObject({
        assets: nameList
          .describe(
            'assets or groups of assets, by their names in units.csv; by default, all that decisions use',
          )
          .optional(),
      }),
    ])
    .describe("for each asset, replays the baseline with a first agent that can't use it")
    .optional(),
  levers: z
    .union([
      z.literal(true),
      z.strictObject({
        keys: nameList
          .describe(
            'rule keys to move, or patterns such as gold.*; by default, all numbers outside lists, maps and decks',
          )
          .optional(),
        goal: boundsSchema.describe('your goals, as bounds: { draws: < 20 % }').optional(),
      }),
    ])
    .describe('replays the baseline with each number in its rules moved one step down and one step up')
    .optional(),
  apart: z
    .literal(true)
    .describe(
      'for each variant that changes several keys, also plays each change alone, and all changes except that one',
    )
    .optional(),
  tune: tuneSchema
    .describe(
      'looks for changes of the baseline that meet goals: evenhand tune. The first line-up searches, all of them confirm; by default, learned searches and greedy confirms if trained players ship for the rules, otherwise greedy plays alone',
    )
    .optional(),
  lineups: z
    .array(
      z.strictObject({
        agents: z
          .array(participantSchema)
          .min(1)
          .describe('one agent for each seat; a single agent plays all seats'),
        matches: matchCount.describe("instead of the experiment's `matches`").optional(),
        stop: stopSchema.describe("instead of the experiment's `stop`").optional(),
      }),
    )
    .min(1)
    .max(200)
    .describe('the line-ups to play; by default, random plays itself')
    .optional(),
  learn: z
    .union([z.literal(true), learnSchema])
    .describe(
      'before play, trains learned and planner on the rules of every variant, unless they name a file',
    )
    .optional(),
  gate: gateSchema.describe('bounds on figures, for `evenhand check`').optional(),
  ladder: ladderSchema
    .describe('instead of `lineups`: plays every agent against every other, and against itself')
    .optional(),
  exploit: exploitSchema
    .describe(
      'adds matches of an exploiter against each agent that plays itself, to measure how exploitable the agent is',
    )
    .optional(),
})

export function exploitSettings(exploit: NonNullable<ExperimentFile['exploit']>): ExploitSettings {
  return typeof exploit === 'number' ? { matches: exploit } : exploit
}

/** With all defaults. */
export function learnSettings(learn: NonNullable<ExperimentFile['learn']>): z.output<typeof learnSchema> {
  return learn === true ? learnSchema.parse({}) : learn
}

export type ExperimentFile = z.output<typeof experimentSchema>

/** A user's game, by the path of its module or by its package. */
const MODULE: JsonSchema = { type: 'string', pattern: '/|\\.m?[jt]s$|^evenhand-game-' }

/** The JSON schema of experiment files, for editors, with the rule keys of each game. */
export function experimentFileSchema(): JsonSchema {
  const games = [...listGames(), ...listClassics()]
  const base = fileSchema(experimentSchema, 'evenhand: experiment')
  const folders = new Map(games.map(game => [game.folder, game]))
  const rules = [...folders].map(([folder, game]): [string, JsonSchema] => [
    folder,
    embedded(rulesSchema(game), reference('definitions', folder).$ref),
  ])
  const sweeps = rules.map(([folder, schema]): [string, JsonSchema] => [
    sweepOf(folder),
    sweep(folder, schema),
  ])
  return {
    ...base,
    properties: {
      ...base.properties,
      game: {
        ...(base.properties!.game as JsonSchema),
        anyOf: [{ enum: games.map(({ id }) => id) }, MODULE],
      },
    },
    allOf: games.map(branch),
    definitions: Object.fromEntries([...rules, ...sweeps]) as NonNullable<JsonSchema['definitions']>,
  }
}

/** What holds if a game is the experiment's. */
function branch({ id, folder }: GameModule): JsonSchema {
  const variant = { properties: { rules: reference('definitions', folder) } }
  return {
    if: { properties: { game: { const: id } }, required: ['game'] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON schema, which nothing awaits.
    then: {
      properties: {
        rules: reference('definitions', folder),
        baseline: variant,
        variants: { items: variant },
        sweep: reference('definitions', sweepOf(folder)),
      },
    },
  }
}

function sweepOf(folder: string): string {
  return `${folder}-sweep`
}

/** The keys of a rule set, each with a list of values. */
function sweep(folder: string, { properties = {}, patternProperties = {} }: JsonSchema): JsonSchema {
  const lists = (kind: string, keys: object): JsonSchema['properties'] =>
    Object.fromEntries(
      Object.keys(keys).map(key => [
        key,
        { type: 'array', minItems: 1, items: reference('definitions', folder, kind, key) },
      ]),
    )
  return {
    type: 'object',
    properties: lists('properties', properties)!,
    patternProperties: lists('patternProperties', patternProperties)!,
    additionalProperties: false,
  }
}
