/** `--goal`: bounds that levers are to reach. */
import { InputError, show } from '../../documents/index.ts'
import type { Args } from './options.ts'

/** A figure, and where its bound begins: at a sign, or at a number that stands apart. */
const GOAL = /^\s*([^<>\s].*?)\s*(?::\s*|(?=[<>])|\s(?=-?[\d.]))\s*(.+)$/

/** `--goal` as experiment files say it: bounds by figure; undefined where it was not given. Throws an InputError for what is no bound. */
export function goalsGiven(args: Args): Record<string, string> | undefined {
  if (!Array.isArray(args.goal)) return undefined
  const goals = new Map<string, string>()
  for (const written of args.goal.map(String)) {
    const [, figure, bound] = GOAL.exec(written) ?? []
    if (figure === undefined || bound === undefined)
      throw new InputError('--goal', `found ${show(written)}, expected a figure and a bound: 'draws < 20 %'`)
    if (goals.has(figure)) throw new InputError('--goal', `found ${figure} twice, expected once`)
    goals.set(figure, bound)
  }
  return Object.fromEntries(goals)
}
