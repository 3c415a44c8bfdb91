import { adviceKept } from './coverage/advice.ts'
import { falseAlarms, NO_EFFECTS } from './coverage/alarms.ts'
import { DESIGNERS, designed, plainly } from './coverage/designers.ts'
import { figureTable } from './coverage/figure-table.ts'
import { payoffCoverage, rareCoverage, rareEffects } from './coverage/intervals.ts'
import { head, measured, percent, row, whole } from './coverage/markdown.ts'
import { planTable, powerTable } from './coverage/plan-tables.ts'
import { playersTable } from './coverage/players.ts'
import {
  FAIR_GAMES,
  normalizedOf,
  type PairRule,
  plannedMatches,
  play,
  type RunEnds,
  sprtRule,
  TRUTHS,
  UNFAIR_GAMES,
  underRule,
  verdicts,
  widthRule,
} from './coverage/runs.ts'
import { pageOf, renew } from './pages.ts'

const { anytime, once, often, always, advised } = verdicts

function fairTable(experiments: number): string {
  return (
    head(
      'a fair game',
      'planned interval, checked often',
      'often',
      'at every block',
      'when advised',
      'found fair',
      'matches',
    ) +
    FAIR_GAMES.map((game, i) => {
      const seed = 100 + 10 * i
      const plain = play(game, once, often, experiments, seed)
      const [a, b, c] = [often, always, advised].map((next, j) =>
        play(game, anytime, next, experiments, seed + 1 + j),
      ) as [RunEnds, RunEnds, RunEnds]
      return row(
        game.name,
        ...[plain, a, b, c].map(({ favours }) => percent(favours)),
        percent(a.fair),
        whole(a.matches),
      )
    }).join('')
  )
}

function effectTable(experiments: number): string {
  const rows = UNFAIR_GAMES.flatMap(({ name, of }, g) =>
    [0.02, 0.05].map(effect => {
      const truth = of(effect)
      const seed = 1000 + 100 * g + Math.round(1000 * effect)
      const { favours, fair, matches } = play(truth.game, anytime, often, experiments, seed)
      const cells = [percent(favours), percent(fair), whole(matches), whole(plannedMatches(truth))]
      return row(name, String(100 * effect), ...cells)
    }),
  )
  return head('a game', 'points ahead', 'favours', 'fair', 'matches', 'plan') + rows.join('')
}

const DESIGNER_NAMES = [
  ['asPlanned', 'looks once'],
  ['extending', 'doubles twice'],
  ['impatient', 'and watches'],
  ['advised', 'follows advice'],
] as const

function designerTable(experiments: number): string {
  const rows = FAIR_GAMES.flatMap((game, i) =>
    [100, 1000].map(planned => {
      const shares = DESIGNER_NAMES.map(([id], j) => {
        const seed = 5000 + 100 * i + 10 * j + planned
        return percent(designed(game, DESIGNERS[id], planned, experiments, seed).favours)
      })
      return row(game.name, whole(planned * game.seats), ...shares)
    }),
  )
  return head('a fair game', 'matches', ...DESIGNER_NAMES.map(([, name]) => name)) + rows.join('')
}

function foundTable(experiments: number): string {
  const rows = UNFAIR_GAMES.flatMap(({ name, of }, g) =>
    [0.02, 0.05].map(effect => {
      const { game, model } = of(effect)
      const planned = plannedMatches({ game, model }) / game.seats
      const cells = DESIGNER_NAMES.map(([id], j) => {
        const seed = 9000 + 100 * g + 10 * j + Math.round(1000 * effect)
        const { favours, matches } = designed(game, DESIGNERS[id], planned, experiments, seed)
        return `${percent(favours)} in ${whole(matches)}`
      })
      const plain = percent(plainly(game, planned, experiments, 9900 + 10 * g + Math.round(1000 * effect)))
      return row(name, String(100 * effect), whole(planned * game.seats), plain, ...cells)
    }),
  )
  const heads = DESIGNER_NAMES.map(([, name]) => name)
  return head('a game', 'points ahead', 'matches asked for', 'one look at 95 %', ...heads) + rows.join('')
}

