/** Code by path that counts wrong or hangs now and then: the command says so, or comes to the right results. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { below } from '../../../engine/rng.ts'
import { endOf } from '../storming.ts'
import { DONE, FAILED, type Kind, pick, USAGE } from './kinds.ts'
import { command } from './run.ts'

/** Choices by what an agent must not look at. */
const CLOCKS = [
  'Date.now()',
  'Math.floor(performance.now() * 1e4)',
  'Number(process.hrtime.bigint() % 9973n)',
  'n++',
]

const agentOf = (choice: string): string => `let n = 0
export default { id: 'clock', summary: '', make: () => ({ choose: (view, seat, legal, count) => legal[${choice} % count] }) }
`

/** A race to 20 by ones and twos, with code for each step and each look at the end. */
const gameOf = ({ step = '', end = '' }): string => `let n = 0
export default { id: 'race', seats: ['a', 'b'], setup: () => ({ at: 0, turn: 0 }), toMove: ({ turn }) => turn, moves: () => [1, 2],
  apply: (s, by) => { ${step} s.at += by; s.turn = 1 - s.turn },
  outcome: s => { let winner = 1 - s.turn; ${end} return s.at < 20 ? null : { winner } } }
`

/** Calls that a match makes of `outcome`, about. */
const CALLS = 14

function play(cwd: string, args: readonly string[]): ReturnType<typeof endOf> {
  const limits = ['--threads', '1', '--decision-seconds', '1', '--fresh', '--quiet']
  return endOf(spawn(process.execPath, [...command, 'play', ...args, ...limits], { cwd }))
}

const clocks: Kind = {
  name: 'an agent with a clock or a memory',
  missing: null,
  async disturb({ cwd, rng }) {
    const choice = pick(rng, CLOCKS)
    writeFileSync(join(cwd, 'clock.mjs'), agentOf(choice))
    const args = [
      'elephant-men',
      '--agents',
      './clock.mjs,random',
      '--rules',
      'limits.turns=2',
      '--matches',
      '40',
    ]
    const { code, err } = await play(cwd, [...args, '--out', 'clock'])
    assert.equal(code, FAILED, `${choice}: ended by ${code}: ${err}`)
    assert.match(err, /agent clock: block \d+ of clock vs random gave a different result/)
  },
}

const mutants: Kind = {
  name: 'a game whose outcome changes the state, or remembers',
  missing: null,
  async disturb({ cwd, rng }) {
    // Of every match, or of one in a few.
    const every = 1 + below(rng, 3 * CALLS)
    const end = pick(rng, [`if (++n % ${every} === 0) s.at++;`, `if (++n % ${every} === 0) winner = s.turn;`])
    writeFileSync(join(cwd, 'mutant.mjs'), gameOf({ end }))
    const { code, err } = await play(cwd, [
      './mutant.mjs',
      '--agents',
      'random',
      '--matches',
      '4000',
      '--out',
      'mutant',
    ])
    assert(code === USAGE || code === FAILED, `${end}: ended by ${code}: ${err}`)
  },
}

const hangs: Kind = {
  name: 'a game that hangs now and then',
  missing: null,
  async disturb({ cwd, rng }) {
    const every = 4_000 + below(rng, 40_000)
    writeFileSync(join(cwd, 'race.mjs'), gameOf({}))
    writeFileSync(join(cwd, 'hanging.mjs'), gameOf({ step: `if (++n % ${every} === 0) for (;;);` }))
    const all = (game: string) =>
      play(cwd, [`./${game}.mjs`, '--agents', 'random', '--matches', '2000', '--out', game])
    const sound = await all('race')
    assert.equal(sound.code, DONE, sound.err)
    const { code, err } = await all('hanging')
    const told = `every ${every}: ended by ${code}: ${err}`
    if (code === FAILED) return assert.match(err, /hangs/, told)
    assert.equal(code, DONE, told)
    // The games are of different texts, and so are the last column's fingerprints.
    const [right, found] = ['race', 'hanging'].map(out =>
      readFileSync(join(cwd, out, 'seats.csv'), 'utf8').replaceAll(/,\w+$/gm, ''),
    )
    assert.equal(found, right, told)
  },
}

export const LYING_KINDS: readonly Kind[] = [clocks, mutants, hangs]
