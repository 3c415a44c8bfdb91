/** The policies that players learn before an experiment is played. Exploiters learn last, against these. */
import {
  type AgentKind,
  findAgent,
  LEARN_DEFAULTS,
  learnSettingsIn,
  makeAgent,
  parseSpec,
  readPolicy,
  type ShippedFile,
  shippedFile,
} from '../../agents/index.ts'
import type { GameInfo } from '../../engine/contract/index.ts'
import { VERSION } from '../../engine/package.ts'
import { type GameModule, loadGame } from '../../engine/registry/index.ts'
import { weakWords } from '../../reports/findings/learning.ts'
import {
  type Experiment,
  gameNameOf,
  haveFiles,
  isLearner,
  isLearningExploiter,
  isQuick,
  optionsOf,
  type Participant,
  type PolicyReference,
  populationSize,
  type Variant,
} from '../../sim/experiment/index.ts'
import { trainingKey } from '../../sim/learning/checkpoints.ts'
import { hyperparametersFor, inSmallSteps } from '../../sim/learning/hyperparameters.ts'
import type { LearnSettings, Opponents, PolicyOnDisk } from '../../sim/learning/learn.ts'
import type { FrozenAgent } from '../../sim/learning/players.ts'
import { environmentOf } from '../../sim/learning/tasks.ts'
import { PRACTICE } from '../../sim/learning/training.ts'
import { provenBracket } from '../exploit/exact.ts'
import type { LearningFolder } from './folder.ts'
import { type LearnedPolicy, type LearnOptions, type TrainingJob, workOf } from './learn.ts'
import { POLICIES, PolicyFolder, sha256Of } from './policy-folder.ts'
import { NO_WORK, plus, type Workload } from './progress.ts'

/** What an experiment's players have to learn. */
export interface Population {
  /** What is not in the folder yet. */
  readonly jobs: readonly TrainingJob[]
  /** About what is learned later: by each variant's players after shared rounds, and by exploiters. */
  readonly later: Workload
  /** Puts what was learned into the folder. Throws a DiskError. */
  keep(job: TrainingJob, policy: LearnedPolicy): void
  /** The experiment with all policies. Throws an Error unless all of them were kept. */
  experiment(): Experiment
  /** Players that are not shown to beat greedy, in words. */
  weak(): readonly string[]
}

/** Learns policies. Rejects if players cannot learn them, or are not to. */
export type Learn = (
  jobs: readonly TrainingJob[],
  options: Pick<LearnOptions, 'later' | 'onProgress' | 'onLearned'>,
) => Promise<void>

/**
 * The experiment with all policies that its players and exploiters lacked, learned stage by stage, with
 * progress in the run's folder. Calls `onWeak` after a stage for each player not shown to beat greedy.
 * Rejects as `learn` does.
 */
export async function trainPlayers(
  asked: Experiment,
  policies: string | undefined,
  folder: LearningFolder | null,
  learn: Learn,
  onWeak: (text: string) => void = () => {},
): Promise<Experiment> {
  let experiment = asked
  for (;;) {
    const population = await populationOf(experiment, policies)
    if (!population) return experiment
    const { jobs, later } = population
    if (jobs.length > 0)
      await learn(jobs, {
        later,
        onProgress: progress => folder?.write(progress),
        onLearned: (job, policy) => population.keep(job, policy),
      })
    for (const text of population.weak()) onWeak(text)
    experiment = population.experiment()
  }
}

/** A policy of a population. */
interface Member {
  /** What decides the bytes of its file. */
  readonly key: string
  readonly job: TrainingJob
  found: PolicyOnDisk | null
}

/** The first member's seed is that of the experiment, so that a larger population keeps the members it had. */
const seedOf = (seed: string, member: number): string => (member === 0 ? seed : `${seed}-${member + 1}`)

/**
 * The next stage of training: first players, in two stages if variants share rounds, then exploiters against
 * them. Null if nothing is left. Deletes damaged files in the folder.
 */
export async function populationOf(experiment: Experiment, dir = POLICIES): Promise<Population | null> {
  const folder = new PolicyFolder(dir)
  const { learn, lineups } = experiment
  if (learn && !haveFiles(learn.policies?.flat())) return await playersOf(experiment, folder)
  const exploiters = exploitersIn(lineups)
  return exploiters.every(({ policies }) => haveFiles(policies))
    ? null
    : await exploitersOf(experiment, folder)
}

