import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  type Document,
  expandDotted,
  FILE_MAX,
  fileKeys,
  fromFile,
  InputError,
  listKeys,
  literal,
  parseDocument,
  readDocument,
  readParts,
  section,
  validate,
} from '../engine/documents.ts'

/** The message of the InputError that the act throws; anything else it does is a failure. */
function refusal(act: () => unknown): string {
  try {
    act()
  } catch (error) {
    if (!(error instanceof InputError)) throw error
    expect(error.message).not.toMatch(/[\p{Cc}\u2028\u2029]/u)
    return error.message
  }
  throw new Error('was accepted')
}

const read = (text: string, file = 'a.yaml') => parseDocument(text, file)
const open = (text: string, file = 'a.yaml') => expandDotted(read(text, file))
const place = (line: number, column: number) => ({ line, column })

/** Runs the act and sees that it kept to the time that hostile input may take: of the processor, lest others count. */
function within(seconds: number, act: () => string): string {
  const start = process.cpuUsage()
  const message = act()
  const { user, system } = process.cpuUsage(start)
  expect((user + system) / 1e6).toBeLessThan(seconds)
  return message
}

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
    ['a: 9007199254740993', '1:4: 9007199254740993 is too long to be held exactly'],
    ['__proto__: {x: 1}', '1:1: key "__proto__" is not allowed'],
    ['a: {"constructor": 1}', '1:5: key "constructor" is not allowed'],
    ['- prototype: 1', '1:3: key "prototype" is not allowed'],
    ['a: "\\e[31m"', '1:4: "\\u001b[31m" holds a control character'],
    ['"\\0": 1', '1:1: key "\\u0000" holds a control character'],
    ['a: x\ny: \x1b[31m', '2:4: control character U+001B'],
    ['a: *b', '1:4: alias *b names nothing'],
    ['a: &b [*b]', '1:8: alias *b repeats what it stands in'],
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
    expect(within(1, () => refusal(() => read(bomb)))).toMatch(/^a\.yaml:5:\d+: aliases repeat too much/)
    const many = `a: &a 1\nb: [${'*a, '.repeat(101)}]`
    expect(refusal(() => read(many))).toMatch(/^a\.yaml:2:405: too many aliases, expected at most 100/)
    expect(read(`a: &a 1\nb: [${'*a, '.repeat(100)}]`).at(['b', 99])).toEqual(place(2, 401))
  })

  it('refuses deep nesting before it can overflow the stack', () => {
    for (const opening of ['[', '{a: ', '- ', '? ', '[a: ', 'a:\n', '{"a":[']) {
      const text = opening === 'a:\n' ? indented(1000) : opening.repeat(100_000)
      expect(within(2, () => refusal(() => read(text)))).toMatch(/^a\.yaml:\d+:\d+: nested too deeply/)
    }
    expect(read(`${'['.repeat(64)}${']'.repeat(64)}`).at([])).toEqual(place(1, 1))
    const message = refusal(() => read(`${'['.repeat(65)}${']'.repeat(65)}`))
    expect(message).toBe('a.yaml:1:65: nested too deeply, expected at most 64 levels')
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
  ])('refuses 4 MiB of %j and many %j in time', (start, pattern) => {
    for (const size of [FILE_MAX, FILE_MAX / 8, FILE_MAX / 11, FILE_MAX / 20]) {
      const text = (start + pattern.repeat(size / pattern.length)).slice(0, FILE_MAX)
      within(2, () => outcome(text))
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
    within(2, () => {
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
            expect(error.message).toMatch(/^a\.yaml:\d+:\d+: [^\n]+$/)
            expect(error.line).toBeGreaterThan(0)
            expect(error.line).toBeLessThanOrEqual(text.split('\n').length)
            expect(error.column).toBeGreaterThan(0)
          }
        },
      ),
      { seed: 20240501, numRuns: 5000 },
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
      { seed: 7, numRuns: 1000 },
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
    expect(refusal(() => readDocument('a\0b'))).toContain('the file name holds a NUL character')
    const bytes = join(folder, 'bytes.yaml')
    writeFileSync(bytes, Buffer.from([0x61, 0x3a, 0x20, 0xff, 0xfe]))
    expect(refusal(() => readDocument(bytes))).toContain('is not UTF-8 text')
  })

  it('refuses files over 4 MiB without reading them', () => {
    const file = join(folder, 'large.yaml')
    writeFileSync(file, '')
    truncateSync(file, 2 ** 40)
    const message = within(1, () => refusal(() => readDocument(file)))
    expect(message).toContain('is too large (1099511627776 bytes), expected at most 4194304 bytes')
  })
})

