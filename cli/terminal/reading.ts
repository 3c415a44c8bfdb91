/** Shows on stderr what takes long before anything is played: loading a game, its trial matches, and checks of it. */
import { onReading, type ReadingNews } from '../../engine/modules/index.ts'
import { clock } from '../../library/command.ts'
import { say } from './output.ts'
import { BAR_MS, CLEAR_LINE, cut, isAnimated, LINE_MS } from './progress.ts'

/** Milliseconds before a terminal shows anything. */
const FIRST_MS = 1000
/** Elsewhere, milliseconds of CPU time of this process: a log needs no line for what takes a moment. */
const FIRST_CPU_MS = 3000

/** Follows the reading of games, if it is to be shown: a line that is renewed on a terminal, elsewhere a line now and then. */
export function showReading(shown: boolean): void {
  onReading(shown ? news => display.follow(news) : () => {})
}

class ReadingDisplay {
  #news: ReadingNews = null
  #timer: NodeJS.Timeout | undefined
  #began = 0
  #processor: NodeJS.CpuUsage | undefined
  /** When a line was last shown; null before the first. */
  #shown: number | null = null

  /** Draws at once if it is time: where this thread does the reading, no timer runs. */
  follow(news: ReadingNews): void {
    const wasReading = this.#news !== null
    this.#news = news
    if (news === null) {
      clearInterval(this.#timer)
      if (this.#shown !== null && isAnimated()) process.stderr.write(CLEAR_LINE)
    } else if (wasReading) this.#draw()
    else {
      this.#began = performance.now()
      this.#processor = process.cpuUsage()
      this.#shown = null
      this.#timer = setInterval(() => this.#draw(), BAR_MS)
    }
  }

  #draw(): void {
    if (this.#news === null || !this.#isTime()) return
    const seconds = (performance.now() - this.#began) / 1000
    const line = `reading the game (${clock(seconds)}): ${this.#news().doing}`
    this.#shown = performance.now()
    if (isAnimated()) process.stderr.write(`${CLEAR_LINE}${cut(line)}`)
    else say(line)
  }

  #isTime(): boolean {
    const now = performance.now()
    if (this.#shown !== null) return now - this.#shown >= (isAnimated() ? BAR_MS : LINE_MS)
    if (isAnimated() || now - this.#began >= LINE_MS) return now - this.#began >= FIRST_MS
    const { user, system } = process.cpuUsage(this.#processor)
    return (user + system) / 1000 >= FIRST_CPU_MS
  }
}

const display = new ReadingDisplay()
