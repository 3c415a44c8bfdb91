/** A table at which people and agents play: it carries out acts, lets agents think, and keeps matches. */
import { randomBytes } from 'node:crypto'
import { hasShipped } from '../../agents/index.ts'
import { literal, oneLine, parseDocument, settingDifferences, settingsOf } from '../../documents/index.ts'
import type { CompiledGame } from '../../engine/contract/index.ts'
import { reasonOf } from '../../engine/modules/index.ts'
import { type GameModule, nameOfGame, readRuleset, resolveRules } from '../../engine/registry/index.ts'
import { gameTitle } from '../../reports/findings/answer/answer.ts'
import { type Experiment, gameOf } from '../../sim/experiment/index.ts'
import { whyUnfit } from '../../sim/playing/carry-over.ts'
import { pictureText, seenOf } from '../../sim/playing/position.ts'
import {
  type Act,
  type Hint,
  HUMAN,
  type Odds,
  type PlayedMatch,
  type Position,
  type RuleChange,
  type RuleEntry,
} from '../../sim/playing/protocol.ts'
import { type Opening, Session } from '../../sim/playing/session.ts'
import { PLAYERS, STRONGEST, type Thought } from '../../sim/playing/thinker.ts'
import { rulesetChanges } from '../../sim/records/line.ts'
import { Thoughts } from '../../sim/threads/thoughts.ts'
import { defineExperiment } from '../experiment.ts'
import { freeName, keepMatch, PLAYED, playedIn, type RecordFacts, readPlayed } from './played.ts'

export interface TableOptions {
  readonly game: GameModule
  readonly ruleset: string
  /** Keys changed on top of the rule set. */
  readonly changes: Readonly<Record<string, unknown>>
  /** As `--agents` writes them: one for all seats, or one for each; HUMAN for people. */
  readonly agents: readonly string[]
  /** The luck of the first match; drawn anew for every match if absent. */
  readonly seed?: string | undefined
  /** The folder that keeps matches of people; null keeps none. */
  readonly folder?: string | null
  /** Seconds between moves if only agents play. */
  readonly pace?: number | undefined
  /** Compares the rules with the rule set in the background. */
  readonly compare?: (
    ruleset: string,
    changes: Readonly<Record<string, unknown>>,
  ) => Promise<NonNullable<Position['comparison']>>
  /** Writes the text of a rule set under a name, and returns how to play by it. Throws an Error. */
  readonly keepRules?: (name: string, text: string) => string
  /** What an agent of yours, or one in a game of yours, may take for a decision. */
  readonly decisionSeconds?: number | undefined
  /** Whether players learn these rules before a match, and how. */
  readonly isLearning?: boolean
  readonly train?: (experiment: Experiment) => Promise<Experiment>
}

/** An act that can't be done, with the reason. */
export class ActError extends Error {}
/** An act about an older version. */
export class StaleError extends ActError {}

/** A match that was left, to be begun again. */
interface Restored extends Omit<RecordFacts, 'game'> {
  /** Of its record. */
  readonly name: string
  readonly sessionOf: (game: CompiledGame, seats: readonly string[]) => Session
}

const NOTE_MAX = 1000
/** Acts that leave the position alone. */
const ASIDE: readonly Act['act'][] = ['hint', 'evaluate', 'note', 'pace', 'compare', 'keep-rules']
/** Who gives hints, and who plays matches to their ends: trained players are strong and quick. */
const ADVISORS = { learned: ['learned', 'learned'], others: ['mcts', 'greedy'] } as const
/** For games that nobody can look ahead in. */
const NO_ADVISORS = ['random', 'random']
const PACE = 1

const NO_BOARD =
  "There is no board to click, because the game's file describes none: add board and placesOf to it (in a boardgame.io game, to its export evenhand)."

