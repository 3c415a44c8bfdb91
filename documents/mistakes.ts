/** Several mistakes of the input, reported together. */
import { type Document, InputError, type PathStep } from './document.ts'

/** Most mistakes reported at once. */
const TOLD_MAX = 20

/** Mistakes, one a line; its fields are those of the first. */
export class InputErrors extends InputError {
  readonly all: readonly InputError[]

  /** `more` mistakes are counted but not shown. */
  constructor(all: readonly InputError[], more: number) {
    const [first] = all as [InputError]
    const { file, text, line, column } = first
    super(file, text, line === undefined || column === undefined ? null : { line, column })
    this.name = 'InputErrors'
    this.all = all
    this.message = [...all.map(one => one.message), ...(more > 0 ? [`and ${more} more`] : [])].join('\n')
  }
}

/** One error for all, each once, by file and line. `more` mistakes were found besides. */
export function combineErrors(errors: readonly InputError[], more = 0): InputError {
  const each = errors.flatMap(error => (error instanceof InputErrors ? error.all : [error]))
  const distinct = [...new Map(each.map(error => [error.message, error])).values()]
  const files = [...new Set(distinct.map(({ file }) => file))]
  const sorted = distinct.sort(
    (a, b) =>
      files.indexOf(a.file) - files.indexOf(b.file) ||
      (a.line ?? 0) - (b.line ?? 0) ||
      (a.column ?? 0) - (b.column ?? 0),
  )
  const told = sorted.slice(0, TOLD_MAX)
  const rest = sorted.length - told.length + more
  return told.length === 1 && rest === 0 ? told[0]! : new InputErrors(told, rest)
}

/** Collects mistakes, so that the first doesn't hide the others. */
export class Mistakes {
  readonly #errors: InputError[] = []

  /** The result, or undefined after an InputError, which is kept. */
  try<T>(act: () => T): T | undefined {
    try {
      return act()
    } catch (error) {
      this.#keep(error)
      return undefined
    }
  }

  async tryAsync<T>(act: () => Promise<T>): Promise<T | undefined> {
    try {
      return await act()
    } catch (error) {
      this.#keep(error)
      return undefined
    }
  }

  add(error: InputError | null): void {
    if (error) this.#errors.push(error)
  }

  /** Everything kept; there must be something. */
  get error(): InputError {
    return combineErrors(this.#errors)
  }

  #keep(error: unknown): void {
    if (!(error instanceof InputError)) throw error
    this.#errors.push(error)
  }

  /** Throws everything kept, if anything was. */
  throw(): void {
    if (this.#errors.length > 0) throw this.error
  }
}

/** Calls a function; a plain Error becomes an InputError at that location. */
export function withPlace<T>(document: Document, path: readonly PathStep[], act: () => T): T {
  try {
    return act()
  } catch (error) {
    throw placedError(document, path, error)
  }
}

/** A plain Error as an InputError at that location; anything else unchanged. */
export function placedError(document: Document, path: readonly PathStep[], error: unknown): unknown {
  if (error instanceof InputError || !(error instanceof Error)) return error
  return new InputError(document.labels?.[String(path[0])] ?? document.file, error.message, document.at(path))
}
