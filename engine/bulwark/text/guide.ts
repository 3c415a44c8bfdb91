/** How to play, for somebody's first match: what the rules say, without their special cases. */
import type { Tables } from '../rules/tables.ts'

const away = (tiles: number): string => (tiles === 1 ? '1 tile' : `${tiles} tiles`)

export function guideOf({ map, rules, seats, sizes }: Tables): string[] {
  const { battle, capital, limits, rally, recovery, swarm } = rules
  const units = Math.min(...sizes) === Math.max(...sizes) ? `${sizes[0]}` : sizes.join(' or ')
  const turns = { own: "of the team's own turns", captor: "of the captor's turns", all: 'turns' }[
    capital.count
  ]
  const abilities = new Set(
    map.flatMap(tile => tile.abilities.map(given => (typeof given === 'string' ? given : given.name))),
  )
  const about = {
    rally: `brings in your units from up to ${away(rally.range)} away; usable again ${rally.cooldown} turns later.`,
    swarm: `pushes ${swarm.targets === 'enemies' ? 'an enemy unit' : 'a unit'} up to ${away(swarm.range)} away one tile further; usable again ${swarm.cooldown} turns later.`,
    recon: `multiplies your strength in every battle by ${battle.recon}.`,
    training: 'you choose where your routed units go.',
  }
  return [
    `Each team first picks a capital, where its ${units} units begin. A tile belongs to the team whose units stood on it last.`,
    `A team is out once ${seats === 2 ? 'the other' : 'another'} has held its capital for ${capital.turns} ${turns}, or when it has no units. The last team left wins.`,
    `On your turn, each unit stays or moves one tile${map.some(({ ferries }) => ferries.length > 0) ? ', or takes a ferry where the map shows one' : ''}.`,
    `Units of two teams on the same tile fight ${battle.when === 'end' ? 'after the turn' : 'at once'}; chance decides. Units that fall retreat${recovery.turns === 'own' ? " and can't move in their team's next turn" : ", and can't move in the next turn"}.`,
    ...(Object.keys(about) as (keyof typeof about)[])
      .filter(name => abilities.has(name))
      .map(name => `Tiles with ${name}: ${about[name]}`),
    `After ${limits.turns} turns each, the match is a draw.`,
  ]
}
