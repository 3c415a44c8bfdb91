/** The rules of Frontline as data: every number and switch is a key here, with its range and meaning. */
import { z } from 'zod'

/** Unit kinds, in the order of the game's assets; the recruits come first, in the order of their actions. */
export const KINDS = ['infantry', 'archer', 'catapult', 'super-soldier'] as const
export const RECRUITS = 3
export const INFANTRY = 0
export const ARCHER = 1
export const CATAPULT = 2
export const SUPER_SOLDIER = 3

export const SIDES = ['A', 'B'] as const

/** Cells are bits of one word. */
const MAX_CELLS = 30
const MAX_FIGURE = 999

const int = (low: number, high: number, meaning: string) => z.int().min(low).max(high).describe(meaning)
const price = (gold: number) => int(0, MAX_FIGURE, 'price in gold').default(gold)
const hp = (points: number) => int(1, MAX_FIGURE, 'hit points of a recruit').default(points)
const attack = (points: number) => int(0, MAX_FIGURE, 'damage of an attack').default(points)

export const schema = z.strictObject({
  cells: int(2, MAX_CELLS, "cells of the lane; A's base is on the first, B's on the last").default(12),
  turns: int(1, 1000, 'turns of each side until the match is a draw').default(100),
  first: z.enum(SIDES).describe('the side that has the first turn of every round').default('A'),
  tiebreak: z
    .enum(['none', 'base'])
    .describe('at the turn limit: none: a draw; base: the side whose base has more hit points wins')
    .default('none'),
  advanceAfterAttack: z
    .boolean()
    .describe(
      'infantry, archers and super-soldiers advance in their action 2 even if they attacked in action 1',
    )
    .default(true),
  promotion: z
    .enum(['never', 'infantry', 'soldiers', 'any'])
    .describe(
      'what an infantry must kill to become a super-soldier: infantry; soldiers: infantry or super-soldiers; any: any unit',
    )
    .default('infantry'),
  secondAttack: z
    .enum(['action3', 'atOnce'])
    .describe(
      'when an infantry promoted in its action 1 attacks again: in its action 3, or atOnce (only a base can be near enough)',
    )
    .default('action3'),
  base: z
    .strictObject({
      hp: int(1, 9999, 'hit points of each base').default(100),
      shielded: z
        .boolean()
        .describe("true: a unit on the base's cell shields the base; false: a blow hits both")
        .default(true),
      falls: z
        .enum(['atOnce', 'roundEnd'])
        .describe(
          'when a destroyed base ends the match: atOnce, or roundEnd: after the round, so both bases may fall',
        )
        .default('atOnce'),
    })
    .prefault({}),
  gold: z
    .strictObject({
      start: int(0, 9999, 'gold of each side before the first round').default(0),
      perTurn: int(0, MAX_FIGURE, 'gold that both sides get at the start of every round').default(8),
      bounty: int(
        0,
        100,
        "share of the victim's price that a kill pays, in percent, rounded down; a super-soldier counts as infantry",
      ).default(50),
      friendlyKill: z
        .enum(['none', 'opponent', 'owner'])
        .describe("who is paid for a unit killed by its own side's catapult")
        .default('none'),
    })
    .prefault({}),
  units: z
    .strictObject({
      infantry: z.strictObject({ price: price(10), hp: hp(10), attack: attack(4) }).prefault({}),
      archer: z
        .strictObject({
          price: price(12),
          hp: hp(8),
          attack: attack(3),
          range: int(1, MAX_CELLS, 'how many cells ahead it reaches').default(3),
          overOwn: z.boolean().describe('whether it shoots over friendly units').default(true),
        })
        .prefault({}),
      catapult: z
        .strictObject({
          price: price(20),
          hp: hp(12),
          attack: attack(6),
          range: int(
            3,
            MAX_CELLS,
            'how many cells ahead it reaches: it hits the farthest two, or the two one cell nearer',
          ).default(4),
          middle: z
            .enum(['far', 'near'])
            .describe(
              'which pair of cells it hits if both contain the nearest enemy: the far or the near one',
            )
            .default('far'),
          tooNear: z
            .enum(['aimsPast', 'silent'])
            .describe(
              'if an enemy is too near to hit: aimsPast: it aims at the next one beyond; silent: it cannot attack',
            )
            .default('aimsPast'),
          friendlyFire: z.boolean().describe('whether it also hits friendly units').default(true),
        })
        .prefault({}),
      'super-soldier': z.strictObject({ attack: attack(4) }).prefault({}),
    })
    .prefault({}),
})

export type Rules = z.output<typeof schema>

/** What a unit was bought for: a super-soldier was recruited as infantry. */
export function priceOf(units: Rules['units'], kind: (typeof KINDS)[number]): number {
  return units[kind === 'super-soldier' ? 'infantry' : kind].price
}
