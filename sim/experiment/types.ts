/** A resolved experiment: plain data that decides every byte of its results. */
import { createHash } from 'node:crypto'
import type { ShippedPolicy } from '../../agents/index.ts'
import { type FileHashes, isModule } from '../../engine/modules/index.ts'

/** Version of the manifest and tally formats; results of different versions cannot be compared. */
export const FORMAT = 2

/** Formats of the table of single matches: the endings of its file's name. */
export const MATCHES_TABLES = ['csv', 'csv.gz', 'parquet'] as const
export type MatchesTable = (typeof MATCHES_TABLES)[number]

/** One agent of a line-up, resolved. */
export interface Participant {
  /** What reports call it. */
  readonly label: string
  /** A registered agent's name, or a module's absolute path. */
  readonly agent: string
  readonly options: unknown
  /** SHA-256 of the module's text, for agents by path. */
  readonly module?: string
  /** By variant: what an exploiter has learned that is to learn; absent until then, and for all others. */
  readonly policies?: readonly PolicyReference[]
}

/** One rule set of an experiment, resolved. */
export interface Variant {
  readonly name: string
  readonly ruleset: string
  readonly rules: object
  /** What learners that name no file play by; absent where there are none, and where the experiment teaches them. */
  readonly policy?: ShippedPolicy
  /** The asset that the first agent of every line-up does without; these variants come last, and are compared with the first one. */
  readonly without?: string
  /** What it is there to say of one key; these variants come after all others. */
  readonly probe?: Probe
}

/** One key of the rules, changed alone. */
export interface Probe {
  /** A step of a lever from the baseline; one change of several, on top of the baseline; or one taken back from a variant that has them all. */
  readonly kind: 'step' | 'alone' | 'left out'
  /** The key, `gold.start` or `seats[0].name`, with its value in the variant that this one is compared with, and here; null where it is not there. */
  readonly key: string
  readonly from: unknown
  readonly to: unknown
  /** The index of the variant that has the change; of a step, 0. */
  readonly of: number
}

/** The index of the variant that a probe is compared with. */
function probedFrom({ kind, of }: Probe): number {
  return kind === 'left out' ? of : 0
}

/** A probe that the rules refuse. */
export interface RefusedProbe extends Pick<Probe, 'kind' | 'key'> {
  /** What its variant would have been called. */
  readonly name: string
  readonly reason: string
}

/** The module of a game of the user. */
export interface GameSource {
  /** SHA-256 of its text and of all that it imports by relative paths. */
  readonly sha256: string
  /** Its absolute path; absent in what reports hold, for it differs from machine to machine. */
  readonly file?: string
  /** SHA-256 of each of these files, by its path from the module's folder; absent in what reports hold, which `sha256` covers. */
  readonly files?: FileHashes
}

/** Wald's sequential test of two Elo differences. */
export interface Sprt {
  readonly elo0: number
  readonly elo1: number
  /** The chances to accept elo1 though elo0 is true, and the reverse. */
  readonly alpha: number
  readonly beta: number
  readonly model: 'normalized' | 'logistic'
}

/** When a line-up is played enough, in one of three ways. It is looked at after fixed numbers of blocks (sim/stopping). */
export interface StopRule {
  /** Once the intervals that hold at every look are at most so many points wide, from end to end. */
  readonly width?: number
  /** Once there is a verdict, fair within so many points or not: the margin. */
  readonly decide?: number
  readonly sprt?: Sprt
  /** Blocks before the first look: those of a run that got its rule later. */
  readonly from: number
}

/** The participants of a match, one for each seat. */
export interface Lineup {
  readonly name: string
  readonly participants: readonly Participant[]
  /** Blocks to play: with a rule, the most. */
  readonly blocks: number
  readonly stop?: StopRule
}

/** The line-up of these participants, with so many matches, rounded up to whole blocks. */
export function lineupOf(participants: readonly Participant[], matches: number): Lineup {
  const name = participants.map(({ label }) => label).join(' vs ')
  return { name, participants, blocks: Math.ceil(matches / participants.length) }
}

/** What makes two participants the same player, whatever they are called. */
export function playedAs({ agent, options, module }: Participant): string {
  return JSON.stringify([agent, options, module])
}

/** Whether one agent plays all seats, so that only the seats can make a difference. */
export function isMirror({ participants }: Lineup): boolean {
  const [first, ...others] = participants.map(playedAs)
  return others.every(one => one === first)
}

/** A policy that was learned for a variant. */
export interface PolicyReference {
  readonly sha256: string
  /** Its whole path; absent in what reports and journals hold, for it differs from machine to machine. */
  readonly file?: string
  /** Of a player: its score against greedy as a share, with its interval and matches, where that is not beyond doubt above the fair share. */
  readonly weak?: ScoreEstimate
}

/** A score as a share, with its interval, from so many matches. */
export interface ScoreEstimate {
  readonly matches: number
  readonly score: number
  readonly low: number
  readonly high: number
}

/** What players learn before an experiment is played: a population for each variant. */
export interface Learn {
  readonly rounds: number
  readonly matches: number
  readonly tests: number
  readonly seed: string
  /** Members of a population, each learned from a seed of its own. */
  readonly seeds: number
  /** Rounds that the players of all variants share: learned once, by the rules of the baseline, and gone on from by each variant's. */
  readonly shared?: { readonly rounds: number } & Pick<Variant, 'ruleset' | 'rules'>
  /** By variant, then by member; absent until they are learned. */
  readonly policies?: readonly (readonly PolicyReference[])[]
}