describe('section and literal', () => {
  it('keeps the places of a nested value', () => {
    const rules = section(open('name: x\nrules:\n  favour.win: 99\n'), ['rules'])
    expect(rules.value).toEqual({ favour: { win: 99 } })
    expect(rules.at(['favour', 'win'])).toEqual(place(3, 15))
    const schema = z.strictObject({ favour: z.strictObject({ win: z.int().max(9) }) })
    expect(refusal(() => validate(schema, [rules]))).toContain('a.yaml:3:15: favour.win is 99')
  })

  it('passes over a section that is not written', () => {
    const absent = section(read('name: x'), ['rules'])
    expect(absent.value).toBeUndefined()
    expect(validate(z.strictObject({ a: z.int().default(3) }), [expandDotted(absent)])).toEqual({ a: 3 })
    expect(section(read('a: x'), ['toString']).value).toBeUndefined()
  })

  it('refuses odd values from the command line under their label', () => {
    const label = '--rules favour.win'
    expect(literal({ a: 1 }, label).at(['a'])).toBeNull()
    expect(refusal(() => literal(JSON.parse('{"__proto__": 1}'), label))).toContain(
      `${label}: key "__proto__"`,
    )
    expect(refusal(() => literal({ a: [Number.NaN] }, label))).toContain('NaN is not a finite number')
    expect(refusal(() => literal(new Date(0), label))).toContain('is not plain data')
    expect(refusal(() => literal('\x1b', label))).toContain('holds a control character')
  })
})

describe('expandDotted', () => {
  it('nests dotted keys and merges them with nested ones', () => {
    const doc = open(
      'favour.win: 9\nfavour:\n  draw: 1\nlist:\n  - a.b.c: 2\nlimits.turns.max: 4\nlimits: {turns: {min: 1}}\n',
    )
    expect(doc.value).toEqual({
      favour: { win: 9, draw: 1 },
      list: [{ a: { b: { c: 2 } } }],
      limits: { turns: { max: 4, min: 1 } },
    })
    expect(doc.at(['favour', 'win'])).toEqual(place(1, 13))
    expect(doc.at(['favour', 'win'], 'key')).toEqual(place(1, 1))
    expect(doc.at(['favour'])).toEqual(place(1, 1))
    expect(doc.at(['favour', 'draw'])).toEqual(place(3, 9))
    expect(doc.at(['list', 0, 'a', 'b', 'c'])).toEqual(place(5, 12))
    expect(doc.at(['limits', 'turns', 'min'])).toEqual(place(7, 23))
    expect(doc.at(['limits', 'nope'])).toEqual(place(6, 1))
  })

  it.each([
    ['favour.win: 9\nfavour:\n  win: 8', '3:3: favour.win is given twice (first in line 1), expected once'],
    ['favour:\n  win: 8\nfavour.win: 8', '3:1: favour.win is given twice (first in line 2), expected once'],
    ['favour: 3\nfavour.win: 9', '2:1: favour.win is given twice'],
    ['a.b: [1]\na: {b: {c: 1}}', '2:5: a.b is given twice'],
    ['a: [1]\na.0: 2', '2:1: a.0 is given twice'],
    ['a..b: 1', '1:1: key "a..b" has an empty name'],
    ['x: {a.__proto__.b: 1}', '1:5: key "__proto__" is not allowed'],
  ])('refuses %j', (text, message) => {
    expect(refusal(() => open(text))).toContain(`a.yaml:${message}`)
  })

  it('refuses keys with too many dots', () => {
    expect(open(`${'a.'.repeat(63)}a: 1`).at([])).toEqual(place(1, 1))
    for (const dots of [64, 500]) {
      const message = refusal(() => open(`${'a.'.repeat(dots)}a: 1`))
      expect(message).toBe('a.yaml:1:1: nested too deeply, expected at most 64 levels')
    }
  })

  it('keeps the label of the command line', () => {
    expect(refusal(() => expandDotted(literal({ 'a.b': 1, a: 2 }, '--rules x')))).toBe(
      '--rules x: a is given twice, expected once',
    )
  })
})

