/** Shows one moment at a time, chosen by keys, buttons, the slider, or on a gauge. */
export const MATCH_SCRIPT = `
const moments = [...document.querySelectorAll('.moment')]
const last = moments.length - 1
const slider = document.querySelector('.controls input')
const count = document.querySelector('.controls output')
const told = document.querySelector('.told')
const button = name => document.querySelector('[data-go="' + name + '"]')
const turning = moments.findIndex(one => one.hasAttribute('data-turning'))
let now = 0
let playing = 0
const cursors = [...document.querySelectorAll('.track')].map(track => {
  const cursor = document.createElement('div')
  cursor.className = 'cursor'
  track.append(cursor)
  const scrub = event => {
    const box = track.getBoundingClientRect()
    go(Math.round(last * (event.clientX - box.left) / box.width))
  }
  track.addEventListener('pointerdown', event => {
    track.setPointerCapture(event.pointerId)
    stop()
    scrub(event)
  })
  track.addEventListener('pointermove', event => {
    if (event.buttons > 0) scrub(event)
  })
  return cursor
})
const show = index => {
  const left = moments[now].querySelector('.field')?.scrollLeft ?? 0
  moments[now].classList.remove('on')
  now = Math.min(last, Math.max(0, index))
  const one = moments[now]
  one.classList.add('on')
  const field = one.querySelector('.field')
  if (field) field.scrollLeft = left
  const title = one.querySelector('h2').textContent
  slider.value = now
  slider.setAttribute('aria-valuetext', title)
  count.textContent = (now + 1) + ' of ' + (last + 1)
  told.textContent = title + '. ' + [...one.querySelectorAll('li')].map(li => li.textContent).join('. ')
  for (const cursor of cursors) cursor.style.left = (last > 0 ? 100 * now / last : 0) + '%'
  button('first').disabled = button('previous').disabled = now === 0
  button('last').disabled = button('next').disabled = now === last
}
const go = index => {
  show(index)
  history.replaceState(null, '', '#' + moments[now].id)
}
const stop = () => {
  clearInterval(playing)
  playing = 0
  button('play').textContent = 'Play'
}
const play = () => {
  if (now === last) go(0)
  button('play').textContent = 'Stop'
  playing = setInterval(() => now === last ? stop() : go(now + 1), 900)
}
const PLACES = {
  first: () => 0,
  previous: () => now - 1,
  next: () => now + 1,
  last: () => last,
  turning: () => turning,
}
const leave = place => {
  stop()
  go(PLACES[place]())
}
for (const place of Object.keys(PLACES)) button(place)?.addEventListener('click', () => leave(place))
button('play').addEventListener('click', () => playing ? stop() : play())
slider.addEventListener('input', () => {
  stop()
  go(Number(slider.value))
})
const KEYS = { ArrowLeft: 'previous', ArrowRight: 'next', Home: 'first', End: 'last' }
const scrolls = target => {
  const field = target.closest('.field')
  return field !== null && field.scrollWidth > field.clientWidth
}
addEventListener('keydown', event => {
  const place = KEYS[event.key]
  if (!place || event.altKey || event.ctrlKey || event.metaKey || event.target.closest('input,pre') || scrolls(event.target)) return
  event.preventDefault()
  leave(place)
})
const named = () => moments.findIndex(one => '#' + one.id === location.hash)
addEventListener('hashchange', () => {
  stop()
  if (named() >= 0) show(named())
})
document.body.classList.add('js')
show(named())
`
