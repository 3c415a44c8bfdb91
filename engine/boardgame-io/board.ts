/** Where moves happen on a board: as the module says, or as the first moves show for a grid of empty cells. */
import type { Definition, PlainBoard } from '../plain/index.ts'
import { copyOf, type Extras } from './config.ts'
import type { Choice, MatchState, Simulator } from './simulator.ts'

type Drawn = Pick<Definition<MatchState, Choice, object>, 'board' | 'placesOf'>

export function boardFrom({ board, placesOf }: Extras): Drawn {
  if (!board) return {}
  const { at, standings, ...fixed } = board
  return {
    board: {
      ...fixed,
      at: ({ G, ctx }) => (G === null ? fixed.places.map(() => null) : at(G, ctx)),
      ...(standings && { standings: ({ G, ctx }) => (G === null ? [] : standings(G, ctx)) }),
    },
    ...(placesOf && {
      placesOf: (move, { G, ctx }) => ('answer' in move || G === null ? [] : placesOf(move, G, ctx)),
    }),
  }
}

const CELLS_MIN = 9

/**
 * The board of a game that begins with one square grid of cells, each null, in G: as a list or as a list of rows.
 * Every move names a cell, and puts a value there that is its player's alone; else nothing is inferred.
 */
export function boardInferred(simulator: Simulator): Drawn {
  try {
    return inferred(simulator) ?? {}
  } catch {
    return {}
  }
}

function inferred(simulator: Simulator): Drawn | null {
  const start = simulator.start(simulator.flow)
  if (start.roll || typeof start.G !== 'object' || start.G === null) return null
  const grids = Object.entries(start.G).filter(([, value]) => sideOf(value) > 0)
  const [key, grid] = grids[0] ?? []
  if (key === undefined || grids.length > 1) return null
  const side = sideOf(grid)
  const cellsOf = ({ G }: MatchState): readonly unknown[] => (G as Record<string, unknown[]>)[key]!.flat()
  const names = new Map<string, number>()
  const values: unknown[] = []
  for (let position = start, turn = 0; turn < 2; turn++) {
    const [seat, ...others] = simulator.active(position)
    if (seat === undefined || others.length > 0 || values[seat] !== undefined) return null
    const moves = simulator.moves(position, seat)
    const played = moves.map(move => {
      if (!('args' in move)) return null
      const again = (): MatchState => copyOf(position)
      const after = simulator.play(simulator.flow, again(), [[seat, move]], again)
      const cells = cellsOf(after)
      const changed = [...cells.keys()].filter(cell => cells[cell] !== cellsOf(position)[cell])
      if (changed.length !== 1 || after.roll) return null
      const name = nameOf(move)
      if (turn === 0) names.set(name, changed[0]!)
      return names.get(name) === changed[0] ? { after, value: cells[changed[0]!] } : null
    })
    const [first] = played
    if (!first || played.some(one => one?.value !== first.value)) return null
    values[seat] = first.value
    position = first.after
  }
  if (names.size !== side * side || values[0] === values[1]) return null
  const places = [...names].sort(([, a], [, b]) => a - b)
  const board: PlainBoard<MatchState, object> = {
    family: 'squares',
    look: 'grid',
    places: places.map(([name, cell]) => ({ name, at: [cell % side, side - 1 - Math.floor(cell / side)] })),
    signs: [
      ['X', ''],
      ['O', ''],
    ],
    at: position =>
      (position.G === null ? places.map(() => null) : cellsOf(position)).map(value => {
        if (value === null) return null
        const seat = values.indexOf(value)
        return seat < 0 ? { seat: 0, sign: String(value).slice(0, 3) } : { seat, sign: 'XO'[seat]! }
      }),
  }
  return { board, placesOf: move => ('args' in move && names.has(nameOf(move)) ? [nameOf(move)] : []) }
}

const nameOf = ({ args }: { readonly args: readonly unknown[] }): string => args.join(',')

/** The side of a square grid of nulls; 0 for anything else. */
function sideOf(value: unknown): number {
  if (!Array.isArray(value)) return 0
  const cells: unknown[] = value.flat()
  const side = Math.sqrt(cells.length)
  const isGrid = value.every(row => Array.isArray(row))
    ? value.every(row => row.length === side)
    : cells.length === value.length
  return isGrid && Number.isInteger(side) && cells.length >= CELLS_MIN && cells.every(cell => cell === null)
    ? side
    : 0
}
