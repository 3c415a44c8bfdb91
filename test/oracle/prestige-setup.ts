// The oracle's setup.
import {
  addTroops,
  ask,
  askCounts,
  askSealed,
  emptyOnes,
  emptyPlaces,
  fillPlaces,
  type Play,
  type Player,
  type Position,
  piecesOf,
} from './prestige-parts.ts'

/** Missions, those put back, and the first troops. */
export function* setUp(position: Position): Play {
  for (const player of position.players) yield* fillPlaces(position, player, emptyPlaces(player))

  const { together } = position.rules.setup
  const requests = position.players.map(player => ({ actor: player.name, legal: legalBacks(player) }))
  const sealed = together ? yield* askSealed(requests) : []
  for (const [seat, player] of position.players.entries()) {
    const text = together ? sealed[seat]! : yield* ask(player.name, legalBacks(player))
    const cards = text.split(' ').slice(1)
    player.dossier = player.dossier.map(card => (card !== null && cards.includes(card) ? null : card))
    position.putBack.push(...cards)
  }
  position.lower = position.putBack
  position.putBack = []
  for (const player of position.players) yield* fillPlaces(position, player, emptyPlaces(player))

  const { troops, backward } = position.rules.setup
  for (const player of backward ? position.players.toReversed() : position.players) {
    const text = yield* ask(
      player.name,
      emptyOnes(position).map(name => `settle ${name}`),
    )
    const at = text.slice('settle '.length)
    yield* askCounts(
      player.name,
      piecesOf(position, player, troops),
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