const rules = z.strictObject({
  favour: z.strictObject({ win: z.int().min(1).max(9).default(7), lose: z.int().optional() }).prefault({}),
  limits: z.strictObject({ turns: z.int().min(1) }).optional(),
  pace: z.enum(['fast', 'slow']).optional(),
  units: z.record(z.string().regex(/^[a-z]+$/), z.strictObject({ hp: z.number().positive() })).optional(),
  sides: z
    .array(z.strictObject({ name: z.string().min(1).max(8) }))
    .max(2)
    .optional(),
  size: z.union([z.int(), z.literal('huge')]).optional(),
  place: z
    .discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('inn'), beds: z.int() }),
      z.strictObject({ kind: z.literal('mine'), gold: z.int() }),
    ])
    .optional(),
  even: z
    .int()
    .refine(n => n % 2 === 0, 'the board is odd, expected an even width')
    .optional(),
})

describe('validate', () => {
  it('merges layers: objects key by key, lists and scalars whole, later ones win', () => {
    const base = open(
      'favour: {win: 3, lose: 1}\nsides: [{name: a}, {name: b}]\nunits: {ox: {hp: 2}}',
      'base',
    )
    const layer = open('favour.win: 4\nsides: [{name: c}]\nunits.elk.hp: 1.5', 'layer')
    expect(validate(rules, [base, layer, literal({ favour: { lose: 5 } }, '--rules')])).toEqual({
      favour: { win: 4, lose: 5 },
      sides: [{ name: 'c' }],
      units: { ox: { hp: 2 }, elk: { hp: 1.5 } },
    })
    expect(base.value).toMatchObject({ favour: { win: 3 } })
    // What a scalar replaced does not come back with a later object.
    const gap = open('limits: 3', 'gap')
    const [first, last] = [open('limits: {turns: 1, odd: 2}'), open('limits: {turns: 5}')]
    expect(validate(rules, [first, gap, last])).toEqual({ favour: { win: 7 }, limits: { turns: 5 } })
    expect(validate(rules, [])).toEqual({ favour: { win: 7 } })
  })

  it('has no use for prototypes', () => {
    const hostile: Document = {
      file: 'x',
      value: JSON.parse('{"__proto__": {"polluted": 1}}'),
      at: () => null,
    }
    expect(refusal(() => validate(rules, [open('pace: fast'), hostile]))).toContain('unknown key "__proto__"')
    expect({}).not.toHaveProperty('polluted')
    const inherited: Document = { file: 'x', value: Object.create({ pace: 'fast' }), at: () => null }
    expect(validate(rules, [inherited])).toEqual({ favour: { win: 7 } })
  })

  it.each([
    [
      'favor:\n  win: 9',
      '1:1: unknown key "favor", expected one of favour, limits, pace, units, sides, size, place, even; did you mean favour?',
    ],
    [
      'pace: fast\nfavour: {wni: 9}',
      '2:10: unknown key "wni" in favour, expected one of win, lose; did you mean win?',
    ],
    ['favour: {victory: 9}', '1:10: unknown key "victory" in favour, expected one of win, lose'],
    ['limits: {truns: 9}', '1:10: unknown key "truns" in limits, expected turns; did you mean turns?'],
    ['favour.win: 99', '1:13: favour.win is 99, expected an integer from 1 to 9'],
    ['favour.win: 1.5', '1:13: favour.win is 1.5, expected an integer from 1 to 9'],
    ['favour.win: "9"', '1:13: favour.win is "9", expected an integer from 1 to 9'],
    ['favour: 3', '1:9: favour is 3, expected keys and values'],
    ['pace: fast\nlimits:\n  {}', '2:1: limits.turns is missing, expected an integer of 1 or more'],
    ['pace: fats', '1:7: pace is "fats", expected one of fast, slow; did you mean fast?'],
    ['units: {ox: {hp: 0}}', '1:18: units.ox.hp is 0, expected a number above 0'],
    ['units: {OX: {hp: 1}}', '1:9: unknown key "OX" in units, expected text matching /^[a-z]+$/'],
    ['sides:\n  - name: a\n  - name: ""', '3:11: sides[1].name is "", expected text of 1 to 8 characters'],
    [
      'sides: [{name: a}, {name: b}, {name: c}]',
      '1:8: sides is [{"name":"a"},{"name":"b"},{"name":"c"}], expected a list of at most 2 items',
    ],
    [`pace: ${'x'.repeat(500)}`, `1:7: pace is "${'x'.repeat(56)}..., expected one of fast, slow`],
    ['size: [1]', '1:7: size is [1], expected huge or an integer'],
    ['place: {kind: in}', '1:15: place.kind is "in", expected one of inn, mine'],
    ['place: {kind: inn, beds: 1, golt: 2}', '1:29: unknown key "golt" in place, expected one of kind, beds'],
    ['even: 3', '1:7: the board is odd, expected an even width'],
    ['', '1:1: is empty, expected keys and values'],
    ['[1]', '1:1: found [1], expected keys and values'],
  ])('tells what is wrong with %j', (text, message) => {
    expect(refusal(() => validate(rules, [open(text)]))).toBe(`a.yaml:${message}`)
  })

  it('blames the last layer that has a say', () => {
    const base = open('\nfavour: {win: 3}\nsides: [{name: a}, {name: b}]', 'base')
    const layer = open('favour.win: 99', 'layer')
    const fine = literal({ favour: { lose: 5 } }, '--rules favour.lose')
    expect(refusal(() => validate(rules, [base, layer, fine]))).toContain('layer:1:13: favour.win is 99')
    expect(refusal(() => validate(rules, [layer, fine, base, fine, layer]))).toContain('layer:1:13')
    expect(validate(rules, [layer, base])).toMatchObject({ favour: { win: 3 } })
    const wrong = literal({ favour: { win: 0 } }, '--rules favour.win')
    expect(refusal(() => validate(rules, [base, wrong]))).toBe(
      '--rules favour.win: favour.win is 0, expected an integer from 1 to 9',
    )
    // The list was replaced whole: what the base says of its first item no longer counts.
    const list = open('sides: [{}]', 'list')
    expect(refusal(() => validate(rules, [base, list]))).toContain('list:1:9: sides[0].name is missing')
    // A rule about a whole object blames who spoke of it last.
    const even = z.object({ a: z.object({ b: z.int(), c: z.int() }).refine(a => a.b === a.c, 'b is not c') })
    const layers = [open('a: {b: 1, c: 1}', 'one'), open('a: {c: 2}', 'two'), open('d: 1', 'three')]
    expect(refusal(() => validate(even, layers))).toBe('two:1:4: b is not c')
    // What nobody gives is missing from the file, not from the option.
    const bare = open('limits: {}', 'bare')
    const option = literal({ limits: {} }, '--rules limits')
    expect(refusal(() => validate(rules, [bare, option]))).toContain('bare:1:1: limits.turns is missing')
    expect(refusal(() => validate(rules, [option]))).toContain('--rules limits: limits.turns is missing')
  })

  it('prefers the misspelt key to the one it leaves missing', () => {
    const schema = z.strictObject({ width: z.int(), height: z.int() })
    expect(refusal(() => validate(schema, [open('widht: 3\nheight: 3')]))).toBe(
      'a.yaml:1:1: unknown key "widht", expected one of width, height; did you mean width?',
    )
  })

  it('keeps to the time with many mistakes', () => {
    const schema = z.strictObject({ list: z.array(z.strictObject({ a: z.int() })) })
    const list = open(`list: [${'{b: x},'.repeat(20_000)}]`)
    expect(within(2, () => refusal(() => validate(schema, [list])))).toContain(
      'a.yaml:1:9: unknown key "b" in list[0]',
    )
    const keys = open(Array.from({ length: 20_000 }, (_, i) => `lisp${i}: 1`).join('\n'))
    expect(within(2, () => refusal(() => validate(schema, [keys])))).toContain(
      'a.yaml:1:1: unknown key "lisp0"',
    )
  })
})

