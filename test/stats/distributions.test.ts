import { describe, expect, it } from 'vitest'
import {
  lnGamma,
  normalCdf,
  normalQuantile,
  regularizedBeta,
  studentCdf,
  studentQuantile,
  studentTwoSided,
} from '../../sim/stats/distributions.ts'

/** Relative agreement to about `digits` digits. */
function expectDigits(actual: number, expected: number, digits: number): void {
  expect(Math.abs(actual - expected)).toBeLessThanOrEqual(Math.abs(expected) * 10 ** -digits)
}

// Unless another source is named, the figures were computed with mpmath 1.3 in 40 digits. The familiar ones
// are those of the published tables: 12.706, 4.303, 2.571, 2.228, 2.042, 1.984 and 636.619, 6.869 (Fisher &
// Yates).
const STUDENT = [
  [0.95, 1, 6.313751514675043],
  [0.95, 1.5, 3.7051808200967518],
  [0.95, 2, 2.9199855803537256],
  [0.95, 30, 1.6972608865939578],
  [0.95, 1e7, 1.6448537793284017],
  [0.975, 1, 12.706204736174705],
  [0.975, 2, 4.302652729749464],
  [0.975, 3, 3.1824463052837095],
  [0.975, 5, 2.5705818356363155],
  [0.975, 9, 2.2621571627982053],
  [0.975, 10, 2.228138851986275],
  [0.975, 29, 2.0452296421327043],
  [0.975, 30, 2.042272456301238],
  [0.975, 100, 1.9839715185235522],
  [0.975, 1000, 1.9623390808264085],
  [0.975, 1e6, 1.959966356814107],
  [0.995, 5, 4.032142983555228],
  [0.995, 100, 2.625890521438018],
  [0.9995, 1, 636.6192487687197],
  [0.9995, 5, 6.86882662588111],
] as const

describe('normal distribution', () => {
  it('gives the quantiles of the tables', () => {
    expectDigits(normalQuantile(0.975), 1.959963984540054, 15)
    expectDigits(normalQuantile(0.75), 0.6744897501960817, 15)
    expectDigits(normalQuantile(0.9), 1.2815515655446006, 15)
    expectDigits(normalQuantile(0.995), 2.575829303548901, 15)
    expectDigits(normalQuantile(0.001), -3.0902323061678136, 15)
    expectDigits(normalQuantile(1e-10), -6.361340902404057, 15)
    expectDigits(normalQuantile(1e-300), -37.0470962993612, 15)
    expect([normalQuantile(0), normalQuantile(0.5), normalQuantile(1)]).toEqual([-Infinity, 0, Infinity])
  })

  it('keeps its digits far out in the tail', () => {
    expectDigits(normalCdf(-1.96), 0.024997895148220435, 14)
    expectDigits(normalCdf(-1), 0.15865525393145705, 14)
    expectDigits(normalCdf(2.5), 0.9937903346742238, 15)
    expectDigits(normalCdf(-3), 0.0013498980316300946, 14)
    expectDigits(normalCdf(-10), 7.619853024160525e-24, 14)
    expect(normalCdf(0)).toBe(0.5)
  })

  it('is the inverse of its quantile', () => {
    for (let p = 0.0005; p < 1; p += 0.0005) expectDigits(normalCdf(normalQuantile(p)), p, 13)
  })
})

describe('gamma and beta functions', () => {
  it('gives the logarithm of the gamma function', () => {
    expectDigits(lnGamma(0.5), Math.log(Math.PI) / 2, 14)
    expectDigits(lnGamma(11), Math.log(3628800), 15)
    expectDigits(lnGamma(0.001), 6.907178885383853, 14)
    expectDigits(lnGamma(100.5), 361.4355404677776, 15)
    expect(lnGamma(1)).toBeCloseTo(0, 13)
    expect(lnGamma(2)).toBeCloseTo(0, 13)
  })

  it('gives the incomplete beta function', () => {
    expectDigits(regularizedBeta(0.4, 2, 3), 0.5248, 13)
    expectDigits(regularizedBeta(0.99, 5, 1), 0.99 ** 5, 13)
    expectDigits(regularizedBeta(0.3, 0.5, 0.5), 0.36901011956554536, 13)
    expectDigits(regularizedBeta(0.001, 0.5, 5), 0.0777180078990332, 13)
    expectDigits(regularizedBeta(0.4, 20, 30), 0.5077001996576479, 13)
    expectDigits(regularizedBeta(0.45, 300, 400), 0.8738250286734266, 12)
    expectDigits(regularizedBeta(0.99999, 500_000, 0.5), 0.001565364006559504, 10)
    expect([regularizedBeta(0, 2, 3), regularizedBeta(1, 2, 3)]).toEqual([0, 1])
  })
})

