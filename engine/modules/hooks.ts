/** Hooks of Node's module loader, which runs them on its own thread: they find and load a game's files as bundlers do. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { ROOT } from '../package.ts'
import { silenceModuleWarning } from './harden.ts'
import { aliased, isMislabelled } from './project.ts'
import { isOurs } from './reason.ts'
import { isAsset, transformSource } from './source.ts'
import { endingsFor, unpooled } from './specifiers.ts'
import { boardgameStandIn, screenStandIn } from './stand-ins.ts'

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

const EMPTY = "data:text/javascript,export default ''"
const isOfUser = (url: string | undefined): url is string =>
  url?.startsWith('file:') === true && !isOurs(fileURLToPath(url))

type Resolve = (specifier: string, context: Context) => Promise<Resolved>

/** Resolves an import as bundlers do. */
export async function resolve(specifier: string, context: Context, next: Resolve): Promise<Resolved> {
  const resolved = await resolveAsBundlers(specifier, context, next)
  if (!resolved.url.startsWith('file:')) return resolved
  const file = fileURLToPath(resolved.url)
  const own = unpooled(file)
  return own === file ? resolved : { ...resolved, url: pathToFileURL(own).href }
}

async function resolveAsBundlers(specifier: string, context: Context, next: Resolve): Promise<Resolved> {
  const parent = context.parentURL
  const [, part] = /^boardgame\.io\/([\w-]+)$/.exec(specifier) ?? []
  if (part !== undefined) {
    const url = isOfUser(parent) ? boardgameStandIn(part, fileURLToPath(parent)) : null
    if (url !== null) return { url, format: 'module', shortCircuit: true }
    // The package has folders with a package.json each, and Node wants files.
    const path = `boardgame.io/dist/cjs/${part}.js`
    try {
      return await next(path, context)
    } catch (error) {
      const file = isMissing(error) && isOfUser(parent) ? requiredFile(join(ROOT, 'index.js'), path) : null
      if (file === null) throw error
      return await next(pathToFileURL(file).href, context)
    }
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
        if (!isMissing(error)) throw error
      }
  try {
    return await next(specifier, context)
  } catch (error) {
    if (!isMissing(error) || specifier.startsWith('.')) throw error
    const file = requiredFile(from, specifier)
    if (file !== null) return await next(pathToFileURL(file).href, context)
    const url = screenStandIn(specifier, from)
    if (url === null) throw error
    return { url, format: 'module', shortCircuit: true }
  }
}

function isMissing(error: unknown): boolean {
  const { code = '' } = error as NodeJS.ErrnoException
  return ['ERR_MODULE_NOT_FOUND', 'ERR_UNSUPPORTED_DIR_IMPORT'].includes(code)
}

/** A file or folder within a package, named without its ending as require() allows; null if there is none. */
function requiredFile(from: string, specifier: string): string | null {
  try {
    return createRequire(from).resolve(specifier)
  } catch {
    return null
  }
}

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
