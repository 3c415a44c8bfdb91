/** The page of two runs compared: what differs between them, and every figure that moved. */
import { settingText } from '../../documents/index.ts'
import { effectsByStrength } from '../findings/answer/compare.ts'
import { comparisonsOf } from '../findings/changes/comparisons.ts'
import { effectWords } from '../findings/changes/effects.ts'
import { diffRows, NOTHING_SHARED, pairingWords, type RunDiff, runFacts } from '../findings/diff.ts'
import { isMirror } from '../findings/verdicts/verdicts.ts'
import { counted, unbroken } from '../formatting.ts'
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
    title: `${before.name} → ${after.name}`,
    answer: answerBlock({ answer: answerOf(diff), agreement: '', distrust: caveats }),
    note: `${counted(before.matches, 'match', 'matches')} and ${counted(after.matches, 'match', 'matches')} of ${after.experiment.game}`,
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
  if (all.length === 0) return [NOTHING_SHARED]
  const names = [...new Set(diffRows(diff).map(([one]) => one!.variant.cell.variant.name))]
  const told = names.map(name => {
    const [strongest] = effectsByStrength(joined, name)
    const { cell, effects, players } = strongest!
    const who = isMirror(cell.cell.lineup) ? `Between ${players} players` : `In ${players}`
    const words =
      effects.shown.length === 0 ? 'no figure moved beyond chance' : effectWords(effects.shown, EFFECTS_MAX)
    return `${rules.length > 1 ? `${name}: ` : ''}${who}, ${words}.`
  })
  return [...told, pairingWords(all)]
}

function rulesSection({ rules }: RunDiff): Markup {
  const value = (one: unknown): string => (one === undefined ? 'none' : settingText(one))
  return section(
    'rules',
    'Which rules differ?',
    rules.flatMap(({ before, after, changes }) => [
      rules.length > 1 ? html`<h3>${before.name} → ${after.name}</h3>` : NOTHING,
      changes.length === 0
        ? html`<p>The rules are the same.</p>`
        : wideTable(
            [{ head: 'rule' }, { head: 'before' }, { head: 'after' }, { head: 'meaning' }],
            changes.map(({ key, a, b, meaning }) => [key, value(a), value(b), meaning]),
          ),
    ]),
  )
}

function runsSection(diff: RunDiff): Markup {
  const { before, after, notCompared } = diff
  return section('runs', 'What else differs?', [
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
