/** Every game that ships runs the laws: add a line for each. */
import { gameOf as bulwarkOf } from '../bulwark/load.ts'
import { BULWARK_MAPS } from '../bulwark/maps.ts'
import { gameOf, RULE_SETS } from '../elephant-men/load.ts'
import { RULE_SETS as FRONTLINE_SETS, gameOf as frontlineOf } from '../frontline/load.ts'
import { type Patch, RULE_SETS as PRESTIGE_SETS, gameOf as prestigeOf } from '../prestige/load.ts'
import type { LawfulGame } from './register.ts'

/** As many squares, units and reaches as the schema allows. */
const LARGE = {
  board: { files: 15, ranks: 15 },
  sides: [
    { name: 'white', units: [...'abcdefghijklmno'].map(file => `soldier ${file}1`) },
    { name: 'black', units: ['soldier a14', ...[...'abcdefghijklmno'].map(file => `monk ${file}15`)] },
  ],
  'poke.range': 3,
  'cleave.range': 3,
  'limits.turns': 10,
}
const TINY = {
  board: { files: 2, ranks: 2 },
  sides: [
    { name: 'white', units: ['monk a1'] },
    { name: 'black', units: ['monk b2'] },
  ],
  'limits.turns': 2,
}

/** As many cells as the schema allows, gold that pays for a lot, and the switches that no rule set turns. */
const LONG_LANE = {
  cells: 30,
  turns: 60,
  first: 'B',
  tiebreak: 'base',
  gold: { start: 500, perTurn: 90, bounty: 100, friendlyKill: 'owner' },
  units: { archer: { range: 9 }, catapult: { range: 8, attack: 40 }, infantry: { price: 0, hp: 999 } },
}

const TURNED = {
  mulligan: { min: 0 },
  ties: 'attacker',
  attack: { refill: true },
  blitz: false,
  exchange: false,
  comeback: false,
  dice: { sides: 20 },
  dossier: { size: 3 },
  limits: { rounds: 20 },
}
const SMALL = {
  dossier: { size: 1 },
  dice: { sides: 2 },
  setup: { troops: 2 },
  incoming: { min: 3 },
  troops: { cap: 5 },
  limits: { rounds: 15 },
  map: {
    name: 'line',
    territories: [
      { name: 'left', region: 'land', next: ['right'] },
      { name: 'right', region: 'land' },
    ],
  },
  deck: {
    name: 'few',
    cards: [
      { name: 'alike', kind: 'troops', count: 4, copies: 2 },
      { name: 'all', kind: 'region', region: 'land' },
      { name: 'one', kind: 'territories', count: 1 },
    ],
  },
}

/** Prestige decides much in a match, and guesses much in a decision. */
const BRIEFLY = { matches: 1, stride: 7, samples: 400 }

/** The rule sets of Prestige, under a patch. */
const prestiges = (patch: Patch = {}): readonly LawfulGame[] =>
  PRESTIGE_SETS.map(set => [`prestige for ${set}`, prestigeOf(set, patch), BRIEFLY] as const)

const OTHERS: readonly LawfulGame[] = [
  ...RULE_SETS.map(set => [`elephant-men ${set}`, gameOf(set)] as const),
  ...FRONTLINE_SETS.map(set => [`frontline ${set}`, frontlineOf(set)] as const),
  ['bulwark', bulwarkOf(), { stride: 7 }],
  ['a tiny board, out of turns soon', gameOf('v0.2', TINY)],
  ['a lane of two cells', frontlineOf('default', { cells: 2, turns: 9, 'gold.friendlyKill': 'opponent' })],
  ['prestige, one mission each and one territory to start on', prestigeOf('two', SMALL), BRIEFLY],
]

/** The games that ship, and how thoroughly `npm test` has time for each. */
export const GAMES: readonly LawfulGame[] = [...OTHERS, ...prestiges()]

/** The same for `npm test`: Prestige, whose matches are long, is over after a few rounds. */
export const BRIEF_GAMES: readonly LawfulGame[] = [
  ...OTHERS,
  ...prestiges({ limits: { rounds: 8 } }),
  [
    'prestige whose moved troops stay away from attacks that need no guard',
    prestigeOf('two', { 'limits.rounds': 8, 'attack.moved': 'neither', 'attack.guard': false }),
    BRIEFLY,
  ],
]

/** Odd rules of theirs. */
export const ODD: readonly LawfulGame[] = [
  // Several orders in a phase, with golems, and a plan with more phases than usual.
  ['golems with any split', gameOf('golems-2026-04', { perPhase: 'any' })],
  ['a large board', gameOf('v0.2', LARGE)],
  ['six phases', gameOf('v0.2', { phases: 6, orders: 5, 'limits.turns': 8 })],
  ['a long lane, dear shells, free infantry', frontlineOf('default', LONG_LANE)],
  [
    'a short lane without income',
    frontlineOf('lean', { cells: 5, turns: 30, gold: { start: 60, perTurn: 0 } }),
  ],
  [
    'bulwark with three teams of several sizes, a coin for a battle',
    bulwarkOf({
      'team.names': ['red', 'blue', 'green'],
      'team.size': [4, 8, 5],
      'battle.model': 'bradley-terry',
      'limits.turns': 20,
    }),
  ],
  [
    'bulwark on a small map full of abilities, battles by a table',
    bulwarkOf({
      map: BULWARK_MAPS.small,
      'team.size': 4,
      'battle.model': 'fixed',
      // The certain ones among them, too.
      'battle.odds': [40, 60, 75, 100].map(odds => [odds, odds - 15, odds - 30, 0]),
      'rally.cooldown': 1,
      'swarm.cooldown': 1,
      'limits.turns': 25,
    }),
  ],
  [
    'bulwark with eight units of different skills',
    bulwarkOf({
      'team.size': 8,
      skills: [[1, 2, 3, 4, 5, 6, 7, 8], [0.5]],
      'battle.home': 1.3,
      'setup.capitals': ['Forge', "Beekeeper's"],
      'limits.turns': 15,
    }),
  ],
  ['prestige, all switches turned', prestigeOf('three', TURNED)],
]
