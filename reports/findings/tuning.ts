/** What a tuning found, in words: which patches meet the goals, what else they move, and what stands in the way. */
import { stringify } from 'yaml'
import {
  changedPaths,
  type PathStep,
  pathText,
  settingText,
  shellWord,
  valueAtPath,
  withValueAt,
} from '../../documents/index.ts'
import { findGame, isLoaded, listRulesets, readRuleset, resolveRules } from '../../engine/registry/index.ts'
import type { CellResult, RunResult } from '../../sim/chunks/results.ts'
import {
  CHANGES_MAX,
  type Experiment,
  type GateBound,
  gameNameOf,
  isLearner,
} from '../../sim/experiment/index.ts'
import { UNITS } from '../../sim/figures/figure.ts'
import { FIGURES } from '../../sim/figures/registry.ts'
import { distance } from '../../sim/tuning/goals.ts'
import type { TunedCandidate, TunedChange, TuneResult } from '../../sim/tuning/result.ts'
import { counted, inWords, printable, thousands } from '../formatting.ts'
import { type Comparison, comparisonsOf, isOfAsset, isShown } from './changes/comparisons.ts'
import { metricHead } from './changes/words.ts'
import { gameWord } from './fix.ts'
import { type GateFinding, type GateVerdict, gateVerdict, judgeGate } from './gate/gate.ts'
import { valueWords } from './gate/words.ts'

/** The chance of saying of any patch that it meets a goal that it misses. */
const ALPHA = 0.05

/** A patch in one line-up of the confirmation. */
export interface PatchInLineup {
  readonly cell: CellResult
  readonly baseline: CellResult
  /** By goal, in the order of the tuning. */
  readonly findings: readonly GateFinding[]
  readonly verdict: GateVerdict
}

/** A patch that was measured again. */
export interface PatchFinding {
  /** Of the line-up that searched: whether it meets all goals. Not met if any line-up is shown to miss one. */
  readonly verdict: GateVerdict
  /** The line-up that searched comes first. */
  readonly lineups: readonly PatchInLineup[]
}

/**
 * Each patch of a confirmation, in its order. A patch meets the goals if two one-sided tests of each goal
 * show it (Schuirmann, J. Pharmacokinetics 15, 1987), at levels that Holm's method corrects for the number of
 * patches; the tests are anytime tests.
 */
export function judgePatches({ experiment, cells }: RunResult): readonly PatchFinding[] {
  const { gate = [], lineups, variants } = experiment
  const patches = variants
    .slice(1)
    .map((_, v) => cells.slice((v + 1) * lineups.length, (v + 2) * lineups.length))
  const judge = (cell: CellResult, alpha: number): readonly GateFinding[] =>
    judgeGate(gate, [cell], () => null, { alpha })
  // Patches that meet the goals, and the level at which each was shown to.
  const met = new Map<number, number>()
  for (let isMore = true; isMore; ) {
    const alpha = ALPHA / Math.max(1, patches.length - met.size)
    const more = [...patches.keys()].filter(
      p => !met.has(p) && patches[p]!.length > 0 && gateVerdict(judge(patches[p]![0]!, alpha)) === 'met',
    )
    for (const p of more) met.set(p, alpha)
    isMore = more.length > 0 && met.size < patches.length
  }
  return patches.map((own, p) => {
    const inLineups = own.map((cell, l): PatchInLineup => {
      const findings = judge(cell, met.get(p) ?? ALPHA / patches.length)
      const shown = gateVerdict(findings)
      const verdict = l === 0 && shown === 'met' && !met.has(p) ? 'inconclusive' : shown
      return { cell, baseline: cells[l]!, findings, verdict }
    })
    const isMissed = inLineups.some(({ verdict }) => verdict === 'not met')
    const verdict = isMissed ? 'not met' : met.has(p) ? 'met' : 'inconclusive'
    return { verdict, lineups: inLineups }
  })
}

