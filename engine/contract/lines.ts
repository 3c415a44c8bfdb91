/** Lines of the texts that people read. */

/** Most characters of a line. */
export const LINE_MAX = 100

/**
 * A text as lines of at most LINE_MAX characters, broken at spaces, or within a word that is longer than a line. All but the
 * first begin with `indent`.
 */
export function foldLine(text: string, indent = '    '): string[] {
  const lines: string[] = []
  let rest = text
  while (rest.length > LINE_MAX) {
    const space = rest.lastIndexOf(' ', LINE_MAX)
    const at = space > rest.search(/[^ ]/) ? space : LINE_MAX
    lines.push(rest.slice(0, at))
    rest = `${indent}${rest.slice(at).trimStart()}`
  }
  return [...lines, rest]
}
