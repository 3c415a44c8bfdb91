/** What reports show of a game: gauges, the use of moves, positions as text, and who has won. */

import { show } from '../../documents/index.ts'
import { GameError, reasonOf } from '../modules/index.ts'
import { type Definition, type Outcome, type PlainGauge, RESULT_GAUGE, roleNames } from '../plain/index.ts'
import type { BoardgameConfig, Ctx, Extras, Score } from './config.ts'
import { allMoves, textOfDecision } from './moves.ts'
import type { Choice, MatchState, SeatDecision } from './simulator.ts'

/** Bounds of an unknown score. */
const SCORE_MAX = 1000
/** Least width of the range of scores seen, and how many widths of room are left below and above. */
const WIDTH_MIN = 8
const ROOM_BELOW = 1
const ROOM_ABOVE = 2

type PlayedGauge = PlainGauge<MatchState, object>

/** The author's score, else one found in G, which agents ignore; with its range in the trial matches. */
export class Scores {
  readonly #of: Score | null
  readonly #bounds: { readonly min: number; readonly max: number } | null
  readonly #seats: number
  #plain: ((G: unknown) => readonly number[] | null) | null = null
  #min = Number.POSITIVE_INFINITY
  #max = Number.NEGATIVE_INFINITY

  constructor({ score }: Extras, seats: number) {
    this.#of = typeof score === 'object' ? score.of : (score ?? null)
    this.#bounds = typeof score === 'object' ? score : null
    this.#seats = seats
  }

