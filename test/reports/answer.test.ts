/** The title and the answer of every kind of run, sentence by sentence. */
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseDocument } from '../../documents/index.ts'
import { type Answer, answerOf } from '../../reports/findings/answer/answer.ts'
import { comparisonsOf, isShown, judgedInterval } from '../../reports/findings/changes/comparisons.ts'
import { lineupsInOrder, playersInOrder } from '../../reports/findings/order.ts'
import type { CellResult, RunResult } from '../../sim/chunks/results.ts'
import { resolveExperiment } from '../../sim/experiment/index.ts'
import { newRun, playRun } from '../../sim/run.ts'
import { cellOf, resultOf, TIE, TWO, times } from './fixture.ts'

async function play(text: string): Promise<RunResult> {
  const experiment = await resolveExperiment(parseDocument(text, join(tmpdir(), 'x.yaml')))
  return playRun(newRun(experiment), { threads: 0, chunk: 5 })
}

/** An answer as a reader reads it. */
const answerText = ({ answer, agreement, distrust }: Answer): string =>
  [...answer, agreement, ...distrust].filter(text => text !== '').join(' ')

/** A run of one variant, which the fixture makes anew for each cell. */
function runOf(cells: readonly CellResult[], complete = true): RunResult {
  const [{ cell }] = cells as readonly [CellResult]
  const shared = cells.map(one => ({ ...one, cell: { ...one.cell, variant: cell.variant } }))
  return resultOf(shared, complete)
}

const agents = (agent: string): string[] => [agent, agent]
/** White wins every match; white and black win one each; every match is a draw. */
const white = (agent: string, blocks = 100) => cellOf(TWO, agents(agent), times(blocks, [60, 0], [60, 0]))
const black = (agent: string, blocks = 100) => cellOf(TWO, agents(agent), times(blocks, [0, 60], [0, 60]))
const even = (agent: string, blocks = 100) => cellOf(TWO, agents(agent), times(blocks, [60, 0], [0, 60]))
const drawn = (agent: string) =>
  cellOf(
    TWO,
    agents(agent),
    new Array(50).fill([
      { returns: [30, 30], ending: TIE },
      { returns: [30, 30], ending: TIE },
    ]),
  )

describe('a run of one set of rules', () => {
  it('says that it is fair, and who agrees', () => {
    const { title, answer, agreement, distrust } = answerOf(
      runOf([even('random', 5000), even('greedy', 5000), white('mcts', 2)]),
    )
    expect(title).toBe('Is Paper fair?')
    // mcts is the strongest, whatever the order of the file.
    expect(answer).toEqual([
      'Inconclusive.',
      'When mcts plays itself, white scores 100.0 % (≥ 6; even: 50 %), which is too uncertain for a verdict.',
    ])
    expect(agreement).toBe('Only weaker play gives a clear result: fair with greedy and fair with random.')
    expect(distrust).toEqual([])
  })

  it('leads with the strongest player, and says that weaker ones disagree', () => {
    expect(answerText(answerOf(runOf([black('random'), white('greedy'), even('learned', 20000)])))).toBe(
      'For this one trained player, yes. When learned plays itself, white scores 50.00 % ± 0.02, within 2 points of even. ' +
        'Weaker play disagrees: it favours white with greedy and it favours black with random.',
    )
  })

  it('says that it favours a seat', () => {
    expect(answerText(answerOf(runOf([white('random'), white('greedy')])))).toBe(
      'No: it favours white. When greedy plays itself, white scores 100.0 % (≥ 94.0; even: 50 %). random agrees.',
    )
  })

  it('does not judge draws', () => {
    expect(answerText(answerOf(runOf([drawn('random')])))).toBe(
      'Too many draws to tell. When random plays itself, every match is a draw. ' +
        'Only one kind of player was tested: others may disagree.',
    )
  })

  it('names what is missing in a run that was stopped', () => {
    const { distrust } = answerOf(runOf([white('random')], false))
    expect(distrust).toEqual(['This run is unfinished: 200 of 200 matches were played.'])
  })

  it('of different agents only says who is ahead', () => {
    expect(
      answerText(answerOf(runOf([cellOf(TWO, ['greedy', 'random'], times(50, [60, 0], [60, 0]))]))),
    ).toBe(
      "These matches can't show whether the game is fair, because no agent plays itself. " +
        'No clear winner between greedy and random: greedy scores 50.0 % ± 5.8, 0 Elo (-40 to +40), n 100.',
    )
  })
})