const exploitersIn = (lineups: Experiment['lineups']): Participant[] =>
  lineups.flatMap(({ participants }) => participants.filter(isLearningExploiter))

/** How each player of a population learns, but for the rules. */
function settingsOf({ learn }: Experiment): LearnSettings[] {
  if (!learn) return []
  const { seeds, shared: _, policies: __, generations: ___, from: ____, ...settings } = learn
  return Array.from({ length: seeds }, (_, member) => ({ ...settings, seed: seedOf(settings.seed, member) }))
}

/** The rounds that all variants share, for each player; none if they share none. */
function sharedRoundsOf(experiment: Experiment, game: GameModule, folder: PolicyFolder): Member[] {
  const shared = experiment.learn?.shared
  if (!shared) return []
  return settingsOf(experiment).map((settings, member) =>
    memberOf(
      game,
      shared,
      { ...settings, rounds: shared.rounds },
      named(experiment, 'shared rounds', member),
      folder,
    ),
  )
}

const named = ({ learn }: Experiment, name: string, member: number): string =>
  learn!.seeds === 1 ? name : `${name}, player ${member + 1}`

/** A placeholder for a policy that isn't trained yet, for work that continues from it. */
const UNKNOWN: PolicyOnDisk = { file: '', sha256: '' }

/** First the rounds that all variants share, if there are any, and then each variant's own. */
async function playersOf(experiment: Experiment, folder: PolicyFolder): Promise<Population> {
  const game = await loadGame(gameNameOf(experiment))
  const shared = experiment.learn!.shared?.rounds
  const bases = sharedRoundsOf(experiment, game, folder)
  const isMissing = bases.some(({ found }) => found === null)
  const learned = await findAgent('learned')
  const first = experiment.variants.map((variant, v) =>
    settingsOf(experiment).map((settings, member) => {
      const shipped = experiment.learn!.from?.[v]
      const from = isMissing ? UNKNOWN : bases[member]?.found
      // A new seed: with that of the shared rounds it might play their matches again.
      const own = from ? { ...settings, seed: `${settings.seed} after ${shared}`, from } : settings
      const begun = shipped
        ? {
            ...settings,
            ...continuing(game.compile(variant.rules).info, shipped, settings.seed, member, learned),
          }
        : own
      return memberOf(game, variant, begun, named(experiment, variant.name, member), folder)
    }),
  )
  const later = await workOfExploiters(experiment)
  if (isMissing)
    return new Stage(folder, bases, {
      later: distinct(first.flat()).reduce((sum, { job }) => plus(sum, workOf(job)), later),
      inUse: [],
      experiment: () => experiment,
    })
  const fair = 1 / experiment.seats.length
  const leagues = first.map((founders, v) =>
    founders.map((founder, at) => {
      const name = named(experiment, experiment.variants[v]!.name, at)
      return leagueOf(experiment, founder, { name, game, variant: experiment.variants[v]!, learned }, folder)
    }),
  )
  const members = leagues.map(of => of.flatMap(league => league.members))
  const adversaries = leagues.flat(2).flatMap(league => league.adversaries)
  const all = [...members.flat(), ...adversaries]
  const left = leagues.flat().reduce((sum, league) => sum + league.left, 0)
  if (left > 0)
    return new Stage(folder, all, {
      later: plus(later, workOf(first[0]![0]!.job), left / GENERATION_PART),
      inUse: bases.map(foundOf),
      experiment: () => experiment,
    })
  return new Stage(folder, all, {
    later,
    inUse: bases.map(foundOf),
    experiment: () => ({
      ...experiment,
      variants: experiment.variants.map((variant, v) => withBracket(variant, game, learned, members[v]!)),
      learn: { ...experiment.learn!, policies: members.map(of => of.map(one => playerOf(one, fair))) },
    }),
    weakness: member => {
      if (adversaries.includes(member)) return []
      const { weak } = playerOf(member, fair)
      return weak ? [`${member.job.name}: the player ${weakWords(weak, fair)}`] : []
    },
  })
}

/** How a member learns that starts from shipped players: from one of them in turn, with the others as opponents. */
export function continuing(
  info: GameInfo,
  shipped: readonly ShippedFile[],
  seed: string,
  member: number,
  learned: AgentKind,
): Pick<LearnSettings, 'seed' | 'from' | 'rivals' | 'hyperparameters'> {
  const at = member % shipped.length
  const players = shipped.map(({ file, sha256 }) => ({ file: shippedFile(file), sha256 }))
  const rivals = players.filter((_, i) => i !== at).map(player => frozen(learned, player))
  return {
    seed: `${seed} from shipped`,
    from: players[at]!,
    ...(rivals.length > 0 && { rivals }),
    hyperparameters: inSmallSteps(hyperparametersFor(info)),
  }
}

