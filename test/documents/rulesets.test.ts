/** Rule sets that build on others. */
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { literal } from '../../documents/index.ts'
import { findGame, readRuleset, resolveRules } from '../../engine/registry/index.ts'
import { resolveExperiment } from '../../sim/experiment/index.ts'
import { folder } from '../cli/command.ts'

const men = findGame('elephant-men')
const lane = findGame('frontline')

/** The rules that a rule set resolves to. */
function rules(game: typeof men, name: string, dir = '.'): Record<string, unknown> {
  return resolveRules(game, readRuleset(game, name, dir), []) as Record<string, unknown>
}

function messageOf(act: () => unknown): string {
  try {
    act()
  } catch (error) {
    return (error as Error).message
  }
  throw new Error('was accepted')
}

describe('a rule set that builds on another', () => {
  it('has its keys, and changes some, at any depth', () => {
    const dir = folder({ 'mine.yaml': 'base: golems-2026-01\nfavour.win: 12\nunits: { golem: { hp: 9 } }\n' })
    const under = rules(men, 'golems-2026-01') as { favour: object; units: Record<string, object> }
    expect(rules(men, './mine.yaml', dir)).toEqual({
      ...under,
      favour: { ...under.favour, win: 12 },
      units: { ...under.units, golem: { ...under.units.golem, hp: 9 } },
    })
  })

  it('may name it by its path, from its own folder, and that one another', () => {
    const dir = folder({
      'a.yaml': 'base: ./b.yaml\nfavour.kill: 5\n',
      'b.yaml': 'base: v0.1\nfavour: { kill: 4, win: 8 }\n',
    })
    expect(rules(men, join(dir, 'a.yaml'), '/')).toMatchObject({
      perPhase: 'one',
      favour: { kill: 5, win: 8 },
    })
  })

  it('may be of a game that has keys below base', () => {
    const dir = folder({
      'own.yaml': 'base.hp: 50\n',
      'both.yaml': 'base: lean\nbase.hp: 60\n',
      'hidden.yaml': 'base: { hp: 70 }\n',
    })
    const of = (name: string) => rules(lane, name, dir)
    const withBase = (name: string, hp: number) => {
      const under = rules(lane, name) as { base: object }
      return { ...under, base: { ...under.base, hp } }
    }
    expect(of('./own.yaml')).toEqual(withBase('default', 50))
    expect(of('./both.yaml')).toEqual(withBase('lean', 60))
    expect(of('./hidden.yaml')).toMatchObject({ base: { hp: 70 } })
  })

  it('is played like the same rules in one file', async () => {
    const dir = folder({ 'mine.yaml': 'base: v0.1\nfavour.win: 12\n' })
    const of = async (ruleset: string, changes: object) =>
      (await resolveExperiment(literal({ game: 'elephant-men', ruleset, rules: changes }, 'test')))
        .variants[0]!.rules
    expect(await of(join(dir, 'mine.yaml'), {})).toEqual(await of('v0.1', { 'favour.win': 12 }))
  })

  it('reads files of the other one from the folder of that one', () => {
    const dir = folder({ 'mine.yaml': 'base: three\nties: attacker\n' })
    const { map } = rules(findGame('prestige'), './mine.yaml', dir)
    expect(map).toEqual(rules(findGame('prestige'), 'three').map)
  })
})

describe('a rule set whose keys do not go together', () => {
  const matrix = findGame('matrix-game')
  const dir = folder({ 'pair.yaml': 'row: [a, b]\n' })
  const file = join(dir, 'pair.yaml')

  it('is told of in its file, where the other key is a default', () => {
    expect(messageOf(() => rules(matrix, file))).toBe(
      `${file}:1:1: payoffs has length 3, expected one list for each of 2 choices`,
    )
  })

  it('is to blame itself, whatever is changed on top of it', () => {
    const changed = () =>
      resolveRules(matrix, readRuleset(matrix, file, '.'), [
        literal({ column: ['c', 'd', 'e'] }, '--rules column'),
      ])
    expect(messageOf(changed)).toMatch(/pair\.yaml:1:1: payoffs has length 3, expected/)
  })
})

describe('a rule set is refused that builds on', () => {
  it.each([
    [
      'nothing that is there',
      'base: v0.3\n',
      /a\.yaml:1:7: .* has no rule set "v0\.3", .*did you mean v0\.2\?/,
    ],
    [
      'a file that is not there',
      'base: ./none.yaml\n',
      /a\.yaml:1:7: rule set "\.\/none\.yaml": no such file/,
    ],
    ['a number', 'favour.win: 8\nbase: 3\n', /a\.yaml:2:7: base is 3, expected the name of a rule set/],
    ['itself', 'base: ./a.yaml\n', /a\.yaml:1:7: .* in a circle: \.\/a\.yaml -> \.\/a\.yaml, expected/],
    [
      'one that builds on it',
      'base: b.yaml\n',
      /b\.yaml:1:7: .* circle: \.\/a\.yaml -> b\.yaml -> a\.yaml, expected/,
    ],
    ['one with a mistake', 'base: c.yaml\n', /c\.yaml:2:1: .*"wim"/],
  ])('%s', (_, text, expected) => {
    const dir = folder({
      'a.yaml': text,
      'b.yaml': 'base: a.yaml\n',
      'c.yaml': '# wrong\nfavour.wim: 3\n',
    })
    expect(messageOf(() => rules(men, './a.yaml', dir))).toMatch(expected)
  })

  it('too long a chain', () => {
    const files = Array.from({ length: 40 }, (_, i) => [`${i}.yaml`, `base: ${i + 1}.yaml\n`])
    const dir = folder(Object.fromEntries(files))
    expect(messageOf(() => rules(men, './0.yaml', dir))).toMatch(
      /19\.yaml:1:7: 21 rule sets .*expected at most 20$/,
    )
  })
})