export class PlayTable {
  readonly options: TableOptions
  readonly #folder: string | null
  /** What waits for the next version. */
  readonly #waiting = new Set<() => void>()
  #version = 1
  #match = 0
  #agents: readonly string[]
  #changes: Readonly<Record<string, unknown>>
  #experiment!: Experiment
  #session!: Session
  #thoughts: Thoughts | null = null
  /** The name of this match's record, once it has one, and what was kept last. */
  #name: string | null = null
  #kept = ''
  /** By the rules, as records name them. */
  #rules: RecordFacts['rules'] = []
  #takeBacks = 0
  #hints = 0
  #unfinished: PlayedMatch | null = null
  #isAnew = true
  /** Counts takings back, and what was forgotten. */
  #epoch = 0
  #forgotten = 0
  #isAsked = false
  #hint: Hint | null = null
  #evaluation: Odds | null = null
  /** The rules that this match went on from, and what thinks by them. */
  #old: { readonly game: CompiledGame; readonly thoughts: Thoughts } | null = null
  #oldEvaluation: Odds | null = null
  #isEvaluated = false
  readonly #working = new Set<'hint' | 'evaluation'>()
  #pace: number
  #comparison: Position['comparison'] = null
  /** Why an agent gave no answer: nothing goes on until that turn is taken back. */
  #failure: string | null = null
  #message = ''
  #isClosed = false
  /** Settles when all acts so far are done: two tabs may ask for a new match at once. */
  #acts: Promise<unknown> = Promise.resolve()

  private constructor(options: TableOptions) {
    this.options = options
    this.#agents = options.agents
    this.#changes = options.changes
    this.#folder = options.folder === undefined ? PLAYED : options.folder
    this.#pace = options.pace ?? PACE
  }

  /** Sets the table for the first match. Rejects with an InputError for agents or rules that can't be. */
  static async open(options: TableOptions): Promise<PlayTable> {
    const table = new PlayTable(options)
    await table.#begin(options.agents, options.changes)
    const [last] = table.played()
    if (last?.isUnfinished) table.#unfinished = last
    return table
  }

  get session(): Session {
    return this.#session
  }

  get version(): number {
    return this.#version
  }

