/** Matches as text, a line a turn. */
import type { GameInfo, State } from '../../engine/contract/index.ts'
import { lacksGauges } from '../../engine/plain/index.ts'
import { framesOf, type MatchRecord } from '../../library/command.ts'
import { WIDTH_MIN } from './matches.ts'

/** What stands between decisions, and between what seats did by several verbs. */
const BETWEEN = '; '

/** A turn of a match: what was decided in it, or what happened if the game says it in a few words, and the headline gauge at its end by seat. */
interface Turn {
  readonly turn: number
  readonly events: readonly string[]
  readonly values: readonly number[]
}

function turnsOf(record: MatchRecord): Turn[] {
  const { game } = record
  const { gauges, seats } = game.info
  const { brief } = game.text
  const values = new Int32Array(gauges.length * seats.length)
  const turns: Turn[] = []
  let before: State | null = null
  let told = 0
  for (const { state, turn, decisions } of framesOf(record)) {
    if (before) {
      const now = brief ? brief(before, state) : record.decisions.slice(told, decisions)
      const last = turns.at(-1)?.turn === turn ? turns.pop() : undefined
      game.gauge(state, values, 0)
      turns.push({
        turn,
        events: [...(last?.events ?? []), ...now],
        values: [...values.subarray(0, seats.length)],
      })
    }
    before = state.slice()
    told = decisions
  }
  return turns
}

/** A line a turn: what was decided or happened in it, as far as there is room, and the headline gauge at its end. */
export function briefOf(record: MatchRecord, width: number): string {
  const { game } = record
  const [{ id, zeroSum }] = game.info.gauges as readonly [GameInfo['gauges'][number]]
  const turns = turnsOf(record)
  const digits = String(turns.at(-1)?.turn ?? 0).length
  return turns
    .map(({ turn, events, values }) => {
      const value = zeroSum ? signed(values[0]!) : values.join(':')
      const told = game.text.brief ? byVerb(events, game.info.seats) : bySeat(events, game.info.seats)
      return briefLine(
        String(turn).padStart(digits),
        told.length === 0 ? [`${BETWEEN}nothing changes`] : told,
        lacksGauges(game.info) ? '' : `${id} ${value}`,
        Math.max(WIDTH_MIN, width),
      )
    })
    .join('\n')
}

const signed = (value: number): string => (value > 0 ? `+${value}` : String(value))

/** A text without the seat that it begins with, and that seat; all of it where it begins with none. */
function apart(text: string, seats: readonly string[]): readonly [seat: string, rest: string] {
  const seat = seats.find(name => text.startsWith(`${name} `)) ?? ''
  return [seat, seat === '' ? text : text.slice(seat.length + 1)]
}

/** Decisions without the seat where it is that of the one before. */
function bySeat(decisions: readonly string[], seats: readonly string[]): string[] {
  let last = ''
  return decisions.map(decision => {
    const [seat, rest] = apart(decision, seats)
    const text = seat !== '' && seat === last ? rest : decision
    last = seat
    return `${BETWEEN}${text}`
  })
}

/** What each seat did, what it did by one verb put together: "red takes Forge", ", Quarry", "; wins at Bakery". */
function byVerb(events: readonly string[], seats: readonly string[]): string[] {
  const all = new Map<string, Map<string, Set<string>>>()
  for (const event of events) {
    const [seat, rest] = apart(event, seats)
    const [verb] = rest.split(' ', 1) as [string]
    const verbs = all.get(seat) ?? new Map<string, Set<string>>()
    const objects = verbs.get(verb) ?? new Set<string>()
    all.set(seat, verbs.set(verb, objects.add(rest.slice(verb.length + 1))))
  }
  return [...all].flatMap(([seat, verbs]) =>
    [...verbs].flatMap(([verb, objects], v) =>
      [...objects].map((object, o) =>
        o > 0 ? `, ${object}` : `${BETWEEN}${[v === 0 ? seat : '', verb, object].filter(Boolean).join(' ')}`,
      ),
    ),
  )
}

/** One line of at most `width` characters: the number, pieces behind what stands between them, and the value at its end. */
function briefLine(number: string, pieces: readonly string[], value: string, width: number): string {
  const room = width - number.length - value.length - 4
  const textOf = (count: number): string => {
    const left = pieces.length - count
    const some = left === 0 ? pieces : [...pieces.slice(0, count), `${BETWEEN}${left} more`]
    return some.join('').slice(BETWEEN.length)
  }
  let count = pieces.length
  while (count > 0 && textOf(count).length > room) count--
  return `${number}  ${textOf(count).padEnd(room)}  ${value}`.trimEnd()
}
