/** Files of the user's that are written for bundlers, as Node loads them. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fileHashes } from '../../engine/modules/index.ts'
import { aliased } from '../../engine/modules/project.ts'
import { transformSource } from '../../engine/modules/source.ts'
import { folder } from '../cli/command.ts'

const codeOf = (name: string, text: string): string | null => transformSource(name, text)?.code ?? null

describe('transformSource', () => {
  it('leaves alone what Node loads itself', () => {
    expect(codeOf('/a.js', "import { a } from './b.js'\nexport default a\n")).toBeNull()
    expect(
      codeOf(
        '/a.js',
        "import { defineGame } from 'evenhand/game'\nimport fs from 'node:fs'\nexport default defineGame(fs)\n",
      ),
    ).toBeNull()
    expect(codeOf('/a.js', "export const text = '</p>'\n")).toBeNull()
  })

  it('drops types and imports of types, and keeps enums', () => {
    const code = codeOf(
      '/a.ts',
      "import { State } from './types'\nexport enum Side { Red, Blue }\nexport const of = (state: State): Side => Side.Blue\n",
    )!
    expect(code).not.toContain('./types')
    expect(code).toMatch(/Side\[Side\["Blue"\] = 1\] = "Blue"/)
  })

  it('takes JSX out of .js, .jsx and .tsx without a need for React', () => {
    for (const name of ['/a.js', '/a.jsx', '/a.tsx']) {
      const code = codeOf(name, 'export const View = () => <p>{1}</p>\n')!
      expect(code).toContain('React.createElement("p"')
      expect(code).not.toContain('import')
    }
  })

  it('takes names from packages as bundlers do, and keeps lines', () => {
    const text =
      "import all, {\n  sum,\n  range as steps,\n} from 'lodash'\nthrow new Error(sum(steps(all)))\n"
    const code = codeOf('/a.js', text)!
    expect(code.split('\n').findIndex(line => line.startsWith('throw'))).toBe(4)
    expect(code).toContain('sum = "sum" in __module0 ? __module0["sum"] : __module0.default?.["sum"]')
    expect(code).toContain('steps = "range" in __module0')
  })

  it('lists files for import.meta.glob', () => {
    const cwd = folder({ 'b.ts': '', 'a.ts': '', 'a.test.ts': '', 'c.json': '' })
    mkdirSync(join(cwd, 'deep'))
    writeFileSync(join(cwd, 'deep/d.ts'), '')
    const filesOf = (patterns: string): string[] =>
      [
        ...codeOf(join(cwd, 'x.js'), `export default import.meta.glob(${patterns})\n`)!.matchAll(
          /"([^"]+)": async/g,
        ),
      ].map(([, name]) => name!)
    expect(filesOf("'./*.ts'")).toEqual(['./a.test.ts', './a.ts', './b.ts'])
    expect(filesOf("['./**/*.ts', '!./*.test.ts']")).toEqual(['./a.ts', './b.ts', './deep/d.ts'])
    expect(filesOf("'./*.{json,css}'")).toEqual(['./c.json'])
    expect(
      codeOf(
        join(cwd, 'x.js'),
        "export default import.meta.glob('./b.ts', { eager: true, import: 'default' })\n",
      ),
    ).toContain('"./b.ts": (await import("./b.ts")).default')
  })

  it('lists files for import.meta.glob from the root of the project, as Vite does', () => {
    const cwd = folder({ 'package.json': '{}' })
    mkdirSync(join(cwd, 'src'))
    mkdirSync(join(cwd, 'cards'))
    writeFileSync(join(cwd, 'cards/a.json'), '1')
    const code = codeOf(join(cwd, 'src/x.js'), "export default import.meta.glob('/cards/*.json')\n")
    expect(code).toContain('"/cards/a.json": async () => (await import("./../cards/a.json"))')
  })

  it('holds the files of import.meta.glob to be part of the module', () => {
    const cwd = folder({
      'package.json': '{}',
      'x.js': "export default import.meta.glob(\n  ['./cards/*.json', '!**/b.json'], { eager: true })\n",
    })
    mkdirSync(join(cwd, 'cards'))
    for (const name of ['a', 'b']) writeFileSync(join(cwd, `cards/${name}.json`), '1')
    expect(Object.keys(fileHashes(join(cwd, 'x.js')))).toEqual(['x.js', 'cards/a.json'])
  })

  it('says where a file cannot be read', () => {
    expect(() => codeOf('/a.ts', 'const a = 1\nlet b: = 2\n')).toThrow(/Unexpected token at .*a\.ts:2:8$/)
  })
})

describe('aliased', () => {
  const cwd = folder({
    'package.json': '{}',
    'tsconfig.json':
      '{ "extends": "./base.json", "compilerOptions": { "paths": { "@rules/*": ["lib/rules/*"], "one": ["lib/one.ts"] } } }',
    'base.json':
      '{ // comments\n "compilerOptions": { "baseUrl": "./lib", "paths": { "old/*": ["x/*"], }, } }',
  })
  const from = join(cwd, 'lib/deep/game.ts')
  it.each([
    ['@rules/a', ['lib/rules/a', 'lib/@rules/a']],
    ['one', ['lib/one.ts', 'lib/one']],
    ['old/b', ['lib/x/b', 'lib/old/b']],
    ['@/c', ['lib/@/c', 'src/c', 'c']],
  ])('%s is looked for by tsconfig.json, then by custom', (specifier, paths) => {
    expect(aliased(from, specifier)).toEqual(paths.map(path => join(cwd, path)))
  })

  it('leaves relative imports and built-ins alone', () => {
    for (const specifier of ['./a', '../a', 'node:fs']) expect(aliased(from, specifier)).toEqual([])
  })
})
