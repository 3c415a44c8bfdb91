/** Parts of a rule set in their own files: maps, decks and the like. */
import { dirname, isAbsolute, join } from 'node:path'
import { z } from 'zod'
import {
  child,
  type Document,
  errorAt,
  InputError,
  isRecord,
  pathText,
  show,
  withoutKey,
} from '../document.ts'
import { readDocument } from '../text/read.ts'

/** The mark of `fromFile` in a schema's metadata, and so in its JSON schema. */
export const FROM_FILE = 'fromFile'

/**
 * A rules key whose value may also be the path of a YAML or JSON file. `path` is the default, relative to the
 * folder of the game's rule sets; `readParts` replaces paths by file contents.
 */
export function fromFile<T extends z.ZodType>(schema: T, path: string): z.ZodDefault<T> {
  // The default is a path until `readParts` has run: rules compile only after that.
  return schema.default(path as never).meta({ [FROM_FILE]: true })
}

export function fileKeys(schema: z.ZodType): string[] {
  if (!(schema instanceof z.ZodObject)) return []
  return Object.entries(schema.shape)
    .filter(([, field]) => field instanceof z.ZodType && field.meta()?.[FROM_FILE] === true)
    .map(([key]) => key)
}

/**
 * Replaces every path of a `fromFile` key by the content of its file. Paths are relative to the layer's
 * folder (the current folder for the command line). Parts aren't merged: the last layer that gives one wins.
 * Throws an InputError for a file that can't be read.
 */
export function readParts(schema: z.ZodType, layers: readonly Document[]): Document[] {
  return fileKeys(schema).reduce<Document[]>(
    (now, key) => {
      const last = now.findLastIndex(layer => child(layer.value, key) !== undefined)
      return now.map((layer, i) =>
        i < last ? withoutKey(layer, key) : i === last ? readPart(layer, key) : layer,
      )
    },
    [...layers],
  )
}

function readPart(document: Document, key: string): Document {
  const path = child(document.value, key)
  if (typeof path !== 'string' || !isRecord(document.value)) return document
  const part = readAt(document, key, path)
  return {
    file: document.file,
    value: { ...document.value, [key]: part.value },
    at: (steps, which) => {
      if (steps[0] !== key) return document.at(steps, which)
      const place = part.at(steps.slice(1), which)
      return place && { file: part.file, ...place }
    },
  }
}

/** Reports an unreadable file where its path is written. */
function readAt(document: Document, key: string, path: string): Document {
  try {
    return readDocument(isAbsolute(path) ? path : join(dirname(document.file), path))
  } catch (error) {
    if (!(error instanceof InputError) || error.line !== undefined) throw error
    const why = error.message.slice(`${error.file}: `.length)
    throw errorAt(document, [key], `${pathText([key])} ${show(path)}: ${why}`)
  }
}
