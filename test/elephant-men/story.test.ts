/** What `replay` says of a phase: orders, blows that land, units that are hit, removed or converted, and the favour. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { literal } from '../../documents/index.ts'
import { newEvents, newState } from '../../engine/contract/index.ts'
import { framesOf, RecordReader } from '../../sim/records/record.ts'

const SIDES = [
  { name: 'white', units: ['soldier c3', 'monk e3'] },
  { name: 'black', units: ['soldier c4', 'monk e5'] },
]

it('says how to play, as the rules are', () => {
  const guide = (game: string, rules = {}) =>
    new RecordReader()
      .read(literal({ game, rules, decisions: [] }, 'record'), '.')
      .game.text.guide!.join('\n')
  expect(guide('elephant-men')).toMatch(/3 phases.*up to 3 orders.*\n.*At \+7 white wins, at -7 black/)
  expect(guide('elephant-men', { 'favour.win': 9, 'cleave.damage': 3 })).toMatch(
    /At \+9 (.|\n)*cleave: 3 damage/,
  )
  expect(guide('elephant-men')).not.toMatch(/block|shove/)
  expect(guide('elephant-golems')).toMatch(/at most one a phase(.|\n)*block: (.|\n)*shove: /)
})

/** The indented lines of each phase, and the favour's line after them. */
function told(...decisions: readonly string[]): string[][] {
  const record = { game: 'elephant-men', rules: { sides: SIDES }, decisions }
  const match = new RecordReader().read(literal(record, 'record'), '.')
  const phases: string[][] = []
  let before: Int32Array | null = null
  for (const { state } of framesOf(match)) {
    const { narrate } = match.game.text
    if (before)
      phases.push(
        narrate!(before, state)
          .split('\n')
          .filter(line => /^ {2}[a-z]|^favour/.test(line))
          .map(line => line.trim()),
      )
    before = state.slice()
  }
  return phases
}

it('replay tells orders, a blow that lands a phase later, what it takes, and who leads', () => {
  expect(told('white 1 c3xc4', 'white 3 e3 p', 'white done', 'black 2 e5.e3', 'black done')).toEqual([
    ['white c3xc4: started', 'favour 0: even', "next phase: white's blow of 2 lands on c4"],
    [
      'black e5.e3: done',
      "white's blow of 2 lands on c4",
      "black's soldier from c4 loses 2 hit points (1 left)",
      "white's monk from e3 is converted to black",
      'favour -3 (0 before): black leads',
    ],
    ['white e3 p: void: the player has no unit there', 'favour -3: black leads'],
  ])
})

it('docs/rules/elephant-men.md shows a phase as printed', () => {
  const orders = [
    'white 1 c3>c4',
    'white 2 c4xd4',
    'white 2 e3 p',
    'black 1 c6>c5',
    'black 2 c5.d4',
    'black 2 d6>d5',
  ]
  const match = new RecordReader().read(literal({ game: 'elephant-men', decisions: orders }, 'record'), '.')
  const [, first, second] = Array.from(framesOf(match), ({ state }) => state.slice())
  const page = readFileSync(new URL('../../docs/rules/elephant-men.md', import.meta.url), 'utf8')
  expect(page).toContain(`\`\`\`\n${match.game.text.narrate!(first!, second!)}\n\`\`\`\n`)
})

it('replay tells of a unit that is removed, and of a phase in which nobody acts', () => {
  const [first, second] = told('white 1 c3.e3', 'white done', 'black done')
  expect(first).toEqual([
    'white c3.e3: done',
    "white's monk from e3 loses 1 hit point (1 left)",
    'favour 0: even',
  ])
  expect(second).toEqual(['no orders', 'favour 0: even'])
  const removed = told('white 1 c3.e3', 'white 2 c3.e3', 'white done', 'black done')[1]
  expect(removed).toEqual([
    'white c3.e3: done',
    "white's monk from e3 is removed",
    'favour -3 (0 before): black leads',
  ])
})

it('pages tell orders in words, and those that name no unit as they were written', () => {
  const record = {
    game: 'elephant-men',
    rules: { sides: SIDES },
    decisions: ['white 1 c3xc4', 'white 3 e3 p', 'white done', 'black 1 e5.e3', 'black done'],
  }
  const match = new RecordReader().read(literal(record, 'record'), '.')
  const [start, first] = Array.from(framesOf(match), ({ state }) => state.slice())
  expect(match.game.text.story!(start!, first!).slice(0, 2)).toEqual([
    'white soldier on c3, cleave at c4: started',
    'black monk on e5, convert on e3: done',
  ])
})

it('replay tells decisions before they are carried out, of a unit where it will stand by then', () => {
  const decisions = ['white 1 c3>d3', 'white 2 d3xd4', 'white 3 e3 p', 'white done', 'black 1 c4.c3']
  const record = { game: 'elephant-men', rules: { sides: SIDES }, decisions }
  const { game } = new RecordReader().read(literal(record, 'record'), '.')
  const state = newState(game.info)
  game.start(state, newEvents(game.info))
  const words = decisions.map(decision => {
    const seat = decision.startsWith('white') ? 0 : 1
    const action = game.text.parse(state, seat, decision.slice(6))
    const told = game.text.tell!(state, seat, action)
    game.apply(state, seat, action, newEvents(game.info))
    return told
  })
  expect(words).toEqual([
    'orders for phase 1: soldier on c3, move to d3',
    'orders for phase 2: soldier on d3, cleave at d4',
    'orders for phase 3: monk on e3, pray',
    'gives no more orders',
    // No unit can do that: as records write it.
    'orders for phase 1: c4.c3',
  ])
})
