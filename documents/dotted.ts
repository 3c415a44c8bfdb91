/** Dotted keys: `favour.win: 9` for `favour: { win: 9 }`. */
import {
  child,
  DEPTH_MAX,
  type Document,
  errorAt,
  isRecord,
  keyProblem,
  type PathStep,
  pathText,
  type SourceLocation,
  TOO_DEEP,
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
  const root = new TreeBuilder(document).build(document.value, [], 0)
  return {
    file: document.file,
    value: valueBelow(root),
    at: (path, part) => locate(document, root, path, part),
  }
}

class TreeBuilder {
  readonly #document: Document
  /** Levels that dots have added so far. */
  #levels = 0

  constructor(document: Document) {
    this.#document = document
  }

  build(value: unknown, origin: readonly PathStep[], depth: number): Node {
    const list = Array.isArray(value)
    const parts = list || isRecord(value) ? new Map<string, Node>() : undefined
    const node: Node = { origin, implied: false, parts, list, value }
    if (!parts) return node
    if (depth >= DEPTH_MAX) this.#refuse(origin, TOO_DEEP)
    for (const key of Object.keys(Object(value))) {
      const path = [...origin, list ? Number(key) : key]
      const names = list ? [key] : this.#split(path, key)
      this.#attach(node, names, this.build(child(value, key), path, depth + names.length), depth)
    }
    return node
  }

  #split(path: readonly PathStep[], key: string): string[] {
    if (!key.includes('.')) return [key]
    const names = key.split('.', DEPTH_MAX + 2)
    for (const name of names) {
      const problem =
        name === ''
          ? `key "${pathText([key])}" has an empty name, expected names between dots`
          : keyProblem(name)
      if (problem) this.#refuse(path, problem)
    }
    return names
  }

  /** Attaches a part under the names of its key, adding the levels in between. */
  #attach(root: Node, names: readonly string[], part: Node, depth: number): void {
    if (depth + names.length > DEPTH_MAX) this.#refuse(part.origin, TOO_DEEP)
    let node = root
    for (const name of names.slice(0, -1)) {
      let next = node.parts?.get(name)
      if (!next) {
        next = this.#addLevel(part.origin)
        node.parts?.set(name, next)
      }
      if (!next.parts || next.list) this.#refuseTwice(next, part)
      node = next
    }
    this.#merge(node, names.at(-1) ?? '', part)
  }

  #addLevel(origin: readonly PathStep[]): Node {
    if (++this.#levels > LEVELS_MAX)
      this.#refuse(origin, `too many dotted levels, expected at most ${LEVELS_MAX}`)
    return { origin, implied: true, parts: new Map(), list: false, value: undefined }
  }

  #merge(node: Node, name: string, part: Node): void {
    const there = node.parts?.get(name)
    if (!there) node.parts?.set(name, part)
    else if (there.parts && part.parts && !there.list && !part.list)
      for (const [key, inner] of part.parts) this.#merge(there, key, inner)
    else this.#refuseTwice(there, part)
  }

  /** Located at the later of the two keys. */
  #refuseTwice(there: Node, part: Node): never {
    const before = this.#document.at(there.origin, 'key')
    const where = before ? ` (first in line ${before.line})` : ''
    return this.#refuse(part.origin, `${pathText(part.origin)} is given twice${where}, expected once`)
  }

  #refuse(path: readonly PathStep[], text: string): never {
    throw errorAt(this.#document, path, text, 'key')
  }
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
