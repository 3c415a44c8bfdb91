/** Reads a page more strictly than browsers do. */

/** Elements that have no end. */
const VOID = new Set(['br', 'img', 'input', 'link', 'meta', 'hr', 'col', 'wbr'])

const TAG = /<(\/?)([a-zA-Z][\w-]*)((?:\s+[\w:-]+(?:=(?:"[^"<]*"|\w+))?)*)\s*(\/?)>/g

/** What a page consists of. */
export interface ReadPage {
  /** Elements that are not closed, ends without a beginning, ids that occur twice, links to ids that are nowhere, and stray marks. */
  readonly errors: readonly string[]
  /** What a reader may see or hear: text, titles and labels of charts. */
  readonly text: string
  /** What the page asks for or leads to. */
  readonly targets: readonly string[]
}

export function readPage(page: string): ReadPage {
  const errors: string[] = []
  const targets: string[] = []
  const ids = new Map<string, number>()
  const open: string[] = []
  const told: string[] = []
  const body = page
    .replace(/^<!doctype html>/, '')
    .replace(/<style>([\s\S]*?)<\/style>/g, (_, css: string) => {
      targets.push(...[...css.matchAll(/url\(([^)]*)\)|@import\s*([^;]*)/g)].map(([all]) => all))
      return ''
    })
    .replace(/<script>[\s\S]*?<\/script>/g, '')
  const text = body.replace(TAG, (_, end: string, name: string, attributes: string, closed: string) => {
    for (const [, key, value] of attributes.matchAll(/([\w:-]+)="([^"]*)"/g)) {
      if (key === 'id') ids.set(value!, (ids.get(value!) ?? 0) + 1)
      if (key === 'aria-label' || key === 'title') told.push(value!)
      if (/^(src|srcset|href|xlink:href|action|formaction|data|poster)$/.test(key!)) targets.push(value!)
      if (key === 'style' && value!.includes('url(')) targets.push(value!)
    }
    if (end === '/') {
      const begun = open.pop()
      if (begun !== name) errors.push(`</${name}> ends <${begun ?? 'nothing'}>`)
    } else if (closed === '' && !VOID.has(name)) open.push(name)
    return ' '
  })
  errors.push(...open.map(name => `<${name}> has no end`))
  errors.push(...[...text.matchAll(/.{0,20}[<>].{0,20}/g)].map(([stray]) => `stray: ${stray}`))
  errors.push(...[...ids].filter(([, count]) => count > 1).map(([id]) => `id ${id} occurs twice`))
  for (const to of targets)
    if (to.startsWith('#') && !ids.has(to.slice(1))) errors.push(`${to} leads nowhere`)
  return { errors, text: [text, ...told].join(' '), targets }
}
