/** A boardgame.io game in the easy contract. */
import { basename } from 'node:path'
import type { State } from '../contract/index.ts'
import {
  type Callable,
  CLOCK_NOTE,
  clockReads,
  DRAWS_NOTE,
  type Exports,
  filesOf,
  GameError,
  gamesGiven,
  isStrict,
  originalOf,
  placeIn,
  reasonOf,
  tellReading,
  watched,
} from '../modules/index.ts'
import { adaptGame, chanceAnswers, type DefinedGame, type Definition, type Outcome } from '../plain/index.ts'
import { adapterText, type GameExport, referenceTo } from './adapter.ts'
import { boardFrom, boardInferred } from './board.ts'
import {
  type BoardgameConfig,
  type ConfigWithoutSetup,
  checkExtras,
  copyOf,
  type Extras,
  type Hook,
  isBoardgame,
  isGameWithoutSetup,
  mayBeBoardgame,
} from './config.ts'
import { OwnFlow } from './flow.ts'
import type { Inference } from './inferred.ts'
import { learnMoves } from './learn-moves.ts'
import { textOfDecision } from './moves.ts'
import { type AdaptedGame, adaptSignatures, blaming, homeOf, misfitWords } from './old-games.ts'
import { reducerFor } from './reducer.ts'
import {
  assetsOf,
  gameoverIn,
  gaugesOf,
  outcomeOf,
  Scores,
  textOfPosition,
  withPlayers,
} from './reporting.ts'
import { secretWords } from './secrets.ts'
import { type Choice, type MatchState, type SeatDecision, Simulator } from './simulator.ts'
import { playTrials, requireMoves, type TrialResult } from './trial.ts'
import { idleWords, TurnKeys } from './whose-turn.ts'

/** The rules of every boardgame.io game. */
interface Rules {
  readonly numPlayers: number
  readonly setupData?: Readonly<Record<string, unknown>>
}

/** Most moves of a match by default; longer random matches count as endless. */
const MOVES_MAX = 2000
/** A match may have LONGER times the decisions of the longest trial match, and DECISIONS_MIN at least. */
const LONGER = 10
const DECISIONS_MIN = 200
/** The same for the highest turn of the turn gauge: a wider range would show the others coarsely. */
const TURNS_LONGER = 2
const TURNS_MIN = 32

/** Answers of chance to allow for where the author gives maxMoves: per move if moves roll, and per answer seen in `setup`. */
const CHANCES_EACH = 5

/**
 * The boardgame.io game of a module: its default, `Game`, or the only one; null if there is none. Throws a
 * GameError if there are several.
 */
export function boardgameIn(exported: Exports, file: string): DefinedGame<Rules> | null {
  const game = findExport(exported, isBoardgame)
  if (game) return defineExported(game, exported, file)
  const { default: main, Game } = { ...innerOf(exported), ...exported }
  const bare = [main, Game].find(isGameWithoutSetup)
  if (bare) return defineExported(withSetup(bare), exported, file)
  refuseSeveral(exported, file)
  const made = gameMade(exported) ?? gameGiven(file)
  return made ? defineExported(made, exported, file) : null
}

function refuseSeveral(exported: Exports, file: string): void {
  const names = Object.keys(exported).filter(name => isBoardgame(exported[name]))
  const within = [...gamesWithin(exported).values()]
  const source = `from './${basename(file)}'`
  const refuse = (several: readonly string[], text: string): never => {
    throw new GameError(
      `it exports ${several.length} games (${several.join(', ')}), expected one: write a file beside it with ${text}, and play that file`,
    )
  }
  if (names.length > 1) refuse(names, `export { ${names[0]} as default } ${source}`)
  if (within.length < 2) return
  const [name] = within[0]!.split('.') as [string]
  refuse(
    within,
    `import ${name === 'default' ? 'all' : `{ ${name} }`} ${source}; export default ${within[0]!.replace(/^default/, 'all')}`,
  )
}

/** Games one level down, as in { game, board } or { chess, draughts }, with their names. */
function gamesWithin(exported: Exports): Map<BoardgameConfig, string> {
  const found = new Map<BoardgameConfig, string>()
  for (const [name, part] of Object.entries(exported)) {
    if (name === 'evenhand' || typeof part !== 'object' || part === null) continue
    for (const [key, inner] of Object.entries(part))
      if (isBoardgame(inner) && !found.has(inner)) found.set(inner, `${name}.${key}`)
  }
  return found
}

