/** The plan of the house: layers import one way, rooms have one door, nothing goes round in a circle. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../engine/package.ts'

/** From the ground up: a layer imports from itself and from those before it. */
const LAYERS = ['documents', 'engine', 'agents', 'sim', 'reports', 'library', 'cli']

/** The project's own TypeScript, as paths from its root. */
const FILES = LAYERS.flatMap(layer =>
  readdirSync(join(ROOT, layer), { recursive: true, encoding: 'utf8' })
    .filter(file => /\.c?ts$/.test(file))
    .map(file => `${layer}/${file.replaceAll('\\', '/')}`),
)

/** Paths that a text imports, for a file of that path. */
function importsOf(text: string, file: string): string[] {
  return [...text.matchAll(/from '(\.[^']+)'|import\('(\.[^']+)'\)/g)].map(match =>
    relative(ROOT, resolve(ROOT, dirname(file), (match[1] ?? match[2])!)).replaceAll('\\', '/'),
  )
}

const IMPORTS = new Map(FILES.map(file => [file, importsOf(readFileSync(join(ROOT, file), 'utf8'), file)]))

/** A folder with an index.ts that `target` lies in and `file` does not, entered by another way than that; else null. */
function doorPassedBy(file: string, target: string, hasIndex: (folder: string) => boolean): string | null {
  for (let folder = dirname(target); folder !== '.'; folder = dirname(folder))
    if (!file.startsWith(`${folder}/`) && hasIndex(folder) && target !== `${folder}/index.ts`) return folder
  return null
}

/** The library has a door for programs, and one for the command line. */
const hasIndex = (folder: string): boolean =>
  existsSync(join(ROOT, folder, 'index.ts')) && folder !== 'library'

/** A circle of imports through a file, or null. */
function circleFrom(start: string, imports: ReadonlyMap<string, readonly string[]>): string[] | null {
  const seen = new Set<string>()
  const search = (file: string, path: readonly string[]): string[] | null => {
    for (const next of imports.get(file) ?? []) {
      if (next === start) return [...path, file, start]
      if (seen.has(next)) continue
      seen.add(next)
      const found = search(next, [...path, file])
      if (found) return found
    }
    return null
  }
  return search(start, [])
}

describe('imports', () => {
  it('are found, those of types and the dynamic ones too', () => {
    const text = "import type { A } from '../sim/run.ts'\nconst b = await import('./b.ts')"
    expect(importsOf(text, 'engine/a.ts')).toEqual(['sim/run.ts', 'engine/b.ts'])
    expect(FILES.length).toBeGreaterThan(150)
  })

  it.each(LAYERS)('of %s lead to itself and the layers below', layer => {
    const below = LAYERS.slice(0, LAYERS.indexOf(layer) + 1)
    const up = [...IMPORTS]
      .filter(([file]) => file.startsWith(`${layer}/`))
      .flatMap(([file, targets]) => targets.map(target => `${file} -> ${target}`))
      .filter(arrow => !below.includes(arrow.split(' -> ')[1]!.split('/')[0]!))
    expect(up).toEqual([])
  })

  it('of cli reach sim through its door of the library alone', () => {
    const direct = [...IMPORTS].flatMap(([file, targets]) =>
      targets
        .filter(target => file.startsWith('cli/') && /^(sim|library)\//.test(target))
        .filter(target => target !== 'library/command.ts')
        .map(target => `${file} -> ${target}`),
    )
    expect(direct).toEqual([])
  })

  it('enter a folder that has an index.ts by that door alone', () => {
    const rooms = (folder: string) => folder === 'a/b'
    expect(doorPassedBy('a/x.ts', 'a/b/c.ts', rooms)).toBe('a/b')
    expect(doorPassedBy('a/x.ts', 'a/b/index.ts', rooms)).toBe(null)
    expect(doorPassedBy('a/b/d/x.ts', 'a/b/c.ts', rooms)).toBe(null)
    const deep = [...IMPORTS].flatMap(([file, targets]) =>
      targets.filter(target => doorPassedBy(file, target, hasIndex)).map(target => `${file} -> ${target}`),
    )
    expect(deep).toEqual([])
  })

  it('go in no circle', () => {
    expect(
      circleFrom(
        'a',
        new Map([
          ['a', ['b']],
          ['b', ['c']],
          ['c', ['a']],
        ]),
      ),
    ).toEqual(['a', 'b', 'c', 'a'])
    expect(FILES.map(file => circleFrom(file, IMPORTS)).filter(Boolean)).toEqual([])
  })
})

describe('what only one place may do', () => {
  const users = (pattern: RegExp): string[] =>
    FILES.filter(file => pattern.test(readFileSync(join(ROOT, file), 'utf8')))

  it('threads are started in sim/threads', () => {
    expect(users(/from '(piscina|node:worker_threads)'/).map(file => dirname(file))).toEqual(
      expect.arrayContaining(['sim/threads']),
    )
    expect(
      users(/from '(piscina|node:worker_threads)'/).filter(file => dirname(file) !== 'sim/threads'),
    ).toEqual([])
  })

  it('Redis is spoken to in sim/queue', () => {
    const speakers = users(/(from |import\()'(bullmq|ioredis)'/)
    expect(speakers.length).toBeGreaterThan(0)
    expect(speakers.filter(file => dirname(file) !== 'sim/queue')).toEqual([])
  })

  it('the queue, whose packages are optional, is loaded on demand', () => {
    const early = FILES.filter(file => dirname(file) !== 'sim/queue').flatMap(file =>
      IMPORTS.get(file)!.filter(target => dirname(target) === 'sim/queue' && target !== 'sim/queue/load.ts'),
    )
    expect(early).toEqual([])
    expect(readFileSync(join(ROOT, 'sim/queue/load.ts'), 'utf8')).not.toMatch(
      /from '\.\/(coordinator|worker)/,
    )
  })

  it('results know neither a clock nor Math.random', () => {
    /** What no result depends on: how long chunks took, when a line was written, what to stop. */
    const CLOCKS = [
      'engine/modules/ambient.ts',
      'sim/threads/watchdog.ts',
      'sim/store/lock.ts',
      'sim/store/writer.ts',
      'sim/queue/coordinator.ts',
      'sim/queue/worker.ts',
    ]
    const makers = (pattern: RegExp): string[] =>
      users(pattern).filter(file => !file.startsWith('cli/') && !file.startsWith('library/'))
    // Taken over, and told of.
    expect(makers(/Math\.random/).sort()).toEqual([
      'engine/boardgame-io/game.ts',
      'engine/checks/explain.ts',
      'engine/modules/ambient.ts',
    ])
    expect(makers(/Date\.now|new Date\(\)|performance\.now/).sort()).toEqual([...CLOCKS].sort())
  })
})
