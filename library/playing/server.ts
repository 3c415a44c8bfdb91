/** Serves a table to browsers of this machine: the page, positions as they change, and acts. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Act, actSchema, type Position } from '../../sim/playing/protocol.ts'
import type { Live, LiveOptions } from '../live.ts'
import { HEADERS, type LocalRequest, refuse, serveLocally } from '../local-server.ts'
import { matchPage } from '../runs/report.ts'
import { openPlayed, PLAYED } from './played.ts'
import { ActError, type PlayTable, StaleError } from './table.ts'

/** How long a request waits for news, in milliseconds. */
const WAIT = 20_000
const BODY_MAX = 65_536

const JSON_TYPE = 'application/json; charset=utf-8'

/** Serves a table until it is closed, which closes the table, too. What acts must come from the page itself. */
export async function serveTable(table: PlayTable, { port = 0 }: LiveOptions = {}): Promise<Live> {
  const site = new TableSite(table, await import('../../reports/page/index.ts'))
  const { url, close } = await serveLocally(port, asked => site.answer(asked))
  return {
    url,
    close: async () => {
      await table.close()
      await close()
    },
  }
}

type Pages = typeof import('../../reports/page/index.ts')

class TableSite {
  readonly #table: PlayTable
  readonly #pages: Pages

  constructor(table: PlayTable, pages: Pages) {
    this.#table = table
    this.#pages = pages
  }

  async answer(asked: LocalRequest): Promise<void> {
    const { path, query, request, response } = asked
    if (request.method === 'POST') {
      if (path.join('/') !== 'act') refuse(response, 404, 'no such page')
      else if (!isOwn(asked)) refuse(response, 403, 'another page')
      else await this.#act(request, response)
    } else if (request.method === 'GET' || request.method === 'HEAD') await this.#show(path, query, response)
    else refuse(response, 405, 'not GET, HEAD or POST')
  }

  async #show(path: readonly string[], query: URLSearchParams, response: ServerResponse): Promise<void> {
    const [name = '', id, more] = path
    const folder = this.#table.options.folder ?? PLAYED
    if (more !== undefined || (id !== undefined && name !== 'replay')) refuse(response, 404, 'no such page')
    else if (name === '') sendPage(response, this.#pages.playPage(this.#table.session.game.info.seats))
    else if (name === 'position') {
      const after = Number(query.get('after') ?? Number.NaN)
      sendJson(response, 200, this.#drawn(await this.#table.next(after, WAIT)))
    } else if (name === 'rules') sendJson(response, 200, this.#table.rules())
    else if (name === 'played') sendJson(response, 200, this.#table.played())
    else {
      const wanted = name === 'replay' && id !== undefined ? decodeURIComponent(id) : ''
      const isShown = this.#table.played().some(played => played.id === wanted)
      const record = isShown ? await openPlayed(folder, wanted) : null
      if (!record) refuse(response, 404, 'no such page')
      else sendPage(response, { text: await matchPage(record), policy: "frame-ancestors 'none'" })
    }
  }

  async #act(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const act = await readAct(request)
    if (typeof act === 'string') {
      sendJson(response, 400, { error: act })
      return
    }
    try {
      await this.#table.act(act)
      sendJson(response, 200, this.#drawn(this.#table.position()))
    } catch (error) {
      if (!(error instanceof ActError)) throw error
      if (error instanceof StaleError)
        sendJson(response, 409, { error: error.message, position: this.#drawn(this.#table.position()) })
      else sendJson(response, 400, { error: error.message })
    }
  }

  #drawn(position: Position): Position {
    return this.#pages.drawn(this.#table.session.game, position)
  }
}

/** Browsers name the page that posts; JSON needs its consent to come from elsewhere. */
function isOwn({ hosts, request }: LocalRequest): boolean {
  const { origin, 'sec-fetch-site': site, 'content-type': type } = request.headers
  const isSame = origin === undefined || hosts.some(host => origin === `http://${host}`)
  return isSame && (site === undefined || site === 'same-origin') && /^application\/json\b/.test(type ?? '')
}

/** The act in a request's body, or what is wrong with it. */
async function readAct(request: IncomingMessage): Promise<Act | string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > BODY_MAX) return `more than ${BODY_MAX} bytes`
    chunks.push(chunk)
  }
  let value: unknown
  try {
    value = JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch {
    return 'found no JSON, expected an act'
  }
  const read = actSchema.safeParse(value)
  return read.success ? read.data : `not an act: ${read.error.issues[0]!.message}`
}

function sendJson(response: ServerResponse, code: number, value: unknown): void {
  const body = JSON.stringify(value)
  response.writeHead(code, { ...HEADERS, 'Cache-Control': 'no-store', 'Content-Type': JSON_TYPE }).end(body)
}

function sendPage(response: ServerResponse, { text, policy }: { text: string; policy: string }): void {
  response
    .writeHead(200, { ...HEADERS, 'Cache-Control': 'no-store', 'Content-Security-Policy': policy })
    .end(text)
}
