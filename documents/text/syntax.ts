/** From text to the YAML tree, within bounds that hold whatever the text is. */
import { Composer, type CST, Lexer, type ParsedNode, Parser } from 'yaml'
import { CONTROL_CLASS, DEPTH_MAX } from '../document.ts'

/** Aliases a document may use; each can repeat what its anchor holds. */
export const ALIASES_MAX = 100

/** Words and marks a text may have. Together with TEXT_MAX it keeps the time to read or refuse one under a second. */
export const LEXEMES_MAX = 200_000

/** Characters one string may have: beyond it yaml's unfolding of lines gets slow. */
export const TEXT_MAX = 65_536

/** Errors to gather before giving up: the first by place is told, and making them is what hostile text makes slow. */
const ERRORS_MAX = 20

/** Yields of yaml's lexer that stand for nothing in the text. */
const MARKS = new Set(['\x02', '\x18', '\x1f'])
const SCALAR = '\x1f'

/** Something wrong at an offset of the text; the reader makes an InputError of it. */
export class Fault extends Error {
  readonly offset: number

  constructor(offset: number, text: string) {
    super(text)
    this.offset = offset
  }
}

/** The root of the one document in the text, null when it is empty; throws a Fault where it is not plain YAML. */
export function parseTree(text: string): ParsedNode | null {
  refuseRawControl(text)
  const { tokens, error, second } = tokenize(text)
  const root = compose(tokens, error)
  if (second) throw new Fault(second.offset, 'a second document starts here, expected one per file')
  return root
}

/** Line ends of all systems but those that end lines by CR alone, which yaml does not know. */
const RAW_CONTROL = new RegExp(`(?![\\t\\n\\r])${CONTROL_CLASS}|\\r(?!\\n)`, 'u')

/** Before lexing, since raw control characters are also the lexer's own marks. */
function refuseRawControl(text: string): void {
  const offset = text.search(RAW_CONTROL)
  if (offset === -1) return
  const code = text.charCodeAt(offset).toString(16).toUpperCase().padStart(4, '0')
  throw new Fault(offset, `control character U+${code}, expected plain text`)
}

interface Tokens {
  readonly tokens: CST.Token[]
  /** The first token that fits nowhere; the text behind it was not read. */
  readonly error: CST.ErrorToken | undefined
  /** A second document; reading stops there as well. */
  readonly second: CST.Document | undefined
}

/** Drives yaml's lexer and parser by hand, so that depth and number are checked before anything recursive runs. */
function tokenize(text: string): Tokens {
  const parser = new Parser()
  const tokens: CST.Token[] = []
  const count = { lexemes: 0, aliases: 0 }
  let afterMark = false
  for (const lexeme of new Lexer().lex(text)) {
    if (!MARKS.has(lexeme) || afterMark) refuseLexeme(lexeme, afterMark, parser.offset, count)
    afterMark = lexeme === SCALAR && !afterMark
    for (const token of parser.next(lexeme)) {
      if (token.type === 'error') {
        return { tokens: [...tokens, ...parser.end()], error: token, second: undefined }
      }
      if (token.type === 'document' && tokens.some(isDocument))
        return { tokens, error: undefined, second: token }
      tokens.push(token)
    }
    // The document itself and the scalar at the bottom stand on the stack too.
    if (parser.stack.length > DEPTH_MAX + 2) throw new Fault(parser.offset - lexeme.length, tooDeep)
  }
  const last = [...parser.end()]
  const second = tokens.some(isDocument) ? last.find(isDocument) : undefined
  return { tokens: second ? tokens : [...tokens, ...last], error: undefined, second }
}

function isDocument(token: CST.Token): token is CST.Document {
  return token.type === 'document'
}

/** What every refusal of deep nesting says. */
export const tooDeep = `nested too deeply, expected at most ${DEPTH_MAX} levels`

