/** How long work takes, on stderr: a bar on a terminal, otherwise a line now and then. */
import { say, styleOf } from './output.ts'

/** Milliseconds between plain lines, and between updates of the bar. */
const LINE_MS = 10_000
const BAR_MS = 200
const BAR_WIDTH = 20

const CLEAR_LINE = '\r\u001b[K'

const isAnimated = (): boolean => process.stderr.isTTY === true && process.env.TERM !== 'dumb'

/** Says something while a bar is shown, which keeps to its line: the next update draws it again below. */
export function sayAbove(text: string): void {
  say(isAnimated() ? `${CLEAR_LINE}${text}` : text)
}

/** Shows how much of `total` is done, beside facts in words; returns what ends the display. What it printed stays. */
export async function showBar(total: number, done: () => number, facts: () => string): Promise<() => void> {
  if (!isAnimated()) {
    const timer = setInterval(() => say(facts()), LINE_MS)
    return () => clearInterval(timer)
  }
  const { default: progress } = await import('cli-progress')
  const bar = new progress.SingleBar({
    format: (_options, params) => cut(`${drawn(params.progress)} ${facts()}`),
    stream: process.stderr,
    hideCursor: true,
    // The command stops the bar itself, before it says that it was interrupted.
    gracefulExit: false,
  })
  bar.start(total, done())
  const timer = setInterval(() => bar.update(done()), BAR_MS)
  return () => {
    clearInterval(timer)
    if (!bar.isActive) return
    bar.update(done())
    bar.stop()
  }
}

function drawn(share: number): string {
  const full = Math.round(share * BAR_WIDTH)
  return `[${'='.repeat(full)}${' '.repeat(BAR_WIDTH - full)}] ${String(Math.floor(100 * share)).padStart(3)}%`
}

/** One terminal line: a longer one would wrap and stay behind. */
function cut(line: string): string {
  return line.slice(0, styleOf(process.stderr).width - 1)
}
