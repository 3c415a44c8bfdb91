/**
 * What is wrong with guesses, by parts of the author's states: more of a thing than play ever has, such as a
 * card dealt twice where the deck has several of a kind, and parts that guesses have too often or too seldom.
 * Paths name parts, since words move where lists grow.
 */
import { pathOfPart } from '../../documents/index.ts'
import { type CompiledGame, newState, valueIn, valueText } from '../contract/index.ts'
import { Balance, type LawOptions, seatName, viewsAgain, visitDeterminizations, walk } from '../laws/index.ts'
import { finding, type GameFinding } from './finding.ts'

const OFTEN_DECISIONS = 8_000
/** Fewest matches in which a guess has too many. */
const OFTEN_MATCHES = 40
const PLACES_MAX = 6

type Thing = string | number

interface Example {
  readonly whose: string
  readonly guess: Int32Array
}

interface Often {
  inPlay: number
  /** Most in guesses of the current match, and the first such guess. */
  inMatch: number
  example: Example | null
  /** Matches by that number, with the first such guess. */
  readonly matches: Map<number, { count: number; readonly example: Example }>
}

/** Of games of plain values with secrets only. Throws what the game throws. */
export function excessInGuesses(
  game: CompiledGame,
  { samples, seed }: { readonly samples: number; readonly seed: string },
): GameFinding[] {
  if (!game.text.field || game.info.type.information === 'perfect') return []
  const things = new Map<Thing, Often>()
  const guess = newState(game.info)
  let decisions = 0
  let match = 0
  for (; match < samples && decisions < OFTEN_DECISIONS; match++) {
    decisions += walk(game, `${seed} often`, match, at => {
      for (const [key, times] of countsIn(valueIn(game, at.state))) {
        const thing = thingOf(things, key)
        thing.inPlay = Math.max(thing.inPlay, times)
      }
      visitDeterminizations(at, guess, seat => {
        for (const [key, times] of countsIn(valueIn(game, guess))) {
          const thing = thingOf(things, key)
          if (times <= thing.inMatch || times <= thing.inPlay) continue
          thing.inMatch = times
          thing.example = { whose: seatName(game, seat), guess: guess.slice() }
        }
      })
    }).decisions
    for (const thing of things.values()) closeMatch(thing)
  }
  for (const [thing, { inPlay, matches }] of things) {
    const more = [...matches].filter(([times]) => times > inPlay)
    if (more.reduce((sum, [, { count }]) => sum + count, 0) < OFTEN_MATCHES) continue
    const { whose, guess: one } = more[0]![1].example
    return [errorOf(thing, inPlay, match, whose, placesOf(thing, valueIn(game, one)))]
  }
  return []
}

function errorOf(
  thing: Thing,
  inPlay: number,
  matches: number,
  whose: string,
  places: readonly string[],
): GameFinding {
  const named = places.slice(0, PLACES_MAX).join(', ')
  const more = places.length - PLACES_MAX
  return finding(
    'error',
    'guesses at hidden information contain too many of something',
    'determinize must deal only what is left: take every card that the view shows, such as played cards, out of the deck',
    `${whose}'s guess has ${valueText(thing)} ${places.length} times (${named}${more > 0 ? ` and ${more} more` : ''}); expected at most ${inPlay}, the most in any position of ${matches} random matches`,
  )
}

function closeMatch(thing: Often): void {
  const { inMatch, example, matches } = thing
  if (example === null) return
  const known = matches.get(inMatch)
  if (known) known.count++
  else matches.set(inMatch, { count: 1, example })
  thing.inMatch = 0
  thing.example = null
}

function thingOf(things: Map<Thing, Often>, key: Thing): Often {
  const known = things.get(key)
  if (known) return known
  const fresh: Often = { inPlay: 0, inMatch: 0, matches: new Map(), example: null }
  things.set(key, fresh)
  return fresh
}

function countsIn(value: unknown, counts = new Map<Thing, number>()): Map<Thing, number> {
  if (typeof value === 'object' && value !== null)
    for (const inner of Object.values(value)) countsIn(inner, counts)
  else if (isThing(value)) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}

