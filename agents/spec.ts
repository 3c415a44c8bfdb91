/** Agents in one line of text: "mcts:iterations=500". */
import { show } from '../documents/index.ts'

/** An agent and its options, as yet unchecked. */
export interface AgentSpec {
  readonly agent: string
  readonly options: Readonly<Record<string, unknown>>
}

/** Parses such a text. Options follow colons, or another separator. Throws an Error that says what was found and expected. */
export function parseSpec(spec: string, separator = ':'): AgentSpec {
  const [agent, ...pairs] = spec.split(separator)
  const options = pairs.map(pair => {
    const [key, ...value] = pair.split('=')
    if (!key || value.length === 0)
      throw new Error(`option ${show(pair)} of ${show(spec)}, expected key=value`)
    return [key, scalarOf(value.join('='))] as const
  })
  const named = new Map(options)
  if (named.size < options.length) throw new Error(`an option is given twice in ${show(spec)}, expected once`)
  return { agent: agent!, options: Object.fromEntries(named) }
}

/** A number, true or false if the text looks like one, otherwise the text. */
function scalarOf(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true'
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text
}
