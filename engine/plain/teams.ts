/** Finds roles in games that don't declare them: two teams of different size, each with its own endings. */
import { type Callable, disguised } from '../modules/index.ts'
import type { Definition, Outcome } from './define.ts'

/**
 * Watches who wins in the first matches. Two endings are read as roles if each always has the same number of
 * winners, not always the same seats, and both numbers differ and add up to all seats. So partners in fixed seats
 * don't count, nor two ways to win that are open to the same seats.
 */
export class TeamWatch {
  /** By ending: the seats that won, as lists in words. */
  readonly #winners = new Map<string, Set<string>>()

  /** The same definition, watched. */
  watch(definition: Definition): Definition {
    const { endings = {}, outcome, roles } = definition
    if (roles !== undefined || Object.keys(endings).length < 2) return definition
    const watched: Callable = (...all: never[]) => {
      const found = Reflect.apply(outcome, definition, all) as Outcome | null | undefined
      if (found) this.#see(found)
      return found
    }
    return { ...definition, outcome: disguised(watched, outcome as Callable) as Definition['outcome'] }
  }

  #see({ by = '', winner, winners = winner === undefined ? [] : [winner], scores }: Outcome): void {
    if (scores === undefined && winners.length === 0) return
    const seen = this.#winners.get(by) ?? new Set()
    this.#winners.set(by, seen.add([...winners].sort().join(' ')))
  }

  /** The endings that are roles; none unless they clearly are. */
  roles(endings: NonNullable<Definition['endings']>, seats: number): readonly string[] {
    const sizes = [...this.#winners].map(([ending, winners]) => {
      const counts = [...winners].map(list => (list === '' ? 0 : list.split(' ').length))
      const isTeam = ending in endings && winners.size > 1 && new Set(counts).size === 1
      return isTeam ? counts[0]! : 0
    })
    const [one, other] = sizes
    const areTeams = sizes.length === 2 && one! * other! > 0 && one !== other && one! + other! === seats
    return areTeams ? Object.keys(endings).filter(ending => this.#winners.has(ending)) : []
  }
}

export function teamNotes(game: string, roles: readonly string[]): string[] {
  if (roles.length === 0) return []
  const names = roles.map(role => `'${role}'`).join(', ')
  return [
    `${game}: ${roles.join(' and ')} win as teams and change seats from match to match, so verdicts are about these roles. Confirm this with roles: [${names}], or write roles: [] for verdicts on seats only`,
  ]
}
