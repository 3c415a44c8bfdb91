/**
 * `npm run known-values` renews docs/explanation/known-values.md: what learned players say of games whose values
 * are known, and where adversaries and best responses leave perfect play. Some fifteen minutes on one core.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineExperiment, run } from '../../library/index.ts'
import { bracketOf } from '../../reports/findings/verdicts/bracket.ts'
import { exploitOf, exploitsIn } from '../../reports/findings/verdicts/exploits.ts'
import { verdictsOf } from '../../reports/findings/verdicts/verdicts.ts'
import { shownVerdict } from '../../reports/findings/verdicts/words.ts'
import { isMain, pageOf, renew, tableOf } from './pages.ts'

interface KnownGame {
  readonly name: string
  readonly game: string
  readonly ruleset?: string
  readonly rules?: Record<string, unknown>
  /** For the first seat: its payoff, or its share of a win. test/classics has the sources. */
  readonly value: number
  /** Learns an adversary: the game is too large for best responses. */
  readonly isLarge?: boolean
}

const GAMES: readonly KnownGame[] = [
  { name: 'rock, paper, scissors with unequal stakes', game: 'matrix-game', ruleset: 'biased-rps', value: 0 },
  { name: 'Kuhn poker', game: 'kuhn-poker', value: -1 / 18 },
  { name: 'Leduc poker', game: 'leduc-poker', value: -0.085606 },
  {
    name: "liar's dice, a die of three sides each",
    game: 'liars-dice',
    rules: { sides: 3, wild: false },
    value: 4 / 9,
  },
  { name: 'Goofspiel, 4 cards', game: 'goofspiel', value: 0 },
  { name: 'Goofspiel, 5 cards', game: 'goofspiel', rules: { cards: 5, order: 'descending' }, value: 0 },
  { name: 'Oshi-Zumo, 10 coins', game: 'oshi-zumo', rules: { coins: 10 }, value: 0.5 },
  { name: 'breakthrough, 3 x 4', game: 'breakthrough', rules: { files: 3, ranks: 4 }, value: 1 },
  { name: 'connect four, 4 x 4', game: 'connect-four', rules: { columns: 4, rows: 4 }, value: 0.5 },
  {
    name: 'connect four, 6 x 4',
    game: 'connect-four',
    rules: { columns: 6, rows: 4 },
    value: 0,
    isLarge: true,
  },
]

const SEEDS = 3
const MATCHES = 2000
/** Of the adversary. */
const EXPLOIT = 400

async function rowOf({ name, value, isLarge, ...game }: KnownGame, policies: string): Promise<string[]> {
  const experiment = await defineExperiment({
    name: 'known value',
    ...game,
    matches: MATCHES,
    lineups: [{ agents: ['learned'] }],
    learn: { seeds: SEEDS },
    ...(isLarge && { exploit: { matches: EXPLOIT, by: 'learned' } }),
  })
  const { cells } = await run(experiment, { threads: 0, policies })
  const [cell] = cells
  const { margin } = experiment
  const [first] = verdictsOf(cell!, margin)
  const bracket = bracketOf(cell!, exploitOf(cell!, exploitsIn(cells)))!
  const isShare = cell!.layout.payoff < 0
  const figure = (of: number): string =>
    (isShare ? `${(100 * of).toFixed(1)} %` : of.toFixed(3)).replace('-', '−')
  const { low, high, mean } = first!.anytime
  const cells_ = [
    name,
    figure(value),
    shownVerdict(cell!, margin),
    `${figure(mean)} (${figure(low)} to ${figure(high)})`,
    `${figure(bracket.low)} to ${figure(bracket.high)}`,
    bracket.exact ? 'best responses' : 'an adversary',
    value >= bracket.low - 1e-9 && value <= bracket.high + 1e-9 ? 'yes' : '**no**',
  ]
  console.log(cells_.join(' | '))
  return cells_
}

async function table(): Promise<string> {
  const policies = mkdtempSync(join(tmpdir(), 'known-values-'))
  try {
    const rows = [['game', 'value', 'verdict', 'learned players', 'perfect play', 'shown by', 'holds it']]
    for (const game of GAMES) rows.push(await rowOf(game, policies))
    return tableOf(rows)
  } finally {
    rmSync(policies, { recursive: true, force: true })
  }
}

if (isMain(import.meta.url))
  renew(pageOf('explanation', 'known-values.md'), 'known values', await table(), 'known-values')
