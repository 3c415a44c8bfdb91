/** Problems in real games, most of them with a rule that was spoiled, and random players, who are quick. */
import '../../../engine/registry/shipped.ts'
import { findGame } from '../../../engine/registry/index.ts'
import { defineExperiment } from '../../../library/experiment.ts'
import { openRun } from '../../../library/runs/run.ts'
import { tuneGoals } from '../../../library/tuning/folder.ts'
import { judgePatches } from '../../../reports/findings/tuning.ts'
import type { RunResult } from '../../../sim/chunks/results.ts'
import {
  allowedRules,
  type Experiment,
  gameNameOf,
  type Patch,
  patched,
  patchKey,
  patchName,
  type Variant,
} from '../../../sim/experiment/index.ts'
import { newRun, playRun } from '../../../sim/run.ts'
import { Ledger } from '../../../sim/tuning/ledger.ts'
import type { Candidate, Known, TuneGoal } from '../../../sim/tuning/search.ts'
import { type Confirmed, LOOKS, lossOf, type PatchTable, type Problem } from './worlds.ts'

interface Question {
  readonly kind: string
  readonly game: string
  readonly ruleset?: string
  /** What was spoiled. */
  readonly rules?: Readonly<Record<string, unknown>>
  readonly goal: Readonly<Record<string, string>>
  readonly keys?: readonly string[]
  readonly solvable?: boolean
}

const MATCHES = 6000
/** Matches that decide whether a patch is true: some ten times those that confirm it. */
const TRUTH = 10_000

const QUESTIONS: readonly Question[] = [
  { kind: "golems' draws", game: 'elephant-golems', goal: { draws: '< 20 %' } },
  {
    kind: 'Elephant Men, no favour for prayers or kills',
    game: 'elephant-men',
    rules: { 'pray.favour': 0, 'favour.kill': 0 },
    goal: { draws: '< 60 %' },
  },
  {
    kind: 'Bulwark, capitals that hardly fall',
    game: 'bulwark',
    rules: { 'capital.turns': 6, 'capital.occupied': true },
    goal: { draws: '< 25 %' },
  },
  { kind: 'Frontline, where all matches are draws', game: 'frontline', goal: { draws: '< 30 %' } },
  { kind: "kalah's length", game: 'kalah', goal: { length: '20..30', 'first-seat': '45..57' } },
  {
    kind: "golems' draws, by blows only",
    game: 'elephant-golems',
    goal: { draws: '< 20 %' },
    keys: ['cleave.*', 'poke.*', 'convert.*'],
    solvable: false,
  },
]

export async function openGames(): Promise<readonly Problem[]> {
  return await Promise.all(QUESTIONS.map(problemOf))
}

async function problemOf({ kind, solvable = true, keys, goal, ...given }: Question): Promise<Problem> {
  const tune = { goal, ...(keys && { keys: [...keys] }), matches: MATCHES }
  const experiment = await defineExperiment({ ...given, lineups: [{ agents: ['random'] }], tune })
  const goals = tuneGoals(experiment)
  const game = new PatchedGame(experiment)
  const truths = new Map<string, Promise<boolean>>()
  return {
    ...{ kind, solvable, goals, seats: game.seats, keys: experiment.tuning!.space.keys, matches: MATCHES },
    open: seed => new PlayedGame(game, goals, seed),
    confirm: (patches, matches, seed) => confirmed(game, patches, matches, seed),
    isTrue: patch => {
      const key = patchKey(patch)
      const known = truths.get(key) ?? isTrue(game, goals, patch)
      truths.set(key, known)
      return known
    },
  }
}

/** Matches by changed rules. */
class PatchedGame {
  readonly #experiment: Experiment
  readonly #rules = new Map<string, object | string>()

  constructor(experiment: Experiment) {
    this.#experiment = experiment
  }

  get seats(): number {
    return this.#experiment.seats.length
  }

