/** How to play, for somebody's first match: what the rules say, without their special cases. */
import { type Mission, TYPES } from '../rules/parts.ts'
import type { Tables } from '../rules/tables.ts'

export function guideOf({ rules }: Tables): string[] {
  const { attack, dossier, incoming, limits, modifiers, mulligan, prestige, setup, ties } = rules
  const stronger = TYPES.flatMap(one =>
    TYPES.filter(other => modifiers[one][other] > 0).map(
      other => `${one} has +${modifiers[one][other]} against ${other}`,
    ),
  )
  const picks =
    attack.picks === 'sealed'
      ? 'Both secretly pick one of their dice and a type of troop'
      : `The ${attack.picks} picks a die and a type of troop, then the other side`
  return [
    `Be the first to have ${prestige.win} prestige. You earn it by meeting the missions in your dossier on your turn.`,
    `You begin with ${dossier.size} missions, and put back ${mulligan.min > 0 ? `at least ${mulligan.min}` : 'those you dislike'} for new ones.`,
    `A territory belongs to whoever has troops on it. You begin with ${setup.troops} troops on one.`,
    'Your turn: place your incoming troops, move troops to neighbouring territories that are yours or empty, then attack.',
    `At the end of your turn, you set aside new troops for your next: one for every ${incoming.per} territories, at least ${incoming.min}.`,
    ...(attack.guard ? ['One troop always stays behind.'] : []),
    `In an attack, both sides roll a die for each troop, which only they see. ${picks}. The lower die loses its troop; the ${ties} wins ties. Repeat until one side is out of dice.`,
    'Beat every defender to take a territory: your attackers move in.',
    ...(stronger.length > 0 ? [`In a fight, ${stronger.join(', ')}.`] : []),
    `After ${limits.rounds} rounds, the match is a draw.`,
  ]
}

/** What each mission of the deck asks for. */
export const missionsOf = ({ rules }: Tables): string =>
  ['Missions:', ...rules.deck.cards.map(missionText)].join('\n')

export const missionText = (card: Mission): string =>
  `${card.name}: ${askedBy(card)} (${card.prestige} prestige)`

function askedBy(card: Mission): string {
  switch (card.kind) {
    case 'territories':
      return `hold ${card.count} territories`
    case 'region':
      return `hold all of ${card.region}`
    case 'both':
      return `hold ${card.territories.join(' and ')}`
    case 'safe':
      return `hold ${card.count} territories with no enemy beside them`
    case 'troops':
      return `have ${card.count} troops of one type on the board`
    case 'combined':
      return `have all types of your troops together in ${card.count} territories`
    case 'took':
      return `take ${card.count} territories in a turn`
    case 'removed':
      return `remove ${card.count} enemy troops in a turn`
    case 'border':
      return 'have a territory beside one of every enemy'
  }
}
