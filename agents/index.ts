/** Agents: the contract, the registered kinds, and foreign agents from modules of the user. */
export type { Agent, AgentKind, AgentModule } from './agent.ts'
export { policyOf } from './agent.ts'
export { learnSettingsIn } from './exploiter.ts'
/** @internal For npm run policies, and tests. */
export {
  Critic,
  encodePolicy,
  Features,
  featuresOf,
  hasShipped,
  LEAD_WEIGHT,
  LEARN_DEFAULTS,
  LEARN_MATCHES_MAX,
  Learned,
  learnNumbers,
  nearestShipped,
  PLANNER_DEFAULTS,
  Planner,
  type PlannerOptions,
  Policy,
  type PolicyDescription,
  type PolicyHeader,
  policyRefusal,
  ROUNDS_FROM_SHIPPED,
  ROUNDS_MAX,
  readPolicy,
  rounded,
  SHIPPED_BRACKETS,
  SHIPPED_DIR,
  SHIPPED_LIST,
  type ShippedBracket,
  type ShippedEntry,
  type ShippedFile,
  type ShippedPolicy,
  type Steps,
  seesWhole,
  shippedFile,
  shippedOutsiders,
  shippedPolicies,
  TESTS_MIN,
  VALUE_WEIGHTS,
  type ValueBracket,
  type ValueWeights,
  WEIGHTS,
} from './learned/index.ts'
export { findAgent, listAgents, makeAgent } from './registry.ts'
export { doingWithout } from './restricted.ts'
export { parseSpec } from './spec.ts'
