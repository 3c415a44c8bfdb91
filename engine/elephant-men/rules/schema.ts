/** The rules of the Elephant Men family as data: every number and switch is a key here, with its range and meaning. */
import { z } from 'zod'
import { show } from '../../../documents/index.ts'
import { ACTIONS, signOf } from './actions.ts'

/** Most units in a layout: each has its bit in a word, and one bit must stay free for "no unit". */
export const MAX_UNITS = 31

/** Most orders that a side gives for one turn. */
export const MAX_ORDERS = 6

/** Most phases of a turn. */
export const MAX_PHASES = 6

const MAX_BOARD = 15
const MAX_KINDS = 8

const REST = ['never', 'miss', 'always'] as const
const action = z.enum(ACTIONS)
const NAME = /^[a-z][a-z0-9-]{0,19}$/

const name = (what: string) =>
  z.string().regex(NAME, `${what} is a lower-case word of at most 20 letters, digits and -`)
const int = (low: number, high: number, meaning: string) => z.int().min(low).max(high).describe(meaning)

const kind = z.strictObject({
  hp: int(1, 30, 'hit points of a unit of this kind at the start'),
  actions: z.array(action).min(1).max(ACTIONS.length).describe('what a unit of this kind can do'),
})

const side = z.strictObject({
  name: name('a side').describe('what records and reports call the side'),
  units: z
    .array(z.string())
    .min(1, 'a side without units, expected at least one "KIND SQUARE"')
    .max(MAX_UNITS)
    .describe('starting units, each "KIND SQUARE" such as "soldier c3"'),
})

