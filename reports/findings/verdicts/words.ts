/** Verdicts in the words that every report uses. */
import type { Gauge } from '../../../engine/contract/index.ts'
import type { CellResult } from '../../../sim/chunks/results.ts'
import { endingCount, forfeitsOf, matchesOf, playedOut, roleWins } from '../../../sim/figures/reading.ts'
import { FIGURES } from '../../../sim/figures/registry.ts'
import type { Interval } from '../../../sim/stats/interval.ts'
import type { Agreement } from '../../../sim/stats/verdict.ts'
import { judgedIn, judgedLevel, judgedNames } from '../../../sim/stopping.ts'
import {
  type Bounds,
  counted,
  type Ends,
  evenShare,
  inWords,
  meanOf,
  percentOf,
  pointsOf,
  short,
  thousands,
  times,
  withInterval,
} from '../../formatting.ts'
import { ADVISED_MIN, adviceOn, adviceWords } from '../advice.ts'
import { learnedOnWords } from '../learning.ts'
import { caveatWords, fewText, memberPhrases, morePlayersWords, openWords } from '../members.ts'
import {
  agreementOf,
  cellFinding,
  type Finding,
  findingOf,
  isMirror,
  isNearlyAlwaysDrawn,
  kindOf,
  type ShareVerdict,
  type Strength,
  seatVerdicts,
  verdictsOf,
  withoutWinner,
} from './verdicts.ts'

function onSide(verdicts: readonly ShareVerdict[], side: 'above' | 'below'): readonly ShareVerdict[] {
  return verdicts.filter(v => v.side === side)
}

/** "fair", "favours white", "inconclusive", "drawn"; "hinders" where no seat is clearly above its share. */
export function shortVerdict(cell: CellResult, margin: number): string {
  return shortOf(cell, verdictsOf(cell, margin))
}

/** The same where people read it: "favours red (one player)" of a single trained player. */
export function shownVerdict(cell: CellResult, margin: number): string {
  const finding = cellFinding(cell, margin)
  return `${shortVerdict(cell, margin)}${finding === 'fair' || finding === 'favours' ? fewText(cell) : ''}`
}

/** The same of the seats, in games with roles, too. */
export function seatVerdict(cell: CellResult, margin: number): string {
  return shortOf(cell, seatVerdicts(cell, margin))
}

function shortOf(cell: CellResult, verdicts: readonly ShareVerdict[]): string {
  const finding = findingOf(cell, kindOf(verdicts))
  if (finding !== 'favours') return finding
  const above = onSide(verdicts, 'above')
  if (above.length > 0) return `favours ${inWords(above.map(v => v.name))}`
  return `hinders ${inWords(onSide(verdicts, 'below').map(v => v.name))}`
}

/** All that is shown of seats or roles: "fair", "favours red, hinders blue". */
export function sideWords(verdicts: readonly ShareVerdict[]): string {
  const named = (verb: string, side: 'above' | 'below') => {
    const its = onSide(verdicts, side)
    return its.length > 0 ? `${verb} ${inWords(its.map(v => v.name))}` : ''
  }
  const words = [named('favours', 'above'), named('hinders', 'below')].filter(Boolean)
  return words.length > 0 ? words.join(' and ') : 'fair'
}

/**
 * The verdict on a cell, a thought a phrase, with scores, intervals and the number of matches. Where the agents differ
 * there is no verdict: the better one may win in every seat, and the seats then look fair whatever they are worth.
 */
export function verdictPhrases(cell: CellResult, margin: number): string[] {
  const drawn = drawnWords(cell)
  const [first, ...rest] = scoredPhrases(cell, margin)
  const alone = `by ${payoffOfCell(cell) ? 'payoff' : 'score'} alone, `
  return [
    ...(drawn === '' ? [first] : [drawn, `${alone}${first}`]),
    ...[...rest, forfeitWords(cell), ...memberPhrases(cell), learnedOnWords(cell)],
  ].filter(text => text !== '')
}

/** The gauge that is the payoff of a cell's game; undefined where the win is all. */
export function payoffOfCell({ game, layout }: CellResult): Gauge | undefined {
  return game.info.gauges[layout.payoff]
}

/** What agents forfeited tells of them and not of the seats. */
function forfeitWords(cell: CellResult): string {
  const forfeits = forfeitsOf(cell)
  if (forfeits === 0 || !isMirror(cell.cell.lineup)) return ''
  const counted = payoffOfCell(cell) ? 'left out' : 'counted as lost by the agent that forfeited'
  return `${thousands(forfeits)} of these matches ${forfeits === 1 ? 'was' : 'were'} forfeited, and ${counted}`
}

