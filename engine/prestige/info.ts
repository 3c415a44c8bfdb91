/** The description of a compiled rule set. */
import { type GameInfo, type Gauge, WIN_UNITS } from '../contract/index.ts'
import { ASPECTS } from './learning/aspects.ts'
import { tokensOf } from './learning/tokens.ts'
import { ENDINGS } from './rules/assets.ts'
import { MISSION_PRESTIGE_MAX, TYPE_COUNT } from './rules/parts.ts'
import { SEALED, type Tables } from './rules/tables.ts'
import { extraWords } from './state/dice.ts'
import { GAUGES, HUNDRED } from './state/gauges.ts'
import { identifyingIn, sizeOf } from './state/layout.ts'

export function infoOf(id: string, tables: Tables): GameInfo {
  const { territories, cards, seats } = tables
  const extra = extraWords(tables)
  return {
    id,
    type: {
      // Both sides of an attack pick at the same time, and all put missions back, unless the rules say otherwise.
      dynamics: tables.firstPick === SEALED || tables.together ? 'simultaneous' : 'sequential',
      chance: 'explicit',
      information: 'imperfect',
      utility: 'constant-sum',
    },
    seats: tables.rules.seats.map(({ name }) => name),
    stateSize: sizeOf(territories, cards, seats) + extra,
    identifying: identifyingIn(territories, cards, seats, extra),
    actionCount: tables.actionCount,
    legalMax: tables.legalMax,
    decisionMax: decisionMax(tables),
    stepMax: tables.rounds,
    step: { label: 'round', perTurn: 1 },
    // Missions are paid within a turn, and the others' turns until the next are dozens of decisions, dice and draws.
    horizon: 'turn',
    learning: { tokens: tokensOf(tables), aspects: ASPECTS, practiceOnly: true },
    gauges: gaugesOf(tables),
    assets: tables.assets,
    endings: ENDINGS,
  }
}

/**
 * A bound on decisions: every troop that ever is can be placed once and be the one that a comparison removes, with all
 * dice rolled for it anew; a turn has its moves, its ends of moves and attacks, its counts, and draws of whole decks.
 */
function decisionMax(t: Tables): number {
  const raised = Math.max(t.incomingMin, Math.floor(t.territories / t.incomingPer))
  const troops = t.seats * (t.setupTroops + t.rounds * raised)
  const deckSize = t.cardCopies.reduce((sum, copies) => sum + copies, 0)
  const comparison = 1 + TYPE_COUNT + 2 * t.cap + 2
  const turnOf = t.cap + 2 + TYPE_COUNT + 1 + (2 * t.dossier + 1) * deckSize
  const setupOf = 2 * t.dossier + 2 + TYPE_COUNT
  return troops * (1 + comparison) + t.seats * (setupOf + t.rounds * turnOf)
}

type Description = Readonly<
  Record<(typeof GAUGES)[number], Pick<Gauge, 'label' | 'max' | 'weight' | 'decides'>>
>

/**
 * The weights make a sensible player; no rule depends on them. A third of a win for all the prestige that wins, half a
 * mission's prestige for coming near it, and troops, since whoever has more of them wins later. Weights of twice the size
 * would push leads beyond what the evaluation of agents distinguishes, above all with three and four players.
 */
function gaugesOf({ rules, territories, cap, win }: Tables): Gauge[] {
  const most = Math.max(...rules.deck.cards.map(card => card.prestige))
  const prestige = WIN_UNITS / 3 / win
  const described: Description = {
    prestige: { label: 'prestige', max: win - 1 + most, weight: prestige, decides: ['prestige'] },
    territories: { label: 'territories held', max: territories, weight: 0.9 },
    troops: { label: 'troops on the board and incoming', max: cap, weight: 1.5 },
    missions: {
      label: 'hundredths of prestige within reach',
      max: HUNDRED * MISSION_PRESTIGE_MAX * rules.dossier.size,
      weight: (0.5 * prestige) / HUNDRED,
    },
    prospects: {
      label: 'territories that attacks might take, in hundredths',
      max: HUNDRED * territories,
      weight: 1.5 / HUNDRED,
    },
  }
  return GAUGES.map(id => ({ id, min: 0, zeroSum: false, ...described[id] }))
}