/** One level down, or of a function without arguments that is called after a game. */
function gameMade(exported: Exports): BoardgameConfig | null {
  const [within] = gamesWithin(exported).keys()
  if (within) return within
  for (const [name, make] of Object.entries(exported)) {
    if (typeof make !== 'function' || make.length > 0 || !/game/i.test(`${name} ${make.name}`)) continue
    try {
      const made: unknown = make()
      if (isBoardgame(made)) return made
    } catch {
      // It makes something else.
    }
  }
  return null
}

/** Of a file that exports only its screen: what it gives to boardgame.io's Client or Server. */
function gameGiven(file: string): BoardgameConfig | null {
  const given = gamesGiven(filesOf(file)).filter(isBoardgame)
  return given.length === 1 ? given[0]! : null
}

/** The same where the user says that there is one, so that it needs no `setup`. Throws a GameError if there is none. */
export function forcedBoardgameIn(exported: Exports, file: string): DefinedGame<Rules> {
  const known = boardgameIn(exported, file)
  if (known) return known
  const game = findExport(exported, mayBeBoardgame)
  if (game) return defineExported(withSetup(game), exported, file)
  throw new GameError(
    `exports ${Object.keys(exported).join(', ') || 'nothing'}, expected a game of boardgame.io as its default, as Game, or as the only object`,
  )
}

function withSetup(game: ConfigWithoutSetup): BoardgameConfig {
  return { ...game, setup: game.setup ?? (() => ({})) }
}

/** CommonJS exports lie in the default. */
function innerOf({ default: main }: Exports): Exports {
  return typeof main === 'object' && main !== null ? (main as Exports) : {}
}

function extrasOf(exported: Exports): unknown {
  return exported.evenhand ?? innerOf(exported).evenhand
}

function findExport<Game>(exported: Exports, test: (value: unknown) => value is Game): Game | undefined {
  const inner = innerOf(exported)
  const extras = extrasOf(exported)
  const all = new Set([...Object.values(exported), ...Object.values(inner)])
  const others = [...all].filter(test).filter(value => value !== extras)
  return (
    [exported.default, exported.Game, inner.Game].find(test) ?? (others.length === 1 ? others[0] : undefined)
  )
}

function defineExported(game: BoardgameConfig, exported: Exports, file: string): DefinedGame<Rules> {
  const id = game.name ?? basename(file).replace(/\.[^.]*$/, '')
  const reference = referenceTo(game, exported)
  return boardgame(
    game,
    checkExtras(extrasOf(exported)),
    id.replaceAll(/[^\w.-]/g, '-'),
    homeOf(file),
    reference,
  )
}

/** `folder` is where boardgame.io is found from. Throws a GameError for what cannot be played. */
function boardgame(
  game: BoardgameConfig,
  extras: Extras,
  id: string,
  folder: string,
  reference: GameExport | null,
): DefinedGame<Rules> {
  const adapted = adaptSignatures(copyOf(game), folder)
  const config = adapted.game
  if (extras.determinize && !config.playerView)
    throw new GameError(
      'the game has evenhand.determinize but hides nothing; expected a playerView, as in export default { ...Game, playerView: ({ G, ctx, playerID }) => ... }',
      extras.determinize as Hook,
    )
  const { numPlayers = config.minPlayers ?? 2, setupData } = extras
  const rules: Rules = { numPlayers: Math.max(2, numPlayers), ...(setupData && { setupData }) }
  const listing = adaptGame<MatchState, Choice, Rules>({
    ...new Adapter(adapted, extras, id, rules).definition(null),
    rules,
  })
  const surveyed = (given: Rules) => {
    const adapter = new Adapter(adapted, extras, id, given)
    let found: TrialResult
    try {
      found = adapter.survey(folder)
    } finally {
      tellReading(null)
    }
    const defined = adaptGame<MatchState, Choice, Rules>({ ...adapter.definition(found), rules })
    return { key: keyOf(given), adapter, found, defined }
  }
  /** The last rules: the same game is compiled several times in a row, and trial matches take long. */
  let last: ReturnType<typeof surveyed> | null = null
  return {
    ...listing,
    format: 'boardgame.io',
    compile: (name, given) => {
      if (last?.key !== keyOf(given)) last = surveyed(given)
      const { adapter, found, defined } = last
      const compiled = defined.compile(name, given)
      const { text } = compiled
      const { describe } = text
      const hides = config.playerView !== undefined && extras.determinize === undefined
      return Object.assign(compiled, {
        // Where turns take different numbers of moves, no number of moves is a turn.
        info: { ...compiled.info, step: { label: 'move', perTurn: found.perTurn || 1 } },
        notes: adapter.notes,
        warnings: adapter.warnings,
        adapterText: (specifier: string, isTyped: boolean) =>
          reference && adapterText(id, reference, adapter.inference, specifier, isTyped),
        text: { ...text, describe: (state: State) => describeState(describe(state)) },
        unsearchable: hides ? UNGUESSED : adapter.unsearchable,
      })
    },
  }
}

