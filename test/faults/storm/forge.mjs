/** Loaded before a queue's worker: every FORGE_EVERY-th of its answers is what FORGE_KIND names. */
import { isMainThread } from 'node:worker_threads'

const { FORGE_EVERY, FORGE_KIND } = process.env

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
