/** Who has won, from what a game calls `gameover`, which may be anything. */
import { GameError, reasonOf } from '../modules/index.ts'
import type { Outcome } from '../plain/index.ts'

const WINNER = ['winner', 'winnerID', 'winnerId', 'winningPlayer']
const WINNERS = ['winners', 'winnerIDs', 'winnerIds']
const DRAW = ['draw', 'isDraw', 'tie', 'isTie', 'tied']
const SCORES = ['scores', 'score', 'points', 'scoreboard', 'ranking', 'results']
const SCORE = ['score', 'points', 'total']
const PLAYER = ['playerID', 'playerId', 'player', 'id']

const OVER = ['gameover', 'gameOver', 'isGameOver']

const DRAWN = /^(draw|drawn|tie|tied|stalemate|remis)$/i

/** The outcome of a match that ended as this. Throws a GameError that says what was found if it tells no winner. */
export function outcomeOf(gameover: unknown, seats: number): Outcome {
  const found = read(gameover, seats)
  if (found) return found
  throw new GameError(
    `gameover is ${reasonOf(JSON.stringify(gameover, (_, part) => (part === undefined ? 'undefined' : part)) ?? String(gameover), 120)}, expected a winner, winners, a draw or scores: export const evenhand = { outcome: gameover => ... }, which returns { winner }, { winners }, { scores } or {} for a draw, with players by their ids`,
  )
}

/** What G says of the end of a match, as a gameover: undefined as long as it goes on, as where its winner is null. */
export function endIn(G: unknown): unknown {
  if (typeof G !== 'object' || G === null) return undefined
  const given = G as Readonly<Record<string, unknown>>
  const { winner } = given
  const isNone = winner === null || winner === undefined || winner === ''
  if (!isNone && !(Array.isArray(winner) && winner.length === 0)) return { winner }
  if (DRAW.some(key => given[key] === true)) return { draw: true }
  const over = OVER.map(key => given[key]).find(said => said)
  if (over === true && 'winner' in given) return { winner: null }
  return over
}

function read(value: unknown, seats: number): Outcome | null {
  const seat = seatOf(value, seats)
  if (seat !== null) return { winner: seat }
  if (value === null || (typeof value === 'string' && DRAWN.test(value))) return {}
  if (Array.isArray(value)) {
    const isTable = value.length === seats && value.every(one => typeof one === 'number')
    return (isTable ? null : winnersOf(value, seats)) ?? scoresOf(value, seats)
  }
  if (typeof value !== 'object') return null
  const given = value as Readonly<Record<string, unknown>>
  const keys = Object.keys(given)
  if (keys.length === 0) return {}
  for (const key of WINNERS) {
    const winners = key in given ? winnersOf(given[key], seats) : null
    if (winners) return winners
  }
  for (const key of WINNER) {
    const winner = given[key]
    const one = winnerOf(winner, seats)
    if (one) return one
  }
  if (DRAW.some(key => given[key] === true)) return {}
  for (const key of SCORES) {
    const scores = key in given ? scoresOf(given[key], seats) : null
    if (scores) return scores
  }
  // No winner, said as such: { winner: null }, { winner: undefined, draw: false }. One that is undefined alone is more likely misspelt.
  const isDrawTold = DRAW.some(key => key in given)
  if (WINNER.some(key => given[key] === null || (isDrawTold && key in given && given[key] === undefined)))
    return {}
  return scoresOf(value, seats)
}

function winnerOf(winner: unknown, seats: number): Outcome | null {
  const seat = seatOf(winner, seats)
  if (seat !== null) return { winner: seat }
  if (typeof winner === 'string' && DRAWN.test(winner)) return {}
  if (Array.isArray(winner)) return winnersOf(winner, seats)
  if (typeof winner === 'object' && winner !== null) {
    const id = PLAYER.map(key => seatOf((winner as Record<string, unknown>)[key], seats)).find(
      one => one !== null,
    )
    if (id !== undefined && id !== null) return { winner: id }
  }
  return null
}

/** Players by their ids; nobody is a draw. */
function winnersOf(list: unknown, seats: number): Outcome | null {
  if (!Array.isArray(list)) return null
  const winners = list.map(one => seatOf(one, seats))
  return winners.includes(null) ? null : { winners: winners as number[] }
}

/** Where G keeps the players' scores, if it is plain to see; else null. */
export function scoresIn(G: unknown, seats: number): ((G: unknown) => readonly number[] | null) | null {
  const key = [...SCORES, 'players'].find(name => scoresAt(G, name, seats) !== null)
  return key === undefined ? null : later => scoresAt(later, key, seats)
}

function scoresAt(G: unknown, key: string, seats: number): readonly number[] | null {
  if (typeof G !== 'object' || G === null) return null
  return scoresOf((G as Readonly<Record<string, unknown>>)[key], seats)?.scores ?? null
}

/** Numbers by player: a list, a table of ids, or a list of { playerID, score }. */
function scoresOf(given: unknown, seats: number): Outcome | null {
  if (typeof given !== 'object' || given === null) return null
  const scores = new Array<number | undefined>(seats).fill(undefined)
  for (const [key, value] of Object.entries(given)) {
    if (typeof value === 'number') {
      const seat = seatOf(key, seats)
      if (seat === null) return null
      scores[seat] = value
    } else if (typeof value === 'object' && value !== null) {
      const row = value as Record<string, unknown>
      const id = PLAYER.map(name => row[name]).find(one => one !== undefined) ?? key
      const seat = seatOf(id, seats)
      const score = SCORE.map(name => row[name]).find(one => typeof one === 'number')
      if (seat === null || score === undefined) return null
      scores[seat] = score as number
    } else return null
  }
  return scores.every(score => score !== undefined && Number.isFinite(score))
    ? { scores: scores as number[] }
    : null
}

/** A seat by a player's id, which may be a number; null for what is none. */
function seatOf(id: unknown, seats: number): number | null {
  const seat = typeof id === 'number' ? id : typeof id === 'string' && /^\d+$/.test(id) ? Number(id) : -1
  return Number.isInteger(seat) && seat >= 0 && seat < seats ? seat : null
}
