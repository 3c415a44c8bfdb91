/** What the configuration of a user's project says: the kind of its .js files, and which imports lead to its own files. */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'

/** Where imports that are neither relative nor of a package may lie. */
interface Aliases {
  /** Patterns with at most one `*`, and the paths that they stand for. */
  readonly paths: readonly (readonly [pattern: string, targets: readonly string[]])[]
  /** The folder that other imports are looked up in; null for none. */
  readonly base: string | null
  /** The folder of the configuration. */
  readonly folder: string
}

export const hasModuleSyntax = (text: string): boolean => /^\s*(?:import\b(?!\s*\()|export\b)/m.test(text)

/** Whether a .js file that has import or export statements lies in a package that says its files are CommonJS. */
export function isMislabelled(file: string, text: string): boolean {
  if (!file.endsWith('.js') || !hasModuleSyntax(text)) return false
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    const path = join(folder, 'package.json')
    if (existsSync(path)) return /"type"\s*:\s*"commonjs"/.test(readFileSync(path, 'utf8'))
    if (folder === dirname(folder)) return false
  }
}

const CONFIGS = ['tsconfig.json', 'tsconfig.app.json', 'jsconfig.json']
const found = new Map<string, Aliases | null>()

/** Paths, without their endings perhaps, that an import from a file may mean by aliases; the likeliest first. */
export function aliased(from: string, specifier: string): string[] {
  if (/^(?:[./]|node:|data:|file:)/.test(specifier)) return []
  const aliases = aliasesFor(dirname(from))
  if (aliases === null) return []
  const candidates: string[] = []
  for (const [pattern, targets] of aliases.paths) {
    const [head, tail] = pattern.split('*') as [string, string?]
    const isMatch =
      tail === undefined ? specifier === pattern : specifier.startsWith(head) && specifier.endsWith(tail)
    if (!isMatch) continue
    const part = tail === undefined ? '' : specifier.slice(head.length, specifier.length - tail.length)
    candidates.push(...targets.map(target => target.replace('*', part)))
  }
  if (aliases.base !== null) candidates.push(join(aliases.base, specifier))
  // The custom of Vite, Next and Nuxt, where only their own configuration says so.
  const [, custom] = /^[@~]\/(.+)$/.exec(specifier) ?? []
  if (custom !== undefined) candidates.push(join(aliases.folder, 'src', custom), join(aliases.folder, custom))
  return candidates
}

/** Of the nearest folder with a package.json or a configuration; null if there is none. */
function aliasesFor(folder: string): Aliases | null {
  let known = found.get(folder)
  if (known !== undefined) return known
  const config = CONFIGS.map(name => join(folder, name)).find(file => existsSync(file))
  if (config !== undefined) known = readAliases(config)
  else if (existsSync(join(folder, 'package.json'))) known = { paths: [], base: null, folder }
  else known = dirname(folder) === folder ? null : aliasesFor(dirname(folder))
  found.set(folder, known)
  return known
}

function readAliases(file: string, depth = 0): Aliases {
  const folder = dirname(file)
  const { compilerOptions = {}, extends: parents, references } = readConfig(file)
  const inherited = [parents, depth === 0 ? references?.map(one => one.path) : undefined]
    .flat()
    .filter(name => typeof name === 'string')
    .map(name => configFile(folder, name))
    .filter(path => path !== null && depth < 5)
    .map(path => readAliases(path!, depth + 1))
  const { baseUrl, paths } = compilerOptions
  const base = typeof baseUrl === 'string' ? resolve(folder, baseUrl) : null
  const own = Object.entries(paths ?? {}).map(
    ([pattern, targets]) => [pattern, targets.map(target => resolve(base ?? folder, target))] as const,
  )
  return {
    paths: [...own, ...inherited.flatMap(({ paths: more }) => more)],
    base: base ?? inherited.find(one => one.base !== null)?.base ?? null,
    folder,
  }
}

interface Config {
  readonly compilerOptions?: {
    readonly baseUrl?: string
    readonly paths?: Readonly<Record<string, readonly string[]>>
  }
  readonly extends?: string | readonly string[]
  readonly references?: readonly { readonly path: string }[]
}

function configFile(folder: string, name: string): string | null {
  if (!name.startsWith('.'))
    try {
      return createRequire(join(folder, 'index.js')).resolve(name)
    } catch {
      return null
    }
  const path = resolve(folder, name)
  return (
    [path, `${path}.json`, join(path, 'tsconfig.json')].find(file =>
      statSync(file, { throwIfNoEntry: false })?.isFile(),
    ) ?? null
  )
}

/** JSON with comments and trailing commas, as TypeScript takes it; empty if it is something else. */
function readConfig(file: string): Config {
  const text = readFileSync(file, 'utf8')
  const bare = text.replace(/("(?:[^"\\]|\\.)*")|\/\/.*|\/\*[\s\S]*?\*\//g, '$1')
  try {
    return JSON.parse(bare.replace(/("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])/g, '$1')) as Config
  } catch {
    return {}
  }
}
