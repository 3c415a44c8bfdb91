/** Why a module of the user cannot be loaded, and where. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire, isBuiltin } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { browserWordIn, placeIn, reasonOf, shortPlace } from './reason.ts'
import { isAsset } from './source.ts'
import { importedFile, importsIn } from './specifiers.ts'
import { isScreenPackage } from './stand-ins.ts'

/** `reason` is one line; `place` is `file:line:column`, null if unknown. */
export class LoadError extends Error {
  override readonly name = 'LoadError'
  readonly reason: string
  readonly place: string | null

  /** `files` are the module's candidates; `cause` is what importing it threw. */
  constructor(module: string, files: readonly string[], cause: unknown) {
    const reason = reasonOfImport(cause, files, module.startsWith('game '))
    const place = placeOfImport(cause, files) ?? placeOfSyntax(cause, files) ?? placeIn(cause)
    super(`${module} cannot be loaded: ${reason}${place === null ? '' : ` at ${place}`}`, { cause })
    this.reason = reason
    this.place = place
  }
}

/** What importing threw, with advice where the error has none. */
function reasonOfImport(error: unknown, files: readonly string[], isGame: boolean): string {
  const reason = reasonOf(error)
  const [, word] = COMMON_WORDS.exec(reason) ?? []
  if (word !== undefined)
    return `${word} is CommonJS, but Node reads the file as an ES module; expected ${word === 'require' ? "import, as in import x from './x.js'" : 'export default'} instead`
  if (ASYNC_MODULE.test(reason))
    return `it is CommonJS, and require() can't load a module with a top-level await; expected import and export. Set "type": "module" in a package.json beside it and, for TypeScript, "module": "nodenext" in tsconfig.json`
  if (/Cannot find (?:package|module) 'evenhand[/']/.test(reason))
    return `${reason}; expected a clone of evenhand, or a folder with evenhand installed${isGame ? '. A game in one file needs no import: export default { ... } with what it passes to defineGame' : ''}`
  const [, name] = MISSING_PACKAGE.exec(reason) ?? []
  if (name !== undefined && files[0] !== undefined) return missingPackages(name, files)
  if (OLD_GAME.test(reason))
    return "it makes its game with Game({ flow: ... }), as boardgame.io did before 0.33; expected a plain object, as since then: export const MyGame = { setup, moves, turn, endIf }, with what flow held one level higher (see boardgame.io's changelog)"
  const browser = browserWordIn(error)
  if (browser !== null)
    return `while it loads, it uses ${browser}, which only browsers have; expected a file with the game but without its user interface${filesImported(files[0])}`
  if (reason === 'fetch failed')
    return "while it loads, it fetches from the network; expected its data in a file beside it, as in import cards from './cards.json'"
  return reason
}

const IMPORTED_MAX = 3

/** Where the game may be instead: what a file imports from its own project. */
function filesImported(file: string | undefined): string {
  if (file === undefined) return ''
  const found = importsIn(readFileSync(file, 'utf8')).flatMap(({ specifier }) =>
    specifier.startsWith('.') && !isAsset(specifier) ? [specifier] : [],
  )
  return found.length === 0 ? '' : `, perhaps ${found.slice(0, IMPORTED_MAX).join(' or ')}, which it imports,`
}

/** What to install, and where: everything that is missing at once. */
function missingPackages(name: string, files: readonly string[]): string {
  const missing = [...new Set([name, ...files.flatMap(packagesMissingIn)])]
  const { folder, listed } = projectOf(dirname(files[0]!))
  // Where package.json lists one of them, nothing was installed yet.
  const wanted = missing.some(one => listed.includes(one)) ? [] : missing
  const command = ['npm install', ...wanted].join(' ')
  return `it needs ${missing.join(', ')}, which ${missing.length === 1 ? "isn't" : "aren't"} installed beside it (run "${command}" in ${folder}${missing.includes('boardgame.io') ? '' : ', or move the game to a file without them'})`
}

