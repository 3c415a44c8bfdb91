/** What the assets of a game are worth: variants of the baseline in which the first agent of every line-up does without one. */
import { type Document, InputError, Mistakes } from '../../documents/index.ts'
import { assetName, assetNamed, type CompiledGame } from '../../engine/contract/index.ts'
import type { ExperimentFile } from './schema.ts'
import type { Lineup, Variant } from './types.ts'

/** The agents that play both sides of a search, and could not leave something to one of them alone. */
const INDIVISIBLE: readonly string[] = ['cfr', 'exploiter', 'restricted']

/** What a game of one's own lacks that says nothing of its assets. */
const SAYING = 'assets and assetOf in its module, or uses where that is in the fast contract'

/**
 * The variants that `usefulness` adds, in the order of the game's assets. Throws an InputError if the game does not say which decisions use its
 * assets, for names of none, and for what happens by itself.
 */
export function handicapsOf(
  document: Document,
  { usefulness }: Pick<ExperimentFile, 'usefulness'>,
  { name: _, ...baseline }: Variant,
  { info, uses }: CompiledGame,
): Variant[] {
  if (!usefulness) return []
  const wrong = (message: string, path: readonly (string | number)[] = []): InputError =>
    new InputError(document.file, message, document.at(['usefulness', ...path]))
  if (!uses) throw wrong(`${info.id} does not say which decisions use its assets, expected ${SAYING}`)
  const usable = info.assets.flatMap(({ automatic }, asset) => (automatic ? [] : [asset]))
  const mistakes = new Mistakes()
  const asked = usefulness === true ? undefined : usefulness.assets
  const chosen = new Set<number>(asked ? [] : usable)
  for (const [i, name] of (asked ?? []).entries())
    mistakes.try(() => {
      for (const asset of assetsCalled(info, name, message => wrong(message, ['assets', i])))
        chosen.add(asset)
    })
  mistakes.throw()
  return usable
    .filter(asset => chosen.has(asset))
    .map(asset => {
      const without = assetName(info, asset)
      return { name: `without ${without}`, ...baseline, without }
    })
}

/** The assets of a group, or the one of that name. */
function assetsCalled(
  info: CompiledGame['info'],
  name: string,
  wrong: (message: string) => InputError,
): number[] {
  const all = [...info.assets.entries()]
  const group = all.filter(([, asset]) => asset.group === name)
  if (group.length > 0) {
    const usable = group.filter(([, { automatic }]) => !automatic)
    if (usable.length === 0) throw wrong(`no decision uses what is of the group ${name}, expected another`)
    return usable.map(([asset]) => asset)
  }
  let asset: number
  try {
    asset = assetNamed(info, name)
  } catch (error) {
    throw wrong(
      `${(error as Error).message}; or a group, one of ${[...new Set(all.map(([, one]) => one.group))].join(', ')}`,
    )
  }
  if (info.assets[asset]!.automatic)
    throw wrong(`no decision uses ${name}, expected an asset that a seat can do without`)
  return [asset]
}

/** Throws an InputError for line-ups whose first agent cannot do without something. */
export function refuseIndivisible(document: Document, lineups: readonly Lineup[]): void {
  for (const { participants } of lineups) {
    const { agent, label } = participants[0]!
    if (INDIVISIBLE.includes(agent))
      throw new InputError(
        document.file,
        `${label} cannot do without an asset, expected another agent beside usefulness`,
        document.at(['usefulness'], 'key'),
      )
  }
}
