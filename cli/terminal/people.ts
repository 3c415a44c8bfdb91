/** Matches with people: on a page of this machine, or in the terminal. */
import { fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { InputError } from '../../documents/index.ts'
import { builtFile } from '../../engine/package.ts'
import type { GameModule } from '../../engine/registry/index.ts'
import {
  ActError,
  counted,
  HUMAN,
  type Live,
  onDisk,
  openPlayedGames,
  PLAYED,
  PlayTable,
  type Position,
  playedIn,
  serveTable,
  withLearned,
  writeWhole,
} from '../../library/command.ts'
import { EXIT } from '../errors.ts'
import { agentList, gameArgument, readGame, readRules } from '../options/game.ts'
import { readDecisionSeconds, readPort, readSeed } from '../options/run-flags.ts'
import { type Args, filledText, text } from '../options/values.ts'
import { openInBrowser } from './browser.ts'
import { commandWord } from './command-word.ts'
import { taught } from './learning.ts'
import { foldText } from './match-text.ts'
import { print, say, styleOf, table as tableText } from './output.ts'

/** Options of `play` that make no sense there. */
const RUN_OPTIONS = [
  ...[
    'matches',
    'width',
    'decide',
    'sprt',
    'records-file',
    'recorded',
    'matches-table',
    'exploit',
    'exploiter',
  ],
  ...['exploit-agents', 'out', 'no-keep', 'fresh', 'details', 'json', 'chunk'],
]

const PACE_MAX = 60

const agentsIn = (args: Args): string[] => agentList(text(args, 'agents') ?? HUMAN)

export async function playWithPeople(args: Args): Promise<void> {
  const wrong = RUN_OPTIONS.find(name => args[name] !== undefined && args[name] !== false)
  if (wrong !== undefined)
    throw new InputError(`--${wrong}`, "can't be used in a match with people or --watch")
  if (args.records === true) {
    print(await recordsText(args.game === undefined ? null : await readGame(args)))
    return
  }
  const game = await readGame(args)
  const agents = args.watch === true ? agentList(text(args, 'agents') ?? 'greedy') : agentsIn(args)
  if (args.watch === true && agents.includes(HUMAN))
    throw new InputError('--watch', `found ${HUMAN} in --agents, expected agents that play by themselves`)
  if (args.watch !== true && !agents.includes(HUMAN))
    throw new InputError('--agents', `found no ${HUMAN}, expected one, or --watch to look on`)
  const { ruleset, changes } = readRules(game, args)
  const policies = filledText(args, 'policies', 'a folder')
  const quiet = args.quiet === true
  const table = await PlayTable.open({
    game,
    ruleset,
    changes,
    agents,
    seed: readSeed(args),
    pace: readPace(args),
    decisionSeconds: readDecisionSeconds(args),
    compare: (base, changed) => compareBeside(game, base, changed),
    keepRules: (name, rules) => keepRules(game, name, rules),
    isLearning: args.learn === true,
    train: async experiment => {
      const found = await taught(experiment, { policies, quiet })
      if (typeof found === 'number') throw new ActError('the players have not learned')
      return found
    },
  })
  if (args.terminal === true) await new TerminalMatch(table).play()
  else await serve(await serveTable(table, { port: readPort(args) }), args)
}

function readPace(args: Args): number | undefined {
  const written = text(args, 'pace')
  if (written === undefined) return undefined
  const pace = Number(written)
  if (written.trim() !== '' && pace >= 0 && pace <= PACE_MAX) return pace
  throw new InputError('--pace', `found ${written}, expected a number of seconds from 0 to ${PACE_MAX}`)
}

const RULES_NAME = /^\w[\w-]{0,59}$/

function keepRules(game: GameModule, name: string, rules: string): string {
  if (!RULES_NAME.test(name)) throw new Error('expected a name of letters, digits, - and _')
  const file = `${name}.yaml`
  if (existsSync(file)) throw new Error(`${file} exists already, expected another name`)
  onDisk(file, () => writeWhole(file, rules))
  return `Wrote ${file}. To play by it: ${commandWord()} play ${gameArgument(game)} --ruleset ./${file}`
}

/** Matches of a comparison: enough for a change that people notice. */
const COMPARED = '1000'
/** How long a run may take to begin, in milliseconds. */
const BEGIN_MS = 30_000
const LOOK_MS = 100

/** Starts `evenhand compare` and a server of its page, in separate processes that end with this one. */
async function compareBeside(
  game: GameModule,
  ruleset: string,
  changes: Readonly<Record<string, unknown>>,
): Promise<{ address: string | null; words: string }> {
  let n = 1
  while (existsSync(`runs/compare-${game.id}-${n}`)) n++
  const out = `runs/compare-${game.id}-${n}`
  const keys = Object.entries(changes).map(([key, value]) => `${key}=${JSON.stringify(value)}`)
  const main = builtFile('cli/main.js')
  const run = fork(
    main,
    [
      ...['compare', gameArgument(game), ruleset, [ruleset, ...keys].join(',')],
      ...['--agents', ...withLearned(['greedy'], game), '--matches', COMPARED, '--out', out, '--quiet'],
    ],
    { stdio: ['ignore', 'ignore', 'pipe', 'ipc'], execArgv: [] },
  )
  let trouble = ''
  run.stderr!.setEncoding('utf8').on('data', part => {
    trouble += part
  })
  process.once('exit', () => run.kill())
  for (let waited = 0; !existsSync(`${out}/journal.jsonl`); waited += LOOK_MS) {
    if (run.exitCode !== null || waited > BEGIN_MS)
      throw new Error(`the comparison can't be played: ${trouble.trim()}`)
    await new Promise(done => setTimeout(done, LOOK_MS))
  }
  const server = fork(main, ['serve', out], { stdio: ['ignore', 'pipe', 'ignore', 'ipc'], execArgv: [] })
  process.once('exit', () => server.kill())
  const address = await new Promise<string>(done => {
    server.stdout!.setEncoding('utf8').once('data', text => done(String(text).trim()))
  })
  const agents = withLearned(['greedy'], game).join(' and ')
  return { address, words: `${COMPARED} matches each of ${agents} by both rules; kept in ${out}` }
}

async function serve(live: Live, args: Args): Promise<void> {
  print(live.url)
  say('Open this address in a browser. Ctrl-C ends the match.')
  if (args.open === true) await openInBrowser(live.url)
  await new Promise<void>(done => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => done())
  })
  await live.close()
  process.exitCode = EXIT.done
}

