/** A gate: bounds on the figures of an experiment, as its file gives them, and the names of figures that they may be on. */
import { type Document, didYouMean, InputError, Mistakes, section, show } from '../../documents/index.ts'
import { type CompiledGame, type GameInfo, payoffGauge } from '../../engine/contract/index.ts'
import type { ExperimentFile } from './schema.ts'
import type { GateBound, Lineup, Variant } from './types.ts'

/** What a figure counts: shares of matches or of a win, steps, payoffs on the scale of the game, uses a match, values of a gauge. */
export type FigureUnit = 'percent' | 'steps' | 'payoff' | 'uses' | 'gauge'

/** A figure that a bound may be on. */
export interface Figure {
  readonly kind:
    | 'score'
    | 'payoff'
    | 'draws'
    | 'turn-limit'
    | 'forfeits'
    | 'length'
    | 'use'
    | 'lead'
    | 'gauge'
  /**
   * The seat or the asset; 0 where there is one figure only, and the number of seats for the lead of whoever leads. Of a gauge, gauge * (seats + 1) +
   * seat, with the number of seats for the mean over all of them.
   */
  readonly index: number
  readonly unit: FigureUnit
  /** Whether it is the figure's difference from that of the reference. */
  readonly change: boolean
}

/** How figures are named, for help and errors. */
const NAMES =
  'first-seat, seat.SEAT, draws, turn-limit, forfeits, length, lead, lead.SEAT, gauge.GAUGE, gauge.GAUGE.SEAT, payoff.SEAT, use.ASSET'
const CHANGES =
  'change.first-seat, change.seat.SEAT, change.draws, change.length, change.lead, change.lead.SEAT, change.gauge.GAUGE, change.gauge.GAUGE.SEAT, change.payoff.SEAT, change.uses.ASSET'

/** Every figure of a game by its name. Of assets that share a name, each has its group before it: `use.tile/Quarry`. */
export function figuresOf(info: GameInfo): ReadonlyMap<string, Figure> {
  const figures = new Map<string, Figure>()
  const add = (name: string, kind: Figure['kind'], unit: FigureUnit, index = 0) =>
    figures.set(name, { kind, index, unit, change: name.startsWith('change.') })
  for (const prefix of ['', 'change.']) {
    add(`${prefix}first-seat`, 'score', 'percent')
    add(`${prefix}draws`, 'draws', 'percent')
    add(`${prefix}length`, 'length', 'steps')
    for (const [index, seat] of info.seats.entries()) {
      add(`${prefix}seat.${seat}`, 'score', 'percent', index)
      if (payoffGauge(info) >= 0) add(`${prefix}payoff.${seat}`, 'payoff', 'payoff', index)
      add(`${prefix}lead.${seat}`, 'lead', 'gauge', index)
    }
    add(`${prefix}lead`, 'lead', 'gauge', info.seats.length)
    for (const [gauge, { id, zeroSum }] of info.gauges.entries()) {
      const first = gauge * (info.seats.length + 1)
      for (const [seat, name] of info.seats.entries())
        add(`${prefix}gauge.${id}.${name}`, 'gauge', 'gauge', first + seat)
      // Over all seats, a zero-sum gauge is 0.
      if (!zeroSum) add(`${prefix}gauge.${id}`, 'gauge', 'gauge', first + info.seats.length)
    }
  }
  add('turn-limit', 'turn-limit', 'percent')
  add('forfeits', 'forfeits', 'percent')
  for (const [index, { id, group }] of info.assets.entries()) {
    const isAlone = info.assets.every((other, i) => i === index || other.id !== id)
    const name = isAlone ? id : `${group}/${id}`
    add(`use.${name}`, 'use', 'percent', index)
    add(`change.uses.${name}`, 'use', 'uses', index)
  }
  return figures
}

const NUMBER = String.raw`-?\d+(?:\.\d+)?`
const UNIT = String.raw`\s*(%|points|steps)?`
const RANGE = new RegExp(`^\\s*(${NUMBER})?\\s*\\.\\.\\s*(${NUMBER})?${UNIT}\\s*$`)
const SIDE = new RegExp(`^\\s*(<=?|>=?)\\s*(${NUMBER})${UNIT}\\s*$`)

interface Ends {
  readonly low: number | null
  readonly high: number | null
  /** What stands behind the number, '' if nothing. */
  readonly unit: string
}

/** A bound as people write it: `48..52`, `10..`, `< 5 %`; null if it is none. */
function endsOf(written: string): Ends | null {
  const end = (text: string | undefined) => (text === undefined ? null : Number(text))
  const range = RANGE.exec(written)
  if (range) {
    const [, low, high, unit = ''] = range
    return low === undefined && high === undefined ? null : { low: end(low), high: end(high), unit }
  }
  const side = SIDE.exec(written)
  if (!side) return null
  const [, sign, number, unit = ''] = side
  return sign!.startsWith('<')
    ? { low: null, high: Number(number), unit }
    : { low: Number(number), high: null, unit }
}

/** The units that may stand behind a bound, the usual one first. */
function unitsOf({ unit, change }: Figure): readonly string[] {
  if (unit === 'steps') return ['steps']
  if (unit !== 'percent') return []
  return change ? ['points', '%'] : ['%']
}