/** For a cell that is nearly always a draw: a sentence on that; otherwise empty. */
function drawnWords(cell: CellResult): string {
  if (!isNearlyAlwaysDrawn(cell)) return ''
  const played = playedOut(cell)
  const drawn = withoutWinner(cell)
  const matches = counted(played, 'match', 'matches')
  const judged = judgedIn(cell)
  if (drawn === played)
    return `always a draw: all ${matches} were draws, so scores say nothing about the ${judged}s`
  // Rounded down, so that some winners are never rounded to none.
  const percent = (Math.floor((1000 * drawn) / played) / 10).toFixed(1)
  const wins = judgedNames(cell.game.info, judged).map((name, index) => {
    const count = judged === 'role' ? roleWinsOf(cell, index) : winsOf(cell, index)
    return `${name} won ${thousands(count)}`
  })
  return `nearly always a draw: ${percent} % of ${matches} (${inWords(wins)}), so scores say little about the ${judged}s`
}

/** Matches with a single winner, without forfeits. */
function winsOf(cell: CellResult, seat: number): number {
  return cell.game.info.endings.reduce(
    (sum, { kind }, ending) => sum + (kind === 'win' ? endingCount(cell, ending, seat) : 0),
    0,
  )
}

type Phrases = [first: string, ...rest: string[]]

/** The verdict by roles, then by the seats' scores or payoffs. */
function scoredPhrases(cell: CellResult, margin: number): Phrases {
  if (matchesOf(cell) === 0) return ['inconclusive: no matches were played']
  const seats = seatPhrases(cell, margin)
  if (judgedIn(cell) !== 'role') return seats
  const [first, ...rest] = seats
  return [...rolePhrases(cell, margin), `seats: ${first}`, ...rest]
}

function rolePhrases(cell: CellResult, margin: number): Phrases {
  const verdicts = verdictsOf(cell, margin)
  const values = roleValues(cell, margin)
  if (!isMirror(cell.cell.lineup))
    return [`no verdict: ${values}, but that may be about who plays well in which role`]
  const kind = kindOf(verdicts)
  if (kind === 'inconclusive') return openPhrases(cell, verdicts, values)
  const verdict =
    kind === 'fair'
      ? `fair within ${marginWords(margin, undefined)}`
      : verdicts.length === 2
        ? shortVerdict(cell, margin)
        : sideWords(verdicts)
  return [`${withCaveat(cell, verdict)}: ${values}`]
}

/** "pirates win 60.0 % ± 2.1 of matches and blaggards 40.0 % ± 2.1 (fair: 50 % each, n 1,000)" */
function roleValues(cell: CellResult, margin: number): string {
  const fair = fairShares(verdictsOf(cell, margin))
  return `${roleRates(cell)} (fair: ${fair}, n ${thousands(matchesOf(cell))})`
}

/** "pirates win 55.0 % ± 2.1 of matches, blaggards 40.0 % ± 2.1 and nobody 5.0 %" */
export function roleRates(cell: CellResult): string {
  const level = judgedLevel(cell, 'role')
  const names = judgedNames(cell.game.info, 'role')
  const wins = names.reduce((sum, _, role) => sum + roleWinsOf(cell, role), 0)
  const nobody = matchesOf(cell) - wins
  return inWords([
    ...names.map((name, role) => {
      const rate = percentOf(FIGURES.role.anytime!(cell, role, level))
      return role === 0 ? `${name} ${winVerb(name)} ${rate} of matches` : `${name} ${rate}`
    }),
    ...(nobody > 0 ? [`nobody ${((100 * nobody) / matchesOf(cell)).toFixed(1)} %`] : []),
  ])
}

/** "wolves win", "the town wins" */
export function winVerb(role: string): 'win' | 'wins' {
  return /[^s]s$/i.test(role) ? 'win' : 'wins'
}

/** Matches that a role won. */
export function roleWinsOf(cell: CellResult, role: number): number {
  return roleWins(cell, role).reduce((sum, blocks, wins) => sum + blocks * wins, 0)
}

