/** The bounds of a gate, as experiment files give them. */
import { describe, expect, it } from 'vitest'
import { parseDocument } from '../../documents/index.ts'
import { fingerprint, playedHash, resolveExperiment } from '../../sim/experiment/index.ts'

const resolve = (gate: string, game = 'frontline') =>
  resolveExperiment(parseDocument(`game: ${game}\n${gate}`, 'a.yaml'))

async function mistakesOf(gate: string, game?: string): Promise<string[]> {
  try {
    await resolve(gate, game)
  } catch (error) {
    return (error as Error).message.split('\n')
  }
  throw new Error('was accepted')
}

describe('the bounds of a gate', () => {
  it.each([
    ['48..52', 48, 52],
    ['48..52 %', 48, 52],
    ['10..', 10, null],
    ['..5', null, 5],
    ['< 5 %', null, 5],
    ['<=5', null, 5],
    ['"> 10 %"', 10, null],
    ['">=0.5%"', 0.5, null],
  ])('%s', async (written, low, high) => {
    const { gate } = await resolve(`gate: { draws: ${written} }`)
    expect(gate).toEqual([{ figure: 'draws', written: written.replaceAll('"', ''), low, high }])
  })

  it('report all mistakes, each with its place', async () => {
    const lines = await mistakesOf(`gate:
  first-seat: 5
  seat.A: 52..48
  length: < 5 %
  use.catapul: 10..
  use.catapult: 10..120
  draws: ..
  change.draws: -200..
  change.use.archer: ..1
  change.uses.archer: ..1 %`)
    const expected = [
      'a.yaml:3:15: first-seat is 5, expected a bound such as 48..52, 10.., "< 5 %" or "> 10 %"',
      'a.yaml:4:11: seat.A is "52..48", expected the lower end first',
      'a.yaml:5:11: length is "< 5 %", expected a bound in steps',
      /^a.yaml:6:3: unknown figure "use.catapul", .*did you mean use.catapult\?$/,
      'a.yaml:7:17: use.catapult is "10..120", expected 0 to 100 %',
      /^a.yaml:8:10: draws is "..", expected a bound such as/,
      'a.yaml:9:17: change.draws is "-200..", expected -100 to 100 points',
      /^a.yaml:10:3: unknown figure "change.use.archer", .*did you mean change.uses.archer\?$/,
      'a.yaml:11:23: change.uses.archer is "..1 %", expected a bound without a unit',
    ]
    expect(lines).toHaveLength(expected.length)
    for (const [i, line] of lines.entries()) expect(line).toMatch(expected[i]!)
  })

  it('that YAML takes for something else ask for quotes', async () => {
    expect(await mistakesOf('gate:\n  draws: > 10 %')).toEqual([
      expect.stringMatching(/^a.yaml:3:12: not valid YAML: .*expected quotes around this text$/),
    ])
  })

  it('may be for one line-up or variant, which must be there', async () => {
    const part = (lineup: string) =>
      `gate:\n  - { lineup: ${lineup}, variant: default, bounds: { draws: ..5 } }`
    const { gate } = await resolve(part('random'))
    expect(gate).toEqual([
      { figure: 'draws', written: '..5', low: null, high: 5, lineup: 'random vs random', variant: 'default' },
    ])
    expect(await mistakesOf(part('greedy'))).toEqual([
      'a.yaml:3:15: unknown lineup "greedy", expected "random vs random"',
    ])
    expect(await mistakesOf('gate:\n  - { variant: defalt, bounds: {} }')).toEqual([
      'a.yaml:3:16: unknown variant "defalt", expected "default"; did you mean default?',
    ])
  })

  it('distinguish assets with the same name by their group', async () => {
    expect(await mistakesOf('gate: { use.Quarry: ..5 }', 'bulwark')).toEqual([
      expect.stringMatching(/did you mean use\.tile\/Quarry or use\.battle\/Quarry/),
    ])
    expect((await resolve('gate: { use.tile/Quarry: ..5 }', 'bulwark')).gate).toHaveLength(1)
  })

  it('decide nothing of what is played, though reports show them', async () => {
    const [bounded, free] = [await resolve('gate: { draws: ..5 }'), await resolve('')]
    expect(playedHash(bounded)).toBe(playedHash(free))
    expect(fingerprint(bounded)).not.toBe(fingerprint(free))
  })
})
