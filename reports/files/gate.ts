/** A gate's findings for CI servers: JUnit XML, a step summary in Markdown, and GitHub annotations. */
import { type GateFinding, gateVerdict } from '../findings/gate/gate.ts'
import { gateSummary, gateTexts } from '../findings/gate/words.ts'
import { printable } from '../formatting.ts'

/** How a bound counts: as the exit code has it. */
type Outcome = 'passed' | 'failed' | 'skipped'

/** Findings under the name of their experiment; `lenient` lets inconclusive bounds pass. */
export interface GateReport {
  readonly name: string
  readonly findings: readonly GateFinding[]
  readonly lenient: boolean
}

function outcomeOf({ verdict }: GateFinding, lenient: boolean): Outcome {
  if (verdict === 'met') return 'passed'
  return verdict === 'inconclusive' && lenient ? 'skipped' : 'failed'
}

/**
 * JUnit XML: the gate is a suite, each bound in each cell a test. Tolerated inconclusive bounds are skipped.
 */
export function gateJunit({ name, findings, lenient }: GateReport): string {
  const outcomes = findings.map(one => outcomeOf(one, lenient))
  const count = (outcome: Outcome) => outcomes.filter(one => one === outcome).length
  const texts = gateTexts(findings)
  const cases = findings.map(({ bound, cell, verdict }, i) => {
    const { variant, lineup } = cell.cell
    const place = xml(`${name}.${variant.name}, ${lineup.name}`)
    const head = `    <testcase classname="${place}" name="${xml(`${bound.figure} ${bound.written}`)}"`
    const tag = { passed: null, failed: 'failure', skipped: 'skipped' }[outcomes[i]!]
    if (tag === null) return `${head}/>`
    return `${head}>\n      <${tag} message="${xml(`${verdict}: ${texts[i]}`)}"/>\n    </testcase>`
  })
  const counts = `tests="${findings.length}" failures="${count('failed')}" skipped="${count('skipped')}"`
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts}>`,
    `  <testsuite name="${xml(name)}" ${counts}>`,
    ...cases,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n')
}

const MARKS: Readonly<Record<Outcome, string>> = { passed: '✅', failed: '❌', skipped: '⚠️' }

/** A summary in Markdown: the verdict, and a row for each bound. */
export function gateMarkdown({ name, findings, lenient }: GateReport): string {
  const texts = gateTexts(findings)
  const rows = findings.map(
    (one, i) => `| ${MARKS[outcomeOf(one, lenient)]} ${one.verdict} | ${markdown(texts[i]!)} |`,
  )
  return [
    `### ${markdown(name)}: gate ${gateVerdict(findings)}`,
    '',
    '| verdict | bound and figure |',
    '| --- | --- |',
    ...rows,
    '',
    `${markdown(gateSummary(findings))}.`,
    '',
  ].join('\n')
}

/**
 * Workflow commands of GitHub Actions, one per unmet bound: errors, or warnings where it counts as passed.
 */
export function gateAnnotations({ name, findings, lenient }: GateReport, file: string): string[] {
  const texts = gateTexts(findings)
  return findings.flatMap((one, i) => {
    const outcome = outcomeOf(one, lenient)
    if (outcome === 'passed') return []
    const kind = outcome === 'failed' ? 'error' : 'warning'
    const title = `${name}: ${one.verdict}`
    return [`::${kind} file=${property(file)},title=${property(title)}::${command(texts[i]!)}`]
  })
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

const xml = (text: string): string =>
  printable(text)
    .replace(/[\ufffe\uffff]/g, '')
    .replace(/[&<>"]/g, sign => ENTITIES[sign]!)

/** Text of a table's cell, in which nothing is markup. */
const markdown = (text: string): string => printable(text).replace(/[\\`*_{}[\]<>#|~$&@]/g, '\\$&')

/** The escapes of workflow commands: for messages, and for properties, which end at a colon or a comma. */
const command = (text: string): string => text.replaceAll('%', '%25').replaceAll('\n', '%0A')
const property = (text: string): string =>
  command(printable(text)).replaceAll(':', '%3A').replaceAll(',', '%2C')
