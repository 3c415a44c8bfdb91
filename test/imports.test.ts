/** Imports point one way: cli -> reports -> sim -> agents -> engine. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../engine/package.ts'

const LAYERS = ['engine', 'agents', 'sim', 'reports', 'cli']

function sources(layer: string): string[] {
  return readdirSync(join(ROOT, layer), { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.ts'))
    .map(file => join(ROOT, layer, file))
}

/** Layers that a text imports from, for a file in the given folder. */
function imported(text: string, folder: string): string[] {
  return [...text.matchAll(/from '(\.[^']+)'|import\('(\.[^']+)'\)/g)].map(
    match => relative(ROOT, resolve(folder, (match[1] ?? match[2])!)).split('/')[0]!,
  )
}

describe('imports', () => {
  it('sees an import that points up', () => {
    expect(imported("import { a } from '../sim/run.ts'", join(ROOT, 'engine'))).toEqual(['sim'])
  })

  it.each(LAYERS)('%s imports only from itself and the layers below', layer => {
    const files = sources(layer)
    expect(files.length).toBeGreaterThan(0)
    for (const file of files)
      for (const target of imported(readFileSync(file, 'utf8'), dirname(file)))
        expect(
          LAYERS.slice(0, LAYERS.indexOf(layer) + 1),
          `${relative(ROOT, file)} imports ${target}`,
        ).toContain(target)
  })

  it('starts threads in sim/pool.ts and sim/worker.ts only', () => {
    const users = LAYERS.flatMap(sources).filter(file =>
      /from '(piscina|node:worker_threads)'/.test(readFileSync(file, 'utf8')),
    )
    expect(users.map(file => relative(ROOT, file)).sort()).toEqual(['sim/pool.ts', 'sim/worker.ts'])
  })

  it('talks to Redis in sim/queue/ only', () => {
    const users = LAYERS.flatMap(sources).filter(file =>
      /from '(bullmq|ioredis)'/.test(readFileSync(file, 'utf8')),
    )
    expect(new Set(users.map(file => relative(ROOT, dirname(file))))).toEqual(new Set(['sim/queue']))
  })

  it('has neither a clock nor Math.random where results are made', () => {
    /** What no result depends on: how long chunks took, when a line was written, who is to be stopped. */
    const CLOCKS = [
      'chunk.ts',
      'watchdog.ts',
      'store/journal.ts',
      'store/lock.ts',
      'queue/dealer.ts',
      'queue/server.ts',
    ]
    for (const file of ['engine', 'agents', 'sim', 'reports'].flatMap(sources)) {
      const name = relative(ROOT, file)
      const text = readFileSync(file, 'utf8')
      if (name !== 'sim/guard.ts') expect(text, name).not.toMatch(/Math\.random/)
      if (!CLOCKS.includes(name.replace(/^sim\//, '')))
        expect(text, name).not.toMatch(/Date\.now|new Date\(|performance\.now/)
    }
  })
})
