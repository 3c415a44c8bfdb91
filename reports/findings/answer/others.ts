/** What levers, assets, ladders and gates show, in a few sentences. */
import type { RunResult } from '../../../sim/chunks/results.ts'
import { isMirror, type Lineup } from '../../../sim/experiment/index.ts'
import type { FigureId } from '../../../sim/figures/registry.ts'
import { counted, inWords, pointsOf, times } from '../../formatting.ts'
import { type Comparison, isShown, MAY_DIFFER } from '../changes/comparisons.ts'
import { effectOf } from '../changes/effects.ts'
import { type ProbeFinding, probesIn, stepText } from '../changes/levers.ts'
import { isToldOf, lostPoints, type Usefulness, usefulnessOf } from '../changes/usefulness.ts'
import { type GateFinding, gateOf, gateVerdict } from '../gate/gate.ts'
import { type GoalFinding, goalsOf, goalWords } from '../gate/goals.ts'
import { figureWords, valueWords } from '../gate/words.ts'
import { ladderOf } from '../ladder/ladder.ts'
import { lineupsInOrder, mirrorsOf, playersInOrder } from '../order.ts'
import { contests, oddsOf } from '../verdicts/strength.ts'
import { agentIn, type Found, fairnessAnswer, ONE_STRENGTH, played } from './fairness.ts'

const nameOf = (lineup: Lineup): string => (isMirror(lineup) ? lineup.participants[0]!.label : lineup.name)

const whenIn = (lineup: Lineup, { cells }: RunResult): string =>
  isMirror(lineup) ? played(cells.find(({ cell }) => cell.lineup === lineup)!) : `In ${lineup.name}`

/** What levers are judged by, without goals. */
const MOVED: readonly (readonly [kind: FigureId, what: string])[] = [
  ['role', 'which role wins'],
  ['score', 'who wins'],
  ['payoff', 'payoffs'],
  ['draws', 'draws'],
  ['length', 'length'],
]

export function leversAnswer(result: RunResult): Found {
  const found = probesIn(result).filter(({ probe }) => probe.kind === 'step')
  const [lineup, ...weaker] = lineupsInOrder(result).filter(one =>
    found.some(({ cell }) => cell.cell.lineup === one),
  )
  if (!lineup) return { answer: ['Too few matches to compare.'], agreement: '' }
  const goals = goalsOf(result)
  const of = (one: Lineup): GoalFinding[] => goals.filter(({ now }) => now.cell.cell.lineup === one)
  if (goals.length > 0)
    return {
      answer: of(lineup).map(
        (goal, i) =>
          `${i === 0 ? `${whenIn(lineup, result)}, the` : 'The'} goal “${goal.bound.figure} ${goal.bound.written}” is ${goalWords(goal)}`,
      ),
      agreement: goalAgreement(
        of(lineup),
        weaker.map(one => ({ name: nameOf(one), goals: of(one) })),
      ),
    }
  const movers = MOVED.flatMap(([kind, what]) => {
    const top = topMover(found, lineup, kind)
    const isAsked = found.some(({ row }) => row.some(({ metric }) => metric.kind === kind))
    return isAsked ? [{ kind, what, top }] : []
  })
  const told = movers.flatMap(({ what, top }) =>
    top
      ? [
          `${movesMost(what)} with ${top.found.probe.key} ${stepText(top.found.probe)}: ${effectOf(top.one).words}`,
        ]
      : [],
  )
  const still = movers.flatMap(({ what, top }) => (top ? [] : [what]))
  return {
    answer: [
      ...(told.length > 0
        ? [`${whenIn(lineup, result)}, ${told[0]!}.`, ...told.slice(1).map(text => `${upper(text)}.`)]
        : []),
      ...(still.length > 0 ? [`No step clearly moves ${inWords(still).replace(' and ', ' or ')}.`] : []),
    ],
    agreement:
      weaker.length === 0 ? ONE_STRENGTH : weaker.map(one => moverAgreement(found, one, movers)).join(' '),
  }
}

interface Mover {
  readonly found: ProbeFinding
  readonly one: Comparison
}

/** "length moves most", "draws move most" */
const movesMost = (what: string): string => `${what} ${/^(draws|payoffs)/.test(what) ? 'move' : 'moves'} most`

