import { expect, it } from 'vitest'
import { rulesOf as oracleRulesOf } from '../oracle/prestige-document.ts'
import { fuzzPrestige } from './fuzz.ts'
import { RULE_SETS, rulesOf } from './load.ts'

it('matches are as long where a rule set does not say, which the random ones all do', () => {
  const { limits } = oracleRulesOf({ seats: [], factions: [], map: [], deck: [] })
  for (const set of RULE_SETS) expect(rulesOf(set).limits).toEqual(limits)
})

fuzzPrestige(1)
