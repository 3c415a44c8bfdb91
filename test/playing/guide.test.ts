/** How to play, as the page of a match with people says it: from the rules of the match. */
import { expect, it } from 'vitest'
import { literal } from '../../documents/index.ts'
import { RecordReader } from '../../sim/records/record.ts'

function guideOf(game: string, rules = {}): string {
  const record = literal({ game, rules, decisions: [] }, 'record')
  return new RecordReader().read(record, '.').game.text.guide!.join('\n')
}

it.each<[game: string, rules: object, words: readonly [before: RegExp, after: RegExp]]>([
  ['frontline', { 'gold.perTurn': 4 }, [/get 8 gold a round/, /get 4 gold a round/]],
  ['frontline', { promotion: 'never' }, [/super-soldier/, /^(?!.*super-soldier)/s]],
  [
    'frontline',
    { tiebreak: 'base' },
    [/100 turns .* a draw\.$/, /more hit points wins, and equal ones draw\.$/],
  ],
  ['bulwark', { 'capital.turns': 3 }, [/for 2 of the team's own turns/, /for 3 of the team's own turns/]],
  ['bulwark', { 'rally.cooldown': 5 }, [/rally: .* again 3 turns/, /rally: .* again 5 turns/]],
  ['prestige', { 'prestige.win': 5 }, [/have 3 prestige/, /have 5 prestige/]],
  [
    'prestige',
    { 'modifiers.assault.mounted': 0 },
    [/assault has \+1 against mounted/, /^(?!.*assault has)/s],
  ],
  [
    'prestige',
    { 'attack.picks': 'attacker' },
    [/Both secretly pick/, /The attacker picks .* then the other side/],
  ],
])('%s says how to play, as the rules are: %o', (game, rules, [before, after]) => {
  expect(guideOf(game)).toMatch(before)
  expect(guideOf(game, rules)).toMatch(after)
})

it('prestige says what each mission asks for', () => {
  const record = literal({ game: 'prestige', decisions: [] }, 'record')
  const { legend } = new RecordReader().read(record, '.').game.text
  expect(legend).toMatch(/^raider: remove 3 enemy troops in a turn \(1 prestige\)$/m)
})