/** The matches of people in a game, or in all of them, and how they fared against each line-up of opponents. */
async function recordsText(game: GameModule | null): Promise<string> {
  if (game === null) await openPlayedGames(PLAYED)
  const played = playedIn(PLAYED).filter(one => game === null || one.game === game.id)
  if (played.length === 0) {
    const argument = game === null ? 'GAME' : gameArgument(game)
    return `no matches in ${PLAYED} yet: ${commandWord()} play ${argument} --agents ${HUMAN},greedy`
  }
  const { width } = styleOf(process.stdout)
  const some = (count: number, what: string): string[] => (count > 0 ? [counted(count, what)] : [])
  const rows = played.map(({ id, date, rules, agents, outcome, notes, takeBacks, hints }) => [
    `${PLAYED}/${id}.json`,
    date,
    rules,
    agents.join(' vs '),
    [outcome, ...some(notes, 'note'), ...some(takeBacks, 'take-back'), ...some(hints, 'hint')].join('; '),
  ])
  const columns = [
    { title: 'record' },
    { title: 'date' },
    { title: 'rules', max: 24 },
    { title: 'players', max: 28 },
    { title: 'result' },
  ]
  const scores = new Map<string, { won: number; lost: number; draw: number }>()
  for (const { game: id, agents, result } of played) {
    if (result === null || result === 'left') continue
    const name = `${game === null ? `${id} ` : ''}against ${opponentsIn({ agents })}`
    const score = scores.get(name) ?? { won: 0, lost: 0, draw: 0 }
    score[result]++
    scores.set(name, score)
  }
  const lines = [...scores].map(
    ([name, { won, lost, draw }]) => `${name}: ${won} won, ${lost} lost, ${counted(draw, 'draw')}`,
  )
  return [tableText(columns, rows, width), ...(lines.length > 0 ? ['', ...lines] : [])].join('\n')
}

const opponentsIn = ({ agents }: { readonly agents: readonly string[] }): string =>
  agents.filter(agent => agent !== HUMAN).join(' and ') || 'people'

