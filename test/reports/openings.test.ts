import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openingsIn } from '../../docs/scripts/openings.ts'

const folder = mkdtempSync(join(tmpdir(), 'openings-'))
afterAll(() => rmSync(folder, { recursive: true }))

const match = (block: number, agents: string[], opening: string[], winner: string | null) => ({
  ...{ block, rotation: 0, agents, winner },
  decisions: [...opening.map(order => `white ${order}`), 'black 1 d6 p', 'white 1 e3 p'],
})

test('openings are what the first seat decides before another, counted by line-up and by member', () => {
  const lineups = ['learned', 'greedy'].map(agent => ({
    name: `${agent} vs ${agent}`,
    participants: [
      { agent, options: agent === 'learned' ? { file: '' } : {} },
      { agent, options: {} },
    ],
  }))
  writeFileSync(
    join(folder, 'manifest.json'),
    JSON.stringify({ experiment: { learn: { seeds: 2 }, lineups } }),
  )
  const learned = ['learned', 'learned']
  const greedy = ['greedy', 'greedy']
  const records = [
    match(0, learned, ['1 a', '2 b'], 'white'),
    match(1, learned, ['1 a', '2 b'], null),
    match(2, learned, ['1 c'], 'black'),
    match(3, learned, ['1 a', '2 b'], 'white'),
    match(0, greedy, ['1 c'], 'black'),
  ]
  writeFileSync(join(folder, 'records.jsonl'), records.map(record => `${JSON.stringify(record)}\n`).join(''))

  const rows = openingsIn(folder)
  const of = (lineup: string, member: string) =>
    rows
      .filter(row => row.lineup === lineup && row.member === member)
      .map(({ rank, opening, matches, of: all, score }) => [rank, opening, matches, all, Number(score)])
  expect(of('learned vs learned', '')).toEqual(
    [
      ['1', '1 a, 2 b', '3', '4', 2.5 / 3],
      ['2', '1 c', '1', '4', 0],
    ].map(([...row]) => [...row.slice(0, 4), Number(Number(row[4]).toFixed(6))]),
  )
  expect(of('learned vs learned', '1').map(([, opening]) => opening)).toEqual(['1 a, 2 b', '1 c'])
  expect(of('learned vs learned', '2')).toEqual([['1', '1 a, 2 b', '2', '2', 0.75]])
  expect(of('greedy vs greedy', '')).toEqual([['1', '1 c', '1', '1', 0]])
  expect(of('greedy vs greedy', '1')).toEqual([])

  const [first] = rows
  expect(first).toMatchObject({ different: '2', effective: (1 / (9 / 16 + 1 / 16)).toFixed(6) })
  expect(Number(first!.score_low)).toBeLessThan(2.5 / 3)
  expect(Number(first!.score_high)).toBeGreaterThan(2.5 / 3)
})
