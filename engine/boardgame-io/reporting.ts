/** What reports show of a game that says nothing of them: gauges, the use of moves, and positions as text. */
import type { Definition, Outcome, PlainGauge } from '../plain/index.ts'
import type { BoardgameConfig, Ctx, Extras } from './config.ts'
import { allMoves, textOfDecision } from './moves.ts'
import type { Choice, Made, Played } from './table.ts'

/** What won and lost are worth to a search that sees the end, where a whole win is 60. */
const WON = 30
/** Bounds of a score. */
const SCORE_MAX = 1000

type PlayedGauge = PlainGauge<Played, object>

/** The author's score and gauges first, then who has won, the turn, and the phase. `most` is the highest turn that is told. */
export function gaugesOf(
  { phases = {} }: BoardgameConfig,
  { gauges = {}, score }: Extras,
  most: number,
  outcome: (position: Played) => Outcome | null,
): Record<string, PlayedGauge> {
  const all: Record<string, PlayedGauge> = {}
  if (score) all.score = scoreGauge(score)
  for (const [id, gauge] of Object.entries(gauges))
    all[id] = {
      ...gauge,
      of: ({ G, ctx }, { seat }) => (ctx === null ? gauge.min : gauge.of(G, ctx, `${seat}`)),
    }
  all.result = {
    label: 'won 1, lost -1',
    min: -1,
    max: 1,
    weight: WON,
    of: (position, { seat, seats }) => (position.ctx === null ? 0 : signOf(outcome(position), seat, seats)),
  }
  all.turn = counter('turn', most, ({ turn }) => Math.min(turn, most))
  for (const name of Object.keys(phases))
    all[`phase-${name}`] = counter(`in phase ${name}`, 1, ({ phase }) => Number(phase === name))
  return all
}

function scoreGauge(score: NonNullable<Extras['score']>): PlayedGauge {
  return {
    label: 'score',
    min: -SCORE_MAX,
    max: SCORE_MAX,
    of: ({ G, ctx }, { seat }) =>
      ctx === null ? 0 : Math.max(-SCORE_MAX, Math.min(SCORE_MAX, Math.round(score(G, ctx, `${seat}`)))),
  }
}

/** A number that is the same for all players, and worth nothing. */
function counter(label: string, max: number, of: (ctx: Ctx) => number): PlayedGauge {
  return { label, min: 0, max, weight: 0, of: ({ ctx }) => (ctx === null ? 0 : of(ctx)) }
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
