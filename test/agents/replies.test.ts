/** Joint tables: what edges came to against what the others did in the same step. */
import { describe, expect, it } from 'vitest'
import { Path, UNKNOWN } from '../../agents/mcts/path.ts'
import { JointTable } from '../../agents/mcts/selection/mixed.ts'
import { Tree } from '../../agents/mcts/tree.ts'

/** The mean reward of an edge against a reply, or -1. */
function meanOf(cells: JointTable, edge: number, reply: number): number {
  const cell = cells.find(edge, reply)
  return cell < 0 ? -1 : cells.rewards[cell]! / cells.visits[cell]!
}

function add(cells: JointTable, edge: number, reply: number, reward: number): void {
  const cell = cells.meet(edge, reply)
  cells.visits[cell]!++
  cells.rewards[cell]! += reward
}

describe('cells of a joint table', () => {
  const met = Array.from({ length: 700 }, (_, i) => ({ edge: i % 13, reply: (i * 7919) % 97 }))

  it('hold the mean of each pair, as the table grows', () => {
    const cells = new JointTable()
    const rewards = new Map<string, number[]>()
    for (const [i, { edge, reply }] of [...met, ...met].entries()) {
      const reward = (i % 5) / 4
      add(cells, edge, reply, reward)
      rewards.set(`${edge} ${reply}`, [...(rewards.get(`${edge} ${reply}`) ?? []), reward])
    }
    for (let edge = 0; edge < 13; edge++)
      for (let reply = 0; reply < 97; reply++) {
        const all = rewards.get(`${edge} ${reply}`)
        const mean = all ? all.reduce((sum, reward) => sum + reward, 0) / all.length : -1
        expect(meanOf(cells, edge, reply)).toBeCloseTo(mean, 12)
      }
  })

  it('are forgotten with their tree', () => {
    const cells = new JointTable()
    for (const { edge, reply } of met) add(cells, edge, reply, 1)
    cells.clear()
    for (const { edge, reply } of met) expect(meanOf(cells, edge, reply)).toBe(-1)
    add(cells, 0, 0, 0.25)
    expect(meanOf(cells, 0, 0)).toBe(0.25)
  })
})

describe('a reply in a joint table', () => {
  /** A path of selections [seat, step, action], whose tree has an edge for each of the actions 0 to 9. */
  function pathOf(...selections: readonly [seat: number, step: number, action: number][]) {
    const tree = new Tree(1, 4, 64, 0)
    tree.clear(Int32Array.of(0))
    tree.find(Int32Array.of(0), 0)
    tree.add(
      Int32Array.from({ length: 10 }, (_, action) => action),
      10,
    )
    const path = new Path(selections.length, 3)
    path.clear()
    for (const [seat, step, action] of selections) {
      path.steps = step
      path.add(seat, 0, action, false)
    }
    return (i: number, others: number) => path.replyTo(i, tree, others)
  }

  it('of two seats is the action of the other in the same step', () => {
    const replyTo = pathOf([0, 0, 3], [1, 0, 5], [1, 1, 6], [0, 1, 4])
    expect([0, 1, 2, 3].map(i => replyTo(i, 1))).toEqual([5, 3, 4, 6])
  })

  it('of more seats tells all their actions', () => {
    const found = [5, 6].flatMap(b => [7, 8].map(c => pathOf([0, 0, 3], [1, 0, b], [2, 0, c])(0, 2)))
    expect(new Set(found).size).toBe(4)
    expect(found).not.toContain(UNKNOWN)
  })

  it('is not known where a seat did not select, or twice in a step', () => {
    expect(pathOf([0, 0, 3], [1, 1, 5])(0, 1)).toBe(UNKNOWN)
    expect(pathOf([0, 0, 3], [1, 0, 5])(0, 2)).toBe(UNKNOWN)
    const replyTo = pathOf([0, 0, 3], [0, 0, 4], [1, 0, 5])
    expect([0, 1].map(i => replyTo(i, 1))).toEqual([UNKNOWN, UNKNOWN])
  })
})