/** "50 % each", or each share where the game gives some. */
export function fairShares(verdicts: readonly ShareVerdict[]): string {
  const isEven = verdicts.every(({ fair }) => Math.abs(fair * verdicts.length - 1) < 1e-9)
  return isEven
    ? `${evenShare(verdicts.length)} each`
    : inWords(verdicts.map(({ name, fair }) => `${name} ${short(100 * fair)} %`))
}

/** The verdict by the seats' scores or payoffs. */
function seatPhrases(cell: CellResult, margin: number): Phrases {
  const verdicts = seatVerdicts(cell, margin)
  const matches = matchesOf(cell)
  const payoff = payoffOfCell(cell)
  const kind = kindOf(verdicts)
  if (!isMirror(cell.cell.lineup))
    return [
      `no verdict: ${valueWords(verdicts, matches, payoff)}, but only an agent that plays itself shows what a seat is worth`,
    ]
  if (kind === 'favours') return [withCaveat(cell, favoursWords(verdicts, matches, payoff))]
  const values = valueWords(verdicts, matches, payoff)
  return kind === 'fair'
    ? [withCaveat(cell, `fair within ${marginWords(margin, payoff)}: ${values}`)]
    : openPhrases(cell, verdicts, values)
}

/** "for this one trained player, the game favours red": so few say nothing of a game by themselves. */
function withCaveat(cell: CellResult, verdict: string): string {
  const caveat = caveatWords(cell)
  return caveat === '' ? verdict : `${caveat}, the game ${verdict.startsWith('fair') ? 'is ' : ''}${verdict}`
}

/** "inconclusive: white scores 52.0 % ± 6.1 (n 200)", or "open: trained players disagree (41 to 63 %)" and the score; then what would settle it. */
function openPhrases(cell: CellResult, verdicts: readonly ShareVerdict[], values: string): Phrases {
  const disputed = verdicts.filter(one => one.disputed)
  // Where hardly any match has a winner, more matches settle nothing.
  const further = isNearlyAlwaysDrawn(cell) ? [] : [furtherWords(cell, verdicts)]
  return disputed.length === 0
    ? [`inconclusive: ${values}`, ...further]
    : [`open: ${openWords(cell, disputed.slice(0, verdicts.length - 1))}`, values, ...further]
}

/** The margin of a verdict, a share, in points or on the scale of the payoff. */
export function marginWords(margin: number, payoff: Gauge | undefined): string {
  return payoff ? short(margin * (payoff.max - payoff.min)) : counted(Number(short(100 * margin)), 'point')
}

function favoursWords(verdicts: readonly ShareVerdict[], matches: number, payoff: Gauge | undefined): string {
  const write = payoff ? withInterval : pointsOf
  const amounts = (side: 'above' | 'below') =>
    inWords(onSide(verdicts, side).map(v => `${v.name} by ${write(...amountOf(v, v.anytime))}`))
  const above = amounts('above')
  const below = amounts('below')
  const favoured = verdicts.find(({ side }) => side === 'above')
  if (verdicts.length > 2 || !favoured) {
    const both = [above && `favours ${above}`, below && `hinders ${below}`].filter(Boolean).join(', ')
    return `${both} ${fairWords(verdicts, matches, payoff)}`
  }
  // With two seats, one's gain is the other's loss, so say it once.
  return `favours ${above} ${fairWords(verdicts, matches, payoff)}`
}

/** By how much a seat is off its fair share, without a sign, and what that can be: in points, or on the scale of the payoff. */
function amountOf({ fair, payoff, side }: ShareVerdict, interval: Interval): [figure: Ends, bounds: Bounds] {
  const sign = side === 'below' ? -1 : 1
  if (payoff) return [times(sign, interval), { min: -Infinity, max: Infinity }]
  const apart = { mean: interval.mean - fair, low: interval.low - fair, high: interval.high - fair }
  const most = 100 * (sign > 0 ? 1 - fair : fair)
  return [times(100 * sign, apart), { min: most - 100, max: most }]
}

/** What the seats get, in the anytime interval; with two seats, the first one's figure gives both. */
function valueWords(verdicts: readonly ShareVerdict[], matches: number, payoff: Gauge | undefined): string {
  const [first] = verdicts as [ShareVerdict]
  const duel = verdicts.length === 2
  if (payoff) {
    const each = (duel ? [first] : verdicts).map(v => `${v.name} gets ${meanOf(v.anytime, payoff)}`)
    return `${inWords(each)} ${fairWords(verdicts, matches, payoff)}`
  }
  if (duel) return `${first.name} scores ${percentOf(first.anytime)} (n ${thousands(matches)})`
  const each = verdicts.map(v => `${v.name} ${percentOf(v.anytime)}`)
  return `${inWords(each)} ${fairWords(verdicts, matches, payoff)}`
}

