/**
 * What the page of a match between people and agents says to its server, and hears from it.
 *
 * The page is `playPage(seats)` of reports/page: `{ text, policy }`, one self-contained HTML for all games, and its
 * Content-Security-Policy (which needs `connect-src 'self'`). All paths are below `/TOKEN/`, so the page uses
 * relative ones:
 *
 *     GET  ''                    the page
 *     GET  'position?after=V'    a Position: at once if its version isn't V, else when there is news or after 20 s
 *     GET  'rules'               RuleEntry[], to edit
 *     GET  'played'              PlayedMatch[], the newest first
 *     GET  'replay/ID'           the page of a match that was played
 *     POST 'act'                 an Act as JSON (Content-Type: application/json); answers with a Position
 *
 * Answers other than 200 hold `{ error }`: 400 for an act that can't be read or done, 403 for another host, origin
 * or token, 409 for an old version, with the `position` that is valid now. Every tab sees the same.
 *
 * A Position is what the `viewer` may know. Nothing else about the match leaves the server while it lasts; with
 * several people and something to hide, `phase: 'cover'` comes between them.
 *
 * Before it is sent, a Position goes through `drawn(game, position)` of reports/page, which sets `drawing`:
 * markup made of `board` and of nothing else.
 */
import { z } from 'zod'
import type { BoardPosition } from '../../engine/contract/index.ts'

/** The name of people among agents: `--agents human,greedy`. */
export const HUMAN = 'human'

export interface PlayedSeat {
  readonly name: string
  /** As `--agents` writes it: `human`, `mcts:iterations=500`. */
  readonly agent: string
  readonly isPerson: boolean
}

/**
 * - `choose`: the viewer chooses one of `moves`, or seals its plan.
 * - `cover`: hide the screen; whoever plays `next` says so (`uncover`).
 * - `thinking`: an agent is to move; news follows.
 * - `watching`: agents play each other, at a pace.
 * - `stopped`: an agent gave no answer, `message` says why.
 * - `over`: the match has ended.
 */
export type PlayPhase = 'choose' | 'cover' | 'thinking' | 'watching' | 'stopped' | 'over'

export interface MoveChoice {
  /** For `choose`; valid for this version only. */
  readonly id: number
  /** A phrase, as the game tells it, else as records write it. */
  readonly label: string
  /** As records write it; unique among the moves. */
  readonly written: string
  /** What the move has in common with others, such as its verb or its piece; '' for a move by itself. */
  readonly group: string
  /** Names of the board's places that it touches, in the order to click them; empty if the game doesn't say. */
  readonly places: readonly string[]
}

/** What a seat plans step by step, in games whose seats decide at the same time. */
export interface UnsealedPlan {
  /** As `Move.label`. */
  readonly chosen: readonly string[]
  /** By step, as `places` of a move. */
  readonly places: readonly (readonly string[])[]
  /** Nothing is left to choose. */
  readonly isComplete: boolean
  /** The `id` of the move that completes the plan by doing no more, which `seal` takes; null if there is none. */
  readonly done: number | null
}

/** What happened in a turn or step, a sentence each. */
export interface Told {
  /** "Turn 3, phase 2". */
  readonly title: string
  readonly lines: readonly string[]
}

/** What the strongest player at hand would do. */
export interface Hint {
  readonly agent: string
  /** The `id` of a move. */
  readonly move: number
  readonly label: string
  /** Its win probability minus the second best move's, 0..1; null if not known, or with a single move. */
  readonly ahead: number | null
  /** Half the width of the 95 % interval of `ahead`. */
  readonly plusMinus: number | null
  /** The second best move. */
  readonly second: { readonly move: number; readonly label: string } | null
}

/** Win probabilities, 0..1: draws count half. */
export interface Odds {
  /** By seat. */
  readonly shares: readonly number[]
  /** Half the width of the 95 % interval, by seat. */
  readonly plusMinus: readonly number[]
  /** How it was found: "200 matches of greedy from here". */
  readonly by: string
}

export interface RuleChange {
  readonly key: string
  readonly base: unknown
  readonly value: unknown
}

