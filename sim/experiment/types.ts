/** A resolved experiment: plain data that decides every byte of its results. */
import { createHash } from 'node:crypto'
import type { ShippedFile, ShippedPolicy, ValueBracket } from '../../agents/index.ts'
import { type FileHashes, isModule } from '../../engine/modules/index.ts'
import type { Space } from './space.ts'

/** Version of the manifest and tally formats; results of different versions can't be compared. */
export const FORMAT = 2

/** Formats of the table of single matches, which are its file's extensions. */
export const MATCHES_TABLES = ['csv', 'csv.gz', 'parquet'] as const
export type MatchesTable = (typeof MATCHES_TABLES)[number]

export interface Participant {
  /** What reports call it. */
  readonly label: string
  /** A built-in agent's name, or a module's absolute path. */
  readonly agent: string
  readonly options: unknown
  /** SHA-256 of the module's text, for agents by path. */
  readonly module?: string
  /** By variant: what a learning exploiter has learned; absent until then, and for everybody else. */
  readonly policies?: readonly PolicyReference[]
}

export interface Variant {
  readonly name: string
  readonly ruleset: string
  readonly rules: object
  /** The policies of learners without a file; absent if there are none, or the experiment teaches them. */
  readonly policy?: ShippedPolicy
  /** What best responses to the players that learned it prove of perfect play; absent in larger games. */
  readonly bracket?: ValueBracket
  /** The asset that the first agent of every line-up does without; the first variant is the reference. */
  readonly without?: string
  /** These variants come last. */
  readonly probe?: Probe
}

/** One key of the rules, changed by itself. */
export interface Probe {
  /** A lever's step; one change of several on top of the baseline; or the variant with all but one. */
  readonly kind: 'step' | 'alone' | 'left out'
  /** `gold.start` or `seats[0].name`, with its value in the reference and here; null if it has none. */
  readonly key: string
  readonly from: unknown
  readonly to: unknown
  /** The index of the variant that has the change; 0 for a step. */
  readonly of: number
}

function probedFrom({ kind, of }: Probe): number {
  return kind === 'left out' ? of : 0
}

/** A probe that the rules refuse. */
export interface RefusedProbe extends Pick<Probe, 'kind' | 'key'> {
  /** What its variant would have been called. */
  readonly name: string
  readonly reason: string
}

/** The module of a user's game. */
export interface GameSource {
  /** SHA-256 of its text and of all that it imports by relative paths. */
  readonly sha256: string
  /** Its absolute path. Absent in reports, since it differs from machine to machine. */
  readonly file?: string
  /** SHA-256 of each file, by its path from the module's folder. Absent in reports. */
  readonly files?: FileHashes
}

/** Wald's sequential probability ratio test of two Elo differences. */
export interface Sprt {
  readonly elo0: number
  readonly elo1: number
  /** The chances to accept elo1 if elo0 is true, and the reverse. */
  readonly alpha: number
  readonly beta: number
  readonly model: 'normalized' | 'logistic'
}

/** When a line-up stops, in one of three ways. It is judged after fixed numbers of blocks (sim/stopping). */
export interface StopRule {
  /** Once all intervals are at most this wide, in points, from end to end. */
  readonly width?: number | undefined
  /** Once there is a verdict on being fair within this margin, in points. */
  readonly decide?: number | undefined
  readonly sprt?: Sprt | undefined
  /** Blocks before the first interim analysis: those of a run that got its rule later. */
  readonly from: number
}

/** The participants of a match, by seat. */
export interface Lineup {
  readonly name: string
  readonly participants: readonly Participant[]
  /** Blocks to play, at most if there is a rule. */
  readonly blocks: number
  readonly stop?: StopRule
}

/** Rounds matches up to whole blocks. */
export function lineupOf(participants: readonly Participant[], matches: number): Lineup {
  const name = participants.map(({ label }) => label).join(' vs ')
  return { name, participants, blocks: Math.ceil(matches / participants.length) }
}