/** The step that is shown to move a figure most. */
function topMover(found: readonly ProbeFinding[], lineup: Lineup, kind: FigureId): Mover | null {
  const shown = found.flatMap((one): Mover[] =>
    one.cell.cell.lineup === lineup
      ? one.row
          .filter(({ metric, ...rest }) => metric.kind === kind && isShown({ metric, ...rest }))
          .map(effect => ({ found: one, one: effect }))
      : [],
  )
  return shown.reduce<Mover | null>(
    (best, one) => (best && Math.abs(best.one.difference) >= Math.abs(one.one.difference) ? best : one),
    null,
  )
}

function moverAgreement(
  found: readonly ProbeFinding[],
  lineup: Lineup,
  movers: readonly { readonly kind: FigureId; readonly what: string; readonly top: Mover | null }[],
): string {
  const name = nameOf(lineup)
  const other = movers.flatMap(({ kind, what, top }) => {
    const its = topMover(found, lineup, kind)
    return top?.found.probe.key === its?.found.probe.key
      ? []
      : [its ? `${what} (${its.found.probe.key})` : `${what} (no step)`]
  })
  if (other.length === 0) return `${name} names the same rules.`
  if (other.length < movers.length) return `${name} names the same rules, except for ${inWords(other)}.`
  return `${name} names others: ${inWords(other)}.`
}

/** Whether weaker players meet the same goals. */
function goalAgreement(
  own: readonly GoalFinding[],
  weaker: readonly { readonly name: string; readonly goals: readonly GoalFinding[] }[],
): string {
  if (weaker.length === 0) return ONE_STRENGTH
  const bestOf = ({ steps }: GoalFinding): string => steps.find(({ way }) => way === 1)?.found.probe.key ?? ''
  return weaker
    .map(({ name, goals }) => {
      const others = goals.flatMap((goal, i) => {
        const first = own[i]
        if (!first) return []
        if (goal.now.verdict !== first.now.verdict) return [`${goal.bound.figure} is ${goal.now.verdict}`]
        const [best, its] = [bestOf(first), bestOf(goal)]
        return best === its ? [] : [`${movesMost(goal.bound.figure)} with ${its === '' ? 'no step' : its}`]
      })
      return others.length === 0 ? `${name} agrees.` : `With ${name}, ${inWords(others)}.`
    })
    .join(' ')
}

/** Assets that an answer names, of each kind. */
const ASSETS_MAX = 4

export function usefulnessAnswer(result: RunResult): Found {
  const all = usefulnessOf(result).filter(({ seat }) => seat === '')
  const lineups = lineupsInOrder(result).filter(lineup => all.some(({ cell }) => cell.cell.lineup === lineup))
  const [lineup, ...weaker] = lineups
  if (!lineup) return { answer: ['Too few matches to tell.'], agreement: '' }
  const of = (one: Lineup): Usefulness[] =>
    all.filter(({ cell }) => cell.cell.lineup === one).sort((a, b) => a.own.difference - b.own.difference)
  const its = of(lineup)
  const useful = its.filter(({ verdict }) => verdict === 'useful')
  const burden = its.filter(({ verdict }) => verdict === 'better without').reverse()
  const name = lineup.participants[0]!.label
  const points = (one: Usefulness, sign: number): string =>
    pointsOf(times(-sign, lostPoints(one, one.own.anytime)), { min: -100, max: 100 })
  /** Their names; with a sign, the first one with what is lost or won. */
  const listed = (some: readonly Usefulness[], sign?: number): string => {
    const left = some.length - ASSETS_MAX
    const names = some
      .slice(0, ASSETS_MAX)
      .map((one, i) => (i === 0 && sign !== undefined ? `${one.name} (${points(one, sign)})` : one.name))
    return inWords(left > 0 ? [...names, `${left} more`] : names)
  }
  const unsure = its.filter(({ verdict }) => verdict === MAY_DIFFER)
  const open = its.length - useful.length - burden.length - unsure.length
  return {
    answer: [
      ...(useful.length > 0 ? [`${name} loses most without ${listed(useful, -1)}.`] : []),
      ...(burden.length > 0 ? [`It plays better without ${listed(burden, 1)}.`] : []),
      ...(unsure.length > 0
        ? [
            `How much ${listed(unsure)} ${unsure.length === 1 ? 'matters' : 'matter'} may depend on the player.`,
          ]
        : []),
      open === its.length
        ? `With ${name}, nothing makes a clear difference (${its.length} tested).`
        : open === 0
          ? ''
          : `The other ${open} ${open === 1 ? 'makes' : 'make'} no clear difference.`,
    ].filter(text => text !== ''),
    agreement: usefulnessAgreement(
      its,
      weaker.map(one => ({ name: one.participants[0]!.label, its: of(one) })),
    ),
  }
}

