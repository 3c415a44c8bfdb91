/** Laws of optional members: `uses`, `isIdle`, `info.identifying`, and what learning players see. */

import {
  advance,
  CHANCE,
  type CompiledGame,
  EVENTS,
  type GameInfo,
  identifyingOf,
  newEvents,
  OVER,
  type Seat,
  type State,
  USED,
} from '../contract/index.ts'
import { below } from '../rng.ts'
import {
  Breach,
  failLaw,
  type Law,
  type LawSubject,
  law,
  lawOfPositions,
  requireSame,
  seatName,
} from './law.ts'
import {
  draw,
  guarded,
  legalOf,
  playersIn,
  seatsIn,
  settle,
  strict,
  viewOf,
  type WalkPosition,
  walk,
} from './walk.ts'

export function usesLaws(subject: LawSubject): Law[] {
  if (subject.game.uses === undefined) return []
  return [
    lawOfPositions(
      subject,
      "uses depends only on what the seat knows, and doesn't change the state",
      checkAnswers,
      subject.stride,
    ),
    law('every asset group with counted uses has a decision that uses it, unless it is automatic', () =>
      checkGroups(subject),
    ),
  ]
}

/** Random actions tried per position. */
const ASKED = 2

function checkAnswers({ game, mask, state, view, rng }: WalkPosition): void {
  const { assets } = game.info
  for (const seat of playersIn(game, mask)) {
    game.observe(state, seat, view)
    const before = [state.slice(), view.slice()]
    const legal = legalOf(game, state, seat)
    for (let asked = 0; asked < ASKED; asked++) {
      const action = legal[below(rng, legal.length)]!
      for (const [a, { automatic, group, id }] of assets.entries()) {
        const inState = game.uses!(state, seat, action, a)
        const inView = game.uses!(view, seat, action, a)
        const what = `${seatName(game, seat)}'s action ${action} and ${group} ${id}`
        if (typeof inState !== 'boolean') failLaw(`uses returns ${inState} for ${what}`, 'true or false')
        if (inState !== inView)
          failLaw(
            `${what}: uses returns ${inState} for the state and ${inView} for its view`,
            'the same for both',
          )
        if (inState && automatic)
          failLaw(`${what}: the decision uses it`, 'no decision that uses an automatic asset')
      }
    }
    requireSame(state, before[0]!, 'the state after uses')
    requireSame(view, before[1]!, 'the view after uses')
  }
}

/**
 * Over all matches: some decision uses an asset of each group with counted uses. Single assets would ask too
 * much: a mission may be met before there was a chance to give it back.
 */
function checkGroups({ game, matches, seed }: LawSubject): void {
  const { assets, seats } = game.info
  const counted = new Set<string>()
  const decided = new Set<string>()
  for (let match = 0; match < matches; match++) {
    walk(game, seed, match, ({ mask, state, events }) => {
      for (const seat of playersIn(game, mask)) {
        const open = [...assets.entries()].filter(([, { group }]) => !decided.has(group))
        if (open.length === 0) continue
        for (const action of legalOf(game, state, seat))
          for (const [a, { group }] of open) if (game.uses!(state, seat, action, a)) decided.add(group)
      }
      if (mask !== 0) return
      const columns = EVENTS.length
      for (let seat = 0; seat < seats.length; seat++)
        for (const [a, { automatic, group }] of assets.entries())
          if (!automatic && events[(seat * assets.length + a) * columns + USED]! > 0) counted.add(group)
    })
  }
  for (const group of counted)
    if (!decided.has(group))
      failLaw(
        `assets of the group ${group} were used, but no decision uses them`,
        'a decision that uses them, or automatic: true',
      )
}

export function idleLaws(subject: LawSubject): Law[] {
  if (subject.game.isIdle === undefined) return []
  return [
    lawOfPositions(
      subject,
      'if everybody is passive, an idle action leads to the same gauges and returns as the passive one',
      checkIdle,
      subject.stride,
    ),
  ]
}

function checkIdle({ game, mask, state, view, rng }: WalkPosition): void {
  for (const seat of playersIn(game, mask)) {
    const legal = legalOf(game, state, seat)
    game.observe(state, seat, view)
    for (const position of [state, view]) {
      const expected = outlook(game, position, seat, game.passive(position, seat), rng.slice())
      for (const action of legal) {
        if (!game.isIdle!(position, seat, action)) continue
        const found = outlook(game, position, seat, action, rng.slice())
        requireSame(found, expected, `the outlook after ${seatName(game, seat)}'s idle action ${action}`)
      }
    }
  }
}

/** Gauges and returns once the seat is to move again after a step, or at the end. */
function outlook(
  game: CompiledGame,
  from: State,
  seat: Seat,
  action: number,
  chance: Int32Array,
): Int32Array {
  const { gauges, seats } = game.info
  const state = from.slice()
  const events = newEvents(game.info)
  const out = new Int32Array(1 + (1 + gauges.length) * seats.length)
  let resolved = false
  game.apply(state, seat, action, events)
  for (let next = advance(game, state, events); next !== OVER; next = advance(game, state, events)) {
    if (next < 0) resolved = true
    else if (resolved && (game.toMove(state) >> seat) & 1) break
    else {
      const chosen = next === CHANCE ? game.sample(state, next, chance) : game.passive(state, next)
      game.apply(state, next, chosen, events)
    }
  }
  game.gauge(state, out, 1 + seats.length)
  if (game.toMove(state) !== 0) return out
  out[0] = 1
  game.result(state, out.subarray(1, 1 + seats.length))
  return out
}