function fairWords(verdicts: readonly ShareVerdict[], matches: number, payoff: Gauge | undefined): string {
  const fair = payoff ? `${payoff.label} per match; fair: 0` : `fair: ${evenShare(verdicts.length)} each`
  return `(${fair}, n ${thousands(matches)})`
}

function furtherWords(cell: CellResult, verdicts: readonly ShareVerdict[]): string {
  const disputed = verdicts.find(one => one.disputed)
  if (disputed) return morePlayersWords(cell, disputed)
  if (matchesOf(cell) < ADVISED_MIN) return 'too few matches to say how many would settle it'
  const open = verdicts.filter(({ kind }) => kind === 'inconclusive')
  return adviceWords(adviceOn(cell, open))
}

/** A sentence on whether the verdict depends on how well the game is played. */
export function agreementWords(strengths: readonly Strength[]): string {
  if (strengths.length === 0) return ''
  const { agreement, index } = agreementOf(strengths)
  if (agreement !== 'none') return contradictionWords(strengths, agreement, index)
  if (strengths.length === 1) return 'Only one strength was played, so better players might disagree.'
  const who = (test: (finding: Finding) => boolean) =>
    strengths.filter(s => test(s.finding)).map(s => s.agent)
  const told = who(finding => finding === 'fair' || finding === 'favours')
  const inconclusive = strengths.filter(({ finding }) => finding === 'inconclusive')
  const disputed = inconclusive.filter(({ verdicts }) => verdicts.some(one => one.disputed))
  const open = inconclusive.filter(one => !disputed.includes(one)).map(({ agent }) => agent)
  const drawn = who(finding => finding === 'drawn')
  const all = strengths.length
  if (told.length === all) return sameWords(strengths)
  if (open.length === all) return 'No player gave a clear result: play more matches.'
  if (drawn.length === all) return 'With every player, nearly every match is a draw.'
  const others = [
    open.length > 0 && `${needWords(open)} more matches.`,
    disputed.length > 0 && `${needWords(disputed.map(({ agent }) => agent))} more trained players.`,
    drawn.length > 0 && `With ${inWords(drawn)}, nearly every match is a draw.`,
  ].filter(text => text !== false)
  const first =
    told.length === 0
      ? 'No player gave a clear result.'
      : told.length === 1
        ? `Only ${told[0]!} play gave a clear result.`
        : `${inWords(told)} ${isSame(strengths.filter(s => told.includes(s.agent))) ? 'agree' : "don't contradict each other"}.`
  return [first, ...others].join(' ')
}

const needWords = (agents: readonly string[]): string =>
  `${inWords(agents)} ${agents.length === 1 ? 'needs' : 'need'}`

/** Of several seats, strengths that do not contradict each other need not say the same: one may name a seat of which another knows nothing. */
function sameWords(strengths: readonly Strength[]): string {
  if (isSame(strengths)) return 'All players give the same verdict.'
  const each = strengths.map(({ agent, verdicts }) => `${agent} ${sideWords(verdicts)}`)
  return `The players don't contradict each other, but favour different seats: ${each.join('; ')}.`
}

/** Whether strengths that all have a verdict name the same seats. */
function isSame(strengths: readonly Strength[]): boolean {
  return new Set(strengths.map(({ verdicts }) => sideWords(verdicts))).size <= 1
}

function contradictionWords(strengths: readonly Strength[], agreement: Agreement, index: number): string {
  const agents = (test: (verdict: ShareVerdict, strength: Strength) => boolean) =>
    inWords(strengths.filter(s => test(s.verdicts[index]!, s)).map(s => s.agent))
  const says = [
    ['above its fair share', agents(v => v.side === 'above')],
    ['below it', agents(v => v.side === 'below')],
    ['fair', agents((v, { finding }) => v.kind === 'fair' && finding !== 'drawn')],
    ['neither, because nearly all matches are draws,', agents((_, { finding }) => finding === 'drawn')],
  ].filter(([, names]) => names !== '')
  const name = strengths[0]!.verdicts[index]!.name
  const verb = agreement === 'flips' ? 'flips' : 'changes'
  return `The verdict ${verb} with strength: ${name} is ${says.map(([what, names]) => `${what} with ${names}`).join(', ')}.`
}
