/** A server for this machine only that shows runs in a browser while they play. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { basename, join, resolve } from 'node:path'
import { InputError } from '../documents/index.ts'
import { summaryDocument } from '../reports/files/json.ts'
import { clock, counted, rateText, thousands } from '../reports/formatting.ts'
import type { ListedRun } from '../reports/page/index.ts'
import { DiskError, onDisk, statsOf } from '../sim/store/disk.ts'
import { JOURNAL } from '../sim/store/journal.ts'
import { openGamesIn } from './folders/games.ts'
import { journalFolders, LEARNING } from './folders/journals.ts'
import { learningIn, learningText } from './learning/folder.ts'
import { readRun } from './runs/merge.ts'
import { type RunStatus, statusOf } from './runs/status.ts'

/** The only address that it listens at: no other machine reaches it. */
const ADDRESS = '127.0.0.1'

export interface LiveOptions {
  /** 0 to 65535; 0, the default, is any free port. */
  readonly port?: number | undefined
}

/** A server that runs. */
export interface Live {
  /** The address of the list, with the token that lets a browser in. */
  readonly url: string
  close(): Promise<void>
}

/** What was last made of a run, for which state of its journals, and when to make it again. */
interface Made<T> {
  readonly state: string
  readonly value: T
  /** Not before, despite news; and after, without: its journals don't show whether it still plays. */
  readonly soonest: number
  readonly latest: number
}

/** Least milliseconds between two looks at a run, and least multiple of the time that the last took. */
const PAUSE = 2000
const PAUSE_TIMES = 4
const PAUSE_MOST = 10_000

/** Keeps what was made of each run until there is news, so that looking often costs little. */
class Shelf<T> {
  readonly #made = new Map<string, Made<T>>()
  readonly #make: (dir: string) => T

  constructor(make: (dir: string) => T) {
    this.#make = make
  }

  of(dir: string): Made<T> {
    const known = this.#made.get(dir)
    const state = foldersOf(dir)
      .map(folder => statsOf(join(folder, JOURNAL)))
      .map(stats => `${stats?.size} ${stats?.mtimeMs}`)
      .join()
    const begun = performance.now()
    const isKept = known && (begun < known.soonest || (known.state === state && begun < known.latest))
    if (isKept) return known
    const value = this.#make(dir)
    const now = performance.now()
    const pause = Math.max(PAUSE, PAUSE_TIMES * (now - begun))
    const made = { state, value, soonest: now + pause, latest: now + Math.max(PAUSE_MOST, pause) }
    this.#made.set(dir, made)
    return made
  }
}

/** Loads the games of runs before these are read: once each, and again after a while if that fails. */
class Games {
  readonly #known = new Map<string, { readonly trouble: string | null; readonly latest: number }>()

  async open(dirs: readonly string[]): Promise<void> {
    for (const dir of dirs) {
      if (performance.now() < (this.#known.get(dir)?.latest ?? 0)) continue
      let trouble: string | null = null
      try {
        await openGamesIn(dir)
      } catch (error) {
        trouble = (error as Error).message
      }
      const latest = trouble === null ? Number.POSITIVE_INFINITY : performance.now() + PAUSE_MOST
      this.#known.set(dir, { trouble, latest })
    }
  }

  /** Throws an Error that says why the game of a run cannot be loaded, if it cannot. */
  require(dir: string): void {
    const trouble = this.#known.get(dir)?.trouble ?? null
    if (trouble !== null) throw new Error(trouble)
  }
}

type Pages = typeof import('../reports/page/index.ts')

/**
 * Serves the runs in a folder, or the one that it is: their list with verdicts, and their pages, drawn from
 * their journals when somebody looks. Reads only. Requests must name this machine and know the token, so that
 * no web page can read runs through the browser. Rejects with an InputError for a path that is no folder, and
 * for a port that can't be had.
 */
export async function serveRuns(dir: string, { port = 0 }: LiveOptions = {}): Promise<Live> {
  if (!statsOf(dir)?.isDirectory())
    throw new InputError(dir, 'is not a folder, expected the folder of runs, or of one run')
  const token = randomBytes(24).toString('base64url')
  const site = new Site(dir, token, await import('../reports/page/index.ts'))
  const server = createServer((request, response) => site.answer(request, response))
  await listen(server, port)
  const { port: taken } = server.address() as { port: number }
  site.hosts = [`${ADDRESS}:${taken}`, `localhost:${taken}`]
  return {
    url: `http://${ADDRESS}:${taken}/${token}/`,
    close: () =>
      new Promise(done => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((done, reject) => {
    server.once('error', error =>
      reject(
        new InputError('--port', `${port} can't be had: ${error.message}, expected a port that is free`),
      ),
    )
    server.listen(port, ADDRESS, done)
  })
}

class Site {
  hosts: readonly string[] = []
  readonly #dir: string
  readonly #token: Buffer
  readonly #pages: Pages
  readonly #games = new Games()
  readonly #reports = new Shelf(dir => this.#draw(dir))
  readonly #progress = new Shelf(dir => progressOf(dir, this.#games))

  constructor(dir: string, token: string, pages: Pages) {
    this.#dir = dir
    this.#token = Buffer.from(token)
    this.#pages = pages
  }

  answer(request: IncomingMessage, response: ServerResponse): void {
    const [first, token = '', ...path] = (request.url ?? '').split('?')[0]!.split('/')
    if (!this.hosts.includes(request.headers.host ?? '')) refuse(response, 403, 'another host')
    else if (first !== '' || !this.#isToken(token)) refuse(response, 403, 'a wrong token')
    // Node sends no body in answer to HEAD.
    else if (request.method !== 'GET' && request.method !== 'HEAD') refuse(response, 405, 'not GET or HEAD')
    // Without the slash, links of the list would lead out of the token.
    else if (path.length === 0) response.writeHead(308, { ...HEADERS, Location: `/${token}/` }).end()
    else
      this.#answer(path, request.headers['if-none-match'], response).catch((error: unknown) => {
        // The folder may be back in a moment, as that of a network disk is.
        if (error instanceof DiskError) refuse(response, 503, error.message)
        else refuse(response, 500, String(error))
      })
  }

  async #answer(path: readonly string[], known: string | undefined, response: ServerResponse): Promise<void> {
    await this.#games.open(this.#runs().map(({ dir }) => dir))
    this.#show(path, known, response)
  }

  #show(path: readonly string[], known: string | undefined, response: ServerResponse): void {
    const page = this.#pageAt(path)
    if (page === null) {
      refuse(response, 404, 'no such page')
      return
    }
    const etag = `"${hashOf(page.state)}"`
    const headers = { ...HEADERS, ETag: etag, 'Content-Security-Policy': page.policy }
    if (known === etag) response.writeHead(304, headers).end()
    else response.writeHead(200, headers).end(page.text)
  }

  #isToken(written: string): boolean {
    const bytes = Buffer.from(written)
    return bytes.length === this.#token.length && timingSafeEqual(bytes, this.#token)
  }

