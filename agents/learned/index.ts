/** Agents that play by what `evenhand learn` wrote: the policy itself, and a search for plans over it. */
export { Critic, LEAD_WEIGHT, type Values } from './critic.ts'
export { VALUES, WEIGHTS } from './crosses.ts'
export { Features } from './features.ts'
export {
  encodePolicy,
  type PolicyDescription,
  type PolicyHeader,
  readPolicy,
  rounded,
} from './file.ts'
export {
  learned,
  locatePolicy,
  PLANNER_DEFAULTS,
  type PolicySource,
  planner,
  policyIn,
  policyRefusal,
  policySource,
} from './kinds.ts'
export { Learned } from './learned.ts'
export { LEARN_DEFAULTS, LEARN_MATCHES_MAX, lessonNumbers, ROUNDS_MAX, TESTS_MIN } from './lessons.ts'
export { Planner, type PlannerOptions } from './planner.ts'
export { Policy, type Steps } from './policy.ts'
/** @internal For npm run policies, and tests. */
export {
  hasShipped,
  nearestShipped,
  SHIPPED_DIR,
  SHIPPED_LIST,
  type ShippedEntry,
  type ShippedPolicy,
  shippedFile,
  shippedPolicies,
} from './shipped.ts'