export interface Position {
  /** Changes with every news, never decreases, and starts anew only with another server. */
  readonly version: number
  /** The match, from 1. */
  readonly match: number
  readonly game: string
  /** The rule set that `changes` differ from. */
  readonly ruleset: string
  readonly changes: readonly RuleChange[]
  readonly seats: readonly PlayedSeat[]
  readonly phase: PlayPhase
  /** The seat that sees this; null if nobody plays, or the match is over: then all is shown. */
  readonly viewer: number | null
  /** The seat that is to move, of those that are not hidden by simultaneous play; null if over. */
  readonly next: number | null
  /** "Turn 3, phase 2". */
  readonly title: string
  /** Who moves and what to do, or how it ended: "white: plan phase 2", "white won (enough favour) after 31 phases". */
  readonly status: string
  /** Of games with a board: its unchanging part is `game.text.board`, which `drawn` knows. Null with `cover`. */
  readonly board: BoardPosition | null
  /** Ways to win, as a game without a guide calls them. */
  readonly goal: readonly string[]
  /** What the viewer is after, beyond that: "north-beacon: hold all of north-heart (1 prestige)". */
  readonly aims: readonly string[]
  /** Why results in this game may be wrong, such as moves that were inferred. */
  readonly warnings: readonly string[]
  /** How to play, a sentence or two each. */
  readonly guide: readonly string[]
  /** Markup; '' without a board. */
  readonly drawing: string
  /** Without a board, or beside one that leaves out what seats hide: the position as text. */
  readonly text: string | null
  /** Without a board or a text: the state as rows of a table, `hands[0]` and its value. */
  readonly table: readonly (readonly [name: string, value: string])[]
  /** What signs and notation mean. */
  readonly legend: string
  readonly moves: readonly MoveChoice[]
  /** Null where moves take effect at once. */
  readonly plan: UnsealedPlan | null
  /** The last turns, the newest last. */
  readonly story: readonly Told[]
  readonly canTakeBack: boolean
  readonly hint: Hint | null
  readonly evaluation: Odds | null
  /** After a change of rules: the same position by the rules before, as long as they could play it on. */
  readonly oldEvaluation: Odds | null
  /** What is being worked out. */
  readonly working: readonly ('hint' | 'evaluation')[]
  /** The match that was left last, while this one has hardly begun; null if there is none. */
  readonly unfinished: PlayedMatch | null
  /** Asked for by `watch`, kept until switched off. */
  readonly isEvaluated: boolean
  /** Notes of this match at this turn, and before. */
  readonly notes: readonly { readonly title: string; readonly text: string }[]
  /** Of `watching`: seconds between moves; 0 when it pauses. */
  readonly pace: number | null
  /** The comparison that `compare` started: the address of its live page, once there is one. */
  readonly comparison: { readonly address: string | null; readonly words: string } | null
  /** Of a match that is over: the ID of its `replay/ID`. */
  readonly replay: string | null
  /** The answer to the last act that has one, such as the file that a rule set went to. */
  readonly message: string
}

/** A rule that can be changed. */
export interface RuleEntry {
  /** Dotted: `favour.win`. */
  readonly key: string
  readonly value: unknown
  readonly base: unknown
  /** What it may be: "integer from 1 to 20", "yes or no", "a, b or c". */
  readonly range: string
  /** For a list to choose from; null if any text is read. */
  readonly options: readonly string[] | null
  /** What it means; '' if the game doesn't say. */
  readonly meaning: string
}

export interface PlayedMatch {
  readonly id: string
  readonly date: string
  readonly game: string
  /** "v0.2 favour.win=9". */
  readonly rules: string
  /** By seat. */
  readonly agents: readonly string[]
  /** How the person fared; `left` before the end, null if several people played. */
  readonly result: 'won' | 'lost' | 'draw' | 'left' | null
  readonly outcome: string
  /** It can be gone on with. */
  readonly isUnfinished: boolean
  readonly notes: number
  readonly takeBacks: number
  readonly hints: number
}

const TEXT_MAX = 2000
const text = z.string().max(TEXT_MAX)
const changes = z.record(z.string().max(TEXT_MAX), text)

/** What a page asks for. All but `new` and `resume` are about the version that the page shows. */
export const actSchema = z.discriminatedUnion('act', [
  /** Takes a move: at once, or into the plan. */
  z.strictObject({ act: z.literal('choose'), version: z.int(), move: z.int() }),
  /** Takes back the last step of a plan that isn't sealed. */
  z.strictObject({ act: z.literal('unplan'), version: z.int() }),
  z.strictObject({ act: z.literal('seal'), version: z.int() }),
  z.strictObject({ act: z.literal('uncover'), version: z.int() }),
  /** To the last decision of the person; what agents did since is undone. */
  z.strictObject({ act: z.literal('take-back'), version: z.int() }),
  z.strictObject({ act: z.literal('hint'), version: z.int() }),
  /** Switches the evaluation on or off. */
  z.strictObject({ act: z.literal('evaluate'), version: z.int(), on: z.boolean() }),
  /** Seconds between moves of agents that play each other; 0 pauses. */
  z.strictObject({ act: z.literal('pace'), version: z.int(), seconds: z.number().min(0).max(60) }),
  z.strictObject({ act: z.literal('note'), version: z.int(), text }),
  /** Another match; `agents` as `--agents` writes them, those of this match by default. */
  z.strictObject({ act: z.literal('new'), agents: z.array(text).max(6).optional() }),
  /** Goes on with a match that was left, by its ID. */
  z.strictObject({ act: z.literal('resume'), id: text }),
  /** Plays on by other rules, values as `--rules` writes them: all that differ from the rule set. */
  z.strictObject({ act: z.literal('rules'), version: z.int(), changes, from: z.enum(['opening', 'here']) }),
  /** Writes the rules as a rule set. */
  z.strictObject({ act: z.literal('keep-rules'), version: z.int(), name: text }),
  /** Starts a comparison of these rules with the rule set. */
  z.strictObject({ act: z.literal('compare'), version: z.int() }),
])

export type Act = z.output<typeof actSchema>
