/** What happened in a turn, in sentences: blows and their effects, and recruits. */
import { EVENTS, type Seat, type State } from '../../contract/index.ts'
import { KINDS, RECRUITS, type Rules, SIDES } from '../rules.ts'
import { BASE, CELLS, cellOf, GOLD, hpOf, isHomeTaken, kindOf, sideOn, TURNS } from '../state.ts'
import { Turns } from '../turn.ts'

/** The side of the turn last begun. */
export function sideToMove({ first }: Rules, s: State): Seat {
  const seat = SIDES.indexOf(first)
  return s[TURNS]! % 2 === 1 ? seat : 1 - seat
}

/** A turn that was played once more, up to recruiting, and what was recruited (0 is nothing). */
function watched(rules: Rules, before: State, after: State) {
  const seat = sideToMove(rules, after)
  const turns = new WatchedTurns(rules)
  const played = before.slice()
  const ended = turns.play(played, seat, new Int32Array(SIDES.length * KINDS.length * EVENTS.length))
  return { ended, played, seat, turns, recruit: recruitOf(rules, played, after, seat) }
}

/** The sentences of the turn that leads from one position to the next. */
export function storyOf(rules: Rules, before: State, after: State): string[] {
  const { ended, played, recruit, seat, turns } = watched(rules, before, after)
  return [
    ...incomes(rules, played, after, seat, recruit),
    ...turns.told,
    ...(ended ? [] : [recruiting(rules, after, seat, recruit)]),
  ]
}

/** The same turn in a few words: what a side took from the other, and what it recruited; that it struck only if that took nothing. */
export function briefOf(rules: Rules, before: State, after: State): string[] {
  const { played, recruit, seat, turns } = watched(rules, before, after)
  const side = SIDES[seat]
  const other = 1 - seat
  const base = before[BASE + other]! - played[BASE + other]!
  const losses = [...turns.lost, ...(base > 0 ? [`${base} of its base`] : [])]
  return [
    ...losses.map(loss => `${SIDES[other]} loses ${loss}`),
    ...(turns.told.length > 0 && losses.length === 0 ? [`${side} strikes without a kill`] : []),
    ...(recruit > 0 ? [`${side} recruits ${KINDS[recruit - 1]}`] : []),
  ]
}

/** Turns that tell of every blow, and of what the other side loses by it. */
class WatchedTurns extends Turns {
  readonly told: string[] = []
  /** "infantry on 5". */
  readonly lost: string[] = []
  readonly #rules: Rules

  constructor(rules: Rules) {
    super(rules)
    this.#rules = rules
  }

  protected override strike(
    s: State,
    seat: Seat,
    position: number,
    front: number,
    events: Int32Array,
  ): boolean {
    const before = s.slice()
    const struck = super.strike(s, seat, position, front, events)
    const cell = cellOf(this.#rules.cells, seat, position)
    if (!struck) return false
    this.told.push(blow(this.#rules, before, s, seat, cell))
    for (let at = 0; at < this.#rules.cells; at++)
      if (before[CELLS + at] !== 0 && s[CELLS + at] === 0)
        this.lost.push(`${KINDS[kindOf(before[CELLS + at]!)]} on ${at + 1}`)
    return true
  }
}

/** "A's infantry", by what stood on a cell. */
function unitOn(s: State, cell: number): string {
  return `${SIDES[sideOn(s, cell)]}'s ${KINDS[kindOf(s[CELLS + cell]!)]} on ${cell + 1}`
}

/** One blow by the unit on a cell: it stays there, so whatever else differs is what came of the blow. */
function blow(rules: Rules, before: State, after: State, seat: Seat, striker: number): string {
  const effects: string[] = []
  for (let cell = 0; cell < rules.cells; cell++) {
    const [was, is] = [before[CELLS + cell]!, after[CELLS + cell]!]
    if (was === is || cell === striker) continue
    effects.push(is === 0 ? `kills ${unitOn(before, cell)}` : hit(unitOn(before, cell), hpOf(was), hpOf(is)))
  }
  const base = BASE + 1 - seat
  if (after[base] !== before[base]) {
    const target = `${SIDES[1 - seat]}'s base`
    effects.push(
      before[base]! > 0 && after[base]! <= 0
        ? `destroys ${target}`
        : hit(target, before[base]!, after[base]!),
    )
  }
  const became = kindOf(after[CELLS + striker]!)
  const spoils = [
    ...SIDES.flatMap((side, to) => {
      const gold = after[GOLD + to]! - before[GOLD + to]!
      return gold > 0 ? [`${side} earns ${gold} gold`] : []
    }),
    ...(became === kindOf(before[CELLS + striker]!) ? [] : [`it becomes a ${KINDS[became]}`]),
  ]
  const did = effects.length === 0 ? 'strikes without effect' : effects.join(' and ')
  return `${unitOn(before, striker)} ${did}${spoils.map(spoil => `; ${spoil}`).join('')}`
}

function hit(target: string, was: number, is: number): string {
  return `hits ${target} for ${was - is} (${is} left)`
}

/** What a side recruited, as an action: 0 is nothing. `played` is the position before recruiting. */
function recruitOf({ cells }: Rules, played: State, after: State, seat: Seat): number {
  const home = CELLS + (seat === 0 ? 0 : cells - 1)
  return played[home] === 0 && after[home] !== 0 ? 1 + kindOf(after[home]!) : 0
}

const priceOf = ({ units }: Rules, kind: number): number => units[KINDS[kind] as 'infantry'].price

/** What the sides were paid before the turn, if it is the first of a round. */
function incomes(rules: Rules, played: State, after: State, seat: Seat, recruit: number): string[] {
  const paid = SIDES.map((_, to) => {
    const spent = to === seat && recruit > 0 ? priceOf(rules, recruit - 1) : 0
    return after[GOLD + to]! + spent - played[GOLD + to]!
  })
  if (paid.every(gold => gold === 0)) return []
  if (paid.every(gold => gold === paid[0])) return [`both sides get ${paid[0]} gold`]
  return [`${SIDES.map((side, to) => `${side} gets ${paid[to]} gold`).join(', ')}`]
}

/** What is recruited, by kind. */
const A_RECRUIT = ['infantry', 'an archer', 'a catapult'] as const

function recruiting(rules: Rules, after: State, seat: Seat, recruit: number): string {
  const side = SIDES[seat]
  if (recruit > 0) {
    return `${side} recruits ${A_RECRUIT[recruit - 1]} for ${priceOf(rules, recruit - 1)} gold`
  }
  const cheapest = Math.min(...Array.from({ length: RECRUITS }, (_, kind) => priceOf(rules, kind)))
  if (isHomeTaken(after, rules.cells, seat))
    return `${side} cannot recruit: a unit stands on the cell of its base`
  if (after[GOLD + seat]! < cheapest) return `${side} cannot recruit: its gold buys nothing`
  return `${side} recruits nothing`
}
