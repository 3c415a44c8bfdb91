/** Answers of play in shipped rules, of half of the experiments in each run of the lane: none is refused, whatever the seed. */
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { ROOT } from '../../engine/package.ts'
import { below, rootOf } from '../../engine/rng.ts'
import { readExperiment } from '../../library/index.ts'
import type { ChunkResult } from '../../sim/chunks/chunk.ts'
import { Ranges } from '../../sim/chunks/ranges.ts'
import type { Experiment, Participant } from '../../sim/experiment/index.ts'
import { AnswerReader } from '../../sim/queue/answer.ts'
import { answerOf } from '../../sim/queue/protocol.ts'
import { newRun, playRun } from '../../sim/run.ts'
import { thorough } from '../fuzz/fuzz.ts'

const DIR = join(ROOT, 'configs/experiments')
const FILES = readdirSync(DIR, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.yaml'))
const FIRST = below(rootOf(inject('seed')), 2)

/** The experiment's variants between fast agents. */
function fast(experiment: Experiment): Experiment {
  const { participants, ...lineup } = experiment.lineups[0]!
  const among = (agents: string[]): Participant[] =>
    participants.map((one, i) => {
      const agent = agents[i % agents.length]!
      return { ...one, agent, label: agent, options: {} }
    })
  return {
    ...experiment,
    lineups: [
      { ...lineup, blocks: thorough(6), participants: among(['random']) },
      { ...lineup, blocks: thorough(1), participants: among(['greedy', 'random']) },
    ],
  }
}

test.each(FILES.filter((_, i) => i % 2 === FIRST))('%s', async file => {
  const seed = inject('seed')
  const experiment = fast(await readExperiment(join(DIR, file), { seed }))
  const reader = new AnswerReader(experiment)
  const onChunk = (answer: ChunkResult): void => {
    const given = JSON.parse(JSON.stringify(answerOf(answer)))
    assert.deepEqual(reader.read(given, answer.chunk, true), answer)
  }
  const blocks = experiment.lineups.map(({ blocks }) => new Ranges([{ from: 0, to: blocks }]))
  const facts = { blocks, take: () => {} }
  const { complete } = await playRun(newRun(experiment, { facts }), { threads: 0, chunk: 8, onChunk })
  expect(complete).toBe(true)
})
