/** One name, one thing: exported types share no name, except in the games' own rooms, which are alike on purpose. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../engine/package.ts'

const FOLDERS = ['documents', 'engine', 'agents', 'sim', 'reports', 'library', 'cli', 'bench', 'docs']

/** Games with rooms of the same names: each has its Rules, its Tables, its Planner. */
const GAMES = /^engine\/(bulwark|classics|elephant-men|frontline|prestige)\//

const EXPORT = /^export (?:declare )?(?:abstract )?(?:interface|type|class|enum) (\w+)/gm

/** Names of the types that a text exports; not those that it passes on from other files. */
function typesIn(text: string): string[] {
  return [...text.matchAll(EXPORT)].map(([, name]) => name!)
}

function filesIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map(file => `${folder}/${file.replaceAll('\\', '/')}`)
    .filter(file => /\.c?ts$/.test(file) && !GAMES.test(file))
}

describe('exported types', () => {
  it('are found, of all kinds', () => {
    const text =
      "export interface A {}\nexport abstract class B {}\nexport type C = A\nexport type { D } from './d.ts'"
    expect(typesIn(text)).toEqual(['A', 'B', 'C'])
  })

  it('have a name each', () => {
    const files = new Map<string, string[]>()
    for (const file of FOLDERS.flatMap(filesIn))
      for (const name of typesIn(readFileSync(join(ROOT, file), 'utf8')))
        files.set(name, [...(files.get(name) ?? []), file])
    expect(files.size).toBeGreaterThan(300)
    expect([...files].filter(([, of]) => of.length > 1)).toEqual([])
  })
})
