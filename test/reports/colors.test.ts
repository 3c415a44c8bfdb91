/** Series that are seats have the colours that these are named after. */
import { expect, it } from 'vitest'
import { seatSeries } from '../../reports/page/seats.ts'

const colors = (...seats: string[]) =>
  seatSeries(seats, 0)
    .split(';')
    .map(pair => pair.split(':')[1])
const [BLUE, ORANGE, GREEN] = colors('A', 'B', 'C')

it('seats are drawn in the colours of their names, and others in free ones', () => {
  expect(colors('red', 'blue')[1]).toBe(BLUE)
  expect(colors('green', 'purple')[0]).toBe(GREEN)
  expect(colors('Blue', 'second')).toEqual([BLUE, ORANGE])
  expect(new Set(colors('red', 'blue', 'green', 'yellow')).size).toBe(4)
})

it('seats called white and black have colours, too', () => {
  expect(colors('white', 'black')).toEqual([BLUE, ORANGE])
})

it('seats may have names that every object has, such as constructor', () => {
  expect(colors('constructor', 'toString')).toEqual([BLUE, ORANGE])
})
