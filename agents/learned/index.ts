/** Agents that play by what `evenhand learn` wrote: `learned`, the policy itself, and `planner`, which looks ahead with it. */
export { Critic, LEAD_WEIGHT, type ValueWeights } from './critic.ts'
export { seesWhole, VALUE_WEIGHTS, WEIGHTS } from './crosses.ts'
export { Features } from './features.ts'
export {
  encodePolicy,
  featuresOf,
  type PolicyDescription,
  type PolicyHeader,
  readPolicy,
  rounded,
} from './file.ts'
export {
  LEARN_DEFAULTS,
  LEARN_MATCHES_MAX,
  Learned,
  learned,
  learnNumbers,
  locatePolicy,
  PLANNER_DEFAULTS,
  type PolicySource,
  planner,
  policyIn,
  policyRefusal,
  policySource,
  ROUNDS_FROM_SHIPPED,
  ROUNDS_MAX,
  TESTS_MIN,
} from './kinds.ts'
export { Planner, type PlannerOptions } from './planner.ts'
export { Policy, type Steps } from './policy.ts'
/** @internal For npm run policies, and tests. */
export {
  hasShipped,
  nearestShipped,
  SHIPPED_BRACKETS,
  SHIPPED_DIR,
  SHIPPED_LIST,
  type ShippedBracket,
  type ShippedEntry,
  type ShippedFile,
  type ShippedPolicy,
  shippedFile,
  shippedOutsiders,
  shippedPolicies,
  type ValueBracket,
} from './shipped.ts'
