/** Matches as text: position by position, or a line a turn. */
import { foldLine, type GameInfo, LINE_MAX, type State } from '../../engine/contract/index.ts'
import { foldSeeds, lacksGauges } from '../../engine/plain/index.ts'
import { framesOf, type MatchRecord } from '../../library/command.ts'

/** Narrower terminals get the lines of this width. */
export const WIDTH_MIN = 40

/** A text with no line wider than the terminal. */
export function foldText(text: string, width: number): string {
  const most = Math.max(WIDTH_MIN, width)
  return text
    .split('\n')
    .flatMap(line => foldLine(line, '    ', most))
    .join('\n')
}

/** The boards of a match, each under the decisions that led to it, unless the game itself narrates them. */
export function boardsOf(record: MatchRecord, width: number): string {
  const columns = Math.min(LINE_MAX, Math.max(WIDTH_MIN, width))
  const { decisions } = record
  const boards: string[] = []
  let before: State | null = null
  let shown = 0
  for (const { game, state, decisions: made, isSealed, notes } of framesOf(record)) {
    if (isSealed && made < decisions.length) continue
    const { narrate, render, replayEach } = game.text
    const isNarrated = replayEach === 'step' && narrate !== undefined
    const since = isNarrated ? [] : foldSeeds(decisions.slice(shown, made)).map(decision => `> ${decision}`)
    boards.push(
      [
        ...since,
        before && narrate ? narrate(before, state, columns) : render(state, columns),
        ...notes.map(note => `Note: ${note}`),
      ].join('\n'),
    )
    before = state.slice()
    shown = made
  }
  return boards.join('\n\n')
}

/** Between decisions, and between what seats did by several verbs. */
const SEPARATOR = '; '

interface Turn {
  readonly turn: number
  /** What happened, where the game has brief words for it, else the decisions. */
  readonly events: readonly string[]
  /** The headline gauge at its end, by seat. */
  readonly values: readonly number[]
}

function turnsOf(record: MatchRecord): Turn[] {
  const { game } = record
  const { gauges, seats } = game.info
  const { brief } = game.text
  const values = new Int32Array(gauges.length * seats.length)
  const turns: Turn[] = []
  let before: State | null = null
  let shown = 0
  for (const { state, turn, decisions } of framesOf(record)) {
    if (before) {
      const now = brief ? brief(before, state) : foldSeeds(record.decisions.slice(shown, decisions))
      const last = turns.at(-1)?.turn === turn ? turns.pop() : undefined
      game.gauge(state, values, 0)
      turns.push({
        turn,
        events: [...(last?.events ?? []), ...now],
        values: [...values.subarray(0, seats.length)],
      })
    }
    before = state.slice()
    shown = decisions
  }
  return turns
}

/** A line a turn: its events, as far as there is room, and the headline gauge at its end. */
export function briefOf(record: MatchRecord, width: number): string {
  const { game } = record
  const [{ id, zeroSum }] = game.info.gauges as readonly [GameInfo['gauges'][number]]
  const turns = turnsOf(record)
  const digits = String(turns.at(-1)?.turn ?? 0).length
  return turns
    .map(({ turn, events, values }) => {
      const value = zeroSum ? signed(values[0]!) : values.join(':')
      const pieces = game.text.brief ? byVerb(events, game.info.seats) : bySeat(events, game.info.seats)
      return briefLine(
        String(turn).padStart(digits),
        pieces.length === 0 ? [`${SEPARATOR}nothing changes`] : pieces,
        lacksGauges(game.info) ? '' : `${id} ${value}`,
        Math.max(WIDTH_MIN, width),
      )
    })
    .join('\n')
}

const signed = (value: number): string => (value > 0 ? `+${value}` : String(value))

/** Splits the seat's name off the front of a text; it is empty where the text begins with none. */
function splitSeat(text: string, seats: readonly string[]): readonly [seat: string, rest: string] {
  const seat = seats.find(name => text.startsWith(`${name} `)) ?? ''
  return [seat, seat === '' ? text : text.slice(seat.length + 1)]
}

/** Decisions; a seat is named only where it changes. */
function bySeat(decisions: readonly string[], seats: readonly string[]): string[] {
  let last = ''
  return decisions.map(decision => {
    const [seat, rest] = splitSeat(decision, seats)
    const text = seat !== '' && seat === last ? rest : decision
    last = seat
    return `${SEPARATOR}${text}`
  })
}

/** Events by seat and verb: "red takes Forge", ", Quarry", "; wins at Bakery". */
function byVerb(events: readonly string[], seats: readonly string[]): string[] {
  const all = new Map<string, Map<string, Set<string>>>()
  for (const event of events) {
    const [seat, rest] = splitSeat(event, seats)
    const [verb] = rest.split(' ', 1) as [string]
    const verbs = all.get(seat) ?? new Map<string, Set<string>>()
    const objects = verbs.get(verb) ?? new Set<string>()
    all.set(seat, verbs.set(verb, objects.add(rest.slice(verb.length + 1))))
  }
  return [...all].flatMap(([seat, verbs]) =>
    [...verbs].flatMap(([verb, objects], v) =>
      [...objects].map((object, o) =>
        o > 0
          ? `, ${object}`
          : `${SEPARATOR}${[v === 0 ? seat : '', verb, object].filter(Boolean).join(' ')}`,
      ),
    ),
  )
}

/** One line of at most `width` characters. Each piece begins with what separates it from the one before. */
function briefLine(number: string, pieces: readonly string[], value: string, width: number): string {
  const room = width - number.length - value.length - 4
  const textOf = (count: number): string => {
    const left = pieces.length - count
    const some = left === 0 ? pieces : [...pieces.slice(0, count), `${SEPARATOR}${left} more`]
    return some.join('').slice(SEPARATOR.length)
  }
  let count = pieces.length
  while (count > 0 && textOf(count).length > room) count--
  return `${number}  ${textOf(count).padEnd(room)}  ${value}`.trimEnd()
}
