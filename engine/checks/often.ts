/** Things that guesses have more often than any position of play: a card that was played and is dealt again, where the deck has several of a kind. */
import { pathOfPart } from '../../documents/index.ts'
import { CHANCE, type CompiledGame, newState, partShown, valueIn } from '../contract/index.ts'
import { nameOf, seatsIn, walk } from '../laws/index.ts'
import type { Finding } from './finding.ts'

/** About how many decisions are played, all matches together. */
const DECISIONS = 8_000
/** In how many matches, at the least, a guess has more of a thing than play ever had. */
const MATCHES_MIN = 40
/** Most places of a thing that are named. */
const PLACES_MAX = 6

type Thing = string | number

/** A guess that has much of a thing. */
interface Example {
  readonly whose: string
  readonly guess: Int32Array
}

/** How often something is in a position, and in guesses. */
interface Often {
  /** The most that a position of play has. */
  inPlay: number
  /** The most that guesses of the match at hand have, and the first of them. */
  inMatch: number
  example: Example | null
  /** By how many: the matches whose guesses have so many at most, and the first such guess. */
  readonly matches: Map<number, { count: number; readonly example: Example }>
}

/** An error about what guesses have too often; none if nothing is, or in games that are not of plain values. Throws what the game throws. */
export function tooOften(
  game: CompiledGame,
  { samples, seed }: { readonly samples: number; readonly seed: string },
): Finding[] {
  if (!game.text.field || game.info.type.information === 'perfect') return []
  const things = new Map<Thing, Often>()
  const guess = newState(game.info)
  let decisions = 0
  let match = 0
  for (; match < samples && decisions < DECISIONS; match++) {
    decisions += walk(game, `${seed} often`, match, ({ mask, sealed, state, view, rng }) => {
      for (const [key, times] of countsIn(valueIn(game, state))) {
        const thing = thingOf(things, key)
        thing.inPlay = Math.max(thing.inPlay, times)
      }
      if (sealed) return
      for (const seat of seatsIn(game, mask)) {
        if (seat === CHANCE) continue
        game.observe(state, seat, view)
        game.determinize(view, seat, rng, guess)
        for (const [key, times] of countsIn(valueIn(game, guess))) {
          const thing = thingOf(things, key)
          if (times <= thing.inMatch || times <= thing.inPlay) continue
          thing.inMatch = times
          thing.example = { whose: nameOf(game, seat), guess: guess.slice() }
        }
      }
    }).decisions
    for (const thing of things.values()) closeMatch(thing)
  }
  for (const [thing, { inPlay, matches }] of things) {
    const more = [...matches].filter(([times]) => times > inPlay)
    if (more.reduce((sum, [, { count }]) => sum + count, 0) < MATCHES_MIN) continue
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
): Finding {
  const named = places.slice(0, PLACES_MAX).join(', ')
  const more = places.length - PLACES_MAX
  return {
    severity: 'error',
    wrong: 'guesses at what is hidden have more of a thing than there is',
    found: `a guess of ${whose}'s has ${partShown(thing)} ${places.length} times (${named}${more > 0 ? ` and ${more} more` : ''}); expected no more than ${inPlay}, which is the most in any position of ${matches} random matches`,
    place: null,
    trail: null,
    advice:
      'determinize must deal what is hidden from what lies nowhere else: take out of the deck what the view shows, such as cards that were played, each as often as it is there',
  }
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

/** How often each text and number is in a value. */
function countsIn(value: unknown, counts = new Map<Thing, number>()): Map<Thing, number> {
  if (typeof value === 'object' && value !== null)
    for (const inner of Object.values(value)) countsIn(inner, counts)
  else if (isThing(value)) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}

/** Where a thing is in a value. */
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
