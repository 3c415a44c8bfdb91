/** What `check-game` says of itself while it takes long. */
import type { News } from '../../library/command.ts'
import { say } from './output.ts'

/** Milliseconds between two lines. */
const EVERY_MS = 10_000

/** Listens to a check, and knows what it is at. */
export class Checking {
  #doing: string | null = null
  readonly #timer: NodeJS.Timeout

  constructor() {
    this.#timer = setInterval(() => {
      if (this.line !== null) say(this.line)
    }, EVERY_MS)
  }

  readonly hear = (news: News): void => {
    if ('check' in news)
      this.#doing = `${news.ruleset === null ? '' : `rule set ${news.ruleset}: `}${news.check}`
  }

  /** What is being checked; null before anything is. */
  get line(): string | null {
    return this.#doing === null ? null : `checking ${this.#doing} (fewer --matches take less time)`
  }

  end(): void {
    clearInterval(this.#timer)
  }
}
