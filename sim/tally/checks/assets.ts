/** What the sums of assets agree on: seats and agents count the same events. */
import { EVENTS, FIELDED, LOST, USED, WIN_UNITS } from '../../../engine/contract/index.ts'
import {
  ASSET_RATIOS,
  assetOffset,
  qualityOffset,
  RATED_EVENTS,
  RATIO,
  RATIO_SIZE,
  ratedOffset,
  ratioOffset,
  type Side,
  stepsOffset,
  type Tally,
  type TallyLayout,
} from '../layout.ts'
import { products, ratio, same, total, within } from './expect.ts'

/** Most that a match may count of one event. */
const EVENT_MAX = 2 ** 31

/**
 * Throws an Error that says what is wrong unless sums of assets can be those of this many blocks, with `ended`
 * matches without a forfeit.
 */
export function checkAssets(layout: TallyLayout, tally: Tally, blocks: number, ended: number): void {
  const check = new AssetCheck(layout, tally, blocks, ended)
  for (let asset = 0; asset < layout.assets; asset++) check.run(asset)
}

class AssetCheck {
  readonly #layout: TallyLayout
  readonly #tally: Tally
  readonly #blocks: number
  readonly #ended: number
  /** Sum of the squares of the blocks' matches that nobody forfeited. */
  readonly #endedSquares: number

  constructor(layout: TallyLayout, tally: Tally, blocks: number, ended: number) {
    this.#layout = layout
    this.#tally = tally
    this.#blocks = blocks
    this.#ended = ended
    this.#endedSquares = tally[qualityOffset(layout, 'completed') + RATIO_SIZE - 1]!
  }

  run(asset: number): void {
    const { seats, agents } = this.#layout
    // One agent in all seats plays as many times as there are of them.
    const sides: readonly [side: Side, count: number, matches: number][] = [
      ['seat', seats, this.#ended],
      ['participant', agents, (this.#ended * seats) / agents],
    ]
    for (const [side, count, matches] of sides)
      for (let i = 0; i < count; i++) this.#side(side, i, asset, matches)
    const t = this.#tally
    const alike = (what: string, at: (side: Side, index: number) => number): void => {
      const [bySeat, byAgent] = sides.map(([side, count]) =>
        total(Array.from({ length: count }, (_, i) => t[at(side, i)]!)),
      )
      same(`${what} by agent`, byAgent!, bySeat!)
    }
    for (const [e, event] of EVENTS.entries())
      alike(event, (side, i) => assetOffset(this.#layout, side, i, asset) + e)
    for (const [r, name] of ASSET_RATIOS.entries())
      for (const word of [0, 1]) alike(name, (side, i) => ratioOffset(this.#layout, side, i, asset, r) + word)
    for (const e of RATED_EVENTS.keys())
      alike('products of events', (side, i) => ratedOffset(this.#layout, side, i, asset, e) + 1)
    alike('uses times steps', (side, i) => stepsOffset(this.#layout, side, i, asset))
    if (agents > 1) this.#together(asset)
  }

  /** Squares of what seats used together are at least those of each, and at most those of their sum. */
  #together(asset: number): void {
    const { assetUses, seats } = this.#layout
    const roots = Array.from({ length: seats }, (_, seat) => {
      const squares = ratedOffset(this.#layout, 'seat', seat, asset, RATED_EVENTS.indexOf(USED))
      return this.#tally[squares]!
    })
    within('squares of uses', this.#tally[assetUses + asset]!, total(roots), seats * total(roots))
  }

  #side(side: Side, index: number, asset: number, matches: number): void {
    const t = this.#tally
    const at = assetOffset(this.#layout, side, index, asset)
    for (let e = 0; e < EVENTS.length; e++) within('events', t[at + e]!, 0, matches * EVENT_MAX)
    const fielded = t[at + FIELDED]!
    const lost = t[at + LOST]!
    for (const [r, name] of ASSET_RATIOS.entries()) {
      const first = ratioOffset(this.#layout, side, index, asset, r)
      const [x, y] = t.subarray(first, first + 2)
      if (name === 'survived') {
        same('fielded assets', y!, fielded)
        same('surviving assets', x!, fielded - lost)
        ratio('surviving assets', t, first, this.#blocks, fielded + lost)
      } else {
        within('matches with an asset', y!, 0, matches * WIN_UNITS)
        within('win units with an asset', x!, 0, y!)
        ratio('win units with an asset', t, first, this.#blocks, x!)
      }
    }
    for (const [e, event] of RATED_EVENTS.entries()) {
      const first = ratedOffset(this.#layout, side, index, asset, e)
      const [xx, xy, having] = t.subarray(first, first + 3)
      const x = t[at + event]!
      const sums = { n: this.#blocks, x, y: this.#ended, xx: xx!, xy: xy!, yy: this.#endedSquares }
      products('events', sums, x)
      within('products of events', xy!, x, x * this.#layout.seats)
      within('blocks with an event', having!, x > 0 ? 1 : 0, Math.min(x, this.#blocks))
      if (event === USED) {
        const lengths = t[qualityOffset(this.#layout, 'length') + RATIO.indexOf('xx')]!
        const product = t[stepsOffset(this.#layout, side, index, asset)]!
        within('uses times steps', product, 0, Number.MAX_SAFE_INTEGER)
        if (BigInt(product) ** 2n > BigInt(xx!) * BigInt(lengths))
          throw new Error(`uses times steps: found ${product}, expected less`)
      }
      if (x * x > having! * xx!) throw new Error(`blocks with an event: found ${having}, expected more`)
    }
  }
}
