/** Short texts: name patterns, words of a shell, guesses at misspelt names. */

/** Whether the whole text matches one of the patterns between bars: `*` is any text, `?` any character. */
export function matchesPattern(patterns: string, text: string): boolean {
  return patterns.split('|').some(pattern => matchesOne(pattern.trim(), text))
}

/** Linear in the text for every star: it never backtracks beyond the last star. */
function matchesOne(pattern: string, text: string): boolean {
  let p = 0
  let star = -1
  let resume = 0
  for (let t = 0; t < text.length; ) {
    if (p < pattern.length && pattern[p] === '*') {
      star = p++
      resume = t
    } else if (p < pattern.length && (pattern[p] === '?' || pattern[p] === text[t])) {
      p++
      t++
    } else if (star >= 0) {
      p = star + 1
      t = ++resume
    } else return false
  }
  while (pattern[p] === '*') p++
  return p === pattern.length
}

/** A text as shells read it as one word. */
export function shellWord(text: string): string {
  return /^[\w./][\w.,:=+/-]*$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}

/** `; did you mean favour?` if a different name is a slip away from what was written, else nothing. */
export function didYouMean(written: string, names: readonly unknown[]): string {
  if (written.length > 40) return ''
  const slips = Math.min(3, Math.max(1, Math.floor(written.length / 3)))
  const near = names
    .filter(name => typeof name === 'string' && name.length <= 40 && name !== written)
    .map(name => ({ name, distance: editDistance(written.toLowerCase(), String(name).toLowerCase()) }))
    .sort(
      (a, b) => a.distance - b.distance || letterDistance(written, a.name) - letterDistance(written, b.name),
    )[0]
  if (near && near.distance <= slips && near.distance < written.length) return `; did you mean ${near.name}?`
  const longer = names.find(name => isLonger(name, written))
  if (longer !== undefined) return `; did you mean ${longer}?`
  const half = names.find(name => beginsLike(name, written, slips))
  return half === undefined ? '' : `; did you mean ${half}?`
}

/** Names that a hint lists. */
const HINTED = 3

/** `; did you mean units.monk.hp?` for the last part of dotted names, else nothing. */
export function didYouMeanPart(written: string, names: readonly string[]): string {
  const whole = names.filter(name => name.endsWith(`.${written}`)).slice(0, HINTED)
  const last = whole.pop()
  if (last === undefined) return ''
  return `; did you mean ${whole.length > 0 ? `${whole.join(', ')} or ` : ''}${last}?`
}

/** Whether the first word of a longer name is a slip away: elefant of elephant-men. */
function beginsLike(name: unknown, written: string, slips: number): boolean {
  if (typeof name !== 'string' || name.length > 40) return false
  const end = name.indexOf('-')
  return end > slips && editDistance(written.toLowerCase(), name.slice(0, end).toLowerCase()) <= slips
}

/** Breaks ties letter by letter: of v0.0 and v0.2, the latter is closer to v0.3. */
function letterDistance(written: string, name: unknown): number {
  const other = String(name)
  if (other.length !== written.length) return Number.POSITIVE_INFINITY
  return [...written].reduce((sum, _, i) => sum + Math.abs(written.charCodeAt(i) - other.charCodeAt(i)), 0)
}

/** Fewest letters of a prefix that identify a word. */
const BEGINNING = 3

function isLonger(name: unknown, written: string): boolean {
  if (typeof name !== 'string' || written.length < BEGINNING || name.length > 40) return false
  const [whole, begun] = [name.toLowerCase(), written.toLowerCase()]
  const isBegun = (part: string): boolean => part.length >= BEGINNING && whole.startsWith(part)
  // Some write the plural of a short form: iters.
  return (
    name.length > written.length && (isBegun(begun) || (begun.endsWith('s') && isBegun(begun.slice(0, -1))))
  )
}

/** Damerau-Levenshtein: letters to insert, drop, change or swap with a neighbour. */
function editDistance(a: string, b: string): number {
  const width = b.length + 1
  const table = new Int32Array((a.length + 1) * width)
  for (let i = 0; i <= a.length; i++) {
    for (let j = 0; j < width; j++) {
      const at = i * width + j
      if (i === 0 || j === 0) {
        table[at] = i + j
        continue
      }
      const changed = table[at - width - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      table[at] = Math.min(changed, table[at - width]! + 1, table[at - 1]! + 1)
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (swapped) table[at] = Math.min(table[at]!, table[at - 2 * width - 2]! + 1)
    }
  }
  return table[table.length - 1]!
}
