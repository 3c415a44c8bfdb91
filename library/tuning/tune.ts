/** A tuning from its experiment to its results: rounds of the search, then the confirmation of the finalists. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { InputError } from '../../documents/index.ts'
import { findGame } from '../../engine/registry/index.ts'
import { judgePatches, shownOrder } from '../../reports/findings/tuning.ts'
import type { RunResult } from '../../sim/chunks/results.ts'
import {
  allowedRules,
  changesOf,
  type Experiment,
  gameNameOf,
  gameOf,
  type LearningPlan,
  type Lineup,
  type Patch,
  patched,
  patchName,
  shareOfDefault,
  shippedFor,
  type Tuning,
  type Variant,
  withShipped,
} from '../../sim/experiment/index.ts'
import { hyperparametersFor, inSmallSteps } from '../../sim/learning/hyperparameters.ts'
import { matchesLeft, newRun, playRun } from '../../sim/run.ts'
import { Inspection } from '../../sim/threads/inspection.ts'
import { Ledger } from '../../sim/tuning/ledger.ts'
import type { TunedCandidate, TunedRound, TuneResult } from '../../sim/tuning/result.ts'
import {
  type Candidate,
  SCREEN_BLOCKS,
  Search,
  type Standing,
  type TuneGoal,
  type TuneRound,
} from '../../sim/tuning/search.ts'
import { lockFolder, openRunFolder } from '../folders/folder.ts'
import { type LearnSettings, Stopped, workOf } from '../learning/learn.ts'
import type { LearningProgress } from '../learning/progress.ts'
import { openRun, trained } from '../runs/run.ts'
import type { RunOptions } from '../runs/run-options.ts'
import {
  type Budget,
  newBudget,
  note,
  openTuning,
  type TuneOptions,
  type TuneProgress,
  type TuningFolder,
} from './budgets.ts'
import { CONFIRMATION, ROUNDS, tuneGoals, writeTuned } from './folder.ts'

/** What players have to learn for the finalists, at most; null if nobody learns. */
export function tuneTraining({
  learn,
  variants,
  ...experiment
}: Experiment): { readonly players: number; readonly matches: number } | null {
  if (!learn) return null
  const { rules } = variants[0]!
  const { from, rounds, matches, tests, seed, seeds } = learn
  const game = findGame(gameNameOf(experiment))
  const matchesOf = (settings: Partial<LearnSettings>): number => {
    const { fits: _, ...work } = workOf({
      game,
      rules,
      settings: { rounds, matches, tests, seed, ...settings },
    })
    return Object.values(work).reduce((sum, one) => sum + one, 0)
  }
  const players = seeds * (1 + TRAINED_FINALISTS)
  const usual = hyperparametersFor(game.compile(rules).info)
  const own =
    players *
    matchesOf({
      from: { file: '', sha256: '' },
      ...(from && { hyperparameters: inSmallSteps(usual) }),
    })
  return { players, matches: own + (from ? 0 : seeds * matchesOf({})) }
}

