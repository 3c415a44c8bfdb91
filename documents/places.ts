/** Gives errors of registries and parsers the place in the document that caused them. */
import { type Document, InputError, type Step } from './document.ts'

/** Runs what throws a plain Error, and gives that error its place. */
export function at<T>(document: Document, path: readonly Step[], act: () => T): T {
  try {
    return act()
  } catch (error) {
    throw placed(document, path, error)
  }
}

/** An error as an InputError at that place, if it is not one already. */
export function placed(document: Document, path: readonly Step[], error: unknown): unknown {
  if (error instanceof InputError || !(error instanceof Error)) return error
  return new InputError(document.file, error.message, document.at(path))
}