/** Indices of patches as they are shown: those that meet the goals first, then those that may. */
export function shownOrder(patches: readonly PatchFinding[]): number[] {
  const rank = (p: number): number => ['met', 'inconclusive', 'not met'].indexOf(patches[p]!.verdict)
  return [...patches.keys()].sort((a, b) => rank(a) - rank(b))
}

/** A patch with its place in the answer, from 1. */
export interface ShownPatch {
  readonly number: number
  readonly candidate: TunedCandidate
  readonly finding: PatchFinding
  readonly file: string
}

export function shownPatches(
  { patches, candidates }: TuneResult,
  judged: readonly PatchFinding[],
): readonly ShownPatch[] {
  return shownOrder(judged).map((p, i) => {
    const { candidate, file } = patches[p]!
    return { number: i + 1, candidate: candidates[candidate]!, finding: judged[p]!, file }
  })
}

/** Whether players of a line-up trained on the rules of the patch that they play. */
export const isAdaptedIn = ({ learn }: Experiment, { cell }: PatchInLineup): boolean =>
  learn !== undefined && cell.cell.lineup.participants.some(isLearner)

/**
 * What other players say of a patch beside those of the search, as the beginning of a sentence; null where they agree.
 * Those who trained on its rules come first: they have adapted to it.
 */
export function otherPlayersWords(
  experiment: Experiment,
  main: GateVerdict,
  other: PatchInLineup,
): string | null {
  const { verdict } = other
  const isAdapted = isAdaptedIn(experiment, other)
  const who = isAdapted ? 'Players trained on these rules' : 'Other players'
  if (main === 'met' && verdict === 'not met') return `${who} disagree`
  if (verdict === 'inconclusive' && (isAdapted || main === 'met')) return `${who}: not clear yet`
  if (!isAdapted || main === 'inconclusive') return null
  return `${who} ${main === verdict ? 'agree' : 'disagree'}`
}

/** "limits.tiebreak = favour, favour.win 7 → 6". */
export function changesText(changes: readonly TunedChange[]): string {
  return inWords(
    changes.map(({ key, from, to }) =>
      typeof from === 'number' && typeof to === 'number'
        ? `${key} ${from} → ${to}`
        : `${key} = ${settingText(to)}`,
    ),
  )
}

/** What the baseline shows of each goal in the blocks of a patch. */
export function beforeOf({ findings, baseline }: PatchInLineup): readonly GateFinding[] {
  return judgeGate(
    findings.map(({ bound }) => bound),
    [baseline],
    () => null,
  )
}

/** "draws 36.0 → 7.2 % ± 2.1 (goal < 10 %)" for each goal. */
export function goalTexts(patch: PatchInLineup): string[] {
  const before = beforeOf(patch)
  return patch.findings.map((finding, g) => {
    const { bound } = finding
    const was = before[g]?.value?.mean
    const name = printable(bound.figure)
    const from = was === undefined ? '' : `${was.toFixed(1)} → `
    const verdict = finding.verdict === 'met' ? '' : `, ${finding.verdict}`
    return `${name} ${from}${valueWords(finding)} (goal ${boundText(bound)}${verdict})`
  })
}

/** Rules as a rule set that anyone with the game has, and the keys to change on top of it. */
interface LayeredRules {
  readonly base: string
  readonly changes: ReadonlyMap<string, unknown>
}

