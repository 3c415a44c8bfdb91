/**
 * Records: a match as data that anyone can replay: `{game, ruleset?, rules?, seed?, decisions}`. Decisions
 * include the outcomes of chance, so a replay needs no random generator.
 */
import { z } from 'zod'
import {
  type Document,
  errorAt,
  InputError,
  isRecord,
  oneLine,
  placedError,
  section,
  show,
  validate,
  withPlace,
} from '../../documents/index.ts'
import {
  advance,
  CHANCE,
  CHANCE_BIT,
  type CompiledGame,
  type Ending,
  newEvents,
  newState,
  PART,
  STEP,
  type State,
} from '../../engine/contract/index.ts'
import { foldSeeds, isPartOfSeed } from '../../engine/plain/index.ts'
import { findGame, gameName, readRuleset, resolveRules } from '../../engine/registry/index.ts'
import { seedSchema } from '../experiment/index.ts'
import { openGame } from '../threads/inspection.ts'

export const recordSchema = z.strictObject({
  game: z.string().describe('a game that `evenhand games` lists, or the path to a game file'),
  ruleset: z.string().describe('a shipped name or a path').optional(),
  rules: z.record(z.string(), z.unknown()).describe('rule keys that differ from the rule set').optional(),
  variant: z.string().describe('the name of these rules in its experiment').optional(),
  seed: seedSchema.describe('the version of evenhand that played the match; evenhand ignores it').optional(),
  block: z.int().min(0).describe("the match's block in the experiment").optional(),
  rotation: z.int().min(0).describe('how far the line-up was rotated').optional(),
  agents: z.array(z.string()).describe('who played, by seat').optional(),
  decisions: z.array(z.string()).describe('"SEAT DECISION" or "chance OUTCOME", in order'),
  winner: z.string().nullable().describe('the only winning seat; evenhand ignores it').optional(),
  ending: z.string().describe('how the match ended, or forfeit; evenhand ignores it').optional(),
  length: z.int().min(0).describe('steps of the match; evenhand ignores it').optional(),
  notes: z
    .array(
      z.strictObject({
        decision: z.int().min(0).describe('decisions made before it'),
        text: z.string().describe('what was noted'),
      }),
    )
    .describe('what a person noted while playing')
    .optional(),
  changed: z
    .array(
      z.strictObject({
        decision: z.int().min(0).describe('decisions made before it'),
        ruleset: z.string().describe('a shipped name or a path'),
        rules: z
          .record(z.string(), z.unknown())
          .describe('rule keys that differ from the rule set')
          .optional(),
      }),
    )
    .describe('the rules by which a person played on')
    .optional(),
  takeBacks: z.int().min(0).describe('how often a person took decisions back').optional(),
  hints: z.int().min(0).describe('how often a person asked for a hint').optional(),
  fault: z.string().describe('who forfeited the match, and why').optional(),
})

export type RecordFields = z.output<typeof recordSchema>

/** A checked record with its compiled game. Its decisions are checked only when it is replayed. */
export interface MatchRecord {
  /** By the rules at the start. */
  readonly game: CompiledGame
  /** The rules that were changed during the match: from this many decisions on, the game is another. */
  readonly changed?: readonly { readonly decision: number; readonly game: CompiledGame }[]
  /** The game and the agents, for a header. */
  readonly title: string
  /** "v0.2 favour.win=9". */
  readonly rules: string
  /** "block 3, rotation 0"; empty if the record doesn't say. */
  readonly place: string
  /** "seed 1"; empty if the record doesn't say. */
  readonly seed: string
  /** By seat; empty if the record doesn't say. */
  readonly agents: readonly string[]
  /** As far as the record says: "white won (enough favour) after 112 phases". */
  readonly outcome: string
  readonly decisions: readonly string[]
  /** What a person noted while playing, by the number of decisions made before. */
  readonly notes: readonly { readonly decision: number; readonly text: string }[]
  /** The error about a decision (from 0), located in the file. */
  mistake(decision: number, text: string): InputError
}

/** Compiled games kept for further records; a file rarely has more rule sets. */
const GAMES_KEPT = 32

/** Reads records, compiling each rule set once. */
export class RecordReader {
  readonly #games = new Map<string, CompiledGame>()

  /** Loads a record's game; call it before `read`. Rejects with an InputError. */
  async open(document: Document, base: string): Promise<void> {
    const { game } = isRecord(document.value) ? document.value : {}
    if (typeof game !== 'string') return
    try {
      await openGame(gameName(game, base))
    } catch (error) {
      throw placedError(document, ['game'], error)
    }
  }

