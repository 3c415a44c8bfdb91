/** The list of figures, and what of them a game has: names for gates, and what is compared block by block. */
import type { Game, GameInfo } from '../../engine/contract/index.ts'
import { layoutMeasures, type Pair } from '../tally/pairs.ts'
import { ASSETS } from './assets.ts'
import { COURSE } from './course.ts'
import { ABOUT, type Figure, type FigureUnit, type Paired, type SideTable, type Thing } from './figure.ts'
import { OUTCOMES } from './outcomes.ts'
import { FEELS } from './qualities.ts'

const DECLARED = { ...OUTCOMES, ...COURSE, ...FEELS, ...ASSETS }
/** What names a figure. */
export type FigureId = keyof typeof DECLARED

/** Every figure that gates or comparisons tell of, in the order in which messages list them. */
export const FIGURES: Readonly<Record<FigureId, Figure>> = DECLARED
const ALL = Object.entries(FIGURES) as readonly (readonly [FigureId, Figure])[]

/** Ids of columns that a figure declares for a table of seats or agents. */
export type SideColumnId<F extends FigureId, T extends SideTable> = F extends FigureId
  ? (typeof DECLARED)[F] extends { readonly columns: readonly (infer C)[] }
    ? C extends { readonly id: infer Id extends string; readonly tables: readonly (infer In)[] }
      ? T extends In
        ? Id
        : never
      : never
    : never
  : never

/** Ids of those that figures declare for tables of assets. */
export type AssetColumnId = {
  [F in FigureId]: (typeof DECLARED)[F] extends { readonly units: { readonly id: infer Id } } ? Id : never
}[FigureId]

/** Before a figure's name: its difference from that of the reference. */
export const CHANGE = 'change.'

/** A figure that a bound may be on. */
export interface GateFigure {
  readonly kind: FigureId
  /** Of the things that it is about, as `ABOUT` lists them; 0 where there is one figure only. */
  readonly index: number
  readonly unit: FigureUnit
  /** Whether it is the figure's difference from that of the reference. */
  readonly change: boolean
}

/**
 * Every figure of a game by its name in gates. Assets that share a name have their group before it:
 * `use.tile/Quarry`.
 */
export function gateFigures(info: GameInfo): ReadonlyMap<string, GateFigure> {
  const figures = new Map<string, GateFigure>()
  for (const [kind, { about, anytime, first, gate, isIn, paired, unit }] of ALL) {
    if (gate === null || isIn?.(info) === false) continue
    for (const [index, { names, isIdle }] of ABOUT[about].things(info).entries()) {
      if (isIdle) continue
      for (const name of [...(first && index === 0 ? [first] : []), [gate, ...names].join('.')]) {
        if (anytime) figures.set(name, { kind, index, unit, change: false })
        if (paired) figures.set(`${CHANGE}${name}`, { kind, index, unit, change: true })
      }
    }
  }
  return figures
}

/** What goals of levers may be on, as errors name them (`first-seat`, `seat.SEAT`): figures whose differences reports tell, or those of another that moves with them. */
export const GOAL_PATTERNS = ALL.flatMap(([, figure]) => {
  const { about, first, gate } = figure
  if (gate === null || !isMovable(figure)) return []
  return [...(first ? [first] : []), ...ABOUT[about].patterns.map(pattern => gate + pattern)]
})

/** Whether reports say which way levers move a figure. */
export function isMovable({ anytime, movedBy, paired }: Figure): boolean {
  return anytime !== undefined && (paired?.isTold === true || movedBy !== undefined)
}

/** A figure of one thing, compared block by block between two variants. */
export interface Metric extends Pair {
  /** The figure, then the thing: `role:ROLE`, `score:SEAT`, `draws`, `uses:ASSET`, `own`, `own:SEAT`, `gauge:GAUGE:SEAT`. */
  readonly id: string
  readonly kind: FigureId
  /** The thing in the variant, as `ABOUT` lists it. */
  readonly index: number
  /** The seat's name or the asset's label; empty for the others. */
  readonly label: string
}

/** Those that comparisons.csv tells: its metrics as it writes them, and what they mean. */
export const COMPARED_METRICS = ALL.flatMap(([kind, { about, paired }]) => {
  if (!paired?.isTold || paired.meaning === undefined) return []
  const { family, meaning } = paired
  const pattern = `${kind}${ABOUT[about].patterns[0]!.replace('.', ':')}`
  return [{ kind, pattern, meaning, family: family(0) }]
})

