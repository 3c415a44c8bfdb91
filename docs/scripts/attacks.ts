/** `npm run attacks` renews the exact odds of attacks in the study of Prestige. */
import { readFileSync } from 'node:fs'
import { ROOT } from '../../engine/package.ts'
import {
  type Comparison,
  conquest,
  conquestByRefill,
  conquestByReturn,
  type Rules,
} from '../../engine/prestige/index.ts'
import { loadGame, readRuleset, resolveRules } from '../../engine/registry/index.ts'
import { isMain, pageOf, renew, renewed, tableOf } from './pages.ts'

const STUDY = pageOf('studies', 'prestige.md')

const ATTACKERS = [1, 2, 3, 4, 5, 6, 8, 10]
const DEFENDERS = [1, 2, 3, 4, 5]
/** Sizes at which ways of picking are compared. */
const SIZES = [
  [1, 1],
  [2, 1],
  [2, 2],
  [3, 2],
  [3, 3],
  [4, 3],
  [6, 3],
  [5, 5],
] as const

const percent = (chance: number): string => (100 * chance).toFixed(1)

const module = await loadGame('prestige')

/** The tables, by the dice of the rules that ship. */
function tables(): string {
  const { dice, ties } = resolveRules(module, readRuleset(module, module.ruleset, ROOT), []) as Rules
  const even: Comparison = { sides: dice.sides, shift: 0, tiesWin: ties === 'attacker' }
  // The better type's modifier is 1 for whoever has it.
  const terms = [even, { ...even, shift: -1 }, { ...even, shift: 1 }]
  const bySize = (chance: (c: Comparison, k: number, m: number) => number): string =>
    tableOf([
      ['', ...DEFENDERS.map(m => `against ${m}`)],
      ...ATTACKERS.map(k => [
        `**${k}**`,
        ...DEFENDERS.map(m => terms.map(c => percent(chance(c, k, m))).join(' · ')),
      ]),
    ])
  const pickings = tableOf([
    [
      '',
      'both at random',
      'both as well as can be',
      'both highest first',
      'refill, at random',
      'refill, highest first',
      'dice returned',
      'ties to the attacker',
    ],
    ...SIZES.map(([k, m]) => [
      `**${k} against ${m}**`,
      percent(conquest(even, 'random', k, m)),
      percent(conquest(even, 'best', k, m)),
      percent(conquest(even, 'highest', k, m)),
      percent(conquestByRefill(even, 'random', k, m)),
      percent(conquestByRefill(even, 'highest', k, m)),
      percent(conquestByReturn(even, k, m)),
      percent(conquest({ ...even, tiesWin: true }, 'best', k, m)),
    ]),
  ])
  return (
    `Dice rolled once, both sides playing as well as can be for the conquest alone:\n\n${bySize((c, k, m) => conquest(c, 'best', k, m))}\n` +
    `With \`attack.refill\`, both picking at random:\n\n${bySize((c, k, m) => conquestByRefill(c, 'random', k, m))}\n` +
    `Ways of picking, on even terms; the last two columns are as well as can be:\n\n${pickings}`
  )
}

/** Whether the study holds the odds that the rules give. */
export function isFresh(): boolean {
  return readFileSync(STUDY, 'utf8') === renewed(STUDY, 'attacks', tables())
}

if (isMain(import.meta.url)) renew(STUDY, 'attacks', tables())
