/** Agents that hang, in every place where their code runs: the command ends in time, says which agent it was, and leaves other runs alone. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { endOf } from '../storming.ts'
import { DONE, FAILED, type Kind, pick, USAGE } from './kinds.ts'
import { command, start } from './run.ts'

/** Code that hangs: while the module is loaded, while an agent is made or asked, or afterwards. */
const LOADING = [
  'for (;;);',
  'await new Promise(() => {})',
  'setInterval(() => {}, 9); await new Promise(() => {})',
]
const LEFT = ['setInterval(() => { for (;;); }, 1);', 'setImmediate(() => { for (;;); });']
const NOW = ['for (;;);', 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);']
const LATER = ['Promise.resolve().then(() => { for (;;); });', 'queueMicrotask(() => { for (;;); });']

/** Where it is put, and how the command may end. */
const PLACES = [
  { place: 'load', codes: [USAGE], code: LOADING },
  // A timer only runs while a thread waits, which it may never do.
  { place: 'load', codes: [DONE, FAILED], code: LEFT },
  { place: 'make', codes: [FAILED], code: NOW },
  { place: 'begin', codes: [DONE], code: NOW },
  { place: 'choose', codes: [DONE], code: NOW },
  { place: 'choose', codes: [FAILED], code: LATER },
] as const

const ARGS = ['play', 'elephant-men', '--agents', './hanging.mjs,random', '--rules', 'limits.turns=2']
const LIMITS = ['--matches', '2', '--threads', '1', '--decision-seconds', '1', '--quiet']

function moduleOf(place: string, code: string): string {
  const at = (where: string): string => (where === place ? code : '')
  return `${at('load')}
export default { id: 'hanging', summary: '', make: () => {
  ${at('make')}
  return { begin() { ${at('begin')} }, choose(_, __, legal) { ${at('choose')} return legal[0] } }
} }
`
}

export const hangs: Kind = {
  name: 'an agent that hangs, beside another run',
  missing: null,
  async disturb({ cwd, rng }) {
    const { place, codes, code: codesOf } = pick(rng, PLACES)
    const code = pick<string>(rng, codesOf)
    writeFileSync(join(cwd, 'hanging.mjs'), moduleOf(place, code))
    const beside = endOf(start(cwd))
    const ended = await endOf(spawn(process.execPath, [...command, ...ARGS, ...LIMITS], { cwd }))
    const told = `${code} in ${place}: ended by ${ended.code}: ${ended.err}`
    assert((codes as readonly unknown[]).includes(ended.code), told)
    if (ended.code !== DONE) assert.match(ended.err, /agent (hanging|module \S+hanging\.mjs) /, told)
    assert.equal((await beside).code, DONE)
  },
}
