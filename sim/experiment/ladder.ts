/** The line-ups of a ladder: a round robin of agents, and each of them against itself. */
import { type Document, InputError, Mistakes, section } from '../../documents/index.ts'
import type { ExperimentFile } from './schema.ts'
import { type Lineup, lineupOf, type Participant, playedAs } from './types.ts'

/** Matches of each line-up of a ladder that nobody set. */
export const LADDER_MATCHES = 200

/** A ladder as files describe it. */
type Ladder = NonNullable<ExperimentFile['ladder']>

/**
 * Every agent against itself, in the order given, then every pair, the later agent first. With more than two seats a pair has two line-ups:
 * one seat of the later agent among the earlier one's, and one seat of the earlier among the later one's. `document` is the ladder's own
 * part; `matches` replaces what it says, `otherwise` is what counts where it says nothing. Throws an InputError for all mistakes.
 */
export async function resolveLadder(
  document: Document,
  ladder: Ladder,
  seats: number,
  {
    matches,
    otherwise = LADDER_MATCHES,
  }: { readonly matches: number | undefined; readonly otherwise: number | undefined },
  resolve: (place: Document, agent: Ladder['agents'][number]) => Promise<Participant>,
): Promise<Lineup[]> {
  const mistakes = new Mistakes()
  const agents: Participant[] = []
  for (const [i, agent] of ladder.agents.entries()) {
    const place = section(document, ['agents', i])
    const resolved = await mistakes.wait(() => resolve(place, agent))
    if (!resolved) continue
    const twin = agents.some(other => playedAs(other) === playedAs(resolved))
    if (twin)
      mistakes.add(
        new InputError(
          document.file,
          `found ${resolved.label} again, expected every agent once`,
          place.at([]),
        ),
      )
    agents.push(resolved)
  }
  mistakes.throw()
  const paired = matches ?? ladder.matches ?? otherwise
  const mirrored = matches ?? ladder.mirrors ?? paired
  const fill = (one: Participant, others: Participant): Participant[] => [
    one,
    ...new Array<Participant>(seats - 1).fill(others),
  ]
  const pairs = agents.flatMap((later, i) =>
    agents
      .slice(0, i)
      .flatMap(earlier =>
        seats === 2 ? [fill(later, earlier)] : [fill(later, earlier), fill(earlier, later)],
      ),
  )
  return [
    ...agents.map(agent => lineupOf(fill(agent, agent), mirrored)),
    ...pairs.map(pair => lineupOf(pair, paired)),
  ]
}