function keyOf(rules: Rules): string {
  return JSON.stringify([rules, isStrict()])
}

function describeState(position: object): object {
  const { state, ...rest } = position as { readonly state: MatchState }
  const ctx =
    state.ctx && Object.fromEntries(Object.entries(state.ctx).filter(([key]) => !key.startsWith('_')))
  const { G, roll, refused } = state
  const shown: Record<string, unknown> = { G, ctx }
  if (state.ctx?._plugins) shown.plugins = state.ctx._plugins
  if (roll !== null) shown.roll = roll
  if (refused.length > 0) shown.refused = refused
  return { state: shown, ...rest }
}

class Adapter {
  readonly notes: string[] = []
  readonly warnings: string[] = []
  /** Why agents that look ahead would be wrong about the game. */
  unsearchable: string | undefined
  readonly #adapted: AdaptedGame
  readonly #config: BoardgameConfig
  readonly #extras: Extras
  readonly #id: string
  readonly #seats: number
  readonly #flow: OwnFlow
  readonly #simulator: Simulator
  readonly #most: number
  readonly #scores: Scores
  /** Whether G tells the end of a match, as in games without endIf and endGame. */
  readonly #endsByG: boolean
  /** Whether a match that leaves no legal move is a draw: of inferred moves, once they are learned. */
  #drawsStuck = false

  constructor(adapted: AdaptedGame, extras: Extras, id: string, { numPlayers, setupData }: Rules) {
    const { game: config, allowsAllEvents } = adapted
    requirePlayers(numPlayers, config)
    this.#adapted = adapted
    this.#config = config
    this.#extras = extras
    this.#id = id
    this.#seats = numPlayers
    this.#flow = new OwnFlow(watchedIn({ ...config, ai: {} }), allowsAllEvents)
    this.#simulator = new Simulator(config, extras, this.#flow, numPlayers, setupData)
    this.#scores = new Scores(extras, numPlayers)
    this.#most = extras.maxMoves ?? MOVES_MAX
    this.#endsByG = !config.endIf && !/\bendGame\b/.test(sourceOf(config))
  }

  get inference(): Inference | null {
    return this.#simulator.inference
  }

  /** Whether nobody has a legal move in the middle of a match, and no move throws that arguments are inferred for. */
  #isStuck(position: MatchState): boolean {
    const { inference } = this.#simulator
    const isLearned = this.#drawsStuck && !position.roll && position.ctx.turn > 1
    if (!isLearned || this.#simulator.broken.size > 0) return false
    try {
      return this.#simulator
        .active(position)
        .every(
          seat =>
            this.#simulator.moves(position, seat).length === 0 &&
            !inference!.hasThrownAt(position.ctx, `${seat}`),
        )
    } catch {
      return false
    }
  }

