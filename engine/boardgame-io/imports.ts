/** What modules of boardgame.io games need before they are loaded. */
import { register } from 'node:module'
import { hush, routeRandom, sourcesOf } from '../modules/index.ts'

/** Finds `boardgame.io/core` as bundlers do: the package has folders, each with a package.json, where node wants files. */
const HOOK = `
(${String(hush)})(process)
export async function resolve(specifier, context, next) {
  const [, part] = /^boardgame\\.io\\/(\\w+)$/.exec(specifier) ?? []
  return next(part === undefined ? specifier : 'boardgame.io/dist/cjs/' + part + '.js', context)
}`

let isRegistered = false

/** To be called before a game's module is loaded. Whether its file can be read is found out when it is. */
export function prepareImports(file: string): void {
  let text: string
  try {
    text = Array.from(sourcesOf(file), source => String(source.text)).join('\n')
  } catch {
    return
  }
  if (/\bMath\b/.test(text) && /\brandom\b/.test(text)) routeRandom()
  if (isRegistered || !/['"]boardgame\.io\/\w+['"]/.test(text)) return
  isRegistered = true
  register(`data:text/javascript,${encodeURIComponent(HOOK)}`)
}
