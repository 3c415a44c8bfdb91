// The oracle's setup.
import {
  addTroops,
  ask,
  askCounts,
  each,
  emptyOnes,
  emptyPlaces,
  fillPlaces,
  type Play,
  type Player,
  type Position,
} from './prestige-parts.ts'

/** Missions, those put back, and the first troops. */
export function* setUp(position: Position): Play {
  for (const player of position.players) yield* fillPlaces(position, player, emptyPlaces(player))

  for (const player of position.players) {
    const text = yield* ask(player.name, legalBacks(player))
    const cards = text.split(' ').slice(1)
    player.dossier = player.dossier.map(card => (card !== null && cards.includes(card) ? null : card))
    position.putBack.push(...cards)
  }
  position.lower = position.putBack
  position.putBack = []
  for (const player of position.players) yield* fillPlaces(position, player, emptyPlaces(player))

  const { troops } = position.rules.setup
  for (const player of position.players) {
    const text = yield* ask(
      player.name,
      emptyOnes(position).map(name => `settle ${name}`),
    )
    const at = text.slice('settle '.length)
    yield* askCounts(
      player.name,
      each(player.types, troops),
      { least: troops, most: troops },
      (type, count) => addTroops(position, player.name, type, count, at),
    )
  }
}

/** Every choice of at least one of his missions. */
function legalBacks(player: Player): string[] {
  let choices: string[] = ['back']
  for (const card of player.dossier)
    if (card !== null) choices = choices.flatMap(choice => [choice, `${choice} ${card}`])
  return choices.filter(choice => choice !== 'back')
}
