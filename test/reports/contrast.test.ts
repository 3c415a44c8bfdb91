/** The page's colours against each other, by WCAG 2.2: texts have a contrast of 4.5 at least (1.4.3), marks of charts one of 3 (1.4.11). */
import { describe, expect, it } from 'vitest'
import { seatProperties } from '../../reports/page/seats.ts'
import { STYLE } from '../../reports/page/style.ts'

/** The custom properties of the light scheme and of the dark one. */
const SCHEMES = [...STYLE.matchAll(/:root\{color-scheme:(\w+);([^}]*)\}/g)].map(
  ([, name, text]) =>
    [name!, new Map(text!.split(';').map(pair => pair.slice(2).split(':') as [string, string]))] as const,
)

/** Relative luminance of a colour #rrggbb, from 0 to 1. */
function luminance(color: string): number {
  const [red, green, blue] = [1, 3, 5].map(at => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}

function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light! + 0.05) / (dark! + 0.05)
}

const STEPS = [0, 1, 2, 3, 4, 5, 6, 7, 8]
const TEXTS = [
  ...['text', 'soft', 'link', 'good', 'bad', 'open'].map(name => [name, 'page'] as const),
  ...['text', 'soft'].map(name => [name, 'tint'] as const),
  ['text', 'mark'] as const,
  ...STEPS.map(step => [`t${step}`, `h${step}`] as const),
]
const MARKS = [1, 2, 3, 4, 5, 6].map(series => [`s${series}`, 'page'] as const)

it('contrasts are the published ones', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 9)
  // The lightest grey on white that WCAG's own notes call enough.
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
})

describe.each(SCHEMES)('%s', (_, colors) => {
  const between = (one: string, other: string): number => contrast(colors.get(one)!, colors.get(other)!)

  it.each(TEXTS)('%s on %s can be read', (text, ground) => {
    expect(between(text, ground)).toBeGreaterThanOrEqual(4.5)
  })

  it.each(MARKS)('%s on %s can be seen', (mark, ground) => {
    expect(between(mark, ground)).toBeGreaterThanOrEqual(3)
  })
})

it('the page has a light scheme and a dark one', () => {
  expect(SCHEMES.map(([name]) => name)).toEqual(['light', 'dark'])
})

describe.each([0, 1] as const)('seats of a match, scheme %i', scheme => {
  const page = SCHEMES[scheme]![1].get('page')!
  const groups = [
    ['white', 'black', 'red', 'yellow', 'blue', 'green'],
    ['A', 'B', 'C', 'D', 'E', 'F'],
  ]

  it.each(groups)(
    '%s and others have signs that can be read, and lines and pieces that can be seen',
    (...seats) => {
      const own = new Map(
        seatProperties(seats, scheme)
          .split(';')
          .map(pair => pair.slice(2).split(':') as [string, string]),
      )
      for (const seat of seats.keys()) {
        const of = (kind: string): string => own.get(`${kind}${seat + 1}`)!
        expect(contrast(of('k'), of('p'))).toBeGreaterThanOrEqual(4.5)
        // Hollow pieces have their sign in the colour of their line.
        expect(contrast(of('l'), page)).toBeGreaterThanOrEqual(4.5)
        expect(Math.max(contrast(of('p'), page), contrast(of('e'), page))).toBeGreaterThanOrEqual(3)
      }
      const fills = seats.map((_, seat) => own.get(`p${seat + 1}`))
      expect(new Set(fills).size).toBe(seats.length)
    },
  )
})
