/** Rules of an experiment that aren't keys and values are one error, without any others. */
import { expect, test } from 'vitest'
import { parseDocument } from '../../documents/index.ts'
import { resolveExperiment } from '../../sim/experiment/index.ts'

test.each([
  ['alone', ''],
  ['below the rules of variants', 'variants: [{ rules: { ties: attacker } }]\n'],
])('text in place of rules, %s, is one mistake', async (_, variants) => {
  const text = `game: prestige\nrules: words\n${variants}lineups: [{ agents: [random] }]\n`
  await expect(resolveExperiment(parseDocument(text, 'x.yaml'))).rejects.toThrow(
    /^x\.yaml:2:8: rules is "words", expected keys and values$/,
  )
})