  /** Checks a record and compiles its game. Paths of rule sets start at `base`. Throws an InputError. */
  read(document: Document, base: string): MatchRecord {
    refuseExperiment(document)
    const record = validate(recordSchema, [document])
    const game = this.#gameBy(document, record, record, [], base)
    const changed = (record.changed ?? []).map((rules, i) => ({
      decision: rules.decision,
      game: this.#gameBy(document, record, rules, ['changed', i], base),
      words: `The rules change to ${rulesOf(rules)}.`,
    }))
    requireSameState(document, game, changed)
    return {
      game,
      changed,
      title: titleOf(record, game),
      rules: rulesOf(record),
      place: placeWords(record),
      seed: record.seed === undefined ? '' : `seed ${record.seed}`,
      agents: record.agents ?? [],
      outcome: outcomeOf(record, game),
      decisions: record.decisions,
      notes: [...changed.map(({ decision, words }) => ({ decision, text: words })), ...(record.notes ?? [])],
      mistake: (decision, text) =>
        errorAt(document, ['decisions', decision], `decision ${decision + 1}: ${text}`),
    }
  }

  #gameBy(
    document: Document,
    { game: name }: RecordFields,
    { ruleset, rules }: Pick<RecordFields, 'ruleset' | 'rules'>,
    path: readonly (string | number)[],
    base: string,
  ): CompiledGame {
    const key = JSON.stringify([name, ruleset, rules])
    const known = this.#games.get(key)
    if (known) return known
    const module = withPlace(document, ['game'], () => findGame(gameName(name, base)))
    const read = withPlace(document, [...path, 'ruleset'], () =>
      readRuleset(module, ruleset ?? module.ruleset, base),
    )
    const game = module.compile(resolveRules(module, read, [section(document, [...path, 'rules'])]))
    if (this.#games.size === GAMES_KEPT) this.#games.clear()
    this.#games.set(key, game)
    return game
  }
}

/** A position can continue under other rules only if they give it the same words and seats. */
function requireSameState(
  document: Document,
  { info }: CompiledGame,
  changed: readonly { readonly game: CompiledGame }[],
): void {
  for (const [i, { game }] of changed.entries())
    if (game.info.stateSize !== info.stateSize || game.info.seats.join() !== info.seats.join())
      throw errorAt(
        document,
        ['changed', i],
        'the match does not fit these rules, expected the same seats and positions',
      )
}

/** Keys of experiments that no record has. */
const OF_EXPERIMENTS = ['lineups', 'variants', 'sweep', 'baseline', 'matches', 'margin']

/** Refuses an experiment file as a whole, instead of listing all the keys that a record doesn't have. */
function refuseExperiment({ file, value }: Document): void {
  if (!isRecord(value) || 'decisions' in value || !OF_EXPERIMENTS.some(key => key in value)) return
  throw new InputError(file, 'is an experiment, expected a record; use evenhand run to play it')
}

function rulesOf({ ruleset, rules }: Pick<RecordFields, 'ruleset' | 'rules'>): string {
  const changed = Object.entries(rules ?? {}).map(([key, value]) => `${key}=${show(value)}`)
  return oneLine([ruleset, ...changed].filter(Boolean).join(' '))
}

function titleOf(record: RecordFields, { info }: CompiledGame): string {
  const { agents } = record
  const parts = [
    [info.id, rulesOf(record)].filter(Boolean).join(' '),
    ...(agents ? [agents.join(' vs ')] : []),
  ]
  return oneLine(parts.join(', '))
}

function placeWords({ block, rotation }: RecordFields): string {
  const words = [
    block === undefined ? '' : `block ${block}`,
    rotation === undefined ? '' : `rotation ${rotation}`,
  ]
  return words.filter(Boolean).join(', ')
}

/** Who won, how, after how long, and who forfeited, as far as the record says. */
function outcomeOf({ winner, ending, length, fault }: RecordFields, { info }: CompiledGame): string {
  const known = info.endings.find(({ id }) => id === ending)
  const won = winner === undefined ? null : wonWords(winner, known)
  const label = known?.label ?? ending
  const steps = length === undefined ? undefined : `${length} ${info.step.label}${length === 1 ? '' : 's'}`
  return oneLine([outcomeText(won, label, steps), fault ?? ''].filter(Boolean).join(', '))
}

/** "white won", "pirates won", "a draw". `winner` is the only winning seat. */
export function wonWords(winner: string | null, ending: Ending | undefined): string {
  if (ending?.role !== undefined) return `${ending.role} won`
  if (winner !== null) return `${winner} won`
  return ending?.kind === 'win' ? 'several seats won' : 'a draw'
}

/** "white won (enough favour) after 31 phases"; without what nobody knows, and without a label that only repeats who won. */
export function outcomeText(won: string | null, label: string | undefined, steps?: string): string {
  const says = label === won || (label === 'won' && won?.endsWith(' won')) ? undefined : label
  const how = says === undefined ? won : won === null ? says : `${won} (${says})`
  return [how, steps === undefined ? null : how === null ? steps : `after ${steps}`].filter(Boolean).join(' ')
}

