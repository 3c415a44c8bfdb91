/** How to play, for somebody's first match: what the rules say, without their special cases. */
import type { ActionName } from '../rules/actions.ts'
import type { Rules } from '../rules/schema.ts'
import type { Tables } from '../rules/tables.ts'

export function guideOf({ rules }: Tables): string[] {
  const [first, second] = rules.sides as [Rules['sides'][number], Rules['sides'][number]]
  const { favour, order, orders, perPhase, phases } = rules
  const known = new Set(Object.values(rules.units).flatMap(({ actions }) => actions))
  const used = order.filter(action => known.has(action))
  const gains = [
    ...(favour.kill > 0 ? [`${favour.kill} for each enemy unit you eliminate`] : []),
    ...(favour.convert > 0 && known.has('convert') ? [`${favour.convert} for each that you convert`] : []),
    ...(favour.damage > 0 ? [`${favour.damage} for each hit point you take`] : []),
    ...(rules.pray.favour > 0 && known.has('pray') ? [`${rules.pray.favour} for a prayer`] : []),
  ]
  const lost =
    rules.interruptible.length > 0
      ? ' A unit that was targeted earlier in the phase loses its action, unless it moves.'
      : ''
  return [
    `A turn has ${phases} phases. Both sides secretly plan up to ${orders} orders for it${perPhase === 'one' ? ', at most one a phase' : ', in any of the phases'}. Then all orders are carried out, phase by phase.`,
    `Favour is a tug of war: ${gains.join(', ')}. At +${favour.win} ${first.name} wins, at -${favour.win} ${second.name} wins.`,
    ...used.map(action => sentenceOf(rules, action)),
    `In a phase, actions go in this order: ${used.join(', ')}.${lost}`,
  ]
}

function sentenceOf(rules: Rules, action: ActionName): string {
  const { block, cleave, convert, poke, pray } = rules
  const rests = (when: string): string =>
    ({
      never: '',
      miss: ' If it misses, the unit rests for a phase.',
      always: ' The unit then rests for a phase.',
    })[when]!
  const away = (range: number): string =>
    range === 1 ? 'next to the unit' : `exactly ${range} squares away (a diagonal step counts as 2)`
  switch (action) {
    case 'move':
      return 'move: one square up, down, left or right.'
    case 'poke':
      return `poke: ${poke.damage} damage to a unit ${away(poke.range)}.${rests(poke.rest)}`
    case 'cleave':
      return `cleave: ${cleave.damage} damage to whoever stands on a square ${away(cleave.range)}${cleave.delay > 0 ? ' in the next phase: choose the square' : ''}.${rests(cleave.rest)}`
    case 'convert':
      return `convert: an enemy unit ${away(convert.range)} changes to your side.${rests(convert.rest)}`
    case 'pray':
      return `pray: ${pray.favour} favour${pray.delay > 0 ? ' in the next phase' : ''}.${rests(pray.rest)}`
    case 'block':
      return `block: reduces the damage that the unit suffers by ${block.absorbs}.`
    case 'shove':
      return 'shove: a move that pushes whoever is in the way.'
  }
}
