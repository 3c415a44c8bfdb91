/** What happened in random matches, by the oracle, so a fuzz test can show that it covered everything. */
import type { PrestigeOracle } from '../oracle/prestige.ts'
import { emptyOnes, meets, missionOf, type Player, territoriesOf } from '../oracle/prestige-parts.ts'

const KINDS = ['territories', 'region', 'pair', 'safe', 'troops', 'combined', 'took', 'removed', 'borders']

/** Situations that a fuzz test must cover. */
export const BRANCHES: readonly string[] = [
  ...KINDS.flatMap(kind => [`${kind}: paid`, `${kind}: met as drawn`]),
  'two missions paid in a turn',
  'cards put under the deck are drawn from',
  'the discard pile becomes the deck',
  'a place stays empty',
  'an empty place is drawn for again',
  'an exchange',
  'new dice in an attack',
  'a conquest',
  'a conquest of the last territory',
  'an attack from a territory just taken',
  'a lone troop moves that another has released',
  'a place to come back to is chosen',
  'a place to come back to is the only one',
  'straight to step 5',
  'the cap cuts incoming troops',
  'a player out, others going on',
  'won by prestige',
  'won by lasting',
  'ended by length',
  'ended by length, somebody being out',
  // The readings that are keys.
  'missions put back at once',
  'a mission is kept that is met as it is drawn',
  'a move after an attack',
  'an open pick is answered',
  'a conquest whose dice were returned',
  'a cleared territory that nobody may enter',
  'a territory that all its troops left',
  'incoming troops rounded up',
  'pieces of types cut incoming troops',
]

/** What a decision may change. */
interface Glance {
  text: string
  turn: string
  prestige: number
  dossiers: (string | null)[][]
  lower: number
  discard: number
  taken: number
  out: number
  /** seats without territories */
  lost: number
  /** territories without troops */
  empty: string[]
}

export class Tally {
  readonly #counts = new Map<string, number>()
  #before: Glance | undefined
  #paid = 0
  /** The attacks of the turn: their territories, the last one last. */
  #attacks: string[][] = []
  /** Empty places of each seat when it last came to step 6. */
  #empty = new Map<string, number>()

  /** How often each of them was met with. */
  counts(): Record<string, number> {
    return Object.fromEntries(BRANCHES.map(branch => [branch, this.#counts.get(branch) ?? 0]))
  }

  begin(): void {
    this.#before = undefined
    this.#empty.clear()
  }

  /** To be called before each decision of the oracle's. */
  see(oracle: PrestigeOracle, actor: string, text: string): void {
    this.#compare(oracle, text)
    const player = oracle.position.players.find(({ name }) => name === actor)
    if (player !== undefined) this.#seeDecision(oracle, player, text)
  }

  /** To be called when the match is over. */
  end(oracle: PrestigeOracle): void {
    this.#compare(oracle, '')
    const { winner, players, rules } = oracle.position
    const isOut = players.some(({ out }) => out)
    if (winner === 'length') this.#add(isOut ? 'ended by length, somebody being out' : 'ended by length')
    else {
      const { prestige } = players.find(({ name }) => name === winner)!
      this.#add(prestige >= rules.prestige.win ? 'won by prestige' : 'won by lasting')
    }
  }

  #add(branch: string): void {
    if (!BRANCHES.includes(branch)) throw new Error(`no branch ${branch}`)
    this.#counts.set(branch, (this.#counts.get(branch) ?? 0) + 1)
  }

  /** What the last decision changed. */
  #compare(oracle: PrestigeOracle, text: string): void {
    const before = this.#before
    const now = glance(oracle, text)
    this.#before = now
    if (before === undefined || oracle.position.round === 0) return
    if (now.turn !== before.turn) {
      this.#paid = 0
      this.#attacks = []
    }
    if (now.prestige > before.prestige) this.#seePaid(oracle, before, now)
    if (before.text.startsWith('draw ')) {
      const card = before.text.slice('draw '.length)
      const drawer = oracle.position.players.find(({ dossier }) => dossier.includes(card))
      if (drawer === undefined) this.#add(`${missionOf(oracle.position, card).kind}: met as drawn`)
      else if (meets(oracle.position, drawer, card)) this.#add('a mission is kept that is met as it is drawn')
    }
    if (before.text.startsWith('pick ')) this.#seeLeft(before, now)
    if (now.lower < before.lower) this.#add('cards put under the deck are drawn from')
    if (now.discard < before.discard) this.#add('the discard pile becomes the deck')
    if (before.text.startsWith('pick ') && text.startsWith('die ')) this.#add('new dice in an attack')
    if (now.taken > before.taken) this.#add('a conquest')
    if (now.taken > before.taken && oracle.rules.attack.survivors === 'returned')
      this.#add('a conquest whose dice were returned')
    if (now.taken > before.taken && now.lost > before.lost) this.#add('a conquest of the last territory')
    if (now.out > before.out && oracle.position.winner === null) this.#add('a player out, others going on')
  }

  /** Territories that an attack leaves empty. */
  #seeLeft(before: Glance, now: Glance): void {
    const [from = '', to = ''] = this.#attacks.at(-1) ?? []
    const isLeft = (name: string): boolean => now.empty.includes(name) && !before.empty.includes(name)
    if (isLeft(to)) this.#add('a cleared territory that nobody may enter')
    if (isLeft(from)) this.#add('a territory that all its troops left')
  }

