/** Which part of an author's states guesses have too often or too seldom: told by paths, which stay what they are where lists grow and words move. */
import { pathOfPart } from '../../documents/index.ts'
import { CHANCE, type CompiledGame, newState, partShown, valueIn } from '../contract/index.ts'
import { Balance, seatsIn, walk } from '../laws/index.ts'

/** About how many decisions are played, all matches together. */
const DECISIONS = 20_000
/** Fewest matches with a difference that are judged, and how far the two must be apart, in units of what chance makes of it. */
const MATCHES_MIN = 20
const SCORE_MIN = 5
/** Of the differences of a list, the part from which on they are said to be of order. */
const MOSTLY = 0.95

/** How often a part was something in play and not in a guess for the same view, and the reverse. */
class Count extends Balance {
  readonly path: string
  readonly shown: string

  constructor(path: string, shown: string) {
    super()
    this.path = path
    this.shown = shown
  }
}

/** How often a list differed, and in how many of these times in order alone. */
interface Orders {
  all: number
  order: number
}

/** Plays random matches, and tells which part of the author's states stands out most; null if none does. Throws what the game throws. */
export function unfairPart(game: CompiledGame, samples: number, seed: string): string | null {
  if (!game.text.field) return null
  const counts = new Map<string, Count>()
  const orders = new Map<string, Orders>()
  const guess = newState(game.info)
  let decisions = 0
  for (let match = 0; match < samples && decisions < DECISIONS; match++) {
    decisions += walk(game, `${seed} parts`, match, ({ mask, sealed, state, view, rng }) => {
      if (sealed) return
      for (const seat of seatsIn(game, mask)) {
        if (seat === CHANCE) continue
        game.observe(state, seat, view)
        game.determinize(view, seat, rng, guess)
        compare(valueIn(game, state), valueIn(game, guess), '', counts, orders)
      }
    }).decisions
    for (const count of counts.values()) count.closeMatch()
  }
  const worst = [...counts.values()].reduce<Count | null>(
    (most, next) => (next.score(MATCHES_MIN) > (most?.score(MATCHES_MIN) ?? SCORE_MIN) ? next : most),
    null,
  )
  if (worst === null) return null
  const list = [...orders].find(
    ([path, { all, order }]) => worst.path.startsWith(`${path}[`) && order >= MOSTLY * all,
  )
  if (list)
    return `guesses have the entries of ${list[0]} in another order than play: ${worst.path} was ${worst.shown} ${worst.played} times in play alone and ${worst.guessed} times in a guess alone; expected them sorted, or shuffled, as play has them`
  return `in random matches, ${worst.path} was ${worst.shown} ${worst.played} times where a guess for the same view said otherwise, and a guess said so ${worst.guessed} times where it was not; expected one about as often as the other`
}

/** Counts the parts in which a state and a guess differ. */
function compare(
  played: unknown,
  guessed: unknown,
  path: string,
  counts: Map<string, Count>,
  orders: Map<string, Orders>,
): void {
  if (!isTable(played) || !isTable(guessed) || Array.isArray(played) !== Array.isArray(guessed)) {
    if (Object.is(played, guessed)) return
    countOf(counts, path, played).count(true)
    countOf(counts, path, guessed).count(false)
    return
  }
  if (Array.isArray(played)) countOrder(played, guessed as unknown as readonly unknown[], path, orders)
  for (const key of new Set([...Object.keys(played), ...Object.keys(guessed)]))
    compare(played[key], guessed[key], pathOfPart(played, path, key), counts, orders)
}

function countOrder(
  played: readonly unknown[],
  guessed: readonly unknown[],
  path: string,
  orders: Map<string, Orders>,
): void {
  const [one, other] = [played, guessed].map(list => list.map(part => JSON.stringify(part) ?? ''))
  if (one!.join() === other!.join()) return
  const known = orders.get(path) ?? { all: 0, order: 0 }
  known.all++
  if (one!.toSorted().join() === other!.toSorted().join()) known.order++
  orders.set(path, known)
}

function countOf(counts: Map<string, Count>, path: string, value: unknown): Count {
  const said = partShown(value)
  const key = `${path} ${said}`
  const known = counts.get(key)
  if (known) return known
  const fresh = new Count(path, said)
  counts.set(key, fresh)
  return fresh
}

function isTable(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
