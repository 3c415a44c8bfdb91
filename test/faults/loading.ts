/** Runs with an agent whose module does harm when it is loaded, or in its decisions. */
import { expect } from 'vitest'
import { type Call, type Ended, evenhand, folder } from '../cli/command.ts'
import { expectError } from '../cli/messages.ts'

/** An agent by path, with something at its load and in its decisions. */
export const agent = (load: string, choose = ''): string =>
  `${load}\nexport default { id: 'x', summary: '', make: () => ({ choose: (_, __, legal) => { ${choose}; return legal[0] } }) }\n`

export function play(module: string, options: readonly string[], call: Call = {}): Promise<Ended> {
  const args = ['play', 'elephant-men', '--agents', './x.mjs,random', '--matches', '4', '--threads', '1']
  return evenhand([...args, ...options], { cwd: folder({ 'x.mjs': module }), own: true, ...call })
}

/** Sees that a run refuses to load a module. */
export async function expectUnloadable(module: string, words: string): Promise<void> {
  // Only what hangs is ended by the clock.
  const seconds = words.includes("didn't finish within") ? '1' : '600'
  const { code, out, err } = await play(module, ['--quiet', '--decision-seconds', seconds])
  expect([code, out]).toEqual([2, ''])
  expectError(err, '--agents', ['x.mjs', 'cannot be loaded', words])
}
