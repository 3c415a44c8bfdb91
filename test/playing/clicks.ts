/** Clicks through a match on the page, at random but always the same. */
import type { Page } from 'playwright-core'

/** What may be clicked now: targets on the board, moves, the plan's seal, the cover. */
const CLICKABLE = '.hit.legal, #list button, #plan .main:not(:disabled), #pass button, #cover button'

/** Runs in the page: clicks until the match is over, or so often. Returns the number of clicks. */
const CLICKS = `async ({ clickable, most, seed }) => {
  let word = seed
  const pick = list => {
    word = (Math.imul(word, 1664525) + 1013904223) >>> 0
    return list[Math.floor((word / 2 ** 32) * list.length)]
  }
  const sleep = ms => new Promise(done => setTimeout(done, ms))
  for (let clicks = 0; ; ) {
    if (document.querySelector('#over button') || clicks === most) return clicks
    const busy = document.body.classList.contains('busy')
    const shown = [...document.querySelectorAll(clickable)].filter(one => one.getClientRects().length > 0)
    if (busy || shown.length === 0) {
      await sleep(2)
      continue
    }
    const planned = document.querySelectorAll('#plan li').length
    const seal = shown.find(one => one.closest('#plan, #pass'))
    // Few steps a plan: then matches are short.
    const one = seal && (planned >= 2 || shown.length === 1) ? seal : pick(shown.filter(other => other !== seal))
    one.dispatchEvent(new MouseEvent('click', { bubbles: true }))
    clicks++
  }
}`

export async function clickOn(page: Page, most: number, seed = 1): Promise<number> {
  return await page.evaluate(`(${CLICKS})(${JSON.stringify({ clickable: CLICKABLE, most, seed })})`)
}
