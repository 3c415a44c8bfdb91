/** `evenhand check`: plays an experiment, and says by exit code whether it keeps within the bounds of its gate. */

import { appendFileSync } from 'node:fs'
import { didYouMean, InputError, show } from '../../documents/index.ts'
import { loadGames } from '../../engine/registry/index.ts'
import {
  defaultFolder,
  fingerprint,
  type GateReport,
  type GateVerdict,
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
import type { Declaration } from '../options/declare.ts'
import {
  type Args,
  flag,
  jsonOption,
  positional,
  readRunFlags,
  runOptions,
  text,
  valued,
} from '../options/options.ts'
import { backendOption, readBackend, redisOption } from '../options/redis.ts'
import { say } from '../terminal/output.ts'
import { simulate, type Told } from '../terminal/simulate.ts'

/** What a gate that more matches could settle counts as. */
const COUNTS = ['fail', 'pass'] as const

export const check: Declaration = {
  usage: [
    'check EXPERIMENT.yaml [options]',
    'Plays an experiment, or what its folder lacks of it, and says of every bound of its gate whether it is met. The exit code is 0 if all are, ' +
      '4 if one is not.',
  ],
  positionals: { experiment: { describe: 'experiment file with a gate, YAML or JSON' } },
  options: {
    ...runOptions,
    baseline: valued(
      'folder of an earlier run that bounds on changes are counted from',
      'the variant that each is compared with',
    ),
    inconclusive: valued('what bounds count as that are neither met nor missed yet: fail or pass', COUNTS[0]),
    junit: valued('file for the bounds as test cases in JUnit XML', 'none is written'),
    github: flag(
      'for GitHub Actions: an annotation for every bound that is not met, and a table in the summary of the step',
    ),
    json: jsonOption(['experiment', 'fingerprint', 'complete', 'gate', 'bounds']),
    backend: backendOption,
    redis: redisOption,
  },
  examples: [
    ['check my.yaml', 'exit code 0 if all bounds are met, 4 if not'],
    ['check my.yaml --baseline runs/before --inconclusive pass', 'what the change did to an earlier run'],
    ['check my.yaml --matches 20000', 'goes on where a check was inconclusive'],
  ],
  handler: async args => {
    const flags = readRunFlags(args)
    const counts = readCounts(args)
    const baseline = text(args, 'baseline')
    if (baseline === '') throw new InputError('--baseline', 'is empty, expected the folder of a run')
    const junit = text(args, 'junit')
    if (junit === '') throw new InputError('--junit', 'is empty, expected the path of a file')
    const pool = readBackend(args, flags.quiet)
    const file = positional(args, 'experiment')
    const asked = await readExperiment(file, flags)
    await loadGames()
    if (baseline !== undefined) await openGamesIn(baseline)
    const { experiment, unpaired, judge } = prepareCheck(asked, {
      label: file,
      ...(baseline === undefined ? {} : { baseline }),
    })
    if (unpaired && !flags.quiet)
      say(`${baseline}: played by another build, so changes are counted from its figures, not seed by seed`)
    const tell = (result: RunResult): Told => {
      const findings = judge(result)
      const verdict = gateVerdict(findings)
      const { name } = experiment
      const report = { name, findings, lenient: counts === 'pass' }
      if (junit !== undefined) onDisk(junit, () => writeWhole(junit, gateJunit(report)))
      if (args.github === true) tellGithub(report, file)
      const document = { experiment: name, fingerprint: fingerprint(experiment), complete: result.complete }
      const lines = [
        ...gateLines(findings),
        '',
        gateSummary(findings),
        ...hintOn(
          verdict,
          counts,
          findings.some(({ disputed }) => disputed),
        ),
      ]
      return {
        text: lines.join('\n'),
        document: { ...document, ...gateDocument(findings) },
        exitCode:
          verdict === 'met' || (verdict === 'inconclusive' && counts === 'pass') ? EXIT.done : EXIT.gate,
      }
    }
    const out = flags.out ?? defaultFolder(experiment)
    process.exitCode = await simulate(experiment, { flags, out, tell, ...(pool ? { pool } : {}) })
  },
}

/** Appends to the summary of the step, and annotates on stderr, so that `--json` keeps stdout to itself. */
function tellGithub(report: GateReport, file: string): void {
  const summary = process.env.GITHUB_STEP_SUMMARY
  if (summary) onDisk(summary, () => appendFileSync(summary, gateMarkdown(report)))
  for (const line of gateAnnotations(report, file)) process.stderr.write(`${line}\n`)
}

function hintOn(verdict: GateVerdict, counts: (typeof COUNTS)[number], disputed: boolean): string[] {
  if (verdict !== 'inconclusive') return []
  const way = counts === 'fail' ? 'fails (--inconclusive pass lets it through)' : 'passes'
  const but = disputed ? ' Where players disagree, more of them help, and more matches do not.' : ''
  return [`What is inconclusive ${way}; the same command with more --matches goes on from here.${but}`]
}

function readCounts(args: Args): (typeof COUNTS)[number] {
  const written = text(args, 'inconclusive') ?? COUNTS[0]
  const counts = COUNTS.find(one => one === written)
  if (counts) return counts
  throw new InputError(
    '--inconclusive',
    `found ${show(written)}, expected fail or pass${didYouMean(written, COUNTS)}`,
  )
}
