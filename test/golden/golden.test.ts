/** Replays the golden records, and plays their seeds again: rules, draws and counts are what they were. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { gameOf, RULE_SETS, type RuleSet } from '../elephant-men/load.ts'
import { Match } from '../elephant-men/scenario.ts'
import { replay as oracleReplay } from '../oracle/elephant-men.ts'
import { GOLDEN_MATCHES, type Golden, goldenFile, oracleOf, playGolden } from './play.ts'

const read = (set: RuleSet) => JSON.parse(readFileSync(goldenFile(set), 'utf8')) as readonly Golden[]

describe.each(RULE_SETS)('golden records: %s', set => {
  const matches = read(set)

  it('are all there, and of this rule set', () => {
    expect(matches.map(match => match.record.ruleset)).toEqual(new Array(GOLDEN_MATCHES).fill(set))
  })

  it('replay to the same positions and counts', () => {
    for (const { record, replay, events } of matches) {
      const match = new Match(gameOf(set, record.rules)).play(record.decisions)
      expect(match.lines).toEqual(replay)
      expect(match.events.join(' ')).toBe(events)
    }
  })

  it('are played again by their seeds', () => {
    for (const golden of matches) expect(playGolden(set, golden.record.seed)).toEqual(golden)
  })

  it('are replayed by the oracle', () => {
    for (const { record, replay } of matches)
      expect(oracleReplay(oracleOf(set, record.seed), record.decisions)).toEqual(replay)
  })
})
