/** Whether the roles or seats are fair, in a few sentences. */
import type { CellResult, RunResult } from '../../../sim/chunks/results.ts'
import { matchesOf, playedOut } from '../../../sim/figures/reading.ts'
import { judgedIn } from '../../../sim/stopping.ts'
import { evenShare, inWords, meanOf, percentOf, sentences } from '../../formatting.ts'
import { ADVISED_MIN, adviceOn, adviceWords } from '../advice.ts'
import { caveatWords, morePlayersWords, openWords } from '../members.ts'
import { inOrder, mirrorsOf } from '../order.ts'
import { bracketOf, bracketSentence, isOpenBracket } from '../verdicts/bracket.ts'
import { exploitOf, exploitsIn } from '../verdicts/exploits.ts'
import { contests, strengthWords } from '../verdicts/strength.ts'
import {
  agreementOf,
  cellFinding,
  kindOf,
  type ShareVerdict,
  seatVerdicts,
  strengthsOf,
  verdictsOf,
  withoutWinner,
} from '../verdicts/verdicts.ts'
import {
  fairShares,
  marginWords,
  payoffOfCell,
  roleRates,
  shortVerdict,
  sideWords,
} from '../verdicts/words.ts'

/** What answers a question: at the strongest level of play, and whether weaker players agree. */
export interface Found {
  /** One to three sentences, by the strongest players. */
  readonly answer: readonly string[]
  /** Whether weaker players agree; empty where that is not asked. */
  readonly agreement: string
}

/** Only one strength was played. */
export const ONE_STRENGTH = 'Only one kind of player was tested: others may disagree.'

/** "When learned plays itself" */
export const played = (cell: CellResult): string =>
  cell.members.length > 0
    ? `When ${cell.members.length} ${agentIn(cell)} players meet each other`
    : `When ${agentIn(cell)} plays itself`

/** A short answer, with the caveat that it holds for one trained player if only one played. */
export function qualified(cell: CellResult, answer: string): string {
  const caveat = caveatWords(cell)
  if (caveat === '') return answer
  const rest = answer.replace(/^No: /, '')
  return `${caveat[0]!.toUpperCase()}${caveat.slice(1)}, ${rest[0]!.toLowerCase()}${rest.slice(1)}`
}

export const agentIn = ({ cell }: CellResult): string => cell.lineup.participants[0]!.label

export function fairnessAnswer(result: RunResult): Found {
  const [strongest, ...weaker] = mirrorsOf(result, 0).filter(cell => matchesOf(cell) > 0)
  if (!strongest) {
    const told = contests(inOrder(result, result.cells)).slice(0, 2)
    return {
      answer: [
        "These matches can't show whether the game is fair, because no agent plays itself.",
        ...told.map(
          cell => `${strengthWords(cell).replace(/^(no|too) /, word => (word === 'no ' ? 'No ' : 'Too '))}.`,
        ),
      ],
      agreement: '',
    }
  }
  const { margin } = result.experiment
  return {
    answer: [...fairnessWords(strongest, margin), ...perfectPlay(strongest, result.cells)],
    agreement: verdictAgreement(strongest, weaker, margin),
  }
}

/** "Perfect play: somewhere from 44 to 66 % for red, as far as adversaries have shown.", unless that says nothing. */
function perfectPlay(cell: CellResult, cells: readonly CellResult[]): string[] {
  const bracket = bracketOf(cell, exploitOf(cell, exploitsIn(cells)))
  const { info } = cell.game
  return bracket && !isOpenBracket(info, bracket) ? [bracketSentence(info, bracket)] : []
}

/** Whether roles, or seats, are fair between players of one strength: a short answer, then its figures. */
function fairnessWords(cell: CellResult, margin: number): string[] {
  return judgedIn(cell) === 'role' ? roleFairness(cell, margin) : seatFairness(cell, margin)
}

const ROLE_ANSWERS = { fair: 'Yes.', inconclusive: 'Inconclusive.', drawn: 'Too many draws to tell.' }

function roleFairness(cell: CellResult, margin: number): string[] {
  const finding = cellFinding(cell, margin)
  const verdicts = verdictsOf(cell, margin)
  const seats = seatFinding(cell, margin)
  return [
    finding === 'favours'
      ? qualified(cell, `No: it ${shortVerdict(cell, margin)}.`)
      : finding === 'fair'
        ? qualified(cell, ROLE_ANSWERS.fair)
        : ROLE_ANSWERS[finding],
    `${played(cell)}, ${roleRates(cell)} (fair: ${fairShares(verdicts)}).`,
    ...(finding === 'inconclusive'
      ? moreWords(
          cell,
          verdicts.filter(({ kind }) => kind === 'inconclusive'),
        )
      : []),
    ...(finding === 'drawn' ? [] : [seats]),
  ]
}

/** What seats are worth in a game whose verdict is about roles. */
function seatFinding(cell: CellResult, margin: number): string {
  const verdicts = seatVerdicts(cell, margin)
  const words = { fair: 'The seats are fair.', inconclusive: 'The seats need more matches.', favours: '' }
  return words[kindOf(verdicts)] || `Of the seats, it ${sideWords(verdicts)}.`
}

