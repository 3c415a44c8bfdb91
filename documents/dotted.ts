/** Dotted keys: `favour.win: 9` for `favour: { win: 9 }`. */
import {
  child,
  DEPTH_MAX,
  type Document,
  dotted,
  InputError,
  isRecord,
  keyFault,
  type Place,
  type Step,
} from './document.ts'

/** Levels that the dots of one document may make: a line of text can ask for 64 of them. */
const LEVELS_MAX = 50_000

/** A value being put together, and where in the document as written it comes from. */
interface Sprout {
  readonly origin: readonly Step[]
  /** A level that only dots made has no value of its own: it stands where the dotted key is. */
  readonly implied: boolean
  /** For objects and arrays their parts; for anything else `value` counts. */
  readonly parts: Map<string, Sprout> | undefined
  readonly list: boolean
  readonly value: unknown
}

/**
 * The document with its dotted keys nested, at every level and merged with keys that are nested already. Giving
 * a leaf twice is an InputError; places are those of the dotted keys.
 */
export function expandDotted(document: Document): Document {
  if (document.value === undefined) return document
  const root = sprout(new Garden(document), document.value, [], 0)
  return { file: document.file, value: harvest(root), at: (path, part) => locate(document, root, path, part) }
}

/** The document at work, and how many levels its dots have made. */
class Garden {
  readonly document: Document
  #levels = 0

  constructor(document: Document) {
    this.document = document
  }

  /** A level that the dots of a key make. */
  imply(origin: readonly Step[]): Sprout {
    if (++this.#levels > LEVELS_MAX)
      throw refusal(this.document, origin, `too many dotted levels, expected at most ${LEVELS_MAX}`)
    return { origin, implied: true, parts: new Map(), list: false, value: undefined }
  }
}

function sprout(garden: Garden, value: unknown, origin: readonly Step[], depth: number): Sprout {
  const { document } = garden
  const list = Array.isArray(value)
  const node: Sprout = { origin, implied: false, parts: parted(value), list, value }
  if (!node.parts) return node
  if (depth >= DEPTH_MAX)
    throw refusal(document, origin, `nested too deeply, expected at most ${DEPTH_MAX} levels`)
  if (Array.isArray(value)) {
    value.forEach((item, index) => {
      node.parts?.set(String(index), sprout(garden, item, [...origin, index], depth + 1))
    })
  } else {
    for (const key of Object.keys(Object(value))) {
      const path = [...origin, key]
      const names = split(document, path, key)
      const part = sprout(garden, child(value, key), path, depth + names.length)
      graft(garden, node, names, part, depth)
    }
  }
  return node
}

function parted(value: unknown): Map<string, Sprout> | undefined {
  return Array.isArray(value) || isRecord(value) ? new Map() : undefined
}

function split(document: Document, path: readonly Step[], key: string): string[] {
  if (!key.includes('.')) return [key]
  const names = key.split('.', DEPTH_MAX + 2)
  for (const name of names) {
    const fault =
      name === '' ? `key "${dotted([key])}" has an empty name, expected names between dots` : keyFault(name)
    if (fault) throw refusal(document, path, fault)
  }
  return names
}

/** Hangs a part under the names of its key, making the levels between. */
function graft(garden: Garden, root: Sprout, names: readonly string[], part: Sprout, depth: number): void {
  const { document } = garden
  if (depth + names.length > DEPTH_MAX) {
    throw refusal(document, part.origin, `nested too deeply, expected at most ${DEPTH_MAX} levels`)
  }
  let node = root
  for (const name of names.slice(0, -1)) {
    let next = node.parts?.get(name)
    if (!next) {
      next = garden.imply(part.origin)
      node.parts?.set(name, next)
    }
    if (!next.parts || next.list) throw twice(document, next, part)
    node = next
  }
  join(document, node, names.at(-1) ?? '', part)
}

function join(document: Document, node: Sprout, name: string, part: Sprout): void {
  const there = node.parts?.get(name)
  if (!there) {
    node.parts?.set(name, part)
  } else if (there.parts && part.parts && !there.list && !part.list) {
    for (const [key, inner] of part.parts) join(document, there, key, inner)
  } else {
    throw twice(document, there, part)
  }
}

/** Of the two givings the later one is the mistake. */
function twice(document: Document, there: Sprout, part: Sprout): InputError {
  const before = document.at(there.origin, 'key')
  const where = before ? ` (first in line ${before.line})` : ''
  return refusal(document, part.origin, `${dotted(part.origin)} is given twice${where}, expected once`)
}

function refusal(document: Document, path: readonly Step[], text: string): InputError {
  return new InputError(document.file, text, document.at(path, 'key'))
}

function harvest(node: Sprout): unknown {
  if (!node.parts) return node.value
  if (node.list) return [...node.parts.values()].map(harvest)
  return Object.fromEntries([...node.parts].map(([key, part]) => [key, harvest(part)]))
}

function locate(
  document: Document,
  root: Sprout,
  path: readonly Step[],
  part?: 'value' | 'key',
): Place | null {
  let node = root
  for (const step of path) {
    const next = node.parts?.get(String(step))
    if (!next) return document.at(node.origin, node.implied ? 'key' : 'value')
    node = next
  }
  return document.at(node.origin, node.implied ? 'key' : part)
}