const shape = z.strictObject({
  phases: int(1, MAX_PHASES, 'phases of a turn, resolved one after another').default(3),
  orders: int(1, MAX_ORDERS, 'orders that a side may give in one turn').default(3),
  perPhase: z
    .enum(['any', 'one'])
    .describe(
      'any: any number of orders in each phase, one for each unit; one: at most one order in each phase',
    )
    .default('any'),
  board: z
    .strictObject({
      files: int(2, MAX_BOARD, 'columns of the board, from file a').default(8),
      ranks: int(2, MAX_BOARD, 'rows of the board, from rank 1').default(8),
    })
    .prefault({}),
  sides: z
    .array(side)
    .length(2, 'expected exactly two sides')
    .describe('the two sides, the first gains positive favour')
    .default([
      { name: 'white', units: ['soldier c3', 'soldier d3', 'soldier f3', 'monk e3'] },
      { name: 'black', units: ['soldier c6', 'soldier e6', 'soldier f6', 'monk d6'] },
    ]),
  units: z
    .record(name('a unit kind'), kind)
    .describe('the unit kinds')
    .default({
      soldier: { hp: 3, actions: ['move', 'poke', 'cleave'] },
      monk: { hp: 2, actions: ['move', 'convert', 'pray'] },
    }),
  order: z
    .array(action)
    .min(1)
    .max(ACTIONS.length)
    .describe('resolution order of the actions within a phase')
    .default(['move', 'poke', 'convert', 'cleave', 'pray']),
  interruptible: z
    .array(action)
    .max(ACTIONS.length)
    .describe('actions that fail if their square was targeted earlier in the phase; never move')
    .default(['block', 'poke', 'shove', 'convert', 'cleave', 'pray']),
  landing: z
    .enum(['step', 'first'])
    .describe(
      'when delayed blows and prayers land: step: in the step of their action; first: before all moves',
    )
    .default('step'),
  sight: z
    .enum(['open', 'blocked'])
    .describe(
      'whether units block aims at two or more squares in a straight line: open: they do not; blocked: such an action fails',
    )
    .default('open'),
  interrupted: z
    .enum(['free', 'rests'])
    .describe(
      'a unit whose order was interrupted: free: need not rest; rests: rests as if it had acted and missed',
    )
    .default('free'),
  interruptedBy: z
    .enum(['any', 'foe'])
    .describe("whose actions interrupt: any: both sides'; foe: only the other side's")
    .default('any'),
  friendlyFire: z
    .enum(['paid', 'unpaid', 'harmless'])
    .describe(
      'if only its own side hits a unit: paid: the opponent earns the favour; unpaid: nobody does; harmless: the blow misses',
    )
    .default('paid'),
  delayed: z
    .enum(['always', 'alive', 'untouched'])
    .describe(
      'when delayed blows and prayers land: always; alive: if the unit is still there on its side; untouched: and was not targeted earlier in the phase',
    )
    .default('always'),
  carries: z
    .strictObject({
      rest: z.boolean().describe('rest carries over from the last phase into the next turn').default(true),
      delayed: z
        .boolean()
        .describe('delayed blows and prayers carry over from the last phase into the next turn')
        .default(true),
    })
    .prefault({}),
  judged: z
    .enum(['step', 'phase', 'turn'])
    .describe('when to check for a win: after every step, phase or turn')
    .default('phase'),
  elimination: z
    .enum(['loses', 'playsOn'])
    .describe('a side without units: loses, or playsOn: plays on, so only favour decides')
    .default('loses'),
  favour: z
    .strictObject({
      win: int(1, 99, 'favour needed to win at the end of a phase').default(7),
      kill: int(0, 20, "favour for killing a unit; the unit's opponent gets it, whoever struck").default(3),
      convert: int(0, 20, 'favour for converting an enemy unit').default(3),
      damage: int(0, 20, 'favour for each hit point that an enemy unit loses').default(0),
    })
    .prefault({}),
  move: z
    .strictObject({
      into: z
        .enum(['leaving', 'noSwaps', 'empty'])
        .describe(
          'squares that moves and shoves may enter: leaving: also those that a unit leaves; noSwaps: the same, but two units may not swap; empty: only those empty when the step began',
        )
        .default('leaving'),
      marks: z
        .enum(['never', 'blocked'])
        .describe(
          'whether a move targets its square and so interrupts later steps: never, or blocked: if it fails',
        )
        .default('never'),
    })
    .prefault({}),
  shove: z
    .strictObject({
      edge: z
        .enum(['stops', 'falls'])
        .describe('a unit that would be pushed off the board: stops the shove, or falls and is killed')
        .default('stops'),
      most: int(1, MAX_BOARD, 'units that one shove can push').default(MAX_BOARD),
    })
    .prefault({}),
  poke: z
    .strictObject({
      range: int(1, 3, 'exact Manhattan distance of a poke').default(2),
      damage: int(1, 30, 'damage of a poke').default(1),
      rest: z.enum(REST).describe('when poking makes the unit rest for a phase').default('miss'),
      restOnBlock: z
        .boolean()
        .describe('whether poking a blocking unit counts as a miss for resting')
        .default(false),
    })
    .prefault({}),
  convert: z
    .strictObject({
      range: int(1, 3, 'exact Manhattan distance of a convert').default(2),
      clash: z
        .enum(['resolve', 'cancel'])
        .describe('several converts of one unit: resolve: each counts; cancel: all fail')
        .default('resolve'),
      duel: z
        .enum(['both', 'fail'])
        .describe(
          'a convert whose own unit is the target of a convert in the same step: both: works; fail: fails',
        )
        .default('both'),
      rest: z
        .enum(REST)
        .describe('when converting makes the unit rest for a phase; a convert that fails never does')
        .default('never'),
      heals: z.boolean().describe('whether a converted unit gets all its hit points back').default(false),
    })
    .prefault({}),
  cleave: z
    .strictObject({
      range: int(1, 3, 'exact Manhattan distance of a cleave').default(1),
      damage: int(1, 30, 'damage of a cleave').default(2),
      rest: z.enum(REST).describe('when cleaving makes the unit rest for a phase').default('always'),
      delay: int(0, 1, 'phases until the blow lands').default(1),
      marks: z
        .enum(['landing', 'start', 'both'])
        .describe('when a delayed cleave targets its square and so interrupts later steps')
        .default('landing'),
    })
    .prefault({}),
  pray: z
    .strictObject({
      favour: int(0, 20, 'favour for a prayer').default(1),
      rest: z
        .enum(['never', 'always'])
        .describe('whether praying makes the unit rest for a phase')
        .default('always'),
      delay: int(0, 1, 'phases until the prayer counts').default(0),
      sign: z.enum(['p', ';']).describe('how records write a prayer: "e3 p" or "e3;e3"').default('p'),
    })
    .prefault({}),
  block: z
    .strictObject({
      absorbs: int(1, 30, 'damage that a block absorbs in one step').default(1),
      against: z
        .enum(['step', 'each'])
        .describe("what a block reduces: step: the total of a step's blows; each: every blow of the step")
        .default('step'),
      lasts: z
        .enum(['phase', 'hit'])
        .describe(
          'when a block ends: phase: with the phase; hit: when it absorbs a hit or its unit tries to act',
        )
        .default('phase'),
    })
    .prefault({}),
  limits: z
    .strictObject({
      turns: int(1, 1000, 'turns until the match is a draw').default(60),
      tiebreak: z
        .enum(['none', 'favour'])
        .describe('at the turn limit: none: a draw; favour: the side that leads in favour wins')
        .default('none'),
    })
    .prefault({}),
})

