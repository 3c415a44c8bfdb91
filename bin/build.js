/**
 * `npm run build` builds dist/. It does nothing if dist/ has the same sources, so that npm may call it at
 * every install. Otherwise tsc writes a new folder, and modules that are always loaded together become one
 * file, with their parts of packages: a start would read them one by one. The folder replaces dist/ when it
 * is complete, so that nobody ever sees half a build. A run that plays from the old one notices
 * (sim/store/code.ts).
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, isAbsolute, join, relative, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))
const DIST = join(ROOT, 'dist')
const CONFIG = 'tsconfig.build.json'
/** In dist/: a hash of what it was built from. */
const STAMP = 'sources.sha256'
/** Folders of builds by process; nobody needs those of a process that has died. */
const TEMPORARY = /^dist\.(?:new|old)\.(\d+)$/

/** Packages that become part of the build. Those with files that they find by their place cannot. */
const BUNDLED = [
  '@observablehq/plot',
  'linkedom/worker',
  'csv-stringify/sync',
  'seedrandom',
  'yaml',
  'cli-progress',
  'yargs/helpers',
  'zod',
  '@modelcontextprotocol/sdk/server/index.js',
  '@modelcontextprotocol/sdk/server/stdio.js',
  '@modelcontextprotocol/sdk/types.js',
]
/** In dist/: shared files that do not decide results. Those that do lie in a folder that code.js names. */
const PARTS = 'parts'
/** In dist/, too: the licences of all packages that the build has parts of. */
const LICENSES = 'LICENSES.txt'
/** The folder of the package that a file lies in, and its name. */
const PACKAGE = /^.*node_modules[/\\]((?:@[^/\\]+[/\\])?[^/\\]+)/
/** Entries besides those of the package: of threads and processes, and of tests (test/faults/hardened.mjs). */
const LOADED = [
  ...['worker', 'learning-worker', 'inspector', 'check-game-worker', 'thinker-worker'].map(
    name => `sim/threads/${name}.js`,
  ),
  ...['bench/main.js', 'bench/child.js'],
  ...['engine/modules/harden.js', 'engine/modules/hooks.js', 'engine/modules/ambient.js'],
]
const CODE = 'sim/store/code.js'
/** What the bundler knows all code that decides results by: a module of its own, which nobody loads. */
const DECIDING = 'deciding'
/** Loaded by every command, by nearly every one that plays, and by every thread of a run. */
const FIRST = 'cli/main.js'
const PLAYING = 'cli/commands/play.js'
const THREAD = 'sim/threads/worker.js'

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

/** Replaces dist/ by the new folder. Of several builds at once, the last one stays. */
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

/**
 * Puts modules that are always loaded together into one file, with their parts of packages. Exports of the
 * package and dynamic imports keep their places. Code that decides results shares no file with our other
 * code, so that the hash of a run's code (sim/store/code.ts) does not depend on reports.
 */
