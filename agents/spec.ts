/** Agents in one line of text: "mcts:iterations=500". */
import { show } from '../documents/index.ts'

export interface Spec {
  readonly agent: string
  readonly options: Readonly<Record<string, unknown>>
}

/** Takes such a text apart; options stand behind colons, or behind another separator. Throws an Error in plain words. */
export function parseSpec(spec: string, separator = ':'): Spec {
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

/** A value as it is meant: a number or a switch where it looks like one, else text. */
function scalarOf(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true'
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text
}
