/** What `check-game` says while it takes long. */
import { expect, it } from 'vitest'
import { Checking } from '../../cli/terminal/checking.ts'

it('says which law of which rule set is being checked', () => {
  const checking = new Checking()
  expect(checking.line).toBe(null)
  checking.hear({ game: 'pearls', rulesets: ['default', 'deep'] })
  checking.hear({ ruleset: 'deep', check: 'looking at a state changes nothing' })
  checking.hear({ part: { name: 'apply', place: null } })
  checking.end()
  expect(checking.line).toBe(
    'checking rule set deep: looking at a state changes nothing (fewer --matches take less time)',
  )
})
