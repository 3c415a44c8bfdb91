/** Checks that explain themselves: the law suite, what random matches show, and rules without effect. */
import type { CompiledGame } from '../contract/index.ts'
import { checkPositions, lawsOf } from '../laws/index.ts'
import { auditGames } from '../modules/index.ts'
import { type GameModule, watchedGame } from '../registry/index.ts'
import { countEndless } from './endless.ts'
import { ENDS, explain, isImplied, isThrown } from './explain.ts'
import { suspectFields } from './fields.ts'
import type { GameFinding } from './finding.ts'
import { excessInGuesses, rareViews } from './guesses.ts'
import { keysWithoutEffect } from './keys.ts'
import { surveyMatches } from './survey.ts'
import { inAuthorsTerms, notesOf } from './wording.ts'

/** @internal For tests. */
export { EXPLAINED, explain } from './explain.ts'
export type { GameFinding } from './finding.ts'

export interface CheckOptions {
  /** Random matches that each law is checked on. */
  readonly matches: number
  /** Random matches for each law of fair guesses; by default 100 times as many. */
  readonly samples?: number
  /** CPU time after which laws are content with FEWEST matches, all together. */
  readonly seconds?: number
  /** CPU seconds of this thread. */
  readonly clock?: () => number
  /** Called before each part of the check. */
  readonly onCheck?: (name: string) => void
}

/** Seed of the random matches: the same game gets the same findings. */
const SEED = 'check-game'
/** How many times as many random matches each law of fair guesses plays. */
const SAMPLES_TIMES = 100

/** The same for games in which no match ends. */
const ENDLESS_SAMPLES = 4

function keyOf({ wrong, place }: GameFinding): string {
  return JSON.stringify([wrong, place])
}

/**
 * Plays random matches of a game before a run. Returns the first error, null if there is none. A game may throw:
 * a run loses the block.
 */
export function firstError(
  module: GameModule,
  game: CompiledGame,
  limits: { readonly matches: number; readonly isEnough: (matches: number) => boolean },
): GameFinding | null {
  auditGames(true)
  try {
    checkPositions(watchedGame(game), { ...limits, seed: SEED }, isThrown)
    return null
  } catch (error) {
    return inAuthorsTerms(explain(game, error), module)
  } finally {
    auditGames(false)
  }
}

/** Matches that each law is checked on whatever the time. */
const FEWEST = 20

/** Shares CPU time among the parts of a check. What one leaves, the others have. */
class Budget {
  /** Fewest matches that a part was content with. */
  matches: number
  readonly #clock: () => number
  readonly #end: number
  #parts = 0
  #until = 0

  constructor({ matches, seconds = Number.POSITIVE_INFINITY, clock = () => 0 }: CheckOptions) {
    this.matches = matches
    this.#clock = clock
    this.#end = clock() + seconds
  }

  share(parts: number): void {
    this.#parts = parts
  }

  begin(): void {
    const now = this.#clock()
    this.#until = now + (this.#end - now) / Math.max(1, this.#parts--)
  }

  readonly isEnough = (matches: number): boolean => {
    if (matches < FEWEST || this.#clock() <= this.#until) return false
    this.matches = Math.min(this.matches, matches)
    return true
  }
}

/**
 * Hands over each finding once. Throws nothing that the game throws. Returns the number of random matches that
 * every law was checked on.
 */
export function checkGame(
  module: GameModule,
  rules: object,
  options: CheckOptions,
  tell: (finding: GameFinding) => void,
): number {
  const { matches, samples = SAMPLES_TIMES * matches, onCheck = () => {} } = options
  const budget = new Budget(options)
  let by = { matches, samples, seed: SEED, isEnough: budget.isEnough }
  const known = new Set<string>()
  let errors = 0
  const tellOnce = (ours: GameFinding): void => {
    // Agents that do not look ahead can play it all the same.
    const isOfSearches = ours.wrong === game?.unsearchable
    const finding = inAuthorsTerms(
      isOfSearches ? { ...ours, severity: 'warning', place: null, trail: null } : ours,
      module,
    )
    const key = keyOf(finding)
    if (known.has(key)) return
    known.add(key)
    if (finding.severity === 'error') errors++
    tell(finding)
  }
  let game: CompiledGame | null = null
  const failed = new Set<string>()
  const attempt = (name: string, act: () => void): boolean => {
    onCheck(name)
    budget.begin()
    try {
      act()
      return true
    } catch (error) {
      failed.add(name)
      tellOnce(explain(game, error, by))
      return false
    }
  }
  const compiled = attempt('compile', () => {
    game = module.compile(rules)
  })
  if (!compiled || game === null) return matches
  notesOf(game).forEach(tellOnce)
  const subject = watchedGame(game)
  let shown = matches
  onCheck(ENDS)
  const cut = countEndless(subject, matches, SEED)
  if (cut !== null) {
    // Endless matches are long: one per law is enough.
    by = { ...by, matches: 1, samples: ENDLESS_SAMPLES }
    shown = cut
    failed.add(ENDS)
  }
  const laws = lawsOf(subject, { ...by, stride: 1, exactGuesses: true })
  budget.share(laws.length + 1)
  for (const law of laws) if (!isImplied(law.name, failed)) attempt(law.name, () => law.check())
  if (errors === 0)
    attempt('how often guesses have a thing', () => excessInGuesses(subject, by).forEach(tellOnce))
  attempt('what random matches show', () =>
    surveyMatches(subject, { ...by, matches: shown }).forEach(tellOnce),
  )
  if (errors === 0) attempt('fields of the state', () => suspectFields(subject, SEED).forEach(tellOnce))
  if (errors === 0) attempt('views that come up again', () => rareViews(subject, by).forEach(tellOnce))
  // Other rules would only repeat the errors.
  if (errors === 0) attempt('rules without effect', () => keysWithoutEffect(module, rules).forEach(tellOnce))
  return budget.matches
}