const frozen = (learned: AgentKind, { file, sha256 }: PolicyOnDisk): FrozenAgent => ({
  agent: learned.id,
  options: learned.options.parse({ file, sha256 }) as object,
})

/** What part of a player's rounds an adversary learns, and each further generation. */
const GENERATION_PART = 3

/** A player, its further generations and their adversaries, up to the first that is not learned yet. */
interface League {
  readonly members: readonly Member[]
  readonly adversaries: readonly Member[]
  /** Policies to learn after these. */
  readonly left: number
}

/**
 * The league that a player founds. In each generation an adversary learns against all members; then a further
 * member continues from the last one, with adversaries and earlier members among its opponents (a simplified
 * league of Vinyals et al., "Grandmaster level in StarCraft II", 2019).
 */
function leagueOf(
  { learn }: Experiment,
  founder: Member,
  { name, game, variant, learned }: { name: string; game: GameModule; variant: Variant; learned: AgentKind },
  folder: PolicyFolder,
): League {
  const generations = learn!.generations ?? 0
  const { rounds, matches, tests, seed } = founder.job.settings
  const short = { rounds: Math.ceil(rounds / GENERATION_PART), matches, tests }
  const frozenMember = (member: Member): FrozenAgent => frozen(learned, foundOf(member))
  const members = [founder]
  const adversaries: Member[] = []
  let left = 2 * generations
  while (left > 0 && [...members, ...adversaries].every(({ found }) => found !== null)) {
    const generation = members.length
    left--
    if (adversaries.length < generation) {
      const against = { label: 'the league', members: members.map(frozenMember), isQuick: true }
      const settings = { ...short, seed: `${seed} adversary ${generation}`, against }
      adversaries.push(memberOf(game, variant, settings, `${name}, adversary ${generation}`, folder))
    } else {
      const rivals = [...adversaries, ...members.slice(0, -1)].map(frozenMember)
      const from = foundOf(members.at(-1)!)
      const settings = { ...short, seed: `${seed} generation ${generation}`, from, rivals }
      members.push(memberOf(game, variant, settings, `${name}, generation ${generation}`, folder))
    }
  }
  return { members, adversaries, left }
}

/** The variant with what best responses to its players prove, in small built-in games. */
function withBracket(
  variant: Variant,
  { compile, source }: GameModule,
  learned: AgentKind,
  members: readonly Member[],
): Variant {
  if (source || variant.without !== undefined || variant.probe) return variant
  const game = compile(variant.rules)
  const agents = members.map(one => makeAgent(learned, game, learned.options.parse({ ...foundOf(one) })))
  const bracket = provenBracket(game, agents)
  return bracket ? { ...variant, bracket } : variant
}

/** A learned player, with its score against greedy if it is not shown to beat it. */
function playerOf(member: Member, fair: number): PolicyReference {
  const found = foundOf(member)
  const { best, rounds } = readPolicy(found.file).header
  const { matches, score, low, high } = rounds.find(({ round }) => round === best)!.strength.at(-1)!
  return low > fair ? found : { ...found, weak: { matches, score, low, high } }
}

/** Exploiters that learn, each against the players that it meets, in every variant. */
async function exploitersOf(experiment: Experiment, folder: PolicyFolder): Promise<Population> {
  const game = await loadGame(gameNameOf(experiment))
  const members = new Map<Participant, readonly Member[]>()
  for (const exploiter of exploitersIn(experiment.lineups)) {
    const { known, settings } = await exploiting(exploiter)
    const own = experiment.variants.map((variant, v) => {
      const against = opponentsOf(experiment, v, known)
      const name = `exploiter of ${known.label}`
      const named = experiment.variants.length === 1 ? name : `${variant.name}, ${name}`
      return memberOf(game, variant, { against, ...settings }, named, folder)
    })
    members.set(exploiter, own)
  }
  const lineups = () =>
    experiment.lineups.map(lineup => ({
      ...lineup,
      participants: lineup.participants.map(one => {
        const own = members.get(one)
        return own ? { ...one, policies: own.map(foundOf) } : one
      }),
    }))
  return new Stage(folder, [...members.values()].flat(), {
    later: NO_WORK,
    inUse: [
      ...(experiment.learn?.policies?.flat() ?? []),
      ...sharedRoundsOf(experiment, game, folder).flatMap(({ found }) => found ?? []),
    ],
    experiment: () => ({ ...experiment, lineups: lineups() }),
  })
}