describe('readParts', () => {
  const dir = mkdtempSync(join(tmpdir(), 'evenhand-parts-'))
  afterAll(() => rmSync(dir, { recursive: true }))
  const schema = z.strictObject({
    size: z.int().default(1),
    map: fromFile(z.strictObject({ name: z.string(), tiles: z.array(z.int()).default([]) }), 'default.yaml'),
  })
  const put = (name: string, text: string) => {
    writeFileSync(join(dir, name), text)
    return join(dir, name)
  }
  const rules = (text: string) => readDocument(put('rules.yaml', text))
  put('map.yaml', 'name: plain\ntiles:\n  - 1\n  - two\n')
  put('good.yaml', 'name: good\ntiles: [1]\n')

  it('knows the keys that may be files; their default is a path', () => {
    expect(fileKeys(schema)).toEqual(['map'])
    expect(fileKeys(z.string())).toEqual([])
    expect(schema.parse({})).toEqual({ size: 1, map: 'default.yaml' })
  })

  it('puts what a file holds in the place of its path, relative to the file that names it', () => {
    const [document] = readParts(schema, [rules('size: 2\nmap: good.yaml\n')])
    expect(document!.value).toEqual({ size: 2, map: { name: 'good', tiles: [1] } })
    const written = { size: 2, map: { name: 'here' } }
    expect(readParts(schema, [literal(written, 'x')])[0]!.value).toEqual(written)
  })

  it('tells a mistake in it by its own file, line and column', () => {
    const layers = readParts(schema, [rules('size: 2\nmap: map.yaml\n')])
    expect(refusal(() => validate(schema, layers))).toBe(
      `${join(dir, 'map.yaml')}:4:5: map.tiles[1] is "two", expected an integer`,
    )
    put('empty.yaml', 'tiles: []\n')
    const lacking = readParts(schema, [rules('map: empty.yaml\n')])
    expect(refusal(() => validate(schema, lacking))).toBe(
      `${join(dir, 'empty.yaml')}:1:1: map.name is missing, expected text`,
    )
  })

  it('tells a file that is not there by the place of its name', () => {
    const layer = rules('size: 2\nmap: none.yaml\n')
    expect(refusal(() => readParts(schema, [layer]))).toBe(
      `${join(dir, 'rules.yaml')}:2:6: map "none.yaml": no such file, expected a YAML or JSON file`,
    )
  })

  it('takes a part whole from the last layer that gives it, and reads no others', () => {
    const below = rules('size: 2\nmap: none.yaml\n')
    const above = literal({ map: { name: 'above' } }, 'above')
    const layers = readParts(schema, [below, above, literal({ size: 3 }, 'last')])
    expect(validate(schema, layers)).toEqual({ size: 3, map: { name: 'above', tiles: [] } })
  })

  it('is one key, a file, in the list of keys', () => {
    expect(listKeys(schema)).toMatchObject([
      { key: 'size', type: 'integer' },
      { key: 'map', type: 'file', default: 'default.yaml' },
    ])
  })
})

