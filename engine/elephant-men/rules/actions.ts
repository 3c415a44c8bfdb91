/** What units can do, and the signs that records write for it. */

/** The family's actions, in the order of their ids. */
export const ACTIONS = ['move', 'block', 'poke', 'shove', 'convert', 'cleave', 'pray'] as const
export type ActionName = (typeof ACTIONS)[number]
export const MOVE = 0
export const BLOCK = 1
export const POKE = 2
export const SHOVE = 3
export const CONVERT = 4
export const CLEAVE = 5
export const PRAY = 6

/** Signs of the notation; `pray` is written ` p` in v0.x and `;` in the golem edition. */
export const SIGNS = ['>', '.', 'x', ';', 'p'] as const
export type Sign = (typeof SIGNS)[number]

/** The sign that an action is written with. */
export function signOf(rules: { readonly pray: { readonly sign: Sign } }, name: ActionName): Sign {
  switch (name) {
    case 'move':
    case 'shove':
      return '>'
    case 'poke':
    case 'convert':
      return '.'
    case 'cleave':
      return 'x'
    case 'block':
      return ';'
    case 'pray':
      return rules.pray.sign
  }
}

/** A mask with a bit for each of some actions. */
export const maskOf = (names: readonly ActionName[]): number =>
  names.reduce((mask, name) => mask | (1 << ACTIONS.indexOf(name)), 0)
