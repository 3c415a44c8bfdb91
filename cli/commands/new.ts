/** `evenhand new`: a game, an agent or an experiment to start from, written from the files of templates/. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { listAgents } from '../../agents/index.ts'
import { InputError, literal, numberKeys, shellWord, show } from '../../documents/index.ts'
import { isModule, mapFile, parseFormat } from '../../engine/modules/index.ts'
import { builtFile, ROOT } from '../../engine/package.ts'
import { type GameModule, gameListings, resolveRules } from '../../engine/registry/index.ts'
import { onDisk, RefusedError, stepOf } from '../../library/command.ts'
import { type Declaration, valueOption } from '../options/declare.ts'
import { gameNamed, rulesetNamed } from '../options/game.ts'
import { type Args, oneOf, positional, text } from '../options/values.ts'
import { commandWord } from '../terminal/command-word.ts'
import { print } from '../terminal/output.ts'

/** Default games: a quick one that rewards good play, and one in which a changed rule shows in seconds. */
const AGENT_GAME = 'kalah'
const EXPERIMENT_GAME = 'connect-four'

/** Names that can be an id in reports, a file name and a word on the command line. */
const NAME = /^[a-z][a-z0-9-]{0,39}$/

/** The column in which the comments of templates start. */
const COMMENT_COLUMN = 33

/** The value of `{{key}}` in a template. */
type Blanks = Readonly<Record<string, string>>

interface Kind {
  /** The template of each file, by the name under which it is written. */
  readonly files: (name: string) => Readonly<Record<string, string>>
  /** Blanks of this kind only. */
  readonly blanks: (name: string, folder: string, args: Args) => Promise<Blanks>
  /** Names of shipped games and agents, which are taken. */
  readonly taken: () => readonly string[]
  /** Where it is written if no folder is named. */
  readonly folder: (name: string) => string
  /** What to type next, in the folder, without `evenhand`. */
  readonly next: (name: string) => readonly string[]
}

const KINDS = {
  game: {
    files: name => ({
      [`${name}.js`]: 'game.js',
      'rules/short.yaml': 'rules/short.yaml',
      'experiment.yaml': 'experiment.yaml',
      [`${name}.test.js`]: 'game.test.js',
      'README.md': 'README.md',
    }),
    blanks: async (_name, _folder, args) => {
      if (args.game !== undefined) throw new InputError('--game', 'is only for agent or experiment')
      return {}
    },
    taken: () => gameListings().map(({ id }) => id),
    folder: name => name,
    next: name => [`check-game ./${name}.js`, `play ./${name}.js --agents human,greedy --open`],
  },
  agent: {
    files: name => ({
      [`${name}.js`]: 'agent.js',
      'experiment.yaml': 'experiment.yaml',
      [`${name}.test.js`]: 'agent.test.js',
      'README.md': 'README.md',
    }),
    blanks: async (name, folder, args) => {
      const { game, seats } = await chosenGame(AGENT_GAME, folder, args)
      const against = (other: string): string[] => [`./${name}.js`, ...Array(seats - 1).fill(other)]
      return {
        game: inYaml(game),
        gameWord: shellWord(game),
        versusRandom: against('random').join(', '),
        versusGreedy: against('greedy').join(', '),
        places: against('greedy').join(','),
      }
    },
    taken: () => listAgents().map(({ id }) => id),
    folder: name => name,
    next: () => ['run experiment.yaml'],
  },
  experiment: {
    files: name => ({ [`${name}.yaml`]: 'experiment.yaml' }),
    blanks: async (_name, folder, args) => {
      const { game, seats, module, rules } = await chosenGame(EXPERIMENT_GAME, folder, args)
      return {
        game: inYaml(game),
        gameWord: shellWord(game),
        ruleset: module.ruleset,
        variant: variantOf(module, rules),
        mixed: ['greedy', ...Array(seats - 1).fill('random')].join(', '),
      }
    },
    taken: () => [],
    folder: () => '.',
    next: name => [`run ${name}.yaml`],
  },
} satisfies Readonly<Record<string, Kind>>