/** Variants that are played together: every thread compiles each of them. */
const BATCH_MAX = 100
/** The parts of the matches left after which the confirmation looks whether it is done. */
const LOOKS = [0.25, 0.5, 1]
/** The share of the minutes that the search may take. */
const SEARCH_TIME = 0.6
/** Most finalists where players train on the rules of each. */
const TRAINED_FINALISTS = 3
/** Fewer blocks confirm nothing. */
const CONFIRM_LEAST = 10

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
    const folder = out === undefined ? null : openTuning(out, experiment, tuning, options)
    return await new TuningRun(experiment, tuning, options, folder, inspection).play()
  } finally {
    await inspection.close()
    lock?.release()
  }
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
  readonly #budgets: readonly Budget[]
  readonly #begun = performance.now()
  /** Matches that this session has played in the search, and their seconds. */
  readonly #pace = { matches: 0, seconds: 0 }

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
    this.#budgets = folder?.budgets ?? [newBudget(tuning, options)]
    this.#inspection = inspection
    this.#goals = tuneGoals(experiment)
    this.#ledger = new Ledger(this.#goals)
    const { space, changes, matches } = tuning
    this.#search = new Search({
      ...{ keys: space.keys, goals: this.#goals, changes, matches },
      ...{ seats: experiment.seats.length, seed: experiment.seed },
      ...(experiment.learn && { finalists: TRAINED_FINALISTS }),
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
    for (const budget of this.#budgets) {
      this.#search.extend(budget.matches)
      for (const round of this.#search.rounds()) {
        if (this.#isOver(budget)) break
        await this.#playRound(round)
        if (signal?.aborted) return this.#result([], null)
      }
    }
    const left = this.#planConfirmation()
    const finalists = this.#search.finalists(left)
    const confirmed = await this.#confirm(finalists, left)
    const result = this.#result(finalists, confirmed)
    if (this.#folder && result.complete) await writeTuned(this.#folder.dir, result)
    return result
  }

  get #budget(): Budget {
    return this.#budgets.at(-1)!
  }

  /** Seconds until so much of the minutes has passed. */
  #secondsLeft(share: number): number {
    const { minutes = Infinity } = this.#options
    return share * minutes * 60 - (performance.now() - this.#begun) / 1000
  }

  /** Whether the search ended here in an earlier session, or its minutes are over. */
  #isOver(budget: Budget): boolean {
    const played = this.#rounds.length
    if (budget.rounds !== null) return played >= budget.rounds
    const hasNext = this.#folder !== null && existsSync(join(this.#folder.dir, ROUNDS, `${played + 1}-1`))
    const isOver = played > 0 && !hasNext && this.#secondsLeft(SEARCH_TIME) < 0
    if (isOver) budget.timedOut.push('search')
    return isOver
  }

  /** Matches for the confirmation: all that are left, or what the minutes allow at the pace of the search. */
  #planConfirmation(): number {
    const budget = this.#budget
    const left = Math.max(0, budget.matches - this.#search.spent)
    const { matches, seconds } = this.#pace
    const inTime = matches === 0 ? Infinity : Math.max(0, (this.#secondsLeft(1) * matches) / seconds)
    budget.rounds ??= this.#rounds.length
    if (budget.confirm === null && inTime < left) budget.timedOut.push('confirmation')
    budget.confirm ??= Math.floor(Math.min(left, inTime))
    if (this.#folder) note(this.#folder, this.#experiment)
    return budget.confirm
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
        counted: this.#ledger.counted(patch),
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

  /** Learners train on each patch's rules, from shipped players or from those who learned the rules at hand. */
  #withAdapted(asked: Experiment, learn: LearningPlan): Experiment {
    const { rounds } = learn
    const { ruleset, rules } = this.#base
    const games = asked.variants.map(variant => gameOf(asked, variant))
    const from = learn.from && shippedFor(findGame(gameNameOf(asked)), asked.variants, games)
    return { ...asked, learn: from ? { ...learn, from } : { shared: { rounds, ruleset, rules }, ...learn } }
  }

  async #playCells(asked: Experiment, name: string, round: TuneRound, number: number): Promise<RunResult> {
    const { threads, memory, chunk, signal, onProgress } = this.#options
    const before = this.#search.spent
    const begun = performance.now()
    const folder =
      this.#folder &&
      openRunFolder(join(this.#folder.dir, ROUNDS, name), asked, { shard: { index: 1, count: 1 } })
    try {
      const run = newRun(folder?.results.experiment ?? asked, {}, folder?.results)
      const missing = matchesLeft(run).reduce((sum, one) => sum + one, 0)
      const result = await playRun(run, {
        ...{ threads, memory, chunk, signal },
        onChunk: result => folder?.journal.append(result),
        onProgress: ({ matches }) =>
          onProgress?.({
            ...{ stage: round.stage, round: number, patches: round.patches.length },
            ...{ matches: before + matches, total: this.#tuning.matches },
          }),
      })
      if (missing > 0) {
        this.#pace.matches += missing
        this.#pace.seconds += (performance.now() - begun) / 1000
      }
      return result
    } finally {
      folder?.close()
    }
  }

  /** Measures the finalists again in every line-up, until each is settled or the matches are used up. */
  async #confirm(finalists: readonly Standing[], left: number): Promise<RunResult | null> {
    if (finalists.length === 0) return null
    const { threads, memory, chunk, signal, policies, onProgress } = this.#options
    const { seats, seed, learn, lineups } = this.#experiment
    const budget = this.#budget
    const times = this.#budgets.length
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
    const begun = performance.now()
    for (const part of LOOKS.filter(one => one >= budget.part && one <= budget.until)) {
      // A run can't go back to fewer matches.
      budget.part = part
      if (this.#folder) note(this.#folder, this.#experiment)
      const blocks = blocksAt(part)
      const played = lineups.map(({ stop: _, ...lineup }, l) => ({ ...lineup, blocks: blocks[l]! }))
      const fresh = this.#with(
        times === 1 ? `${seed}/confirm` : `${seed}/confirm ${times}`,
        patches,
        played,
        'confirmation',
      )
      const gate = this.#goals.map(({ bound }) => bound)
      const asked = { ...(learn ? this.#withAdapted(fresh, learn) : this.#withShipped(fresh)), gate }
      const out = this.#folder ? join(this.#folder.dir, CONFIRMATION) : undefined
      const settings: RunOptions = { out, threads, memory, chunk, signal, policies, planned }
      const show = (stage: TuneProgress['stage'], matches: number, learning?: LearningProgress): void =>
        onProgress?.({
          ...{ stage, round: this.#rounds.length + 1, patches: patches.length },
          ...{ matches: this.#search.spent + matches, total: this.#tuning.matches },
          ...(learning && { learning }),
        })
      if (learn) show('learn', 0)
      let taught: Experiment
      try {
        taught = await trained(asked, settings, learning => show('learn', 0, learning))
      } catch (error) {
        if (error instanceof Stopped) return null
        throw error
      }
      const run = openRun(taught, { ...settings, onProgress: ({ matches }) => show('confirm', matches) })
      try {
        confirmed = await run.finish()
        const found = judgePatches(confirmed)
        // What is open behind a patch that meets the goals is larger than it.
        const first = found.findIndex(({ verdict }) => verdict === 'met')
        const open = [...found.slice(0, first < 0 ? undefined : first), ...(found[first]?.lineups ?? [])]
        const isSettled = open.every(({ verdict }) => verdict !== 'inconclusive')
        // The next look plays about as many matches as all before.
        if (!isSettled && part < budget.until && this.#secondsLeft(1) < (performance.now() - begun) / 2000)
          this.#endConfirmation(part)
        if (isSettled || part === budget.until || signal?.aborted) {
          await run.writeReports()
          break
        }
      } finally {
        run.close()
      }
    }
    return confirmed
  }

  /** Ends the confirmation at this part, because its minutes are over. */
  #endConfirmation(part: number): void {
    const budget = this.#budget
    budget.until = part
    if (!budget.timedOut.includes('confirmation')) budget.timedOut.push('confirmation')
    if (this.#folder) note(this.#folder, this.#experiment)
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
    const order = confirmed ? shownOrder(judgePatches(confirmed)) : [...finalists.keys()]
    return {
      ...{ experiment: this.#experiment, goals: this.#goals, baseline: this.#search.baseline },
      ...{ rounds, candidates: shown, confirmed, complete: confirmed?.complete ?? false },
      patches: finalists.map(({ candidate }, p) => ({
        candidate: at.get(candidate.patch)!,
        file: `patch-${1 + order.indexOf(p)}.yaml`,
      })),
      timedOut: this.#budget.timedOut,
      matches: { search: this.#search.spent, confirmation },
    }
  }
}

/** Of the blocks of the first line-up, those of players who search or come by path: they may be slow. */
const SLOW_SHARE = 0.1