/** How far ahead the first seat is in a game that isn't fair. */
const AHEAD = 0.03

function adviceTable(experiments: number): string {
  const rows = UNFAIR_GAMES.flatMap(({ name, of }, g) =>
    [100, 500].map(planned => {
      const { game } = of(AHEAD)
      const cells = (['fair', 'as it looks', 'as it is'] as const).map((supposition, s) => {
        const own = supposition === 'fair' ? of(0).game : game
        const { open, enough, more } = adviceKept(
          own,
          supposition,
          planned,
          experiments,
          7000 + 100 * g + 10 * s + planned,
        )
        return `${measured(enough, open)} with ${whole(more)}`
      })
      return row(name, whole(planned * game.seats), ...cells)
    }),
  )
  const [fair, looks, ahead] = [
    'it is fair',
    'it is as uneven as it looks',
    `it is ${100 * AHEAD} points ahead, whatever it looks`,
  ]
  return head('a game', 'matches so far', fair!, looks!, ahead!) + rows.join('')
}

function ruleTable(experiments: number): string {
  const rules: [string, PairRule, number][] = [
    ['sprt: elo0=0 elo1=20', sprtRule(0, 20), 3000],
    ['width: 6', widthRule(6), 3100],
  ]
  const rows = rules.flatMap(([name, rule, seed]) =>
    TRUTHS.slice(0, 3).map(({ game, model }, i) => {
      const ends = underRule(model, rule, experiments, seed + i)
      const accepted = name.startsWith('sprt') ? percent(ends.accepts) : ''
      return row(
        name,
        `${game.name} (${normalizedOf(model).toFixed(0)})`,
        accepted,
        whole(ends.matches),
        percent(ends.anytime),
        percent(ends.once),
      )
    }),
  )
  return (
    head(
      'rule',
      'first seat ahead by (normalized Elo)',
      'elo1 accepted',
      'matches',
      'anytime interval holds',
      'planned interval holds',
    ) + rows.join('')
  )
}

function rareTable(samples: number): string {
  const rows = rareEffects(0.02).flatMap(effect =>
    [200, 1000].map(n => {
      const { t, mended, anytime: always } = rareCoverage(effect, n, samples, n)
      return row(effect.name, whole(n), percent(t), percent(mended), percent(always))
    }),
  )
  const payoffs = [30, 100, 1000].map(n => {
    const { t, bounded, anytime: always } = payoffCoverage(n, samples, n)
    return row(
      'a payoff: 50 in 2 % of the blocks, else 0',
      whole(n),
      percent(t),
      percent(bounded),
      percent(always),
    )
  })
  return head('differences', 'blocks', 'plain t', 'reports', 'anytime') + [...rows, ...payoffs].join('')
}

function alarmTable(runs: number): string {
  const rows = NO_EFFECTS.map((effect, i) => {
    const { once, often, always } = falseAlarms(effect, runs, 4000 + i)
    return row(effect.name, ...[once, often, always].map(percent))
  })
  return (
    head('differences without an effect', 'planned p, checked often', 'often', 'at every block') +
    rows.join('')
  )
}

const PAGE = pageOf('explanation', 'statistics.md')
const EXPERIMENTS = 2000

const TABLES = {
  designers: designerTable,
  found: foundTable,
  advice: adviceTable,
  fair: fairTable,
  effects: effectTable,
  rules: ruleTable,
  rare: rareTable,
  alarms: alarmTable,
  plans: planTable,
  power: powerTable,
  figures: figureTable,
  players: playersTable,
}
const [asked] = process.argv.slice(2)
const isTrial = asked !== undefined && /^\d+$/.test(asked)
for (const [name, make] of Object.entries(TABLES)) {
  if (asked !== undefined && !isTrial && asked !== name) continue
  const text = await make(isTrial ? Number(asked) : EXPERIMENTS)
  process.stdout.write(`${text}\n`)
  if (!isTrial) renew(PAGE, name, text, 'coverage')
}
