/** Lines of the texts that people read. */

/** Most characters of a line. */
export const LINE_MAX = 100

/**
 * A text as lines of at most `width` characters, broken at spaces, or within a word that is longer than a line. All but the
 * first begin with `indent`, which is shorter than a line.
 */
export function foldLine(text: string, indent = '    ', width = LINE_MAX): string[] {
  const lines: string[] = []
  let rest = text
  while (rest.length > width) {
    const space = rest.lastIndexOf(' ', width)
    const at = space > rest.search(/[^ ]/) ? space : width
    lines.push(rest.slice(0, at))
    rest = `${indent}${rest.slice(at).trimStart()}`
  }
  return [...lines, rest]
}
