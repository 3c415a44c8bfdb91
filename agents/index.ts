/** Agents: the contract, the registered kinds, and foreign agents from modules of the user. */
export type { Agent, AgentKind, AgentModule } from './agent.ts'
/** @internal For npm run policies, and tests. */
export {
  encodePolicy,
  hasShipped,
  Learned,
  nearestShipped,
  PLANNER_DEFAULTS,
  Planner,
  type PlannerOptions,
  Policy,
  type PolicyDescription,
  type PolicyHeader,
  readPolicy,
  rounded,
  SHIPPED_DIR,
  SHIPPED_LIST,
  type ShippedEntry,
  type ShippedPolicy,
  shippedFile,
  shippedPolicies,
  WEIGHTS,
} from './learned/index.ts'
export { policyOf } from './policy.ts'
export { findAgent, listAgents, makeAgent } from './registry.ts'
export { doingWithout } from './restricted.ts'
export { parseSpec } from './spec.ts'
