/** `npm run attacks` renews the exact odds of attacks in the study of Prestige. */
import { readFileSync } from 'node:fs'
import { ROOT } from '../../engine/package.ts'
import { type Comparison, conquest, conquestByRefill, type Rules } from '../../engine/prestige/index.ts'
import { loadGame, readRuleset, resolveRules } from '../../engine/registry/index.ts'
import { isMain, pageOf, renew, renewed, tableOf } from './pages.ts'

const STUDY = pageOf('studies', 'prestige-attacks.md')

const ATTACKERS = [1, 2, 3, 4, 6, 8, 10]
const DEFENDERS = [1, 2, 3]

const percent = (chance: number): string => (100 * chance).toFixed(1)

const module = await loadGame('prestige')

/** The chance to take a territory, by the dice of the shipped rules, on even terms. */
function table(): string {
  const { dice, ties } = resolveRules(module, readRuleset(module, module.ruleset, ROOT), []) as Rules
  const even: Comparison = { sides: dice.sides, shift: 0, tiesWin: ties === 'attacker' }
  return tableOf([
    ['attackers', ...DEFENDERS.map(m => `against ${m}`), ...DEFENDERS.map(m => `refill, against ${m}`)],
    ...ATTACKERS.map(k => [
      `${k}`,
      ...DEFENDERS.map(m => percent(conquest(even, 'best', k, m))),
      ...DEFENDERS.map(m => percent(conquestByRefill(even, 'random', k, m))),
    ]),
  ])
}

/** Whether the study holds the odds that the rules give. */
export function isFresh(): boolean {
  return readFileSync(STUDY, 'utf8') === renewed(STUDY, 'attacks', table())
}

if (isMain(import.meta.url)) renew(STUDY, 'attacks', table())
