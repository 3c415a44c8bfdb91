/** A server for this machine only that shows runs in a browser while they play. */
import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { basename, join, resolve } from 'node:path'
import { answerOf, headlineOf } from '../reports/findings/answer/answer.ts'
import { clock, counted, rateText, thousands } from '../reports/formatting.ts'
import type { ListedRun } from '../reports/page/index.ts'
import { onDisk, statsOf } from '../sim/store/disk.ts'
import { JOURNAL } from '../sim/store/journal.ts'
import { openGamesIn } from './folders/games.ts'
import { journalFolders, LEARNING, requireFolder } from './folders/journals.ts'
import { learningIn, learningText } from './learning/folder.ts'
import { HEADERS, type LocalRequest, refuse, serveLocally } from './local-server.ts'
import { METRICS_TYPE, type MeasuredRun, metricsText } from './metrics.ts'
import { openMatches } from './runs/matches.ts'
import { watchedIn } from './runs/report.ts'
import { type RunStatus, statusOf } from './runs/status.ts'
import { queueStatus } from './runs/workers.ts'
import { holdsTuning, type TuningStatus, tuningFiles, tuningStatusOf } from './tuning/folder.ts'

export interface LiveOptions {
  /** 0 to 65535; 0, the default, is any free port. */
  readonly port?: number | undefined
  /** The token in the address, of letters, digits, - and _; by default a new one. */
  readonly token?: string | undefined
  /** Redis server of a queue, whose workers the metrics tell as well. */
  readonly redis?: string | undefined
}

/** A server that runs. */
export interface Live {
  /** The address of the list, with the token that lets a browser in. */
  readonly url: string
  close(): Promise<void>
}

/** What was last made of a run, and of which state of its journals. */
interface Made<T> {
  readonly state: string
  readonly value: T
  /** Not before, despite news; and after, without: the journals of a run that plays don't show whether it ended. */
  readonly soonest: number
  readonly latest: number
}

/** Least milliseconds between two looks at a run, and least multiple of the time that the last took. */
const PAUSE = 2000
const PAUSE_TIMES = 4
const PAUSE_MOST = 10_000

/** Keeps what was made of each run until there is news: of a complete run, until its journals change. */
class Shelf<T> {
  readonly #made = new Map<string, Made<T>>()
  readonly #make: (dir: string) => Promise<{ value: T; isFinal: boolean }>

  constructor(make: (dir: string) => Promise<{ value: T; isFinal: boolean }>) {
    this.#make = make
  }

  /** What was made of a run, however old; undefined if nothing was. */
  last(dir: string): T | undefined {
    return this.#made.get(dir)?.value
  }

  isDue(dir: string): boolean {
    const known = this.#made.get(dir)
    const now = performance.now()
    if (!known) return true
    return now >= known.soonest && (now >= known.latest || known.state !== stateOf(dir))
  }

  async of(dir: string): Promise<Made<T>> {
    const known = this.#made.get(dir)
    if (known && !this.isDue(dir)) return known
    const begun = performance.now()
    const state = stateOf(dir)
    const { value, isFinal } = await this.#make(dir)
    const now = performance.now()
    const pause = Math.max(PAUSE, PAUSE_TIMES * (now - begun))
    const latest = isFinal ? Number.POSITIVE_INFINITY : now + Math.max(PAUSE_MOST, pause)
    const made = { state, value, soonest: now + pause, latest }
    this.#made.set(dir, made)
    return made
  }
}

/** Changes with the journals of a run, and with how far its players have learned. */
function stateOf(dir: string): string {
  return filesOf(dir)
    .map(file => statsOf(file))
    .map(stats => `${stats?.size} ${stats?.mtimeMs}`)
    .join()
}

function filesOf(dir: string): string[] {
  if (holdsTuning(dir)) return tuningFiles(dir)
  return [...foldersOf(dir).map(folder => join(folder, JOURNAL)), join(dir, LEARNING)]
}

type Pages = typeof import('../reports/page/index.ts')

/**
 * Serves the runs in a folder, or the one that it is: their list with answers, and their pages, drawn from
 * their journals when somebody looks. Reads only. Requests must name this machine and know the token, so that
 * no web page can read runs through the browser. Rejects with an InputError for a path that isn't a folder, and
 * for a port that can't be had.
 */
export async function serveRuns(dir: string, { port = 0, token, redis }: LiveOptions = {}): Promise<Live> {
  requireFolder(dir, 'a folder of runs, or the folder of one run')
  const site = new Site(dir, await import('../reports/page/index.ts'), redis)
  const { url, close } = await serveLocally(port, asked => site.answer(asked), token)
  return {
    url,
    close: async () => {
      site.close()
      await close()
    },
  }
}

