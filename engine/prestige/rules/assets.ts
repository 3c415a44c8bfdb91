/** The assets whose usefulness reports show: missions, troop types, attacks by their size, factions, starts. */
import { type Asset, type Ending, EVENTS } from '../../contract/index.ts'
import { TYPES } from './parts.ts'
import type { Rules } from './shape.ts'

/** Attacks of k against m troops are counted apart up to this size; the last one counts larger attacks too. */
const FORCES = 5

/** Where each group of assets begins. */
export interface AssetPlaces {
  readonly assets: readonly Asset[]
  /** Words of events of one seat. */
  readonly seatEvents: number
  /** First assets of types, attacks, factions and starts; missions come first. */
  readonly typeAsset: number
  readonly attackAsset: number
  readonly factionAsset: number
  readonly startAsset: number
  /** The faction of each seat, by its place in the list. */
  readonly faction: Int32Array
}

export function placeAssets({ deck, factions, map, seats }: Rules): AssetPlaces {
  const named = (group: string, names: readonly string[]): Asset[] =>
    names.map(name => ({ id: name, group, label: name }))
  const size = (n: number): string => (n === FORCES ? `${n}+` : `${n}`)
  const forces = Array.from({ length: FORCES }, (_, i) => size(i + 1))
  const missions = named(
    'mission',
    deck.cards.map(({ name }) => name),
  )
  const types = named('troop', TYPES)
  const attacks = named(
    'attack',
    forces.flatMap(k => forces.map(m => `${k}v${m}`)),
  )
  const kinds = named(
    'faction',
    factions.factions.map(({ name }) => name),
  ).map(faction => ({ ...faction, automatic: true }))
  const starts = named(
    'start',
    map.territories.map(({ name }) => name),
  )
  const assets = [...missions, ...types, ...attacks, ...kinds, ...starts]
  return {
    assets,
    seatEvents: assets.length * EVENTS.length,
    typeAsset: missions.length,
    attackAsset: missions.length + types.length,
    factionAsset: missions.length + types.length + attacks.length,
    startAsset: assets.length - starts.length,
    faction: Int32Array.from(seats, seat => factions.factions.findIndex(({ name }) => name === seat.faction)),
  }
}

/** The attack asset of an attack of k against m troops, from the first on. */
export const attackOf = (k: number, m: number): number =>
  ((k > FORCES ? FORCES : k) - 1) * FORCES + (m > FORCES ? FORCES : m) - 1

/** Endings by their places in ENDINGS. */
export const BY_PRESTIGE = 0
export const BY_SURVIVAL = 1
export const BY_LENGTH = 2

export const ENDINGS: readonly Ending[] = [
  { id: 'prestige', kind: 'win', label: 'enough prestige' },
  { id: 'last', kind: 'win', label: 'all others are out' },
  { id: 'length', kind: 'length', label: 'the round limit was reached' },
]
