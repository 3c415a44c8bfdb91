/** The names by which people call a game's assets. */
import { didYouMean, show } from '../../documents/index.ts'
import type { GameInfo } from './info.ts'

/** What an asset is called: its id, with its group before it where another asset has the same, as `tile/Forge`. */
export function assetName({ assets }: Pick<GameInfo, 'assets'>, asset: number): string {
  const { group, id } = assets[asset]!
  return assets.some((other, i) => i !== asset && other.id === id) ? `${group}/${id}` : id
}

/** The index of the asset of that name, or of its group and id. Throws an Error that lists some names there are. */
export function assetNamed(info: Pick<GameInfo, 'assets'>, name: string): number {
  const names = info.assets.map((_, asset) => assetName(info, asset))
  const found = names.indexOf(name)
  if (found >= 0) return found
  const whole = info.assets.findIndex(({ group, id }) => `${group}/${id}` === name)
  if (whole >= 0) return whole
  const some = names.length > SHOWN ? [...names.slice(0, SHOWN), '...'] : names
  throw new Error(
    `no asset is called ${show(name)}, expected one of ${some.join(', ')}${didYouMean(name, names)}`,
  )
}

/** Most names that a message lists. */
const SHOWN = 12
