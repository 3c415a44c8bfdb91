/** Checks: a run against its experiment's bounds, by itself or with a baseline. */
import { InputError } from '../../documents/index.ts'
import { type GateFinding, gateOf, judgeGate } from '../../reports/findings/gate/gate.ts'
import type { CellResult, RunResult } from '../../sim/chunks/results.ts'
import { type Experiment, playerKey, type Variant, wholeVariants } from '../../sim/experiment/index.ts'
import { CHANGE } from '../../sim/figures/registry.ts'
import { codeHash } from '../../sim/store/code.ts'
import { addUpJournals, journalFolders } from '../folders/journals.ts'

export interface Check {
  /** The experiment, with the baseline's variants if they can be replayed. */
  readonly experiment: Experiment
  /** Whether changes are counted from other blocks than the run's. */
  readonly unpaired: boolean
  /** A finding for each bound and cell, from a result of that experiment, complete or not. */
  judge(result: RunResult): GateFinding[]
}

/**
 * Prepares a check of an experiment's gate. Without a baseline, changes are counted from each variant's
 * reference.
 *
 * `baseline` is the folder of a run of the same game; a variant is compared with the one of its name, or the
 * first. If this code played it, its variants are replayed beside the experiment's, for differences block by
 * block on the same seeds; else the folder's figures are compared, whatever their seeds. Throws an InputError
 * for a missing gate, changes from nothing, or a folder of another game; a RefusedError as `readRun` does.
 */
export function prepareCheck(
  experiment: Experiment,
  {
    baseline,
    label = 'experiment',
  }: { readonly baseline?: string | undefined; readonly label?: string } = {},
): Check {
  const gate = experiment.gate ?? []
  if (gate.length === 0)
    throw new InputError(label, 'has no gate, expected bounds such as gate: { first-seat: 48..52 }')
  const change = gate.find(({ figure }) => figure.startsWith(CHANGE))?.figure
  if (baseline === undefined) {
    if (change && experiment.variants.length === 1)
      throw new InputError(label, `asks for ${change}, expected a baseline or a second variant`)
    return { experiment, unpaired: false, judge: gateOf }
  }
  if (!change)
    throw new InputError(
      label,
      'has no bound on a change, which --baseline needs; expected one such as gate: { change.draws: -2..2 }',
    )
  return againstBaseline(experiment, gate, baseline)
}

function againstBaseline(experiment: Experiment, gate: NonNullable<Experiment['gate']>, dir: string): Check {
  const { header, results } = addUpJournals(journalFolders(dir))
  const { game, seats, variants } = header.experiment
  if (game !== experiment.game || seats.length !== experiment.seats.length)
    throw new InputError(
      dir,
      `holds a run of ${game} with ${seats.length} seats, expected a run of ${experiment.game} with ${experiment.seats.length}`,
    )
  const beforeOf = ({ name }: Variant) => variants.find(other => other.name === name) ?? variants[0]!
  if (header.code === codeHash()) return together(experiment, gate, beforeOf)
  const before = results.result().cells
  const judge = ({ cells }: RunResult) =>
    judgeGate(gate, cells, ({ cell: { variant, lineup } }) => {
      const cell = before.find(
        other =>
          other.cell.variant.name === beforeOf(variant).name &&
          samePlayers(other.cell.lineup.participants, lineup.participants),
      )
      return cell ? { cell, paired: false } : null
    })
  const kept = gate.map(bound =>
    bound.figure.startsWith(CHANGE) ? { ...bound, outside: true as const } : bound,
  )
  return { experiment: { ...experiment, gate: kept }, unpaired: true, judge }
}

type Players = CellResult['cell']['lineup']['participants']

function samePlayers(a: Players, b: Players): boolean {
  return a.length === b.length && a.every((player, i) => playerKey(player) === playerKey(b[i]!))
}

/**
 * Replays the baseline's variants: one for all if they share it, else each before its own. Probing variants
 * have no bounds, and are left out.
 */
function together(
  experiment: Experiment,
  gate: NonNullable<Experiment['gate']>,
  beforeOf: (variant: Variant) => Variant,
): Check {
  const { probing: _, ...asked } = experiment
  const variants = wholeVariants(experiment)
  const names = new Set(variants.map(({ name }) => name))
  const beforeCalled = (before: Variant, own: string): Variant => {
    let name = `${own} before`
    while (names.has(name)) name = `${name}, before`
    return { ...before, name }
  }
  const shared = beforeOf(variants[0]!)
  const isShared = variants.every(variant => beforeOf(variant) === shared)
  const played = isShared
    ? [beforeCalled(shared, shared.name), ...variants]
    : variants.flatMap(variant => [beforeCalled(beforeOf(variant), variant.name), variant])
  // No bounds apply to the old rules.
  const bounds = gate.flatMap(bound =>
    bound.variant === undefined ? [...names].map(variant => ({ ...bound, variant })) : [bound],
  )
  return {
    experiment: {
      ...asked,
      variants: played,
      against: isShared ? 'baseline' : 'previous',
      gate: bounds,
    },
    unpaired: false,
    judge: gateOf,
  }
}
