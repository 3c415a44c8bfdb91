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
const price = (gold: number) => int(0, MAX_FIGURE, 'gold that recruiting one costs').default(gold)
const hp = (points: number) => int(1, MAX_FIGURE, 'hit points of a recruit').default(points)
const attack = (points: number) => int(0, MAX_FIGURE, 'hit points that one attack takes').default(points)

export const schema = z.strictObject({
  cells: int(2, MAX_CELLS, "cells of the lane; A's base is on the first, B's on the last").default(12),
  turns: int(1, 1000, 'turns of each side until the match ends undecided').default(100),
  first: z.enum(SIDES).describe('the side that has the first turn of every round').default('A'),
  tiebreak: z
    .enum(['none', 'base'])
    .describe('when the turns are over: none: nobody wins; base: the side whose base has more hit points')
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
      'what an infantry must kill to become a super-soldier: infantry; infantry or super-soldiers; or any unit',
    )
    .default('infantry'),
  secondAttack: z
    .enum(['action3', 'atOnce'])
    .describe(
      'the second attack of an infantry promoted in its action 1: in its action 3, or at once, when only a base can be near enough',
    )
    .default('action3'),
  base: z
    .strictObject({
      hp: int(1, 9999, 'hit points of each base').default(100),
      shielded: z
        .boolean()
        .describe('a blow on the cell of a base on which a unit stands spares the base; if not, it hits both')
        .default(true),
      falls: z
        .enum(['atOnce', 'roundEnd'])
        .describe(
          'a destroyed base ends the match at once, or when the round is over, so that both bases may fall',
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
        "percent of the victim's price that a kill pays, rounded down; a super-soldier counts as infantry",
      ).default(50),
      friendlyKill: z
        .enum(['none', 'opponent', 'owner'])
        .describe("who is paid for a unit that its own side's catapult killed")
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
          range: int(1, MAX_CELLS, 'cells ahead that it reaches, from the next one').default(3),
          overOwn: z.boolean().describe('it shoots past units of its own side').default(true),
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
            'cells ahead that it reaches: it hits the farthest two, or the one before them and the nearer of them',
          ).default(4),
          middle: z
            .enum(['far', 'near'])
            .describe(
              'where the cell before the last of its reach decides, both pairs of cells hold it: it hits the far or the near pair',
            )
            .default('far'),
          tooNear: z
            .enum(['aimsPast', 'silent'])
            .describe('an enemy nearer than it can hit: it aims at the next one beyond, or cannot attack')
            .default('aimsPast'),
          friendlyFire: z.boolean().describe('its blow hits units of its own side too').default(true),
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