/** The rules of the baseline with a patch, or without changes its own. */
function layered({ experiment }: TuneResult, changes: readonly TunedChange[]): LayeredRules {
  const { ruleset, rules } = experiment.variants[0]!
  const name = gameNameOf(experiment)
  // Without its code, a game's rule sets are unknown.
  if (!isLoaded(name)) return { base: ruleset, changes: new Map(changes.map(({ key, to }) => [key, to])) }
  const game = findGame(name)
  // A path of the user's leads nowhere from another folder.
  const base = listRulesets(game).includes(ruleset) ? ruleset : game.ruleset
  const { keys } = experiment.tuning!.space
  // What tune.json names may be no key.
  const pathOf = (key: string): readonly PathStep[] => keys.find(one => one.key === key)?.path ?? [key]
  const patched = changes.reduce<unknown>((sum, { key, to }) => withValueAt(sum, pathOf(key), to), rules)
  const from = resolveRules(game, readRuleset(game, base, '.'), [])
  const paths = [...changedPaths(game.schema, from, rules), ...changes.map(({ key }) => pathOf(key))]
  // Files change lists as a whole.
  const whole = paths.map(path => {
    const list = path.findIndex(step => typeof step === 'number')
    return list < 0 ? path : path.slice(0, list)
  })
  const isBelow = (path: readonly PathStep[], other: readonly PathStep[]): boolean =>
    other.length < path.length && other.every((step, i) => step === path[i])
  const written = whole.filter(path => !whole.some(other => isBelow(path, other)))
  return { base, changes: new Map(written.map(path => [pathText(path), valueAtPath(patched, path)])) }
}

/** A patch as a rule set, with all that its rules differ by from one that everybody has: `run`, `compare` and `play` take its path. */
export function ruleFile(result: TuneResult, { changes, name }: TunedCandidate): string {
  const aims = result.goals.map(({ bound }) => `${bound.figure} ${bound.written}`).join(', ')
  const head = `${result.experiment.game}: ${name}\nFound by evenhand tune, for ${aims}.`
  const rules = layered(result, changes)
  return `${head.replace(/^/gm, '# ')}\n${stringify({ base: rules.base, ...Object.fromEntries(rules.changes) })}`
}

/** Commands to go on with from a patch, whose rule file is at `file`; for a game by its path, run in `folder`. */
export function nextCommands(
  result: TuneResult,
  file: string,
  folder?: string,
): { readonly compare: string; readonly play: string } {
  const game = gameWord(result.experiment, folder)
  const { base, changes } = layered(result, [])
  const now = [base, ...Array.from(changes, ([key, value]) => `${key}=${JSON.stringify(value)}`)].join(',')
  const patch = shellWord(file)
  return {
    compare: `evenhand compare ${game} ${shellWord(now)} ${patch} --agents greedy mcts`,
    play: `evenhand play ${game} --ruleset ${patch} --agents human,greedy --open`,
  }
}

/** What a patch moves besides its goals' figures, and which of the usual figures it doesn't change. */
export function otherWords(result: RunResult, { cell, findings }: PatchInLineup): string {
  const goals = new Set(findings.map(({ figure: { kind, index } }) => `${kind} ${index}`))
  const step = cell.game.info.step.label
  const own = comparisonsOf(result).filter(
    ({ variant, metric }) =>
      variant.cell.index === cell.cell.index && !goals.has(`${metric.kind} ${metric.index}`),
  )
  const shown = own.filter(one => isShown(one) && !isOfAsset(one))
  const still = own.filter(one => !isShown(one) && ['score', 'draws', 'length'].includes(one.metric.kind))
  const uses = own.filter(one => isShown(one) && one.metric.kind === 'uses')
  const more = new Set(uses.filter(one => one.difference > 0).map(({ metric }) => metric.label))
  const less = new Set(uses.filter(one => one.difference < 0).map(({ metric }) => metric.label))
  const usedText = (how: string, labels: ReadonlySet<string>): string[] =>
    labels.size === 0 ? [] : [`${how} use of ${inWords([...labels].slice(0, 4))}`]
  return [
    ...shown.slice(0, 3).map(one => movedText(one, step)),
    ...usedText('more', more),
    ...usedText('less', less),
    ...(still.length === 0
      ? []
      : [`no clear change in ${inWords(still.map(({ metric }) => headOf(metric, step)))}`]),
  ].join('; ')
}

/** How much the mean length changes, as a factor to either side, before a designer should hear of it. */
const STRETCHED = 2

