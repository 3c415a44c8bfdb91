/** Checks of a game that explain themselves: the law suite, what random matches show, and rules that do nothing, in the terms of its author. */
import type { CompiledGame } from '../contract/index.ts'
import { lawsOf } from '../laws/index.ts'
import { type GameModule, watchedGame } from '../registry/index.ts'
import { endlessMatches } from './endless.ts'
import { ENDS, explained, isFollowing } from './explain.ts'
import { oddFields } from './fields.ts'
import type { Finding } from './finding.ts'
import { tooOften, unseen } from './guesses.ts'
import { keysWithoutEffect } from './keys.ts'
import { inManner, notesOn } from './manner.ts'
import { oddities } from './survey.ts'

/** @internal For tests. */
export { EXPLAINED, explained } from './explain.ts'
export type { Finding } from './finding.ts'

export interface CheckOptions {
  /** Random matches that each law is checked on; the laws of fair guesses play 100 times as many. */
  readonly matches: number
  /** Called before each part of the check, with what it is. */
  readonly onCheck?: (name: string) => void
}

/** Seed of the random matches: the same game gets the same findings. */
const SEED = 'check-game'
/** How many times as many random matches each law of fair guesses plays. */
const SAMPLES_TIMES = 100

/** The same of a game of which no match ends. */
const ENDLESS_SAMPLES = 4

/** What two findings have in common that are the same. */
function keyOf({ wrong, place }: Finding): string {
  return JSON.stringify([wrong, place])
}

/** Checks a game by some rules, and hands over each finding as it is found, none of them twice. Throws nothing that the game throws. */
export function checkGame(
  module: GameModule,
  rules: object,
  { matches, onCheck = () => {} }: CheckOptions,
  tell: (finding: Finding) => void,
): void {
  let by = { matches, samples: SAMPLES_TIMES * matches, seed: SEED }
  const known = new Set<string>()
  let errors = 0
  const tellOnce = (ours: Finding): void => {
    // Agents that do not look ahead play such a game.
    const isUnguessed = ours.wrong === game?.unguessed
    const finding = inManner(
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
      tellOnce(explained(game, error, by))
      return false
    }
  }
  const compiled = attempt('compile', () => {
    game = module.compile(rules)
  })
  if (!compiled || game === null) return
  notesOn(game).forEach(tellOnce)
  const subject = watchedGame(game)
  let shown = matches
  onCheck(ENDS)
  const cut = endlessMatches(subject, matches, SEED)
  if (cut !== null) {
    // As long as no match ends, each plays all the decisions that one may have: one a law tells enough.
    by = { ...by, matches: 1, samples: ENDLESS_SAMPLES }
    shown = cut
    failed.add(ENDS)
  }
  for (const law of lawsOf(subject, { ...by, stride: 1, exactGuesses: true }))
    if (!isFollowing(law.name, failed)) attempt(law.name, () => law.check())
  if (errors === 0) attempt('how often guesses have a thing', () => tooOften(subject, by).forEach(tellOnce))
  attempt('what random matches show', () => oddities(subject, shown, SEED).forEach(tellOnce))
  if (errors === 0) attempt('fields of the state', () => oddFields(subject, SEED).forEach(tellOnce))
  if (errors === 0) attempt('views that come up again', () => unseen(subject).forEach(tellOnce))
  // What fails anyhow would be told of again, by other rules.
  if (errors === 0) attempt('rules without effect', () => keysWithoutEffect(module, rules).forEach(tellOnce))
}
