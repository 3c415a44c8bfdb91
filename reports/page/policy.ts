/** What a page lets the browser do. */
import { createHash } from 'node:crypto'

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