const HELP =
  'a number chooses, text filters the moves, Enter seals a plan; /back takes back, /hint, /odds (who will win), /note TEXT, /resume (the match you left last), /quit'

/** More moves than this are listed only as groups, until a filter leaves fewer. */
const LISTED_MAX = 30

const LINES_MAX = 120

const points = (share: number): string => (100 * share).toFixed(0)

function hintText({ agent, label, ahead, plusMinus, second }: NonNullable<Position['hint']>): string {
  const choice = `${agent} would choose: ${label}`
  if (ahead === null || plusMinus === null || second === null) return choice
  if (Math.abs(ahead) <= plusMinus) return `${choice}\nabout as good: ${second.label}`
  const lead = `${points(Math.abs(ahead))} ± ${points(plusMinus)} points`
  return `${choice}\n${lead} ${ahead > 0 ? 'better' : 'worse'} than: ${second.label}`
}

function oddsText(
  { seats }: Position,
  { shares, plusMinus, by }: NonNullable<Position['evaluation']>,
): string {
  const odds = seats.map(({ name }, i) => `${name} ${points(shares[i]!)} % ± ${points(plusMinus[i]!)}`)
  return `${odds.join(', ')} (${by})`
}

/** An empty plan wants a move that says so: Enter is pressed too easily. */
function canSeal(plan: Position['plan']): boolean {
  return plan !== null && (plan.isComplete || (plan.done !== null && plan.chosen.length > 0))
}

class TerminalMatch {
  readonly #table: PlayTable
  readonly #lines: string[] = []
  #isEnded = false
  #wake: () => void = () => {}
  #filter = ''
  /** What was printed: the position, the moves, the hint, the odds. */
  #printed: readonly string[] = []

  constructor(table: PlayTable) {
    this.#table = table
  }

  async play(): Promise<void> {
    const input = createInterface({ input: process.stdin })
    input.on('line', line => {
      this.#lines.push(line.trim())
      this.#wake()
    })
    input.on('close', () => {
      this.#isEnded = true
      this.#wake()
    })
    say(HELP)
    const { unfinished } = this.#table.position()
    if (unfinished)
      say(`You left a match against ${opponentsIn(unfinished)} on ${unfinished.date}; /resume continues it.`)
    try {
      let shown = -1
      for (;;) {
        const position = this.#table.position()
        if (position.phase === 'stopped') throw new ActError(position.message)
        if (position.phase === 'thinking' || position.phase === 'watching') {
          if (position.phase === 'watching') this.#show(position)
          await this.#table.next(position.version, 1000)
          if (this.#isEnded && position.phase === 'watching') break
          continue
        }
        if (shown !== position.version) this.#show(position)
        shown = position.version
        if (position.phase === 'over' || !(await this.#obey(position))) break
      }
    } finally {
      input.close()
      await this.#table.close()
    }
    const { replay } = this.#table.position()
    if (replay !== null) say(`Kept. To see it again: ${commandWord()} replay ${PLAYED}/${replay}.json`)
    process.exitCode = EXIT.done
  }

  #show(position: Position): void {
    const { phase, status, hint, evaluation, message, working } = position
    const { width, color } = styleOf(process.stdout)
    const say = (line: string): void => print(foldText(line, width))
    if (phase === 'cover') {
      // Nothing that the last player saw stays on the screen.
      if (color) process.stdout.write('\x1b[2J\x1b[3J\x1b[H')
      say(`${status} ${status.split(' ')[0]} presses Enter.`)
      return
    }
    const blocks = [
      message,
      this.#positionText(position, width),
      hint === null ? '' : hintText(hint),
      evaluation === null || working.length > 0 ? '' : oddsText(position, evaluation),
      phase === 'choose' ? this.#movesText(position) : '',
    ]
    for (const [i, block] of blocks.entries()) if (block !== '' && block !== this.#printed[i]) say(block)
    this.#printed = blocks
  }

  #positionText({ aims, story, title, status, plan }: Position, width: number): string {
    const told = story.slice(-1).flatMap(({ title: when, lines }) => lines.map(line => `${when}: ${line}`))
    const planned = plan && plan.chosen.length > 0 ? [`planned: ${plan.chosen.join('; ')}`] : []
    const wanted = aims.length > 0 ? [`your missions: ${aims.join('; ')}`] : []
    return ['', ...told, this.#table.picture(width), '', `${title}. ${status}.`, ...wanted, ...planned].join(
      '\n',
    )
  }

  #movesText(position: Position): string {
    const { moves, plan } = position
    if (plan?.isComplete) return 'Press Enter to seal the plan, or /back to change it.'
    const found = this.#found(position)
    if (found.length === 0) return `no move has "${this.#filter}" in it`
    const lineOf = (move: Position['moves'][number]): string =>
      `${String(moves.indexOf(move) + 1).padStart(4)}  ${move.label}`
    const groups = new Map<string, (typeof moves)[number][]>()
    for (const move of found) groups.set(move.group, [...(groups.get(move.group) ?? []), move])
    if (found.length > LISTED_MAX && groups.size > 1) {
      const large = [...groups].filter(([, { length }]) => length > 1)
      const counts = large.map(([group, { length }]) => `${group || 'others'} (${length})`)
      const single = [...groups.values()].flatMap(group => (group.length === 1 ? group : []))
      const head = `${found.length} moves; type a word to filter them: ${counts.join(', ')}`
      return [head, ...single.map(lineOf)].join('\n')
    }
    const lines = found.map(lineOf)
    const rest = lines.length - LINES_MAX
    return rest > 0
      ? [...lines.slice(0, LINES_MAX), `and ${rest} more; type a word to filter them`].join('\n')
      : lines.join('\n')
  }

  #found({ moves }: Position): readonly Position['moves'][number][] {
    const wanted = this.#filter.toLowerCase()
    return moves.filter(({ label, written }) => `${label}\n${written}`.toLowerCase().includes(wanted))
  }