  #seePaid({ position }: PrestigeOracle, before: Glance, now: Glance): void {
    const seat = position.players.findIndex(({ name }) => before.turn.endsWith(` ${name}`))
    const place = now.dossiers[seat]!.findIndex((card, p) => card !== before.dossiers[seat]![p])
    const card = before.dossiers[seat]![Math.max(place, 0)]!
    // The match may be over, its last mission still lying there, or more than one have been paid for.
    if (place >= 0 && card !== null) this.#add(`${missionOf(position, card).kind}: paid`)
    if (++this.#paid === 2) this.#add('two missions paid in a turn')
  }

  #seeDecision({ position }: PrestigeOracle, player: Player, text: string): void {
    const [verb = '', , from = ''] = text.split(' ')
    const own = territoriesOf(position, player.name).length
    if (verb === 'comeback') {
      const isOnly = emptyOnes(position).length === 1
      this.#add(isOnly ? 'a place to come back to is the only one' : 'a place to come back to is chosen')
    }
    if (verb === 'attack' && position.taken.includes(text.split(' ')[1]!))
      this.#add('an attack from a territory just taken')
    if (verb === 'move') {
      const there = position.troops.filter(({ at }) => at === from)
      if (there.length === 2 && there.some(({ moved }) => moved))
        this.#add('a lone troop moves that another has released')
    }
    if (verb === 'attack') this.#attacks.push(text.split(' ').slice(1))
    if (verb === 'move' && this.#attacks.length > 0) this.#add('a move after an attack')
    if (verb === 'back' && position.rules.setup.together) this.#add('missions put back at once')
    if (verb === 'pick' && position.rules.attack.first !== null) this.#add('an open pick is answered')
    if (verb !== 'keep' && verb !== 'exchange') return
    if (own === 0) this.#add('straight to step 5')
    if (verb === 'exchange') this.#add('an exchange')
    const { troops, incoming } = position.rules
    const onBoard = position.troops.filter(({ seat }) => seat === player.name).length
    const half = own / incoming.share
    const due = Math.max(incoming.min, incoming.roundUp ? Math.ceil(half) : Math.floor(half))
    if (due > Math.max(incoming.min, Math.floor(half))) this.#add('incoming troops rounded up')
    if (player.incoming.length < due)
      this.#add(
        onBoard + player.incoming.length === troops.cap
          ? 'the cap cuts incoming troops'
          : 'pieces of types cut incoming troops',
      )
    const empty = player.dossier.filter(card => card === null).length
    if (empty > 0) this.#add('a place stays empty')
    if (empty < (this.#empty.get(player.name) ?? 0)) this.#add('an empty place is drawn for again')
    this.#empty.set(player.name, empty)
  }
}

function glance({ position }: PrestigeOracle, text: string): Glance {
  const { players, round, turn, lower, discard, taken } = position
  return {
    text,
    turn: `${round} ${turn}`,
    prestige: players.reduce((sum, player) => sum + player.prestige, 0),
    dossiers: players.map(({ dossier }) => [...dossier]),
    lower: lower.length,
    discard: discard.length,
    taken: taken.length,
    out: players.filter(({ out }) => out).length,
    empty: emptyOnes(position),
    lost: players.filter(({ name }) => territoriesOf(position, name).length === 0).length,
  }
}
