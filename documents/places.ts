/** Gives errors of registries and parsers the place in the document that caused them. */
import { type Document, InputError, type PathStep } from './document.ts'

/** Calls a function, and turns a plain Error that it throws into an InputError at that place. */
export function withPlace<T>(document: Document, path: readonly PathStep[], act: () => T): T {
  try {
    return act()
  } catch (error) {
    throw placedError(document, path, error)
  }
}

/** A plain Error as an InputError at that place; anything else as it is. */
export function placedError(document: Document, path: readonly PathStep[], error: unknown): unknown {
  if (error instanceof InputError || !(error instanceof Error)) return error
  return new InputError(document.labels?.[String(path[0])] ?? document.file, error.message, document.at(path))
}