  #stuckWords(position: MatchState): string {
    const [seat] = this.#simulator.active(position)
    const asked = this.#simulator.inference!.askFor(position.ctx, `${seat}`)
    return `no rule ends a match in which nobody can move, as in turn ${position.ctx.turn}; evenhand calls it a draw. If evenhand has missed a move there: ${asked}`
  }

  /** Plays the trial matches, and settles by them how the game is played. */
  survey(folder: string): TrialResult {
    const reducer = reducerFor(this.#adapted, folder)
    const { plugins } = this.#flow
    if (plugins.raw !== null) {
      if (reducer === null)
        throw new GameError(
          `its plugin ${plugins.raw} has dangerouslyFlushRawState, which only boardgame.io's reducer can play; expected boardgame.io beside the game: run "npm install boardgame.io" in ${folder}`,
        )
      this.#simulator.flow = reducer
    }
    let hiding: string | null = null
    const turnKeys = new TurnKeys(this.#seats)
    let stuck: string | null = null
    const isOver = (position: MatchState): boolean => {
      this.#scores.look(position)
      turnKeys.look(position)
      hiding ??= plugins.hiding(position, this.#seats)
      if (this.#told(position) !== null) return true
      if (!this.#isStuck(position)) return false
      stuck ??= this.#stuckWords(position)
      return true
    }
    const { inference } = this.#simulator
    const misfits = misfitWords(this.#adapted)
    if (inference) {
      const isHotSeat = (): boolean => this.#extras.toMove !== undefined || turnKeys.remedy !== null
      blaming(misfits, () =>
        learnMoves({ simulator: this.#simulator, inference, reducer, seats: this.#seats, isOver, isHotSeat }),
      )
      inference.isCounting = true
      this.#drawsStuck = true
    }
    const reads = clockReads()
    this.#simulator.isSurveying = true
    this.#simulator.judge = reducer
    const found = blaming(misfits, () => playTrials(this.#simulator, this.#flow, reducer, isOver, this.#most))
    this.#simulator.judge = null
    this.#simulator.isSurveying = false
    if (stuck !== null) this.warnings.push(`${this.#id}: ${stuck}`)
    if (clockReads() > reads) this.notes.push(`${this.#id}: ${CLOCK_NOTE}`)
    if (inference) {
      inference.isCounting = false
      if (this.#simulator.flow === reducer && plugins.raw === null)
        found.difference ??= `moves throw when evenhand calls them, and not in ${reducer!.name}`
    }
    if (plugins.raw !== null)
      found.difference ??= `its plugin ${plugins.raw} may change all of a state (dangerouslyFlushRawState)`
    if (hiding !== null)
      this.notes.push(
        `${this.#id}: its plugin ${hiding} hides data from players, and agents that look ahead see all of it. To hide it, keep it in G, with playerView and evenhand.determinize`,
      )
    this.#simulator.referenceFlow = reducer?.hasSameBookkeeping ? reducer : null
    if (found.listsIllegal) this.#simulator.isTrying = true
    if (!found.ended && this.#extras.maxMoves === undefined)
      throw new GameError(
        `no match of random players ended within ${MOVES_MAX.toLocaleString('en')} moves, expected endIf or events.endGame to end it. ${this.#whyEndless()}For longer matches: export const evenhand = { maxMoves: ... }`,
      )
    if (this.#simulator.rulesCallMath) this.notes.push(`${this.#id}: ${DRAWS_NOTE}`)
    if (this.#simulator.listingCallsMath)
      this.notes.push(
        `${this.#id}: its list of moves draws from Math.random or crypto; evenhand makes it return the same list for the same position`,
      )
    const { matches, moves } = found.proven
    if (reducer === null)
      this.notes.push(
        `${this.#id}: boardgame.io${this.#adapted.allowsAllEvents ? ' before 0.48' : ''} isn't installed, so evenhand can't compare its own play with boardgame.io's reducer`,
      )
    else if (found.difference === null)
      this.notes.push(
        `${this.#id}: evenhand and ${reducer.name} agree in ${matches} matches (${moves} states), so evenhand plays the game itself`,
      )
    else this.notes.push(`${this.#id}: ${found.difference}, so the reducer plays the game, many times slower`)
    const isPartly = this.#extras.moves !== undefined
    const { inferred = null, doubts = [] } = inference?.tell(isPartly) ?? {}
    const lines = inferred === null ? doubts : [inferred, STUCK_NOTE, ...doubts]
    for (const line of lines) this.notes.push(`${this.#id}: ${line}`)
    if (inferred !== null)
      this.warnings.push(
        `${this.#id}: evenhand inferred ${isPartly ? 'some moves, which evenhand.moves leaves out' : 'the moves, as the game lists none'}: check them (evenhand new game --from writes them down), or results may be about another game`,
      )
    for (const [name, thrown] of this.#simulator.broken) {
      const place = placeIn(thrown)
      this.warnings.push(
        `${this.#id}: ${name} is never played, as it throws (${reasonOf(thrown)}${place === null ? '' : ` at ${place}`})`,
      )
    }
    if (this.#adapted.isOld)
      this.notes.push(
        `${this.#id}: its functions take (G, ctx), as before boardgame.io 0.50, so evenhand calls them that way`,
      )
    if (misfits !== null) this.warnings.push(`${this.#id}: ${misfits}, here as there`)
    this.#noteDoubts(found, turnKeys)
    return found
  }

  /** What may keep matches from ending. */
  #whyEndless(): string {
    const { inference } = this.#simulator
    if (!inference) return 'Is endIf missing, or is enumerate incomplete? '
    const missing = [...inference.moves].flatMap(([name, { labels }]) => (labels.length === 0 ? [name] : []))
    if (missing.length === 0) return 'Is endIf missing? '
    const named = missing.slice(0, NAMED_MAX).join(', ')
    const more = missing.length > NAMED_MAX ? ` and ${missing.length - NAMED_MAX} more` : ''
    return `Is endIf missing? Or does it take moves that evenhand doesn't offer, as it can't tell their arguments: ${named}${more}? To list them: export const evenhand = { moves: { ${missing[0]}: (G, ctx, playerID) => [...] } }. `
  }

  /** Notes what may be intended, but is more often a mistake. */
  #noteDoubts({ deciders, secrets }: TrialResult, turnKeys: TurnKeys): void {
    const idle = Array.from({ length: this.#seats }, (_, seat) => seat).filter(seat => !deciders.has(seat))
    // Whoever writes toMove has said that it is meant.
    if (idle.length > 0 && !this.#extras.toMove) {
      const { wrong, advice } = idleWords(idle, turnKeys)
      this.warnings.push(`${this.#id}: ${wrong}, so verdicts may be about the wrong player. ${advice}`)
      this.unsearchable = `${wrong}, so a search would treat everybody's moves as one player's. ${advice}. Or let only random play`
    }
    for (const wrong of secretWords(secrets.found, this.#config.playerView !== undefined))
      this.warnings.push(`${this.#id}: ${wrong}`)
  }

  /** The game in the easy contract; `found` is null before the trial matches. */
  definition(found: TrialResult | null): Definition<MatchState, Choice, Rules> {
    const { determinize } = this.#extras
    const hides = this.#config.playerView !== undefined
    const texts = sourceOf(this.#config)
    const isJoint =
      this.#extras.simultaneous ??
      (!this.#extras.toMove &&
        (found?.isJoint ||
          /\bactivePlayers\b|\bsetActivePlayers\b/.test(texts) ||
          hasActivePlayers(this.#config)))
    const rolls = this.#extras.chance ?? (found?.rolls || /\brandom\b/.test(texts))
    const simulator = this.#simulator
    const most = this.#decisionMax(found, rolls)
    return {
      id: this.#id,
      summary: `a game of boardgame.io`,
      seats: ({ numPlayers }) => Array.from({ length: numPlayers }, (_, seat) => `player-${seat}`),
      setup: () => simulator.start(simulator.flow),
      toMove: position => {
        if (position.roll) {
          if (rolls) return 'chance'
          throw new GameError(
            'a move uses random numbers, but none did in the first matches; expected evenhand.chance: true',
          )
        }
        const seats = simulator.active(position)
        if (seats.length === 1) return seats[0]!
        if (this.#extras.simultaneous === false) {
          const current = Number(position.ctx.currentPlayer)
          return seats.includes(current) ? current : seats[0]!
        }
        if (isJoint) return seats
        throw new GameError(
          'several players must move at the same time, which never happened in the first matches; expected evenhand.simultaneous: true',
        )
      },
      moves: (position, { seat }) => {
        const moves = simulator.moves(position, seat)
        requireMoves(moves, seat, position, simulator)
        return moves
      },
      apply: (position, move, { seat }, before) =>
        'answer' in move
          ? simulator.answer(simulator.flow, position, move.answer, before)
          : simulator.play(simulator.flow, position, [[seat, move]], before),
      applyAll: isJoint
        ? (position, moves, _context, before) =>
            simulator.play(simulator.flow, position, decisionsIn(moves), before)
        : undefined,
      chance: rolls ? ({ roll }) => chanceAnswers(roll!) : undefined,
      outcome: position => this.#outcome(position),
      view: hides
        ? (position, { seat }) => ({ ...position, G: simulator.viewOf(position, seat) })
        : undefined,
      determinize: hides
        ? (view, { seat, random }) => {
            if (!determinize) throw new GameError(UNGUESSED)
            const G = view.ctx === null ? null : determinize(view.G, view.ctx, `${seat}`, random)
            return { ...view, G }
          }
        : undefined,
      gauges: gaugesOf(
        this.#config,
        this.#extras,
        this.#scores,
        Math.min(most, Math.max(TURNS_MIN, TURNS_LONGER * (found?.longest ?? most))),
        position => this.#outcome(position),
      ),
      ...(this.#extras.roles && { roles: this.#extras.roles }),
      ...assetsOf(this.#config, this.#extras, found?.events ?? []),
      ...(this.#extras.board
        ? boardFrom(this.#extras)
        : found && !hides && !rolls
          ? boardInferred(simulator)
          : {}),
      format: move => ('text' in move ? move.text : textOfDecision(move)),
      render: textOfPosition,
      maxMoves: most,
      movesAtOnce: rolls ? MOVES_AT_ONCE : undefined,
    }
  }

  /** The most decisions of a match, chance's included. Tallies grow with it. */
  #decisionMax(found: TrialResult | null, rolls: boolean): number {
    const { maxMoves } = this.#extras
    if (maxMoves !== undefined) {
      const { setup: _, ...played } = this.#config
      const movesRoll = this.#extras.chance ?? (found?.movesRoll || /\brandom\b/.test(sourceOf(played)))
      return rolls && movesRoll ? maxMoves * CHANCES_EACH : maxMoves + CHANCES_EACH * (found?.setupRolls ?? 0)
    }
    return Math.max(DECISIONS_MIN, LONGER * (found?.longest ?? 0))
  }

  #outcome(position: MatchState): Outcome | null {
    return this.#told(position) ?? (this.#isStuck(position) ? {} : null)
  }

  /** As the game tells it. */
  #told(position: MatchState): Outcome | null {
    const { G, ctx, roll } = position
    if (roll) return null
    const gameover = ctx.gameover === undefined && this.#endsByG ? gameoverIn(G) : ctx.gameover
    const { outcome } = this.#extras
    if (gameover === undefined && !(this.#endsByG && outcome)) return null
    const said = outcome ? outcome(gameover, G, ctx) : gameover
    if (gameover === undefined && (said === undefined || said === null)) return null
    return withPlayers(outcomeOf(said, this.#seats, this.#extras), this.#seats, this.#extras, position)
  }
}

/** Moves that a message names. */
const NAMED_MAX = 6

/** Of games whose moves are inferred. */
const STUCK_NOTE = 'a match in which nobody can move, and which no rule ends, is a draw'

/** The most players of a match. */
const PLAYERS_MAX = 6

function requirePlayers(
  numPlayers: number,
  { minPlayers = 2, maxPlayers = PLAYERS_MAX }: BoardgameConfig,
): void {
  const least = Math.max(2, minPlayers)
  const most = Math.min(PLAYERS_MAX, maxPlayers)
  if (least > most)
    throw new GameError(
      `the game is for ${minPlayers} to ${maxPlayers} players (minPlayers, maxPlayers), expected 2 to ${PLAYERS_MAX}`,
    )
  if (numPlayers < least || numPlayers > most)
    throw new GameError(
      `numPlayers is ${numPlayers}, expected ${least === most ? most : `${least} to ${most}`} (minPlayers to maxPlayers, within evenhand's limits of 2 to ${PLAYERS_MAX})`,
    )
}

/** Why only some agents play a game without evenhand.determinize. */
const UNGUESSED =
  'the game hides information (playerView) that agents must guess to look ahead: add evenhand.determinize, or let only random play'

/** Twice the answers of chance (rolls.ts). */
const MOVES_AT_ONCE = 512

function decisionsIn(moves: readonly (Choice | undefined)[]): SeatDecision[] {
  return moves.flatMap((move, seat): SeatDecision[] =>
    move === undefined || 'answer' in move ? [] : [[seat, move]],
  )
}

function watchedIn<Value>(value: Value, path: readonly string[] = []): Value {
  if (typeof value === 'function') {
    const name = path.join('.')
    return watched({ [name]: value }, [name])[name] as Value
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const parts = Object.entries(value).map(([key, part]) => [key, watchedIn(part, [...path, key])])
  return Object.fromEntries(parts) as Value
}

function sourceOf(value: unknown): string {
  if (typeof value === 'function') return Function.prototype.toString.call(originalOf(value as Callable))
  if (typeof value !== 'object' || value === null) return ''
  return Object.values(value).map(sourceOf).join('\n')
}

function hasActivePlayers({ turn, phases = {} }: BoardgameConfig): boolean {
  return [turn, ...Object.values(phases).map(phase => phase.turn)].some(
    one => one?.activePlayers !== undefined,
  )
}
