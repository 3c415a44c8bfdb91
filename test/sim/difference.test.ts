import { describe, expect, it } from 'vitest'
import { firstDifference } from '../../sim/store/header.ts'

describe('the first difference', () => {
  const run = { seed: 'one', variants: [{ rules: { favour: { win: 7 }, list: [1, 2] } }], margin: 0.02 }

  it('is none between equal values', () => {
    expect(firstDifference(run, structuredClone(run))).toBeNull()
    expect(firstDifference(Number.NaN, Number.NaN)).toBeNull()
  })

  it.each([
    ['a text', { ...run, seed: 'two' }, 'seed', '"one"', '"two"'],
    ['a number deep inside', withRules({ favour: { win: 8 }, list: [1, 2] }), 'win', '7', '8'],
    ['a key that is gone', withRules({ favour: {}, list: [1, 2] }), 'win', '7', 'nothing'],
    ['a key that is new', withRules({ ...run.variants[0]!.rules, kill: 1 }), 'kill', 'nothing', '1'],
    ['a longer list', withRules({ ...run.variants[0]!.rules, list: [1, 2, 3] }), 'list[2]', 'nothing', '3'],
    ['a shorter list', withRules({ ...run.variants[0]!.rules, list: [1] }), 'list[1]', '2', 'nothing'],
    [
      'an object in place of a list',
      withRules({ ...run.variants[0]!.rules, list: {} }),
      'list',
      '[1,2]',
      '{}',
    ],
    ['a number in place of an object', withRules({ favour: 7, list: [1, 2] }), 'favour', '{"win":7}', '7'],
    ['another kind of value', withRules({ ...run.variants[0]!.rules, list: 1 }), 'list', '[1,2]', '1'],
  ])('names %s, and both sides', (_, other, field, was, now) => {
    const found = firstDifference(run, other)!
    expect(found.field.endsWith(field)).toBe(true)
    expect([found.was, found.now]).toEqual([was, now])
  })

  it('is reported with its whole path, the first in the order of the old fields', () => {
    const other = { ...withRules({ favour: { win: 8 }, list: [3, 2] }), margin: 1 }
    expect(firstDifference(run, other)?.field).toBe('variants[0].rules.favour.win')
    expect(firstDifference({ a: null, b: 1 }, { b: 2, a: null })?.field).toBe('b')
  })

  function withRules(rules: object): object {
    return { ...run, variants: [{ rules }] }
  }
})
