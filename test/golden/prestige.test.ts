/** Replays the golden records of Prestige, and plays their seeds again: rules, draws and counts are what they were. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parseDocument } from '../../documents/index.ts'
import { positionsOf, RecordReader } from '../../sim/records/record.ts'
import { gameOf, RULE_SETS, type RuleSet } from '../prestige/load.ts'
import {
  PRESTIGE_MATCHES,
  type PrestigeGolden,
  playPrestige,
  playPrestigeGolden,
  prestigeFile,
  summaryOf,
} from './prestige-play.ts'

const read = (set: RuleSet) =>
  JSON.parse(readFileSync(prestigeFile(set), 'utf8')) as readonly PrestigeGolden[]

describe.each(RULE_SETS)('golden records: prestige for %s', set => {
  const matches = read(set)

  it('are all there, and of this rule set', () => {
    expect(matches.map(match => match.record.ruleset)).toEqual(new Array(PRESTIGE_MATCHES).fill(set))
  })

  it('replay to the same positions and counts, without a seed', () => {
    for (const { record, ...summary } of matches) {
      const played = playPrestige(gameOf(set, record.rules), (_state, _seat, n) => {
        const text = record.decisions[n]!
        return text.slice(text.indexOf(' ') + 1)
      })
      expect(summaryOf(played)).toEqual(summary)
    }
  })

  it('are played again by their seeds', () => {
    for (const [match, golden] of matches.entries()) expect(playPrestigeGolden(set, match)).toEqual(golden)
  })

  it('are records that the command line replays, a position for every decision', () => {
    for (const { record, end } of matches) {
      const match = new RecordReader().read(parseDocument(JSON.stringify(record), 'golden.json'), '.')
      const lines = [...positionsOf(match)].map(state => JSON.stringify(match.game.text.describe(state)))
      expect(lines.length).toBe(1 + record.decisions.length)
      expect(lines.at(-1)).toBe(end)
    }
  })
})
