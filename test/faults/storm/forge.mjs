/**
 * Loaded before a queue's worker: every FORGE_EVERY-th of its answers is what FORGE_KIND names; with FORGE_SEED, it plays that seed; with
 * FORGE_HOST, its machine is called that.
 */
import { syncBuiltinESMExports } from 'node:module'
import os from 'node:os'
import { isMainThread } from 'node:worker_threads'
import zlib from 'node:zlib'

const { FORGE_EVERY, FORGE_KIND, FORGE_SEED, FORGE_HOST } = process.env

if (FORGE_HOST) {
  os.hostname = () => FORGE_HOST
  syncBuiltinESMExports()
}

/** As many zeros as a packed text has words: one run of them. */
function zeros(packed) {
  const bytes = zlib.inflateRawSync(Buffer.from(packed, 'base64'))
  let at = 0
  const varint = () => {
    let [value, unit] = [0, 1]
    for (; bytes[at] >= 0x80; unit *= 0x80) value += (bytes[at++] - 0x80) * unit
    return value + bytes[at++] * unit
  }
  let words = 0
  while (at < bytes.length) words += varint() === 0 ? varint() : 1
  const run = [0]
  for (; words >= 0x80; words = Math.floor(words / 0x80)) run.push((words % 0x80) + 0x80)
  return zlib.deflateRawSync(Buffer.from([...run, words]), { level: 3 }).toString('base64')
}

/** What is sent in place of an answer. */
const FORGED = {
  null: () => null,
  text: () => 'done',
  list: () => [{}],
  nothing: () => ({}),
  'no variants': answer => ({ ...answer, variants: [] }),
  'another chunk': answer => ({ ...answer, chunk: { ...answer.chunk, to: answer.chunk.to + 1 } }),
  'more blocks': answer => ({ ...answer, done: answer.done + 1 }),
  'faults of nobody': answer => ({
    ...answer,
    variants: answer.variants.map(one => ({ ...one, faults: [null] })),
  }),
  'no highlights': answer => ({
    ...answer,
    variants: answer.variants.map(one => ({ ...one, highlights: zeros(one.highlights) })),
  }),
  'a cut tally': answer => ({
    ...answer,
    variants: answer.variants.map(one => ({ ...one, tally: one.tally.slice(0, one.tally.length >> 1) })),
  }),
}

if (isMainThread && FORGE_KIND) {
  const { stringify } = JSON
  let answers = 0
  JSON.stringify = (value, ...rest) => {
    const isDue = value?.variants && value.chunk && ++answers % Number(FORGE_EVERY) === 0
    return stringify(isDue ? FORGED[FORGE_KIND](value) : value, ...rest)
  }
}

if (isMainThread && FORGE_SEED) {
  const { parse } = JSON
  JSON.parse = (text, ...rest) => {
    const value = parse(text, ...rest)
    if (value?.build && value.experiment) value.experiment.seed = FORGE_SEED
    return value
  }
}
