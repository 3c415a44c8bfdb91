/** A tuning from its experiment to its results: rounds of the search, then the confirmation of the finalists. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { InputError } from '../../documents/index.ts'
import { findGame } from '../../engine/registry/index.ts'
import { writeTuning } from '../../reports/files/tuning.ts'
import { judgePatches } from '../../reports/findings/tuning.ts'
import type { RunResult } from '../../sim/chunks/results.ts'
import {
  allowedRules,
  changesOf,
  type Experiment,
  gameNameOf,
  gameOf,
  type Lineup,
  type Patch,
  patched,
  patchName,
  playedHash,
  portable,
  shareOfDefault,
  type Tuning,
  type Variant,
  withShipped,
} from '../../sim/experiment/index.ts'
import { UNITS } from '../../sim/figures/figure.ts'
import { gateFigures } from '../../sim/figures/registry.ts'
import { newRun, playRun } from '../../sim/run.ts'
import { onDisk, RefusedError, writeWhole } from '../../sim/store/disk.ts'
import { Inspection } from '../../sim/threads/inspection.ts'
import { toleranceOf } from '../../sim/tuning/goals.ts'
import { Ledger } from '../../sim/tuning/ledger.ts'
import type { TunedCandidate, TunedRound, TuneResult } from '../../sim/tuning/result.ts'
import {
  type Candidate,
  FINALISTS,
  SCREEN_BLOCKS,
  Search,
  type Standing,
  type TuneGoal,
  type TuneRound,
  type TuneStage,
} from '../../sim/tuning/search.ts'
import { lockFolder, openRunFolder } from '../folders/folder.ts'
import { openRun, trained } from '../runs/run.ts'
import type { RunOptions } from '../runs/run-options.ts'

/** How a tuning is played. Only `minutes` may change what is reported, as fewer rounds do. */
export interface TuneOptions
  extends Pick<
    RunOptions,
    'out' | 'threads' | 'memory' | 'chunk' | 'signal' | 'policies' | 'fresh' | 'label' | 'lock'
  > {
  /** Once so many minutes have passed, the search ends and the confirmation begins. */
  readonly minutes?: number | undefined
  readonly onProgress?: ((progress: TuneProgress) => void) | undefined
}

export interface TuneProgress {
  readonly stage: TuneStage | 'confirm'
  /** From 1. */
  readonly round: number
  readonly patches: number
  /** Matches played in all, and those of the budget. */
  readonly matches: number
  readonly total: number
}

/** Variants that are played together: every thread compiles each of them. */
const BATCH_MAX = 100
/** The parts of the matches left after which the confirmation looks whether it is done. */
const LOOKS = [0.25, 0.5, 1]
/** Fewer blocks confirm nothing. */
const CONFIRM_LEAST = 10

const HEADER = 'tuning.json'
const ROUNDS = 'rounds'
const CONFIRMATION = 'confirmation'

/**
 * Looks for changes of the experiment's baseline that meet its goals, and measures the best again on fresh
 * seeds. With a folder it resumes from there and writes its tables, rule files and the confirmation's
 * reports. Throws an InputError if the experiment has no `tune` or too few matches for its keys, a
 * RefusedError if the folder holds another tuning, and otherwise as `run` does.
 */
export async function tune(experiment: Experiment, options: TuneOptions = {}): Promise<TuneResult> {
  const { tuning } = experiment
  if (!tuning)
    throw new InputError(
      'experiment',
      'has no tune, expected goals such as tune: { goal: { draws: < 10 % } }',
    )
  const { out } = options
  const lock = out === undefined ? null : lockFolder(out, { label: options.label, lock: options.lock })
  const inspection = new Inspection(experiment.decisionSeconds)
  try {
    const folder = out === undefined ? null : openTuning(out, experiment, options)
    return await new TuningRun(experiment, tuning, options, folder, inspection).play()
  } finally {
    await inspection.close()
    lock?.release()
  }
}

/** A tuning's folder, and the rounds after which an earlier session ended the search. */
interface TuningFolder {
  readonly dir: string
  rounds: number | null
  /** The part of the confirmation that was begun last; 0 before it. */
  part: number
  readonly hash: string
}

function openTuning(dir: string, experiment: Experiment, { fresh }: TuneOptions): TuningFolder {
  const hash = tuningHash(experiment)
  const file = join(dir, HEADER)
  if (fresh && existsSync(file))
    for (const name of [ROUNDS, CONFIRMATION, HEADER, ...answersIn(dir)])
      rmSync(join(dir, name), { recursive: true, force: true })
  if (!existsSync(file)) {
    if (existsSync(join(dir, 'journal.jsonl')))
      throw new RefusedError(dir, 'holds a run, expected an empty folder, or one of this tuning')
    const folder = { dir, rounds: null, part: 0, hash }
    note(folder, experiment)
    return folder
  }
  const found = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly hash?: string
    readonly rounds?: number | null
    readonly part?: number
  }
  if (found.hash !== hash)
    throw new RefusedError(
      dir,
      'holds a tuning of other rules, goals, keys or matches, expected the same one, another folder, or a fresh start (--fresh), which deletes it',
    )
  return { dir, rounds: found.rounds ?? null, part: found.part ?? 0, hash }
}

