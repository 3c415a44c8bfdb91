/** Fields of an author's states that look misspelt, and views that hide a seat's own entries. */
import { didYouMean, isRecord, pathOfPart } from '../../documents/index.ts'
import { type CompiledGame, newState, valueIn } from '../contract/index.ts'
import { walk } from '../laws/index.ts'
import { finding, type GameFinding } from './finding.ts'

const MATCHES = 4

/** Of games of plain values only. */
export function suspectFields(game: CompiledGame, seed: string): GameFinding[] {
  const slips = new Map<string, string>()
  const views = new Map<string, { own: boolean; other: boolean }>()
  const view = newState(game.info)
  let known: readonly string[] = []
  let lost: string | null = null
  for (let match = 0; match < MATCHES; match++)
    walk(game, seed, match, ({ state, decisions, steps }) => {
      const value = valueIn(game, state)
      if (!isRecord(value)) return
      lost ??= pathOfNaN(value)
      // The value is lent: copy the keys now.
      if (decisions === 0 && steps === 0) known = Object.keys(value)
      for (const key of Object.keys(value)) {
        const meant = known.includes(key) ? undefined : known.find(other => isSlip(key, other))
        if (meant !== undefined) slips.set(key, meant)
      }
      for (let seat = 0; seat < game.info.seats.length; seat++) {
        game.observe(state, seat, view)
        compare(value, valueIn(game, view), seat, game.info.seats.length, views)
      }
    })
  const found: GameFinding[] = []
  if (lost !== null)
    found.push(
      finding(
        'warning',
        `the state has NaN at ${lost}`,
        'check the calculation there: it uses something undefined, such as a misspelt field',
      ),
    )
  for (const [key, meant] of slips)
    found.push(
      finding(
        'warning',
        `play adds ${key} to the state, which setup doesn't return; did you mean ${meant}?`,
        'return every field from setup, or fix the name',
      ),
    )
  for (const [key, { own, other }] of views)
    if (own && other)
      found.push(
        finding(
          'note',
          `view hides ${key} from everyone, even from the seat that owns it`,
          'let view show context.seat its own entry, unless nobody may see it, as with a face-down pile',
        ),
      )
    else if (own)
      found.push(
        finding(
          'warning',
          `view hides each seat's own entry of ${key} and shows the others'`,
          "hide the entries of all seats except context.seat, unless players should see everyone's entry but their own",
        ),
      )
  return found
}

function pathOfNaN(value: unknown, path = ''): string | null {
  if (Number.isNaN(value)) return path
  if (typeof value !== 'object' || value === null) return null
  for (const [key, inner] of Object.entries(value)) {
    const found = pathOfNaN(inner, pathOfPart(value, path, key))
    if (found !== null) return found
  }
  return null
}

/** Whether a name may be misspelt: same letters in another order, or one letter off. */
function isSlip(key: string, other: string): boolean {
  const letters = (name: string): string => [...name].sort().join('')
  if (Math.abs(key.length - other.length) > 1) return false
  return letters(key) === letters(other) || didYouMean(key, [other]) !== ''
}

/** Notes whether a seat's view changes its own entry of a per-seat list, or others'. */
function compare(
  state: Record<string, unknown>,
  view: unknown,
  seat: number,
  seats: number,
  found: Map<string, { own: boolean; other: boolean }>,
): void {
  if (!isRecord(view)) return
  for (const [key, list] of Object.entries(state)) {
    const seen = view[key]
    if (!Array.isArray(list) || list.length !== seats || !Array.isArray(seen)) continue
    const entry = found.get(key) ?? { own: false, other: false }
    for (const [owner, part] of list.entries()) {
      if (JSON.stringify(part) === JSON.stringify(seen[owner])) continue
      if (owner === seat) entry.own = true
      else entry.other = true
    }
    found.set(key, entry)
  }
}
