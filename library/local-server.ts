/** What servers of pages on this machine share. No public type may need Node's own, so it has a file of its own. */
import type { Server, ServerResponse } from 'node:http'
import { InputError } from '../documents/index.ts'

/** The only address that it listens at: no other machine reaches it. */
export const ADDRESS = '127.0.0.1'

export function listen(server: Server, port: number): Promise<void> {
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
