/** Makes a line-up's agents, and a cell for every variant. */
import { doingWithout, findAgent, makeAgent } from '../../agents/index.ts'
import type { CompiledGame } from '../../engine/contract/index.ts'
import { describeChange, moduleHash } from '../../engine/modules/index.ts'
import { loadGame } from '../../engine/registry/index.ts'
import {
  type Experiment,
  gameNameOf,
  gameOf,
  isLearner,
  isMirror,
  type Lineup,
  membersOf,
  optionsOf,
  pairingsOf,
  separateGameOf,
} from '../experiment/index.ts'
import type { MatchAgent } from '../match/asker.ts'
import { DECISION, LOADING, MAKING, PARTICIPANT, SERIAL, VARIANT } from '../match/heartbeat.ts'
import { MatchRunner } from '../match/runner.ts'
import { layoutTally } from '../tally/layout.ts'
import { Tallier } from '../tally/tallier.ts'
import { CellRunner } from './cell.ts'
import { metricsOfVariant } from './results.ts'

/**
 * One cell per variant. The heartbeat names the agent being loaded or made, since foreign code may hang
 * there. Rejects with an Error if an agent can't be made, or if its module or the game's has changed.
 */
export async function prepareLineup(
  experiment: Experiment,
  lineup: Lineup,
  heartbeat: Int32Array,
): Promise<CellRunner[]> {
  const cells: CellRunner[] = []
  const { source } = experiment
  if (source && moduleHash(gameNameOf(experiment)) !== source.sha256)
    throw new Error(
      `${describeChange('game', gameNameOf(experiment), source.files)} was changed during the run, expected it unchanged`,
    )
  await loadGame(gameNameOf(experiment))
  const games = experiment.variants.map(variant => gameOf(experiment, variant))
  for (const [v, game] of games.entries()) {
    heartbeat[VARIANT] = v
    const agents = await makeAgents(experiment, lineup, v, game, heartbeat)
    const metrics = metricsOfVariant(experiment, games, v)
    const layout = layoutTally(game, isMirror(lineup))
    cells.push(
      new CellRunner(
        game.info,
        pairingsOf(experiment, lineup),
        agents,
        new MatchRunner(game, agents[0]!),
        () => new Tallier(game, layout),
        metrics,
      ),
    )
  }
  return cells
}

/** Agents in variant `v`: [member of the population][participant]. */
export async function makeAgents(
  experiment: Experiment,
  lineup: Lineup,
  v: number,
  game: CompiledGame,
  heartbeat: Int32Array,
): Promise<MatchAgent[][]> {
  const variant = experiment.variants[v]!
  const members = membersOf(experiment, lineup)
  const agents: MatchAgent[][] = Array.from({ length: members }, () => [])
  for (const [e, participant] of lineup.participants.entries()) {
    const { agent, module } = participant
    heartbeat[DECISION] = LOADING
    heartbeat[SERIAL] = (heartbeat[SERIAL]! + 1) | 0
    heartbeat[PARTICIPANT] = 1 + e
    const kind = await findAgent(agent)
    heartbeat[DECISION] = MAKING
    const foreign = module !== undefined
    if (foreign && moduleHash(agent) !== module)
      throw new Error(`agent module ${agent} was changed during the run, expected it unchanged`)
    const own = foreign ? separateGameOf(experiment, variant) : game
    let made: MatchAgent | null = null
    for (const [member, line] of agents.entries()) {
      // Only learners differ from member to member.
      if (made === null || isLearner(participant)) {
        const make = (its: CompiledGame) =>
          makeAgent(kind, its, optionsOf(experiment, v, participant, member))
        const { without } = variant
        const agent = without === undefined || e > 0 ? make(own) : doingWithout(own, [without], make)
        made = { agent, foreign }
      }
      line.push(made)
    }
  }
  heartbeat[PARTICIPANT] = 0
  return agents
}