  /** The text at a path below the token, its state and its policy; null for nothing. */
  #pageAt(path: readonly string[]): { text: string; state: string; policy: string } | null {
    const { LIVE_POLICY, watchPage } = this.#pages
    const [name = '', part, more] = path
    if (part === undefined && name === '') {
      const text = this.#list()
      return { text, state: text, policy: LIVE_POLICY }
    }
    // Names are looked up among the runs that are there: none ever becomes a path.
    const run = this.#runs().find(one => encodeURIComponent(one.name) === name)
    if (!run || more !== undefined) return null
    if (part === '') {
      const text = watchPage(run.name, 'report', '../')
      return { text, state: text, policy: LIVE_POLICY }
    }
    if (part !== 'report') return null
    const { value: text, state } = this.#reports.of(run.dir)
    return { text, state, policy: REPORT_POLICY }
  }

  /** The runs in the folder, by name; the folder itself if it is one. */
  #runs(): { name: string; dir: string }[] {
    const dir = this.#dir
    if ([JOURNAL, LEARNING].some(file => statsOf(join(dir, file)) !== undefined))
      return [{ name: basename(resolve(dir)), dir }]
    return onDisk(dir, () => readdirSync(dir), 'read')
      .sort()
      .map(name => ({ name, dir: join(dir, name) }))
      .filter(run => foldersOf(run.dir).length > 0 || statsOf(join(run.dir, LEARNING)) !== undefined)
  }

  #list(): string {
    const runs = this.#runs().map(({ name, dir }): ListedRun => {
      return { name, address: `${encodeURIComponent(name)}/`, ...this.#progress.of(dir).value }
    })
    return this.#pages.listPage(basename(resolve(this.#dir)), runs)
  }

  #draw(dir: string): string {
    try {
      this.#games.require(dir)
      return this.#pages.pageOf(readRun(dir))
    } catch (error) {
      // What can't be read now, such as an empty journal, may be readable at the next look.
      return this.#pages.listPage(basename(dir), [
        { name: basename(dir), address: '', progress: (error as Error).message, verdicts: [] },
      ])
    }
  }
}

/** The folders of journals of a run; none if it is no run. */
function foldersOf(dir: string): readonly string[] {
  try {
    return journalFolders(dir)
  } catch {
    return []
  }
}

function progressOf(dir: string, games: Games): Pick<ListedRun, 'progress' | 'verdicts'> {
  try {
    const learning = foldersOf(dir).length === 0 ? learningIn(dir) : []
    if (learning.length > 0) return { progress: learning.map(learningText).join(', '), verdicts: [] }
    games.require(dir)
    return toldOf(statusOf(dir))
  } catch (error) {
    return { progress: (error as Error).message, verdicts: [] }
  }
}

function toldOf({
  state,
  matches,
  total,
  rate,
  left,
  result,
}: RunStatus): Pick<ListedRun, 'progress' | 'verdicts'> {
  const document = summaryDocument(result) as {
    verdicts: readonly {
      variant: string
      agreement: string
      words: string
      lineups: readonly { lineup: string; words: string; mirror: boolean }[]
    }[]
  }
  const verdicts = document.verdicts.flatMap(({ variant, agreement, words: among, lineups }) => [
    ...lineups.filter(({ mirror }) => mirror).map(({ lineup, words }) => `${variant}, ${lineup}: ${words}`),
    ...(agreement === 'none' ? [] : [`${variant}: ${among}`]),
  ])
  return {
    progress: [
      `${state}: ${thousands(matches)} of ${counted(total, 'match', 'matches')} of ${result.experiment.game}`,
      ...(state === 'running' && rate > 0 ? [`${rateText(rate)} a second`] : []),
      ...(state === 'running' && Number.isFinite(left) ? [`about ${clock(left)} left`] : []),
    ].join(', '),
    verdicts: matches === 0 ? [] : verdicts,
  }
}

/** A report has a policy of its own in its text; this adds who may frame it. */
const REPORT_POLICY = "frame-ancestors 'self'"

/** The token is in the address: no other site must hear of it, and no cache keep what it opens. */
const HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'private, no-cache',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

function refuse(response: ServerResponse, code: number, why: string): void {
  const headers = { ...HEADERS, 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' }
  const more: Record<number, object> = { 405: { Allow: 'GET, HEAD' }, 503: { 'Retry-After': '2' } }
  response.writeHead(code, { ...headers, ...more[code] }).end(`refused: ${why}\n`)
}
