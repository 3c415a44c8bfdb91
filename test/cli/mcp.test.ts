/** `evenhand mcp`, as an assistant uses it: the SDK's own client, one server for the file. */
import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import type { RequestOptions } from '@modelcontextprotocol/sdk/shared/protocol.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LLMS_PAGE, llmsText } from '../../docs/scripts/llms.ts'
import { ROOT } from '../../engine/package.ts'
import { MAIN } from '../built.ts'
import { evenhand, folder } from './command.ts'

const RACE = readFileSync(join(ROOT, 'docs/examples/my-game.js'), 'utf8')
const SLOW = RACE.replace("'dice-race'", "'slow'").replace(
  "moves: () => ['step', 'rest'],",
  "moves() { let sum = 0; for (let i = 0; i < 3e6; i++) sum += i; return sum > 0 ? ['step', 'rest'] : [] },",
)

const outside = folder({ 'game.js': RACE, 'secret.yaml': 'goal: 7\n' })
const cwd = folder({
  'race.js': RACE,
  'slow.js': SLOW,
  'broken.js': RACE.replace('{ winner }', 'winner'),
  'outer.yaml': `base: ${outside}/secret.yaml\n`,
})
symlinkSync(join(outside, 'game.js'), join(cwd, 'link.js'))

const client = new Client({ name: 'test', version: '1' })
const transport = new StdioClientTransport({
  command: process.execPath,
  args: [MAIN, 'mcp'],
  cwd,
  stderr: 'pipe',
})
/** What on stdout is no message of the protocol. */
const foreign: Error[] = []
beforeAll(async () => {
  await client.connect(transport)
  client.onerror = error => foreign.push(error)
})
afterAll(() => client.close())

interface Told {
  readonly text: string
  readonly isError: boolean
}

/** Calls a tool, again where it ran out of time, as on a machine with much else to do. */
async function call(name: string, args: object): Promise<Told> {
  const told = await callOnce(name, args)
  const isCut = /^Stopped after|didn't end within/m.test(told.text)
  return isCut ? await call(name, args) : told
}

async function callOnce(name: string, args: object, options: RequestOptions = {}): Promise<Told> {
  const asked = { name, arguments: { ...args } }
  const answer = await client.callTool(asked, undefined, { timeout: LONG, ...options })
  const [content] = answer.content as { text: string }[]
  return { text: content!.text, isError: answer.isError === true }
}

const GAME = { game: './race.js' }
/** Of calls that start a command, on a machine with much else to do. */
const LONG = 240_000