  position(): Position {
    const { game, ruleset } = this.options
    const seen = seenOf(this.#session)
    const { text } = this.#session.game
    const isHidden = seen.phase === 'cover'
    const isEvaluated = this.#isEvaluated && !isHidden
    return {
      version: this.#version,
      match: this.#match,
      game: gameTitle({ game: game.id }),
      ruleset,
      changes: this.#ruleChanges(),
      ...seen,
      ...this.#stopped(seen),
      guide: [
        ...(text.guide ?? [game.summary]),
        ...(this.#experiment.source && !text.board ? [NO_BOARD] : []),
      ],
      drawing: '',
      hint: isHidden ? null : this.#hint,
      evaluation: isEvaluated ? this.#evaluation : null,
      oldEvaluation: isEvaluated ? this.#oldEvaluation : null,
      working: [...this.#working],
      isEvaluated: this.#isEvaluated,
      unfinished: this.#hasBegun ? null : this.#unfinished,
      pace: this.#isWatched ? this.#pace : null,
      comparison: this.#comparison,
      replay: this.#session.isOver ? this.#name : null,
      message: this.#message,
    }
  }

  /** What the viewer sees as text, for a terminal. */
  picture(width: number): string {
    return pictureText(this.#session, width)
  }

  /** The position once its version isn't `after`, or the time is over. */
  async next(after: number, milliseconds: number): Promise<Position> {
    if (this.#version === after && !this.#isClosed)
      await new Promise<void>(done => {
        const end = (): void => {
          clearTimeout(timer)
          this.#waiting.delete(end)
          done()
        }
        const timer = setTimeout(end, milliseconds)
        this.#waiting.add(end)
      })
    return this.position()
  }

  /** Matches of this game that were played, the newest first. The one at the table would show what seats hide, until it is over. */
  played(): PlayedMatch[] {
    if (this.#folder === null) return []
    const { game } = this.options
    return playedIn(this.#folder).filter(
      one => one.game === game.id && (this.#session.isOver || one.id !== this.#name),
    )
  }

  /** Every rule that can be changed, with its value now. */
  rules(): RuleEntry[] {
    const { game } = this.options
    const base = new Map(settingsOf(game.schema, this.#resolve({})).map(({ key, value }) => [key, value]))
    return settingsOf(game.schema, this.#resolve(this.#changes)).map(
      ({ key, type, range, value, meaning }) => ({
        key,
        value,
        base: base.get(key),
        // Patterns of names tell people nothing, and lists are offered as such.
        range: type === 'text' ? '' : [type, range].filter(Boolean).join(' '),
        options:
          type === 'text' && /\|/.test(range) && !range.startsWith('/') ? range.split(/\s*\|\s*/) : null,
        meaning,
      }),
    )
  }

  /** Rejects with an ActError, a StaleError among them; then nothing has changed. Acts wait for each other. */
  async act(act: Act): Promise<void> {
    const done = this.#acts.then(() => this.#carryOut(act))
    this.#acts = done.catch(() => {})
    await done
  }

  async #carryOut(act: Act): Promise<void> {
    if (this.#isClosed) throw new ActError('the match has been closed')
    if ('version' in act && act.version !== this.#version)
      throw new StaleError('the match has moved on meanwhile')
    const session = this.#session
    try {
      if (act.act === 'choose') session.choose(act.move)
      else if (act.act === 'unplan') session.unplan()
      else if (act.act === 'seal') session.seal()
      else if (act.act === 'uncover') session.uncover()
      else if (act.act === 'take-back') {
        if (session.plan.length === 0) this.#takeBacks++
        session.takeBack()
        this.#isAnew = true
        this.#failure = null
        this.#epoch++
      } else if (act.act === 'hint') this.#askHint()
      else if (act.act === 'evaluate') this.#isEvaluated = act.on
      else if (act.act === 'pace') this.#pace = act.seconds
      else if (act.act === 'note') this.#note(act.text)
      else if (act.act === 'new') await this.#begin(act.agents ?? this.#agents, this.#changes)
      else if (act.act === 'resume') await this.#resume(act.id)
      else if (act.act === 'rules') await this.#change(act.changes, act.from)
      else if (act.act === 'compare') this.#compare()
    } catch (error) {
      throw error instanceof ActError ? error : new ActError(reasonOf(error))
    }
    if (!ASIDE.includes(act.act)) this.#forget()
    this.#message = act.act === 'keep-rules' ? this.#keepRules(act.name) : (this.#failure ?? '')
    this.#news()
    this.#goOn()
  }

  /** Keeps the match and ends all work. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#acts
    this.#keep()
    this.#news()
    await this.#thoughts?.close()
    await this.#old?.thoughts.close()
  }

  /** Whether a person has decided anything in this match. */
  get #hasBegun(): boolean {
    const { agents, decisions } = this.#session
    return decisions.some(({ seat }) => agents[seat] === HUMAN)
  }

  get #isWatched(): boolean {
    return this.#session.people.length === 0
  }

  #resolve(changes: Readonly<Record<string, unknown>>): object {
    const { game, ruleset } = this.options
    const layers = Object.entries(changes).map(([key, value]) => literal({ [key]: value }, key))
    return resolveRules(game, readRuleset(game, ruleset, process.cwd()), layers) as object
  }

  #ruleChanges(): RuleChange[] {
    const { game } = this.options
    return settingDifferences(game.schema, this.#resolve({}), this.#resolve(this.#changes)).map(
      ({ key, a, b }) => ({ key, base: a, value: b }),
    )
  }

  /** Begins a match. Everything that may fail comes before anything changes. */
  async #begin(
    agents: readonly string[],
    changes: Readonly<Record<string, unknown>>,
    from: 'opening' | 'here' | Restored = 'opening',
  ): Promise<void> {
    const { game, ruleset, seed } = this.options
    const named = agents.map(agent => (agent === HUMAN ? 'random' : agent))
    const isLearned = hasShipped(game)
    const definition = {
      game: nameOfGame(game),
      name: game.id,
      variants: [{ name: 'rules', ruleset, rules: { ...changes } }],
      matches: 1,
      ...(this.options.isLearning === true ? { learn: true as const } : {}),
    }
    const withAdvisors = (advisors: readonly string[]) =>
      this.#defined({
        ...definition,
        lineups: [named, ...advisors.map(advisor => [advisor])].map(line => ({ agents: line })),
      })
    // What is wrong with the players shows in the second try.
    const whole = await withAdvisors(ADVISORS[isLearned ? 'learned' : 'others']).catch(() =>
      withAdvisors(NO_ADVISORS),
    )
    const experiment = (await this.options.train?.(whole)) ?? whole
    const { participants } = experiment.lineups[PLAYERS]!
    const seats = participants.map(({ label }, seat) =>
      agents[agents.length === 1 ? 0 : seat] === HUMAN ? HUMAN : label,
    )
    const match = this.#match + 1
    const luck = seed === undefined ? randomBytes(6).toString('hex') : match === 1 ? seed : `${seed} ${match}`
    const [variant] = experiment.variants as [Experiment['variants'][number]]
    const compiled = gameOf(experiment, variant)
    let session: Session
    let rules: RecordFacts['rules'] = [{ decision: 0, ...rulesetChanges(game, variant) }]
    if (from === 'opening') session = new Session(compiled, seats, luck)
    else if (from === 'here') {
      const before = this.#session
      const { state, steps } = before
      const why = whyUnfit(before.game, compiled, state)
      if (why !== null) throw new ActError(`${why}; begin at the opening instead`)
      session = new Session(compiled, seats, before.seed, { state, steps, before })
      const decision = before.decisions.length
      rules = [...this.#rules.filter(one => one.decision < decision), { ...rules[0]!, decision }]
    } else {
      session = from.sessionOf(compiled, seats)
      rules = from.rules
    }
    this.#keep()
    await this.#old?.thoughts.close()
    this.#old = null
    if (from === 'here') this.#old = { game: this.#session.game, thoughts: this.#thoughts! }
    else await this.#thoughts?.close()
    this.#thoughts = new Thoughts(experiment)
    this.#agents = agents
    this.#changes = changes
    this.#experiment = experiment
    this.#session = session
    this.#match = match
    this.#rules = rules
    if (from !== 'here') {
      this.#name = from === 'opening' ? null : from.name
      this.#takeBacks = from === 'opening' ? 0 : from.takeBacks
      this.#hints = from === 'opening' ? 0 : from.hints
    }
    this.#kept = ''
    this.#isAnew = true
    this.#isAsked = false
    this.#failure = null
    this.#message = ''
    this.#forget()
    this.#goOn()
  }

  async #defined(definition: Parameters<typeof defineExperiment>[0]): Promise<Experiment> {
    return await defineExperiment(definition, { decisionSeconds: this.options.decisionSeconds }, '--agents', {
      game: 'GAME',
    })
  }

  /** Drops what was worked out about an earlier position. */
  #forget(): void {
    this.#thoughts?.drop()
    this.#old?.thoughts.drop()
    this.#forgotten++
    this.#hint = null
    this.#evaluation = null
    this.#oldEvaluation = null
    this.#working.clear()
  }

  /** Tells whoever waits. */
  #news(): void {
    this.#version++
    for (const tell of [...this.#waiting]) tell()
  }

  /** Asks what is due: the next agent, and the evaluation. Keeps a match that is over. */
  #goOn(): void {
    if (this.#isClosed) return
    const session = this.#session
    this.#keep()
    const question = this.#isAsked || this.#failure !== null ? null : session.question()
    if (question && !(this.#isWatched && this.#pace === 0)) {
      this.#isAsked = true
      const isAnew = this.#isAnew
      this.#isAnew = false
      const begun = performance.now()
      const epoch = this.#epoch
      this.#thoughts!.ask({ kind: 'choose', ...question, isAnew }, found => {
        const answer = (): void => this.#answered(session, question, found, epoch)
        const wait = this.#isWatched ? 1000 * this.#pace - (performance.now() - begun) : 0
        if (wait > 0) setTimeout(answer, wait)
        else answer()
      })
    }
    if (this.#isEvaluated && this.#evaluation === null && !this.#working.has('evaluation'))
      this.#askEvaluation()
  }

  #answered(
    session: Session,
    question: Parameters<Session['answer']>[0],
    found: Thought,
    epoch: number,
  ): void {
    if (session !== this.#session || this.#isClosed) return
    this.#isAsked = false
    // What was asked before decisions were taken back is of no use.
    if (epoch === this.#epoch) {
      try {
        if ('failure' in found) throw new Error(found.failure)
        if ('action' in found) session.answer(question, found.action)
      } catch (error) {
        this.#fail(reasonOf(error))
        return
      }
      this.#forget()
      this.#news()
    }
    this.#goOn()
  }

  /** Stops the match, on a new thread: the one that failed may be gone. */
  #fail(reason: string): void {
    this.#failure = reason
    this.#message = reason
    this.#isAnew = true
    void this.#thoughts!.close()
    this.#thoughts = new Thoughts(this.#experiment)
    this.#forget()
    this.#news()
  }

  /** What a position says instead, if its agent gave no answer. */
  #stopped({ phase, status }: Pick<Position, 'phase' | 'status'>): Pick<Position, 'phase' | 'status'> {
    if (this.#failure === null || !(phase === 'thinking' || phase === 'watching')) return { phase, status }
    const way = this.#session.canTakeBack ? 'Take back, or start a new match' : 'Start a new match'
    return { phase: 'stopped', status: `The match has stopped. ${way}` }
  }

  #askHint(): void {
    const session = this.#session
    const { person, game } = session
    if (person === null || session.isCovered || session.legal().length === 0)
      throw new ActError('there is no move to choose now')
    if (game.unsearchable !== undefined) throw new ActError(`no hints: ${game.unsearchable}`)
    if (this.#working.has('hint')) return
    this.#hints++
    const state = session.planned()
    const told = (action: number): string => session.offerOf(state, person, action)
    this.#working.add('hint')
    const asked = this.#forgotten
    this.#thoughts!.ask({ kind: 'hint', seat: person, state }, found => {
      if (asked !== this.#forgotten) return
      this.#working.delete('hint')
      if ('failure' in found) this.#message = `no hint: ${found.failure}`
      if ('hint' in found) {
        const { best, second, ahead, plusMinus } = found.hint
        this.#hint = {
          agent: this.#experiment.lineups[STRONGEST]!.participants[0]!.label,
          move: best,
          label: told(best),
          ahead,
          plusMinus,
          second: second === null ? null : { move: second, label: told(second) },
        }
      }
      this.#news()
    })
  }