function seatFairness(cell: CellResult, margin: number): string[] {
  const verdicts = verdictsOf(cell, margin)
  const payoff = payoffOfCell(cell)
  const when = played(cell)
  const even = payoff ? `${payoff.label} per match; even: 0` : `even: ${evenShare(verdicts.length)}`
  const told = (shown: readonly ShareVerdict[]): string =>
    inWords(
      shown.map(({ name, anytime }) =>
        payoff ? `${name} gets ${meanOf(anytime, payoff)}` : `${name} scores ${percentOf(anytime)}`,
      ),
    )
  const duel = verdicts.length === 2
  const finding = cellFinding(cell, margin)
  if (finding === 'drawn') {
    const drawn = withoutWinner(cell)
    const share =
      drawn === playedOut(cell)
        ? 'every match is a draw'
        : `${(Math.floor((1000 * drawn) / playedOut(cell)) / 10).toFixed(1)} % of matches are draws`
    return ['Too many draws to tell.', `${when}, ${share}.`]
  }
  if (finding === 'fair') {
    const within = `within ${marginWords(margin, payoff)}`
    return duel
      ? [qualified(cell, 'Yes.'), `${when}, ${told(verdicts.slice(0, 1))}, ${within} of even.`]
      : [
          qualified(cell, 'Yes.'),
          `${when}, every seat is ${within} of even (${payoff ? '0' : evenShare(verdicts.length)}).`,
        ]
  }
  if (finding === 'favours') {
    const off = verdicts.filter(({ side }) => side !== null)
    const shown = duel ? off.filter(({ side }) => side === 'above').slice(0, 1) : off
    const seats = shown.length > 0 ? shown : off
    return [
      qualified(cell, `No: it ${shortVerdict(cell, margin)}.`),
      `${when}, ${beside(told(seats), even)}.`,
    ]
  }
  const open = verdicts.filter(({ kind }) => kind === 'inconclusive')
  const value = told(duel ? verdicts.slice(0, 1) : verdicts)
  return [
    'Inconclusive.',
    // Further sentences say why if players disagree.
    `${when}, ${beside(value, even)}${open.some(({ disputed }) => disputed) ? '' : ', which is too uncertain for a verdict'}.`,
    ...moreWords(cell, open),
  ]
}

/** "52.0 % ± 1.1 (even: 50 %)", or "52.0 % (40 to 64; even: 50 %)" */
const beside = (value: string, even: string): string =>
  value.endsWith(')') ? `${value.slice(0, -1)}; ${even})` : `${value} (${even})`

function moreWords(cell: CellResult, open: readonly ShareVerdict[]): string[] {
  const disputed = open.filter(one => one.disputed)
  if (disputed.length > 0) {
    const why = openWords(cell, disputed.slice(0, 1))
    return [sentences([why]), sentences([morePlayersWords(cell, disputed[0]!)])]
  }
  if (matchesOf(cell) < ADVISED_MIN) return []
  return [sentences([adviceWords(adviceOn(cell, open))])]
}

/** What weaker players say to a verdict. */
function verdictAgreement(strongest: CellResult, weaker: readonly CellResult[], margin: number): string {
  const names = (cells: readonly CellResult[]): string => inWords(cells.map(agentIn))
  if (weaker.length === 0) return ONE_STRENGTH
  const verdict = shortVerdict(strongest, margin)
  const findings = weaker.map(cell => ({
    cell,
    finding: cellFinding(cell, margin),
    short: shortVerdict(cell, margin),
    agreement: agreementOf(strengthsOf([strongest, cell], margin)).agreement,
  }))
  const of = (test: (one: (typeof findings)[number]) => boolean): CellResult[] =>
    findings.filter(test).map(({ cell }) => cell)
  const isOpen = (one: (typeof findings)[number]): boolean => one.finding === 'inconclusive'
  const each = (cells: readonly CellResult[]): string =>
    inWords(
      cells.map(cell => {
        const short = shortVerdict(cell, margin)
        return short === 'fair'
          ? `fair with ${agentIn(cell)}`
          : short === 'drawn'
            ? `nearly always a draw with ${agentIn(cell)}`
            : `it ${short} with ${agentIn(cell)}`
      }),
    )
  if (cellFinding(strongest, margin) === 'inconclusive') {
    const told = of(one => !isOpen(one))
    return told.length === 0
      ? `${names(weaker)} ${weaker.length === 1 ? 'gives' : 'give'} no clear result either.`
      : `Only weaker play gives a clear result: ${each(told)}.`
  }
  const same = of(one => !isOpen(one) && one.short === verdict)
  const against = of(one => !isOpen(one) && one.short !== verdict && one.agreement !== 'none')
  const other = of(one => !isOpen(one) && one.short !== verdict && one.agreement === 'none')
  const open = of(isOpen)
  return [
    ...(against.length > 0 ? [`Weaker play disagrees: ${each(against)}.`] : []),
    ...(same.length > 0 ? [`${names(same)} ${same.length === 1 ? 'agrees' : 'agree'}.`] : []),
    ...(other.length > 0 ? [`Weaker play gives a different result: ${each(other)}.`] : []),
    ...(open.length > 0 ? [`${names(open)} ${open.length === 1 ? 'gives' : 'give'} no clear result.`] : []),
  ].join(' ')
}
