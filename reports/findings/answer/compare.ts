/** What a change did, in a few sentences. */
import type { CellResult, RunResult } from '../../../sim/chunks/results.ts'
import { isMirror, wholeVariants } from '../../../sim/experiment/index.ts'
import { inWords } from '../../formatting.ts'
import { comparisonsOf } from '../changes/comparisons.ts'
import { type Effect, type Effects, effectsOf, effectWords } from '../changes/effects.ts'
import { inOrder } from '../order.ts'
import { shortVerdict } from '../verdicts/words.ts'
import { agentIn, type Found, ONE_STRENGTH, played, qualified } from './fairness.ts'

/** One line-up's effects, by its players. */
export interface PlayersEffects {
  readonly cell: CellResult
  /** "learned", or for different agents "learned vs mcts". */
  readonly players: string
  readonly effects: Effects
}

/** The effects of one variant, the strongest players first; those of different agents last. */
export function effectsByStrength(result: RunResult, variant: string): readonly PlayersEffects[] {
  const all = comparisonsOf(result).filter(one => one.variant.cell.variant.name === variant)
  const cells = inOrder(result, [...new Set(all.map(one => one.variant))])
  return cells.map(cell => ({
    cell,
    players: isMirror(cell.cell.lineup) ? agentIn(cell) : cell.cell.lineup.name,
    effects: effectsOf(all.filter(one => one.variant === cell)),
  }))
}

/** Effects that an answer names. */
const EFFECTS_MAX = 3

export function compareAnswer(result: RunResult): Found {
  const [, after] = wholeVariants(result.experiment)
  const found = effectsByStrength(result, after!.name)
  const [strongest, ...others] = found
  if (!strongest) return { answer: ['Too few matches to compare.'], agreement: '' }
  const { cell, players, effects } = strongest
  const { margin } = result.experiment
  const when = isMirror(cell.cell.lineup) ? played(cell) : `In ${players}`
  const { shown, rest } = effects
  const sentences =
    shown.length === 0
      ? [`${when}, ${rest.replace(/^N/, 'n')}`]
      : [`${when}, ${effectWords(shown, EFFECTS_MAX)}.`]
  return {
    answer: [...sentences, ...(isMirror(cell.cell.lineup) ? [afterWords(result, cell, margin)] : [])],
    agreement: effectAgreement(
      strongest,
      others.filter(one => isMirror(one.cell.cell.lineup)),
    ),
  }
}

const OPEN = 'is not clearly fair or unfair'

/** What the change did to fairness: the verdicts before and after. */
function afterWords({ cells }: RunResult, after: CellResult, margin: number): string {
  const before = cells.find(
    ({ cell }) => cell.lineup === after.cell.lineup && cell.variant !== after.cell.variant,
  )
  const says = (cell: CellResult): string => {
    const short = shortVerdict(cell, margin)
    if (short === 'fair') return 'is fair'
    if (short === 'drawn') return 'is nearly always a draw'
    return short === 'inconclusive' ? OPEN : short
  }
  const [was, is] = [before ? says(before) : '', says(after)]
  if (was === is)
    return is === OPEN
      ? 'It is still unclear whether the game is fair.'
      : qualified(after, `The game ${is}, before and after.`)
  return qualified(after, `After the change, the game ${is}; before, it ${was}.`)
}

/** Whether weaker players show the same changes. */
function effectAgreement(strongest: PlayersEffects, weaker: readonly PlayersEffects[]): string {
  if (weaker.length === 0) return ONE_STRENGTH
  const own = strongest.effects.shown.filter(({ asset }) => asset === '')
  const sorted = weaker.map(one => {
    const its = one.effects.shown.filter(({ asset }) => asset === '')
    const find = ({ on }: Effect): Effect | undefined => own.find(other => other.on === on)
    return {
      players: one.players,
      its,
      opposite: its.filter(effect => find(effect) && find(effect)!.more !== effect.more),
      added: its.filter(effect => !find(effect)),
      missed: own.filter(({ on }) => !its.some(other => other.on === on)),
    }
  })
  const names = (all: typeof sorted): string => inWords(all.map(({ players }) => players))
  const against = sorted.filter(({ opposite }) => opposite.length > 0)
  const rest = sorted.filter(({ opposite }) => opposite.length === 0)
  const none = rest.filter(({ its }) => its.length === 0)
  const agreed = rest.filter(({ its }) => its.length > 0)
  const same = agreed.filter(({ added, missed }) => added.length + missed.length === 0)
  const other = agreed.filter(one => !same.includes(one))
  const verb = (all: typeof sorted, one: string, many: string): string => (all.length === 1 ? one : many)
  const uses = useDisagreement([strongest, ...weaker])
  return [
    ...against.map(
      ({ players, opposite }) => `With ${players}, it is the other way round: ${briefly(opposite)}.`,
    ),
    ...(same.length > 0
      ? [own.length === 0 ? '' : `${names(same)} ${verb(same, 'agrees', 'agree')}: ${briefly(own)}.`]
      : []),
    ...other.map(({ players, added, its }) => {
      const shared = its.filter(effect => !added.includes(effect))
      return shared.length === 0
        ? `With ${players}, ${briefly(added)}.`
        : `${players} agrees on ${briefly(shared)}${added.length > 0 ? `, and also shows ${briefly(added)}` : ''}.`
    }),
    ...(none.length > 0 ? [`With ${names(none)}, no change shows${own.length === 0 ? ' either' : ''}.`] : []),
    uses,
  ]
    .filter(text => text !== '')
    .join(' ')
}

const briefly = (effects: readonly Effect[]): string => inWords(effects.map(({ brief }) => brief))

/** Assets that are named. */
const ASSETS_MAX = 3

/** "Players disagree on monk: greedy uses it more, learned less." */
export function useDisagreement(all: readonly PlayersEffects[]): string {
  const names = [...new Set(all.flatMap(({ effects }) => effects.shown.map(({ asset }) => asset)))]
  const told = names
    .filter(asset => asset !== '')
    .flatMap(asset => {
      const ways = all.flatMap(({ players, effects }) => {
        const effect = effects.shown.find(one => one.asset === asset)
        return effect ? [{ players, more: effect.more }] : []
      })
      const of = (more: boolean): string =>
        inWords(ways.filter(one => one.more === more).map(({ players }) => players))
      return of(true) !== '' && of(false) !== '' ? [`${asset} (${of(true)} more, ${of(false)} less)`] : []
    })
  if (told.length === 0) return ''
  const more = told.length - ASSETS_MAX
  const listed = more > 0 ? [...told.slice(0, ASSETS_MAX), `${more} more`] : told
  return `Players disagree on how often to use ${inWords(listed)}.`
}
