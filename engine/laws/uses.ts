/** Laws of which decisions use which assets. */
import { CHANCE, EVENTS, USED } from '../contract/index.ts'
import { below } from '../rng.ts'
import { broken, type Law, law, lawOfPositions, nameOf, requireSame, type Subject } from './law.ts'
import { legalOf, type Position, seatsIn, walk } from './walk.ts'

export function usesLaws(subject: Subject): Law[] {
  if (subject.game.uses === undefined) return []
  return [
    lawOfPositions(
      subject,
      'whether a decision uses an asset depends on what the seat knows, and asking changes nothing',
      checkAnswers,
      subject.stride,
    ),
    law('assets that are used are used by decisions, unless they are automatic', () => checkGroups(subject)),
  ]
}

/** Actions of a seat, drawn at random, that a position is asked about. */
const ASKED = 2

function checkAnswers({ game, mask, state, view, rng }: Position): void {
  const { assets } = game.info
  for (const seat of seatsIn(game, mask)) {
    if (seat === CHANCE) continue
    game.observe(state, seat, view)
    const before = [state.slice(), view.slice()]
    const legal = legalOf(game, state, seat)
    for (let asked = 0; asked < ASKED; asked++) {
      const action = legal[below(rng, legal.length)]!
      for (const [a, { automatic, group, id }] of assets.entries()) {
        const inState = game.uses!(state, seat, action, a)
        const inView = game.uses!(view, seat, action, a)
        const what = `${nameOf(game, seat)}'s action ${action} and ${group} ${id}`
        if (typeof inState !== 'boolean') broken(`${inState} for ${what}`, 'true or false')
        if (inState !== inView) broken(`${what}: ${inState} of the state, ${inView} of its view`, 'the same')
        if (inState && automatic) broken(`${what}: the decision uses it`, 'none that uses what is automatic')
      }
    }
    requireSame(state, before[0]!, 'a state that `uses` was asked about')
    requireSame(view, before[1]!, 'a view that `uses` was asked about')
  }
}

/**
 * Over all random matches together: of a group with uses that are counted, some decision uses one. Assets one by one would ask too much:
 * a mission may be met before there was any chance to give it back.
 */
function checkGroups({ game, matches, seed }: Subject): void {
  const { assets, seats } = game.info
  const counted = new Set<string>()
  const decided = new Set<string>()
  for (let match = 0; match < matches; match++) {
    walk(game, seed, match, ({ mask, state, events }) => {
      for (const seat of seatsIn(game, mask)) {
        if (seat === CHANCE) continue
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
      broken(`assets of the group ${group} were used, and no decision uses one`, 'a decision, or `automatic`')
}