describe('evenhand mcp', () => {
  test('says of each tool what it does, with an example that its schema takes', async () => {
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name).sort()).toEqual([
      'check-game',
      'compare',
      'explain',
      'play',
      'read-run',
      'rules',
      'tune',
    ])
    for (const { name, description, inputSchema } of tools) {
      const [, example] = /Example: (\{.*?\})/.exec(description!) ?? []
      const keys = Object.keys(JSON.parse(example!))
      expect([name, keys]).toEqual([name, expect.arrayContaining(inputSchema.required ?? [])])
      expect([name, Object.keys(inputSchema.properties ?? {})]).toEqual([name, expect.arrayContaining(keys)])
    }
    expect(client.getInstructions()).toContain('check-game')
  })

  test(
    'checks a game, and says what is wrong and where',
    async () => {
      const { text, isError } = await call('check-game', { game: './broken.js', matches: 5, seconds: 50 })
      expect([text, isError]).toEqual([
        expect.stringMatching(/^error: broken\.js:\d+:\d+: outcome returned/),
        false,
      ])
    },
    LONG,
  )

  test(
    'plays, compares and reads the run, with matches and intervals, in few words',
    async () => {
      const played = await call('play', { ...GAME, matches: 40 })
      expect(played.text).toMatch(/red scores \d+\.\d % ± \d+\.\d[\s\S]* 40\n/)
      const [, run] = /read-run \{"run": "(.+?)"\}/.exec(played.text)!
      const read = await call('read-run', { run })
      expect(read.text).toContain(`page: ${run}/report.html`)
      expect(read.text).toContain('complete: 40 of 40 matches')
      expect((await call('read-run', {})).text.split('\n')).toContain(run)
      const compared = await call('compare', {
        ...GAME,
        before: 'default',
        after: 'goal=9',
        agents: ['random'],
        matches: 40,
      })
      expect(compared.text).toMatch(
        /length: \S+ -> \S+, by -\S+ to -\S+ \(random vs random, 20 blocks\): shorter/,
      )
      for (const { text } of [played, read, compared]) expect(text.length).toBeLessThan(1500)
    },
    LONG,
  )

  test(
    'stops a tuning in time, and says how to go on',
    async () => {
      const goal = { goal: ['first-seat 48..52'], agents: ['random'], matches: 100_000, seconds: 2 }
      const { text, isError } = await callOnce('tune', { ...GAME, ...goal })
      expect([isError, text]).toEqual([
        false,
        expect.stringMatching(/^Stopped after 2 s\.[\s\S]*call it again with the same arguments/),
      ])
    },
    LONG,
  )

  test(
    'reads a game anew at each call, and answers two calls at once',
    async () => {
      const edited = { game: './edited.js' }
      writeFileSync(join(cwd, 'edited.js'), RACE)
      const [games, before] = await Promise.all([call('rules', {}), call('rules', edited)])
      writeFileSync(join(cwd, 'edited.js'), RACE.replace('goal: 20', 'goal: 30'))
      expect(games.text).toContain('elephant-men')
      expect(before.text).toMatch(/^goal +20/m)
      expect((await call('rules', edited)).text).toMatch(/^goal +30/m)
    },
    LONG,
  )

  test('explains columns, figures and words', async () => {
    const explained = async (word: string): Promise<string> => (await call('explain', { word })).text
    expect(await explained('first-seat')).toContain('score of a seat')
    expect(await explained('score_low')).toContain('Lower end of its 95 % interval')
    expect(await explained('block')).toContain('played once in every rotation')
    expect(await explained('first-saet')).toContain('did you mean first-seat?')
  })

  test(
    'says what is wrong with arguments, as the command line does',
    async () => {
      const wrong = async (name: string, args: object): Promise<string | false> => {
        const { text, isError } = await call(name, args)
        return isError && text
      }
      expect(await wrong('play', { ...GAME, matchs: 4 })).toContain('did you mean matches?')
      expect(await wrong('play', { game: '--out=x' })).toContain('expected one line of text')
      expect(await wrong('play', { ...GAME, agents: 'gredy' })).toContain('did you mean greedy?')
      expect(await wrong('tune', { ...GAME, goal: ['first-seat'] })).toContain(
        'expected a figure and a bound',
      )
      await expect(call('paly', {})).rejects.toThrow('did you mean play?')
    },
    LONG,
  )

  test(
    'touches no file outside its folder, by whatever path',
    async () => {
      const expected = { text: expect.stringContaining(`is outside ${cwd}`), isError: true }
      const paths = [join(outside, 'game.js'), '../game.js', './link.js']
      for (const game of paths) expect([game, await call('check-game', { game })]).toEqual([game, expected])
      expect(await call('read-run', { run: outside })).toEqual(expected)
      expect(await call('rules', { ...GAME, ruleset: './outer.yaml' })).toEqual(expected)
      expect(await call('play', { ...GAME, agents: `${outside}/game.js` })).toEqual(expected)
      const other = folder()
      symlinkSync(outside, join(other, 'runs'))
      const env = { EVENHAND_WITHIN: JSON.stringify([other, ROOT]) }
      const { err } = await evenhand(['play', 'frontline', '--matches', '2'], { cwd: other, env })
      expect([err, readdirSync(outside)]).toEqual([
        expect.stringContaining(`is outside ${other}`),
        ['game.js', 'secret.yaml'],
      ])
    },
    LONG,
  )

  test.runIf(process.platform === 'linux')('stops the work of a cancelled call', async () => {
    const pid = transport.pid!
    const children = (): string => readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
    const stop = new AbortController()
    const atFirst = (): void => {
      expect(children()).not.toBe('')
      stop.abort()
    }
    const options = { signal: stop.signal, onprogress: atFirst }
    await expect(
      callOnce('play', { game: './slow.js', matches: 100_000, seconds: 50 }, options),
    ).rejects.toThrow()
    // Sooner than its time is over.
    await expect.poll(children, { timeout: 30_000 }).toBe('')
  })

  test('writes nothing but the protocol to stdout', () => {
    expect(foreign).toEqual([])
  })
})

test('docs/llms.txt has the pages that docs/README.md lists: npm run llms', () => {
  expect(readFileSync(LLMS_PAGE, 'utf8')).toBe(llmsText())
})
