/** Folders of users with their own games. */
import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { ROOT } from '../../engine/package.ts'
import { defineExperiment, type Experiment } from '../../library/index.ts'
import { evenhand, folder } from '../cli/command.ts'

/** The folder of the games that are played here. */
export const HERE = fileURLToPath(new URL('.', import.meta.url))

const FILES = ['race.js', 'steps.js', 'rules/long.yaml']

/** A folder with the race, its rules and what else is given; packages are found as where evenhand is installed. */
export function own(files: Readonly<Record<string, string>> = {}): string {
  const dir = folder(files)
  mkdirSync(join(dir, 'rules'))
  mkdirSync(join(dir, 'node_modules'))
  for (const file of FILES) copyFileSync(join(HERE, file), join(dir, file))
  symlinkSync(ROOT, join(dir, 'node_modules/evenhand'))
  symlinkSync(join(ROOT, 'node_modules/zod'), join(dir, 'node_modules/zod'))
  writeFileSync(join(dir, 'package.json'), '{"type":"module"}')
  return dir
}

/** A module with the race, of which a line changes the compiled `game`. */
export function changed(patch: string): string {
  return `import race from './race.js'
export default { ...race, compile: (id, rules) => {
  const game = race.compile(id, rules)
  ${patch}
  return game
} }
`
}

/** A module with a game of plain values, with changes in its fourth line. */
export function counting(changes: string): string {
  return `export default { id: 'count', seats: ['a', 'b'], setup: () => ({ n: 0, turn: 0 }),
    toMove: ({ turn }) => turn, moves: () => [1, 2], apply: (s, n) => { s.n += n; s.turn = 1 - s.turn },
    outcome: ({ n, turn }) => (n >= 10 ? { winner: 1 - turn } : null),
    ${changes} }`
}

/** Expects that a module which is called bad.js is refused in one line, for this reason, before anything is played. */
export async function refusesBad(text: string, reason: string): Promise<void> {
  const args = ['play', './bad.js', '--matches', '20', '--decision-seconds', '20']
  const { code, err } = await evenhand(args, { cwd: own({ 'bad.js': text }) })
  expect(err).toContain(reason)
  expect(err.trim().split('\n')).toHaveLength(1)
  expect(code).toBe(2)
}

/** An experiment with the game of a module, which is called bad.mjs. */
export async function experimentWith(text: string, file: object = {}): Promise<Experiment> {
  const game = join(own({ 'bad.mjs': text }), 'bad.mjs')
  return await defineExperiment({ name: 'cards', matches: 800, ...file, game })
}

/** A module with a game of hidden cards, each seat's bold or not, that throws in its eighth line where an expression of `card`, `seat` and `bold` says so. */
export function failing(where: string): string {
  return `export default { id: 'cards', seats: ['ann', 'bob'], rules: { cards: 200 },
    setup: () => ({ hands: [0, 0], gone: [], bold: 0 }),
    toMove: ({ hands, gone }) => (hands.includes(0) && gone.length === 0 ? 'chance' : gone.length),
    chance: ({ hands }, { rules }) => Array.from({ length: rules.cards }, (_, i) => i + 1).filter(card => !hands.includes(card)).map(move => ({ move })),
    moves: ({ hands, gone }) => [1, 2, 3, 4, 5].map(bold => [hands[gone.length], bold]),
    apply: (state, move, { seat, rules }) => {
      const [card, bold] = seat < 0 ? [0, 0] : move
      if (${where}) throw new Error('no card ' + card)
      if (seat < 0) state.hands[state.hands.indexOf(0)] = move
      else state.gone.push(card + bold)
    },
    outcome: ({ gone }) => (gone.length < 2 ? null : { scores: gone }) }
`
}

/** Two players draw cards from a deck that setup shuffles, or roll. */
export const DRAWING = `import { randomInt, randomUUID } from 'node:crypto'
const LOADED = [Math.random(), randomUUID(), Date.now(), performance.now()]
export default { id: 'drawing', seats: ['a', 'b'], maxMoves: 20,
  setup: () => ({ deck: [1, 2, 3, 4, 5, 6].sort(() => Math.random() - 0.5), sums: [0, 0], turn: 0, loaded: LOADED, ids: [] }),
  toMove: ({ turn }) => turn % 2,
  moves: () => ['draw', 'roll'],
  apply: (s, move, { seat }) => {
    s.sums[seat] += move === 'draw' ? s.deck[s.turn] : randomInt(1, 7)
    s.ids = [crypto.randomUUID().length, crypto.getRandomValues(new Uint8Array(2)).length, new Date().getTime()]
    s.turn++
  },
  outcome: ({ turn, sums }) => (turn < 6 ? null : { scores: sums }) }`
