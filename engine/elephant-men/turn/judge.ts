/** Whether a phase has ended the match, and how. */
import { NOBODY, packOutcome } from '../../contract/index.ts'
import { BOTH_GONE, BY_ELIMINATION, BY_FAVOUR, BY_LEAD, BY_LENGTH } from '../info.ts'
import type { Tables } from '../rules/tables.ts'
import { DONE, FAVOUR, OUTCOME, OWN } from '../state/layout.ts'

export class Judge {
  /** Favour that wins. */
  readonly #winAt: number
  /** 1 if a side without units loses. */
  readonly #eliminates: number
  readonly #leadWins: boolean
  readonly #stepMax: number

  constructor({ phases, rules }: Tables) {
    this.#winAt = rules.favour.win
    this.#eliminates = rules.elimination === 'loses' ? 1 : 0
    this.#leadWins = rules.limits.tiebreak === 'favour'
    this.#stepMax = phases * rules.limits.turns
  }

  /** Writes the outcome if the match ended with the phase just resolved. */
  judge(s: Int32Array): void {
    const favour = s[FAVOUR]!
    if (favour >= this.#winAt) s[OUTCOME] = packOutcome(BY_FAVOUR, 0)
    else if (favour <= -this.#winAt) s[OUTCOME] = packOutcome(BY_FAVOUR, 1)
    else if ((s[OWN]! | s[OWN + 1]!) === 0) s[OUTCOME] = packOutcome(BOTH_GONE, NOBODY)
    else if (s[OWN] === 0 && this.#eliminates !== 0) s[OUTCOME] = packOutcome(BY_ELIMINATION, 1)
    else if (s[OWN + 1] === 0 && this.#eliminates !== 0) s[OUTCOME] = packOutcome(BY_ELIMINATION, 0)
    else if (s[DONE] === this.#stepMax) this.#runOut(s, favour)
  }

  #runOut(s: Int32Array, favour: number): void {
    if (!this.#leadWins || favour === 0) s[OUTCOME] = packOutcome(BY_LENGTH, NOBODY)
    else s[OUTCOME] = packOutcome(BY_LEAD, favour > 0 ? 0 : 1)
  }
}
