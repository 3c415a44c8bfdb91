/** `npm run solved` renews the table of docs/agents.md that tells how often `mcts` gets what small boards of connect four are worth against perfect play. */
import { fileURLToPath } from 'node:url'
import { mcts } from '../../agents/mcts/index.ts'
import { compile, schema } from '../../engine/classics/connect-four.ts'
import { holdsItsOwn, Perfect } from '../../test/agents/perfect.ts'
import { AGENTS_PAGE, renew, tableOf } from './marks.ts'

/** Boards, and the seats that can lose what the game is worth to them; 6 of 4 is won by the second seat. */
const BOARDS = [
  { columns: 5, rows: 4, seats: [0, 1] },
  { columns: 5, rows: 5, seats: [0, 1] },
  { columns: 6, rows: 4, seats: [1] },
] as const

/** Iterations, and the matches that are played with them: seeds 0 up to that. */
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

if (process.argv[1] === fileURLToPath(import.meta.url)) renew(AGENTS_PAGE, 'solved', table())