/** A bound of a gate: plain data. */
export interface GateBound {
  /** The figure's name: `first-seat`, `use.catapult`, `change.draws`. */
  readonly figure: string
  /** The bound as it was written. */
  readonly written: string
  /** Ends in the unit that people write: percent, points, steps; null where there is none. */
  readonly low: number | null
  readonly high: number | null
  /** Names of the line-up and of the variant that it is for; absent for all. */
  readonly lineup?: string
  readonly variant?: string
  /** Of a change that is counted from a run outside of this one, whose folder does not know that run. */
  readonly outside?: true
}

/** A resolved experiment: all that a worker or a manifest needs, as JSON can hold it. */
export interface Experiment {
  readonly format: number
  readonly version: string
  readonly name: string
  /** Its id. */
  readonly game: string
  /** Absent if the game ships. */
  readonly source?: GameSource
  readonly seed: string
  /** As a share: 0.02 for two percentage points. */
  readonly margin: number
  /** The most seconds that a foreign agent may take over a decision. */
  readonly decisionSeconds: number
  readonly seats: readonly string[]
  /** The first is the baseline. */
  readonly variants: readonly Variant[]
  readonly lineups: readonly Lineup[]
  /** What each variant is compared with. */
  readonly against: 'baseline' | 'previous'
  readonly learn?: Learn
  /** Matches of each cell that a run records by itself; none if absent. It decides no result, and no report knows of it. */
  readonly records?: number | 'all'
  /** The format of the table of single matches that a run writes by itself; none if absent. It decides no result. */
  readonly matchesTable?: MatchesTable
  /** What `evenhand check` and the reports hold the figures to. It decides no result. */
  readonly gate?: readonly GateBound[]
  /** What reports are to say of probes; absent where there are none. It decides no result. */
  readonly probing?: Probing
}

/** What reports are to say of probes, beyond what their variants show. */
export interface Probing {
  readonly refused: readonly RefusedProbe[]
  /** Numbers inside lists and parts of the rules that no step was asked of. */
  readonly inner: number
  /** Bounds that the levers are to reach. */
  readonly goals: readonly GateBound[]
}

/** What the registry knows an experiment's game by. */
export function gameNameOf({ game, source }: Pick<Experiment, 'game' | 'source'>): string {
  return source ? (source.file ?? `${game}.js`) : game
}

/** The variant that another one is compared with; -1 for the first. */
export function referenceOf({ against, variants }: Experiment, variant: number): number {
  const { without, probe } = variants[variant] ?? {}
  if (probe) return probedFrom(probe)
  if (without !== undefined) return 0
  return against === 'previous' || variant === 0 ? variant - 1 : 0
}

/** The variants that somebody asked for: in which every agent has all that the rules give it, and that are no probes. */
export function wholeVariants({ variants }: Pick<Experiment, 'variants'>): readonly Variant[] {
  return variants.filter(({ without, probe }) => without === undefined && !probe)
}

/** A cell is one variant with one line-up: cell = variant * lineups.length + lineup. */
export interface Cell {
  readonly index: number
  readonly variant: Variant
  readonly lineup: Lineup
}

/** All cells, by index. */
export function cellsOf(experiment: Experiment): Cell[] {
  return experiment.variants.flatMap((variant, v) =>
    experiment.lineups.map((lineup, l) => ({ index: v * experiment.lineups.length + l, variant, lineup })),
  )
}

/**
 * The experiment as reports show it: what decides them. Foreign agents are named by their file name and the hash of its
 * text, and games of the user by their id and such a hash, so that reports do not depend on where files lie.
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
 * What decides how a block is played: the portable experiment without what only reports read (names, labels, the margin, the gate), and
 * without how many blocks are asked for. Runs that agree in it play the same blocks.
 */
export function playedPart(experiment: Experiment): object {
  const { name: _, margin, variants, lineups, probing: __, gate: ___, ...rest } = portable(experiment)
  return {
    ...rest,
    variants: variants.map(({ rules, policy, without, probe }) => ({
      rules,
      ...(policy ? { policy: policy.sha256 } : {}),
      ...(without === undefined ? {} : { without }),
      ...(probe ? { against: probedFrom(probe) } : {}),
    })),
    lineups: lineups.map(({ participants }) => ({
      participants: participants.map(({ label, ...played }) => played),
    })),
  }
}

/**
 * SHA-256 of the part that decides how blocks are played: the same for a run and for one of more matches, and before players have learned
 * and after.
 */
export function playedHash(experiment: Experiment): string {
  const { learn, ...rest } = experiment
  const { policies: _, ...settings } = learn ?? {}
  const lineups = rest.lineups.map(one => ({
    ...one,
    participants: one.participants.map(({ policies: _, ...participant }) => participant),
  }))
  const unlearned = { ...rest, lineups, ...(learn ? { learn: settings as Learn } : {}) }
  return createHash('sha256')
    .update(JSON.stringify(playedPart(unlearned)))
    .digest('hex')
}

/** SHA-256 over everything that decides the results and what is said of them, the same on every machine. */
export function fingerprint(experiment: Experiment): string {
  return createHash('sha256')
    .update(JSON.stringify(portable(experiment)))
    .digest('hex')
}