describe('listKeys', () => {
  const schema = z.strictObject({
    favour: z
      .strictObject({
        win: z.int().min(1).max(9).default(7).describe('marks that win'),
        share: z.number().gt(0).lt(1).optional(),
      })
      .prefault({}),
    pace: z.enum(['fast', 'slow']).default('fast').meta({ description: 'how quick' }),
    units: z.record(z.string(), z.strictObject({ hp: z.int().min(1).default(3) })),
    moves: z.array(z.int().min(1).max(6)).min(1).max(4).default([1, 2]),
    sides: z.array(z.strictObject({ name: z.string() })),
    hide: z.boolean().default(false),
    size: z.union([z.int(), z.literal('huge')]).optional(),
    place: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('inn'), beds: z.int() }),
      z.strictObject({ kind: z.literal('mine'), gold: z.int() }),
    ]),
  })

  it('lists every leaf in the order of declaration', () => {
    const row = (key: string, type: string, range: string, fallback: unknown = undefined, meaning = '') => ({
      key,
      type,
      range,
      default: fallback,
      meaning,
    })
    expect(listKeys(schema)).toEqual([
      row('favour.win', 'integer', '1..9', 7, 'marks that win'),
      row('favour.share', 'number', '>0 <1'),
      row('pace', 'text', 'fast|slow', 'fast', 'how quick'),
      row('units.<kind>.hp', 'integer', '1..', 3),
      row('moves', 'list of integer', '1..4 items, each 1..6', [1, 2]),
      row('sides[].name', 'text', ''),
      row('hide', 'boolean', '', false),
      row('size', 'integer or text', 'huge'),
      row('place.kind', 'text', 'inn|mine'),
      row('place.beds', 'integer', ''),
      row('place.gold', 'integer', ''),
    ])
  })

  it('takes defaults from a value, and from the default of an object', () => {
    const rows = listKeys(schema, { favour: { win: 8, share: 0.5 }, hide: true })
    expect(rows.slice(0, 3).map(row => row.default)).toEqual([8, 0.5, 'fast'])
    expect(rows.find(row => row.key === 'hide')?.default).toBe(true)
    const whole = z.object({ a: z.object({ b: z.int() }).default({ b: 4 }) })
    expect(listKeys(whole)[0]).toMatchObject({ key: 'a.b', default: 4 })
  })

  it('ends with schemas that hold themselves', () => {
    expect(listKeys(z.object({ any: z.json() })).length).toBeGreaterThan(0)
    const tree = z.object({
      name: z.string(),
      get below() {
        return z.array(tree)
      },
    })
    expect(listKeys(tree).map(row => row.key)).toEqual(['name', 'below[]'])
  })
})
