/** What `replay` says once a decision was made: fights, territories, missions, and the whole position once a turn. */
import { expect, it } from 'vitest'
import { CHANCE } from '../../engine/contract/index.ts'
import { type Match, scene } from './scenario.ts'

/** What `replay` prints after the last of these decisions. */
function told(match: Match, ...decisions: readonly string[]): string[] {
  match.play(...decisions.slice(0, -1))
  const before = match.state.slice()
  match.decide(decisions.at(-1)!)
  return match.game.text.narrate!(before, match.state).split('\n')
}

const lands = { a: 'red 3 assault', b: 'blue 1 mounted', f: 'blue 1 assault' }

it('an attack names both sides, their dice, the losses and who takes the territory', () => {
  const match = scene({ lands, turn: 'red' })
  expect(told(match, 'red attack a b', 'red send assault 2')).toEqual([
    'round 1, red attacks',
    'attack from a on b',
    '  red: 2 assault; dice none',
    '  blue: 1 mounted; dice none',
  ])
  expect(told(match, 'chance die 7', 'chance die 9', 'chance die 0')).toEqual([
    'red: 2 assault; dice 9 7',
    'blue: 1 mounted; dice 0',
  ])
  expect(told(match, 'red pick 9 assault', 'blue pick 0 mounted').slice(0, 2)).toEqual([
    '  blue loses 1 mounted',
    '  red takes b, from blue',
  ])
})

it('a mission that is met is named with the prestige it brings, and who draws which', () => {
  const match = scene({
    lands: { ...lands, c: 'red 2 ranged', d: 'red 1 assault' },
    dossiers: { red: 'lands far' },
    turn: 'red',
  })
  const met = told(match, 'red done', 'red done')
  expect(met[0]).toMatch(/^ {2}red meets lands: prestige \d of 3$/)
  expect(met.at(-1)).toBe('round 1, red draws a mission')
  expect(
    told(
      match,
      match
        .choices('chance')
        .map(text => `chance ${text}`)
        .at(0)!,
    )[0],
  ).toMatch(/^ {2}red has the mission \w+$/)
})

it('the whole position is printed as a turn begins, and not within it', () => {
  const match = scene({ lands, turn: 'red' })
  expect(told(match, 'red attack a b')).toEqual(['round 1, red chooses attackers'])
  const next = scene({ lands: { a: 'red 1 assault', b: 'blue 1 mounted' }, turn: 'red' })
  while (next.due().join() === 'red') {
    const lines = told(next, `red ${next.choices('red')[0]}`)
    expect(lines.some(line => line.startsWith('deck '))).toBe(next.due().join() === 'blue')
  }
  expect(next.due()).toEqual(['blue'])
})

it('decisions are put into words', () => {
  const match = scene({ lands, turn: 'red' })
  const words = (text: string): string => {
    const [name, ...rest] = text.split(' ') as [string, ...string[]]
    const seat = name === 'chance' ? CHANCE : match.game.info.seats.indexOf(name)
    const { parse, tell } = match.game.text
    const said = tell!(match.state, seat, parse(match.state, seat, rest.join(' ')))
    match.decide(text)
    return said
  }
  expect(
    ['red attack a b', 'red send assault 2', 'chance die 7', 'chance die 9', 'chance die 0'].map(words),
  ).toEqual(['attacks b from a', 'sends 2 assault', 'a die shows 7', 'a die shows 9', 'a die shows 0'])
  expect(['red pick 9 assault', 'blue pick 0 mounted', 'red incoming assault 2'].map(words)).toEqual([
    'sets a die of 9 on its assault',
    'sets a die of 0 on its mounted',
    'raises 2 assault',
  ])
})

it('a turn in brief has the territories taken and the missions met', () => {
  const match = scene({ lands, turn: 'red' })
  match.play('red attack a b', 'red send assault 2', 'chance die 7', 'chance die 9', 'chance die 0')
  match.play('red pick 9 assault')
  const before = match.state.slice()
  match.decide('blue pick 0 mounted')
  expect(match.game.text.brief!(before, match.state)).toEqual(['red takes b from blue'])
})
