/** Stdout for data of evenhand's own: what modules of the user print goes to stderr. */

type Write = typeof process.stdout.write

/** Under which the function that modules find has the one that it took the place of. */
const KEPT = Symbol('the write of stdout')

interface Diverted extends Write {
  readonly [KEPT]?: Write
}

/** From now on whatever writes to stdout in the usual ways writes to stderr, but for `writeData`. */
export function divertStdout(): void {
  const write: Diverted = process.stdout.write
  if (write[KEPT]) return
  process.stdout.write = Object.assign(process.stderr.write.bind(process.stderr), { [KEPT]: write })
}

/** Writes text to stdout itself. */
export function writeData(text: string, done?: () => void): void {
  const write: Diverted = process.stdout.write
  Reflect.apply(write[KEPT] ?? write, process.stdout, [text, done])
}