const KINDS: readonly (readonly [kind: string, text: string, title: string, answer: string])[] = [
  [
    'compare',
    'game: elephant-men\nlineups: [{ agents: [random], matches: 400 }, { agents: [greedy], matches: 60 }]\nvariants: [{ name: v0.2 }, { name: b, rules: { favour.win: 9 } }]',
    'favour.win 7 → 9',
    'When greedy plays itself, nothing clearly changed: the score moved by at most 23.9 points. There are too few matches to say more about the rest. If the difference is as large as it looks, about 76 more matches would show it for length (80 % chance). It is still unclear whether the game is fair. With random, more draws and longer matches. Many matches are draws, which pulls scores toward 50 %.',
  ],
  [
    'compare',
    'game: elephant-men\nlineups: [{ agents: [random], matches: 200 }]\nvariants: [{ name: a }, { name: b }]',
    'a → b',
    'When random plays itself, nothing clearly changed: the score moved by at most 3.2 points, draws by at most 3.2 points and length by at most 0.1 turns. It is still unclear whether the game is fair. Only one kind of player was tested: others may disagree. Many matches are draws, which pulls scores toward 50 %.',
  ],
  [
    'sweep',
    'game: elephant-men\nlineups: [{ agents: [random], matches: 100 }, { agents: [greedy], matches: 10 }]\nsweep: { favour.win: [5, 7, 9] }',
    'How does favour.win change Elephant Men?',
    "When greedy plays itself, none of the 3 settings is clearly fair or unfair. Draws range from 10 % (win=5) to 40 % (win=9). Matches last from 26.7 turns (win=5) to 41.4 (win=9). random doesn't disagree. Many matches are draws in 1 of 3 variants, which pulls scores toward 50 %.",
  ],
  [
    'levers',
    'game: frontline\nrules: { cells: 3, turns: 5 }\nlineups: [{ agents: [random], matches: 300 }]\nlevers: { keys: [turns, gold.start] }',
    'Which rules of Frontline matter most?',
    'When random plays itself, length moves most with turns 5 → 4: matches get shorter (5.0 → 4.0 turns). No step clearly moves who wins or draws. Only one kind of player was tested: others may disagree.',
  ],
  [
    'levers',
    'game: frontline\nrules: { cells: 3, turns: 5 }\nlineups: [{ agents: [random], matches: 300 }, { agents: [greedy], matches: 100 }]\nlevers: { keys: [turns, gold.start], goal: { length: < 9 } }',
    'Which rule shortens Frontline?',
    'When greedy plays itself, the goal “length < 9” is not met under the current rules: 10.0 half-turns (≥ 9.2). Reached: turns 5 → 4 gives 8.0 half-turns (≥ 7.1). random agrees.',
  ],
  [
    'usefulness',
    'game: frontline\nrules: { cells: 3, turns: 8 }\nlineups: [{ agents: [random], matches: 400 }]\nusefulness: {}',
    'What is each unit of Frontline worth?',
    'With random, nothing makes a clear difference (3 tested). Only one kind of player was tested: others may disagree.',
  ],
  [
    'ladder',
    'game: tic-tac-toe\nladder: { agents: [random, greedy, "mcts:iterations=40"] }\nmatches: 60',
    'Who plays Tic Tac Toe best?',
    'mcts:iterations=40: it beats greedy 81 : 19. From strong to weak: mcts:iterations=40, greedy, random. Is the game fair between mcts:iterations=40 players? No: it favours cross. When mcts:iterations=40 plays itself, cross scores 65.8 % ± 9.0 (even: 50 %). greedy and random agree. 55 % of matches are draws. That pulls scores toward 50 %.',
  ],
  [
    'gate',
    'game: frontline\nlineups: [{ agents: [random], matches: 100 }]\ngate: { first-seat: 1..99, draws: < 5 % }',
    'Is Frontline within its bounds?',
    'No: of 2 bounds, 1 is not met. Draws: 100.0 % (≥ 91.8) with random, asked for < 5 %.',
  ],
]

describe('every kind of run', () => {
  it.each(KINDS)('%s: %s', async (kind, text, title, answer) => {
    const found = answerOf(await play(`seed: answers\n${text}\n`))
    expect([found.kind, found.title, answerText(found)]).toEqual([kind, title, answer])
  })
})

it('an interval excludes 0 exactly if its difference is shown', async () => {
  const result = await play(
    'game: elephant-men\nseed: holm\nlineups: [{ agents: [random], matches: 300 }]\nsweep: { favour.win: [5, 7, 9], limits.turns: [30, 40] }\n',
  )
  const all = comparisonsOf(result)
  const isOff = (one: (typeof all)[number]): boolean => {
    const { low, high } = judgedInterval(one)
    return low > 0 || high < 0
  }
  expect(all.filter(isShown).length).toBeGreaterThan(5)
  expect(all.filter(one => isOff(one) !== isShown(one))).toEqual([])
})

describe('players', () => {
  it('are ordered by their matches where these connect them all', () => {
    const beaten = cellOf(TWO, ['mcts', 'random'], times(50, [0, 60], [60, 0]))
    expect(playersInOrder(runOf([even('mcts'), even('random'), beaten])).map(({ label }) => label)).toEqual([
      'random',
      'mcts',
    ])
    expect(playersInOrder(runOf([even('random'), even('mcts')])).map(({ label }) => label)).toEqual([
      'mcts',
      'random',
    ])
  })

  it('that play themselves come before those who meet', () => {
    const met = cellOf(TWO, ['mcts', 'random'], times(5, [60, 0], [60, 0]))
    expect(lineupsInOrder(runOf([even('random'), met, even('mcts')])).map(({ name }) => name)).toEqual([
      'mcts vs mcts',
      'random vs random',
      'mcts vs random',
    ])
  })
})
