// The one adapter between the shape of a rule set's documents and the rules as the oracle reads them. If the YAML turns
// out another way, this file changes and nothing else does.

export const TYPES = ['assault', 'mounted', 'ranged'] as const
export type Type = (typeof TYPES)[number]

/** What a mission asks for, N being `count`: the nine kinds of the ruling, in its order. */
export type Demand =
  | { kind: 'territories'; count: number }
  | { kind: 'region'; region: string }
  | { kind: 'pair'; territories: readonly [string, string] }
  | { kind: 'safe'; count: number }
  | { kind: 'troops'; count: number }
  | { kind: 'combined'; count: number }
  | { kind: 'took'; count: number }
  | { kind: 'removed'; count: number }
  | { kind: 'borders' }

export type Mission = Demand & { name: string; prestige: number }

/** Sides of the dice of a type, where they are others than `dice.sides`. */
type PerType = Partial<Record<Type, number>>

interface Numbers {
  setup: { troops: number; missions: number; backward: boolean; together: boolean; redraw: boolean }
  prestige: { win: number }
  incoming: { min: number; share: number; roundUp: boolean }
  troops: { cap: number; pieces: Record<Type, number> }
  moves: { mixed: boolean; placing: boolean; advance: boolean }
  dice: { sides: number; bonus: number; own: boolean; attack: PerType; defence: PerType }
  attack: {
    refill: boolean
    survivors: 'spent' | 'returned'
    /** who picks first and openly, if not both at once */
    first: 'attacker' | 'defender' | null
    /** what those may do that have moved */
    moved: 'advance' | 'attack' | 'neither'
    guard: boolean
  }
  limits: { rounds: number }
}

interface Switches {
  ties: 'defender' | 'attacker'
  blitz: boolean
  comeback: boolean
}

interface Places {
  /** in turn order */
  seats: readonly { name: string; faction: string }[]
  factions: readonly { name: string; types: readonly Type[] }[]
  /** borders go both ways, whichever of the two names them */
  map: readonly { name: string; region: string; borders: readonly string[] }[]
  deck: readonly Mission[]
}

/** What a caller gives: seats, factions, map and deck, and the rules that differ from the ruling's. */
export type PrestigeDocument = Places & Partial<Switches> & { [Key in keyof Numbers]?: Partial<Numbers[Key]> }

export interface Territory {
  name: string
  region: string
  adjacent: readonly string[]
}

export interface OracleRules extends Numbers, Switches {
  seats: readonly { name: string; types: readonly Type[] }[]
  territories: readonly Territory[]
  deck: readonly Mission[]
}

/**
 * The ruling's numbers. Some keys are called otherwise here: `setup.missions` (cards a dossier), `setup.redraw` (those
 * met as they are drawn are replaced), `setup.together`, `incoming.share` (territories for one incoming troop),
 * `troops.pieces`, `attack.first`, and `dice.bonus` (of a type against the one it beats).
 */
const RULING: Numbers & Switches = {
  setup: { troops: 4, missions: 2, backward: false, together: false, redraw: true },
  prestige: { win: 3 },
  incoming: { min: 2, share: 2, roundUp: false },
  troops: { cap: 50, pieces: { assault: 100, mounted: 100, ranged: 100 } },
  moves: { mixed: false, placing: false, advance: true },
  dice: { sides: 10, bonus: 1, own: false, attack: {}, defence: {} },
  attack: { refill: false, survivors: 'spent', first: null, moved: 'advance', guard: true },
  limits: { rounds: 60 },
  ties: 'defender',
  blitz: true,
  comeback: true,
}

export function rulesOf(document: PrestigeDocument): OracleRules {
  const { seats, factions, map, deck } = document
  return {
    setup: { ...RULING.setup, ...document.setup },
    prestige: { ...RULING.prestige, ...document.prestige },
    incoming: { ...RULING.incoming, ...document.incoming },
    troops: { ...RULING.troops, ...document.troops },
    moves: { ...RULING.moves, ...document.moves },
    dice: { ...RULING.dice, ...document.dice },
    attack: { ...RULING.attack, ...document.attack },
    limits: { ...RULING.limits, ...document.limits },
    ties: document.ties ?? RULING.ties,
    blitz: document.blitz ?? RULING.blitz,
    comeback: document.comeback ?? RULING.comeback,
    seats: seats.map(seat => {
      const faction = factions.find(({ name }) => name === seat.faction)
      if (faction === undefined) throw new Error(`no faction ${seat.faction}`)
      return { name: seat.name, types: TYPES.filter(type => faction.types.includes(type)) }
    }),
    territories: map.map(({ name, region, borders }) => ({
      name,
      region,
      adjacent: map
        .filter(other => borders.includes(other.name) || other.borders.includes(name))
        .map(other => other.name),
    })),
    deck,
  }
}
