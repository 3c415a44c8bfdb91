/** Names of modules whose format is said, where nothing in them would show it: `boardgame.io:./game.js`. */

/** The formats that a name may say. */
export const FORMATS = ['boardgame.io'] as const
type Format = (typeof FORMATS)[number]

/** The format that a module's name says, null if it says none, and the rest of the name: a path or a package. */
export function formatIn(name: string): { readonly format: Format | null; readonly file: string } {
  const format = FORMATS.find(one => name.startsWith(`${one}:`)) ?? null
  return { format, file: format === null ? name : name.slice(format.length + 1) }
}

/** The name with another file in its place, in the same format. */
export function refiled(name: string, act: (file: string) => string): string {
  const { format, file } = formatIn(name)
  return named(format, act(file))
}

/** The name of a module in a format. */
export function named(format: Format | null, file: string): string {
  return format === null ? file : `${format}:${file}`
}
