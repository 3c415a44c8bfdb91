/** Patterns over short texts, as shells have them for names of files. */

/** Whether the whole text follows one of the patterns, which stand between bars: `*` is any text, `?` any one character. */
export function matches(patterns: string, text: string): boolean {
  return patterns.split('|').some(pattern => matchesOne(pattern.trim(), text))
}

/** Linear in the text for every star: what was matched before the last star never has to be looked at again. */
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
