/** docs/reference/commands.md and experiment.md agree with the declarations: `npm run commands` renews them. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { COMMANDS_PAGE, commandsText, EXPERIMENT_PAGE, experimentText } from '../../docs/scripts/commands.ts'
import { renewed } from '../../docs/scripts/pages.ts'
import { literal } from '../../documents/index.ts'
import { resolveExperiment } from '../../sim/experiment/index.ts'

it('docs/reference/commands.md lists every command and option', async () => {
  const text = await commandsText()
  expect(text).toContain('## check-game\n')
  expect(readFileSync(COMMANDS_PAGE, 'utf8')).toBe(renewed(COMMANDS_PAGE, 'commands', text))
})

it('docs/reference/experiment.md lists every key', () => {
  const text = experimentText()
  expect(text).toContain('| `stop.sprt.elo1` |')
  expect(readFileSync(EXPERIMENT_PAGE, 'utf8')).toBe(renewed(EXPERIMENT_PAGE, 'experiment', text, 'commands'))
})

it('docs/reference/experiment.md shows a file that is accepted', async () => {
  const [, file] = /```yaml\n(.*?)```/s.exec(readFileSync(EXPERIMENT_PAGE, 'utf8'))!
  const { variants } = await resolveExperiment(literal(parse(file!), 'test'))
  expect(variants.map(({ name }) => name)).toEqual(['win at 7', 'win at 9'])
})
