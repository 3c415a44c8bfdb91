/** Features of positions and actions for policies. */
import type { Action, Seat, State } from '../../contract/index.ts'
import type { Tables } from '../rules/tables.ts'
import { Aspects } from './aspects.ts'
import { seenCards } from './scale.ts'
import { Tokens } from './tokens.ts'

export class FeatureExtractor {
  readonly #tokens: Tokens
  readonly #aspects: Aspects

  /** `size`: words of a state. */
  constructor(tables: Tables, size: number) {
    this.#tokens = new Tokens(tables, seenCards(tables))
    this.#aspects = new Aspects(tables, this.#tokens, size)
  }

  tokens(view: State, seat: Seat, out: Int32Array): number {
    return this.#tokens.write(view, seat, out)
  }

  aspects(view: State, seat: Seat, action: Action, out: Int32Array): number {
    return this.#aspects.write(view, seat, action, out)
  }
}
