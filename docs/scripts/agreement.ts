/**
 * `npm run agreement` renews a table of docs/reference/trained-players.md: whether two halves of each shipped population,
 * trained from different seeds, say the same of their game. Some ten minutes on one core.
 */
import { nearestShipped, type ShippedPolicy, shippedPolicies } from '../../agents/index.ts'
import { loadGame } from '../../engine/registry/index.ts'
import { defineExperiment, type ExperimentDefinition, run, tablesOf } from '../../library/index.ts'
import { isMain, renew, TRAINED_PAGE, tableOf } from './pages.ts'

const MATCHES = 3000
/** For each asset. */
const USEFULNESS = 600
/** How many of the most useful assets are compared. */
const LARGEST = 3
/** So that a half has two players, who meet each other. */
const MEMBERS_MIN = 4

/** What a half says, with half the width of its interval; it covers players, too, if there are three of them. */
interface Figure {
  readonly name: string
  readonly value: number
  readonly arm: number
}

const figure = (name: string, value: number, low: number, high: number, unit = 1): Figure => ({
  name,
  value: value * unit,
  arm: ((high - low) / 2) * unit,
})

/** Members 1, 3, 5 ... and 2, 4, 6 ... */
function halvesOf({ others = [], ...first }: ShippedPolicy): ShippedPolicy[] {
  const { file, sha256 } = first
  const all = [{ file, sha256 }, ...others]
  return [0, 1].map(half => {
    const [leader, ...more] = all.filter((_, i) => i % 2 === half)
    return { ...leader!, others: more }
  })
}

/** The tables of a run in which a half of the population plays itself. */
async function playedBy(half: ShippedPolicy, definition: ExperimentDefinition) {
  const experiment = await defineExperiment({ ...definition, lineups: [{ agents: ['learned'] }] })
  const { learnedOn: _, bracket: __, ...policy } = half
  const variants = experiment.variants.map(variant => ({ ...variant, policy }))
  return tablesOf(await run({ ...experiment, variants }, { threads: 0 }))
}

async function figuresOf(half: ShippedPolicy, game: string, rules: object): Promise<Figure[]> {
  const { summary, seats } = await playedBy(half, { game, rules: { ...rules }, matches: MATCHES })
  const row = summary[0]!
  const first = seats[0]!
  return [
    figure('first seat, %', first.score, first.score_low, first.score_high, 100),
    figure('draws, %', row.draw_share, row.draw_share_low, row.draw_share_high, 100),
    figure('turns', row.length_turns, ...turnsOf(row), 1),
  ]
}

/** The interval of the length, which is in steps, in turns. */
function turnsOf(row: {
  length_turns: number
  length_steps: number
  length_steps_low: number
  length_steps_high: number
}): [number, number] {
  const unit = row.length_turns / row.length_steps
  return [row.length_steps_low * unit, row.length_steps_high * unit]
}

/** What the first seat's player loses without each asset, in points; of these assets, or of all. */
async function lossesOf(
  half: ShippedPolicy,
  game: string,
  rules: object,
  assets?: readonly string[],
): Promise<Map<string, Figure>> {
  const { usefulness } = await playedBy(half, {
    game,
    rules: { ...rules },
    matches: USEFULNESS,
    usefulness: assets ? { assets: [...assets] } : true,
  })
  return new Map(
    usefulness
      .filter(row => Number.isNaN(row.member))
      .map(row => {
        // Two players are too few for an interval over players.
        const [low, high] = Number.isNaN(row.score_lost_players_low)
          ? [row.score_lost_low, row.score_lost_high]
          : [row.score_lost_players_low, row.score_lost_players_high]
        return [
          `${row.group}/${row.asset}`,
          figure(`loss without ${row.asset} (${row.group})`, row.score_lost, low, high, 100),
        ]
      }),
  )
}

const shown = ({ value, arm }: Figure): string => `${value.toFixed(1)} ± ${arm.toFixed(1)}`.replace('-', '−')

/** Whether the difference is within its own 95 % interval. */
const agree = (a: Figure, b: Figure): boolean => Math.abs(a.value - b.value) <= Math.hypot(a.arm, b.arm)

async function main(): Promise<void> {
  const rows: string[][] = []
  let agreed = 0
  for (const { file, game, rules, learnedOn } of shippedPolicies()) {
    const module = await loadGame(game)
    const whole = nearestShipped(module, rules)!
    if (1 + (whole.others?.length ?? 0) < MEMBERS_MIN) continue
    const [one, two] = halvesOf(whole) as [ShippedPolicy, ShippedPolicy]
    const losses = await lossesOf(one, game, rules)
    const largest = [...losses.values()].sort((a, b) => b.value - a.value).slice(0, LARGEST)
    const assets = [...losses].filter(([, of]) => largest.includes(of)).map(([asset]) => asset)
    const again = await lossesOf(two, game, rules, assets)
    const second = await figuresOf(two, game, rules)
    const first = await figuresOf(one, game, rules)
    const pairs = first.map((a, i): [Figure, Figure] => [a, second[i]!])
    for (const asset of assets) pairs.push([losses.get(asset)!, again.get(asset)!])
    for (const [a, b] of pairs) {
      const isSame = agree(a, b)
      if (isSame) agreed++
      rows.push([`${game} ${learnedOn}`, a.name, shown(a), shown(b), isSame ? 'yes' : '**no**'])
      console.log(file, rows.at(-1)!.join(' | '))
    }
  }
  const head = ['rule set', 'figure', 'one half', 'the other', 'agree']
  const text = `${tableOf([head, ...rows])}\n${agreed} of ${rows.length} figures agree.\n`
  renew(TRAINED_PAGE, 'agreement', text)
}

if (isMain(import.meta.url)) await main()
