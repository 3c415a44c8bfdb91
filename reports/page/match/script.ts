/** Shows one step of each match on the page, chosen by keys, buttons, the slider, or on a gauge. */
export const MATCH_SCRIPT = `
{
const isAlone = document.body.classList.contains('alone')
const PLACES = {
  first: () => 0,
  previous: now => now - 1,
  next: now => now + 1,
  last: (_, last) => last,
}
const KEYS = { ArrowLeft: 'previous', ArrowRight: 'next', Home: 'first', End: 'last' }
const start = match => {
  const find = name => match.querySelector(name)
  const button = name => find('[data-go=' + name + ']')
  const { seats, places, holdings, changes, lines, texts } = JSON.parse(find('script').textContent)
  const steps = [...match.querySelectorAll('.story > ol > li')]
  const boards = [...match.querySelectorAll('svg.board')]
  const layers = name => boards.map(board => board.querySelector('.' + name).children)
  const [below, frames, above] = changes ? ['below', 'frames', 'above'].map(layers) : []
  // Browsers open what is folded around the place of an address.
  const ids = steps.map(one => one.id)
  for (const one of steps) one.removeAttribute('id')
  find('.story').open = false
  const slider = find('input')
  const last = steps.length - 1
  let now = last
  let playing = 0
  const cursors = [...match.querySelectorAll('.track')].map(track => {
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
  let held = []
  const wordsOf = seat => {
    const own = places.flatMap((place, i) => {
      const words = holdings[held[i]][2][seat]
      return words === null ? [] : [words === '' ? place : place + ' ' + words]
    })
    return own.length === 0 ? [] : [seats[seat] + ': ' + own.join(', ')]
  }
  const draw = index => {
    const before = held
    held = []
    for (const change of changes.slice(0, index + 1))
      for (let i = 0; i < change.length; i += 2) held[change[i]] = change[i + 1]
    const changed = new Set(index > 0 ? changes[index].filter((_, i) => i % 2 === 0) : [])
    const words = seats.flatMap((_, seat) => wordsOf(seat)).join('. ')
    for (const [at, board] of boards.entries()) {
      board.setAttribute('aria-label', words === '' ? 'The board is empty.' : words + '.')
      for (const [place, holding] of held.entries()) {
        frames[at][place].classList.toggle('on', changed.has(place))
        if (before[place] === holding) continue
        below[at][place].innerHTML = holdings[holding][0]
        above[at][place].innerHTML = holdings[holding][1]
      }
    }
  }
  const show = index => {
    now = Math.min(last, Math.max(0, index))
    if (changes) draw(now)
    else find('pre.board').textContent = texts[now].map(line => lines[line]).join('\\n')
    const copy = steps[now].cloneNode(true)
    const title = find('.title')
    title.replaceChildren(...[...copy.querySelectorAll(':scope > b, :scope > mark')].flatMap(one => [one, ' ']))
    find('.caption').replaceChildren(...copy.querySelectorAll(':scope > ul, :scope > p'))
    const text = steps[now].querySelector('b').textContent
    slider.value = now
    slider.setAttribute('aria-valuetext', text)
    find('output').textContent = (now + 1) + ' of ' + (last + 1)
    find('.told').textContent = text + '. ' + [...steps[now].querySelectorAll('li')].map(li => li.textContent).join('. ')
    for (const cursor of cursors) cursor.style.left = (last > 0 ? 100 * now / last : 0) + '%'
    button('first').disabled = button('previous').disabled = now === 0
    button('last').disabled = button('next').disabled = now === last
  }
  const go = index => {
    show(index)
    if (isAlone) history.replaceState(null, '', '#' + ids[now])
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
  const leave = index => {
    stop()
    go(index)
  }
  for (const place of Object.keys(PLACES)) button(place).addEventListener('click', () => leave(PLACES[place](now, last)))
  button('play').addEventListener('click', () => playing ? stop() : play())
  slider.addEventListener('input', () => leave(Number(slider.value)))
  const onKey = event => {
    const place = KEYS[event.key]
    if (!place || event.altKey || event.ctrlKey || event.metaKey || event.target.closest('input,pre')) return
    event.preventDefault()
    leave(PLACES[place](now, last))
  }
  const keyed = isAlone ? document : match
  keyed.addEventListener('keydown', onKey)
  for (const link of match.querySelectorAll('a[href^="#"]')) {
    link.addEventListener('click', event => {
      event.preventDefault()
      leave(ids.indexOf(link.hash.slice(1)))
    })
  }
  const named = () => ids.indexOf(location.hash.slice(1))
  addEventListener('hashchange', () => {
    stop()
    if (named() >= 0) show(named())
  })
  find('.caption').hidden = false
  match.classList.add('js')
  // Play begins at the start from there, and a full board says more than an empty one.
  show(isAlone ? named() : last)
}
for (const match of document.querySelectorAll('.match')) start(match)
}
`
