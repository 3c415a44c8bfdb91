/** Memory that threads share, so that tasks hold no copies of it. */

/** A copy of some floats that threads share. */
export function shared(floats: Float32Array): Float32Array {
  const copy = new Float32Array(new SharedArrayBuffer(floats.byteLength))
  copy.set(floats)
  return copy
}