/** A position of a record. */
export interface Frame {
  /** The game by the rules that were valid then. */
  readonly game: CompiledGame
  /** Shared by all frames of the record: the next one overwrites it. */
  readonly state: State
  /** Decisions made before it, including chance. */
  readonly decisions: number
  /** Those made since the previous frame, as the game tells them (GameText.tell) or as records write them. */
  readonly told: readonly string[]
  /** Steps completed before it. */
  readonly steps: number
  /** The turn that led to it, from 1; 0 for the start. */
  readonly turn: number
  /** What a person noted since the previous frame. */
  readonly notes: readonly string[]
  /** Whether more decisions are due before anything happens: of simultaneous seats, or of chance for a seed. */
  readonly isSealed: boolean
}

/**
 * The positions of a record: the start, then one after every step or decision (GameText.replayEach). Throws
 * an InputError at the first impossible decision.
 */
export function* framesOf(record: MatchRecord): Generator<Frame, void, undefined> {
  const { changed = [], decisions, notes } = record
  let { game } = record
  const state = newState(game.info)
  const events = newEvents(game.info)
  let steps = 0
  let shown = 0
  let telling: string[] = []
  let noted = -1
  const frame = (decisions: number, isSealed = false): Frame => {
    const fresh = notes.filter(({ decision }) => decision > noted && decision <= decisions)
    noted = decisions
    // What leads to a position happened before the steps that it completed.
    const turn = 1 + Math.floor(shown / game.info.step.perTurn)
    const told = foldSeeds(telling)
    shown = steps
    telling = []
    return { game, state, decisions, told, steps, turn, notes: fresh.map(({ text }) => text), isSealed }
  }
  const settled = function* (decisions: number): Generator<Frame, void, undefined> {
    for (
      let next = advance(game, state, events);
      next === STEP || next === PART;
      next = advance(game, state, events)
    )
      if (next === STEP) {
        steps++
        if (game.text.replayEach === 'step') yield frame(decisions)
      }
  }
  game.start(state, events)
  yield { ...frame(0), turn: 0 }
  yield* settled(0)
  for (const [i, text] of decisions.entries()) {
    game = changed.findLast(({ decision }) => decision === i)?.game ?? game
    const due = game.toMove(state)
    try {
      telling.push(decide(game, state, text, events))
    } catch (error) {
      throw record.mistake(i, error instanceof Error ? error.message : String(error))
    }
    yield* settled(i + 1)
    const left = game.toMove(state)
    const isSealed = isPartOfSeed(text) || (left !== due && left !== 0 && (left & due) === left)
    if (game.text.replayEach === 'decision') yield frame(i + 1, isSealed)
  }
}

/** Only the positions. All share one buffer, which the next one overwrites. */
export function* positionsOf(record: MatchRecord): Generator<State, void, undefined> {
  for (const { state } of framesOf(record)) yield state
}

/** Applies a decision and returns it in words. Throws an Error that says why if it is impossible. */
function decide(game: CompiledGame, state: State, text: string, events: Int32Array): string {
  const name = seatIn(game, text)
  const seat = name === 'chance' ? CHANCE : game.info.seats.indexOf(name)
  const due = game.toMove(state)
  if (due === 0)
    throw new Error(`${show(text)} comes after the end of the match, expected no further decisions`)
  // Simultaneous seats decide in any order, so only the game knows which still may; chance never decides with
  // them.
  if (seat === CHANCE && due !== CHANCE_BIT)
    throw new Error(
      `${show(text)}: it isn't the turn of chance, expected a decision of ${dueNames(game, due)}`,
    )
  if (text[name.length] !== ' ') throw new Error(`found ${show(text)}, expected one space after ${name}`)
  const action = game.text.parse(state, seat, text.slice(name.length + 1))
  const words = game.text.tell?.(state, seat, action)
  game.apply(state, seat, action, events)
  if (words === undefined) return text
  return seat === CHANCE ? words : `${name} ${words}`
}

/** The name that a decision begins with: chance, or a seat, whose name may have spaces. */
function seatIn({ info }: CompiledGame, text: string): string {
  const names = [...info.seats, 'chance']
  const found = names.find(name => text.startsWith(name) && /^(\s|$)/.test(text.slice(name.length)))
  if (found !== undefined) return found
  throw new Error(`unknown seat ${show(/^\S*/.exec(text)![0])}, expected one of ${names.join(', ')}`)
}

function dueNames(game: CompiledGame, due: number): string {
  return game.info.seats.filter((_, seat) => (due >> seat) & 1).join(' or ')
}
