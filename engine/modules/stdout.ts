/** Stdout for data of evenhand's own: what modules of the user print goes to stderr, and no more of it than a person reads. */
import { Console } from 'node:console'
import { Writable } from 'node:stream'

/** Lines that the modules of the user may print on a thread: one that tells of each move would fill a terminal, a file and a pipe. */
const LINES_MAX = 20

/** What is said in place of all that follows them. */
const CUT = `(evenhand leaves out whatever else modules print on this thread, after ${LINES_MAX} lines: they print in every match that is played or tried)\n`

type Write = typeof process.stdout.write

/** Under which the function that modules find has the one that it took the place of. */
const KEPT = Symbol('the write of stdout')

interface Diverted extends Write {
  readonly [KEPT]?: Write
}

/** From now on whatever writes to stdout in the usual ways, or to the console, writes its first lines to stderr, but for `writeData`. */
export function divertStdout(): void {
  const write: Diverted = process.stdout.write
  if (write[KEPT]) return
  const printed = firstLines(process.stderr)
  Object.assign(console, new Console(printed))
  process.stdout.write = Object.assign(printed.write.bind(printed), { [KEPT]: write })
}

/** A stream of which another gets the first lines, and a line that says so. */
function firstLines(stream: Pick<Writable, 'write'>): Writable {
  let lines = 0
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      const text = chunk.toString()
      const before = lines
      lines += text.split('\n').length - 1
      if (before < LINES_MAX)
        stream.write(lines < LINES_MAX ? text : `${headOf(text, LINES_MAX - before)}${CUT}`)
      done()
    },
  })
}

function headOf(text: string, lines: number): string {
  return `${text.split('\n').slice(0, lines).join('\n')}\n`
}

/** Writes text to stdout itself. */
export function writeData(text: string, done?: () => void): void {
  const write: Diverted = process.stdout.write
  Reflect.apply(write[KEPT] ?? write, process.stdout, [text, done])
}
