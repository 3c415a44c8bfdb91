/** How to play, for somebody's first match: what the rules say, without their special cases. */
import { KINDS, RECRUITS, type Rules } from '../rules.ts'

export function guideOf(rules: Rules): string[] {
  const { base, cells, gold, promotion, tiebreak, turns, units } = rules
  const { archer, catapult } = units
  const reach = {
    infantry: 'whoever is on the next cell',
    archer: `the nearest enemy up to ${archer.range} cells ahead`,
    catapult: `whoever is on two cells at once, up to ${catapult.range} ahead${catapult.friendlyFire ? ' (your own units too)' : ''},`,
  }
  const killed = {
    never: null,
    infantry: 'another infantry',
    soldiers: 'an infantry or a super-soldier',
    any: 'a unit',
  }[promotion]
  const end =
    tiebreak === 'none' ? 'the match is a draw' : 'the base with more hit points wins, and equal ones draw'
  return [
    `Destroy the other base, which has ${base.hp} hit points. A's base is on cell 1, B's on cell ${cells}.`,
    `Your only decision is which unit to recruit at the end of your turn, if you can afford it and your base's cell is free. Both sides get ${gold.perTurn} gold a round.`,
    'Units act by themselves: they attack what is in reach, and advance if the next cell is free.',
    ...KINDS.slice(0, RECRUITS).map(kind => {
      const { attack, hp, price } = units[kind as keyof typeof reach]
      return `${kind}: ${price} gold, ${hp} hit points, hits ${reach[kind as keyof typeof reach]} for ${attack}.`
    }),
    ...(killed === null
      ? []
      : [
          `An infantry that kills ${killed} becomes a super-soldier: it attacks before and after it advances.`,
        ]),
    ...(gold.bounty > 0 ? [`A kill pays ${gold.bounty} % of the victim's price.`] : []),
    ...(base.shielded ? ['A unit on the cell of its base shields the base.'] : []),
    `After ${turns} turns each, ${end}.`,
  ]
}
