/** The groups in which the help of a command with many options lists them: the ones used most come first. */

const GROUPS = {
  'What to play': [
    'goal',
    'agents',
    'ruleset',
    'rules',
    'format',
    'assets',
    'keys',
    'keep',
    'changes',
    'apart',
  ],
  'In your browser': ['open', 'watch', 'pace', 'terminal', 'live', 'port', 'records'],
  'How long': ['matches', 'decide', 'width', 'sprt', 'minutes', 'seed'],
  'Results on screen': ['details', 'json', 'quiet', 'baseline', 'inconclusive', 'junit', 'github'],
  Files: ['out', 'no-keep', 'fresh', 'records-file', 'recorded', 'matches-table'],
  'Players that learn': ['learn', 'policies'],
  'How well a player can be exploited': ['exploit', 'exploiter', 'exploit-agents'],
  'Speed and limits': ['threads', 'decision-seconds', 'memory', 'chunk', 'pilot', 'machines'],
  'Several machines, and other programs': ['shard', 'backend', 'redis', 'hook'],
} as const

/** A help with fewer options is read at a glance. */
const GROUPED_FROM = 18

/** Options in the order of their groups, each with the title of its group; unchanged if they are few. */
export function grouped<Option extends object>(
  options: Readonly<Record<string, Option>>,
): Record<string, Option & { readonly group?: string }> {
  if (Object.keys(options).length < GROUPED_FROM) return { ...options }
  const listed = Object.entries(GROUPS).flatMap(([title, names]) =>
    names.flatMap(name => (options[name] ? [[name, { ...options[name], group: `${title}:` }] as const] : [])),
  )
  return { ...Object.fromEntries(listed), ...without(options, new Set(listed.map(([name]) => name))) }
}

function without<Option>(
  options: Readonly<Record<string, Option>>,
  names: ReadonlySet<string>,
): Record<string, Option> {
  return Object.fromEntries(Object.entries(options).filter(([name]) => !names.has(name)))
}
