/** What a tuning found, as reports, programs and pages read it. */
import type { RunResult } from '../chunks/results.ts'
import type { Experiment } from '../experiment/index.ts'
import type { Known, TuneGoal, TuneStage } from './search.ts'

/** A changed rule. */
export interface TunedChange {
  readonly key: string
  readonly from: unknown
  readonly to: unknown
}

/** A patch that was played. */
export interface TunedCandidate {
  /** "limits.tiebreak=favour"; what `compare` takes, with commas between changes. */
  readonly name: string
  readonly changes: readonly TunedChange[]
  /** The stage that proposed it. */
  readonly stage: TuneStage
  /** Blocks of the search, in all rounds. */
  readonly blocks: number
  readonly matches: number
  /** By goal, in the unit of its bound; empty if the rules refuse the patch. */
  readonly known: readonly Known[]
  /** The sum of the goals' distances in tolerances, as the model expects it; NaN if refused. */
  readonly loss: number
  /** The chance, by the model, that it meets all goals; NaN if refused. */
  readonly chance: number
  /** Why it wasn't played, if it wasn't. */
  readonly refused?: string
}

/** A round of the search: candidates that played the same blocks. */
export interface TunedRound {
  readonly stage: TuneStage
  /** The seed of its blocks. */
  readonly seed: string
  readonly blocks: number
  /** Indices among the candidates. */
  readonly candidates: readonly number[]
}

/** A finalist: measured again on seeds that the search had not seen. */
export interface TunedPatch {
  /** Its index among the candidates. */
  readonly candidate: number
  /** The name of its rule file: `patch-1.yaml` is the one shown first. */
  readonly file: string
}

export interface TuneResult {
  /** With `tuning`: goals, keys and budget. */
  readonly experiment: Experiment
  readonly goals: readonly TuneGoal[]
  /** The baseline in the search, by goal. */
  readonly baseline: readonly Known[]
  readonly rounds: readonly TunedRound[]
  readonly candidates: readonly TunedCandidate[]
  /** In the order of `confirmed`; reports show first what meets the goals. */
  readonly patches: readonly TunedPatch[]
  /**
   * The confirmation, on fresh seeds: the baseline, then the finalists in the order of `patches`, in every
   * line-up. Null if the search was stopped before.
   */
  readonly confirmed: RunResult | null
  /** Matches played: of the search, and of the confirmation. */
  readonly matches: { readonly search: number; readonly confirmation: number }
  /** What ended before its matches were played, because its minutes were over. */
  readonly timedOut: readonly ('search' | 'confirmation')[]
  /** False if it was stopped before its end. */
  readonly complete: boolean
}