function usefulnessAgreement(
  own: readonly Usefulness[],
  weaker: readonly { readonly name: string; readonly its: readonly Usefulness[] }[],
): string {
  if (weaker.length === 0) return ONE_STRENGTH
  return weaker
    .map(({ name, its }) => {
      const against = its.filter(one => {
        const same = own.find(other => other.name === one.name)
        return same && isToldOf(same) && isToldOf(one) && same.verdict !== one.verdict
      })
      return against.length === 0
        ? `${name} doesn't disagree.`
        : `${name} disagrees on ${inWords(against.map(one => one.name))}.`
    })
    .join(' ')
}

export function ladderAnswer(result: RunResult): Found {
  const names = playersInOrder(result).map(({ label }) => label)
  const [best, second] = names as [string, string]
  const met = contests(result.cells).find(
    ({ cell }) =>
      new Set(cell.lineup.participants.map(({ label }) => label)).size === 2 &&
      [best, second].every(name => cell.lineup.participants.some(({ label }) => label === name)),
  )
  const at = met?.cell.lineup.participants.findIndex(({ label }) => label === best) ?? 0
  const odds = met ? oddsOf(met, at) : ''
  const { rungs } = ladderOf(result.cells)
  const gain = odds === '' && !isAhead(rungs, best, second)
  const first =
    odds !== ''
      ? Number.parseInt(odds, 10) > 50
        ? `${best}: it beats ${second} ${odds}.`
        : `${best}, although it loses to ${second} ${odds}.`
      : gain
        ? `${best} or ${second}: it is unclear which is stronger.`
        : `${best}.`
  const fair = fairnessAnswer(result)
  const [short, ...rest] = fair.answer
  const mirror = mirrorsOf(result, 0)[0]
  return {
    answer: [
      `${first} From strong to weak: ${names.join(', ')}.`,
      ...(mirror ? [`Is the game fair between ${agentIn(mirror)} players? ${short!} ${rest.join(' ')}`] : []),
    ],
    agreement: mirror ? fair.agreement : '',
  }
}

/** Whether the ratings show that one agent is stronger than another. */
function isAhead(rungs: ReturnType<typeof ladderOf>['rungs'], best: string, second: string): boolean {
  const of = (name: string) => rungs.find(({ label }) => label === name)?.anytimeElo
  const [a, b] = [of(best), of(second)]
  return a !== undefined && b !== undefined && a.low > b.high
}

/** Bounds that an answer names. */
const BOUNDS_MAX = 3

export function gateAnswer(result: RunResult): Found {
  const findings = gateOf(result)
  const verdict = gateVerdict(findings)
  const of = (one: GateFinding['verdict']): GateFinding[] =>
    findings.filter(finding => finding.verdict === one)
  const [missed, open] = [of('not met'), of('inconclusive')]
  const order = lineupsInOrder(result)
  const told = (some: readonly GateFinding[]): string[] => {
    const sorted = some.toSorted(
      (a, b) => order.indexOf(a.cell.cell.lineup) - order.indexOf(b.cell.cell.lineup),
    )
    const words = sorted.slice(0, BOUNDS_MAX).map(one => {
      const { bound, cell, figure } = one
      return `${upper(figureWords(figure, cell.game.info))}: ${valueWords(one)} with ${nameOf(cell.cell.lineup)}, asked for ${bound.written}.`
    })
    const left = sorted.length - words.length
    return [...words, ...(left > 0 ? [`${left} more ${left === 1 ? 'bound is' : 'bounds are'} below.`] : [])]
  }
  const all = counted(findings.length, 'bound')
  const are = (count: number): string => `${count} ${count === 1 ? 'is' : 'are'}`
  if (findings.length === 0) return { answer: ['These matches have no bound to meet.'], agreement: '' }
  if (verdict === 'met')
    return {
      answer: [
        `Yes: ${findings.length === 1 ? 'its bound is' : findings.length === 2 ? 'both bounds are' : `all ${all} are`} met.`,
      ],
      agreement: '',
    }
  const more = open.length === 0 ? [] : ['More matches would settle the rest.']
  if (missed.length === 0)
    return {
      answer: [`It isn't clear yet: of ${all}, ${are(open.length)} inconclusive.`, ...told(open), ...more],
      agreement: '',
    }
  const rest = open.length === 0 ? '' : ` and ${are(open.length)} inconclusive`
  return {
    answer: [`No: of ${all}, ${are(missed.length)} not met${rest}.`, ...told(missed), ...more],
    agreement: '',
  }
}

const upper = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)
