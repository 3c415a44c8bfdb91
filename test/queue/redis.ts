/** A Redis server of the test's own, from Debian's package redis-server, that keeps nothing on disk. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'

/** Whether this machine has a server. CI installs one, and says so by REQUIRE_REDIS: then its absence is a failure. */
export const HAS_REDIS =
  process.env.REQUIRE_REDIS === '1' || spawnSync('redis-server', ['--version']).status === 0

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** A server that can be killed and started anew at the same place. */
export class RedisServer {
  readonly port: number
  #child: ChildProcess | null = null

  private constructor(port: number) {
    this.port = port
  }

  static async start(): Promise<RedisServer> {
    const server = new RedisServer(await freePort())
    await server.up()
    return server
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`
  }

  /** Resolves once it answers; it remembers nothing of before. */
  async up(): Promise<void> {
    const options = ['--port', String(this.port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
    const child = spawn('redis-server', [...options, '--dir', tmpdir()], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    this.#child = child
    await new Promise<void>((resolve, reject) => {
      child.stdout.on('data', text => {
        if (/Ready to accept connections/i.test(String(text))) resolve()
      })
      child.on('error', reject)
      child.on('exit', code => reject(new Error(`redis-server ended with ${code}`)))
    })
  }

  /** Kills it, with all that it held. */
  async down(): Promise<void> {
    const child = this.#child
    this.#child = null
    if (!child) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
}