interface SitePage {
  readonly text: string
  readonly state: string
  readonly headers: Readonly<Record<string, string>>
}

class Site {
  readonly #dir: string
  readonly #redis: string | undefined
  readonly #pages: Pages
  readonly #reports = new Shelf(dir => this.#draw(dir))
  readonly #told = new Shelf(dir => told(dir, this.#pages))
  #isReading = false
  #isClosed = false

  constructor(dir: string, pages: Pages, redis: string | undefined) {
    this.#dir = dir
    this.#redis = redis
    this.#pages = pages
  }

  close(): void {
    this.#isClosed = true
  }

  async answer({ path, request, response }: LocalRequest): Promise<void> {
    // Node sends no body in answer to HEAD.
    if (request.method !== 'GET' && request.method !== 'HEAD') refuse(response, 405, 'not GET or HEAD')
    else await this.#show(path, request.headers['if-none-match'], response)
  }

  async #show(path: readonly string[], known: string | undefined, response: ServerResponse): Promise<void> {
    const page = await this.#pageAt(path)
    if (page === null) {
      refuse(response, 404, 'no such page')
      return
    }
    const etag = `"${hashOf(page.state)}"`
    const headers = { ...HEADERS, ETag: etag, ...page.headers }
    if (known === etag) response.writeHead(304, headers).end()
    else response.writeHead(200, headers).end(page.text)
  }

  /** The text at a path below the token, its state and its own headers; null for nothing. */
  async #pageAt(path: readonly string[]): Promise<SitePage | null> {
    const { LIVE_POLICY, watchPage } = this.#pages
    const ofPolicy = (policy: string) => ({ 'Content-Security-Policy': policy })
    const [name = '', part, more] = path
    if (part === undefined && name === '') {
      const text = await this.#list()
      return { text, state: text, headers: ofPolicy(LIVE_POLICY) }
    }
    if (part === undefined && name === 'metrics') {
      const text = await this.#metrics()
      return { text, state: text, headers: { 'Content-Type': METRICS_TYPE } }
    }
    // Names are looked up among the runs that are there: none ever becomes a path.
    const run = this.#runs().find(one => encodeURIComponent(one.name) === name)
    if (!run || more !== undefined) return null
    if (part === '') {
      const text = watchPage(run.name, 'report', '../')
      return { text, state: text, headers: ofPolicy(LIVE_POLICY) }
    }
    if (part !== 'report') return null
    const { value: text, state } = await this.#reports.of(run.dir)
    return { text, state, headers: ofPolicy(REPORT_POLICY) }
  }

  /** The runs in the folder, by name; the folder itself if it is one. */
  #runs(): { name: string; dir: string }[] {
    const dir = this.#dir
    if (holdsTuning(dir) || [JOURNAL, LEARNING].some(file => statsOf(join(dir, file)) !== undefined))
      return [{ name: basename(resolve(dir)), dir }]
    return onDisk(dir, () => readdirSync(dir), 'read')
      .sort()
      .map(name => ({ name, dir: join(dir, name) }))
      .filter(
        ({ dir }) =>
          holdsTuning(dir) || foldersOf(dir).length > 0 || statsOf(join(dir, LEARNING)) !== undefined,
      )
  }

  async #list(): Promise<string> {
    const runs = (await this.#known()).map(({ name, changed, about: { measured: _, ...about } }) => ({
      ...{ name, address: `${encodeURIComponent(name)}/`, date: dateText(changed) },
      ...about,
    }))
    return this.#pages.listPage(basename(resolve(this.#dir)), runs)
  }

  async #metrics(): Promise<string> {
    const runs = (await this.#known()).flatMap(({ name, about: { measured } }) =>
      measured ? [{ ...measured, name }] : [],
    )
    if (this.#redis === undefined) return metricsText(runs, undefined)
    return metricsText(runs, await queueStatus(this.#redis).catch(() => null))
  }

  /** The newest first. What takes too long to read is read after the answer, for the next request. */
  async #known(): Promise<{ name: string; changed: number; about: Told }[]> {
    const begun = performance.now()
    const dated = this.#runs()
      .map(run => ({ ...run, changed: changedAt(run.dir) }))
      .sort((a, b) => b.changed - a.changed)
    const runs: { name: string; changed: number; about: Told }[] = []
    for (const { name, dir, changed } of dated) {
      if (this.#told.isDue(dir) && performance.now() - begun < LIST_MS) await this.#told.of(dir)
      const about = this.#told.last(dir) ?? { ...UNKNOWN, progress: 'not read yet' }
      runs.push({ name, changed, about })
    }
    void this.#readOn(dated.map(({ dir }) => dir))
    return runs
  }

  /** Reads the runs that nothing is known of yet, letting requests in between. */
  async #readOn(dirs: readonly string[]): Promise<void> {
    if (this.#isReading) return
    this.#isReading = true
    for (const dir of dirs) {
      if (this.#isClosed) break
      if (this.#told.last(dir)) continue
      await this.#told.of(dir)
      await new Promise(setImmediate)
    }
    this.#isReading = false
  }

  async #draw(dir: string): Promise<{ value: string; isFinal: boolean }> {
    try {
      if (holdsTuning(dir)) return await this.#drawTuning(dir)
      await openGamesIn(dir)
      const matches = openMatches(dir)
      const { result } = matches
      const watched = await watchedIn(dir, matches, result.complete ? 'all' : 'quick')
      return { value: this.#pages.pageOf(result, { watched }), isFinal: result.complete }
    } catch (error) {
      // What can't be read now, such as an empty journal, may be readable at the next look.
      return { value: this.#pages.troublePage(basename(dir), (error as Error).message), isFinal: false }
    }
  }

  async #drawTuning(dir: string): Promise<{ value: string; isFinal: boolean }> {
    const { tuningPage, tuningTitle, troublePage } = this.#pages
    const { experiment, result, progress } = await openTuningStatus(dir)
    // The page of the confirmation has no address here.
    if (result) return { value: tuningPage(result), isFinal: true }
    return {
      value: troublePage(tuningTitle(experiment), `The search is not finished: ${progress}.`),
      isFinal: false,
    }
  }
}

async function openTuningStatus(dir: string): Promise<TuningStatus> {
  if (foldersOf(dir).length > 0) await openGamesIn(dir)
  return tuningStatusOf(dir)
}

/** Most milliseconds a list spends on reading changed runs. */
const LIST_MS = 400

/** When a run's journals last changed, in milliseconds. */
function changedAt(dir: string): number {
  return Math.max(0, ...filesOf(dir).map(file => statsOf(file)?.mtimeMs ?? 0))
}

/** "2026-11-28 09:30", by the clock of this machine. */
function dateText(milliseconds: number): string {
  const date = new Date(milliseconds)
  const two = (value: number): string => String(value).padStart(2, '0')
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-')
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`
}

/** The folders of journals of a run; none if it isn't a run. */
function foldersOf(dir: string): readonly string[] {
  try {
    return journalFolders(dir)
  } catch {
    return []
  }
}

interface Told extends Omit<ListedRun, 'name' | 'address' | 'date'> {
  /** Absent where no matches are counted. */
  readonly measured?: Omit<MeasuredRun, 'name'>
}

const UNKNOWN = { title: '', answer: '', state: '' }

async function told(dir: string, pages: Pages): Promise<{ value: Told; isFinal: boolean }> {
  try {
    if (holdsTuning(dir)) {
      const { state, progress, experiment, result } = await openTuningStatus(dir)
      const [answer = ''] = result ? pages.answerOfTuning(result).answer : []
      return {
        value: { title: pages.tuningTitle(experiment), answer, state, progress },
        isFinal: result !== null,
      }
    }
    const learning = foldersOf(dir).length === 0 ? learningIn(dir) : []
    if (learning.length > 0) {
      const progress = learning.map(learningText).join(', ')
      return { value: { ...UNKNOWN, state: 'learning', progress }, isFinal: false }
    }
    await openGamesIn(dir)
    const status = statusOf(dir)
    const { state, matches, total, rate, left, forfeits } = status
    const measured = { state, matches, total, rate, left, forfeits }
    return { value: { ...toldOf(status), measured }, isFinal: status.state === 'complete' }
  } catch (error) {
    return { value: { ...UNKNOWN, progress: (error as Error).message }, isFinal: false }
  }
}

function toldOf({ state, matches, total, rate, left, result }: RunStatus): Told {
  const answer = answerOf(result)
  return {
    title: answer.title,
    answer: headlineOf(answer),
    state,
    progress: [
      state === 'complete'
        ? counted(matches, 'match', 'matches')
        : `${thousands(matches)} of ${counted(total, 'match', 'matches')}`,
      ...(state === 'running' && rate > 0 ? [`${rateText(rate)} a second`] : []),
      ...(state === 'running' && Number.isFinite(left) ? [`about ${clock(left)} left`] : []),
    ].join(', '),
  }
}

/** A report has its own policy in its text; this adds who may frame it. */
const REPORT_POLICY = "frame-ancestors 'self'"

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
