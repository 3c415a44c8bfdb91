import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT, VERSION } from '../engine/package.ts'

const TEXT = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8')

test('the changelog begins with what is unreleased; versions follow, the newest first, this one among them', () => {
  const headings = TEXT.match(/^## .*$/gm)!
  expect(headings[0]).toBe('## [Unreleased]')
  const versions = headings.slice(1).map(line => /^## \[(\d+)\.(\d+)\.(\d+)\] - \d{4}-\d\d-\d\d$/.exec(line))
  const rank = (match: RegExpExecArray | null): number =>
    match!.slice(1).reduce((sum, part) => sum * 1000 + Number(part), 0)
  expect(versions.every(Boolean)).toBe(true)
  expect(versions.map(rank)).toEqual(versions.map(rank).toSorted((a, b) => b - a))
  expect(headings[1]).toContain(`## [${VERSION}] `)
})

test('the changelog groups entries by what they mean for users', () => {
  const groups = new Set(TEXT.match(/^### .*$/gm))
  expect([...groups].toSorted()).toEqual(['### Added', '### Breaking', '### Changed', '### Fixed'])
})
