/** Hooks for node's loader that write every module it loads into the file that LOADED names, one a line. */
import { appendFileSync } from 'node:fs'
import { register } from 'node:module'

export async function load(url, context, next) {
  appendFileSync(process.env.LOADED, `${url}\n`)
  return await next(url, context)
}

// Imported by the command's process, the file registers itself; the loader imports it again, under another name.
if (!import.meta.url.endsWith('?hooks')) register(`${import.meta.url}?hooks`)
