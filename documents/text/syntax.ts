/** Parses text into the YAML tree, within limits that hold for any text. */
import { Composer, type CST, Lexer, type ParsedNode, Parser } from 'yaml'
import { CONTROL_CLASS, DEPTH_MAX, TOO_DEEP } from '../document.ts'

/** Most aliases of a document; each can repeat all that its anchor holds. */
export const ALIASES_MAX = 100

/** Most words and marks of a text. With TEXT_MAX, it keeps reading or refusing a text under a second. */
export const LEXEMES_MAX = 200_000

/** Most characters of a string: beyond it, yaml's unfolding of lines gets slow. */
export const TEXT_MAX = 65_536

/** Most errors to collect: only the first is reported, and hostile text can cause very many. */
const ERRORS_MAX = 20

/** Tokens of yaml's lexer that don't occur in the text. */
const MARKS = new Set(['\x02', '\x18', '\x1f'])
const SCALAR = '\x1f'

/** A mistake at an offset of the text; the reader turns it into an InputError. */
export class TextError extends Error {
  readonly offset: number

  constructor(offset: number, text: string) {
    super(text)
    this.offset = offset
  }
}

/** The root of the text's only document; null if empty. Throws a TextError where it isn't plain YAML. */
export function parseTree(text: string): ParsedNode | null {
  refuseRawControl(text)
  const { tokens, error, second } = tokenize(text)
  const root = compose(tokens, error)
  if (second) throw new TextError(second.offset, 'a second document starts here, expected one per file')
  return root
}

/** Control characters except tabs and line ends; to yaml, a single CR doesn't end a line. */
const RAW_CONTROL = new RegExp(`(?![\\t\\n\\r])${CONTROL_CLASS}|\\r(?!\\n)`, 'u')

/** Runs before the lexer, which uses some control characters as its own marks. */
function refuseRawControl(text: string): void {
  const offset = text.search(RAW_CONTROL)
  if (offset === -1) return
  const code = text.charCodeAt(offset).toString(16).toUpperCase().padStart(4, '0')
  throw new TextError(offset, `control character U+${code}, expected plain text`)
}

interface Tokens {
  readonly tokens: CST.Token[]
  /** The first misplaced token; the text after it wasn't read. */
  readonly error: CST.ErrorToken | undefined
  /** A second document, at which reading stops too. */
  readonly second: CST.Document | undefined
}

/** Drives yaml's lexer and parser step by step, to check depth and size before anything recursive runs. */
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
    // The document itself and the innermost scalar are on the stack too.
    if (parser.stack.length > DEPTH_MAX + 2) throw new TextError(parser.offset - lexeme.length, TOO_DEEP)
  }
  const last = [...parser.end()]
  const second = tokens.some(isDocument) ? last.find(isDocument) : undefined
  return { tokens: second ? tokens : [...tokens, ...last], error: undefined, second }
}

function isDocument(token: CST.Token): token is CST.Document {
  return token.type === 'document'
}

function refuseLexeme(
  lexeme: string,
  isScalar: boolean,
  offset: number,
  count: { lexemes: number; aliases: number },
): void {
  const first = isScalar ? '' : lexeme[0]
  if (++count.lexemes > LEXEMES_MAX) {
    throw new TextError(
      offset,
      `too much data, expected at most ${LEXEMES_MAX} words and punctuation marks per file`,
    )
  }
  if (first === '!') throw new TextError(offset, 'tags (!) are not allowed, expected plain values')
  if (first === '%') throw new TextError(offset, 'directives (%) are not allowed, expected plain YAML 1.2')
  if (first === '*' && ++count.aliases > ALIASES_MAX) {
    throw new TextError(offset, `too many aliases, expected at most ${ALIASES_MAX}`)
  }
  if ((isScalar || first === '"' || first === "'") && lexeme.length > TEXT_MAX) {
    throw new TextError(
      offset,
      `text of ${lexeme.length} characters, expected at most ${TEXT_MAX} in one value`,
    )
  }
}

/** Thrown through yaml's composer to stop it. */
class StopComposing extends Error {}

function compose(tokens: readonly CST.Token[], error: CST.ErrorToken | undefined): ParsedNode | null {
  const errors: TextError[] = error ? [new TextError(error.offset, syntaxText(error.message, ''))] : []
  // The reader checks for duplicate keys: yaml's own check takes quadratic time.
  const composer = new Composer({ uniqueKeys: false, schema: 'core', version: '1.2', logLevel: 'silent' })
  // The composer would create an Error for each of 200,000 mistakes; only its handler can stop it.
  Object.defineProperty(composer, 'onError', {
    value: (source: unknown, code: string, message: string, warning?: boolean) => {
      // yaml reports what is thrown through it as one more error; only those before it count.
      if (errors.length >= ERRORS_MAX) throw new StopComposing()
      if (!warning) errors.push(new TextError(offsetOf(source), syntaxText(message, code)))
    },
  })
  let root: ParsedNode | null = null
  try {
    const documents = [...composer.compose(tokens)]
    root = documents[0]?.contents ?? null
    for (const { pos, code, message } of documents[0]?.errors ?? []) {
      errors.push(new TextError(pos[0], syntaxText(message, code)))
    }
  } catch (stop) {
    if (!(stop instanceof StopComposing)) throw stop
  }
  const [first] = errors.sort((a, b) => a.offset - b.offset)
  if (first) throw first
  return root
}

/** yaml gives the source of an error as an offset, a range or a token. */
function offsetOf(source: unknown): number {
  if (typeof source === 'number') return source
  if (Array.isArray(source)) return offsetOf(source[0])
  return typeof source === 'object' && source !== null && 'offset' in source ? offsetOf(source.offset) : 0
}

/** What was expected, for the most common mistakes: yaml says only what it found. */
const ADVICE: Readonly<Record<string, string>> = {
  BAD_INDENT: 'expected the same indentation as the lines around it',
  BAD_SCALAR_START: 'expected quotes around this text',
  BLOCK_AS_IMPLICIT_KEY: 'expected only one "key: value" per line',
  MULTILINE_IMPLICIT_KEY: 'expected "key: value" on one line',
  TAB_AS_INDENT: 'expected spaces',
}

/** What yaml calls its marks. */
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
  // What follows an unquoted > or |.
  const isCutOff = /^(not a YAML token|block scalar header)/i.test(words)
  const own = isCutOff ? ADVICE.BAD_SCALAR_START : ADVICE[code]
  const advice = /^flow .*end with/i.test(words) ? 'expected a closing bracket' : own
  return `not valid YAML: ${words.slice(0, 1).toLowerCase()}${words.slice(1)}${advice ? `, ${advice}` : ''}`
}
