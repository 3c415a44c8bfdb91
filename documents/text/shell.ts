/** Words of command lines that messages and pages show. */

/** A text as shells take it for one word. */
export function shellWord(text: string): string {
  return /^[\w./][\w.,:=+/-]*$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
