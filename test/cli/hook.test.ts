/** `--hook`: what a command or a server on this machine hears of the end of a run. */
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import type { Args } from '../../cli/options/values.ts'
import { callHook, openHook } from '../../cli/terminal/hook.ts'
import { evenhand, folder } from './command.ts'
import { expectError } from './messages.ts'

const PLAY = ['play', 'nim', '--matches', '40', '--threads', '1', '--quiet']
const EXPERIMENT = 'name: short\ngame: nim\nmatches: 40\nlineups: [{ agents: [random] }]\n'

test('a command gets the run as JSON on stdin, also in a folder with spaces', async () => {
  const cwd = folder({ 'a.yaml': EXPERIMENT })
  const hook = "cat > 'told me.json'"
  const { code, err } = await evenhand(['run', 'a.yaml', '--out', 'my run', '--quiet', '--hook', hook], {
    cwd,
  })
  expect([code, err]).toEqual([0, ''])
  const told = JSON.parse(readFileSync(join(cwd, 'told me.json'), 'utf8'))
  expect(told).toEqual({
    id: expect.stringMatching(/^[0-9a-f]+$/),
    kind: 'run',
    state: 'complete',
    exitCode: 0,
    verdict: expect.stringMatching(/\.$/),
    folder: join(cwd, 'my run'),
    page: join(cwd, 'my run', 'report.html'),
    error: null,
  })
  expect(existsSync(told.page)).toBe(true)
})

test('a run that fails tells its error, and ends as it would without the hook', async () => {
  const cwd = folder({ 'a.yaml': EXPERIMENT, own: 'a file' })
  const args = ['run', 'a.yaml', '--out', 'own', '--quiet']
  const plain = await evenhand(args, { cwd })
  expect(plain.code).not.toBe(0)
  expect(await evenhand([...args, '--hook', 'cat > told.json'], { cwd })).toEqual(plain)
  const { state, exitCode, error } = JSON.parse(readFileSync(join(cwd, 'told.json'), 'utf8'))
  expect([state, exitCode, `${error}\n`]).toEqual(['failed', plain.code, plain.err])
})

test('an interrupted run tells so', async () => {
  const cwd = folder({ 'a.yaml': EXPERIMENT.replace('40', '1e9') })
  const { code } = await evenhand(['run', 'a.yaml', '--out', 'r', '--hook', 'cat > told.json'], {
    cwd,
    meanwhile: child => void child.stderr?.once('data', () => child.kill('SIGINT')),
  })
  expect(code).toBe(130)
  const told = JSON.parse(readFileSync(join(cwd, 'told.json'), 'utf8'))
  expect(told).toMatchObject({ state: 'interrupted', exitCode: 130, folder: join(cwd, 'r') })
})

test.each<[string, RegExp]>([
  ['exit 3', /^hook: the command ended with exit code 3\n$/],
  ['kill -9 $$', /^hook: the command ended with SIGKILL\n$/],
  ['http://127.0.0.1:1/', /^hook: .*ECONNREFUSED.*\n$/],
])('a hook that fails (%s) is reported in one line, and the run is none the worse', async (hook, line) => {
  const { code, err } = await evenhand([...PLAY, '--no-keep', '--hook', hook])
  expect(code).toBe(0)
  expect(err).toMatch(line)
})

describe('a hook that takes too long', () => {
  const said: string[] = []
  const listen = async (target: string): Promise<void> => {
    said.length = 0
    vi.spyOn(process.stderr, 'write').mockImplementation(text => said.push(String(text)) > 0)
    openHook({ hook: target } as unknown as Args, 'play')
    await callHook(null, 0.2).finally(() => vi.restoreAllMocks())
  }

  test('is stopped with all that it started, and reported in one line', async () => {
    const cwd = folder({})
    const file = join(cwd, 'pid')
    await listen(`sleep 60 & echo $! > '${file}'; wait`)
    expect(said.join('')).toBe('hook: did not finish within 0.2 s and was stopped\n')
    const pid = readFileSync(file, 'utf8').trim()
    await vi.waitFor(() => expect(stateOf(pid)).toMatch(/^Z?$/), { timeout: 60_000 })
  })

  test('is left alone if it is a server', async () => {
    const server = createServer(() => {}).listen(0, '127.0.0.1')
    await once(server, 'listening')
    await listen(`http://127.0.0.1:${(server.address() as { port: number }).port}/`)
    expect(said.join('')).toBe('hook: did not finish within 0.2 s and was stopped\n')
    server.closeAllConnections()
    server.close()
  })
})

/** As ps tells it; empty once the process is gone. */
function stateOf(pid: string): string {
  return spawnSync('ps', ['-o', 'state=', '-p', pid], { encoding: 'utf8' }).stdout.trim()
}

test('a server on this machine gets it by POST; an answer other than 2xx is reported, a redirect not followed', async () => {
  const heard: string[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', text => {
      body += String(text)
    })
    request.on('end', () => {
      heard.push(
        `${request.method} ${request.url} ${request.headers['content-type']} ${JSON.parse(body).kind}`,
      )
      response.writeHead(heard.length === 1 ? 204 : 302, { Location: 'http://example.org/' }).end()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const call = () => evenhand([...PLAY, '--no-keep', '--hook', `http://me:secret@localhost:${port}/done?a=1`])
  expect((await call()).err).toBe('')
  expect((await call()).err).toBe(`hook: localhost:${port} answered 302\n`)
  expect(heard).toEqual(Array(2).fill('POST /done?a=1 application/json play'))
  server.close()
})

test.each([
  'http://example.org/done',
  'https://127.0.0.1/done',
  'http://127.0.0.1.example.org/',
  'http://me:secret@10.0.0.5/',
  'http://0.0.0.0/',
  'file:///etc/passwd',
  '',
])('--hook %j is refused before anything starts', async hook => {
  const cwd = folder({})
  writeFileSync(join(cwd, 'a.yaml'), EXPERIMENT)
  const { code, err } = await evenhand(['run', 'a.yaml', '--out', 'r', '--hook', hook], { cwd })
  expect(code).toBe(2)
  expectError(err, '--hook', hook === '' ? ['is empty'] : ['not a URL on this machine', 'http://127.0.0.1'])
  expect(err).not.toContain('secret')
  expect(existsSync(join(cwd, 'r'))).toBe(false)
})