function refuseLexeme(
  lexeme: string,
  isScalar: boolean,
  offset: number,
  count: { lexemes: number; aliases: number },
): void {
  const first = isScalar ? '' : lexeme[0]
  if (++count.lexemes > LEXEMES_MAX) {
    throw new Fault(offset, `too much data, expected at most ${LEXEMES_MAX} words and marks in a file`)
  }
  if (first === '!') throw new Fault(offset, 'tags (!) are not allowed, expected plain values')
  if (first === '%') throw new Fault(offset, 'directives (%) are not allowed, expected plain YAML 1.2')
  if (first === '*' && ++count.aliases > ALIASES_MAX) {
    throw new Fault(offset, `too many aliases, expected at most ${ALIASES_MAX}`)
  }
  if ((isScalar || first === '"' || first === "'") && lexeme.length > TEXT_MAX) {
    throw new Fault(offset, `text of ${lexeme.length} characters, expected at most ${TEXT_MAX} in one value`)
  }
}

/** Thrown through yaml's composer to stop it. */
class Enough extends Error {}

function compose(tokens: readonly CST.Token[], error: CST.ErrorToken | undefined): ParsedNode | null {
  const faults: Fault[] = error ? [new Fault(error.offset, syntaxText(error.message, ''))] : []
  // Keys are compared by the reader: yaml's own check takes time in the square of their number.
  const composer = new Composer({ uniqueKeys: false, schema: 'core', version: '1.2', logLevel: 'silent' })
  // The composer would make an Error object of each of 200,000 mistakes; its handler is the one place to stop it.
  Object.defineProperty(composer, 'onError', {
    value: (source: unknown, code: string, message: string, warning?: boolean) => {
      // yaml reports what is thrown through it as one more error; only the faults before that count.
      if (faults.length >= ERRORS_MAX) throw new Enough()
      if (!warning) faults.push(new Fault(offsetOf(source), syntaxText(message, code)))
    },
  })
  let root: ParsedNode | null = null
  try {
    const documents = [...composer.compose(tokens)]
    root = documents[0]?.contents ?? null
    for (const { pos, code, message } of documents[0]?.errors ?? []) {
      faults.push(new Fault(pos[0], syntaxText(message, code)))
    }
  } catch (stop) {
    if (!(stop instanceof Enough)) throw stop
  }
  const [first] = faults.sort((a, b) => a.offset - b.offset)
  if (first) throw first
  return root
}

/** yaml gives the source of an error as an offset, a range or a token. */
function offsetOf(source: unknown): number {
  if (typeof source === 'number') return source
  if (Array.isArray(source)) return offsetOf(source[0])
  return typeof source === 'object' && source !== null && 'offset' in source ? offsetOf(source.offset) : 0
}

/** What to do about the commonest mistakes, which yaml's own words leave to the reader. */
const ADVICE: Readonly<Record<string, string>> = {
  BAD_INDENT: 'expected the same indent as its neighbours',
  BAD_SCALAR_START: 'expected quotes around such text',
  BLOCK_AS_IMPLICIT_KEY: 'expected one "key: value" in a line',
  MULTILINE_IMPLICIT_KEY: 'expected "key: value" in one line',
  TAB_AS_INDENT: 'expected spaces',
}

/** What yaml calls marks, and what they look like. */
const NAMES: Readonly<Record<string, string>> = {
  'flow-map-start': '{',
  'flow-map-end': '}',
  'flow-seq-start': '[',
  'flow-seq-end': ']',
  'block-seq-ind': '-',
  'seq-item-ind': '-',
  'map-value-ind': ':',
  'explicit-key-ind': '?',
}

function syntaxText(message: string, code: string): string {
  const words = message
    .replace(/\s+/g, ' ')
    .replace(/(flow|block|seq|map|explicit)-[a-z-]+/g, name => NAMES[name] ?? name)
    .trim()
    .slice(0, 160)
  const advice = /^flow .*end with/i.test(words) ? 'expected its closing bracket' : ADVICE[code]
  return `not valid YAML: ${words.slice(0, 1).toLowerCase()}${words.slice(1)}${advice ? `, ${advice}` : ''}`
}
