/**
 * The engine and the oracle of Prestige side by side: one notation, the engine's, and one decision at a time for both.
 *
 * The oracle asks for every decision, the engine for those that leave a choice (dice, draws and picks always): the pair
 * makes the oracle's forced ones. Of equal cards, which the oracle distinguishes, it means the one in the first place.
 */
import {
  CHANCE,
  type CompiledGame,
  newEvents,
  newState,
  RESOLVE_BIT,
  type Seat,
} from '../../engine/contract/index.ts'
import { PrestigeOracle } from '../oracle/prestige.ts'
import type { Player } from '../oracle/prestige-parts.ts'
import { gameOf } from './load.ts'
import type { Variant } from './variants.ts'

/** Of an actor: texts of the engine, and the oracle's texts that mean the same. */
type Choices = Map<string, string[]>

/** Called with every decision of the oracle's, forced ones too, before it is made. */
type Watch = (oracle: PrestigeOracle, actor: string, text: string) => void

/** What the oracle's copies of a card are called is not what the engine calls them: raider~2. */
const COPY = /~\d+/g

/** What the engine calls a decision of the oracle's, by its first word; counts are called by what they are for. */
const VERBS: Readonly<Record<string, string>> = {
  back: 'mulligan',
  settle: 'start',
  comeback: 'return',
  exchange: 'discard',
}

/** What counts are for, by the decision that they follow. */
const PURPOSES: Readonly<Record<string, string>> = { settle: 'start', attack: 'send' }

const firstWord = (text: string): string => text.split(' ', 1)[0]!

export class Pair {
  readonly game: CompiledGame
  readonly state: Int32Array
  readonly events: Int32Array
  readonly oracle: PrestigeOracle
  /** All decisions, as the engine writes them. */
  readonly record: string[] = []
  readonly #watch: Watch
  readonly #legal: Int32Array
  readonly #odds: Int32Array
  #purpose = ''

  constructor({ set, patch, oracle }: Variant, watch: Watch) {
    this.game = gameOf(set, patch)
    this.state = newState(this.game.info)
    this.events = newEvents(this.game.info)
    this.#legal = new Int32Array(this.game.info.legalMax)
    this.#odds = new Int32Array(this.game.info.legalMax)
    this.oracle = new PrestigeOracle(oracle)
    this.#watch = watch
    this.game.start(this.state, this.events)
    this.#settle()
  }

