/** What came of a decision, in sentences: troops lost, territories that change hands, missions met and drawn, who is out. */
import type { State } from '../../contract/index.ts'
import { TYPES } from '../rules/parts.ts'
import type { Tables } from '../rules/tables.ts'
import { countIn } from '../state/fields.ts'
import { BOARD, PRESTIGE, STILL_IN, seatAt, territoryAt } from '../state/layout.ts'
import { meets } from '../state/missions.ts'
import { dossierOf, holderName } from './describe.ts'

export function storyOf(t: Tables, before: State, after: State): string[] {
  return [
    ...t.rules.seats.flatMap(({ name }, seat) =>
      losses(name, before[seatAt(seat) + BOARD]!, after[seatAt(seat) + BOARD]!),
    ),
    ...takings(t, before, after),
    ...t.rules.seats.flatMap((_, seat) => missions(t, before, after, seat)),
    ...outs(t, before, after),
  ]
}

function outs(t: Tables, before: State, after: State): string[] {
  return t.rules.seats.flatMap(({ name }, seat) =>
    ((before[STILL_IN]! & ~after[STILL_IN]!) >> seat) & 1 ? [`${name} is out`] : [],
  )
}

/** The same in a few words: territories taken, missions met, who is out. */
export function briefOf(t: Tables, before: State, after: State): string[] {
  return [
    ...t.rules.seats.flatMap((_, seat) => {
      const met = metBy(t, before, after, seat)
      return met.length === 0 ? [] : [`${t.rules.seats[seat]!.name} meets ${met.join(', ')}`]
    }),
    ...takings(t, before, after)
      .filter(words => !words.endsWith('is empty'))
      .map(words => words.replace(', from', ' from')),
    ...outs(t, before, after),
  ]
}

/** `2 assault, 1 ranged`: troops by type, or `none`. */
export function troopText(count: (type: number) => number): string {
  const some = TYPES.flatMap((name, type) => (count(type) > 0 ? [`${count(type)} ${name}`] : []))
  return some.length === 0 ? 'none' : some.join(', ')
}

/** Troops that left the board: only fights take them. */
function losses(name: string, was: number, is: number): string[] {
  const lost = troopText(type => countIn(was, type) - countIn(is, type))
  return lost === 'none' ? [] : [`${name} loses ${lost}`]
}

function takings(t: Tables, before: State, after: State): string[] {
  return t.territoryNames.flatMap((territory, i) => {
    const [was, is] = [before, after].map(s => holderName(t, s, territoryAt(i)))
    if (was === is) return []
    if (is === null) return [`${territory} is empty`]
    return [`${is} takes ${territory}${was === null ? '' : `, from ${was}`}`]
  })
}

function metBy(t: Tables, before: State, after: State, seat: number): string[] {
  if (after[seatAt(seat) + PRESTIGE] === before[seatAt(seat) + PRESTIGE]) return []
  const now = dossierOf(t, after, seat)
  // The one that wins the match stays where it is.
  return dossierOf(t, before, seat).flatMap((card, place) =>
    card !== null && (card !== now[place] || meets(t, after, seat, t.cardNames.indexOf(card))) ? [card] : [],
  )
}

/** Missions that a seat met, with its prestige, and those that it got. What it puts back, its own decision says. */
function missions(t: Tables, before: State, after: State, seat: number): string[] {
  const name = t.rules.seats[seat]!.name
  const [old, now] = [dossierOf(t, before, seat), dossierOf(t, after, seat)]
  const drawn = now.filter((card, place) => card !== null && card !== old[place])
  const met = metBy(t, before, after, seat)
  const prestige = after[seatAt(seat) + PRESTIGE]!
  return [
    ...(met.length === 0 ? [] : [`${name} meets ${met.join(', ')}: prestige ${prestige} of ${t.win}`]),
    ...drawn.map(card => `${name} has the mission ${card}`),
  ]
}
