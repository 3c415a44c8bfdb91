/**
 * Loaded before the command: makes calls of the file system fail. FAILING lists them as `FUNCTION:PATH:CODE`, separated by
 * spaces: every call of that function with a path that ends so, or with a descriptor of such a file, throws an error of that
 * code. `FUNCTION:PATH:CODE:N` lets the first N calls pass.
 */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { isMainThread } from 'node:worker_threads'

const faults = (process.env.FAILING ?? '')
  .split(' ')
  .filter(Boolean)
  .map(text => {
    const [name, path, code, pass = '0'] = text.split(':')
    return { name, path, code, left: Number(pass) }
  })
const paths = new Map()
const { openSync } = fs

if (isMainThread) {
  for (const name of new Set(['openSync', ...faults.map(fault => fault.name)])) {
    const act = fs[name]
    fs[name] = (...args) => {
      const path = typeof args[0] === 'number' ? (paths.get(args[0]) ?? '') : String(args[0])
      const fault = faults.find(one => one.name === name && path.endsWith(one.path))
      if (fault && --fault.left < 0)
        throw Object.assign(new Error(`${fault.code}: injected, ${name} '${path}'`), {
          code: fault.code,
          syscall: name.replace('Sync', ''),
          path,
        })
      const result = act(...args)
      if (act === openSync) paths.set(result, path)
      return result
    }
  }
  syncBuiltinESMExports()
}
