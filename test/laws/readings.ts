/** Rule sets in which open readings of the games' texts are turned. */
import { gameOf as bulwarkOf } from '../bulwark/load.ts'
import { OTHER_READINGS } from '../bulwark/readings/sets.ts'
import { gameOf } from '../elephant-men/load.ts'
import { gameOf as frontlineOf } from '../frontline/load.ts'
import { gameOf as prestigeOf } from '../prestige/load.ts'
import type { LawfulGame } from './register.ts'

/** Every open reading of the texts turned, one way and the other. */
const OTHERWISE = {
  sight: 'blocked',
  interrupted: 'rests',
  interruptedBy: 'foe',
  friendlyFire: 'unpaid',
  delayed: 'alive',
  carries: { rest: false, delayed: false },
  judged: 'step',
  elimination: 'playsOn',
  move: { into: 'noSwaps', marks: 'blocked' },
  shove: { edge: 'falls', most: 2 },
  convert: { rest: 'miss', heals: true },
  'cleave.marks': 'both',
  'block.against': 'each',
  limits: { turns: 30, tiebreak: 'favour' },
}
const YET_OTHERWISE = {
  ...OTHERWISE,
  friendlyFire: 'harmless',
  delayed: 'untouched',
  judged: 'turn',
  elimination: 'loses',
  move: { into: 'empty', marks: 'blocked' },
  'convert.rest': 'always',
  'cleave.marks': 'start',
  pray: { delay: 1, rest: 'never' },
  perPhase: 'any',
}

/** Every open reading of the text turned, on a lane that is short enough to fell bases. */
const LANE_OTHERWISE = {
  cells: 7,
  turns: 30,
  advanceAfterAttack: false,
  promotion: 'any',
  secondAttack: 'atOnce',
  base: { hp: 15, shielded: false, falls: 'roundEnd' },
  units: {
    archer: { overOwn: false },
    catapult: { middle: 'near', tooNear: 'silent', friendlyFire: false },
  },
}

/** Each reading of Prestige's rules that is not the default, with others that it meets in play. */
const PRESTIGE_OTHERWISE: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'dice return to their winner': { 'attack.survivors': 'returned' },
  'dice return, and the defender picks first': {
    'attack.survivors': 'returned',
    'attack.picks': 'defender',
    'dice.own': true,
  },
  'the attacker picks first, with dice of its own for each side and type': {
    'attack.picks': 'attacker',
    'dice.attack': { assault: 12, mounted: 8 },
    'dice.defence': { assault: 6, mounted: 6, ranged: 20 },
    'setup.order': 'backward',
  },
  'moves and attacks mixed': { 'moves.mixed': true, 'moves.advance': false, 'incoming.round': 'up' },
  'moves and attacks mixed, moved troops not advancing': {
    'moves.mixed': true,
    'moves.placing': true,
    'attack.moved': 'attack',
    'attack.refill': true,
  },
  'moved troops not attacking, and no guards': {
    'attack.moved': 'neither',
    'attack.guard': false,
    'incoming.min': 4,
  },
  'missions put back together and drawn once, pieces of types counted': {
    'mulligan.together': true,
    'mulligan.min': 0,
    'dossier.redraw': false,
    'troops.most': { assault: 5, mounted: 4, ranged: 3 },
  },
}

const ELEPHANT_MEN: readonly LawfulGame[] = [
  ...(['v0.0', 'v0.2', 'golems-2026-04'] as const).flatMap(set => [
    [`elephant-men ${set}, read otherwise`, gameOf(set, OTHERWISE)] as const,
    [`elephant-men ${set}, read in yet another way`, gameOf(set, YET_OTHERWISE)] as const,
  ]),
]
const FRONTLINE: readonly LawfulGame[] = [
  ['a lane read otherwise', frontlineOf('lean', LANE_OTHERWISE)],
  [
    'a lane read otherwise, soldiers promoted',
    frontlineOf('default', { ...LANE_OTHERWISE, promotion: 'soldiers' }),
  ],
]
const BULWARK: readonly LawfulGame[] = [
  ...Object.entries(OTHER_READINGS).flatMap(
    ([name, rules]) =>
      [
        [`bulwark by other readings: ${name}`, bulwarkOf(rules), { matches: 2, stride: 7 }],
        [
          `three teams of bulwark by other readings: ${name}`,
          bulwarkOf({ ...rules, 'team.names': ['red', 'blue', 'green'] }),
          { matches: 2, stride: 7 },
        ],
      ] as const,
  ),
]
const PRESTIGE: readonly LawfulGame[] = [
  ...Object.entries(PRESTIGE_OTHERWISE).map(
    ([name, patch]) =>
      [`prestige, ${name}`, prestigeOf('two', { 'limits.rounds': 8, ...patch }), { matches: 2 }] as const,
  ),
]

export const READINGS: readonly LawfulGame[] = [...ELEPHANT_MEN, ...FRONTLINE, ...BULWARK, ...PRESTIGE]
