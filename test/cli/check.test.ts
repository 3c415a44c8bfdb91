/** `evenhand check`, as people and workflows call it. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { commandListings } from '../../cli/commands/index.ts'
import { ROOT } from '../../engine/package.ts'
import { defineExperiment, prepareCheck, readRun, run } from '../../library/index.ts'
import { pageOf } from '../../reports/page/index.ts'
import { evenhand, folder, hashes } from './command.ts'

const experiment = (gate: string, rules = '{}'): string => `name: small
game: frontline
seed: gate
rules: { cells: 5, turns: 20 }
baseline: { name: mine, rules: ${rules} }
lineups: [{ agents: [random], matches: 600 }]
gate: ${gate}
`
const KEPT = '{ first-seat: 40..60, forfeits: < 5 % }'

describe.concurrent('evenhand check', () => {
  test('ends with 0 where all bounds are met, 4 where one is not, and what is inconclusive goes by an option', async () => {
    const cwd = folder({
      'kept.yaml': experiment(KEPT),
      'missed.yaml': experiment('{ forfeits: < 5 %, length: ..2 }'),
      'open.yaml': experiment('{ first-seat: 49.9..50.1 }'),
    })
    const check = (file: string, ...options: string[]) =>
      evenhand(['check', file, '--quiet', ...options], { cwd })
    const kept = await check('kept.yaml')
    expect(kept).toMatchObject({ code: 0, err: '' })
    expect(kept.out).toMatch(
      /^met {11}first-seat 40\.\.60: \d+\.\d % ± \d\.\d \(random vs random, 600 matches\)\nmet /,
    )
    expect(kept.out).toMatch(
      /\n\ngate: 2 met\n\nreports: (runs\/small-[0-9a-f]{8})\npage: \1\/report\.html\n$/,
    )
    const missed = await check('missed.yaml')
    expect([missed.code, missed.out]).toEqual([4, expect.stringContaining('\nnot met       length ..2: ')])
    expect(missed.out).toContain('gate: 1 met and 1 not met')
    const open = await check('open.yaml')
    expect([open.code, open.out]).toEqual([4, expect.stringContaining('fails (--inconclusive pass lets it')])
    expect((await check('open.yaml', '--inconclusive', 'pass')).code).toBe(0)
    // All three play the same matches, so there is one folder, and a document of it.
    const { code, out } = await check('missed.yaml', '--json')
    expect(code).toBe(4)
    // The page is of the gate that was asked for last, and is drawn again from the folder.
    const [dir] = readdirSync(join(cwd, 'runs'))
    const page = () => readFileSync(join(cwd, 'runs', dir!, 'report.html'), 'utf8')
    const written = page()
    expect(written).toContain('Of 2 bounds, 1 is not met and 1 is met.')
    await evenhand(['report', join('runs', dir!)], { cwd })
    expect(page()).toBe(written)
    expect(JSON.parse(out)).toMatchObject({
      experiment: 'small',
      complete: true,
      gate: 'not met',
      bounds: [
        { figure: 'forfeits', verdict: 'met', matches: 600 },
        { figure: 'length', verdict: 'not met' },
      ],
    })
  })

  test('plays what the folder lacks, to the bytes of any threads and chunks', async () => {
    const cwd = folder({ 'a.yaml': experiment(KEPT) })
    const check = (...options: string[]) => evenhand(['check', 'a.yaml', ...options], { cwd })
    await evenhand(['plan', 'a.yaml', '--out', 'one', '--pilot', '50', '--quiet'], { cwd })
    const { err } = await check('--out', 'one', '--threads', '1')
    expect(err).toContain('Resuming one: 100 matches')
    await check('--out', 'other', '--threads', '2', '--chunk', '3')
    const [one, other] = ['one', 'other'].map(dir => {
      const { 'journal.jsonl': _, ...rest } = hashes(join(cwd, dir))
      return rest
    })
    expect(one).toEqual(other)
  })

  test('counts changes from an earlier run on the same seeds, as if its rules were a variant', async () => {
    const gate = '{ change.length: ..5, change.seat.A: -10..10 }'
    const cwd = folder({
      'before.yaml': experiment(KEPT),
      'after.yaml': experiment(gate, '{ turns: 30 }'),
      'both.yaml': experiment(gate).replace(
        'lineups',
        'variants: [{ name: after, rules: { turns: 30 } }]\nlineups',
      ),
    })
    await evenhand(['run', 'before.yaml', '--out', 'before', '--quiet'], { cwd })
    const args = ['check', 'after.yaml', '--baseline', 'before', '--out', 'after', '--json', '--quiet']
    const { code, out, err } = await evenhand(args, { cwd })
    expect([code, err]).toEqual([4, ''])
    const both = await evenhand(['check', 'both.yaml', '--json', '--quiet'], { cwd })
    const [told, asked] = [out, both.out].map(text =>
      JSON.parse(text).bounds.map(({ variant: _, reference: __, ...rest }: Record<string, unknown>) => rest),
    )
    expect(told).toEqual(asked)
    expect(JSON.parse(out).bounds[0]).toMatchObject({
      variant: 'mine',
      reference: 'mine before',
      paired: true,
    })
    expect(told[0].value).toBeGreaterThan(5)
    // What the page of the folder says needs no baseline any more: it was played again.
    const merged = await evenhand(['merge', 'after', '--out', 'merged', '--json', '--quiet'], { cwd })
    expect(JSON.parse(merged.out)).toMatchObject({ gate: 'not met', bounds: JSON.parse(out).bounds })
  })

  test('counts them from the figures in the folder where another build played it', async () => {
    // The command is built; here the sources run, which are other code.
    const cwd = folder({ 'before.yaml': experiment(KEPT) })
    await evenhand(['run', 'before.yaml', '--out', 'before', '--quiet'], { cwd })
    const asked = await defineExperiment({
      game: 'frontline',
      rules: { cells: 5, turns: 30 },
      matches: 600,
      gate: { 'change.length': '..5', 'change.uses.archer': '..1' },
    })
    const { experiment: played, unpaired, judge } = prepareCheck(asked, { baseline: join(cwd, 'before') })
    const gate = asked.gate!.map(bound => ({ ...bound, outside: true }))
    expect([played, unpaired]).toEqual([{ ...asked, gate }, true])
    const result = await run(played, { threads: 0 })
    const findings = judge(result)
    // The folder of this run does not hold the other one. Two bounds, in the answer and in the table.
    const page = pageOf(result)
    expect(page.match(/needs the run it is compared with: use evenhand check --baseline/g)).toHaveLength(4)
    expect(findings.map(({ verdict }) => verdict)).toEqual(['not met', 'inconclusive'])
    expect(findings[0]!.reference).toMatchObject({ paired: false })
    const [before] = readRun(join(cwd, 'before')).cells
    expect(findings[0]!.reference!.cell.tally).toEqual(before!.tally)
  })

  test.each([
    [
      'name: a\ngame: nim',
      [],
      /^a\.yaml: has no gate, expected bounds such as gate: \{ first-seat: 48\.\.52 \}\n$/,
    ],
    [
      'game: nim\ngate: { drows: ..5 }',
      [],
      /^a\.yaml:2:9: unknown figure "drows", .*; did you mean draws\?\n$/,
    ],
    [
      'game: nim\ngate: { change.draws: ..5 }',
      [],
      /^a\.yaml: asks for change\.draws, expected a baseline or/,
    ],
    ['game: nim\ngate: { change.draws: ..5 }', ['--baseline', 'b'], /^b: no such folder, expected/],
    [
      'game: nim\ngate: { draws: ..5 }',
      ['--inconclusive', 'pas'],
      /^--inconclusive: found "pas", .*mean pass\?\n$/,
    ],
  ])('refuses %j with %j', async (text, options, message) => {
    const cwd = folder({ 'a.yaml': text })
    const { code, err } = await evenhand(['check', 'a.yaml', ...options], { cwd })
    expect(code).toBe(2)
    expect(err).toMatch(message)
  })

  test('refuses a baseline of another game, and one that no bound asks for', async () => {
    const cwd = folder({ 'a.yaml': 'game: nim\ngate: { change.draws: ..5 }', 'b.yaml': experiment(KEPT) })
    await evenhand(['run', 'b.yaml', '--out', 'b', '--matches', '2', '--quiet'], { cwd })
    const { code, err } = await evenhand(['check', 'a.yaml', '--baseline', 'b'], { cwd })
    expect([code, err]).toEqual([
      2,
      'b: holds a run of frontline with 2 seats, expected a run of nim with 2\n',
    ])
    const unasked = await evenhand(['check', 'b.yaml', '--baseline', 'b'], { cwd })
    expect([unasked.code, unasked.err]).toEqual([
      2,
      expect.stringMatching(/^b\.yaml: has no bound on a change/),
    ])
  })
})

describe('docs/guides/gate.md', () => {
  const blocks = [
    ...readFileSync(join(ROOT, 'docs/guides/gate.md'), 'utf8').matchAll(/```yaml\n(.*?)```/gs),
  ].map(([, text]) => text!)
  test('writes JUnit, a step summary and annotations for a CI server', async () => {
    const cwd = folder({ 'a.yaml': experiment('{ forfeits: < 5 %, first-seat: 49.9..50.1, length: ..2 }') })
    const summary = join(cwd, 'summary.md')
    const call = (...options: string[]) =>
      evenhand(['check', 'a.yaml', '--quiet', '--github', '--junit', 'gate.xml', ...options], {
        cwd,
        env: { ...process.env, GITHUB_STEP_SUMMARY: summary },
      })
    const { code, err } = await call('--json')
    expect(code).toBe(4)
    expect(err.trimEnd().split('\n')).toEqual([
      expect.stringMatching(/^::error file=a\.yaml,title=small%3A inconclusive::first-seat 49\.9\.\.50\.1: /),
      expect.stringMatching(/^::error file=a\.yaml,title=small%3A not met::length \.\.2: /),
    ])
    const junit = readFileSync(join(cwd, 'gate.xml'), 'utf8')
    expect(junit).toContain('<testsuite name="small" tests="3" failures="2" skipped="0">')
    expect(junit).toContain('<testcase classname="small.mine, random vs random" name="forfeits &lt; 5 %"/>')
    expect(junit).toContain('<failure message="not met: length ..2: ')
    expect(readFileSync(summary, 'utf8')).toMatch(
      /^### small: gate not met\n\n.*\| ❌ not met \| length \.\.2: /s,
    )
    const lenient = await call('--inconclusive', 'pass')
    expect(lenient.err).toMatch(/^::warning file=a\.yaml,title=small%3A inconclusive::.*\n::error /)
    expect(readFileSync(join(cwd, 'gate.xml'), 'utf8')).toContain('failures="1" skipped="1"')
    expect(await evenhand(['check', 'a.yaml', '--junit', ''], { cwd })).toMatchObject({ code: 2 })
    const lost = await evenhand(['check', 'a.yaml', '--junit', 'no/gate.xml', '--out', 'never'], { cwd })
    expect(lost).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^--junit: no\/gate\.xml can't be written: /),
    })
    expect(readdirSync(cwd)).not.toContain('never')
  })

  const isWorkflow = (text: string) => text.includes('runs-on')

  test('shows a workflow whose commands are there, with options that they have', async () => {
    const workflow = parse(blocks.find(isWorkflow)!)
    expect(Object.keys(workflow)).toEqual(['name', 'on', 'jobs'])
    const steps: { run?: string; uses?: string; if?: string }[] = workflow.jobs.check.steps
    for (const { uses } of steps) if (uses) expect(uses).toMatch(/^actions\/[a-z/-]+@v\d+$/)
    // A failed gate must not lose the matches that it paid for.
    expect(steps.find(({ uses }) => uses?.startsWith('actions/cache/save'))?.if).toBe('always()')
    const commands = steps.flatMap(({ run }) => (run ? [run.split(' ')] : []))
    expect(commands.map(([program]) => program)).toEqual(['npm', 'evenhand/bin/evenhand'])
    const [, ...words] = commands[1]!
    expect(commandListings.map(({ name }) => name)).toContain(words[0])
    const cwd = folder({ 'balance.yaml': experiment('{ first-seat: 49.9..50.1 }') })
    expect(await evenhand([...words, '--matches', '2', '--quiet'], { cwd })).toMatchObject({ code: 0 })
  })

  test('shows gates that experiments may have', async () => {
    const gates = blocks.filter(text => !isWorkflow(text)).map(text => parse(text))
    expect(gates.length).toBe(2)
    for (const given of gates)
      expect((await defineExperiment({ game: 'elephant-men', ...given })).gate!.length).toBeGreaterThan(1)
  })
})
