/** What a golden file holds of a match. */
export interface Golden<RuleSet extends string, Patch> {
  readonly record: {
    readonly game: string
    readonly ruleset: RuleSet
    readonly rules: Patch
    readonly seed: string
    readonly decisions: readonly string[]
  }
  /** What the match's events add up to, in the buffer's order, as one text. */
  readonly events: string
}

/** One with every position on the way, as lines of JSON, one a step. */
export interface Replayed<RuleSet extends string, Patch> extends Golden<RuleSet, Patch> {
  readonly replay: readonly string[]
}