/** Patches that meet the goals by matches of quite another length, and the goal that keeps the length; null if none does. */
export function lengthWords(result: TuneResult, patches: readonly ShownPatch[]): string | null {
  const { confirmed, goals } = result
  if (goals.some(({ bound }) => bound.figure === 'length')) return null
  const lengths = comparisonsOf(confirmed!).filter(one => one.metric.kind === 'length' && isShown(one))
  const changed = patches.flatMap(({ number, finding: { verdict, lineups } }) => {
    const { cell } = lineups[0]!.cell
    const own = lengths.find(({ variant }) => variant.cell.index === cell.index)
    const times = own ? own.after / own.before : 1
    if (verdict !== 'met' || (times < STRETCHED && times > 1 / STRETCHED)) return []
    return [{ number, before: own!.before }]
  })
  if (changed.length === 0) return null
  const { before } = changed[0]!
  const numbers = changed.map(({ number }) => String(number))
  const subject = numbers.length === 1 ? `Patch ${numbers[0]} makes` : `Patches ${inWords(numbers)} make`
  const goal = `'length ${Math.round(0.75 * before)}..${Math.round(1.25 * before)}'`
  return `${subject} matches much shorter or longer. To keep their length, add a goal such as ${goal}.`
}

const headOf = (metric: Comparison['metric'], step: string): string => metricHead(metric, step).split(',')[0]!

function movedText({ metric, before, after }: Comparison, step: string): string {
  const { unit } = FIGURES[metric.kind]
  const { scale, sign } = UNITS[unit]
  const now = (scale * after).toFixed(1)
  return `${headOf(metric, step)} ${(scale * before).toFixed(1)} → ${now}${unit === 'steps' ? ` ${step}s` : sign}`
}

/** How one candidate of the search stands with each goal. */
export function distancesOf(
  { goals }: TuneResult,
  { known }: Pick<TunedCandidate, 'known'>,
): readonly number[] {
  return goals.map(({ bound, tolerance }, g) => distance(bound, tolerance, known[g]?.mean ?? Number.NaN))
}

/** Candidates of which no other is nearer to one goal and no farther from any: the nearest in all first. */
export function frontOf(result: TuneResult): readonly TunedCandidate[] {
  const all = result.candidates
    .filter(({ refused }) => refused === undefined)
    .map(one => ({ one, at: distancesOf(result, one).map(value => Math.round(value * 10) / 10) }))
  const isBeaten = (at: readonly number[]): boolean =>
    all.some(
      ({ at: other }) =>
        other.every((value, g) => value <= at[g]!) && other.some((value, g) => value < at[g]!),
    )
  const seen = new Set<string>()
  return all
    .filter(({ at }) => !isBeaten(at))
    .sort((a, b) => a.one.loss - b.one.loss || a.one.changes.length - b.one.changes.length)
    .filter(({ at }) => !seen.has(String(at)) && seen.add(String(at)))
    .map(({ one }) => one)
}

/** The goal that the nearest candidate is farthest from; null if it is within all. */
export function obstacleOf(result: TuneResult): { readonly goal: number; readonly distance: number } | null {
  const nearest = frontOf(result)[0]
  if (!nearest) return null
  const distances = distancesOf(result, nearest)
  const most = Math.max(...distances)
  return most > 0 ? { goal: distances.indexOf(most), distance: most } : null
}

/** Whether and why more matches might change an answer of no patch. */
export function moreWords(result: TuneResult, patches: readonly PatchFinding[]): string {
  const { matches, changes } = result.experiment.tuning!
  // Without all of its matches, the time was too short (`timeWords`).
  const more =
    result.timedOut.length > 0 ? '.' : `: rerun with --matches ${2 * matches}, which continues the search.`
  if (patches.some(({ verdict }) => verdict === 'inconclusive')) return `More matches may settle it${more}`
  const best = Math.max(0, ...result.candidates.map(({ chance }) => chance || 0))
  if (best > 0.02) return `A longer search may find more${more}`
  const wider = changes < CHANGES_MAX ? `more changes (--changes ${changes + 1}), ` : ''
  return `More matches are unlikely to help: allow ${wider}other rules (--keys), or relax a goal.`
}

