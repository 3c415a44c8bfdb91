/**
 * Source files of the user's projects, written for bundlers, as Node can load them: TypeScript and JSX, named imports from
 * CommonJS packages and of pictures, and `import.meta.glob`. Lines of the author's file are found again by `authorsPlace`.
 */
import { readFileSync } from 'node:fs'
import { createRequire, SourceMap, type SourceMapPayload } from 'node:module'
import { extname, relative } from 'node:path'
import type * as Rolldown from 'rolldown/utils'
import type { CodeLocation } from './fault.ts'
import { globbed, patternsIn } from './globs.ts'
import { hasModuleSyntax } from './project.ts'
import { importedFile } from './specifiers.ts'

/** Files with types or JSX. Plain .js may hold JSX, too. */
const TYPED = /\.(?:[cm]?tsx?|jsx)$/
/** Assets that bundlers turn into a text or a path. */
const ASSET =
  /\.(?:css|scss|sass|less|styl|svg|png|jpe?g|gif|webp|avif|ico|mp3|wav|ogg|mp4|ttf|woff2?|txt|md|glsl)(?:\?\w*)?$/i
/** Packages whose named imports Node finds by itself. */
const KNOWN = /^(?:node:|evenhand(?:\/|$)|boardgame\.io\/|immer$)/

export const isAsset = (specifier: string): boolean => ASSET.test(specifier)

export interface Transformed {
  readonly code: string
  /** Null if every line is where the author has it. */
  readonly map: SourceMapPayload | null
}

let tools: typeof Rolldown | null = null

/** Loaded on demand: most games are plain JavaScript, and a native library takes time to start. */
function rolldown(): typeof Rolldown {
  tools ??= createRequire(import.meta.url)('rolldown/utils') as typeof Rolldown
  return tools
}

/** What Node loads in place of a file; null if it can load the file itself. Throws a SyntaxError with the place. */
export function transformSource(file: string, text: string): Transformed | null {
  const isTyped = TYPED.test(file)
  const hasJsx = !isTyped && mayHaveJsx(text)
  const typed = isTyped || hasJsx ? compile(file, text, hasJsx) : null
  const code = typed?.code ?? text
  const edited = editModule(file, code)
  return typed === null && edited === code ? null : { code: edited, map: typed?.map ?? null }
}

const mayHaveJsx = (text: string): boolean => /<\/|\/>/.test(text)

function compile(file: string, text: string, hasJsx: boolean): Transformed | null {
  const { parseSync, transformSync } = rolldown()
  // "</" may stand in a text.
  if (hasJsx && parseSync(file, text, { lang: 'js' }).errors.length === 0) return null
  const lang = /\.tsx$/.test(file) ? 'tsx' : hasJsx || /\.jsx$/.test(file) ? 'jsx' : 'ts'
  const [error] = parseSync(file, text, { lang }).errors
  if (error !== undefined)
    throw new SyntaxError(`${error.message}${placeOf(file, text, error.labels[0]?.start)}`)
  const { code, map } = transformSync(file, text, {
    lang,
    sourcemap: true,
    // A component that is never rendered needs no React.
    jsx: { runtime: 'classic' },
    typescript: { onlyRemoveTypeImports: false },
  })
  return { code, map: (map ?? null) as SourceMapPayload | null }
}

function placeOf(file: string, text: string, offset: number | undefined): string {
  if (offset === undefined) return ''
  const before = text.slice(0, offset).split('\n')
  return ` at ${relative(process.cwd(), file)}:${before.length}:${before.at(-1)!.length + 1}`
}

interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** Rewrites imports that Node would refuse. Line breaks stay. */
function editModule(file: string, code: string): string {
  if (!/\bimport\b|\bexport\b/.test(code)) return code
  const { parseSync, Visitor } = rolldown()
  const { program, errors } = parseSync(file, code, { lang: 'js', sourceType: 'unambiguous' })
  if (errors.length > 0 || program.sourceType !== 'module') return code
  const edits: Edit[] = []
  const required = new Map<string, string>()
  new Visitor({
    ImportDeclaration({ start, end, source, specifiers }) {
      const isBare = !/^[./]/.test(source.value) && !KNOWN.test(source.value)
      if (specifiers.length === 0 || !(isBare || isAsset(source.value))) return
      const all = `__module${edits.length}`
      const taken = specifiers.flatMap(one => {
        const local = one.local.name
        // Node finds no names in CommonJS that fills its exports in a function.
        if (one.type === 'ImportNamespaceSpecifier') return [`${local} = { ...${all}.default, ...${all} }`]
        if (one.type === 'ImportDefaultSpecifier')
          return [`${local} = ${all}.default?.__esModule ? ${all}.default.default : ${all}.default ?? ${all}`]
        const name = JSON.stringify(one.imported.type === 'Literal' ? one.imported.value : one.imported.name)
        return [`${local} = ${name} in ${all} ? ${all}[${name}] : ${all}.default?.[${name}]`]
      })
      const lines = '\n'.repeat(code.slice(start, end).split('\n').length - 1)
      edits.push({
        start,
        end,
        text: `import * as ${all} from ${JSON.stringify(source.value)}; const ${taken.join(', ')};${lines}`,
      })
    },
    CallExpression({ start, end, callee, arguments: args }) {
      const [first] = args
      const isRequire = callee.type === 'Identifier' && callee.name === 'require' && args.length === 1
      if (isRequire && first?.type === 'Literal' && typeof first.value === 'string') {
        const name = required.get(first.value) ?? `__required${required.size}`
        required.set(first.value, name)
        edits.push({
          start,
          end,
          text: isModuleImport(file, first.value) ? name : `(${name}.default ?? ${name})`,
        })
        return
      }
      const isGlob =
        callee.type === 'MemberExpression' &&
        callee.object.type === 'MetaProperty' &&
        callee.property.type === 'Identifier' &&
        /^glob(Eager)?$/.test(callee.property.name)
      if (!isGlob) return
      const [patterns, options] = args.map(({ start: from, end: to }) => code.slice(from, to))
      const isEager =
        code.slice(callee.start, callee.end).endsWith('Eager') || /\beager\s*:\s*true/.test(options ?? '')
      const [, name] = /\bimport\s*:\s*['"`](\w+)/.exec(options ?? '') ?? []
      const member = name === undefined ? '' : `.${name}`
      const entry = (path: string, key: string): string => {
        const loaded = `(await import(${JSON.stringify(path)}))${member}`
        return `${JSON.stringify(key)}: ${isEager ? '' : 'async () => '}${loaded}`
      }
      const entries = globbed(file, patternsIn(patterns ?? '')).map(({ key, path }) => entry(path, key))
      const lines = '\n'.repeat(code.slice(start, end).split('\n').length - 1)
      edits.push({ start, end, text: `({ ${entries.join(', ')}${lines} })` })
    },
  }).visit(program)
  let edited = code
  for (const { start, end, text } of edits.toSorted((a, b) => b.start - a.start))
    edited = edited.slice(0, start) + text + edited.slice(end)
  // Imports run first wherever they stand; at the end they move no line.
  for (const [specifier, name] of required)
    edited += `\nimport * as ${name} from ${JSON.stringify(specifier)};`
  return edited
}

/** Whether an import is of a file with import or export, of which require() gives all exports. */
function isModuleImport(from: string, specifier: string): boolean {
  const file = isAsset(specifier) || !specifier.startsWith('.') ? null : importedFile(from, specifier)
  return file !== null && !file.endsWith('.json') && hasModuleSyntax(readFileSync(file, 'utf8'))
}

const maps = new Map<string, SourceMap | null>()

/** Where the author has what Node runs at a place. */
export function authorsPlace(place: CodeLocation): CodeLocation {
  const map = mapOf(place.file)
  const entry = map?.findEntry(place.line - 1, place.column - 1)
  return entry && 'originalLine' in entry
    ? { ...place, line: entry.originalLine + 1, column: entry.originalColumn + 1 }
    : place
}

function mapOf(file: string): SourceMap | null {
  if (!TYPED.test(file) && extname(file) !== '.js') return null
  let map = maps.get(file)
  if (map !== undefined) return map
  try {
    const text = readFileSync(file, 'utf8')
    const found = TYPED.test(file) || mayHaveJsx(text) ? compile(file, text, !TYPED.test(file)) : null
    map = found?.map ? new SourceMap(found.map) : null
  } catch {
    map = null
  }
  maps.set(file, map)
  return map
}