  /** Who is due by the engine: seats' names, or chance. */
  due(): string[] {
    const mask = this.game.toMove(this.state)
    return [...this.game.info.seats.keys(), CHANCE]
      .filter(seat => (mask >> seat) & 1)
      .map(seat => this.#name(seat))
  }

  /** What the engine lists for an actor that is due. */
  listed(actor: string): string[] {
    const seat = this.#seat(actor)
    const count = this.game.legal(this.state, seat, this.#legal)
    return Array.from(this.#legal.subarray(0, count), action =>
      this.game.text.format(this.state, seat, action),
    )
  }

  /** Whether the engine takes a text, listed or not. */
  accepts(actor: string, text: string): boolean {
    try {
      this.game.text.parse(this.state, this.#seat(actor), text)
      return true
    } catch {
      return false
    }
  }

  /** What the oracle lets an actor decide, in the engine's words; empty when nothing is due from it. */
  choices(actor: string): Choices {
    const player = this.oracle.position.players.find(({ name }) => name === actor)
    const choices: Choices = new Map()
    for (const text of this.oracle.legal(actor)) {
      if (player !== undefined && !isFirstOfEquals(player, text)) continue
      const verb = firstWord(text)
      const plain = text.replaceAll(COPY, '').slice(verb.length)
      const key = (verb === 'count' ? this.#purpose : (VERBS[verb] ?? verb)) + plain
      choices.set(key, [...(choices.get(key) ?? []), text])
    }
    return choices
  }

  decide(actor: string, text: string): void {
    const [meant = ''] = this.choices(actor).get(text) ?? []
    const seat = this.#seat(actor)
    const action = this.game.text.parse(this.state, seat, text)
    this.record.push(`${actor} ${text}`)
    this.game.apply(this.state, seat, action, this.events)
    this.#tell(actor, meant)
    this.#settle()
  }

  /** What differs now, in words; undefined if nothing does. */
  difference(): string | undefined {
    const due = this.due().join()
    const expected = this.#inOrder(this.oracle.actors()).join()
    if (due !== expected) return `due:\n engine ${due}\n oracle ${expected}`
    for (const actor of this.due()) {
      const differing = this.#choicesDiffer(actor)
      if (differing !== undefined) return differing
    }
    if (this.#isCounting()) return undefined
    const found = this.game.text.describe(this.state)
    const expectedText = JSON.stringify(this.oracle.json()).replaceAll(COPY, '')
    if (JSON.stringify(found) === expectedText) return undefined
    return positionsDiffer(found, JSON.parse(expectedText) as object)
  }

  #choicesDiffer(actor: string): string | undefined {
    const choices = this.choices(actor)
    const expected = [...choices.keys()].sort()
    const listed = this.listed(actor)
    const texts = `${actor} may:\n engine ${listed.sort().join('; ')}\n oracle ${expected.join('; ')}`
    if (new Set(listed).size !== listed.length) return `twice: ${texts}`
    // The engine lists placements and moves in one canonical order, but takes them in any.
    if (expected.some(text => text.startsWith('place ') || text.startsWith('move '))) {
      const refused = expected.filter(text => !this.accepts(actor, text))
      if (refused.length > 0) return `the engine refuses: ${refused.join('; ')}; ${texts}`
      return listed.every(text => choices.has(text)) ? undefined : texts
    }
    if (listed.join() !== expected.join()) return texts
    return actor === 'chance' ? this.#oddsDiffer(choices) : undefined
  }

  #oddsDiffer(choices: Choices): string | undefined {
    const count = this.game.legal(this.state, CHANCE, this.#legal)
    const sum = this.game.chanceWeights!(this.state, this.#odds)
    let total = 0
    for (let i = 0; i < count; i++) {
      const text = this.game.text.format(this.state, CHANCE, this.#legal[i]!)
      const cards = choices.get(text)!.length
      if (this.#odds[i] !== cards) return `odds of ${text}: engine ${this.#odds[i]}, oracle ${cards}`
      total += cards
    }
    return sum === total ? undefined : `the odds sum up to ${sum}, not ${total}`
  }

  /** Carries out what the engine does by itself, and the oracle's decisions that leave no choice. */
  #settle(): void {
    while (this.game.toMove(this.state) === RESOLVE_BIT) this.game.resolve(this.state, this.events)
    for (;;) {
      const actors = this.oracle.actors()
      const forced = actors.map(actor => this.#forced(actor)).filter(text => text !== undefined)
      if (actors.length === 0 || forced.length < actors.length) return
      for (const [i, actor] of actors.entries()) this.#tell(actor, forced[i]!)
    }
  }

  /** What an actor has to decide if there is but one thing, in the oracle's words. Picks are always a decision. */
  #forced(actor: string): string | undefined {
    const texts = this.choices(actor)
    const [first = ''] = texts.keys()
    if (actor === 'chance' || first.startsWith('pick ') || !isForced([...texts.keys()])) return undefined
    return texts.get(first)![0]!
  }

  #tell(actor: string, text: string): void {
    const verb = firstWord(text)
    if (verb !== 'count') this.#purpose = PURPOSES[verb] ?? 'incoming'
    this.#watch(this.oracle, actor, text)
    this.oracle.apply(actor, text)
  }

  /** Numbers of troops have effect one by one in the oracle, all at once in the engine; an attack's have none yet. */
  #isCounting(): boolean {
    const [actor = ''] = this.oracle.actors()
    return this.#purpose !== 'send' && this.oracle.legal(actor).some(text => text.startsWith('count '))
  }

  #inOrder(actors: readonly string[]): string[] {
    return [...this.game.info.seats, 'chance'].filter(name => actors.includes(name))
  }

  #seat(name: string): Seat {
    return name === 'chance' ? CHANCE : this.game.info.seats.indexOf(name)
  }

  #name(seat: Seat): string {
    return seat === CHANCE ? 'chance' : this.game.info.seats[seat]!
  }
}

/** The parts of two positions that differ, or both in full where only the order of keys does. */
function positionsDiffer(found: object, expected: object): string {
  const expectedParts = new Map(Object.entries(expected))
  const differing = Object.entries(found)
    .map(([key, part]) => [key, JSON.stringify(part), JSON.stringify(expectedParts.get(key))] as const)
    .filter(([, part, other]) => part !== other)
    .map(([key, part, other]) => `${key}:\n engine ${part}\n oracle ${other}`)
  if (differing.length > 0) return differing.join('\n')
  return `keys: engine ${Object.keys(found)}, oracle ${Object.keys(expected)}`
}

/** One choice, or placements that differ only in the order in which troops come to the same territory. */
function isForced(texts: readonly string[]): boolean {
  return new Set(texts.map(text => text.replace(/^place \S+/, 'place'))).size === 1
}

/** Whether no card that a text names lies behind an equal one that it does not name. */
function isFirstOfEquals({ dossier }: Player, text: string): boolean {
  if (!/^(back|exchange) /.test(text)) return true
  const named = text.split(' ').slice(1)
  return dossier.every((card, p) => {
    if (card === null || !named.includes(card)) return true
    const plain = card.replace(COPY, '')
    return dossier.slice(0, p).every(other => other?.replace(COPY, '') !== plain || named.includes(other))
  })
}