/** Random decisions tried at a position, and passive decisions after each. */
const SIBLINGS = 6
const PASSIVE = 6

const ALIKE = 'views that agree in the words of info.identifying agree in all words'

export function identifyingLaws(subject: LawSubject): Law[] {
  const { game, stride } = subject
  if (game.info.identifying === undefined) return []
  return [
    law('info.identifying lists words of a view', () => checkRanges(game.info)),
    {
      name: ALIKE,
      check: () => {
        const seen = new SeenViews(game)
        lawOfPositions(subject, ALIKE, at => checkAround(at, seen), stride).check()
      },
    },
  ]
}

function checkRanges(info: GameInfo): void {
  try {
    identifyingOf(info)
  } catch (error) {
    throw error instanceof RangeError ? new Breach(error.message) : error
  }
}

/** Views of random play hardly recur, but the successors of one position are alike in nearly all words. */
function checkAround(at: WalkPosition, seen: SeenViews): void {
  const { game, state, mask, rng } = at
  seen.take(state, mask)
  if (mask === 0) return
  const events = newEvents(game.info)
  for (let tried = 0; tried < SIBLINGS; tried++) {
    const copy = state.slice()
    for (let decisions = 0; decisions <= PASSIVE; decisions++) {
      settle(game, copy, events)
      const due = game.toMove(copy)
      if (decisions > 0) seen.take(copy, due)
      const seats = seatsIn(game, due)
      if (seats.length === 0) break
      const seat = seats[below(rng, seats.length)]!
      const isPassive = decisions > 0 && seat !== CHANCE
      const action = isPassive ? game.passive(copy, seat) : draw(game, copy, seat, rng, at)
      game.apply(copy, seat, action, events)
    }
  }
}

class SeenViews {
  readonly #game: CompiledGame
  readonly #seen = new Map<string, Int32Array>()

  constructor(game: CompiledGame) {
    this.#game = game
  }

  take(state: Int32Array, mask: number): void {
    for (const seat of playersIn(this.#game, mask)) this.#compare(state, seat)
  }

  #compare(state: Int32Array, seat: Seat): void {
    const game = this.#game
    const view = viewOf(game, state, seat)
    const words = game.info.identifying!.map(({ from, to }) => view.subarray(from, to).join())
    const key = `${seat}:${words.join(';')}`
    const before = this.#seen.get(key)
    if (before === undefined) this.#seen.set(key, view)
    else
      requireSame(
        view,
        before,
        `a view of ${seatName(game, seat)} that agrees with another one in the words of info.identifying`,
      )
  }
}

export function learningLaws(subject: LawSubject): Law[] {
  const { game, stride } = subject
  const all = law('a game has tokens, aspects and info.learning together, or none of them', () =>
    checkTogether(game),
  )
  if (!game.tokens || !game.aspects || !game.info.learning) return [all]
  // They are made of views: nothing of their author's can go wrong.
  if (game.info.learning.isStructural) return [all]
  return [
    all,
    lawOfPositions(
      subject,
      'tokens and aspects stay within their limits and depend only on what a seat knows, so that a guess has those of its view',
      checkTold,
      stride,
    ),
  ]
}

function checkTogether({ tokens, aspects, info }: CompiledGame): void {
  const given = [tokens, aspects, info.learning].filter(part => part !== undefined).length
  if (given !== 0 && given !== 3)
    failLaw(`${given} of tokens, aspects and info.learning`, 'all of them or none')
}

function checkTold({ game, mask, state, view, guess, rng }: WalkPosition): void {
  if (mask === 0) return
  for (let seat = 0; seat < game.info.seats.length; seat++) {
    game.observe(state, seat, view)
    game.determinize(view, seat, rng, guess)
    const before = view.slice()
    const legal = (mask >> seat) & 1 ? legalOf(game, state, seat) : new Int32Array()
    const found = featuresOf(game, guess, seat, legal)
    requireSame(
      found,
      featuresOf(game, view, seat, legal),
      `the tokens or aspects of ${seatName(game, seat)}'s guess`,
    )
    requireSame(view, before, 'the view after tokens and aspects')
  }
}

/** All tokens, then the aspects of each action, each list after its length. */
function featuresOf(game: CompiledGame, view: Int32Array, seat: number, legal: Int32Array): Int32Array {
  const { tokens, aspects } = game.info.learning!
  const all = listOf('tokens', tokens, 0, out => game.tokens!(view, seat, out))
  for (const action of legal)
    all.push(...listOf('aspects', aspects, 1, out => game.aspects!(view, seat, action, out)))
  return Int32Array.from(all)
}

function listOf(what: string, most: number, least: number, write: (out: Int32Array) => number): number[] {
  const { buffer, guard } = guarded(most, what)
  const count = write(strict(buffer, what))
  if (!(count >= least && count <= most)) failLaw(`${count} ${what}`, `${least} to ${most}`)
  if (guard.touched() !== -1)
    failLaw(`index ${guard.touched()} of the ${what} written`, 'no change outside the buffer')
  return [count, ...buffer.subarray(0, count)]
}
