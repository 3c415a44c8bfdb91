/** What `check-game` says while it takes long, and when it is stopped. */
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { checkText } from '../../cli/terminal/progress.ts'
import { ROOT } from '../../engine/package.ts'
import { type CheckMessage, checkOnThread } from '../../library/command.ts'

it('check-game says which law of which rule set it checks', () => {
  expect(checkText({ game: 'pearls', rulesets: ['default', 'deep'] })).toBeUndefined()
  expect(checkText({ ruleset: 'deep', check: "reading a state doesn't change it" })).toBe(
    "checking rule set deep: reading a state doesn't change it (to save time, use fewer --matches)",
  )
  expect(checkText({ part: { name: 'apply', place: null } })).toBeUndefined()
})

it('a check that is stopped keeps what it found, and says how many checks ended', async () => {
  const stopping = new AbortController()
  const game = join(ROOT, 'docs/examples/my-game.js')
  const check = { game, ruleset: null, changes: {}, base: ROOT, matches: 1000 }
  let begun = 0
  const atThird = (news: CheckMessage): void => {
    if ('check' in news && ++begun === 3) stopping.abort()
  }
  const { findings, matches, checks } = await checkOnThread(check, 60, atThird, stopping.signal)
  expect([findings.map(({ finding }) => finding.wrong), matches]).toEqual([['the check was stopped'], 0])
  expect(checks).toBe(2)
})
