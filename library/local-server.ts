/** Serves pages to browsers of this machine only. Kept apart, since public types must not need Node's. */
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { InputError } from '../documents/index.ts'
import { DiskError } from '../sim/store/disk.ts'

/** The only address that it listens at: no other machine reaches it. */
const ADDRESS = '127.0.0.1'

/** A request that named this machine and knew the token. */
export interface LocalRequest {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** What follows the token, at least one part. */
  readonly path: readonly string[]
  readonly query: URLSearchParams
  /** The names under which browsers reach this server. */
  readonly hosts: readonly string[]
}

/**
 * Listens until it is closed. Requests must name this machine and know the token in the address, so that no web
 * page can use the server through the browser. Rejects with an InputError for a port that can't be had.
 */
export async function serveLocally(
  port: number,
  answer: (asked: LocalRequest) => Promise<void>,
  token = randomToken(),
): Promise<{ readonly url: string; close(): Promise<void> }> {
  let hosts: readonly string[] = []
  const server = createServer((request, response) => {
    // Split by hand: a URL such as // would throw.
    const [whole = '', query = ''] = (request.url ?? '').split('?')
    const [first, written = '', ...path] = whole.split('/')
    if (!hosts.includes(request.headers.host ?? '')) refuse(response, 403, 'another host')
    else if (first !== '' || !isSame(written, token)) refuse(response, 403, 'a wrong token')
    // Without the slash, relative links would lead out of the token.
    else if (path.length === 0) response.writeHead(308, { ...HEADERS, Location: `/${token}/` }).end()
    else
      answer({ request, response, path, query: new URLSearchParams(query), hosts }).catch(error => {
        // The folder may be back in a moment, as that of a network disk is.
        if (error instanceof DiskError) refuse(response, 503, error.message)
        else refuse(response, 500, error instanceof Error ? error.message : String(error))
      })
  })
  await listen(server, port)
  const { port: taken } = server.address() as { port: number }
  hosts = [`${ADDRESS}:${taken}`, `localhost:${taken}`]
  return {
    url: `http://${ADDRESS}:${taken}/${token}/`,
    close: () =>
      new Promise(done => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

export const randomToken = (): string => randomBytes(24).toString('base64url')

function isSame(written: string, token: string): boolean {
  const [a, b] = [Buffer.from(written), Buffer.from(token)]
  return a.length === b.length && timingSafeEqual(a, b)
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((done, reject) => {
    server.once('error', error =>
      reject(new InputError('--port', `${port} can't be used: ${error.message}, expected a free port`)),
    )
    server.listen(port, ADDRESS, done)
  })
}

/** The token is in the address: no other site must hear of it, and no cache keep what it opens. */
export const HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'private, no-cache',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
}

export function refuse(response: ServerResponse, code: number, why: string): void {
  const headers = { ...HEADERS, 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' }
  const more: Record<number, object> = { 405: { Allow: 'GET, HEAD' }, 503: { 'Retry-After': '2' } }
  response.writeHead(code, { ...headers, ...more[code] }).end(`refused: ${why}\n`)
}
