/** Maps for tests, besides the shipped one. */

const tile = (name: string, q: number, r: number, more: object = {}) => ({ name, at: [q, r], ...more })

/** Eleven tiles, every ability on several of them, and a ferry between neighbours. */
const small = {
  name: 'small',
  tiles: [
    tile('a', 0, 0, { abilities: ['rally', { name: 'swarm', range: 2 }] }),
    tile('b', 1, 0, { abilities: ['swarm'], ferries: ['c', 'k'] }),
    tile('c', 2, 0, { kind: 'sea', abilities: ['recon', 'training'] }),
    tile('d', 3, 0, { abilities: [{ name: 'rally', range: 4, cooldown: 2 }] }),
    tile('e', 0, 1, { abilities: ['training'] }),
    tile('f', 1, 1, { kind: 'impassable' }),
    tile('g', 2, 1),
    tile('h', 3, 1, { abilities: ['recon'] }),
    tile('i', 0, 2),
    tile('j', 1, 2, { abilities: ['swarm'] }),
    tile('k', 2, 2),
  ],
}

export const BULWARK_MAPS = { small }
