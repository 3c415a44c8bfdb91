/** Literals, dotted keys and schemas: layers of documents become one checked value. */
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Document, expandDotted, literal, section, validate } from '../../documents/index.ts'
import { inTime, open, place, read, refusal } from './refusal.ts'

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
    expect(refusal(() => literal('\x1b', label))).toContain('contains a control character')
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
      expect(message).toBe('a.yaml:1:1: too many nested levels, expected at most 64')
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
    // A rule about a whole object blames the layer that set it last.
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
    expect(inTime(() => refusal(() => validate(schema, [list])))).toContain(
      'a.yaml:1:9: unknown key "b" in list[0]',
    )
    const keys = open(Array.from({ length: 20_000 }, (_, i) => `lisp${i}: 1`).join('\n'))
    expect(inTime(() => refusal(() => validate(schema, [keys])))).toContain('a.yaml:1:1: unknown key "lisp0"')
  })
})
