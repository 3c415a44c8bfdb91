/** The luck of a match: a generator for each participant and for chance, reseeded in every block. */
import { CHANCE, type Seat } from '../../engine/contract/index.ts'
import { COUNTER, derive, RNG_WORDS } from '../../engine/rng.ts'

const CHANCE_STREAM = 0

/** The participant in a seat, in a rotation of a line-up. */
export function participantAt(seat: Seat, rotation: number, seats: number): number {
  const turned = seat + rotation
  return turned < seats ? turned : turned - seats
}

export class Generators {
  /** By seat, CHANCE included: seat s has its participant's stream. Seats that the game lacks stay unused. */
  readonly bySeat: readonly Int32Array[] = Array.from({ length: CHANCE + 1 }, () => new Int32Array(RNG_WORDS))
  readonly #seats: number
  /** Generators by stream at the start of block `#seeded` of the seed `#root`. */
  readonly #streams: readonly Int32Array[]
  /** A game without chance needs no stream for it. */
  readonly #firstStream: number
  #seeded = -1
  readonly #root = new Int32Array(RNG_WORDS)

  constructor(seats: number, hasChance: boolean) {
    this.#seats = seats
    this.#streams = Array.from({ length: 1 + seats }, () => new Int32Array(RNG_WORDS))
    this.#firstStream = hasChance ? CHANCE_STREAM : CHANCE_STREAM + 1
  }

  /**
   * Gives every seat its participant's generator in this block: the same in all rotations, so derived once.
   * `root` are the words of the experiment's seed.
   */
  seed(root: Int32Array, block: number, rotation: number): void {
    const streams = this.#streams
    if (this.#seeded !== block || arraysDiffer(this.#root, root)) {
      for (let stream = this.#firstStream; stream < streams.length; stream++)
        derive(streams[stream]!, root, block, stream)
      this.#seeded = block
      copyWords(root, this.#root)
    }
    if (this.#firstStream === CHANCE_STREAM) copyWords(streams[CHANCE_STREAM]!, this.bySeat[CHANCE]!)
    for (let seat = 0; seat < this.#seats; seat++)
      copyWords(streams[1 + participantAt(seat, rotation, this.#seats)]!, this.bySeat[seat]!)
  }

  /** Whether a game without chance drew for it. */
  drewForbiddenChance(): boolean {
    return this.#firstStream !== CHANCE_STREAM && this.bySeat[CHANCE]![COUNTER] !== 0
  }
}

/** Word by word: V8 doesn't unroll loops. */
function copyWords(from: Int32Array, to: Int32Array): void {
  to[0] = from[0]!
  to[1] = from[1]!
  to[2] = from[2]!
  to[3] = from[3]!
}

/** Whether two arrays of one length differ. */
export function arraysDiffer(a: Int32Array, b: Int32Array): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return true
  return false
}