/** What a tuning wrote as its answer. */
const answersIn = (dir: string): string[] =>
  readdirSync(dir).filter(name => /^(?:patch-\d+\.yaml|tune\.(?:csv|json))$/.test(name))

function note({ dir, rounds, part, hash }: TuningFolder, experiment: Experiment): void {
  onDisk(dir, () =>
    writeWhole(
      join(dir, HEADER),
      `${JSON.stringify({ hash, rounds, part, experiment: portable(experiment) }, null, 1)}\n`,
    ),
  )
}

/** Equal for tunings that play the same rounds. */
export function tuningHash(experiment: Experiment): string {
  const { tuning, lineups } = experiment
  return createHash('sha256')
    .update(JSON.stringify([playedHash(experiment), tuning, lineups.map(({ name }) => name)]))
    .digest('hex')
}

class TuningRun {
  readonly #experiment: Experiment
  readonly #tuning: Tuning
  readonly #options: TuneOptions
  readonly #folder: TuningFolder | null
  readonly #inspection: Inspection
  readonly #goals: readonly TuneGoal[]
  readonly #search: Search
  readonly #ledger: Ledger
  /** Rules by patch, or why they are refused. */
  readonly #rules = new Map<Patch, object | string>()
  readonly #rounds: (TuneRound & { readonly seed: string })[] = []
  readonly #begun = performance.now()

  constructor(
    experiment: Experiment,
    tuning: Tuning,
    options: TuneOptions,
    folder: TuningFolder | null,
    inspection: Inspection,
  ) {
    this.#experiment = experiment
    this.#tuning = tuning
    this.#options = options
    this.#folder = folder
    this.#inspection = inspection
    const figures = gateFigures(gameOf(experiment, this.#base).info)
    this.#goals = tuning.goals.map(bound => {
      const isPercent = UNITS[figures.get(bound.figure)!.unit].scale === 100
      return { bound, isPercent, tolerance: toleranceOf(bound, isPercent) }
    })
    this.#ledger = new Ledger(this.#goals)
    const { space, changes, matches } = tuning
    this.#search = new Search({
      ...{ keys: space.keys, goals: this.#goals, changes, matches },
      ...{ seats: experiment.seats.length, seed: experiment.seed },
    })
    if (this.#search.screenBlocks < SCREEN_BLOCKS.min)
      throw new InputError(
        'matches',
        `found ${matches} for ${space.keys.length} rules, expected at least ${this.#search.leastMatches} to try each of them, or fewer rules (--keys)`,
      )
  }

