/**
 * Node loads the project's TypeScript itself, through a hook that strips its types, for Node 20 does not: imported before anything else by each process of
 * tests (vitest.config.ts). Threads play what is built, and need none of it.
 */
import { readFile } from 'node:fs/promises'
import { register } from 'node:module'
import { fileURLToPath } from 'node:url'
import { isMainThread } from 'node:worker_threads'

const HOOKS = '?hooks'
const ROOT = new URL('..', import.meta.url).href

/** A hook of the loader, which runs in a thread of its own. */
export async function load(url, context, next) {
  if (!url.startsWith(ROOT) || !url.endsWith('.ts') || url.includes('/node_modules/'))
    return await next(url, context)
  const { transform } = await import('rolldown/utils')
  const path = fileURLToPath(url)
  const { code, map, errors } = await transform(path, await readFile(path, 'utf8'), { sourcemap: true })
  if (errors.length > 0) throw new SyntaxError(`${path}: ${errors[0].message}`)
  const mapping = Buffer.from(JSON.stringify(map)).toString('base64')
  const source = `${code}\n//# sourceMappingURL=data:application/json;base64,${mapping}`
  return { format: 'module', source, shortCircuit: true }
}

// The loader's thread imports this file again, under another name.
if (isMainThread && !import.meta.url.endsWith(HOOKS)) register(`${import.meta.url}${HOOKS}`)
