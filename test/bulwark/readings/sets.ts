/** Rule sets for tests that play by other readings than ours. */

/** Rules by other readings: together they turn every key of a reading from its default, to each of its values. */
export const OTHER_READINGS = {
  'the letter of the abilities': {
    rally: { contested: true, recovering: true, targets: 'all' },
    swarm: { owner: false, targets: 'all', ownTile: true, contested: true, recovering: true, routs: true },
    training: { units: 'tile', swarm: true },
    cooldown: { turns: 'all' },
    capital: { count: 'captor' },
    retreat: { winners: 'recover', blocked: 'adjacent' },
    setup: { sea: true },
    limits: { turns: 20 },
  },
  'battles at once, captures at the end': {
    rally: { unit: true, step: true, targets: 'all' },
    swarm: { targets: 'friends', chooser: 'user' },
    training: { swarm: true },
    cooldown: { useTurn: false },
    battle: { when: 'entry' },
    capital: { count: 'all', occupied: true },
    capture: { when: 'end', routed: false, swarmed: false },
    recovery: { turns: 'all' },
    retreat: { winners: 'none', blocked: 'anywhere' },
    sea: { onFoot: false },
    setup: { apart: 1 },
    limits: { turns: 20 },
  },
}