function placesOf(thing: Thing, value: unknown, path = ''): string[] {
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, inner]) =>
      placesOf(thing, inner, pathOfPart(value, path, key)),
    )
  return value === thing ? [path] : []
}

function isThing(value: unknown): value is Thing {
  return typeof value === 'string' || typeof value === 'number'
}

const DECISIONS = 20_000
/** Fewest matches with a difference that are judged, and the fewest standard errors. */
const MATCHES_MIN = 20
const SCORE_MIN = 5
/** Share of a list's differences that makes them a matter of order. */
const MOSTLY = 0.95

class Count extends Balance {
  readonly path: string
  readonly shown: string

  constructor(path: string, shown: string) {
    super()
    this.path = path
    this.shown = shown
  }
}

/** How often a list differed, and how often only in order. */
interface Orders {
  all: number
  order: number
}

/** The part that stands out most; null if none does. Throws what the game throws. */
export function unfairField(game: CompiledGame, samples: number, seed: string): string | null {
  if (!game.text.field) return null
  const counts = new Map<string, Count>()
  const orders = new Map<string, Orders>()
  const guess = newState(game.info)
  let decisions = 0
  for (let match = 0; match < samples && decisions < DECISIONS; match++) {
    decisions += walk(game, `${seed} parts`, match, at =>
      visitDeterminizations(at, guess, () =>
        compare(valueIn(game, at.state), valueIn(game, guess), '', counts, orders),
      ),
    ).decisions
    for (const count of counts.values()) count.closeMatch()
  }
  const worst = [...counts.values()].reduce<Count | null>(
    (most, next) => (next.score(MATCHES_MIN) > (most?.score(MATCHES_MIN) ?? SCORE_MIN) ? next : most),
    null,
  )
  if (worst === null) return null
  const list = [...orders].find(
    ([path, { all, order }]) => worst.path.startsWith(`${path}[`) && order >= MOSTLY * all,
  )
  if (list)
    return `guesses have ${list[0]} in a different order than play: ${worst.path} was ${worst.shown} ${worst.played} times only in play and ${worst.guessed} times only in the guess; expected it sorted or shuffled as in play`
  return `${worst.path} was ${worst.shown} ${worst.played} times only in play and ${worst.guessed} times only in the guess for the same view; expected similar counts`
}

function compare(
  played: unknown,
  guessed: unknown,
  path: string,
  counts: Map<string, Count>,
  orders: Map<string, Orders>,
): void {
  if (!isTable(played) || !isTable(guessed) || Array.isArray(played) !== Array.isArray(guessed)) {
    if (Object.is(played, guessed)) return
    countOf(counts, path, played).count(true)
    countOf(counts, path, guessed).count(false)
    return
  }
  if (Array.isArray(played)) countOrder(played, guessed as unknown as readonly unknown[], path, orders)
  for (const key of new Set([...Object.keys(played), ...Object.keys(guessed)]))
    compare(played[key], guessed[key], pathOfPart(played, path, key), counts, orders)
}

function countOrder(
  played: readonly unknown[],
  guessed: readonly unknown[],
  path: string,
  orders: Map<string, Orders>,
): void {
  const [one, other] = [played, guessed].map(list => list.map(part => JSON.stringify(part) ?? ''))
  if (one!.join() === other!.join()) return
  const known = orders.get(path) ?? { all: 0, order: 0 }
  known.all++
  if (one!.toSorted().join() === other!.toSorted().join()) known.order++
  orders.set(path, known)
}

function countOf(counts: Map<string, Count>, path: string, value: unknown): Count {
  const said = valueText(value)
  const key = `${path} ${said}`
  const known = counts.get(key)
  if (known) return known
  const fresh = new Count(path, said)
  counts.set(key, fresh)
  return fresh
}

function isTable(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** A note if most views come up only once, so that guesses could hardly be compared view by view. */
export function rareViews(game: CompiledGame, options: LawOptions): GameFinding[] {
  const { matches, views, again } = viewsAgain(game, options)
  if (2 * again >= views) return []
  return [
    finding(
      'note',
      `only ${again} of ${views} views that hide something occurred in more than one of ${matches} random matches, so the guesses for the others are hardly tested`,
      'also check a smaller version of the game, for example with fewer cards, and throw an Error if a move is impossible',
    ),
  ]
}
