import { describe, expect, test } from 'vitest'
import { commandListings } from '../../cli/commands/index.ts'
import { VERSION } from '../../engine/package.ts'
import { evenhand, folder } from './command.ts'

/** What the help of all lists, but for those that only speak of the command itself. */
const COMMANDS = [
  'run',
  'play',
  'compare',
  'plan',
  'new',
  'check',
  'ladder',
  'status',
  'merge',
  'worker',
  'replay',
  'solve',
  'exploit',
  'query',
  'games',
  'rules',
  'agents',
  'schema',
]

/** The options of a help text, each with all that it says in one line. */
function optionLines(help: string): string[] {
  const [before] = help.split(/^Examples:$/m)
  return before!
    .split(/\n(?= +(?:-\w, )?--|\S)/)
    .filter(lines => /^ +(?:-\w, )?--/.test(lines))
    .map(lines => lines.replace(/\s+/g, ' ').trimEnd())
    .filter(line => !/--(help|version) /.test(line))
}

describe.concurrent('help', () => {
  test('evenhand alone says where to start and names every command, in 80 columns', async () => {
    const { code, out, err } = await evenhand([])
    expect([code, out]).toEqual([2, ''])
    expect(Math.max(...err.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(80)
    const [start, all] = err.split('All commands:')
    for (const { name } of commandListings) expect(all!.match(/[a-z-]+/g)).toContain(name)
    expect(start).toContain('  evenhand play ')
    expect(all).toContain('evenhand COMMAND --help')
  })

  test('--help lists all commands, in English wherever it runs', async () => {
    const help = await evenhand(['--help'], { env: { LC_ALL: 'de_DE.UTF-8' }, own: true })
    expect([help.code, help.err]).toEqual([0, ''])
    for (const command of [...COMMANDS, 'help', 'version', 'completion'])
      expect(help.out).toContain(`  evenhand ${command} `)
    for (const other of [['-h'], ['help']]) expect(await evenhand(other)).toEqual(help)
  })

  test.each(COMMANDS)('of %s has examples and states every default', async command => {
    const help = await evenhand([command, '--help'])
    expect([help.code, help.err]).toEqual([0, ''])
    expect(help.out).toMatch(new RegExp(`^evenhand ${command} [\\s\\S]*^Examples:$`, 'm'))
    const lines = optionLines(help.out)
    expect(lines.length > 0).toBe(command !== 'schema')
    expect(lines.filter(line => !/\[default: .+\]$/.test(line))).toEqual([])
    for (const other of [
      [command, '-h'],
      ['help', command],
    ])
      expect(await evenhand(other)).toEqual(help)
  })

  test.each(['play', 'run', 'compare', 'check', 'ladder', 'levers', 'usefulness', 'tune', 'plan'])(
    'of %s groups its many options, those first that are used most, and leaves none out',
    async command => {
      const { out } = await evenhand([command, '--help'])
      const titles = [...out.matchAll(/^(\S.*):$/gm)].map(([, title]) => title)
      expect(titles.slice(-2)).toEqual(['Options', 'Examples'])
      expect(out).toMatch(/^Options:\n *-v, --version .*\n *-h, --help .*\n\n/m)
      const expected = ['What to play', 'In your browser', 'How long', 'Results on screen', 'Files']
      const found = titles.filter(title => expected.includes(title!))
      expect(found).toEqual(expected.filter(title => found.includes(title)))
      expect(found.length).toBeGreaterThan(2)
    },
  )

  test('comes whatever else is on the line', async () => {
    const { code, out, err } = await evenhand(['play', 'nothing', 'more', '--matchs', '3', '-h'])
    expect([code, out.startsWith('evenhand play GAME'), err]).toEqual([0, true, ''])
    expect((await evenhand(['run', 'a', 'b', '-v'])).out).toBe(`${VERSION}\n`)
  })

  test.each([['--version'], ['-v'], ['version']])('%s shows the version', async word => {
    expect(await evenhand([word], { own: true })).toEqual({ code: 0, out: `${VERSION}\n`, err: '' })
  })
})

describe.concurrent('completion', () => {
  test.each([
    ['/bin/bash', 'complete -o'],
    ['/bin/zsh', 'compdef _evenhand_yargs_completions evenhand'],
  ])('for %s is a script', async (shell, line) => {
    const { code, out, err } = await evenhand(['completion'], { env: { SHELL: shell, ZSH_NAME: '' } })
    expect([code, err]).toEqual([0, ''])
    expect(out).toContain(line)
    expect(out).toContain('evenhand completion >> ~/.')
  })

  test.each([
    [
      ['play', ''],
      ['frontline', 'prestige', '--agents'],
    ],
    [
      ['schema', ''],
      ['experiment', 'rules'],
    ],
    [
      ['help', ''],
      ['run', 'merge'],
    ],
  ])('offers names where an argument of %j has some', async (words, names) => {
    const { code, out, err } = await evenhand(['--get-yargs-completions', 'evenhand', ...words])
    expect([code, err]).toEqual([0, ''])
    expect(out.split('\n')).toEqual(expect.arrayContaining(names))
  })

  test('offers commands, then the options of the command, and never refuses what is not finished', async () => {
    const offered = async (...words: string[]) =>
      (
        await evenhand(['--get-yargs-completions', 'evenhand', ...words], { env: { SHELL: '/bin/bash' } })
      ).out.split('\n')
    expect(await offered('ru')).toEqual(expect.arrayContaining(COMMANDS))
    const ofRules = await offered('rules', 'elephant-men', '--')
    expect(ofRules).toEqual(expect.arrayContaining(['--diff', '--ruleset', '--json', '--help']))
    expect(ofRules).not.toContain('--matches')
  })
})

describe('the help of --json', () => {
  /** The keys that the help of a command names. */
  async function named(command: string): Promise<string[]> {
    const { out } = await evenhand([command, '--help'])
    const text = optionLines(out).find(line => line.includes('--json '))!
    return /instead of text, with (.*?) ?\[switch\]/
      .exec(text)![1]!
      .replace(/ \(.*\)/, '')
      .split(', ')
  }

  test('names the keys of the document that each command prints', async () => {
    const cwd = folder()
    const out = ['--out', 'shard', '--quiet', '--matches', '4']
    const played = await evenhand(['play', 'frontline', ...out, '--json'], { cwd })
    const lane = ['--rules', 'cells=4', 'turns=3', 'base.hp=4', 'units.catapult.range=3']
    const printed = {
      play: played,
      status: await evenhand(['status', 'shard', '--json'], { cwd }),
      merge: await evenhand(['merge', 'shard', '--out', 'whole', '--json'], { cwd }),
      solve: await evenhand(['solve', 'frontline', ...lane, '--json']),
      exploit: await evenhand(['exploit', 'kuhn-poker', '--json']),
      games: await evenhand(['games', '--json']),
      agents: await evenhand(['agents', '--json']),
      rules: await evenhand(['rules', 'frontline', '--json']),
    }
    for (const [command, { out }] of Object.entries(printed)) {
      const document = JSON.parse(out)
      expect([command, Object.keys(Array.isArray(document) ? document[0] : document)]).toEqual([
        command,
        await named(command),
      ])
    }
    for (const command of ['run', 'compare']) expect(await named(command)).toEqual(await named('play'))
  })
})
