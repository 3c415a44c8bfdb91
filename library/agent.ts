/** `evenhand/agent`: the contract of an agent, and the built-in agents. */
export {
  type Agent,
  type AgentKind,
  type AgentModule,
  findAgent,
  listAgents,
  makeAgent,
  policyOf,
} from '../agents/index.ts'
