/** Hooks of Node's module loader, which runs them in a thread of its own: a game's files are found and loaded as bundlers do. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { silenceModuleWarning } from './harden.ts'
import { aliased, isMislabelled } from './project.ts'
import { isOurs } from './reason.ts'
import { isAsset, transformSource } from './source.ts'
import { endingsFor } from './specifiers.ts'

silenceModuleWarning(process)

interface Context {
  readonly parentURL?: string
  readonly format?: string
  readonly importAttributes?: Readonly<Record<string, string>>
}
interface Resolved {
  readonly url: string
  readonly format?: string | null
  readonly shortCircuit?: boolean
  readonly importAttributes?: Readonly<Record<string, string>>
}
interface Loaded {
  readonly format: string
  readonly source?: string
  readonly shortCircuit?: boolean
}

/** The parts of boardgame.io for screens and servers, and what they export: whoever imports them beside a game need not call them. */
const SCREENS: Readonly<Record<string, readonly string[]>> = {
  client: ['Client', 'LobbyClient', 'LobbyClientError'],
  react: ['Client', 'Lobby'],
  'react-native': ['Client'],
  multiplayer: ['Local', 'SocketIO'],
  debug: ['Debug'],
  server: ['Server', 'Origins', 'FlatFile', 'SocketIO'],
  master: ['Master'],
}

/** A module in place of one of these, whose exports say what is wrong if they are called. */
function standInFor(part: string, names: readonly string[]): string {
  const exported = names.map(
    name =>
      `export function ${name}() { throw new Error(${JSON.stringify(
        `the file calls ${name} of boardgame.io/${part}, which no game needs; expected the game in its own file, which the file with ${name} imports`,
      )}) }`,
  )
  return `data:text/javascript,${encodeURIComponent(exported.join('\n'))}`
}

const EMPTY = "data:text/javascript,export default ''"
const isOfUser = (url: string | undefined): url is string =>
  url?.startsWith('file:') === true && !isOurs(fileURLToPath(url))

/** Resolves an import as bundlers do. */
export async function resolve(
  specifier: string,
  context: Context,
  next: (specifier: string, context: Context) => Promise<Resolved>,
): Promise<Resolved> {
  const parent = context.parentURL
  const [, part] = /^boardgame\.io\/([\w-]+)$/.exec(specifier) ?? []
  if (part !== undefined) {
    const names = SCREENS[part]
    if (names && isOfUser(parent))
      return { url: standInFor(part, names), format: 'module', shortCircuit: true }
    // The package has folders with a package.json each, and Node wants files.
    return await next(`boardgame.io/dist/cjs/${part}.js`, context)
  }
  if (!isOfUser(parent)) return await next(specifier, context)
  if (specifier === 'immer')
    try {
      // Drafts of another Immer than boardgame.io's are none.
      const core = createRequire(parent).resolve('boardgame.io/core')
      return {
        url: pathToFileURL(createRequire(core).resolve('immer')).href,
        format: 'commonjs',
        shortCircuit: true,
      }
    } catch {
      return await next(specifier, context)
    }
  if (isAsset(specifier)) return { url: EMPTY, format: 'module', shortCircuit: true }
  const from = fileURLToPath(parent)
  const paths = specifier.startsWith('.')
    ? [specifier]
    : aliased(from, specifier).map(path => pathToFileURL(path).href)
  for (const path of paths)
    for (const ending of endingsFor(path))
      try {
        const resolved = await next(ending, context)
        return ending.endsWith('.json') ? { ...resolved, importAttributes: { type: 'json' } } : resolved
      } catch (error) {
        if (!MISSING.includes((error as NodeJS.ErrnoException).code ?? '')) throw error
      }
  return await next(specifier, context)
}

const MISSING = ['ERR_MODULE_NOT_FOUND', 'ERR_UNSUPPORTED_DIR_IMPORT']

/** Loads a file of the user's as JavaScript. */
export async function load(
  url: string,
  context: Context,
  next: (url: string, context: Context) => Promise<Loaded>,
): Promise<Loaded> {
  if (!isOfUser(url) || !/\.[cm]?[jt]sx?$/.test(url)) return await next(url, context)
  const file = fileURLToPath(url)
  const text = readFileSync(file, 'utf8')
  const source = transformSource(file, text)?.code ?? (isMislabelled(file, text) ? text : null)
  return source === null ? await next(url, context) : { format: 'module', source, shortCircuit: true }
}
