/** Replays the golden records of Bulwark, and plays their seeds again: rules, draws and counts are what they were. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type Golden, goldenFile, playGolden, replayOf, VARIANTS } from './bulwark.ts'

const matches = JSON.parse(readFileSync(goldenFile, 'utf8')) as readonly Golden[]

describe('golden records: bulwark', () => {
  it('are all there', () => {
    expect(matches.map(match => match.record.rules)).toEqual(VARIANTS)
  })

  it('replay to the same positions and counts', () => {
    for (const { record, replay, events } of matches) {
      const { match, lines } = replayOf(record.rules, record.decisions)
      expect(lines).toEqual(replay)
      expect(match.events.join(' ')).toBe(events)
    }
  })

  it('are played again by their seeds', () => {
    for (const golden of matches) expect(playGolden(golden.record.rules, golden.record.seed)).toEqual(golden)
  })

  it('hold every kind of decision', () => {
    const texts = matches.flatMap(match => match.record.decisions).join('\n')
    for (const kind of [
      'capital at',
      'stays',
      ' to ',
      'ferries to',
      'end',
      'rally to',
      'swarm',
      'flees to',
      'falls',
      'wins',
      ' retreats\n',
      'retreats to',
    ])
      expect(texts).toContain(kind)
  })
})
