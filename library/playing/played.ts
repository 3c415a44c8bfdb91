/** Matches that people played, a record each in a folder of their own: no run ever counts them. */
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { readDocument, validate } from '../../documents/index.ts'
import type { GameInfo } from '../../engine/contract/index.ts'
import { HUMAN, type PlayedMatch } from '../../sim/playing/protocol.ts'
import type { Session } from '../../sim/playing/session.ts'
import type { RulesetChanges } from '../../sim/records/line.ts'
import { type MatchRecord, type RecordFields, RecordReader, recordSchema } from '../../sim/records/record.ts'
import { onDisk, statsOf, writeWhole } from '../../sim/store/disk.ts'

/** The folder of matches that people played, if they name none. */
export const PLAYED = 'runs/played'

const ENDING = '.json'
const UNFINISHED = 'left before the end'

/** A name for the record of another match. */
export function freeName(dir: string, game: string): string {
  const taken = new Set(namesIn(dir))
  for (let n = 1; ; n++) if (!taken.has(`${game}-${n}`)) return `${game}-${n}`
}

/** What a record says beside the match itself. */
export interface RecordFacts {
  /** As records name it. */
  readonly game: string
  /** The rules at the start, then those of each change, after so many decisions. */
  readonly rules: readonly (RulesetChanges & { readonly decision: number })[]
  readonly takeBacks: number
  readonly hints: number
}

/** Writes a match, finished or not, as `evenhand replay` reads it. Throws a DiskError. */
export function keepMatch(dir: string, name: string, about: RecordFacts, session: Session): void {
  const { game, rules: all, takeBacks, hints } = about
  const { info } = session.game
  const [{ ruleset, rules }, ...changed] = all as [RecordFacts['rules'][number], ...RecordFacts['rules']]
  const end = session.isOver ? session.result() : null
  const winners = end
    ? [...end.returns.keys()].filter(seat => end.returns[seat]! > fairShare(end.returns))
    : []
  const record = {
    game,
    ruleset,
    ...(Object.keys(rules).length > 0 ? { rules } : {}),
    ...(changed.length > 0 ? { changed } : {}),
    seed: session.seed,
    agents: session.agents,
    ...(takeBacks > 0 ? { takeBacks } : {}),
    ...(hints > 0 ? { hints } : {}),
    ...(session.notes.length > 0 ? { notes: session.notes } : {}),
    decisions: session.decisions.map(({ written }) => written),
    ...(end && {
      winner: winners.length === 1 ? info.seats[winners[0]!]! : null,
      ending: info.endings[end.ending]!.id,
      length: session.steps,
    }),
  }
  const file = join(dir, `${name}${ENDING}`)
  onDisk(file, () => {
    mkdirSync(dir, { recursive: true })
    writeWhole(file, `${JSON.stringify(record)}\n`)
  })
}

const fairShare = (returns: Int32Array): number => returns.reduce((a, b) => a + b) / returns.length

/** The matches in a folder, the newest first. Damaged files, and those of games that aren't loaded, are left out. */
export function playedIn(dir: string): PlayedMatch[] {
  const reader = new RecordReader()
  return namesIn(dir)
    .map(id => ({ id, time: statsOf(join(dir, `${id}${ENDING}`))?.mtimeMs ?? 0 }))
    .sort((a, b) => b.time - a.time || (a.id < b.id ? 1 : -1))
    .flatMap(({ id, time }) => {
      try {
        return [listed(reader, dir, id, new Date(time))]
      } catch {
        return []
      }
    })
}

/** Loads the games that a folder holds matches of, as far as they still load. */
export async function openPlayedGames(dir: string): Promise<void> {
  const reader = new RecordReader()
  for (const id of namesIn(dir))
    try {
      await reader.open(readDocument(join(dir, `${id}${ENDING}`)), dir)
    } catch {
      // Their matches are left out.
    }
}

function listed(reader: RecordReader, dir: string, id: string, date: Date): PlayedMatch {
  const document = readDocument(join(dir, `${id}${ENDING}`))
  const { game, agents, outcome, rules } = reader.read(document, dir)
  const { winner, ending, notes, takeBacks, hints } = document.value as RecordFields
  return {
    id,
    date: dateText(date),
    game: game.info.id,
    rules,
    agents,
    result: resultOf(agents, game.info, { winner, ending }),
    outcome: outcome === '' ? UNFINISHED : outcome,
    isUnfinished: ending === undefined,
    notes: notes?.length ?? 0,
    takeBacks: takeBacks ?? 0,
    hints: hints ?? 0,
  }
}

/** How the only person fared; null where several seats share a win, for a record doesn't say which. */
function resultOf(
  agents: readonly string[],
  { endings, seats }: GameInfo,
  { winner, ending }: { readonly winner: string | null | undefined; readonly ending: string | undefined },
): PlayedMatch['result'] {
  const person = agents.indexOf(HUMAN)
  if (ending === undefined) return 'left'
  if (person < 0 || person !== agents.lastIndexOf(HUMAN)) return null
  if (winner) return winner === seats[person] ? 'won' : 'lost'
  return endings.find(({ id }) => id === ending)?.kind === 'win' ? null : 'draw'
}

/** Opens a played match by its name; null if there is none. Rejects with an InputError for a damaged one. */
export async function openPlayed(dir: string, id: string): Promise<MatchRecord | null> {
  if (!namesIn(dir).includes(id)) return null
  const document = readDocument(join(dir, `${id}${ENDING}`))
  const reader = new RecordReader()
  await reader.open(document, dir)
  return reader.read(document, dir)
}

/** The fields of a played match; null if there is none of that name. Throws an InputError for a damaged one. */
export function readPlayed(dir: string, id: string): RecordFields | null {
  if (!namesIn(dir).includes(id)) return null
  return validate(recordSchema, [readDocument(join(dir, `${id}${ENDING}`))])
}

/** Names of the records in a folder; none if it isn't there. */
function namesIn(dir: string): string[] {
  if (!statsOf(dir)?.isDirectory()) return []
  return onDisk(dir, () => readdirSync(dir), 'read')
    .filter(file => file.endsWith(ENDING))
    .map(file => file.slice(0, -ENDING.length))
    .sort()
}

/** "2026-11-28 09:30", by the clock of this machine. */
function dateText(date: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0')
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-')
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`
}