const KIND_NAMES = Object.keys(KINDS) as (keyof typeof KINDS)[]

export const declaration: Declaration = {
  usage: [
    'new game|agent|experiment NAME [FOLDER] [options], new game --from GAME [FILE]',
    'Creates working files to start from. `game` creates a dice race with two rule sets, an experiment and a test. `agent` creates ' +
      'a player that looks one action ahead, with an experiment and a test. `experiment` creates an experiment file with comments. `game --from` ' +
      'creates a file that plays a boardgame.io game; evenhand infers the moves, and you edit them. Never overwrites a file: ' +
      'if one exists, it writes nothing and exits with 3.',
  ],
  positionals: {
    kind: { describe: KIND_NAMES.join(', '), names: () => KIND_NAMES },
    name: {
      describe:
        'its name: lower-case letters, digits and hyphens, starting with a letter; with --from, the file to write',
      defaultDescription: 'with --from, beside the game: Game.evenhand.ts for Game.ts',
    },
    folder: {
      describe: 'where to put the files; created if missing',
      defaultDescription: 'NAME, or the current folder for an experiment',
    },
  },
  options: {
    game: valueOption(
      'game for the new agent or experiment (name or path)',
      `${AGENT_GAME}, ${EXPERIMENT_GAME}`,
    ),
    from: valueOption('path of the boardgame.io game to play', 'none'),
  },
  examples: [
    ['new game --from ./Game.ts', 'Game.evenhand.ts, which plays a boardgame.io game'],
    ['new game my-game', 'a small but complete game in the folder my-game'],
    ['new agent my-agent --game tic-tac-toe', 'an agent for tic-tac-toe, with an experiment'],
    ['new experiment price --game frontline', 'price.yaml, which changes a rule of Frontline'],
  ],
  handler: async args => {
    const kindName = oneOf('KIND', positional(args, 'kind'), KIND_NAMES)
    const from = text(args, 'from')
    if (from !== undefined) return await adapt(from, kindName, args)
    if (args.name === undefined)
      throw new InputError('NAME', `is missing, expected a name such as my-${kindName}`)
    const name = positional(args, 'name')
    const kind: Kind = KINDS[kindName]
    requireName(name, kindName, kind)
    const shown = args.folder === undefined ? kind.folder(name) : positional(args, 'folder')
    const folder = resolve(shown)
    const command = commandWord()
    const blanks = { name, command, main: MAIN, ...(await kind.blanks(name, folder, args)) }
    const files = Object.entries(kind.files(name)).map(
      ([file, template]) => [join(shown, file), filled(join(TEMPLATES, kindName, template), blanks)] as const,
    )
    write(files)
    const enter = folder === process.cwd() ? [] : [`  cd ${shellWord(shown)}`]
    print(
      [
        ...files.map(([file]) => `wrote ${file}`),
        '',
        'next:',
        ...enter,
        ...kind.next(name).map(next => `  ${command} ${next}`),
      ].join('\n'),
    )
  },
}

/** Writes the file that plays the boardgame.io game of `from`. */
async function adapt(from: string, kindName: keyof typeof KINDS, args: Args): Promise<void> {
  if (kindName !== 'game')
    throw new InputError('--from', `works only with evenhand new game, not with evenhand new ${kindName}`)
  for (const other of ['game', 'folder'])
    if (args[other] !== undefined)
      throw new InputError(
        other === 'game' ? '--game' : 'FOLDER',
        'is given with --from, expected only a file to write',
      )
  const module = await gameNamed(from, '--from')
  const { file: source } = parseFormat(from)
  const { adapterText } = module.compile(
    resolveRules(module, rulesetNamed(module, module.ruleset, '--from'), []),
  )
  if (!module.source || !adapterText)
    throw new InputError('--from', `${from} already lists its moves, so you can play it unchanged`)
  const [, stem, ending] = /^(.*?)(\.[^./\\]*)?$/.exec(source)!
  const isTyped = /^\.[mc]?tsx?$/.test(ending ?? '')
  const file =
    args.name === undefined ? `${stem}.evenhand${isTyped ? '.ts' : '.js'}` : positional(args, 'name')
  const imported = isTyped ? source.replace(/\.tsx?$/, '') : source
  const content = adapterText(pathFrom(dirname(resolve(file)), resolve(imported)), /\.[mc]?tsx?$/.test(file))
  if (content === null)
    throw new InputError(
      '--from',
      `${from} doesn't export its game, expected an export that evenhand can import`,
    )
  write([[file, content]])
  const shown = file.startsWith('.') || file.startsWith('/') ? file : `./${file}`
  print([`wrote ${file}`, '', 'next:', `  ${commandWord()} play ${shellWord(shown)}`].join('\n'))
}