  /** Does what the next line says; false to end. */
  async #obey(position: Position): Promise<boolean> {
    const line = await this.#nextLine(position.version)
    if (line === null) return false
    if (line === undefined) return true
    const { version, phase, plan, moves } = position
    const [word = '', ...rest] = line.split(' ')
    try {
      if (word === '/quit') return false
      if (phase === 'cover') await this.#table.act({ act: 'uncover', version })
      else if (word === '/back')
        await this.#table.act({ act: plan && plan.chosen.length > 0 ? 'unplan' : 'take-back', version })
      else if (word === '/hint') await this.#table.act({ act: 'hint', version })
      else if (word === '/odds')
        await this.#table.act({ act: 'evaluate', version, on: !position.isEvaluated })
      else if (word === '/resume')
        await this.#table.act({ act: 'resume', id: rest[0] ?? position.unfinished?.id ?? '' })
      else if (word === '/note') await this.#table.act({ act: 'note', version, text: rest.join(' ') })
      else if (word.startsWith('/') || word === '?') say(HELP)
      else if (/^\d+$/.test(line)) await this.#choose(position, Number(line))
      else if (line === '' && canSeal(plan)) await this.#table.act({ act: 'seal', version })
      else {
        this.#filter = line
        const found = this.#found(position)
        if (found.length === 1) await this.#choose(position, moves.indexOf(found[0]!) + 1)
        else {
          this.#printed = this.#printed.slice(0, -1)
          this.#show(position)
        }
      }
    } catch (error) {
      if (!(error instanceof ActError)) throw error
      say(error.message)
    }
    return true
  }

  async #choose({ version, moves }: Position, number: number): Promise<void> {
    const move = moves[number - 1]
    if (!move) throw new ActError(`found ${number}, expected a number from 1 to ${moves.length}`)
    this.#filter = ''
    await this.#table.act({ act: 'choose', version, move: move.id })
  }

  /** The next line; null at the end of the input, undefined if there is news before it. */
  async #nextLine(version: number): Promise<string | null | undefined> {
    if (this.#lines.length === 0 && !this.#isEnded) {
      const line = new Promise<void>(done => {
        this.#wake = done
      })
      await Promise.race([line, this.#news(version)])
    }
    const next = this.#lines.shift()
    if (next !== undefined) return next
    return this.#isEnded ? null : undefined
  }

  async #news(version: number): Promise<void> {
    while (this.#table.version === version && this.#lines.length === 0 && !this.#isEnded)
      await this.#table.next(version, 1000)
  }
}