/** Equal for participants that are the same player, whatever they are called. */
export function playerKey({ agent, options, module }: Participant): string {
  return JSON.stringify([agent, options, module])
}

/** Whether one agent plays all seats, so that only the seats can make a difference. */
export function isMirror({ participants }: Lineup): boolean {
  const [first, ...others] = participants.map(playerKey)
  return others.every(one => one === first)
}

/** A policy that was learned for a variant. */
export interface PolicyReference {
  readonly sha256: string
  /** Its absolute path. Absent in reports and journals, since it differs from machine to machine. */
  readonly file?: string
  /** A player's score against greedy, unless it is clearly above the fair share. */
  readonly weak?: ScoreEstimate
}

/** A score as a share, with its interval. */
export interface ScoreEstimate {
  readonly matches: number
  readonly score: number
  readonly low: number
  readonly high: number
}

/** What players learn before an experiment is played: a population for each variant. */
export interface LearningPlan {
  readonly rounds: number
  readonly matches: number
  readonly tests: number
  readonly seed: string
  /** Members of a population, each with its own seed; with generations, leagues of members. */
  readonly seeds: number
  /** Further members of each league, trained against its adversaries; absent without leagues. */
  readonly generations?: number | undefined
  /** Rounds shared by all variants' players, learned once by the baseline's rules. */
  readonly shared?: { readonly rounds: number } & Pick<Variant, 'ruleset' | 'rules'>
  /** By variant, the shipped players that members start from, in turn; absent if they learn from nothing. */
  readonly from?: readonly (readonly ShippedFile[])[]
  /** By variant, then by member; absent until they are learned. */
  readonly policies?: readonly (readonly PolicyReference[])[]
}

export interface GateBound {
  /** The figure's name: `first-seat`, `use.catapult`, `change.draws`. */
  readonly figure: string
  /** As people wrote it. */
  readonly written: string
  /** In the unit that people write: percent, points, steps; null for no end. */
  readonly low: number | null
  readonly high: number | null
  /** Absent for all line-ups or variants. */
  readonly lineup?: string
  readonly variant?: string
  /** A change from a run in another folder, which this one doesn't know. */
  readonly outside?: true
}

/** All that a worker or a manifest needs, as JSON can hold it. */
export interface Experiment {
  readonly format: number
  readonly version: string
  readonly name: string
  /** Its id. */
  readonly game: string
  /** Absent for built-in games. */
  readonly source?: GameSource | undefined
  readonly seed: string
  /** As a share: 0.02 for two percentage points. */
  readonly margin: number
  /** The most seconds of a foreign agent for a decision. */
  readonly decisionSeconds: number
  readonly seats: readonly string[]
  /** The first is the baseline. */
  readonly variants: readonly Variant[]
  readonly lineups: readonly Lineup[]
  /** What each variant is compared with. */
  readonly against: 'baseline' | 'previous'
  readonly learn?: LearningPlan | undefined
  /** Matches of each cell that a run records; none if absent. Decides no result, appears in no report. */
  readonly records?: number | 'all' | undefined
  /** The table of single matches that a run writes; none if absent. Decides no result. */
  readonly matchesTable?: MatchesTable | undefined
  /** What `evenhand check` and the reports hold the figures to. Decides no result. */
  readonly gate?: readonly GateBound[] | undefined
  /** Absent without probes. Decides no result. */
  readonly probing?: Probing | undefined
  /** What `evenhand tune` looks for, by changing the baseline; absent in all other experiments. */
  readonly tuning?: Tuning | undefined
}

/** A search for rules that meet goals. */
export interface Tuning {
  /** What the first line-up's figures are to keep to. */
  readonly goals: readonly GateBound[]
  readonly space: Space
  /** Most keys that a patch changes. */
  readonly changes: number
  /** Matches for the search and the confirmation together. */
  readonly matches: number
}

/** What reports say of probes, beyond their variants. */
export interface Probing {
  readonly refused: readonly RefusedProbe[]
  /** Numbers inside lists and parts of the rules that got no step. */
  readonly inner: number
  /** Bounds that the levers are to reach. */
  readonly goals: readonly GateBound[]
}