/** What the minutes left out; null if nothing. */
export function timeWords({ experiment, matches, timedOut }: TuneResult): string | null {
  if (timedOut.length === 0) return null
  const played = matches.search + matches.confirmation
  return `Time ran out in the ${inWords(timedOut)}: ${thousands(played)} of ${thousands(experiment.tuning!.matches)} matches were played. Rerun with more --minutes, or without, to continue.`
}

/** "2 patches meet all goals: draws < 10 % and length 20..40." */
export function headWords({ goals, baseline }: TuneResult, judged: readonly PatchFinding[]): string {
  const met = judged.filter(({ verdict }) => verdict === 'met').length
  const isMet =
    baseline.length > 0 &&
    goals.every(({ bound: { low, high } }, g) => {
      const now = baseline[g]!
      return now.low >= (low ?? -Infinity) && now.high <= (high ?? Infinity)
    })
  const all = `${goals.length === 1 ? 'the goal' : 'all goals'}: ${inWords(goals.map(({ bound }) => goalName(bound)))}.`
  if (isMet) return `The current rules already meet ${all}`
  return met > 0 ? `${counted(met, 'patch meets', 'patches meet')} ${all}` : `No patch clearly meets ${all}`
}

/** The baseline's figures in the search: "Now (standard, greedy vs greedy): draws 69.1 % ± 5.7." */
export function nowWords(result: TuneResult): string {
  const { experiment, goals, baseline } = result
  const base = figureTexts(result, baseline)
  const now = inWords(goals.map(({ bound }, g) => `${printable(bound.figure)} ${base[g]}`))
  return `Now (${printable(experiment.variants[0]!.name)}, ${printable(experiment.lineups[0]!.name)}): ${now}.`
}

/** "Tried 93 patches of 41 rules in 8,440 matches, then measured ..." */
export function spentWords({ candidates, experiment, matches }: TuneResult): string {
  const { learn, lineups } = experiment
  const hasStale = !learn && lineups.some(({ participants }) => participants.some(isLearner))
  const stale = hasStale
    ? " The trained players learned the current rules, not the patches'. Use --learn to train players on those, too."
    : ''
  return `Tried ${counted(candidates.length, 'patch', 'patches')} to ${counted(experiment.tuning!.space.keys.length, 'rule')} in ${counted(matches.search, 'match', 'matches')}, then measured the best on fresh seeds in ${counted(matches.confirmation, 'match', 'matches')}. Verdicts and their intervals allow for the number of patches (Holm) and stay valid if you check early.${stale}`
}

/** "draws < 10 %", "length 20..40" as people wrote them, and "length at most 29" for "..29". */
export const goalName = (bound: GateBound): string => printable(`${bound.figure} ${boundText(bound)}`)

function boundText({ written, low, high }: GateBound): string {
  if (!written.includes('..') || (low !== null && high !== null)) return written
  return low === null ? `at most ${written.replace('..', '')}` : `at least ${written.replace('..', '')}`
}

/** The goals that are not met, as the fresh seeds show the first patch, or the search the nearest one; else empty. */
export function wayWords(result: TuneResult, judged: readonly PatchFinding[]): string {
  const first = shownPatches(result, judged)[0]?.finding
  if (first?.verdict === 'met') return ''
  const findings = first?.lineups[0]?.findings ?? []
  const missed = findings.filter(({ verdict }) => verdict === 'not met')
  const open = missed.length > 0 ? missed : findings.filter(({ verdict }) => verdict !== 'met')
  const obstacle = first ? null : obstacleOf(result)
  const inWay = obstacle ? [result.goals[obstacle.goal]!] : open
  return inWay.length === 0 || result.goals.length === 1
    ? ''
    : `Hardest to meet: ${inWords(inWay.map(({ bound }) => goalName(bound)))}.`
}

/** Figures by goal of what played in the search. */
export function figureTexts({ goals }: TuneResult, known: TunedCandidate['known']): string[] {
  return goals.map(({ isPercent }, g) => {
    const one = known[g]
    return one ? `${one.mean.toFixed(1)}${isPercent ? ' %' : ''} ± ${(1.96 * one.error).toFixed(1)}` : '-'
  })
}
