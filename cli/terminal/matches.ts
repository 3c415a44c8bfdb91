/** Matches as text: position by position, or a line a turn. */
import { foldLine, type GameInfo, LINE_MAX, type State } from '../../engine/contract/index.ts'
import { framesOf, type MatchRecord } from '../../library/command.ts'

/** Narrower terminals get the lines of this width. */
const WIDTH_MIN = 40

/** Lines of a text, none of them wider than the terminal. */
export function fitted(text: string, width: number): string {
  const most = Math.max(WIDTH_MIN, width)
  return text
    .split('\n')
    .flatMap(line => foldLine(line, '    ', most))
    .join('\n')
}

/** The positions for people, each under the decisions that led to it, unless the game tells of these itself. */
export function boardsOf(record: MatchRecord, width: number): string {
  const columns = Math.min(LINE_MAX, Math.max(WIDTH_MIN, width))
  const { game, decisions } = record
  const { narrate, render, replayEach } = game.text
  const boards: string[] = []
  let before: State | null = null
  let told = 0
  for (const { state, decisions: made } of framesOf(record)) {
    const tells = replayEach === 'step' && narrate !== undefined
    const since = tells ? [] : decisions.slice(told, made).map(decision => `> ${decision}`)
    boards.push(
      [...since, before && narrate ? narrate(before, state, columns) : render(state, columns)].join('\n'),
    )
    before = state.slice()
    told = made
  }
  return boards.join('\n\n')
}

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
      return briefLine(
        String(turn).padStart(digits),
        bySeat(events),
        `${id} ${value}`,
        Math.max(WIDTH_MIN, width),
      )
    })
    .join('\n')
}

const signed = (value: number): string => (value > 0 ? `+${value}` : String(value))

/** Decisions without the seat where it is that of the one before. */
function bySeat(decisions: readonly string[]): string[] {
  let last = ''
  return decisions.map(decision => {
    const [seat] = decision.split(' ', 1) as [string]
    const text = seat === last ? decision.slice(seat.length + 1) : decision
    last = seat
    return text
  })
}

/** One line of at most `width` characters: the number, decisions, and the value at its end. */
function briefLine(number: string, decisions: readonly string[], value: string, width: number): string {
  const room = width - number.length - value.length - 4
  const all = decisions.join('; ')
  if (all.length <= room) return `${number}  ${all.padEnd(room)}  ${value}`
  let some = ''
  for (const [i, decision] of decisions.entries()) {
    const more = `${some}${some === '' ? '' : '; '}${decision}`
    const rest = `; ${decisions.length - i - 1} more`
    if (more.length + rest.length > room)
      return `${number}  ${`${some === '' ? '' : `${some}; `}${decisions.length - i} more`.padEnd(room)}  ${value}`
    some = more
  }
  return `${number}  ${some.padEnd(room)}  ${value}`
}