function requireName(name: string, kindName: string, kind: Kind): void {
  if (!NAME.test(name))
    throw new InputError(
      'NAME',
      `found ${show(name)}, expected at most 40 lower-case letters, digits and hyphens, starting with a letter, such as my-${kindName}`,
    )
  if (kind.taken().includes(name))
    throw new InputError('NAME', `${name} is the name of a built-in ${kindName}, expected a different name`)
}

/** The game of an agent or an experiment, and how a file in `folder` names it. */
async function chosenGame(fallback: string, folder: string, args: Args) {
  const name = text(args, 'game') ?? fallback
  const module = await gameNamed(name, '--game')
  const rules = resolveRules(module, rulesetNamed(module, module.ruleset, '--game'), [])
  const seats = module.compile(rules).info.seats.length
  const game = isModule(name) ? mapFile(name, file => pathFrom(folder, resolve(file))) : name
  return { module, rules, seats, game }
}

function pathFrom(folder: string, file: string): string {
  const path = relative(folder, file).split(sep).join('/')
  return path.startsWith('.') ? path : `./${path}`
}

function variantLines(key: string, found: number, value: number): string {
  const rules = `    rules: { ${key}: ${found} }`
  return `  - name: ${key} ${found}\n${rules.padEnd(COMMENT_COLUMN)}# instead of ${value}`
}

/** YAML of a variant: the first number of the rules that can be a step more or less, changed. */
function variantOf(game: GameModule, rules: object): string {
  for (const { path, value, isWhole, isInner } of numberKeys(game.schema, rules)) {
    if (isInner) continue
    const key = path.join('.')
    const step = stepOf(value, isWhole)
    const found = [value + step, value - step].find(other => isPossible(game, key, other))
    if (found !== undefined) return variantLines(key, found, value)
  }
  return '  - name: the same'
}

function isPossible(game: GameModule, key: string, value: number): boolean {
  try {
    const layers = [literal({ [key]: value }, '--rules')]
    return Boolean(resolveRules(game, rulesetNamed(game, game.ruleset, '--game'), layers))
  } catch (error) {
    if (error instanceof InputError) return false
    throw error
  }
}

const TEMPLATES = join(ROOT, 'templates')

/** The built command, which the tests start with node, for a single-quoted string of JavaScript. */
const MAIN = builtFile('cli/main.js').replace(/['\\]/g, '\\$&')

function filled(template: string, blanks: Blanks): string {
  return readFileSync(template, 'utf8').replace(/\{\{(\w+)\}\}/g, (_, key: string) => blanks[key]!)
}

/** Writes all files, and folders for them, or none if one exists. Throws a RefusedError or a DiskError. */
function write(files: readonly (readonly [file: string, content: string])[]): void {
  for (const [file] of files)
    if (existsSync(file))
      throw new RefusedError(file, 'already exists, expected a new file; evenhand wrote nothing')
  for (const [file, content] of files)
    onDisk(file, () => {
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, content, { flag: 'wx' })
    })
}

/** Paths that YAML takes without quotes. */
const PLAIN = /^[\w./-]+$/

function inYaml(path: string): string {
  return PLAIN.test(path) ? path : JSON.stringify(path)
}
