/** The shipped policies: their files, which one plays which rules, and what runs say about it. */
import { readFileSync, statSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  hasShipped,
  nearestShipped,
  readPolicy,
  SHIPPED_LIST,
  type ShippedEntry,
  shippedFile,
  shippedPolicies,
} from '../../agents/index.ts'
import { featuresOf } from '../../docs/scripts/features.ts'
import { literal } from '../../documents/index.ts'
import { loadGame, readRuleset, resolveRules } from '../../engine/registry/index.ts'
import {
  defineExperiment,
  type Experiment,
  fingerprint,
  openMatches,
  run,
  tablesOf,
} from '../../library/index.ts'
import { isOfOtherRules } from '../../library/learning/learn.ts'
import { summaryDocument } from '../../reports/files/json.ts'
import { manifestOf } from '../../reports/files/manifest.ts'
import { warningsOf } from '../../reports/findings/verdicts/warnings.ts'
import { playedHash, populationSize } from '../../sim/experiment/index.ts'
import { folder } from '../cli/command.ts'

const rulesOf = async (id: string, ruleset: string, changes = {}) => {
  const game = await loadGame(id)
  return { game, rules: resolveRules(game, readRuleset(game, ruleset, '.'), [literal(changes, 'test')]) }
}

const COMPARED = {
  name: 'compared',
  game: 'elephant-men',
  variants: [{ name: 'v0.2' }, { name: 'long', rules: { 'favour.win': 9 } }],
  lineups: [{ agents: ['learned'] }, { agents: ['learned', 'random'] }],
  matches: 2,
}

describe('shipped policies', () => {
  test.each(shippedPolicies())('$file is whole, small, and of the rules that the list has', async one => {
    const { header, sha256 } = readPolicy(shippedFile(one.file))
    expect(statSync(shippedFile(one.file)).size).toBeLessThanOrEqual(512 * 1024)
    expect([sha256, header.game]).toEqual([one.sha256, one.game])
    const { schema } = await loadGame(one.game)
    const today = (rules: unknown) => schema.parse(rules)
    expect(today(header.rules)).toEqual(today(one.rules))
    const members = one.others.map(({ file, sha256 }) => ({
      ...readPolicy(shippedFile(file)),
      listed: sha256,
    }))
    for (const other of members) {
      expect(other.sha256).toBe(other.listed)
      expect(today(other.header.rules)).toEqual(today(header.rules))
    }
    // Independent: each from a different seed.
    expect(new Set([header.seed, ...members.map(({ header: its }) => its.seed)]).size).toBe(
      1 + members.length,
    )
  })

  const listed = JSON.parse(readFileSync(SHIPPED_LIST, 'utf8')) as (ShippedEntry & { features: string })[]

  test.each(listed)('$file was learned with the features of today', async one => {
    const words = `tokens, aspects or rules of ${one.game} have changed, so that ${one.file} is noise: npm run policies -- ${one.file}`
    expect(await featuresOf(one), words).toBe(one.features)
  })

  test('are learned on rule sets as they are today', async () => {
    for (const [id, ruleset] of [
      ['elephant-men', 'v0.2'],
      ['elephant-golems', 'golems-2025-12'],
      ['elephant-golems', 'golems-2026-04'],
      ['frontline', 'lean'],
      ['bulwark', 'standard'],
    ] as const) {
      const { game, rules } = await rulesOf(id, ruleset)
      expect(nearestShipped(game, rules), ruleset).not.toHaveProperty('learnedOn')
    }
  })

  test('a key that came after a policy counts as its default', async () => {
    const { game, rules } = await rulesOf('elephant-men', 'v0.2')
    const file = shippedFile('elephant-men-v0.2.policy')
    // Policies of before `move.marks` don't name it.
    expect(readPolicy(file).header.rules).toHaveProperty('move', { into: 'leaving' })
    expect(isOfOtherRules(file, game, rules)).toBe(false)
    const otherwise = await rulesOf('elephant-men', 'v0.2', { 'move.marks': 'blocked' })
    expect(isOfOtherRules(file, game, otherwise.rules)).toBe(true)
    expect(nearestShipped(game, otherwise.rules)).toMatchObject({ learnedOn: 'v0.2' })
  })

  test('play the rules that are nearest to theirs, and say which these are', async () => {
    const changed = await rulesOf('elephant-men', 'v0.2', { 'favour.win': 9 })
    expect(nearestShipped(changed.game, changed.rules)).toMatchObject({ learnedOn: 'v0.2' })
    const purse = await rulesOf('frontline', 'default', { 'gold.start': 149, 'gold.perTurn': 0 })
    expect(nearestShipped(purse.game, purse.rules)).toMatchObject({
      file: 'frontline-purse.policy',
      learnedOn: 'default with gold.start=150, gold.perTurn=0',
    })
  })

  test('are not for games of the user, nor for games that have none', async () => {
    expect(hasShipped({ id: 'elephant-men', source: { sha256: '', file: '', files: {} } })).toBe(false)
    const { game, rules } = await rulesOf('tic-tac-toe', 'standard')
    expect(nearestShipped(game, rules)).toBeNull()
    await expect(
      defineExperiment({ name: 'none', game: 'tic-tac-toe', lineups: [{ agents: ['planner'] }] }),
    ).rejects.toThrow(
      /no policy for it ships, expected file=PATH .* from evenhand learn, or training before play/,
    )
  })
})

