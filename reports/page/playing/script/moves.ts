/** Choosing a move: a walk through the places of the legal ones, or a search of their list. */
export const MOVES = `
const startsWith = (places, prefix) => prefix.every((place, i) => places[i] === place)
/** The places with which all moves begin that have places. */
const common = moves => {
  const [first, ...others] = moves.map(({ places }) => places).filter(places => places.length > 0)
  if (!first) return []
  let length = first.length
  for (const places of others) while (!startsWith(places, first.slice(0, length))) length--
  return first.slice(0, length)
}
const path = () => [...common(now.moves), ...chosen]
/** Moves that are left once places are chosen. To seal is to do no more. */
const left = () => now.moves.filter(({ id, places }) =>
  chosen.length === 0 ? id !== now.plan?.done : startsWith(places, path()))
/** Places that may be chosen next. */
const nexts = () => {
  const at = path().length
  return new Set(left().flatMap(({ places }) => places.slice(at, at + 1)))
}
/** A click on a place: narrows, goes back, or starts over. Takes the move if only one is left. */
const touch = place => {
  const base = common(now.moves)
  const at = path()
  if (nexts().has(place)) chosen.push(place)
  else if (chosen.includes(place)) chosen = chosen.slice(0, chosen.indexOf(place))
  else if (now.moves.some(({ places }) => startsWith(places, [...base, place]))) chosen = [place]
  else return false
  find('filter').value = ''
  const moves = left()
  if (chosen.length > 0 && moves.length === 1 && moves[0].places.length === path().length) take(moves[0])
  else choices()
  return true
}
const take = async move => {
  chosen = []
  find('filter').value = ''
  await act('choose', { move: move.id })
}
const back = () => {
  if (find('filter').value !== '') find('filter').value = ''
  else if (chosen.length > 0) chosen.pop()
  else return
  choices()
}

/** What stands on a place, if a group is named after one; if nothing does, a step of the plan leads there. */
const isHeld = hit => hit.dataset.words.includes(': ')
const wordsOf = name => {
  const hit = [...document.querySelectorAll('.hit')].find(one => one.dataset.place === name)
  if (hit && !isHeld(hit) && now.plan?.places.some(places => places.length > 1 && places.at(-1) === name)) return name + ', where your plan leads'
  return hit?.dataset.words ?? name
}
/** How to group moves: as the server says, or if that is one group for all, by what their labels begin with. */
const headOf = label => (label.includes(': ') ? label.slice(0, label.indexOf(': ')) : '')
const groupsOf = moves => {
  const isOne = new Set(moves.map(({ group }) => group)).size === 1
  return isOne && new Set(moves.map(({ label }) => headOf(label))).size > 1 ? ({ label }) => headOf(label) : ({ group }) => group
}
/** The moves of a group with their labels, without what all of them begin with. */
const shortened = moves => {
  const [first, ...others] = moves.map(({ label }) => label)
  let length = 0
  for (const { index } of first.matchAll(/[,:] /g)) {
    if (others.length === 0 || !others.every(label => label.startsWith(first.slice(0, index + 2)))) break
    length = index + 2
  }
  return moves.map(move => [move, move.label.slice(length)])
}
/** Most moves that are shown at once, and open without a click. */
const SHOWN = 200
const OPEN = 14
const matching = () => {
  const words = find('filter').value.toLowerCase().split(/\\s+/)
  return left().filter(({ label, written, group }) => {
    const text = (group + ' ' + label + ' ' + written).toLowerCase()
    return words.every(word => text.includes(word))
  })
}
const moveButton = (move, text) =>
  button(text, () => take(move), { className: 'move', title: move.written === move.label ? '' : move.written })

/** Draws the remaining choices, on the board and in the list. */
const choices = () => {
  const isChoosing = now.phase === 'choose'
  find('choose').hidden = !isChoosing || !(canPass() || now.moves.some(({ id }) => id !== now.plan?.done))
  const legal = isChoosing ? nexts() : new Set()
  const at = isChoosing ? path() : []
  for (const hit of document.querySelectorAll('.hit')) {
    const { place, words } = hit.dataset
    const isLegal = legal.has(place)
    hit.classList.toggle('legal', isLegal)
    hit.classList.toggle('chosen', at.includes(place) && (legal.size > 0 || chosen.length > 0))
    const isButton = isLegal || chosen.includes(place)
    for (const [name, value] of [['tabindex', '0'], ['role', 'button'], ['aria-label', words]])
      if (isButton) hit.setAttribute(name, value)
      else hit.removeAttribute(name)
    if (chosen.includes(place)) hit.setAttribute('aria-pressed', 'true')
    else hit.removeAttribute('aria-pressed')
  }
  ask(legal.size > 0)
  if (!isChoosing) return
  const moves = matching()
  const filter = find('filter').value
  find('search').hidden = now.moves.length <= OPEN && filter === ''
  find('choose').classList.toggle('narrowed', chosen.length > 0)
  put('path', [chosen, now.version], () =>
    chosen.length === 0 ? null : [el('span', {}, path().join(' → ')), button('Back', back)],
  )
  put('count', [moves.length, left().length, filter], () =>
    filter !== '' && moves.length === 0
      ? 'No move matches. Escape clears the search.'
      : moves.length === 0 ? 'There is nothing to order.'
      : moves.length === 1 ? '1 move' : moves.length + ' moves',
  )
  put('list', [moves, filter, chosen], () => {
    const groups = new Map()
    const group = groupsOf(moves)
    for (const move of moves.slice(0, SHOWN)) groups.set(group(move), [...(groups.get(group(move)) ?? []), move])
    const isOpen = moves.length <= OPEN || filter !== '' || chosen.length > 0 || groups.size === 1
    const alone = (groups.get('') ?? []).map(move => moveButton(move, move.label))
    groups.delete('')
    const parts = [...groups].map(([name, of]) =>
      el('details', { open: isOpen }, el('summary', {}, wordsOf(name) + ' ', el('small', {}, '(' + of.length + ')')),
        el('div', { className: 'moves' }, shortened(of).map(([move, text]) => moveButton(move, text)))),
    )
    const more = moves.length - SHOWN
    return [
      el('div', { className: 'moves' }, alone),
      ...parts,
      more > 0 ? el('p', { className: 'note' }, 'And ' + more + ' more: search for them.') : null,
    ]
  })
}

/** What the game asks of the person now. */
const ask = hasPlaces => {
  const { plan } = now
  const text = now.phase !== 'choose' ? ''
    : plan?.isComplete ? 'Seal your plan, or take its last step back.'
    : chosen.length > 0 ? (hasPlaces ? 'Now choose a highlighted place to act on, or a move from the list.' : 'Now choose a move from the list.')
    : (plan?.chosen.length > 0 && plan.done !== null ? 'Seal your plan, or add to it: choose ' : 'Choose ') +
      (hasPlaces ? 'a highlighted place, or a move from the list.' : 'a move.')
  put('ask', text, () => text)
  const isPass = canPass() && chosen.length === 0
  put('pass', isPass, () => (isPass ? button('Do nothing this turn', () => act('seal')) : null))
}
`
