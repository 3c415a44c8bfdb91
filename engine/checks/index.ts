/** Checks that explain themselves: the law suite, what random matches show, and rules without effect. */
import type { CompiledGame } from '../contract/index.ts'
import { lawsOf } from '../laws/index.ts'
import { type GameModule, watchedGame } from '../registry/index.ts'
import { countEndless } from './endless.ts'
import { ENDS, explain, isImplied } from './explain.ts'
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
  /** Random matches that each law is checked on; the laws of fair guesses play 100 times as many. */
  readonly matches: number
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

/** Hands over each finding once. Throws nothing that the game throws. */
export function checkGame(
  module: GameModule,
  rules: object,
  { matches, onCheck = () => {} }: CheckOptions,
  tell: (finding: GameFinding) => void,
): void {
  let by = { matches, samples: SAMPLES_TIMES * matches, seed: SEED }
  const known = new Set<string>()
  let errors = 0
  const tellOnce = (ours: GameFinding): void => {
    // Agents that do not look ahead can play it all the same.
    const isUnguessed = ours.wrong === game?.unguessed
    const finding = inAuthorsTerms(
      isUnguessed ? { ...ours, severity: 'warning', place: null, trail: null } : ours,
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
  if (!compiled || game === null) return
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
  for (const law of lawsOf(subject, { ...by, stride: 1, exactGuesses: true }))
    if (!isImplied(law.name, failed)) attempt(law.name, () => law.check())
  if (errors === 0)
    attempt('how often guesses have a thing', () => excessInGuesses(subject, by).forEach(tellOnce))
  attempt('what random matches show', () => surveyMatches(subject, shown, SEED).forEach(tellOnce))
  if (errors === 0) attempt('fields of the state', () => suspectFields(subject, SEED).forEach(tellOnce))
  if (errors === 0) attempt('views that come up again', () => rareViews(subject).forEach(tellOnce))
  // Other rules would only repeat the errors.
  if (errors === 0) attempt('rules without effect', () => keysWithoutEffect(module, rules).forEach(tellOnce))
}
