import { expect, test } from 'vitest'
import { histogram } from '../../reports/page/charts/bars.ts'
import { curveChart } from '../../reports/page/charts/curves.ts'
import { labelsBeside } from '../../reports/page/charts/drawing.ts'
import { heatChart } from '../../reports/page/charts/heat.ts'

const point = (x: number, y: number) => ({ series: 0, x, y, bands: [] })
const curve = (...points: readonly ReturnType<typeof point>[]): string =>
  curveChart(points, { series: 1, xIs: 'turns', alt: 'a curve' })!.text

test('a curve of one step is a dot, of more a line', () => {
  expect(curve(point(1, 3))).toContain('<circle')
  expect(curve(point(1, 3), point(2, 4))).not.toContain('<circle')
})

test('a histogram of one value is a bar with room around it', () => {
  const bin = (from: number) => ({ from, to: from + 1, share: 0.5, says: '' })
  const widths = (...bins: readonly ReturnType<typeof bin>[]): number[] =>
    [...histogram(bins, 'turns', 'lengths')!.text.matchAll(/<rect[^>]* width="([\d.]+)"/g)].map(([, width]) =>
      Number(width),
    )
  expect(widths(bin(8))[0]).toBeLessThan(60)
  expect(widths(bin(8), bin(9))[0]).toBeGreaterThan(100)
})

test('a curve of one value has that as its only tick', () => {
  expect(curve(point(1, 100), point(2, 100))).toMatch(/>100<\/text>/)
  expect(curve(point(1, 100), point(2, 100))).not.toContain('100.0')
})

test('a heat map of few rows has what they are above them, one of many beside', () => {
  const chart = (rows: number): string => {
    const cells = Array.from({ length: rows }, (_, row) => ({
      ...{ column: 0, row, value: 0.5, written: '', says: '', pale: false },
    }))
    const names = cells.map(({ row }) => `${row}`)
    const options = { columns: ['a'], rows: names, columnsAre: 'turn', rowsAre: 'hit points of the base' }
    return heatChart(cells, { ...options, from: 0, to: 1, alt: 'a map' })!.text
  }
  expect(chart(1)).toContain('hit points of the base</text>')
  expect(chart(1)).not.toContain('rotate(-90')
  expect(chart(12)).toContain('rotate(-90')
})

test('labels leave out what names share before they are cut', () => {
  expect(labelsBeside(['favour.win=5,favour.kill=13', 'favour.win=5,favour.kill=15']).labels).toEqual([
    'win=5,kill=13',
    'win=5,kill=15',
  ])
  const long = (end: string) => `the variant that changes nothing but ${end}`
  expect(labelsBeside([long('one'), long('two')]).labels).toEqual(['…one', '…two'])
  expect(labelsBeside(['battles at Intersection at Signpost', 'battles at Bakery']).labels).toEqual([
    '…Intersection at Signpost',
    '…Bakery',
  ])
  const apart = ['nothing but one change to the map', 'what we played before, with two']
  expect(labelsBeside(apart).labels).toEqual(['…but one change to the map', '…e played before, with two'])
  expect(labelsBeside([long('one')]).labels).toEqual(['…t changes nothing but one'])
  expect(labelsBeside(['a', 'b']).labels).toEqual(['a', 'b'])
})

test('a label keeps what tells it from names that stand beside other charts, and is the same there', () => {
  const edition = (number: number) =>
    `all that we agreed upon in edition ${number}, to be played at home only`
  const all = [edition(1), edition(2), edition(3)]
  expect(labelsBeside([edition(2)], all).labels).toEqual(['2 all that we agreed upon…'])
  expect(labelsBeside([edition(3), edition(2)], all).labels).toEqual([
    '3 all that we agreed upon…',
    '2 all that we agreed upon…',
  ])
})
