/**
 * Builds dist/ from the sources: `npm run build`. Nothing happens if dist/ was built from the same sources, so that npm may call it at
 * every install. Otherwise tsc writes a new folder, and packages of many small files become a file each in its vendor/, since every
 * start would read them one by one. It takes the place of dist/ when it is complete: nobody ever sees half a build, whenever this process
 * is killed. A run that is playing from the old one notices (sim/store/code.ts).
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

/** Packages that become a file of the build, and where it lies in there. Those with files that they find by their place cannot. */
const VENDOR = 'vendor'
const VENDORED = [
  '@observablehq/plot',
  'linkedom/worker',
  'csv-stringify/sync',
  'seedrandom',
  'yaml',
  'yargs-parser',
  'zod',
]
/** In there: the licences of all packages that the files are made of. */
const LICENSES = 'LICENSES.txt'
/** What the bundler knows an entry by, before the name of its package. */
const ENTRY = 'entry:'
/** The folder of the package that a file lies in, and its name. */
const PACKAGE = /^.*node_modules[/\\]((?:@[^/\\]+[/\\])?[^/\\]+)/
/** What an import names and its package, as tsc writes it. */
const IMPORT = /^(?:import|export) ([^;]*?) from '([^'.][^']*)';$/gm

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
  const hash = createHash('sha256')
  for (const tool of ['typescript', 'rolldown']) hash.update(`${require(`${tool}/package.json`).version}\0`)
  for (const file of [
    CONFIG,
    config.extends,
    'package.json',
    'package-lock.json',
    'bin/build.js',
    ...sources,
  ])
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

/** Writes the vendored packages that the build imports, with their licences, and makes it import those. */
async function vendor(built) {
  const names = new Map(VENDORED.map(name => [name, new Set()]))
  for (const file of readdirSync(built, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.js')) continue
    const text = readFileSync(join(built, file), 'utf8')
    const up = relative(dirname(file), VENDOR).split(sep).join('/')
    const changed = text.replace(IMPORT, (whole, imported, name) => {
      const known = names.get(name)
      if (!known) return whole
      for (const one of namesOf(imported)) known.add(one)
      return whole.replace(`'${name}'`, `'${up.startsWith('.') ? '' : './'}${up}/${vendored(name)}.js'`)
    })
    if (changed !== text) writeFileSync(join(built, file), changed)
  }
  const used = VENDORED.filter(name => names.get(name).size > 0)
  if (used.length === 0) return
  const { rolldown } = await import('rolldown')
  const bundle = await rolldown({
    cwd: ROOT,
    platform: 'node',
    input: Object.fromEntries(used.map(name => [vendored(name), `${ENTRY}${name}`])),
    plugins: [entriesOf(names)],
  })
  const { output } = await bundle.write({
    ...{ dir: join(built, VENDOR), format: 'esm' },
    ...{ entryFileNames: '[name].js', chunkFileNames: '[name].js' },
  })
  await bundle.close()
  const modules = output.flatMap(({ moduleIds = [] }) => moduleIds)
  writeFileSync(join(built, VENDOR, LICENSES), licensesOf(modules))
}

/** The name of a package's file, without its end. */
function vendored(name) {
  return name.replaceAll('/', '-')
}

/** What of a package an import takes: `default`, and names. */
function namesOf(imported) {
  const [, first, listed = ''] = /^(\w*),? ?(?:\{([^}]*)\})?$/.exec(imported)
  const all = listed.split(',').map(one => one.trim().split(' as ')[0])
  return [...(first ? ['default'] : []), ...all.filter(one => one !== '')]
}

/** Entries that export what is taken of a package: of CommonJS, names have to be asked for. */
function entriesOf(names) {
  return {
    name: 'entries',
    resolveId: id => (id.startsWith(ENTRY) ? id : null),
    load: id => {
      if (!id.startsWith(ENTRY)) return null
      const name = id.slice(ENTRY.length)
      return `export { ${[...names.get(name)].sort().join(', ')} } from '${name}'\n`
    },
  }
}

/** The licences of the packages that modules lie in, by their paths. */
function licensesOf(modules) {
  const packages = new Map(modules.flatMap(id => [PACKAGE.exec(id)]).flatMap(match => (match ? [match] : [])))
  return [...packages]
    .map(([folder, name]) => {
      const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
      const file = readdirSync(folder).find(one => /^licen[cs]e/i.test(one))
      return `${name} ${version} (${license})\n\n${file ? readFileSync(join(folder, file), 'utf8').trim() : ''}\n`
    })
    .sort()
    .join(`\n${'-'.repeat(80)}\n\n`)
}

async function build() {
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
  await vendor(built)
  writeFileSync(join(built, STAMP), `${sources}\n`)
  replace(built, `${DIST}.old.${process.pid}`)
  return 0
}

process.exitCode = await build()
