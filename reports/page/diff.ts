/** The page of two runs compared: what differs between them, and every figure that moved. */
import { effectsByStrength } from '../findings/answer/compare.ts'
import { comparisonsOf } from '../findings/changes/comparisons.ts'
import { effectWords } from '../findings/changes/effects.ts'
import {
  diffRows,
  NOTHING_SHARED,
  pairingWords,
  type RunDiff,
  rulesWords,
  ruleValue,
  runFacts,
} from '../findings/diff.ts'
import { isMirror } from '../findings/verdicts/verdicts.ts'
import { counted, thousands, unbroken } from '../formatting.ts'
import { answerBlock, documentOf } from './document.ts'
import { html, type Markup, NOTHING, section } from './html.ts'
import { SCRIPT } from './script.ts'
import { seatSeries } from './seats.ts'
import { changesSection } from './sections/changes.ts'
import { wordsSection } from './sections/words.ts'
import { schemes } from './style.ts'
import { subjectOf } from './subject.ts'
import { wideTable } from './table.ts'

/** The text of the page, which loads nothing. The same runs give the same bytes. */
export function diffPage(diff: RunDiff): string {
  const { before, after, caveats, joined } = diff
  const subject = subjectOf(joined)
  return documentOf({
    title: `What changed from ${before.name} to ${after.name}?`,
    answer: answerBlock({ answer: answerOf(diff), agreement: '', distrust: caveats }),
    note: `${after.experiment.game}: ${counted(before.matches, 'match', 'matches')} in ${before.name}, ${thousands(after.matches)} in ${after.name}`,
    parts: [
      { id: 'changes', name: 'Changes', content: changesSection(subject) },
      { id: 'rules', name: 'Rules', content: rulesSection(diff) },
      { id: 'runs', name: 'Runs', content: runsSection(diff) },
      { id: 'words', name: 'Words', content: wordsSection() },
    ],
    code: SCRIPT,
    style: schemes(index => `.seats{${seatSeries(after.experiment.seats, index)}}`),
  })
}

/** Effects that the answer names, for each variant. */
const EFFECTS_MAX = 3

function answerOf(diff: RunDiff): string[] {
  const { joined, rules } = diff
  const all = comparisonsOf(joined)
  const changed = [rulesWords(diff)].filter(words => words !== '')
  if (all.length === 0) return [...changed, NOTHING_SHARED]
  const names = [...new Set(diffRows(diff).map(([one]) => one!.variant.cell.variant.name))]
  const told = names.map(name => {
    const [strongest] = effectsByStrength(joined, name)
    const { cell, effects, players } = strongest!
    const who = isMirror(cell.cell.lineup) ? `Between ${players} players` : `In ${players}`
    const words =
      effects.shown.length === 0 ? 'no figure moved beyond chance' : effectWords(effects.shown, EFFECTS_MAX)
    return `${rules.length > 1 ? `${name}: ` : ''}${who}, ${words}.`
  })
  return [...changed, ...told]
}

function rulesSection({ rules }: RunDiff): Markup {
  return section(
    'rules',
    'Which rules differ?',
    rules.flatMap(({ before, after, changes }) => [
      rules.length > 1 ? html`<h3>${before.name} → ${after.name}</h3>` : NOTHING,
      changes.length === 0
        ? html`<p>The rules are the same.</p>`
        : wideTable(
            [{ head: 'rule' }, { head: 'before' }, { head: 'after' }, { head: 'meaning' }],
            changes.map(({ key, a, b, meaning }) => [key, ruleValue(a), ruleValue(b), meaning]),
          ),
    ]),
  )
}

function runsSection(diff: RunDiff): Markup {
  const { before, after, joined, notCompared } = diff
  const all = comparisonsOf(joined)
  return section('runs', 'How were the two runs played?', [
    all.length === 0 ? NOTHING : html`<p>${pairingWords(all)}</p>`,
    wideTable(
      [{ head: '' }, { head: before.name }, { head: after.name }],
      runFacts(diff).map(({ name, before, after }) => [name, before, after]),
    ),
    notCompared.length === 0
      ? NOTHING
      : html`<h3>Not compared</h3><ul>${notCompared.map(
          ({ what, why }) => html`<li>${unbroken(`${what}: ${why}`)}</li>`,
        )}</ul>
`,
  ])
}
