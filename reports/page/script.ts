/** The page's script, which sorts tables, and its content security policy. */
import { createHash } from 'node:crypto'

export const SCRIPT = `
for (const head of document.querySelectorAll('thead th')) {
  const button = document.createElement('button')
  button.append(...head.childNodes)
  head.append(button)
  button.addEventListener('click', () => {
    const body = head.closest('table').tBodies[0]
    const at = head.cellIndex
    const down = head.getAttribute('aria-sort') === 'ascending'
    for (const other of head.parentNode.children) other.removeAttribute('aria-sort')
    head.setAttribute('aria-sort', down ? 'descending' : 'ascending')
    const key = row => row.cells[at].textContent
    const compare = (a, b) => {
      const x = key(a), y = key(b)
      if (x === '' || y === '') return (x === '') - (y === '')
      const order = isNaN(x) || isNaN(y) ? x.localeCompare(y, 'en', { numeric: true }) : x - y
      return down ? -order : order
    }
    body.append(...[...body.rows].sort(compare))
  })
}
`

/** The content security policy of a page: nothing may be loaded, and no script run but the page's own. */
export function policyOf(script: string): string {
  return [
    "default-src 'none'",
    'img-src data:',
    "style-src 'unsafe-inline'",
    `script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
}