  /** Its rules; or, in words, why they are refused. */
  async rulesOf(patch: Patch): Promise<object | string> {
    const key = patchKey(patch)
    const { tuning, variants } = this.#experiment
    const { keys } = tuning!.space
    const name = patchName(keys, patch)
    const game = findGame(gameNameOf(this.#experiment))
    const rules = patched(variants[0]!.rules, keys, patch)
    const none = () => Promise.resolve()
    const known = this.#rules.get(key) ?? (await allowedRules(rules, name, name, game, this.seats, none))
    this.#rules.set(key, known)
    return known
  }

  /** Patches on the same blocks; null is the baseline. */
  async with(seed: string, patches: readonly (Patch | null)[], blocks: number): Promise<Experiment> {
    const { tuning, ...rest } = this.#experiment
    const [base] = this.#experiment.variants
    const variants: Variant[] = []
    for (const patch of patches) {
      const rules = patch ? ((await this.rulesOf(patch)) as object) : base!.rules
      const name = patch ? patchName(tuning!.space.keys, patch) : base!.name
      variants.push({ name, ruleset: base!.ruleset, rules })
    }
    const lineups = rest.lineups.map(lineup => ({ ...lineup, blocks }))
    return { ...rest, seed, variants, lineups, gate: tuning!.goals }
  }
}

class PlayedGame implements PatchTable {
  readonly #game: PatchedGame
  readonly #goals: readonly TuneGoal[]
  readonly #seed: string
  readonly #ledger: Ledger
  readonly #refused = new Map<Patch, string>()
  #rounds = 0
  spent = 0

  constructor(game: PatchedGame, goals: readonly TuneGoal[], seed: string) {
    this.#game = game
    this.#goals = goals
    this.#seed = seed
    this.#ledger = new Ledger(goals)
  }

  async play(patches: readonly (Patch | null)[], matches: number): Promise<void> {
    const playable: (Patch | null)[] = []
    for (const patch of patches) {
      const rules = patch ? await this.#game.rulesOf(patch) : {}
      if (patch && typeof rules === 'string') this.#refused.set(patch, rules)
      else playable.push(patch)
    }
    const blocks = Math.max(1, Math.floor(matches / this.#game.seats))
    const seed = `${this.#seed}/${this.#rounds++}`
    const { cells } = await played(await this.#game.with(seed, playable, blocks))
    for (const [i, cell] of cells.entries()) this.#ledger.add(playable[i]!, cell)
    this.spent += playable.length * blocks * this.#game.seats
  }

  known(patch: Patch | null): readonly Known[] {
    return this.#ledger.known(patch) ?? []
  }

  candidate(patch: Patch): Candidate {
    const refused = this.#refused.get(patch)
    const blocks = this.#ledger.blocks(patch)
    return { patch, stage: 'screen', blocks, known: this.known(patch), ...(refused && { refused }) }
  }

  loss(patch: Patch): number {
    const known = this.known(patch)
    return known.length > 0 ? lossOf(this.#goals, known) : Infinity
  }
}

const played = (asked: Experiment): Promise<RunResult> => playRun(newRun(asked), { threads: 0 })

/** As `evenhand tune` does. */
async function confirmed(
  game: PatchedGame,
  patches: readonly Patch[],
  matches: number,
  seed: string,
): Promise<Confirmed> {
  const sound: Patch[] = []
  for (const patch of patches) if (typeof (await game.rulesOf(patch)) === 'object') sound.push(patch)
  if (sound.length === 0) return { met: [], spent: 0 }
  const perBlock = game.seats * (1 + sound.length)
  const blocksAt = LOOKS.map(part => Math.max(10, Math.floor((part * matches) / perBlock)))
  const planned = blocksAt.toReversed().map(blocks => [blocks])
  let spent = 0
  for (const blocks of blocksAt) {
    const asked = await game.with(`${seed}/confirm`, [null, ...sound], blocks)
    const run = openRun(asked, { threads: 0, planned })
    try {
      const judged = judgePatches(await run.finish())
      spent = blocks * perBlock
      const met = sound.filter((_, p) => judged[p]!.verdict === 'met')
      if (met.length > 0) return { met, spent }
    } finally {
      run.close()
    }
  }
  return { met: [], spent }
}

async function isTrue(game: PatchedGame, goals: readonly TuneGoal[], patch: Patch): Promise<boolean> {
  const ledger = new Ledger(goals)
  const { cells } = await played(await game.with('truth', [patch], Math.ceil(TRUTH / game.seats)))
  ledger.add(patch, cells[0]!)
  return lossOf(goals, ledger.known(patch)!) === 0
}
