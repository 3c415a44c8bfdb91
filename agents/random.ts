/** Chooses uniformly among its legal actions. */
import { z } from 'zod'
import { below } from '../engine/rng.ts'
import type { Agent, AgentKind } from './agent.ts'

const agent: Agent = {
  samplesUniformly: true,
  choose: (_view, _seat, legal, count, rng) => legal[below(rng, count)]!,
  policy: (_view, _seat, _legal, count, _rng, out) => {
    out.fill(1 / count, 0, count)
  },
}

export const random: AgentKind<Record<string, never>> = {
  id: 'random',
  summary: 'picks any legal action at random, all equally likely',
  options: z.strictObject({}),
  make: () => agent,
}