  get #base(): Variant {
    return this.#experiment.variants[0]!
  }

  async play(): Promise<TuneResult> {
    const { signal } = this.#options
    for (const round of this.#search.rounds()) {
      if (this.#isOver()) break
      await this.#playRound(round)
      if (signal?.aborted) return this.#result([], null)
    }
    if (this.#folder && this.#folder.rounds === null) {
      this.#folder.rounds = this.#rounds.length
      note(this.#folder, this.#experiment)
    }
    const finalists = this.#search.finalists()
    const confirmed = await this.#confirm(finalists)
    const result = this.#result(finalists, confirmed)
    if (this.#folder && result.complete) writeTuning(this.#folder.dir, result)
    return result
  }

  /** Whether the search ended here in an earlier session, or its minutes are over. */
  #isOver(): boolean {
    const { minutes = Infinity } = this.#options
    const played = this.#rounds.length
    if (this.#folder?.rounds !== undefined && this.#folder?.rounds !== null)
      return played >= this.#folder.rounds
    const hasNext = this.#folder !== null && existsSync(join(this.#folder.dir, ROUNDS, `${played + 1}-1`))
    return played > 0 && !hasNext && performance.now() - this.#begun > minutes * 60_000
  }

  async #playRound(round: TuneRound): Promise<void> {
    const { seed } = this.#experiment
    const number = this.#rounds.length + 1
    const own = `${seed}/tune ${number}`
    this.#rounds.push({ ...round, seed: own })
    await this.#resolve(round.patches)
    const found: Candidate[] = []
    const playable = round.patches.filter(patch => typeof this.#rules.get(patch) === 'object')
    for (let from = 0; from < playable.length; from += BATCH_MAX) {
      const batch = playable.slice(from, from + BATCH_MAX)
      const { stop: _, ...first } = this.#experiment.lineups[0]!
      const lineup = { ...first, blocks: round.blocks }
      const asked = this.#withShipped(this.#with(own, batch, [lineup], `round ${number}`))
      const result = await this.#playCells(asked, `${number}-${1 + from / BATCH_MAX}`, round, number)
      if (this.#options.signal?.aborted) return
      for (const [v, cell] of result.cells.entries()) {
        const patch = v === 0 ? null : batch[v - 1]!
        if (patch !== null && cell.givenUp !== undefined) this.#rules.set(patch, cell.givenUp)
        else if (v > 0 || from === 0) this.#ledger.add(patch, cell)
      }
    }
    const baseline = this.#ledger.known(null)
    if (!baseline) throw new Error('no block of the baseline was counted, expected at least two')
    for (const patch of round.patches) {
      const rules = this.#rules.get(patch)
      const known = typeof rules === 'string' ? null : this.#ledger.known(patch)
      const refused = typeof rules === 'string' ? rules : known ? undefined : 'has no block that counts'
      const blocks = this.#ledger.blocks(patch)
      found.push({
        patch,
        stage: round.stage,
        blocks,
        known: known ?? [],
        ...(refused !== undefined && { refused }),
      })
    }
    this.#search.learn(round, baseline, found)
  }

  /** The rules of patches that are new, checked as those of variants are. */
  async #resolve(patches: readonly Patch[]): Promise<void> {
    const { keys } = this.#tuning.space
    const game = findGame(gameNameOf(this.#experiment))
    const fresh = patches
      .filter(patch => !this.#rules.has(patch))
      .map(patch => ({ patch, name: patchName(keys, patch), rules: patched(this.#base.rules, keys, patch) }))
    const tryRules = (variants: readonly Pick<Variant, 'name' | 'rules'>[]) =>
      this.#inspection.tryRules(game, variants)
    // A thread for all of them, or one each to find those that fail.
    const areSound = await tryRules(fresh).then(
      () => true,
      () => false,
    )
    const none = () => Promise.resolve()
    for (const { patch, name, rules } of fresh) {
      const seats = this.#experiment.seats.length
      const allowed = await allowedRules(rules, name, name, game, seats, areSound ? none : tryRules)
      this.#rules.set(patch, allowed)
    }
  }

  /** The experiment with these patches beside the baseline. */
  #with(seed: string, patches: readonly Patch[], lineups: readonly Lineup[], name: string): Experiment {
    const { keys } = this.#tuning.space
    const {
      tuning: _,
      probing: __,
      records: ___,
      matchesTable: ____,
      learn: _____,
      ...rest
    } = this.#experiment
    const variants = [
      this.#base,
      ...patches.map(patch => ({
        name: patchName(keys, patch),
        ruleset: this.#base.ruleset,
        rules: this.#rules.get(patch) as object,
      })),
    ]
    return {
      ...rest,
      name: `${rest.name} ${name}`,
      seed,
      lineups,
      variants,
      gate: undefined,
      against: 'baseline',
    }
  }

  /** Learners play by shipped policies, unless they are trained first. */
  #withShipped(asked: Experiment): Experiment {
    const game = findGame(gameNameOf(this.#experiment))
    return { ...asked, variants: withShipped(asked.variants, asked.lineups, game) }
  }

  async #playCells(asked: Experiment, name: string, round: TuneRound, number: number): Promise<RunResult> {
    const { threads, memory, chunk, signal, onProgress } = this.#options
    const before = this.#search.spent
    const folder =
      this.#folder &&
      openRunFolder(join(this.#folder.dir, ROUNDS, name), asked, { shard: { index: 1, count: 1 } })
    try {
      const run = newRun(folder?.results.experiment ?? asked, {}, folder?.results)
      return await playRun(run, {
        ...{ threads, memory, chunk, signal },
        onChunk: result => folder?.journal.append(result),
        onProgress: ({ matches }) =>
          onProgress?.({
            ...{ stage: round.stage, round: number, patches: round.patches.length },
            ...{ matches: before + matches, total: this.#tuning.matches },
          }),
      })
    } finally {
      folder?.close()
    }
  }

  /** Measures the finalists again in every line-up, until each is settled or the matches are used up. */
  async #confirm(finalists: readonly Standing[]): Promise<RunResult | null> {
    if (finalists.length === 0) return null
    const { threads, memory, chunk, signal, policies, onProgress } = this.#options
    const { seats, seed, learn, lineups } = this.#experiment
    const left = Math.max(0, this.#tuning.matches - this.#search.spent)
    const share = (lineup: Lineup): number => {
      const [first, own] = [lineups[0]!, lineup].map(one => shareOfDefault(one, 1)) as [number, number]
      return Number.isFinite(first) && Number.isFinite(own) ? Math.min(1, first / own) : SLOW_SHARE
    }
    const shares = lineups.map((lineup, l) => (l === 0 ? 1 : share(lineup)))
    const perBlock = seats.length * (1 + finalists.length) * shares.reduce((sum, one) => sum + one, 0)
    const patches = finalists.map(({ candidate }) => candidate.patch)
    let confirmed: RunResult | null = null
    const blocksAt = (part: number): number[] => {
      const blocks = Math.max(CONFIRM_LEAST, Math.floor((part * left) / perBlock))
      return lineups.map((_, l) => Math.max(CONFIRM_LEAST, Math.ceil(blocks * shares[l]!)))
    }
    // The last look gets most of the error: it sees the most matches.
    const planned = LOOKS.toReversed().map(blocksAt)
    const reached = this.#folder?.part ?? 0
    for (const part of LOOKS.filter(one => one >= reached)) {
      this.#reach(part)
      const blocks = blocksAt(part)
      const played = lineups.map(({ stop: _, ...lineup }, l) => ({ ...lineup, blocks: blocks[l]! }))
      const fresh = this.#with(`${seed}/confirm`, patches, played, 'confirmation')
      const gate = this.#goals.map(({ bound }) => bound)
      // Players of the baseline go on learning by each patch's rules.
      const { rounds = 0 } = learn ?? {}
      const shared = { rounds, ruleset: this.#base.ruleset, rules: this.#base.rules }
      const asked = {
        ...(learn ? { ...fresh, learn: { shared, ...learn } } : this.#withShipped(fresh)),
        gate,
      }
      const out = this.#folder ? join(this.#folder.dir, CONFIRMATION) : undefined
      const settings: RunOptions = { out, threads, memory, chunk, signal, policies, planned }
      const run = openRun(await trained(asked, settings), {
        ...settings,
        onProgress: ({ matches }) =>
          onProgress?.({
            ...{ stage: 'confirm', round: this.#rounds.length + 1, patches: patches.length },
            ...{ matches: this.#search.spent + matches, total: this.#tuning.matches },
          }),
      })
      try {
        confirmed = await run.finish()
        const found = judgePatches(confirmed)
        // What is open behind a patch that meets the goals is larger than it.
        const first = found.findIndex(({ verdict }) => verdict === 'met')
        const open = [...found.slice(0, first < 0 ? undefined : first), ...(found[first]?.lineups ?? [])]
        const isDone = part === 1 || open.every(({ verdict }) => verdict !== 'inconclusive')
        if (isDone || signal?.aborted) {
          await run.writeReports()
          break
        }
      } finally {
        run.close()
      }
    }
    return confirmed
  }

  /** Notes how far the confirmation is, since a run can't go back to fewer matches. */
  #reach(part: number): void {
    if (!this.#folder) return
    this.#folder.part = part
    note(this.#folder, this.#experiment)
  }

  #result(finalists: readonly Standing[], confirmed: RunResult | null): TuneResult {
    const { keys } = this.#tuning.space
    const { candidates } = this.#search
    const at = new Map(candidates.map(({ patch }, i) => [patch, i]))
    const shown = candidates.map((candidate): TunedCandidate => {
      const { patch, stage, blocks, known, refused } = candidate
      const standing = refused === undefined ? this.#search.standingOf(candidate) : { loss: NaN, chance: NaN }
      return {
        ...{ name: patchName(keys, patch), changes: changesOf(keys, patch), stage, blocks },
        ...{ matches: blocks * this.#experiment.seats.length, known, ...standing },
        ...(refused !== undefined && { refused }),
      }
    })
    const rounds = this.#rounds.map(
      ({ stage, seed, blocks, patches }): TunedRound => ({
        ...{ stage, seed, blocks },
        candidates: patches.flatMap(patch => at.get(patch) ?? []),
      }),
    )
    const confirmation = confirmed
      ? confirmed.cells.reduce((sum, { tally, layout }) => sum + tally[layout.matches]!, 0)
      : 0
    return {
      ...{ experiment: this.#experiment, goals: this.#goals, baseline: this.#search.baseline },
      ...{ rounds, candidates: shown, confirmed, complete: confirmed?.complete ?? false },
      patches: finalists.slice(0, FINALISTS).map(({ candidate }, i) => ({
        candidate: at.get(candidate.patch)!,
        file: `patch-${i + 1}.yaml`,
      })),
      matches: { search: this.#search.spent, confirmation },
    }
  }
}

/** Of the blocks of the first line-up, those of players who search or come by path: they may be slow. */
const SLOW_SHARE = 0.1