/** Whom an exploiter learns to beat, and how. */
async function exploiting({
  options,
}: Participant): Promise<{ known: Participant; settings: LearnSettings }> {
  const { against, by } = options as { readonly against: string; readonly by: string }
  const spec = parseSpec(against, ' ')
  const parsed = (await findAgent(spec.agent)).options.parse(spec.options)
  const known = { label: against, agent: spec.agent, options: parsed }
  return { known, settings: { ...LEARN_DEFAULTS, ...learnSettingsIn(by) } as LearnSettings }
}

/**
 * The work of exploiters of players that learn, in all variants. They start from these players' weights, with
 * nothing to imitate.
 */
async function workOfExploiters({ lineups, variants }: Experiment): Promise<Workload> {
  let sum = NO_WORK
  for (const exploiter of exploitersIn(lineups)) {
    const { known, settings } = await exploiting(exploiter)
    if (!isLearner(known)) continue
    const { rounds, matches, tests } = settings
    const work = {
      imitation: 0,
      planning: rounds * matches,
      practice: isQuick(known) ? rounds * PRACTICE.batches * PRACTICE.share * matches : 0,
      tests: (rounds + 1) * tests,
      fits: rounds,
    }
    sum = plus(sum, work, variants.length)
  }
  return sum
}

/** All members of the population that an exploiter meets. */
function opponentsOf(experiment: Experiment, variant: number, known: Participant): Opponents {
  const count = isLearner(known) ? populationSize(experiment) : 1
  const members = Array.from({ length: count }, (_, member) => ({
    agent: known.agent,
    options: optionsOf(experiment, variant, known, member) as object,
  }))
  return { label: known.label, members, isQuick: isQuick(known) }
}

function memberOf(
  game: GameModule,
  { ruleset, rules }: Pick<Variant, 'ruleset' | 'rules'>,
  settings: LearnSettings,
  name: string,
  folder: PolicyFolder,
): Member {
  // A file names its rule set, and how many rounds it took.
  const training = trainingKey(environmentOf(game, rules), settings)
  const key = sha256Of(JSON.stringify([VERSION, ruleset, settings.rounds, training]))
  const job = { name, game, ruleset, rules, settings, checkpoints: folder.checkpoints(key) }
  return { key, job, found: folder.find(key) }
}

function foundOf({ found, job }: Member): PolicyOnDisk {
  if (found === null) throw new Error(`nothing was learned for ${job.name}`)
  return found
}

interface StageOptions {
  readonly later: Workload
  /** Policies in the folder that are needed besides these. */
  readonly inUse: readonly PolicyReference[]
  readonly experiment: () => Experiment
  readonly weakness?: (member: Member) => readonly string[]
}

/** Policies that can be learned side by side. */
class Stage implements Population {
  readonly #folder: PolicyFolder
  readonly #members: readonly Member[]
  readonly #missing: readonly Member[]
  readonly #options: StageOptions

  constructor(folder: PolicyFolder, members: readonly Member[], options: StageOptions) {
    this.#folder = folder
    this.#members = members
    this.#missing = distinct(members.filter(({ found }) => found === null))
    this.#options = options
  }

  get jobs(): readonly TrainingJob[] {
    return this.#missing.map(({ job }) => job)
  }

  get later(): Workload {
    return this.#missing.length === 0 ? NO_WORK : this.#options.later
  }

  keep(job: TrainingJob, { bytes }: LearnedPolicy): void {
    const { key } = this.#missing.find(member => member.job === job)!
    const keys = this.#members.map(({ key }) => key)
    const found = this.#folder.add(key, bytes, keys, this.#options.inUse)
    for (const member of this.#members) if (member.key === key) member.found = found
  }

  experiment(): Experiment {
    return this.#options.experiment()
  }

  weak(): readonly string[] {
    return this.#members.flatMap(member => this.#options.weakness?.(member) ?? [])
  }
}

/** One member of each key: variants of the same rules share theirs. */
const distinct = (members: readonly Member[]): readonly Member[] =>
  members.filter(({ key }, i) => members.findIndex(other => other.key === key) === i)
