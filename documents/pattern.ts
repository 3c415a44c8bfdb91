/** Patterns over short texts, like those of shells for file names. */

/** Whether the whole text matches one of the patterns, which are separated by bars: `*` is any text, `?` any one character. */
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
