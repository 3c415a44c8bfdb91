/** Every rule on the rules page names the function that carries it out. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '../../engine/package.ts'

const page = readFileSync(join(ROOT, 'docs/rules/elephant-men.md'), 'utf8')
const rows = page.split('\n').filter(line => /^\| \d+ \|/.test(line))

it('names a function of the engine for every rule', () => {
  expect(rows).toHaveLength(74)
  for (const row of rows) {
    const named = [
      ...row
        .split('|')
        .at(-2)!
        .matchAll(/`([^`]+\.ts):(\w+)`/g),
    ]
    expect(named.length, row).toBeGreaterThan(0)
    for (const [, file, name] of named) {
      const source = readFileSync(join(ROOT, 'engine/elephant-men', file!), 'utf8')
      const declared = new RegExp(`^(export )?(function|const) ${name}\\b|^ {2}#?${name}\\(`, 'm')
      expect(source, `${file}:${name}`).toMatch(declared)
    }
  }
})
