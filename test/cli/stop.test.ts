/** `--width`, `--decide` and `--sprt`: runs that stop by themselves, and go on. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { evenhand, folder, hashes } from './command.ts'

const PLAY = ['play', 'tic-tac-toe', '--out', 'o', '--details']

/** The folder without the journal, whose lines contain times. */
function reports(cwd: string): Record<string, string> {
  const { 'journal.jsonl': _, ...others } = hashes(join(cwd, 'o'))
  return others
}

/** Matches of the only cell. */
function matches(cwd: string): number {
  return JSON.parse(readFileSync(join(cwd, 'o/manifest.json'), 'utf8')).cells[0].matches
}

describe('a run that stops by a rule', () => {
  test('is the same on any threads, after an end and a stricter rule, and says when it stopped', async () => {
    const [one, two] = [folder(), folder()]
    const alone = await evenhand([...PLAY, '--width', '9', '--threads', '1'], { cwd: one })
    expect(alone.out).toMatch(
      /^STOP\n {2}random vs random: stopped by its rule at check \d+, after [\d,]+ matches: [\d.]+ points wide, 9\s+asked$/m,
    )
    expect(alone.out.replaceAll(/\s+/g, ' ')).toContain('rely on the anytime intervals')
    // As far as a looser rule allows, then on with more threads and other chunks.
    const first = await evenhand([...PLAY, '--width', '15', '--threads', '2', '--chunk', '11'], { cwd: two })
    expect(first.code, first.err).toBe(0)
    const few = matches(two)
    const more = await evenhand([...PLAY, '--width', '9', '--threads', '2', '--chunk', '11'], { cwd: two })
    expect(more.err).toContain(`Resuming o: `)
    expect(few).toBeLessThan(matches(two))
    expect(reports(two)).toEqual(reports(one))
    // The rule goes, and more matches are played.
    const fixed = await evenhand([...PLAY, '--matches', '3000'], { cwd: two })
    expect([fixed.code, matches(two)], fixed.err).toEqual([0, 3000])
    const less = await evenhand([...PLAY, '--matches', '10'], { cwd: two })
    expect([less.code, less.err.includes('holds a run of 3000 matches')]).toEqual([3, true])
  })

  test('goes on from a run without a rule, which was looked at once its matches were played', async () => {
    const cwd = folder()
    await evenhand([...PLAY, '--matches', '200', '--threads', '1', '--chunk', '7'], { cwd })
    const { code, err, out } = await evenhand([...PLAY, '--width', '20', '--json'], { cwd })
    expect(code, err).toBe(0)
    const { experiment, stops, complete } = JSON.parse(out)
    expect([experiment.lineups[0].stop, complete]).toEqual([{ width: 20, from: 100 }, true])
    expect(stops).toEqual([
      expect.objectContaining({ lineup: 'random vs random', stopped: true, look: 5, matches: 296 }),
    ])
    const status = await evenhand(['status', join(cwd, 'o')])
    expect(status.out).toMatch(/^complete: 296 of 296 matches/m)
  })

  test('records what is certain to count, or once it has stopped', async () => {
    const cwd = folder()
    const args = [...PLAY, '--width', '20', '--recorded']
    expect((await evenhand([...args, '64'], { cwd })).code).toBe(0)
    expect(readdirSync(join(cwd, 'o'))).toContain('records.jsonl')
    expect((await evenhand([...args, '1000'], { cwd })).code).toBe(0)
    const lines = readFileSync(join(cwd, 'o/records.jsonl'), 'utf8').trimEnd().split('\n')
    expect(lines.length).toBe(matches(cwd))
    const early = await evenhand(
      ['play', 'tic-tac-toe', '--no-keep', '--width', '20', '--records-file', 'r.jsonl'],
      { cwd },
    )
    expect([early.code, early.err.includes('after it has stopped')]).toEqual([2, true])
  })

  test('is put to agents that play themselves, and to two of them', async () => {
    const two = await evenhand([
      'play',
      'tic-tac-toe',
      '--agents',
      'greedy,random',
      '--decide',
      'fair within 2',
    ])
    expect([two.code, two.err]).toEqual([2, expect.stringContaining('use --width or --sprt')])
    const sprt = await evenhand([
      ...[
        'play',
        'tic-tac-toe',
        '--agents',
        'greedy,random',
        '--sprt',
        'elo0=0',
        'elo1=30',
        'alpha=0.01',
        '--json',
      ],
    ])
    expect(sprt.code, sprt.err).toBe(0)
    expect(JSON.parse(sprt.out).stops[0].words).toMatch(
      /LLR [\d.]+ of -2.99 to 4.55, 30 accepted rather than 0 normalized Elo; normalized Elo [\d.]+ \([\d.]+ to [\d.]+\), corrected for stopping$/,
    )
  })

  test.each([
    [['--width', '0'], 'from 0.01 to 100'],
    [['--width', '1', '--decide', 'fair within 2'], 'expected one rule'],
    [['--sprt', 'elo1'], 'elo0=0 elo1=10'],
    [['--sprt', 'elo1=10', 'elo2=3'], 'elo2'],
    [['--decide', 'maybe'], 'fair within 2'],
  ])('%j is refused', async (args, words) => {
    const { code, err } = await evenhand(['play', 'tic-tac-toe', ...args])
    expect([code, err]).toEqual([2, expect.stringContaining(words)])
    expect(err.trimEnd().split('\n')).toHaveLength(1)
  })
})
