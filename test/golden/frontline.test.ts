/** Replays the golden records of Frontline, and plays their seeds again: rules, draws and counts are what they were. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { RULE_SETS } from '../frontline/load.ts'
import { replay as oracleReplay, RULESETS, readRules } from '../oracle/frontline.ts'
import { type Golden, goldenFile, playGolden, VARIANTS } from './frontline.ts'

describe.each(RULE_SETS)('golden records: frontline %s', set => {
  const matches: readonly Golden[] = JSON.parse(readFileSync(goldenFile(set), 'utf8'))

  it('are all there, and some of them are won', () => {
    expect(matches.map(match => match.record.rules)).toEqual(VARIANTS)
    expect(matches.filter(match => /"winner":"[AB]"}$/.test(match.replay.at(-1)!)).length).toBeGreaterThan(0)
  })

  it('replay to the same positions and counts', () => {
    for (const golden of matches) {
      const { rules, seed, decisions } = golden.record
      expect(playGolden(set, rules, seed, decisions)).toEqual(golden)
    }
  })

  it('are played again by their seeds', () => {
    for (const golden of matches)
      expect(playGolden(set, golden.record.rules, golden.record.seed)).toEqual(golden)
  })

  it('are replayed by the oracle', () => {
    for (const { record, replay } of matches)
      expect(oracleReplay(readRules({ ...RULESETS[set], ...record.rules }), record.decisions)).toEqual(replay)
  })
})
