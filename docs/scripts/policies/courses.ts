/** The shipped policies, and how each is trained. */
import { literal } from '../../../documents/index.ts'
import { ROOT } from '../../../engine/package.ts'
import { loadGame, readRuleset, resolveRules } from '../../../engine/registry/index.ts'
import {
  HYPERPARAMETERS,
  type Hyperparameters,
  PRACTICE_ONLY,
} from '../../../sim/learning/hyperparameters.ts'
import { PRACTICE, type Practice } from '../../../sim/learning/training.ts'

/** Rounds that are learned in one go. */
export interface Stage {
  readonly rounds: number
  readonly matches: number
  readonly tests: number
  /** Instead of the usual one. */
  readonly seed?: string
  /** What differs from the usual hyperparameters. */
  readonly hyperparameters?: Partial<Hyperparameters>
  /** Founds a league of so many generations, whose last player ships; by the usual hyperparameters. */
  readonly generations?: number
}

/** A policy that ships. */
export interface Course extends Stage {
  readonly file: string
  readonly game: string
  readonly ruleset: string
  readonly changes?: Readonly<Record<string, unknown>>
  /** The course before, whose policy it continues. */
  readonly before?: Stage
}

/** The seed of all policies whose stage names no other. */
export const SEED = 'shipped'

/** A member of a course's population from 1 on: learned in the same way, independently, from its own seeds. */
export function memberCourse(course: Course, member: number): Course {
  if (member === 1) return course
  const own = <S extends Stage>(stage: S): S => ({ ...stage, seed: `${stage.seed ?? SEED}-${member}` })
  const { before, file } = course
  return {
    ...own(course),
    ...(before && { before: own(before) }),
    file: file.replace('.policy', `.${member}.policy`),
  }
}

/** Practice of older policies, which didn't meet all of their rounds. */
const EVEN: Practice = { ...PRACTICE, matchmaking: 'even' }
/** The same where no planner teaches, in so many batches a round. */
const aloneIn = (batches: number): Hyperparameters => ({
  ...PRACTICE_ONLY,
  practice: { ...PRACTICE_ONLY.practice, matchmaking: EVEN.matchmaking, share: 1 / 3, batches },
})

/** The same by the steps of games with fewer features. */
const boldly = (hyperparameters: Hyperparameters): Hyperparameters => ({
  ...hyperparameters,
  first: HYPERPARAMETERS.first,
  practice: hyperparameters.practice && { ...hyperparameters.practice, rate: PRACTICE.rate },
})

/** The shares of a round's matches where a search is an opponent, too. */
const WITH_SEARCH: Hyperparameters['parts'] = { ...HYPERPARAMETERS.parts, mcts: 1 }

/** The first of those that are equally near to some rules is preferred. */
export const COURSES: readonly Course[] = [
  {
    file: 'elephant-men-v0.2.policy',
    game: 'elephant-men',
    ruleset: 'v0.2',
    before: {
      rounds: 7,
      matches: 150,
      tests: 200,
      seed: '1',
      hyperparameters: { practice: { ...EVEN, share: 4 / 3 } },
    },
    rounds: 3,
    matches: 250,
    tests: 60,
    seed: 'm1',
    hyperparameters: { parts: WITH_SEARCH },
  },
  {
    file: 'elephant-golems-2026-04.policy',
    game: 'elephant-golems',
    ruleset: 'golems-2026-04',
    rounds: 8,
    matches: 200,
    tests: 120,
    hyperparameters: { practice: EVEN },
  },
  {
    file: 'elephant-golems-2025-12.policy',
    game: 'elephant-golems',
    ruleset: 'golems-2025-12',
    rounds: 6,
    matches: 200,
    tests: 120,
    hyperparameters: { practice: EVEN },
  },
  {
    file: 'frontline-purse.policy',
    game: 'frontline',
    ruleset: 'default',
    changes: { 'gold.start': 150, 'gold.perTurn': 0 },
    rounds: 6,
    matches: 200,
    tests: 120,
    // Players trained only by self-play wait for each other, and lose nearly every match to an adversary.
    generations: 3,
  },
  {
    file: 'frontline-lean.policy',
    game: 'frontline',
    ruleset: 'lean',
    rounds: 6,
    matches: 300,
    tests: 100,
    hyperparameters: { practice: null },
  },
  {
    file: 'bulwark-standard.policy',
    game: 'bulwark',
    ruleset: 'standard',
    rounds: 2,
    matches: 600,
    tests: 400,
    hyperparameters: aloneIn(120),
  },
  // Learned boldly: better against greedy and mcts than one learned carefully, though it loses to that.
  {
    file: 'prestige-two.policy',
    game: 'prestige',
    ruleset: 'two',
    rounds: 2,
    matches: 600,
    tests: 200,
    hyperparameters: boldly(aloneIn(150)),
  },
  // A second round doesn't help.
  ...['three', 'four'].map(ruleset => ({
    file: `prestige-${ruleset}.policy`,
    game: 'prestige',
    ruleset,
    rounds: 1,
    matches: 600,
    tests: 200,
    hyperparameters: aloneIn(150),
  })),
]

export const learnedOn = ({ ruleset, changes = {} }: Course): string => {
  const pairs = Object.entries(changes).map(([key, value]) => `${key}=${value}`)
  return pairs.length === 0 ? ruleset : `${ruleset} with ${pairs.join(', ')}`
}

export async function rulesOf({ game, ruleset, changes = {} }: Course) {
  const module = await loadGame(game)
  return { module, rules: resolveRules(module, readRuleset(module, ruleset, ROOT), [literal(changes, game)]) }
}
