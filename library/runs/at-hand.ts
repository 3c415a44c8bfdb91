/** What a run was played with and its folder alone does not hold, as far as this machine has it. */
import {
  type Experiment,
  isLearner,
  isPupil,
  type Lineup,
  type Participant,
} from '../../sim/experiment/index.ts'
import { POLICIES, placedIn } from '../policies.ts'

/** The first agent by path of a line-up; undefined if it has none. A journal does not know where its module lies. */
export function foreignIn({ participants }: Lineup): string | undefined {
  return participants.find(({ module }) => module !== undefined)?.agent
}

/** Why the matches of a line-up with such an agent cannot be played again, as a clause. */
export function foreignWords(agent: string): string {
  return `played with ${agent}, and its folder does not say where that lies`
}

/** The same of a line-up of players that learned, whose policies are not here. */
export const UNLEARNED = `played by players that learned, whose policies are not in ${POLICIES}`

/** The experiment of a journal as it can be played here, and which of its line-ups can. */
export function playableOf(asked: Experiment): {
  readonly experiment: Experiment
  readonly has: (lineup: Lineup) => boolean
} {
  const learned = placedIn(asked)
  const learns = (one: Participant): boolean => isLearner(one) || isPupil(one)
  const has = (lineup: Lineup): boolean =>
    foreignIn(lineup) === undefined && (learned !== null || !lineup.participants.some(learns))
  return { experiment: learned ?? asked, has }
}