  #askEvaluation(): void {
    const session = this.#session
    if (session.isOver || session.isCovered) return
    if (session.game.unsearchable !== undefined) {
      this.#message = `no evaluation: ${session.game.unsearchable}`
      this.#isEvaluated = false
      return
    }
    this.#working.add('evaluation')
    const asked = this.#forgotten
    const question = { kind: 'evaluation', viewer: session.viewer, state: session.planned() } as const
    const old = this.#old
    if (old && whyUnfit(session.game, old.game, question.state) === null)
      old.thoughts.ask(question, found => {
        if (asked !== this.#forgotten || !('evaluation' in found)) return
        this.#oldEvaluation = found.evaluation
        this.#news()
      })
    this.#thoughts!.ask(question, found => {
      if (asked !== this.#forgotten) return
      if ('failure' in found) {
        this.#message = `no evaluation: ${found.failure}`
        this.#isEvaluated = false
      }
      if ('evaluation' in found) this.#evaluation = found.evaluation
      if (!('evaluation' in found) || found.isDone) this.#working.delete('evaluation')
      this.#news()
    })
  }

  /** Plays on by other rules. Values are read as `--rules` reads them. */
  async #change(written: Readonly<Record<string, string>>, from: 'opening' | 'here'): Promise<void> {
    const changes = Object.fromEntries(
      Object.entries(written).map(([key, value]) => [key, parseDocument(value, key).value]),
    )
    this.#resolve(changes)
    await this.#begin(this.#agents, changes, from)
    this.#comparison = null
  }

  /** Goes on with a match that was left. */
  async #resume(id: string): Promise<void> {
    const { game } = this.options
    const record = this.#folder === null ? null : readPlayed(this.#folder, id)
    if (record?.game !== nameOfGame(game) || record.ending !== undefined)
      throw new ActError(`${id} is not a match of ${game.id} to go on with`)
    const { agents = [], changed = [], decisions, hints = 0, notes = [], takeBacks = 0 } = record
    const first = { decision: 0, ruleset: record.ruleset ?? game.ruleset, rules: record.rules ?? {} }
    const rules = [first, ...changed.map(one => ({ ...one, rules: one.rules ?? {} }))]
    const resolved = rules.map(one => {
      const layers = Object.entries(one.rules).map(([key, value]) => literal({ [key]: value }, key))
      return resolveRules(game, readRuleset(game, one.ruleset, process.cwd()), layers) as object
    })
    const last = settingDifferences(game.schema, this.#resolve({}), resolved.at(-1)!)
    const sessionOf = (compiled: CompiledGame, seats: readonly string[]): Session => {
      let session: Session | null = null
      for (const [i, { decision }] of rules.entries()) {
        const by = i === rules.length - 1 ? compiled : game.compile(resolved[i]!)
        const opening: Opening | null = session && {
          state: session.state,
          steps: session.steps,
          before: session,
        }
        session = new Session(by, seats, String(record.seed ?? ''), opening)
        session.restore(decisions.slice(decision, rules[i + 1]?.decision))
      }
      session!.notes.push(...notes)
      return session!
    }
    const changes = Object.fromEntries(last.map(({ key, b }) => [key, b]))
    await this.#begin(agents, changes, { name: id, rules, takeBacks, hints, sessionOf })
  }

  /** Writes the rules as a rule set, and says how to play by it. */
  #keepRules(name: string): string {
    const { keepRules, ruleset } = this.options
    if (!keepRules) return "rule sets can't be kept here"
    const lines = Object.entries({ base: ruleset, ...this.#changes })
    try {
      return keepRules(name, lines.map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`).join(''))
    } catch (error) {
      return reasonOf(error)
    }
  }

  #compare(): void {
    const { compare, ruleset } = this.options
    if (Object.keys(this.#changes).length === 0) throw new ActError('no rule is changed yet')
    if (!compare) throw new ActError("comparisons can't be started here")
    if (this.#comparison) throw new ActError('the comparison is under way')
    this.#comparison = { address: null, words: 'The comparison starts.' }
    const started = this.#comparison
    void compare(ruleset, this.#changes)
      .catch((error: unknown) => ({ address: null, words: reasonOf(error) }))
      .then(found => {
        if (this.#comparison !== started) return
        this.#comparison = found
        this.#news()
      })
  }

  #note(text: string): void {
    const noted = oneLine(text.trim().replace(/\s+/g, ' '), NOTE_MAX)
    if (noted === '') throw new ActError('the note is empty')
    this.#session.note(noted)
  }

  /** Saves the match if it has changed and a person has made a decision in it. */
  #keep(): void {
    const session = this.#session as Session | undefined
    if (!session || this.#folder === null || (this.#name === null && !this.#hasBegun)) return
    const now = JSON.stringify([session.decisions.map(({ written }) => written), session.notes, this.#hints])
    if (this.#kept === now) return
    this.#name ??= freeName(this.#folder, session.game.info.id)
    try {
      const game = nameOfGame(this.options.game)
      const about = { game, rules: this.#rules, takeBacks: this.#takeBacks, hints: this.#hints }
      keepMatch(this.#folder, this.#name, about, session)
      this.#kept = now
    } catch (error) {
      this.#message = `the match isn't kept: ${reasonOf(error)}`
      this.#name = null
    }
  }
}
