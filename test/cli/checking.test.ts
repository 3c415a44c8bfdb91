/** What `check-game` says while it takes long, and when it is stopped. */
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { stepOf } from '../../cli/commands/check-game.ts'
import { showReading } from '../../cli/terminal/reading.ts'
import { onReading, tellReading } from '../../engine/modules/index.ts'
import { ROOT } from '../../engine/package.ts'
import { type CheckMessage, checkOnThread } from '../../library/command.ts'

it('check-game says which law of which rule set it checks', () => {
  expect(stepOf({ game: 'pearls', rulesets: ['default', 'deep'] })).toBeUndefined()
  expect(stepOf({ ruleset: 'deep', check: "reading a state doesn't change it" })?.doing).toBe(
    "checking rule set deep: reading a state doesn't change it (to save time, use fewer --matches)",
  )
  expect(stepOf({ part: { name: 'apply', place: null } })).toBeUndefined()
})

it('says how far the reading of a game is, first soon and then now and then', () => {
  vi.useFakeTimers()
  const written: string[] = []
  const write = vi.spyOn(process.stderr, 'write').mockImplementation(text => written.push(String(text)) > 0)
  const cpu = vi.spyOn(process, 'cpuUsage').mockReturnValue({ user: 0, system: 0 })
  try {
    showReading(true)
    tellReading(() => ({ doing: 'loading its modules', advice: '' }))
    vi.advanceTimersByTime(900)
    expect(written).toEqual([])
    cpu.mockReturnValue({ user: 4e6, system: 0 })
    vi.advanceTimersByTime(300)
    tellReading(() => ({ doing: 'playing trial match 1 of 3: move 412', advice: '' }))
    vi.advanceTimersByTime(10_000)
    tellReading(null)
    vi.advanceTimersByTime(60_000)
  } finally {
    onReading(() => {})
    write.mockRestore()
    cpu.mockRestore()
    vi.useRealTimers()
  }
  expect(written).toEqual([
    'reading the game (0:01): loading its modules\n',
    'reading the game (0:11): playing trial match 1 of 3: move 412\n',
  ])
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
