/** The qualities of a rule set: what tallies say of how its matches went. */

/**
 * How matches went, each as a ratio x of y over blocks. Leads are those of the headline gauge, after steps; a seat leads if it is ahead of
 * all others. `won` stands for the matches that one seat won alone. Without faults, and from `leadChanges` on without matches of no step and
 * of the blocks that are FOLLOWED alone (sim/tally/samples).
 */
export const QUALITIES = [
  /** Matches that ended before the turn limit, of all. */
  'completed',
  /** Matches won, of all. */
  'decisive',
  /** Decisions of seats and chance, a match. */
  'decisions',
  /** Steps a match. */
  'length',
  /** Actions to choose from, a decision of a seat; of the blocks that are COUNTED. */
  'options',
  /** Times the lead went to another seat than had led last, a match. */
  'leadChanges',
  /** Steps at which the winner was behind, of the steps of matches won. */
  'behind',
  /** How far behind the winner was, a step at which it was. */
  'deficit',
  /** The most that the winner's lead grew from one step to the next, a match won. */
  'swing',
  /** Matches won by who led half-way, of those won in which somebody did. */
  'halfLeader',
  /** The same after three quarters of the steps. */
  'lateLeader',
] as const
export type Quality = (typeof QUALITIES)[number]
