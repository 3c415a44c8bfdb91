/** Warnings of node that say nothing to who plays a game. */

/**
 * Keeps node from warning that a package.json does not say what its .js files are: it loads them all the same, and each thread would tell anew.
 * Its text is run in threads of node's own, too, so it names nothing from outside; and no function within it has a name, for which tsx would add a call
 * of a helper that is outside.
 */
export function hush(process: { emitWarning: unknown }): void {
  const mark = Symbol.for('evenhand.hushed')
  const emit = process.emitWarning as (...all: unknown[]) => void
  if (mark in emit) return
  process.emitWarning = Object.assign(
    (...all: unknown[]): void => {
      const [, type, code] = all
      const told = typeof type === 'object' && type !== null && 'code' in type ? type.code : code
      if (told !== 'MODULE_TYPELESS_PACKAGE_JSON') Reflect.apply(emit, process, all)
    },
    { [mark]: true },
  )
}
