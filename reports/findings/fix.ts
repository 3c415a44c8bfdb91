/** The commands that a report ends with: to look for a fix where a seat is favoured, a bound isn't met, or a goal isn't reached. */
import { basename, relative, resolve, sep } from 'node:path'
import { changedPaths, pathText, shellWord, valueAtPath } from '../../documents/index.ts'
import { parseFormat } from '../../engine/modules/index.ts'
import { findGame, isLoaded, listRulesets, readRuleset, resolveRules } from '../../engine/registry/index.ts'
import type { CellResult, RunResult } from '../../sim/chunks/results.ts'
import { type Experiment, type GateBound, gameNameOf, type Variant } from '../../sim/experiment/index.ts'
import { matchesOf } from '../../sim/figures/reading.ts'
import { SEQUENTIAL } from '../../sim/stats/looks.ts'
import { about, short } from '../formatting.ts'
import { ADVISED_MIN, adviceOn } from './advice.ts'
import { gateOf } from './gate/gate.ts'
import { goalsOf } from './gate/goals.ts'
import { mirrorsOf } from './order.ts'
import { cellFinding, verdictsOf } from './verdicts/verdicts.ts'

type Bound = Pick<GateBound, 'figure' | 'written'>

/** `evenhand tune elephant-golems --goal 'draws < 10 %' --agents greedy`, for the game of a cell. */
function tuneCommand(
  { experiment }: Pick<RunResult, 'experiment'>,
  { cell: { variant, lineup } }: Pick<CellResult, 'cell'>,
  goals: readonly Bound[],
  folder: string | undefined,
): string {
  const labels = lineup.participants.map(({ label }) => label)
  const agents = new Set(labels).size === 1 ? labels[0]! : labels.join(',')
  return [
    ...gameWords('tune', experiment, variant, folder),
    `--goal ${[...new Set(goals.map(({ figure, written }) => `'${figure} ${written}'`))].join(' ')}`,
    ...(agents === 'greedy' ? [] : [`--agents ${shellWord(agents)}`]),
  ].join(' ')
}

/** "evenhand tune elephant-men", with the options that make a variant's rules. */
function gameWords(
  command: string,
  experiment: Experiment,
  variant: Variant,
  folder: string | undefined,
): string[] {
  return [`evenhand ${command} ${gameWord(experiment, folder)}`, ...rulesWords(experiment, variant)]
}

/** What a shell takes for a game in `folder`: its id or its module's path. By default, the folder is the module's own. */
export function gameWord(experiment: Pick<Experiment, 'game' | 'source'>, folder?: string): string {
  if (!experiment.source) return shellWord(experiment.game)
  const { file } = parseFormat(gameNameOf(experiment))
  const path = folder === undefined ? basename(file) : relative(folder, resolve(folder, file))
  return shellWord(path.includes(sep) ? path : `.${sep}${path}`)
}

/** The options that make a variant's rules. */
function rulesWords(experiment: Experiment, { ruleset, rules }: Variant): string[] {
  const name = gameNameOf(experiment)
  // Without its code, a game's rule sets are unknown.
  if (!isLoaded(name)) return []
  const game = findGame(name)
  const set = ruleset === game.ruleset ? [] : [`--ruleset ${shellWord(ruleset)}`]
  // What else lies in a file of the user's is in no report.
  if (!listRulesets(game).includes(ruleset)) return set
  const base = resolveRules(game, readRuleset(game, ruleset, '.'), [])
  const changes = changedPaths(game.schema, base, rules).map(path =>
    shellWord(`${pathText(path)}=${JSON.stringify(valueAtPath(rules, path))}`),
  )
  return changes.length === 0 ? set : [...set, `--rules ${changes.join(' ')}`]
}

/** The command for what a run shows to be amiss, to be run in `folder`; null if nothing is. */
export function fixOf(result: RunResult, folder?: string): string | null {
  const open = goalsOf(result).filter(({ needed }) => needed !== 0)
  if (open.length > 0) {
    const { cell } = open[0]!.now
    const own = open.filter(({ now }) => now.cell === cell)
    return tuneCommand(
      result,
      cell,
      own.map(({ bound }) => bound),
      folder,
    )
  }
  const missed = gateOf(result).filter(({ verdict, figure }) => verdict === 'not met' && !figure.change)
  const [first] = missed
  if (first) {
    const own = missed.filter(({ cell }) => cell === first.cell)
    return tuneCommand(
      result,
      first.cell,
      own.map(({ bound }) => bound),
      folder,
    )
  }
  const { margin, seats } = result.experiment
  const [cell] = mirrorsOf(result, 0)
  if (!cell || cell.game.info.roles || cellFinding(cell, margin) !== 'favours') return null
  const [even, off] = [100 / seats.length, 100 * margin]
  const written = `${short(Math.max(0, even - off))}..${short(even + off)}`
  const bounds =
    seats.length === 2
      ? [{ figure: 'first-seat', written }]
      : seats.map(seat => ({ figure: `seat.${seat}`, written }))
  return tuneCommand(result, cell, bounds, folder)
}

/** Times the matches that show a fair game to be fair, after which a run gives up that would stop by itself. */
const GIVE_UP = 1.5

/** The command that plays afresh until there is a verdict; null unless the strongest player's is open for lack of matches. */
export function decideOf(result: RunResult, folder?: string): string | null {
  const { margin, learn, seed } = result.experiment
  const [cell] = mirrorsOf(result, 0)
  if (!cell || learn || cell.cell.lineup.stop || cellFinding(cell, margin) !== 'inconclusive') return null
  const open = verdictsOf(cell, margin).filter(({ kind }) => kind === 'inconclusive')
  if (matchesOf(cell) < ADVISED_MIN || open.some(({ disputed }) => disputed)) return null
  const most = GIVE_UP * adviceOn({ ...cell, look: SEQUENTIAL }, open).fair
  if (!Number.isFinite(most)) return null
  return [
    ...gameWords('play', result.experiment, cell.cell.variant, folder),
    `--agents ${shellWord(cell.cell.lineup.participants[0]!.label)}`,
    `--decide 'fair within ${short(100 * margin)}'`,
    `--matches ${about(most).replaceAll(',', '')}`,
    // These matches raised the question, so others have to answer it.
    `--seed ${shellWord(otherSeed(seed))}`,
  ].join(' ')
}

/** "2" after "1"; "night-2" after "night". */
function otherSeed(seed: string): string {
  return /^\d{1,9}$/.test(seed) ? String(Number(seed) + 1) : `${seed}-2`
}