  look({ G, ctx }: MatchState): void {
    if (ctx === null || this.#bounds) return
    if (this.#of === null) this.#plain ??= scoresIn(G, this.#seats)
    for (let seat = 0; seat < this.#seats; seat++) {
      const value = this.#valueOf(G, ctx, seat)
      if (!Number.isFinite(value)) continue
      this.#min = Math.min(this.#min, value)
      this.#max = Math.max(this.#max, value)
    }
  }

  get gauge(): PlayedGauge | null {
    if (this.#of === null && this.#plain === null) return null
    const { min, max } = this.#bounds ?? this.#room()
    return {
      label: 'score',
      min,
      max,
      weight: this.#of === null ? 0 : undefined,
      of: ({ G, ctx }, { seat }) => within(ctx === null ? 0 : this.#valueOf(G, ctx, seat), min, max),
    }
  }

  #room(): { min: number; max: number } {
    if (this.#min > this.#max) return { min: -SCORE_MAX, max: SCORE_MAX }
    const width = Math.max(WIDTH_MIN, this.#max - this.#min)
    return {
      min: Math.floor(this.#min - ROOM_BELOW * width),
      max: Math.ceil(this.#max + ROOM_ABOVE * width),
    }
  }

  #valueOf(G: unknown, ctx: Ctx, seat: number): number {
    return this.#of ? this.#of(G, ctx, `${seat}`) : (this.#plain?.(G)?.[seat] ?? 0)
  }
}

function within(value: number, min: number, max: number): number {
  return Math.max(min, Math.min(max, Math.round(value)))
}

/** Score and author's gauges first, then result, turn and phases. `most` caps the turn. */
export function gaugesOf(
  { phases = {} }: BoardgameConfig,
  { gauges = {} }: Extras,
  scores: Scores,
  most: number,
  outcome: (position: MatchState) => Outcome | null,
): Record<string, PlayedGauge> {
  const all: Record<string, PlayedGauge> = {}
  const { gauge: score } = scores
  if (score) all.score = score
  for (const [id, gauge] of Object.entries(gauges))
    all[id] = {
      ...gauge,
      of: ({ G, ctx }, { seat }) => (ctx === null ? gauge.min : gauge.of(G, ctx, `${seat}`)),
    }
  const { id: result, ...about } = RESULT_GAUGE
  all[result] = {
    ...about,
    of: (position, { seat, seats }) => (position.ctx === null ? 0 : signOf(outcome(position), seat, seats)),
  }
  all.turn = counter('turn', most, ({ ctx }) => ctx.turn)
  for (const name of Object.keys(phases)) {
    all[`phase-${name}`] = counter(`in phase ${name}`, 1, ({ ctx }) => Number(ctx.phase === name))
    all[`turns-${name}`] = counter(`turns in phase ${name}`, most, ({ turns }) => turns[name]!)
  }
  return all
}

/** A gauge without weight, the same for all players. */
function counter(label: string, max: number, of: (position: MatchState) => number): PlayedGauge {
  return {
    label,
    min: 0,
    max,
    weight: 0,
    of: position => (position.ctx === null ? 0 : Math.min(max, of(position))),
  }
}

/** 1 for a winner, -1 for a loser, 0 in draws and before the end. */
function signOf(outcome: Outcome | null, seat: number, seats: number): number {
  if (outcome === null) return 0
  const { winner, winners = winner === undefined ? [] : [winner], scores = [] } = outcome
  const highest = Math.max(...scores)
  const best = scores.length > 0 ? [...scores.keys()].filter(at => scores[at] === highest) : winners
  if (best.length === 0 || best.length === seats) return 0
  return best.includes(seat) ? 1 : -1
}

/** Moves and events count as assets, by name. */
export function assetsOf(
  config: BoardgameConfig,
  { moves = {} }: Extras,
  events: Iterable<string>,
): Required<Pick<Definition<MatchState, Choice, object>, 'assets' | 'assetOf'>> {
  const names = new Set([...allMoves(config).keys(), ...Object.keys(moves), ...events])
  return {
    assets: [...names],
    assetOf: choice => {
      if ('answer' in choice) return null
      const name = 'move' in choice ? choice.move : choice.event
      return names.has(name) ? name : null
    },
  }
}

export function textOfPosition({ G, ctx, waiting }: MatchState): string {
  const isTable = typeof G === 'object' && G !== null && !Array.isArray(G)
  const { turn, phase, activePlayers, gameover } = ctx ?? {}
  const told = Object.entries({ turn, phase, activePlayers, gameover })
  return [
    ...Object.entries(isTable ? G : { G }).map(lineOf),
    ...told.filter(([, value]) => value !== undefined && value !== null).map(lineOf),
    ...waiting.map(waitingLine),
  ].join('\n')
}

function lineOf([key, value]: readonly [string, unknown]): string {
  return `${key}: ${JSON.stringify(value)}`
}

function waitingLine([seat, decision]: SeatDecision): string {
  return `player-${seat} ${textOfDecision(decision)}: waits for chance`
}

const WINNER = [
  'winner',
  'winnerID',
  'winnerId',
  'winningPlayer',
  'winningPlayerID',
  'winningPlayerId',
  'victor',
]
const WINNERS = ['winners', 'winnerIDs', 'winnerIds']
const DRAW = ['draw', 'isDraw', 'tie', 'isTie', 'tied']
const SCORES = ['scores', 'score', 'points', 'scoreboard', 'ranking', 'results']
const SCORE = ['score', 'points', 'total']
const PLAYER = ['playerID', 'playerId', 'player', 'id']

const OVER = ['gameover', 'gameOver', 'isGameOver']

const DRAWN = /^(draw|drawn|tie|tied|stalemate|remis)$/i

const ROLE = ['role', 'winningRole', 'winnerRole', 'team', 'winningTeam', 'winnerTeam', 'faction', ...WINNER]

/** Reads `gameover`, which may be anything. Throws a GameError if it tells no winner. */
export function outcomeOf(
  gameover: unknown,
  seats: number,
  { roles = [] }: Pick<Extras, 'roles'> = {},
): Outcome {
  const found = roleIn(gameover, seats, roleNames(roles)) ?? read(gameover, seats)
  if (found) return found
  throw new GameError(
    `gameover is ${reasonOf(JSON.stringify(gameover, (_, part) => (part === undefined ? 'undefined' : part)) ?? String(gameover), 120)}, expected a winner, winners, a draw or scores. To translate it, export const evenhand = { outcome: gameover => ... } that returns { winner }, { winners }, { scores } or {} for a draw, with players by id${teamHint(gameover)}`,
  )
}

/** What helps if a winner is a word: it may be a team. */
function teamHint(gameover: unknown): string {
  const given = (typeof gameover === 'object' && gameover !== null ? gameover : {}) as Record<string, unknown>
  const team = [gameover, ...ROLE.map(key => given[key])].find(
    one => typeof one === 'string' && one !== '' && one !== 'undefined' && !/^\d+$/.test(one),
  )
  return team === undefined ? '' : `. If ${show(team)} is a role or team, list all of them in evenhand.roles`
}

/** The role that wins, with its players if they are told. */
function roleIn(gameover: unknown, seats: number, roles: readonly string[]): Outcome | null {
  const isRole = (one: unknown): one is string => typeof one === 'string' && roles.includes(one)
  if (isRole(gameover)) return { role: gameover }
  if (typeof gameover !== 'object' || gameover === null) return null
  const given = gameover as Readonly<Record<string, unknown>>
  const role = ROLE.map(key => given[key]).find(isRole)
  if (role === undefined) return null
  const winners = [...WINNERS, ...WINNER].map(key => given[key]).filter(one => !isRole(one))
  return { role, ...winners.map(one => winnersOf(one, seats) ?? winnerOf(one, seats)).find(Boolean) }
}

/** An outcome that names only a role, with the players who hold it by `evenhand.roleOf`. */
export function withPlayers(
  outcome: Outcome,
  seats: number,
  { roleOf }: Extras,
  { G, ctx }: MatchState,
): Outcome {
  const { role, winner, winners, scores } = outcome
  if (role === undefined || (winner ?? winners ?? scores) !== undefined) return outcome
  const held = roleOf ? [...Array(seats).keys()].filter(seat => roleOf(G, ctx, `${seat}`) === role) : []
  if (held.length > 0) return { ...outcome, winners: held }
  throw new GameError(
    roleOf
      ? `gameover names the role ${show(role)}, which evenhand.roleOf gives to no player`
      : `gameover names the role ${show(role)} and no players: expected { role, winners } from evenhand.outcome, or evenhand.roleOf: (G, ctx, playerID) => the player's role`,
  )
}

/** What G says of the end of a match, as a gameover; undefined while it goes on. */
export function gameoverIn(G: unknown): unknown {
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
  // { winner: null } and { winner: undefined, draw: false } are draws; an undefined winner alone is more likely misspelt.
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

/** A reader of the players' scores in G; null if there are none. */
export function scoresIn(G: unknown, seats: number): ((G: unknown) => readonly number[] | null) | null {
  const key = [...SCORES, 'players'].find(name => scoresAt(G, name, seats) !== null)
  return key === undefined ? null : later => scoresAt(later, key, seats)
}

function scoresAt(G: unknown, key: string, seats: number): readonly number[] | null {
  if (typeof G !== 'object' || G === null) return null
  return scoresOf((G as Readonly<Record<string, unknown>>)[key], seats)?.scores ?? null
}

/** Reads a list of numbers, a table by id, or a list of { playerID, score }. */
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

/** A player's id, a text or a number, as a seat; null for anything else. */
function seatOf(id: unknown, seats: number): number | null {
  const seat = typeof id === 'number' ? id : typeof id === 'string' && /^\d+$/.test(id) ? Number(id) : -1
  return Number.isInteger(seat) && seat >= 0 && seat < seats ? seat : null
}
