/** What reports rate: tiles, the battles on them, abilities and capital sites; docs/rules/bulwark.md lists the counts. */
import { type Asset, EVENTS } from '../../contract/index.ts'
import type { Rules } from './keys.ts'

const USES = [
  ['rally', 'Rally'],
  ['swarm', 'Bee Swarm'],
  ['recon', 'Reconnaissance'],
  ['training', 'Training'],
  ['ferry', 'Ferry'],
] as const

export interface Assets {
  readonly list: readonly Asset[]
  /** Words of a seat's events. */
  readonly seatEvents: number
  /** Where the counts of a tile, of its battles and of its site begin among a seat's events. */
  readonly tile: Int32Array
  readonly battle: Int32Array
  readonly site: Int32Array
  readonly rally: number
  readonly swarm: number
  readonly recon: number
  readonly training: number
  readonly ferry: number
  readonly unit: number
}

export function assetsOf({ map, setup, team }: Rules): Assets {
  const list: Asset[] = []
  const add = (group: string, id: string, label: string, automatic?: boolean): number => {
    list.push({ id, group, label, automatic: automatic || undefined })
    return (list.length - 1) * EVENTS.length
  }
  const perTile = (
    group: string,
    label: (name: string) => string,
    kinds: readonly string[],
    automatic?: boolean,
  ): Int32Array =>
    Int32Array.from(map.tiles, ({ name, kind }) =>
      kinds.includes(kind) ? add(group, name, label(name), automatic) : -EVENTS.length,
    )
  const passable = ['land', 'sea']
  const tile = perTile('tile', name => name, passable)
  const battle = perTile('battle', name => `battles at ${name}`, passable)
  // Where the rules fix all capitals, none is picked.
  const given = setup.capitals.length === team.names.length
  const site = perTile('capital', name => `capital at ${name}`, setup.sea ? passable : ['land'], given)
  // Who has Reconnaissance has it in every battle.
  const [rally, swarm, recon, training, ferry] = USES.map(([id, label]) =>
    add('ability', id, label, id === 'recon'),
  ) as [number, number, number, number, number]
  const unit = add('unit', 'unit', 'units')
  return {
    list,
    seatEvents: list.length * EVENTS.length,
    tile,
    battle,
    site,
    rally,
    swarm,
    recon,
    training,
    ferry,
    unit,
  }
}
