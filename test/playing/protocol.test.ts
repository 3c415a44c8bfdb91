import { describe, expect, it } from 'vitest'
import {
  type Act,
  actSchema,
  type PlayedMatch,
  type Position,
  type RuleEntry,
} from '../../sim/playing/protocol.ts'

describe('acts', () => {
  it('are read with all their keys, and with no others', () => {
    const act: Act = { act: 'choose', version: 3, move: 0 }
    expect(actSchema.parse(act)).toEqual(act)
    for (const wrong of [
      null,
      'choose',
      { act: 'choose', version: 3 },
      { act: 'choose', version: '3', move: 0 },
      { ...act, seat: 1 },
      { act: 'peek', version: 3 },
      { act: 'note', version: 3, text: 'x'.repeat(2001) },
      { act: 'rules', version: 3, changes: [], from: 'opening' },
    ])
      expect(actSchema.safeParse(wrong).success, JSON.stringify(wrong)?.slice(0, 60)).toBe(false)
  })

  it('are answered by plain data', () => {
    const changes: Position['changes'] = [{ key: 'favour.win', base: 8, value: 9 }]
    const rule: Pick<RuleEntry, 'key' | 'value'> = { key: 'favour.win', value: 9 }
    const played: Pick<PlayedMatch, 'agents'> = { agents: ['human', 'greedy'] }
    expect(JSON.parse(JSON.stringify([changes, rule, played]))).toEqual([changes, rule, played])
  })
})
