import { expect, it } from 'vitest'
import { rulesOf as oracleRulesOf } from '../oracle/prestige-document.ts'
import { fuzzPrestige } from './fuzz.ts'
import { RULE_SETS, rulesOf } from './load.ts'

it('a match of Prestige is as long as in the oracle, unless its rules say', () => {
  const { limits } = oracleRulesOf({ seats: [], factions: [], map: [], deck: [] })
  for (const set of RULE_SETS) expect(rulesOf(set).limits).toEqual(limits)
})

fuzzPrestige(1)
