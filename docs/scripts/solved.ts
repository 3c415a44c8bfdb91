/**
 * `npm run solved` renews the table of docs/reference/agents.md on `mcts` against perfect play, on small boards of
 * connect four.
 */
import { mcts } from '../../agents/mcts/index.ts'
import { compile, schema } from '../../engine/classics/connect-four.ts'
import { holdsItsOwn, Perfect } from '../../test/agents/perfect.ts'
import { AGENTS_PAGE, isMain, renew, tableOf } from './pages.ts'

/** Boards, and the seats that have something to lose: the second seat wins 6 of 4. */
const BOARDS = [
  { columns: 5, rows: 4, seats: [0, 1] },
  { columns: 5, rows: 5, seats: [0, 1] },
  { columns: 6, rows: 4, seats: [1] },
] as const

/** Iterations, and how many matches are played with them. */
const LENGTHS = [
  { iterations: 1000, matches: 20 },
  { iterations: 10_000, matches: 10 },
  { iterations: 100_000, matches: 4 },
] as const

const SOLVERS = ['wins', 'bounds'] as const

function table(): string {
  const lines = [
    ['board', 'seat', '`solver`', ...LENGTHS.map(({ iterations }) => iterations.toLocaleString('en'))],
  ]
  for (const { columns, rows, seats } of BOARDS) {
    const perfect = new Perfect(compile('connect-four', schema.parse({ columns, rows })))
    for (const seat of seats)
      for (const solver of SOLVERS) {
        const cells = LENGTHS.map(({ iterations, matches }) => {
          const agent = mcts.make(perfect.game, mcts.options.parse({ iterations, solver }))
          let held = 0
          for (let match = 0; match < matches; match++) if (holdsItsOwn(agent, perfect, seat, match)) held++
          return `${held} of ${matches}`
        })
        lines.push([`${columns} columns of ${rows}`, ['first', 'second'][seat]!, `\`${solver}\``, ...cells])
        console.log(lines.at(-1)!.join(' | '))
      }
  }
  return tableOf(lines)
}

if (isMain(import.meta.url)) renew(AGENTS_PAGE, 'solved', table())