describe("Student's t distribution", () => {
  it.each(STUDENT)('has the %f quantile of %f degrees of freedom at %f', (p, df, t) => {
    expectDigits(studentQuantile(p, df), t, 12)
    expectDigits(studentQuantile(1 - p, df), -t, 12)
  })

  it('has closed forms for 1 and 2 degrees of freedom', () => {
    for (const p of [0.0001, 0.01, 0.2, 0.6, 0.999]) {
      expectDigits(studentQuantile(p, 1), Math.tan(Math.PI * (p - 0.5)), 11)
      expectDigits(studentQuantile(p, 2), ((2 * p - 1) * Math.SQRT2) / Math.sqrt(4 * p * (1 - p)), 11)
    }
  })

  it('has its median at 0 and no bounds', () => {
    for (const df of [1, 3, 1e6])
      expect([0, 0.5, 1].map(p => studentQuantile(p, df))).toEqual([-Infinity, 0, Infinity])
  })

  it('gives probabilities', () => {
    expect(studentCdf(0, 3)).toBe(0.5)
    expectDigits(studentCdf(1, 1), 0.75, 14)
    expectDigits(studentCdf(-2, 2), 0.09175170953613698, 14)
    expectDigits(studentCdf(2.5, 10), 0.9842765778816956, 14)
    expectDigits(studentCdf(-40, 5), 9.205981085886477e-8, 13)
    expectDigits(studentCdf(1.96, 1e6), 0.9750019662073651, 11)
    expectDigits(studentTwoSided(-4.0621, 9), 2 * 0.0014165039201950792, 13)
    expectDigits(studentTwoSided(40, 5), 2 * 9.205981085886477e-8, 13)
    expect(studentCdf(-1.96, Infinity)).toBe(normalCdf(-1.96))
  })

  it('inverts itself, and meets the series without a step', () => {
    for (const df of [1, 1.3, 2, 7, 50, 1e3, 1e5]) {
      for (const p of [1e-100, 1e-12, 1e-6, 0.01, 0.3, 0.49999])
        expectDigits(studentCdf(studentQuantile(p, df), df), p, 11)
    }
    for (let df = 48_000; df < 49_000; df += 10) {
      expect(studentQuantile(0.975, df + 10)).toBeLessThan(studentQuantile(0.975, df))
    }
  })
})

describe('arguments outside the domain', () => {
  it('are refused', () => {
    expect(() => normalQuantile(1.1)).toThrow(RangeError)
    expect(() => normalQuantile(Number.NaN)).toThrow(RangeError)
    expect(() => normalCdf(Number.NaN)).toThrow(RangeError)
    expect(() => lnGamma(0)).toThrow(RangeError)
    expect(() => regularizedBeta(-0.1, 1, 1)).toThrow(RangeError)
    expect(() => regularizedBeta(0.1, 0, 1)).toThrow(RangeError)
    expect(() => studentQuantile(0.5, 0)).toThrow(RangeError)
    expect(() => studentQuantile(2, 5)).toThrow(RangeError)
    expect(() => studentCdf(Number.NaN, 5)).toThrow(RangeError)
  })

  it.each([
    [0, 1],
    [-1, 1],
    [1, 0],
    [1, -1],
    [Number.NaN, 1],
  ])('are refused: a beta function of %d and %d', (a, b) => {
    expect(() => regularizedBeta(0.5, a, b)).toThrow('are not both positive')
  })

  it.each([-0.1, 1.1, Number.NaN])("are refused: Student's quantile at %d", p => {
    expect(() => studentQuantile(p, 5)).toThrow('is not a probability')
  })

  it("are refused: Student's tails of no number", () => {
    expect(() => studentTwoSided(Number.NaN, 5)).toThrow('t is not a number')
  })
})
