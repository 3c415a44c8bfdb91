/** An exponential that is the same to the last bit on every machine: made of + - * and a table of powers of two alone. */

/** Below this, the result counts as nothing. */
const LEAST = -60

/** 2^-k for k from 0. */
const HALVES = Float64Array.from({ length: 90 }, (_, k) => {
  let power = 1
  for (let i = 0; i < k; i++) power /= 2
  return power
})

/** e^x for x <= 0, within 1e-9 of it in relation; 0 below -60. */
export function expOf(x: number): number {
  if (x < LEAST) return 0
  const k = Math.floor(-x * Math.LOG2E)
  // x = -k ln 2 - r with 0 <= r < ln 2: Taylor's series to the eighth power, from r / 2 and squared.
  const h = (x + k * Math.LN2) / 2
  const e =
    1 +
    h *
      (1 +
        (h / 2) * (1 + (h / 3) * (1 + (h / 4) * (1 + (h / 5) * (1 + (h / 6) * (1 + (h / 7) * (1 + h / 8)))))))
  return e * e * HALVES[k]!
}