async function gather(built) {
  const { bin = {}, exports = {} } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const given = [...Object.values(bin), ...Object.values(exports).flatMap(({ default: file }) => file ?? [])]
  if (given.length === 0) return
  const entries = [...given.map(file => relative(DIST, join(ROOT, file))), ...LOADED]
  const { LAYERS, SHARED } = await import(pathToFileURL(join(built, CODE)).href)
  const pathOf = id => relative(built, id).split(sep).join('/')
  const isOurs = id => isAbsolute(id) && !PACKAGE.test(id)
  const decides = id => LAYERS.includes(pathOf(id).split('/')[0])
  const modules = readdirSync(built, { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.js'))
    .map(file => join(built, file))
    .sort()
  const { rolldown } = await import('rolldown')
  const bundle = await rolldown({
    ...{ cwd: built, platform: 'node', treeshake: false, transform: { target: 'esnext' } },
    input: { ...Object.fromEntries(entries.map(file => [file, join(built, file)])), [DECIDING]: DECIDING },
    external: (id, importer) => isPackage(id) && isOurs(importer) && !BUNDLED.includes(id),
    plugins: [importing(DECIDING, modules.filter(decides))],
  })
  const options = {
    format: 'esm',
    entryFileNames: ({ name }) => name,
    chunkFileNames: ({ isDynamicEntry, facadeModuleId, moduleIds }) =>
      isDynamicEntry && isOurs(facadeModuleId)
        ? pathOf(facadeModuleId)
        : `${moduleIds.some(decides) ? SHARED : PARTS}/[name].js`,
  }
  const { output: apart } = await bundle.generate(options)
  const groups = groupsOf(apart, { isOurs, decides })
  const { output } = await bundle.generate({ ...options, codeSplitting: { groups } })
  await bundle.close()
  for (const file of modules) rmSync(file)
  const files = new Map(output.map(chunk => [chunk.fileName, chunk]))
  for (const { fileName, moduleIds, facadeModuleId, imports, code } of output) {
    if (facadeModuleId === DECIDING) continue
    const ours = moduleIds.filter(isOurs)
    if (ours.some(decides) && !ours.every(decides))
      throw new Error(`${fileName} has code that decides results beside other code`)
    const isFast = ours.some(decides) && !imports.some(name => loadedBy(files, name).has(fileName))
    mkdirSync(dirname(join(built, fileName)), { recursive: true })
    writeFileSync(join(built, fileName), isFast ? withConstants(code) : code)
  }
  writeFileSync(join(built, LICENSES), licensesOf(output.flatMap(({ moduleIds = [] }) => moduleIds)))
}

/** A file of the build and all that it imports; of `files`, chunks by their names. */
function loadedBy(files, fileName, loaded = new Set()) {
  if (loaded.has(fileName) || !files.has(fileName)) return loaded
  loaded.add(fileName)
  for (const other of files.get(fileName).imports) loadedBy(files, other, loaded)
  return loaded
}

/**
 * Makes what a file imports from the others beside it constants of its own. V8 builds a file's constants into
 * its machine code, but loads imported names at every use, which costs games up to a fifth of their speed.
 * The files must not import each other in a circle.
 */
function withConstants(code) {
  let count = 0
  return code.replace(/^import \{ (.+) \} (from "\.\/.+";)$/gm, (_, names, from) => {
    const imported = `imported$${count++}`
    // One by one, for the bundler may call a name `as`.
    const taken = names.split(', ').map(name => name.replace(/^(\S+) as (\S+)$/, '$1: $2'))
    return `import * as ${imported} ${from}\nconst { ${taken.join(', ')} } = ${imported};`
  })
}

/**
 * By itself, the bundler makes a file of the modules that the same entries load: some sixty for a command
 * that plays, which cost its start about a millisecond each. Those that such a command always loads become
 * four groups: packages, code that decides results with and without threads, and the rest. What all commands
 * load first stays apart, for some need no more.
 */
function groupsOf(output, { isOurs, decides }) {
  const files = new Map(output.map(chunk => [chunk.fileName, chunk]))
  const atFirst = loadedBy(files, FIRST)
  const inThreads = loadedBy(files, THREAD)
  const nameOf = ({ fileName, name, moduleIds }) => {
    if (atFirst.has(fileName)) return name
    if (!moduleIds.some(isOurs)) return 'packages'
    if (!moduleIds.some(decides)) return 'commands'
    return inThreads.has(fileName) ? 'playing' : 'running'
  }
  const groups = new Map()
  for (const chunk of [...atFirst, ...loadedBy(files, PLAYING)].map(fileName => files.get(fileName))) {
    if (chunk.isEntry || chunk.isDynamicEntry) continue
    for (const id of chunk.moduleIds) groups.set(id, nameOf(chunk))
  }
  // In this order, for a group takes what its modules import, too, unless one before it has.
  const last = ['packages', 'playing', 'running', 'commands']
  const names = [...new Set(groups.values())].filter(name => !last.includes(name))
  return [...names, ...last].map((name, i, { length }) => ({
    name,
    priority: length - i,
    test: id => groups.get(id) === name,
  }))
}

/** Whether an import is of a package, and not of a file. */
const isPackage = id => id !== DECIDING && !id.startsWith('.') && !isAbsolute(id)

/** A module that imports all of these files. */
function importing(name, files) {
  const text = files.map(file => `import ${JSON.stringify(file)}\n`).join('')
  return {
    name,
    resolveId: id => (id === name ? id : null),
    load: id => (id === name ? text : null),
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
  await gather(built)
  writeFileSync(join(built, STAMP), `${sources}\n`)
  replace(built, `${DIST}.old.${process.pid}`)
  return 0
}

process.exitCode = await build()
