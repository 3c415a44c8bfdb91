/** Who plays, for readers who know no algorithm: a line each, with the strength that the run measured. */
import { isRecord } from '../../documents/index.ts'
import type { CellResult, RunResult } from '../../sim/chunks/results.ts'
import { type Participant, playerKey } from '../../sim/experiment/index.ts'
import { thousands } from '../formatting.ts'
import { playersInOrder } from './order.ts'
import { contests, oddsOf } from './verdicts/strength.ts'

/** A player, the first time that a report names it. */
export interface Introduction {
  readonly name: string
  /** "trained by playing itself; beats mcts 85 : 15 here" */
  readonly words: string
}

const WORDS: Readonly<Record<string, string>> = {
  random: 'picks any legal move at random',
  greedy: 'looks one turn ahead and picks the best move',
  mcts: 'tries many possible continuations before it decides',
  learned: 'trained by playing itself',
  planner: 'trained by playing itself, and looks ahead',
  dearest: 'always buys the most expensive unit it can afford',
  cfr: 'plays a strategy computed before the match',
  exploiter: 'knows its opponent and searches for ways to beat it',
  restricted: "like another player, but can't use everything",
}

/** The players of a run, the strongest first. */
export function introductionsOf(result: RunResult): readonly Introduction[] {
  const players = playersInOrder(result)
  const [first] = result.experiment.variants
  const met = contests(result.cells.filter(({ cell }) => cell.variant.name === first?.name))
  return players.map((one, i) => {
    const strength = strengthIn(met, one, players.slice(i + 1))
    return { name: one.label, words: `${whoIs(one)}${strength === '' ? '' : `; ${strength} here`}` }
  })
}

function whoIs({ agent, options, module }: Participant): string {
  if (module !== undefined) return 'your own player'
  const words = WORDS[agent] ?? 'another player'
  const searches = isRecord(options) && typeof options.iterations === 'number' ? options.iterations : 0
  return agent === 'mcts' && searches > 0
    ? words.replace('many possible continuations', `${thousands(searches)} possible continuations`)
    : words
}

/** "beats mcts 85 : 15" of the strongest of the weaker players that it met and beats. */
function strengthIn(met: readonly CellResult[], one: Participant, weaker: readonly Participant[]): string {
  for (const other of weaker)
    for (const cell of met) {
      const all = cell.cell.lineup.participants.map(playerKey)
      const at = all.indexOf(playerKey(one))
      if (at < 0 || !all.includes(playerKey(other)) || all.length !== 2) continue
      const odds = oddsOf(cell, at)
      if (odds === '') return `not clearly ahead of ${other.label}`
      return `${Number.parseInt(odds, 10) > 50 ? 'beats' : 'loses to'} ${other.label} ${odds}`
    }
  return ''
}