/** The registry's name of an experiment's game. */
export function gameNameOf({ game, source }: Pick<Experiment, 'game' | 'source'>): string {
  return source ? (source.file ?? `${game}.js`) : game
}

/** The index of the variant's reference; -1 for the first. */
export function referenceOf({ against, variants }: Experiment, variant: number): number {
  const { without, probe } = variants[variant] ?? {}
  if (probe) return probedFrom(probe)
  if (without !== undefined) return 0
  return against === 'previous' || variant === 0 ? variant - 1 : 0
}

/** The variants without handicaps and probes. */
export function wholeVariants({ variants }: Pick<Experiment, 'variants'>): readonly Variant[] {
  return variants.filter(({ without, probe }) => without === undefined && !probe)
}

/** One variant with one line-up: index = variant * lineups.length + lineup. */
export interface Cell {
  readonly index: number
  readonly variant: Variant
  readonly lineup: Lineup
}

/** In order of their indices. */
export function cellsOf(experiment: Experiment): Cell[] {
  return experiment.variants.flatMap((variant, v) =>
    experiment.lineups.map((lineup, l) => ({ index: v * experiment.lineups.length + l, variant, lineup })),
  )
}

/**
 * The experiment as reports show it. Foreign agents are named by file name and hash, users' games by id and
 * hash, so that reports don't depend on where files lie.
 */
export function portable({ records: _, matchesTable: __, ...whole }: Experiment): Experiment {
  const { source } = whole
  const experiment = source ? { ...whole, source: { sha256: source.sha256 } } : whole
  const named = (e: Participant): Participant =>
    isModule(e.agent) ? { ...e, agent: e.agent.split(/[\\/]/).at(-1)! } : e
  const participant = (e: Participant): Participant =>
    e.policies ? { ...named(e), policies: e.policies.map(withoutFile) } : named(e)
  const lineups = experiment.lineups.map(l => ({ ...l, participants: l.participants.map(participant) }))
  const { learn } = experiment
  if (!learn?.policies) return { ...experiment, lineups }
  return {
    ...experiment,
    lineups,
    learn: { ...learn, policies: learn.policies.map(of => of.map(withoutFile)) },
  }
}

const withoutFile = ({ file: _, ...policy }: PolicyReference): PolicyReference => policy

/**
 * What decides how a block is played: the portable experiment without numbers of blocks and what only reports
 * read (names, labels, the margin, the gate). Runs that agree in it play the same blocks.
 */
export function playedPart(experiment: Experiment): object {
  const {
    name: _,
    margin,
    variants,
    lineups,
    probing: __,
    gate: ___,
    tuning: ____,
    ...rest
  } = portable(experiment)
  return {
    ...rest,
    variants: variants.map(({ rules, policy, without, probe }) => ({
      rules,
      policy: policy?.others ? [policy, ...policy.others].map(one => one.sha256) : policy?.sha256,
      without,
      against: probe && probedFrom(probe),
    })),
    lineups: lineups.map(({ participants }) => ({
      participants: participants.map(({ label, ...played }) => played),
    })),
  }
}

/** SHA-256 of what decides how blocks are played, whatever the number of matches, learned or not. */
export function playedHash(experiment: Experiment): string {
  const { learn, ...rest } = experiment
  const { policies: _, ...settings } = learn ?? {}
  const lineups = rest.lineups.map(one => ({
    ...one,
    participants: one.participants.map(({ policies: _, ...participant }) => participant),
  }))
  const unlearned = { ...rest, lineups, learn: learn && (settings as LearningPlan) }
  return createHash('sha256')
    .update(JSON.stringify(playedPart(unlearned)))
    .digest('hex')
}

/** SHA-256 of everything that decides results and reports, the same on every machine. */
export function fingerprint(experiment: Experiment): string {
  return createHash('sha256')
    .update(JSON.stringify(portable(experiment)))
    .digest('hex')
}
