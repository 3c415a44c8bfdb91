/** `evenhand check`: plays an experiment, and says by its exit code whether the gate is met. */
import { accessSync, appendFileSync, constants, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { InputError } from '../../documents/index.ts'
import { reasonOf } from '../../engine/modules/index.ts'
import { loadGames } from '../../engine/registry/index.ts'
import {
  defaultFolder,
  fingerprint,
  fixOf,
  type GateReport,
  gateAnnotations,
  gateDocument,
  gateJunit,
  gateLines,
  gateMarkdown,
  gateSummary,
  gateVerdict,
  onDisk,
  openGamesIn,
  prepareCheck,
  type RunResult,
  readExperiment,
  writeWhole,
} from '../../library/command.ts'
import { EXIT } from '../errors.ts'
import { backendOptions, readBackend } from '../options/backend.ts'
import { type Declaration, flag, jsonOption, valueOption } from '../options/declare.ts'
import { runOptions } from '../options/options.ts'
import { readRunFlags } from '../options/run-flags.ts'
import { filledText, oneOf, positional, text } from '../options/values.ts'
import { say } from '../terminal/output.ts'
import { type Presentation, simulate } from '../terminal/simulate.ts'

/** What a gate that more matches could settle counts as. */
const COUNTS = ['fail', 'pass'] as const

export const declaration: Declaration = {
  usage: [
    'check EXPERIMENT.yaml [options]',
    'Plays an experiment, or resumes it, and tests every bound of its gate. Exits with 0 if all bounds are met, ' +
      'otherwise with 4.',
  ],
  positionals: { experiment: { describe: 'experiment file with a gate, YAML or JSON' } },
  options: {
    ...runOptions,
    baseline: valueOption('folder of an earlier run to measure changes from', "each variant's reference"),
    inconclusive: valueOption('whether inconclusive bounds fail or pass', COUNTS[0]),
    junit: valueOption('write the bounds as JUnit XML test cases to this file', 'none'),
    github: flag(
      "for GitHub Actions: annotate every bound that isn't met, and add a table to the step summary",
    ),
    json: jsonOption('experiment, fingerprint, complete, gate, bounds'),
    ...backendOptions,
  },
  examples: [
    ['check my.yaml', 'exits with 0 if all bounds are met, 4 if not'],
    ['check my.yaml --baseline runs/before --inconclusive pass', 'compare with an earlier run'],
    ['check my.yaml --matches 20000', 'continue an inconclusive check'],
  ],
  handler: async args => {
    const flags = readRunFlags(args)
    const counts = oneOf('--inconclusive', text(args, 'inconclusive') ?? COUNTS[0], COUNTS, 'fail or pass')
    const baseline = filledText(args, 'baseline', 'the folder of a run')
    const junit = filledText(args, 'junit', 'the path of a file')
    if (junit !== undefined) requireWritable(junit)
    const pool = readBackend(args, flags.quiet)
    const file = positional(args, 'experiment')
    const asked = await readExperiment(file, flags)
    await loadGames()
    if (baseline !== undefined) await openGamesIn(baseline)
    const { experiment, unpaired, judge } = prepareCheck(asked, { label: file, baseline })
    if (unpaired && !flags.quiet)
      say(
        `${baseline}: a different build of evenhand played it, so changes are measured against its figures, not block by block`,
      )
    const { name } = experiment
    const present = (result: RunResult): Presentation => {
      const findings = judge(result)
      const verdict = gateVerdict(findings)
      const report = { name, findings, lenient: counts === 'pass' }
      if (junit !== undefined) onDisk(junit, () => writeWhole(junit, gateJunit(report)))
      if (args.github === true) reportToGithub(report, file)
      const isDisputed = findings.some(({ disputed }) => disputed)
      const isPassed = verdict === 'met' || (verdict === 'inconclusive' && counts === 'pass')
      const hint = verdict === 'inconclusive' ? [hintOn(counts, isDisputed)] : []
      const fix = verdict === 'not met' ? fixOf(result, process.cwd()) : null
      const advice = fix === null ? [] : [`To look for a fix: ${fix}`]
      const head = { experiment: name, fingerprint: fingerprint(experiment), complete: result.complete }
      return {
        text: [...gateLines(findings), '', gateSummary(findings), ...hint, ...advice].join('\n'),
        document: { ...head, ...gateDocument(findings) },
        exitCode: isPassed ? EXIT.done : EXIT.gate,
      }
    }
    await simulate(experiment, { flags, out: flags.out ?? defaultFolder(experiment), present, pool })
  },
}

/** Throws an InputError before play if the file can't be written after it. */
function requireWritable(file: string): void {
  try {
    if (statSync(file, { throwIfNoEntry: false })?.isDirectory()) throw new Error('it is a folder')
    accessSync(dirname(file), constants.W_OK)
  } catch (error) {
    throw new InputError(
      '--junit',
      `${file} can't be written: ${reasonOf(error)}; expected a file in a folder that exists`,
    )
  }
}

/** Appends to the summary of the step, and annotates on stderr, so that `--json` keeps stdout to itself. */
function reportToGithub(report: GateReport, file: string): void {
  const summary = process.env.GITHUB_STEP_SUMMARY
  if (summary) onDisk(summary, () => appendFileSync(summary, gateMarkdown(report)))
  for (const line of gateAnnotations(report, file)) say(line)
}

function hintOn(counts: (typeof COUNTS)[number], isDisputed: boolean): string {
  const way = counts === 'fail' ? 'fails (--inconclusive pass lets it pass)' : 'passes'
  const but = isDisputed
    ? " Where other players may differ, train more players: more matches won't help."
    : ''
  return `An inconclusive bound ${way}. To add matches, rerun with a larger --matches.${but}`
}
