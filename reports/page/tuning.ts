/** The page of a tuning: the patches, how they move the goals, what was tried, and how to go on. */
import { settingText } from '../../documents/index.ts'
import { matchesOf } from '../../sim/figures/reading.ts'
import type { TuneResult } from '../../sim/tuning/result.ts'
import { type Answer, gameTitle } from '../findings/answer/answer.ts'
import type { GateVerdict } from '../findings/gate/gate.ts'
import { valueWords } from '../findings/gate/words.ts'
import {
  beforeOf,
  changesText,
  goalName,
  goalTexts,
  headWords,
  isAdaptedIn,
  judgePatches,
  lengthWords,
  moreWords,
  nextCommands,
  nowWords,
  otherPlayersWords,
  otherWords,
  type PatchInLineup,
  ruleFile,
  type ShownPatch,
  shownPatches,
  spentWords,
  timeWords,
  wayWords,
} from '../findings/tuning.ts'
import { isMirror } from '../findings/verdicts/verdicts.ts'
import { counted, inWords, thousands, unbroken } from '../formatting.ts'
import { tuneTable } from '../tables/index.ts'
import { answerBlock, documentOf } from './document.ts'
import { folded, html, type Markup, NOTHING, section, whole } from './html.ts'
import { SCRIPT } from './script.ts'
import { changesSection } from './sections/changes.ts'
import { distrustSection } from './sections/distrust.ts'
import { TONES } from './sections/gate.ts'
import { command, sameAgain } from './sections/made.ts'
import { frontSection, goalsSection, type Tuned } from './sections/tuned-goals.ts'
import { triedSection } from './sections/tuned-rules.ts'
import { wordsSection } from './sections/words.ts'
import { lineupName, subjectOf } from './subject.ts'
import { wideTable } from './table.ts'

/** The text of a tuning's page; `confirmation` is the path to the page of its confirmation, if it has one. */
export function tuningPage(result: TuneResult, confirmation: string | null = null): string {
  const { experiment, confirmed, goals, matches } = result
  const judged = confirmed ? judgePatches(confirmed) : []
  const patches = shownPatches(result, judged)
  const tuned: Tuned = { result, judged, patches, rows: tuneTable.rows(result) }
  const subject = confirmed && subjectOf(confirmed)
  return documentOf({
    title: tuningTitle(experiment),
    answer: answerBlock(answerOfTuning(result)),
    note: `${counted(matches.search + matches.confirmation, 'match', 'matches')} of ${experiment.game}, seed ${experiment.seed}`,
    parts: [
      { id: 'patches', name: 'Patches', content: patchesSection(tuned) },
      { id: 'goals', name: goals.length === 1 ? 'Goal' : 'Goals', content: goalsSection(tuned) },
      { id: 'front', name: 'Trade-offs', content: frontSection(tuned) },
      { id: 'tried', name: 'Rules', content: triedSection(tuned) },
      {
        id: 'changes',
        name: 'What else changed',
        content: subject ? html`${changesSection(subject, 'patch')}${linkTo(confirmation)}` : NOTHING,
      },
      { id: 'next', name: 'Next', content: nextSection(tuned) },
      { id: 'distrust', name: 'Caveats', content: subject ? distrustSection(subject) : NOTHING },
      { id: 'made', name: 'Repeat', content: madeSection(tuned) },
      { id: 'words', name: 'Words', content: wordsSection() },
    ],
    code: SCRIPT,
    style: '',
  })
}

function linkTo(confirmation: string | null): Markup {
  if (confirmation === null) return NOTHING
  return html`<p>The <a href="${confirmation}">page of the confirmation</a> has the rest: fairness, lengths, comebacks, use, and matches to watch.</p>
`
}

/** "Which rule changes give Elephant Golems draws < 10 %?" */
export function tuningTitle(experiment: TuneResult['experiment']): string {
  return `Which rule changes give ${gameTitle(experiment)} ${inWords(experiment.tuning!.goals.map(goalName))}?`
}

/** The answer before anything else: how many patches, the first of them, or what stands in the way. */
export function answerOfTuning(result: TuneResult): Pick<Answer, 'answer' | 'agreement' | 'distrust'> {
  const judged = result.confirmed ? judgePatches(result.confirmed) : []
  const patches = shownPatches(result, judged)
  const [first] = patches
  const isFound = first?.finding.verdict === 'met'
  const best = first
    ? [
        `${isFound ? 'The smallest' : 'The nearest'}: ${changesText(first.candidate.changes)}.`,
        ...goalTexts(first.finding.lineups[0]!).map(text => `${upper(text)}.`),
      ]
    : []
  const late = timeWords(result)
  const length = result.confirmed && lengthWords(result, patches)
  const way = wayWords(result, judged)
  return {
    answer: [headWords(result, judged), ...best, nowWords(result), ...(way === '' ? [] : [way])],
    agreement: isFound ? '' : moreWords(result, judged),
    distrust: [
      ...patches.flatMap(one => disputed(result, one)),
      ...(length === null ? [] : [length]),
      ...(late === null ? [] : [late]),
    ],
  }
}

const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Where stronger or adapted players decide otherwise: what a designer should hear first. */
function disputed(
  { experiment }: TuneResult,
  { number, candidate, finding: { lineups } }: ShownPatch,
): string[] {
  const [main, ...others] = lineups
  if (main!.verdict !== 'met') return []
  const against = others.filter(({ verdict }) => verdict === 'not met')
  if (against.length === 0) return []
  return [
    `Patch ${number} (${changesText(candidate.changes)}) meets the goals when ${playing(main!)}, but not when ${inWords(against.map(one => (isAdaptedIn(experiment, one) ? 'players trained on its rules play' : playing(one))))}.`,
  ]
}