describe('an experiment with players who name no file', () => {
  test('names their policies by content, and is another experiment with others', async () => {
    const experiment = await defineExperiment(COMPARED)
    const [first, second] = experiment.variants
    // What is known of a population holds for its own rules.
    const { bracket, againstSearch, ...known } = first!.policy!
    expect([bracket, againstSearch]).toEqual([expect.anything(), expect.anything()])
    expect(Object.keys(known)).toEqual(['file', 'sha256', 'others'])
    expect(second!.policy).toEqual({ ...known, learnedOn: 'v0.2' })
    const policy = { ...first!.policy!, sha256: 'f'.repeat(64) }
    const other: Experiment = { ...experiment, variants: [{ ...first!, policy }, second!] }
    expect(fingerprint(other)).not.toBe(fingerprint(experiment))
    expect(playedHash(other)).not.toBe(playedHash(experiment))
    await expect(run(other, { threads: 0 })).rejects.toThrow(/was changed, expected SHA-256 f/)
  })

  test('has the whole population that ships, and names all of it', async () => {
    const purse = { name: 'purse', game: 'frontline', rules: { 'gold.start': 150, 'gold.perTurn': 0 } }
    const experiment = await defineExperiment({ ...purse, lineups: [{ agents: ['learned'], matches: 18 }] })
    const [variant] = experiment.variants
    const { others } = variant!.policy!
    expect(others!.length).toBeGreaterThanOrEqual(2)
    const result = await run(experiment, { threads: 0 })
    expect(result.cells[0]!.members).toHaveLength(1 + others!.length)
    const rows = tablesOf(result).members.filter(
      ({ opponents, seat }) => opponents === 'others' && seat === experiment.seats[0],
    )
    expect(rows.map(({ policy }) => policy)).toEqual([variant!.policy!, ...others!].map(one => one.sha256))
    const changed = others!.map(one => ({ ...one, sha256: 'f'.repeat(64) }))
    const other = {
      ...experiment,
      variants: [{ ...variant!, policy: { ...variant!.policy!, others: changed } }],
    }
    expect(playedHash(other)).not.toBe(playedHash(experiment))
  })

  test('has one player of each where a population would take too much memory', async () => {
    const values = Array.from({ length: 40 }, (_, i) => 100 + i)
    const experiment = await defineExperiment({
      ...{ name: 'many', game: 'frontline', rules: { 'gold.perTurn': 0 } },
      ...{ sweep: { 'gold.start': values }, lineups: [{ agents: ['learned'], matches: 2 }] },
    })
    expect(experiment.variants).toHaveLength(41)
    expect(populationSize(experiment)).toBe(1)
    expect(new Set(experiment.variants.map(({ policy }) => policy!.file)).size).toBe(1)
  })

  test('has no policies where nobody needs one', async () => {
    const { variants } = await defineExperiment({ ...COMPARED, lineups: [{ agents: ['random'] }] })
    expect(variants.some(({ policy }) => policy)).toBe(false)
  })

  test('says what they learned on where that is not what they play', async () => {
    const out = folder()
    const result = await run(await defineExperiment(COMPARED), { threads: 0, out })
    const { verdicts } = summaryDocument(result) as {
      verdicts: { variant: string; lineups: { words: string }[] }[]
    }
    const told = verdicts.map(({ lineups }) => lineups.map(({ words }) => /trained on v0\.2/i.test(words)))
    expect(told).toEqual([
      [false, false],
      [true, true],
    ])
    expect(warningsOf(result)).toContainEqual(
      expect.stringContaining('The learned player was trained on v0.2, not on long.'),
    )
    expect(manifestOf(result, [])).toContain(shippedPolicies()[0]!.sha256)
    // A cell of the second variant, from the folder alone: both matches of its block.
    expect(await openMatches(out).play(2, 0)).toHaveLength(2)
  })

  test('may have them exploited by who knows their policy', async () => {
    const experiment = await defineExperiment({
      ...{ name: 'exploited', game: 'elephant-men', exploit: { matches: 2, by: 'random' } },
      ...{ lineups: [{ agents: ['learned'], matches: 2 }] },
    })
    const { cells } = await run(experiment, { threads: 0 })
    expect(cells.map(({ faults }) => faults)).toEqual([[], []])
  })
})
