/**
 * Moves without ai.enumerate: what their arguments may be is found by trial. While learning, they come from everything in G that could be
 * meant; afterwards, only from the sources that legal moves needed. So what a position offers depends on that position alone.
 */
import { GameError, reasonOf } from '../modules/index.ts'
import type { Ctx, Move, Moves } from './config.ts'
import type { Decision } from './flow.ts'
import { hashOf } from './scratch.ts'
import { type Form, formsOf, type Shape, type Slot, textsIn } from './signature.ts'
import { collectSources, constantSources, HELPERS, isHinted, rankOf, type ValueSource } from './sources.ts'

/** Combinations of arguments that are tried at a position: while learning, and in play. */
const LEARNING_MAX = 1500
const COMBINATIONS_MAX = 4000
/** Trials of a move while learning; and how many, or at how many positions, fail before all sources are tried. */
const TRIALS_MAX = 20_000
/** The same of a move that doesn't check its arguments: more of them show nothing new. */
const UNCHECKED_MAX = 1000
const NARROW_TRIALS = 300
const NARROW_POSITIONS = 8
/** The share of results that numbers up to one in G must reach, or other sources are taken, too. */
const HINTED_ENOUGH = 0.9
/** Sources of one slot that are kept. */
const SOURCES_KEPT = 3
/** Values that no game means: a move that accepts them doesn't check its argument. */
const SENSELESS = [10_007, 'evenhand?', { evenhand: '?' }]
const PROBES = 3
/** Moves that are named for taking the most trials. */
const TOLD = 2

/** The sources, by slot, of the values that led to a result. */
type Evidence = readonly Set<string>[]

/** A way to call a move, and what is known of it. */
interface Learned {
  readonly form: Form
  readonly constants: readonly (readonly ValueSource[])[]
  /** By position and state that legal moves led to. `odd` holds those that look like mistakes. */
  readonly results: Map<string, Evidence>
  readonly odd: Map<string, Evidence>
  /** By slot: kinds of value that are accepted whatever they are. */
  readonly unchecked: readonly Set<string>[]
  /** Values that each source gave. */
  readonly given: Map<string, number>
  probes: number
}

/** A way to call a move in play, with the sources of each slot. */
interface Chosen {
  readonly form: Form
  readonly sources: readonly (readonly ValueSource[])[]
}

interface LearnedMove {
  readonly name: string
  readonly forms: readonly Learned[]
  chosen: readonly Chosen[] | null
  trials: number
  positions: number
  /** Whether all sources are tried, and not only those that its code suggests. */
  isWide: boolean
  allowsOdd: boolean
  isCapped: boolean
  /** What it threw first; null if it never did. */
  error: { readonly thrown: unknown } | null
  doubt: string | null
  /** Tried and legal in the first matches, and at the position where it was offered first. */
  tried: number
  legal: number
  first: { readonly position: number; tried: number; legal: number } | null
}

interface Trial {
  readonly learned: Learned
  readonly values: readonly unknown[]
  /** By slot: the sources of its value. */
  readonly holders: readonly (readonly ValueSource[])[]
  /** Hash of the state that it led to. */
  result: number
}

/** A move for people to read and to edit. */
export interface InferredMove {
  /** "place(index of G.cells)", one for each way to call it. */
  readonly labels: readonly string[]
  /** JavaScript for its candidates, as evenhand.moves takes them. */
  readonly code: string
  readonly first: { readonly tried: number; readonly legal: number } | null
  readonly tried: number
  readonly legal: number
  /** Why it isn't offered, or what to check. */
  readonly doubt: string | null
}

export class Inference {
  readonly #moves: ReadonlyMap<string, LearnedMove>
  readonly #movesFor: (ctx: Ctx, playerID: string) => Moves
  readonly #numPlayers: number
  readonly #sources = new Map<string, ValueSource>()
  readonly #trials = new WeakMap<Decision, Trial>()
  readonly #probes = new WeakMap<Decision, Trial & { readonly slot: number }>()
  /** Phases in which players must end their turns themselves. */
  readonly endsTurnIn = new Set<string | null>()
  /** Legal moves are counted while the first matches are played. */
  isCounting = false
  #isLearning = true
  #position = 0

