// The ruling's reconstruction of the lost map of bulwark, as plain data for the self-test.
import type { MapData } from './bulwark-parts.ts'

const ROWS = `
Mountain | Mountainside Bell | Quarry | Forge | Oceanside Mountain Path | Northern Sea
Sword In The Stone | Obelisk | Town 1 | Bakery | Church | Rocky Archways
Angler's Commune | Farmer's House | Intersection w/ Signpost | FFA Arena | Graveyard | Island 2
Southern Shore | Town 2 | Soap Shop | Town 3 | Cliff Windmill | Lighthouse Waterfall
Island 1 | Decrepit Hut Near The Ruins | Decrepit Farm | Beekeeper's | Golden Empire Camp | Southern Sea
`

export const RECONSTRUCTED: MapData = {
  rows: ROWS.trim()
    .split('\n')
    .map(row => row.split(' | ')),
  impassable: ['Mountain', 'Island 1', 'Island 2', 'Town 1', 'Town 2', 'Town 3'],
  seas: ['Northern Sea', 'Southern Sea'],
  ferries: {
    "Angler's Commune": ['Northern Sea', 'Southern Sea'],
    'Southern Shore': ['Southern Sea'],
    "Farmer's House": ['Northern Sea'],
  },
  abilities: {
    rally: 'Mountainside Bell',
    swarm: "Beekeeper's",
    recon: 'Lighthouse Waterfall',
    training: 'FFA Arena',
  },
}
