/** Dotted keys: `favour.win: 9` for `favour: { win: 9 }`. */
import {
  child,
  DEPTH_MAX,
  type Document,
  InputError,
  isRecord,
  keyProblem,
  type PathStep,
  pathText,
  type SourceLocation,
} from './document.ts'

/** Most levels that a document's dots may add: a single line can ask for 64. */
const LEVELS_MAX = 50_000

/** A node of the nested tree, with the path of its value in the document as written. */
interface Node {
  readonly origin: readonly PathStep[]
  /** True for a level that only dots imply. It has no value; its location is that of the dotted key. */
  readonly implied: boolean
  /** Undefined for a plain `value`. */
  readonly parts: Map<string, Node> | undefined
  readonly list: boolean
  readonly value: unknown
}

/**
 * Nests the document's dotted keys at every level and merges them with nested ones. Each value is located at
 * its dotted key. Throws an InputError if a leaf is given twice.
 */
export function expandDotted(document: Document): Document {
  if (document.value === undefined) return document
  const root = buildNode(new TreeBuilder(document), document.value, [], 0)
  return {
    file: document.file,
    value: valueBelow(root),
    at: (path, part) => locate(document, root, path, part),
  }
}

class TreeBuilder {
  readonly document: Document
  #levels = 0

  constructor(document: Document) {
    this.document = document
  }

  addLevel(origin: readonly PathStep[]): Node {
    if (++this.#levels > LEVELS_MAX)
      throw refusal(this.document, origin, `too many dotted levels, expected at most ${LEVELS_MAX}`)
    return { origin, implied: true, parts: new Map(), list: false, value: undefined }
  }
}

function buildNode(builder: TreeBuilder, value: unknown, origin: readonly PathStep[], depth: number): Node {
  const { document } = builder
  const list = Array.isArray(value)
  const node: Node = { origin, implied: false, parts: emptyParts(value), list, value }
  if (!node.parts) return node
  if (depth >= DEPTH_MAX)
    throw refusal(document, origin, `nested too deeply, expected at most ${DEPTH_MAX} levels`)
  if (Array.isArray(value)) {
    value.forEach((item, index) => {
      node.parts?.set(String(index), buildNode(builder, item, [...origin, index], depth + 1))
    })
  } else {
    for (const key of Object.keys(Object(value))) {
      const path = [...origin, key]
      const names = split(document, path, key)
      const part = buildNode(builder, child(value, key), path, depth + names.length)
      attach(builder, node, names, part, depth)
    }
  }
  return node
}

function emptyParts(value: unknown): Map<string, Node> | undefined {
  return Array.isArray(value) || isRecord(value) ? new Map() : undefined
}

function split(document: Document, path: readonly PathStep[], key: string): string[] {
  if (!key.includes('.')) return [key]
  const names = key.split('.', DEPTH_MAX + 2)
  for (const name of names) {
    const fault =
      name === ''
        ? `key "${pathText([key])}" has an empty name, expected names between dots`
        : keyProblem(name)
    if (fault) throw refusal(document, path, fault)
  }
  return names
}

/** Attaches a part under the names of its key, adding the levels in between. */
function attach(builder: TreeBuilder, root: Node, names: readonly string[], part: Node, depth: number): void {
  const { document } = builder
  if (depth + names.length > DEPTH_MAX) {
    throw refusal(document, part.origin, `nested too deeply, expected at most ${DEPTH_MAX} levels`)
  }
  let node = root
  for (const name of names.slice(0, -1)) {
    let next = node.parts?.get(name)
    if (!next) {
      next = builder.addLevel(part.origin)
      node.parts?.set(name, next)
    }
    if (!next.parts || next.list) throw givenTwice(document, next, part)
    node = next
  }
  mergeInto(document, node, names.at(-1) ?? '', part)
}

function mergeInto(document: Document, node: Node, name: string, part: Node): void {
  const there = node.parts?.get(name)
  if (!there) {
    node.parts?.set(name, part)
  } else if (there.parts && part.parts && !there.list && !part.list) {
    for (const [key, inner] of part.parts) mergeInto(document, there, key, inner)
  } else {
    throw givenTwice(document, there, part)
  }
}

/** Located at the later of the two keys. */
function givenTwice(document: Document, there: Node, part: Node): InputError {
  const before = document.at(there.origin, 'key')
  const where = before ? ` (first in line ${before.line})` : ''
  return refusal(document, part.origin, `${pathText(part.origin)} is given twice${where}, expected once`)
}

function refusal(document: Document, path: readonly PathStep[], text: string): InputError {
  return new InputError(document.file, text, document.at(path, 'key'))
}

function valueBelow(node: Node): unknown {
  if (!node.parts) return node.value
  if (node.list) return [...node.parts.values()].map(valueBelow)
  return Object.fromEntries([...node.parts].map(([key, part]) => [key, valueBelow(part)]))
}

function locate(
  document: Document,
  root: Node,
  path: readonly PathStep[],
  part?: 'value' | 'key',
): SourceLocation | null {
  let node = root
  for (const step of path) {
    const next = node.parts?.get(String(step))
    if (!next) return document.at(node.origin, node.implied ? 'key' : 'value')
    node = next
  }
  return document.at(node.origin, node.implied ? 'key' : part)
}
