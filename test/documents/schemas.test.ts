import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { Ajv } from 'ajv'
import { describe, expect, expectTypeOf, test } from 'vitest'
import type { z } from 'zod'
import { EXPERIMENT_TYPE, experimentType, SCHEMAS, schemaFiles } from '../../docs/scripts/schemas.ts'
import { parseDocument } from '../../documents/index.ts'
import { ROOT } from '../../engine/package.ts'
import type { ExperimentDefinition } from '../../library/index.ts'
import type { experimentSchema } from '../../sim/experiment/index.ts'

const CONFIGS = join(ROOT, 'configs')

/** Every shipped YAML file, as a path from the folder configs. */
const SHIPPED = readdirSync(CONFIGS, { recursive: true, encoding: 'utf8' }).filter(file =>
  file.endsWith('.yaml'),
)

/** The schema that the first line of a file names, as a path from the folder of schemas. */
function schemaOf(file: string): string {
  const [first] = readFileSync(join(CONFIGS, file), 'utf8').split('\n')
  const path = /^# yaml-language-server: \$schema=(\S+)$/.exec(first!)?.[1]
  return relative(SCHEMAS, join(CONFIGS, dirname(file), path ?? ''))
}

const ajv = new Ajv({ allErrors: true, allowUnionTypes: true, strictTypes: false })
const validators = new Map(
  [...schemaFiles()].map(([path, text]) => [path, ajv.compile(JSON.parse(text))] as const),
)

/** The mistakes that the schema of that path finds in YAML. */
function mistakes(path: string, yaml: string): string[] {
  const validate = validators.get(path)!
  validate(parseDocument(yaml, 'test').value)
  return (validate.errors ?? []).map(({ instancePath, message, params }) =>
    [instancePath, message, ...Object.values(params).map(String)].join(' '),
  )
}

describe('the type of an experiment', () => {
  test('is fresh: npm run schemas renews it', async () => {
    expect(readFileSync(EXPERIMENT_TYPE, 'utf8')).toBe(await experimentType())
  })

  test('is what the schema takes', () => {
    type Taken = z.input<typeof experimentSchema>
    expectTypeOf<ExperimentDefinition>().toExtend<Taken>()
    expectTypeOf<keyof ExperimentDefinition>().toEqualTypeOf<keyof Taken>()
  })
})

describe('the schemas of configs/schema', () => {
  test('are fresh: npm run schemas renews them', () => {
    const files = schemaFiles()
    const there = readdirSync(SCHEMAS, { recursive: true, encoding: 'utf8' }).filter(file =>
      file.endsWith('.json'),
    )
    expect(there.sort()).toEqual([...files.keys()].sort())
    for (const [path, text] of files) expect(readFileSync(join(SCHEMAS, path), 'utf8')).toBe(text)
  })

  test.each(SHIPPED)('%s names its schema and follows it', file => {
    const schema = schemaOf(file)
    expect([...validators.keys()]).toContain(schema)
    expect(mistakes(schema, readFileSync(join(CONFIGS, file), 'utf8'))).toEqual([])
  })
})

describe('an editor sees', () => {
  test.each([
    ['experiment.json', 'game: frontline\nmatchs: 3\n', 'matchs'],
    ['experiment.json', 'game: frontlin\n', 'frontline'],
    ['experiment.json', 'game: frontline\nmatches: many\n', 'integer'],
    ['experiment.json', 'game: frontline\nrules: { gold.bunty: 3 }\n', 'gold.bunty'],
    ['experiment.json', 'game: frontline\nrules: { favour.win: 3 }\n', 'favour.win'],
    ['experiment.json', 'game: frontline\nrules: { gold.bounty: 300 }\n', '100'],
    ['experiment.json', 'game: frontline\nvariants: [{ rules: { gold: { bunty: 3 } } }]\n', 'bunty'],
    ['experiment.json', 'game: frontline\nbaseline: { rules: { cell: 3 } }\n', 'cell'],
    ['experiment.json', 'game: frontline\nsweep: { gold.bunty: [3] }\n', 'gold.bunty'],
    ['experiment.json', 'game: frontline\nsweep: { gold.bounty: [3, 300] }\n', '100'],
    ['experiment.json', 'game: elephant-golems\nsweep: { units.soldier.hp: [3, 0] }\n', '1'],
    ['frontline/rules.json', 'units: { archer: { reach: 3 } }\n', 'reach'],
    ['frontline/rules.json', 'units.archer.reach: 3\n', 'units.archer.reach'],
    ['frontline/rules.json', 'units.archer: { range: 0 }\n', '1'],
    ['prestige/rules.json', 'map: { name: mine }\n', 'territories'],
    ['prestige/deck.json', 'name: mine\ncards: [{ name: a, kind: region, count: 3 }]\n', 'count'],
    ['bulwark/map.json', 'name: mine\ntiles: [{ name: a, at: [0, 0], kind: see }]\n', 'sea'],
  ])('in %s the mistake of %j', (schema, yaml, told) => {
    expect(mistakes(schema, yaml).join('\n')).toContain(told)
  })

  test.each([
    [
      'experiment.json',
      'game: elephant-men\nsweep: { favour.win: [5, 7] }\nrules: { units.soldier.hp: 3 }\n',
    ],
    ['elephant-men/rules.json', 'units: { soldier.hp: 3 }\nfavour: { win: 4 }\nfavour.kill: 3\n'],
    ['prestige/rules.json', 'map: ./mine.yaml\n'],
    ['frontline/rules.json', 'gold.bounty: 3\nunits.archer: { range: 2 }\n'],
  ])('in %s no mistake in %j', (schema, yaml) => {
    expect(mistakes(schema, yaml)).toEqual([])
  })
})
