/** The dice compiled: the sides of each, and what the rules tell apart. */
import { TYPE_COUNT, TYPES } from './parts.ts'
import type { Rules } from './shape.ts'

export interface DiceTables {
  /** Sides of the die of a troop: [side of the attack * TYPE_COUNT + type]. */
  readonly faces: Int32Array
  /** Sides of the largest die; and whether all dice have as many. */
  readonly sides: number
  readonly evenDice: boolean
  /** Whether a die fights only for troops of the type that it was rolled for. */
  readonly ownDice: boolean
  /** Whether a die that was revealed may stay in its pool, so that all see it there. */
  readonly shownDice: boolean
  /** Neither. */
  readonly plainDice: boolean
  /** Whether the die that wins a comparison is returned. */
  readonly returned: boolean
  /** The side that picks first and openly, or SEALED. */
  readonly firstPick: number
}

/** Both sides pick at once. */
export const SEALED = -1
const FIRST_PICKS = { sealed: SEALED, attacker: 0, defender: 1 } as const

export function compileDice({ attack, dice }: Rules): DiceTables {
  const faces = [dice.attack, dice.defence].flatMap(own => TYPES.map(type => own[type] || dice.sides))
  const returned = attack.survivors === 'returned'
  const ownDice = dice.own || faces.some((sides, i) => sides !== faces[i - (i % TYPE_COUNT)])
  const shownDice = returned || attack.picks !== 'sealed'
  return {
    faces: Int32Array.from(faces),
    sides: Math.max(...faces),
    evenDice: faces.every(sides => sides === faces[0]),
    ownDice,
    shownDice,
    plainDice: !ownDice && !shownDice,
    returned,
    firstPick: FIRST_PICKS[attack.picks],
  }
}