/** A validated rules object of the family. */
export type Rules = z.output<typeof shape>

/** A "KIND SQUARE" of a layout, or what is wrong with it. Square is rank * files + file, from a1 = 0. */
export function parsePlacement(rules: Rules, text: string): { kind: string; square: number } | string {
  const found = /^(\S+) ([a-z])(\d{1,2})$/.exec(text)
  if (!found) return `found ${show(text)}, expected "KIND SQUARE" such as "soldier c3"`
  const kind = found[1]!
  if (!Object.hasOwn(rules.units, kind))
    return `unknown unit kind ${show(kind)}, expected one of ${Object.keys(rules.units).join(', ')}`
  const file = found[2]!.charCodeAt(0) - 97
  const rank = Number(found[3]) - 1
  const { files, ranks } = rules.board
  if (file >= files || rank < 0 || rank >= ranks)
    return `${found[2]}${found[3]} is off the board of ${files} files and ${ranks} ranks`
  return { kind, square: rank * files + file }
}

type Complain = (path: (string | number)[], message: string) => void

function checkKinds(rules: Rules, complain: Complain): void {
  const kinds = Object.entries(rules.units)
  if (kinds.length === 0 || kinds.length > MAX_KINDS)
    complain(['units'], `found ${kinds.length} unit kinds, expected 1 to ${MAX_KINDS}`)
  for (const [id, { actions }] of kinds) {
    if (new Set(actions).size < actions.length)
      complain(['units', id, 'actions'], `${id} has an action twice`)
    const signs = new Map<string, string>()
    for (const [i, act] of actions.entries()) {
      if (!rules.order.includes(act))
        complain(
          ['units', id, 'actions', i],
          `${act} has no place in the resolution order, expected it in "order"`,
        )
      const sign = signOf(rules, act)
      const other = signs.get(sign)
      if (other !== undefined && other !== act)
        complain(
          ['units', id, 'actions', i],
          `${act} and ${other} are both written "${sign}", a kind may have one of them`,
        )
      signs.set(sign, act)
    }
  }
}

function checkOrder(rules: Rules, complain: Complain): void {
  if (new Set(rules.order).size < rules.order.length)
    complain(['order'], 'an action is listed twice in the order')
  if (rules.order.indexOf('move') > 0)
    complain(['order'], 'move must come first, for it neither interrupts nor is interrupted')
  if (rules.interruptible.includes('move'))
    complain(['interruptible', rules.interruptible.indexOf('move')], 'a move cannot be interrupted')
  if (rules.cleave.delay > 0 && rules.cleave.rest === 'miss')
    complain(
      ['cleave', 'rest'],
      'found miss, but a delayed blow cannot miss when it starts: expected never or always',
    )
}

function checkSides(rules: Rules, complain: Complain): void {
  // The list's own length check has already complained, but does not stop this one.
  if (rules.sides.length !== 2) return
  if (rules.sides[0]!.name === rules.sides[1]!.name)
    complain(['sides', 1, 'name'], `both sides are called ${rules.sides[1]!.name}`)
  const taken = new Map<number, string>()
  for (const [s, { units }] of rules.sides.entries()) {
    for (const [u, text] of units.entries()) {
      const placed = parsePlacement(rules, text)
      const path = ['sides', s, 'units', u]
      if (typeof placed === 'string') {
        complain(path, placed)
        continue
      }
      const other = taken.get(placed.square)
      if (other !== undefined) complain(path, `two units on one square: "${text}" and "${other}"`)
      taken.set(placed.square, text)
    }
  }
  const total = rules.sides[0]!.units.length + rules.sides[1]!.units.length
  if (total > MAX_UNITS) complain(['sides'], `found ${total} units, expected at most ${MAX_UNITS}`)
}

/** The schema: shapes and ranges, then checks across keys. */
export const schema = shape.superRefine((rules, context) => {
  const complain: Complain = (path, message) => context.addIssue({ code: 'custom', path, message })
  checkKinds(rules, complain)
  checkOrder(rules, complain)
  checkSides(rules, complain)
})
