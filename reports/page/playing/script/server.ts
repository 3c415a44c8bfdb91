/** What the page asks its server for, and hears from it. */
export const SERVER = `
const find = id => document.getElementById(id)
const el = (tag, props, ...inside) => {
  const one = Object.assign(document.createElement(tag), props)
  one.append(...inside.flat().filter(part => part !== null))
  return one
}
const button = (text, onclick, more) => el('button', { type: 'button', onclick, ...more }, text)
const sleep = ms => new Promise(done => setTimeout(done, ms))

/** The position on the page. */
let now = null
/** Places chosen so far, beyond those that all moves have in common. */
let chosen = []
let isBusy = false
/** What each region was made of. */
const made = new Map()

/** Renews a region if what it is made of has changed. */
const put = (id, of, make) => {
  const key = JSON.stringify(of)
  if (made.get(id) === key) return false
  made.set(id, key)
  find(id).replaceChildren(...[make()].flat().filter(part => part !== null))
  return true
}

const say = text => {
  find('said').textContent = text
  find('said').hidden = text === ''
}
const LOST = 'The server does not answer. Trying again …'
const GONE = 'The server plays another match, or was restarted. Open the address that it printed last.'
const lose = text => {
  find('lost').textContent = text
  find('lost').hidden = text === ''
}

/** Waits for news as long as the page is open. */
const listen = async () => {
  for (let failures = 0; ; ) {
    try {
      const answer = await fetch('position?after=' + (now ? now.version : -1), { cache: 'no-store' })
      if (answer.status === 403) lose(GONE)
      if (!answer.ok) throw answer
      const position = await answer.json()
      failures = 0
      lose('')
      show(position)
    } catch (error) {
      failures++
      if (find('lost').hidden) lose(LOST)
      await sleep(Math.min(4000, 250 * 2 ** failures))
    }
  }
}

/** What a choice is about; news of a hint or of who is ahead doesn't change it. */
const matter = () => JSON.stringify([now.match, now.phase, now.viewer, now.moves, now.plan])

/** What may wait for an answer: it isn't about the moves on the page. */
const ASIDE = ['hint', 'evaluate', 'note', 'pace']
/** What the request under way is about. */
let pending = ''
/** Asks for something. Returns whether it was done. */
const act = async (what, more = {}) => {
  const isAside = ASIDE.includes(what)
  const seen = matter()
  // A second click on the same moves is none. But news may show the next moves before the answer is here.
  if (isBusy && !isAside && seen === pending) return false
  while (isBusy) await sleep(20)
  const before = matter()
  if (!isAside && before !== seen) return false
  pending = before
  isBusy = true
  document.body.classList.add('busy')
  let isDone = false
  try {
    const answer = await fetch('act', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ act: what, ...(what === 'new' || what === 'resume' ? {} : { version: now.version }), ...more }),
    })
    const body = await answer.json()
    lose('')
    isDone = answer.ok
    if (answer.ok) show(body)
    else {
      if (body.position) show(body.position)
      if (answer.status === 409 && matter() === before) {
        isBusy = false
        return await act(what, more)
      }
      say(answer.status === 409 ? 'Another tab has gone on. This is the position now; choose again.' : body.error)
    }
  } catch {
    lose(LOST)
  }
  isBusy = false
  document.body.classList.remove('busy')
  return isDone
}
`
