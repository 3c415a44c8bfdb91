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
  orders: int(1, MAX_ORDERS, 'most orders that a side gives for one turn').default(3),
  perPhase: z
    .enum(['any', 'one'])
    .describe(
      'any: orders split over the phases at will, one per unit and phase; one: at most one order a phase',
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
    .describe('actions that fail when their square was targeted earlier in the phase; a move never is')
    .default(['block', 'poke', 'shove', 'convert', 'cleave', 'pray']),
  landing: z
    .enum(['step', 'first'])
    .describe(
      'when delayed blows and prayers land in their phase: in the step of their action, or before all moves',
    )
    .default('step'),
  sight: z
    .enum(['open', 'blocked'])
    .describe(
      'an aim two or more squares away in a straight line with a unit between: carried out, or blocked, so that it fails',
    )
    .default('open'),
  interrupted: z
    .enum(['free', 'rests'])
    .describe('a unit whose order was interrupted: need not rest, or rests as if it had acted and missed')
    .default('free'),
  interruptedBy: z
    .enum(['any', 'foe'])
    .describe('whose actions interrupt a unit that they target: of any side, or only of the other')
    .default('any'),
  friendlyFire: z
    .enum(['paid', 'unpaid', 'harmless'])
    .describe(
      'a unit that only its own side hits: the opponent is paid for it; nobody is; or the blow misses, as if nobody stood there',
    )
    .default('paid'),
  delayed: z
    .enum(['always', 'alive', 'untouched'])
    .describe(
      'delayed blows and prayers land whatever became of their unit; only while it lives on its side; or only if, besides, nothing targeted it earlier in the phase',
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
    .describe('when a win is looked for: after every step, at the end of every phase, or of every turn')
    .default('phase'),
  elimination: z
    .enum(['loses', 'playsOn'])
    .describe('a side without units: loses, or plays on, so that favour alone decides')
    .default('loses'),
  favour: z
    .strictObject({
      win: int(1, 99, 'favour that wins at the end of a phase').default(7),
      kill: int(
        0,
        20,
        'favour for the opponent of an eliminated unit, whichever side struck the blow',
      ).default(3),
      convert: int(0, 20, 'favour for converting an enemy unit').default(3),
      damage: int(0, 20, 'favour for each hit point that an opposing unit loses').default(0),
    })
    .prefault({}),
  move: z
    .strictObject({
      into: z
        .enum(['leaving', 'noSwaps', 'empty'])
        .describe(
          'moves and shoves may enter a square that its unit leaves; the same, but two units may not change places; or only a square that was empty when the step began',
        )
        .default('leaving'),
      marks: z
        .enum(['never', 'blocked'])
        .describe(
          'whether a move targets its square, which interrupts later steps: never, or if it is blocked and fails',
        )
        .default('never'),
    })
    .prefault({}),
  shove: z
    .strictObject({
      edge: z
        .enum(['stops', 'falls'])
        .describe('a unit that would be pushed off the board: stops the shove, or falls and is eliminated')
        .default('stops'),
      most: int(1, MAX_BOARD, 'most units that one shove pushes').default(MAX_BOARD),
    })
    .prefault({}),
  poke: z
    .strictObject({
      range: int(1, 3, 'exact Manhattan distance of a poke').default(2),
      damage: int(1, 30, 'hit points that a poke takes').default(1),
      rest: z.enum(REST).describe('when poking makes the unit rest for a phase').default('miss'),
      restOnBlock: z
        .boolean()
        .describe('a poke at a unit that was blocking rests as if it had missed')
        .default(false),
    })
    .prefault({}),
  convert: z
    .strictObject({
      range: int(1, 3, 'exact Manhattan distance of a convert').default(2),
      clash: z
        .enum(['resolve', 'cancel'])
        .describe('several converts on one unit: each judged by itself, or all of them fail')
        .default('resolve'),
      duel: z
        .enum(['both', 'fail'])
        .describe('a convert whose unit is aimed at by a convert of the same step: carried out, or fails')
        .default('both'),
      rest: z
        .enum(REST)
        .describe('when converting makes the unit rest for a phase; a convert that fails never does')
        .default('never'),
      heals: z.boolean().describe('a converted unit gets all hit points of its kind back').default(false),
    })
    .prefault({}),
  cleave: z
    .strictObject({
      range: int(1, 3, 'exact Manhattan distance of a cleave').default(1),
      damage: int(1, 30, 'hit points that a cleave takes').default(2),
      rest: z.enum(REST).describe('when cleaving makes the unit rest for a phase').default('always'),
      delay: int(0, 1, 'phases until the blow lands').default(1),
      marks: z
        .enum(['landing', 'start', 'both'])
        .describe('when a delayed cleave targets its square, which interrupts later steps')
        .default('landing'),
    })
    .prefault({}),
  pray: z
    .strictObject({
      favour: int(0, 20, 'favour that a prayer brings').default(1),
      rest: z
        .enum(['never', 'always'])
        .describe('whether praying makes the unit rest for a phase')
        .default('always'),
      delay: int(0, 1, 'phases until the prayer is heard').default(0),
      sign: z.enum(['p', ';']).describe('how records write a prayer: "e3 p" or "e3;e3"').default('p'),
    })
    .prefault({}),
  block: z
    .strictObject({
      absorbs: int(1, 30, 'hit points that a block takes off the damage of one step').default(1),
      against: z
        .enum(['step', 'each'])
        .describe("what a block takes off: the sum of a step's blows, once, or each blow of that step")
        .default('step'),
      lasts: z
        .enum(['phase', 'hit'])
        .describe('a block ends with the phase, or when it absorbs a hit or its unit acts on an order')
        .default('phase'),
    })
    .prefault({}),
  limits: z
    .strictObject({
      turns: int(1, 1000, 'whole turns until the match is drawn by length').default(60),
      tiebreak: z
        .enum(['none', 'favour'])
        .describe('when the turns are over: nobody wins, or the side that favour leans to')
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
