/** Texts and files become documents, or are refused with their place. */
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { z } from 'zod'
import { FILE_MAX, InputError, readDocument, validate } from '../../documents/index.ts'
import { inTime, open, place, read, refusal } from './refusal.ts'

describe('parseDocument', () => {
  it('reads YAML 1.2 and JSON as plain data', () => {
    expect(read('a: 1\nb: [x, 2.5, true, ~, 2020-01-01, no]\nc: {d: "e\\tf"}').value).toEqual({
      a: 1,
      b: ['x', 2.5, true, null, '2020-01-01', 'no'],
      c: { d: 'e\tf' },
    })
    const data = { a: [1, -2.5e3, 'x\ny', '\u{1F600}', null, true], 'b c': { d: [] }, '': {} }
    expect(read(JSON.stringify(data)).value).toEqual(data)
    expect(read(JSON.stringify(data, null, '\t')).value).toEqual(data)
    expect(read('').value).toBeNull()
    expect(read('# nothing\n').value).toBeNull()
    expect(read('\uFEFFa: 1').value).toEqual({ a: 1 })
    expect(read('---\na: -0\n...\n').value).toEqual({ a: 0 })
    expect(read('a: |\r\n  x\r\n  y\r\n').value).toEqual({ a: 'x\ny\n' })
  })

  it('knows where values and keys stand', () => {
    const doc = read('# map\nfavour:\n  win: 9\nsides:\n  - name: white\n    units: [a, b]\n')
    expect(doc.at([])).toEqual(place(2, 1))
    expect(doc.at(['favour', 'win'])).toEqual(place(3, 8))
    expect(doc.at(['favour', 'win'], 'key')).toEqual(place(3, 3))
    expect(doc.at(['sides', 0, 'units', 1])).toEqual(place(6, 16))
    expect(doc.at(['sides', 0, 'nope', 'deeper'])).toEqual(place(5, 5))
    expect(doc.at(['sides', 7])).toEqual(place(5, 3))
    expect(read('\r\n{"a":\r\n  [1, 22]}').at(['a', 1])).toEqual(place(3, 7))
    expect(read('').at(['a'])).toEqual(place(1, 1))
    expect(read('\uFEFFa: 1').at(['a'])).toEqual(place(1, 4))
  })

  it.each([
    ['a: 1\nb: [1, 2', '2:9: not valid YAML: flow sequence in block collection'],
    ['a: 1\nb: ]', '2:4: not valid YAML: unexpected ]'],
    ['a: b: c', '1:4: not valid YAML: nested mappings'],
    ['a: "x', '1:6: not valid YAML: missing closing "quote'],
    ['a: 1\n\tb: 2', '2:1: not valid YAML: tabs are not allowed as indentation, expected spaces'],
    ['a: "\\q"', '1:5: not valid YAML: invalid escape sequence'],
    ['{"a":1}\n{"a":2}', '2:1: not valid YAML: unexpected { at node end'],
    ['a: 1\n---\nb: 2\n', '2:1: a second document starts here, expected one per file'],
    ['a: 1\nb:\n  c: 1\n  c: 2', '4:3: key "c" is given twice, expected once'],
    ['{"a": 1, "a": 2}', '1:10: key "a" is given twice'],
    ['a:\n  1: x', '2:3: key 1 is not text, expected a text key: put it in quotes'],
    ['true: x', '1:1: key true is not text'],
    [': x', '1:1: this key is empty'],
    ['? [a]\n: x', '1:3: this key is not text'],
    ['a: !!binary aGk=', '1:4: tags (!) are not allowed'],
    ['a: !!timestamp 2020-01-01', '1:4: tags (!) are not allowed'],
    ['a: !my x', '1:4: tags (!) are not allowed'],
    ['%YAML 1.1\n---\na: yes', '1:1: directives (%) are not allowed'],
    ['a: .nan', '1:4: .nan is not a finite number'],
    ['a: [-.inf]', '1:5: -.inf is not a finite number'],
    ['a: 1e999', '1:4: 1e999 is not a finite number'],
    ['a: 9007199254740993', '1:4: 9007199254740993 is too long to be exact'],
    ['__proto__: {x: 1}', '1:1: key "__proto__" is not allowed'],
    ['a: {"constructor": 1}', '1:5: key "constructor" is not allowed'],
    ['- prototype: 1', '1:3: key "prototype" is not allowed'],
    ['a: "\\e[31m"', '1:4: "\\u001b[31m" contains a control character'],
    ['"\\0": 1', '1:1: key "\\u0000" contains a control character'],
    ['a: x\ny: \x1b[31m', '2:4: control character U+001B'],
    ['a: *b', '1:4: alias *b has no anchor'],
    ['a: &b [*b]', '1:8: alias *b contains itself'],
  ])('refuses %j', (text, message) => {
    expect(refusal(() => read(text))).toContain(`a.yaml:${message}`)
  })

  it('tells file, line and column apart', () => {
    const error = new InputError('f', 'bad, expected good', place(2, 3))
    expect([error.message, error.file, error.line, error.column]).toEqual([
      'f:2:3: bad, expected good',
      'f',
      2,
      3,
    ])
    const lone = new InputError('two\nlines', 'bad')
    expect(lone.message).toBe('two\\u000alines: bad')
    expect([lone.line, lone.column]).toEqual([undefined, undefined])
  })

  it('follows aliases, and places what they repeat where it is written', () => {
    const doc = read('a: &x {b: 1}\nc: *x')
    expect(doc.value).toEqual({ a: { b: 1 }, c: { b: 1 } })
    expect(doc.at(['c'])).toEqual(place(2, 4))
    expect(doc.at(['c', 'b'])).toEqual(place(1, 11))
    expect(read('a: &x 1\nb: &x 2\nc: *x').value).toEqual({ a: 1, b: 2, c: 2 })
  })

  it('refuses alias bombs', () => {
    let bomb = 'a0: &a0 [x,x,x,x,x,x,x,x,x]\n'
    for (let i = 1; i < 10; i++) bomb += `a${i}: &a${i} [${Array(9).fill(`*a${i - 1}`)}]\n`
    expect(inTime(() => refusal(() => read(bomb)))).toMatch(/^a\.yaml:5:\d+: aliases repeat too many/)
    const many = `a: &a 1\nb: [${'*a, '.repeat(101)}]`
    expect(refusal(() => read(many))).toMatch(/^a\.yaml:2:405: too many aliases, expected at most 100/)
    expect(read(`a: &a 1\nb: [${'*a, '.repeat(100)}]`).at(['b', 99])).toEqual(place(2, 401))
  })

  it('refuses deep nesting before it can overflow the stack', () => {
    for (const opening of ['[', '{a: ', '- ', '? ', '[a: ', 'a:\n', '{"a":[']) {
      const text = opening === 'a:\n' ? indented(1000) : opening.repeat(100_000)
      expect(inTime(() => refusal(() => read(text)))).toMatch(/^a\.yaml:\d+:\d+: too many nested levels/)
    }
    expect(read(`${'['.repeat(64)}${']'.repeat(64)}`).at([])).toEqual(place(1, 1))
    const message = refusal(() => read(`${'['.repeat(65)}${']'.repeat(65)}`))
    expect(message).toBe('a.yaml:1:65: too many nested levels, expected at most 64')
  })

  function indented(depth: number): string {
    return Array.from({ length: depth }, (_, i) => `${' '.repeat(i)}a:`).join('\n')
  }

  it.each([
    ['[', '"'],
    ['a: [', "'\n"],
    ['', '{'],
    ['', 'a'],
    ['', 'a: 1\n'],
    ['', '...\n'],
    ['', '---\n'],
    ['{', ': '],
    ['', '|\n'],
    ['"', '\n'],
    ['[', '1,'],
    ['[', '\\"'],
  ])('refuses up to 4 MiB of %j and many %j in time', (start, pattern) => {
    for (const size of inject('isSlow') ? [FILE_MAX, FILE_MAX / 11] : [FILE_MAX / 11]) {
      const text = (start + pattern.repeat(size / pattern.length)).slice(0, FILE_MAX)
      inTime(() => outcome(text))
    }
  })

  /** The refusal; what is short of every bound is a value all the same. */
  function outcome(text: string): string {
    try {
      return typeof read(text).value
    } catch (error) {
      if (!(error instanceof InputError)) throw error
      return error.message
    }
  }

  it('reads many keys in time that grows with their number only', () => {
    const text = Array.from({ length: 30_000 }, (_, i) => `key${i}: ${i}`).join('\n')
    inTime(() => {
      const doc = read(text)
      expect(doc.at(['key29999'])).toEqual(place(30_000, 11))
      return ''
    })
  })

  it('throws nothing but InputError, whatever the text', () => {
    const seeds = [
      'a: &x 1\nb:\n  - c: [1, {d: "e"}]\n  - *x\nf: |\n  text\n  more\n',
      '{"favour.win": 9, "units": {"a": {"hp": 3}}, "list": [1, 2.5e3, null, true]}',
      '---\n? k\n: v\n"q": \'r\'\n# comment\ns: >-\n  folded\n\n  text\n...\n',
    ]
    const bits = [
      '[',
      ']',
      '{',
      '}',
      ':',
      ': ',
      '- ',
      '? ',
      '\n',
      '\n  ',
      '\t',
      '"',
      "'",
      '|',
      '>',
      '&x ',
      '*x',
    ]
    const more = [
      '!',
      '%',
      '#',
      '@',
      ',',
      '---\n',
      '...\n',
      '\r',
      '\0',
      '\x1f',
      '\x02',
      '\x18',
      '\uFEFF',
      '.',
      '\\',
    ]
    const edit = fc.record({
      at: fc.nat(120),
      cut: fc.nat(4),
      put: fc.oneof(fc.constantFrom(...bits, ...more), fc.string({ unit: 'binary', maxLength: 4 })),
    })
    const schema = z.strictObject({
      a: z.int().optional(),
      favour: z.strictObject({ win: z.int() }).optional(),
    })
    fc.assert(
      fc.property(
        fc.constantFrom(...seeds),
        fc.array(edit, { minLength: 1, maxLength: 8 }),
        (seed, edits) => {
          let text = seed
          for (const { at, cut, put } of edits) text = text.slice(0, at) + put + text.slice(at + cut)
          try {
            const doc = open(text)
            expect(doc.at([])).not.toBeNull()
            validate(schema, [doc])
          } catch (error) {
            if (!(error instanceof InputError)) throw error
            expect(error.message).toMatch(/^(a\.yaml:\d+:\d+: [^\n]+(\n|$))+$/)
            expect(error.line).toBeGreaterThan(0)
            expect(error.line).toBeLessThanOrEqual(text.split('\n').length)
            expect(error.column).toBeGreaterThan(0)
          }
        },
      ),
      { seed: 20240501, numRuns: 300 },
    )
  })

  it('reads back any JSON', () => {
    const key = fc.string().filter(text => !['__proto__', 'constructor', 'prototype'].includes(text))
    const { tree } = fc.letrec(tie => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        fc.string(),
        fc.integer(),
        fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 }),
        fc.constantFrom(null, true, false),
        fc.array(tie('tree'), { maxLength: 4 }),
        fc.dictionary(key, tie('tree'), { maxKeys: 4, noNullPrototype: true }),
      ),
    }))
    fc.assert(
      fc.property(tree, fc.constantFrom(0, 2), (value, indent) => {
        const json = JSON.stringify(value, null, indent)
        expect(read(json).value).toEqual(JSON.parse(json, (_, part) => (part === 0 ? 0 : part)))
      }),
      { seed: 7, numRuns: 400 },
    )
  })
})