/** The packages that a file imports, not only for their types, and that Node can't find. */
function packagesMissingIn(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  const require = createRequire(file)
  return importsIn(text).flatMap(({ specifier, at }) => {
    const [, name] = /^(@[\w.-]+\/[\w.-]+|[\w.-]+)(?:\/|$)/.exec(specifier) ?? []
    const isType = /\bimport\s+type\b[^'"]*$/.test(text.slice(Math.max(0, at - 500), at))
    if (name === undefined || name.startsWith('.') || isType || isBuiltin(specifier)) return []
    if (isAsset(specifier) || isScreenPackage(specifier) || importedFile(file, specifier) !== null) return []
    const isFound = (require.resolve.paths(name) ?? []).some(folder => existsSync(join(folder, name)))
    return isFound ? [] : [name]
  })
}

/** The nearest folder with a package.json, and the packages that it lists. */
function projectOf(start: string): { folder: string; listed: readonly string[] } {
  for (let folder = start; folder !== dirname(folder); folder = dirname(folder)) {
    const path = join(folder, 'package.json')
    if (!existsSync(path)) continue
    try {
      const { dependencies, devDependencies } = JSON.parse(readFileSync(path, 'utf8')) as Record<
        string,
        object
      >
      return { folder, listed: Object.keys({ ...dependencies, ...devDependencies }) }
    } catch {
      return { folder, listed: [] }
    }
  }
  return { folder: start, listed: [] }
}

/** Node's message for the function that made games in old releases of boardgame.io. */
const OLD_GAME = /^The requested module 'boardgame\.io\/core' does not provide an export named 'Game'/
/** Node's message for CommonJS words in an ES module. */
const COMMON_WORDS = /^(module|exports|require) is not defined/
/** Node's message for CommonJS that requires a module with a top-level await. */
const ASYNC_MODULE = /^require\(\) cannot be used on an ESM graph/

/** Node's messages for imports that it cannot follow. */
const MISSING_PACKAGE = /^Cannot find package '([^'/]+(?:\/[^'/]+)?)' imported from/
const MISSING_FILE = /^Cannot find module '([^']+)' imported from/
const UNKNOWN_ENDING = /^Unknown file extension "([^"]*)" for (.+)$/

/** The import that node cannot find or load; null if unknown. */
function placeOfImport(error: unknown, files: readonly string[]): string | null {
  const reason = reasonOf(error, Number.POSITIVE_INFINITY)
  const [, name] = MISSING_PACKAGE.exec(reason) ?? []
  const path = MISSING_FILE.exec(reason)?.[1] ?? UNKNOWN_ENDING.exec(reason)?.[2]
  if (name === undefined && path === undefined) return null
  for (const file of files) {
    const text = readFileSync(file, 'utf8')
    for (const { specifier, at } of importsIn(text)) {
      const isIt =
        path === undefined
          ? specifier === name || specifier.startsWith(`${name}/`)
          : specifier.startsWith('.') && resolve(dirname(file), specifier) === path
      if (!isIt) continue
      const before = text.slice(0, at).split('\n')
      return shortPlace({ file, line: before.length, column: before.at(-1)!.length + 1 })
    }
  }
  return null
}

/** Node's syntax error: file and line, the line's text, and a caret below the mistake. */
const SHOWN = /^(.+):(\d+)\n.*\n(\s*)\^/
const CHECK = ['--input-type=module', '--check', '-']
const CHECK_MS = 5_000
/** The check would reject types. */
const TYPESCRIPT = /\.[cm]?ts$/

/** The place of a SyntaxError in these files; null if unknown. */
function placeOfSyntax(error: unknown, files: readonly string[]): string | null {
  if (!(error instanceof SyntaxError)) return null
  const shown = SHOWN.exec(error.stack ?? '')
  if (shown) return placeShown(shown, shown[1]!)
  // import() doesn't say where; checking the text does.
  for (const file of files) {
    if (TYPESCRIPT.test(file)) continue
    try {
      execFileSync(process.execPath, CHECK, { input: readFileSync(file), stdio: 'pipe', timeout: CHECK_MS })
    } catch (failure) {
      const found = SHOWN.exec(String((failure as { stderr?: unknown }).stderr ?? ''))
      if (found) return placeShown(found, file)
    }
  }
  return null
}

function placeShown([, , line, before]: RegExpExecArray, file: string): string {
  return shortPlace({ file, line: Number(line), column: before!.length + 1 })
}
