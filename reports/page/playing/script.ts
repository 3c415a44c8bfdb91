/**
 * The script of the page on which people play. It asks the server for positions and draws them; a choice is a
 * walk through the places of the legal moves, or a search of their list. All texts but `drawing` become text nodes.
 */
export const PLAY_SCRIPT = `
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
/** Asks for something. Returns whether it was done. */
const act = async (what, more = {}) => {
  if (isBusy && !ASIDE.includes(what)) return false
  while (isBusy) await sleep(20)
  const before = matter()
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

// Moves and places.

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

/** What stands on a place, if a group is named after one. */
const wordsOf = name => [...document.querySelectorAll('.hit')].find(hit => hit.dataset.place === name)?.dataset.words ?? name
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

/** Draws what is left to choose: on the board and in the list. */
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

/** Draws the steps of a plan over the board: a line from place to place, a ring around a place alone. */
const SVG = 'http://www.w3.org/2000/svg'
const arrows = () => {
  for (const old of document.querySelectorAll('.steps')) old.remove()
  for (const board of document.querySelectorAll('#board svg.board')) {
    const layer = document.createElementNS(SVG, 'g')
    layer.setAttribute('class', 'steps')
    const at = new Map([...board.querySelectorAll('.hit')].map(hit => {
      const { e, f } = hit.transform.baseVal.consolidate().matrix
      return [hit.dataset.place, [e, f]]
    }))
    for (const places of now.plan?.places ?? []) {
      const points = places.map(place => at.get(place))
      const line = document.createElementNS(SVG, points.length > 1 ? 'path' : 'circle')
      if (points.length > 1) {
        // From the edge of the piece, whose letters stay readable.
        const [[x, y], [toX, toY]] = points
        const part = Math.min(0.4, 17 / Math.hypot(toX - x, toY - y))
        points[0] = [x + part * (toX - x), y + part * (toY - y)]
        line.setAttribute('d', 'M' + points.map(point => point.join(' ')).join('L'))
        const end = document.createElementNS(SVG, 'circle')
        for (const [name, value] of [['cx', points.at(-1)[0]], ['cy', points.at(-1)[1]], ['r', 5]]) end.setAttribute(name, value)
        end.setAttribute('class', 'end')
        layer.append(end)
      } else if (points.length === 1)
        for (const [name, value] of [['cx', points[0][0]], ['cy', points[0][1]], ['r', 19]]) line.setAttribute(name, value)
      layer.append(line)
    }
    board.append(layer)
  }
}

/** What the game asks of the person now. */
const ask = hasPlaces => {
  const { plan } = now
  const step = chosen.length > 0
    ? (hasPlaces ? 'Now choose where it leads, or a move from the list.' : 'Now choose a move from the list.')
    : hasPlaces ? 'Choose a highlighted place on the board, or a move from the list.' : 'Choose a move.'
  const text = now.phase !== 'choose' ? ''
    : plan?.isComplete ? 'Seal your plan to carry it out, or take its last step back.'
    : !plan || chosen.length > 0 ? step
    : plan.chosen.length === 0 ? step + ' Nothing happens, and nobody sees your plan, before you seal it.'
    : 'Seal your plan, or add to it: c' + step.slice(1)
  put('ask', text, () => text)
}

// The regions of the page.

const percent = share => Math.round(100 * share) + ' %'
const valueText = value => (typeof value === 'string' ? value : JSON.stringify(value))

const show = position => {
  if (now && position.version < now.version && position.match === now.match) return
  const before = now
  now = position
  if (!before || before.version !== now.version) say(now.message)
  if (!before || JSON.stringify(before.moves) !== JSON.stringify(now.moves) || before.viewer !== now.viewer) {
    chosen = []
    find('filter').value = ''
  }
  const focus = document.activeElement
  const place = focus?.dataset?.place
  const wasInList = find('list').contains(focus) || find('plan').contains(focus)
  const isCovered = now.phase === 'cover'
  document.title = now.status + ' – ' + now.game
  find('changed').hidden = now.changes.length === 0
  put('game', now.game, () => now.game)
  put('about', [now.ruleset, now.changes.length], () =>
    now.ruleset + (now.changes.length === 0 ? '' : ', ' + now.changes.length + (now.changes.length === 1 ? ' rule' : ' rules') + ' changed'))
  find('table').hidden = find('side').hidden = isCovered
  find('cover').hidden = !isCovered
  put('cover', [isCovered, now.next], () => isCovered ? cover() : null)
  put('seats', [now.seats, now.next, now.viewer], seats)
  put('title', now.title, () => (now.phase === 'over' ? 'The end' : now.title))
  put('status', now.status, () => now.status)
  put('goal', now.goal, () => (now.goal.length === 0 ? null : 'Ways to win: ' + now.goal.join('; ') + '.'))
  picture(before)
  put('standings', now.board?.standings ?? [], () => (now.board?.standings ?? []).map(text => el('li', {}, text)))
  if (put('notation', now.legend, () => el('pre', { tabIndex: 0 }, now.legend)))
    find('legend').hidden = now.legend === ''
  put('plan', [now.plan, now.phase, now.version], plan)
  put('pass', canPass(), () => (canPass() ? button('Do nothing this turn', () => act('seal')) : null))
  put('over', [now.phase === 'over', now.status, now.replay, now.seats], over)
  if (put('how', now.guide, () => now.guide.map(text => el('li', {}, text)))) find('guide').hidden = now.guide.length === 0
  if (before && now.story.length > 0 && before.story.length === 0) find('guide').open = false
  const left = now.plan?.chosen.length > 0 ? null : now.unfinished
  put('left', left, () => left === null ? null : [
    el('p', {}, 'You left a match against ' + opponents(left) + ' (' + left.date + ').'),
    button('Continue it', () => act('resume', { id: now.unfinished.id }))])
  put('watch', [now.phase, now.pace], watch)
  put('story', now.story, story)
  put('tools', [now.canTakeBack, now.phase, now.working, now.hint, now.isEvaluated, now.version], tools)
  put('hint', [now.hint, now.moves], hint)
  put('bar', [now.evaluation, now.oldEvaluation, now.seats, now.working], bars)
  put('changes', [now.changes, now.ruleset, now.comparison], changes)
  put('notes', now.notes, () => now.notes.map(({ title, text }) => el('li', {}, el('b', {}, title), ' ' + text)))
  if (before && before.match !== now.match) for (const id of ['rules', 'played']) if (find(id).open) fill[id]()
  choices()
  if (place !== undefined && !document.activeElement?.dataset?.place) focusPlace(place)
  else if (wasInList && document.activeElement === document.body) focusFirst()
}

/** Puts the focus back to a place, or to one that may be chosen. */
const hits = () => [...document.querySelectorAll('.hit[tabindex]')].filter(hit => hit.getClientRects().length > 0)
const focusPlace = place => (hits().find(hit => hit.dataset.place === place) ?? hits()[0] ?? find('main')).focus()
const focusFirst = () =>
  (document.querySelector('#plan .main') ?? document.querySelector('#list button') ?? find('main')).focus()

const swatch = seat => {
  const one = el('span', { className: 'swatch' })
  one.style.background = 'var(--p' + (seat + 1) + ')'
  one.style.borderColor = 'var(--l' + (seat + 1) + ')'
  return one
}
/** Whether the plan may stay empty. */
const canPass = () => now.phase === 'choose' && now.plan !== null && now.plan.done !== null && now.plan.chosen.length === 0

const seats = () =>
  now.seats.map(({ name, agent, isPerson }, seat) =>
    el('li', { className: seat === now.next ? 'next' : '' }, swatch(seat), name, el('small', {}, ' ' +
      (isPerson ? (now.viewer === seat || now.seats.filter(one => one.isPerson).length === 1 ? 'you' : 'a person') : agent) +
      (seat === now.next ? ', to move' : ''))),
  )

const cover = () => [
  el('h2', {}, 'Hand over to ' + now.seats[now.next].name),
  el('p', {}, 'The screen is covered, because players hide something from each other.'),
  button('I am ' + now.seats[now.next].name + ': show the board', () => act('uncover'), { className: 'main' }),
]

/** The board with what has changed framed; else the position as a text or a table. */
const picture = before => {
  const drawing = now.drawing
  const isNew = put('board', [drawing, now.text, now.table], () => {
    if (drawing !== '') {
      const box = el('div')
      box.innerHTML = drawing
      find('key').replaceChildren(box.querySelector('.key'))
      const words = now.text === null ? [] : [el('details', { open: true }, el('summary', {}, 'In words'), el('pre', { tabIndex: 0 }, now.text))]
      return [...box.childNodes, ...words]
    }
    if (now.text !== null) return el('pre', { tabIndex: 0 }, now.text)
    return el('table', {}, el('tbody', {}, now.table.map(([name, value]) =>
      el('tr', {}, el('th', { scope: 'row' }, name), el('td', {}, value)))))
  })
  arrows()
  if (isNew) name([...document.querySelectorAll('.hit')].find(hit => hit.dataset.place === named))
  if (!isNew || !before?.board || !now.board || before.match !== now.match) return
  for (const frames of document.querySelectorAll('#board .frames'))
    for (const [i, frame] of [...frames.children].entries())
      frame.classList.toggle('on', JSON.stringify(before.board.holdings[i]) !== JSON.stringify(now.board.holdings[i]))
}

const plan = () => {
  if (!now.plan) return null
  const { chosen: steps, isComplete, done } = now.plan
  if (steps.length === 0) return null
  return [
    el('h2', {}, 'Your plan'),
    el('ol', {}, steps.map(text => el('li', {}, text))),
    el('div', { className: 'row' },
      button('Seal the plan', () => act('seal'), { className: 'main', disabled: !isComplete && done === null }),
      button('Take the last step back', () => act('unplan'))),
  ]
}

const over = () => {
  if (now.phase !== 'over') return null
  const agents = now.seats.map(({ agent }) => agent)
  const turned = [...agents.slice(1), agents[0]]
  return [
    el('p', { className: 'result' }, el('strong', {}, now.status)),
    el('div', { className: 'row' },
      button('Play again', () => act('new'), { className: 'main' }),
      turned.join() === agents.join() ? null : button('Change sides', () => act('new', { agents: turned })),
      now.replay === null ? null : el('a', { href: 'replay/' + encodeURIComponent(now.replay) }, 'Replay of this match')),
  ]
}

const PACES = [[0.2, 'fast'], [1, 'a move a second'], [3, 'slow']]
let pace = 1
const watch = () => {
  if (now.phase !== 'watching') return null
  if (now.pace > 0) pace = now.pace
  const isPaused = now.pace === 0
  const select = el('select', { onchange: () => {
    pace = Number(select.value)
    if (!isPaused) act('pace', { seconds: pace })
  } }, PACES.map(([seconds, text]) => el('option', { value: seconds, selected: seconds === pace }, text)))
  return el('div', { className: 'row' },
    button(isPaused ? 'Play' : 'Pause', () => act('pace', { seconds: isPaused ? pace : 0 }), { className: 'main' }),
    el('label', {}, 'Pace ', select))
}

const story = () =>
  now.story.length === 0 ? el('p', { className: 'note' }, 'Nothing has happened yet.')
    : [...now.story].reverse().flatMap(({ title, lines }) => [
        el('h3', {}, title),
        el('ul', {}, lines.map(line => el('li', {}, line))),
      ])

const tools = () => {
  const isPlaying = now.phase === 'choose'
  const check = el('input', { type: 'checkbox', checked: now.isEvaluated, onchange: () => act('evaluate', { on: check.checked }) })
  return [
    button('Take back', () => act('take-back'), { disabled: !now.canTakeBack }),
    button(now.working.includes('hint') ? 'Looking for a hint …' : 'Hint', () => act('hint'), { disabled: !isPlaying || now.moves.length === 0 || now.working.includes('hint') }),
    el('label', {}, check, ' Who is ahead?'),
  ]
}

const hint = () => {
  if (!now.hint) return null
  const { agent, move, label, ahead, plusMinus, second } = now.hint
  const found = now.moves.find(({ id }) => id === move)
  const points = Math.round(100 * Math.abs(ahead)) + ' ± ' + Math.round(100 * plusMinus) + ' points'
  const better = ahead === null ? '.'
    : Math.abs(ahead) <= plusMinus ? ', about as good as: ' + second + '.'
    : ahead > 0 ? ', ' + points + ' better than: ' + second + '.'
    : '. Played to the end, this did better by ' + points + ': ' + second + '.'
  return el('p', {}, agent + ' would choose: ', el('b', {}, label), better + ' ', found ? button('Do that', () => take(found)) : null)
}

const bars = () => {
  const { evaluation, oldEvaluation } = now
  if (!evaluation) return now.working.includes('evaluation') ? el('p', { className: 'note' }, 'Working out who is ahead …') : null
  return oldEvaluation === null ? bar('Chance to win', evaluation)
    : [...bar('Chance to win by these rules', evaluation), ...bar('By the rules before the change', oldEvaluation)]
}
const bar = (what, { shares, plusMinus, by }) => {
  const parts = shares.map((share, seat) => {
    const part = el('i')
    part.style.flexGrow = share
    part.style.background = 'var(--l' + (seat + 1) + ')'
    return part
  })
  const words = now.seats.map(({ name }, seat) => name + ' ' + percent(shares[seat]) + ' ± ' + Math.round(100 * plusMinus[seat]))
  return [
    el('div', { className: 'shares', ariaHidden: 'true' }, parts),
    el('p', {}, what + ': ' + words.join(', ') + ' (' + by + ')'),
  ]
}

const changes = () => [
  el('ul', {}, now.changes.map(({ key, base, value }) =>
    el('li', {}, el('code', {}, key), ' ' + valueText(value) + ' (' + now.ruleset + ': ' + valueText(base) + ')'))),
  el('div', { className: 'row' }, button('Is it fair?', () => act('compare'), { title: 'Compares these rules with ' + now.ruleset + ' in the background' }), keeping()),
  now.comparison ? el('p', {}, now.comparison.words + ' ', now.comparison.address ? el('a', { href: now.comparison.address, target: '_blank', rel: 'noopener' }, 'Watch the comparison') : null) : null,
]
const keeping = () => {
  const name = el('input', { placeholder: 'name', ariaLabel: 'Name of the rule set' })
  return el('span', { className: 'row' }, name, button('Keep as a rule set', () => name.value.trim() !== '' && act('keep-rules', { name: name.value.trim() })))
}

// What is read when it is unfolded.

const counted = (count, what) => (count === 0 ? '' : count + ' ' + what + (count === 1 ? '' : 's'))
const opponents = ({ agents }) => agents.filter(agent => agent !== 'human').join(' and ') || 'people'

let edited = new Map()
const fill = {
  rules: async () => {
    const rules = await (await fetch('rules', { cache: 'no-store' })).json()
    edited = new Map(rules.map(({ key, value }) => [key, valueText(value)]))
    const rows = rules.map(({ key, value, base, range, options, meaning }) => {
      const set = () => {
        edited.set(key, field.value)
        row.classList.toggle('edited', field.value !== valueText(value))
      }
      const field = options
        ? el('select', { onchange: set }, options.map(one => el('option', { value: one, selected: one === valueText(value) }, one)))
        : el('input', { value: valueText(value), oninput: set })
      field.setAttribute('aria-label', key)
      const row = el('li', {}, el('label', {}, el('code', {}, key), ' ', field),
        el('small', {}, [meaning, range, 'in the rule set: ' + valueText(base)].filter(text => text !== '').join('; ')))
      return row
    })
    const search = el('input', { type: 'search', placeholder: 'Search rules', ariaLabel: 'Search rules', oninput: () => {
      const words = search.value.toLowerCase().split(/\\s+/)
      for (const row of rows) row.hidden = !words.every(word => row.textContent.toLowerCase().includes(word))
    } })
    const apply = from => act('rules', { from, changes: Object.fromEntries(
      rules.filter(({ key, base }) => edited.get(key) !== valueText(base)).map(({ key }) => [key, edited.get(key)])) })
    find('editor').replaceChildren(search, el('ul', { className: 'rules' }, rows), el('div', { className: 'row' },
      button('Start again with these rules', () => apply('opening'), { className: 'main' }),
      button('Go on from here', () => apply('here'))))
  },
  played: async () => {
    const matches = await (await fetch('played', { cache: 'no-store' })).json()
    find('matches').replaceChildren(...(matches.length === 0 ? [el('p', { className: 'note' }, 'None yet.')] : [
      el('ul', {}, matches.map(match =>
        el('li', {}, el('a', { href: 'replay/' + encodeURIComponent(match.id) }, match.date), ' ' + [match.rules, match.agents.join(' against '), match.outcome,
          counted(match.notes, 'note'), counted(match.takeBacks, 'take-back'), counted(match.hints, 'hint')].filter(text => text !== '').join(', ') + ' ',
          match.isUnfinished ? button('Continue it', () => act('resume', { id: match.id })) : null))),
    ]))
  },
}
for (const id of Object.keys(fill)) find(id).addEventListener('toggle', () => find(id).open && fill[id]().catch(() => lose(LOST)))

find('noting').addEventListener('submit', async event => {
  event.preventDefault()
  const text = find('note').value.trim()
  if (text !== '' && (await act('note', { text }))) find('note').value = ''
})
find('again').addEventListener('click', () => act('new'))
find('turned').addEventListener('click', () => {
  const agents = now.seats.map(({ agent }) => agent)
  act('new', { agents: [...agents.slice(1), agents[0]] })
})

// Pointers and keys.

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
const name = hit => {
  named = hit?.dataset.place ?? ''
  put('place', hit?.dataset.words ?? '', () => hit?.dataset.words ?? '')
}
const boards = find('board')
boards.addEventListener('click', event => {
  const on = event.target.closest('.hit')
  const hit = on && (on.classList.contains('legal') || on.classList.contains('chosen')) ? on : (nearest(event) ?? on)
  if (!hit || now.phase !== 'choose') return name(hit)
  name(hit)
  touch(hit.dataset.place)
})
boards.addEventListener('pointerover', event => name(event.target.closest('.hit')))
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
