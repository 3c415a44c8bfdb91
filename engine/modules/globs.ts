/** `import.meta.glob`, with which bundlers import all files that match patterns. */
import { readdirSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'

/** The patterns of a glob's first argument. */
export function patternsIn(argument: string): string[] {
  return [...argument.matchAll(/(['"`])(.*?)\1/g)].map(([, , pattern]) => pattern!)
}

/** A file that a glob of a module imports. */
export interface Globbed {
  /** What the module calls it. */
  readonly key: string
  /** Its path from the module's folder. */
  readonly path: string
}

/** The files that match a module's patterns, in the order of the object that the glob becomes. */
export function globbed(file: string, patterns: readonly string[]): Globbed[] {
  const folder = dirname(file)
  const isOfRoot = (pattern: string): boolean => /^!?\//.test(pattern)
  const fromRoot = patterns.filter(isOfRoot).map(pattern => pattern.replace('/', './'))
  const root = fromRoot.length > 0 ? rootOf(folder) : folder
  const besides = patterns.filter(pattern => !isOfRoot(pattern))
  return [
    ...filesMatching(folder, besides).map(path => ({ key: path, path })),
    ...filesMatching(root, fromRoot).map(path => ({
      key: path.slice(1),
      path: `./${pathBetween(folder, join(root, path))}`,
    })),
  ]
}

/** The patterns of each glob in a module's text. Texts that only look like one count too. */
export function globsIn(text: string): string[][] {
  const calls = text.matchAll(/\bimport\.meta\.glob(?:Eager)?\s*(?:<[^(]*>)?\(\s*(\[[^\]]*\]|(['"`]).*?\2)/g)
  return Array.from(calls, ([, argument]) => patternsIn(argument!))
}

/** The folder that a bundler calls `/`: the nearest with a page, a configuration of Vite's, or package.json. */
function rootOf(folder: string): string {
  const isRoot = readdirSync(folder).some(name =>
    /^(?:index\.html|vite\.config\.\w+|package\.json)$/.test(name),
  )
  return isRoot || folder === dirname(folder) ? folder : rootOf(dirname(folder))
}

const pathBetween = (folder: string, file: string): string => relative(folder, file).split(sep).join('/')

/** Files below a folder, as `./path`, in alphabetical order, that match a pattern of Vite's globs and none with a `!`. */
function filesMatching(folder: string, patterns: readonly string[]): string[] {
  if (patterns.length === 0) return []
  const regex = (pattern: string): RegExp =>
    new RegExp(
      `^${pattern
        .replaceAll(/[.+^$()|[\]\\]/g, '\\$&')
        .replaceAll(/\{([^}]*)\}/g, (_, list: string) => `(?:${list.replaceAll(',', '|')})`)
        .replaceAll('**/', '(?:§/)?')
        .replaceAll('*', '[^/]*')
        .replaceAll('§', '.*')}$`,
    )
  const wanted = patterns.filter(pattern => !pattern.startsWith('!')).map(regex)
  const unwanted = patterns.filter(pattern => pattern.startsWith('!')).map(pattern => regex(pattern.slice(1)))
  const root = patterns.some(pattern => pattern.startsWith('../')) ? resolve(folder, '..') : folder
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter(path => !path.includes('node_modules'))
    .map(path => pathBetween(folder, join(root, path)))
    .map(path => (path.startsWith('../') ? path : `./${path}`))
    .filter(path => wanted.some(one => one.test(path)) && !unwanted.some(one => one.test(path)))
    .sort()
}