  constructor(
    moves: ReadonlyMap<string, Move>,
    movesFor: (ctx: Ctx, playerID: string) => Moves,
    numPlayers: number,
  ) {
    this.#movesFor = movesFor
    this.#numPlayers = numPlayers
    this.#moves = new Map([...moves].map(([name, move]) => [name, newMove(name, move)] as const))
  }

  /** The decisions to try for a player who sees this much of G. */
  candidates(seen: unknown, ctx: Ctx, playerID: string): Decision[] {
    if (this.#isLearning || this.isCounting) this.#position++
    if (this.#isLearning) collectSources(this.#sources, seen, this.#numPlayers)
    const all: Decision[] = []
    for (const name of Object.keys(this.#movesFor(ctx, playerID))) {
      const move = this.#moves.get(name)
      if (!move) continue
      if (this.isCounting) move.first ??= { position: this.#position, tried: 0, legal: 0 }
      if (move.trials >= (isUnchecked(move) ? UNCHECKED_MAX : TRIALS_MAX)) this.#settle(move)
      if (move.chosen) {
        for (const { form, sources } of move.chosen)
          this.#combine(move, form, sources, seen, playerID, all, null)
        continue
      }
      if (
        (move.trials >= NARROW_TRIALS || ++move.positions > NARROW_POSITIONS) &&
        move.forms.every(({ results }) => results.size === 0)
      )
        move.isWide = true
      for (const learned of move.forms) {
        const sources = learned.form.slots.map((_, slot) => this.#possible(move, learned, slot))
        this.#combine(move, learned.form, sources, seen, playerID, all, learned)
      }
    }
    if (this.endsTurnIn.has(ctx.phase) && playerID === ctx.currentPlayer)
      all.push({ event: 'endTurn', args: [] })
    return all
  }

  /** A turn is ended by the event after a move, or where nothing else is legal. */
  offered(legal: readonly Decision[], ctx: Ctx): readonly Decision[] {
    if (!this.endsTurnIn.has(ctx.phase) || (ctx.numMoves ?? 0) > 0) return legal
    const others = legal.filter(one => !('event' in one && one.event === 'endTurn'))
    return others.length > 0 ? others : legal
  }

  /** Whether this class judges if a decision is legal. */
  covers(decision: Decision): decision is Decision & { readonly move: string } {
    return 'move' in decision && this.#moves.has(decision.move)
  }

  /** Called with G before and after a trial, null if it was refused. Returns whether the decision is offered. */
  judge(decision: Decision & { readonly move: string }, before: unknown, after: unknown): boolean {
    const move = this.#moves.get(decision.move)!
    const isOdd = after !== null && decision.args.length > 0 && isDamaged(before, after)
    const isLegal = after !== null && (!isOdd || move.allowsOdd)
    if (this.#isLearning) {
      const probe = this.#probes.get(decision)
      if (probe) {
        if (isLegal && hashOf(after) !== probe.result)
          probe.learned.unchecked[probe.slot]!.add(typeof probe.values[probe.slot])
        return isLegal
      }
      move.trials++
      if (after !== null) this.#learn(decision, after, isOdd)
    } else if (this.isCounting) {
      const first = move.first?.position === this.#position ? move.first : null
      for (const counts of first ? [move, first] : [move]) {
        counts.tried++
        if (isLegal) counts.legal++
      }
    }
    return isLegal
  }

  /** Called with what a move throws, which makes it illegal. */
  threw(decision: Decision & { readonly move: string }, error: unknown): void {
    this.#moves.get(decision.move)!.error ??= { thrown: error }
    this.judge(decision, null, null)
  }

  /** Decisions like a legal one but for a senseless value, to be judged at the same position. */
  probesOf(decision: Decision): Decision[] {
    const trial = this.#trials.get(decision)
    if (!trial || trial.learned.probes >= PROBES) return []
    const { learned, values } = trial
    learned.probes++
    return values.flatMap((_, slot) =>
      SENSELESS.map(probe => {
        const changed = values.map((one, at) => (at === slot ? probe : one))
        const made = { ...decision, args: argsOf(learned.form, changed) }
        this.#probes.set(made, { ...trial, values: changed, slot })
        return made
      }),
    )
  }

  /** Tries all sources from now on. Returns false if they were tried before. */
  widen(ctx: Ctx, playerID: string): boolean {
    const narrow = Object.keys(this.#movesFor(ctx, playerID)).flatMap(name => {
      const move = this.#moves.get(name)
      return move && !move.isWide && !move.chosen ? [move] : []
    })
    for (const move of narrow) move.isWide = true
    return narrow.length > 0
  }

  /** Whether a move threw, as moves do that need Immer. */
  get hasThrown(): boolean {
    return [...this.#moves.values()].some(
      ({ error }) => error !== null && !(error.thrown instanceof GameError),
    )
  }

  /** What moves threw that no arguments can mend, by name. */
  get broken(): ReadonlyMap<string, unknown> {
    return new Map(
      [...this.#moves].flatMap(([name, move]) => (isBroken(move) ? [[name, move.error!.thrown]] : [])),
    )
  }

  /** Settles the sources of every move. */
  settle(): void {
    for (const move of this.#moves.values()) this.#settle(move)
    this.#isLearning = false
  }

  get moves(): ReadonlyMap<string, InferredMove> {
    return new Map(
      [...this.#moves].map(([name, move]) => {
        const { chosen, first, tried, legal, doubt, isCapped } = move
        const labels = (chosen ?? []).map(({ form, sources }) => `${name}(${labelOf(form, sources)})`)
        const capped = `only its first ${COMBINATIONS_MAX.toLocaleString('en')} combinations are tried`
        const code = codeOf(chosen ?? [])
        return [
          name,
          { labels, code, first, tried, legal, doubt: doubt ?? (isCapped ? capped : null) },
        ] as const
      }),
    )
  }

  /** What was inferred, null if no more than moves without arguments, and what is in doubt. `isPartly`: evenhand.moves lists others. */
  tell(isPartly: boolean): { readonly inferred: string | null; readonly doubts: readonly string[] } {
    const moves = [...this.moves]
    const isPlain = [...this.#moves.values()].every(({ forms }) =>
      forms.every(({ form }) => form.slots.length === 0),
    )
    if (isPlain && !isPartly && this.endsTurnIn.size === 0) return { inferred: null, doubts: [] }
    const offered = moves.filter(([, { labels }]) => labels.length > 0)
    const told = offered.map(([, { labels, first, tried, legal }]) => {
      const start = first
        ? `${first.legal} of ${first.tried} legal at first`
        : 'not offered in the first matches'
      return `${labels.join(' or ')}: ${start}${tried > (first?.tried ?? 0) ? `, ${legal} of ${tried} in the first matches` : ''}`
    })
    const ends = [...this.endsTurnIn].map(phase => (phase === null ? '' : ` in phase ${phase}`))
    const why = isPartly
      ? `as evenhand.moves leaves them out (write ${offered[0]?.[0]}: [] to keep one out of play)`
      : 'as the game has no ai.enumerate'
    return {
      inferred: told.length > 0 ? `moves inferred, ${why}: ${told.join('; ')}` : null,
      doubts: [
        ...(ends.length > 0
          ? [
              `no rule ends a turn${ends.join(' and')}, so players may end it with the event endTurn after a move`,
            ]
          : []),
        ...moves.flatMap(([name, { labels, doubt }]) =>
          doubt === null || isBroken(this.#moves.get(name)!)
            ? []
            : [`${name} ${labels.length > 0 ? 'is' : "isn't"} offered: ${doubt}. ${remedyOf(name)}`],
        ),
      ],
    }
  }

  /** How many calls were tried, and of which moves most of them. */
  get triedWords(): string {
    const tried = this.#byTrials.map(({ name, trials }) => `${trials.toLocaleString('en')} calls of ${name}`)
    return tried.slice(0, TOLD).join(' and ') || 'none yet'
  }

  /** What to write for the moves that take the most trials. */
  get remedy(): string {
    const names = this.#byTrials.slice(0, TOLD).map(({ name }) => `${name}: (G, ctx, playerID) => [...]`)
    return `export const evenhand = { moves: { ${names.join(', ')} } }`
  }

  get #byTrials(): LearnedMove[] {
    const used = [...this.#moves.values()].filter(({ trials }) => trials > 0)
    return used.sort((a, b) => b.trials - a.trials)
  }

  /** Throws what a move throws that no argument can be blamed for; where no move is legal. */
  blame(ctx: Ctx, playerID: string): void {
    for (const name of Object.keys(this.#movesFor(ctx, playerID))) {
      const { error, forms } = this.#moves.get(name) ?? { error: null, forms: [] }
      if (error && (error.thrown instanceof GameError || forms.every(({ form }) => form.slots.length === 0)))
        throw error.thrown
    }
  }

  /** Whether a move threw that may be made here. */
  hasThrownAt(ctx: Ctx, playerID: string): boolean {
    return Object.keys(this.#movesFor(ctx, playerID)).some(name => this.#moves.get(name)?.error)
  }

  /** What to write for moves that no argument made legal; `names` are those of the position. */
  askFor(ctx: Ctx, playerID: string): string {
    const names = Object.keys(this.#movesFor(ctx, playerID))
    const tried = names.flatMap(name => {
      const move = this.#moves.get(name)
      return move
        ? [
            `${name}: ${move.error ? `throws (${reasonOf(move.error.thrown)})` : 'none of the tried arguments is legal'}`,
          ]
        : []
    })
    return `${tried.join(', ') || 'no moves there'}. ${remedyOf(names[0] ?? 'move')}`
  }

  #possible(move: LearnedMove, learned: Learned, slot: number): ValueSource[] {
    const all = [...learned.constants[slot]!, ...this.#sources.values()].sort((a, b) => rankOf(a) - rankOf(b))
    const hinted = all.filter(source => isHinted(source, learned.form.slots[slot]!))
    if (hinted.length > 0 && !move.isWide) return hinted
    // Many values are null or a flag by chance; where one is meant, the code mostly says so.
    return [...hinted, ...all.filter(source => !hinted.includes(source) && source.kind !== 'null')]
  }

  #combine(
    move: LearnedMove,
    form: Form,
    sources: readonly (readonly ValueSource[])[],
    seen: unknown,
    playerID: string,
    all: Decision[],
    learned: Learned | null,
  ): void {
    const slots = sources.map(list => this.#valuesOf(list, seen, playerID, learned))
    const most = learned ? LEARNING_MAX : COMBINATIONS_MAX
    const counts = shares(
      slots.map(values => values.length),
      most,
    )
    if (!learned && slots.some((values, slot) => counts[slot]! < values.length)) move.isCapped = true
    const total = counts.reduce((product, count) => product * count, 1)
    for (let number = 0; number < total; number++) {
      let rest = number
      const picked = counts
        .map((_, at) => {
          const slot = counts.length - 1 - at
          const place = rest % counts[slot]!
          rest = Math.floor(rest / counts[slot]!)
          return slots[slot]![place]!
        })
        .reverse()
      const values = picked.map(({ value }) => value)
      const decision: Decision = { move: move.name, args: argsOf(form, values) }
      if (learned)
        this.#trials.set(decision, {
          learned,
          values,
          holders: picked.map(({ holders }) => holders),
          result: 0,
        })
      all.push(decision)
    }
  }

  #valuesOf(
    sources: readonly ValueSource[],
    seen: unknown,
    playerID: string,
    learned: Learned | null,
  ): { readonly value: unknown; readonly holders: ValueSource[] }[] {
    const all = new Map<unknown, { readonly value: unknown; readonly holders: ValueSource[] }>()
    for (const source of sources) {
      const values = source.values(seen, this.#numPlayers, playerID)
      learned?.given.set(source.id, (learned.given.get(source.id) ?? 0) + values.length)
      for (const value of values) {
        const key = typeof value === 'object' && value !== null ? JSON.stringify(value) : value
        const known = all.get(key)
        if (known) known.holders.push(source)
        else all.set(key, { value, holders: [source] })
      }
    }
    return [...all.values()]
  }

  #learn(decision: Decision, after: unknown, isOdd: boolean): void {
    const trial = this.#trials.get(decision)
    if (!trial) return
    const { learned, holders } = trial
    trial.result = hashOf(after)
    const results = isOdd ? learned.odd : learned.results
    const key = `${this.#position} ${trial.result}`
    const evidence = results.get(key) ?? holders.map(() => new Set<string>())
    results.set(key, evidence)
    for (const [slot, sources] of holders.entries()) for (const { id } of sources) evidence[slot]!.add(id)
  }

  #settle(move: LearnedMove): void {
    if (move.chosen) return
    const isLegal = move.forms.some(({ results }) => results.size > 0)
    if (isBroken(move)) {
      move.chosen = []
      return
    }
    move.allowsOdd = !isLegal && move.forms.some(({ odd }) => odd.size > 0)
    const choices = move.forms.map(learned => this.#choose(move, learned))
    const chosen: Choice[] = []
    const left = new Set(choices.flatMap(({ results }) => [...results.keys()]))
    const isSure = choices.some(({ doubts, results }) => doubts.length === 0 && results.size > 0)
    for (;;) {
      const [best] = choices
        .filter(choice => choice.sources !== null && (!isSure || choice.doubts.length === 0))
        .map(choice => ({ choice, gain: [...choice.results.keys()].filter(key => left.has(key)).length }))
        .sort((a, b) => b.gain - a.gain)
      if (!best || best.gain === 0) break
      chosen.push(best.choice)
      for (const key of best.choice.results.keys()) left.delete(key)
    }
    move.chosen = chosen.map(({ form, sources }) => ({ form, sources: sources! }))
    const doubts = chosen.flatMap(choice => choice.doubts)
    if (doubts.length > 0) move.doubt = doubts.join(', ')
    if (chosen.length > 0) return
    // A move without arguments costs nothing to try, and one never offered may come up later.
    const plain = move.forms.find(({ form }) => form.slots.length === 0)
    const hinted = move.forms.map(({ form, constants }) => ({
      form,
      sources: form.slots.map((slot, at) =>
        [...constants[at]!, ...this.#sources.values()].filter(source => isHinted(source, slot)),
      ),
    }))
    const guess = plain
      ? { form: plain.form, sources: [] }
      : hinted.find(({ sources }) => sources.every(list => list.length > 0))
    const why = choices.flatMap(choice => choice.doubts)[0]
    if (guess && (plain || why === undefined)) move.chosen = [guess]
    if (plain) return
    move.doubt =
      why ??
      (move.forms.length === 0
        ? 'it takes too many arguments'
        : move.trials === 0
          ? `it was never available in ${LEARNING_MATCHES} random matches`
          : `none of the arguments tried was legal in ${LEARNING_MATCHES} random matches${move.error ? `, and some throw (${reasonOf(move.error.thrown)})` : ''}`)
  }

  /** The sources by which most results are reached, those that the code suggests before others. */
  #choose(move: LearnedMove, learned: Learned): Choice {
    const { form, given, unchecked } = learned
    const results = move.allowsOdd ? learned.odd : learned.results
    const doubts: string[] = []
    if (results.size === 0) return { form, sources: null, results, doubts }
    const sources = form.slots.map((slot, at) => {
      const all = this.#possible({ ...move, isWide: true }, learned, at)
      const counts = countsOf(results.values(), at)
      const useful = all.filter(({ id }) => counts.has(id))
      const hinted = fitPlayers(
        useful.filter(source => isHinted(source, slot)),
        slot,
      )
      const isFree = (source: ValueSource): boolean => unchecked[at]!.has(typeOf(source))
      const checked = useful.filter(source => !isFree(source) && source.kind !== 'flag')
      // A flag is meant only where nothing else is accepted.
      const flags = useful.filter(({ kind }) => kind === 'flag' && unchecked[at]!.size === 0)
      const reached = (of: readonly ValueSource[]): number =>
        [...results.values()].filter(evidence => of.some(({ id }) => evidence[at]!.has(id))).length
      // Where a number is compared, its bounds may lie elsewhere.
      const isAmount = hinted.every(({ kind }) => kind === 'amount')
      const isEnough =
        hinted.length > 0 &&
        (!isAmount || reached(hinted) >= HINTED_ENOUGH * reached([...hinted, ...checked]))
      const likely = isEnough ? hinted : [...new Set([...hinted, ...checked])]
      const pool = likely.length > 0 ? likely : flags
      const isUnbounded = pool.length > 0 && pool.every(source => source.kind === 'amount' && isFree(source))
      if (pool.length === 0 || isUnbounded) {
        doubts.push(`it accepts any ${[...unchecked[at]!].join(' or ') || 'value'} as ${slot.name}`)
        return null
      }
      const kept: ValueSource[] = []
      let left = [...results.values()]
      while (kept.length < SOURCES_KEPT && left.length > 0) {
        const hasRange = kept.some(isRange)
        const gains = countsOf(left, at)
        const [best] = pool
          .filter(source => !kept.includes(source) && !(hasRange && isRange(source)))
          .map(source => ({ source, gain: gains.get(source.id) ?? 0 }))
          .sort(
            (a, b) =>
              b.gain - a.gain ||
              given.get(a.source.id)! - given.get(b.source.id)! ||
              rankOf(a.source) - rankOf(b.source),
          )
        if (!best || best.gain === 0) break
        kept.push(best.source)
        left = left.filter(evidence => !evidence[at]!.has(best.source.id))
      }
      return kept
    })
    const isWhole = sources.every(list => list !== null)
    return { form, sources: isWhole ? (sources as ValueSource[][]) : null, results, doubts }
  }
}

/** Random matches that are played to learn. */
export const LEARNING_MATCHES = 4

interface Choice {
  readonly form: Form
  readonly sources: readonly (readonly ValueSource[])[] | null
  readonly results: ReadonlyMap<string, Evidence>
  readonly doubts: readonly string[]
}

function newMove(name: string, move: Move): LearnedMove {
  const code = typeof move === 'function' ? move : move.move
  const texts = textsIn(code)
  const forms = formsOf(code).map(
    (form): Learned => ({
      form,
      constants: form.slots.map(slot => constantSources(slot, texts)),
      results: new Map(),
      odd: new Map(),
      unchecked: form.slots.map(() => new Set<string>()),
      given: new Map(),
      probes: 0,
    }),
  )
  return {
    name,
    forms,
    chosen: null,
    trials: 0,
    positions: 0,
    isWide: false,
    allowsOdd: false,
    isCapped: false,
    error: null,
    doubt: null,
    tried: 0,
    legal: 0,
    first: null,
  }
}

/** How many results each source led to, by its id. */
function countsOf(results: Iterable<Evidence>, slot: number): Map<string, number> {
  const counts = new Map<string, number>()
  for (const evidence of results) for (const id of evidence[slot]!) counts.set(id, (counts.get(id) ?? 0) + 1)
  return counts
}

/** Whether a move needs what isn't there, such as a browser, whatever it is called with. */
function isBroken({ forms, error }: LearnedMove): boolean {
  const isLegal = forms.some(({ results, odd }) => results.size + odd.size > 0)
  return !isLegal && error?.thrown instanceof ReferenceError
}

/** Whether a move accepts senseless values in every place. */
function isUnchecked({ forms }: LearnedMove): boolean {
  const used = forms.filter(({ form, results }) => form.slots.length > 0 && results.size > 0)
  return used.length > 0 && used.every(({ unchecked }) => unchecked.every(kinds => kinds.size > 0))
}

/** What to write for a move that can't be inferred. */
function remedyOf(name: string): string {
  return `To list its arguments: export const evenhand = { moves: { ${name}: (G, ctx, playerID) => [...] } }`
}

/** Whether a decision that changes nothing may be legal: a choice may, a place or a number may not. */
export function mayBeIdle({ args }: Decision): boolean {
  return args.every(
    arg => typeof arg === 'boolean' || arg === null || (typeof arg === 'string' && !/^\d*$/.test(arg)),
  )
}

/** How many of each slot's values to combine, so that there are at most `most` combinations. */
function shares(sizes: readonly number[], most: number): number[] {
  const counts = sizes.map(() => 0)
  const bySize = [...sizes.keys()].sort((a, b) => sizes[a]! - sizes[b]!)
  let room = most
  for (const [at, slot] of bySize.entries()) {
    counts[slot] = Math.min(sizes[slot]!, Math.max(1, Math.floor(room ** (1 / (sizes.length - at)))))
    room = Math.floor(room / Math.max(1, counts[slot]!))
  }
  return counts
}

function argsOf({ args }: Form, values: readonly unknown[]): readonly unknown[] {
  const built = (shape: Shape): unknown => {
    if (typeof shape === 'number') return values[shape]
    if (isList(shape)) return shape.map(built)
    return Object.fromEntries(Object.entries(shape).map(([key, part]) => [key, built(part)]))
  }
  return args.map(built)
}

function isList(shape: Shape): shape is readonly Shape[] {
  return Array.isArray(shape)
}

/** Ranges of numbers from 0: two of them are mostly the same argument. */
function isRange({ kind }: ValueSource): boolean {
  return kind === 'index' || kind === 'amount' || kind === 'digit' || kind === 'playerNumber'
}

/** Players by their ids, or by numbers where the code says so: comparisons of one with the other never hold. */
function fitPlayers(sources: readonly ValueSource[], { isNumbered }: Slot): readonly ValueSource[] {
  if (!sources.some(({ kind }) => kind === 'player')) return sources
  return sources.filter(source => isRange(source) === isNumbered)
}

function typeOf(source: ValueSource): string {
  if (isRange(source)) return 'number'
  if (source.kind === 'flag') return 'boolean'
  if (source.kind === 'element') return 'object'
  return source.holdsNumbers ? 'number' : 'string'
}

/** Whether undefined, NaN, holes in lists or keys that are no keys turned up: signs of a senseless argument. */
function isDamaged(before: unknown, after: unknown): boolean {
  if (Object.is(before, after)) return false
  if (after === undefined || Number.isNaN(after)) return true
  if (typeof after !== 'object' || after === null) return false
  const earlier = typeof before === 'object' && before !== null ? (before as Record<string, unknown>) : {}
  if (Array.isArray(after)) {
    const list = Array.isArray(before) ? before : []
    if (Object.keys(after).length !== after.length && Object.keys(list).length === list.length) return true
    const hadUndefined = list.includes(undefined)
    return after.some((part, at) => !(part === undefined && hadUndefined) && isDamaged(list[at], part))
  }
  for (const [key, part] of Object.entries(after)) {
    const isNew = !Object.hasOwn(earlier, key)
    if (isNew && (part === undefined || /^(undefined|NaN|null|\[object Object\])$/.test(key))) return true
    if (isDamaged(earlier[key], part)) return true
  }
  return false
}

function labelOf({ args, slots }: Form, sources: readonly (readonly ValueSource[])[]): string {
  const shown = (shape: Shape): string => {
    if (typeof shape === 'number') {
      const labels = sources[shape]!.map(({ label }) => label).join(' or ')
      return slots.length > 1 ? `${slots[shape]!.name}: ${labels}` : labels
    }
    if (isList(shape)) return `[${shape.map(shown).join(', ')}]`
    return `{ ${Object.values(shape).map(shown).join(', ')} }`
  }
  return args.map(shown).join(', ')
}

/** JavaScript for the candidates of a move. */
function codeOf(chosen: readonly Chosen[]): string {
  const lists = chosen.map(({ form, sources }) => {
    const names = form.slots.map(({ name }, slot) =>
      form.slots.findIndex(other => other.name === name) === slot && !RESERVED.has(name)
        ? name
        : `${name}${slot}`,
    )
    const shown = (shape: Shape): string => {
      if (typeof shape === 'number') return names[shape]!
      if (isList(shape)) return `[${shape.map(shown).join(', ')}]`
      const parts = Object.entries(shape).map(([key, part]) =>
        shown(part) === key ? key : `${key}: ${shown(part)}`,
      )
      return `{ ${parts.join(', ')} }`
    }
    const args = `[${form.args.map(shown).join(', ')}]`
    return names.reduceRight(
      (inner, name, slot) => {
        const codes = sources[slot]!.map(({ code }) => code)
        const list =
          codes.length === 1 ? codes[0]! : `distinct([${codes.map(code => `...${code}`).join(', ')}])`
        return `${list}.${slot === names.length - 1 ? 'map' : 'flatMap'}(${name} => ${inner})`
      },
      names.length === 0 ? '[[]]' : args,
    )
  })
  return lists.length === 1 ? lists[0]! : `[${lists.map(list => `...${list}`).join(', ')}]`
}

const RESERVED = new Set(['G', 'ctx', 'playerID', 'part', 'entry', ...Object.keys(HELPERS)])
