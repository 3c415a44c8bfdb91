/** An order in a word, and what became of it. */
import { bitFields } from '../../contract/index.ts'

/** Phase from 0; sign and exact distance, which name the action; the two squares; status. `given` is set in every order. */
export const ORDER = bitFields({
  phase: 3,
  sign: 3,
  distance: 4,
  origin: 8,
  target: 8,
  status: 4,
  given: 1,
})

/** What planning asks of an action, in the place of the status: moves its unit, is a shove, certainly tires. */
export const FLAGS = bitFields({ below: ORDER.status.shift, displaces: 1, shoves: 1, rests: 1 })
export const DISPLACES = 1 << FLAGS.displaces.shift
export const SHOVES = 1 << FLAGS.shoves.shift
export const RESTS = 1 << FLAGS.rests.shift

/** Bits of an order's shape: its sign, in the low bits, and its distance. */
export const SHAPE = bitFields({ sign: ORDER.sign.bits, distance: ORDER.distance.bits })
export const SHAPE_BITS = ORDER.sign.bits + ORDER.distance.bits

/** A distance that no action has. */
export const FAR = ORDER.distance.mask

const PHASE_MASK = ORDER.phase.mask
const [SIGN_SHIFT, SIGN_MASK] = [ORDER.sign.shift, ORDER.sign.mask]
const DISTANCE_SHIFT = ORDER.distance.shift
const SHAPE_MASK = (1 << (ORDER.sign.bits + ORDER.distance.bits)) - 1
const [ORIGIN_SHIFT, ORIGIN_MASK] = [ORDER.origin.shift, ORDER.origin.mask]
const [TARGET_SHIFT, TARGET_MASK] = [ORDER.target.shift, ORDER.target.mask]
const [STATUS_SHIFT, STATUS_MASK] = [ORDER.status.shift, ORDER.status.mask]
const GIVEN = 1 << ORDER.given.shift
const GIVEN_AND_PHASE = (1 << ORDER.given.shift) | ORDER.phase.mask
const BOTH_SQUARES = (1 << ORIGIN_SHIFT) | (1 << TARGET_SHIFT)

/** The bits of an order that depend on neither phase nor square. */
export const aim = (sign: number, distance: number): number =>
  (sign << SIGN_SHIFT) | (distance << DISTANCE_SHIFT) | GIVEN

export const packOrder = (phase: number, aimed: number, origin: number, target: number): number =>
  phase | aimed | (origin << ORIGIN_SHIFT) | (target << TARGET_SHIFT)

/** What an aim adds to an order, to be completed by phase and square: shape, step to the target, planning's flags. */
export const packLead = (aimed: number, delta: number, flags: number): number =>
  (aimed + (delta << TARGET_SHIFT) + flags) | 0
export const flaggedOrder = (lead: number, phase: number, square: number): number =>
  (lead + phase + Math.imul(square, BOTH_SQUARES)) | 0
export const withoutFlags = (order: number): number => order & ~(STATUS_MASK << STATUS_SHIFT)

/** Whether a word holds an order, and one of this phase. */
export const isFor = (order: number, phase: number): boolean => (order & GIVEN_AND_PHASE) === (GIVEN | phase)

/** An order without the bit that all orders have, and back: how record-only actions hold it. */
export const bareOrder = (order: number): number => order & ~GIVEN
export const givenOrder = (bare: number): number => bare | GIVEN

export const phaseOf = (order: number): number => order & PHASE_MASK
export const signIn = (order: number): number => (order >> SIGN_SHIFT) & SIGN_MASK
export const shapeOf = (order: number): number => (order >> SIGN_SHIFT) & SHAPE_MASK
export const originOf = (order: number): number => (order >> ORIGIN_SHIFT) & ORIGIN_MASK
export const targetOf = (order: number): number => (order >> TARGET_SHIFT) & TARGET_MASK
export const statusOf = (order: number): number => (order >> STATUS_SHIFT) & STATUS_MASK
/** An order that was `waiting`, with another status. */
export const withStatus = (order: number, status: number): number => order | (status << STATUS_SHIFT)

/** What became of an order, in words. */
export const STATUSES = [
  'waiting',
  'done',
  'missed',
  'void: the player has no unit there',
  'void: the unit is resting',
  'void: the unit has no such action',
  'void: out of range',
  'void: the unit has an order already',
  'interrupted',
  'the unit was removed',
  'the unit was converted',
  'blocked',
  'cancelled by another convert',
  'only ended the block',
  'started',
  'nothing to convert',
] as const
/** Until its phase is over. */
export const WAITING = 0
export const CARRIED_OUT = 1
export const MISSED = 2
export const VOID_NOBODY = 3
export const VOID_RESTING = 4
export const VOID_ACTION = 5
export const VOID_RANGE = 6
export const VOID_DUPLICATE = 7
export const INTERRUPTED = 8
export const REMOVED = 9
export const CONVERTED = 10
export const OBSTRUCTED = 11
export const CANCELLED = 12
export const UNBLOCKED = 13
export const STARTED = 14
export const IN_VAIN = 15