/** The figures of assets that comparisons tell, and behind how often one is used: "per match". */
export const ASSET_USES = ALL.flatMap(([kind, { about, paired, words }]) =>
  about === 'asset' && paired?.isTold ? [{ kind, rate: words.rate! }] : [],
)

/** How a metric is compared. */
export function pairedOf({ kind }: Pick<Metric, 'kind'>): Paired {
  return FIGURES[kind].paired!
}

/**
 * The metric that tells a figure's difference block by block, and -1 if the figure falls as it rises;
 * undefined if none does.
 */
export function pairedMetric(
  { metrics, layout }: { readonly metrics: readonly Metric[]; readonly layout: { readonly seats: number } },
  { kind, index }: Pick<GateFigure, 'kind' | 'index'>,
): { readonly metric: Metric; readonly sign: 1 | -1 } | undefined {
  const told = FIGURES[kind].movedBy ?? kind
  // Of two seats, one gets what the other loses: only the first one's difference is kept.
  const isOther = FIGURES[kind].paired?.isShared === true && index === 1 && layout.seats === 2
  const metric = metrics.find(one => one.kind === told && one.index === (isOther ? 0 : index))
  return metric && { metric, sign: isOther ? -1 : 1 }
}

/**
 * The metrics that two variants of a game share: of all matches and the first seat, of seats, then of assets.
 */
export function metricsOf(reference: Game, variant: Game): Metric[] {
  const { info } = variant
  const found = ALL.flatMap(([kind, { about, first, isIn, paired }]) => {
    if (!paired || about === 'agent' || [reference.info, info].some(one => isIn?.(one) === false)) return []
    if (paired.isPerTurn && reference.info.step.perTurn !== info.step.perTurn) return []
    // Ratios come last, as `layoutPairs` has them.
    const rank = (index: number) =>
      paired.per ? RANKS.length : first && index === 0 ? RANKS.indexOf('run') : RANKS.indexOf(about)
    const after = ABOUT[about].things(info)
    const before = [...ABOUT[about].things(reference.info).entries()]
    return (paired.isShared && before.length === 2 ? before.slice(0, 1) : before).flatMap(([at, thing]) => {
      const index = after.findIndex(({ key }) => key === thing.key)
      if (index < 0) return []
      const measured = {
        reference: paired.measure(layoutMeasures(reference.info), at),
        variant: paired.measure(layoutMeasures(info), index),
        ...(paired.per && {
          per: {
            reference: paired.per(layoutMeasures(reference.info), at),
            variant: paired.per(layoutMeasures(info), index),
          },
        }),
      }
      return [{ rank: rank(at), metric: { ...named(kind, thing), index, ...measured } }]
    })
  })
  return found.sort((a, b) => a.rank - b.rank).map(({ metric }) => metric)
}

/** The index of a metric's thing in a game by other rules; -1 if it has none. */
export function indexIn(other: GameInfo, { kind, index }: Metric, info: GameInfo): number {
  const { things } = ABOUT[FIGURES[kind].about]
  const { key } = things(info)[index]!
  return things(other).findIndex(thing => thing.key === key)
}

const RANKS = ['role', 'run', 'seat', 'asset', 'seat or all', 'gauge'] as const

function named(kind: FigureId, { ids, label, names }: Thing): Pick<Metric, 'id' | 'kind' | 'label'> {
  return { id: [kind, ...(ids ?? names)].join(':'), kind, label }
}

/**
 * What is measured where the first agent does without an asset: its score, overall and in each seat, and all
 * uses.
 */
export function metricsWithout({ info }: Game, asset: number): Metric[] {
  const at = layoutMeasures(info)
  const measured = (kind: FigureId, thing: Thing, index: number): Metric => {
    const measure = pairedOf({ kind }).measure(at, index)
    return { ...named(kind, thing), index, reference: measure, variant: measure }
  }
  return [
    ...ABOUT.agent.things(info).map((thing, index) => measured('own', thing, index)),
    measured('uses', ABOUT.asset.things(info)[asset]!, asset),
  ]
}