/** "greedy plays itself". */
const playing = ({ cell: { cell } }: PatchInLineup): string =>
  isMirror(cell.lineup) ? `${cell.lineup.participants[0]!.label} plays itself` : `${cell.lineup.name} play`

function patchesSection({ result, patches }: Tuned): Markup {
  if (patches.length === 0) return NOTHING
  const isFound = patches.some(({ finding }) => finding.verdict === 'met')
  return section('patches', isFound ? 'Which patches meet the goals?' : 'Which patches come nearest?', [
    html`<p class="note">${isFound ? 'Fewest changes and smallest steps first, measured' : 'Measured'} again on seeds that the search didn't use.</p>`,
    ...patches.map(shown => patchBlock(result, shown)),
  ])
}

/** Patches that are open before anything is pressed. */
const OPEN = 3

function patchBlock(result: TuneResult, { number, candidate, finding, file }: ShownPatch): Markup {
  const { lineups, verdict } = finding
  const moved = otherWords(result.confirmed!, lineups[0]!)
  const [main, ...others] = lineups
  const says = others
    .filter(one => isAdaptedIn(result.experiment, one))
    .flatMap(one => otherPlayersWords(result.experiment, main!.verdict, one) ?? [])
  const rules = ruleFile(result, candidate)
  const address = `data:text/yaml;base64,${Buffer.from(rules).toString('base64')}`
  const head = html`${number}. ${unbroken(changesText(candidate.changes))}`
  const content = [
    html`<p><span class="verdict ${TONES[verdict]}">${VERDICTS[verdict]}</span></p>`,
    goalsTable(lineups),
    says.length === 0 ? NOTHING : html`<p>${says.join('. ')}.</p>`,
    moved === '' ? NOTHING : html`<p>What else changed: ${unbroken(`${moved}.`)}</p>`,
    html`<details><summary>Rule file ${file}</summary><p>Save <a download="${file}" href="${address}">${file}</a>, or copy it:</p><pre tabindex="0"><code>${rules}</code></pre></details>
`,
  ]
  return number <= OPEN
    ? html`<h3>${head}</h3>${content}`
    : html`<details class="lineup"><summary><h3>${head}</h3> <span class="verdict ${TONES[verdict]}">${VERDICTS[verdict]}</span></summary>${content.slice(1)}</details>
`
}

const VERDICTS: Readonly<Record<GateVerdict, string>> = {
  met: 'meets the goals',
  inconclusive: 'inconclusive',
  'not met': 'misses a goal',
}

/** Each goal before and after, in every line-up. */
function goalsTable(lineups: readonly PatchInLineup[]): Markup {
  const isSeveral = lineups.length > 1
  return wideTable(
    [
      { head: 'goal' },
      ...(isSeveral ? [{ head: 'players' }] : []),
      { head: 'now' },
      { head: 'with the patch', meaning: 'With the interval that decides the verdict' },
      { head: 'verdict' },
      { head: 'matches', isNumber: true },
    ],
    lineups.flatMap(one => {
      const before = beforeOf(one)
      return one.findings.map((finding, g) => [
        goalName(finding.bound),
        ...(isSeveral ? [lineupName(one.cell)] : []),
        unbroken(valueWords(before[g]!)),
        unbroken(valueWords(finding)),
        html`<span class="${TONES[finding.verdict]}">${finding.verdict}</span>`,
        thousands(matchesOf(one.cell)),
      ])
    }),
  )
}

/** Commands to go on with. */
function nextSection({ result, judged, patches }: Tuned): Markup {
  const [first] = patches
  if (!first) return NOTHING
  const isFound = first.finding.verdict === 'met'
  const { compare, play } = nextCommands(result, first.file)
  return section('next', 'What next?', [
    isFound ? NOTHING : html`<p>${whole(moreWords(result, judged))}</p>`,
    html`<p>Compare the current rules with patch ${first.number}, with stronger players too (run this in the folder of this page):</p>`,
    command(compare),
    html`<p>Play it yourself:</p>`,
    command(play),
  ])
}

function madeSection({ result }: Tuned): Markup {
  const { experiment, rounds, complete } = result
  const { space, changes, matches } = experiment.tuning!
  const facts: readonly (readonly [string, string])[] = [
    ['Game', experiment.game],
    ['Rules', experiment.variants[0]!.name],
    ['Players', inWords(experiment.lineups.map(({ name }) => name))],
    ['Seed', experiment.seed],
    ['Version', `evenhand ${experiment.version}`],
    ['Budget', `${counted(matches, 'match', 'matches')}, at most ${counted(changes, 'change')} in a patch`],
    ['Rounds', `${rounds.length}, then the confirmation`],
  ]
  return section('made', 'How was it made?', [
    html`<p>${spentWords(result)}</p>`,
    ...sameAgain({ experiment, complete }, 'tune'),
    folded('Seed, version and budget', [
      html`<dl class="facts">${facts.map(
        ([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>
`,
      )}</dl>`,
    ]),
    folded(`The ${counted(space.keys.length, 'rule')} that may change`, [
      wideTable(
        [{ head: 'rule' }, { head: 'now' }, { head: 'may be' }],
        space.keys.map(({ key, from, number, others }) => [
          key,
          settingText(from),
          number
            ? `${settingText(number.min)} to ${settingText(number.max)}`
            : others.map(other => settingText(other)).join(', '),
        ]),
      ),
    ]),
  ])
}