describe('readDocument', () => {
  const folder = mkdtempSync(join(tmpdir(), 'documents-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  it('reads a file', () => {
    const file = join(folder, 'a.yaml')
    writeFileSync(file, '\uFEFFa: 1\n')
    expect(readDocument(file).value).toEqual({ a: 1 })
    expect(readDocument(file).file).toBe(file)
  })

  it('refuses what is no readable file of text, in plain words', () => {
    const none = join(folder, 'none.yaml')
    expect(refusal(() => readDocument(none))).toBe(`${none}: no such file, expected a YAML or JSON file`)
    expect(refusal(() => readDocument(folder))).toContain('is a directory')
    expect(refusal(() => readDocument('/dev/zero'))).toContain('is not a regular file')
    expect(refusal(() => readDocument('a\0b'))).toContain('the file name contains a NUL character')
    const bytes = join(folder, 'bytes.yaml')
    writeFileSync(bytes, Buffer.from([0x61, 0x3a, 0x20, 0xff, 0xfe]))
    expect(refusal(() => readDocument(bytes))).toContain('is not UTF-8 text')
  })

  it('refuses files over 4 MiB without reading them', () => {
    const file = join(folder, 'large.yaml')
    writeFileSync(file, '')
    truncateSync(file, 2 ** 40)
    const message = inTime(() => refusal(() => readDocument(file)))
    expect(message).toContain('is too large (1099511627776 bytes), expected at most 4194304 bytes')
  })
})
