/** What `check-game` says while it takes long. */
import { expect, it } from 'vitest'
import { checkText } from '../../cli/terminal/progress.ts'

it('check-game says which law of which rule set it checks', () => {
  expect(checkText({ game: 'pearls', rulesets: ['default', 'deep'] })).toBeUndefined()
  expect(checkText({ ruleset: 'deep', check: "reading a state doesn't change it" })).toBe(
    "checking rule set deep: reading a state doesn't change it (to save time, use fewer --matches)",
  )
  expect(checkText({ part: { name: 'apply', place: null } })).toBeUndefined()
})
