/** Prepares this process for modules of the user that are written for bundlers. */
import Module, { register } from 'node:module'
import { extname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ROOT } from '../package.ts'
import { isMislabelled } from './project.ts'
import { importsIn, sourcesFrom, unpooled } from './specifiers.ts'

let isRegistered = false

/** To be called before a module is loaded. An unreadable file is reported when it is loaded. */
export function prepareImports(file: string): void {
  let sources: { readonly file: string; readonly text: string }[]
  try {
    sources = Array.from(sourcesFrom(file), source => ({ file: source.file, text: String(source.text) }))
  } catch {
    return
  }
  if (isRegistered || !sources.some(source => isForBundlers(source.file, source.text))) return
  isRegistered = true
  register(pathToFileURL(join(ROOT, 'dist/engine/modules/hooks.js')))
  // Hooks see no require().
  const commonJs = Module as unknown as { _resolveFilename: (...all: unknown[]) => string }
  const { _resolveFilename: find } = commonJs
  commonJs._resolveFilename = (...all) => unpooled(find(...all))
}

/** Whether Node may not load a file, or not find what it imports. Node's own loader is faster where it does. */
function isForBundlers(file: string, text: string): boolean {
  return (
    /\.(?:[cm]?tsx?|jsx)$/.test(file) ||
    /\bimport\.meta\.glob|<\/|\/>/.test(text) ||
    isMislabelled(file, text) ||
    importsIn(text).some(({ specifier }) =>
      specifier.startsWith('.')
        ? !/^\.[cm]?js$/.test(extname(specifier))
        : !/^(?:node:|evenhand(?:\/|$))/.test(specifier),
    )
  )
}