/** What a gate's names stand for. */
interface Named {
  readonly games: readonly CompiledGame[]
  readonly variants: readonly Variant[]
  readonly lineups: readonly Lineup[]
}

/** The bounds of a file's gate, in its order; `place` is where it has them. Throws an InputError for all their mistakes. */
export function resolveGate(
  place: Document,
  gate: NonNullable<ExperimentFile['gate']>,
  named: Named,
): GateBound[] {
  const parts = Array.isArray(gate)
    ? gate.map((part, i) => ({ part, own: section(place, [i]), bounds: section(place, [i, 'bounds']) }))
    : [{ part: { bounds: gate }, own: place, bounds: place }]
  const mistakes = new Mistakes()
  const resolved: GateBound[] = []
  for (const { part, own, bounds } of parts) {
    const at = mistakes.try(() => placesOf(own, part, named))
    for (const [figure, written] of Object.entries(part.bounds)) {
      const ends = mistakes.try(() => boundOf(bounds, figure, written, named.games))
      if (ends && at)
        resolved.push({ figure, written: String(written).trim(), low: ends.low, high: ends.high, ...at })
    }
  }
  mistakes.throw()
  return resolved
}

/** The line-up and the variant that a part of a gate is for, by their names in reports. */
function placesOf(
  own: Document,
  part: { readonly lineup?: string | undefined; readonly variant?: string | undefined },
  { variants, lineups }: Named,
): Pick<GateBound, 'lineup' | 'variant'> {
  const { lineup, variant } = part
  // Of an agent that plays all seats, its name is enough.
  const found = lineups.find(
    ({ name, participants }) => name === lineup || participants.every(({ label }) => label === lineup),
  )
  if (lineup !== undefined && !found)
    throw unknown(
      own,
      'lineup',
      lineup,
      lineups.map(({ name }) => name),
    )
  if (variant !== undefined && !variants.some(({ name }) => name === variant))
    throw unknown(
      own,
      'variant',
      variant,
      variants.map(({ name }) => name),
    )
  return {
    ...(found && lineup !== undefined ? { lineup: found.name } : {}),
    ...(variant === undefined ? {} : { variant }),
  }
}

function unknown(own: Document, key: string, written: string, names: readonly string[]): InputError {
  const some = names.slice(0, 10).map(show).join(', ')
  return new InputError(
    own.file,
    `unknown ${key} ${show(written)}, expected ${some}${didYouMean(written, names)}`,
    own.at([key]),
  )
}

function boundOf(
  place: Document,
  name: string,
  written: string | number,
  games: readonly CompiledGame[],
): Ends {
  const figures = games.map(({ info }) => figuresOf(info))
  const figure = figures.find(known => known.has(name))?.get(name)
  if (!figure) throw unknownFigure(place, name, [...new Set(figures.flatMap(known => [...known.keys()]))])
  const ends = typeof written === 'string' ? endsOf(written) : null
  const refuse = (text: string): never => {
    throw new InputError(place.file, `${name} is ${show(written)}, expected ${text}`, place.at([name]))
  }
  if (!ends) return refuse('a bound such as 48..52, 10.., "< 5 %" or "> 10 %"')
  const { low, high, unit } = ends
  const units = unitsOf(figure)
  if (unit !== '' && !units.includes(unit))
    refuse(units.length === 0 ? 'a bound without a unit' : `a bound in ${units.join(' or ')}`)
  if (low !== null && high !== null && low > high) refuse('the lower end first')
  const least = figure.unit !== 'percent' ? null : figure.change ? -100 : 0
  if (least !== null && [low, high].some(end => end !== null && (end < least || end > 100)))
    refuse(`${least} to 100 ${units[0]}`)
  return ends
}

function unknownFigure(place: Document, name: string, names: readonly string[]): InputError {
  const twins = names.filter(
    known => known.startsWith(name.split('.')[0]!) && known.endsWith(`/${name.split('.').at(-1)}`),
  )
  const hint = twins.length > 0 ? `; did you mean ${twins.join(' or ')}?` : didYouMean(name, names)
  const expected = name.startsWith('change.') ? CHANGES : `${NAMES}, or change. before one of them`
  return new InputError(
    place.file,
    `unknown figure ${show(name)}, expected ${expected}${hint}`,
    place.at([name], 'key'),
  )
}

/** Figures whose differences are known block by block, or nearly: for shares of matches with a use, those of uses a match. */
const MOVABLE: readonly Figure['kind'][] = ['score', 'payoff', 'draws', 'length', 'use']

/** The bounds that levers are to reach. Throws an InputError for all their mistakes. */
export function resolveGoals(
  place: Document,
  goal: Readonly<Record<string, string | number>>,
  named: Named,
): GateBound[] {
  const mistakes = new Mistakes()
  const bounds = mistakes.try(() => resolveGate(place, goal, named)) ?? []
  for (const { figure } of bounds) {
    const { kind, change } = figuresOf(named.games[0]!.info).get(figure)!
    if (change || !MOVABLE.includes(kind))
      mistakes.add(
        new InputError(
          place.file,
          `found the goal ${figure}, expected first-seat, seat.SEAT, draws, length, payoff.SEAT or use.ASSET`,
          place.at([figure], 'key'),
        ),
      )
  }
  mistakes.throw()
  return bounds
}
