/** Pointers and keys. Ends with the first question to the server. */
export const KEYS = `
/** A click this near to a place is meant for it: maps are small on phones. */
const NEAR = 26
const centre = one => {
  const { left: x, top: y, width, height } = one.getBoundingClientRect()
  return [x + width / 2, y + height / 2]
}
const nearest = ({ clientX, clientY }) => {
  const found = [...document.querySelectorAll('.hit')]
    .filter(hit => hit.getClientRects().length > 0)
    .map(hit => ({ hit, far: Math.hypot(centre(hit)[0] - clientX, centre(hit)[1] - clientY) }))
    .filter(({ far }) => far <= NEAR)
    .sort((a, b) => a.far - b.far)
  return (found.find(({ hit }) => hit.classList.contains('legal')) ?? found[0])?.hit
}
/** The place whose words stand below the board. */
let named = ''
const name = (hit, more = '') => {
  named = hit?.dataset.place ?? ''
  const words = hit ? hit.dataset.words + more : ''
  put('place', words, () => words)
}
/** Why a click did nothing. */
const whyNot = () =>
  now.phase === 'thinking' ? ' – it is not your turn.'
    : now.phase !== 'choose' ? ''
    : now.plan?.isComplete ? ' – your plan is complete: seal it, or take a step back.'
    : chosen.length > 0 ? ' – no move leads there from ' + path().join(' → ') + '.'
    : nexts().size > 0 ? ' – you have no move there now.' : ' – choose from the list.'
const boards = find('board')
boards.addEventListener('click', event => {
  const on = event.target.closest('.hit')
  const hit = on && (on.classList.contains('legal') || on.classList.contains('chosen')) ? on : (nearest(event) ?? on)
  name(hit)
  if (hit && !(now.phase === 'choose' && touch(hit.dataset.place))) name(hit, whyNot())
})
boards.addEventListener('pointerover', event => {
  const hit = event.target.closest('.hit')
  if ((hit?.dataset.place ?? '') !== named) name(hit)
})
boards.addEventListener('focusin', event => name(event.target.closest('.hit')))

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }
/** The nearest place that way. */
const towards = (from, [dx, dy]) => {
  const [x, y] = centre(from)
  const found = hits()
    .filter(hit => hit !== from)
    .map(hit => {
      const [ox, oy] = [centre(hit)[0] - x, centre(hit)[1] - y]
      const along = ox * dx + oy * dy
      return { hit, along, far: along + 2 * Math.abs(ox * dy - oy * dx) }
    })
    .filter(({ along }) => along > 2)
    .sort((a, b) => a.far - b.far)
  return found[0]?.hit
}
const onBoard = (event, hit) => {
  if (event.key in WAYS) towards(hit, WAYS[event.key])?.focus()
  else if (event.key === 'Enter' || event.key === ' ') touch(hit.dataset.place)
  else return false
  event.preventDefault()
  return true
}
const onList = event => {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (by === undefined) return false
  const all = [...document.querySelectorAll('#list summary, #list button')].filter(one => one.checkVisibility())
  const at = all.indexOf(document.activeElement) + by
  ;(at < 0 ? find('filter') : all[Math.min(at, all.length - 1)])?.focus()
  event.preventDefault()
  return true
}
find('filter').addEventListener('input', choices)
find('filter').addEventListener('keydown', event => {
  if (event.key !== 'Enter') return
  event.preventDefault()
  const moves = matching()
  if (moves.length > 0 && (moves.length === 1 || find('filter').value !== '')) take(moves[0])
})
document.addEventListener('keydown', event => {
  if (!now || event.altKey || event.ctrlKey || event.metaKey || find('help').open) return
  const { target, key } = event
  if (key === 'Escape' && now.phase === 'choose') return back()
  if (target.id === 'filter') return onList(event)
  if (target.matches('input,select,textarea')) return
  const hit = target.closest('.hit')
  if (hit && onBoard(event, hit)) return
  if (find('list').contains(target) && onList(event)) return
  if (key === '?') find('help').showModal()
  else if (key === 'u' || key === 'U') act('take-back')
  else if (key in WAYS && target === document.body) hits()[0]?.focus()
  else if (key.length === 1 && /[\\p{L}\\p{N}/]/u.test(key) && !find('choose').hidden) {
    find('search').hidden = false
    find('filter').focus()
    if (key === '/') event.preventDefault()
  } else return
  if (key === '?' || key in WAYS) event.preventDefault()
})
// On a phone it would push the moves away.
find('guide').open = matchMedia('(min-width: 1000px)').matches
find('keys').addEventListener('click', () => find('help').showModal())
listen()
`
