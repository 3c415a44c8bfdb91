/** Matches as lines of JSON, with all rules that no rule set ships, so that they need no other file. */
import { fileKeys, isRecord, literal } from '../../documents/index.ts'
import {
  findGame,
  type GameModule,
  listRulesets,
  readRuleset,
  resolveRules,
} from '../../engine/registry/index.ts'
import { type Experiment, gameNameOf, gameOf, type Lineup, type Variant } from '../experiment/index.ts'
import type { RecordedMatch } from '../match/runner.ts'

/** Rules as records name them: a shipped rule set, and the keys that differ from it. */
export interface RulesetChanges {
  readonly ruleset: string
  readonly rules: Readonly<Record<string, unknown>>
}

/** The ending of a forfeited match in records. */
export const FORFEIT = 'forfeit'

export class RecordWriter {
  readonly #experiment: Experiment
  readonly #named: readonly RulesetChanges[]

  constructor(experiment: Experiment) {
    this.#experiment = experiment
    const game = findGame(gameNameOf(experiment))
    this.#named = experiment.variants.map(variant => rulesetChanges(game, variant))
  }

  /** A match as a line of JSON, without a line end. */
  line(
    variant: number,
    lineup: number,
    block: number,
    rotation: number,
    { decisions, winner, ending, steps, fault }: RecordedMatch,
  ): string {
    const { info } = gameOf(this.#experiment, this.#experiment.variants[variant]!)
    const list = JSON.stringify(decisions)
    const end = {
      winner: info.seats[winner] ?? null,
      ending: fault ? FORFEIT : info.endings[ending]!.id,
      length: steps,
      ...(fault ? { fault: `${info.seats[fault.seat]} ${fault.reason}` } : {}),
    }
    return `${this.start(variant, lineup, block, rotation)}${list.slice(1)},${JSON.stringify(end).slice(1)}`
  }

  /** The line up to its first decision, which no other match of the line-up shares. */
  start(variant: number, lineup: number, block: number, rotation: number): string {
    const { seed, variants, lineups } = this.#experiment
    const { ruleset, rules } = this.#named[variant]!
    const head = {
      game: gameNameOf(this.#experiment),
      ruleset,
      ...(Object.keys(rules).length > 0 ? { rules } : {}),
      ...(variants.length > 1 ? { variant: variants[variant]!.name } : {}),
      seed,
      block,
      rotation,
      agents: agentsBySeat(lineups[lineup]!, rotation),
    }
    return `${JSON.stringify(head).slice(0, -1)},"decisions":[`
  }
}

function agentsBySeat({ participants }: Lineup, rotation: number): string[] {
  return participants.map((_, seat) => participants[(seat + rotation) % participants.length]!.label)
}

/** A variant's rules as changes to its own rule set if shipped, else to the one with the fewest changes. */
export function rulesetChanges(game: GameModule, { ruleset, rules }: Variant): RulesetChanges {
  const shipped = listRulesets(game)
  const candidates = shipped.includes(ruleset) ? [ruleset] : shipped
  const size = (one: RulesetChanges): number => JSON.stringify(one.rules).length
  const [least] = candidates.flatMap(name => changedInto(game, name, rules)).sort((a, b) => size(a) - size(b))
  if (least) return least
  throw new Error(`no rule set of ${game.id} leads to ${ruleset}, expected one that changes no defaults`)
}

/** Empty if no changes turn the rule set into these rules. */
function changedInto(game: GameModule, ruleset: string, rules: unknown): RulesetChanges[] {
  const base = readRuleset(game, ruleset, '.')
  const changes = changesTo(resolveRules(game, base, []), rules, fileKeys(game.schema))
  if (changes === null) return []
  const again = resolveRules(game, base, [literal(changes, 'record')])
  return JSON.stringify(again) === JSON.stringify(rules) ? [{ ruleset, rules: changes }] : []
}

/**
 * The dotted keys and values that turn some rules into others; null if a key would have to go. `whole` parts,
 * which may come from files, change as a whole.
 */
function changesTo(
  from: unknown,
  to: unknown,
  whole: readonly string[],
  prefix = '',
): Record<string, unknown> | null {
  if (!isRecord(from) || !isRecord(to)) return null
  if (Object.keys(from).some(key => !Object.hasOwn(to, key))) return null
  const changes: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(to)) {
    const before = from[key]
    if (JSON.stringify(before) === JSON.stringify(value)) continue
    const path = `${prefix}${key}`
    const below =
      isRecord(before) && isRecord(value) && !whole.includes(path)
        ? changesTo(before, value, whole, `${path}.`)
        : { [path]: value }
    if (below === null) return null
    Object.assign(changes, below)
  }
  return changes
}
