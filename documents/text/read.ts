/** Parses YAML and JSON text into documents. */
import { isAlias, isMap, isScalar, isSeq, LineCounter, type Pair, type ParsedNode, type Scalar } from 'yaml'
import {
  DEPTH_MAX,
  type Document,
  InputError,
  keyProblem,
  type PathStep,
  type SourceLocation,
  show,
  TOO_DEEP,
  textProblem,
} from '../document.ts'
import { FILE_MAX, readText, tooLarge } from './files.ts'
import { parseTree, TextError } from './syntax.ts'

/** Most values that aliases may add by repeating their anchors. */
const COPIES_MAX = 10_000

/** Reads a YAML or JSON file. Throws an InputError unless it is a single plain document. */
export function readDocument(file: string): Document {
  return parseDocument(readText(file), file)
}

/** Reads YAML or JSON text; errors call it `file`. Throws an InputError. */
export function parseDocument(text: string, file: string): Document {
  const body = text.startsWith('\uFEFF') ? text.slice(1) : text
  const place = placer(body)
  try {
    // Not every text comes from `readDocument`. A character takes at least one byte.
    if (body.length > FILE_MAX) throw tooLarge(file, body.length)
    const root = parseTree(body)
    const { value, mark } = root
      ? new Reader().read(root, root.range[0], 0)
      : { value: null, mark: leaf(0, 0) }
    return { file, value, at: (path, part = 'value') => place(offsetAt(mark, path, part)) }
  } catch (error) {
    if (error instanceof InputError) throw error
    if (error instanceof TextError) throw new InputError(file, error.message, place(error.offset))
    // Whatever a library throws, the user gets one line about the file.
    const deep = error instanceof RangeError
    throw new InputError(
      file,
      deep ? TOO_DEEP : `not valid YAML: ${error instanceof Error ? error.message : error}`,
    )
  }
}

/** Turns offsets into locations; counts lines when the first one is needed. */
function placer(text: string): (offset: number) => SourceLocation {
  let lines: LineCounter | undefined
  return offset => {
    if (!lines) {
      lines = new LineCounter()
      lines.addNewLine(0)
      for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines.addNewLine(at + 1)
    }
    const { line, col } = lines.linePos(offset)
    return { line, column: col }
  }
}

/** The offsets of a value, its key and its parts. */
interface Mark {
  readonly key: number
  readonly value: number
  readonly parts: Map<string, Mark> | undefined
}

function leaf(key: number, value: number): Mark {
  return { key, value, parts: undefined }
}

function offsetAt(root: Mark, path: readonly PathStep[], part: 'value' | 'key'): number {
  let mark = root
  for (const step of path) {
    const next = mark.parts?.get(String(step))
    if (!next) return mark.value
    mark = next
  }
  return mark[part]
}

interface Read {
  readonly value: unknown
  readonly mark: Mark
}

/** Turns a YAML tree into plain data, with marks of the same shape. */
class Reader {
  /** The latest node of each anchor: YAML allows a name to be reused. */
  private readonly anchors = new Map<string, ParsedNode>()
  private readonly open = new Set<ParsedNode>()
  /** The offset of the outermost alias being repeated. */
  private copying: number | undefined
  private copies = 0

  read(node: ParsedNode, key: number, depth: number): Read {
    const offset = node.range[0]
    if (this.copying !== undefined && ++this.copies > COPIES_MAX) {
      throw new TextError(this.copying, `aliases repeat too many values, expected at most ${COPIES_MAX}`)
    }
    if (isAlias(node)) return this.alias(node.source, offset, key, depth)
    if (node.anchor) this.anchors.set(node.anchor, node)
    if (isScalar(node)) return { value: scalar(node, offset), mark: leaf(key, offset) }
    if (depth >= DEPTH_MAX) throw new TextError(offset, TOO_DEEP)
    this.open.add(node)
    const parts = new Map<string, Mark>()
    const value = isSeq(node)
      ? this.items(node.items, parts, depth)
      : isMap(node)
        ? this.pairs(node.items, parts, depth)
        : null
    this.open.delete(node)
    return { value, mark: { key, value: offset, parts } }
  }

  private items(nodes: readonly ParsedNode[], parts: Map<string, Mark>, depth: number): unknown[] {
    return nodes.map((node, index) => {
      const item = this.read(node, node.range[0], depth + 1)
      parts.set(String(index), item.mark)
      return item.value
    })
  }

  private pairs(
    pairs: readonly Pair<ParsedNode, ParsedNode | null>[],
    parts: Map<string, Mark>,
    depth: number,
  ) {
    const value: Record<string, unknown> = {}
    for (const pair of pairs) {
      const offset = pair.key.range[0]
      const key = this.key(pair.key, offset)
      if (parts.has(key)) throw new TextError(offset, `key ${show(key)} is given twice, expected once`)
      const part = pair.value
        ? this.read(pair.value, offset, depth + 1)
        : { value: null, mark: leaf(offset, offset) }
      parts.set(key, part.mark)
      value[key] = part.value
    }
    return value
  }

  private key(node: ParsedNode, offset: number): string {
    const value = isScalar(node) ? node.value : undefined
    if (typeof value !== 'string') throw new TextError(offset, notText(node))
    const fault = keyProblem(value)
    if (fault) throw new TextError(offset, fault)
    if (node.anchor) this.anchors.set(node.anchor, node)
    return value
  }

  private alias(name: string, offset: number, key: number, depth: number): Read {
    const target = this.anchors.get(name)
    if (!target)
      throw new TextError(offset, `alias *${name} has no anchor, expected an anchor &${name} before it`)
    if (this.open.has(target))
      throw new TextError(offset, `alias *${name} contains itself, expected plain data`)
    const outermost = this.copying
    this.copying ??= offset
    const { value, mark } = this.read(target, key, depth)
    this.copying = outermost
    // The value is located at the alias, its parts where they are written.
    return { value, mark: { ...mark, value: offset } }
  }
}

function notText(key: ParsedNode): string {
  if (!isScalar(key)) return 'this key is not text, expected a text key'
  const source = brief(key.source ?? '')
  if (source === '') return 'this key is empty, expected a text key'
  return `key ${source} is not text, expected a text key: put it in quotes`
}

function brief(source: string): string {
  return source.length > 40 ? `${source.slice(0, 37)}...` : source
}

function scalar(node: Scalar, offset: number): string | number | boolean | null {
  const { value, source = '' } = node
  if (value === null || typeof value === 'boolean') return value
  if (typeof value === 'string') {
    const fault = textProblem(value)
    if (fault) throw new TextError(offset, fault)
    return value
  }
  if (typeof value !== 'number')
    throw new TextError(offset, 'not a plain value, expected text, a number, true or false')
  if (!Number.isFinite(value))
    throw new TextError(offset, `${brief(source)} is not a finite number, expected one`)
  if (!/[.e]/i.test(source.replace(/^0x.*/, '')) && !Number.isSafeInteger(value)) {
    throw new TextError(
      offset,
      `${brief(source)} is too long to be exact, expected a shorter integer or quotes`,
    )
  }
  // Nobody means minus zero.
  return value === 0 ? 0 : value
}
