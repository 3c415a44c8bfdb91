/**
 * Builds dist/ from the sources: `npm run build`. Nothing happens if dist/ was built from the same sources, so that npm may call it at
 * every install. Otherwise tsc writes a new folder, which takes the place of dist/ when it is complete: nobody ever sees half a build,
 * whenever this process is killed. A run that is playing from the old one notices (sim/store/code.ts).
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))
const DIST = join(ROOT, 'dist')
const CONFIG = 'tsconfig.build.json'
/** In dist/: a hash of what it was built from. */
const STAMP = 'sources.sha256'
/** Folders of builds by process; nobody needs those of a process that has died. */
const TEMPORARY = /^dist\.(?:new|old)\.(\d+)$/

const require = createRequire(import.meta.url)
const TSC = require.resolve('typescript/bin/tsc')

/** SHA-256 of the sources, of what compiles them, and of how. */
function hashSources() {
  const config = JSON.parse(readFileSync(join(ROOT, CONFIG), 'utf8'))
  const sources = config.include.flatMap(folder =>
    readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(entry => relative(ROOT, join(entry.parentPath, entry.name)).split(sep).join('/'))
      .sort(),
  )
  const hash = createHash('sha256').update(`${require('typescript/package.json').version}\0`)
  for (const file of [CONFIG, config.extends, 'package.json', ...sources])
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(ROOT, file)))
      .update('\0')
  return hash.digest('hex')
}

function removeLeftovers() {
  for (const name of readdirSync(ROOT)) {
    const pid = TEMPORARY.exec(name)?.[1]
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(ROOT, name), { recursive: true, force: true })
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** Puts the new folder in the place of dist/, which another build may be doing as well: the last one stays. */
function replace(built, old) {
  for (;;) {
    try {
      renameSync(DIST, old)
      rmSync(old, { recursive: true, force: true })
    } catch (error) {
      if (error.code !== 'ENOENT') throw error
    }
    try {
      renameSync(built, DIST)
      return
    } catch (error) {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
    }
  }
}

function build() {
  removeLeftovers()
  const sources = hashSources()
  const stamp = join(DIST, STAMP)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8').trim() === sources) return 0
  const built = `${DIST}.new.${process.pid}`
  const { status } = spawnSync(process.execPath, [TSC, '-p', CONFIG, '--outDir', built], {
    cwd: ROOT,
    stdio: 'inherit',
  })
  if (status !== 0) {
    rmSync(built, { recursive: true, force: true })
    return status ?? 1
  }
  writeFileSync(join(built, STAMP), `${sources}\n`)
  replace(built, `${DIST}.old.${process.pid}`)
  return 0
}

process.exitCode = build()
