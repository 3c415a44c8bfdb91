/** Rules as records name them. */
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { literal } from '../../documents/index.ts'
import { ROOT } from '../../engine/package.ts'
import { listGames, listRulesets, readRuleset, resolveRules } from '../../engine/registry/index.ts'
import { resolveExperiment } from '../../sim/experiment/index.ts'
import { RecordWriter } from '../../sim/records/line.ts'

const SETS = listGames().flatMap(game => listRulesets(game).map(set => [game.id, set, game] as const))

const match = { decisions: ['a', 'b'], winner: 0, ending: 0, steps: 7, fault: null }

describe('a record', () => {
  it.each(SETS)(
    'of %s holds what a rule set like %s changes, if it is not shipped',
    async (id, set, game) => {
      const file = join(ROOT, 'configs/rules', game.folder, `${set}.yaml`)
      const experiment = await resolveExperiment(literal({ game: id, ruleset: file }, 'test'))
      const line = JSON.parse(new RecordWriter(experiment).line(0, 0, 0, 0, match))
      expect(line.decisions).toEqual(['a', 'b'])
      const rules = line.rules === undefined ? [] : [literal(line.rules, 'record')]
      expect(resolveRules(game, readRuleset(game, line.ruleset, '.'), rules)).toEqual(
        experiment.variants[0]!.rules,
      )
    },
  )

  it.each(SETS)('of %s names %s if it is shipped', async (id, set) => {
    const experiment = await resolveExperiment(literal({ game: id, ruleset: set }, 'test'))
    expect(new RecordWriter(experiment).start(0, 0, 0, 0)).toContain(`"ruleset":"${set}","seed"`)
  })
})
