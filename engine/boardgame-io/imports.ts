/** What modules of boardgame.io games need before they are loaded: whatever they import is written for bundlers, and node is told how to find it. */

import { register } from 'node:module'
import { extname } from 'node:path'
import { ENDINGS, importsIn, routeRandom, silenceModuleWarning, sourcesOf } from '../modules/index.ts'

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
        `${name} of boardgame.io/${part} is called, which no game needs; expected the game in a file of its own, which the one with the ${name} imports`,
      )}) }`,
  )
  return `data:text/javascript,${encodeURIComponent(exported.join('\n'))}`
}

const STAND_INS = Object.fromEntries(
  Object.entries(SCREENS).map(([part, names]) => [`boardgame.io/${part}`, standInFor(part, names)]),
)

/** What pages show, which bundlers make a text of. */
const SHOWN = String.raw`\.(css|scss|sass|less|svg|png|jpe?g|gif|webp|ico|mp3|wav|ogg|ttf|woff2?)$`

/**
 * Resolves imports as bundlers do: `boardgame.io/core`, where the package has folders with a package.json each and node wants files; Immer as boardgame.io has
 * it, for drafts of another one are none; files without their endings, folders by their index; data in JSON; and nothing for styles and pictures.
 */
const HOOK = `
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
(${String(silenceModuleWarning)})(process)
const standIns = ${JSON.stringify(STAND_INS)}
const endings = ${JSON.stringify(ENDINGS)}
const shown = new RegExp(${JSON.stringify(SHOWN)}, 'i')
const missing = ['ERR_MODULE_NOT_FOUND', 'ERR_UNSUPPORTED_DIR_IMPORT']
const fromGame = parent => parent?.startsWith('file:') && !parent.includes('/node_modules/')
export async function resolve(specifier, context, next) {
  const [, part] = /^boardgame\\.io\\/([\\w-]+)$/.exec(specifier) ?? []
  if (part !== undefined)
    return Object.hasOwn(standIns, specifier) && fromGame(context.parentURL)
      ? { url: standIns[specifier], format: 'module', shortCircuit: true }
      : next('boardgame.io/dist/cjs/' + part + '.js', context)
  if (!fromGame(context.parentURL)) return next(specifier, context)
  if (specifier === 'immer')
    try {
      const core = createRequire(context.parentURL).resolve('boardgame.io/core')
      const url = pathToFileURL(createRequire(core).resolve('immer')).href
      return { url, format: 'commonjs', shortCircuit: true }
    } catch {
      return next(specifier, context)
    }
  if (!specifier.startsWith('.')) return next(specifier, context)
  if (shown.test(specifier)) return { url: "data:text/javascript,export default ''", format: 'module', shortCircuit: true }
  if (specifier.endsWith('.json')) return { ...(await next(specifier, context)), importAttributes: { type: 'json' } }
  try {
    return await next(specifier, context)
  } catch (error) {
    if (!missing.includes(error.code)) throw error
    for (const ending of endings)
      try {
        return await next(specifier + ending, context)
      } catch {}
    throw error
  }
}`

let isRegistered = false

/** To be called before a game's module is loaded. Whether its file can be read is found out when it is. */
export function prepareImports(file: string): void {
  let texts: string[]
  try {
    texts = Array.from(sourcesOf(file), source => String(source.text))
  } catch {
    return
  }
  const text = texts.join('\n')
  if (/\bMath\b/.test(text) && /\brandom\b/.test(text)) routeRandom()
  if (isRegistered || !texts.flatMap(importsIn).some(({ specifier }) => isForBundlers(specifier))) return
  isRegistered = true
  register(`data:text/javascript,${encodeURIComponent(HOOK)}`)
}

/** Whether an import may be none that node resolves by itself. */
function isForBundlers(specifier: string): boolean {
  if (specifier.startsWith('boardgame.io/') || specifier === 'immer') return true
  return specifier.startsWith('.') && !/^\.[cm]?[jt]s$/.test(extname(specifier))
}
