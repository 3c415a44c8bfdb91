/** What reports show of a game that says nothing of them: gauges, the use of moves, and positions as text. */
import { type Definition, type Outcome, type PlainGauge, RESULT } from '../plain/index.ts'
import type { BoardgameConfig, Ctx, Extras, Score } from './config.ts'
import { allMoves, textOfDecision } from './moves.ts'
import { scoresIn } from './outcome.ts'
import type { Choice, Made, Played } from './table.ts'

/** Bounds of a score of which nothing is known. */
const SCORE_MAX = 1000
/** The least width of the scores that were seen, and how many times it is left room for below and above them. */
const WIDTH_MIN = 8
const ROOM_BELOW = 1
const ROOM_ABOVE = 2

type PlayedGauge = PlainGauge<Played, object>

/** The score of a game: the author's, else what G plainly says, which agents don't look at; with what it was in the first matches. */
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

  /** Notes the scores of a position of the first matches. */
  look({ G, ctx }: Played): void {
    if (ctx === null || this.#bounds) return
    if (this.#of === null) this.#plain ??= scoresIn(G, this.#seats)
    for (let seat = 0; seat < this.#seats; seat++) {
      const value = this.#valueOf(G, ctx, seat)
      if (!Number.isFinite(value)) continue
      this.#min = Math.min(this.#min, value)
      this.#max = Math.max(this.#max, value)
    }
  }

  /** Null if there is none. */
  get gauge(): PlayedGauge | null {
    if (this.#of === null && this.#plain === null) return null
    const { min, max } = this.#bounds ?? this.#room()
    return {
      label: 'score',
      min,
      max,
      ...(this.#of === null ? { weight: 0 } : {}),
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

/** The score and the author's gauges first, then who has won, the turn, and the phases. `most` is the highest turn that is told. */
export function gaugesOf(
  { phases = {} }: BoardgameConfig,
  { gauges = {} }: Extras,
  scores: Scores,
  most: number,
  outcome: (position: Played) => Outcome | null,
): Record<string, PlayedGauge> {
  const all: Record<string, PlayedGauge> = {}
  const { gauge: score } = scores
  if (score) all.score = score
  for (const [id, gauge] of Object.entries(gauges))
    all[id] = {
      ...gauge,
      of: ({ G, ctx }, { seat }) => (ctx === null ? gauge.min : gauge.of(G, ctx, `${seat}`)),
    }
  const { id: result, ...about } = RESULT
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

/** A number that is the same for all players, and worth nothing. */
function counter(label: string, max: number, of: (position: Played) => number): PlayedGauge {
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

/** Moves and events, the use of which is counted by name. */
export function assetsOf(
  config: BoardgameConfig,
  { moves = {} }: Extras,
  events: Iterable<string>,
): Required<Pick<Definition<Played, Choice, object>, 'assets' | 'assetOf'>> {
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

/** A position for people: G by its keys, and what boardgame.io keeps of the turn. */
export function textOfPosition({ G, ctx, waiting }: Played): string {
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

function waitingLine([seat, decision]: Made): string {
  return `player-${seat} ${textOfDecision(decision)}: waits for chance`
}
